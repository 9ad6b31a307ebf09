"""Every kind of question is drawn as in a panel: with its targets, its parts and its subject."""

from __future__ import annotations

import re

import pytest

from engine.core.playout import choices as chance
from engine.core.position import Position
from engine.learning.lessons import begin, course
from engine.registry import GAMES
from render import Marks, Question, draw
from render.palette import THEMES
from render.registry import RENDERERS, scene
from table.matches.draft import drafted
from table.picks.choices import choices
from tests.support.render.legible import words_only

MATCHES = 4
"""Random matches, in which the first question of each kind is drawn."""
LEAST = {"leaders": 5, "monolith": 12, "tashkalar": 15, "knockdown": 15}
"""The least number of kinds of questions in each game; one in games that are not listed."""


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_question_can_be_drawn(key: str) -> None:
    game, seen = GAMES[key], set[str]()
    for number in range(MATCHES):
        position, draw = Position.new(game, {}, 2, f"questions {number}"), chance(f"questions {number}").__next__
        while position.outcome is None:
            ask = position.asks[0]
            if ask.prompt not in seen:
                seen.add(ask.prompt)
                _draw(position, ask.seat)
            position.answer(ask, ask.options[draw() % len(ask.options)])
    assert len(seen) >= LEAST.get(key, 1), seen


def _draw(position: Position, seat: int) -> None:
    now = drafted(position, seat, ())
    assert now.ask is not None
    spots = tuple(dict.fromkeys(spot for choice in choices(now) for spot in choice.at))
    codes = tuple(option.code for option in now.ask.options)
    marks = Marks(targets=spots, question=Question(now.ask.prompt, now.ask.about, codes), special=spots[:1])
    view = position.game.view(position.state, seat, position.asks)
    board = scene(position.game.key, view, marks=marks, bottom=seat).flat()
    renderer = RENDERERS[position.game.key]
    parts = [
        *renderer.paint_panel(view, THEMES["classic"], marks, str, seat),
        *renderer.paint_parts(view, THEMES["classic"], Marks(), str, seat),
    ]
    assert board.height <= board.width, now.ask.prompt
    assert all(2 * part.height <= part.width for part in [one.canvas.flat() for one in parts]), now.ask.prompt


@pytest.mark.parametrize("key", ["leaders", "monolith", "knockdown"])
def test_boards_name_spaces_like_buttons(key: str) -> None:
    game = GAMES[key]
    position = begin(game, course(key)[-1]).position
    with words_only(key) as written:
        draw(key, game.view(position.state, 0, position.asks), marks=Marks())
    spaces = {string for string, _ in written if re.fullmatch("[A-Ia-i][1-9]", string)}
    assert len(spaces) >= 18 and all(one == one.lower() for one in spaces)
