"""Two processes whose PostgreSQL cuts connections, ends deadlocks, restarts or crashes: no player notices."""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from cogs.ui.database_trouble import NO_DATABASE, UNKNOWN, WAS_NOT_SAVED, WAS_SAVED
from db.address import PostgresAddress
from db.postgres import opening
from tests.sockets.kills import Pair, errors, until_sent
from tests.sockets.observer import PLAYED, observe, reading, words
from tests.sockets.people import Answer, Person, Seen, Table, happens
from tests.sockets.process import Launcher
from tests.sockets.processes import Crowd
from tests.sockets.sessions import MOVES, Session
from tests.sockets.world import Guild, Interaction, Message, World
from tests.support.postgres.cutting_proxy import Cut, CuttingProxy
from tests.support.postgres.database import new_postgres, own_server
from tests.support.postgres.server import Server

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEASE = 3
LOST, DEADLOCK = "the connection to the database is lost (", "another transaction was in the way (deadlock detected)"


@dataclass
class Two:
    """Two running processes and their database, connected by a network that can be cut."""

    crowd: Crowd
    server: Server
    proxy: CuttingProxy
    address: str
    """The database's address for the test's own sessions, without the proxy."""

    def logged(self, wanted: str) -> list[int]:
        """How often each process has logged this text."""
        return [bot.log.count(wanted) for bot in self.crowd.bots]

    async def ready(self, guild: Guild) -> Ready:
        """A new match on the server, in which the first move needs only its confirmation."""
        table = await self.crowd.scene.table(guild=guild)
        await table.begin()
        person, panel = await table.at_confirm()
        with reading(self.address) as query:
            ((match, version),) = query("SELECT id, version FROM matches WHERE channel = ?", table.place.id)
        return Ready(table, person, panel, match, version, len(table.boards()))

    async def nothing_wrong(self) -> None:
        """Check that every message was sent once, and that there are no violations and no logged errors."""
        await until_sent(self.crowd.bots[0])
        report = observe(self.crowd.discord.world, self.address)
        assert report.faults == [] == self.crowd.discord.world.violations and report.boards and report.moves
        assert [line for bot in self.crowd.bots for line in errors(bot)] == []

    async def played_once(self, *ready: Ready) -> None:
        """Check that each of these moves is in its log once and on one board, and that the match continues."""
        for one in ready:
            with reading(self.address) as query:
                plays = query("SELECT seq FROM moves WHERE match = ? AND seq > ?", one.match, one.version)
                assert plays == [(one.version + 1,)]
            await one.table.posted("press:play:", after=one.boards)
            assert len(one.table.boards()) == one.boards + 1
            await one.table.insist(1)
        await self.nothing_wrong()


@dataclass
class Ready:
    """A person whose next click ends their turn."""

    table: Table
    person: Person
    panel: Answer
    match: int
    version: int
    boards: int
    """The number of messages in the channel."""

    def confirm(self) -> asyncio.Task[Answer]:
        return asyncio.create_task(self.person.click("press:confirm:", self.panel))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Two]:
    async with own_server() as server:
        address = new_postgres(server)
        with tempfile.TemporaryDirectory() as network:
            proxy = CuttingProxy(Path(network), server.folder)
            through = address.replace(str(server.folder), network)
            folder = tmp_path_factory.mktemp("database")
            async with Crowd.open(launcher, folder, through, 2, lease=LEASE, world=World(nonce_seconds=0)) as crowd:
                older_database(address, folder)
                await start_migrating(crowd, address)
                yield Two(crowd, server, proxy, address)
            proxy.close()


def older_database(address: str, folder: Path) -> None:
    """Create the tables of the first migration, with one row for a person."""
    first = min(opening.migrations().items())[1]
    (steps := folder / "steps").mkdir()
    (steps / first.name).write_bytes(first.read_bytes())
    opening.prepare(PostgresAddress(address), steps)
    with psycopg.connect(address) as conn:
        conn.execute("INSERT INTO people (person, language, palette) VALUES (1, 'pl', '')")


