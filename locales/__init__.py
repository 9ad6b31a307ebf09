"""The languages of Arena Post. English is in the source; the others are gettext catalogs.

People edit the `.po` files; `python -m locales.extract` compiles them to the `.mo` files that are read here.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "pl")
HERE = Path(__file__).parent


def po_file(language: str) -> Path:
    """The path of the catalog that translators edit."""
    return HERE / language / "LC_MESSAGES" / "arena.po"


def mo_file(language: str) -> Path:
    """The path of the compiled catalog."""
    return po_file(language).with_suffix(".mo")


class _Compiled(gettext.GNUTranslations):
    def gettext(self, message: str) -> str:
        """The translation; an empty message stays empty, for which gettext would return the catalog's header."""
        return super().gettext(message) if message else ""


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalog of a language; an unsupported language gets English, where every message is its own translation."""
    if language == "en" or language not in LANGUAGES:
        return gettext.NullTranslations()
    with mo_file(language).open("rb") as compiled:
        return _Compiled(compiled)


def pick(locale: str | None) -> str:
    """The language for a Discord locale: `pl` → `pl`, `en-GB` → `en`, an unsupported language → `en`."""
    language = (locale or "").replace("_", "-").partition("-")[0].lower()
    return language if language in LANGUAGES else "en"
