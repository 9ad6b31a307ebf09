"""The rows of choices and controls below a picture: their height, and what is shortened first."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.play.panel import choice_rows
from cogs.ui.controls import ActionButton, Address, OptionSelect
from cogs.ui.heights import item_height
from cogs.ui.layouts import Row
from cogs.ui.voice import voice
from engine.core.text import Text
from table.picks.choices import Choice

SPEAK = voice("en")
HERE = Address(1, 1)
MOVES = [Choice((f"m{n}",), Text(f"Attack with Number {n}"), ("d4",)) for n in range(4)]
REST = [Choice((f"r{n}",), Text(f"Take Number {n} instead")) for n in range(4)]


def _controls(*labels: str) -> list[discord.ui.Item[Any]]:
    return [ActionButton("back", HERE, label) for label in labels]


LONG = _controls("Back", "Start over", "Rule: A section with a very long title", "My hand", "Hint")
BRIEF = _controls("Back", "Start over", "Rule", "My hand", "Hint")


def _height(rows: list[Row]) -> int:
    return sum(map(item_height, rows))


def _labels(rows: list[Row]) -> list[str]:
    return [str(one.item.label) for row in rows for one in row.children if isinstance(one, ActionButton)]


def _selects(rows: list[Row]) -> list[OptionSelect]:
    return [one for row in rows for one in row.children if isinstance(one, OptionSelect)]


def test_choices_are_buttons_where_there_is_room() -> None:
    rows = choice_rows([*MOVES, *REST[:3]], HERE, SPEAK, "leaders", controls=BRIEF)
    assert not _selects(rows)
    assert {str(one.label) for one in [*MOVES, *REST[:3]]} <= {*_labels(rows)}
    styles = {
        str(one.item.label): one.item.style for row in rows for one in row.children if isinstance(one, ActionButton)
    }
    assert {styles[str(one.label)] for one in MOVES} == {discord.ButtonStyle.primary}
    assert {styles[str(one.label)] for one in REST[:3]} == {discord.ButtonStyle.secondary}


def test_a_choice_of_little_use_is_gray_and_comes_last_though_it_points_at_the_picture() -> None:
    far = Choice(("far",), Text("Take it from afar"), ("d4",), rank=1)
    rows = choice_rows([far, *MOVES[:2], *REST[:1]], HERE, SPEAK, "leaders")
    buttons = [one.item for row in rows for one in row.children if isinstance(one, ActionButton)]
    assert [one.style for one in buttons] == [discord.ButtonStyle.primary] * 2 + [discord.ButtonStyle.secondary] * 2


def test_choices_of_little_use_are_the_first_to_become_options_below_the_others() -> None:
    rows = choice_rows([*MOVES, *REST], HERE, SPEAK, "leaders", controls=LONG, brief=BRIEF, height=190)
    assert _height(rows) <= 190
    assert [option.value for one in _selects(rows[-1:]) for option in one.item.options] == ["r0", "r1", "r2", "r3"]
    assert _labels(rows)[:4] == [str(one.label) for one in MOVES]


@pytest.mark.parametrize("height", [100, 140, 180])
def test_choices_become_options_of_selects_where_there_is_little_room(height: int) -> None:
    rows = choice_rows([*MOVES, *REST], HERE, SPEAK, "leaders", controls=LONG, brief=BRIEF, height=height)
    assert _height(rows) <= height
    offered = [option.value for one in _selects(rows) for option in one.item.options]
    codes = {*offered, *(one.extra for row in rows for one in row.children if isinstance(one, ActionButton))}
    assert offered and codes >= {one.codes[0] for one in [*MOVES, *REST]}


def test_a_select_with_choices_of_little_use_is_below_the_others() -> None:
    many = [Choice((f"m{n}",), Text(f"Attack with Number {n}"), ("d4",)) for n in range(8)]
    first, last = _selects(choice_rows([*many, *REST], HERE, SPEAK, "leaders", controls=BRIEF, height=150))
    assert [option.value for option in first.item.options] == [one.codes[0] for one in many]
    assert [option.value for option in last.item.options] == ["r0", "r1", "r2", "r3"]


def test_a_choice_of_little_use_is_not_a_button_where_the_others_are_options() -> None:
    many = [Choice((f"m{n}",), Text(f"Attack with Number {n}"), ("d4",)) for n in range(8)]
    far = Choice(("far",), Text("Take it from afar"), ("d4",), rank=1)
    (select,) = _selects(choice_rows([*many, far], HERE, SPEAK, "leaders", controls=BRIEF, height=150))
    assert [option.value for option in select.item.options] == [*(one.codes[0] for one in many), "far"]


def test_two_selects_become_one_where_there_is_little_room() -> None:
    ways = [Choice((way, f"t{n}"), Text(f"Number {n}"), ("d4",), Text(way)) for way in ("a", "b") for n in range(6)]
    assert len(_selects(choice_rows(ways, HERE, SPEAK, "leaders", controls=BRIEF, height=150))) == 2
    (one,) = _selects(choice_rows(ways, HERE, SPEAK, "leaders", controls=BRIEF, height=130))
    assert [option.label for option in one.item.options] == [SPEAK(choice.full_label) for choice in ways]


def test_what_fits_nowhere_is_as_low_as_it_can_be() -> None:
    assert _height(choice_rows([*MOVES, *REST], HERE, SPEAK, "leaders", controls=LONG, brief=BRIEF, height=0)) == 92


def test_a_rule_loses_its_title_only_where_that_saves_a_line() -> None:
    assert "Rule" in _labels(choice_rows(MOVES[:1], HERE, SPEAK, "leaders", controls=LONG, brief=BRIEF))
    few, short = LONG[2:4], BRIEF[2:4]
    assert "Rule" not in _labels(choice_rows(MOVES[:1], HERE, SPEAK, "leaders", controls=few, brief=short))
