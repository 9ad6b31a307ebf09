"""A picture with warm caches, compared with encoding the same image alone."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from typing import Any

from PIL import Image

import render
from bench.battles import full_board
from bench.rows import Row, paired
from engine.core.playout import choices
from engine.core.position import Position
from engine.registry import GAMES
from render.image.canvas import Canvas
from render.registry import scene

KIB = 1024
VIEWS = 17


def middle(key: str) -> Position:
    """A crowded position in the middle of a random match."""
    game = GAMES[key]
    position = Position.new(game, {}, game.seat_counts[0], "picture")
    draw = choices("picture").__next__
    for _ in range(60):
        ask = position.asks[0]
        position.answer(ask, ask.options[draw() % len(ask.options)])
    return position


def picks(key: str) -> list[Canvas]:
    """The pictures that a person sees during sixty picks from the middle of a match."""
    position, draw, found = middle(key), choices("picks").__next__, []
    for _ in range(60):
        if position.outcome is not None:
            break
        ask = position.asks[0]
        view = position.game.view(position.state, ask.seat, position.asks)
        targets = tuple(dict.fromkeys(spot for option in ask.options for spot in option.at))
        found.append(scene(key, view, marks=render.Marks(targets=targets), bottom=ask.seat))
        position.answer(ask, ask.options[draw() % len(ask.options)])
    return found


def strips() -> list[Row]:
    """Measure composing and encoding what a pick changes, beside encoding the same pictures whole."""
    rows = []
    for key in GAMES:
        canvases = picks(key)
        flats = [canvas.flat() for canvas in canvases]
        begun = time.thread_time()
        for canvas in canvases:
            canvas.picture()
        middle_one = time.thread_time()
        for flat in flats:
            flat.save(io.BytesIO(), "PNG", compress_level=1)
        each, whole = (middle_one - begun) / len(flats), (time.thread_time() - middle_one) / len(flats)
        yard = f"{whole * 1000:.1f} ms (whole)"
        rows.append(
            Row(f"encoding a pick, {key}", f"{each * 1000:.1f} ms", yard, each / whole, "≤ 3 ms", each <= 0.003)
        )
    return rows


def views(key: str) -> list[Any]:
    """Public views: a full board of Monolith Arena that empties, else a random match in progress."""
    game, position, draw = GAMES[key], middle(key), choices("views").__next__
    found: list[Any] = []
    if key == "monolith":
        full = full_board("picture")
        while len(full.tokens) > 2:
            found.append(game.view(full, None, ()))
            full.tokens.pop()
    while position.outcome is None and len(found) < VIEWS:
        found.append(game.view(position.state, None, ()))
        ask = position.asks[0]
        position.answer(ask, ask.options[draw() % len(ask.options)])
    return found


def pictures() -> list[Row]:
    """Measure pictures that have not been drawn before, made of cached sprites."""
    rows = strips()
    for key in GAMES:
        shown = views(key)
        for palette in render.PALETTES:
            for view in shown:
                image = scene(key, view, palette=palette).flat()
            coming, sizes = iter(shown), []

            def save(image: Image.Image = image) -> None:
                image.save(io.BytesIO(), "PNG", compress_level=1)

            def draw(key: str = key, palette: str = palette, coming: Iterator[Any] = coming) -> None:
                sizes.append(len(render.draw(key, next(coming), palette=palette).data))  # noqa: B023

            drawn, alone = paired(draw, save, runs=len(shown))
            yard = f"{alone * 1000:.1f} ms (encoding alone)"
            ratio = drawn / alone
            rows.append(Row(f"picture, {key}, {palette}", f"{drawn * 1000:.1f} ms", yard, ratio, "≤ 1.5", ratio <= 1.5))
            size = max(sizes) / KIB
            rows.append(
                Row(f"picture size, {key}, {palette}", f"{size:.0f} KiB", "200 KiB", size / 200, "< 1", size < 200)
            )
    return rows
