"""The leases of this process. A process that is alone on its database needs none."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from db.errors import LeaseLost
from db.rows import Commit, Committed, Message
from db.store import Store
from db.tables.commits import Take
from db.tables.leases import Lease, Owner, channel_lease
from db.tables.match_rows import Since
from table.process_name import has_ended

log = logging.getLogger("arena")

LEASE_SECONDS = 15
"""Lifetime of a lease. Work of a process that died is taken over after this time."""
LEASE_MARGIN_SECONDS = 1
"""Seconds by which a process assumes its leases to end early, because clocks are compared over a network."""
RENEWALS_PER_LEASE = 3
LEASE_IDLE_SECONDS = 20
"""Seconds for which an unused lease is kept, so that fast play needs no new one."""
LEASE_RETRY_SECONDS = 0.5
"""Seconds between attempts to take a lease that another process holds."""

_needed: ContextVar[Callable[[], None] | None] = ContextVar("lease", default=None)


def need_lease() -> None:
    """Call right before a request; raises LeaseLost if another process has taken over the work."""
    check = _needed.get()
    if check is not None:
        check()


@contextmanager
def without_lease() -> Iterator[None]:
    """Context manager: tasks created in the block need no lease for their requests."""
    token = _needed.set(None)
    try:
        yield
    finally:
        _needed.reset(token)


def awake_or_asleep() -> float:
    """A clock that is never set and keeps running while the process is stopped or the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class _LeaseState:
    """A lease that was taken or renewed recently."""

    def __init__(self) -> None:
        self.ends = 0.0
        self.uses = 0
        self.used = float("-inf")
        """The time of the last use."""

    def idle(self, now: float) -> bool:
        """Whether it can be released: it is unused and has been for `LEASE_IDLE_SECONDS` seconds."""
        return not self.uses and now - self.used >= LEASE_IDLE_SECONDS


