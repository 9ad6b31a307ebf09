"""A board posted again, in another channel or after a restore, pings only people who want that now."""

from __future__ import annotations

import pytest

from table.matches.match_terms import Terms
from table.matches.seating import Place
from table.outbox.repost import post_boards
from table.table import Table
from tests.support.table.opened import ADA, BARTEK, HERE, Clock, begin, interaction
from tests.support.table.platform import ListPlatform

THERE = Place(HERE.guild, 11, None)


async def mover_and_other(table: Table, match: int) -> tuple[int, int]:
    """The player to move, and the other one."""
    live = await table.moves.live(match)
    who = live.person_at(live.position.asks[0].seat)
    return (ADA, BARTEK) if who == ADA else (BARTEK, ADA)


@pytest.mark.parametrize(("notices", "pinged"), [("channel", True), ("dm", False), ("none", False)])
async def test_a_match_continued_elsewhere_pings_as_people_chose(
    table: Table, platform: ListPlatform, notices: str, pinged: bool
) -> None:
    match = await begin(table)
    who, other = await mover_and_other(table, match.id)
    await table.store.people.update(who, notices=notices)
    platform.gone.add(HERE.channel)
    await table.seating.rehome(match.id, other, THERE)
    await table.deliver(match.id)
    message, outgoing = platform.sent[-1]
    assert (message.kind, message.channel) == ("turn", THERE.channel)
    assert outgoing.pings == ((who,) if pinged else ())


async def test_an_invitation_continued_elsewhere_stays_an_invitation(table: Table, platform: ListPlatform) -> None:
    opening = await table.seating.prepare("leaders", ADA, [BARTEK], Terms(), HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    await table.deliver(match.id)
    platform.gone.add(HERE.channel)
    await table.seating.rehome(match.id, ADA, THERE)
    await table.deliver(match.id)
    message, outgoing = platform.sent[-1]
    assert (message.kind, message.channel, outgoing.pings) == ("invitation", THERE.channel, (BARTEK,))


@pytest.mark.parametrize(("notices", "pinged"), [("channel", True), ("dm", False)])
async def test_a_restored_board_pings_as_people_chose(
    table: Table, platform: ListPlatform, clock: Clock, notices: str, pinged: bool
) -> None:
    match = await begin(table)
    who, _ = await mover_and_other(table, match.id)
    await table.store.people.update(who, notices=notices)
    await post_boards(table.store, int(clock()), always=True)
    await table.outbox.drain_all()
    message, outgoing = platform.sent[-1]
    assert message.kind == "turn" and outgoing.pings == ((who,) if pinged else ())


async def test_a_match_on_a_deleted_server_is_not_announced_as_expired(
    table: Table, platform: ListPlatform, clock: Clock
) -> None:
    match = await begin(table)
    await table.tidying.bot_removed(HERE.guild)
    clock.now += 31 * 86400
    await table.run_due()
    await table.deliver(match.id)
    assert (await table.store.matches.get(match.id)).status == "cancelled"
    assert platform.sent[-1][0].kind == "cancelled"
    assert "no longer on its server" in platform.sent[-1][1].lines[0].text.msgid
