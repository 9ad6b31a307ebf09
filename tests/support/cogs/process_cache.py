"""A cache for the whole process, for things equal in every world, such as translated commands."""

from __future__ import annotations

import marshal
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.client import command_sync
from tests.support.quick_simcord import CONSTANT

_payloads: dict[tuple[str, str], dict[str, Any]] = {}
_written: dict[tuple[str, str], bytes] = {}
"""The same payloads as first created."""
_digests: dict[tuple[int | None, frozenset[tuple[str, str]]], str] = {}

Translate = Callable[..., Awaitable[dict[str, Any]]]


def _remembered(translate: Translate) -> Translate:
    """Cache the translated payload of a command, because commands are in the code and do not change.

    All callers get the same object: discord.py and SimCord only read it, which `unchanged` checks.
    """

    @wraps(translate)
    async def cached(self: Any, tree: Any, translator: app_commands.Translator) -> dict[str, Any]:
        if getattr(self, "parent", None) is not None:
            return await translate(self, tree, translator)
        known = _key(self)
        if known not in _payloads:
            _payloads[known] = payload = await translate(self, tree, translator)
            CONSTANT[id(payload)] = payload
            _written[known] = marshal.dumps(_payloads[known])
        return _payloads[known]

    return cached


def unchanged() -> bool:
    """Whether no world has changed a shared object."""
    return all(marshal.loads(written) == _payloads[known] for known, written in _written.items())


def _key(command: Any) -> tuple[str, str]:
    return str(command.module), str(command.name)


_digest = command_sync._digest


async def digest(tree: app_commands.CommandTree[Any]) -> str:
    """The digest of the commands to send, equal for equal commands."""
    known = (tree.client.application_id, frozenset(map(_key, tree.get_commands())))
    if known not in _digests:
        _digests[known] = await _digest(tree)
    return _digests[known]


class _Registered:
    """Discord's answer to a registered command; discord.py makes an object of every option of each."""

    def __init__(self, *, data: Mapping[str, Any], state: object) -> None:
        self.id, self.name = int(data["id"]), str(data["name"])
        self.type = discord.AppCommandType(data.get("type", 1))


_KINDS = (app_commands.Command, app_commands.Group, app_commands.ContextMenu)
_COMMANDS = {kind: _remembered(kind.get_translated_payload) for kind in _KINDS}


def share(patch: pytest.MonkeyPatch) -> None:
    """Let the world of this test use the shared cache."""
    for kind, translated in _COMMANDS.items():
        patch.setattr(kind, "get_translated_payload", translated)
    patch.setattr(command_sync, "_digest", digest)
    patch.setattr("discord.app_commands.tree.AppCommand", _Registered)
