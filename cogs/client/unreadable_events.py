"""Logs and skips gateway events that discord.py cannot parse, so that they do not end the bot."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from typing import Any

log = logging.getLogger("arena")

Parser = Callable[[Any], None]
SESSION_EVENTS = frozenset({"READY", "RESUMED"})
"""Without these there is no session: an error in them ends the process, and its supervisor restarts it."""


def skip_unreadable_events(parsers: MutableMapping[str, Parser]) -> None:
    """Wrap discord.py's parsers: log the first error of an event with its traceback, later ones in one line."""
    known: set[str] = set()
    for event in parsers.keys() - SESSION_EVENTS:
        parsers[event] = _skipping(event, parsers[event], known)


def _skipping(event: str, parser: Parser, known: set[str]) -> Parser:
    def parse(data: Any) -> None:
        try:
            parser(data)
        except Exception as error:
            log.warning("an event %s cannot be read and is skipped: %r", event, error, exc_info=event not in known)
            known.add(event)

    return parse
