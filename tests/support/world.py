"""A simulated Discord in memory with our bot in it, and people who use it.

    async with World.open(make_bot, people=("Ada", "Bartek")) as world:
        ada = world["Ada"]
        await ada.slash("match new", game="leaders")
        panel = await ada.click("Play")  # on the newest public message
        panel = await ada.choose("acrobat", on=panel)
        assert "where to" in panel.text

SimCord's verbs return when the bot has finished; nothing here sleeps. What the bot logged as an error fails the test at
its end, because discord.py swallows exceptions of dynamic items; a test that provokes one empties `world.complaints`.
"""

from __future__ import annotations

import asyncio
import fnmatch
import io
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

import discord
import simcord
from discord import app_commands
from PIL import Image
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType
from simcord.http import router

from cogs.local import set_languages
from tests.support.quick_simcord import walk_components
from tests.support.settling import without_idling


def _smallest_png() -> bytes:
    data = io.BytesIO()
    Image.new("P", (1, 1)).save(data, "PNG")
    return data.getvalue()


STUB = _smallest_png()
"""Stands for a board in tests where pictures do not matter."""
_BUTTON, _SELECT, _TEXT, _GALLERY = 2, 3, 10, 12


def _drawn(data: bytes) -> bytes:
    """These bytes; fails if they are only a stub for a picture."""
    assert data != STUB, "a test that looks at pictures needs the fixture `pictures`"
    return data


class Seen:
    """A message as its reader sees it now, including later edits."""

    def __init__(self, env: simcord.Env, find: Callable[[], Message]) -> None:
        self._env, self._find = env, find

    @property
    def _message(self) -> Message:
        return self._find()

    @property
    def handle(self) -> simcord.ResponseMessage:
        """The message as SimCord's own functions take it."""
        return simcord.ResponseMessage(self._env, self._message)

    @property
    def id(self) -> int:
        return self._message.id

    @property
    def ephemeral(self) -> bool:
        return self._message.is_ephemeral

    @property
    def components(self) -> list[dict[str, Any]]:
        """Every component, flat, in reading order."""
        return list(walk_components(self._message.components))

    @property
    def text(self) -> str:
        displays = [part["content"] for part in self.components if part["type"] == _TEXT]
        return "\n".join([self._message.content, *displays]).strip()

    @property
    def buttons(self) -> dict[str, str]:
        """Buttons that can be clicked: custom ids by label (or by custom id for those without one)."""
        buttons = (part for part in self.components if part["type"] == _BUTTON and part.get("custom_id"))
        return {b.get("label") or b["custom_id"]: b["custom_id"] for b in buttons if not b.get("disabled")}

    @property
    def options(self) -> dict[str, str]:
        """Values and labels of all selects' options."""
        selects = (part for part in self.components if part["type"] == _SELECT and not part.get("disabled"))
        return {option["value"]: option["label"] for select in selects for option in select["options"]}

    @property
    def shows_picture(self) -> bool:
        return any(part["type"] == _GALLERY for part in self.components)

    @property
    def alt(self) -> str:
        """The picture's alt text."""
        return str(self._gallery_item().get("description") or "")

    @property
    def png(self) -> bytes:
        data = self._env.backend.cdn.get(self._gallery_item()["media"]["url"])
        assert data is not None, "the picture's bytes are gone"
        return _drawn(data)

    @property
    def file_names(self) -> list[str]:
        """The names of all attachments."""
        return [str(file["filename"]) for file in self._message.attachments]

    @property
    def files(self) -> dict[str, bytes]:
        """Attachments by name."""
        cdn = self._env.backend.cdn
        return {str(file["filename"]): _drawn(cdn.get(file["url"]) or b"") for file in self._message.attachments}

    @property
    def picture(self) -> Image.Image:
        return Image.open(io.BytesIO(self.png)).convert("RGB")

    def _gallery_item(self) -> dict[str, Any]:
        items = [item for part in self.components if part["type"] == _GALLERY for item in part["items"]]
        assert items, f"no picture in: {self.text!r}"
        item: dict[str, Any] = items[0]
        return item

    def button(self, wanted: str) -> str:
        """The custom id of the button with this label or custom id, or else with this text in its custom id.

        Buttons that act in the match come before those that open a rule.
        """
        exact = [i for label, i in self.buttons.items() if wanted in (label, i)]
        holding = [i for i in self.buttons.values() if wanted in i]
        found = exact or [i for i in holding if not i.startswith(("ap:rule:", "ap:press:rule:"))] or holding
        assert len(found) == 1, f"{len(found)} buttons {wanted!r} among {self.buttons}; the text is {self.text!r}"
        return found[0]

    def select(self, value: str) -> str:
        """The custom id of the select that offers this value."""
        found = [
            str(part["custom_id"])
            for part in self.components
            if part["type"] == _SELECT and any(option["value"] == value for option in part["options"])
        ]
        assert len(found) == 1, f"{len(found)} selects offer {value!r}; offered: {list(self.options)}"
        return found[0]


