"""The rules that refusals name, each in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

from __future__ import annotations

from engine.core.text import Text
from engine.newgame.content import CONTENT

RULES: dict[str, Text] = {
    "newgame.empty": Text("There is no stone left in this heap."),
    "newgame.most": Text("You take one to {most} stones, and no more than the heap has.", {"most": CONTENT.most}),
}

PROMPT_RULES: dict[str, str] = {"newgame.which": "newgame.turn", "newgame.how-many": "newgame.most"}
"""The rule that each question comes from."""
