"""A language with long words, to check whether texts fit."""

from __future__ import annotations

from engine.core.text import Text, say


class Longer:
    """A translation in which every word is at least 40 % longer."""

    def gettext(self, message: str) -> str:
        return " ".join(word if "{" in word else word + "a" * -(-len(word) * 2 // 5) for word in message.split())

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


LONGER = Longer()


def longer(sentence: Text) -> str:
    """The sentence in that language."""
    return say(sentence, LONGER)
