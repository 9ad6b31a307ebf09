"""The bot is stopped by a signal: people are answered, waiting messages are sent, and the time is recorded."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cogs.client import shutdown
from cogs.client.arena_bot import ArenaBot
from cogs.ui.voice import voice
from tests.sockets.people import happens
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANSWER, POST = r"POST /interactions/\d+/.*/callback", r"POST /channels/\d+/messages"


def rows(scene: Scene, sql: str) -> list[Any]:
    """Rows of the database, read without changing it, because the bot is not running."""
    with closing(sqlite3.connect(f"{scene.bot.database.as_uri()}?immutable=1", uri=True)) as conn:
        return conn.execute(sql).fetchall()


def left_beside(scene: Scene) -> set[str]:
    name = scene.bot.database.name
    return {file.name.removeprefix(name) for file in scene.bot.database.parent.glob(f"{name}-*")}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_is_clean_and_recorded_to_the_second(scene: Scene, number: signal.Signals) -> None:
    logged = len(scene.bot.log)
    before = int(time.time())
    scene.bot.signal(number)
    assert await scene.bot.ended() == 0
    after = int(time.time())
    assert scene.discord.gateway.closed[-1] == 1000
    assert left_beside(scene) == set()
    log = scene.bot.log[logged:]
    assert "INFO arena: stopping; a second signal ends the bot at once" in log
    assert "Traceback" not in log and " WARNING " not in log and " ERROR " not in log
    ((noted,),) = rows(scene, "SELECT at FROM alive")
    assert before <= noted <= after
    await asyncio.sleep(max(0.0, noted + 1 - time.time()))  # so that there is a whole second to give back
    await scene.bot.start()
    assert await scene.bot.stop() == 0
    outages = rows(scene, "SELECT starts, ends FROM outages WHERE ends > starts ORDER BY starts")
    assert outages[-1][1] <= int(time.time())
    assert [starts for starts, ends in outages if starts <= noted < ends] == [noted]


async def test_a_stop_answers_waiting_people_and_sends_waiting_messages(scene: Scene) -> None:
    table = await scene.table()
    await table.begin()
    person, panel = await table.at_confirm()
    posted = len(table.boards())
    acknowledging = scene.discord.faults.add(ANSWER, times=2, seconds=0.3)
    scene.discord.faults.add(POST, seconds=0.5)
    looking = asyncio.create_task(person.slash("board", table.place))
    answer = asyncio.create_task(person.click("press:confirm:", panel))
    assert await happens(lambda: acknowledging.hits == 2)
    assert await scene.bot.stop() == 0
    assert (await answer).text and (await looking).text
    assert len(table.boards()) == posted + 1
    assert rows(scene, "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND failed IS NULL") == [(0,)]
    assert "Traceback" not in scene.bot.log


async def test_a_stop_tells_people_waiting_for_a_film_to_ask_again(scene: Scene) -> None:
    table = await scene.table("film")
    await table.begin()
    assert await table.turn()
    film = asyncio.create_task(scene.ada.slash("match film", table.place))
    assert await happens(lambda: bool(scene.bot.children()))
    (drawing,) = scene.bot.children()
    os.kill(drawing, signal.SIGSTOP)  # a film that never ends
    assert await scene.bot.stop() == 0
    assert (await film).text == "I'm restarting. What you have confirmed is saved; please ask again in a minute."
    assert "Traceback" not in scene.bot.log
    with pytest.raises(ProcessLookupError):
        os.kill(drawing, 0)


async def test_that_message_replaces_the_films_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    reply, whisper = mock.AsyncMock(), mock.AsyncMock()
    monkeypatch.setattr(shutdown, "reply", reply)
    monkeypatch.setattr(shutdown, "whisper", whisper)
    monkeypatch.setattr(shutdown, "voice_for", mock.AsyncMock(return_value=voice("en")))
    film, click = mock.Mock(extras={"progress": True}), mock.Mock(extras={})
    await shutdown.wait_for_notifications(shutdown.notify_users([film, click]))
    ((shown, layout),), ((spoken, _),) = [[call.args for call in one.await_args_list] for one in (reply, whisper)]
    assert shown is film and "I'm restarting" in str(layout.to_components())
    assert spoken is click


async def test_a_second_signal_ends_the_bot_at_once_and_loses_nothing(scene: Scene) -> None:
    table = await scene.table("second")
    await table.begin()
    person, panel = await table.at_confirm()
    with scene.discord.faults.while_(POST, seconds=2) as fault:
        answer = asyncio.create_task(person.click("press:confirm:", panel))
        assert await happens(lambda: fault.hits > 0)
        scene.bot.signal(signal.SIGTERM)
        await scene.discord.gateway.until(lambda: not scene.discord.gateway.links)
        scene.bot.signal(signal.SIGTERM)
        assert await scene.bot.ended() == 128 + signal.SIGTERM
    answer.cancel()
    await asyncio.gather(answer, return_exceptions=True)
    await scene.bot.start()
    assert (await table.posted("press:play:")).text
    assert await table.turn()


async def test_a_running_event_is_finished_before_the_database_is_closed(tmp_path: Path) -> None:
    bot = ArenaBot(tmp_path / "arena.sqlite3")
    await bot.prepare()

    async def on_ready() -> None:
        await asyncio.sleep(0.05)
        await bot.table.tidying.bot_present([1])
        await bot.table.run_due()

    event = asyncio.create_task(on_ready(), name="discord.py: on_ready")
    await asyncio.sleep(0)
    await bot.wind_down()
    await bot.close()
    await event


async def test_a_delayed_event_after_the_end_causes_no_error(tmp_path: Path) -> None:
    bot = ArenaBot(tmp_path / "arena.sqlite3")
    await bot._async_setup_hook()
    await bot.prepare()
    received: list[str] = []

    async def on_late() -> None:
        received.append("late")

    bot.add_listener(on_late)
    bot.dispatch("late")
    await asyncio.sleep(0)
    assert received == ["late"]
    await bot.close()
    bot.dispatch("late")
    await asyncio.sleep(0)
    assert received == ["late"]
