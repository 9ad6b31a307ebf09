"""Battles, attacks, armor, toughness, Banners: each test shows one ruling on one board."""

from __future__ import annotations

import pytest

from engine.monolith.wounds import Hit, resolve
from tests.support.each import each
from tests.support.engine.monolith.battle_scripts import branches, ends, fight, put, sets


def test_the_higher_initiative_strikes_first() -> None:
    """B2"""
    assert fight("A pupil c3 >e; B spike c4 >w").dead == {"c4": 3}


def test_tiles_with_equal_initiative_kill_each_other() -> None:
    """B3"""
    assert fight("A pupil c3 >e; B pupil c4 >w").dead == {"c3": 3, "c4": 3}


def test_two_shots_at_one_target_both_stop_there() -> None:
    """B3"""
    fought = fight("A arquebusier c1 >e; A arquebusier c2 >e; B rune-charge c4; B rune-charge c5")
    assert fought.hits() == [("c1", "c4", 1), ("c2", "c4", 1)]
    assert fought.dead == {"c4": 2}


def test_a_shot_of_a_later_segment_passes_eliminated_tiles() -> None:
    """B4"""
    fought = fight("A pupil c3 >e; A arquebusier c2 >e; B rune-charge c4; B rune-charge c5")
    assert fought.dead == {"c4": 3, "c5": 2}


def test_a_rune_that_dies_in_a_segment_still_works_in_it() -> None:
    """B5"""
    fought = fight("A pikeman c3 r0; A dragon.rune-strength c2 r0; B chaos c1 >e; B golem c4")
    assert fought.dead == {"c2": 2}
    assert fought.wounds("c4") == 2


def test_a_rune_that_died_earlier_does_not_work() -> None:
    """B5"""
    fought = fight("A pikeman c3 r0; A dragon.rune-strength c2 r0; B pupil c1 >e; B golem c4")
    assert fought.dead == {"c2": 3}
    assert fought.wounds("c4") == 1


def test_a_battle_without_choices_asks_nothing() -> None:
    """B6"""
    assert fight("A wyrm c3; B wyrm c4; B golem d3").questions == []


def test_a_destroyed_banner_leaves_at_the_end_of_its_segment() -> None:
    """B7: otherwise it would strike in 0."""
    fought = fight(put("A dragon.banner c3; B pupil c4 >w; B rune-charge c2", (1, 20)))
    assert fought.dead == {"c3": 3}
    assert fought.state.hit_points == [0, 20]


def test_a_battle_continues_after_a_banner_is_destroyed_and_both_can_fall() -> None:
    """B7"""
    board = "A dragon.banner c3; B pupil c4 >w; B abyss.banner e1; A spike d1 >se"
    fought = fight(put(board, (1, 1)))
    assert fought.dead == {"c3": 3, "e1": 1}
    assert fought.state.hit_points == [0, 0]


def test_negative_damage_is_ignored() -> None:
    """B7"""
    fought = fight(put("A dragon.banner c3; B dragon-rider c4 >w", (2, 20)))
    assert fought.state.hit_points == [0, 20]


@pytest.mark.parametrize(("before", "gone"), [(0, set()), (1, set()), (2, {"c4"})])
def test_wounds_remain_after_the_battle(before: int, gone: set[str]) -> None:
    """B8, T1"""
    fought = fight(f"A pupil c3 >e; B golem c4 wounds={before}")
    assert fought.gone == gone
    assert gone or fought.wounds("c4") == before + 1


def test_a_tile_without_toughness_dies_of_the_first_wound() -> None:
    """T1"""
    assert fight("A pupil c3 >e; B rune-charge c4").gone == {"c4"}


def test_toughness_works_under_a_net() -> None:
    """T1"""
    assert fight("A pupil c3 >e; B golem c4 net").wounds("c4") == 1


def test_a_melee_attack_hits_only_the_adjacent_space() -> None:
    """A1"""
    assert fight("A pupil c3 >e; B rune-charge c5; B rune-charge c2; B rune-charge d3").hits() == []


def test_melee_attacks_strike_on_all_sides_at_once() -> None:
    """A1: the Veteran has strength 2 on its middle side and 1 on the sides next to it."""
    fought = fight("A veteran c3 r0; B golem b3; B golem c2; B golem b2; B golem c4")
    assert fought.hits() == [("c3", "b3", 1), ("c3", "c2", 1), ("c3", "b2", 2)]


