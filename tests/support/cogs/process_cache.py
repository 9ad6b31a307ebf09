"""A cache for the whole process: what is the same in every world (the translated commands) is made once."""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Awaitable, Callable
from functools import wraps
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

_payloads: dict[tuple[str, str], bytes] = {}

Translate = Callable[..., Awaitable[dict[str, Any]]]


def _remembered(translate: Translate) -> Translate:
    """A command as Discord gets it, in all languages: our commands are in the code, and that does not change."""

    @wraps(translate)
    async def cached(self: Any, tree: Any, translator: app_commands.Translator) -> dict[str, Any]:
        if self.parent is not None:
            return await translate(self, tree, translator)
        known = (str(self.module), str(self.name))
        if known not in _payloads:
            _payloads[known] = marshal.dumps(await translate(self, tree, translator))
        payload: dict[str, Any] = marshal.loads(_payloads[known])
        return payload

    return cached


_COMMANDS = {kind: _remembered(kind.get_translated_payload) for kind in (app_commands.Command, app_commands.Group)}


def _copied(data: Any) -> Any:
    """Plain data, as all is that goes between a bot and Discord, is copied fastest by writing and reading it."""
    try:
        return marshal.loads(marshal.dumps(data))
    except ValueError:  # some of it is of SimCord's own enumerations
        return pickle.loads(pickle.dumps(data, pickle.HIGHEST_PROTOCOL))


def share(patch: pytest.MonkeyPatch) -> None:
    """Let the world of this test share it with the others."""
    for kind, translated in _COMMANDS.items():
        patch.setattr(kind, "get_translated_payload", translated)
    for place in (router, gateway):  # SimCord copies whatever comes by
        patch.setattr(place, "copy", SimpleNamespace(deepcopy=_copied))
    for place in (components, serializers, results):
        patch.setattr(place, "deepcopy", _copied)
