"""The outbox: a bad message does not block others; unshowable ones are sent as plain text; possible duplicates are
searched for.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db import Store
from db.rows import Committed, Match, Message
from table.compose import composer
from table.outbox.outbox import LATER, MAX_TRIES, NO_CHANNEL, RETRY_PAUSE_SECONDS, Outbox
from table.outbox.outgoing import Outgoing, Undeliverable
from table.table import Table
from tests.support.table.opened import ADA, Clock, begin, interaction
from tests.support.table.platform import ListPlatform


class Picky(ListPlatform):
    """Refuses boards or edits, drops answers, or has lost its channels for a while, as configured."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses = self.drops = self.no_edits = False
        self.lost = 0
        self.tries = 0

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        self.tries += 1
        if self.lost:
            self.lost -= 1
            raise Undeliverable("404 unknown channel", obstacle="gone")
        if self.refuses and not outgoing.plain:
            raise Undeliverable("400 invalid form body", obstacle="refused")
        sent = await super().send(message, outgoing)
        if self.drops:
            raise Undeliverable("connection reset", unknown=True)
        return sent

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        if self.no_edits:
            raise Undeliverable("503 busy")
        await super().edit(message, outgoing, same_board=same_board)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def platform() -> Picky:
    return Picky()


@pytest.fixture
async def table(database: Path, clock: Clock, platform: Picky) -> AsyncIterator[Table]:
    async with await Store.open(database, clock=clock) as store:
        clock.now += 1
        table = Table(store, clock, platform)
        await table.start()
        clock.now += 1
        yield table
        await table.stop()


async def move(table: Table, match: Match) -> None:
    """Play any move of the player to move."""
    live = await table.moves.live(match.id)
    person = live.person_at(live.position.asks[0].seat)
    assert person is not None
    dice = random.Random(1)
    now = table.moves.draft(live, live.position.asks[0].seat)
    while not now.complete:
        assert now.ask is not None
        code = dice.choice([option.code for option in now.ask.options])
        _, now = await table.moves.pick(match.id, person, [code], None, interaction())
    await table.moves.confirm(match.id, person, None, interaction())


async def moves(table: Table, match: Match) -> Sequence[str]:
    """A whole legal move of the player to move."""
    live = await table.moves.live(match.id)
    position, dice = live.position.fork(), random.Random(1)
    codes: list[str] = []
    while not position.held:
        ask = position.asks[0]
        codes.append(dice.choice(ask.options).code)
        position.pick(ask.seat, codes[-1], hold=True)
    return codes


async def test_a_confirm_costs_two_writes_and_one_read_until_its_message_is_sent(table: Table, platform: Picky) -> None:
    match = await begin(table)
    codes, (person,) = await moves(table, match), await players_to_move(table, match)
    assert person is not None
    before, sent = table.store.usage, len(platform.sent)
    live = await table.moves.confirm(match.id, person, None, interaction(), codes)
    assert await table.deliver(match.id, live.match.channel) is None
    after = table.store.usage
    assert (after.writes - before.writes, after.reads - before.reads) == (2, 1)
    assert [message.kind for message, _ in platform.sent[sent:]] == ["turn"]


