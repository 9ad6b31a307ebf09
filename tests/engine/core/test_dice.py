"""Dice: the same on every machine, fair, and verifiable."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import Dice, seed_hash
from tests.support.each import each


def test_rolls_are_the_same_on_every_machine() -> None:
    dice = Dice("arena")
    assert [dice.below(6) for _ in range(12)] == [2, 4, 1, 3, 5, 4, 0, 1, 3, 0, 2, 5]
    assert "".join(Dice("arena").shuffled("abcdefgh")) == "cgdfhbae"


def test_the_published_hash_is_plain_sha256() -> None:
    assert seed_hash("arena") == "572e31f55b6ac1b13fd5f5665d44bef1e3474ccf39b983428d4d8c4493d041c5"


@given(st.text(max_size=20), st.integers(1, 1000))
def test_a_roll_is_below_the_number_of_sides(seed: str, sides: int) -> None:
    assert 0 <= Dice(seed).below(sides) < sides


@given(st.text(max_size=20), st.lists(st.integers()))
def test_a_shuffle_keeps_all_cards(seed: str, items: list[int]) -> None:
    assert Counter(Dice(seed).shuffled(items)) == Counter(items)


def test_a_shuffle_does_not_change_its_argument() -> None:
    items = [1, 2, 3]
    Dice("x").shuffled(items)
    assert items == [1, 2, 3]


@each("sides", [2, 3, 6, 7])
def test_all_sides_are_about_equally_frequent(sides: int) -> None:
    dice = Dice("fair")
    seen = Counter(dice.below(sides) for _ in range(6000))
    assert len(seen) == sides
    assert all(abs(times - 6000 / sides) < 0.12 * 6000 / sides for times in seen.values())


def test_a_random_stream_can_be_resumed() -> None:
    dice = Dice("x")
    dice.shuffled(range(10))
    later = Dice("x", dice.used)
    assert [dice.below(100) for _ in range(5)] == [later.below(100) for _ in range(5)]
