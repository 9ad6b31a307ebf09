"""Places with limited access: hidden channels, threads of every kind; a Discord that checks nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import discord
import simcord
from simcord import actors, interactions
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from tests.support.world import Person, World


async def hide(world: World, place: simcord.ChannelHandle, *people: Person) -> None:
    """Hide the channel from these people."""
    deny = discord.Permissions(view_channel=True).value
    for person in people:
        world.env.backend.set_overwrite(place.id, Overwrite(person.id, OverwriteType.MEMBER, deny=deny))
    await world.env.settle()


async def thread_in(world: World, parent: simcord.ChannelHandle, name: str, *private: Person) -> simcord.ChannelHandle:
    """A public thread, or a private one of these people and the bot."""
    backend = world.env.backend
    kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    thread = backend.create_thread(parent.id, name, backend.bot_user.id, type=kind)
    for person in private:
        backend.add_thread_member(thread.id, person.id)
    await world.env.settle()
    return next(one for one in parent.threads if one.id == thread.id)


@contextmanager
def nothing_checked() -> Iterator[None]:
    """In this block Discord lets everybody use every command, as someone could who bypasses Discord's client."""
    with mock.patch.object(actors, "_check_command_access", lambda *_: None):
        yield


@contextmanager
def permissions(person: Person, *names: str) -> Iterator[None]:
    """In this block the person has these permissions and no others."""
    granted = discord.Permissions(**dict.fromkeys(names, True))
    base_payload = interactions.base_payload

    def payload(backend: Any, **given: Any) -> Any:
        record, made = base_payload(backend, **given)
        if given["user_id"] == person.id:
            made["member"]["permissions"] = str(granted.value)
        return record, made

    with mock.patch.object(interactions, "base_payload", payload):
        yield


@contextmanager
def chat(kind: str) -> Iterator[None]:
    """In this block everything happens where the bot is not: on a server without it, or in a group chat."""
    base_payload = interactions.base_payload

    def payload(backend: Any, **given: Any) -> Any:
        record, made = base_payload(backend, **given)
        made |= {"channel_id": "78", "authorizing_integration_owners": {"1": str(given["user_id"])}}
        if kind == "server":
            made |= {"guild_id": "77", "guild": {"id": "77", "locale": "en-US", "features": []}, "context": 0}
            made["channel"] = {**made["channel"], "id": "78", "guild_id": "77"}
        else:
            made["user"] = made.pop("member")["user"]
            made.pop("guild_id")
            made |= {"channel": {"id": "78", "type": 3, "recipients": [], "owner_id": "1"}, "context": 2}
        return record, made

    with mock.patch.object(interactions, "base_payload", payload), nothing_checked():
        yield
