"""The table without Discord: matches are opened, played and announced on a platform that is a list."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Callable

import pytest

from db.rows import Message
from engine.registry import GAMES
from table.clocks.alarm import HEARTBEAT_SECONDS
from table.clocks.clocks import DAY
from table.matches.match_terms import Terms
from table.outbox.outbox import LATER, NO_CHANNEL, NO_PERMISSION, RETRY_PAUSE_SECONDS
from table.outbox.outgoing import Outgoing
from table.table import Table
from tests.support.table.opened import ADA, BARTEK, HERE, Clock, begin, interaction
from tests.support.table.platform import ListPlatform


async def play(table: Table, match: int, choose: Callable[[list[str]], str]) -> bool:
    """Play one whole move of a seat that is asked; False if the match is over."""
    live = await table.moves.live(match)
    if not live.position.asks:
        return False
    seat = live.position.asks[0].seat
    person = live.seats[seat].person
    assert person is not None
    now = table.moves.draft(live, seat)
    while not now.complete:
        assert now.ask is not None
        code = choose([option.code for option in now.ask.options])
        _, now = await table.moves.pick(match, person, [code], None, interaction())
    await table.moves.confirm(match, person, None, interaction())
    assert await table.deliver(match) is None
    return True


@pytest.mark.parametrize("game", GAMES)
async def test_every_turn_of_a_whole_match_is_announced(table: Table, platform: ListPlatform, game: str) -> None:
    match = await begin(table, game)
    chance = random.Random(game)
    moves = 0
    while await play(table, match.id, chance.choice):
        moves += 1
        assert moves < 3000, "the match does not end"
    await table.run_due()
    over = await table.store.matches.get(match.id)
    assert over.status == "over"
    kinds = [message.kind for message, _ in platform.sent]
    assert kinds[:2] == ["invitation", "turn"] and kinds.count("turn") > 2
    boards = [outgoing for message, outgoing in platform.sent if message.kind == "turn"]
    assert all(board.board is not None and board.board.game == game for board in boards)
    versions = [board.version for board in boards]
    assert versions == sorted(set(versions)), "each turn once, in order"
    assert [button.label.msgid for button in boards[-1].buttons][:1] == ["Rematch"]
    assert all(set(outgoing.pings) <= {ADA, BARTEK} for _, outgoing in platform.sent)


async def test_a_player_out_of_time_loses_through_a_due_row(table: Table, clock: Clock, platform: ListPlatform) -> None:
    match = await begin(table, terms=Terms(clock="3d", ends=True))
    for _ in range(0, 3 * DAY, HEARTBEAT_SECONDS):
        assert (await table.store.matches.get(match.id)).status == "live"
        clock.now += HEARTBEAT_SECONDS
        await table.run_due()
    await table.outbox.drain_all()
    assert (await table.store.matches.get(match.id)).status == "over"
    assert any("time" in str(line.text) for line in platform.sent[-1][1].lines)


async def test_an_offer_is_made_accepted_and_carried_out(table: Table, platform: ListPlatform) -> None:
    match = await begin(table)
    await table.offers.offer(match.id, ADA, "draw", interaction())
    await table.deliver(match.id)
    message, offer = platform.sent[-1]
    assert (message.kind, offer.pings) == ("offer", (BARTEK,))
    await table.offers.answer(match.id, BARTEK, "draw", offer.version, interaction(), accept=True)
    assert await table.deliver(match.id) is None
    assert (await table.store.matches.get(match.id)).status == "over"


async def test_listeners_are_notified_of_every_commit(table: Table) -> None:
    received: list[int] = []
    table.moves.on_posted.append(received.append)
    match = await begin(table)
    await play(table, match.id, lambda codes: codes[-1])
    assert set(received) == {HERE.channel} and len(received) >= 2


async def test_a_player_waiting_for_a_computer_learns_of_a_cancellation(table: Table) -> None:
    match = await begin(table)
    received: list[str] = []
    table.thinking.on_answered(match.id, lambda live: received.append(live.match.status))
    await table.moves.cancel(match.id, ADA, interaction(), admin=True)
    assert received == ["cancelled"]


async def test_a_failed_message_is_reported_to_the_acting_player_and_sent_once_later(
    table: Table, clock: Clock, platform: ListPlatform
) -> None:
    match = await begin(table)
    platform.closed.add(HERE.channel)
    await table.offers.offer(match.id, ADA, "draw", interaction())
    assert await table.deliver(match.id) == NO_PERMISSION
    sent = len(platform.sent)
    platform.closed.clear()
    await table.run_due()
    await table.outbox.drain_all()
    assert len(platform.sent) == sent, "its next attempt is in the future"
    clock.now += RETRY_PAUSE_SECONDS[0]
    await table.run_due()
    await table.outbox.drain_all()
    assert [message.kind for message, _ in platform.sent[sent:]] == ["offer"]


async def test_activity_in_a_channel_speeds_up_its_waiting_messages(table: Table, platform: ListPlatform) -> None:
    match = await begin(table)
    platform.closed.add(HERE.channel)
    await table.offers.offer(match.id, ADA, "draw", interaction())
    await table.deliver(match.id)
    platform.closed.clear()
    assert await table.deliver(match.id) is None
    assert platform.sent[-1][0].kind == "offer"


async def test_a_busy_platform_is_reported(table: Table, platform: ListPlatform) -> None:
    match = await begin(table)
    platform.busy.add(HERE.channel)
    await table.offers.offer(match.id, ADA, "draw", interaction())
    assert await table.deliver(match.id) == LATER


async def test_a_deleted_channel_is_reported(table: Table, platform: ListPlatform) -> None:
    match = await begin(table)
    platform.gone.add(HERE.channel)
    await table.offers.offer(match.id, ADA, "draw", interaction())
    assert await table.deliver(match.id) == NO_CHANNEL


def test_the_table_runs_without_discord_and_pillow() -> None:
    """So a web page, another platform or a computer player needs no Discord client."""
    program = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"discord", "PIL", "simcord", "aiohttp", "render", "cogs"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
import table.table
print(table.table.Table.__name__)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == ("Table", 0), done.stderr


# Edits


async def test_a_hanging_edit_delays_neither_the_answer_nor_the_next_board(
    table: Table, platform: ListPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(table)
    hanging: list[int] = []

    async def hang(message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        hanging.append(message.id)
        await asyncio.Event().wait()

    monkeypatch.setattr(platform, "edit", hang)
    before = len(platform.sent)
    for _ in range(8):
        assert await play(table, match.id, random.Random(1).choice)
        assert await table.deliver(match.id) is None
    assert len(platform.sent) > before + 2
    assert len(hanging) == 1, "one edit at a time in a channel"


async def test_waiting_edits_of_one_message_are_merged(
    table: Table, platform: ListPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(table, "knockdown")
    await asyncio.gather(*table.outbox.edits.tasks())  # of the invitation
    finish_panel = asyncio.Event()
    edit = platform.edit

    async def slow(message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        await finish_panel.wait()
        await edit(message, outgoing, same_board=same_board)

    monkeypatch.setattr(platform, "edit", slow)
    for _ in range(6):  # fighters and skills, by both players
        assert await play(table, match.id, random.Random(1).choice)
        await table.deliver(match.id)
    finish_panel.set()
    await asyncio.gather(*table.outbox.edits._workers.values())
    board = next(message for message, _ in platform.sent if message.kind == "turn")
    shown = [outgoing for message, outgoing in platform.edited if message.id == board.id]
    assert len(shown) == 2, "the edit that was in progress, and the newest one"
    assert shown[-1].version > shown[0].version + 2
