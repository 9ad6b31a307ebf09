"""Finds opaque and empty areas of a mask, because pasting through a mask is slow."""

from __future__ import annotations

from itertools import groupby
from typing import Final, NamedTuple

from PIL import Image

TILE_SIDE: Final = 16
"""Side of a tile in pixels; `reduce` still shows a single pixel among 16 × 16, but not among 32 × 32."""
_LEAST_MASK_PIXELS: Final = 6000
"""Pixels of a mask from which the search pays off."""
_PASTE_COST_PIXELS: Final = 1200
"""Fixed cost of a paste, in pixels."""
_LEAST_RUN_TILES: Final = 4
"""Least number of tiles worth a separate paste."""


class Area(NamedTuple):
    """A visible box of a sprite."""

    left: int
    top: int
    right: int
    bottom: int
    opaque: bool


def areas(mask: Image.Image) -> tuple[Area, ...]:
    """The visible areas; the mask is empty outside them. A small mask is one area."""
    width, height = mask.size
    whole = (Area(0, 0, width, height, False),)
    if width * height < _LEAST_MASK_PIXELS:
        return whole
    clear = mask.point([255] * 255 + [0]).reduce(TILE_SIDE).tobytes()
    drawn = mask.point([0] + [255] * 255).reduce(TILE_SIDE).tobytes()
    across = -(-width // TILE_SIDE)
    rows = [_runs(clear[n : n + across], drawn[n : n + across]) for n in range(0, len(drawn), across)]
    found, top = [], 0
    for runs, same in groupby(rows):
        bottom = top + TILE_SIDE * len(list(same))
        found += [
            Area(a * TILE_SIDE, top, min(b * TILE_SIDE, width), min(bottom, height), solid) for a, b, solid in runs
        ]
        top = bottom
    return tuple(found) if sum(map(_cost, found)) < sum(map(_cost, whole)) else whole


def _cost(area: Area) -> float:
    """The cost of a paste, in masked pixels."""
    return _PASTE_COST_PIXELS + (area.right - area.left) * (area.bottom - area.top) * (0.1 if area.opaque else 1)


def _runs(clear: bytes, drawn: bytes) -> tuple[tuple[int, int, bool], ...]:
    """The runs of visible tiles in a row and whether they are opaque; short runs are joined."""
    runs: list[tuple[int, int, bool]] = []
    at = 0
    for (empty, opaque), same in groupby(zip(drawn, clear, strict=True), lambda tile: (not tile[0], not tile[1])):
        end = at + len(list(same))
        short = end - at < _LEAST_RUN_TILES
        if not (empty and (not short or not runs)):
            joins = bool(runs) and runs[-1][1] == at and not runs[-1][2] and (short or not (opaque or empty))
            if joins:
                runs[-1] = runs[-1][0], end, False
            elif not empty:
                runs.append((at, end, opaque and not short))
        at = end
    return tuple(runs)
