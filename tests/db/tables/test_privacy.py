"""A person's data can be exported and deleted; after that their id is nowhere."""

from msgspec.structs import replace

from db import Commit, Match, NewDue, NewMatch, NewMessage, NewMove, NewOffer, Store
from db.sql import Tx
from tests.support.db.engines import columns, run
from tests.support.db.sample_matches import CHANNEL, GUILD, NEW, Clock, step

ADA, BEA, CLEO = 900_000_000_000_000_001, 900_000_000_000_000_002, 900_000_000_000_000_003
"""Numbers as long as Discord's ids."""
AGAIN = NewMessage(kind="invitation", payload='{"quiet":true}')


async def places(store: Store, user: int) -> list[str]:
    """Every table and column that holds the person's id, as a number or inside a text."""
    held = "SELECT 1 FROM {} WHERE CAST({} AS TEXT) LIKE :holding LIMIT 1"
    known = await columns(store)

    def holding(tx: Tx) -> list[str]:
        results = [(f"{one}.{column}", tx.run(held.format(one, column), holding=f"%{user}%")) for one, column in known]
        return [place for place, found in results if found.fetchone()]

    return await store._read(holding)


def new(channel: int = CHANNEL, creator: int = ADA) -> NewMatch:
    return replace(NEW, channel=channel, creator=creator)


async def live(store: Store, channel: int = CHANNEL) -> Match:
    opened = await store.matches.open(new(channel), [ADA, BEA])
    return await store.matches.start(opened.id, position="{}", to_move=[0], players=[ADA, BEA])


async def ended(store: Store, match: Match) -> None:
    await store.matches.commit(replace(step(match), to_move=[], status="over", result="{}"))


async def known_everywhere(store: Store) -> Match:
    """A database in which Ada's id is in every table that can have it."""
    await store.people.update(ADA, language="pl", zone="Europe/Warsaw")
    await store.clock_stops.start_vacation(ADA, 100, 200, AGAIN)
    match = await live(store)
    await store.drafts.save(match.id, 0, 0, ["e4"])
    await store.plans.add(match.id, 0, "line", ["e5"], 0)
    await store.guilds.ban(GUILD, ADA)
    await store.offers.set(match.id, 0, NewOffer(kind="substitute", by_seat=1, detail=f'{{"user":{ADA}}}'))
    letter = NewMessage(kind="reminder", person=ADA, payload=f'{{"who":"<@{ADA}>"}}')
    await store.outbox.post(match.id, [NewMessage(kind="cancelled", payload=f'{{"by":{ADA},"version":1}}'), letter])
    for person, mu in ((ADA, 25), (BEA, 26)):
        rated = "INSERT INTO ratings VALUES ('leaders', :guild, :person, :mu, 8, 1, 5)"
        await run(store, rated, guild=GUILD, person=person, mu=mu)
    counted = "INSERT INTO results VALUES (:match, 0, :ada, 1, 0), (:match, 1, :bea, 2, 0)"
    await run(store, counted, match=match.id, ada=ADA, bea=BEA)
    return match


async def test_an_unknown_person_has_no_data(store: Store) -> None:
    found = await store.privacy.dossier(ADA)
    assert (found.vacations, found.ratings, found.bans, found.messages, found.participations) == ((), (), (), (), ())


async def test_a_data_export_has_everything_about_the_person(store: Store) -> None:
    await known_everywhere(store)
    found = await store.privacy.dossier(ADA)
    assert (found.person.language, found.person.zone) == ("pl", "Europe/Warsaw")
    assert [(one.starts, one.ends) for one in found.vacations] == [(100, 200)]
    assert [one.mu for one in found.ratings] == [25]
    assert [guild for guild, _ in found.bans] == [GUILD]
    assert [one.kind for one in found.messages] == ["reminder"]
    (share,) = found.participations
    assert (share.opened, share.invited, share.seat) == (True, True, 0)
    assert share.draft is not None and share.draft.codes == ("e4",)
    assert [one.steps for one in share.plans] == [("e5",)]
    assert [(one.seat, one.place) for one in share.results] == [(0, 1)]


async def test_moves_belong_to_the_player_of_that_time(store: Store) -> None:
    match = await live(store)
    match = (await store.matches.commit(step(match, "ada"))).match
    match = await store.matches.hand_over(match.id, match.version, 0, CLEO)
    match = (await store.matches.commit(step(match, "bea", seat=1))).match
    await store.matches.commit(step(match, "cleo"))
    codes = {}
    for user in (ADA, BEA, CLEO):
        (share,) = (await store.privacy.dossier(user)).participations
        codes[user] = [move.codes for move in share.moves]
    assert codes == {ADA: ['["ada"]'], BEA: ['["bea"]'], CLEO: ['["cleo"]']}
    (share,) = (await store.privacy.dossier(ADA)).participations
    assert (share.seat, [one.since for one in share.sittings]) == (None, [0])


async def test_a_person_learns_who_canceled_their_invitation(store: Store) -> None:
    match = await store.matches.open(new(), [ADA, BEA])
    off = Commit(
        match=match.id,
        expected_version=0,
        moves=[NewMove(seat=0, kind="cancel")],
        position="",
        to_move=(),
        status="cancelled",
    )
    await store.matches.commit(off)
    (share,) = (await store.privacy.dossier(ADA)).participations
    assert [move.kind for move in share.moves] == ["cancel"]
    (share,) = (await store.privacy.dossier(BEA)).participations
    assert (share.invited, share.seat, share.moves) == (True, None, ())


