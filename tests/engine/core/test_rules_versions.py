"""A changed rule applies to matches of its version; older matches keep the rules they began with."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from engine.core.ask import Event, Script
from engine.core.dice import seed_hash
from engine.core.game import AnyGame, Impossible
from engine.core.playout import choices
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, check, replay, written
from tests.support.engine import toy
from tests.support.engine.toy import TOY

SEED = "versions"
NEXT: AnyGame = replace(TOY, rules_version=TOY.rules_version + 1)


@pytest.fixture
def _changed_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a rest give ten points from the next version on."""

    def rest(s: toy.State, seat: int) -> Script[None]:
        if s.rules >= NEXT.rules_version:
            s.score[seat] += 10
        yield Event("rested", {})

    monkeypatch.setitem(toy.WAYS, "rest", rest)


def random_match(number: int) -> Record:
    """A whole random match of the first version; the first decision of a turn is a rest if possible."""
    position, draw = Position.new(TOY, {}, 2, f"{SEED}{number}"), choices(f"{SEED}{number}").__next__
    entries = []
    while position.asks:
        ask = position.asks[0]
        codes = [option.code for option in ask.options]
        code = "rest" if "rest" in codes and draw() % 2 else codes[draw() % len(codes)]
        entries.append(Entry(ask.seat, codes=(code,)))
        position.pick(ask.seat, code)
    assert position.outcome is not None
    result = Result(position.outcome.winners, position.outcome.reason)
    seed = position.dice.seed
    return Record("toy", dict(position.options), 2, TOY.rules_version, seed_hash(seed), seed, tuple(entries), result)


def end_of(game: AnyGame, record: Record) -> str:
    return written(replay(game, record.options, record.seats, record.seed, record.entries))


RECORDS = [random_match(number) for number in range(20)]
ENDS = [end_of(TOY, record) for record in RECORDS]


@pytest.mark.usefixtures("_changed_rule")
def test_a_record_of_the_previous_version_replays_by_its_rules() -> None:
    assert [written(check(record, TOY)) for record in RECORDS] == ENDS


@pytest.mark.usefixtures("_changed_rule")
def test_the_same_moves_end_differently_by_the_changed_rule() -> None:
    rests = [any(entry.codes == ("rest",) for entry in record.entries) for record in RECORDS]
    assert sum(rests) > 5
    for record, end, rested in zip(RECORDS, ENDS, rests, strict=True):
        assert (_scores(end_of(NEXT, record)) != _scores(end)) == rested


def _scores(end: str) -> list[int]:
    scores: list[int] = json.loads(end)["score"]
    return scores


@pytest.mark.usefixtures("_changed_rule")
def test_a_record_is_checked_only_by_its_own_version() -> None:
    with pytest.raises(Impossible, match=f"rules version {TOY.rules_version}"):
        check(RECORDS[0], NEXT)


@pytest.mark.usefixtures("_changed_rule")
@pytest.mark.parametrize(("game", "points"), [(TOY, 0), (NEXT, 10)])
def test_a_position_keeps_its_rules_when_it_is_forked_marked_or_read_again(game: AnyGame, points: int) -> None:
    position = Position.new(game, {}, 2, SEED)
    others = (position.fork(), position.at_mark(position.mark()), Position.read(game, {}, position.write()))
    for one in (position, *others):
        one.pick(0, "rest")
        assert one.state.rules == game.rules_version
        assert one.state.score == [points, 0]
