"""Addresses of databases: which are accepted, and that no password in one is ever shown."""

import asyncio
import io
import logging
import socket
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import bot
from cogs.client.arena_bot import ArenaBot
from cogs.client.json_log import JsonFormatter
from db import Store, StoreError
from db.__main__ import main
from db.address import PostgresAddress, parse
from db.errors import UnreadableAddress
from tests.support.db.sample_replay import ply
from tests.support.postgres.database import empty_postgres

FIRST, SECOND = "Zq7", "kX9"
"""The two ends of a password; neither may be shown."""
PASSWORD = f"{FIRST}{SECOND}"
NUMBERS = ("4711", "8150")
NOWHERE = "127.0.0.1:1"

URIS = [
    # special characters that libpq accepts
    *(f"postgresql://arena:{FIRST}{mark}{SECOND}@{NOWHERE}/arena" for mark in "#?:&=;!$+,[]*()' %"),
    f"postgresql://arena:{FIRST}%23%2F%3F%40{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:%5A%71%37{SECOND}@{NOWHERE}/arena",
    f"postgresql://:{PASSWORD}@{NOWHERE}/arena",
    f"postgres://arena:{PASSWORD}@{NOWHERE}/arena",
    # special characters that libpq misreads
    f"postgresql://arena:{FIRST}/{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:{FIRST}@{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:{FIRST}/{SECOND}@/arena",
    f"postgresql://arena:{FIRST}?{SECOND}/x@{NOWHERE}/arena",
    f"postgresql://arena:{FIRST}#/{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:{FIRST}%zz{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:{FIRST}%00{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:{FIRST}\t{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:{FIRST}\n{SECOND}@{NOWHERE}/arena",
    f"postgresql://arena:{NUMBERS[0]}/{NUMBERS[1]}@{NOWHERE}/arena",
    f"postgresql://arena:{NUMBERS[0]}?{NUMBERS[1]}/x@/arena",
    # several hosts
    f"postgresql://arena:{PASSWORD}@{NOWHERE},127.0.0.1:2/arena",
    f"postgresql://arena:{FIRST}#{SECOND}@{NOWHERE},[::1]:2/arena",
    f"postgresql://arena:{PASSWORD}@{NOWHERE},127.0.0.1/arena?port=1,2,3",
    # parameters
    f"postgresql://arena@{NOWHERE}/arena?password={PASSWORD}",
    f"postgresql://arena@{NOWHERE}/arena?password={FIRST}&{SECOND}",
    f"postgresql://arena@{NOWHERE}/arena?password={FIRST}={SECOND}",
    f"postgresql://arena@{NOWHERE}/arena?password={FIRST}@{SECOND}",
    f"postgresql://arena@{NOWHERE}/arena?sslpassword={PASSWORD}&sslmode=disable",
    f"postgresql://arena@{NOWHERE}/arena?PASSWORD={PASSWORD}",
    f"postgresql://arena@{NOWHERE}/arena?pass%77ord={PASSWORD}",
    f"postgresql://{NOWHERE}/arena?user=arena&password={FIRST}#{SECOND}",
    f"postgresql://{NOWHERE}?password={FIRST}@{SECOND}",
    f"postgresql:///arena?host=/nowhere&password={PASSWORD}",
    f"postgresql://?{PASSWORD}",
    # invalid hosts and ports
    f"postgresql://arena:{PASSWORD}@127.0.0.1:port/arena",
    f"postgresql://arena:{PASSWORD}@127.0.0.1:99999999/arena",
    f"postgresql://arena:{PASSWORD}@[::1/arena",
    f"postgresql://arena:{PASSWORD}@[::1]x/arena",
    f"postgresql://arena:{PASSWORD}@nowhere.invalid/arena",
    f"postgresql://arena:{PASSWORD}@/arena?host=/nowhere",
    f"postgresql://arena:{PASSWORD}",
    # spaces and quotes around the address
    f"  postgresql://arena:{PASSWORD}@{NOWHERE}/arena\n",
    f'"postgresql://arena:{FIRST}#{SECOND}@{NOWHERE}/arena"',
    f"postgresql://arena:{PASSWORD}@ {NOWHERE}/arena",
]
REFUSED = [
    f"POSTGRESQL://arena:{PASSWORD}@{NOWHERE}/arena",
    f"postgresql:/arena:{PASSWORD}@{NOWHERE}/arena",
    f"postgresql:arena:{PASSWORD}@{NOWHERE}/arena",
    f"postgresql+psycopg://arena:{PASSWORD}@{NOWHERE}/arena",
    f"jdbc:postgresql://arena:{PASSWORD}@{NOWHERE}/arena",
    f"mysql://arena:{PASSWORD}@{NOWHERE}/arena",
    f"sqlite:postgresql://arena:{PASSWORD}@{NOWHERE}/arena",
    f"arena:{PASSWORD}@{NOWHERE}/arena",
    f"arena:{FIRST}/{SECOND}@{NOWHERE}/arena",
    f"//arena:{PASSWORD}@{NOWHERE}/arena",
    f"host=127.0.0.1 port=1 user=arena password={PASSWORD}",
    f"password='{FIRST} {SECOND}' host=127.0.0.1",
    f"  host = 127.0.0.1 password = {PASSWORD}",
]


@pytest.fixture(autouse=True)
def unresolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip name resolution, which could take long."""
    real = socket.getaddrinfo

    def look_up(host: str, *more: object, **named: object) -> object:
        if not host.startswith(("127.", "::")):
            raise socket.gaierror(-2, f"Name or service not known: {host}")
        return real(host, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


class Written(logging.Handler):
    """Collects everything logged, as text and as JSON."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [logging.Formatter().format(record), JsonFormatter().format(record)]