async def start_migrating(crowd: Crowd, address: str) -> None:
    """Let both processes find the older version before the second migration step continues."""
    with Session(address) as session:
        session.run("LOCK TABLE alive IN ACCESS SHARE MODE")
        for bot in crowd.bots:
            bot.launch()
        await session.all_blocked(2)
        session.release()
    await crowd.served()


async def test_two_processes_can_migrate_an_older_database_at_once(two: Two) -> None:
    with reading(two.address) as query:
        assert query("SELECT version FROM arena_post") == [(max(opening.migrations()),)]
        assert query("SELECT person, language FROM people") == [(1, "pl")]
    for guild in two.crowd.guilds:
        await (await two.crowd.scene.table(guild=guild)).begin()
    assert [line for bot in two.crowd.bots for line in errors(bot)] == []


async def test_connections_cut_within_a_transaction_are_not_noticed(two: Two) -> None:
    ready = [await two.ready(guild) for guild in two.crowd.guilds]
    before = two.logged(LOST)
    with Session(two.address) as session:
        session.run(MOVES)
        clicks = [one.confirm() for one in ready]
        for _ in range(2):  # the repeated transaction is cut, too
            session.terminate(*await session.blocks(2))
        await session.blocks(2)
        session.release()
        answers = await asyncio.gather(*clicks)
    assert all(PLAYED in answer.text for answer in answers)
    assert all(now > then for now, then in zip(two.logged(LOST), before, strict=True))
    await two.played_once(*ready)


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_a_connection_cut_at_the_commit_is_not_noticed(two: Two, cut: Cut) -> None:
    ready = await two.ready(two.crowd.guilds[1])
    with Session(two.address) as session:
        session.run(MOVES)
        click = ready.confirm()
        (two.proxy.only,) = await session.blocks(1)
        two.proxy.cut, two.proxy.cuts = cut, 0
        session.release()
        answer = await click
    assert PLAYED in answer.text and two.proxy.cuts == 1
    await two.played_once(ready)


async def test_a_deadlocked_transaction_is_repeated_invisibly(two: Two) -> None:
    """The bot waits for the test's lock on the draft while the test waits for the bot's lock on the match."""
    ready = await two.ready(two.crowd.guilds[0])
    before = two.logged(DEADLOCK)
    with Session(two.address) as first, Session(two.address) as second:
        first.run(MOVES)
        second.run("SELECT 1 FROM drafts WHERE match = %s FOR UPDATE", ready.match)
        click = ready.confirm()
        await first.blocks(1)
        waiting = second.begin("SELECT 1 FROM matches WHERE id = %s FOR UPDATE", ready.match)
        await second.blocked()
        first.release()
        await waiting  # PostgreSQL ends the bot's transaction
        second.release()
        answer = await click
    assert PLAYED in answer.text
    assert two.logged(DEADLOCK)[0] > before[0], "others may wait for the same match"
    await two.played_once(ready)


async def test_messages_of_a_frozen_process_are_sent_once_even_if_it_wakes(two: Two) -> None:
    """Discord has asked it to wait with the board; meanwhile the process is stopped for longer than its lease."""
    ready = await two.ready(two.crowd.guilds[0])
    bot, place = two.crowd.bots[0], ready.table.place.id
    fault = two.crowd.discord.faults.add(rf"POST /channels/{place}/messages", status=429, retry_after=1.0)
    click = ready.confirm()
    assert await happens(lambda: fault.hits == 1)
    with reading(two.address) as query:
        (before,) = query("SELECT owner FROM leases WHERE name = ?", f"channel:{place}")
        bot.signal(signal.SIGSTOP)
        await ready.table.posted("press:play:", after=ready.boards)
        (after,) = query("SELECT owner FROM leases WHERE name = ?", f"channel:{place}")
        bot.signal(signal.SIGCONT)
    assert before != after, "the other process has sent it"
    assert PLAYED in (await click).text
    await two.played_once(ready)


