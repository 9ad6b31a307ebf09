"""The words of a game: codes with one meaning wherever they are typed."""

from __future__ import annotations

from typing import Any

from engine.core.ask import Option
from engine.core.text import Text


class Words(set[str]):
    """Collects the codes of a game's word options as they are created."""

    def option(self, code: str, label: Text, value: Any = None) -> Option:
        """An option whose code becomes one of the words; `typed` in its label is a short name that is not shown."""
        self.add(code)
        return Option(code, label, (), value)
