"""Computers at the table: seats, decisions, and one message with the move that they answer."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from db import Store
from db.rows import Match
from engine.core.position import Position
from engine.core.record import written
from engine.core.text import say
from engine.registry import GAMES
from table.computers.computers import computer_name, is_computer, level_of, new_computers
from table.computers.think_task import THINK_KIND, Think, ThinkTask, decision, task_for
from table.computers.thinking import HOLD_SECONDS
from table.matches.live import Live
from table.matches.match_terms import Terms
from table.outbox.outgoing import Outgoing
from table.table import Table
from table.user_error import UserError
from tests.support.table.logs import match_of, recorded
from tests.support.table.opened import ADA, BARTEK, HERE, Clock, interaction
from tests.support.table.platform import ListPlatform
from tests.support.table.thinkers import Slow, at_random, settle

SOLO = Terms(computers=1, level=1)


class Tables:
    """A database, a platform that is a list, and the table; `restart` opens a new table."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock, self.platform = store, clock, ListPlatform()
        self.table: Table

    async def open(self, think: Think = at_random) -> Table:
        self.table = Table(self.store, self.clock, self.platform, think=think)
        await self.table.start()
        return self.table

    async def restart(self, think: Think = at_random) -> Table:
        await self.table.stop()
        return await self.open(think)

    def boards(self) -> list[Outgoing]:
        return [outgoing for message, outgoing in self.platform.sent if message.kind == "turn"]


@pytest.fixture
async def tables(database: Path) -> AsyncIterator[Tables]:
    clock = Clock()
    async with await Store.open(database, clock=clock) as store:
        tables = Tables(store, clock)
        yield tables
        await tables.table.stop()


async def begin(table: Table, terms: Terms = SOLO, game: str = "leaders", opponents: tuple[int, ...] = ()) -> Match:
    opening = await table.seating.prepare(game, ADA, opponents, terms, HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    await settle(table)
    return await table.store.matches.get(match.id)


async def act(table: Table, match: int, person: int) -> None:
    """Play a whole random decision of the person."""
    live = await table.moves.live(match)
    seat = live.seat_of(person)
    assert seat is not None
    codes = await at_random(task_for(live.match, seat, 1))
    await table.moves.type(match, person, codes, interaction(), confirm=True)


async def people_asked(table: Table, match: int) -> list[int | None]:
    live = await table.moves.live(match)
    return [live.person_at(seat) for seat in live.match.to_move]


def words(outgoing: Outgoing) -> str:
    return "\n".join(say(line.text) for line in outgoing.lines)


# Names


def test_several_computers_are_distinguished_and_named_by_level() -> None:
    two = new_computers(2, 4)
    assert len(set(two)) == 2 and all(map(is_computer, two)) and {level_of(one) for one in two} == {4}
    assert [say(computer_name(one)) for one in two] == ["Computer (Veteran)", "Computer 2 (Veteran)"]
    more = new_computers(2, 1, [*two[1:], ADA, None])
    assert not {*more} & {*two} and level_of(more[0]) == 1
    assert not is_computer(ADA) and not is_computer(None)
    with pytest.raises(ValueError, match="no level 6"):
        new_computers(1, 6)


# Seats


async def test_a_match_against_the_computer_begins_at_once_and_is_unrated(tables: Tables) -> None:
    table = await tables.open()
    match = await begin(table, Terms(computers=1, rated=True))
    assert match.status == "live" and not match.rated
    seats = await table.store.matches.seats(match.id)
    assert [seat.person for seat in seats] == [ADA, -12]
    assert tables.platform.sent[0][0].kind == "turn"
    assert "Computer (Apprentice)" in words(tables.boards()[0])


async def test_computers_fill_some_seats_and_the_rest_is_open(tables: Tables) -> None:
    table = await tables.open()
    match = await begin(table, Terms(computers=2, players=4), "tashkalar", (BARTEK,))
    assert match.status == "open"
    assert [seat.person for seat in await table.store.matches.seats(match.id)] == [ADA, None, -12, -22]
    await table.seating.join(match.id, BARTEK, interaction())
    await settle(table)
    assert (await table.store.matches.get(match.id)).status == "live"


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms(computers=2), "Leaders is for 2 players."),
        (Terms(level=3), "A level is for computers"),
    ],
)
async def test_impossible_combinations_of_players_are_refused(tables: Tables, terms: Terms, reason: str) -> None:
    table = await tables.open()
    with pytest.raises(UserError, match=reason):
        await begin(table, terms)


