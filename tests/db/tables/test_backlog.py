"""Counts of waiting rows, and how long the oldest has waited."""

import asyncio
import threading

from msgspec.structs import replace

from db import NewDue, NewMessage, Store
from db.tables.backlog import Backlog
from tests.support.db.sample_matches import Clock, live, opened, step

MANY = 9
"""More than the number of connections of an engine."""
NOTHING = Backlog(messages=0, oldest_message=0, due=0, oldest_due=0, open=0, live=0)


async def test_the_backlog_counts_waiting_rows_and_not_future_ones(store: Store, clock: Clock) -> None:
    assert await store.backlog.count() == NOTHING
    now = int(clock.now)
    await opened(store, 11)
    match = await live(store)
    late = [NewMessage(kind="call", person=1, not_before=now + 30), NewMessage(kind="turn")]
    due = [NewDue(kind="flag", at=now + 60), NewDue(kind="remind", at=now + 20)]
    sent = (await store.matches.commit(replace(step(match), outbox=late, due=due))).outbox
    assert await store.backlog.count() == replace(NOTHING, messages=1, open=1, live=1)
    clock.now += 40
    assert await store.backlog.count() == Backlog(messages=2, oldest_message=40, due=1, oldest_due=20, open=1, live=1)
    await store.outbox.mark_sent(sent[1], 500)
    assert await store.backlog.count() == Backlog(messages=1, oldest_message=10, due=1, oldest_due=20, open=1, live=1)
    await store.outbox.mark_retry(sent[0].id, now + 4000, "503")
    assert (await store.backlog.count()).oldest_message == 40, "it counts as waiting since it was stored"
    await store.outbox.mark_failed(sent[0], "gone")
    assert (await store.backlog.count()).messages == 0


async def test_waiting_for_a_connection_is_counted(store: Store) -> None:
    before, gate = store.usage, threading.Event()
    tasks = [asyncio.create_task(store._write(lambda _: gate.wait(20))) for _ in range(MANY)]
    while store.usage.writes < before.writes + len(tasks):  # noqa: ASYNC110 -- nothing tells of it
        await asyncio.sleep(0)
    assert store.usage.waiting >= 1
    gate.set()
    assert all(await asyncio.gather(*tasks))
    assert store.usage.waiting == 0
    assert store.usage.waited > before.waited
