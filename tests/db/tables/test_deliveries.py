"""Messages to a person, messages that replace others, and rows that are due again."""

from msgspec.structs import replace

from db import Match, Message, NewDue, NewMessage, Store
from tests.support.db.sample_matches import ANN, BOB, CHANNEL, Clock, live, step

START = 1_000_000


async def waiting(store: Store, channel: int | None = None) -> list[str]:
    return [message.kind for message in await store.outbox.pending(channel=channel)]


async def posted(store: Store, match: Match, *new: NewMessage) -> list[Message]:
    before = len(await store.outbox.of_match(match.id))
    await store.outbox.post(match.id, new)
    return (await store.outbox.of_match(match.id))[before:]


# Messages to a person


async def test_messages_to_a_person_keep_their_order_across_matches(store: Store) -> None:
    first, second = await live(store, 10), await live(store, 11)
    await posted(store, first, NewMessage(kind="a", person=BOB), NewMessage(kind="board"))
    await posted(store, second, NewMessage(kind="b", person=BOB), NewMessage(kind="c", person=ANN))
    assert await waiting(store, BOB) == ["a", "b"]
    assert await waiting(store, ANN) == ["c"]
    assert await waiting(store, 10) == ["board"]
    assert sorted(await store.outbox.waiting_channels()) == [ANN, BOB, 10]
    assert [(message.person, message.channel) for message in await store.outbox.of_match(second.id)] == [
        (BOB, BOB),
        (ANN, ANN),
    ]


async def test_a_failing_person_delays_neither_the_channel_nor_others(store: Store, clock: Clock) -> None:
    match = await live(store)
    message, _, _, _ = await posted(
        store,
        match,
        *(NewMessage(kind="a", person=BOB), NewMessage(kind="b", person=BOB)),
        *(NewMessage(kind="c", person=ANN), NewMessage(kind="board")),
    )
    await store.outbox.mark_retry(message.id, START + 30, "503")
    assert await waiting(store) == ["c", "board"]
    clock.now += 30
    assert await waiting(store) == ["a", "b", "c", "board"]


async def test_a_failing_channel_does_not_delay_a_person(store: Store) -> None:
    match = await live(store)
    board, _, _ = await posted(
        store, match, NewMessage(kind="board"), NewMessage(kind="more"), NewMessage(kind="a", person=BOB)
    )
    await store.outbox.mark_retry(board.id, START + 30, "503")
    assert await waiting(store) == ["a"]


async def test_messages_to_a_person_stay_when_the_match_moves(store: Store) -> None:
    match = await live(store)
    await posted(store, match, NewMessage(kind="a", person=BOB), NewMessage(kind="board"))
    await store.matches.move_to_channel(match.id, 1, 77, None)
    assert [(message.person, message.channel) for message in await store.outbox.of_match(match.id)] == [
        (BOB, BOB),
        (None, 77),
    ]


async def test_links_lead_to_channel_messages_and_not_to_private_ones(store: Store) -> None:
    match = await live(store)
    old, board, note, private, unsent = await posted(
        store,
        match,
        *(NewMessage(kind="board"), NewMessage(kind="board"), NewMessage(kind="note")),
        *(NewMessage(kind="board", person=BOB), NewMessage(kind="board")),
    )
    assert await store.outbox.newest_sent(match.id, ["board"]) is None
    for number, message in enumerate((old, board, note, private), 501):
        await store.outbox.mark_sent(message, number)
    await store.outbox.mark_retry(unsent.id, START + 5, "503")
    assert await store.outbox.newest_sent(match.id, ["board", "start"]) == (CHANNEL, 502)
    assert await store.outbox.newest_sent(match.id, ["board", "note"]) == (CHANNEL, 503)
    assert await store.outbox.newest_sent(match.id, ["start"]) is None


