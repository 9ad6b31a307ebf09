"""Direct queries on a database of either engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from db.address import PostgresAddress
from db.postgres.dialect import translate
from tests.support.db.kept import connected

_FUNCTIONS_OF_SQLITE = b"""
    CREATE SCHEMA IF NOT EXISTS of_sqlite;
    CREATE OR REPLACE FUNCTION of_sqlite.json_each(words TEXT) RETURNS TABLE (value BIGINT) LANGUAGE sql AS
        'SELECT jsonb_array_elements_text(words::jsonb)::bigint';
    CREATE OR REPLACE FUNCTION of_sqlite.json_array_length(words TEXT) RETURNS BIGINT LANGUAGE sql AS
        'SELECT jsonb_array_length(words::jsonb)';
    CREATE OR REPLACE FUNCTION of_sqlite.json_extract(words TEXT, path TEXT) RETURNS BIGINT LANGUAGE sql AS
        'SELECT CASE found WHEN ''true'' THEN 1 WHEN ''false'' THEN 0 ELSE found::bigint END
         FROM (SELECT words::jsonb ->> substr(path, 3) AS found) AS one';
    SET search_path = public, of_sqlite;
"""
"""SQLite functions for PostgreSQL, so that one query works on both."""


def look(database: Path | PostgresAddress, query: str, **values: object) -> list[tuple[Any, ...]]:
    """The rows of the query."""
    if isinstance(database, PostgresAddress):
        return _connection(database).execute(translate(query), values).fetchall()
    with connected(database) as conn:
        return conn.execute(query, values).fetchall()


@cache
def _connection(database: PostgresAddress) -> psycopg.Connection[tuple[Any, ...]]:
    conn = psycopg.connect(database.url, autocommit=True)
    conn.execute(_FUNCTIONS_OF_SQLITE)
    return conn
