"""Old rows are deleted, except those that people can still use."""

from __future__ import annotations

from msgspec.structs import replace

from db import NewMatch, NewMessage, NewMove, Store
from db.tables.retention import DAY, IMPORT_RETENTION_DAYS, MESSAGE_RETENTION_DAYS
from tests.support.db.sample_matches import ANN, Clock, live, step


async def tidied(store: Store) -> None:
    while await store.retention.tidy():
        pass


async def kinds(store: Store, match: int) -> list[str]:
    return [one.kind for one in await store.outbox.of_match(match)]


async def test_a_running_match_keeps_its_boards_and_unsent_messages(store: Store, clock: Clock) -> None:
    match = await live(store)
    posted = [NewMessage(kind=kind) for kind in ("turn", "call", "remind", "turn", "offer")]
    done = await store.matches.commit(replace(step(match), outbox=posted))
    for number, message in enumerate(done.outbox[:4]):
        await store.outbox.mark_sent(message, 500 + number)
    await store.outbox.mark_edited({done.outbox[1].id: None, done.outbox[0].id: None})
    clock.now += MESSAGE_RETENTION_DAYS * DAY
    await tidied(store)
    assert await kinds(store, match.id) == ["turn", "call", "remind", "turn", "offer"]
    clock.now += 1
    await tidied(store)
    assert await kinds(store, match.id) == ["turn", "remind", "turn", "offer"], "the reminder may still be edited"


async def test_a_finished_match_keeps_its_newest_board(store: Store, clock: Clock) -> None:
    match = await live(store)
    over = replace(step(match), status="over", outbox=[NewMessage(kind=kind) for kind in ("turn", "turn", "rated")])
    for number, message in enumerate((await store.matches.commit(over)).outbox):
        await store.outbox.mark_sent(message, 500 + number)
    clock.now += MESSAGE_RETENTION_DAYS * DAY + 1
    await tidied(store)
    (kept,) = await store.outbox.of_match(match.id)
    assert (kept.kind, kept.message) == ("turn", 501)


async def test_imported_matches_are_deleted_completely_and_played_ones_never(store: Store, clock: Clock) -> None:
    played = await live(store)
    await store.matches.commit(replace(step(played), status="over"))
    new = NewMatch(
        guild=1, channel=20, game="leaders", seed="", seed_hash="", rules_version=1, language="en", creator=ANN
    )
    imported = await store.imports.add(new, 2, moves=[NewMove(seat=0, codes="[]")], position="{}", result="{}")
    clock.now += IMPORT_RETENTION_DAYS * DAY
    await tidied(store)
    assert await store.matches.moves(imported.id)
    clock.now += 1
    await tidied(store)
    assert await store.matches.moves(imported.id) == [] and await store.matches.seats(imported.id) == []
    assert await store.matches.in_channel(20, ended=True) is None
    assert (await store.matches.get(played.id)).status == "over"