def test_a_tile_does_not_hurt_own_tiles() -> None:
    """A1"""
    assert fight("A wyrm c3; A golem c4; A rune-charge b2").hits() == []


def test_a_shot_reaches_any_distance() -> None:
    """A2"""
    assert fight("A arquebusier c1 >e; B rune-charge c5").gone == {"c5"}


def test_a_shot_flies_along_every_line() -> None:
    """A2"""
    for way, field in {"nw": "a1", "ne": "a3", "e": "c5", "se": "e3", "sw": "e1", "w": "c1"}.items():
        assert fight(f"A arquebusier c3 >{way}; B rune-charge {field}").gone == {field}


@each(
    ("attacker", "wounds"),
    [
        ("A arquebusier c1 >e", 0),
        ("A arquebusier c3 >e", 0),
        ("A sorcerer c1 >e", 1),
        ("A arquebusier c5 >w", 1),
        ("A pupil c3 >e", 1),
    ],
)
def test_armor_reduces_a_shot_on_its_side_by_one(attacker: str, wounds: int) -> None:
    """A3: a shot from afar, from the next space, a stronger one, one from behind, and a melee attack."""
    assert fight(f"{attacker}; B knight c4 >w net").wounds("c4") == wounds


def test_the_report_names_what_armor_stopped() -> None:
    """A3"""
    reports = [event.args for event in fight("A arquebusier c1 >e; B knight c4 >w").events if event.kind == "hit"]
    assert [(one["strength"], one["armor"], one["wounds"]) for one in reports if one["by"].endswith("arquebusier")] == [
        (1, 1, 0)
    ]


def test_a_rune_of_strength_counts_on_every_attacking_side() -> None:
    """A4"""
    fought = fight("A pikeman c3 r0; A abyss.rune-strength b2 >se; B golem c4; B golem c2")
    assert fought.hits() == [("c3", "c4", 2), ("c3", "c2", 2)]


def test_two_strength_runes_add_up() -> None:
    """A4, I1"""
    fought = fight("A pupil c3 >e; A abyss.rune-strength b2 >se; A dragon.rune-strength c2 >e; B golem c4")
    assert fought.dead == {"c4": 3}


def test_strength_does_not_affect_shots_nor_accuracy_melee_attacks() -> None:
    """A4"""
    assert fight("A arquebusier c3 >e; A dragon.rune-strength c2 >e; B golem c4 r3").wounds("c4") == 1
    assert fight("A pupil c3 >e; A rune-accuracy c2; B golem c4").wounds("c4") == 1


def test_reinforcement_boosts_both_kinds_of_attacks() -> None:
    """A4"""
    assert fight("A arquebusier c3 >e; A rune-reinforcement b2 >se; B golem c4 r3").wounds("c4") == 2
    assert fight("A pupil c3 >e; A rune-reinforcement b2 >se; B golem c4").wounds("c4") == 2


def test_runes_do_not_affect_enemies() -> None:
    """A4"""
    assert fight("A pupil c3 >e; B dragon.rune-strength c2 >e; B golem c4").wounds("c4") == 1


def test_the_assassin_may_strike_any_enemy_including_the_banner() -> None:
    """A5"""
    found = branches("A assassin a1; B abyss.banner e3; B golem c3; B rune-charge d1; A golem a2")
    assert [(one.questions[0].prompt, one.questions[0].seat, one.picks) for one in found] == [
        ("monolith.assassin", 0, (field,)) for field in ("c3", "d1", "e3")
    ]
    assert [one.lost for one in found] == [(0, 0), (0, 0), (0, 1)]
    assert [one.gone for one in found] == [set(), {"d1"}, set()]


def test_the_assassins_owner_is_not_asked_with_one_target_or_none() -> None:
    """A5"""
    assert fight("A assassin a1; B rune-charge c3").dead == {"c3": 3}
    assert [event.kind for event in fight("A assassin a1; A rune-charge c3").events] == ["battle-begins", "battle-ends"]


def test_strength_boosts_the_assassin_and_armor_does_not_matter() -> None:
    """A5"""
    board = "A assassin c1; A dragon.rune-strength d1 >nw; B knight c4 >w; B rune-charge e3"
    assert fight(board, "c4").dead == {"c4": 3}


