"""A database of the first version: migration keeps everything, and its matches continue."""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db import Match, Move, NewDue, NewMessage, NewMove, NewOffer, Person, Store
from db.__main__ import main
from db.rows import ClockStop, Guild, Sitting
from db.sqlite import opening
from db.tables.shards import Shards
from tests.support.db.sample_matches import ANN, BOB, CID, GUILD, Clock, names, opened, step

OPEN, LIVE, OVER, CANCELLED = 1, 2, 4, 5
DEE = 6
RENAMED = {"user": "person"}
SPOKEN = "łódź 'x'; --"

FIRST_VERSION = f"""
INSERT INTO matches VALUES
    (1, 5, 10, NULL, 'leaders', '{{}}', 2, 'seed', 'hash', 1, 'open', 0, '', '[]', 'pl', '', '', 1, 100, 100, NULL),
    (2, 5, 11, 10, 'monolith', '{{"mode":"x"}}', 2, 'seed', 'hash', 1, 'live', 2, '{{"ply":2}}', '[0,1]', 'en', 'dusk',
        '', 2, 100, 300, NULL),
    (4, 5, 11, NULL, 'leaders', '{{}}', 2, 'seed', 'hash', 1, 'over', 1, '{{"ply":1}}', '[]', 'pl', '',
        '{{"winners":[0]}}', 1, 100, 200, 200),
    (5, 5, 13, NULL, 'leaders', '{{}}', 3, 'seed', 'hash', 1, 'cancelled', 1, '', '[]', 'pl', '', '', 3, 7, 8, 8);
INSERT INTO seats VALUES (1, 0, 1, 1, 100), (1, 1, NULL, 2, NULL), (2, 0, 2, 2, 100), (2, 1, 3, NULL, 120),
    (4, 0, 1, 1, 100), (4, 1, 2, 2, 110), (5, 0, 3, 3, 7), (5, 1, NULL, NULL, NULL), (5, 2, NULL, 1, NULL);
INSERT INTO moves VALUES (2, 1, 0, 'play', '["e4"]', '{{}}', 150);
INSERT INTO moves VALUES (2, 2, NULL, 'note', '[]', '{{"said":"{SPOKEN.replace("'", "''")}"}}', 300);
INSERT INTO moves VALUES (4, 1, 1, 'resign', '[]', '{{}}', 200);
INSERT INTO moves VALUES (5, 1, NULL, 'cancel', '[]', '{{}}', 8);
INSERT INTO drafts VALUES (2, 1, 2, '["half","made"]', 4, 310);
INSERT INTO offers VALUES (2, 'draw', 0, 2, '{{}}', 305);
INSERT INTO outbox VALUES
    (1, 2, 11, 'board', '{{}}', 'aaa', 0, 1, 150, 151, 7001, NULL, NULL),
    (2, 2, 11, 'board', '{{}}', 'bbb', 0, 2, 300, NULL, NULL, '503', NULL),
    (3, 4, 11, 'end', '{{}}', 'ccc', 0, 9, 200, NULL, NULL, NULL, 'the channel is gone');
INSERT INTO due VALUES (9, 400, 'nudge', 2, '{{}}');
INSERT INTO people VALUES (1, 'pl', 'dusk'), (2, '', 'day');
INSERT INTO guilds VALUES (5, 'en');
INSERT INTO interactions VALUES (12345, 300);
"""


