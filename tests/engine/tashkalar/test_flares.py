"""The twelve flares: both halves of each, and when they can be invoked."""

from __future__ import annotations

from typing import NamedTuple

from engine.tashkalar.data.content import FLARES
from tests.support.each import each
from tests.support.engine.tashkalar.table import SQUARES, pieces, put

AHEAD = {2: "B i4h i5h", 3: "B i4h i5h i6h", 4: "B i4h i5h i6h i7h", 5: "B i3h i4h i5h i6h i7h"}
"""Sets of upgraded pieces, by their number."""
MANY = {
    4: "B i4 i5 i6 i7 g9",
    5: "B i3 i4 i5 i6 i7 g9",
    6: "B i3 i4 i5 i6 i7 g9 f9",
}
"""Sets of pieces, by how many more than one they are."""


class Flare(NamedTuple):
    number: int
    half: str
    before: str
    picks: str
    after: str
    actions: int = 2
    destroyed: str = ""


CASES = [
    Flare(1, "upper", f"A a4; {AHEAD[3]}", "e5", f"A a4 e5; {AHEAD[3]}"),
    Flare(1, "lower", f"A a4; {MANY[6]}", "e5", f"A a4 e5h; {MANY[6]}"),
    Flare(2, "upper", f"A a4; {AHEAD[4]}", "e5", f"A a4 e5; {AHEAD[4]}"),
    Flare(2, "lower", f"A a4; {MANY[4]}", "e5", f"A a4 e5; {MANY[4]}"),
    Flare(3, "upper", f"A a4 c1h; {AHEAD[4]}", "a4 a5 a5 a6 done", f"A a6 c1h; {AHEAD[4]}"),
    Flare(3, "upper three moves", f"A a4 a6; {AHEAD[3]}", "a4 b4 a6 b6 b6 c6", f"A b4 c6; {AHEAD[3]}"),
    Flare(3, "upper declined", f"A a4; {AHEAD[3]}", "done", f"A a4; {AHEAD[3]}"),
    Flare(3, "lower", f"A a4; {MANY[5]}", "", f"A a4; {MANY[5]}", 3),
    Flare(4, "upper", f"A a4; {AHEAD[4]}", "e5", f"A a4 e5; {AHEAD[4]}"),
    Flare(4, "lower places", f"A a4; {MANY[5]}", "place e5", f"A a4 e5; {MANY[5]}"),
    Flare(4, "lower converts", f"A a4; {MANY[5]}", "convert g9", "A a4 g9; B i3 i4 i5 i6 i7", 2, "B 1 0 0"),
    Flare(5, "upper moves", f"A a4; {AHEAD[3]}", "move a4 a5", f"A a5; {AHEAD[3]}"),
    Flare(5, "upper raises", f"A a4 a6; {AHEAD[3]}", "raise a6", f"A a4 a6h; {AHEAD[3]}"),
    Flare(5, "lower", f"A a4; {MANY[6]}", "e5 e6", f"A a4 e5 e6; {MANY[6]}"),
    Flare(6, "upper places", f"A a4; {AHEAD[4]}", "place e5", f"A a4 e5; {AHEAD[4]}"),
    Flare(6, "upper raises", f"A a4 a6; {AHEAD[4]}", "raise a4", f"A a4h a6; {AHEAD[4]}"),
    Flare(6, "lower", f"A a4; {MANY[4]}", "a4 g9", "A g9; B i4 i5 i6 i7", 2, "B 1 0 0"),
    Flare(6, "lower declined", f"A a4; {MANY[4]}", "done", f"A a4; {MANY[4]}"),
    Flare(7, "upper", f"A a4; {AHEAD[4]}", "e5", f"A a4 e5; {AHEAD[4]}"),
    Flare(7, "lower", f"A a4; {MANY[6]}", "a4", f"A a4h; {MANY[6]}", 3),
    Flare(7, "lower without a common", f"A a4h; {MANY[6]}", "", f"A a4h; {MANY[6]}", 3),
    Flare(8, "upper", f"A a4; {AHEAD[4]}", "", f"A a4; {AHEAD[4]}", 3),
    Flare(8, "lower", f"A a4; {MANY[5]}", "e5", f"A a4 e5; {MANY[5]}"),
    Flare(9, "upper", f"A a4 a5; {AHEAD[5]}", "e5", f"A a4 a5 e5h; {AHEAD[5]}"),
    Flare(9, "lower: to a square and on to an enemy", f"A h3; {MANY[4]}", "h3 h4 h4 i4", "A i4; B i5 i6 i7 g9", 2,
          "B 1 0 0"),
    Flare(9, "lower: a fight first, then a step", f"A h4; {MANY[4]}", "h4 i4 i4 i3", "A i3; B i5 i6 i7 g9", 2,
          "B 1 0 0"),
    Flare(9, "lower declined", f"A h4; {MANY[4]}", "done", f"A h4; {MANY[4]}"),
    Flare(10, "upper", f"A a4 a5; {AHEAD[5]}", "e5 e6", f"A a4 a5 e5 e6; {AHEAD[5]}"),
    Flare(10, "lower", f"A a4; {MANY[5]}", "e5", f"A a4 e5; {MANY[5]}"),
    Flare(11, "upper", f"A a4; {AHEAD[3]}", "e5", f"A a4 e5; {AHEAD[3]}"),
    Flare(11, "lower: one fight ends it", f"A h4; {MANY[4]}", "h4 i4", "A i4; B i5 i6 i7 g9", 2, "B 1 0 0"),
    Flare(11, "lower: two steps", f"A a4h; {MANY[4]}", "a4 a5 a5 a6", f"A a6h; {MANY[4]}"),
    Flare(11, "lower: a heroic takes a common and goes on", f"A h4h; {MANY[4]}", "h4 i4 i4 i3", "A i3h; B i5 i6 i7 g9",
          2, "B 1 0 0"),
    Flare(11, "lower: one step", f"A a4; {MANY[4]}", "a4 a5 done", f"A a5; {MANY[4]}"),
    Flare(11, "lower declined", f"A a4; {MANY[4]}", "done", f"A a4; {MANY[4]}"),
    Flare(12, "upper", f"A a4 a5 a6; {AHEAD[2]}", "a4 e5", f"A e5 a5 a6; {AHEAD[2]}"),
    Flare(12, "upper declined", f"A a4; {AHEAD[2]}", "done", f"A a4; {AHEAD[2]}"),
    Flare(12, "lower", f"A a4; {MANY[5]}", "", f"A a4; {MANY[5]}", 3),
]  # fmt: skip


