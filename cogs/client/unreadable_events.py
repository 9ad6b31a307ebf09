"""Events of the gateway that discord.py cannot read: logged and skipped, so that one of them does not end the bot."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from typing import Any

log = logging.getLogger("arena")

Parser = Callable[[Any], None]
SESSION_EVENTS = frozenset({"READY", "RESUMED"})
"""Without these there is no session: an error in them ends the process, and its supervisor starts it again."""


def skip_unreadable_events(parsers: MutableMapping[str, Parser]) -> None:
    """Wrap discord.py's parser of every event: an error is logged with its traceback the first time, then in a line."""
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
