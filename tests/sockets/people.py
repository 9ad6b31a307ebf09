"""Simulated people: their actions reach the bot through the gateway, and they see the bot's messages."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from tests.sockets.limits import BUTTON, GALLERY, LIMITS, SELECTS, TEXT, walk
from tests.sockets.server import FakeDiscord
from tests.sockets.world import DM, JSON, Channel, Interaction, Message, User, snowflake

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
SUBCOMMAND, GROUP, USER = 1, 2, 6
PATIENCE = 30.0
"""Seconds after which a person gives up waiting for an answer."""


async def happens(what: Callable[[], bool], *, seconds: float = PATIENCE) -> bool:
    """Whether the condition is true now or within these seconds."""
    until = time.monotonic() + seconds
    while not (so := what()) and time.monotonic() < until:  # noqa: ASYNC110 -- nothing tells of it
        await asyncio.sleep(0.01)
    return so


class Unanswered(Exception):
    """The person got no readable answer: “The application did not respond.”"""


class Seen:
    """A message as its reader sees it now."""

    def __init__(self, message: Message) -> None:
        self.message = message

    @property
    def parts(self) -> list[JSON]:
        """Every component, flat, in reading order."""
        return list(walk(self.message.components))

    @property
    def text(self) -> str:
        """All texts of the message."""
        return "\n".join([self.message.content, *(one["content"] for one in self.parts if one["type"] == TEXT)]).strip()

    @property
    def buttons(self) -> dict[str, str]:
        """The enabled buttons: labels by custom id."""
        return {
            one["custom_id"]: one.get("label", "")
            for one in self.parts
            if one["type"] == BUTTON and one.get("custom_id") and not one.get("disabled")
        }

    @property
    def options(self) -> dict[str, str]:
        """The options of selects: custom ids of the selects by value."""
        selects = [one for one in self.parts if one["type"] in SELECTS and not one.get("disabled")]
        return {option["value"]: one["custom_id"] for one in selects for option in one.get("options", ())}

    @property
    def alt(self) -> str:
        """The alt text of the first picture."""
        items = [item for one in self.parts if one["type"] == GALLERY for item in one["items"]]
        return str(items[0].get("description") or "") if items else ""

    def button(self, wanted: str) -> str:
        """The custom id of the button with this label, or else of the only one whose custom id contains this text."""
        named = [id_ for id_, label in self.buttons.items() if wanted in (label, id_)]
        found = named or [id_ for id_ in self.buttons if wanted in id_]
        assert len(found) == 1, f"{len(found)} buttons {wanted!r} among {self.buttons}; the text is {self.text!r}"
        return found[0]

    def can(self, wanted: str) -> bool:
        """Whether there is a button whose custom id contains this text."""
        return any(wanted in id_ for id_ in self.buttons)


class Answer(Seen):
    """The bot's answer to an action of a person."""

    def __init__(self, interaction: Interaction) -> None:
        message = interaction.followups[-1] if interaction.followups else interaction.original
        super().__init__(message or Message(0, interaction.channel, 0))
        self.interaction = interaction

    @property
    def modal(self) -> JSON:
        """The form that was opened."""
        assert self.interaction.modal is not None
        return self.interaction.modal

    @property
    def choices(self) -> list[str]:
        """The names of the suggestions."""
        assert self.interaction.choices is not None
        return [str(one["name"]) for one in self.interaction.choices]

    @property
    def seconds(self) -> float:
        """Seconds until the bot acknowledged the action."""
        assert self.interaction.acknowledged is not None
        return self.interaction.acknowledged - self.interaction.created


