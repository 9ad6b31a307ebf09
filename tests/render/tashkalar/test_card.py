"""The card picture of a being, legend, flare or task."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

import render
from engine.core.text import Text
from engine.tashkalar.game import GAME
from engine.tashkalar.view import PRINTED_CARDS, PRINTED_FLARES, PRINTED_TASKS
from render.image.sprites import Sketch
from render.palette import THEMES
from render.tashkalar import grids, portrait

card = partial(render.card, "tashkalar")

EVERY = (*PRINTED_CARDS, *PRINTED_FLARES, *PRINTED_TASKS)
THEME = THEMES["classic"]


def test_every_component_has_a_card() -> None:
    assert set(EVERY) == set(GAME.components)


def _grid(**change: object) -> bytes:
    """A pattern drawn with some changed fields."""
    printed = msgspec.structs.replace(PRINTED_CARDS["imperial.swordmaster"], **change)
    sketch = Sketch(300, 300)
    grids.put_pattern(sketch, printed, "blue", 150, 150, 90, THEME)
    return sketch.sheet.tobytes()


def test_a_patterns_picture_shows_pieces_ranks_squares_marks_and_arrows() -> None:
    changes: list[dict[str, object]] = [
        {},
        {"marks": ()},
        {"marks": ("2.2", "...", "2.2")},
        {"arrows": ("e",)},
        {"arrows": ("w",)},
        {"pattern": (".h.", ".@.", ".c.")},
        {"pattern": (".l.", ".@.", ".c.")},
        {"pattern": (".c.", ".C.", ".c.")},
        {"pattern": (".c.", ".H.", ".c.")},
        {"pattern": (".@.", ".c.", ".c.")},
        {"rank": "heroic"},
    ]
    assert len({_grid(**change) for change in changes}) == len(changes)


def test_card_texts_are_translated() -> None:
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    for component in ("imperial.summoner", "legends.titan", "flare_03", "red_legends"):
        card(component, say=say)
    assert {"Summoner", "Heroic being", "Imperial", "Legend", "Flare", "Flare {number}", "Advanced task"} <= texts
    assert {"Colored squares", "{n} point", "An opponent has at least {n} more upgraded piece"} <= texts
    for component in ("imperial.summoner", "legends.titan"):
        assert PRINTED_CARDS[component].text.msgid in texts
    assert PRINTED_FLARES["flare_03"].lower.msgid in texts
    assert PRINTED_TASKS["red_legends"].text.msgid in texts


def test_the_longest_text_fits_below_the_highest_pattern(written: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    titan = PRINTED_CARDS["legends.titan"]
    text = " ".join(f"abcdefg{n:02}" for n in range(40))
    monkeypatch.setitem(PRINTED_CARDS, titan.id, msgspec.structs.replace(titan, text=Text(text)))
    image = portrait.paint(titan.id, THEME, str)
    assert image.height <= 900
    assert [word for line in written for word in line.split() if word in text] == text.split()


def test_an_unknown_component_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="cook"):
        card("imperial.cook")
    with pytest.raises(KeyError, match="sepia"):
        card("imperial.knight", "sepia")
