"""Films: pictures with captions below, as a GIF under a byte limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from engine.core.text import Say, Text
from render.film.gif import Gif
from render.image import fonts
from render.image.canvas import Canvas
from render.image.png import flatten
from render.image.sprites import words
from render.palette import Theme, theme_of
from render.picture import NO_MARKS, Marks
from render.registry import scene

MOST_BYTES: Final = 8 << 20
"""Upper limit for the bytes of a film."""
MOST_FRAMES: Final = 400
"""Most frames of a film."""
_REDUCTIONS: Final = (2, 3, 4)
"""Factors by which pictures are scaled down; a film that gets too big takes the next."""
_CAPTION_HEIGHT: Final = 82
"""The height of the words below the picture."""
_SIZES: Final = (24, 21, 19, 17)
_LINES: Final = 3
_LINE_HEIGHT: Final = 1.15
"""The height of a line relative to the size of its letters."""
_MOST_FIRST_LINES: Final = 6
"""Most first lines of a caption to try together with its last line."""
_BAR: Final = 6
_REST_MS: Final = 2500
_LEAST_FRAME_MS: Final = 700
_LONGEST_FILM_MS: Final = 150_000
"""Longest film in milliseconds, unless all frames have their least time."""


class Frame(Struct, frozen=True):
    """One picture of a film and its caption."""

    view: object
    marks: Marks = NO_MARKS
    caption: Text | None = None
    """One or several lines of text."""
    time: int = 0
    """Milliseconds; 0 means as long as the caption takes to read."""


class Film(Struct, frozen=True):
    """A finished film as the bytes of a GIF. Equal neighboring frames are merged."""

    data: bytes
    width: int
    height: int
    frames: int
    left_out: int
    """How many of the requested frames were dropped to keep it small."""


class Reel:
    """A film drawn some frames at a time. One that gets too big starts over with smaller pictures, then with fewer."""

    def __init__(
        self,
        game: str,
        frames: Sequence[Frame],
        *,
        palette: str = "classic",
        say: Say = str,
        bottom: int = 0,
        most: int = MOST_BYTES,
    ) -> None:
        if not frames:
            raise ValueError("a film needs at least one frame")
        self._frames, self._theme, self._say, self._most = frames, theme_of(palette), say, most
        self._shown = range(len(frames))
        while self.all > MOST_FRAMES:
            self._shown = _fewer(self._shown)
        shown = ((number, frames[number]) for number in self._shown)
        self._scenes = {
            n: scene(game, one.view, palette=palette, marks=one.marks, say=say, bottom=bottom) for n, one in shown
        }
        self._largest = tuple(map(max, zip(*(canvas.size for canvas in self._scenes.values()), strict=True)))
        self._reductions = list(_REDUCTIONS)
        self._begin()

    def _begin(self) -> None:
        self._gif = Gif()
        self._before: Canvas | None = None
        self._small: Image.Image | None = None
        self.done = 0
        """Frames drawn so far."""

    @property
    def all(self) -> int:
        """Frames to draw in all."""
        return len(self._shown)

    def draw(self, count: int) -> None:
        """Draw the next `count` frames, or what is left."""
        for number in self._shown[self.done : self.done + count]:
            self.done += 1
            frame = self._frames[number]
            caption = self._say(frame.caption) if frame.caption else ""
            self._gif.add(self._framed(number, caption), frame.time or _reading(caption))
            if self._gif.size >= self._most:
                self._lessen()
                return

    def film(self) -> Film:
        """The film, after drawing what is left. It loops, with a pause on its last picture."""
        while self.done < self.all:
            self.draw(self.all)
        gif = self._gif
        gif.times = _hurried(gif.times)
        gif.times[-1] += _REST_MS
        return Film(gif.data(), *self._size(), len(gif.times), len(self._frames) - self.all)

    def _lessen(self) -> None:
        if len(self._reductions) > 1:
            del self._reductions[0]
        elif self.all > 1:
            self._shown = _fewer(self._shown)
        else:
            raise ValueError(f"{self._most} bytes are too few for a single picture")
        self._begin()

    def _size(self) -> tuple[int, int]:
        width, height = (-(-one // self._reductions[0]) for one in self._largest)
        return width, height + _CAPTION_HEIGHT

    def _framed(self, number: int, caption: str) -> Image.Image:
        """The reduced picture, below it the caption and a progress bar."""
        small = self._small = self._reduced(self._scenes[number])
        width, height = self._size()
        made = small.crop((0, 0, width, height))
        if small.height < height - _CAPTION_HEIGHT:
            below = Image.new("RGB", (width, height - _CAPTION_HEIGHT - small.height), self._theme.background)
            made.paste(flatten(below, small), (0, small.height))
        strip = _strip(caption, width, self.done / self.all, self._theme)
        made.paste(flatten(strip, small), (0, height - _CAPTION_HEIGHT))
        return made

    def _reduced(self, canvas: Canvas) -> Image.Image:
        """The picture scaled down: all of it the first time, later only the boxes that changed."""
        flat, factor, before = canvas.flat(), self._reductions[0], self._before
        self._before = canvas
        if self._small is None or before is None or before.size != canvas.size:
            return flatten(flat.convert("RGB").reduce(factor), flat)
        small = self._small.copy()
        for box in canvas.changed_boxes(before):
            left, top = box.x // factor, box.y // factor
            right, bottom = -(-box.right // factor), -(-box.bottom // factor)
            inside = left * factor, top * factor, min(right * factor, flat.width), min(bottom * factor, flat.height)
            part = flat.crop(inside).convert("RGB").reduce(factor)
            small.paste(flatten(part, flat), (left, top))
        return small


def film(game: str, frames: Sequence[Frame], *, palette: str = "classic", say: Say = str, bottom: int = 0) -> Film:
    """The frames as a film, in one go."""
    return Reel(game, frames, palette=palette, say=say, bottom=bottom).film()


def _fewer(shown: range) -> range:
    """Every second index, counted from the last."""
    return shown[::-2][::-1]


def _reading(caption: str) -> int:
    """Milliseconds to look at a picture and read its caption."""
    return min(5000, 1000 + 40 * len(caption))


def _hurried(times: list[int]) -> list[int]:
    """The times, shortened in proportion if their sum is too long."""
    share = min(1.0, _LONGEST_FILM_MS / sum(times))
    return [min(time, max(_LEAST_FRAME_MS, round(time * share))) for time in times]


def _strip(caption: str, width: int, share: float, theme: Theme) -> Image.Image:
    strip = Image.new("RGB", (width, _CAPTION_HEIGHT), theme.plate)
    lines, size = _fitted(caption, width - 24)
    for n, line in enumerate(lines):
        y = (_CAPTION_HEIGHT - _BAR) / 2 + (n - (len(lines) - 1) / 2) * size * _LINE_HEIGHT
        words(line, "SemiBold", size, theme.text).paste_middle(strip, width / 2, y)
    pen = ImageDraw.Draw(strip)
    pen.rectangle((0, _CAPTION_HEIGHT - _BAR, width, _CAPTION_HEIGHT), fill=theme.groove)
    pen.rectangle((0, _CAPTION_HEIGHT - _BAR, round(width * share) - 1, _CAPTION_HEIGHT), fill=theme.ring)
    return strip


def _fitted(caption: str, room: int) -> tuple[list[str], int]:
    """The caption's own lines if they fit, else flowing text, as large as possible. The last line always stays."""
    own = caption.split("\n")
    for size in _SIZES:
        if len(own) <= _lines_of(size) and all(fonts.width(line, "SemiBold", size) <= room for line in own):
            return own, size
    for size in _SIZES:
        if sum(fonts.width(line, "SemiBold", size) for line in own) <= _lines_of(size) * room:
            lines = _flowing(own, size, room)
            if len(lines) <= _lines_of(size):
                return lines, size
    size = _SIZES[-1]
    for first in range(min(len(own) - 2, _MOST_FIRST_LINES), 0, -1):
        lines = _flowing([*own[:first], "…", own[-1]], size, room)
        if len(lines) <= _LINES:
            return lines, size
    lines = _flowing(own[-1:], size, room)
    rest = " ".join(lines[_LINES - 1 :])[: room // 3]  # narrower than any letter of this size
    return [*lines[: _LINES - 1], fonts.fit(rest, "SemiBold", size, room, size)[0]], size


def _lines_of(size: int) -> int:
    """The number of lines of this size that fit below the picture."""
    return min(_LINES, int((_CAPTION_HEIGHT - _BAR) / (size * _LINE_HEIGHT)))


def _flowing(parts: list[str], size: int, room: int) -> list[str]:
    """Flowing text with a dot between the parts; a line never begins with a dot."""
    lines = fonts.lines(" · ".join(parts), "SemiBold", size, room)
    for n, line in enumerate(lines):
        if line.startswith("· "):
            lines[n - 1], lines[n] = f"{lines[n - 1]} ·", line[2:]
    return lines
