"""The outbox: messages are sent in order. Due rows: each is due at its time."""

from msgspec.structs import replace

from db import Message, NewDue, NewMessage, Store
from tests.support.db.sample_matches import Clock, live, step


async def posted(store: Store, channel: int, *kinds: str) -> tuple[Message, ...]:
    match = await store.matches.in_channel(channel) or await live(store, channel)
    return (await store.matches.commit(replace(step(match), outbox=[NewMessage(kind=kind) for kind in kinds]))).outbox


async def waiting(store: Store) -> list[str]:
    return [message.kind for message in await store.outbox.pending()]


# Outbox


async def test_messages_wait_in_order(store: Store) -> None:
    await posted(store, 10, "a", "b")
    await posted(store, 9, "c")
    await posted(store, 10, "d")
    assert await waiting(store) == ["a", "b", "c", "d"]
    assert [message.kind for message in await store.outbox.pending(limit=2)] == ["a", "b"]


async def test_the_newest_message_is_known(store: Store) -> None:
    assert await store.outbox.last_id() == 0
    first, second = await posted(store, 10, "a", "b")
    assert first.id < second.id == await store.outbox.last_id()


async def test_a_sent_message_leaves_the_queue_and_is_known_by_its_discord_id(store: Store, clock: Clock) -> None:
    first, _ = await posted(store, 10, "a", "b")
    await store.outbox.mark_sent(first, 2**62)
    assert await waiting(store) == ["b"]
    stored = (await store.outbox.of_match(first.of_match))[0]
    assert stored == replace(first, sent_at=int(clock.now), message=2**62, attempts=1)


async def test_messages_outdated_by_a_commit_are_edited_once(store: Store) -> None:
    board, offer = await posted(store, 10, "board", "offer")
    for number, message in enumerate((board, offer)):
        await store.outbox.mark_sent(message, 500 + number)
    assert await store.outbox.outdated(10) == [] and await store.outbox.waiting_channels() == []
    match = await store.matches.get(board.of_match)
    await store.matches.commit(replace(step(match), outdates=["board"]))
    (found,) = await store.outbox.outdated(10)
    assert (found.message.id, found.message.revision, found.superseded) == (board.id, 1, False)
    assert await store.outbox.waiting_channels() == [10]
    await store.outbox.mark_edited({board.id: found.message.revision})
    assert await store.outbox.outdated(10) == [] and await store.outbox.waiting_channels() == []


async def test_an_edit_waits_until_the_next_message_is_sent(store: Store) -> None:
    (old,) = await posted(store, 10, "board")
    await store.outbox.mark_sent(old, 500)
    match = await store.matches.get(old.of_match)
    done = await store.matches.commit(replace(step(match), outbox=[NewMessage(kind="board")], outdates=["board"]))
    assert await store.outbox.outdated(10) == []
    await store.outbox.mark_sent(done.outbox[0], 501)
    (found,) = await store.outbox.outdated(10)
    assert found.message.id == old.id and found.superseded
    await store.matches.commit(replace(step(done.match), outdates=["board"]))
    await store.outbox.mark_sent((await posted(store, 10, "other"))[0], 502, {old.id: None})
    assert [one.message.id for one in await store.outbox.outdated(10)] == [done.outbox[0].id], "None: not edited again"


async def test_a_change_during_sending_is_not_lost(store: Store) -> None:
    (board,) = await posted(store, 10, "board")
    await store.matches.commit(replace(step(await store.matches.get(board.of_match)), outdates=["board"]))
    assert await store.outbox.outdated(10) == [], "unsent messages cannot be edited"
    await store.outbox.mark_sent(board, 500)
    assert [one.message.id for one in await store.outbox.outdated(10)] == [board.id]


async def test_a_message_to_a_person_is_never_edited(store: Store) -> None:
    match = await live(store)
    done = await store.matches.commit(replace(step(match), outbox=[NewMessage(kind="board", person=7)]))
    await store.outbox.mark_sent(done.outbox[0], 500)
    await store.matches.commit(replace(step(done.match), outdates=["board"]))
    assert await store.outbox.outdated(7) == []


async def test_a_retry_waits_and_keeps_its_nonce(store: Store, clock: Clock) -> None:
    (message,) = await posted(store, 10, "a")
    await store.outbox.mark_retry(message.id, int(clock.now) + 30, "403 no", "forbidden")
    assert await waiting(store) == []
    clock.now += 30
    assert await store.outbox.pending() == [
        replace(message, not_before=int(clock.now), attempts=1, trouble="403 no", obstacle="forbidden")
    ]


async def test_a_retry_delays_only_its_channel(store: Store, clock: Clock) -> None:
    _, second, _ = await posted(store, 10, "a", "b", "c")
    await posted(store, 11, "d")
    await store.outbox.mark_retry(second.id, int(clock.now) + 30, "503")
    assert await waiting(store) == ["a", "d"]
    clock.now += 30
    assert await waiting(store) == ["a", "b", "c", "d"]


