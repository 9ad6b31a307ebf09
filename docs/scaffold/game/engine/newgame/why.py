"""Why not: the rule that forbids a code which is not on offer."""

from __future__ import annotations

from engine.core.ask import Ask
from engine.newgame.content import LABELS
from engine.newgame.state import State


def why(_: State, ask: Ask, code: str) -> str:
    """The id of the rule; nothing for a code that means nothing here."""
    if ask.prompt == "newgame.which":
        return "newgame.empty" if code.upper() in LABELS else ""
    return "newgame.most" if code.isdecimal() else ""
