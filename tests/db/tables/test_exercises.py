"""Lessons and puzzles that a person has begun."""

import pytest
from msgspec.structs import replace

from db import Store
from db.errors import Changed
from db.rows import NewMessage

ADA, BEA = 1001, 1002


async def test_an_exercise_is_started_once_and_stored(address: str) -> None:
    async with await Store.open(address) as store:
        begun = await store.exercises.begin(ADA, "lesson", "leaders", "step")
        assert await store.exercises.begin(ADA, "lesson", "leaders", "step") == begun
        other = await store.exercises.begin(BEA, "lesson", "leaders", "step")
        assert (begun.picks, begun.tries, begun.revision, begun.solved_at) == ((), 0, 0, None) and other.id != begun.id
        changed = await store.exercises.change(begun, ["leader", "łódź; 'x'"])
    async with await Store.open(address) as store:
        assert await store.exercises.get(begun.id) == changed and changed.picks == ("leader", "łódź; 'x'")
        assert await store.exercises.of_person(ADA, "lesson", "leaders") == [changed]
        assert await store.exercises.of_person(ADA, "puzzle", "leaders") == [] and await store.exercises.get(99) is None


async def test_a_solved_exercise_stays_solved_and_tries_are_counted(store: Store) -> None:
    row = await store.exercises.begin(ADA, "lesson", "leaders", "step")
    row = await store.exercises.change(row, (), wrong=True)
    row = await store.exercises.change(row, ("a",), solved=True)
    again = await store.exercises.change(row, ())
    assert (again.tries, again.revision, again.picks) == (1, 3, ()) and again.solved_at == row.solved_at is not None


async def test_two_panels_cannot_change_an_exercise_at_once(store: Store) -> None:
    row = await store.exercises.begin(ADA, "lesson", "leaders", "step")
    await store.exercises.change(row, ("a",))
    with pytest.raises(Changed):
        await store.exercises.change(row, ("b",))
    with pytest.raises(Changed):
        await store.exercises.change(replace(row, id=99), ("b",))


async def test_exercises_are_exported_and_deleted_with_a_persons_data(store: Store) -> None:
    row = await store.exercises.begin(ADA, "lesson", "leaders", "step")
    kept = await store.exercises.begin(BEA, "lesson", "leaders", "step")
    assert (await store.privacy.dossier(ADA)).exercises == (row,)
    assert await store.privacy.forget(ADA, NewMessage(kind="invitation", payload="{}"))
    assert await store.exercises.get(row.id) is None and await store.exercises.get(kept.id) == kept