def _still(env: simcord.Env, message: Message) -> Seen:
    return Seen(env, lambda: message)


class Answer(Seen):
    """The bot's answer to one interaction: the message it created or edited, and its follow-ups."""

    def __init__(self, env: simcord.Env, result: simcord.InteractionResult) -> None:
        super().__init__(env, self._first)
        self.result = result
        self.way = ""
        """A chosen action that waits for its target, because the panel offers both together."""
        self.finish = ""
        """The button of a last choice that also confirms, until it is pressed."""

    def _first(self) -> Message:
        messages = [message for message in (self.result.response, *self.result.followups) if message is not None]
        assert messages, "the bot gave no answer"
        return messages[0]._message

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged

    @property
    def asides(self) -> list[Seen]:
        """Follow-up messages, for example a private refusal beside an unchanged panel."""
        return [_still(self._env, followup._message) for followup in self.result.followups]

    @property
    def all_text(self) -> str:
        """All text before the person now: the message that was created or edited, and the follow-ups."""
        found = [message for message in (self.result.response, *self.result.followups) if message is not None]
        return "\n".join(_still(self._env, message._message).text for message in found)


class Person:
    """A user of Discord; every method returns when the bot has finished."""

    def __init__(self, world: World, actor: simcord.MemberActor) -> None:
        self.world, self.actor = world, actor

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def mention(self) -> str:
        return self.actor.mention

    async def slash(self, command: str, /, *, within: simcord.ChannelHandle | None = None, **options: Any) -> Answer:
        """Use a command by its English name; `match_number` is its field `match-number`, people are given as Person."""
        values = {
            name.replace("_", "-"): value.actor if isinstance(value, Person) else value
            for name, value in options.items()
        }
        result = await self.actor.slash(within or self.world.channel(), command, **values)
        return Answer(self.world.env, result)

    async def suggest(
        self, command: str, option: str, typed: str, /, *, within: simcord.ChannelHandle | None = None, **filled: Any
    ) -> list[str]:
        """The values that autocomplete offers for this input."""
        choices = await self.actor.autocomplete(within or self.world.channel(), command, option, typed, **filled)
        return [str(choice["value"]) for choice in choices]

    async def click(self, wanted: str, *, on: Seen | None = None) -> Answer:
        """Click a button, by label or part of its custom id; by default on the newest public message."""
        message = on or self.world.newest()
        wanted = (isinstance(message, Answer) and message.finish) or wanted
        result = await self.actor.click(message.handle, custom_id=message.button(wanted))
        return Answer(self.world.env, result)

    async def choose(self, value: str, *, on: Seen) -> Answer:
        """Choose an option by its value in the select that offers it."""
        result = await self.actor.select(on.handle, [value], custom_id=on.select(value))
        return Answer(self.world.env, result)

    async def promote(self, *permissions: str) -> None:
        """Give the person a role with these permissions on the server."""
        granted = discord.Permissions(**dict.fromkeys(permissions, True))
        role = self.actor.guild.create_role("promoted", permissions=granted)
        self.world.env.backend.add_member_role(self.actor.guild.id, self.id, role.id)
        await self.world.env.settle()

    async def leave(self) -> None:
        """Let the person leave the server."""
        self.actor.guild.remove_member(self.actor)
        await self.world.env.settle()


