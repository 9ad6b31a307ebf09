"""A cache for the whole process: what is the same in every world (the translated commands) is made once."""

from __future__ import annotations

import marshal
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any

import discord
import pytest
from discord import app_commands

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


class _Registered:
    """A command as Discord answers that it has registered it; discord.py makes an object of every option of each."""

    def __init__(self, *, data: Mapping[str, Any], state: object) -> None:
        self.id, self.name = int(data["id"]), str(data["name"])
        self.type = discord.AppCommandType(data.get("type", 1))


_COMMANDS = {kind: _remembered(kind.get_translated_payload) for kind in (app_commands.Command, app_commands.Group)}


def share(patch: pytest.MonkeyPatch) -> None:
    """Let the world of this test share it with the others."""
    for kind, translated in _COMMANDS.items():
        patch.setattr(kind, "get_translated_payload", translated)
    patch.setattr("discord.app_commands.tree.AppCommand", _Registered)
