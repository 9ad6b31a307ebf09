"""The process is killed at a random moment: every acknowledged write is still there."""

import subprocess
import sys

from db import Store
from db.address import parse
from db.admin.snapshot import snapshot
from tests.support.db.sample_matches import CHANNEL, ROOT


def play_and_kill(address: str, after: int) -> tuple[str, int]:
    """Play in another process, kill it after `after` acknowledged writes, and return the last acknowledged one."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.db.endless_bot", address], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout
        acknowledged = [player.stdout.readline() for _ in range(after)]
        player.kill()
        # It may have continued before the kill: what it wrote to the pipe was acknowledged, too.
        acknowledged += [line for line in player.stdout if line.endswith("\n")]
    kind, version = acknowledged[-1].split()
    return kind, int(version)


async def test_acknowledged_writes_survive_a_kill(address: str) -> None:
    for after in (1, 2, 25, 60, 101):
        kind, version = play_and_kill(address, after)
        with snapshot(parse(address)) as found:
            assert [fault for _, fault in found.check_whole() if fault] == []
        async with await Store.open(address) as store:
            match = await store.matches.in_channel(CHANNEL)
            assert match
            assert match.version >= version
            assert [move.seq for move in await store.matches.moves(match.id)] == list(range(1, match.version + 1))
            if kind == "draft" and match.version == version:
                draft = await store.drafts.get(match.id, version % 2)
                assert draft
                assert draft.codes == (str(version),)


async def test_a_kill_leaves_no_partial_writes(address: str) -> None:
    for after in (4, 33):
        play_and_kill(address, after)
        async with await Store.open(address) as store:
            match = await store.matches.in_channel(CHANNEL)
            assert match
            assert match.position == f'{{"ply":{match.version}}}'
            assert [row.at for row in await store.due.overdue()] == [match.version]


async def test_committed_unsent_messages_survive_a_kill(address: str) -> None:
    play_and_kill(address, 20)
    async with await Store.open(address) as store:
        match = await store.matches.in_channel(CHANNEL)
        assert match
        unsent = await store.outbox.pending(limit=10_000)
        assert [message.payload for message in unsent] == [str(n) for n in range(1, match.version + 1)]
        nonces = [message.nonce for message in unsent]
    async with await Store.open(address) as store:
        assert [message.nonce for message in await store.outbox.pending(limit=10_000)] == nonces
