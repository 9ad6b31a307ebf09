"""A broken connection to Discord: requests or their answers are lost."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import aiohttp
from simcord.backend import errors
from simcord.http import router

ACKNOWLEDGEMENT = "POST /interactions/*/callback"
ANSWER = "PATCH /webhooks/*/messages/@original"
ASIDE = "POST /webhooks/*"


@contextmanager
def lost(request: str, *, carried_out: bool, times: int = 1, forgotten: bool = False) -> Iterator[list[str]]:
    """Lose the first requests of this kind in the block, before or after Discord has carried them out.

    With `forgotten`, Discord no longer knows the interaction when the request is repeated (10062).
    """
    gone: list[str] = []
    dispatch = router.dispatch

    def lose(backend: Any, verb: str, where: str, **rest: Any) -> Any:
        fits = fnmatch.fnmatch(f"{verb} {where}", request)
        if fits and forgotten and gone:
            raise errors.unknown_interaction()
        if not fits or len(gone) == times:
            return dispatch(backend, verb, where, **rest)
        gone.append(where)
        if carried_out:
            dispatch(backend, verb, where, **rest)
        raise aiohttp.ServerDisconnectedError

    with mock.patch.object(router, "dispatch", lose):
        yield gone
    assert len(gone) == times, f"the bot never sent {request}"
