"""Registers commands with Discord only if they differ from the last registered ones."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
import msgspec
from discord import app_commands

from cogs.client.retry import DISCORD_TROUBLE, growing_pauses, in_one_line
from db.store import Store

log = logging.getLogger("arena")

CHAT = discord.AppCommandType.chat_input
SYNCED_VARIABLE = "commands"
"""The name of the stored `Synced`."""


class Synced(msgspec.Struct, frozen=True):
    """The commands as last registered with Discord."""

    digest: str
    """Hash of the application and all its commands, with their translations."""
    ids: dict[str, int]
    """The ids of the commands, for mentions."""


async def stored_commands(store: Store) -> Synced | None:
    """The last registered commands; None if there are none."""
    stored = await store.variables.get(SYNCED_VARIABLE)
    return msgspec.json.decode(stored, type=Synced) if stored else None


async def are_known(tree: app_commands.CommandTree[Any], before: Synced | None) -> bool:
    """Whether `before` equals the current commands."""
    return before is not None and before.digest == await _digest(tree)


async def sync_commands(
    tree: app_commands.CommandTree[Any], store: Store, before: Synced | None, *, always: bool = False
) -> dict[str, int]:
    """Register the commands, unless `before` equals them and `always` is false. Returns their ids.

    Temporary errors are logged in one line and retried with growing pauses.
    """
    if await are_known(tree, before) and before is not None and not always:
        return before.ids
    digest = await _digest(tree)
    for pause in growing_pauses():
        try:
            commands = await tree.sync()
        except app_commands.CommandSyncFailure as error:
            log.error("Discord refuses the commands: %s", in_one_line(error))
            break
        except DISCORD_TROUBLE as error:
            words = in_one_line(error)
            log.warning("the commands are not registered with Discord (%s); retrying in %s s", words, pause)
            await asyncio.sleep(pause)
        else:
            done = Synced(digest, {command.name: command.id for command in commands if command.type is CHAT})
            await store.variables.set(SYNCED_VARIABLE, msgspec.json.encode(done).decode())
            log.info("%s commands are registered with Discord", len(commands))
            return done.ids
    return before.ids if before else {}


async def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """Hash of the data that `tree.sync` would send."""
    translator = tree.translator
    payload = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    known = json.dumps([tree.client.application_id, payload], sort_keys=True)
    return hashlib.sha256(known.encode()).hexdigest()
