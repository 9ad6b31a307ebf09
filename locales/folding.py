"""Words reduced to the letters that everybody can type, so that what is typed without accents still matches."""

from __future__ import annotations

import unicodedata


def fold_accents(words: str) -> str:
    """The words in lower case and without accents: `Łucznik` → `lucznik`."""
    if words.isascii():
        return words.lower()
    plain = unicodedata.normalize("NFKD", words.lower().replace("ł", "l"))
    return "".join(char for char in plain if not unicodedata.combining(char))
