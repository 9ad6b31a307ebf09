"""Exploring: every combination of answers is followed, and the position stays unchanged."""

from __future__ import annotations

import pytest
from msgspec import Struct

from engine.core.ask import SHOW, Ask, Event, Option, Roll, Script, Together
from engine.core.explore import Branch, explore
from engine.core.text import Text


class Walk(Struct):
    steps: list[int] = []


def ask(seat: int, *values: int) -> Ask:
    return Ask(seat, "walk.step", [Option(f"v{value}", Text(f"v{value}"), (), value) for value in values])


def crossroads(s: Walk) -> Script[None]:
    first: int = yield ask(0, 1, 2)
    s.steps.append(first)
    yield Event("went", {"to": first})
    if first == 2:
        both: tuple[int, int] = yield Together((ask(0, 3, 4), ask(1, 5, 6)))
        s.steps += both
    s.steps.append((yield ask(0, 9)))


def ends(found: tuple[Branch, ...]) -> set[tuple[int, ...]]:
    return {tuple(branch.state.steps) for branch in found}


def test_every_branch_is_explored_once() -> None:
    found = explore(Walk(), crossroads, most=100)
    assert found.complete
    assert len(found.branches) == 5
    assert ends(found.branches) == {(1, 9), (2, 3, 5, 9), (2, 3, 6, 9), (2, 4, 5, 9), (2, 4, 6, 9)}


def test_a_branch_has_its_picks_and_events() -> None:
    branch = next(one for one in explore(Walk(), crossroads, most=100).branches if one.state.steps == [2, 4, 5, 9])
    assert [(ask.seat, option.code) for ask, option in branch.chosen] == [(0, "v2"), (0, "v4"), (1, "v5")]
    assert branch.events == (Event("went", {"to": 2}),)


def test_exploring_too_many_branches_stops_and_says_so() -> None:
    found = explore(Walk(), crossroads, most=3)
    assert len(found.branches) == 3
    assert not found.complete


def test_exploring_does_not_change_the_position() -> None:
    here = Walk([7])
    explore(here, crossroads, most=100)
    assert here.steps == [7]


def test_exploring_stops_at_chance() -> None:
    def dice(_: Walk) -> Script[None]:
        yield Roll(6)

    def shown(_: Walk) -> Script[None]:
        yield SHOW

    for script in (dice, shown):
        with pytest.raises(TypeError):
            explore(Walk(), script, most=3)
