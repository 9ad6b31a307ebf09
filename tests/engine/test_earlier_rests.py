"""Positions within a battle or a combo, stored by a version with fewer rests, continue as before."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from db.__main__ import replay
from db.rows import Match, Move
from engine.core.dice import seed_hash
from engine.core.record import is_written, written
from engine.registry import GAMES
from table.matches.repair import examine
from tests.support.engine.earlier_rests import Stored, digest_of, stored_positions

STORED = stored_positions()


def as_match(stored: Stored, position: dict[str, Any], moves: int) -> Match:
    """The row of the match with this position."""
    over = position["outcome"] is not None
    return Match(
        id=1, guild=1, channel=1, parent=None, game=stored.game, options=json.dumps(stored.options),
        seats=stored.seats, seed=stored.seed, seed_hash=seed_hash(stored.seed),
        rules_version=GAMES[stored.game].rules_version, status="over" if over else "live", version=moves,
        position=json.dumps(position), to_move=() if over else tuple(ask.seat for ask in stored.replayed().asks),
        language="en", palette="classic", result="", creator=1, created_at=0, updated_at=0, ended_at=None,
    )  # fmt: skip


def as_moves(stored: Stored) -> list[Move]:
    """The rows of the match's log."""
    return [
        Move(match=1, seq=number, seat=seat, kind="play", codes=json.dumps([code]), note="{}", at=0)
        for number, (seat, code) in enumerate(stored.log, 1)
    ]


def test_the_stored_positions_include_battles_and_combos() -> None:
    prompts = {stored.read().asks[0].prompt for stored in STORED}
    assert prompts >= {"monolith.assassin", "monolith.regeneration", "knockdown.combo", "knockdown.react"}
    assert any(
        len(stored.read().picks) < len(stored.position["picks"]) for stored in STORED if stored.game == "monolith"
    )
    assert any(
        len(stored.read().picks) < len(stored.position["picks"]) for stored in STORED if stored.game == "knockdown"
    )


@pytest.mark.parametrize("stored", STORED, ids=str)
def test_a_stored_position_asks_and_continues_as_before(stored: Stored) -> None:
    assert digest_of(stored.read(), stored.after) == stored.digest
    assert digest_of(stored.replayed(), stored.after) == stored.digest


@pytest.mark.parametrize("stored", STORED, ids=str)
def test_a_stored_position_written_again_asks_and_continues_as_before(stored: Stored) -> None:
    again = msgspec.structs.replace(stored, position=json.loads(written(stored.read())))
    assert digest_of(again.read(), stored.after) == stored.digest
    assert written(again.read()) == written(stored.replayed())


@pytest.mark.parametrize("stored", STORED, ids=str)
def test_a_stored_position_equals_its_replayed_log(stored: Stored) -> None:
    match = as_match(stored, stored.position, len(stored.log))
    assert examine(match, as_moves(stored)).same
    assert replay(match, as_moves(stored)) == match.position


@pytest.mark.parametrize("stored", STORED, ids=str)
def test_a_match_resigned_there_equals_its_replayed_log(stored: Stored) -> None:
    position, seat = stored.replayed(), stored.replayed().asks[0].seat
    position.resign(seat)
    outcome = msgspec.to_builtins(position.outcome)
    resignation = Move(match=1, seq=len(stored.log) + 1, seat=seat, kind="resign", codes="[]", note="{}", at=0)
    match = as_match(stored, stored.resigned(outcome), len(stored.log) + 1)
    if "battle" in position.write() or "combo" in position.write():
        assert examine(match, [*as_moves(stored), resignation]).same
    wrong = {**outcome, "winners": [seat]}
    match = as_match(stored, stored.resigned(wrong), len(stored.log) + 1)
    assert not examine(match, [*as_moves(stored), resignation]).same


@pytest.mark.parametrize("stored", STORED[:1] + STORED[-1:], ids=str)
def test_a_different_position_does_not_equal_the_log(stored: Stored) -> None:
    position = stored.replayed()
    ask = position.asks[0]
    position.pick(ask.seat, ask.options[0].code)
    assert not is_written(position, json.dumps(stored.position))
    assert not is_written(stored.replayed(), json.dumps({**stored.position, "number": 77}))
    assert not is_written(stored.replayed(), json.dumps({**stored.position, "picks": ["nonsense"]}))
    assert not is_written(stored.replayed(), "[]")