async def test_the_opener_fills_a_match_with_computers(tables: Tables) -> None:
    table = await tables.open()
    match = await begin(table, Terms(players=3), "tashkalar")
    with pytest.raises(UserError, match="Only the person who opened"):
        await table.seating.fill(match.id, BARTEK, 2, interaction())
    await table.seating.fill(match.id, ADA, 5, interaction())
    await settle(table)
    assert [seat.person for seat in await table.store.matches.seats(match.id)] == [ADA, -15, -25]
    assert "Computer 2 (Master)" in words(tables.boards()[0])


async def test_a_rated_match_is_not_filled_with_computers(tables: Tables) -> None:
    table = await tables.open()
    match = await begin(table, Terms(rated=True))
    with pytest.raises(UserError, match="never rated"):
        await table.seating.fill(match.id, ADA, 2, interaction())


async def test_a_rematch_with_the_computer_begins_at_once(tables: Tables) -> None:
    table = await tables.open()
    match = await begin(table)
    await table.moves.resign(match.id, ADA, None, interaction())
    again, new = await table.seating.rematch(match.id, ADA, interaction(), allowed=lambda _: None)
    assert new and again.status == "live"
    assert [seat.person for seat in await table.store.matches.seats(again.id)] == [-11, ADA]


# Whole matches

KINDS = {
    "leaders": ("leaders", SOLO),
    "monolith": ("monolith", Terms(computers=1, level=1, options="monoliths=true")),
    "two computers in a melee": ("tashkalar", Terms(computers=2, level=1, options="form=melee")),
    "a partner and two rivals": ("monolith", Terms(computers=3, level=1)),
    "knockdown": ("knockdown", SOLO),
}
"""Set-up in turns, simultaneous and secret; two and more computers; teams."""


@pytest.mark.parametrize("kind", KINDS)
async def test_a_whole_match_with_restarts_posts_one_message_a_round(tables: Tables, kind: str) -> None:
    table = await tables.open()
    game, terms = KINDS[kind]
    match = await begin(table, terms, game)
    chance = random.Random(7)
    rounds = 0
    while (row := await table.store.matches.get(match.id)).status == "live" and rounds < 12:
        assert ADA in await people_asked(table, match.id)
        before = len(tables.boards())
        await act(table, match.id, ADA)
        if chance.random() < 0.4:  # killed: it thinks again about the same decision
            table = await tables.restart()
        await settle(table)
        await table.deliver(match.id)
        assert len(tables.boards()) <= before + 1, "one message a round"
        rounds += 1
    log = await table.store.matches.moves(match.id)
    assert [move.seq for move in log] == list(range(1, row.version + 1))
    seats = await table.store.matches.seats(match.id)
    assert {seat.seat for seat in seats if is_computer(seat.person)} <= {move.seat for move in log}
    assert not [message for message, _ in tables.platform.sent if message.person is not None]
    assert all(set(outgoing.pings) <= {ADA} for _, outgoing in tables.platform.sent)


