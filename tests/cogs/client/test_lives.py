"""Matches over weeks of virtual time, with a bot that restarts at random moments."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.support.cogs.play import ACCEPT, JOIN, PLAY, begin, can, log_of, quick, rows, take_turn, to_move
from tests.support.world import Person, World

DAY = 86400
SEEDS = (1, 2)
CLAIM, REMATCH, TAKE_OVER = "press:claim:", "press:rematch:", "press:takeover:"


class Life:
    """A world in which the bot may restart after every event."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.random = world, Random(seed)
        self.restarts = 0

    async def finish_work(self) -> None:
        """Finish the pending work, then perhaps restart the bot."""
        if self.random.random() < 0.4:
            await self.world.restart()
            self.restarts += 1

    async def days(self, count: float) -> None:
        """Let days pass in pieces; between two pieces the bot may restart or be down for a moment."""
        left = count * DAY
        while left > 0:
            piece = min(left, self.random.uniform(0.2, 1.5) * DAY)
            await self.world.pass_time(piece)
            left -= piece
            await self.finish_work()

    async def play(self, person: Person, move: str) -> None:
        text = (await person.slash("play", move=f"{move} confirm")).all_text
        assert "?" not in text.splitlines()[0], text
        await self.finish_work()

    async def turn(self, name: str) -> None:
        """Play a quick turn by clicks on the newest board."""
        assert to_move(self.world) is self.world[name]
        await take_turn(self.world[name], quick)
        await self.finish_work()


@pytest.fixture(params=SEEDS)
def life(world: World, request: pytest.FixtureRequest) -> Life:
    return Life(world, request.param)


