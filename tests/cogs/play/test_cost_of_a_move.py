"""The number of reads and writes for a move, from the click to the panel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cogs.client.arena_bot import ArenaBot
from db.backend import Usage
from engine.core.game import AnyGame, MatchOptions
from engine.core.position import Position
from tests.support.cogs.play import CONFIRM, begin, can, draft, offered, open_panel, pick, quick, take_turn, to_move
from tests.support.world import World


def used(world: World) -> Usage:
    assert isinstance(world.bot, ArenaBot)
    return world.bot.store.usage


@pytest.mark.parametrize("clock", ["none", "3d"])
async def test_a_confirm_costs_two_writes_and_at_most_four_reads(world: World, clock: str) -> None:
    await begin(world, clock=clock)
    await take_turn(world["Ada"], quick)
    panel = await open_panel(world["Bartek"])
    costs = []
    while can(panel, CONFIRM) or offered(panel):
        if not can(panel, CONFIRM):
            panel = await pick(world["Bartek"], panel, quick(panel))
            continue
        before = used(world)
        panel = await world["Bartek"].click(CONFIRM, on=panel)
        after = used(world)
        costs.append((after.writes - before.writes, after.reads - before.reads))
    assert to_move(world) is world["Ada"], "the last confirm ends the turn and posts the board"
    assert [writes for writes, _ in costs] == [*[1] * (len(costs) - 1), 2], (
        "one for the log entry, one after the message was sent"
    )
    assert all(reads <= 4 for _, reads in costs), costs


async def test_a_step_of_the_draft_costs_one_write_and_one_read(world: World) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    before = used(world)
    await pick(world["Ada"], panel, offered(panel)[0])
    after = used(world)
    assert (after.writes - before.writes, after.reads - before.reads) == (1, 1)


async def test_the_position_just_committed_is_not_parsed_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    parsed = []
    read = Position.read

    def counted(game: AnyGame, options: MatchOptions, written: Mapping[str, Any]) -> Position:
        parsed.append(written)
        return read(game, options, written)

    monkeypatch.setattr(Position, "read", counted)
    await world["Ada"].click(CONFIRM, on=panel)
    assert not parsed
