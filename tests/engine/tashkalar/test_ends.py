"""Ends of matches: what starts the end, the final round, the winner, and extra turns by the Time Elemental."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ask import Refused
from engine.core.game import Outcome
from engine.core.position import Position
from engine.registry import game_for
from engine.tashkalar.data.content import HUE_NAME
from engine.tashkalar.game import GAME
from tests.support.each import each
from tests.support.engine.tashkalar.table import Table, cards, put

ELEMENTAL = "A d6h f6h e7h d8 f8"
ROOM = "c1 d1 e1 f1 g1 c2 d2 e2 f2 g2 c3 d3 e3 f3 g3 c4 d4 e4 f4 g4"


def turn(table: Table) -> Table:
    """Play the turn of the seat that is asked, by placing pieces on free squares."""
    seat, number = table.state.turn, table.state.number
    while table.position.asks and table.state.number == number:
        assert table.state.turn == seat
        if table.prompt == "action":
            table.play("place" if "place" in table.offer else "end")
        elif table.prompt == "place-on":
            table.play(next(square for square in ROOM.split() if square in table.offer))
        else:
            table.play(next(code for code in table.codes if code in ("none", "done", "b", "c", "d")))
    return table


def order(table: Table, most: int = 12) -> list[int]:
    """The seats of the remaining turns."""
    found: list[int] = []
    while table.position.asks and len(found) < most:
        found.append(table.state.turn)
        turn(table)
    return found


def last_action(board: str = "", hand: str = "hypnotist bomb herald", **fields: Any) -> Table:
    return put(board, hand, actions=1, **fields)


def test_eighteen_points_start_the_final_round() -> None:
    """Everybody has one more turn; the player who started the end is last."""
    table = last_action(scores={"A": {"points": 17}}, destroyed={"B": [2, 0, 0]}).play("place a5")
    assert table.points == [18, 0]
    assert table.state.closing == 2
    assert order(table) == [1, 0]
    outcome = table.position.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "goal", (18, 0))


def test_seventeen_points_do_not_start_the_final_round() -> None:
    table = last_action(scores={"A": {"points": 16}}, destroyed={"B": [2, 0, 0]}).play("place a5")
    assert table.state.closing == -1
    assert len(order(table, 4)) == 4


def test_a_flares_point_can_start_the_end() -> None:
    """It happens in the turn of the player with the flare, who also has the last turn."""
    table = put("A a4; B i4h i5h i6h", "hypnotist bomb herald", flare="flare_01", scores={"B": {"points": 17}})
    table.play("flare-01 e5 place a5 place a6")
    assert table.points == [0, 18]
    assert order(table) == [1, 0]
    assert table.position.outcome is not None
    assert table.position.outcome.winners == (1,)


def test_drawing_the_last_card_starts_the_end() -> None:
    table = last_action(hand="hypnotist bomb", piles={"A": cards("herald")}, scores={"B": {"points": 3}}).play(
        "place a5"
    )
    assert table.state.closing == 2
    assert order(table) == [1, 0]
    outcome = table.position.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "deck")


def test_one_card_left_does_not_start_the_end() -> None:
    table = last_action(hand="hypnotist bomb", piles={"A": cards("herald knight")}).play("place a5")
    assert table.state.closing == -1


def test_drawing_an_extra_card_can_start_the_end() -> None:
    table = last_action(hand="hypnotist bomb herald", piles={"A": cards("knight")}, more_cards=1).play("place a5")
    assert table.state.closing == 2
    assert "imperial.knight" in table.hand(0)


def test_the_end_is_not_started_twice() -> None:
    """Two turns are left; eighteen points in the first of them change nothing."""
    table = last_action(scores={"A": {"points": 17}}, destroyed={"B": [2, 0, 0]}, closing=2).play("place a5")
    assert table.state.closing == 1
    assert order(table) == [1]


@each(
    ("board", "scores", "begun"),
    [
        ("A e5l", {"A": {"points": 8, "tasks": ["side_chain"]}}, True),
        ("A e5l", {"A": {"points": 7}}, False),
        ("A e5l d5l c5l; B i5l", {"A": {"points": 6}}, True),
        ("B e5l i5l", {"B": {"points": 7}}, True),
        ("B e5l i5h", {"B": {"points": 7}}, False),
        ("", {"A": {"points": 9}}, True),
    ],
)
def test_nine_points_including_legends_start_the_end_of_the_high_form(
    board: str, scores: dict[str, Any], begun: bool
) -> None:
    """It is checked at the end of any turn, for either side."""
    table = last_action(board, form="high", scores=scores).play("place a5")
    assert (table.state.closing == 2) == begun


def test_legends_lost_later_do_not_count_but_the_end_stays() -> None:
    """The Assassin removes the ninth point."""
    table = put(
        "A e3 d4 c5; B e5l", "assassin bomb hypnotist", form="high", actions=1, closing=2,
        scores={"A": {"points": 8}, "B": {"points": 8}},
    ).play("assassin f6")  # fmt: skip
    assert table.state.closing == 1
    assert order(table) == [1]
    outcome = table.position.outcome
    assert outcome is not None
    assert outcome.scores == (8, 8)


@each(
    ("board", "points", "winners", "reason"),
    [
        ("", (5, 4), (0,), "goal"),
        ("", (4, 5), (1,), "goal"),
        ("A i5h; B i6", (5, 5), (0,), "tie-break"),
        ("A i5; B i6l", (5, 5), (1,), "tie-break"),
        ("A i5; B i6", (5, 5), (0,), "tie-break"),
        ("A i5h; B i6l h6 h7", (5, 5), (1,), "tie-break"),
        ("A i5h; B i6l h6", (5, 5), (), "tied"),
    ],
)
def test_ties_are_broken_by_upgraded_pieces_and_then_by_all(
    board: str, points: tuple[int, int], winners: tuple[int, ...], reason: str
) -> None:
    """In the last turn A places one more piece."""
    scores = {letter: {"points": score} for letter, score in zip("AB", points, strict=True)}
    table = last_action(board, closing=1, cause="goal", scores=scores).play("place a5")
    outcome = table.position.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, reason)


# Melee


def melee(by_colour: dict[str, dict[str, int]], seats: int = 3, **fields: Any) -> Table:
    scores = {letter: {"by_colour": points} for letter, points in by_colour.items()}
    return last_action(form="melee", seats=seats, scores=scores, **fields)


@each(
    ("seats", "points", "begun"),
    [
        (3, {"B": 12}, True),
        (3, {"B": 11, "C": 11}, False),
        (4, {"C": 10}, True),
        (4, {"B": 9, "C": 9, "D": 9}, False),
    ],
)
def test_points_in_one_color_start_the_end_of_a_melee(seats: int, points: dict[str, int], begun: bool) -> None:
    table = melee({"A": points}, seats).play("place a5")
    assert (table.state.closing == seats) == begun
    if begun:
        assert order(table) == [*range(1, seats), 0]


@pytest.mark.parametrize(
    ("scores", "winners", "reason"),
    [
        ({"A": {"B": 12, "C": 1}, "B": {"A": 3, "C": 3}, "C": {"A": 9, "B": 2}}, (1,), "goal"),
        ({"A": {"B": 3, "C": 6}, "B": {"A": 3, "C": 7}, "C": {"A": 9, "B": 2}}, (1,), "goal"),
        ({"A": {"B": 3, "C": 6}, "B": {"A": 6, "C": 3}, "C": {"A": 9, "B": 2}}, (0,), "tie-break"),
    ],
)
def test_a_melee_is_decided_by_the_lowest_color_and_then_the_next(
    scores: dict[str, dict[str, int]], winners: tuple[int, ...], reason: str
) -> None:
    """The third case is decided by the piece that A places last."""
    table = melee(scores, closing=1, cause="goal").play("place a5")
    outcome = table.position.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, reason)
    assert outcome.scores == tuple(min(points.values()) for points in scores.values())


def test_in_a_melee_of_four_the_third_color_can_decide() -> None:
    scores = {
        "A": {"B": 2, "C": 4, "D": 5},
        "B": {"A": 6, "C": 2, "D": 4},
        "C": {"A": 2, "B": 3, "D": 9},
        "D": {"A": 1, "B": 9, "C": 9},
    }
    table = melee(scores, 4, closing=1, cause="goal").play("place a5")
    assert table.position.outcome is not None
    assert table.position.outcome.winners == (1,)


LEVEL = {"A": {"B": 3, "C": 3}, "B": {"A": 3, "C": 3}, "C": {"A": 1, "B": 1}}


def test_players_tied_on_every_count_share_a_melee() -> None:
    """They share first place, and the third player has lost; nobody is called the winner."""
    table = melee(LEVEL, closing=1, cause="goal", board="B i5").play("place a5")
    assert table.position.outcome == Outcome((0, 1), "tied", (3, 3, 1))
    texts = [str(line) for line in GAME.narrate(table.events)]
    hues = [HUE_NAME[hue] for hue in table.events_of("over")[0]["hues"]]
    assert texts[-1] == f"Undecided between {hues[0]}, {hues[1]}: tied on every count."
    assert str(GAME.describe(GAME.view(table.state, None, ()))[0]) == texts[-1]


def test_in_rules_version_1_a_tied_melee_was_a_victory_by_tiebreak() -> None:
    """The narration still describes it correctly."""
    written = melee(LEVEL, closing=1, cause="goal", board="B i5").position.write()
    table = Table(Position.read(game_for("tashkalar", 1), {"form": "melee"}, written))
    table.play("place a5")
    assert table.position.outcome == Outcome((0, 1), "tie-break", (3, 3, 1))
    assert "Undecided between" in str(GAME.narrate(table.events)[-1])


def test_a_tie_of_all_players_is_a_draw() -> None:
    scores = {"A": {"B": 3, "C": 3}, "B": {"A": 3, "C": 3}, "C": {"A": 3, "B": 3}}
    table = melee(scores, closing=1, cause="goal", board="B i5; C i6").play("place a5")
    assert table.position.outcome is not None
    assert (table.position.outcome.winners, table.position.outcome.reason) == ((), "tied")


def test_nobody_can_resign_from_a_melee() -> None:
    table = melee({})
    with pytest.raises(Refused) as caught:
        table.position.resign(1)
    assert caught.value.rule == "tashkalar.concession"
    assert table.position.outcome is None
    table.position.agree_draw()
    assert table.position.outcome is not None


@each(("seats", "seat", "winners"), [(2, 1, (0,)), (2, 0, (1,)), (4, 0, (1, 3)), (4, 3, (0, 2))])
def test_a_side_may_resign(seats: int, seat: int, winners: tuple[int, ...]) -> None:
    for form in ("duel", "high"):
        table = last_action(form=form, seats=seats)
        table.position.resign(seat)
        assert table.position.outcome is not None
        assert (table.position.outcome.winners, table.position.outcome.reason) == (winners, "resigned")


# Time Elemental


def test_the_time_elemental_gives_another_turn_of_two_actions() -> None:
    """It comes after the turn was scored and cards were drawn."""
    table = put(f"{ELEMENTAL}; B e5h", "legends.time_elemental hypnotist").play("time-elemental e5 place a5")
    assert (table.state.turn, table.actions, table.state.extra) == (0, 2, True)
    assert table.points == [2, 0]
    assert len(table.hand(0)) == 6
    assert table.destroyed == ""
    assert order(table, 3) == [0, 1, 0]


def test_the_time_elemental_can_give_another_turn_after_the_last_turn() -> None:
    table = put(ELEMENTAL, "legends.time_elemental hypnotist", actions=1, closing=1, cause="goal")
    table.play("time-elemental e5")
    assert table.position.outcome is None
    assert order(table) == [0]
    assert table.position.outcome is not None


def test_another_turn_comes_before_the_final_round() -> None:
    """The turn with the Elemental starts the end: then come the extra turn, B's turn and A's turn."""
    table = put(ELEMENTAL, "legends.time_elemental hypnotist", actions=1, scores={"A": {"points": 17}})
    table.play("time-elemental e5")
    assert table.points == [18, 0]
    assert order(table) == [0, 1, 0]


def test_another_turn_in_the_final_round_takes_no_turn_from_others() -> None:
    table = put(ELEMENTAL, "legends.time_elemental hypnotist", actions=1, closing=2, cause="goal")
    table.play("time-elemental e5")
    assert order(table) == [0, 1]


def test_another_turn_can_start_the_end() -> None:
    table = put(
        "", "hypnotist bomb herald", actions=1, extra=True, scores={"A": {"points": 17}}, destroyed={"B": [0, 1, 0]}
    ).play("place a5")
    assert table.state.closing == 2
    assert order(table) == [1, 0]


def test_another_turn_earned_twice_is_still_one_turn() -> None:
    """A second Elemental in the same turn adds nothing."""
    table = put(ELEMENTAL, "legends.time_elemental hypnotist", actions=1, again=True).play("time-elemental e5")
    assert order(table, 3) == [0, 1, 0]
