"""A PostgreSQL database is created, migrated, or refused in one sentence."""

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from db import BrokenDatabase, ForeignDatabase, MissingDriver, NewerDatabase, Store, UnreachableDatabase, backends
from db.address import PostgresAddress, parse
from db.postgres import opening
from db.postgres.dialect import translate
from db.postgres.snapshot import postgres_snapshot
from db.sqlite import opening as sqlite_opening
from db.sqlite.snapshot import columns
from tests.support.db.sample_matches import ROOT, live
from tests.support.postgres.database import empty_postgres, new_postgres, server_or_skip


def test_an_address_selects_the_engine_and_hides_its_password() -> None:
    assert parse("a.sqlite3") == parse("sqlite:a.sqlite3") == Path("a.sqlite3")
    secret = parse("postgresql://arena:s3cret@db.example/arena?sslmode=require&password=other")
    assert isinstance(secret, PostgresAddress)
    assert str(secret) == "postgresql://arena@db.example/arena?sslmode=require&password=…"
    assert "s3cret" in secret.url


def test_parameters_are_converted_for_psycopg() -> None:
    assert translate("WHERE a = :a AND b LIKE '10%' AND c = ':x'::text OR d > :a_1") == (
        b"WHERE a = %(a)s AND b LIKE '10%%' AND c = ':x'::text OR d > %(a_1)s"
    )


def test_both_engines_have_the_same_tables_and_are_at_the_same_version(tmp_path: Path) -> None:
    with closing(sqlite_opening.open_database(tmp_path / "new")) as conn:
        expected = {table: set(found) for table, found in columns(conn).items()}
    with postgres_snapshot(PostgresAddress(empty_postgres())) as found:
        assert {table: set(names) for table, names in found.columns().items()} == expected
        assert list(found.check_whole()) == [("references", ""), ("numbers", "")]
    assert max(opening.migrations()) == len(sqlite_opening.migrations())


def test_migrations_are_numbered_without_gaps(tmp_path: Path) -> None:
    for number in (8, 10):
        (tmp_path / f"{number:04}_step.sql").touch()
    with pytest.raises(RuntimeError, match=r"not numbered without gaps: \[8, 10\]"):
        opening.migrations(tmp_path)


def test_two_processes_may_create_the_same_database_at_once() -> None:
    address = new_postgres()
    make = "import sys; from db.postgres.opening import *; prepare(PostgresAddress(sys.argv[1]))"
    both = [subprocess.Popen([sys.executable, "-c", make, address], cwd=ROOT) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    with opening.connect(PostgresAddress(address)) as conn:
        assert opening.version_of(conn, PostgresAddress(address), 99) == max(opening.migrations())


async def test_a_failed_migration_keeps_the_previous_version(tmp_path: Path) -> None:
    address = PostgresAddress(new_postgres())
    (tmp_path / "0001_good.sql").write_text(
        "CREATE TABLE arena_post (version BIGINT); INSERT INTO arena_post VALUES (0); CREATE TABLE a (b BIGINT)"
    )
    (tmp_path / "0002_bad.sql").write_text("CREATE TABLE c (d BIGINT); SELECT nonsense")
    with pytest.raises(psycopg.errors.UndefinedColumn):
        opening.prepare(address, tmp_path)
    with opening.connect(address) as conn:
        assert opening.version_of(conn, address, 2) == 1
        assert conn.execute("SELECT to_regclass('c')").fetchone() == (None,)


async def test_databases_of_other_programs_and_newer_versions_are_refused() -> None:
    address = new_postgres()
    with psycopg.connect(address) as conn:
        conn.execute("CREATE TABLE letters (words TEXT)")
    with pytest.raises(ForeignDatabase, match="belongs to another program"):
        await Store.open(address)
    with psycopg.connect(address) as conn:
        conn.execute("CREATE TABLE arena_post (version BIGINT)")
        conn.execute("INSERT INTO arena_post VALUES (999)")
    with pytest.raises(NewerDatabase, match=r"version 999, this program knows \d+"):
        await Store.open(address)


async def test_a_missing_server_is_retried_and_a_missing_database_is_not(tmp_path: Path) -> None:
    with pytest.raises(UnreachableDatabase, match=r"^The database postgresql://\S+ cannot be reached: .*\.$"):
        await Store.open(f"postgresql://arena:s3cret@/arena?host={tmp_path}")
    with pytest.raises(BrokenDatabase, match="does not exist") as refused:
        await Store.open(server_or_skip().address("nowhere"))
    assert "s3cret" not in str(refused.value) and "\n" not in str(refused.value)


async def test_without_the_postgresql_packages_a_sentence_explains_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg_pool", None)
    with pytest.raises(MissingDriver, match=r"requirements-postgres\.txt"):
        await backends.open_engine(PostgresAddress("postgresql://nowhere/arena"))


def test_psycopg_is_not_imported_for_sqlite(tmp_path: Path) -> None:
    look = (
        "import asyncio, sys, db.__main__; from db import Store\n"
        "asyncio.run((lambda: asyncio.wait_for(Store.open(sys.argv[1]), 9))())\n"
        "print([name for name in sys.modules if name.startswith('psycopg')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", look, tmp_path / "a"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


async def test_leases_use_the_databases_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 60.0)
    async with await Store.open(empty_postgres()) as store:
        match = await live(store)
        true = await store._read(lambda tx: tx.value("SELECT extract(epoch FROM now())::float8"))
        assert match.created_at == pytest.approx(true, abs=30)
        assert store.clock() == pytest.approx(true, abs=30)
