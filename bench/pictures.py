"""A picture, warm, against encoding the same image alone."""

from __future__ import annotations

import io
import time

from PIL import Image

import render
from bench.battles import full_board
from bench.rows import Row, paired
from engine.core.playout import choices
from engine.core.position import Position
from engine.registry import GAMES
from render.png import encode
from render.registry import scene

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


def picks(key: str) -> list[Image.Image]:
    """What somebody sees who is asked sixty times from there on, one pick after the other."""
    position, draw, found = middle(key), choices("picks").__next__, []
    for _ in range(60):
        if position.outcome is not None:
            break
        ask = position.asks[0]
        view = position.game.view(position.state, ask.seat, position.asks)
        targets = tuple(dict.fromkeys(spot for option in ask.options for spot in option.at))
        found.append(scene(key, view, marks=render.Marks(targets=targets), bottom=ask.seat).flat())
        position.answer(ask, ask.options[draw() % len(ask.options)])
    return found


def strips() -> list[Row]:
    """Encoding what a pick has changed, against encoding the same pictures whole."""
    rows = []
    for key in GAMES:
        flats = picks(key)
        begun = time.thread_time()
        for flat in flats:
            encode(flat)
        middle_one = time.thread_time()
        for flat in flats:
            flat.save(io.BytesIO(), "PNG", compress_level=1)
        each, whole = (middle_one - begun) / len(flats), (time.thread_time() - middle_one) / len(flats)
        yard = f"{whole * 1000:.1f} ms (whole)"
        rows.append(
            Row(f"encoding a pick, {key}", f"{each * 1000:.1f} ms", yard, each / whole, "≤ 3 ms", each <= 0.003)
        )
    return rows


def pictures() -> list[Row]:
    rows = strips()
    for key, game in GAMES.items():
        position = middle(key)
        state = full_board("picture") if key == "monolith" else position.state
        view = game.view(state, None, ())
        for palette in render.PALETTES:
            picture = render.draw(key, view, palette=palette)
            image = Image.open(io.BytesIO(picture.data))
            image.load()

            def save(image: Image.Image = image) -> None:
                image.save(io.BytesIO(), "PNG", compress_level=1)

            def draw(key: str = key, view: object = view, palette: str = palette) -> None:
                render.draw(key, view, palette=palette)

            drawn, alone = paired(draw, save, runs=80)
            yard = f"{alone * 1000:.1f} ms (encoding alone)"
            ratio = drawn / alone
            rows.append(Row(f"picture, {key}, {palette}", f"{drawn * 1000:.1f} ms", yard, ratio, "≤ 1.5", ratio <= 1.5))
            size = len(picture.data) / KIB
            rows.append(
                Row(f"picture size, {key}, {palette}", f"{size:.0f} KiB", "200 KiB", size / 200, "< 1", size < 200)
            )
    return rows
