"""The server of the local table: its channels, people and threads, with the same ids after every start."""

from __future__ import annotations

import contextlib
import itertools
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import simcord
from simcord import components
from simcord.backend import Backend
from simcord.backend.models import Message

GUILD = "Arena"
CHANNELS = ("arena", "second-table")
PEOPLE = (("Ada", "en-US"), ("Bartek", "pl"), ("Celina", "en-US"), ("Dawid", "pl"))
"""Names and Discord languages."""

# Ids within SimCord's first virtual millisecond: never assigned again once the clock follows real time.
_FIRST_ID = 1456074443980800000
GUILD_ID, _OWNER_ID, _PERSON_ID, _CHANNEL_ID = (_FIRST_ID + n for n in (1000, 1001, 2000, 3000))


@dataclass(frozen=True)
class KnownPlace:
    """The place of a stored match: its channel, the parent of a thread, and the id of its newest board."""

    channel: int
    parent: int | None
    name: str
    board: int | None


@dataclass(frozen=True)
class World:
    """The people, their Discord languages and the channels."""

    people: list[simcord.MemberActor]
    languages: dict[int, str]
    channels: list[simcord.ChannelHandle]


def build_world(env: simcord.Env, players: int, places: Iterable[KnownPlace] = ()) -> World:
    """Create the server, its channels and people with fixed ids; call before the bot starts."""
    backend, places = env.backend, list(places)
    with _next_id(backend, _OWNER_ID):
        owner = env.create_user("owner", global_name="Arena's owner")
    guild = env.create_guild(GUILD, id=GUILD_ID, owner=owner)
    people = []
    for n, (name, _) in enumerate(PEOPLE[:players]):
        with _next_id(backend, _PERSON_ID + n):
            user = env.create_user(name.lower(), global_name=name)
        people.append(guild.add_member(user))
    channels = []
    for n, name in enumerate(CHANNELS):
        with _next_id(backend, _CHANNEL_ID + n):
            channels.append(guild.create_text_channel(name))
    _open_threads(backend, places)
    _keep_board_ids(backend, {place.channel: place.board for place in places if place.board is not None})
    languages = {person.id: PEOPLE[n][1] for n, person in enumerate(people)}
    set_languages(env, languages)
    return World(people, languages, channels)


def set_languages(env: simcord.Env, languages: Mapping[int, str]) -> None:
    """Put each person's Discord language into their interactions; SimCord would use en-US for everyone."""

    def set_language(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            user = (payload.get("member") or payload)["user"]["id"]
            payload["locale"] = languages.get(int(user), "en-US")

    env.backend.subscribers.insert(0, set_language)


def _open_threads(backend: Backend, places: Iterable[KnownPlace]) -> None:
    for place in places:
        if place.parent in backend.channels and place.channel not in backend.channels:
            backend.reserve_id(place.channel)
            # SimCord names a thread after its starter message, which is the only way to choose its id.
            backend.create_thread(
                place.parent, place.name, backend.bot_user.id, message_id=place.channel, broadcast=False
            )


def _keep_board_ids(backend: Backend, boards: dict[int, int]) -> None:
    """Give the bot's first public message in each of these channels the id of the previous board."""
    prepare = backend.prepare_message

    def prepare_board(channel_id: int, author_id: int, *args: Any, **kwargs: Any) -> Message:
        public = author_id == backend.bot_user.id and not kwargs.get("flags", 0) & _EPHEMERAL
        known = boards.pop(channel_id, None) if public else None
        if known is None or known in backend.channels:
            return prepare(channel_id, author_id, *args, **kwargs)
        with _next_id(backend, known):
            return prepare(channel_id, author_id, *args, **kwargs)

    backend.prepare_message = prepare_board  # type: ignore[method-assign]


_EPHEMERAL = 1 << 6


@contextlib.contextmanager
def _next_id(backend: Backend, value: int) -> Iterator[None]:
    """Context manager: assign this id to the next created object, so that it is the same after a restart."""
    backend.snowflake = lambda: backend.reserve_id(value)  # type: ignore[method-assign]
    try:
        yield
    finally:
        del backend.snowflake


@contextlib.contextmanager
def controls_by_custom_id() -> Iterator[None]:
    """Context manager: identify controls by custom_id, as Discord's client does, not by their position in the message.

    By position, a panel edited in place would keep the last step's choice in the next step's select, and choosing the
    same value again would do nothing.
    """
    by_place = components._assign_ids

    def assign(tree: list[dict[str, Any]], taken: set[int]) -> None:
        for control in components.walk_components(tree):
            if control.get("custom_id") and not control.get("id"):
                numbers = itertools.count(zlib.crc32(control["custom_id"].encode()) >> 2 | 1 << 20)
                control["id"] = next(number for number in numbers if number not in taken)
                taken.add(control["id"])
        by_place(tree, taken)

    vars(components)["_assign_ids"] = assign
    try:
        yield
    finally:
        vars(components)["_assign_ids"] = by_place


def follow_real_time(env: simcord.Env) -> None:
    """Set SimCord's clock, which starts on a fixed date and stands still, to the current time."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env._move_clock(env.backend.clock.elapsed + behind)


def drop_unused(backend: Backend) -> None:
    """Delete data that SimCord keeps only for tests: its logs, and pictures that no message shows any longer."""
    backend.transcript.clear()
    backend.http_requests.clear()
    shown = {
        file["url"]
        for channel in backend.messages.values()
        for message in channel.values()
        for file in message.attachments
    }
    for url in backend.cdn._blobs.keys() - shown:
        del backend.cdn._blobs[url]
