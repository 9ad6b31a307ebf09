"""The rulings of New Game, each in a position of its own."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ask import Refused
from engine.core.game import Impossible
from engine.core.position import Position
from engine.newgame.game import GAME
from engine.newgame.view import NewGameView
from render import draw


def put(heaps: dict[str, int], **more: Any) -> Position:
    return Position.read(GAME, more, {"heaps": heaps})


def view(position: Position) -> NewGameView:
    return GAME.view(position.state, None, position.asks)


def test_stones_are_taken_from_one_heap_and_the_other_plays_next() -> None:
    """newgame.turn"""
    position = put({"A": 5, "B": 2})
    position.pick(0, "a")
    position.pick(0, "3")
    assert view(position).heaps == (2, 2, 0, 0, 0)
    assert view(position).taken == (3, 0)
    assert view(position).to_move == (1,)


def test_nothing_is_taken_from_an_empty_heap() -> None:
    with pytest.raises(Refused) as refusal:
        put({"A": 5, "B": 2}).pick(0, "c")
    assert refusal.value.rule == "newgame.empty"


@pytest.mark.parametrize("code", ["0", "4", "9"])
def test_no_other_number_is_taken(code: str) -> None:
    position = put({"A": 5, "B": 2})
    position.pick(0, "a")
    with pytest.raises(Refused) as refusal:
        position.pick(0, code)
    assert refusal.value.rule == "newgame.most"


@pytest.mark.parametrize(("last", "winner"), [("wins", 0), ("loses", 1)])
def test_the_last_stone_decides(last: str, winner: int) -> None:
    """newgame.end"""
    position = put({"A": 2}, last=last)
    position.pick(0, "2")
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.reason) == ((winner,), "last-stone")


@pytest.mark.parametrize("heaps", [{"X": 1}, {"A": 8}, {"A": 0}])
def test_what_cannot_be_is_named(heaps: dict[str, int]) -> None:
    with pytest.raises(Impossible):
        put(heaps)


def test_it_can_be_drawn() -> None:
    assert draw(GAME.key, view(put({"A": 5, "B": 2}))).data.startswith(b"\x89PNG")
