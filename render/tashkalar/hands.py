"""Cards with their texts: beings and legends beside their patterns, flares in two halves."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, Literal

from engine.core.text import Say
from engine.tashkalar.data.components import RANKS
from engine.tashkalar.view import PRINTED_CARDS, PRINTED_FLARES, SeatView, TashkalarView
from render import card_rows
from render.image import fonts, text_fitting
from render.image.icons import put_icon
from render.image.sprites import LazySprite, Mosaic, Sketch, Solid, Sprite
from render.palette import Theme
from render.picture import Marks
from render.tashkalar import drawings, grids, layout, signs
from render.tashkalar.colors import target
from render.tashkalar.pieces import put_piece

State = Literal["ready", "target", "chosen"]

SIZE: Final = (layout.ROOM, 234)
IN_ROW: Final = 5
"""Number of cards side by side in a panel."""
LOW_GAP: Final = 8
LOW: Final = ((layout.ROOM - (IN_ROW - 1) * LOW_GAP) // IN_ROW, 180)
"""Width and height of a card in a panel, with its name and pattern."""
FLARE_LINE: Final = 48
"""Height of a flare in a panel."""
_PATTERN: Final = 224
"""Width of the area for a pattern."""
_LEFT: Final = 12 + _PATTERN + 12
_EDGE: Final = 14
_LINE: Final = 7
"""Line width of a highlighted card's frame."""
_HEAD: Final = 62
"""Upper edge of the text."""
_TEXT: Final = (32, layout.LETTERS)


def own(view: TashkalarView) -> SeatView | None:
    """The seat whose hand is shown, if there is one."""
    if view.seat is None:
        return None
    seat = view.seats[view.seat]
    return seat if seat.hand or seat.flare else None


def numbers(view: TashkalarView) -> dict[str, int]:
    """The badge numbers of the cards in the viewer's hand; their summoning squares have the same numbers."""
    seat = own(view)
    return {card: n for n, card in enumerate(seat.hand, 1)} if seat else {}


def asked_about(marks: Marks) -> str:
    """The card or flare that causes the question, or an empty string."""
    about = marks.question.about if marks.question else ()
    return about[0] if about and (about[0] in PRINTED_CARDS or about[0] in PRINTED_FLARES) else ""


def card(view: TashkalarView, which: str, theme: Theme, say: Say) -> Sprite:
    """A card or flare with its text, in the viewer's hand or just played."""
    if which in PRINTED_FLARES:
        flare = PRINTED_FLARES[which]
        return _flare(which, say(flare.name), say(flare.upper), say(flare.lower), theme)
    printed = PRINTED_CARDS[which]
    hue = view.colours[view.seats[view.seat].colour].hue if view.seat is not None else ""
    able = any(summon.card == which and summon.squares for summon in view.summons)
    rank = say(RANKS[printed.rank])
    number = numbers(view).get(which, 0)
    return _card(which, (say(printed.name), rank, say(printed.text)), number, able, hue, theme)


def state_of(which: str, marks: Marks) -> State:
    """The highlight of a card. Marks name the card by its id or by the word that players type for it."""
    names = {which, which.rpartition(".")[2].replace("_", "-")}
    return "target" if names & set(marks.targets) else "chosen" if names & set(marks.chosen) else "ready"


def put_frame(sketch: Sketch, state: State, theme: Theme) -> None:
    """Draw the card's frame in the color of its highlight."""
    edge = {"target": target(theme), "chosen": theme.chosen}.get(state)
    card_rows.frame(sketch, theme.card, edge or theme.groove, line=_LINE if edge else 3)


CardWords = tuple[str, str, str]
"""A card's name, rank and effect."""