async def test_a_replacement_is_posted_when_its_message_is_given_up(store: Store) -> None:
    match = await live(store)
    (private,) = await posted(store, match, NewMessage(kind="turn", person=BOB))
    await store.outbox.mark_failed(private, "their direct messages are closed", instead=[NewMessage(kind="turn")])
    given_up, instead = await store.outbox.of_match(match.id)
    assert given_up == replace(private, failed="their direct messages are closed", attempts=1)
    assert (instead.kind, instead.person, instead.channel) == ("turn", None, CHANNEL)
    assert instead.nonce != private.nonce
    assert await store.outbox.pending() == [instead]


# Due rows


async def with_due(store: Store, channel: int, *rows: NewDue) -> Match:
    return (await store.matches.commit(replace(step(await live(store, channel)), due=rows))).match


def at(time: int, *kinds: str) -> list[NewDue]:
    return [NewDue(at=time, kind=kind) for kind in kinds]


async def kinds(store: Store, match: int) -> list[str]:
    return [row.kind for row in await store.due.of_match(match)]


async def test_clearing_a_kind_with_a_colon_clears_its_subkinds_only(store: Store) -> None:
    all_kinds = [
        "remind:",
        "remind:0",
        "remind:1:x",
        "remind:~ż",
        "remind",
        "remind;",
        "reminder",
        "reminder:0",
        "clock",
    ]
    match = await with_due(store, 10, *at(5, *all_kinds))
    other = await with_due(store, 11, *at(5, "remind:0"))
    match = (await store.matches.commit(replace(step(match), clear_due=["remind:"]))).match
    assert await kinds(store, match.id) == ["remind", "remind;", "reminder", "reminder:0", "clock"]
    assert await kinds(store, other.id) == ["remind:0"]


async def test_clearing_a_kind_without_a_colon_clears_only_itself(store: Store) -> None:
    match = await with_due(store, 10, *at(5, "remind", "remind:0", "reminder", "remin"))
    await store.matches.commit(replace(step(match), clear_due=["remind"]))
    assert await kinds(store, match.id) == ["remind:0", "reminder", "remin"]


async def test_a_commit_does_not_clear_the_rows_that_it_sets(store: Store) -> None:
    match = await with_due(store, 10, *at(5, "remind:0", "remind:1"))
    await store.matches.commit(replace(step(match), clear_due=["remind:"], due=at(9, "remind:1")))
    assert [(row.kind, row.at) for row in await store.due.of_match(match.id)] == [("remind:1", 9)]


async def test_a_postponed_row_is_due_later_and_once(store: Store, clock: Clock) -> None:
    match = await with_due(store, 10, NewDue(at=5, kind="clock", payload="[7]"))
    (row,) = await store.due.overdue()
    assert await store.due.put_off(row, START + 30)
    assert await store.due.overdue() == []
    assert await store.due.next_wake() == START + 30
    clock.now += 30
    assert await store.due.overdue() == [replace(row, at=START + 30)]
    assert await store.due.finish(row)
    assert not await store.due.put_off(row, START + 60)
    assert await store.due.of_match(match.id) == []


async def test_a_replaced_row_is_not_postponed(store: Store) -> None:
    match = await with_due(store, 10, *at(5, "clock"))
    (old,) = await store.due.overdue()
    await store.matches.commit(replace(step(match), due=at(6, "clock")))
    assert not await store.due.put_off(old, START + 60)
    assert [row.at for row in await store.due.overdue()] == [6]


async def test_the_next_row_is_set_in_the_same_transaction(store: Store) -> None:
    match = await with_due(store, 10, *at(5, "remind:0"))
    (row,) = await store.due.overdue()
    assert await store.due.finish(row, outbox=[NewMessage(kind="reminder")], then=at(START + 50, "remind:0", "clock"))
    ahead = await store.due.of_match(match.id)
    assert sorted((one.kind, one.at) for one in ahead) == [("clock", START + 50), ("remind:0", START + 50)]
    assert row.id not in {one.id for one in ahead}
    assert not await store.due.finish(row, outbox=[NewMessage(kind="reminder")], then=at(1, "remind:0", "late"))
    assert await store.due.of_match(match.id) == ahead
    assert [message.kind for message in await store.outbox.of_match(match.id)] == ["reminder"]