async def test_a_scheduled_message_delays_nothing(store: Store, clock: Clock) -> None:
    match = await live(store)
    later = int(clock.now) + 30
    await store.matches.commit(
        replace(step(match), outbox=[NewMessage(kind="later", not_before=later), NewMessage(kind="now")])
    )
    assert await waiting(store) == ["now"]
    clock.now += 30
    assert await waiting(store) == ["later", "now"]


async def test_an_abandoned_message_delays_nothing_and_has_a_reason(store: Store) -> None:
    first, _ = await posted(store, 10, "a", "b")
    await store.outbox.mark_failed(first, "the channel is gone")
    assert await waiting(store) == ["b"]
    assert (await store.outbox.of_match(first.of_match))[0].failed == "the channel is gone"


async def test_activity_in_a_channel_speeds_up_its_retries_only(store: Store, clock: Clock) -> None:
    later = int(clock.now) + 30
    (here,), (there,) = await posted(store, 10, "here"), await posted(store, 11, "there")
    for message in (here, there):
        await store.outbox.mark_retry(message.id, later, "no permission")
    match = await store.matches.get(here.of_match)
    await store.matches.commit(replace(step(match), outbox=[NewMessage(kind="not yet", not_before=later)]))
    assert await waiting(store) == []
    assert [one.kind for one in await store.outbox.pending(channel=here.channel, retry=True)] == ["here"]


async def test_a_message_may_be_posted_without_a_commit(store: Store) -> None:
    match = await live(store)
    await store.outbox.post(match.id, [NewMessage(kind="board")])
    assert [(message.kind, message.channel) for message in await store.outbox.pending()] == [("board", match.channel)]
    assert await store.matches.get(match.id) == match


# Due


async def test_due_rows_are_returned_oldest_first(store: Store, clock: Clock) -> None:
    now = int(clock.now)
    first, second = await live(store, 10), await live(store, 11)
    await store.matches.commit(
        replace(step(first), due=[NewDue(at=now + 1, kind="clock"), NewDue(at=now, kind="reminder", payload="{}")])
    )
    await store.matches.commit(replace(step(second), due=[NewDue(at=now - 1, kind="clock")]))
    assert [(row.match, row.kind) for row in await store.due.overdue()] == [
        (second.id, "clock"),
        (first.id, "reminder"),
    ]
    assert [row.match for row in await store.due.overdue(limit=1)] == [second.id]
    clock.now += 1
    assert len(await store.due.overdue()) == 3


async def test_a_new_deadline_replaces_the_old_one(store: Store, clock: Clock) -> None:
    match = (await store.matches.commit(replace(step(await live(store)), due=[NewDue(at=5, kind="clock")]))).match
    (old,) = await store.due.overdue()
    late = int(clock.now) + 100
    await store.matches.commit(replace(step(match), due=[NewDue(at=late, kind="clock", payload="{}")]))
    assert await store.due.overdue() == []
    # A loop that still holds the old row must neither finish the new one nor act on it.
    assert not await store.due.finish(old, outbox=[NewMessage(kind="time is up")])
    assert [row.at for row in await store.due.of_match(match.id)] == [late]
    assert await store.outbox.of_match(match.id) == []


async def test_a_due_row_is_finished_once_with_its_messages(store: Store) -> None:
    match = (await store.matches.commit(replace(step(await live(store)), due=[NewDue(at=5, kind="reminder")]))).match
    (row,) = await store.due.overdue()
    assert await store.due.finish(row, outbox=[NewMessage(kind="reminder")])
    assert not await store.due.finish(row, outbox=[NewMessage(kind="reminder")])
    assert [message.kind for message in await store.outbox.of_match(match.id)] == ["reminder"]


async def test_a_commit_clears_due_rows_by_kind(store: Store) -> None:
    match = await live(store)
    rows = [NewDue(at=5, kind=kind) for kind in ("clock", "reminder")]
    match = (await store.matches.commit(replace(step(match), due=rows))).match
    await store.matches.commit(replace(step(match), clear_due=["reminder", "nothing"]))
    assert [row.kind for row in await store.due.of_match(match.id)] == ["clock"]


async def test_the_next_wake_up_is_the_first_due_or_retried_row(store: Store, clock: Clock) -> None:
    now = int(clock.now)
    assert await store.due.next_wake() is None
    match = await live(store)
    done = await store.matches.commit(
        replace(step(match), due=[NewDue(at=now + 60, kind="clock")], outbox=[NewMessage(kind="turn")])
    )
    assert await store.due.next_wake() == now + 60
    await store.outbox.mark_retry(done.outbox[0].id, now + 5, "503")
    assert await store.due.next_wake() == now + 5
    await store.outbox.mark_sent(done.outbox[0], 500)
    assert await store.due.next_wake() == now + 60
    clock.now += 90
    assert await store.due.next_wake() == now + 60