async def test_a_deleted_persons_id_is_nowhere(store: Store) -> None:
    match = await known_everywhere(store)
    before = set(await places(store, ADA))
    assert {
        "people.person",
        "vacations.person",
        "seats.person",
        "seats.invited",
        "sittings.person",
        "bans.person",
    } <= before
    assert {"ratings.person", "results.person", "matches.creator", "offers.detail"} <= before
    assert {"outbox.person", "outbox.channel", "outbox.payload"} <= before
    await ended(store, match)
    await store.outbox.post(match.id, [NewMessage(kind="cancelled", payload=f'{{"by":{ADA},"version":1}}')])
    due = "INSERT INTO due (at, kind, match, payload) VALUES (1, 'x', :match, :payload)"
    await run(store, due, match=match.id, payload=f"[{ADA}, 7]")
    await run(store, "UPDATE outbox SET trouble = :trouble", trouble=f"no way to {ADA}!")
    assert await store.privacy.forget(ADA, AGAIN)
    assert await places(store, ADA) == []
    assert "ratings.person" in set(await places(store, BEA)), "other people's data stays"


async def test_texts_that_named_a_deleted_person_keep_their_other_words(store: Store) -> None:
    match = await live(store)
    await ended(store, match)
    longer = f"{ADA}0"
    payload = f'{{"by":{ADA},"others":[{BEA},{longer}],"version":1}}'
    await store.outbox.post(match.id, [NewMessage(kind="cancelled", payload=payload)])
    await store.privacy.forget(ADA, AGAIN)
    (message,) = await store.outbox.of_match(match.id)
    assert message.payload == f'{{"by":0,"others":[{BEA},{longer}],"version":1}}'


async def test_private_messages_to_a_deleted_person_are_not_sent(store: Store) -> None:
    match = await live(store)
    await ended(store, match)
    await store.outbox.post(
        match.id, [NewMessage(kind="reminder", person=ADA), NewMessage(kind="reminder", person=BEA)]
    )
    await store.privacy.forget(ADA, AGAIN)
    assert [one.person for one in await store.outbox.pending()] == [BEA]


async def test_offers_about_a_deleted_person_are_withdrawn(store: Store) -> None:
    opened = await store.matches.open(new(creator=BEA), [BEA, CLEO])
    match = await store.matches.start(opened.id, position="{}", to_move=[0], players=[BEA, CLEO])
    await store.offers.set(match.id, 0, NewOffer(kind="substitute", by_seat=1, detail=f'{{"user":{ADA}}}'))
    await store.offers.set(match.id, 0, NewOffer(kind="draw", by_seat=1))
    assert await store.privacy.forget(ADA, AGAIN)
    assert [offer.kind for offer in await store.offers.of_match(match.id)] == ["draw"]
    assert await places(store, ADA) == []


async def test_a_finished_match_keeps_an_anonymous_seat_and_its_moves(store: Store) -> None:
    match = await live(store)
    await ended(store, match)
    await store.privacy.forget(ADA, AGAIN)
    assert [seat.person for seat in await store.matches.seats(match.id)] == [None, BEA]
    assert [one.person for one in await store.matches.sittings(match.id)] == [None, BEA]
    assert [move.seat for move in await store.matches.moves(match.id)] == [0]
    assert (await store.matches.get(match.id)).creator == 0


async def test_a_person_in_a_running_match_is_not_deleted(store: Store) -> None:
    await live(store)
    await store.people.update(ADA, language="pl")
    before = set(await places(store, ADA))
    assert not await store.privacy.forget(ADA, AGAIN)
    assert set(await places(store, ADA)) == before


async def test_a_person_with_an_open_match_is_not_deleted(store: Store) -> None:
    await store.matches.open(new(), [ADA, None])
    assert not await store.privacy.forget(ADA, AGAIN)
    assert [seat.person for seat in await store.matches.seats(1)] == [ADA, None]


async def test_deleting_a_person_frees_their_seats_in_open_matches(store: Store) -> None:
    joined = await store.matches.open(new(creator=BEA), [BEA, ADA])
    await store.matches.take_seat(joined.id, 1, ADA)
    invitation = await store.matches.open(new(CHANNEL + 1, creator=BEA), [BEA, ADA])
    await store.matches.open(new(CHANNEL + 2, creator=BEA), [BEA, CLEO])
    assert await store.privacy.forget(ADA, AGAIN)
    for match in (joined, invitation):
        seat = (await store.matches.seats(match.id))[1]
        assert (seat.person, seat.invited, seat.joined_at) == (None, None, None)
        await store.matches.take_seat(match.id, 1, CLEO)
    assert sorted((one.match, one.kind) for one in await store.outbox.pending()) == [
        (joined.id, "invitation"),
        (invitation.id, "invitation"),
    ]


async def test_deleting_twice_equals_deleting_once(store: Store) -> None:
    match = await known_everywhere(store)
    await ended(store, match)
    assert await store.privacy.forget(ADA, AGAIN)
    once = await store.privacy.dossier(BEA)
    assert await store.privacy.forget(ADA, AGAIN)
    assert await store.privacy.dossier(BEA) == once


async def test_a_returning_person_starts_fresh(store: Store, clock: Clock) -> None:
    match = await live(store)
    await ended(store, match)
    await store.privacy.forget(ADA, AGAIN)
    clock.now += 60
    again = await live(store)
    found = await store.privacy.dossier(ADA)
    assert [share.match.id for share in found.participations] == [again.id]


async def test_deadlines_without_a_person_are_not_deleted(store: Store) -> None:
    match = await store.matches.open(new(creator=BEA), [BEA, ADA], due=[NewDue(at=5, kind="invitation")])
    await store.privacy.forget(ADA, AGAIN)
    assert [one.kind for one in await store.due.of_match(match.id)] == ["invitation"]