class Person:
    """A person with a Discord client."""

    def __init__(self, discord: FakeDiscord, user: User) -> None:
        self.discord, self.user = discord, user

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    # Actions of the person

    async def slash(self, command: str, where: Channel, /, *, patience: float = PATIENCE, **options: object) -> Answer:
        """Use a command by its English name: `slash("match new", channel, game="leaders")`."""
        data = self._command(command, where, options)
        return await self._do(COMMAND, where, data, patience=patience)

    async def suggest(self, command: str, where: Channel, focus: str, typed: str, /, **options: object) -> Answer:
        """Type into an option with suggestions."""
        data = self._command(command, where, {**options, focus: typed}, focus)
        return await self._do(AUTOCOMPLETE, where, data)

    async def menu(self, name: str, where: Channel, target: Person | Message) -> Answer:
        """Use the context menu of a person or of a message."""
        world = self.discord.world
        found = next(one for one in world.commands if one["name"] == name and one["type"] in (2, 3))
        data: JSON = {"id": found["id"], "name": name, "type": found["type"]}
        if isinstance(target, Person):
            data |= {"target_id": str(target.user.id), "resolved": self._resolve(target, where, {})}
        else:
            held = {str(target.id): world.message_payload(target)}
            data |= {"target_id": str(target.id), "resolved": {"messages": held}}
        return await self._do(COMMAND, where, data)

    async def click(self, wanted: str, on: Seen, *, patience: float = PATIENCE) -> Answer:
        """Press a button, by its label or a part of its custom id."""
        data = {"component_type": BUTTON, "custom_id": on.button(wanted)}
        return await self._use(on, data, patience)

    async def choose(self, value: str, on: Seen, *, patience: float = PATIENCE) -> Answer:
        """Choose an option of a select."""
        data = {"component_type": 3, "custom_id": on.options[value], "values": [value]}
        return await self._use(on, data, patience)

    async def forge(self, custom_id: str, on: Seen, *, patience: float = PATIENCE) -> Answer:
        """Use a button that does not exist."""
        return await self._use(on, {"component_type": BUTTON, "custom_id": custom_id}, patience)

    async def submit(self, form: Answer, values: Sequence[str], *, patience: float = PATIENCE) -> Answer:
        """Fill in the text inputs of a form in their order, and send it."""
        texts = iter(values)
        rows = []
        for outer in form.modal["components"]:
            inner = outer.get("component") or (outer.get("components") or [None])[0]
            if inner is None:
                continue
            filled = {"type": inner["type"], "custom_id": inner["custom_id"], "value": next(texts)}
            rows.append({"type": outer["type"], **({"component": filled} if outer["type"] == 18 else {})})
            if outer["type"] != 18:
                rows[-1]["components"] = [filled]
        data = {"custom_id": form.modal["custom_id"], "components": rows}
        before = form.interaction
        where = self.discord.world.channels[before.channel]
        return await self._do(SUBMIT, where, data, source=before.source, patience=patience)

    async def _use(self, on: Seen, data: JSON, patience: float) -> Answer:
        where = self.discord.world.channels[on.message.channel]
        return await self._do(COMPONENT, where, data, source=on.message, patience=patience)

    async def _do(
        self, type_: int, where: Channel, data: JSON, *, source: Message | None = None, patience: float = PATIENCE
    ) -> Answer:
        interaction = self.interact(type_, where, data, source)
        if not await self.discord.gateway.dispatch("INTERACTION_CREATE", interaction.payload):
            raise Unanswered(f"{data}: no bot is connected")
        return await self.wait(interaction, patience)

    async def wait(self, interaction: Interaction, patience: float = PATIENCE) -> Answer:
        """The answer to the interaction."""
        first = LIMITS["interaction"]["first_answer_seconds"]
        try:
            async with asyncio.timeout(min(first + 0.2, patience)):
                await interaction.was_acknowledged.wait()
            async with asyncio.timeout(patience):
                await interaction.was_answered.wait()
        except TimeoutError:
            how = "no answer after the acknowledgement" if interaction.acknowledged else "no acknowledgement"
            raise Unanswered(f"{interaction.payload['data']}: {how}") from None
        if interaction.answers == 0:
            raise Unanswered(f"{interaction.payload['data']}: the bot was gone before it answered")
        return Answer(interaction)

    def interact(self, type_: int, where: Channel, data: JSON, source: Message | None = None) -> Interaction:
        """The interaction as Discord's data; it is not sent yet."""
        world = self.discord.world
        id_, token = snowflake(), secrets.token_urlsafe(80)
        payload: JSON = {
            "id": str(id_),
            "application_id": str(world.application),
            "type": type_,
            "data": data,
            "channel": world.channel_payload(where),
            "channel_id": str(where.id),
            "token": token,
            "version": 1,
            "app_permissions": str(world.permissions(world.bot.id, where)),
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": LIMITS["message"]["attachment_bytes"],
        }
        if where.type == DM:
            payload |= {"user": self.user.payload(), "context": 1, "authorizing_integration_owners": {"0": "0"}}
        else:
            assert where.guild is not None
            guild = world.guilds[where.guild]
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": world.member_payload(guild, self.user.id, where),
                "context": 0,
                "authorizing_integration_owners": {"0": str(guild.id)},
            }
        if source is not None:
            payload["message"] = world.message_payload(source)
        made = Interaction(id_, token, type_, self.user.id, where.id, time.time(), payload, source)
        world.interactions[token] = made
        return made

    def _resolve(self, person: Person, where: Channel, resolved: JSON) -> JSON:
        """Add the named people to Discord's resolved data."""
        world, named = self.discord.world, str(person.user.id)
        resolved.setdefault("users", {})[named] = person.user.payload()
        if where.guild is not None:
            member = world.member_payload(world.guilds[where.guild], person.user.id, where)
            resolved.setdefault("members", {})[named] = {key: held for key, held in member.items() if key != "user"}
        return resolved

    def _command(self, command: str, where: Channel, options: JSON, focus: str = "") -> JSON:
        """The data of a command, with options as the synced command describes them."""
        world = self.discord.world
        words = command.split()
        found = next((one for one in world.commands if one["name"] == words[0] and one["type"] == 1), None)
        assert found is not None, f"/{words[0]} is not among {[one['name'] for one in world.commands]}"
        data: JSON = {"id": found["id"], "name": found["name"], "type": 1}
        if where.guild is not None:
            data["guild_id"] = str(where.guild)
        level, inside = data, found
        for word in words[1:]:
            inside = next(one for one in inside["options"] if one["name"] == word)
            step: JSON = {"name": word, "type": inside["type"]}
            level["options"] = [step]
            level = step
        described = {one["name"]: one for one in inside.get("options", ()) if one["type"] not in (SUBCOMMAND, GROUP)}
        given: list[JSON] = []
        for name, value in options.items():
            name = name.replace("_", "-") if name not in described else name
            assert name in described, f"{command} has no option {name}: {list(described)}"
            plain: Any = value
            if isinstance(value, Person):
                plain = str(value.user.id)
                self._resolve(value, where, data.setdefault("resolved", {}))
            elif isinstance(value, Channel):
                plain = str(value.id)
                channels = data.setdefault("resolved", {}).setdefault("channels", {})
                may = {"permissions": str(world.permissions(self.user.id, value))}
                channels[plain] = world.channel_payload(value) | may
            elif isinstance(value, tuple):  # name and content of a file
                filename, content = value
                held = world.attachment(filename, content, where.id)
                plain = held["id"]
                data.setdefault("resolved", {}).setdefault("attachments", {})[plain] = held
            given.append({"name": name, "type": described[name]["type"], "value": plain})
            if name == focus:
                given[-1]["focused"] = True
        if given:
            level["options"] = given
        return data


