"""The shared SQL of `db` runs on SQLite and PostgreSQL; SQL for one engine is in that engine's folder."""

import ast
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import db
from db import OldSQLite, Store
from db.sql import Tx, in_list
from db.sqlite import opening
from db.tables import messages
from tests.support.db.sample_matches import names

ROOM = Path(db.__file__).parent
STATEMENT = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|VALUES|RETURNING|ORDER BY|GROUP BY|ON CONFLICT|IS NULL|AND)\b"
)
FORBIDDEN = {
    "a column named `user`, which is the role in PostgreSQL": r"\buser\b",
    "a parameter without a name": r"\?",
    "INSERT OR …, UPDATE OR …": r"\b(INSERT|UPDATE|REPLACE) OR\b|\bREPLACE INTO\b",
    "IS with a parameter": r"\bIS (NOT )?:",
    "a parameter IS NULL, whose type PostgreSQL cannot know": r":\w+ IS\b",
    "a sum of truth values": r"\bsum\(",
    "INDEXED BY": r"\bINDEXED BY\b",
    "instr": r"\binstr\(",
    "two values in max or min": r"\b(max|min)\([^()]*,",
    "a comparison with ==": r"==",
    "GLOB": r"\bGLOB\b",
    "PRAGMA": r"\bPRAGMA\b",
    "DO UPDATE without a key": r"ON CONFLICT DO UPDATE",
}
RESERVED = [
    "all",
    "analyse",
    "analyze",
    "and",
    "any",
    "array",
    "as",
    "asc",
    "asymmetric",
    "both",
    "case",
    "cast",
    "check",
    "collate",
    "column",
    "constraint",
    "create",
    "current_catalog",
    "current_date",
    "current_role",
    "current_time",
    "current_timestamp",
    "current_user",
    "default",
    "deferrable",
    "desc",
    "distinct",
    "do",
    "else",
    "end",
    "except",
    "false",
    "fetch",
    "for",
    "foreign",
    "from",
    "grant",
    "group",
    "having",
    "in",
    "initially",
    "intersect",
    "into",
    "lateral",
    "leading",
    "limit",
    "localtime",
    "localtimestamp",
    "not",
    "null",
    "offset",
    "on",
    "only",
    "or",
    "order",
    "placing",
    "primary",
    "references",
    "returning",
    "select",
    "session_user",
    "some",
    "symmetric",
    "system_user",
    "table",
    "then",
    "to",
    "trailing",
    "true",
    "union",
    "unique",
    "user",
    "using",
    "variadic",
    "when",
    "where",
    "window",
    "with",
]
"""Words that PostgreSQL does not accept as names of columns or tables."""


def texts(source: str) -> Iterator[str]:
    """The strings of a module except docstrings; fields of f-strings are left out."""
    tree = ast.parse(source)
    spoken = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else " " for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken:
            yield node.value


def faults(source: str) -> list[str]:
    found = [
        f"{fault}: {text}"
        for text in texts(source)
        if STATEMENT.search(text)
        for fault, shape in FORBIDDEN.items()
        if re.search(shape, text)
    ]
    return found + (["lastrowid"] if "lastrowid" in source else [])


@pytest.mark.parametrize(
    "source",
    [
        'tx.run("SELECT user FROM seats")',
        'tx.run("SELECT 1 FROM seats WHERE match = ?")',
        'tx.run(f"UPDATE {table} SET at = ?1 WHERE id = 1")',
        'tx.run("INSERT OR REPLACE INTO alive VALUES (1)")',
        'tx.run("UPDATE OR REPLACE bans SET at = 1")',
        'where = "AND person IS :person"',
        'where = "WHERE :channel IS NULL OR channel = :channel"',
        'tx.run("SELECT sum(a AND NOT b) FROM results")',
        'tx.run("UPDATE pauses SET ends = max(starts, :now)")',
        "number = cursor.lastrowid",
    ],
)
def test_sql_that_postgresql_refuses_is_detected(source: str) -> None:
    assert faults(source)


def test_no_sql_statement_works_on_sqlite_only() -> None:
    statements = 0
    shared = [*ROOM.glob("*.py"), *ROOM.glob("tables/*.py"), *ROOM.glob("admin/*.py")]
    for module in sorted(shared):  # SQL for one engine is in its own folder
        source = module.read_text(encoding="utf-8")
        statements += sum(bool(STATEMENT.search(text)) for text in texts(source))
        assert faults(source) == [], module.name
    assert statements > 80, "at least this many statements exist"


def test_no_table_or_column_is_named_by_a_reserved_word(path: Path) -> None:
    with closing(opening.open_database(path)) as conn:
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {row[1] for table in tables for row in conn.execute(f"PRAGMA table_info({table})")}
        schema = "\n".join(row[0] for row in conn.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    assert "person" in columns and "matches" in tables
    assert not {*tables, *columns} & set(RESERVED)
    assert not re.search(r"\buser\b", schema), "nor does an index or a trigger"


def test_a_list_gets_a_named_placeholder_for_every_value() -> None:
    marks, named = in_list("kind", ["a", "b"])
    with closing(sqlite3.connect(":memory:")) as conn:
        assert conn.execute(f"SELECT 'b' IN ({marks}), 'c' IN ({marks})", named).fetchone() == (1, 0)
        nothing, none = in_list("kind", [])
        assert conn.execute(f"SELECT 1 WHERE 'b' IN ({nothing})", none).fetchall() == []


async def test_a_sqlite_version_without_returning_is_refused_with_one_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    with pytest.raises(OldSQLite, match=r"comes with SQLite 3\.34\.1, but Arena Post needs 3\.35 or newer"):
        await Store.open(path)
    assert names(path.parent) == []


@pytest.mark.parametrize("channel", [None, 7])
def test_waiting_messages_are_found_without_scanning_sent_ones(path: Path, channel: int | None) -> None:
    with closing(opening.open_database(path)) as conn:
        ran: list[str] = []
        conn.set_trace_callback(ran.append)
        messages.pending(Tx(conn.execute, 0), 100, channel)
        conn.set_trace_callback(None)
        plan = [row[3] for row in conn.execute(f"EXPLAIN QUERY PLAN {ran[0]}")]
    assert all("unsent_by_channel" in step for step in plan if step.startswith(("SCAN", "SEARCH"))), plan