@lru_cache(1024)
def _card(which: str, words: CardWords, number: int, able: bool, hue: str, theme: Theme) -> Sprite:
    """The frame, the card's face and its number; a face is cached independently of the number."""
    face = _face(which, words, bool(number), hue, theme)
    made = card_rows.mosaic(_frame(theme), theme.card, face, across=card_rows.CORNER, down=_LINE)
    if number:
        return Mosaic(*SIZE, (*made.parts, (_number(number, able, theme), _LEFT, 34 - signs.BADGE[1] // 2)))
    return made


@lru_cache(4)
def _frame(theme: Theme) -> Sprite:
    sketch = Sketch(*SIZE)
    put_frame(sketch, "ready", theme)
    return sketch.sprite()


@lru_cache(32)
def _number(number: int, able: bool, theme: Theme) -> Sprite:
    width, height = signs.BADGE
    sketch = Sketch(width + 1, height + 1)  # the soft edge reaches one pixel further
    signs.put_badge(sketch, number, able, width / 2, height / 2, theme)
    return Solid(sketch.width, sketch.height, theme.card, (sketch.sprite(), 0, 0))


@lru_cache(1024)
def _face(which: str, words: CardWords, numbered: bool, hue: str, theme: Theme) -> Sprite:
    return LazySprite(*SIZE, partial(_drawn_face, which, words, numbered, hue, theme))


@lru_cache(8)
def _drawn_face(which: str, words: CardWords, numbered: bool, hue: str, theme: Theme) -> Sprite:
    """The card's face: the pattern on the left; number, name and rank above the effect on the right."""
    (width, height), printed = SIZE, PRINTED_CARDS[which]
    name, rank, does = words
    sketch = Sketch(width, height)
    square = grids.cell(printed, _PATTERN - 4, height - 24, 68)
    grids.put_pattern(sketch, printed, hue, 12 + _PATTERN / 2, height / 2, square, theme)
    left, end = _LEFT, width - _EDGE
    x = left + (signs.BADGE[0] + 12 if numbered else 0)
    put_piece(sketch, printed.rank, hue, x + 22, 34, 22, theme)
    x += 54
    used = fonts.width(rank, "SemiBold", layout.LETTERS)
    title, size = fonts.fit(name, "Bold", 36, end - x - used - 16, layout.LETTERS)
    if "…" in title:
        used = -16
        title, size = fonts.fit(name, "Bold", 36, end - x, layout.LETTERS)
    else:
        text_fitting.put_left(sketch, rank, "SemiBold", layout.LETTERS, end - used, 34, theme.muted)
    text_fitting.put_left(sketch, title, "Bold", size, x, 34, theme.text)
    lines, size = card_lines(does)
    text_fitting.put_paragraph(sketch, lines, "Medium", size, left, _middle(lines, size), theme.text)
    return sketch.sprite()


def low_card(view: TashkalarView, which: str, theme: Theme, say: Say, marks: Marks) -> Sprite:
    """A card in a row of five: its number, its name and its pattern."""
    hue = view.colours[view.seats[view.seat].colour].hue if view.seat is not None else ""
    able = any(summon.card == which and summon.squares for summon in view.summons)
    name, number = say(PRINTED_CARDS[which].name), numbers(view).get(which, 0)
    return _low(which, state_of(which, marks), name, number, able, hue, theme)


@lru_cache(256)
def _low(which: str, state: State, name: str, number: int, able: bool, hue: str, theme: Theme) -> Sprite:
    return LazySprite(*LOW, partial(_drawn_low, which, state, name, number, able, hue, theme))


@lru_cache(16)
def _drawn_low(which: str, state: State, name: str, number: int, able: bool, hue: str, theme: Theme) -> Sprite:
    (width, height), printed = LOW, PRINTED_CARDS[which]
    sketch = Sketch(width, height)
    put_frame(sketch, state, theme)
    lines = fonts.lines(name, "SemiBold", layout.LETTERS, width - 12)
    for n, line in enumerate(lines):
        y = 36 + (n - (len(lines) - 1) / 2) * layout.LETTERS * 1.02
        sketch.words(line, "SemiBold", layout.LETTERS, width / 2, y, theme.text)
    left = signs.BADGE[0] + 10 if number else 0
    square = grids.cell(printed, width - 16 - left, height - 74, 36)
    grids.put_pattern(sketch, printed, hue, (width + left) / 2, (66 + height - 8) / 2, square, theme)
    if number:
        signs.put_badge(sketch, number, able, 12 + signs.BADGE[0] / 2, 88, theme)
    return sketch.sprite()


def flare_line(which: str, theme: Theme, say: Say, marks: Marks) -> Sprite:
    """A flare in a panel: its name, and when each half may be invoked."""
    return _line(which, state_of(which, marks), say(PRINTED_FLARES[which].name), theme)


@lru_cache(64)
def _line(which: str, state: State, name: str, theme: Theme) -> Sprite:
    sketch, printed, y = Sketch(layout.ROOM, FLARE_LINE), PRINTED_FLARES[which], FLARE_LINE / 2
    put_frame(sketch, state, theme)
    put_icon(sketch, drawings.FLARE, 30, 30, y, theme.text, theme.ring)
    text_fitting.put_left(sketch, name, "Bold", 30, 56, y, theme.text)
    for n, needs in enumerate((printed.upper_needs, printed.lower_needs)):
        put_needs(sketch, needs, n == 0, (0.35 + 0.33 * n) * layout.ROOM, y, 17, theme)
    return sketch.sprite()


@lru_cache(256)
def _flare(which: str, name: str, upper: str, lower: str, theme: Theme) -> Sprite:
    face = _flare_face(which, name, upper, lower, theme)
    return card_rows.mosaic(_frame(theme), theme.card, face, across=card_rows.CORNER, down=_LINE)


@lru_cache(128)
def _flare_face(which: str, name: str, upper: str, lower: str, theme: Theme) -> Sprite:
    return LazySprite(*SIZE, partial(_drawn_flare, which, name, upper, lower, theme))


@lru_cache(8)
def _drawn_flare(which: str, name: str, upper: str, lower: str, theme: Theme) -> Sprite:
    """A flare's face: the half for upgraded pieces on the left, the half for pieces of any rank on the right."""
    (width, height), printed = SIZE, PRINTED_FLARES[which]
    sketch = Sketch(width, height)
    put_frame(sketch, "ready", theme)
    put_icon(sketch, drawings.FLARE, 36, 36, 30, theme.text, theme.ring)
    end = text_fitting.put_left(sketch, name, "Bold", 34, 64, 30, theme.text)
    half = width // 2
    sketch.box(half - 1, 62, 2, height - 74, 0, theme.groove)
    for n, (needs, words) in enumerate(((printed.upper_needs, upper), (printed.lower_needs, lower))):
        left = 20 + n * half
        put_needs(sketch, needs, n == 0, left if n else max(left, round(end) + 40), 30, 20, theme)
        lines, size = flare_lines(words)
        text_fitting.put_paragraph(sketch, lines, "Medium", size, left, _middle(lines, size), theme.text)
    return sketch.sprite()


def card_lines(does: str) -> tuple[list[str], int]:
    """The effect of a card in lines, with their font size."""
    return text_fitting.paragraph(does, _TEXT, SIZE[0] - _EDGE - _LEFT, SIZE[1] - _HEAD - 6)


def flare_lines(does: str) -> tuple[list[str], int]:
    """The effect of one half of a flare in lines, with their font size."""
    return text_fitting.paragraph(does, _TEXT, SIZE[0] // 2 - 40, SIZE[1] - _HEAD - 6)


def _middle(lines: list[str], size: int) -> float:
    """Vertical center of the text lines below the title."""
    return _HEAD + len(lines) * size * 0.58


def put_needs(sketch: Sketch, needs: int, upgraded: bool, x: float, y: float, half: float, theme: Theme) -> None:
    """Draw the lead in pieces that an opponent must have, in upgraded pieces or in pieces of any rank."""
    end = text_fitting.put_left(sketch, f"+{needs}", "Bold", round(half * 1.6), x, y, theme.text) + half * 1.2
    for n, rank in enumerate(("heroic", "legendary") if upgraded else ("common", "heroic", "legendary")):
        put_piece(sketch, rank, "", end + n * half * 1.9, y, half, theme)


def specimens(theme: Theme) -> list[Sprite]:
    """Sample cards for the palette."""
    words = "Abc", "Def", "Ghi jkl"
    some = (
        ("imperial.summoner", "blue"),
        ("legends.titan", "red"),
        ("legends.fire_dragon", "yellow"),
        ("sylvan.dryad", "green"),
    )
    made = [_card(which, words, n, n % 2 == 0, hue, theme) for n, (which, hue) in enumerate(some)]
    return [*made, _flare("flare_03", "Abc", "Abc def", "Abc def", theme), _line("flare_03", "target", "Abc", theme)]
