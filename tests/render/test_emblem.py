"""Small emblems of components, in Discord's format for emojis."""

from __future__ import annotations

import io

from PIL import Image

from render import emblem
from tests.support.each import each
from tests.support.engine.complete import COMPLETE

ONE_OF_EACH_KIND = {
    "leaders": ("archer", "hermit_and_cub"),
    "monolith": ("dragon_empire.pikeman", "dragon_empire.rune_agility", "dragon_empire.order_move"),
    "tashkalar": ("imperial.herald", "flare_01", "isolation"),
    "knockdown": ("attack.ash_knuckle", "skill.thick_hide", "fighter.mistling", "token.candle", "elixir.sap"),
}


@each("game", COMPLETE)
def test_emblems_are_small_and_transparent(game: str) -> None:
    seen = set()
    for component in ONE_OF_EACH_KIND[game]:
        data = emblem(game, component)
        assert data is not None and len(data) < 20_000
        image = Image.open(io.BytesIO(data))
        assert image.size == (128, 128) and image.mode == "RGBA" and image.format == "PNG"
        assert image.getchannel("A").getextrema() == (0, 255)
        seen.add(data)
    assert len(seen) == len(ONE_OF_EACH_KIND[game])