def test_an_owner_aims_several_assassins_one_after_the_other() -> None:
    """A5"""
    fought = fight("A assassin a1; A assassin a2; B golem c3; B rune-charge e1", "c3", "c3")
    assert [(question.seat, question.together) for question in fought.questions] == [(0, False), (0, False)]
    assert fought.wounds("c3") == 2


def test_both_owners_aim_at_the_same_time_and_dying_assassins_strike_too() -> None:
    """A5, B3"""
    fought = fight("A assassin a1; A rune-charge a2; B assassin e3; B rune-charge e2", "e3", "a1")
    assert [(question.seat, question.together) for question in fought.questions] == [(0, True), (1, True)]
    assert fought.dead == {"a1": 3, "e3": 3}


def test_a_second_assassin_aims_in_the_next_round() -> None:
    """A5"""
    board = "A assassin a1; A assassin a2; B assassin e3; B golem e2"
    fought = fight(board, "e2", "a1", "e2")
    assert [(question.seat, question.together) for question in fought.questions] == [(0, True), (1, True), (0, False)]


def test_the_entrenchment_marker_takes_the_first_wound() -> None:
    """T2"""
    fought = fight("A pupil c3 >e; B rune-charge c4 trench")
    assert (fought.gone, fought.wounds("c4"), fought.on("c4").trench) == (set(), 0, False)


def test_a_stronger_attack_exceeds_the_entrenchment_marker() -> None:
    """T2"""
    assert fight("A herne c3 >e; B rune-charge c4 trench").gone == {"c4"}


def test_two_simultaneous_attacks_exceed_the_entrenchment_marker() -> None:
    """T2"""
    assert fight("A pupil c3 >e; A pupil c5 >w; B rune-charge c4 trench").gone == {"c4"}


def test_an_attack_of_two_costs_an_entrenched_banner_one() -> None:
    """T2"""
    fought = fight("A herne c3 >e; B abyss.banner c4 trench; B rune-charge e1")
    assert (fought.lost, fought.on("c4").trench) == ((0, 1), False)


def test_entrenchment_adds_to_printed_toughness() -> None:
    """T2"""
    fought = fight("A dragon-rider c3 >e; B golem c4 trench")
    assert (fought.gone, fought.wounds("c4")) == (set(), 2)


def test_a_banner_strikes_all_six_neighbors_in_segment_0() -> None:
    """BN1"""
    around = ("b3", "c4", "d3", "d2", "c2", "b2")
    fought = fight("A forest.banner c3; " + "; ".join(f"B rune-charge {field}" for field in around))
    assert fought.dead == dict.fromkeys(around, 0)


def test_a_banner_can_be_boosted_and_accelerated() -> None:
    """BN1"""
    board = "A forest.banner c3; A abyss.rune-strength b2 >se; A dragon.rune-minor-acceleration c2; B knight c4 >e"
    assert fight(board).dead == {"c4": 1}


def test_a_banner_can_be_netted_and_disarmed() -> None:
    """BN1"""
    assert fight("A forest.banner c3; B nightmare c4 >w").hits() == []
    assert fight("A forest.banner c3; B rune-disarmament c4 >w").hits() == []


def test_banners_never_wound_banners_even_if_boosted() -> None:
    """BN2"""
    fought = fight("A dragon.banner c3; A abyss.rune-strength b2 >se; B abyss.banner c4")
    assert fought.hits(to="C4") == [] == fought.hits(to="C3")
    assert fought.lost == (0, 0)


def test_a_banner_helps_its_neighbors_and_not_itself() -> None:
    """BN3"""
    fought = fight("A dragon.banner c3; A pupil b2 >nw; B golem a1; B golem c4")
    assert fought.hits() == [("b2", "a1", 2), ("c3", "c4", 1)]


def test_a_netted_banner_gives_no_effect() -> None:
    """BN3"""
    assert fight("A dragon.banner c3 net; A pupil b2 >nw; B golem a1").hits() == [("b2", "a1", 1)]


def test_the_guardians_banner_gives_its_neighbors_toughness() -> None:
    """BN4"""
    fought = fight("A guardians.banner c3; A rune-charge c4; B pupil c5 >w")
    assert (fought.gone, fought.wounds("c4")) == (set(), 1)
    assert fight("A guardians.banner c3; A rune-charge c4; B herne c5 >w").gone == {"c4"}


