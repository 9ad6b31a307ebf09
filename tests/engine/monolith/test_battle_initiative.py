"""Initiative and double attacks: each test shows one ruling on one board."""

from __future__ import annotations

from engine.monolith.influence import Influence
from tests.support.each import each
from tests.support.engine.monolith.battle_scripts import Fought, fight, put

_ACCELERATION, _DOUBLE = "A forest.rune-minor-acceleration", "A forest.rune-double-attack"


def segments(board: str) -> tuple[int, ...]:
    """The segments in which the board's first tile attacks."""
    return Influence(put(board)).segments(1)


def struck_in(fought: Fought, field: str) -> list[int]:
    """The segments in which the tile on this space hit something."""
    found, segment = [], -1
    for event in fought.events:
        if event.kind == "segment":
            segment = event.args["value"]
        elif event.kind == "hit" and event.args["from"] == field.upper():
            found.append(segment)
    return found


def test_acceleration_runes_add_up_without_limit() -> None:
    """I1"""
    runes = "; ".join(f"{_ACCELERATION} {field}" for field in ("b2", "b3", "c2", "d2"))
    assert segments(f"A pupil c3 >e; {runes}") == (7,)
    assert struck_in(fight(f"A pupil c3 >e; {runes}; B golem c4"), "c3") == [7]


def test_greater_acceleration_adds_two() -> None:
    """I1"""
    assert segments("A pupil c3 >e; A rune-greater-acceleration c2 r0") == (5,)


def test_a_bonus_shifts_every_printed_initiative() -> None:
    """I2, I3: the Wyrm strikes on all sides in 4 and again in 3."""
    board = "A wyrm c3; A rune-greater-acceleration c2 r0; B golem c4; B golem d3"
    assert segments(board) == (4, 3)
    fought = fight(board)
    assert fought.hits() == [("c3", "c4", 1), ("c3", "d3", 1)] * 2
    assert struck_in(fought, "c3") == [4, 4, 3, 3]


def test_an_enemy_rune_accelerates_no_tile() -> None:
    """I1"""
    assert segments("A pupil c3 >e; B forest.rune-minor-acceleration c2") == (3,)


def test_a_tile_without_initiative_gets_none() -> None:
    """I1"""
    assert segments(f"A golem c3; {_ACCELERATION} c2") == ()


def test_losing_the_bonus_uses_up_only_the_first_of_two_attacks() -> None:
    """I5: the Axeman strikes in 3, loses the rune there, and strikes again in 1."""
    fought = fight(f"A axeman c3 r0; {_ACCELERATION} d2; B pupil d1 >e; B golem b3")
    assert fought.dead == {"d2": 3}
    assert struck_in(fought, "c3") == [3, 1]


def test_an_attack_whose_initiative_rises_above_the_current_segment_is_lost() -> None:
    """I6: the rune is netted until 3; then the Spark has 3, and 2 comes next."""
    fought = fight(f"A spark c3 r0; {_ACCELERATION} c2; A pupil d1 >nw; B nightmare c1 >e; B rune-charge c4")
    assert fought.dead == {"c1": 3}


def test_an_attack_missed_while_netted_is_made_if_its_initiative_drops() -> None:
    """I4, I5: a netted tile with a rune misses segment 3, in which rune and netter die; the Spark is free in 2 and
    attacks.
    """
    board = f"A spark c3 r0; {_ACCELERATION} c2; B pupil c1 >e; B nightmare d3 >nw; A pupil e3 >nw; B rune-charge c4"
    assert fight(board).dead == {"c2": 3, "d3": 3, "c4": 2}


