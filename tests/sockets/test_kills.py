"""The bot is killed at random moments while two people play: no answered action is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sockets.kills import play_and_kill
from tests.sockets.process import Launcher

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_killing_the_bot_loses_nothing(launcher: Launcher, tmp_path: Path) -> None:
    """For many more kills: python -m tests.sockets --kills 1000 --forget-nonces."""
    played = await play_and_kill(launcher, tmp_path, kills=4, seed=11, longest=2.5)
    assert played.report.faults == []
    assert played.violations == []
    assert played.errors == []
    assert played.report.answered > 10 and played.report.boards > 1