def test_granted_toughness_ends_with_the_banner() -> None:
    """BN4: the tile is wounded in 3; the Banner dies in 2."""
    fought = fight(put("A guardians.banner c3; A rune-charge c4; B pupil c5 >w; B herne c2 >e", (2, 20)))
    assert fought.dead == {"c3": 2, "c4": 2}
    assert fought.events_of("killed", "cause") == ["banner", "toughness"]


def test_granted_toughness_works_until_the_end_of_the_segment_in_which_the_banner_falls() -> None:
    """BN4, B5: the unwounded tile survives; the tile wounded in the same segment dies afterward."""
    board = "A guardians.banner c3; A rune-charge c4; A rune-charge b2; B pupil c5 >w; B pupil c2 >e"
    fought = fight(put(board, (1, 20)))
    assert fought.events_of("killed", "cause") == ["banner", "toughness"]
    assert fought.gone == {"c3", "c4"}


def test_a_banner_netted_from_the_start_gives_no_toughness() -> None:
    """BN4"""
    assert fight("A guardians.banner c3; A rune-charge c4; B pupil c5 >w; B nightmare c2 >e").dead == {"c4": 3}


def test_after_the_netters_death_toughness_returns_in_the_next_segment() -> None:
    """BN4: one tile is hit in the segment in which the netter dies, the other one segment later."""
    freeing = "A guardians.banner c3; A rune-charge c4; A pupil c1 >e; B nightmare c2 >e"
    assert fight(f"{freeing}; B pupil c5 >w").dead == {"c2": 3, "c4": 3}
    late = fight(f"{freeing}; B arquebusier c5 >w")
    assert (late.dead, late.wounds("c4")) == ({"c2": 3}, 1)


def test_toughness_that_returns_after_an_order_is_too_late() -> None:
    """BN4: the same fire hits the netter and the tile beside the Banner."""
    s = put("A guardians.banner c3; A rune-charge c4; B nightmare d3 >nw; B golem e1")
    hits = [Hit("order-fire-concoction", number, 1) for number in (2, 3)]
    assert fight(s, script=lambda state: resolve(state, hits)).gone == {"c4", "d3"}


def test_netting_a_banner_during_a_battle_ends_its_toughness_at_once() -> None:
    """BN4, N3: the Horror on c2 is netted until the Nightmare on b1 dies in 2; then it nets the Banner."""
    board = (
        "A guardians.banner c3; A rune-charge c4; A nightmare b1 >se; "
        "B horror c2 >e; B pupil c5 >w; B arquebusier a1 >sw"
    )
    fought = fight(board)
    assert fought.dead == {"b1": 2, "c4": 2}
    assert fought.events_of("freed") == ["C2"]
    assert fought.events_of("netted") == ["C3"]


def test_a_tough_rune_of_regeneration_is_removed_when_it_absorbs() -> None:
    """BN5"""
    board = "A guardians.banner b2; A abyss.rune-regeneration c2 >e; A rune-charge c3; B pupil c4 >w"
    fought = fight(board)
    assert fought.dead == {"c2": 3}
    assert fought.events_of("killed", "cause") == ["regeneration"]


def test_penetration_hits_every_enemy_in_line_once_and_adds_boosts() -> None:
    """O5: the Crossbowman's printed 2 does not count; own tiles are passed."""
    board = "A crossbowman c1 >e; A rune-penetration d1 >nw; A golem c2; B golem c3 r3; B knight c4 >w; B wyrm c5"
    assert fight(board).hits(way="ranged") == [("c1", "c3", 1), ("c1", "c4", 0), ("c1", "c5", 1)]


def test_bonuses_apply_to_a_penetrating_shot() -> None:
    """O5"""
    board = "A crossbowman d1 >e; A rune-penetration e1 >nw; A rune-accuracy c1; B golem d2 r3; B golem d4 r3"
    assert fight(board).hits() == [("d1", "d2", 2), ("d1", "d4", 2)]


def test_choices_with_equal_results_are_not_asked() -> None:
    """The protected tile dies whichever of the two hits is absorbed, so nobody is asked."""
    board = "A rune-charge c3; A abyss.rune-regeneration b2 >se; B pupil c4 >w; B pupil c2 >e; B pupil d3 >nw"
    fought = fight(board)
    assert fought.gone == {"c3", "b2"}
    assert ends(board) == sets("c3 b2")
