"""What a person is told when something cannot be done. Not an error: nothing is logged, nothing is lost."""

from __future__ import annotations

from engine.core.text import Text


class Sorry(Exception):
    """A friendly refusal; `rule` names the rule of the game behind it, if there is one."""

    def __init__(self, text: Text, *, rule: str = "") -> None:
        super().__init__(str(text))
        self.text, self.rule = text, rule
