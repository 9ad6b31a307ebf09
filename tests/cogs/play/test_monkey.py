"""Three people use the bot at random; the log must have no errors and the database must stay consistent."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import simcord

from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import CONFIRM, can, offered, pick
from tests.support.world import Answer, Person, Seen, World

ACTIONS = 110
WORDS = ("leader", "end", "step", "d2", "d6", "b1", "wanderer", "confirm", "ok", "wódz", "x", "@everyone", "🐉", "")


class Monkey:
    """Chooses one of a person's possible next actions at random."""

    def __init__(self, world: World, watch: MessageWatch, seed: int) -> None:
        self.world, self.watch, self.dice = world, watch, random.Random(seed)
        self.private: list[tuple[Person, Answer]] = []
        """The latest private messages on each person's screen."""

    async def act(self) -> None:
        deeds: list[tuple[int, Callable[[], Awaitable[Answer | None]]]] = [
            (30, self.play_on),
            (20, self.press_in_public),
            (20, self.press_in_private),
            (16, self.command),
            (4, self.type_a_move),
            (4, self.two_at_once),
            (2, self.suggest),
            (2, self.restart),
            (2, self.wait),
            (2, self.trouble),
        ]
        deed = self.dice.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])[0]
        answer = await deed()
        if answer is not None:
            assert answer.acknowledged, deed
            assert "Something went wrong" not in answer.all_text and "Coś poszło" not in answer.all_text, (
                answer.all_text
            )

    def person(self) -> Person:
        return self.dice.choice(list(self.world.people.values()))

    def place(self) -> simcord.ChannelHandle:
        channels = list(self.world.env.guild.channels.values())
        threads = [thread for channel in channels for thread in channel.threads]
        return self.dice.choice([*channels, *channels, *threads])

    def keep(self, person: Person, answer: Answer) -> Answer:
        self.private = [*self.private, (person, answer)][-15:]
        return answer

    async def play_on(self) -> Answer | None:
        """A person continues in a panel that is open on their screen, as people usually do."""
        for person, answer in reversed(self.private):
            if can(answer, CONFIRM):
                return await person.click(CONFIRM, on=answer)
            if codes := offered(answer):
                if "leaders.aim" in codes:
                    continue
                return await pick(person, answer, self.dice.choice(codes))
        person = self.person()
        return self.keep(person, await person.slash("play", within=self.place()))

    async def press_in_public(self) -> Answer | None:
        messages = self.world.messages(self.place())
        message = self.dice.choice(messages[-3:] if messages and self.dice.random() < 0.7 else messages or [None])
        person = self.person()
        return self.keep(person, await self.press(person, message)) if message is not None and message.buttons else None

    async def press_in_private(self) -> Answer | None:
        if not self.private:
            return None
        person, answer = self.dice.choice(self.private)
        if not answer.buttons and not answer.options:
            return None
        return self.keep(person, await self.press(person, answer))

    async def press(self, person: Person, message: Seen) -> Answer:
        wanted = self.dice.choice([*message.buttons.values(), *message.options])
        if wanted in message.options:
            return await person.choose(wanted, on=message)
        return await person.click(wanted, on=message)

    async def command(self) -> Answer:
        person, place = self.person(), self.place()
        chance, choice = self.dice.random, self.dice.choice
        number = choice([{}, {"number": self.dice.randint(1, 6)}])
        opponent = choice([{}, {"opponent": self.person()}])
        mode = choice(["", "mode=advanced", "crown_is_recruit_space=false"])
        commands: list[tuple[int, str, dict[str, Any]]] = [
            (4, "match new", {"game": "leaders", "options": mode, **opponent}),
            (1, "match new", {"game": "leaders", "thread": len(self.world.channel().threads) < 3, **opponent}),
            (4, "match join", {}),
            (1, "match list", {}),
            (1, "match show", number),
            (1, "match export", number),
            (1, "match resign", {}),
            (1, "match draw", {}),
            (2, "match undo", {}),
            (1, "match cancel", {}),
            (1, "board", {"public": chance() < 0.3}),
            (1, "board", {"move": self.dice.randint(0, 9)}),
            (1, "me language", {"language": choice(["en", "pl", "auto"])}),
            (1, "me palette", {"palette": choice(["classic", "contrast"])}),
            (1, "help", {}),
        ]
        _, name, options = self.dice.choices(commands, [weight for weight, _, _ in commands])[0]
        return self.keep(person, await person.slash(name, within=place, **options))

    async def type_a_move(self) -> Answer:
        person = self.person()
        line = " ".join(self.dice.choices(WORDS, k=self.dice.randint(1, 6)))
        return self.keep(person, await person.slash("play", within=self.place(), move=line))

    async def two_at_once(self) -> Answer | None:
        before = len(self.watch.wrong_pings)
        async with self.world.together():
            one = await self.press_in_private()
            other = await self.press_in_public()
        assert all(answer.acknowledged for answer in (one, other) if answer is not None)
        # A click may overtake the board that was being sent; then the board pings a player who has moved.
        del self.watch.wrong_pings[before:]
        return None

    async def suggest(self) -> None:
        place, line = self.place(), " ".join(self.dice.choices(WORDS, k=2))
        await self.person().suggest("play", "move", line, within=place)
        await self.person().suggest("match new", "options", line, within=place, game="leaders")

    async def restart(self) -> None:
        await self.world.restart()

    async def wait(self) -> None:
        await self.world.pass_time(self.dice.choice([60, 3600, 86400]))

    async def trouble(self) -> None:
        """Begin a fault between the bot and Discord, or end the current one."""
        await self.world.restore()
        threads = self.world.channel().threads
        trouble = self.dice.choice(["blink", "muzzle", "archive", "delete"])
        if trouble == "blink":
            self.world.refuse("POST", "/channels/*/messages", status=500, times=self.dice.randint(1, 3))
        elif trouble == "muzzle":
            await self.world.revoke("send_messages")
        elif threads and trouble == "archive":
            await self.world.archive(self.dice.choice(threads))
        elif threads:
            self.private = []
            await self.world.delete(self.dice.choice(threads))


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_random_clicks_and_commands_in_any_order_break_nothing(
    world: World, watch: MessageWatch, seed: int
) -> None:
    """The fixtures check the log, the pings, Discord's limits and the database."""
    monkey = Monkey(world, watch, seed)
    for _ in range(ACTIONS):
        await monkey.act()
