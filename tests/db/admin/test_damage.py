"""A character changes on the disk: `check` finds it, and reports nothing else."""

# ruff: noqa: ASYNC240 - a test has the event loop to itself and may block it.

from __future__ import annotations

import gzip
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db import BrokenDatabase, NewDue, NewMessage, Store
from db.__main__ import main, replay
from db.address import parse
from db.admin.check import check
from db.admin.copy import copy
from db.admin.restore import restore
from db.errors import StoreError
from db.sqlite.opening import open_database
from tests.support.db.engines import ON_SQLITE, run
from tests.support.db.old_databases import FOLDER, MADE
from tests.support.db.sample_matches import ANN, GUILD, live, step
from tests.support.db.sample_replay import ply
from tests.support.postgres.database import new_postgres

FLIPS = 120


def faults(address: str | Path) -> dict[str, str]:
    return {one.subject: one.fault for one in check(parse(str(address)), ply) if one.fault}


async def filled(store: Store) -> None:
    """A store with rows in every table that has checksums."""
    match = await live(store)
    await store.people.update(ANN, language="pl")
    await store.guilds.update(GUILD, language="pl", thread=True)
    message = NewMessage(kind="turn", payload='{"words":"abc"}')
    due = NewDue(at=5, kind="clock", payload='{"seat":1}')
    done = await store.matches.commit(replace(step(match), outbox=[message], due=[due]))
    await store.reviews.put(match.id, done.match.version, 1, "well played")


@pytest.mark.parametrize(
    ("change", "subject", "fault"),
    [
        ("UPDATE matches SET result = 'x'", "match 1 (leaders, live, version 1)", "its row is damaged"),
        ("UPDATE matches SET seed_hash = 'x'", "match 1 (leaders, live, version 1)", "its row is damaged"),
        ("UPDATE matches SET hints = 1", "match 1 (leaders, live, version 1)", "its row is damaged"),
        ("UPDATE moves SET note = '{ }'", "match 1 (leaders, live, version 1)", "entries of its log are damaged: 1"),
        ("UPDATE moves SET at = at + 1", "match 1 (leaders, live, version 1)", "entries of its log are damaged: 1"),
        ('UPDATE outbox SET payload = \'{"words":"abd"}\'', "rows", "outbox: damaged: 1"),
        ("UPDATE due SET payload = '{\"seat\":0}'", "rows", "due: damaged: 1"),
        ("UPDATE people SET zone = 'Europe/Paris'", "rows", "people: damaged: 1"),
        ("UPDATE guilds SET thread = 0", "rows", "guilds: damaged: 5"),
        ("UPDATE reviews SET review = 'well flayed'", "rows", "reviews: damaged: 1"),
        ("UPDATE moves SET checksum = checksum + 1", "match 1 (leaders, live, version 1)", "log are damaged: 1"),
    ],
)
async def test_check_finds_rows_that_differ_from_what_was_stored(
    store: Store, address: str, change: str, subject: str, fault: str
) -> None:
    await filled(store)
    assert faults(address) == {}
    await spoil(store, address, change)
    (found,) = faults(address).items()
    assert found[0] == subject and fault in found[1]


async def spoil(store: Store, address: str, change: str) -> None:
    """Change rows directly, also in the log, which the store never changes."""
    if " moves " not in change:
        await run(store, change)
    elif address.startswith("postgresql:"):
        for statement in ("ALTER TABLE moves DISABLE TRIGGER USER", change, "ALTER TABLE moves ENABLE TRIGGER USER"):
            await run(store, statement)
    else:
        trigger = "FROM sqlite_master WHERE name = 'moves_are_never_changed'"
        ((made,),) = await run(store, f"SELECT sql {trigger}")
        for statement in ("DROP TRIGGER moves_are_never_changed", change, made):
            await run(store, statement)


async def test_changes_made_by_the_store_are_not_damage(store: Store, address: str) -> None:
    await filled(store)
    match = await store.matches.get(1)
    match = (await store.matches.commit(step(match, seat=1))).match
    await store.matches.move_to_channel(match.id, GUILD, 77, None)
    await store.people.update(ANN, language="en", zone="UTC")
    (due,) = await store.due.of_match(match.id)
    assert await store.due.put_off(due, 99)
    for message in await store.outbox.of_match(match.id):
        await store.outbox.mark_sent(message, 1)
    assert faults(address) == {}


async def test_deleting_a_person_is_not_damage(store: Store, address: str) -> None:
    """Their id is removed from texts that have a checksum."""
    somebody = 123456789012345678
    match = await live(store)
    message = NewMessage(kind="turn", payload=f'{{"of":{somebody}}}')
    due = NewDue(at=5, kind="clock", payload=f'{{"by":{somebody}}}')
    await store.matches.commit(replace(step(match), outbox=[message], due=[due]))
    assert await store.privacy.forget(somebody, NewMessage(kind="turn"))
    assert faults(address) == {}
    assert [one.payload for one in await store.outbox.of_match(match.id)] == ['{"of":0}']


