"""Whole recorded matches (`tests/records`) are replayed to their ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from engine.core.ask import Event
from engine.core.game import Impossible
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, apply, check, effective
from engine.registry import GAMES, game_for, known_versions

FILES = sorted((Path(__file__).parents[1] / "records").glob("*.json"))
RECORDS = {file.stem: msgspec.json.decode(file.read_bytes(), type=Record) for file in FILES}


def story(record: Record) -> Iterator[Event]:
    """All events of a match, without undone ones."""
    game = game_for(record.game, record.rules_version)
    position = Position.new(game, record.options, record.seats, record.seed)
    for entry in effective(record.entries):
        yield from apply(position, entry)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_replayed_to_its_end(name: str) -> None:
    record = RECORDS[name]
    position = check(record, game_for(record.game, record.rules_version))
    assert position.outcome is not None
    assert not position.asks


@pytest.mark.parametrize("key", GAMES)
def test_every_rules_version_has_records(key: str) -> None:
    assert {one.rules_version for one in RECORDS.values() if one.game == key} == set(known_versions(key))


@pytest.mark.parametrize("key", GAMES)
def test_every_way_to_end_a_match_has_a_record(key: str) -> None:
    """In every mode, if the game has modes."""
    game = GAMES[key]
    modes = next((option.values for option in game.match_options if option.key == "mode"), (None,))
    ends = {(one.options.get("mode"), one.result.reason) for one in RECORDS.values() if one.game == key and one.result}
    assert ends >= {(mode, reason) for mode in modes for reason in game.reasons}


def test_records_contain_an_undo_a_reaction_and_hermit_with_cub() -> None:
    assert any(entry.kind == "undo" for record in RECORDS.values() for entry in record.entries)
    events = [event for record in RECORDS.values() if record.game == "leaders" for event in story(record)]
    assert any(event.args.get("way") == "react" for event in events)
    assert any(event.args.get("card") == "hermit_and_cub" for event in events if event.kind == "recruited")
    moved = {event.args["way"] for event in events if event.kind == "moved"}
    assert moved == {
        "step", "jump", "ride", "rally", "roam", "push", "swap", "hook", "drag", "nudge", "treat", "react",
    }  # fmt: skip


def test_records_of_monolith_arena_cover_every_end_of_every_kind() -> None:
    """Two players, with monoliths, tactical, three and four players."""
    kinds = [(2, False, False), (2, True, False), (2, False, True), (3, False, False), (4, False, False)]
    ends = {
        (one.seats, one.options["monoliths"], one.options["tactical"], one.result.reason)
        for one in RECORDS.values()
        if one.game == "monolith" and one.result
    }
    assert ends == {(*kind, reason) for kind in kinds for reason in GAMES["monolith"].reasons}


def test_records_of_monolith_arena_contain_every_order_and_more() -> None:
    events = [event for record in RECORDS.values() if record.game == "monolith" for event in story(record)]
    played = {str(event.args["token"]).partition(".")[2] for event in events if event.kind == "played"}
    assert played == {
        "order_battle", "order_battle_or_charge", "order_move", "order_push", "order_net", "order_fire_concoction",
        "order_entrenchment", "order_rotation", "order_false_order", "order_precise_shot",
    }  # fmt: skip
    assert {"unfolded", "folded", "transformed", "regenerated", "poisoned", "redrew", "freed"} <= {
        event.kind for event in events
    }
    assert {event.args["cause"] for event in events if event.kind == "battle-begins"} == {
        "order", "full", "last", "extra-last",
    }  # fmt: skip
    assert {"melee", "ranged", "assassin", "lightning", "charge"} == {
        event.args["way"] for event in events if event.kind == "hit"
    }


def test_a_record_of_each_rules_version_folds_a_tile_that_lived_by_its_banner() -> None:
    """By the first version it stays alive inside, by the second it dies."""
    died = {
        record.rules_version: any(_dies_by_folding(list(story(record))))
        for name, record in RECORDS.items()
        if name.startswith("monolith-folded")
    }
    assert died == {1: False, 2: True}


def _dies_by_folding(events: list[Event]) -> Iterator[bool]:
    for before, after in pairwise(events):
        yield before.args.get("cause") == "toughness" and after.kind == "folded"


def changed(**fields: object) -> Record:
    return msgspec.structs.replace(RECORDS["leaders-advanced-agreed"], **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": "another seed"},
        {"rules_version": 999},
        {"game": "chess"},
        {"result": Result((0, 1), "captured")},
        {"result": None},
        {"entries": (Entry(0, "dance"),)},
        {"entries": ()},
    ],
)
def test_a_wrong_record_is_detected(fields: dict[str, object]) -> None:
    with pytest.raises(Impossible):
        check(changed(**fields), GAMES["leaders"])
