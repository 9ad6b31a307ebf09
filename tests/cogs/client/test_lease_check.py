"""A request is not sent if its lease was lost, even if that is noticed at the last moment."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from cogs.client.arena_bot import lease_check
from db.errors import LeaseLost
from db.store import Store
from db.tables.leases import Owner
from table.outbox.leases import Leases, without_lease
from tests.support.db.new import new_database
from tests.support.table.opened import Clock


async def test_a_request_without_its_lease_is_stopped_right_before_it_leaves(tmp_path: Path) -> None:
    arrived: list[str] = []
    clock = Clock()

    async def take(request: web.Request) -> web.Response:
        arrived.append(await request.text())
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    async with (
        await Store.open(new_database(tmp_path / "a.sqlite3"), clock=clock) as store,
        aiohttp.ClientSession(trace_configs=[lease_check()]) as session,
    ):
        leases = Leases(store, Owner("one", 15), monotonic=clock)
        assert await leases.take("channel:1")
        with leases.using("channel:1"):
            await session.post(address, data="in time")
            clock.now += 14.5
            with pytest.raises(LeaseLost):
                await session.post(address, data="too late")
            with without_lease():
                await session.post(address, data="something else")
        await session.post(address, data="outside")
    await runner.cleanup()
    assert arrived == ["in time", "something else", "outside"]
