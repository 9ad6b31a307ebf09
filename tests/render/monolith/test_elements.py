"""The elements of a tile do not overlap: symbols, badges, nets, states, and the coordinate below."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.monolith.data.content import KINDS
from engine.monolith.view import TokenView
from render.image.sprites import SCALE, Sketch
from render.marks import pill
from render.monolith import LABEL, board
from render.monolith.faces import Element
from render.monolith.pen import Pen
from render.monolith.tokens import RADIUS, elements
from render.palette import THEMES
from tests.support.render.monolith_positions import SHORT, standing

CLASSIC = THEMES["classic"]
SIZE = 208
FACTION = {faction: short for short, faction in SHORT.items()}
STATES = ("wounds1", "poison2", "marker", "disarmed", "trench")
SIDES = ("melee", "ranged", "armor", "net", "lightning", "links")
GIVEN = ("venom", "maneuver", "teleport", "regeneration")


@lru_cache(None)
def _label() -> Image.Image:
    mask = Image.new("L", (SIZE, SIZE))
    label = pill("C3", board.PILL, CLASSIC.badge, CLASSIC.on_badge).mask
    mask.paste(label, (SIZE // 2 - label.width // 2, SIZE // 2 + LABEL - label.height // 2))
    return _coarse(mask, 2)


_MASKS: dict[tuple[object, ...], Image.Image] = {}


def _masks(token: TokenView, radius: int = RADIUS) -> dict[str, Image.Image]:
    """The pixels of each element; equal elements of different tiles are drawn once."""
    found = elements(token, 20, radius)
    names = tuple(element.name for element in found)
    bare = msgspec.structs.replace(token, rot=0, traits=(), effect="", **dict.fromkeys(SIDES, (0,) * 6))
    nameless = msgspec.structs.replace(bare, id="")
    masks = {"coordinate": _label()} if radius == RADIUS else {}
    for element in found:
        way = element.name.removeprefix("side ")
        if way.isdigit():
            stands = tuple(getattr(token, side)[int(way)] for side in SIDES)
            key: tuple[object, ...] = (way, stands, token.disarmed, token.kind == "banner")
        else:
            key = (element.name, names, bare if element.name in ("icon", "figure") else nameless)
        key = (radius, *key)
        if key not in _MASKS:
            _MASKS[key] = _drawn(element, token, radius)
        masks[element.name] = _MASKS[key]
    return masks


def _drawn(element: Element, token: TokenView, radius: int) -> Image.Image:
    sketch = Sketch(SIZE, SIZE)
    element.draw(Pen(sketch, SIZE / 2, SIZE / 2, radius, CLASSIC.seats[token.owner], CLASSIC))
    return _coarse(sketch.sheet.getchannel(3), 2 * SCALE)


def _coarse(mask: Image.Image, by: int) -> Image.Image:
    return mask.reduce(by).point(lambda shade: 255 if shade > 120 else 0)


def overlaps(token: TokenView, radius: int = RADIUS) -> list[str]:
    """The elements that share pixels with an earlier one."""
    found: list[str] = []
    covered = Image.new("L", (SIZE // 2, SIZE // 2))
    for name, mask in _masks(token, radius).items():
        if ImageChops.multiply(covered, mask).getbbox():
            found.append(name)
        covered = ImageChops.lighter(covered, mask)
    return found


def _tokens(states: str) -> dict[str, TokenView]:
    """Every kind of tile in all rotations, with increased strength and initiative and these states."""
    return {
        f"{kind.id} r{rot}": standing(
            f"A {FACTION[kind.faction]}.{kind.id.partition('.')[2]} C3 r{rot} melee+1 fast+1 {states}"
        )
        for kind in KINDS
        if kind.kind != "order"
        for rot in range(6)
    }


@pytest.mark.parametrize(
    "states", ["", "tough+1 poison2", "tough+1 " + " ".join(STATES + GIVEN)], ids=lambda s: s or "none"
)
def test_elements_of_a_tile_do_not_overlap(states: str) -> None:
    found = {name: names for name, token in _tokens(states).items() if (names := overlaps(token))}
    assert found == {}


def test_elements_of_a_small_tile_do_not_overlap() -> None:
    found = {name: names for name, token in _tokens("").items() if (names := overlaps(token, 68))}
    assert found == {}


def test_the_test_detects_overlaps() -> None:
    token = standing("A dragon.knight C3 wounds1")
    masks = list(_masks(token).values())
    moved = ImageChops.offset(masks[-1], 0, -20)
    assert any(ImageChops.multiply(one, moved).getbbox() for one in masks[:-1])