def first_version(path: Path, folder: Path) -> None:
    """A database as a bot of the first version has left it."""
    shutil.copy(opening.migrations()[0], folder)
    with closing(opening.open_database(path, folder)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone() == (1,)
        conn.executescript(FIRST_VERSION)


@pytest.fixture
def old(path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    first_version(path, tmp_path_factory.mktemp("first"))
    return path


def contents(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, by column name."""
    with closing(sqlite3.connect(path)) as conn:
        conn.row_factory = sqlite3.Row
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: [dict(row) for row in conn.execute(f"SELECT * FROM {table}")] for table in tables}


async def test_migration_keeps_every_row_and_number(old: Path) -> None:
    before = contents(old)
    assert all(before.values()), "the sample has rows in every table of the first version"
    async with await Store.open(old):
        pass
    after = contents(old)
    for table, rows in before.items():
        kept = [{column: row[RENAMED.get(column, column)] for column in rows[0]} for row in after[table]]
        if table in ("sqlite_sequence", "due"):
            assert all(row in kept for row in rows if row.get("name") != "due")
        else:
            assert kept == rows, table
    assert names(old.parent) == [old.name]


async def test_migration_adds_empty_tables_and_keeps_old_rows(old: Path) -> None:
    async with await Store.open(old) as store:
        match = await store.matches.get(LIVE)
        assert (match.clock, match.timing, match.rated, match.origin) == ("", "", False, None)
        assert (match.game, match.to_move, match.position, match.parent) == ("monolith", (0, 1), '{"ply":2}', 10)
        assert (await store.matches.moves(LIVE))[1].note == f'{{"said":"{SPOKEN}"}}'
        assert [message.person for message in await store.outbox.of_match(LIVE)] == [None, None]
        assert await store.outbox.newest_sent(LIVE, ["board"]) == (11, 7001)
        assert await store.people.get(ANN) == Person(person=ANN, language="pl", palette="dusk")
        assert await store.guilds.get(GUILD) == Guild(guild=GUILD, language="en")
        assert [
            await store.clock_stops.of_match(LIVE, 0),
            await store.plans.of_match(LIVE),
            await store.clock_stops.on_vacation(LIVE),
        ] == [[], [], []]
        assert await store.guilds.banned(GUILD) == []
        assert await store.clock_stops.record_downtime() is None


async def test_migration_records_all_players_from_the_beginning(old: Path) -> None:
    async with await Store.open(old) as store:
        for match, players in ((LIVE, (BOB, CID)), (OVER, (ANN, BOB)), (OPEN, ()), (CANCELLED, ())):
            expected = [Sitting(match=match, seat=seat, since=0, person=user) for seat, user in enumerate(players)]
            assert await store.matches.sittings(match) == expected


async def test_migrated_matches_can_be_continued_in_every_way(old: Path, clock: Clock) -> None:
    async with await Store.open(old, clock=clock) as store:
        assert [message.kind for message in await store.outbox.pending()] == ["board"]
        due, result = sorted(await store.due.overdue(), key=lambda one: one.id)
        assert (result.kind, result.match) == ("result", OVER), "results of finished matches are computed later"
        assert await store.due.finish(due, then=[NewDue(at=1, kind="nudge")])
        assert (await store.due.of_match(LIVE))[0].id > due.id
        draft = await store.drafts.get(LIVE, 1)
        assert draft
        assert (draft.codes, draft.revision) == (("half", "made"), 4)
        done = await store.matches.commit(
            replace(
                step(await store.matches.get(LIVE)),
                keep_drafts=[1],
                clear_offers=["draw"],
                timing="t",
                outbox=[NewMessage(kind="turn", person=BOB)],
            )
        )
        assert (done.match.version, done.match.timing, done.outbox[0].person) == (3, "t", BOB)
        assert done.outbox[0].id > 3
        await store.offers.set(LIVE, 3, NewOffer(kind="undo", by_seat=1))
        await store.matches.hand_over(LIVE, 3, 0, DEE, clear_offers=["undo"])
        assert [(one.seat, one.since, one.person) for one in await store.matches.sittings(LIVE)] == [
            (0, 0, BOB),
            (0, 3, DEE),
            (1, 0, CID),
        ]
        over = await store.matches.commit(
            replace(step(done.match), moves=[NewMove(seat=1, kind="resign")], to_move=[], status="over", result="{}")
        )
        assert over.match.ended_at == int(clock.now)


async def test_migrated_open_matches_begin_and_new_ones_get_new_numbers(old: Path) -> None:
    async with await Store.open(old) as store:
        await store.matches.take_seat(OPEN, 1, BOB)
        begun = await store.matches.start(OPEN, position='{"ply":0}', to_move=[1], players=[BOB, ANN], timing="t")
        assert (begun.status, begun.timing) == ("live", "t")
        assert [one.person for one in await store.matches.sittings(OPEN)] == [BOB, ANN]
        assert (await opened(store, 20)).id == CANCELLED + 1
        await store.people.update(ANN, quiet="22-7")
        assert await store.people.get(ANN) == Person(person=ANN, language="pl", palette="dusk", quiet="22-7")
    with closing(sqlite3.connect(old)) as conn, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        conn.execute("DELETE FROM moves")


async def test_migration_moves_the_kind_of_error_out_of_its_text(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("seventh")
    first_version(path, folder)
    for step_to in opening.migrations()[1:7]:
        shutil.copy(step_to, folder)
    with closing(opening.open_database(path, folder)) as conn:
        for trouble in (
            "403 Missing Access",
            "gone 404 Unknown Channel",
            "bad 400 Invalid Form Body",
            "503 busy",
            None,
        ):
            conn.execute(
                """INSERT INTO outbox (match, channel, kind, payload, nonce, not_before, attempts, created_at, trouble)
                VALUES (2, 11, 'turn', '{}', hex(randomblob(12)), 0, 1, 400, ?)""",
                (trouble,),
            )
    async with await Store.open(path) as store:
        assert [(one.obstacle, one.trouble) for one in (await store.outbox.of_match(LIVE))[2:]] == [
            ("forbidden", "403 Missing Access"),
            ("gone", "404 Unknown Channel"),
            ("refused", "400 Invalid Form Body"),
            (None, "503 busy"),
            (None, None),
        ]


async def test_outages_from_before_shards_count_for_all_of_them(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("eighth")
    first_version(path, folder)
    for step_to in opening.migrations()[1:8]:
        shutil.copy(step_to, folder)
    with closing(opening.open_database(path, folder)) as conn:
        conn.execute("INSERT INTO alive VALUES (1, 500)")
        conn.execute("INSERT INTO outages VALUES (100, 200)")
    async with await Store.open(path, clock=Clock(900)) as store:
        shards = Shards((0, 1, 2), 3)
        assert shards.has(GUILD)
        assert await store.clock_stops.record_downtime(shards) == ClockStop(500, 900)
        assert await store.clock_stops.of_match(LIVE, 0) == [ClockStop(100, 200), ClockStop(500, 900)]


async def test_check_accepts_the_migrated_database(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def replay(match: Match, moves: Sequence[Move]) -> str:
        return f'{{"ply":{len(moves)}}}' if match.status in ("live", "over") else ""

    async with await Store.open(old):
        pass
    assert main(["--db", str(old), "check"], replay=replay) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "No faults found."
