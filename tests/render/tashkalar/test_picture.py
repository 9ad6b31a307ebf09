"""The whole picture of Tash-Kalar: its size, the viewer's side, its texts."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.core.ask import Ask
from engine.core.playout import choices
from engine.core.position import Position
from engine.core.text import Text, say
from engine.tashkalar.game import GAME
from engine.tashkalar.view import PRINTED_CARDS, PRINTED_FLARES, PRINTED_TASKS, TashkalarView
from locales import catalogue
from render import PALETTES, Marks, draw
from render.film.film import Frame, film
from render.image import canvas
from render.palette import THEMES
from render.registry import scene
from render.tashkalar import colors, hands, layout, tasks, words
from tests.support.each import each
from tests.support.render import legible
from tests.support.render.leaders_positions import pixels, share
from tests.support.render.long_words import longer
from tests.support.render.tashkalar import (
    BOARD,
    DUEL,
    FOUR,
    HAND,
    HIGH,
    MINE,
    TEAMS,
    THREE,
    VIEWS,
    arena,
    over,
    parts,
    plan,
    tashkalar,
)

CLASSIC = THEMES["classic"]


@each(("palette", "name"), list(product(PALETTES, VIEWS)))
def test_a_picture_is_a_palette_png_of_a_thousand_pixels_under_120_kib(name: str, palette: str) -> None:
    picture = tashkalar(VIEWS[name], palette=palette, targets=("e7", "g7"), trail=(("a3", "b3"), ("c8",)))
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height) == (1000, plan(VIEWS[name]).height)
    assert len(picture.data) < 120 * 1024


def test_the_palettes_differ() -> None:
    one, other = (pixels(tashkalar(palette=palette)) for palette in PALETTES[:2])
    assert one.getpixel((2, 2)) != other.getpixel((2, 2))


@each(
    ("view", "bottom", "expected"),
    [
        (DUEL, 1, (0, 1)),
        (TEAMS, 2, (1, 0)),
        (TEAMS, 3, (0, 1)),
        (THREE, 1, (2, 0, 1)),
        (FOUR, 2, (3, 0, 1, 2)),
    ],
)
def test_the_viewers_color_is_at_the_bottom(view: TashkalarView, bottom: int, expected: tuple[int, ...]) -> None:
    assert layout.order(view, bottom) == expected


@pytest.mark.parametrize("reason", ["tied", "tie-break"])
def test_two_tied_players_are_not_shown_as_winners(reason: str) -> None:
    """The first rules version called that a tie-break."""
    view = over(THREE, 0, 1, reason=reason)
    named = [str(words.side(view, colour)) for colour in words.acting(view)]
    assert words.headline(view, str) == f"Undecided: {', '.join(named)}"
    assert words.subline(view, str).endswith("tied on every count")
    assert words.headline(over(THREE, 0, reason=reason), str) == f"{named[0]} wins"


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(
    ("view", "hue"),
    [
        (DUEL, "blue"),
        (HIGH, "green"),
        (TEAMS, "blue"),
        (THREE, "red"),
        (FOUR, "yellow"),
        (over(DUEL, 1), "green"),
        (over(TEAMS, 0, 2), "blue"),
        (over(DUEL, reason="tied"), ""),
        (arena("", decks="", phase="decks", to_move=(0, 1)), ""),
    ],
    ids=["duel", "high", "teams", "three", "four", "won", "won by a team", "tied", "decks"],
)
def test_the_banner_has_the_color_of_the_side_to_move_or_the_winner(
    view: TashkalarView, hue: str, palette: str
) -> None:
    strip = pixels(tashkalar(view, palette=palette)).crop((30, 22, 970, 88))
    assert share(strip, colors.team(hue, THEMES[palette]).fill) > 0.6


@each(
    "change",
    [
        {"number": 10},
        {"actions": 1},
        {"closing": 2},
        {"extra": True},
        {"phase": "marks"},
        {"legend_pile": 6},
        {"flare_pile": 8},
        {"destroyed": ((0, 0, 0), (0, 1, 0))},
        {"goal": 17},
        {"task_pile": 10},
        {"pieces": HIGH.pieces[1:]},
    ],
    ids=str,
)
def test_every_change_in_the_match_is_visible(change: dict[str, Any]) -> None:
    assert tashkalar(msgspec.structs.replace(HIGH, **change)) != tashkalar(HIGH)


def test_pictures_of_a_match_have_one_size_for_films() -> None:
    frames = [
        Frame(arena("", decks="", phase="decks", number=0), caption=Text("a")),
        Frame(DUEL, Marks(trail=(("b3",),)), Text("b")),
        Frame(over(DUEL, 1), caption=Text("c")),
    ]
    assert film("tashkalar", frames).frames == 3


@pytest.mark.usefixtures("afresh")
def test_pictures_do_not_depend_on_earlier_drawings() -> None:
    marks: dict[str, Any] = {"targets": ("e7", "g7"), "trail": (("a3", "b3"), ("c8",))}
    first = tashkalar(MINE, **marks), parts(MINE)
    for palette in PALETTES:
        tashkalar(FOUR, palette=palette, **marks)
    copy = msgspec.json.decode(msgspec.json.encode(MINE), type=TashkalarView)
    _forget()
    assert (tashkalar(copy, **marks), parts(copy)) == first


def _forget() -> None:
    canvas.forget()
    legible.forget_sprites()


@pytest.mark.usefixtures("afresh")
def test_drawing_in_two_threads_gives_the_same_pictures() -> None:
    jobs = [(view, palette) for view in (MINE, HIGH, FOUR) for palette in PALETTES]

    def make(job: tuple[TashkalarView, str]) -> bytes:
        return tashkalar(job[0], palette=job[1], targets=("e7", "d8")).data

    alone = [make(job) for job in jobs]
    _forget()
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(make, jobs + jobs[::-1])) == alone + alone[::-1]


def test_every_text_in_the_picture_can_be_translated() -> None:
    texts: set[str] = set()

    def collect(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    view = arena(BOARD, form="high", seat=0, hand=HAND, flare=("flare_03",), destroyed=((0, 0, 0), (1, 0, 0)))
    assert draw("tashkalar", view, say=collect, parts=True) != draw("tashkalar", view, parts=True)
    assert {"{faction} to move", "Turn {number}", "{n} action left", "Blue", "Green", "Legends", "Flares"} <= texts
    assert {"Beings", "Deck", "Stock"} <= texts
    assert {"Tasks", "Destroyed", "Next task", "Side Chain", "Summoner", "Titan", "Flare {number}"} <= texts


@each("name", VIEWS)
def test_texts_that_are_40_percent_longer_are_not_cut(name: str) -> None:
    view = VIEWS[name]
    ends = over(view, *(seat.seat for seat in view.seats if seat.colour), reason="goal")
    with legible.words_only("tashkalar") as written:
        for shown in (view, msgspec.structs.replace(view, closing=2, extra=True), ends):
            scene("tashkalar", shown, say=longer).flat()
    assert written
    assert [string for string, _ in written if "…" in string] == []


@each(("language", "name"), list(product(["en", "pl"], VIEWS)))
def test_boards_are_not_higher_than_wide_and_legible(name: str, language: str) -> None:
    speak = partial(say, catalogue=catalogue(language))
    view = VIEWS[name]
    view = msgspec.structs.replace(view, closing=2, extra=True, destroyed=((1, 1, 1),) * len(view.colours))
    picture, sizes = legible.letters("tashkalar", lambda: draw("tashkalar", view, say=speak, parts=True))
    assert picture.height <= picture.width
    assert all(part.width >= 2 * part.height for part in picture.parts)
    assert sizes
    assert legible.too_small(picture, sizes) == {}
    assert [string for string in sizes if "…" in string] == []


@pytest.mark.parametrize("language", ["en", "pl"])
def test_texts_of_cards_flares_and_tasks_are_complete_and_legible(language: str) -> None:
    speak = partial(say, catalogue=catalogue(language))
    found = [(card.text, hands.card_lines(speak(card.text))) for card in PRINTED_CARDS.values()]
    for flare in PRINTED_FLARES.values():
        found += [(half, hands.flare_lines(speak(half))) for half in (flare.upper, flare.lower)]
    for task in PRINTED_TASKS.values():
        found += [(task.text, tasks.task_lines(speak(task.text), later)) for later in (False, True)]
    for sentence, (lines, size) in found:
        assert size >= layout.LETTERS
        assert " ".join(lines) == speak(sentence)


def _spots(asks: tuple[Ask, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spot for ask in asks for option in ask.options for spot in option.at))


@pytest.mark.parametrize(("form", "seats"), [("duel", 2), ("high", 2), ("melee", 3), ("melee", 4), ("high", 4)])
def test_positions_of_random_matches_can_be_drawn_for_every_seat(form: str, seats: int) -> None:
    position = Position.new(GAME, {"form": form}, seats, f"{form}{seats}")
    pick = choices(f"{form}{seats}").__next__
    size = tashkalar(GAME.view(position.state, None, position.asks)).height
    step = 0
    while position.asks and step < 900:
        if step % 45 == 0:
            seat = (None, *range(seats))[step // 45 % (seats + 1)]
            view = GAME.view(position.state, seat, position.asks)
            picture = tashkalar(view, bottom=seat or 0, targets=_spots(tuple(position.asks)))
            assert len(picture.data) < 160 * 1024
            assert picture.height == size
        ask = position.asks[0]
        position.answer(ask, ask.options[pick() % len(ask.options)])
        step += 1
    assert tashkalar(GAME.view(position.state, None, position.asks)).height == size


def test_invalid_views_are_refused_with_a_reason() -> None:
    with pytest.raises(TypeError, match="str"):
        draw("tashkalar", "a view")
    with pytest.raises(ValueError, match="a1"):
        tashkalar(targets=("a1",))
    with pytest.raises(ValueError, match="2"):
        tashkalar(bottom=2)
