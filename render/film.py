"""Films: one picture after the other with a line of words below, as a GIF that holds only what changes."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from engine.core.text import Say, Text
from render import fonts
from render.palette import THEMES, Theme
from render.picture import Marks
from render.png import flatten
from render.registry import SCENES, draw
from render.sprites import words

_NO_MARKS: Final = Marks()
_STRIP: Final = 82
"""The height of the words below the picture."""
_LARGEST: Final = 26
_SMALLEST: Final = 17
_BAR: Final = 6
_COLOURS: Final = 256
_REST: Final = 2500


class Frame(Struct, frozen=True):
    """One picture of a film and what is said below it."""

    view: object
    marks: Marks = _NO_MARKS
    caption: Text | None = None
    time: int = 0
    """Milliseconds; without any, as long as the words take to read."""


class Film(Struct, frozen=True):
    """A finished film as the bytes of a GIF. Neighbours that do not differ are one frame."""

    data: bytes
    width: int
    height: int
    frames: int


def film(
    game: str,
    frames: Sequence[Frame],
    *,
    palette: str = "classic",
    say: Say = str,
    width: int = 600,
    bottom: int = 0,
) -> Film:
    """The frames as a film that plays over and over, with a rest on its last picture."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    if palette not in THEMES:
        raise KeyError(f"no palette {palette!r}; there is {', '.join(THEMES)}")
    theme = THEMES[palette]
    shown: list[Image.Image] = []
    times: list[int] = []
    for n, frame in enumerate(frames, 1):
        caption = say(frame.caption) if frame.caption else ""
        picture = _small(game, frame, palette, say, width, bottom)
        made = _with_words(picture, caption, n / len(frames), theme)
        time = frame.time or _reading(caption)
        if shown and made.size != shown[0].size:
            raise ValueError(f"the pictures of a film are of one size, not {shown[0].size} and {made.size}")
        if shown and made.tobytes() == shown[-1].tobytes():
            times[-1] += time
        else:
            shown.append(made)
            times.append(time)
    times[-1] += _REST
    return Film(_gif(shown, times), *shown[0].size, len(shown))


def _small(game: str, frame: Frame, palette: str, say: Say, width: int, bottom: int) -> Image.Image:
    """The frame's picture in palette colours and as wide as the film."""
    if game in SCENES:
        return SCENES[game](frame.view, THEMES[palette], frame.marks, say, bottom).small(width)
    picture = draw(game, frame.view, palette=palette, marks=frame.marks, say=say, bottom=bottom)
    large = Image.open(BytesIO(picture.data))
    size = width, round(picture.height * width / picture.width)
    return flatten(large.convert("RGB").resize(size, Image.Resampling.HAMMING), large)


def _reading(caption: str) -> int:
    """How long a frame is shown: a glance at the picture, and time for the words."""
    return min(5000, 1000 + 40 * len(caption))


def _with_words(picture: Image.Image, caption: str, share: float, theme: Theme) -> Image.Image:
    """The picture, below it what is said and how far the film has come."""
    width, height = picture.size
    strip = Image.new("RGB", (width, _STRIP), theme.plate)
    lines, size = _fitted(caption, width - 32)
    for n, line in enumerate(lines):
        y = (_STRIP - _BAR) / 2 + (n - (len(lines) - 1) / 2) * size * 1.2
        words(line, "SemiBold", size, theme.text).paste_middle(strip, width / 2, y)
    pen = ImageDraw.Draw(strip)
    pen.rectangle((0, _STRIP - _BAR, width, _STRIP), fill=theme.groove)
    pen.rectangle((0, _STRIP - _BAR, round(width * share) - 1, _STRIP), fill=theme.ring)
    made = picture.crop((0, 0, width, height + _STRIP))
    made.paste(flatten(strip, picture), (0, height))
    return made


def _fitted(caption: str, room: int) -> tuple[list[str], int]:
    """The caption in at most two lines, cut only as a last resort."""
    for size in range(_LARGEST, _SMALLEST - 1, -1):
        lines = fonts.lines(caption, "SemiBold", size, room)
        if len(lines) <= 2:
            return lines, size
    return [lines[0], fonts.fit(" ".join(lines[1:]), "SemiBold", _SMALLEST, room, _SMALLEST)[0]], _SMALLEST


def _gif(frames: list[Image.Image], times: list[int]) -> bytes:
    """All with the first one's palette; what stays as it was is left clear, if the palette has an entry for that."""
    first, palette = frames[0], frames[0].getpalette() or []
    clear = len(palette) // 3
    after = frames[1:]
    options: dict[str, int] = {}
    if clear < _COLOURS:
        options["transparency"] = clear
        palette = [*palette, 0, 0, 0]
        after = [_changes(before, now, clear) for before, now in zip(frames, after, strict=False)]
    for frame in (first, *after):
        frame.putpalette(palette)
    out = BytesIO()
    first.save(
        out, "GIF", save_all=True, append_images=after, duration=times, optimize=False, disposal=1, loop=0, **options
    )
    return out.getvalue()


def _changes(before: Image.Image, now: Image.Image, clear: int) -> Image.Image:
    same = ImageChops.subtract_modulo(now, before).point([255] + [0] * 255, "1")
    changed = now.copy()
    changed.paste(clear, mask=same)
    return changed
