"""Computer moves: a due row requests a decision, which is then entered like a person's move.

The commit that asks the computer writes the row, and the commit of its answer deletes it. So after a crash the computer
thinks again, comes to the same decision, and plays it once.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from db.rows import Due, Match, NewMessage
from db.tables.shards import Shards
from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.record import Entry
from table.computers.computers import is_computer, level_of
from table.computers.think_task import THINK_KIND, Think, ThinkPayload, ThinkTask, task_for, think_due
from table.log_context import set_log_fields
from table.matches.draft import drafted
from table.matches.live import Live
from table.matches.moves import Moves
from table.outbox import edits
from table.queues import retry_if_changed

log = logging.getLogger("arena")

HOLD_SECONDS = 15
"""Seconds after which a move that waits for the computer's answer is posted without it."""
CHECK_SECONDS = 15
"""Seconds between checks of a running decision: the process that computed it may have died."""
FALLBACK_LEVEL = 1


class RunningDecision(NamedTuple):
    """A decision that is being computed."""

    task: ThinkTask
    running: asyncio.Task[None]
    patient_until: int
    """The time at which a move that waits for the decision is posted without it."""


class Thinking:
    """Computes decisions in the background and enters them."""

    def __init__(self, moves: Moves, think: Think) -> None:
        self._moves, self._store, self._think = moves, moves.store, think
        self._running_decisions: dict[int, RunningDecision] = {}
        """Running decisions, by match."""
        self._callbacks: dict[int, list[Callable[[Live], object]]] = {}
        """Callbacks for the moment when a match no longer waits for computers, by match."""
        moves.on_committed.append(self.notify)

    async def start(self, shards: Shards) -> None:
        """After a start: compute decisions again that an earlier run has left unfinished."""
        await self._store.due.make_due_now(THINK_KIND, shards)

    def stop(self) -> None:
        """Stop permanently; unfinished decisions are computed after the next start."""
        for one in self._running_decisions.values():
            one.running.cancel()

    @property
    def busy(self) -> int:
        """The number of matches that wait for a computer of this process."""
        return len(self._running_decisions)

    def on_answered(self, match: int, callback: Callable[[Live], object]) -> None:
        """Call `callback` with the match once it no longer waits for computers."""
        self._callbacks.setdefault(match, []).append(callback)

    def notify(self, live: Live) -> None:
        """Call the waiting callbacks with the match, unless it still waits for computers."""
        if live.waits_for_computers:
            return
        for callback in self._callbacks.pop(live.match.id, ()):
            callback(live)

    async def due(self, due: Due) -> None:
        """Handle the due row: start a decision, or check a running one."""
        match, seats = await self._store.matches.get(due.of_match), await self._store.matches.seats(due.of_match)
        seat = next((one for one in match.to_move if is_computer(seats[one].person)), None)
        if match.status != "live" or seat is None:
            await self._store.due.finish(due)
            return
        computer = seats[seat].person
        assert computer is not None
        now = self._moves.now
        one = await self._thinking_about(match, seat, level_of(computer))
        if one is not None:
            payload = msgspec.json.decode(due.payload, type=ThinkPayload)
            if now < one.patient_until:  # another process has just started and made the row due
                await self._store.due.put_off(due, min(one.patient_until, now + CHECK_SECONDS))
            elif payload.held:
                await self._post_alone(due, match)
            else:
                await self._store.due.put_off(due, now + CHECK_SECONDS)
            return
        await self._store.due.put_off(due, now + CHECK_SECONDS)
        task = task_for(match, seat, level_of(computer))
        running = asyncio.get_running_loop().create_task(self._decide(task, computer))
        if match.id in self._running_decisions:
            self._running_decisions[match.id].running.cancel()
        self._running_decisions[match.id] = RunningDecision(task, running, now + HOLD_SECONDS)

    async def _thinking_about(self, match: Match, seat: int, level: int) -> RunningDecision | None:
        """The running decision, if it is for this question. Other seats' simultaneous answers do not change the
        question.
        """
        one = self._running_decisions.get(match.id)
        if one is None or (one.task.seat, one.task.level) != (seat, level):
            return None
        return one if await self._moves.same_question(match, seat, one.task.version) else None

    async def _post_alone(self, due: Due, match: Match) -> None:
        """Post the board that waits for the computer's answer, without a ping."""
        board = json.dumps({"version": match.version, "call": [], "since": await self._moves.posted(match.id)})
        then = [think_due(self._moves.now + CHECK_SECONDS, held=False)]
        outbox = [NewMessage(kind="turn", payload=board)]
        if await self._store.due.finish(due, outbox=outbox, then=then, outdates=edits.ALL_KINDS):
            self._moves.announce([match.channel], then)

    async def _decide(self, task: ThinkTask, computer: int) -> None:
        set_log_fields(match=task.match)
        try:
            await self._enter(task, computer, await self._codes(task))
        except Exception:
            # The row becomes due again, and the computer thinks again.
            log.exception("match %s: the decision of seat %s could not be entered", task.match, task.seat)
        finally:
            one = self._running_decisions.get(task.match)
            if one is not None and one.task is task:
                del self._running_decisions[task.match]

    async def _codes(self, task: ThinkTask) -> Sequence[str] | None:
        """The computer's decision; falls back to the weakest level, then to None."""
        for level in dict.fromkeys((task.level, FALLBACK_LEVEL)):
            try:
                return await self._think(replace(task, level=level))
            except Exception:
                log.exception("match %s, version %s: level %s finds no decision", task.match, task.version, level)
        return None

    @retry_if_changed
    async def _enter(self, task: ThinkTask, computer: int, codes: Sequence[str] | None) -> None:
        """Play the decision, unless the match has changed or the seat has another player now."""
        async with self._moves.queue(task.match):
            match = await self._store.matches.get(task.match)
            if match.status != "live":
                return
            live = await self._moves.live(task.match)
            same = await self._moves.same_question(live.match, task.seat, task.version)
            if not same or live.person_at(task.seat) != computer or live.position.ask_of(task.seat) is None:
                log.info("match %s has changed: the decision of seat %s is dropped", task.match, task.seat)
                return
            played = _whole(live.position, task.seat, codes, task)
            await self._moves.commit_entry(live, Entry(task.seat, "play", played), None)


def _whole(position: Position, seat: int, codes: Sequence[str] | None, task: ThinkTask) -> tuple[str, ...]:
    """The codes if they are a complete decision, else a random one."""
    if codes is not None:
        try:
            if drafted(position, seat, codes).complete:
                return tuple(codes)
        except Refused as error:
            log.error("match %s, version %s: a computer decides what it may not: %s", task.match, task.version, error)
    chance = random.Random(task.seed)
    now = drafted(position, seat, ())
    while not now.complete:
        assert now.ask is not None
        now = drafted(position, seat, (*now.codes, chance.choice(now.ask.options).code))
    return now.codes
