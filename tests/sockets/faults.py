"""Faults of the fake Discord, which a scenario can switch on, and its permanent rate limits."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.sockets.limits import LIMITS, Refusal


@dataclass
class Fault:
    """A fault for requests whose `METHOD /path` matches the regular expression `route`.

    Exactly one of `status`, `drop` and `seconds` is set: an error, a broken connection, or a slow answer. With
    `carried_out`, the request takes effect before the fault.
    """

    route: str
    times: float = 1
    status: int | None = None
    retry_after: float = 0.2
    everywhere: bool = False
    """Whether a 429 is for all routes."""
    drop: bool = False
    seconds: float = 0
    carried_out: bool = False
    hits: int = 0


@dataclass
class Faults:
    """The faults that are switched on."""

    listed: list[Fault] = field(default_factory=list)
    down: bool = False
    """Whether Discord is unreachable: every connection is broken."""

    def add(self, route: str, **how: object) -> Fault:
        """Switch on a fault; for the arguments see `Fault`."""
        made = Fault(route, **how)  # type: ignore[arg-type]
        self.listed.append(made)
        return made

    def take(self, line: str) -> Fault | None:
        """The fault for this request, or None."""
        for one in self.listed:
            if one.hits < one.times and re.search(one.route, line):
                one.hits += 1
                return one
        return None

    def clear(self) -> None:
        """Switch off all faults."""
        self.listed.clear()
        self.down = False

    @contextmanager
    def while_(self, route: str, **how: object) -> Iterator[Fault]:
        """Switch on a fault in this block, for any number of requests."""
        made = self.add(route, **{"times": math.inf, **how})
        try:
            yield made
        finally:
            self.listed.remove(made)


def rate_limited(retry_after: float, *, everywhere: bool) -> Refusal:
    """The body of Discord's 429 answer."""
    refusal = Refusal(429, 0, "You are being rate limited.")
    refusal.body |= {"retry_after": retry_after, "global": everywhere}
    return refusal


class Buckets:
    """Rate limits by route and by channel, server or webhook; `hurry` divides the length of every window."""

    def __init__(self, hurry: float) -> None:
        self.hurry = hurry
        self.windows: dict[str, tuple[float, int]] = {}
        self.refused: list[str] = []
        """Requests beyond a limit that the headers had announced."""

    def take(self, template: str, major: str) -> dict[str, str]:
        """Count a request and return the headers of its bucket; raises a refusal if there were too many."""
        now = time.time()
        exempt = "/webhooks/" in template or "/interactions/" in template
        if not exempt:
            self._count("global", LIMITS["buckets"]["global"], now, template)
        limit = LIMITS["buckets"].get(template, LIMITS["buckets"]["other"])
        key = f"{template} {major}"
        left, ends = self._count(key, limit, now, template)
        return {
            "X-RateLimit-Limit": str(limit[0]),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{ends:.3f}",
            "X-RateLimit-Reset-After": f"{ends - now:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash(template)):x}",
        }

    def _count(self, key: str, limit: list[float], now: float, template: str) -> tuple[int, float]:
        most, seconds = limit
        began, count = self.windows.get(key, (now, 0))
        length = seconds / (1 if key == "global" else self.hurry)
        if now - began >= length:
            began, count = now, 0
        ends = began + length
        if count >= most:
            self.refused.append(template)
            raise rate_limited(round(ends - now, 3), everywhere=key == "global")
        self.windows[key] = (began, count + 1)
        return int(most) - count - 1, ends
