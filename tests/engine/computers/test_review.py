"""A review judges every decision by what its seat knew, and finds a planted blunder."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.computers import review as reviewing
from engine.computers.judging import Decision
from engine.computers.review import Review, accuracies, accuracy, curves, moments, recorded_decisions
from engine.core.position import Position
from engine.core.record import Entry, Record
from engine.registry import GAMES, game_for
from tests.support.engine.toy import TOY

RECORDS = Path(__file__).parents[2] / "records"
SHORT = ("leaders-basic-resigned", "monolith-two-resigned", "tashkalar-melee-three-agreed", "knockdown-open-resigned")


def reviewed(start: Position, entries: list[Entry], budget: int = 0) -> Review:
    """The finished review."""
    work = reviewing.review(start, entries, budget)
    while True:
        try:
            done, of = next(work)
        except StopIteration as end:
            assert done == of
            found: Review = end.value
            return found


def recorded(name: str) -> tuple[Position, list[Entry]]:
    """The start and the log of a record."""
    record = msgspec.json.decode((RECORDS / f"{name}.json").read_bytes(), type=Record)
    game = game_for(record.game, record.rules_version)
    return Position.new(game, record.options, record.seats, record.seed), list(record.entries)


def played(position: Position, *codes: str) -> Entry:
    """The decision that begins with these codes and continues with the first option each time."""
    seat, rest = position.asks[0].seat, list(codes)
    done: list[str] = []
    while not done or not position.boundary:
        ask = position.ask_of(seat)
        assert ask is not None
        done.append(rest.pop(0) if rest else ask.options[0].code)
        position.pick(seat, done[-1])
    return Entry(seat, "play", tuple(done))


def test_a_planted_blunder_is_found_as_a_turning_point() -> None:
    """Gold could capture the Leader and walks away."""
    board = "S leader D1, S rider D3, S vizier E3; N leader D5, N archer A1, N wanderer G4"
    start = Position.read(GAMES["leaders"], {}, {"pieces": board, "turn": "S", "phase": "action"})
    going = start.fork()
    log = [played(going, "leader", "d2", "end"), played(going, "end"), Entry(0, "resign")]
    found = reviewed(start, log, 2_000)
    assert [one.number for one in found.decisions] == [1, 2] and found.winners == (1,)
    blunder = moments(found)[0]
    assert (blunder.seat, blunder.played, blunder.before) == (0, log[0].codes, 1.0) and blunder.loss > 0.3
    assert blunder.is_forced
    won = start.fork()
    for code in blunder.better:
        won.pick(0, code)
    assert won.outcome is not None and won.outcome.winners == (0,)
    gold, _ = accuracies(found)
    assert gold is not None and gold < 30
    first, after, *_, last = curves(found)[0]
    assert (first.chance, after.chance, last.chance) == (blunder.before, blunder.after, 0.0)


def test_a_game_without_its_own_evaluation_can_be_reviewed() -> None:
    """Either side could have won at once."""
    found = reviewed(Position.new(TOY, {"rounds": 1}, 2, "x"), [Entry(seat, "play", ("rest",)) for seat in (0, 1)])
    assert [(one.better, one.before) for one in found.decisions] == [(("crown",), 1.0)] * 2
    assert found.winners == (0,) and {one.seat for one in moments(found)} == {0, 1}


def test_the_best_decision_loses_nothing() -> None:
    board = "S leader D1, S rider D3, S vizier E3; N leader D5, N archer A1, N wanderer G4"
    start = Position.read(GAMES["leaders"], {}, {"pieces": board, "turn": "S", "phase": "action"})
    blunder = reviewed(start, [played(start.fork(), "end")], 2_000).decisions[0]
    assert reviewed(start, [Entry(0, "play", blunder.played)], 2_000).decisions == (blunder,)
    best = reviewed(start, [Entry(0, "play", blunder.better)], 2_000)
    assert (best.decisions[0].loss, best.winners, accuracies(best)) == (0, (0,), (100.0, None))
    assert not moments(best)


@pytest.mark.parametrize("name", SHORT)
def test_every_decision_that_was_not_undone_is_reviewed(name: str) -> None:
    start, entries = recorded(name)
    entries = entries[:6]
    found = reviewed(start, entries)
    made, _ = recorded_decisions(start, entries)
    assert [(one.number, one.seat, one.played) for one in found.decisions] == [
        (one.number, one.seat, one.codes) for one in made
    ]
    assert sum(len(one.played) for one in found.decisions) == sum(len(entry.codes) for entry in entries)
    assert len(found.sides) == start.seats and found.winners is None
    for one in found.decisions:
        assert 0 <= one.after <= one.before <= 1 and (one.loss == 0) == (one.better == one.played)


def test_undone_decisions_are_not_reviewed() -> None:
    start = Position.new(GAMES["leaders"], {}, 2, "x")
    here, there = start.fork(), start.fork()
    log = [played(here, "end"), Entry(0, "undo", undo_to=0), played(there, "leader")]
    assert [(one.number, one.codes) for one in recorded_decisions(start, log)[0]] == [(3, log[2].codes)]


def test_a_decision_logged_pick_by_pick_is_reviewed_as_one() -> None:
    start = Position.new(GAMES["leaders"], {}, 2, "x")
    whole = played(start.fork(), "leader")
    steps = [Entry(whole.seat, "play", (code,)) for code in whole.codes]
    (one,) = recorded_decisions(start, steps)[0]
    assert (one.codes, one.number) == (whole.codes, len(steps))


def test_accuracy_falls_with_the_chances_lost() -> None:
    assert accuracy([]) is None
    few = [accuracy([0.0]), accuracy([0.0, 0.0, 0.1]), accuracy([0.1]), accuracy([0.0, 1.0]), accuracy([1.0, 1.0])]
    assert few == sorted((one for one in few if one is not None), reverse=True)
    assert few[0] == 100.0 and few[-1] == 1.0


def test_in_a_match_of_many_small_decisions_each_loss_weighs_more() -> None:
    few, many = accuracy([0.02] * 10), accuracy([0.02] * 60)
    assert few is not None and many is not None and few > 90 and many < 70


def test_turning_points_are_the_worst_decisions_in_order() -> None:
    losses = (0.1, 0.04, 0.3, 0.2, 0.15)
    made = tuple(Decision(n, n % 2, ("a",), ("b",), 0.5, 0.5 - loss) for n, loss in enumerate(losses, 1))
    found = Review(((0,), (1,)), made, 5, (0,))
    assert [one.number for one in moments(found)] == [3, 4, 5]
    assert [one.number for one in moments(Review(found.sides, made[::-1], 5, ()))] == [3, 4, 5]
    assert [one.number for one in moments(Review(found.sides, made[:2], 2, ()))] == [1]
    assert [points[-1].chance for points in curves(found)] == [1.0, 0.0]


@pytest.mark.parametrize("name", SHORT)
def test_the_chances_of_all_sides_add_up_to_one(name: str) -> None:
    found = reviewed(*recorded(name))
    times = [[point.at for point in points] for points in curves(found)]
    assert times[0] and all(one == times[0] for one in times)
    for points in zip(*curves(found), strict=True):
        assert sum(point.chance for point in points) == pytest.approx(1.0)
        assert all(0 <= point.chance <= 1 for point in points)


def test_the_other_sides_share_the_rest_in_the_same_proportion() -> None:
    made = (Decision(1, 0, ("a",), ("a",), 0.4, 0.4), Decision(2, 1, ("a",), ("a",), 1.0, 1.0))
    more = Decision(3, 2, ("a",), ("b",), 0.5, 0.25)
    first, second, third = curves(Review(((0,), (1,), (2,)), (*made, more), 3, ()))
    assert [point.chance for point in first] == pytest.approx([0.4, 0.4, 0, 0, 0, 0, 1 / 3])
    assert [point.chance for point in second] == pytest.approx([0.3, 0.3, 1, 1, 0.5, 0.75, 1 / 3])
    assert [point.chance for point in third] == pytest.approx([0.3, 0.3, 0, 0, 0.5, 0.25, 1 / 3])
