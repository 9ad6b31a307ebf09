"""The card picture of every component, in all games."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pytest
from PIL import Image

from engine.registry import GAMES
from render import PALETTES, Picture, card
from render.palette import THEMES
from render.registry import RENDERERS
from tests.support.render.legible import words_only
from tests.support.render.long_words import longer


class Limits(NamedTuple):
    """A card's height in pixels, the same with longer words, and its file size in kibibytes."""

    least: int
    most: int
    longer: int
    size: int


LIMITS = {
    "leaders": Limits(600, 900, 900, 60),
    "monolith": Limits(500, 900, 900, 100),
    "tashkalar": Limits(300, 900, 900, 60),
    "knockdown": Limits(300, 1300, 1400, 70),
}
USUAL = Limits(300, 900, 1000, 100)
"""The limits of games that are not listed above."""


def sound(cards: Mapping[str, Picture], limits: Limits) -> None:
    """Assert that each card is a small PNG, different from all others."""
    assert len({picture.data for picture in cards.values()}) == len(cards)
    for component, picture in cards.items():
        image = Image.open(io.BytesIO(picture.data))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (picture.width, picture.height)), component
        assert picture.width == 800, component
        assert limits.least <= picture.height <= limits.most, component
        assert len(picture.data) < limits.size * 1024, component


def sample(game: str) -> Iterable[str]:
    """Every fourth component, and the first of every kind in every group."""
    components = GAMES[game].components
    kinds: dict[tuple[str, str], str] = {}
    for component, printed in components.items():
        kinds.setdefault((str(printed.group), printed.facts[0].msgid if printed.facts else ""), component)
    return dict.fromkeys([*kinds.values(), *list(components)[::4]])


@pytest.mark.parametrize("game", GAMES)
def test_every_components_card_is_different(game: str) -> None:
    sound({component: card(game, component) for component in GAMES[game].components}, LIMITS.get(game, USUAL))


@pytest.mark.parametrize("palette", PALETTES[1:])
@pytest.mark.parametrize("game", GAMES)
def test_all_kinds_of_cards_can_be_drawn_in_other_palettes(game: str, palette: str) -> None:
    cards = {component: card(game, component, palette) for component in sample(game)}
    sound(cards, LIMITS.get(game, USUAL))
    first = next(iter(cards))
    classic = card(game, first)
    assert cards[first] != classic and cards[first].height == classic.height


@pytest.mark.parametrize("game", GAMES)
def test_texts_that_are_40_percent_longer_are_not_cut(game: str) -> None:
    with words_only(game) as written:
        for component in GAMES[game].components:
            painted = RENDERERS[game].paint_card(component, THEMES["classic"], longer)
            assert painted.height <= LIMITS.get(game, USUAL).longer, component
    assert written
    assert [string for string, _ in written if "…" in string] == []