@each(
    ("token", "runes", "found"),
    [
        ("pupil", 1, (3, 2)),
        ("pupil", 2, (3, 2, 1)),
        ("pupil", 4, (3, 2, 1, 0)),
        ("axeman", 1, (2, 1, 0)),
        ("axeman", 2, (2, 1, 0)),
        ("hunter", 1, (3, 2, 0)),
        ("hunter", 2, (3, 2, 1, 0)),
        ("hunter", 3, (3, 2, 1, 0)),
        ("spike", 1, (1, 0)),
        ("forest.banner", 1, (0,)),
        ("golem", 1, ()),
    ],
)
def test_extra_attacks_use_the_next_free_segments_below_the_first(
    token: str, runes: int, found: tuple[int, ...]
) -> None:
    """DA1, DA2, DA3"""
    around = "; ".join(f"{_DOUBLE} {field}" for field in ("b2", "b3", "c2", "d2")[:runes])
    assert segments(f"A {token} c3; {around}") == found


def test_extra_attacks_follow_an_accelerated_first_attack() -> None:
    """DA2, I2"""
    assert segments(f"A hunter c3; {_DOUBLE} c2; {_ACCELERATION} d2") == (4, 3, 1)
    assert segments(f"A forest.banner c3; {_DOUBLE} c2; {_ACCELERATION} d2") == (1, 0)


def test_the_extra_attack_is_made() -> None:
    """DA1"""
    fought = fight(f"A pupil c3 >e; {_DOUBLE} c2; B golem c4")
    assert struck_in(fought, "c3") == [3, 2]


def test_losing_the_rune_loses_the_extra_attack() -> None:
    """DA1, B5: the rune dies in 3."""
    fought = fight(f"A pupil c3 >e; {_DOUBLE} c2; B golem c4; B pupil c1 >e")
    assert fought.dead == {"c2": 3}
    assert struck_in(fought, "c3") == [3]


def test_a_rune_freed_in_time_gives_an_extra_attack() -> None:
    """DA1, N5: the netter of the rune dies in 3."""
    fought = fight(f"A pupil c3 >e; {_DOUBLE} c2; A pupil d1 >nw; B nightmare c1 >e; B golem c4")
    assert struck_in(fought, "c3") == [3, 2]


def test_without_an_earlier_attack_there_is_no_extra_attack() -> None:
    """DA5: the Pupil is netted in 3 and free in 2."""
    board = f"A pupil c3 >e; {_DOUBLE} c2; B nightmare d3 >nw; A pupil e3 >nw; B golem c4"
    fought = fight(board)
    assert fought.dead == {"d3": 3}
    assert struck_in(fought, "c3") == []


def test_a_later_printed_attack_allows_the_extra_attack() -> None:
    """DA5: the Axeman misses 2 and strikes in 1, so it strikes again in 0."""
    board = f"A axeman c3 r0; {_DOUBLE} c2; B nightmare d3 >nw; A arquebusier e3 >nw; B golem b3"
    fought = fight(board)
    assert fought.dead == {"d3": 2}
    assert struck_in(fought, "c3") == [1, 0]


def test_the_extra_attack_of_a_hunter_without_a_first_attack_is_lost() -> None:
    """DA5: netted in 3, free in 2; the printed 0 remains."""
    board = f"A hunter c3 >e; {_DOUBLE} c2; B nightmare d3 >nw; A pupil e3 >nw; B golem c5 r3"
    assert struck_in(fight(board), "c3") == [0]


def test_losing_acceleration_moves_the_extra_attack_down() -> None:
    """DA2, I4: the Pupil strikes in 4; the acceleration dies in 4; the extra attack is due in 2, not in 3."""
    board = (
        f"A pupil c3 >e; {_DOUBLE} c2; {_ACCELERATION} b2; B golem c4; "
        "B pupil b1 >e; B forest.rune-minor-acceleration a1"
    )
    fought = fight(board)
    assert fought.dead == {"b2": 4}
    assert struck_in(fought, "c3") == [4, 2]


def test_an_extra_attack_does_not_repeat_lightning() -> None:
    """DA4, M7"""
    fought = fight(f"A morlock c3 >e; {_DOUBLE} c2; {_ACCELERATION} d2; B rune-charge c4; B rune-charge c5")
    assert fought.dead == {"c3": "start", "c4": "start"}
