"""The recorded matches of Knockdown cover its rules and ends."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.core.ask import Event
from engine.core.position import Position
from engine.core.record import Record, apply, effective
from engine.knockdown.effects import HELPS_ONESELF
from engine.knockdown.game import GAME
from engine.registry import game_for
from tests.records.knockdown import answered

FILES = sorted((Path(__file__).parents[2] / "records").glob("knockdown-*.json"))
RECORDS = [msgspec.json.decode(file.read_bytes(), type=Record) for file in FILES]


def story(record: Record) -> list[Event]:
    game = game_for(GAME.key, record.rules_version)
    position = Position.new(game, record.options, record.seats, record.seed)
    return [event for entry in effective(record.entries) for event in apply(position, entry)]


def test_records_cover_open_and_hidden_hands_and_every_end() -> None:
    ends = {(record.options["hands"], record.result.reason) for record in RECORDS if record.result}
    assert ends == {(hands, reason) for hands in ("open", "hidden") for reason in GAME.reasons}


def test_records_contain_blocks_reactions_and_tests() -> None:
    events = [event for record in RECORDS for event in story(record)]
    kinds = {event.kind for event in events}
    assert {"blocked", "cancelled", "candle", "revealed", "token", "moved", "healed", "discarded", "drank"} <= kinds
    assert {event.args["passed"] for event in events if event.kind == "tested"} == {True, False}
    assert {event.args["how"] for event in events if event.kind == "round-won"} == {"knock-out", "cards", "stalled"}
    assert {event.args["reaction"] for event in events if event.kind == "attacked"} == {True, False}
    assert {event.args["by"] for event in events if event.kind == "hurt"} >= {"strike", "ability", "menhir"}
    assert {event.args["fighter"] for event in events if event.kind == "attacked"} == {
        "mistling", "adder_daughter", "brother_alembic", "barrow_warden",
    }  # fmt: skip
    assert any(entry.kind == "undo" for record in RECORDS for entry in record.entries)


def test_only_the_first_rules_version_answers_attacks_that_help_their_player() -> None:
    """A record of each version shows it (knockdown.target)."""
    for version in (1, 2):
        found = set().union(*(answered(record) for record in RECORDS if record.rules_version == version))
        assert found
        assert bool(found & HELPS_ONESELF) == (version == 1)
