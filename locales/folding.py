"""Text without accents and capitals, so that words typed without accents still match."""

from __future__ import annotations

import unicodedata

_BETWEEN_WORDS = str.maketrans(dict.fromkeys("_-&.:,/()", " "))
_POLISH = str.maketrans("ąćęłńóśźż", "acelnoszz")


def fold_accents(words: str) -> str:
    """The words in lower case and without accents: `Łucznik` → `lucznik`."""
    plain = words.lower()
    if not plain.isascii():
        plain = plain.translate(_POLISH)
    if not plain.isascii():
        plain = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    return plain


def hyphenated(words: str) -> str:
    """The words in lower case, without accents or punctuation, hyphenated: `Miotacz szponów` → `miotacz-szponow`."""
    return "-".join(fold_accents(words).translate(_BETWEEN_WORDS).split())
