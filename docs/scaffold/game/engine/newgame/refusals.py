"""Refusals: the rules, and which of them forbids a code that is not offered."""

from __future__ import annotations

from engine.core.ask import Ask
from engine.core.text import Text
from engine.newgame.data.content import CONTENT, LABELS
from engine.newgame.state import State

RULES: dict[str, Text] = {
    "newgame.empty": Text("There is no stone left in this heap."),
    "newgame.most": Text("You take one to {most} stones, and no more than the heap has.", {"most": CONTENT.most}),
}
"""Each rule in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

PROMPT_RULES: dict[str, str] = {"newgame.which": "newgame.turn", "newgame.how-many": "newgame.most"}
"""The rule that each question comes from."""


def why(_: State, ask: Ask, code: str) -> str:
    """The id of the rule that forbids the code; empty for an unknown code."""
    if ask.prompt == "newgame.which":
        return "newgame.empty" if code.upper() in LABELS else ""
    return "newgame.most" if code.isdecimal() else ""