@ON_SQLITE
async def test_checksums_survive_a_copy_to_another_engine_and_back(store: Store, path: Path, tmp_path: Path) -> None:
    await filled(store)
    await store.close()
    there, back = parse(new_postgres()), tmp_path / "back"
    for source, target in ((path, there), (there, back)):
        assert copy(source, target, ply).faulty == 0
        assert faults(str(getattr(target, "url", target))) == {}
    for database in (path, back):
        with closing(sqlite3.connect(database)) as conn:
            assert conn.execute("SELECT count(*) FROM moves WHERE checksum IS NULL").fetchone() == (0,)


async def test_migration_adds_checksums_to_old_rows(path: Path) -> None:
    path.write_bytes(gzip.decompress((FOLDER / f"{MADE[-1]}.sqlite3.gz").read_bytes()))
    async with await Store.open(path):
        pass
    with closing(sqlite3.connect(path)) as conn:
        for table in ("matches", "moves", "outbox", "due", "people", "guilds", "reviews"):
            known, of_all = conn.execute(f"SELECT count(checksum), count(*) FROM {table}").fetchone()
            assert known == of_all > 0, table
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            conn.execute("UPDATE moves SET note = ''")
    assert [one for one in check(path, replay) if one.fault] == []


async def test_an_undecodable_character_is_reported_without_a_crash(path: Path) -> None:
    async with await Store.open(path) as store:
        await filled(store)
        await live(store, 11)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE matches SET language = CAST(x'ff' AS TEXT) WHERE id = 1")
        conn.execute("UPDATE plans SET kind = ''")
        conn.execute("INSERT INTO bans (guild, person, at) VALUES (1, 1, CAST(x'ff' AS TEXT))")
        conn.commit()
    found = faults(path)
    assert found["match 1"].startswith("it cannot be read: OperationalError")
    assert "bans: it cannot be read: OperationalError" in found["rows"]
    assert not [subject for subject in found if subject.startswith("match 2")]


@pytest.mark.parametrize(
    ("before", "after", "missing"),
    [
        ("guild         INTEGER", "guild         INTEGES", None),
        ("seed_hash     TEXT", "seed_hasi     TEXT", "column matches.seed_hash"),
        ("CREATE INDEX due_by_time", "CREATE INDEX due_by_tine", "due_by_time"),
        ("CREATE TRIGGER moves_have_no_gaps", "CREATE TRIGGER moves_have_no_gabs", "moves_have_no_gaps"),
    ],
)
async def test_a_changed_character_in_the_schema_is_found_at_the_start(
    path: Path, before: str, after: str, missing: str | None
) -> None:
    """Harmless differences, such as a synonym for a type, are accepted."""
    async with await Store.open(path) as store:
        await filled(store)
    content = path.read_bytes()
    assert content.count(before.encode()) == 1
    path.write_bytes(content.replace(before.encode(), after.encode()))
    if missing is None:
        assert faults(path) == {}
        return
    with pytest.raises(BrokenDatabase, match=missing):
        await Store.open(path)
    assert main(["--db", str(path), "check"], replay=ply) == 1


async def test_a_damaged_backup_is_restored_only_on_request(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        await filled(store)
        await store.backup(tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as conn:
        conn.execute("UPDATE people SET zone = 'Europe/Paris'")
        conn.commit()
    with pytest.raises(StoreError, match=r"rows: people: damaged: 1; with --anyway it is restored all the same"):
        restore(tmp_path / "copy", path, ply, prepare=lambda _: None)
    assert restore(tmp_path / "copy", path, ply, prepare=lambda _: None, anyway=True) is not None


# Random changes in a database with matches of every game


def rows_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as conn:
        conn.text_factory = bytes
        tables = [row[0].decode() for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: conn.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def letters(content: bytes) -> Iterator[int]:
    """The positions of the letters after the file's header."""
    return (place for place, byte in enumerate(content) if place >= 100 and chr(byte).isascii() and chr(byte).isalpha())


def is_found(path: Path) -> bool:
    try:
        open_database(path).close()
        return any(one.fault for one in check(path, replay))
    except StoreError:
        return True


async def test_nearly_all_changed_characters_in_rows_are_found(path: Path, tmp_path: Path) -> None:
    path.write_bytes(gzip.decompress((FOLDER / f"{MADE[-1]}.sqlite3.gz").read_bytes()))
    async with await Store.open(path):
        pass
    content, good = path.read_bytes(), rows_of(path)
    dice, places = random.Random(31), list(letters(path.read_bytes()))
    changed = missed = 0
    for number in range(FLIPS):
        place = dice.choice(places)
        spoiled = tmp_path / f"spoiled-{number}"
        spoiled.write_bytes(content[:place] + bytes([content[place] ^ 1 or 1]) + content[place + 1 :])
        try:
            differs = rows_of(spoiled) != good
        except sqlite3.Error:
            differs = True
        found = is_found(spoiled)
        changed += differs
        missed += differs and not found
        spoiled.unlink()
    assert changed > FLIPS * 0.7
    assert missed <= changed * 0.05
