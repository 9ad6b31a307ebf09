"""A picture, warm, against encoding the same image alone."""

from __future__ import annotations

import io

from PIL import Image

import render
from bench.battles import full_board
from bench.rows import Row, paired
from engine.core.playout import choices
from engine.core.position import Position
from engine.registry import GAMES

KIB = 1024


def middle(key: str) -> Position:
    """A crowded position in the middle of a random match."""
    game = GAMES[key]
    position = Position.new(game, {}, game.seat_counts[0], "picture")
    draw = choices("picture").__next__
    for _ in range(60):
        ask = position.asks[0]
        position.answer(ask, ask.options[draw() % len(ask.options)])
    return position


def pictures() -> list[Row]:
    rows = []
    for key, game in GAMES.items():
        position = middle(key)
        state = full_board("picture") if key == "monolith" else position.state
        view = game.view(state, None, ())
        for palette in render.PALETTES:
            picture = render.draw(key, view, palette=palette)
            image = Image.open(io.BytesIO(picture.data))
            image.load()

            def encode(image: Image.Image = image) -> None:
                image.save(io.BytesIO(), "PNG", compress_level=1)

            def draw(key: str = key, view: object = view, palette: str = palette) -> None:
                render.draw(key, view, palette=palette)

            drawn, alone = paired(draw, encode, runs=80)
            yard = f"{alone * 1000:.1f} ms (encoding alone)"
            ratio = drawn / alone
            rows.append(Row(f"picture, {key}, {palette}", f"{drawn * 1000:.1f} ms", yard, ratio, "≤ 1.5", ratio <= 1.5))
            size = len(picture.data) / KIB
            rows.append(
                Row(f"picture size, {key}, {palette}", f"{size:.0f} KiB", "200 KiB", size / 200, "< 1", size < 200)
            )
    return rows
