"""Several processes on one PostgreSQL, over real sockets: one takes over from another, and everything is done once."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import psycopg
import pytest

from tests.sockets.kills import until_sent
from tests.sockets.observer import observe, reading
from tests.sockets.people import happens
from tests.sockets.process import Bot, Launcher
from tests.sockets.processes import Crowd, Trouble, play_and_disturb
from tests.sockets.scene import Scene
from tests.sockets.world import World
from tests.support.postgres.database import new_postgres, server_or_skip

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_killing_one_of_two_processes_loses_nothing(launcher: Launcher, tmp_path: Path) -> None:
    """For many more kills: python -m tests.sockets --postgres --processes 2 --kills 500 --freezes 20 --restarts 20."""
    server = server_or_skip()
    address = new_postgres(server)
    played = await play_and_disturb(
        launcher, tmp_path, server, address, processes=2, trouble=Trouble(kills=2), seed=3, longest=1.5
    )
    assert played.report.faults == []
    assert played.violations == []
    assert played.errors == []
    assert played.report.answered > 4 and played.report.boards > 1


async def test_a_process_takes_over_a_frozen_ones_shard_which_ends_when_it_wakes(
    launcher: Launcher, tmp_path: Path
) -> None:
    """Both are given the same shard. The second one's clock is a minute ahead, but only the database's clock counts."""
    address = new_postgres(server_or_skip())
    async with Crowd.open(launcher, tmp_path, address, 1, lease=2, world=World()) as crowd:
        await crowd.start()
        gateway, (first,) = crowd.discord.gateway, crowd.bots
        second = Bot(
            launcher, crowd.discord, tmp_path / "unused.sqlite3", name="second", address=address, lease=2, ahead=60
        )
        crowd.bots.append(second)
        second.launch("--shards", "0/1")
        table = await crowd.scene.table(guild=crowd.guilds[0])
        await table.begin(clock="1d")
        assert await happens(lambda: "another process has shard:0/1: this one waits until it ends" in second.log)
        assert gateway.identified == 1
        first.signal(signal.SIGSTOP)
        assert await happens(lambda: gateway.identified == 2, seconds=20), second.log
        await table.insist(1)
        first.signal(signal.SIGCONT)
        assert await first.ended() == 1 and "Another process has taken over from this one (shards 0/1)." in first.log
        await table.insist(1)
        await until_sent(second)
        assert second.log.count("another process has") == 1 and "INFO arena: back after an outage" in second.log
        with reading(address) as query:
            ((latest, left),) = query("SELECT max(at), count(*) FROM moves")
            assert left >= 2 and abs(latest - time.time()) < 30
        assert observe(crowd.discord.world, address).faults == [] == crowd.discord.world.violations


async def test_two_processes_with_wrong_clocks_use_the_databases_clock(launcher: Launcher, tmp_path: Path) -> None:
    """One clock is a minute ahead, one a minute behind. The first one's match runs out of time in half a minute, not
    now.
    """
    address, lease, ahead = new_postgres(server_or_skip()), 4, (60, -60)
    began = int(time.time())
    async with Crowd.open(
        launcher, tmp_path, address, 2, lease=lease, ahead=ahead, identify=1.3, world=World()
    ) as crowd:
        crowd.discord.gateway.spacing = 1.0
        await crowd.start()
        assert crowd.discord.world.violations == [], "the shards have identified one after the other"
        for guild in crowd.guilds:
            await (await crowd.scene.table(guild=guild)).begin(clock="1d")
        with psycopg.connect(address, autocommit=True) as database, reading(address) as query:
            late, early = query("SELECT id, timing FROM matches ORDER BY (guild >> 22) %% 2")
            for (match, timing), left in ((late, 30), (early, 1)):
                changed, ends = json.loads(timing), int(time.time()) + left
                changed["left"] = [ends - changed["since"]] * 2
                database.execute("UPDATE matches SET timing = %s WHERE id = %s", (json.dumps(changed), match))
                database.execute("UPDATE due SET at = %s WHERE match = %s AND kind = 'flag'", (ends, match))
            out_of_time = "SELECT match FROM outbox WHERE kind = 'flag' AND sent_at IS NOT NULL"
            assert await happens(lambda: bool(query(out_of_time)), seconds=20)
            assert query(out_of_time) == [(early[0],)]
            now = int(time.time())
            leases = query("SELECT until FROM leases WHERE name LIKE 'channel:%%' OR name LIKE 'shard:%%'")
            assert leases and all(began < until <= now + lease for (until,) in leases)
            written = "SELECT sent_at FROM outbox UNION SELECT created_at FROM outbox UNION SELECT at FROM alive"
            assert all(began <= at <= now for (at,) in query(written))
        assert observe(crowd.discord.world, address).faults == [] == crowd.discord.world.violations


async def test_one_process_can_run_all_recommended_shards(launcher: Launcher, tmp_path: Path) -> None:
    async with Scene.open(launcher, tmp_path) as scene:
        scene.discord.gateway.shards = 2
        await scene.bot.start("--shards", "auto")
        (session,) = scene.discord.gateway.sessions.values()
        assert session.shard == (0, 2)
        assert await scene.bot.stop() == 0
