"""Nets and disarmament: each test shows one ruling on one board."""

from __future__ import annotations

from engine.monolith.influence import Influence, netted
from engine.monolith.state import State
from tests.support.engine.monolith.battle_scripts import fight, labels, put

_CIRCLE = "A nightmare c3 >e; B nightmare c4 >se; A nightmare d4 >w; B nightmare d3 >nw"


def held(board: str | State) -> set[str]:
    """The spaces of the netted tiles."""
    s = put(board) if isinstance(board, str) else board
    found = netted(s)
    assert found == Influence(s).netted
    return set(labels(token.at for token in s.tokens if token.id in found))


def test_a_net_nets_the_enemy_it_points_at() -> None:
    """N1"""
    assert held("A nightmare c3 >e; B golem c4; B golem c2; B golem c5") == {"c4"}


def test_a_net_can_net_a_banner() -> None:
    """N1"""
    assert held("A nightmare c3 >e; B dragon.banner c4") == {"c4"}


def test_a_net_does_not_net_own_tiles() -> None:
    """N8"""
    assert held("A nightmare c3 >e; A golem c4") == set()


def test_a_net_does_not_net_allied_tiles() -> None:
    """N8"""
    assert held(put("A nightmare c3 >e; C golem c4; B golem c5", teams=((0, 2), (1, 3)))) == set()


def test_a_netted_tile_does_not_attack() -> None:
    """N2"""
    assert fight("A pupil c3 >e; B golem c4; B nightmare b3 >sw").hits() == []


def test_a_netted_rune_gives_no_bonus() -> None:
    """N2"""
    assert fight("A pupil c3 >e; A dragon.rune-strength c2 >e net; B golem c4").wounds("c4") == 1


def test_a_netted_netter_nets_nothing() -> None:
    """N2, N3"""
    assert held("A nightmare c3 >e; B nightmare c4 >nw; A golem b4; A golem b3") == {"c4"}


def test_two_netters_that_face_each_other_are_both_free() -> None:
    """N3: the Horrors strike each other in 0."""
    board = "A horror c3 >e; B horror c4 >w"
    assert held(board) == set()
    assert fight(board).dead == {"c3": 0, "c4": 0}


def test_a_circle_of_four_netters_nets_none_of_them() -> None:
    """N4"""
    assert held(_CIRCLE) == set()


def test_a_circle_netted_from_outside_nets_again() -> None:
    """N4"""
    assert held(f"{_CIRCLE}; A nightmare b4 >sw") == {"c4", "d3"}


def test_a_net_marker_breaks_a_circle_of_netters() -> None:
    """N4, N7"""
    assert held(_CIRCLE.replace("c4 >se", "c4 >se net")) == {"c4", "d3"}


def test_a_circle_of_six_netters_nets_none_of_them() -> None:
    """N4"""
    ring = {"b2": "e", "b3": "se", "c4": "sw", "d3": "w", "d2": "nw", "c2": "ne"}
    around = "; ".join(f"{'AB'[n % 2]} nightmare {field} >{way}" for n, (field, way) in enumerate(ring.items()))
    assert held(around) == set()
    assert held(f"{around}; B golem c3") == set()


def test_a_freed_tile_attacks_from_the_next_segment() -> None:
    """N5: the netter dies in 3; the Pikeman strikes in 2."""
    fought = fight("A pikeman c3 r0; A pupil b4 >sw; B nightmare c4 >w; B rune-charge c2")
    assert fought.dead == {"c4": 3, "c2": 2}
    assert fought.events_of("freed") == ["C3"]


def test_a_missed_attack_is_lost_and_the_next_one_is_made() -> None:
    """N5: the netter dies in 2; the Axeman has 2 and 1."""
    fought = fight("A axeman c3 r0; A arquebusier a2 >se; B nightmare c4 >w; B golem b2")
    assert fought.dead == {"c4": 2}
    assert fought.hits() == [("a2", "c4", 1), ("c3", "b2", 1)]


def test_a_net_marker_works_without_a_netter_through_all_segments() -> None:
    """N7: the marker is removed after the battle."""
    fought = fight("A wyrm c3 net; B golem c4")
    assert fought.hits() == []
    assert fought.on("c3").net


def test_netted_tiles_keep_armor_and_toughness() -> None:
    """N2"""
    fought = fight("A arquebusier c1 >e; A arquebusier c2 >e; B knight c4 >w net")
    assert (fought.gone, fought.wounds("c4")) == (set(), 0)


def test_a_disarmed_tile_does_not_attack() -> None:
    """DI1"""
    assert fight("A pupil c3 >e; B golem c4; B rune-disarmament b2 >se").hits() == []


def test_disarmament_does_not_affect_own_or_unconnected_tiles() -> None:
    """DI1"""
    assert fight("B pupil c3 >e; A golem c4; B rune-disarmament b2 >se").wounds("c4") == 1
    assert fight("A pupil c3 >e; B golem c4; B rune-disarmament b2 >ne").wounds("c4") == 1


def test_a_disarmed_tile_keeps_its_net_its_bonus_and_its_armor() -> None:
    """DI1"""
    assert held("A horror c3 >e; B golem c4; B rune-disarmament b2 >se") == {"c4"}
    helped = "A dragon.banner c3; A pupil c2 >w; B golem c1; B rune-disarmament b2 >e"
    assert fight(helped).hits() == [("c2", "c1", 2)]
    assert fight("A knight c3 >e; B rune-disarmament b2 >se; B arquebusier c5 >w").wounds("c3") == 0


def test_a_netted_rune_disarms_nobody() -> None:
    """DI1, N2"""
    assert fight("A pupil c3 >e; B golem c4; B rune-disarmament b2 >se net").wounds("c4") == 1


def test_a_dying_rune_of_disarmament_works_until_the_end_of_its_segment() -> None:
    """DI3: it dies in 3, so the Pupil (3) does not strike."""
    fought = fight("A pupil c3 >e; A mygalomorph a1 r1; B golem c4; B rune-disarmament b2 >se")
    assert fought.dead == {"b2": 3}
    assert fought.hits(to="C4") == []


def test_a_rearmed_tile_has_lost_only_past_attacks() -> None:
    """DI3: the rune dies in 3; the Pikeman (2) strikes."""
    board = "A pikeman c3 r0; A mygalomorph a1 r1; B golem c4; B rune-disarmament b2 >se"
    fought = fight(board)
    assert fought.dead == {"b2": 3}
    assert fought.hits(to="C4") == [("c3", "c4", 1)]
