"""The translation catalogs as stored in their files, read once; do not change them."""

from __future__ import annotations

from functools import cache

from babel.messages.catalog import Catalog, Message

from locales.extract import read


@cache
def catalog(language: str) -> Catalog:
    """The catalog of that language."""
    return read(language)


@cache
def messages(language: str) -> list[Message]:
    """All messages of that catalog, without its header."""
    return [message for message in catalog(language) if message.id]