class Table:
    """A channel with two people, who play by what they see there."""

    def __init__(self, discord: FakeDiscord, place: Channel, people: Sequence[Person], *, seed: int = 0) -> None:
        self.discord, self.place, self.people = discord, place, {one.user.id: one for one in people}
        self.random = random.Random(seed)
        self.clicks = 0

    def boards(self) -> list[Seen]:
        """The bot's messages in the channel, oldest first."""
        return [Seen(one) for _, one in sorted(self.place.messages.items()) if one.author == self.discord.world.bot.id]

    def newest(self) -> Seen:
        """The newest message of the bot."""
        found = self.boards()
        assert found, "nothing was posted"
        return found[-1]

    async def posted(self, wanted: str, *, after: int = 0, seconds: float = PATIENCE) -> Seen:
        """Wait until there are more than `after` messages and the newest has a button whose custom id contains this
        text.
        """
        found = await happens(lambda: len(self.boards()) > after and self.newest().can(wanted), seconds=seconds)
        assert found, f"no {wanted} under {[one.text for one in self.boards()[-1:]]}"
        return self.newest()

    def to_move(self) -> Person | None:
        """The person whom the newest board asks to move."""
        board = self.newest()
        if not board.can("press:play:"):
            return None
        last = board.text.splitlines()[-1]
        return next((one for one in self.people.values() if one.mention in last), None)

    async def begin(self, game: str = "leaders", **options: Any) -> Seen:
        """Begin a match between the two, by invitation; return the first board."""
        first, second = self.people.values()
        await first.slash("match new", self.place, game=game, opponent=second, **options)
        await second.click("press:join:", await self.posted("press:join:"))
        return await self.posted("press:play:")

    async def step(self, person: Person, panel: Seen) -> Answer | None:
        """Make one click: a random choice, or Confirm when the move is complete; None if there is nothing to choose."""
        self.clicks += 1
        closing = [id_ for id_ in panel.buttons if ":press:confirm:" in id_ or ":press:finish:" in id_]
        picks = [id_ for id_ in panel.buttons if ":press:pick:" in id_]
        values = sorted(value for value, id_ in panel.options.items() if ":choose:" in id_)
        if closing and (not picks or self.random.random() < 0.5):
            return await person.click(self.random.choice(closing), panel)
        if picks and (not values or self.random.random() < 0.5):
            return await person.click(self.random.choice(picks), panel)
        if values:
            return await person.choose(self.random.choice(values), panel)
        return None

    async def at_confirm(self) -> tuple[Person, Answer]:
        """Let the player to move choose everything; only Confirm is left."""
        person = self.to_move()
        assert person is not None
        panel: Answer | None = await person.click("press:play:", self.newest())
        while panel is not None and not panel.can("press:confirm:"):
            panel = await self.step(person, panel)
        assert panel is not None
        return person, panel

    def _open_boards(self) -> list[Seen]:
        return [one for one in self.boards() if one.can("press:play:")]

    async def turn(self) -> bool:
        """Let the player to move play a whole turn, or the other one if the board is late; False if nobody can."""
        if not self._open_boards():
            return await self.again()
        player = self.to_move()
        for person in sorted(self.people.values(), key=lambda one: one is not player):
            if not (boards := self._open_boards()):
                break
            self.clicks += 1
            panel: Answer | None = await person.click("press:play:", boards[-1])
            moved = False
            while panel is not None and (panel := await self.step(person, panel)) is not None:
                moved = True
            if moved:
                return True
        return False

    async def again(self) -> bool:
        """Make one step toward a rematch after the end of the match; False if there was none."""
        last = self.newest()
        wanted = next((one for one in ("press:rematch:", "press:join:") if last.can(one)), None)
        if wanted is None:
            return False
        for person in self.people.values():  # the first person opens it, the second joins
            await person.click(wanted, last)
        return True

    async def insist(self, turns: int, *, seconds: float = 30) -> None:
        """Play this many turns; a person without an answer or a question tries again."""
        until = time.monotonic() + seconds
        while turns:
            assert time.monotonic() < until, f"{turns} turns were left; the newest message says {self.newest().text}"
            try:
                if await self.turn():
                    turns -= 1
                    continue
            except Unanswered:
                pass
            await asyncio.sleep(0.02)
