"""Computers at the tables of several processes: each decision is played and narrated once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from db import Store
from db.rows import Match
from db.tables.shards import ALL_SHARDS
from table.computers.think_task import THINK_KIND, task_for
from table.computers.thinking import CHECK_SECONDS, HOLD_SECONDS
from table.matches.match_terms import Terms
from table.outbox.leases import LEASE_SECONDS
from tests.support.table.opened import ADA, HERE, Clock, interaction
from tests.support.table.processes import Process, Wire, later, process
from tests.support.table.thinkers import Slow, at_random, settle

Two = tuple[Process, Process]


@pytest.fixture
def minds() -> tuple[Slow, Slow]:
    """The computer player of each process."""
    return Slow(), Slow()


@pytest.fixture
async def processes(
    stores: tuple[Store, Store], clock: Clock, wire: Wire, minds: tuple[Slow, Slow]
) -> AsyncIterator[Two]:
    first, second = (
        process(name, store, clock, wire, think=mind)
        for name, store, mind in zip(("one", "two"), stores, minds, strict=True)
    )
    yield first, second
    for one in (first, second):
        one.table.thinking.stop()
        await one.end()


async def thinking(one: Process, mind: Slow) -> Match:
    """Ada has moved at the first process, whose computer thinks about the answer."""
    table = one.table
    mind.go.set()
    opening = await table.seating.prepare("leaders", ADA, (), Terms(computers=1, level=1), HERE, can_thread=False)
    match = (await table.seating.open(opening, HERE, "en", interaction())).id
    await settle(table)
    await table.deliver(match)
    mind.go.clear()
    mind.tasks.clear()
    live = await table.moves.live(match)
    assert [live.person_at(seat) for seat in live.match.to_move] == [ADA]
    codes = await at_random(task_for(live.match, live.match.to_move[0], 1))
    await table.moves.type(match, ADA, codes, interaction(), confirm=True)
    await table.run_due()
    await asyncio.sleep(0)
    assert len(mind.tasks) == 1
    return await table.store.matches.get(match)


async def played_once(before: Match, boards: int, wire: Wire, *processes: Process) -> None:
    """Check that the computer's answer is in the log and in one message once, and that Ada is asked again."""
    store = processes[0].table.store
    async with asyncio.timeout(60):  # a busy machine takes its time
        while True:
            for one in processes:
                await settle(one.table)
            if (await store.matches.get(before.id)).version > before.version and not await _is_thought_about(
                store, before.id
            ):
                break
            await asyncio.sleep(0.01)
    for one in processes:
        await one.table.deliver(before.id)
    match, log = await store.matches.get(before.id), await store.matches.moves(before.id)
    assert [move.seq for move in log] == list(range(1, match.version + 1)) and match.version > before.version
    seats = [seat.person for seat in await store.matches.seats(before.id)]
    assert ADA not in {seats[move.seat or 0] for move in log[before.version :]}
    assert [seats[seat] for seat in match.to_move] == [ADA]
    assert THINK_KIND not in [due.kind for due in await store.due.of_match(before.id)]
    assert boards_sent(wire) == boards + 1 and len({message.id for message, _ in wire.sent}) == len(wire.sent)


async def _is_thought_about(store: Store, match: int) -> bool:
    """Whether a computer still has to decide."""
    return THINK_KIND in [due.kind for due in await store.due.of_match(match)]


def boards_sent(wire: Wire) -> int:
    return sum(message.kind == "turn" for message, _ in wire.sent)


async def test_another_process_starting_does_not_trigger_this_ones_timeout(
    processes: Two, minds: tuple[Slow, Slow], wire: Wire
) -> None:
    match = await thinking(processes[0], minds[0])
    boards = boards_sent(wire)
    await processes[1].table.thinking.start(ALL_SHARDS)
    await processes[0].table.run_due()
    await processes[0].table.deliver(match.id)
    assert boards_sent(wire) == boards, "the move still waits for its answer"
    assert [due.kind for due in await processes[0].table.store.due.of_match(match.id)] == [THINK_KIND]
    assert await processes[0].table.store.due.overdue() == []
    minds[0].go.set()
    await played_once(match, boards, wire, *processes)


async def test_two_processes_thinking_about_one_question_answer_it_once(
    processes: Two, minds: tuple[Slow, Slow], clock: Clock, wire: Wire
) -> None:
    match = await thinking(processes[0], minds[0])
    boards = boards_sent(wire)
    async with processes[0].table.alarm._running:  # otherwise a slow test would reach the real time-out
        await processes[1].table.thinking.start(ALL_SHARDS)
        await processes[1].table.run_due()
        await asyncio.sleep(0)
    assert minds[0].tasks == minds[1].tasks, "both think about the same"
    for mind in minds:
        mind.go.set()
    await played_once(match, boards, wire, *processes)


@pytest.mark.parametrize("patience", [HOLD_SECONDS, 600])
async def test_a_killed_processs_decision_is_made_by_another(
    processes: Two, minds: tuple[Slow, Slow], clock: Clock, wire: Wire, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.computers.thinking.HOLD_SECONDS", patience)
    one, two = processes
    match = await thinking(one, minds[0])
    boards = boards_sent(wire)
    await one.end()
    later(clock, two, seconds=CHECK_SECONDS + LEASE_SECONDS)
    minds[1].go.set()
    await played_once(match, boards, wire, two)
    assert minds[1].tasks[0] == minds[0].tasks[0]


async def test_a_frozen_process_drops_decisions_made_by_another(
    processes: Two, minds: tuple[Slow, Slow], clock: Clock, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "arena")
    one, two = processes
    match = await thinking(one, minds[0])
    boards = boards_sent(wire)
    async with one.table.alarm._running:  # otherwise a slow test would reach the real time-out
        later(clock, *processes, seconds=CHECK_SECONDS + LEASE_SECONDS)
        minds[1].go.set()
        await played_once(match, boards, wire, two)
    minds[0].go.set()
    await played_once(match, boards, wire, two, one)
    assert "has changed: the decision of seat 1 is dropped" in caplog.text
