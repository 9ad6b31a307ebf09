"""Several processes on one database: everything is done once, whichever process does it or fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from db import Store
from db.errors import LeaseLost
from db.rows import Match, NewDue, NewMessage
from db.tables.leases import channel_lease
from db.tables.shards import Shards
from table import quotas
from table.matches.match_terms import Terms
from table.matches.moves import Stale
from table.matches.seating import Place
from table.outbox.leases import LEASE_IDLE_SECONDS
from table.outbox.outbox import LATER
from table.table import Table
from table.user_error import UserError
from tests.support.table.opened import ADA, BARTEK, HERE, Clock, begin, interaction
from tests.support.table.processes import Process, Wire, later, process

LEASE = channel_lease(HERE.channel)
CELINA = 103


@pytest.fixture
async def processes(stores: tuple[Store, Store], clock: Clock, wire: Wire) -> AsyncIterator[tuple[Process, Process]]:
    both = tuple(process(name, store, clock, wire) for name, store in zip(("one", "two"), stores, strict=True))
    for one in both:
        await one.table.outbox.start()
    yield both[0], both[1]
    for one in both:
        await one.end()


def kinds(wire: Wire) -> list[str]:
    return [message.kind for message, _ in wire.sent]


async def sweep(*processes: Process) -> None:
    """Let all processes look for waiting messages at once."""
    await asyncio.gather(*(one.table.outbox.drain_all() for one in processes))


async def rest(process: Process) -> None:
    """Finish the work of a process and release its leases."""
    await asyncio.gather(*process.table.outbox.edits.tasks())
    await asyncio.sleep(0)
    process.monotonic.now += LEASE_IDLE_SECONDS
    await process.leases.renew()
    assert not process.leases.holds(LEASE)


# Sending


async def test_messages_are_sent_once_and_in_order_by_two_processes(
    processes: tuple[Process, Process], wire: Wire
) -> None:
    one, two = processes
    match = await begin(one.table)
    before = len(wire.sent)
    for number in range(5):
        await two.table.store.outbox.post(match.id, [NewMessage(kind="paused", payload=json.dumps({"by": number % 2}))])
    for _ in range(3):
        await sweep(one, two)
    assert [message.payload for message, _ in wire.sent[before:]] == [f'{{"by": {number % 2}}}' for number in range(5)]
    assert len({message.id for message, _ in wire.sent}) == len(wire.sent)


async def test_posting_waits_for_the_process_that_is_sending(
    processes: tuple[Process, Process], wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.outbox.outbox.CHECK_SECONDS", 0.01)
    one, two = processes
    match = await begin(one.table)
    assert one.leases.holds(LEASE) and not two.leases.holds(LEASE)
    await two.table.offers.offer(match.id, ADA, "draw", interaction())
    task = asyncio.create_task(two.table.deliver(match.id))
    await asyncio.sleep(0.05)
    assert "offer" not in kinds(wire) and not task.done()
    await sweep(one)
    assert await task is None and kinds(wire)[-1] == "offer"


async def test_an_idle_lease_is_released_for_the_next_process(processes: tuple[Process, Process], wire: Wire) -> None:
    one, two = processes
    match = await begin(one.table)
    await rest(one)
    await two.table.offers.offer(match.id, ADA, "draw", interaction())
    assert await two.table.deliver(match.id) is None
    assert kinds(wire)[-1] == "offer" and wire.looked_for == []


async def whole_move(table: Table, match: Match) -> tuple[int, list[str]]:
    """The player to move, and a move."""
    live = await table.moves.live(match.id)
    position, codes = live.position.fork(), list[str]()
    seat = position.asks[0].seat
    person = live.person_at(seat)
    assert person is not None
    while not position.held:
        codes.append(position.asks[0].options[-1].code)
        position.pick(seat, codes[-1], hold=True)
    return person, codes


async def test_a_confirm_takes_the_lease_of_its_channel_in_the_same_transaction(
    processes: tuple[Process, Process], wire: Wire
) -> None:
    one, two = processes
    match = await begin(one.table)
    await rest(one)
    person, codes = await whole_move(two.table, match)
    before = two.table.store.usage.writes
    await two.table.moves.confirm(match.id, person, None, interaction(), codes)
    assert two.leases.holds(LEASE)
    assert await two.table.deliver(match.id, match.channel) is None
    assert two.table.store.usage.writes == before + 2, "one write for the commit, one after its message was sent"
    assert kinds(wire)[-1] == "turn" and wire.looked_for == []


async def test_messages_posted_by_another_process_are_sent_before_a_confirms_board(
    processes: tuple[Process, Process], wire: Wire
) -> None:
    one, two = processes
    match = await begin(one.table)
    sent = len(wire.sent)
    await two.table.store.outbox.post(match.id, [NewMessage(kind="paused", payload='{"by": 0}')])
    person, codes = await whole_move(one.table, match)
    await one.table.moves.confirm(match.id, person, None, interaction(), codes)
    assert await one.table.deliver(match.id) is None
    assert kinds(wire)[sent:] == ["paused", "turn"]


async def test_a_confirm_is_posted_by_the_process_that_holds_the_channel(
    processes: tuple[Process, Process], wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.outbox.outbox.CHECK_SECONDS", 0.01)
    one, two = processes
    match = await begin(one.table)
    sent = len(wire.sent)
    person, codes = await whole_move(two.table, match)
    await two.table.moves.confirm(match.id, person, None, interaction(), codes)
    task = asyncio.create_task(two.table.deliver(match.id))
    await asyncio.sleep(0.03)
    assert len(wire.sent) == sent and not task.done()
    await sweep(one)
    assert await task is None and kinds(wire)[sent:] == ["turn"]


async def test_a_dead_processs_messages_are_found_and_the_rest_is_sent(
    processes: tuple[Process, Process], clock: Clock, wire: Wire
) -> None:
    one, two = processes
    match = await begin(one.table)
    sent = len(wire.sent)
    wire.after = asyncio.Event()
    await one.table.offers.offer(match.id, ADA, "draw", interaction())
    await wire.waiting.wait()
    await one.table.store.outbox.post(match.id, [NewMessage(kind="paused", payload='{"by": 0}')])
    await one.end()
    wire.after = None
    await sweep(two)
    assert len(wire.sent) == sent + 1, "the dead process's lease has not expired"
    later(clock, two)
    await sweep(two)
    assert kinds(wire)[sent:] == ["offer", "paused"] and len(wire.looked_for) == 2
    assert [one.message for one in await two.table.store.outbox.of_match(match.id)][-2:] == [
        1000 + sent + 1,
        1000 + sent + 2,
    ]


async def test_a_frozen_process_does_not_resend_anothers_messages(
    processes: tuple[Process, Process], clock: Clock, wire: Wire
) -> None:
    """It stops right before the request, and continues after its lease has ended."""
    one, two = processes
    match = await begin(one.table)
    sent, wire.before = len(wire.sent), asyncio.Event()
    await one.table.offers.offer(match.id, ADA, "draw", interaction())
    await wire.waiting.wait()
    frozen, wire.before = wire.before, None
    later(clock, one, two)
    await sweep(two)
    assert kinds(wire)[sent:] == ["offer"]
    frozen.set()
    assert await one.table.deliver(match.id) is None
    assert kinds(wire)[sent:] == ["offer"] and not one.leases.holds(LEASE)


async def test_a_frozen_process_does_not_drop_anothers_messages(
    processes: tuple[Process, Process], clock: Clock, wire: Wire
) -> None:
    one, two = processes
    match = await begin(one.table)
    sent = len(wire.sent)
    await one.table.store.outbox.post(match.id, [NewMessage(kind="paused", payload='{"by": 0}')])
    taken = await one.leases.take_channel(HERE.channel, 10, retry=False)
    assert taken is not None
    _, (waiting,) = taken
    later(clock, two)
    await sweep(two)
    wire.busy.add(HERE.channel)
    with pytest.raises(LeaseLost):
        await one.table.outbox._send(waiting)
    assert kinds(wire)[sent:] == ["paused"] and (await two.table.store.outbox.of_match(match.id))[-1].trouble is None


async def test_an_edit_by_another_process_is_recognized(
    processes: tuple[Process, Process], clock: Clock, wire: Wire
) -> None:
    """One process posts the board and the other edits it, so the first remembers an outdated version."""
    one, two = processes
    opening = await one.table.seating.prepare("leaders", ADA, [], Terms(), HERE, can_thread=False)
    match = await one.table.seating.open(opening, HERE, "en", interaction())
    assert await one.table.deliver(match.id) is None
    await rest(one)
    row = (await one.table.store.outbox.of_match(match.id))[0]
    assert one.table.outbox.edits._known(row) is not None
    await two.table.seating.join(match.id, BARTEK, interaction())
    await two.table.deliver(match.id)
    await asyncio.gather(*two.table.outbox.edits.tasks())
    await two.table.outbox.edits.save()
    assert [message.kind for message, _ in wire.edited] == ["invitation"]
    row = (await one.table.store.outbox.of_match(match.id))[0]
    assert one.table.outbox.edits._known(row) is None


async def test_one_of_several_processes_cleans_up_each_day(processes: tuple[Process, Process], clock: Clock) -> None:
    one, two = processes
    await begin(one.table)
    later(clock, one, two, seconds=40 * 86400)
    before = one.table.store.usage.writes + two.table.store.usage.writes
    await asyncio.gather(one.table.tidying._tidy(), two.table.tidying._tidy())
    owner = await one.table.store.leases.active_owners("tidying")
    assert owner and before < one.table.store.usage.writes + two.table.store.usage.writes
    third = process("three", one.table.store, clock, one.platform)
    writes = one.table.store.usage.writes
    await third.table.tidying._tidy()
    assert one.table.store.usage.writes == writes + 1, "it finds the lease taken and does nothing"


# Due rows


async def due_now(*processes: Process) -> None:
    """Let all processes handle due rows at once."""
    await asyncio.gather(*(one.table.run_due() for one in processes))
    await sweep(*processes)
    assert [one.table.alarm.failures for one in processes] == [0] * len(processes)


async def test_a_time_out_is_announced_once_by_several_processes(
    processes: tuple[Process, Process], clock: Clock, wire: Wire
) -> None:
    match = await begin(processes[0].table, terms=Terms(clock="1d"))
    later(clock, *processes, seconds=90000)
    await due_now(*processes)
    await due_now(*processes)
    assert kinds(wire).count("flag") == 1
    assert (await processes[1].table.store.matches.get(match.id)).status == "live"


async def test_a_match_ends_on_time_once_and_its_result_counts_once(
    processes: tuple[Process, Process], clock: Clock, wire: Wire
) -> None:
    match = await begin(processes[0].table, terms=Terms(clock="1d", ends=True, rated=True))
    later(clock, *processes, seconds=90000)
    for _ in range(3):
        await due_now(*processes)
    store = processes[0].table.store
    ended = await store.matches.get(match.id)
    assert (ended.status, ended.version) == ("over", 1)
    assert kinds(wire).count("rated") == 1 and len(await store.ladder.results(match.id)) == 2
    assert [one.matches for one in await store.ladder.ratings("leaders", 0, [ADA, BARTEK])] == [1, 1]


async def test_an_invitation_expires_once(processes: tuple[Process, Process], clock: Clock, wire: Wire) -> None:
    table = processes[0].table
    opening = await table.seating.prepare("leaders", ADA, [BARTEK], Terms(), HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    later(clock, *processes, seconds=8 * 86400)
    await due_now(*processes)
    assert (await table.store.matches.get(match.id)).status == "cancelled" and kinds(wire).count("cancelled") == 1


async def test_a_match_of_a_departed_server_is_closed_once(
    processes: tuple[Process, Process], clock: Clock, wire: Wire
) -> None:
    table = processes[0].table
    match = await begin(table)
    await table.tidying.bot_removed(HERE.guild)
    later(clock, *processes, seconds=31 * 86400)
    await due_now(*processes)
    assert (await table.store.matches.get(match.id)).status == "cancelled" and kinds(wire).count("cancelled") == 1


@pytest.mark.parametrize("kind", ["call", "remind", "claim", "answer:draw", "ended", "invited"])
async def test_a_notice_is_sent_once(processes: tuple[Process, Process], clock: Clock, wire: Wire, kind: str) -> None:
    """A player who wants private messages gets one for each notice, whatever its kind."""
    table = processes[0].table
    for person in (ADA, BARTEK):
        await table.store.people.update(person, notices="dm")
    match, due = await _with_notice(table, kind, clock)
    await sweep(*processes)
    before = len(wire.sent)
    await table.store.clock_stops.resume(match.id, due=due)
    for _ in range(2):
        later(clock, *processes, seconds=120)
        await due_now(*processes)
    messages = [message for message, _ in wire.sent[before:] if message.person is not None]
    assert len(messages) == len({(message.kind, message.person) for message in messages}) >= 1
    assert {message.kind for message in messages} == {kind.partition(":")[0]}, match


async def _with_notice(table: Table, kind: str, clock: Clock) -> tuple[Match, list[NewDue]]:
    """A paused match, and the only notice that is due when it is resumed."""
    if kind == "invited":
        opening = await table.seating.prepare("leaders", ADA, [BARTEK], Terms(), HERE, can_thread=False)
        return await table.seating.open(opening, HERE, "en", interaction()), []
    match = await begin(table, terms=Terms(clock="1d"))
    live = await table.moves.live(match.id)
    if kind == "answer:draw":
        await table.offers.offer(match.id, ADA, "draw", interaction())
    if kind == "ended":
        await table.store.people.update(BARTEK, notices="dm", quiet="", zone="")
        await table.moves.resign(match.id, ADA, None, interaction())
    clock.now += {"claim": 90000, "remind": 70000}.get(kind, 0)
    seat = live.match.to_move[0]
    wanted = {"claim": 1 - seat, "answer:draw": live.seat_of(BARTEK), "ended": live.seat_of(BARTEK)}.get(kind, seat)
    payload = '{"full": 86400}' if kind == "remind" else "{}"
    store = table.store
    for due in await store.due.of_match(match.id):
        await store.due.finish(due)
    await store.clock_stops.pause(match.id, (await store.matches.get(match.id)).version)
    return match, [NewDue(at=int(clock.now), kind=f"{kind}:{wanted}", payload=payload)]


async def test_two_vacations_planned_at_once_do_not_exceed_the_allowance(processes: tuple[Process, Process]) -> None:
    await begin(processes[0].table)
    days = [one.table.vacations.leave(ADA, 20, 30 * n, interaction()) for n, one in enumerate(processes)]
    done = await asyncio.gather(*days, return_exceptions=True)
    assert [type(one).__name__ for one in done if isinstance(one, Exception)] == ["UserError"], done
    assert len(await processes[0].table.vacations.of(ADA)) == 1


async def test_due_rows_of_another_shard_wait_for_it(stores: tuple[Store, Store], clock: Clock, wire: Wire) -> None:
    first, second = (
        process(f"shard {shard}", store, clock, wire, Shards((shard,), 2)) for shard, store in enumerate(stores)
    )
    there = Place(1 << 22, 10, None)
    opening = await first.table.seating.prepare("leaders", ADA, [BARTEK], Terms(clock="1d"), there, can_thread=False)
    match = await first.table.seating.open(opening, there, "en", interaction())
    await first.table.seating.join(match.id, BARTEK, interaction())
    later(clock, first, second, seconds=90000)
    await due_now(first)
    assert "flag" not in kinds(wire), "the start of the shard's outage is not known yet"
    await second.table.store.clock_stops.record_downtime(Shards((1,), 2))
    await due_now(second)
    await sweep(first, second)
    assert kinds(wire).count("flag") == 1
    for one in (first, second):
        await one.end()


# Leases in memory


async def test_lost_shards_are_reported(processes: tuple[Process, Process], clock: Clock) -> None:
    one, two = processes
    assert await one.leases.take_all(["shard:0/2", "shard:1/2"]) == []
    assert await two.leases.take_all(["shard:1/2"]) == ["shard:1/2"]
    await one.leases.renew()
    assert one.lost == []
    later(clock, one, two)
    assert not one.leases.holds("shard:0/2")
    assert await two.leases.take_all(["shard:1/2"]) == []
    await one.leases.renew()
    assert one.lost == ["shard:1/2"] and one.leases.holds("shard:0/2")


async def test_a_single_process_takes_no_lease(stores: tuple[Store, Store], clock: Clock) -> None:
    store = stores[0]
    table = Table(store, clock, Wire())
    await begin(table)
    assert await store.leases.owners() == [] and table.leases.holds("anything")


async def test_messages_held_by_another_process_are_reported_as_waiting(
    processes: tuple[Process, Process], wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.outbox.outbox.CHECK_SECONDS", 0.01)
    monkeypatch.setattr("table.outbox.outbox.LEASE_SECONDS", 0.05)
    one, two = processes
    match = await begin(one.table)
    await two.table.offers.offer(match.id, ADA, "draw", interaction())
    assert await two.table.deliver(match.id) == LATER


async def test_a_match_begun_elsewhere_is_not_canceled(processes: tuple[Process, Process]) -> None:
    one, two = processes
    opening = await one.table.seating.prepare("leaders", ADA, [BARTEK], Terms(), HERE, can_thread=False)
    match = await one.table.seating.open(opening, HERE, "en", interaction())
    answers = await asyncio.gather(
        one.table.seating.join(match.id, BARTEK, interaction()),
        two.table.seating.call_off(match.id, ADA, interaction(), admin=False),
        return_exceptions=True,
    )
    stored = await one.table.store.matches.get(match.id)
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert len(refused) == 1 and isinstance(refused[0], UserError)
    assert stored.status == ("cancelled" if refused[0] is answers[0] else "live")


# Simultaneous changes of a match


async def three(table: Table) -> Match:
    """Ada has invited Bartek and Celina to one seat each."""
    melee = Terms(options="form=melee")
    opening = await table.seating.prepare("tashkalar", ADA, [BARTEK, CELINA], melee, HERE, can_thread=False)
    return await table.seating.open(opening, HERE, "en", interaction())


async def test_the_last_two_who_join_at_once_begin_the_match(processes: tuple[Process, Process]) -> None:
    one, two = processes
    match = await three(one.table)
    await asyncio.gather(
        one.table.seating.join(match.id, BARTEK, interaction()), two.table.seating.join(match.id, CELINA, interaction())
    )
    assert (await one.table.store.matches.get(match.id)).status == "live"


@pytest.mark.parametrize(
    "limit",
    [
        "MAX_OPEN_MATCHES_PER_PERSON",
        "MAX_OPEN_MATCHES_PER_SERVER",
        "MAX_OPEN_INVITATIONS",
        "MAX_OPEN_INVITATIONS_FROM_ONE",
    ],
)
async def test_simultaneous_new_matches_respect_the_limit(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    for most in range(1, 4):
        monkeypatch.setattr(quotas, limit, most)
        seatings = [one.table.seating for one in processes]
        people = (ADA, CELINA) if limit in ("MAX_OPEN_MATCHES_PER_SERVER", "MAX_OPEN_INVITATIONS") else (ADA, ADA)
        places = [Place(HERE.guild, 100 * most + number, None) for number in range(2)]
        found = [
            await seating.prepare("leaders", person, [BARTEK], Terms(), place, can_thread=False)
            for seating, person, place in zip(seatings, people, places, strict=True)
        ]
        done = await asyncio.gather(
            *(
                seating.open(opening, place, "en", interaction())
                for seating, opening, place in zip(seatings, found, places, strict=True)
            ),
            return_exceptions=True,
        )
        assert sorted(type(one).__name__ for one in done) == ["Match", "UserError"], done
        assert len(await processes[0].table.store.matches.unfinished()) == most


async def test_simultaneous_consents_are_both_counted(processes: tuple[Process, Process]) -> None:
    one, two = processes
    match = await three(one.table)
    for person in (BARTEK, CELINA):
        await one.table.seating.join(match.id, person, interaction())
    await one.table.offers.offer(match.id, ADA, "draw", interaction())
    await asyncio.gather(
        one.table.offers.answer(match.id, BARTEK, "draw", 0, interaction(), accept=True),
        two.table.offers.answer(match.id, CELINA, "draw", 0, interaction(), accept=True),
    )
    assert (await one.table.store.matches.get(match.id)).status == "over"


async def test_of_two_steps_from_the_same_draft_one_counts(processes: tuple[Process, Process]) -> None:
    one, two = processes
    match = await begin(one.table)
    live = await one.table.moves.live(match.id)
    ask = live.position.asks[0]
    person = live.person_at(ask.seat)
    assert person is not None and len(ask.options) > 1
    picks = [
        process.table.moves.pick(match.id, person, [option.code], (0, 0), interaction())
        for process, option in zip(processes, ask.options, strict=False)
    ]
    done = await asyncio.gather(*picks, return_exceptions=True)
    assert sorted(isinstance(one, Stale) for one in done) == [False, True], done
    draft = await two.table.store.drafts.get(match.id, ask.seat)
    assert draft is not None and draft.revision == 1
