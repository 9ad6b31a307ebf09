"""Fonts and icons from the font packages; system fonts are never used."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

Weight = Literal["Medium", "SemiBold", "Bold"]


def _files_of(package: str) -> Path:
    """The folder of an installed package, without running its code (`importlib.resources` would)."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the fonts come from the package {package}, which is not installed")
    return Path(spec.submodule_search_locations[0])


_TYPE: Final = _files_of("font_hanken_grotesk") / "files"
_LUCIDE: Final = _files_of("iconipy") / "assets" / "lucide"

# A FreeType face must not be used by two threads at once.
_FACES: Final = RLock()


@cache
def _face(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_TYPE / f"HankenGrotesk-{weight}.otf", size)


@cache
def _codepoints() -> dict[str, str]:
    entries = json.loads((_LUCIDE / "info.json").read_text("utf-8"))
    return {name: chr(int(entry["encodedCode"].lstrip("\\"), 16)) for name, entry in entries.items()}


def lucide(icon: str, size: int) -> Image.Image:
    """An icon of the Lucide font as a mask of size × size; raises KeyError for an unknown name."""
    mask = Image.new("L", (size, size))
    with _FACES:
        font = ImageFont.truetype(_LUCIDE / "lucide.ttf", size)
        ImageDraw.Draw(mask).text((0, size), _codepoints()[icon], fill=255, font=font, anchor="ls")
    return mask


@lru_cache(4096)
def width(string: str, weight: Weight, size: int) -> int:
    with _FACES:
        return round(_face(weight, size).getlength(string))


@cache
def ascent(weight: Weight, size: int) -> int:
    """The height of a capital letter above the base line."""
    with _FACES:
        return round(-_face(weight, size).getbbox("H", anchor="ls")[1])


@lru_cache(256)
def lettering(string: str, weight: Weight, size: int) -> Image.Image:
    """The string as a mask centered on its capitals; the height of the mask depends on the size only."""
    half = round(size * 0.75)
    mask = Image.new("L", (max(1, width(string, weight, size)) + 4, 2 * half))
    with _FACES:
        base = half + ascent(weight, size) / 2
        ImageDraw.Draw(mask).text((2, base), string, fill=255, font=_face(weight, size), anchor="ls")
    return mask


def fit(string: str, weight: Weight, size: int, room: int, smallest: int) -> tuple[str, int]:
    """The string and the largest size, from `size` down to `smallest`, that fit the room; cut only as a last resort."""
    for candidate in range(size, smallest - 1, -1):
        if width(string, weight, candidate) <= room:
            return string, candidate
    while len(string) > 1 and width(string + "…", weight, smallest) > room:
        string = string[:-1].rstrip()
    return string + "…", smallest


def wrap(string: str, weight: Weight, size: int, room: int, smallest: int) -> tuple[tuple[str, ...], int]:
    """One line if it fits, else two a little smaller, broken where that balances them, else one shrunk line."""
    if width(string, weight, size) <= room or " " not in string:
        line, fitted = fit(string, weight, size, room, smallest)
        return (line,), fitted
    size = max(smallest, round(size * 0.9))
    words = string.split(" ")
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    first, second = min(breaks, key=lambda pair: max(width(half, weight, size) for half in pair))
    fitted = min(fit(half, weight, size, room, smallest)[1] for half in (first, second))
    return tuple(fit(half, weight, fitted, room, fitted)[0] for half in (first, second)), fitted


def lines(string: str, weight: Weight, size: int, room: int) -> list[str]:
    """The text broken into lines that fill the room; only words that are too long are cut."""
    found: list[str] = []
    for word in string.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and width(longer, weight, size) <= room:
            found[-1] = longer
        else:
            found.append(word)
    return [fit(line, weight, size, room, size)[0] for line in found]