@each("case", CASES, ids=lambda case: f"{case.number} {case.half}")
def test_each_half_of_a_flare_works_as_printed(case: Flare) -> None:
    table = put(case.before, "hypnotist bomb", flare=f"flare_{case.number:02}")
    table.play(f"flare-{case.number:02} {case.picks}")
    assert table.prompt == "action"
    assert table.board == pieces(case.after)
    assert table.actions == case.actions
    assert table.destroyed == case.destroyed
    assert table.points == [0, 1]
    assert not table.state.flares[0]
    assert [FLARES[one].id for one in table.state.flare_discards] == [f"flare_{case.number:02}"]


def test_both_halves_of_each_flare_have_test_cases() -> None:
    assert {(case.number, case.half.split()[0].strip(":")) for case in CASES} == {
        (number, half) for number in range(1, 13) for half in ("upper", "lower")
    }


NEEDS = {
    1: (3, 6), 2: (4, 4), 3: (3, 5), 4: (4, 5), 5: (3, 6), 6: (4, 4),
    7: (4, 6), 8: (4, 5), 9: (5, 4), 10: (5, 5), 11: (3, 4), 12: (2, 5),
}  # fmt: skip


@each("number", NEEDS)
def test_a_flare_needs_an_opponent_who_is_ahead(number: int) -> None:
    """Upgraded pieces, legends included, and all pieces; one less is not enough."""
    upper, lower = NEEDS[number]
    free = [square for square in SQUARES if square != "e5"]
    code, flare = f"flare-{number:02}", f"flare_{number:02}"

    def offered(own: str, other: list[str]) -> bool:
        return code in put(f"A {own}; B {' '.join(other)}", "hypnotist bomb", flare=flare).offer

    def upgraded(count: int) -> list[str]:
        return [f"{free[0]}l", *(f"{square}h" for square in free[1:count])]

    own = " ".join(free[30:38])
    assert offered(f"e5h {own}", upgraded(upper + 1))
    assert not offered(f"e5h {own}", upgraded(upper))
    assert offered("e5", free[: lower + 1])
    assert not offered("e5", free[:lower])


def test_the_conditions_of_both_halves_are_checked_once() -> None:
    """Used by number: the upper half evens the upgraded pieces, and the lower half is carried out anyway."""
    table = put("A a4; B i4h i5h i6h i7h g9", "hypnotist bomb", flare="flare_02").play("flare-02 e5 e6")
    assert table.board == pieces("A a4 e5 e6; B i4h i5h i6h i7h g9")
    assert table.points == [0, 1]
    assert table.prompt == "action"


def test_the_upper_half_does_not_make_the_lower_condition_true() -> None:
    table = put("A a4 a5 a6; B i4h i5h i6h i7h", "hypnotist bomb", flare="flare_02").play("flare-02 e5")
    assert table.prompt == "action"
    assert table.board == pieces("A a4 a5 a6 e5; B i4h i5h i6h i7h")


def test_a_flare_can_add_actions_after_the_last_action() -> None:
    board = f"A a4; {AHEAD[4]}"
    table = put(board, "hypnotist bomb", flare="flare_08", actions=1).play("place a5")
    assert (table.seat, table.codes) == (0, ["flare-08", "end"])
    table.play("flare-08")
    assert (table.seat, table.actions) == (0, 1)
    assert {"place", "discard"} <= table.offer


