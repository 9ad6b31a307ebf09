"""The languages of Arena Post. English is in the source; the others are gettext catalogues, read as they are edited.

`.po` files are compiled in memory: nobody has to remember a build step, and no compiled file can be out of date.
"""

from __future__ import annotations

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("en", "pl")
HERE = Path(__file__).parent


def po_file(language: str) -> Path:
    return HERE / language / "LC_MESSAGES" / "arena.po"


class _Compiled(gettext.GNUTranslations):
    def gettext(self, message: str) -> str:
        """As gettext's, but nothing stays nothing: gettext answers an empty message with the catalogue's header."""
        return super().gettext(message) if message else ""


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; English, whose messages are their own translations, for one we do not speak."""
    if language == "en" or language not in LANGUAGES:
        return gettext.NullTranslations()
    with po_file(language).open("rb") as source:
        messages = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return _Compiled(compiled)


def pick(locale: str | None) -> str:
    """Our language for a Discord locale: `pl` → `pl`, `en-GB` → `en`, what we do not speak → `en`."""
    language = (locale or "").replace("_", "-").partition("-")[0].lower()
    return language if language in LANGUAGES else "en"
