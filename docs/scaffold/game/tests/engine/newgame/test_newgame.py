"""The rulings of New Game, each with its own position."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ask import Refused
from engine.core.game import Impossible
from engine.core.position import Position
from engine.newgame.game import GAME
from engine.newgame.view import NewGameView
from render import PALETTES, Marks, draw
from tests.support.render.legible import letters, too_small


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
def test_an_impossible_position_is_refused_with_its_reason(heaps: dict[str, int]) -> None:
    with pytest.raises(Impossible):
        put(heaps)


MARKS = Marks(targets=("A",), chosen=("B",), trail=(("C",),))


@pytest.mark.parametrize("palette", PALETTES)
def test_every_mark_is_seen_in_both_palettes(palette: str) -> None:
    position = view(put({"A": 5, "B": 2}))
    pictures = [MARKS, Marks(targets=("A",)), Marks(chosen=("A",)), Marks(trail=(("A",),)), Marks()]
    assert len({draw(GAME.key, position, palette=palette, marks=marks).data for marks in pictures}) == len(pictures)


def test_all_letters_can_be_read_on_a_phone() -> None:
    position = view(put({"A": 5, "B": 2}))
    assert not too_small(*letters(GAME.key, lambda: draw(GAME.key, position, marks=MARKS)))


def test_the_task_of_a_lesson_stands_in_the_picture() -> None:
    position = view(put({"A": 5, "B": 2}))
    _, written = letters(GAME.key, lambda: draw(GAME.key, position, marks=Marks(task="Take the last stone.")))
    assert "Take the last stone." in written
