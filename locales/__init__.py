"""The languages of Arena Post. English is in the source; the others are gettext catalogues.

People edit the `.po` files; `python -m locales.extract` compiles them to the `.mo` files that are read here.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "pl")
HERE = Path(__file__).parent


def po_file(language: str) -> Path:
    """The catalogue as translators edit it."""
    return HERE / language / "LC_MESSAGES" / "arena.po"


def mo_file(language: str) -> Path:
    """The compiled catalogue."""
    return po_file(language).with_suffix(".mo")


class _Compiled(gettext.GNUTranslations):
    def gettext(self, message: str) -> str:
        """As gettext's, but nothing stays nothing: gettext answers an empty message with the catalogue's header."""
        return super().gettext(message) if message else ""


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; English, whose messages are their own translations, for one we do not speak."""
    if language == "en" or language not in LANGUAGES:
        return gettext.NullTranslations()
    with mo_file(language).open("rb") as compiled:
        return _Compiled(compiled)


def pick(locale: str | None) -> str:
    """Our language for a Discord locale: `pl` → `pl`, `en-GB` → `en`, what we do not speak → `en`."""
    language = (locale or "").replace("_", "-").partition("-")[0].lower()
    return language if language in LANGUAGES else "en"