async def test_messages_sent_during_a_commit_are_not_sent_again(
    table: Table, platform: Picky, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(table)
    commit, sent = table.store.matches.commit, len(platform.sent)

    async def slowly(*args: Any) -> Committed:
        done = await commit(*args)
        await table.outbox.kick(match.channel)
        return done

    monkeypatch.setattr(table.store.matches, "commit", slowly)
    await move(table, match)
    assert await table.deliver(match.id) is None
    assert [message.kind for message, _ in platform.sent[sent:]] == ["turn"]


async def players_to_move(table: Table, match: Match) -> tuple[int | None, ...]:
    """The players to move."""
    live = await table.moves.live(match.id)
    return tuple(live.person_at(ask.seat) for ask in live.position.asks)


async def wait(table: Table, clock: Clock) -> None:
    """Wait until the last retry."""
    for pause in RETRY_PAUSE_SECONDS[:MAX_TRIES]:
        clock.now += pause
        await table.run_due()
        await table.outbox.drain_all()


async def test_a_message_refused_three_times_is_sent_as_plain_text_and_later_ones_follow(
    table: Table, platform: Picky, clock: Clock
) -> None:
    match = await begin(table)
    platform.refuses = True
    await move(table, match)
    assert await table.deliver(match.id) == LATER
    await wait(table, clock)
    message, outgoing = platform.sent[-1]
    assert message.kind == "turn" and outgoing.plain and outgoing.board is None and not outgoing.buttons
    assert outgoing.pings == await players_to_move(table, match) and "/board" in outgoing.lines[-1].text.msgid
    assert platform.tries == len(platform.sent) + MAX_TRIES - 1
    platform.refuses = False
    await table.offers.offer(match.id, ADA, "draw", interaction())
    assert await table.deliver(match.id) is None
    assert platform.sent[-1][0].kind == "offer"


async def test_a_message_that_cannot_be_composed_is_sent_as_plain_text(
    table: Table, platform: Picky, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(table)

    async def broken(_: object) -> None:
        raise LookupError("no such card")

    monkeypatch.setitem(composer.COMPOSERS, "turn", broken)
    await move(table, match)
    await table.offers.offer(match.id, ADA, "draw", interaction())
    await table.deliver(match.id)
    await wait(table, clock)
    (_, turn), (offer, _) = platform.sent[-2:]
    assert turn.plain and turn.pings == await players_to_move(table, match) and offer.kind == "offer"


async def test_a_message_refused_even_as_plain_text_is_dropped(
    table: Table, platform: Picky, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(table)
    sent = len(platform.sent)

    async def refuse(*_: object) -> int:
        raise Undeliverable("400 no", obstacle="refused")

    with monkeypatch.context() as refusing:
        refusing.setattr(platform, "send", refuse)
        await move(table, match)
        await table.deliver(match.id)
        for _ in range(2):
            await wait(table, clock)
    assert [one.failed is not None for one in await table.store.outbox.of_match(match.id)][-1:] == [True]
    await table.offers.offer(match.id, ADA, "draw", interaction())
    await table.deliver(match.id)
    assert [one.kind for one, _ in platform.sent[sent:]] == ["offer"]


async def test_a_channel_not_found_once_is_not_treated_as_deleted(table: Table, platform: Picky, clock: Clock) -> None:
    match = await begin(table)
    platform.lost = 1
    await move(table, match)
    assert await table.deliver(match.id) == NO_CHANNEL
    clock.now += RETRY_PAUSE_SECONDS[0]
    await table.run_due()
    await table.outbox.drain_all()
    assert platform.sent[-1][0].kind == "turn" and await table.deliver(match.id) is None


async def test_a_channel_not_found_three_times_is_given_up(table: Table, platform: Picky, clock: Clock) -> None:
    match = await begin(table)
    sent, tries = len(platform.sent), platform.tries
    platform.lost = 99
    await move(table, match)
    await table.deliver(match.id)
    await wait(table, clock)
    assert len(platform.sent) == sent and platform.tries == tries + MAX_TRIES
    assert (await table.store.outbox.of_match(match.id))[-1].failed is not None


async def test_a_possibly_sent_message_is_searched_for_before_it_is_sent_again(
    table: Table, platform: Picky, clock: Clock
) -> None:
    match = await begin(table)
    sent = len(platform.sent)
    platform.drops = True
    await move(table, match)
    assert await table.deliver(match.id) == LATER
    platform.drops = False
    assert await table.deliver(match.id) is None
    assert len(platform.sent) == sent + 1, "the channel has it once"
    assert (await table.store.outbox.of_match(match.id))[-1].message == 1000 + sent + 1


async def test_messages_of_an_earlier_run_are_searched_for_first(
    table: Table, platform: Picky, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(table)
    sent = len(platform.sent)
    with monkeypatch.context() as dying:
        dying.setattr(Outbox, "kick", lambda *_, **__: None)
        await move(table, match)
    (row,) = await table.store.outbox.pending()
    platform.sent.append((row, replace(platform.sent[-1][1], version=1)))
    again = Table(table.store, clock, platform)
    await again.outbox.drain_all()
    assert len(platform.sent) == sent + 1 and await table.store.outbox.pending() == []


async def test_a_sent_message_that_could_not_be_recorded_is_not_sent_again(
    table: Table, platform: Picky, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(table)
    sent = len(platform.sent)

    async def full(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as full_disk:
        full_disk.setattr(table.store.outbox, "mark_sent", full)
        await move(table, match)
        assert await table.deliver(match.id) == LATER
    clock.now += RETRY_PAUSE_SECONDS[0]
    await table.outbox.drain_all()
    assert len(platform.sent) == sent + 1 and await table.store.outbox.pending() == []


async def test_an_edit_that_fails_is_made_with_the_next_message(table: Table, platform: Picky, clock: Clock) -> None:
    match = await begin(table)
    await move(table, match)
    await table.deliver(match.id)
    await _edited(table)
    clock.now += 2 * 24 * 3600
    old = platform.sent[-1][0].id
    platform.no_edits = True
    while platform.sent[-1][0].id == old:
        await move(table, match)
        await table.deliver(match.id)
    await _edited(table)
    assert old not in {message.id for message, _ in platform.edited}
    platform.no_edits = False
    await table.outbox.drain_all()
    await _edited(table)
    assert old in {message.id for message, _ in platform.edited}, "one refusal is not final, however old the message is"


async def _edited(table: Table) -> None:
    await asyncio.gather(*table.outbox.edits.tasks())