async def test_a_process_frozen_within_a_transaction_does_not_block_others(two: Two) -> None:
    ready = await two.ready(two.crowd.guilds[0])
    bot = two.crowd.bots[0]
    with Session(two.address) as session:
        session.run(MOVES)
        click = ready.confirm()
        await session.blocks(1)
        bot.signal(signal.SIGSTOP)
        session.release()
        # The match is free again when the server has ended the transaction; the process does not know that yet.
        await session.begin("SELECT 1 FROM matches WHERE id = %s FOR UPDATE", ready.match)
        session.release()
        bot.signal(signal.SIGCONT)
        answer = await click
    assert PLAYED in answer.text
    await two.played_once(ready)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
async def test_clicks_during_a_restart_of_postgresql_are_answered(two: Two, how: signal.Signals) -> None:
    """People play on both servers; at the restart both processes are in the middle of a move."""
    crowd, world = two.crowd, two.crowd.discord.world
    earlier = {*world.interactions}
    pairs = [Pair(crowd.scene, "leaders", random.Random(number), guild) for number, guild in enumerate(crowd.guilds)]
    async with going_on(*(pair.play() for pair in pairs)):
        with Session(two.address) as session:
            session.run(MOVES)
            await session.blocks(2)
            under_way = [one for one in world.interactions.values() if not one.answers]
            await asyncio.to_thread(two.server.stop, how)
        await asyncio.to_thread(two.server.start)
        assert len(under_way) == 2
        assert await happens(lambda: all(one.answers for one in under_way))
        assert all(PLAYED in words(one) for one in under_way), [words(one) for one in under_way]
        clicks = sum(pair.clicks for pair in pairs)
        assert await happens(lambda: sum(pair.clicks for pair in pairs) > clicks)
    clicked = [one for token, one in world.interactions.items() if token not in earlier]
    assert await happens(lambda: all(one.answers for one in clicked)), "the last click may still cause a message"
    await two.nothing_wrong()


@asynccontextmanager
async def going_on(*work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Repeat this during the block; it must not end by itself."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(end) for end in ends} == {asyncio.CancelledError}, ends


async def test_with_a_frozen_database_people_are_informed_and_later_see_the_result(two: Two) -> None:
    """People who click meanwhile are informed; later the panel shows whether their move was saved."""
    ready = [await two.ready(guild) for guild in two.crowd.guilds]
    helped, where = ready[0].person, ready[0].table.place
    two.server.freeze()
    try:
        clicks = [one.confirm() for one in ready]
        answers = [(await click) for click in clicks]
        help_ = await helped.slash("help", where)
    finally:
        two.server.thaw()
    for answer in answers:
        assert any(one.msgid in answer.text for one in (NO_DATABASE, UNKNOWN)), answer.text
    assert NO_DATABASE.msgid in help_.text
    for one, answer in zip(ready, answers, strict=True):
        panel = answer.interaction
        assert await shows_result(panel), answer.text
        with reading(two.address) as query:
            plays = query("SELECT seq FROM moves WHERE match = ? AND seq > ?", one.match, one.version)
        assert plays == ([(one.version + 1,)] if truth(panel) == WAS_SAVED.msgid else [])
        if not plays:
            again = await one.person.click("press:confirm:", Seen(shown_by(panel)))
            assert PLAYED in again.text
    await two.played_once(*ready)


async def shows_result(interaction: Interaction) -> bool:
    return await happens(lambda: bool(truth(interaction)), seconds=120)


def shown_by(interaction: Interaction) -> Message:
    """The panel with the control that was used."""
    assert interaction.source is not None
    return interaction.source


def truth(interaction: Interaction) -> str:
    """The panel's statement about the move after the database answered again; empty before that."""
    texts = [Seen(one).text for one in (interaction.source, interaction.original, *interaction.followups) if one]
    return next((one.msgid for one in (WAS_SAVED, WAS_NOT_SAVED) if any(one.msgid in words for words in texts)), "")
