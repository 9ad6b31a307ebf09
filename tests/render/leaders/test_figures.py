from __future__ import annotations

from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.leaders.data.content import FIGURE_OF
from render.leaders import spots
from render.leaders.drawings import DRAWINGS
from render.leaders.figures import State, radius, token
from render.palette import PALETTES, THEMES, Theme
from tests.support.each import each
from tests.support.render.colour_distance import EYES, contrast, difference


def grey(character: str, side: int, theme: Theme, state: State = "ready") -> Image.Image:
    """A figure in gray, as small as on a phone."""
    image = Image.new("RGB", (140, 140), theme.space)
    token(character, side, state, theme).paste_middle(image, 70, 70)
    return image.convert("L").reduce(3)


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two gray images."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


def test_every_character_has_a_different_icon() -> None:
    assert DRAWINGS.keys() == set(FIGURE_OF)
    assert len(set(DRAWINGS.values())) == len(DRAWINGS) == 18


@pytest.mark.parametrize("palette", PALETTES)
def test_all_figures_can_be_distinguished_without_color(palette: str) -> None:
    theme = THEMES[palette]
    images = {(character, side): grey(character, side, theme) for character in DRAWINGS for side in (0, 1)}
    for (one, first), (other, second) in combinations(images.items(), 2):
        assert unlike(first, second) > 4, (one, other)


@pytest.mark.parametrize("palette", PALETTES)
def test_sides_can_be_distinguished_by_shape(palette: str) -> None:
    gold, violet = (token("rider", side, "ready", THEMES[palette]).mask for side in (0, 1))
    corner = 21
    middle = gold.width // 2
    assert gold.getpixel((corner - 8, middle)) == 255
    assert gold.getpixel((corner, gold.height - corner)) != violet.getpixel((corner, violet.height - corner))


@each(("palette", "side"), list(product(PALETTES, [0, 1])))
def test_ready_acted_and_lost_figures_differ_without_color(side: int, palette: str) -> None:
    images = [grey("leader", side, THEMES[palette], state) for state in ("ready", "spent", "fallen")]
    assert all(unlike(one, other) > 2 for one, other in combinations(images, 2))


def test_leaders_are_the_largest_figures_and_the_cub_the_smallest() -> None:
    others = {radius(character) for character in DRAWINGS if character not in ("leader", "cub")}
    assert radius("cub") < min(others) <= max(others) < radius("leader")


@each(("palette", "eye"), list(product(PALETTES, EYES)))
def test_the_danger_sign_is_visible_to_every_eye_on_both_sides(eye: str, palette: str) -> None:
    theme = THEMES[palette]
    sign = spots.alarm_colour(theme)
    for other in (*(team.fill for team in theme.teams), theme.target, theme.chosen, theme.space):
        assert difference(sign, other, EYES[eye]) > 25
    assert contrast(sign, spots.on_alarm_colour(theme)) >= 3
