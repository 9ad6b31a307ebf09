"""SimCord's busiest functions, with the same results for less work, and its copies made faster."""

from __future__ import annotations

import asyncio
import datetime
import marshal
import weakref
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from simcord import _clock, _dpy_internals, _runtime, actors, components, gateway, results
from simcord._runtime import _BOT_SCOPE
from simcord.backend import serializers
from simcord.http import router
from simcord.http.routes import interactions

_real_monotonic = _dpy_internals._REAL_MONOTONIC
_validate = components.validate_components


def _copied(data: Any) -> Any:
    """A copy of plain data, made by msgspec, which is fastest.

    SimCord's numeric enumerations become the numbers that Discord itself would send.
    """
    return msgspec.to_builtins(data, builtin_types=(bytes,))


CONSTANT: dict[int, Any] = {}
"""Requests, or parts of them, that never change, by identity."""


def _logged(data: Any) -> Any:
    """A copy for the log of requests; constants are not copied."""
    if isinstance(data, list):
        return [part if CONSTANT.get(id(part)) is part else _copied(part) for part in data]
    return _copied(data)


def walk_components(components: Any) -> Iterator[dict[str, Any]]:
    """The components that SimCord's own `walk_components` yields, in the same order, without nested generators."""
    found: list[dict[str, Any]] = []
    _collect((components,) if isinstance(components, dict) else components, found)
    return iter(found)


def _collect(roots: Iterable[Any], found: list[dict[str, Any]]) -> None:
    for component in roots:
        if isinstance(component, dict):
            found.append(component)
            children = component.get("components")
            if isinstance(children, list):
                _collect(children, found)
            for key in ("accessory", "component"):
                if key in component and isinstance(component[key], dict):
                    _collect((component[key],), found)


def validate_components(components: Any, *, flags: int = 0) -> list[dict[str, Any]]:
    """SimCord's validation of this layout, cached: it validates messages several times, and tests send equal ones."""
    try:
        written = marshal.dumps(components, _WITHOUT_REFERENCES)
    except ValueError:
        return _validate(components, flags=flags)
    normalized: list[dict[str, Any]] = marshal.loads(_normalized(written, int(flags)))
    return normalized


_WITHOUT_REFERENCES = 2
"""The marshal version that writes equal data as equal bytes."""


@lru_cache(maxsize=500)
def _normalized(written: bytes, flags: int) -> bytes:
    return marshal.dumps(_validate(marshal.loads(written), flags=flags))


class Routes:
    """SimCord's routes for its `dispatch`, which tries all routes of a method: only those as long as the path."""

    def __init__(self) -> None:
        self._parts = 0
        self._by_length: dict[tuple[str, int], list[tuple[list[str], Any]]] = {}

    def check_faults(self, backend: Any, method: str, path: str) -> None:
        """Check the faults and remember the path; `dispatch` calls this right before it looks for the path."""
        _check_faults(backend, method, path)
        self._parts = path.strip("/").count("/") + 1

    def get(self, method: str, default: Sequence[Any]) -> Sequence[Any]:
        key = method, self._parts
        if key not in self._by_length:
            self._by_length[key] = [route for route in _ROUTES.get(method, default) if len(route[0]) == self._parts]
        return self._by_length[key]


_check_faults, _ROUTES = router._check_faults, router._ROUTES
_routes = Routes()


def _monotonic() -> float:
    """The virtual time for the bot, the real time otherwise; SimCord's own function begins with an import."""
    scope = _BOT_SCOPE.get()
    if scope is not None:
        env, generation = scope
        if env._started and env._runtime is not None and generation == env._generation:
            return float(env._virtual_time)
    return _real_monotonic()


def _now(self: _clock.Clock) -> datetime.datetime:
    """The time of this world, which stands still for most of a test."""
    known: tuple[float, datetime.datetime] | None = self.__dict__.get("known")
    if known is None or known[0] != self.elapsed:
        known = self.__dict__["known"] = (self.elapsed, _real_now(self))
    return known[1]


_real_now = _clock.Clock.now


def _datetime_now(cls: type, tz: datetime.tzinfo | None = None) -> datetime.datetime:
    """`datetime.now` as discord.py sees it; SimCord's own function begins with an import."""
    env = _runtime._selected_env()
    if env is None:
        return datetime.datetime.now(tz)
    current: datetime.datetime = env.now()
    return current.astimezone(tz) if tz is not None else current.astimezone().replace(tzinfo=None)


_acquire = _runtime._acquire_executor_hooks
_Task = asyncio.Task


def _acquire_hooks(env: Any) -> None:
    """Let SimCord skip its record of callbacks that are steps of a task.

    SimCord records every callback until it has run. The task itself is recorded, and while one of its steps is due
    SimCord does not count it as waiting.
    """
    _acquire(env)
    loop, untracked = env._loop, env._runtime.call_soon
    tracked = loop.call_soon

    def call_soon(callback: Any, *args: Any, context: Any = None) -> Any:
        call = untracked if isinstance(getattr(callback, "__self__", None), _Task) else tracked
        return call(callback, *args, context=context)

    loop.call_soon = call_soon


def _track_task(
    self: Any, task: asyncio.Task[Any], generation: int, label: str, loop: asyncio.AbstractEventLoop, record_error: Any
) -> None:
    """Like SimCord's own, which adds a callback to every task, but only failed tasks need one."""
    owner = _runtime._current_task()
    record = _runtime._TaskRecord(generation, label, weakref.ref(owner) if owner is not None else None)
    self.tasks[task] = record

    def done(completed: asyncio.Task[Any]) -> None:
        if completed.cancelled() or not cast(Any, completed)._log_traceback:
            if self.tasks.get(completed) is record:
                del self.tasks[completed]
        else:
            loop.call_soon(self.inspect_task, completed, self.tasks.get(completed), loop, record_error)

    task.add_done_callback(done)


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Patch the SimCord of this test with these functions."""
    patch.setattr(_clock.Clock, "now", _now)
    patch.setattr(_dpy_internals._ClockDatetime, "now", classmethod(_datetime_now))
    patch.setattr(_dpy_internals._DatetimeModule, "timezone", datetime.timezone, raising=False)
    patch.setattr(_runtime, "_acquire_executor_hooks", _acquire_hooks)
    patch.setattr(_runtime._WorkState, "track_task", _track_task)
    patch.setattr(_dpy_internals, "_clock_monotonic", _monotonic)
    patch.setattr(components, "validate_components", validate_components)
    for walks in (components, actors, interactions):
        patch.setattr(walks, "walk_components", walk_components)
    patch.setattr(router, "_ROUTES", _routes)
    patch.setattr(router, "_check_faults", _routes.check_faults)
    patch.setattr(router, "copy", SimpleNamespace(deepcopy=_logged))
    patch.setattr(gateway, "copy", SimpleNamespace(deepcopy=_copied))
    for copies in (components, serializers, results):
        patch.setattr(copies, "deepcopy", _copied)
