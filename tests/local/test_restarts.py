"""Restarts of the local table: addresses and links stay, boards are posted once, a failed start posts nothing."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

import bot
from cogs.client.arena_bot import ArenaBot
from cogs.client.settings import TOKEN
from cogs.local.errors import LocalTableError
from table.outbox.repost import BOARD_KINDS
from tests.support.local.table import local_table


def sent(database: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(database) as opened:
        return opened.execute("SELECT match, kind, channel, message FROM outbox ORDER BY id").fetchall()


def boards(database: Path) -> dict[int, int]:
    """The newest board of every match, as a link names it."""
    return {match: message for match, kind, _, message in sent(database) if kind in BOARD_KINDS}


async def test_boards_keep_their_links_after_a_restart_and_a_failed_start_posts_nothing(database: Path) -> None:
    async with local_table(database) as table:
        ada, bartek = await table.page(0), await table.page(1)
        await ada.run("match new", game="leaders")
        await bartek.click("Join")
        await ada.see("your move")
        await ada.run("match new", game="tashkalar", thread=True)
        addresses, places = table.addresses, await table.channels(at_least=3)
        thread = await table.page(0, next(one["name"] for one in places["channels"] if one["name"].startswith("↳")))
        await thread.see("Tash-Kalar")
    links = boards(database)
    assert sorted(links) == [1, 2] and all(links.values())

    before = sent(database)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(LocalTableError, match="taken by another program"):
            async with local_table(database, taken.getsockname()[1]):
                pass
    assert sent(database) == before

    for _ in range(2):
        async with local_table(database) as table:
            assert [line.partition("#")[2] for line in table.addresses] == [
                line.partition("#")[2] for line in addresses
            ]
            again = await table.channels()
            assert again["run"] != places["run"]
            assert [(one["id"], one["key"]) for one in again["channels"]] == [
                (one["id"], one["key"]) for one in places["channels"]
            ]
            assert [one["name"] for one in again["channels"]] == ["# arena", "↳ Tash-Kalar 2", "# second-table"]
            ada = await table.page(0)
            board = await ada.see("your move")
            assert board["id"] == str(links[1])
            assert sum("your move" in str(one) for one in ada.state["messages"].values()) == 1
        assert boards(database) == links


def test_the_reason_why_the_local_table_did_not_open_is_shown(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail(_self: ArenaBot) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(ArenaBot, "setup_hook", fail)
    monkeypatch.delenv(TOKEN, raising=False)
    assert bot.main(["--local", "--port", "0", "--db", str(database)]) == bot.FAILED
    assert capsys.readouterr().err.strip().endswith("The local table could not open (the disk is full).")


def test_a_signal_closes_the_local_table(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stop(_: ArenaBot) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(bot, "post_boards_again", stop)
    monkeypatch.delenv(TOKEN, raising=False)
    before = int(time.time())
    handler = signal.getsignal(signal.SIGTERM)
    assert bot.main(["--local", "--port", "0", "--db", str(database)]) == 0
    assert signal.getsignal(signal.SIGTERM) is handler
    names = {file.name for file in database.parent.iterdir()}
    assert names == {database.name, f"{database.name}.local", f"{database.name}.lock"}
    with sqlite3.connect(database) as opened:
        assert before <= opened.execute("SELECT at FROM alive").fetchone()[0] <= int(time.time())


def test_the_secret_for_addresses_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    first = bot.local_secret(tmp_path / "a.sqlite3")
    assert bot.local_secret(tmp_path / "a.sqlite3") == first != bot.local_secret(tmp_path / "b.sqlite3")
    assert (tmp_path / "a.sqlite3.local").stat().st_mode & 0o077 == 0
