"""The bot starts while something is wrong: temporary errors are logged in one line and retried."""

from __future__ import annotations

from pathlib import Path

import pytest

import db.__main__
from tests.sockets.people import happens
from tests.sockets.process import Bot
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYNC = "PUT /applications/{application}/commands"


def warnings(bot: Bot) -> list[str]:
    return [line.partition(" WARNING arena: ")[2] for line in bot.log.splitlines() if " WARNING " in line]


async def test_the_start_retries_while_discord_is_down(fresh: Scene) -> None:
    fresh.discord.faults.add("GET /users/@me", status=503)
    fresh.discord.gateway.refuse = 502
    fresh.bot.launch()
    assert await happens(lambda: len(warnings(fresh.bot)) == 2)
    fresh.discord.gateway.refuse = None
    await fresh.bot.connected(0)
    assert await fresh.bot.stop() == 0
    rest, gateway = warnings(fresh.bot)
    assert rest.startswith("Discord cannot be reached (503 ") and rest.endswith("; retrying in 1 s")
    assert gateway.startswith("Discord cannot be reached (502, ") and gateway.endswith("; retrying in 1 s")
    assert "Traceback" not in fresh.bot.log


async def test_changed_commands_are_registered_and_a_failure_does_not_stop_play(fresh: Scene) -> None:
    fresh.discord.faults.add("PUT .*/commands", status=503)
    await fresh.bot.start()
    assert await happens(lambda: "commands are registered" in fresh.bot.log)
    (line,) = warnings(fresh.bot)
    assert line.startswith("the commands are not registered with Discord (503 ")
    assert fresh.discord.requests[SYNC] == 2
    assert fresh.discord.world.commands
    for arguments, requests in (((), 2), (("--sync",), 3)):
        assert await fresh.bot.stop() == 0
        await fresh.bot.start(*arguments)
        assert fresh.discord.requests[SYNC] == requests


@pytest.mark.parametrize(
    ("code", "line"),
    [(4004, "DISCORD_TOKEN"), (4014, "intents"), *((code, "update Arena Post") for code in (4010, 4011, 4012, 4013))],
)
async def test_permanent_errors_exit_78_with_one_line(fresh: Scene, code: int, line: str) -> None:
    fresh.discord.gateway.close_with = code
    fresh.bot.launch()
    assert await fresh.bot.ended() == 78
    assert line in fresh.bot.log.splitlines()[-1]
    assert "Traceback" not in fresh.bot.log


async def test_an_unknown_token_ends_the_start_with_one_sentence(fresh: Scene) -> None:
    fresh.bot.launch(token=f"{'A' * 24}.{'B' * 6}.{'C' * 30}")
    assert await fresh.bot.ended() == 78
    assert "developer portal" in fresh.bot.log.splitlines()[-1]
    assert "Traceback" not in fresh.bot.log


async def test_a_second_process_on_the_same_database_is_refused(scene: Scene, tmp_path: Path) -> None:
    database = scene.bot.database
    second = Bot(scene.bot.launcher, scene.discord, database, name="second")
    for arguments in ((), ("--local", "--port", "0")):
        second.log_file.unlink(missing_ok=True)
        second.launch(*arguments)
        assert await second.ended() == 1
        assert second.log.splitlines() == [
            f"The database {database} is in use by another Arena Post: stop that one first, or choose another database."
        ]
    assert db.__main__.main(["--db", str(database), "check"]) == 0
    assert db.__main__.main(["--db", str(database), "backup", str(tmp_path / "copy")]) == 0
    await scene.bot.kill()
    await second.start()
    assert await second.stop() == 0
