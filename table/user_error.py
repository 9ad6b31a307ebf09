"""Refusals with a text for the person. They are answered, not logged as errors."""

from __future__ import annotations

from engine.core.text import Text


class UserError(Exception):
    """A refusal in words; `rule` is the id of the rule behind it, if there is one."""

    def __init__(self, text: Text, *, rule: str = "") -> None:
        super().__init__(str(text))
        self.text, self.rule = text, rule
