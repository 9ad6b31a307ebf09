"""`import engine`: public names are loaded on first use, and values have a readable `repr`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import GAMES, Ask, Option, Position, Text
from engine.core.record import Entry, apply
from tests.support.each import each

ROOT = Path(__file__).parents[2]


def _loaded(statement: str) -> set[str]:
    """The games that a new interpreter has loaded after this statement."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    return {key for key in GAMES if f"engine.{key}" in modules}


def test_every_public_name_exists() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None
        assert name in dir(engine)
    assert {name for names in engine._MODULES.values() for name in names} == set(engine.__all__) - {"__version__"}
    for home, names in engine._MODULES.items():
        assert all(getattr(engine, name) is getattr(sys.modules[home], name) for name in names)


def test_other_names_are_not_exported() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Board'"):
        engine.Board  # noqa: B018


def test_the_core_imports_no_game_and_games_import_no_other() -> None:
    assert _loaded("import engine, engine.core.text, engine.core.position") == set()
    assert _loaded("from engine import Position, replay") == set()
    assert _loaded("import engine.leaders.game") == {"leaders"}
    assert _loaded("from engine import GAMES") == set(GAMES)


def test_options_and_questions_have_a_short_repr() -> None:
    options = [Option(code, Text("something long to say")) for code in "abcdefghij"]
    assert repr(options[:2]) == "[Option('a'), Option('b')]"
    assert repr(Ask(1, "toy.what", options[:2])) == "<Ask seat 1, toy.what: a b>"
    assert repr(Ask(1, "toy.what", options)) == "<Ask seat 1, toy.what: a b c d e f g h … 10 in all>"


def test_a_positions_repr_names_the_seats_that_it_waits_for() -> None:
    position = Position.new(GAMES["leaders"], {}, 2, "two")
    assert repr(position) == "<Position of leaders: waits for seat 0 (leaders.who-acts), picks []>"
    position.pick(0, "leader")
    assert repr(position) == "<Position of leaders: waits for seat 0 (leaders.where), picks ['leader']>"
    look = position.fork()
    while not look.held:
        look.pick(0, look.asks[0].options[-1].code, hold=True)
    assert repr(look).startswith("<Position of leaders: waits for confirmation, picks [")
    apply(position, Entry(1, "resign"))
    assert repr(position) == "<Position of leaders: over (resigned), won by 0>"
    drawn = Position.new(GAMES["leaders"], {}, 2, "two")
    drawn.agree_draw()
    assert repr(drawn) == "<Position of leaders: over (agreed), won by nobody>"
    several = Position.new(GAMES["knockdown"], {}, 2, "two")
    assert "seat 0 (knockdown.fighter) and seat 1 (knockdown.fighter)" in repr(several)


@each("key", GAMES)
def test_a_position_in_words_is_the_public_view(key: str) -> None:
    game = GAMES[key]
    position = Position.new(game, {}, game.seat_counts[0], "two")
    texts = [str(line) for line in game.describe(game.view(position.state, None, position.asks))]
    assert str(position) == "\n".join(texts)
    assert texts
