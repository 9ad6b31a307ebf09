"""Marks that all games share: the arrow at the end of a trail."""

from __future__ import annotations

from itertools import product

import pytest
from PIL import Image, ImageChops

from render import PALETTES
from render.image.canvas import Canvas, Ground
from render.leaders.palette_sample import palette as colours
from render.marks import TrailPoint, arrow, head, way
from render.palette import THEMES
from tests.support.each import each

CLASSIC = THEMES["classic"]
LENGTHS = (28, 34, 42)
"""The shortest arrow, an arrow of Leaders, and the longest."""
PHONE = 0.4
ROOM = (400, 400)


def _small(angle: int, length: int) -> Image.Image:
    """The shape of an arrow at phone size, in the center of a sheet."""
    sprite = arrow(angle, length, CLASSIC.trail, CLASSIC.plate)
    sheet = Image.new("RGB", (80, 80), CLASSIC.plate)
    sprite.paste_middle(sheet, 40, 40)
    form = ImageChops.difference(sheet, Image.new("RGB", sheet.size, CLASSIC.plate)).convert("L")
    size = round(80 * PHONE)
    return form.point(lambda shade: 255 if shade > 40 else 0).resize((size, size), Image.Resampling.BOX)


def _alike(one: Image.Image, other: Image.Image) -> float:
    """The overlap of two shapes, at their best relative position."""
    best = 0.0
    for x, y in product(range(-4, 5), repeat=2):
        moved = ImageChops.offset(other, x, y)
        common, either = ImageChops.darker(one, moved), ImageChops.lighter(one, moved)
        best = max(best, sum(common.tobytes()) / sum(either.tobytes()))
    return best


@each(("length", "angle"), list(product(LENGTHS, range(0, 360, 60))))
def test_arrows_in_different_directions_look_different_on_a_phone(length: int, angle: int) -> None:
    own = _small(angle, length)
    for turn in range(60, 360, 60):
        assert _alike(own, _small((angle + turn) % 360, length)) < 0.75, turn


def _stop(x: float, y: float, label: tuple[float, float] = (0, 0)) -> TrailPoint:
    return TrailPoint(x, y, 50, 40, label)


def _box(stops: list[TrailPoint]) -> tuple[int, int, int, int]:
    """The box of a trail's arrow."""
    canvas = Canvas(Ground(Image.new("RGB", ROOM), colours(CLASSIC)))
    head(canvas, stops, CLASSIC.trail, CLASSIC.plate)
    (put,) = canvas._puts
    return put.left, put.top, put.right, put.bottom


def test_arrows_from_below_end_under_the_coordinate_and_others_at_the_figure() -> None:
    middle = 200, 200
    plain, labelled = _stop(*middle), _stop(*middle, (28, 59))
    assert _box([_stop(200, 350), labelled])[1] == _box([_stop(200, 350), plain])[1] + 19
    for start in (_stop(200, 50), _stop(50, 200), _stop(70, 275)):
        assert _box([start, labelled]) == _box([start, plain])


@pytest.mark.parametrize("palette", PALETTES)
def test_dashes_end_at_the_arrow(palette: str) -> None:
    theme = THEMES[palette]
    stops = [_stop(60, 200), _stop(340, 200)]
    canvas = Canvas(Ground(Image.new("RGB", ROOM), colours(theme)))
    way(canvas, stops, theme.trail, ())
    dashes = len(canvas._puts)
    head(canvas, stops, theme.trail, theme.plate)
    *found, last = canvas._puts
    assert len(found) == dashes > 3
    assert max(put.right for put in found) <= last.left + 24
