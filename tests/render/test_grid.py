"""Square boards: the positions of their spaces."""

from __future__ import annotations

import pytest
from PIL import Image

from render.grid import Grid, square
from render.palette import THEMES

BOARD = Grid(columns=3, rows=10, cell=20, left=50, top=100)


def test_spaces_are_counted_from_the_upper_left() -> None:
    assert BOARD.middle(0, 0) == (60, 110)
    assert BOARD.middle(2, 9) == (100, 290)
    assert (BOARD.width, BOARD.height) == (60, 200)


def test_a_space_is_named_by_column_and_row_in_either_order() -> None:
    rows = [str(number) for number in range(1, 11)]
    assert BOARD.places(("a1", "c10"), "abc", rows) == {"a1": (60, 110), "c10": (100, 290)}
    assert BOARD.places(("1a", "10c"), "abc", rows) == {"1a": (60, 110), "10c": (100, 290)}


def test_an_unknown_space_has_no_place() -> None:
    with pytest.raises(KeyError, match="d1"):
        BOARD.places(("d1",), "abc", "1234567890")


def test_a_squares_fill_is_inside_its_edge() -> None:
    theme = THEMES["classic"]
    image = Image.new("RGB", (60, 60))
    square(theme.space, theme.edge, 60, 8).paste(image, 0, 0)
    assert image.getpixel((30, 30)) == theme.space
    assert image.getpixel((30, 0)) == theme.edge
