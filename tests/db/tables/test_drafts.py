"""Drafts and open offers."""

import pytest
from msgspec.structs import replace

from db import Draft, NewMessage, NewOffer, Offer, OfferStands, RepeatedInteraction, StaleVersion, Store
from tests.support.db.sample_matches import Clock, live, step

# Drafts


async def test_the_last_saved_draft_is_kept(store: Store, clock: Clock) -> None:
    match = await live(store)
    assert await store.drafts.get(match.id, 0) is None
    await store.drafts.save(match.id, 0, 0, ["acrobat"])
    clock.now += 5
    saved = await store.drafts.save(match.id, 0, 0, ["acrobat", "jump", "łódź"])
    expected = Draft(
        match=match.id, seat=0, version=0, codes=("acrobat", "jump", "łódź"), revision=2, updated_at=int(clock.now)
    )
    assert saved == await store.drafts.get(match.id, 0) == expected


async def test_each_seat_of_each_match_has_its_own_draft(store: Store) -> None:
    first, second = await live(store), await live(store, 11)
    await store.drafts.save(first.id, 0, 0, ["a"])
    await store.drafts.save(first.id, 1, 0, ["b"])
    await store.drafts.save(second.id, 0, 0, ["c"])
    await store.matches.commit(replace(step(first), keep_drafts=[1]))
    assert await store.drafts.get(first.id, 0) is None
    assert [d and d.codes for d in (await store.drafts.get(first.id, 1), await store.drafts.get(second.id, 0))] == [
        ("b",),
        ("c",),
    ]


async def test_a_draft_for_an_older_version_is_refused(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(step(match))
    with pytest.raises(StaleVersion) as refused:
        await store.drafts.save(match.id, 0, 0, ["acrobat"])
    assert refused.value.current == 1
    assert await store.drafts.get(match.id, 0) is None


async def test_a_commit_deletes_drafts_that_it_makes_stale(store: Store) -> None:
    match, other = await live(store), await live(store, 11)
    for seat in (0, 1):
        await store.drafts.save(match.id, seat, 0, ["a"])
        await store.drafts.save(other.id, seat, 0, ["a"])
    await store.matches.commit(step(match))
    assert [await store.drafts.get(match.id, seat) for seat in (0, 1)] == [None, None]
    assert None not in [await store.drafts.get(other.id, seat) for seat in (0, 1)]


async def test_a_seat_deciding_simultaneously_keeps_its_draft(store: Store) -> None:
    match = await live(store)
    for seat in (0, 1):
        await store.drafts.save(match.id, seat, 0, [f"by {seat}"])
    await store.matches.commit(replace(step(match), keep_drafts=[1]))
    assert await store.drafts.get(match.id, 0) is None
    kept = await store.drafts.get(match.id, 1)
    assert kept
    assert (kept.version, kept.codes) == (1, ("by 1",))


async def test_a_repeated_click_does_not_save_a_draft(store: Store) -> None:
    match = await live(store)
    await store.drafts.save(match.id, 0, 0, ["a"], interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.drafts.save(match.id, 0, 0, ["a", "a"], interaction=1)
    draft = await store.drafts.get(match.id, 0)
    assert draft
    assert draft.codes == ("a",)


# Offers


async def test_an_offer_stands_until_it_is_cleared(store: Store, clock: Clock) -> None:
    match = (await store.matches.commit(step(await live(store)))).match
    offered = await store.offers.set(
        match.id,
        1,
        NewOffer(kind="undo", by_seat=0, detail='{"to":0}'),
        outbox=[NewMessage(kind="asked")],
        interaction=1,
    )
    expected = Offer(match=match.id, kind="undo", by_seat=0, version=1, detail='{"to":0}', created_at=int(clock.now))
    assert offered == await store.offers.get(match.id, "undo") == expected
    assert await store.offers.get(match.id, "draw") is None
    assert await store.offers.clear(match.id, "undo", outbox=[NewMessage(kind="declined")], interaction=2)
    assert await store.offers.of_match(match.id) == []
    assert [message.kind for message in await store.outbox.of_match(match.id)] == ["asked", "declined"]


async def test_a_cleared_offer_cannot_be_declined(store: Store) -> None:
    match = await live(store)
    assert not await store.offers.clear(match.id, "draw", outbox=[NewMessage(kind="declined")])
    assert await store.outbox.of_match(match.id) == []


async def test_an_offer_of_one_seat_does_not_replace_anothers(store: Store) -> None:
    match = await live(store)
    await store.offers.set(match.id, 0, NewOffer(kind="draw", by_seat=0))
    await store.offers.set(match.id, 0, NewOffer(kind="draw", by_seat=0, detail='{"again":true}'))
    await store.offers.set(match.id, 0, NewOffer(kind="undo", by_seat=1))
    with pytest.raises(OfferStands) as refused:
        await store.offers.set(match.id, 0, NewOffer(kind="draw", by_seat=1), outbox=[NewMessage(kind="asked")])
    assert (refused.value.kind, refused.value.by_seat) == ("draw", 0)
    assert await store.outbox.of_match(match.id) == []
    assert len(await store.offers.of_match(match.id)) == 2


async def test_an_offer_on_an_older_version_is_refused(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(step(match))
    with pytest.raises(StaleVersion):
        await store.offers.set(match.id, 0, NewOffer(kind="draw", by_seat=0), outbox=[NewMessage(kind="asked")])
    assert await store.outbox.of_match(match.id) == []


async def test_a_commit_sets_and_clears_offers(store: Store) -> None:
    match = await live(store)
    await store.offers.set(match.id, 0, NewOffer(kind="undo", by_seat=1))
    done = await store.matches.commit(
        replace(step(match), clear_offers=["undo"], offers=[NewOffer(kind="draw", by_seat=0)])
    )
    assert [(offer.kind, offer.version) for offer in await store.offers.of_match(match.id)] == [("draw", 1)]
    await store.matches.commit(step(done.match))
    assert await store.offers.get(match.id, "draw")