@dataclass(frozen=True)
class Ping:
    """The people notified by one new message of the bot: mentioned, and allowed to be."""

    message_id: int
    channel_id: int
    people: frozenset[int]
    crowd: bool


class _Complaints(logging.Handler):
    def __init__(self, into: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._into = into

    def emit(self, record: logging.LogRecord) -> None:
        self._into.append(logging.Formatter("%(name)s: %(message)s").format(record))


class World:
    """The server, its channels and people, the bot in it, and the faults of Discord."""

    def __init__(self, env: simcord.Env, make_bot: Callable[[], discord.Client]) -> None:
        self.env, self.make_bot = env, make_bot
        self.people: dict[str, Person] = {}
        self.pings: list[Ping] = []
        self.complaints: list[str] = []
        self._payloads: dict[int, Mapping[str, Any]] = {}
        env.backend.subscribers.append(self._notice)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        make_bot: Callable[[], discord.Client],
        *,
        people: Sequence[str] = ("Ada", "Bartek"),
        channels: Sequence[str] = ("arena", "second-table"),
        languages: Mapping[str, str] | None = None,
        before: Callable[[simcord.Env], None] | None = None,
    ) -> AsyncIterator[World]:
        """Build the server, start the bot in it; at the end close the bot and check that nothing went wrong.

        `before` may add to the world before the bot starts.
        """
        # SimCord waits in real time for timers shorter than this, so it must stay below the bot's own (30 s).
        env = simcord.Env(make_bot(), check_errors=False, settle_timeout=25.0)
        world = cls(env, make_bot)
        guild = env.create_guild("Arena")
        for channel in channels:
            guild.create_text_channel(channel)
        for name in people:
            user = env.create_user(name.lower(), global_name=name)
            world.people[name] = Person(world, guild.add_member(user))
        set_languages(env, {world[name].id: language for name, language in (languages or {}).items()})
        if before is not None:
            before(env)
        listener = _Complaints(world.complaints)
        logging.getLogger().addHandler(listener)
        with without_idling():
            try:
                await env.start()
                with env.time_context():
                    yield world
                    # A command's refusal is an answer, not a fault; the bot logs faults itself.
                    world.complaints += [
                        repr(one) for one in env.errors if not isinstance(one, app_commands.AppCommandError)
                    ]
            finally:
                logging.getLogger().removeHandler(listener)
                await env.shutdown()
                await world._close(env.bot)
        assert not world.complaints, "the bot complained:\n" + "\n".join(world.complaints)

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    @property
    def bot(self) -> discord.Client:
        return self.env.bot

    def _notice(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            self._payloads[int(payload["id"])] = payload
        elif event == "MESSAGE_CREATE":
            message = self.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            if message.author_id == self.env.backend.bot_user.id:
                crowd = message.mention_everyone or bool(message.ping_role_ids)
                self.pings.append(Ping(message.id, message.channel_id, frozenset(message.ping_user_ids), crowd))

    async def welcome(self, name: str, *, bot: bool = False) -> Person:
        """Let a new person join the server."""
        user = self.env.create_user(f"newcomer{len(self.people)}", global_name=name, bot=bot)
        self.people[name] = Person(self, self.env.guild.add_member(user))
        await self.env.settle()
        return self.people[name]

    # Reading

    def channel(self, name: str | None = None) -> simcord.ChannelHandle:
        """A channel or thread by name; by default the first channel."""
        guild = self.env.guild
        if name is None:
            return next(iter(guild.channels.values()))
        threads = [thread for parent in guild.channels.values() for thread in parent.threads]
        return next(place for place in (*guild.channels.values(), *threads) if place.name == name)

    def messages(self, within: simcord.ChannelHandle | None = None) -> list[Seen]:
        """Public messages of the bot in a channel, oldest first."""
        backend = self.env.backend
        stored = backend.messages[(within or self.channel()).id].values()
        ours = (
            m for m in stored if m.author_id == backend.bot_user.id and not m.is_ephemeral and not m.system_metadata
        )
        return [_still(self.env, message) for message in sorted(ours, key=lambda m: m.id)]

    def newest(self, within: simcord.ChannelHandle | None = None) -> Seen:
        """The newest public message of the bot."""
        messages = self.messages(within)
        assert messages, "the bot has posted nothing in public"
        return messages[-1]

    def private(self, person: Person, within: simcord.ChannelHandle | None = None) -> list[Seen]:
        """Messages of the bot in a channel that only this person sees, oldest first."""
        stored = self.env.backend.messages[(within or self.channel()).id].values()
        theirs = (m for m in stored if m.is_ephemeral and m.visible_to(person.id))
        return [_still(self.env, message) for message in sorted(theirs, key=lambda m: m.id)]

    def board(self, within: simcord.ChannelHandle | None = None) -> Seen:
        """The newest public board of a match."""
        return [message for message in self.messages(within) if message.shows_picture and message.buttons][-1]

    def pinged(self) -> list[str]:
        """Names of the people pinged so far, in order; `everyone` for roles and @everyone."""
        names = {person.id: name for name, person in self.people.items()}
        return [
            who
            for ping in self.pings
            for who in (*sorted(names.get(i, str(i)) for i in ping.people), *["everyone"] * ping.crowd)
        ]

    # Time and faults

    async def pass_time(self, seconds: float) -> None:
        """Advance virtual time: deadlines and reminders fire."""
        while seconds > 0:  # SimCord's timeout is for one step, however many timers it has
            step = min(seconds, 86400.0)
            await self.env.advance_time(step)
            seconds -= step

    @asynccontextmanager
    async def together(self, *, late: float = 0) -> AsyncIterator[None]:
        """Collect all interactions of the block and deliver them at once after it, `late` seconds after they were made.

        Three seconds late is too late to answer (Discord: 10062). The answers are filled in after the block.
        """
        held: list[Mapping[str, Any]] = []
        backend = self.env.backend
        deliver = backend.emit

        def hold(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                held.append(payload)
            else:
                deliver(event, payload)

        backend.emit = hold  # type: ignore[method-assign]
        try:
            yield
        finally:
            del backend.emit
        if late:
            await self.pass_time(late)
        for payload in held:
            backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()

    async def deliver_again(self, answer: Answer, *, unheard: bool = False) -> None:
        """Let Discord deliver the same interaction again; `unheard`, as if our first answer had never arrived.

        Otherwise Discord itself refuses a second answer (40060), before the bot could do anything twice.
        """
        if unheard:
            answer.result._interaction.responded = False
        self.env.backend.emit("INTERACTION_CREATE", self._payloads[answer.result._interaction.id])
        await self.env.settle()

    async def restart(self) -> None:
        """Stop the bot normally and start a new one on the same database."""
        async with self.away():
            pass

    async def gateway(self, event: str) -> None:
        """Disconnect Discord's gateway (`disconnect`) or connect it again (`resumed`)."""
        with self.env._bot_scope():  # the consequences are the bot's own work
            self.bot.dispatch(event)
        await self.env.settle()

    async def _close(self, bot: Any) -> None:
        """Close the bot while it still sees virtual time; a detached bot would see the real time."""
        now = self.env.now().timestamp()
        if hasattr(bot, "store"):
            bot.store._clock = lambda: now
        await bot.close()

    @asynccontextmanager
    async def away(self) -> AsyncIterator[None]:
        """The bot is not running in this block."""
        old = self.env.bot
        await self.env._detach_bot()
        await self._close(old)
        yield
        await self.env.restart_bot(self.make_bot())

    @asynccontextmanager
    async def killed_at(self, method: str, path: str, *, after: bool = False) -> AsyncIterator[None]:
        """Kill the bot at its first REST call of this kind in the block; after the block a new one starts.

        With `after`, Discord has carried the call out, but the bot dies before it knows.
        """
        died: list[str] = []
        dispatch = router.dispatch

        def die(backend: Any, verb: str, where: str, **rest: Any) -> Any:
            if died or (verb == method and fnmatch.fnmatch(where, path)):
                if after and not died:
                    dispatch(backend, verb, where, **rest)
                died.append(where)
                raise asyncio.CancelledError
            return dispatch(backend, verb, where, **rest)

        with mock.patch.object(router, "dispatch", die):
            yield
        assert died, f"the bot never came to {method} {path}"
        old = self.env.bot
        await self.env._detach_bot()
        await self._close(old)
        await self.env.restart_bot(self.make_bot())

    def refuse(
        self, method: str, path: str, *, status: int = 500, code: int = 0, text: str = "no", times: int | None = 1
    ) -> None:
        """Let Discord refuse matching REST calls of the bot."""
        self.env.inject_error(method, path, status=status, code=code, message=text, times=times)

    def refuse_edits(self) -> None:
        """Let Discord refuse to edit or delete the bot's messages, so that old ones keep their buttons."""
        for method in ("PATCH", "DELETE"):
            self.refuse(method, "/channels/*/messages/*", status=403, code=50001, times=None)

    def refuse_to_delete_answers(self) -> None:
        """Let Discord refuse to delete private answers, so that a panel stays when another one is opened."""
        self.refuse("DELETE", "/webhooks/*", status=404, code=10015, times=None)

    async def revoke(self, *permissions: str, within: simcord.ChannelHandle | None = None) -> None:
        """Take permissions from the bot in one channel."""
        deny = discord.Permissions(**dict.fromkeys(permissions, True)).value
        bot = self.env.backend.bot_user.id
        self.env.backend.set_overwrite((within or self.channel()).id, Overwrite(bot, OverwriteType.MEMBER, deny=deny))
        await self.env.settle()

    async def restore(self, within: simcord.ChannelHandle | None = None) -> None:
        """Give the bot the permissions back that `revoke` took."""
        self.env.backend.delete_overwrite((within or self.channel()).id, self.env.backend.bot_user.id)
        await self.env.settle()

    async def delete(self, place: simcord.ChannelHandle) -> None:
        """Delete a channel or thread."""
        self.env.backend.delete_channel(place.id)
        await self.env.settle()

    async def archive(self, thread: simcord.ChannelHandle) -> None:
        """Archive a thread. As on Discord, the bot can post there only after unarchiving it (50083)."""
        backend = self.env.backend
        backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
        path = f"/channels/{thread.id}/messages"
        self.refuse("POST", path, status=400, code=50083, text="Thread is archived", times=None)

        def reopened(event: str, payload: Mapping[str, Any]) -> None:
            archived = (payload.get("thread_metadata") or {}).get("archived")
            if event == "THREAD_UPDATE" and int(payload["id"]) == thread.id and not archived:
                backend.faults[:] = [fault for fault in backend.faults if fault["path"] != path]

        backend.subscribers.append(reopened)
        await self.env.settle()

    @contextmanager
    def forgiving(self) -> Iterator[list[str]]:
        """Collect the complaints of this block instead of failing the test."""
        before = len(self.complaints)
        expected: list[str] = []
        yield expected
        expected += self.complaints[before:]
        del self.complaints[before:]
