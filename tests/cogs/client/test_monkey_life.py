"""Four people use the bot at random for months; clocks, pings and the database must stay correct."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import simcord

from db.tables.clock_stops import ClockStops
from engine.core.record import Entry, apply
from table.matches.draft import drafted
from tests.support.cogs.clock_oracle import DAY, HOUR, MINUTE, ClockOracle, Clocks, disorder
from tests.support.cogs.clocks_and_notices import crash
from tests.support.cogs.fixed_seed import FixedSeed
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import CONFIRM, can, faults, offered, pick
from tests.support.db.places import places
from tests.support.world import Answer, Person, Seen, World

ACTIONS = 100
WORDS = ("leader", "end", "step", "d2", "b1", "wanderer", "confirm", "wódz", "x", "*", ">", "@everyone", "🐉")
CLOCKS = ("none", "5d", "1d", "3d", "2d+6h/3d", "12h+0h", "4d+0h", "soon", "0d")
SPANS = {5: 4, 50: 4, 20 * MINUTE: 8, 3 * HOUR: 12, 11 * HOUR: 12, DAY: 6, 3 * DAY: 2, 20 * DAY: 1}
"""The lengths of quiet periods in seconds, each with its weight."""
CALLS = (
    ("POST", "/channels/*/messages"),
    ("POST", "/interactions/*/callback"),
    ("PATCH", "/webhooks/*/messages/@original"),
    ("POST", "/webhooks/*"),
)
WRONG = ("Something went wrong", "Coś poszło")
FORGET = "press:forget:"


class Monkey:
    """Chooses one of a person's possible next actions at random."""

    def __init__(
        self, world: World, watch: MessageWatch, oracle: ClockOracle, seed: int, games: dict[str, int]
    ) -> None:
        self.world, self.watch, self.oracle, self.dice, self.games = world, watch, oracle, random.Random(seed), games
        self.private: list[tuple[Person, Answer]] = []
        """The latest private messages on each person's screen."""
        self.files: list[bytes] = [b"{}", b"nothing"]
        self.doomed = False
        """Whether the bot is about to be killed."""
        self.story: list[str] = []

    # A step

    async def act(self) -> None:
        deeds: dict[Callable[[], Awaitable[Answer | None]], int] = {
            self.play_on: 10,
            self.type_a_move: 34,
            self.press_in_public: 10,
            self.press_in_private: 12,
            self.answer: 16,
            self.command: 30,
            self.join: 8,
            self.plan: 10,
            self.nonsense: 3,
            self.suggest: 2,
            self.two_at_once: 2,
            self.twice: 2,
            self.wait: 10,
            self.down: 5,
            self.killed: 5,
            self.trouble: 3,
            self.doors: 2,
        }
        deed = self.dice.choices(list(deeds), list(deeds.values()))[0]
        self.note(f"[{deed.__name__}]")
        await self.rest()
        answer = await deed()
        if answer is not None:
            self.check(answer)
        self.oracle.look()
        assert not self.world.complaints, self.world.complaints
        assert not self.watch.wrong_pings, self.watch.wrong_pings
        assert not (found := list(disorder(self.oracle))), found

    async def rest(self, seconds: int = 0) -> None:
        """Let time pass. It takes a bit more where SimCord would wait in real time for a timer within half a minute."""
        ahead = "SELECT at FROM due UNION SELECT not_before FROM outbox WHERE sent_at IS NULL AND failed IS NULL"
        until = self.oracle.now + seconds
        for (at,) in sorted(self.oracle.rows(ahead)):
            until = at + 1 if until < at < until + 30 else until
        if until > self.oracle.now:
            await self.world.pass_time(until - self.oracle.now)
            self.oracle.look()

    def check(self, answer: Answer) -> None:
        """Check that the person got an answer."""
        messages = [message for message in (answer.result.response, *answer.result.followups) if message is not None]
        self.note("    ".join(["", *answer.all_text.splitlines()])[:160] if messages else "    (nothing)")
        assert answer.acknowledged and messages, "no answer"
        assert not any(words in answer.all_text for words in WRONG), (answer.all_text, self.world.complaints)

    def note(self, words: str) -> None:
        """Add a line to the report of a failure."""
        self.story.append(f"{self.world.env.now():%m-%d %H:%M:%S} {words}")

    # People, places and matches

    def person(self) -> Person:
        return self.dice.choice(list(self.world.people.values()))

    def place(self) -> simcord.ChannelHandle:
        channels = list(self.world.env.guild.channels.values())
        threads = [thread for channel in channels for thread in channel.threads]
        if self.dice.random() < 0.5 and (found := self.table()) is not None:
            return found[1]
        return self.dice.choice([*channels, *channels, *threads])

    def name(self, person: Person) -> str:
        return next(name for name, one in self.world.people.items() if one is person)

    def table(self) -> tuple[Clocks, simcord.ChannelHandle] | None:
        """A running match and its place."""
        where = dict(self.oracle.rows("SELECT id, channel FROM matches WHERE status = 'live'"))
        channels = list(self.world.env.guild.channels.values())
        known = {place.id: place for channel in channels for place in (channel, *channel.threads)}
        found = [
            (table, known[where[match]])
            for match, table in self.oracle.tables.items()
            if match in where and where[match] in known
        ]
        return self.dice.choice(found) if found else None

    def at(self, table: Clocks, seat: int) -> Person | None:
        return next((one for one in self.world.people.values() if one.id == table.players[seat]), None)

    def keep(self, person: Person, answer: Answer) -> Answer:
        self.private = [*self.private, (person, answer)][-15:]
        for file, data in answer.files.items() if answer.result.acknowledged and _has_content(answer) else ():
            if file.endswith(".json") and not file.startswith("arena-post"):
                self.files = [*self.files, data][-6:]
        return answer

    async def slash(self, person: Person, command: str, place: simcord.ChannelHandle, /, **options: Any) -> Answer:
        shown = {key: self.name(one) if isinstance(one, Person) else one for key, one in options.items()}
        shown.pop("file", None)
        self.note(f"  {self.name(person)} in {place.name}: /{command} {shown}")
        return self.keep(person, await person.slash(command, within=place, **options))

    # Actions

    async def play_on(self) -> Answer | None:
        """A person continues in a panel that is open on their screen, as people usually do."""
        for person, answer in reversed(self.private):
            if not _has_content(answer):
                continue
            if can(answer, CONFIRM):
                self.note(f"  {self.name(person)} confirms")
                return await person.click(CONFIRM, on=answer)
            if codes := offered(answer):
                code = self.dice.choice(codes)
                if "." not in code:
                    self.note(f"  {self.name(person)} picks {code}")
                    return await pick(person, answer, code)
        person = self.person()
        return await self.slash(person, "play", self.place())

    def moves(self, table: Clocks, most: int) -> list[tuple[int, str]]:
        """Up to `most` random whole moves of the current position: the person and the codes."""
        position = table.position.fork()
        line: list[tuple[int, str]] = []
        while position.asks and len(line) < most:
            seat, codes = self.dice.choice(position.asks).seat, list[str]()
            while not (now := drafted(position, seat, codes)).complete and now.ask is not None:
                codes.append(self.dice.choice(now.ask.options).code)
            apply(position, Entry(seat, "play", tuple(codes)))
            line.append((seat, " ".join(codes)))
        return line

    async def type_a_move(self) -> Answer | None:
        found = self.table()
        if found is None:
            return await self.open_match()
        table, place = found
        ((seat, move),) = self.moves(table, 1)
        person = self.at(table, seat)
        if person is None:
            return None
        prepared = self.oracle.rows("SELECT steps FROM plans WHERE match = ? AND seat != ?", table.match, seat)
        if prepared and self.dice.random() < 0.5:
            move = str(self.dice.choice(prepared)[0]).split('"')[1]
        before, pings = table.running, len(self.world.pings)
        answer = await self.slash(person, "play", place, move=f"{move} confirm")
        waits = "SELECT 1 FROM outbox WHERE channel = ? AND person IS NULL AND sent_at IS NULL AND failed IS NULL"
        if not self.doomed and not self.oracle.rows(waits, place.id):
            self.oracle.look()
            self.look_at_calls(table, [seat for seat in table.running if seat not in before], place, pings)
        return answer

    def look_at_calls(self, table: Clocks, seats: list[int], place: simcord.ChannelHandle, since: int) -> None:
        """Check that each person asked since then was pinged if they want that, and that the board shows their
        deadline.
        """
        pinged = {user for ping in self.world.pings[since:] if ping.channel_id == place.id for user in ping.people}
        for seat in seats:
            user = table.players[seat]
            loud = "SELECT 1 FROM people WHERE person = ? AND (quiet != '' OR notices IN ('dm', 'none'))"
            assert self.oracle.rows(loud, user) or user in pinged, f"seat {seat} is not called: {table}"
        shown = {int(time) for time in re.findall(r"<t:(\d+):R>", self.world.newest(place).text)}
        ends = {end for seat in seats if (end := self.oracle.end(table, seat)) is not None}
        if seats and table.clock and not table.gift:
            assert {end for end in ends if end > self.oracle.now} <= shown, (ends, shown, table)

    async def plan(self) -> Answer | None:
        found = self.table()
        if found is None:
            return await self.open_match()
        table, place = found
        line = self.moves(table, self.dice.randint(1, 5))
        seat = self.dice.randrange(len(table.players))
        steps: list[str] = []
        for mover, codes in line:
            if (mover == seat) == (len(steps) % 2 == 1):
                steps.append(codes if mover == seat or self.dice.random() < 0.6 else "*")
        if len(steps) < 2:
            steps = ["*", *(codes for mover, codes in line if mover == seat)][:2]
        person = self.at(table, seat) or self.person()
        if self.dice.random() < 0.25:
            questions = await person.suggest("plan always", "question", "", within=place)
            question = self.dice.choice([*questions, "leaders.who-acts"])
            answers = await person.suggest("plan always", "answer", "", within=place, question=question)
            answer = self.dice.choice([*answers, "end"])
            return await self.slash(person, "plan always", place, question=question, answer=answer)
        return await self.slash(person, "plan add", place, line=" > ".join(steps)[:600])

    async def press_in_public(self) -> Answer | None:
        messages = self.world.messages(self.place())
        message = self.dice.choice(messages[-3:] if messages and self.dice.random() < 0.7 else messages or [None])
        return await self.press(self.person(), message) if message is not None else None

    async def answer(self) -> Answer | None:
        """A person answers a request under one of the newest messages."""
        asking = ("accept", "decline", "takeover", "stay", "claim", "rematch", "resign", "forget", "end-match")
        found = [
            (person, message, button)
            for message in self.world.messages(self.place())[-4:]
            for button in message.buttons.values()
            for person in self.world.people.values()
            if button.split(":")[2] in asking and person.mention in message.text
        ]
        found += [
            (person, answer, button)
            for person, answer in self.private[-5:]
            if _has_content(answer)
            for button in answer.buttons.values()
            if button.split(":")[2] in asking
        ]
        if not found:
            return await self.press_in_public()
        person, message, button = self.dice.choice(found)
        return await self.press(person, message, button)

    async def press_in_private(self) -> Answer | None:
        if not self.private:
            return None
        person, answer = self.dice.choice(self.private)
        return await self.press(person, answer) if _has_content(answer) else None

    async def press(self, person: Person, message: Seen, wanted: str = "") -> Answer | None:
        things = [*message.buttons.values(), *message.options]
        if not things:
            return None
        # Buttons that change something are pressed more often than those that show a rule or a side.
        weights = [1 if "rule" in one or ":side:" in one or ":since:" in one else 3 for one in things]
        wanted = wanted or self.dice.choices(things, weights)[0]
        self.note(f"  {self.name(person)} presses {wanted}")
        if wanted in message.options:
            return self.keep(person, await person.choose(wanted, on=message))
        answer = self.keep(person, await person.click(wanted, on=message))
        if FORGET in wanted and not self.doomed:
            self.oracle.vacations.pop(person.id, None)
            named = [place for place in places(self.oracle.database, person.id) if not place.startswith("sqlite")]
            assert not named, f"{person.id} is still in {named}"
        return answer

    async def open_match(self) -> Answer:
        chance, choice = self.dice.random, self.dice.choice
        game = self.dice.choices(list(self.games), list(self.games.values()))[0]
        if game in ("leaders", "knockdown") and chance() < 0.6:
            opponents, other = self.dice.sample(list(self.world.people.values()), 2)
            clock, rated = choice(CLOCKS[:7]), chance() < 0.6
            late = choice(["claim", "automatic"])
            plain = {"game": game, "opponent": other, "clock": clock, "rated": rated, "timeout": late}
            return await self.slash(opponents, "match new", self.place(), **plain)
        threads = sum(len(channel.threads) for channel in self.world.env.guild.channels.values())
        options: dict[str, Any] = {"game": game, "clock": choice(CLOCKS)}
        if chance() < 0.7:
            options["opponent"] = self.person()
        if chance() < 0.2:
            options["second_opponent"] = self.person()
        if chance() < 0.5:
            options["timeout"] = choice(["claim", "automatic"])
        if chance() < 0.5:
            options["rated"] = True
        if chance() < 0.3:
            options["open"] = chance() < 0.7
        if chance() < 0.2 and threads < 3:
            options["thread"] = True
        if chance() < 0.15:
            options["players"] = self.dice.randint(2, 4)
        return await self.slash(self.person(), "match new", self.place(), **options)

    async def join(self) -> Answer | None:
        """An invited person joins a match."""
        channels = list(self.world.env.guild.channels.values())
        for place in (place for channel in channels for place in (channel, *channel.threads)):
            free = """SELECT invited FROM seats JOIN matches ON id = match
                      WHERE channel = ? AND status = 'open' AND person IS NULL"""
            for (invited,) in self.oracle.rows(free, place.id):
                person = next((one for one in self.world.people.values() if one.id == invited), self.person())
                return await self.slash(person, "match join", place)
        return await self.open_match()

    async def command(self) -> Answer | None:
        chance, choice = self.dice.random, self.dice.choice
        number = self.dice.randint(1, 1 + max([0, *(row[0] for row in self.oracle.rows("SELECT id FROM matches"))]))
        perhaps = choice([{}, {"number": number}])
        named = choice([{}, {"match_number": number}])
        hour = self.dice.randint(0, 23)
        commands: dict[tuple[str, tuple[tuple[str, Any], ...]], int] = {}

        def may(weight: int, command: str, **options: Any) -> None:
            commands[command, tuple(options.items())] = weight

        may(4, "match join")
        may(2, "match rematch", **named)
        may(1, "match list")
        may(1, "match show", **perhaps)
        may(2, "match export", **perhaps)
        may(2, "match import", file=("match.json", choice(self.files)))
        may(1, "match history", move=self.dice.randint(0, 9), **named)
        may(1, "match film", public=chance() < 0.3, **named)
        may(3, "match resign")
        may(2, "match draw")
        may(5, "match undo")
        may(4, "match pause")
        may(3, "match resume")
        may(4, "match claim")
        may(1, "match cancel")
        may(3, "match substitute", player=self.person(), **choice([{}, {"instead_of": self.person()}]))
        commands["substitute", ()] = 14
        may(1, "plan list")
        may(1, "plan remove", number=self.dice.randint(1, 3))
        may(1, "plan clear")
        may(4, "me notices", where=choice(["channel", "dm", "both", "none"]))
        may(3, "me remind", when=choice(["automatic", "off", "30m", "12h", "3d", "?"]))
        may(2, "me quiet", **{"from": f"{hour:02}:30", "to": f"{(hour + 9) % 24:02}:00", "zone": "Europe/Warsaw"})
        may(1, "me quiet", **{"from": "off"})
        may(1, "me stats")
        may(1, "me show")
        may(1, "me language", language=choice(["en", "pl", "auto"]))
        may(1, "ladder", game=choice(list(self.games)), scope=choice(["server", "everywhere"]))
        may(1, "board", public=chance() < 0.3, **named)
        may(1, "rules", query=choice(["", "push", "remis", "🐉"]))
        may(1, "privacy export")
        may(3, "privacy delete")
        commands["vacation", ()] = 7
        commands["back", ()] = 5
        commands["admin", ()] = 6
        commands["open", ()] = 12
        command, options = self.dice.choices(list(commands), list(commands.values()))[0]
        if command == "open":
            return await self.open_match()
        if command == "substitute":
            return await self.substitute()
        if command == "vacation":
            return await self.go_away()
        if command == "back":
            return await self.come_back()
        if command == "admin":
            return await self.admin(number)
        person, place = self.person(), self.place()
        if command.startswith(("match ", "plan ")) and chance() < 0.8 and (found := self.table()) is not None:
            table, place = found
            person = self.at(table, self.dice.randrange(len(table.players))) or person
        return await self.slash(person, command, place, **dict(options))

    async def substitute(self) -> Answer | None:
        """Somebody asks a person to take over a seat, their own or that of an absent player."""
        found = self.table()
        if found is None:
            return None
        table, place = found
        sitting = [self.at(table, seat) for seat in range(len(table.players))]
        free = [one for one in self.world.people.values() if one not in sitting]
        asking, late = self.dice.choice(sitting), self.at(table, table.running[0])
        if asking is None or late is None or not free:
            return None
        instead: dict[str, Any] = {"instead_of": late} if asking is not late and self.dice.random() < 0.7 else {}
        return await self.slash(asking, "match substitute", place, player=self.dice.choice(free), **instead)

    async def go_away(self) -> Answer:
        person, days, starts_in = self.person(), self.dice.choice([1, 1, 2, 5, 40]), self.dice.choice([0, 0, 0, 1, 3])
        before = self._vacations(person)
        answer = await self.slash(person, "me vacation", self.place(), days=days, starts_in=starts_in)
        if self._vacations(person) > before:
            self.oracle.left_for(person, days, starts_in)
        return answer

    async def come_back(self) -> Answer:
        person = self.person()
        answer = await self.slash(person, "me back", self.place())
        if not self.doomed or not self.oracle.rows(
            "SELECT 1 FROM vacations WHERE person = ? AND ends > ?", person.id, self.oracle.now
        ):
            self.oracle.came_back(person)
        return answer

    def _vacations(self, person: Person) -> int:
        return int(self.oracle.rows("SELECT count(*) FROM vacations WHERE person = ?", person.id)[0][0])

    async def admin(self, number: int) -> Answer:
        dora, choice = self.world["Dora"], self.dice.choice
        deeds: list[tuple[str, dict[str, Any]]] = [
            ("admin defaults", {"clock": choice(CLOCKS)}),
            ("admin defaults", {"language": choice(["en", "pl", "auto"]), "thread": False}),
            ("admin channels add", {"channel": self.dice.choice(list(self.world.env.guild.channels.values()))}),
            ("admin channels all", {}),
            ("admin channels all", {}),
            ("admin ban", {"person": self.person()}),
            *[("admin unban", {"person": one}) for one in self.world.people.values()],
            ("admin end", {"match_number": number}),
            ("admin repair", {"match_number": number}),
            ("admin repair", {"match_number": number, "take_back": self.dice.randint(0, 4)}),
            *[("admin substitute", {"match_number": number, "instead_of": self.person(), "player": self.person()})] * 3,
        ]
        command, options = choice(deeds)
        return await self.slash(dora, command, self.place(), **options)

    async def nonsense(self) -> Answer:
        line = " ".join(self.dice.choices(WORDS, k=self.dice.randint(1, 6)))
        command, field = self.dice.choice([("play", "move"), ("plan add", "line")])
        return await self.slash(self.person(), command, self.place(), **{field: line})

    async def suggest(self) -> None:
        place, line = self.place(), " ".join(self.dice.choices(WORDS, k=2))
        await self.person().suggest("play", "move", line, within=place)
        await self.person().suggest("plan remove", "number", "", within=place)
        await self.person().suggest("match new", "clock", self.dice.choice(CLOCKS), within=place, game="leaders")

    async def two_at_once(self) -> None:
        before = len(self.watch.wrong_pings)
        async with self.world.together():
            self.doomed = True
            one = await self.press_in_private()
            other = await self.press_in_public()
            self.doomed = False
        assert all(answer.acknowledged for answer in (one, other) if answer is not None)
        # A click may overtake the board that was being sent; then the board pings a player who has moved.
        del self.watch.wrong_pings[before:]

    async def twice(self) -> None:
        """Discord delivers an interaction a second time, as if it had not been answered."""
        answer = await self.dice.choice([self.press_in_public, self.type_a_move, self.command])()
        if answer is None or not _has_content(answer):
            return
        log = self.oracle.rows("SELECT count(*) FROM moves")
        await self.world.deliver_again(answer, unheard=True)
        assert self.oracle.rows("SELECT count(*) FROM moves") == log

    async def wait(self) -> None:
        seconds = self.dice.choices(list(SPANS), list(SPANS.values()))[0]
        seconds += self.dice.randint(0, seconds // 2)
        self.note(f"  {seconds} s pass")
        await self.rest(seconds)

    async def down(self) -> None:
        """Stop or kill the bot, and start it again at once or after a while."""
        gone = self.dice.choice([0, 0, 40, HOUR, DAY, 9 * DAY])
        self.oracle.look()
        if self.dice.random() < 0.5:
            self.note(f"  stopped for {gone} s")
            async with self.world.away():
                await self.world.pass_time(gone)
        else:
            self.note(f"  crashed for {gone} s")
            self.oracle.crashed()
            await crash(self.world, gone)
        self.oracle.stood_still()

    async def killed(self) -> None:
        """Kill the bot in the middle of its work."""
        method, path = self.dice.choice(CALLS)
        deed = self.dice.choice([self.type_a_move, self.press_in_public, self.press_in_private, self.command])
        self.note(f"  dies at {method} {path}")
        self.doomed = True
        self.oracle.crashed()
        try:
            with mock.patch.object(ClockStops, "heartbeat", _silent):
                async with self.world.killed_at(method, path, after=self.dice.random() < 0.5):
                    await deed()
        except AssertionError as error:
            if "never came" not in str(error):
                raise
        self.doomed = False

    async def trouble(self) -> None:
        """Begin a fault between the bot and Discord, or end the current one."""
        await self.world.restore()
        threads = self.world.channel().threads
        trouble = self.dice.choice(["blink", "muzzle", "archive", "delete"])
        self.note(f"  {trouble}")
        if trouble == "blink":
            times = self.dice.randint(1, 4)
            self.world.refuse("POST", f"/channels/{self.place().id}/messages", status=400, times=times)
        elif trouble == "muzzle":
            await self.world.revoke("send_messages")
        elif threads and trouble == "archive":
            await self.world.archive(self.dice.choice(threads))
        elif threads:
            self.private = []
            await self.world.delete(self.dice.choice(threads))

    async def doors(self) -> None:
        """A person blocks private messages, or allows them again."""
        person = self.person()
        channel = self.world.env.backend.get_dm_channel(person.id)
        path, faults = f"/channels/{channel.id}/messages", self.world.env.backend.faults
        if any(fault["path"] == path for fault in faults):
            faults[:] = [fault for fault in faults if fault["path"] != path]
        else:
            self.world.refuse(
                "POST", path, status=403, code=50007, text="Cannot send messages to this user", times=None
            )


async def _silent(*_: object, **__: object) -> None:
    """Log nothing, like a killed bot."""


def _has_content(answer: Answer) -> bool:
    """Whether the answer has content; a bot that was killed gives none."""
    return answer.result.response is not None or bool(answer.result.followups)


async def live(
    world: World, watch: MessageWatch, database: Path, deal: FixedSeed, seed: int, actions: int, games: dict[str, int]
) -> Monkey:
    """Do `actions` random things one after the other."""
    await world.welcome("Dora")
    await world["Dora"].promote("manage_guild")
    monkey = Monkey(world, watch, ClockOracle(world, database), seed, games)
    try:
        for number in range(actions):
            deal.seed = f"{seed} {number}"
            await monkey.act()
            if number % 40 == 39:
                assert faults(database) == []
    except Exception as error:
        error.add_note("\n".join(monkey.story[-60:]))
        raise
    return monkey


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("seed", [1, 7])
async def test_random_use_of_the_bot_over_weeks_breaks_nothing(
    world: World, watch: MessageWatch, database: Path, deal: FixedSeed, seed: int
) -> None:
    monkey = await live(world, watch, database, deal, seed, ACTIONS, {"leaders": 5, "knockdown": 3})
    assert monkey.oracle.compared > 5, "clocks were checked"
    monkey.oracle.close()
