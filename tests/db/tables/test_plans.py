"""The plans of a seat."""

import pytest
from msgspec.structs import replace

from db import RepeatedInteraction, StaleVersion, Store
from db.rows import Plan
from tests.support.db.sample_matches import live, step


async def prepared(store: Store, match: int, seat: int, *steps: str) -> Plan:
    return await store.plans.add(match, seat, "line", steps, 0)


async def test_plans_are_stored_in_the_order_of_their_creation(address: str) -> None:
    async with await Store.open(address) as store:
        match, other = await live(store), await live(store, 11)
        first = await store.plans.add(match.id, 1, "line", ["e4", "łódź; 'x'"], 0)
        second = await store.plans.add(match.id, 0, "always", [], 3)
        await prepared(store, other.id, 0, "c5")
        assert first == Plan(id=first.id, match=match.id, seat=1, kind="line", steps=("e4", "łódź; 'x'"), since=0)
        assert second == Plan(id=second.id, match=match.id, seat=0, kind="always", steps=(), since=3)
    async with await Store.open(address) as store:
        assert await store.plans.of_match(match.id) == [first, second]


async def test_a_plan_is_deleted_once(store: Store) -> None:
    match = await live(store)
    first, second = await prepared(store, match.id, 0, "a"), await prepared(store, match.id, 0, "b")
    assert await store.plans.drop(first.id)
    assert not await store.plans.drop(first.id)
    assert await store.plans.of_match(match.id) == [second]


async def test_plan_numbers_are_not_reused(store: Store) -> None:
    """Otherwise a button for a deleted plan would delete a new one."""
    match = await live(store)
    gone = await prepared(store, match.id, 0, "a")
    await store.plans.drop(gone.id)
    assert (await prepared(store, match.id, 0, "b")).id != gone.id


async def test_deleting_a_seats_plans_keeps_those_of_others(store: Store) -> None:
    match, other = await live(store), await live(store, 11)
    for code in ("a", "b"):
        await prepared(store, match.id, 0, code)
    kept = [await prepared(store, match.id, 1, "c"), await prepared(store, other.id, 0, "d")]
    assert await store.plans.drop_all(match.id, 0) == 2
    assert await store.plans.drop_all(match.id, 0) == 0
    assert await store.plans.of_match(match.id) + await store.plans.of_match(other.id) == kept


async def test_a_repeated_click_neither_adds_nor_deletes_plans(store: Store) -> None:
    match = await live(store)
    plan = await store.plans.add(match.id, 0, "line", ["a"], 0, interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.plans.add(match.id, 0, "line", ["a"], 0, interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.plans.drop(plan.id, interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.plans.drop_all(match.id, 0, interaction=1)
    assert await store.plans.of_match(match.id) == [plan]


async def test_a_line_continues_at_the_version_of_its_move(store: Store) -> None:
    match = (await store.matches.commit(step(await live(store)))).match
    line, misfit = await prepared(store, match.id, 1, "a", "b", "c"), await prepared(store, match.id, 1, "x")
    other = await prepared(store, match.id, 0, "z")
    await store.matches.commit(replace(step(match), plans=[replace(line, steps=("c",))], drop_plans=[misfit.id]))
    assert await store.plans.of_match(match.id) == [replace(line, steps=("c",), since=2), other]


async def test_a_plan_deleted_meanwhile_stays_deleted(store: Store) -> None:
    match = await live(store)
    line = await prepared(store, match.id, 1, "a", "b")
    await store.plans.drop(line.id)
    await store.matches.commit(replace(step(match), plans=[replace(line, steps=("b",))], drop_plans=[line.id]))
    assert await store.plans.of_match(match.id) == []


async def test_a_refused_move_keeps_the_plans(store: Store) -> None:
    match = await live(store)
    line, misfit = await prepared(store, match.id, 1, "a", "b"), await prepared(store, match.id, 1, "x")
    await store.matches.commit(step(match))
    with pytest.raises(StaleVersion):
        await store.matches.commit(replace(step(match), plans=[replace(line, steps=("b",))], drop_plans=[misfit.id]))
    assert await store.plans.of_match(match.id) == [line, misfit]


async def test_the_end_of_a_match_clears_its_plans(store: Store) -> None:
    match, other = await live(store), await live(store, 11)
    line = await prepared(store, match.id, 1, "a")
    kept = await prepared(store, other.id, 1, "a")
    await store.matches.commit(replace(step(match), status="over", plans=[line]))
    assert await store.plans.of_match(match.id) == []
    assert await store.plans.of_match(other.id) == [kept]


async def test_a_single_plan_of_a_kind_replaces_the_previous_one_with_a_new_number(store: Store) -> None:
    match = await live(store)
    line = await store.plans.add(match.id, 0, "line", ["a"], 0)
    theirs = await store.plans.put(match.id, 1, "sketch", ["b"], 0)
    first = await store.plans.put(match.id, 0, "sketch", ["c"], 0, interaction=1)
    second = await store.plans.put(match.id, 0, "sketch", ["d"], 1, interaction=2)
    assert second.id > first.id
    assert await store.plans.of_match(match.id) == [line, theirs, second]
    with pytest.raises(RepeatedInteraction):
        await store.plans.put(match.id, 0, "sketch", ["e"], 1, interaction=2)
