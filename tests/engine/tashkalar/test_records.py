"""The recorded matches of Tash-Kalar cover its rules; `tests/engine/test_records.py` replays them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.core.ask import Event
from engine.core.position import Position
from engine.core.record import Record, apply, effective
from engine.registry import game_for
from engine.tashkalar.data.content import CARDS
from engine.tashkalar.game import GAME

FILES = sorted((Path(__file__).parents[2] / "records").glob("tashkalar-*.json"))
RECORDS = [msgspec.json.decode(file.read_bytes(), type=Record) for file in FILES]
FORMS = [(2, "duel"), (2, "high"), (3, "melee"), (4, "melee"), (4, "duel"), (4, "high")]


def form(record: Record) -> str:
    wanted = str(record.options["form"])
    return wanted if wanted != "auto" else "duel" if record.seats == 2 else "melee"


def story(record: Record) -> Iterator[Event]:
    """All events of a match, without undone ones."""
    game = game_for("tashkalar", record.rules_version)
    position = Position.new(game, record.options, record.seats, record.seed)
    for entry in effective(record.entries):
        yield from apply(position, entry)


def test_records_cover_every_end_of_every_mode() -> None:
    """Nobody can resign from a melee."""
    ends = {(one.seats, form(one), one.result.reason) for one in RECORDS if one.result}
    assert ends == {
        (seats, name, reason)
        for seats, name in FORMS
        for reason in GAME.reasons
        if (name, reason) != ("melee", "resigned")
    }


def test_records_contain_every_being_and_more() -> None:
    events = [event for record in RECORDS for event in story(record)]
    assert {event.args["card"] for event in events if event.kind == "summoned"} == {card.id for card in CARDS}
    assert {event.kind for event in events} >= {
        "buried", "claimed", "converted", "destroyed", "discarded", "flare", "gained", "improvised", "lowered", "moved",
        "passed", "picked-up", "placed", "raised", "returned", "scored", "summoned",
    }  # fmt: skip
    assert any(entry.kind == "undo" for record in RECORDS for entry in record.entries)
