"""A whole match with selects and buttons only."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import msgspec
import pytest

from engine.core.record import Record, check
from engine.registry import GAMES
from tests.cogs.table import PLAY, can, faults, hunted_down, begin
from tests.world import World


async def test_two_people_play_a_match_to_its_end_by_clicking(world: World, database: Path) -> None:
    start = await begin(world)
    print(start.text, start.alt)
    n = await hunted_down(world)
    print(n)
    end = world.newest()
    print(end.text, end.buttons)
    print(world.pinged())
    r = await world["Celina"].slash("match export")
    print(r.result, r._message.attachments)
