"""A match over real sockets: opened, joined, played by clicks, within every limit of Discord."""

from __future__ import annotations

import pytest

from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_match_is_opened_and_a_move_is_played(scene: Scene) -> None:
    table = await scene.table()
    board = await table.begin()
    assert "board.png" in {one["filename"] for one in board.message.attachments}
    first = table.to_move()
    assert await table.turn()
    assert table.to_move() is not first
