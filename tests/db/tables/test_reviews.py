"""Reviews of matches, and the hints given in them."""

import pytest
from msgspec.structs import replace

from db import StaleVersion, Store
from db.rows import Hint, StoredReview
from tests.support.db.sample_matches import ANN, BOB, NEW, Clock, live, step


async def test_a_review_is_stored_until_it_is_replaced(address: str) -> None:
    clock = Clock(500)
    async with await Store.open(address, clock=clock) as store:
        match = await live(store)
        assert await store.reviews.get(match.id) is None
        await store.reviews.put(match.id, 0, 1, "łódź; 'x'")
        await store.reviews.put(match.id, 0, 2, "better")
    async with await Store.open(address, clock=clock) as store:
        found = await store.reviews.get(match.id)
        assert found == StoredReview(match=match.id, version=0, reviewer=2, review="better", at=500)


async def test_continuing_a_match_deletes_its_review(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(step(match))
    await store.reviews.put(match.id, 0, 1, "late")
    assert await store.reviews.get(match.id) is None


async def test_a_hint_counts_once_per_question(store: Store) -> None:
    match = await live(store)
    first = await store.reviews.add_hint(match.id, 0, 0, ["e4", "e5"])
    assert await store.reviews.add_hint(match.id, 0, 0, ["e4", "e5"]) == first
    assert first == Hint(match=match.id, seat=0, version=0, codes=("e4", "e5"), at=first.at)
    await store.matches.commit(step(match))
    second = await store.reviews.add_hint(match.id, 1, 1, ["c4"])
    with pytest.raises(StaleVersion):
        await store.reviews.add_hint(match.id, 1, 0, ["c4"])
    assert await store.reviews.hints(match.id) == [first, second]


async def test_the_hint_setting_is_stored_with_the_match(store: Store) -> None:
    for channel, hints in ((20, True), (21, False)):
        opened = await store.matches.open(replace(NEW, channel=channel, hints=hints), [ANN, BOB])
        assert (await store.matches.get(opened.id)).hints is hints


async def test_the_latest_finished_match_of_a_channel_is_found_beside_a_running_one(store: Store) -> None:
    assert await store.matches.finished_in(NEW.channel) is None
    over = []
    for _ in range(2):
        match = await live(store)
        over.append((await store.matches.commit(replace(step(match), to_move=[], status="over", result="{}"))).match)
    await live(store)
    found = await store.matches.finished_in(NEW.channel)
    assert found is not None and found.id == over[-1].id


async def test_a_data_export_has_the_persons_hints_and_reviews(store: Store) -> None:
    match = await live(store)
    mine = await store.reviews.add_hint(match.id, 0, 0, ["e4"])
    await store.reviews.add_hint(match.id, 1, 0, ["e5"])
    await store.reviews.put(match.id, 0, 1, "{}")
    person = (await store.matches.seats(match.id))[0].person
    assert person is not None
    (share,) = (await store.privacy.dossier(person)).participations
    assert share.hints == (mine,) and share.review is not None and share.review.review == "{}"
