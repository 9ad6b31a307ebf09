"""Killed at any moment, the store has kept every promise it made."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from db import Store
from tests.support.db.sample_matches import CHANNEL, ROOT


def play_and_kill(path: Path, after: int) -> tuple[str, int]:
    """The last thing acknowledged by a player that is killed, without warning, after so many acknowledgements."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.db.endless_bot", path], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout
        said = [player.stdout.readline() for _ in range(after)]
        player.kill()
        # It went on while we were reading: what stands in the pipe was acknowledged too.
        said += [line for line in player.stdout if line.endswith("\n")]
    kind, version = said[-1].split()
    return kind, int(version)


async def test_whatever_was_acknowledged_before_the_kill_is_there_after_it(path: Path) -> None:
    for after in (1, 2, 25, 60, 101):
        kind, version = play_and_kill(path, after)
        with closing(sqlite3.connect(path)) as conn:
            assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
        async with await Store.open(path) as store:
            match = await store.match_in(CHANNEL)
            assert match
            assert match.version >= version
            assert [move.seq for move in await store.moves(match.id)] == list(range(1, match.version + 1))
            if kind == "draft" and match.version == version:
                draft = await store.draft(match.id, version % 2)
                assert draft
                assert draft.codes == (str(version),)


async def test_nothing_is_half_done_after_a_kill(path: Path) -> None:
    for after in (4, 33):
        play_and_kill(path, after)
        async with await Store.open(path) as store:
            match = await store.match_in(CHANNEL)
            assert match
            assert match.position == f'{{"ply":{match.version}}}'
            assert [row.at for row in await store.due()] == [match.version]


async def test_messages_committed_but_not_sent_survive_the_kill(path: Path) -> None:
    play_and_kill(path, 20)
    async with await Store.open(path) as store:
        match = await store.match_in(CHANNEL)
        assert match
        unsent = await store.pending_outbox(limit=10_000)
        assert [message.payload for message in unsent] == [str(n) for n in range(1, match.version + 1)]
        nonces = [message.nonce for message in unsent]
    async with await Store.open(path) as store:
        assert [message.nonce for message in await store.pending_outbox(limit=10_000)] == nonces