def test_a_turn_may_end_with_an_unused_flare() -> None:
    table = put(f"A a4; {AHEAD[4]}", "hypnotist bomb", flare="flare_08", actions=1).play("place a5 end")
    assert table.seat == 1
    assert table.points == [0, 0]


def test_a_late_flare_without_new_actions_ends_the_turn() -> None:
    table = put(f"A a4; {AHEAD[3]}", "hypnotist bomb", flare="flare_01", actions=1).play("place a5 flare-01 e5")
    assert table.seat == 1
    assert table.board == pieces(f"A a4 a5 e5; {AHEAD[3]}")


def test_a_flare_without_effect_is_still_discarded_and_paid_for() -> None:
    own = "a3 a4 a5 a6 a7 b3 b4 b5 b6 b7 c3 c4 c5 c6 c7 d3"
    table = put(f"A {own}; B i4h i5h i6h", "hypnotist bomb", flare="flare_01").play("flare-01")
    assert table.prompt == "action"
    assert table.points == [0, 1]
    assert not table.state.flares[0]


def test_a_flare_can_come_between_two_actions() -> None:
    table = put(f"A a4; {AHEAD[3]}", "hypnotist bomb", flare="flare_01").play("place a5 flare-01 e5")
    assert (table.seat, table.actions, table.prompt) == (0, 1, "action")
    assert not [code for code in table.codes if code.startswith("flare")]


def test_flares_give_no_points_in_the_high_form() -> None:
    table = put(f"A a4; {AHEAD[3]}", "hypnotist bomb", flare="flare_01", form="high").play("flare-01 e5")
    assert table.points == [0, 0]


def test_in_a_melee_a_flare_is_invoked_against_an_opponent_who_is_ahead() -> None:
    """Only opponents who are ahead can be chosen, and the chosen one scores in the player's color."""
    board = "A a4; B i4h i5h i6h; C c1h d1h e1h; D e9"
    table = put(board, "hypnotist bomb", flare="flare_01", form="melee", seats=4).play("flare-01")
    assert (table.prompt, table.codes) == ("compare", ["b", "c"])
    table.play("c e5")
    assert table.by_colour[2][0] == 1
    assert sum(map(sum, table.by_colour)) == 1


def test_in_a_melee_only_the_chosen_opponent_is_compared() -> None:
    """B is ahead in upgraded pieces, C in all pieces: the two halves need the same opponent."""
    board = "A a4; B i4h i5h i6h i7h; C c1 d1 e1 f1 g1"
    table = put(board, "hypnotist bomb", flare="flare_08", form="melee").play("flare-08")
    assert table.prompt == "action"  # C is ahead by four, not five
    assert table.actions == 3
    assert table.by_colour[1][0] == 1


def test_in_a_melee_the_converted_color_is_a_free_choice() -> None:
    board = "A a4; B i3 i4 i5 i6 i7 g9; C c1 d1"
    table = put(board, "hypnotist bomb", flare="flare_04", form="melee").play("flare-04 convert")
    assert table.offer == {"i3", "i4", "i5", "i6", "i7", "g9", "c1", "d1"}


def test_without_an_enemy_common_the_flare_only_places_a_piece() -> None:
    board = "A a4; B i3h i4h i5h i6h i7h g9h"
    table = put(board, "hypnotist bomb", flare="flare_04").play("flare-04 e5 e6")
    assert table.board == pieces("A a4 e5 e6; B i3h i4h i5h i6h i7h g9h")


def test_the_fifth_flare_does_not_move_the_common_it_upgraded() -> None:
    table = put(f"A a4 a6; {AHEAD[3]}", "hypnotist bomb", flare="flare_05").play("flare-05")
    assert (table.prompt, table.offer) == ("either", {"move", "raise"})


def test_the_leap_of_the_twelfth_flare_ends_on_an_empty_square() -> None:
    table = put(f"A a4 a5h; {AHEAD[3]}", "hypnotist bomb", flare="flare_12").play("flare-12")
    if table.prompt == "move-whom":
        table.play("a4")
    assert not {"i4", "i5", "a4", "a5"} & table.offer
    assert {"e5", "i3", "c1"} <= table.offer


def test_the_ninth_flare_gives_one_combat_move_and_one_standard_move() -> None:
    """After a step without a fight both kinds are possible; after a fight only a step."""
    table = put(f"A h4 a4; {MANY[5]}", "hypnotist bomb", flare="flare_09").play("flare-09 h4 i4")
    table.play("i4")
    assert not {"i3", "i5"} & table.offer
    assert {"h3", "h4", "h5"} <= table.offer


def test_the_fifth_flare_upgrades_a_common_that_could_only_make_combat_moves() -> None:
    """The single standard move is impossible, so nothing is asked."""
    board = "B b2 b3h b4h a4h"
    table = put(f"A a3; {board}", "hypnotist bomb", flare="flare_05").play("flare-05")
    assert table.prompt == "action"
    assert table.board == pieces(f"A a3h; {board}")
