"""The picture shows the subject of a question: the tile in hand, its space, and its possible rotations."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest
from PIL import Image

from cogs.ui.voice import voice
from engine.core.position import Position
from engine.monolith.game import GAME
from engine.monolith.view import MonolithView
from render import PALETTES, Marks, Question, panel
from render.monolith import LABEL, RENDERER, board, layout
from render.monolith.hands import CELL, ROW
from render.palette import THEMES
from tests.support.engine.monolith.table import BANNERS, put
from tests.support.render.drawing import Drawn, picture
from tests.support.render.leaders_positions import pixels, share
from tests.support.render.legible import forget_sprites, letters, too_small

CLASSIC = THEMES["classic"]
LINE = f"{BANNERS}; A knight c3 r1; B spike b3 r0; B horror c4 r1; B chaos b1 r2; A dragon.rune-strength d2 r5"
HAND = "Hand of the Dragon Empire"


class Arguments(NamedTuple):
    view: MonolithView
    marks: Marks


@cache
def arguments(codes: str, hand: str = "pikeman dragon.order-move", line: str = LINE) -> Arguments:
    """The picture's arguments that the panel passes after these picks."""
    position = Position.read(GAME, {}, put(line, hand).position)
    for code in codes.split():
        position.pick(0, code)
    ask = position.asks[0]
    options = tuple(option.code for option in ask.options)
    targets = tuple(dict.fromkeys(label for option in ask.options for label in option.at))
    question = Question(ask.prompt, ask.about, options, tuple(codes.split()))
    return Arguments(GAME.view(position.state, 0, position.asks), Marks(targets, question=question))


def shown(one: Arguments, palette: str = "classic") -> Drawn:
    return picture("monolith", one.view, marks=one.marks, palette=palette)


def around(drawn: Drawn, field: str, reach: int = 108) -> Image.Image:
    x, y = board.places(layout.MIDDLE)[field]
    return pixels(drawn).crop((round(x) - reach, round(y) - reach, round(x) + reach, round(y) + reach))


def _label(field: str) -> tuple[int, int, int, int]:
    x, y = board.places(layout.MIDDLE)[field]
    return round(x) - 22, round(y) + LABEL - 14, round(x) + 22, round(y) + LABEL + 14


def parts(one: Arguments) -> dict[str, Image.Image]:
    """The pictures below the board in a panel."""
    made = RENDERER.paint_panel(one.view, CLASSIC, one.marks, str, 0)
    return {str(part.title): part.canvas.flat().convert("RGB") for part in made}


@pytest.mark.parametrize("palette", PALETTES)
def test_a_tile_to_be_placed_is_shown_on_its_space(palette: str) -> None:
    theme = THEMES[palette]
    before, after = shown(arguments("pikeman"), palette), shown(arguments("pikeman b2"), palette)
    assert share(around(before, "B2", 60), theme.teams[0].fill) == 0
    assert share(around(after, "B2", 60), theme.teams[0].fill) > 0.4
    assert share(around(after, "B2"), theme.chosen) > 0.04


def test_tiles_that_would_be_hit_are_marked_and_keep_their_look() -> None:
    plain, tried = shown(arguments("")), shown(arguments("pikeman b2"))
    for field in ("B1", "B3"):
        assert share(around(tried, field), CLASSIC.chosen) > share(around(plain, field), CLASSIC.chosen) + 0.015
        assert around(tried, field, 60).tobytes() == around(plain, field, 60).tobytes()
    labels = {field: pixels(tried).crop(_label(field)) for field in ("B1", "B3", "C4")}
    assert {field for field, label in labels.items() if share(label, CLASSIC.chosen) > 0.4} == {"B1", "B3"}


def test_possible_rotations_are_shown_small_and_numbered(written: list[str]) -> None:
    forget_sprites()
    ways = parts(arguments("pikeman b2"))["Pikeman: facing which way?"]
    assert ways.width == 1000
    assert {"1", "2", "3", "4", "5", "6", "hits b1 b3"} <= set(written)
    columns = [ways.crop((24 + n * 159, 40, 24 + n * 159 + 154, 190)).tobytes() for n in range(6)]
    assert len(set(columns)) == 6


def test_a_rotation_that_is_not_an_option_has_no_number(written: list[str]) -> None:
    forget_sprites()
    parts(arguments("c3 stay", ""))
    assert "1" in written
    assert [digit for digit in "13456" if digit not in written] == []
    assert any(string.startswith("no hits") for string in written)


@pytest.mark.parametrize("codes", ["pikeman", "order-move", "order-move c3"])
def test_the_tile_that_is_played_lies_alone_below_the_board_with_what_it_does(codes: str) -> None:
    before, now = parts(arguments(""))[HAND], parts(arguments(codes))[HAND]
    assert share(before, CLASSIC.chosen) < share(now, CLASSIC.chosen) - 0.01
    assert now.height == ROW[1] + 2 * (before.height - CELL[1]) // 2
    assert [*parts(arguments(codes))] == [HAND]


def test_playable_tiles_are_framed_in_hand() -> None:
    assert share(parts(arguments(""))[HAND], CLASSIC.target) > 0.02
    assert share(parts(arguments("discard"))[HAND], CLASSIC.target) > 0.02


def test_the_tile_named_in_a_question_is_marked() -> None:
    asks = arguments("c3", "")
    assert asks.marks.question
    assert asks.marks.question.about[-1] == "C3"
    assert share(around(shown(asks), "C3"), CLASSIC.chosen) > 0.04


def test_a_banner_to_be_placed_is_shown_with_its_text() -> None:
    position = Position.new(GAME, {"factions": "random"}, 2, "1")
    ask = position.asks[0]
    view, question = GAME.view(position.state, ask.seat, position.asks), Question(ask.prompt, ask.about)
    (part,) = RENDERER.paint_panel(view, CLASSIC, Marks(question=question), str, ask.seat)
    assert question.prompt == "monolith.banner"
    assert share(part.canvas.flat().convert("RGB"), CLASSIC.chosen) > 0.02


def test_tiles_to_hide_in_a_monolith_are_shown() -> None:
    position = Position.new(GAME, {"monoliths": True, "factions": "random"}, 2, "1")
    ask = position.asks[0]
    question = Question(ask.prompt, ask.about, tuple(option.code for option in ask.options))
    view = GAME.view(position.state, ask.seat, position.asks)
    found = RENDERER.paint_panel(view, CLASSIC, Marks(question=question), str, ask.seat)
    assert {str(part.title) for part in found} == {"Which tile do you hide in your monolith?"}
    assert sum(part.canvas.size[1] for part in found) > 300


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("codes", ["", "pikeman b2", "order-move"])
def test_questions_are_legible_on_a_phone_and_fit_discord(codes: str, language: str) -> None:
    one = arguments(codes)
    speak = voice(language)
    made, sizes = letters("monolith", lambda: panel("monolith", one.view, room=2000, say=speak, marks=one.marks))
    assert made.height <= made.width
    assert all(part.width >= 2 * part.height for part in made.parts)
    assert too_small(made, sizes) == {}
