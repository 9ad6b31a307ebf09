"""Sprites: drawn once at four times their size, scaled down, cached and pasted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import count, pairwise
from typing import Final, Literal, NamedTuple, Self

from PIL import Image, ImageDraw

from render.image import fonts
from render.image.mask_tiles import areas
from render.palette import Colour, mix

SCALE: Final = 4
_SQUARE: Final = 0.885
"""Half the side of a team's square, relative to the radius of the matching disc."""
_numbers: Final = count()
Point = tuple[float, float]
Shape = Literal["disc", "square"]


class _Piece(NamedTuple):
    """A part of a sprite that is pasted in one step; opaque if it has no mask."""

    ink: Image.Image | Colour
    mask: Image.Image | None
    left: int
    top: int
    width: int
    height: int


def _pieces(ink: Image.Image, mask: Image.Image) -> tuple[_Piece, ...]:
    found = []
    for left, top, right, bottom, opaque in areas(mask):
        size = right - left, bottom - top
        whole, box = size == mask.size, (left, top, right, bottom)
        hidden = None if opaque else mask if whole else mask.crop(box)
        found.append(_Piece(ink if whole else ink.crop(box), hidden, left, top, *size))
    return tuple(found)


class Sprite:
    """An image (or one color, for text) and its mask, identified in caches by its number."""

    __slots__ = ("_pasted", "_pieces", "_whole", "height", "number", "solid", "width")
    number: int
    solid: bool
    """Whether it is known to be fully opaque."""

    def __new__(cls, *_: object) -> Self:
        made = super().__new__(cls)
        made.number = next(_numbers)
        made.solid = False
        return made

    def __init__(self, ink: Image.Image | Colour, mask: Image.Image) -> None:
        self.width, self.height = mask.size
        self._pieces: tuple[_Piece, ...] = (_Piece(ink, mask, 0, 0, *mask.size),)
        self._whole = (ink, mask) if isinstance(ink, Image.Image) else None
        """The uncut sprite, until its second paste cuts it into pieces; many sprites are pasted only once."""
        self._pasted = False

    def paste(self, image: Image.Image, left: int, top: int) -> None:
        """Paste the sprite; the slow mask is used only where it is neither opaque nor empty."""
        whole = self._whole
        if whole is not None and self._pasted:
            self._pieces, self._whole = _pieces(*whole), None
        self._pasted = True
        for ink, mask, x, y, width, height in self._pieces:
            image.paste(ink, (left + x, top + y, left + x + width, top + y + height), mask)

    @property
    def ink(self) -> Image.Image | Colour:
        """The whole image, black where it is invisible; or its single color."""
        if len(self._pieces) == 1 and (self._pieces[0].width, self._pieces[0].height) == (self.width, self.height):
            return self._pieces[0].ink
        whole = Image.new("RGB", (self.width, self.height))
        for piece in self._pieces:
            whole.paste(piece.ink, (piece.left, piece.top, piece.left + piece.width, piece.top + piece.height))
        return whole

    @property
    def mask(self) -> Image.Image:
        """The whole mask."""
        whole = Image.new("L", (self.width, self.height))
        for piece in self._pieces:
            box = piece.left, piece.top, piece.left + piece.width, piece.top + piece.height
            whole.paste(255 if piece.mask is None else piece.mask, box)
        return whole

    def cut(self, box: tuple[int, int, int, int]) -> Sprite:
        """The part of the sprite in the box."""
        return Sprite(self.ink.crop(box) if isinstance(self.ink, Image.Image) else self.ink, self.mask.crop(box))

    def paste_middle(self, image: Image.Image, x: float, y: float) -> None:
        self.paste(image, round(x) - self.width // 2, round(y) - self.height // 2)


class LazySprite(Sprite):
    """A sprite that is drawn only when it is pasted, so that a cache can hold thousands cheaply."""

    __slots__ = ("_draw",)

    def __init__(self, width: int, height: int, draw: Callable[[], Sprite]) -> None:
        self.width, self.height = width, height
        self._draw = draw

    def paste(self, image: Image.Image, left: int, top: int) -> None:
        self._draw().paste(image, left, top)


class Solid(Sprite):
    """A sheet of one color with sprites on it."""

    __slots__ = ("_colour", "_on_it")

    def __init__(self, width: int, height: int, colour: Colour, *on_it: tuple[Sprite, int, int]) -> None:
        """Each part has its left and upper edge; parts are clipped to the sheet."""
        self.width, self.height, self.solid = width, height, True
        self._colour, self._on_it = colour, on_it

    def paste(self, image: Image.Image, left: int, top: int) -> None:
        sheet = Image.new("RGB", (self.width, self.height), self._colour)
        for part, x, y in self._on_it:
            part.paste(sheet, x, y)
        image.paste(sheet, (left, top))


class Group(Sprite):
    """Sprites that are put as one, later ones over earlier ones."""

    __slots__ = ("parts",)

    def __init__(self, width: int, height: int, parts: tuple[tuple[Sprite, int, int], ...]) -> None:
        """Each part has its left and upper edge."""
        self.width, self.height, self.parts = width, height, parts

    def paste(self, image: Image.Image, left: int, top: int) -> None:
        for part, x, y in self.parts:
            part.paste(image, left + x, top + y)


class Mosaic(Group):
    """Adjacent sprites that a canvas puts one by one, so that a changed one leaves the others cached."""

    __slots__ = ()


@lru_cache(4096)
def group(*parts: tuple[Sprite, int, int]) -> Group:
    """A group of parts with the offsets of their centers from the first part's center.

    Equal parts give the same group, so that its patches are found in the cache.
    """
    boxes = [(part, dx - part.width // 2, dy - part.height // 2) for part, dx, dy in parts]
    width = 2 * max(max(-x, x + part.width) for part, x, _ in boxes)
    height = 2 * max(max(-y, y + part.height) for part, _, y in boxes)
    return Group(width, height, tuple((part, x + width // 2, y + height // 2) for part, x, y in boxes))


class Collage:
    """A sheet for finished sprites and text; much faster than a sketch of its size."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._parts: list[tuple[Sprite, int, int]] = []

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """Put the sprite centered at the point."""
        self._parts.append((sprite, math.floor(x) - sprite.width // 2, math.floor(y) - sprite.height // 2))

    def words(self, string: str, weight: fonts.Weight, size: int, x: float, y: float, colour: Colour) -> None:
        """Draw a line of text centered at the point."""
        self.put(words(string, weight, size, colour), x, y)

    def sprite(self) -> Sprite:
        return Group(self.width, self.height, tuple(self._parts))


def see_through(sprite: Sprite, share: float) -> Sprite:
    """The sprite with `share` of transparency."""
    return Sprite(sprite.ink, sprite.mask.point([round(shade * (1 - share)) for shade in range(256)]))


class _Line(NamedTuple):
    string: str
    weight: fonts.Weight
    size: int
    x: float
    y: float
    colour: Colour


class Sketch:
    """A transparent sheet on which a sprite is drawn, in the sprite's pixels; later shapes cover earlier ones."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        # RGBa is RGBA multiplied by its opacity, as `reduce` needs it. Both are equal while all is opaque or empty, so
        # that only a stamp on partly transparent pixels makes the sheet RGBA, which takes `reduce` five times as long.
        self.sheet = Image.new("RGBa", (width * SCALE, height * SCALE))
        self._draw = ImageDraw.Draw(self.sheet)
        self._words: list[_Line] = []

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self._draw.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), fill=colour)

    def hole(self, x: float, y: float, radius: float) -> None:
        self._draw.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), fill=(0, 0, 0, 0))

    def box(self, x: float, y: float, width: float, height: float, corner: float, colour: Colour | None) -> None:
        """Draw a box with round corners; without a color it is cut out."""
        fill = colour or (0, 0, 0, 0)
        self._draw.rounded_rectangle(_scaled(x, y, x + width, y + height), corner * SCALE, fill=fill)

    def shape(self, shape: Shape, x: float, y: float, radius: float, colour: Colour | None) -> None:
        """A team's shape. The square reaches as far as the disc at its corners, so both fit the same space."""
        if shape == "square":
            side = radius * _SQUARE
            self.box(x - side, y - side, 2 * side, 2 * side, radius * 0.42, colour)
        elif colour is None:
            self.hole(x, y, radius)
        else:
            self.disc(x, y, radius, colour)

    def line(self, points: Iterable[Point], width: float, colour: Colour) -> None:
        """Draw a line with round joints and ends."""
        stroke(self._draw, [(x * SCALE, y * SCALE) for x, y in points], width * SCALE, colour)

    def polygon(self, points: Iterable[Point], colour: Colour | None) -> None:
        """Draw a filled shape; without a color it is cut out."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=colour or (0, 0, 0, 0))

    def stamp(self, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
        """Draw a mask made at full scale, centered at the point."""
        marked = mask.getbbox()
        if marked is None:
            return
        left = round(x * SCALE - mask.width / 2) + marked[0]
        top = round(y * SCALE - mask.height / 2) + marked[1]
        mask = mask.crop(marked)
        if self.sheet.mode == "RGBa":
            box = left, top, left + mask.width, top + mask.height
            if self.sheet.crop(box).getchannel("a").getextrema()[0] == 255:
                self.sheet.paste((*colour, 255), box, mask)
                return
            self.sheet = self.sheet.convert("RGBA")
            self._draw = ImageDraw.Draw(self.sheet)
        solid = Image.new("RGBA", mask.size, (*colour, 255))
        solid.putalpha(mask)
        self.sheet.alpha_composite(solid, (left, top))

    def words(self, string: str, weight: fonts.Weight, size: int, x: float, y: float, colour: Colour) -> None:
        """Draw a line of text centered at the point, over all shapes."""
        self._words.append(_Line(string, weight, size, x, y, colour))

    def fade(self, plain: Image.Image, ground: Colour, share: float) -> None:
        """Fade everything drawn after the state `plain`, and all text on this background."""
        self.sheet = Image.blend(self.sheet, plain, share)
        self._words = [line._replace(colour=mix(line.colour, ground, share)) for line in self._words]

    def sprite(self) -> Sprite:
        small = self.sheet.reduce(SCALE).convert("RGBA")
        for string, weight, size, x, y, colour in self._words:
            line = Sprite(colour, fonts.lettering(string, weight, size))
            _letter(small, line, math.floor(x) - line.width // 2, math.floor(y) - line.height // 2)
        return Sprite(small.convert("RGB"), small.getchannel("A"))


def _letter(image: Image.Image, line: Sprite, left: int, top: int) -> None:
    """Draw text on an RGBA image, clipped to its edges."""
    box = max(left, 0), max(top, 0), min(left + line.width, image.width), min(top + line.height, image.height)
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    mask = line.mask.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top))
    if image.crop(box).getchannel("A").getextrema()[0] == 255:
        image.paste(line.ink, box, mask)
        return
    solid = Image.new("RGBA", mask.size, line.ink)  # type: ignore[arg-type]
    solid.putalpha(mask)
    image.alpha_composite(solid, box[:2])


@lru_cache(1024)
def words(string: str, weight: fonts.Weight, size: int, colour: Colour) -> Sprite:
    """A line of text as a sprite, centered on the middle of its capitals."""
    return Sprite(colour, fonts.lettering(string, weight, size))


def stroke(draw: ImageDraw.ImageDraw, points: list[Point], width: float, fill: Colour | int) -> None:
    """Draw a line with round joints and ends on any drawing surface."""
    radius = width / 2
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        if length:
            dx, dy = (y0 - y1) / length * radius, (x1 - x0) / length * radius
            draw.polygon([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)], fill=fill)
    for x, y in points:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def _scaled(*values: float) -> tuple[float, ...]:
    return tuple(value * SCALE for value in values)
