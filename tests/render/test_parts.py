"""Pictures fit Discord's box: a board is not higher than wide, and parts are at least twice as wide as high."""

from __future__ import annotations

import pytest

import render
from engine.core.position import Position
from engine.registry import GAMES


def _view(key: str, seat: int | None) -> object:
    start = Position.new(GAMES[key], {}, GAMES[key].seat_counts[0], "")
    return GAMES[key].view(start.state, seat, start.asks)


@pytest.mark.parametrize("key", GAMES)
def test_the_whole_picture_is_the_board_with_all_its_parts(key: str) -> None:
    view = _view(key, 0)
    shown = render.draw(key, view, parts=True)
    whole = render.whole(key, view)
    assert whole.height == shown.height + sum(part.height for part in shown.parts)
    assert whole.width == max(shown.width, *(part.width for part in shown.parts), 0)
    assert render.draw(key, view).parts == ()
