"""The words of a game: codes that mean something wherever they are typed."""

from __future__ import annotations

from typing import Any

from engine.core.ask import Option
from engine.core.text import Text


class Words(set[str]):
    """The codes of the options that are words, collected where these are made."""

    def option(self, code: str, label: Text, value: Any = None) -> Option:
        """An option whose code is one of the words; `typed` in its label is a short name that is not shown."""
        self.add(code)
        return Option(code, label, (), value)
