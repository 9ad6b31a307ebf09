"""The chart of a review: drawn in every palette, legible on a phone, with a color for each side and numbers."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engine.core.position import Position
from engine.registry import GAMES
from render import PALETTES, teams
from render.palette import THEMES
from render.review_chart import Curve, Mark, chart
from tests.support.render.legible import letters, too_small

NAMES = ("Gold", "Violet", "Strażnicy Królestwa i Wysłannicy Puszczy", "The Guardians of the Realm")


def curves(sides: int) -> list[Curve]:
    """Curves of sides that win alternately."""
    return [
        Curve(seat, NAMES[seat], f"{90 - seat}%", tuple((n / 2, (n + 3 * seat) % 11 / 10) for n in range(1, 121)))
        for seat in range(sides)
    ]


MARKS = (Mark("1", 14, 0.4), Mark("2", 30, 0.9), Mark("3", 31, 0.1))


@pytest.mark.parametrize("palette", PALETTES)
def test_every_side_has_its_color(palette: str) -> None:
    theme = THEMES[palette]
    for sides in (2, 4):
        picture = chart(curves(sides), MARKS, 60, theme.seats, palette)
        image = Image.open(io.BytesIO(picture.data)).convert("RGB")
        assert image.size == (picture.width, picture.height) and len(picture.data) < 200 << 10
        colours = {colour: count for count, colour in image.getcolors(1 << 16) or ()}
        shown = [colours.get(team.fill, 0) > 2000 for team in theme.seats]
        assert shown == [True] * sides + [False] * (4 - sides)


@pytest.mark.parametrize("last", [1, 9, 60, 2000])
def test_the_chart_is_legible_on_a_phone(last: int) -> None:
    picture, sizes = letters(
        "leaders", lambda: chart(curves(4), MARKS[: 3 if last > 30 else 0], last, THEMES["classic"].seats)
    )
    assert not too_small(picture, sizes)
    assert {"0%", "50%", "100%", "0", "Gold", "90%"} <= {*sizes}
    assert {one for one in sizes if one.isdecimal()} >= ({"1", "2", "3"} if last > 30 else {"0"})


def test_without_decisions_the_chart_is_an_empty_frame() -> None:
    assert chart([Curve(0, "Gold", "", ()), Curve(1, "Violet", "", ())], (), 0, THEMES["classic"].seats).height > 400


def test_a_side_has_the_color_of_its_pieces() -> None:
    game = GAMES["tashkalar"]
    start = Position.new(game, {"form": "melee"}, 3, "x")
    for _ in range(3):
        start.pick(start.asks[0].seat, start.asks[0].options[0].code)
    shown = teams("tashkalar", game.view(start.state, None, start.asks))
    assert len({team.fill for team in shown}) == 3 and shown != THEMES["classic"].seats[:3]
    assert teams("leaders", None, palette="contrast") == THEMES["contrast"].seats
