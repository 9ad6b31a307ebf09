"""The catalogues as their files say them, read once; nobody may change what is in them."""

from __future__ import annotations

from functools import cache

from babel.messages.catalog import Catalog, Message

from locales.extract import read


@cache
def catalog(language: str) -> Catalog:
    """The catalogue of that language."""
    return read(language)


@cache
def messages(language: str) -> list[Message]:
    """All messages of that catalogue, without its header."""
    return [message for message in catalog(language) if message.id]
