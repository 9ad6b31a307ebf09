from __future__ import annotations

import colorsys
from collections.abc import Callable, Iterable
from itertools import combinations, product

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.registry import GAMES
from render import PALETTES, knockdown, tashkalar
from render.image.png import flatten
from render.palette import THEMES, Colour, Theme
from render.registry import RENDERERS
from render.stored_palettes import stored_palette, stored_palettes
from render.write_palettes import computed
from tests.support.each import each
from tests.support.render.colour_distance import EYES, contrast, difference


def distinct_colors(theme: Theme) -> dict[str, Colour]:
    """The colors that must be clearly different from each other."""
    return {
        "Gold": theme.teams[0].fill,
        "Violet": theme.teams[1].fill,
        "target": theme.target,
        "chosen": theme.chosen,
        "trail": theme.trail,
        "space": theme.space,
    }


def test_there_are_a_classic_and_a_color_blind_safe_palette() -> None:
    assert PALETTES[:2] == ("classic", "contrast")


@each("eye", EYES)
def test_meanings_of_the_contrast_palette_can_be_distinguished_by_every_eye(eye: str) -> None:
    for (one, first), (other, second) in combinations(distinct_colors(THEMES["contrast"]).items(), 2):
        assert difference(first, second, EYES[eye]) > 30, (one, other)


@each(("palette", "eye"), list(product(PALETTES, EYES)))
def test_teams_and_targets_of_any_palette_can_be_distinguished_by_every_eye(eye: str, palette: str) -> None:
    theme = THEMES[palette]
    for one, other in combinations((theme.teams[0].fill, theme.teams[1].fill, theme.target), 2):
        assert difference(one, other, EYES[eye]) > 35


@pytest.mark.parametrize("palette", PALETTES)
def test_gold_and_violet_have_their_colors_in_any_palette(palette: str) -> None:
    hues = [360 * colorsys.rgb_to_hls(*(part / 255 for part in team.fill))[0] for team in THEMES[palette].teams]
    assert 35 < hues[0] < 55
    assert 255 < hues[1] < 285


@pytest.mark.parametrize("palette", PALETTES)
def test_text_and_icons_contrast_with_their_background(palette: str) -> None:
    theme = THEMES[palette]
    pairs = [
        (theme.label, theme.space),
        (theme.text, theme.background),
        (theme.text, theme.card),
        (theme.muted, theme.background),
        (theme.on_badge, theme.badge),
        (theme.on_target, theme.target),
        (theme.on_chosen, theme.chosen),
        *((team.ink, team.fill) for team in theme.teams),
    ]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("game", stored_palettes())
def test_stored_palettes_match_the_current_drawings(game: str) -> None:
    """If it fails, run `python -m render.write_palettes`."""
    assert stored_palettes()[game].keys() == THEMES.keys()
    for name, theme in THEMES.items():
        assert stored_palettes()[game][name] == computed(game, theme)
        assert bytes(RENDERERS[game].palette(theme).getpalette() or ()) == stored_palettes()[game][name]


def test_the_palettes_of_all_games_are_stored() -> None:
    assert PLAIN.keys() <= stored_palettes().keys() <= RENDERERS.keys()


def test_a_palette_that_is_not_stored_is_computed() -> None:
    themes: list[Theme] = []

    def compute(theme: Theme) -> Image.Image:
        themes.append(theme)
        return Image.new("P", (1, 1))

    other = replace(THEMES["classic"], plate=(1, 2, 3))
    for game, theme in (("leaders", THEMES["classic"]), ("leaders", other), ("newgame", THEMES["classic"])):
        assert stored_palette(game)(compute)(theme).mode == "P"
    assert themes == [other, THEMES["classic"]]


PLAIN: dict[str, tuple[Callable[[Theme], Iterable[Colour]], int]] = {
    "leaders": (Theme.colours, 4),
    "monolith": (lambda theme: [*theme.colours(), *(team.fill for team in theme.guests)], 6),
    "tashkalar": (lambda theme: [*theme.colours(), *tashkalar.colors.colours(theme)], 6),
    "knockdown": (lambda theme: [*theme.colours(), *knockdown.colors.colours(theme)], 6),
}
"""The named colors of a game's pictures, and their largest difference in the palette; other games use the theme's."""


@each(("palette", "game"), list(product(PALETTES, GAMES)))
def test_named_colors_are_kept_exactly_in_the_palette(game: str, palette: str) -> None:
    theme = THEMES[palette]
    colours, most = PLAIN.get(game, (Theme.colours, 6))
    fixed = RENDERERS[game].palette(theme)
    for colour in colours(theme):
        found = flatten(Image.new("RGB", (1, 1), colour), fixed).convert("RGB").getpixel((0, 0))
        assert isinstance(found, tuple)
        assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) <= most, colour
