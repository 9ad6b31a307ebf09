"""Commands are registered with Discord only when they differ from those that were registered last."""

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
VARIABLE = "commands"
"""The name of the stored `Synced`."""


class Synced(msgspec.Struct, frozen=True):
    """What Discord knows."""

    digest: str
    """Of the application and all its commands, with their translations."""
    ids: dict[str, int]
    """The ids of the commands, for mentions."""


async def stored_commands(store: Store) -> Synced | None:
    """What Discord was told last."""
    stored = await store.variables.get(VARIABLE)
    return msgspec.json.decode(stored, type=Synced) if stored else None


async def are_known(tree: app_commands.CommandTree[Any], before: Synced | None) -> bool:
    """Whether Discord knows the commands as they are."""
    return before is not None and before.digest == await _digest(tree)


async def sync_commands(
    tree: app_commands.CommandTree[Any], store: Store, before: Synced | None, *, always: bool = False
) -> dict[str, int]:
    """Register the commands, unless Discord knows them from `before` and it need not be `always`; their ids.

    Trouble that may pass is told in one line and tried again, with growing pauses.
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
            log.warning("the commands are not registered with Discord (%s); trying again in %s s", words, pause)
            await asyncio.sleep(pause)
        else:
            done = Synced(digest, {command.name: command.id for command in commands if command.type is CHAT})
            await store.variables.set(VARIABLE, msgspec.json.encode(done).decode())
            log.info("%s commands are registered with Discord", len(commands))
            return done.ids
    return before.ids if before else {}


async def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """Of what `tree.sync` would send."""
    translator = tree.translator
    payload = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    known = json.dumps([tree.client.application_id, payload], sort_keys=True)
    return hashlib.sha256(known.encode()).hexdigest()