async def test_the_move_and_the_computers_answer_share_one_message(tables: Tables) -> None:
    slow = Slow()
    table = await tables.open(slow)
    opening = await table.seating.prepare("leaders", ADA, (), SOLO, HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    slow.go.set()
    await settle(table)
    slow.go.clear()
    await table.deliver(match.id)
    before, version = len(tables.boards()), (await table.store.matches.get(match.id)).version
    await act(table, match.id, ADA)
    await table.run_due()
    await table.deliver(match.id)
    assert len(tables.boards()) == before, "the move waits for its answer"
    slow.go.set()
    await settle(table)
    await table.deliver(match.id)
    assert len(tables.boards()) == before + 1
    message = tables.boards()[-1]
    assert {"Gold", "Violet"} <= {side for side in ("Gold", "Violet") if side in words(message)}
    assert message.version == (await table.store.matches.get(match.id)).version >= version + 2
    assert message.pings == (ADA,)


async def test_long_sequences_of_computer_moves_are_posted_in_between(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.matches.moves.MAX_HELD_ENTRIES", 0)
    table = await tables.open()
    match = await begin(table)
    await table.deliver(match.id)
    before, version = len(tables.boards()), (await table.store.matches.get(match.id)).version
    await act(table, match.id, ADA)
    await settle(table)
    await table.deliver(match.id)
    versions = [board.version for board in tables.boards()[before:]]
    assert versions[0] == version + 1 and len(versions) == len(set(versions)) > 1


async def test_a_move_whose_answer_takes_too_long_is_posted_alone_and_once(tables: Tables) -> None:
    slow = Slow()
    slow.go.set()
    table = await tables.open(slow)
    match = await begin(table)
    slow.go.clear()
    await act(table, match.id, ADA)
    version = (await table.store.matches.get(match.id)).version
    before = len(tables.boards())
    await table.run_due()
    tables.clock.now += HOLD_SECONDS
    await table.run_due()
    await table.deliver(match.id)
    alone = tables.boards()[before:]
    assert [board.version for board in alone] == [version] and not alone[0].pings
    assert "Computer (Novice) is thinking…" in words(alone[0])
    tables.clock.now += 3 * HOLD_SECONDS
    await table.run_due()
    slow.go.set()
    await settle(table)
    await table.deliver(match.id)
    both = tables.boards()[before:]
    assert len(both) == 2
    mine = [say(line.text) for line in alone[0].lines if line.style == "story"]
    assert mine and not set(mine) & {say(line.text) for line in both[1].lines if line.style == "story"}


# Events while a computer thinks


async def thinking(tables: Tables, terms: Terms = SOLO) -> tuple[Table, Match, Slow]:
    """Ada has moved, and the computer is thinking about its answer."""
    slow = Slow()
    slow.go.set()
    table = await tables.open(slow)
    match = await begin(table, terms)
    slow.go.clear()
    slow.tasks.clear()
    await act(table, match.id, ADA)
    await table.run_due()
    await asyncio.sleep(0)
    assert len(slow.tasks) == 1
    return table, await table.store.matches.get(match.id), slow


async def test_an_undo_while_the_computer_thinks_drops_its_decision(tables: Tables) -> None:
    table, match, slow = await thinking(tables)
    live = await table.offers.offer(match.id, ADA, "undo", interaction())
    assert live.match.version == match.version + 1 and await people_asked(table, match.id) == [ADA]
    slow.go.set()
    await settle(table)
    assert (await table.store.matches.get(match.id)).version == match.version + 1, "the computed decision is dropped"
    await act(table, match.id, ADA)
    await settle(table)
    assert await people_asked(table, match.id) == [ADA]


async def test_a_substitute_for_the_computer_takes_over_while_it_thinks(tables: Tables) -> None:
    table, match, slow = await thinking(tables)
    assert not await table.substitutes.ask(match.id, ADA, BARTEK, -11, interaction())
    assert await table.substitutes.answer(match.id, BARTEK, BARTEK, interaction(), accept=True)
    slow.go.set()
    await settle(table)
    assert (await table.store.matches.get(match.id)).version == match.version
    assert await people_asked(table, match.id) == [BARTEK]
    await act(table, match.id, BARTEK)
    assert (await table.store.matches.get(match.id)).version == match.version + 1


async def test_resigning_while_the_computer_thinks_ends_the_match(tables: Tables) -> None:
    table, match, slow = await thinking(tables)
    await table.moves.resign(match.id, ADA, None, interaction())
    slow.go.set()
    await settle(table)
    after = await table.store.matches.get(match.id)
    assert after.status == "over" and after.version == match.version + 1


async def test_after_a_restart_the_computer_thinks_again_and_plays_once(tables: Tables) -> None:
    table, match, slow = await thinking(tables)
    again = Slow()
    table = await tables.restart(again)
    await table.run_due()
    await asyncio.sleep(0)
    assert again.tasks == slow.tasks
    slow.go.set()
    again.go.set()
    await settle(table)
    assert (await table.store.matches.get(match.id)).version > match.version
    assert await people_asked(table, match.id) == [ADA]


async def test_the_waiting_player_gets_the_computers_answer(tables: Tables) -> None:
    table, match, slow = await thinking(tables)
    received: list[Live] = []
    table.thinking.on_answered(match.id, received.append)
    slow.go.set()
    await settle(table)
    (live,) = received
    assert live.match.version > match.version and [live.person_at(seat) for seat in live.match.to_move] == [ADA]


async def test_a_match_canceled_while_the_computer_thinks_stays_canceled(tables: Tables) -> None:
    table, match, slow = await thinking(tables)
    await table.moves.cancel(match.id, ADA, interaction(), admin=True)
    slow.go.set()
    await settle(table)
    assert (await table.store.matches.get(match.id)).status == "cancelled"


# Faults


def failing(levels: set[int]) -> Callable[[ThinkTask], Awaitable[tuple[str, ...]]]:
    async def think(task: ThinkTask) -> tuple[str, ...]:
        if task.level in levels:
            raise RuntimeError("the process is lost")
        return await at_random(task)

    return think


@pytest.mark.parametrize("levels", [{3}, {1, 3}])
async def test_a_failing_level_is_replaced_by_the_weakest_and_then_by_chance(
    tables: Tables, levels: set[int], caplog: pytest.LogCaptureFixture
) -> None:
    table = await tables.open(failing(levels))
    match = await begin(table, Terms(computers=1, level=3))
    await act(table, match.id, ADA)
    await settle(table)
    assert await people_asked(table, match.id) == [ADA]
    records = [record for record in caplog.records if record.levelno == logging.ERROR]
    text = {record.getMessage().split(": ")[1] for record in records}
    assert text == {f"level {one} finds no decision" for one in levels}


async def test_an_illegal_decision_of_a_computer_is_not_played(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    async def cheat(_: ThinkTask) -> tuple[str, ...]:
        return ("checkmate",)

    table = await tables.open(cheat)
    match = await begin(table)
    await act(table, match.id, ADA)
    await settle(table)
    assert await people_asked(table, match.id) == [ADA]
    assert "decides what it may not" in caplog.text


# Clocks and notices


async def test_a_computers_clock_never_runs(tables: Tables) -> None:
    table, match, slow = await thinking(tables, Terms(computers=1, level=1, clock="1h", ends=True))
    assert [row.kind for row in await table.store.due.of_match(match.id)] == [THINK_KIND]
    tables.clock.now += 400 * 86400
    await table.run_due()
    assert (await table.store.matches.get(match.id)).status == "live"
    slow.go.set()
    await settle(table)
    assert {row.kind for row in await table.store.due.of_match(match.id)} == {"flag", "remind:0"}


async def test_computers_do_not_claim_wins_on_time(tables: Tables) -> None:
    table = await tables.open()
    match = await begin(table, Terms(computers=1, level=1, clock="1h"))
    tables.clock.now += 2 * 3600
    await table.run_due()
    await table.deliver(match.id)
    assert "flag" not in [message.kind for message, _ in tables.platform.sent]
    await act(table, match.id, ADA)


# Offers and substitutes


async def test_a_computer_accepts_a_draw_when_it_is_losing(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await tables.open()
    match = await begin(table)
    monkeypatch.setattr("table.matches.offers.chance_to_win", lambda *_: 0.46)
    with pytest.raises(UserError, match="declines the draw"):
        await table.offers.offer(match.id, ADA, "draw", interaction())
    monkeypatch.setattr("table.matches.offers.chance_to_win", lambda *_: 0.44)
    await table.offers.offer(match.id, ADA, "draw", interaction())
    assert (await table.store.matches.get(match.id)).status == "over"


async def test_a_pause_against_a_computer_needs_no_agreement(tables: Tables) -> None:
    table = await tables.open()
    match = await begin(table, Terms(computers=1, clock="1d"))
    await table.offers.offer(match.id, ADA, "pause", interaction())
    assert await table.store.clock_stops.paused(match.id) is not None


async def test_a_computer_can_take_over_the_askers_seat(tables: Tables) -> None:
    table = await tables.open()
    opening = await table.seating.prepare("leaders", ADA, [BARTEK], Terms(clock="1h"), HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    await table.seating.join(match.id, BARTEK, interaction())
    mover = (await people_asked(table, match.id))[0]
    assert mover is not None
    assert await table.substitutes.ask(match.id, mover, None, None, interaction())
    await settle(table)
    await table.deliver(match.id)
    other = ({ADA, BARTEK} - {mover}).pop()
    assert await people_asked(table, match.id) == [other]
    assert "Computer (Challenger) takes over" in "\n".join(words(outgoing) for _, outgoing in tables.platform.sent)
    with pytest.raises(UserError, match="among themselves"):
        await table.substitutes.ask(match.id, other, None, None, interaction())


async def test_computers_cannot_take_over_in_a_rated_match(tables: Tables) -> None:
    table = await tables.open()
    opening = await table.seating.prepare("leaders", ADA, [BARTEK], Terms(rated=True), HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    await table.seating.join(match.id, BARTEK, interaction())
    with pytest.raises(UserError, match="rated"):
        await table.substitutes.ask(match.id, ADA, None, None, interaction())


# Results


async def test_the_score_against_each_level_is_counted_and_nobody_is_rated(tables: Tables) -> None:
    table = await tables.open()
    for level in (1, 4, 4):
        match = await begin(table, Terms(computers=1, level=level))
        await table.moves.resign(match.id, ADA, None, interaction())
        await settle(table)
    found = await table.store.ladder.tallies_by_level(ADA)
    assert [(one.game, one.level, one.played, one.won, one.lost) for one in found] == [
        ("leaders", 1, 1, 0, 1),
        ("leaders", 4, 2, 0, 2),
    ]
    assert await table.store.ladder.tallies(ADA) == [] and await table.store.ladder.ratings_of(ADA, 0) == []


def test_equal_tasks_have_equal_decisions() -> None:
    record = recorded("leaders-basic-captured")
    start = Position.new(GAMES["leaders"], record.options, 2, record.seed)
    row = replace(match_of(record), position=written(start), version=0)
    task = task_for(row, start.asks[0].seat, 1)
    assert decision(task) == decision(task) != ()
    assert task_for(replace(row, version=2), 0, 1).seed != task.seed
