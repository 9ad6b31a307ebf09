"""Thumbnails of the board, small enough to stand beside a line."""

from __future__ import annotations

import io

from PIL import Image

from engine.core.position import Position
from engine.registry import GAMES
from render import thumbnail


def test_a_thumbnail_is_small() -> None:
    game = GAMES["leaders"]
    start = Position.new(game, {}, 2, "")
    picture = thumbnail(game.key, game.view(start.state, None, start.asks))
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height) and image.width == 160 and image.height <= 160
    assert len(picture.data) < 20_000 and len(image.convert("RGB").getcolors() or ()) > 50
