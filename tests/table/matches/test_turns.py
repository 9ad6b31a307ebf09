"""The turns of a match: walking through the log equals replaying it, and reveals nothing hidden."""

from __future__ import annotations

import pytest

from engine.core.ask import seen_by
from engine.core.record import Entry, effective, from_rows, replay, written
from engine.registry import GAMES, game_for
from table.matches.turns import effective_moves, turns, undone, walk
from tests.support.table.logs import match_of, moves_of, recorded

WITH_UNDO = ("leaders-basic-captured", "monolith-two-points")
ANY = (*WITH_UNDO, "tashkalar-duel-goal", "knockdown-hidden-knock-out")
_PLAY = Entry(0, "play", ("x",))


@pytest.mark.parametrize("name", ANY)
def test_walking_through_the_log_equals_replaying_it(name: str) -> None:
    record = recorded(name)
    game, entries = game_for(record.game, record.rules_version), record.entries
    looked_at = {number for number in range(len(entries) + 1) if not number % 9}
    looked_at |= {number + more for number, one in enumerate(entries) if one.kind == "undo" for more in (0, 1, 2)}
    looked_at.add(len(entries))
    seen = 0
    for chapter, position in walk(match_of(record), moves_of(entries)):
        if chapter.number in looked_at:
            again = replay(game, record.options, record.seats, record.seed, entries[: chapter.number])
            assert written(position) == written(again), chapter
            seen += 1
    assert seen == len(looked_at)


def test_undos_can_be_undone() -> None:
    record = recorded("leaders-basic-agreed")
    played = record.entries[:6]
    log = (
        *played,
        Entry(0, "undo", undo_to=4),
        played[4],
        Entry(1, "undo", undo_to=7),
        Entry(0, "undo", undo_to=2),
        *played[2:4],
    )
    *_, (last, position) = walk(match_of(record), moves_of(log))
    again = replay(GAMES["leaders"], record.options, record.seats, record.seed, played[:4])
    assert last.number == len(log)
    assert written(position) == written(again)


@pytest.mark.parametrize(
    ("log", "gone"),
    [
        ((_PLAY, _PLAY), set()),
        ((_PLAY, _PLAY, Entry(0, "undo", undo_to=1)), {2}),
        ((_PLAY, _PLAY, Entry(0, "undo", undo_to=1), _PLAY, Entry(0, "undo", undo_to=0)), {1, 2, 4}),
        ((_PLAY, _PLAY, Entry(-1, "undo", undo_to=2), _PLAY), set()),
    ],
)
def test_undone_entries_are_marked(log: tuple[Entry, ...], gone: set[int]) -> None:
    moves = moves_of(log)
    assert undone(moves) == gone
    assert from_rows(effective_moves(moves)) == effective(log)


def test_entries_announced_together_are_one_turn() -> None:
    record = recorded("leaders-basic-agreed")
    entries = record.entries[:6]
    found = turns(match_of(record), moves_of(entries, quiet=(2, 3)), None)
    assert [[one.number for one in turn.chapters] for turn in found] == [[0], [1], [2, 3, 4], [5], [6]]
    assert [turn.number for turn in found] == [0, 1, 4, 5, 6]
    game = GAMES["leaders"]
    for turn in found[1:]:
        lines = [line for one in turn.chapters for line in one.lines(game)]
        assert [str(line) for line in turn.lines] == [str(line) for line in lines]


def test_entries_not_announced_yet_are_shown_if_there_is_something_to_show() -> None:
    record = recorded("leaders-basic-agreed")
    match = match_of(record)
    found = turns(match, moves_of(record.entries[:3], quiet=(3,)), None, since=1)
    assert [turn.number for turn in found] == [2, 3]
    blind = recorded("knockdown-hidden-knock-out")
    assert turns(match_of(blind), moves_of(blind.entries[:1], quiet=(1,)), None, since=0) == []


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("name", ["knockdown-hidden-knock-out", "tashkalar-high-goal"])
def test_a_turn_has_only_what_the_seat_could_see_then(name: str, seat: int | None) -> None:
    record = recorded(name)
    game = game_for(record.game, record.rules_version)
    entries = record.entries[:24]
    found = turns(match_of(record), moves_of(entries), seat)
    assert len(found) == 25
    for turn in found[::6]:
        then = replay(game, record.options, record.seats, record.seed, entries[: turn.number])
        assert turn.view == game.view(then.state, seat, then.asks)
        events = [event for one in turn.chapters for event in seen_by(one.events, seat)]
        assert [str(line) for line in turn.lines] == [str(line) for line in game.narrate(events)]
    others = turns(match_of(record), moves_of(entries), 1 if seat == 0 else 0)
    assert [turn.view for turn in found] != [turn.view for turn in others]