class Leases:
    """Takes leases, renews the used ones, and releases the others a little later."""

    def __init__(
        self,
        store: Store,
        owner: Owner | None = None,
        *,
        monotonic: Callable[[], float] = awake_or_asleep,
        lost: Callable[[Collection[str]], object] = lambda names: None,
    ) -> None:
        """Without an `owner` the process is alone and leases are free. `lost` is called with permanent leases that were
        lost.
        """
        self._store, self.owner, self._monotonic, self._lost = store, owner, monotonic, lost
        self._leases: dict[str, _LeaseState] = {}
        self._permanent: set[str] = set()
        """Leases held for the process's lifetime."""
        self._changing = asyncio.Lock()
        self._releasing: frozenset[str] = frozenset()
        self._renewing: asyncio.Task[None] | None = None
        self._ended: set[str] = set()
        """Ended processes whose leases were expired."""

    def lease(self, name: str) -> Lease | None:
        """The lease for writes that need it; None if the process is alone."""
        return None if self.owner is None else Lease(name, self.owner)

    # Taking

    async def take(self, name: str) -> bool:
        """Take or renew the lease. Returns False if another process has it."""
        if self.owner is None:
            return True
        await self._wait_for_release(name)
        began = self._monotonic()
        return self._record(name, began, await self._store.leases.take(name, self.owner)) is not None

    async def wait_for(self, name: str) -> None:
        """Take the lease as soon as no other process has it."""
        while True:
            if await self.take(name):
                return
            await asyncio.sleep(LEASE_RETRY_SECONDS)

    async def take_all(self, names: Collection[str]) -> list[str]:
        """Take all leases for the process's lifetime, or none. Returns the names held by other processes."""
        if self.owner is None:
            return []
        began = self._monotonic()
        try:
            others = await self._store.leases.take_all(sorted(names), self.owner)
        except LeaseLost as error:
            return [error.name]
        if not others:
            self._permanent.update(names)
            for name in names:
                self._record(name, began, "")
        return others

    async def take_channel(self, channel: int, limit: int, *, retry: bool) -> tuple[str, list[Message]] | None:
        """Take the lease of a channel and read its unsent messages. Returns None if another process has it.

        The returned name is that of a process that had the lease before without releasing it: it may have sent some of
        them.
        """
        if self.owner is None:
            return "", await self._store.outbox.pending(limit, channel, retry=retry)
        name = channel_lease(channel)
        if self.holds(name, for_another=self.owner.seconds / 2):
            return "", await self._store.outbox.pending(limit, channel, retry=retry)
        await self._wait_for_release(name)
        began = self._monotonic()
        found = await self._store.leases.take_channel(channel, self.owner, limit, retry=retry)
        self._record(name, began, None if found is None else found[0])
        return found

    async def commit(self, new: Commit, channel: int, limit: int, stops_since: Since) -> Committed:
        """Store the commit; with it, take the lease of the match's channel and read its unsent messages."""
        name = channel_lease(channel)
        if self.owner is None or self.holds(name, for_another=self.owner.seconds / 2):
            return await self._store.matches.commit(new, Take(None, limit, stops_since))
        with self.using(name):
            await self._wait_for_release(name)
            began = self._monotonic()
            done = await self._store.matches.commit(new, Take(self.owner, limit, stops_since))
            self._record(name, began, None if done.taken is None else done.taken.former)
        return done

    def _record(self, name: str, began: float, former: str | None) -> str | None:
        assert self.owner is not None
        state = self._leases.setdefault(name, _LeaseState())
        state.ends = 0.0 if former is None else began + self.owner.seconds - LEASE_MARGIN_SECONDS
        return former

    async def _wait_for_release(self, name: str) -> None:
        """Wait while the lease is being released."""
        if name in self._releasing:
            async with self._changing:
                pass

    # Holding

    def holds(self, name: str, *, for_another: float = 0.0) -> bool:
        """Whether the lease is certainly ours for at least `for_another` seconds."""
        if self.owner is None:
            return True
        state = self._leases.get(name)
        return state is not None and self._monotonic() + for_another < state.ends

    def need(self, name: str) -> None:
        """Raise LeaseLost unless the lease is certainly ours at this moment."""
        if not self.holds(name):
            raise LeaseLost(name)

    @contextmanager
    def using(self, name: str) -> Iterator[None]:
        """Context manager: renew the lease during the block, and check it before every request (`need_lease`)."""
        if self.owner is None:
            yield
            return
        state = self._leases.setdefault(name, _LeaseState())
        state.uses += 1
        token = _needed.set(lambda: self.need(name))
        try:
            yield
        finally:
            _needed.reset(token)
            state.uses -= 1
            state.used = self._monotonic()

    # Renewing

    def start(self) -> None:
        """Start renewing leases in the background."""
        if self.owner is not None and self._renewing is None:
            self._renewing = asyncio.get_running_loop().create_task(self._renew_forever())

    async def _renew_forever(self) -> None:
        assert self.owner is not None
        while True:
            await asyncio.sleep(self.owner.seconds / RENEWALS_PER_LEASE)
            try:
                await self.renew()
                await self.expire_dead_processes()
                await self._store.measure_clock()
            except Exception as error:
                log.warning("leases are not renewed: %s", error)

    async def renew(self) -> None:
        """Renew used and permanent leases, and release the rest."""
        if self.owner is None:
            return
        async with self._changing:
            now = self._monotonic()
            idle = [name for name, state in self._leases.items() if state.idle(now) and name not in self._permanent]
            self._releasing = frozenset(idle)
            for name in idle:
                del self._leases[name]
            names = sorted({*self._leases, *self._permanent})
            began = self._monotonic()
            try:
                lost = await self._store.leases.renew_and_release(names, idle, self.owner)
            finally:
                self._releasing = frozenset()
        for name in names:
            if name in self._leases:
                self._leases[name].ends = 0.0 if name in lost else began + self.owner.seconds - LEASE_MARGIN_SECONDS
        if gone := lost & self._permanent:
            self._lost(sorted(gone))

    async def release(self, name: str) -> None:
        """Release one lease at once."""
        self._leases.pop(name, None)
        if self.owner is not None:
            await self._store.leases.renew_and_release([], [name], self.owner)

    async def expire_dead_processes(self) -> None:
        """Expire the leases of killed processes of this machine, so that nobody waits for them."""
        for name in await self._store.leases.owners():
            if name not in self._ended and has_ended(name):
                self._ended.add(name)
                await self._store.leases.end(name)

    async def stop(self) -> None:
        """Release all leases except those in use, whose work may be unfinished."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        self._permanent.clear()
        for state in self._leases.values():
            state.used = float("-inf")
        try:
            await self.renew()
        except Exception as error:
            log.info("leases are not released: %s", error)
