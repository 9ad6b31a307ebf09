"""Layouts in Discord's Markdown: lines, links, quotations; and an action for every button."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cogs.client.control_actions import ACTIONS
from cogs.learn import lesson_panel
from cogs.puzzle import puzzle_panel
from cogs.ui.layouts import MAX_STORY_LENGTH, markdown, url
from cogs.ui.voice import voice
from engine.core.text import Text, joined, text
from table.compose import daily
from table.outbox.outgoing import Line, Link, bold, channel_name, mention, moment, quoted

ROOT = Path(__file__).parents[3]
SPEAK = voice("en")
BUTTONS = ("Button", "ActionButton", "level_row")


def test_lines_follow_their_style() -> None:
    lines = [Line(Text("Leaders"), "heading"), Line(bold(Text("now"))), Line(Text("by the way"), "small")]
    assert markdown(lines, SPEAK) == "### Leaders\n**now**\n-# by the way"


def test_a_text_that_is_too_long_is_shortened_and_later_lines_are_kept() -> None:
    lines = [Line(Text("x" * 100), "story") for _ in range(40)]
    words = markdown([Line(Text("before")), *lines, Line(Text("after"))], SPEAK)
    assert words.startswith("before\nx") and words.endswith("x…\nafter")
    assert len(words) == len("before\n") + MAX_STORY_LENGTH + len("\nafter")


def test_mentions_and_times_use_discords_syntax() -> None:
    parts = [mention(7), mention(None), channel_name(8), moment(9), moment(9, "full"), moment(9, "relative")]
    for language in ("en", "pl"):
        assert voice(language)(joined(parts, " ")) == "<@7> — <#8> <t:9:D> <t:9:f> <t:9:R>"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("**bold** and _thin_", r"\*\*bold\*\* and \_thin\_"),
        ("a\nb\tc", "a b c"),
        ("x" * 50, "x" * 39 + "…"),
        ("{quoted} {word}", "{quoted} {word}"),
    ],
)
def test_user_input_is_repeated_without_its_markup(typed: str, shown: str) -> None:
    sentence = text("I can't read this: {word}.", word=quoted(typed))
    assert SPEAK(sentence) == f"I can't read this: {shown}."
    assert SPEAK(text("{what} {more}", what=sentence, more=Text("So."))) == f"I can't read this: {shown}. So."


def test_a_quotation_pings_nobody() -> None:
    message = SPEAK(text("I can't read this: {word}.", word=quoted("<@123456789012345678> @everyone")))
    assert "<@1" not in message and "@everyone" not in message and "everyone" in message


@pytest.mark.parametrize("language", ["en", "pl"])
def test_an_empty_layout_has_no_text(language: str) -> None:
    assert voice(language)(joined([])) == "", "and not the header of the catalog"


def test_a_link_leads_to_the_message_or_to_the_channel() -> None:
    assert url(Link(Text("There"), 5, 6, 7)) == "https://discord.com/channels/5/6/7"
    assert url(Link(Text("There"), 5, 6)) == "https://discord.com/channels/5/6"
    assert url(Link(Text("There"), None, 6)) == "https://discord.com/channels/@me/6"


def test_every_button_does_something_and_every_action_has_a_button() -> None:
    named = set()
    for file in (*(ROOT / "table" / "compose").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUTTONS:
                named |= {one.value for one in node.args[:1] if isinstance(one, ast.Constant)}
    others = {"rematch", "join", "play"}  # `table.compose.notices` chooses among these actions,
    others |= {"pick", "plan-pick"}  # `cogs.play.panel.choice_rows` among these,
    others |= {"rule"}  # a `PanelAt` has this one,
    others |= {*lesson_panel.CONTROLS.controls(), *puzzle_panel.CONTROLS.controls()}  # every exercise has these,
    others |= {daily.SOLVE}  # and the daily puzzle has this one
    assert named | others == set(ACTIONS)
