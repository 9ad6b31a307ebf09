"""A database of an earlier version is opened by this version, and its matches continue."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
import simcord

from cogs.client.arena_bot import ArenaBot
from db import Match, Seat, Store
from db.__main__ import main
from db.sqlite.opening import migrations, version_of
from engine.learning.lessons import course
from engine.learning.puzzles import puzzles
from tests.support.cogs import drawing, process_cache
from tests.support.cogs.clocks_and_notices import TAKE_OVER
from tests.support.cogs.play import ACCEPT, CONFIRM, DECLINE, JOIN, PLAY, can, offered, pick
from tests.support.db.old_databases import MADE, unpack, whole, world_of
from tests.support.db.on_loop import work_on_loop
from tests.support.puzzles.sample import sample_puzzles
from tests.support.quick_simcord import hurry
from tests.support.table.thinkers import at_random
from tests.support.world import Answer, Person, Seen, World

DAY = 86400


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    process_cache.share(monkeypatch)
    hurry(monkeypatch)
    work_on_loop(monkeypatch)
    drawing.draw_nothing(monkeypatch)
    monkeypatch.setattr("workers.think_pool.ThinkPool.think", lambda _, task: at_random(task))
    monkeypatch.setattr("table.computers.thinking.CHECK_SECONDS", 60)  # longer than SimCord waits for timers
    found = tmp_path / "arena.sqlite3"
    unpack(found)
    return found


def store_of(world: World) -> Store:
    return cast(ArenaBot, world.bot).store


def place_of(world: World, match: Match) -> simcord.ChannelHandle:
    return simcord.ChannelHandle(world.env, world.env.guild, world.env.backend.channels[match.channel])


async def match_in(world: World, channel: str) -> Match:
    """The number of the match in a channel or its thread."""
    parent = world.channel(channel)
    places = [parent.id, *(thread.id for thread in parent.threads)]
    found = [await store_of(world).matches.in_channel(place, ended=True) for place in places]
    return [match for match in found if match is not None][-1]


async def player(world: World, match: Match, seat: int) -> Person:
    seats = await store_of(world).matches.seats(match.id)
    return next(person for person in world.people.values() if person.id == seats[seat].person)


def with_button(world: World, match: Match, wanted: str) -> Seen:
    """The newest message of the match with this button."""
    return [message for message in world.messages(place_of(world, match)) if can(message, wanted)][-1]


async def decided(person: Person, panel: Answer, choose: Callable[[list[str]], str]) -> None:
    """Choose and confirm until nothing is left to choose."""
    while can(panel, CONFIRM) or offered(panel):
        panel = (
            await person.click(CONFIRM, on=panel)
            if can(panel, CONFIRM)
            else await pick(person, panel, choose(sorted(offered(panel))))
        )


@pytest.mark.parametrize("made", MADE)
async def test_an_old_database_keeps_every_row_and_replays_every_match(
    path: Path, made: str, capsys: pytest.CaptureFixture[str]
) -> None:
    unpack(path, made)
    before = whole(path)
    async with await Store.open(path) as store:
        assert await store.matches.unfinished()
    after = whole(path)
    for table, rows in before.items():
        width = len(rows[0]) if rows else 0
        assert sorted((row[:width] for row in after[table]), key=repr) == rows, table
    assert version_of(path, len(migrations())) == len(migrations())
    assert main(["--db", str(path), "check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith("match ") and line.endswith(": ok")]) == len(
        before["matches"]
    )


async def test_only_the_newest_old_message_of_a_running_match_may_be_edited(path: Path) -> None:
    async with await Store.open(path) as store:
        for match in range(1, 30):
            found = [one for one in await store.outbox.of_match(match) if one.person is None]
            newest = {one.kind: one.id for one in found}
            running = found and (await store.matches.get(match)).status in ("open", "live")
            assert {one.id for one in found if one.shown is not None} == ({*newest.values()} if running else set())


async def test_the_old_database_has_something_of_everything(path: Path) -> None:
    """Otherwise the other tests here would test nothing."""
    async with await Store.open(path) as store:
        matches = await store.matches.unfinished()
        live = [match for match in matches if match.status == "live"]
        logs = {match.id: await store.matches.moves(match.id) for match in live}
        around = [await store.matches.rows(match.id, lambda row: 0) for match in live]
        unsent = [one for match in range(1, 99) for one in await store.outbox.of_match(match) if one.sent_at is None]
    options = [{"game": match.game, "seats": match.seats, **json.loads(match.options)} for match in live]
    for wanted in (
        {"game": "leaders", "mode": "basic"},
        {"game": "leaders", "mode": "advanced"},
        {"game": "monolith", "seats": 2},
        {"game": "monolith", "seats": 4},
        {"game": "monolith", "monoliths": True},
        {"game": "tashkalar", "seats": 2, "form": "auto"},
        {"game": "tashkalar", "form": "high"},
        {"game": "tashkalar", "seats": 3},
        {"game": "knockdown", "hands": "open"},
        {"game": "knockdown", "hands": "hidden"},
    ):
        assert any(wanted.items() <= found.items() for found in options), wanted
    assert {match.game for match in live if any(move.kind == "undo" for move in logs[match.id])} == {
        "leaders",
        "monolith",
        "tashkalar",
        "knockdown",
    }
    assert {len(draft.codes) for rows in around for draft in rows.drafts.values()} >= {1, 2, 3}
    assert {"draw", "undo", "pause", "substitute"} <= {kind for rows in around for kind in rows.offers}
    assert {plan.kind for rows in around for plan in rows.plans} == {"line", "always"}
    assert {kind.partition(":")[0] for rows in around for kind in rows.due} >= {"flag", "remind", "call", "answer"}
    assert any(rows.paused for rows in around)
    assert [one.attempts > 0 for one in unsent].count(True) and [one.attempts == 0 for one in unsent].count(True)
    contents = whole(path)
    for table in ("vacations", "outages", "pauses", "people", "guilds", "bans", "ratings", "results", "interactions"):
        assert contents[table], table


@pytest.mark.parametrize(("made", "rounds"), [*zip(MADE, (3, 1, 1, 1, 1), strict=True)])
async def test_running_matches_of_an_old_database_can_be_continued(path: Path, made: str, rounds: int) -> None:
    unpack(path, made)
    async with world_of(path, made) as world:
        store = store_of(world)
        running = [match for match in await store.matches.unfinished() if match.status == "live"]
        drafts = 0
        for match in running:
            dice = random.Random(match.id)
            if await store.clock_stops.paused(match.id) is not None:
                await (await player(world, match, 0)).slash("match resume", within=place_of(world, match))
                assert await store.clock_stops.paused(match.id) is None
            for _ in range(rounds):
                now = await store.matches.get(match.id)
                for seat in now.to_move[:1]:
                    draft = await store.drafts.get(match.id, seat)
                    person = await player(world, match, seat)
                    panel = await person.click(PLAY, on=with_button(world, match, PLAY))
                    await decided(person, panel, dice.choice)
                    log = await store.matches.moves(match.id, after=now.version)
                    assert log and log[0].seat == seat, (match.id, panel.all_text)
                    if draft is not None and draft.version == now.version:
                        codes = json.loads(log[0].codes)
                        assert tuple(codes[: len(draft.codes)]) == draft.codes, "the draft is still there"
                        drafts += len(draft.codes) > 1
        assert drafts >= 5
    assert main(["--db", str(path), "check"]) == 0


async def test_offers_from_an_old_database_can_be_answered(path: Path) -> None:
    async with world_of(path) as world:
        store = store_of(world)

        async def answered(channel: str, kind: str, button: str) -> Match:
            match = await match_in(world, channel)
            offer = await store.offers.get(match.id, kind)
            assert offer is not None
            person = await player(world, match, 1 - offer.by_seat)
            await person.click(button, on=with_button(world, match, button))
            assert await store.offers.get(match.id, kind) is None
            return await store.matches.get(match.id)

        drawn = await answered("leaders-basic", "draw", ACCEPT)
        assert drawn.status == "over" and json.loads(drawn.result)["winners"] == []
        undone = await answered("leaders-advanced", "undo", ACCEPT)
        assert (await store.matches.moves(undone.id))[-1].kind == "undo"
        assert await store.clock_stops.paused((await answered("monolith-two", "pause", ACCEPT)).id) is not None
        assert (await answered("tashkalar-duel", "draw", DECLINE)).status == "live"

        given = await match_in(world, "substitute")
        await world["Dorota"].click(TAKE_OVER, on=with_button(world, given, TAKE_OVER))
        assert await player(world, given, 1) is world["Dorota"]

        late = await match_in(world, "claim")
        claimant = await player(world, late, 1 - late.to_move[0])
        await claimant.slash("match claim", within=place_of(world, late))
        assert (await store.matches.get(late.id)).status == "over"

        open_seats = await match_in(world, "invitation")
        for name in ("Filip", "Celina"):
            await world[name].click(JOIN, on=with_button(world, open_seats, JOIN))
        assert (await store.matches.get(open_seats.id)).status == "live"
        await world.pass_time(DAY)
        assert [one.place for one in await store.ladder.results(drawn.id)] == [1, 1]
    assert main(["--db", str(path), "check"]) == 0


async def test_due_rows_and_unsent_messages_of_an_old_database_are_handled(path: Path) -> None:
    async with await Store.open(path) as store:
        (ended,) = [one.of_match for one in await store.due.overdue(1000) if one.kind == "result"]
        before = {
            one.person: one
            for one in await store.ladder.ratings("leaders", 0, _users(await store.matches.seats(ended)))
        }
        flagged = [
            match.id
            for match in await store.matches.unfinished()
            if any(one.kind == "flag" and one.payload == "{}" for one in await store.due.of_match(match.id))
            and await store.clock_stops.paused(match.id) is None
        ]
        unsent = [one for match in range(1, 99) for one in await store.outbox.of_match(match) if one.sent_at is None]
    assert flagged and unsent
    async with world_of(path) as world:
        store = store_of(world)
        await world.pass_time(DAY)
        left = {one.id for match in range(1, 99) for one in await store.outbox.of_match(match) if one.sent_at is None}
        assert not left & {one.id for one in unsent}
        assert len(await store.ladder.results(ended)) == 2
        after = {
            one.person: one
            for one in await store.ladder.ratings("leaders", 0, _users(await store.matches.seats(ended)))
        }
        assert {user: one.matches - before[user].matches for user, one in after.items()} == dict.fromkeys(before, 1)
        await world.pass_time(30 * DAY)
        for match in flagged:
            assert "flag" in {one.kind for one in await store.outbox.of_match(match)}, (
                "players ran out of time during these weeks"
            )
        now = world.env.now().timestamp()
        assert not [one for match in flagged for one in await store.due.of_match(match) if one.at < now - DAY]


def _users(seats: list[Seat]) -> list[int]:
    return [seat.person for seat in seats if seat.person is not None]


async def test_ratings_are_kept_and_deleted_people_stay_deleted(path: Path) -> None:
    before = whole(path)
    async with world_of(path) as world:
        ladder = await world["Bartek"].slash("ladder", game="knockdown")
        assert world["Ada"].mention in ladder.all_text
        assert "Leaders" in (await world["Ada"].slash("me stats")).all_text
        ewa = str(world["Ewa"].id)
    after = whole(path)
    assert set(before["results"]) < set(after["results"]), "the last match counts, too"
    for game in ("knockdown", "tashkalar"):
        stood = [row for row in before["ratings"] if row[0] == game]
        assert stood and [row for row in after["ratings"] if row[0] == game] == stood
    assert not [row for rows in after.values() for row in rows if ewa in json.dumps(row)]


async def test_lessons_continue_and_puzzles_can_begin(path: Path, tmp_path: Path) -> None:
    unpack(path, MADE[3])
    first, *rest = course("leaders")[1].solution.split()
    async with world_of(path, MADE[3]) as world:
        ada = world["Ada"]
        assert [row.picks for row in await store_of(world).exercises.of_person(ada.id, "lesson", "leaders")][1] == (
            first,
        )
        assert "Solved!" in (await ada.slash("learn", game="leaders", lesson=2, move=" ".join(rest))).text
        with sample_puzzles(tmp_path / "puzzles"):
            solution = puzzles("leaders")[0].solution
            assert "Solved!" in (await ada.slash("puzzle show", game="leaders", number=1, move=solution)).text