@pytest.fixture
def written() -> Iterator[Written]:
    handler, root = Written(), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.setLevel(before)
    root.removeHandler(handler)


def errors_of_opening(address: str) -> Iterator[str]:
    """All texts about the error that a log or a person could get."""
    try:
        asyncio.run(Store.open(address))
    except StoreError as error:
        yield from (str(error), repr(error), "".join(traceback.format_exception(error)))
        logging.getLogger("arena").error("it cannot be opened: %s", error, exc_info=error)
    else:
        raise AssertionError("it was opened")


def status(program: Callable[[], int]) -> object:
    """The exit status of a program."""
    try:
        return program()
    except SystemExit as ended:
        return ended.code


def command_lines(address: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The output of commands that get the address as database, or as another argument."""
    monkeypatch.setattr(bot, "settings", lambda _: {})
    typed: list[list[str]] = [
        ["--db", address, "check"], [f"--db={address}", "backup", str(folder / "copy")],
        ["--db", address, "backup", "--keep", "2", str(folder / "copies")], ["--db", address, "restore", str(folder)],
        [address, "check"], ["check", address], ["backup", address], ["restore", address],
        ["backup", "--every", address, str(folder)], ["copy", address, str(folder / "copy")],
        ["--dbb", address, "check"],
    ]  # fmt: skip
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        for words in typed:
            assert status(lambda: main(words, replay=ply)) in (1, 2)  # noqa: B023 (called at once)
        for words in ([address], ["--db", address, "--port", "x"], ["--port", address], ["--metrics", address]):
            assert status(lambda: bot.main(["--local", *words])) in (2, bot.MISCONFIGURED)  # noqa: B023
        assert bot.main(["--local", "--emojis", "--db", address]) == bot.MISCONFIGURED
    yield from (out.getvalue(), err.getvalue())


@pytest.mark.parametrize("address", URIS + REFUSED)
def test_passwords_are_hidden_in_every_address(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: Written
) -> None:
    shown = list(errors_of_opening(address))
    shown += command_lines(address, tmp_path, monkeypatch)
    try:
        found = parse(address)
        shown += [str(found), repr(found), f"{found}", repr(bot.arguments(["--db", address]))]
    except UnreadableAddress:
        assert address not in URIS
    shown += [str(file) for file in tmp_path.rglob("*")] + written.lines
    for secret in (FIRST, SECOND, "%5A%71%37", *NUMBERS):
        assert not [text for text in shown if secret in text]


def test_at_least_fifty_addresses_are_tried() -> None:
    assert len({*URIS, *REFUSED}) >= 50
    assert all(any(secret in one for secret in (FIRST, SECOND, *NUMBERS)) for one in URIS + REFUSED)


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_in_another_notation_is_not_taken_for_a_file(address: str) -> None:
    with pytest.raises(UnreadableAddress, match="postgresql://USER:PASSWORD@HOST/NAME"):
        parse(address)


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("arena.sqlite3", "arena.sqlite3"),
        ("sqlite:arena.sqlite3", "arena.sqlite3"),
        ("sqlite:///srv/arena.sqlite3", "///srv/arena.sqlite3"),
        ("/home/ann@example/12:30/arena.sqlite3", "/home/ann@example/12:30/arena.sqlite3"),
        ("./host=a/arena.sqlite3", "./host=a/arena.sqlite3"),
        ("sqlite:12:30@home", "12:30@home"),
        ("password.sqlite3", "password.sqlite3"),
        ("C:\\Users\\ann@example\\arena.sqlite3", "C:\\Users\\ann@example\\arena.sqlite3"),
    ],
)
def test_file_paths_are_taken_as_files(given: str, path: str) -> None:
    assert parse(given) == Path(path)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("postgresql://arena:a#b?c@db.example:5432/arena", "postgresql://arena@db.example:5432/arena"),
        ("postgresql://arena:s3cret@a.example,[::1]:5433/arena", "postgresql://arena@a.example,[::1]:5433/arena"),
        ("postgres://arena@%2Fvar%2Frun/arena", "postgres://arena@%2Fvar%2Frun/arena"),
        ("postgresql:///arena?host=/var/run&sslmode=require", "postgresql:///arena?host=/var/run&sslmode=require"),
        ("postgresql://h/arena?host=a&password=b&host=c", "postgresql://h/arena?host=a&password=…"),
        ("postgresql://h/arena?sslkey=/k", "postgresql://h/arena?…"),
        ("postgresql://arena:a/b@h/arena", "postgresql://…"),
        (" postgresql://arena:s3cret@h/arena\n", "postgresql://arena@h/arena"),
    ],
)
def test_everything_but_the_password_is_shown(given: str, shown: str) -> None:
    found = parse(given)
    assert isinstance(found, PostgresAddress)
    assert str(found) == shown
    assert repr(found) == f"PostgresAddress('{shown}')"


def test_messages_without_a_secret_are_shown_unchanged() -> None:
    address = PostgresAddress("postgresql://arena:arena@h/arena")
    text = 'FATAL: password authentication failed for user "arena"'
    assert address.without_secrets(text) == text
    assert "arena" not in address.without_secrets("invalid percent-encoded token: arena").split()


async def test_the_first_line_of_the_log_names_the_database_without_its_password(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """libpq accepts this password without escapes."""
    plain = empty_postgres()
    secret = plain.replace("arena@", f"arena:{FIRST}#?{SECOND}@", 1)
    caplog.set_level(logging.DEBUG)
    arena = ArenaBot(secret)
    await arena.open_store()
    await arena.close()
    assert f"database {plain};" in caplog.text
    assert FIRST not in caplog.text and SECOND not in caplog.text