def unsent(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT kind FROM outbox WHERE sent_at IS NULL AND failed IS NULL")


def saying(world: World, words: str) -> int:
    """The number of public messages with these words."""
    return sum(words in message.text for message in world.messages())


async def test_three_weeks_with_a_vacation_a_reminder_and_a_claimed_time_out(life: Life, database: Path) -> None:
    world = life.world
    ada, bartek = world["Ada"], world["Bartek"]
    await begin(world, clock="3d", rated=True)
    await life.finish_work()
    for _ in range(3):  # two days for every answer: nobody runs out of time
        await life.turn("Ada")
        await life.days(2)
        await life.turn("Bartek")
        await life.days(1.5)
    await life.turn("Ada")
    reminded = world.pinged().count("Bartek")
    await bartek.slash("me vacation", days=6)
    await life.finish_work()
    assert saying(world, f"{bartek.mention} is on vacation until") == 1
    await life.days(6)
    assert world.pinged().count("Bartek") == reminded, "nobody is reminded while the clock stands still"
    too_early = await ada.slash("match claim")
    assert "None of your opponents has run out of time." in too_early.all_text
    await life.days(2.3)
    assert world.pinged().count("Bartek") == reminded, "more than a fifth of the three days is left"
    await life.days(0.3)
    assert saying(world, "is waiting for your move") == 1
    assert world.pinged().count("Bartek") == reminded + 1
    await life.days(1)
    assert world.pinged()[-1] == "Ada"
    assert can(world.newest(), CLAIM)
    await life.days(1)
    await ada.click(CLAIM)
    await life.finish_work()
    assert rows(database, "SELECT status, result FROM matches") == [("over", '{"winners":[0],"reason":"timeout"}')]
    assert rows(database, "SELECT seat, person, place FROM results ORDER BY seat") == [
        (0, ada.id, 1),
        (1, bartek.id, 2),
    ]
    assert rows(database, "SELECT count(*) FROM ratings WHERE guild = 0") == [(2,)]
    assert rows(database, "SELECT * FROM due") == []
    assert unsent(database) == []
    begun, ended = rows(database, "SELECT created_at, ended_at FROM matches")[0]
    assert isinstance(begun, int) and isinstance(ended, int) and ended - begun >= 21 * DAY
    assert saying(world, "is waiting for your move") == 0, "an outdated reminder is deleted"
    assert saying(world, "Out of time") == 1
    # Pings: one invitation, three turns and a last one, a reminder, the end; Ada's turns and her time-out, too.
    assert Counter(world.pinged()) == {"Bartek": 1 + 4 + 1 + 1, "Ada": 4 + 1}
    assert life.restarts > 3


async def test_nobody_loses_time_while_the_bot_is_down(life: Life, database: Path) -> None:
    world = life.world
    await begin(world, clock="1d")
    await life.turn("Ada")
    down = 0.0
    for _ in range(4):
        await life.days(0.2)
        length = life.random.uniform(0.1, 4) * DAY
        async with world.away():
            await world.pass_time(length)
        down += length
    assert saying(world, "Out of time") == 0
    await life.days(0.25)
    assert saying(world, "Out of time") == 1
    assert down > DAY, "longer than a whole move"


async def test_a_whole_match_with_an_agreed_undo(life: Life, database: Path) -> None:
    world = life.world
    ada, bartek = world["Ada"], world["Bartek"]
    await begin(world, clock="3d")
    await life.play(ada, "end vizier a1")
    await life.play(bartek, "end wanderer a4")
    await life.play(bartek, "royal-guard b5")
    await life.play(ada, "end claw-launcher b1")
    log = log_of(database)
    await ada.slash("match undo")
    await life.finish_work()
    await life.days(0.5)
    offer = world.newest()
    assert bartek.mention in offer.text
    await bartek.click(ACCEPT, on=offer)
    await life.finish_work()
    assert log_of(database)[:-1] == log, "undone moves stay in the log"
    assert log_of(database)[-1][:2] == (0, "undo")
    assert to_move(world) is ada
    assert world.pinged()[-1] == "Ada"
    await life.play(ada, "end claw-launcher f1")
    assert to_move(world) is bartek
    assert unsent(database) == []


async def test_a_whole_match_with_a_prepared_line_that_is_played_and_one_that_is_dropped(
    life: Life, database: Path
) -> None:
    world = life.world
    ada, bartek = world["Ada"], world["Bartek"]
    await begin(world, clock="3d")
    await life.play(ada, "end vizier a1")
    await life.play(bartek, "end wanderer a4")
    await life.play(bartek, "royal-guard b5")
    await bartek.slash(
        "plan add",
        line="end claw-launcher b1 > end nemesis c6 > zakończ-akcje piwowar c1 > end acrobat e6 > * > end",
    )
    await life.finish_work()
    await bartek.slash("plan add", line="end brewmaster b1 > end nemesis c6")
    await life.finish_work()
    assert rows(database, "SELECT count(*) FROM plans") == [(2,)]
    for number, move in enumerate(("end claw-launcher b1", "end brewmaster c1", "end hermit-and-cub e1 f1")):
        before, pings = len(world.messages()), world.pinged()
        await life.play(ada, move)
        assert len(world.messages()) == before + 1, "one message for the move and its answer"
        assert world.pinged() == [*pings, "Ada"], "a player with a prepared answer is not pinged"
        assert rows(database, "SELECT count(*) FROM plans") == [(1 if number < 2 else 0,)]
        await life.days(0.3)
    answers = [row[2] for row in log_of(database) if row[0] == 1][2:]
    assert answers == ['["end", "nemesis", "c6"]', '["end", "acrobat", "e6"]', '["end"]']
    assert to_move(world) is ada
    assert unsent(database) == []
    seen = [message.text for message in world.messages()]
    assert not any("plan" in words.lower() for words in seen), "prepared moves are private"


async def test_a_whole_match_with_a_substitute(life: Life, database: Path) -> None:
    world = life.world
    ada, bartek, celina = world["Ada"], world["Bartek"], world["Celina"]
    await begin(world, clock="3d", rated=True)
    await life.turn("Ada")
    await bartek.slash("match substitute", player=celina)
    await life.finish_work()
    await life.days(1)
    assert world.pinged()[-1] == "Celina"
    message = world.newest()
    await ada.click(TAKE_OVER, on=message)
    assert rows(database, "SELECT person FROM seats WHERE seat = 1") == [(bartek.id,)], "only Celina can take the seat"
    await celina.click(TAKE_OVER, on=message)
    await life.finish_work()
    assert to_move(world) is celina
    assert rows(database, "SELECT since, person FROM sittings WHERE seat = 1 ORDER BY since") == [
        (0, bartek.id),
        (1, celina.id),
    ]
    assert (
        "not playing" in (await bartek.click(PLAY)).all_text
        or "nie grasz" in (await bartek.click(PLAY)).all_text.lower()
    )
    for name in ("Celina", "Ada", "Celina"):
        await life.turn(name)
    pings = Counter(world.pinged())
    sure = await ada.slash("match resign")
    await ada.click("press:resign:", on=sure)
    await life.finish_work()
    assert Counter(world.pinged()) - pings == {"Celina": 1}
    assert rows(database, "SELECT person, place FROM results ORDER BY seat") == [(ada.id, 2), (celina.id, 1)]
    assert rows(database, "SELECT person FROM ratings WHERE guild = 0 ORDER BY mu DESC") == [(celina.id,), (ada.id,)]
    assert unsent(database) == []


async def test_a_whole_match_with_a_rematch_and_rotated_seats(life: Life, database: Path) -> None:
    world = life.world
    ada, bartek = world["Ada"], world["Bartek"]
    await begin(world, clock="5d+12h/10d")
    await life.turn("Ada")
    sure = await bartek.slash("match resign")
    await bartek.click("press:resign:", on=sure)
    await life.finish_work()
    end = world.newest()
    await ada.click(REMATCH, on=end)
    await life.finish_work()
    assert world.pinged()[-1] == "Bartek"
    await bartek.click(REMATCH, on=end)
    await life.finish_work()
    assert rows(database, "SELECT seat, person FROM seats WHERE match = 2 ORDER BY seat") == [
        (0, bartek.id),
        (1, ada.id),
    ]
    assert rows(database, "SELECT status, origin FROM matches WHERE id = 2") == [("live", 1)]
    clocks = rows(database, "SELECT clock FROM matches ORDER BY id")
    assert clocks[0] == clocks[1]
    person = to_move(world)
    assert person in (ada, bartek)
    assert re.search(r"<t:\d+:R>", world.newest().text)
    assert not can(world.newest(), JOIN)
    assert unsent(database) == []


async def test_nobody_loses_time_while_the_bot_is_cut_off_from_discord(world: World, database: Path) -> None:
    await begin(world, clock="1d", timeout="automatic")
    await world.pass_time(0.5 * DAY)
    await world.gateway("disconnect")
    await world.pass_time(2 * DAY)
    assert rows(database, "SELECT status FROM matches") == [("live",)], "nobody could move"
    await world.gateway("resumed")
    await world.pass_time(0.4 * DAY)
    assert rows(database, "SELECT status FROM matches") == [("live",)]
    await world.gateway("disconnect")
    await world.pass_time(30)
    await world.gateway("resumed")
    assert rows(database, "SELECT count(*) FROM outages WHERE ends > starts") == [(1,)], (
        "a short interruption does not count"
    )
    await world.pass_time(0.2 * DAY)
    assert rows(database, "SELECT result FROM matches") == [('{"winners":[1],"reason":"timeout"}',)]


async def test_a_bot_stopped_while_disconnected_gives_the_time_back(world: World, database: Path) -> None:
    await begin(world, clock="1d")
    await world.gateway("disconnect")
    await world.pass_time(3 * DAY)
    await world.restart()
    await world.pass_time(0.9 * DAY)
    assert saying(world, "Out of time") == 0
    await world.pass_time(0.2 * DAY)
    assert saying(world, "Out of time") == 1
