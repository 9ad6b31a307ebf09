"""Selects the messages that a page shows, the newest ones, and projects each only when it has changed.

SimCord projects the whole channel at every click, which suits a test of five messages. Here a page shows the newest
messages and more on request, and a message's projection is cached with everything that SimCord notes on the page while
it makes one.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from simcord.backend.models import Message
from simcord.preview import _snapshot
from simcord.preview._pages import _Page

PAGE_MESSAGES = 30
"""Messages that a page shows at first, and the number of further ones per request."""

_NOTES = ("referenced_assets", "referenced_messages", "disabled_candidates")
_LINKS = ("referenced_users", "message_references")
"""Sets and mappings of a page that SimCord fills while it projects a message."""


@dataclass
class _Projection:
    """A projected message, and what SimCord noted on the page during the projection."""

    source: str
    value: dict[str, Any]
    notes: dict[str, set[Any]]
    links: dict[str, dict[Any, Any]]


@dataclass
class Memory:
    """The cached data of one page."""

    size: int = PAGE_MESSAGES
    """The number of messages that it shows."""
    projections: dict[int, _Projection] = field(default_factory=dict)
    state: int = 0
    """The number of the last state sent to the page."""
    parts: dict[str, Any] = field(default_factory=dict)
    """The parts of that state."""
    signature: Any = None
    """The signature of that state."""


@contextlib.contextmanager
def newest_messages(memory_of: Callable[[_Page], Memory]) -> Iterator[None]:
    """Context manager: make SimCord's snapshots contain the newest messages of a channel, and project only changed
    ones.
    """
    kept = {name: vars(_snapshot)[name] for name in _REPLACED}
    project = kept["_message_projection"]

    def project_once(preview: Any, page: _Page, message: Message, *, compact: bool, channel: Any) -> dict[str, Any]:
        thread = preview.env.backend.channels.get(message.id)
        source = f"{compact} {thread and thread.name} {thread and thread.message_count} {message!r}"
        known = memory_of(page).projections.get(message.id)
        if known is not None and known.source == source and known.notes["referenced_assets"] <= page.assets.keys():
            for name in _NOTES:
                getattr(page, name).update(known.notes[name])
            for name in _LINKS:
                getattr(page, name).update(known.links[name])
            return known.value
        before: dict[str, Any] = {name: getattr(page, name).copy() for name in (*_NOTES, *_LINKS)}
        for name in before:
            getattr(page, name).clear()
        value: dict[str, Any] = project(preview, page, message, compact=compact, channel=channel)
        notes = {name: set(getattr(page, name)) for name in _NOTES}
        links = {name: dict(getattr(page, name)) for name in _LINKS}
        for name, earlier in before.items():
            getattr(page, name).update(earlier)
        for asset in notes["referenced_assets"]:
            measure(preview, page.assets[asset])
        memory_of(page).projections[message.id] = _Projection(source, value, notes, links)
        return value

    def newest(page: _Page, visible: list[Message]) -> tuple[None, list[Message], dict[str, Any]]:
        memory = memory_of(page)
        window = visible[-memory.size :]
        shown = {message.id for message in window}
        memory.projections = {number: one for number, one in memory.projections.items() if number in shown}
        history = {
            "hasBefore": len(visible) > len(window),
            "hasAfter": False,
            "windowStartId": str(window[0].id) if window else None,
            "windowEndId": str(window[-1].id) if window else None,
        }
        return None, window, history

    vars(_snapshot).update(
        _message_projection=project_once,
        _history_window=newest,
        _message_navigation=lambda _preview, _page, _visible: ([], dict(_NO_NAVIGATION)),
        # The snapshot has checked the channel already.
        can_access_message=lambda _env, _channel, message, viewer, **_: message.visible_to(viewer.id),
    )
    try:
        yield
    finally:
        vars(_snapshot).update(kept)


_REPLACED = ("_message_projection", "_history_window", "_message_navigation", "can_access_message")
_NO_NAVIGATION = {
    "query": "",
    "filter": "all",
    "hasPrevious": False,
    "hasNext": False,
    "previousCursor": None,
    "nextCursor": None,
}
"""SimCord's message list is hidden on our page, so it has no navigation."""

_PNG = b"\x89PNG\r\n\x1a\n"


def measure(preview: Any, asset: Any) -> None:
    """Accept a PNG without validation: it is our bot's own, and SimCord would decode it in a separate process."""
    blob = preview._blobs.get(asset.digest)
    if asset.validated or blob is None or not blob.data.startswith(_PNG):
        return
    asset.width, asset.height = struct.unpack(">II", blob.data[16:24])
    asset.frames, asset.mediaKind, asset.displayContentType = 1, "image", "image/png"
    asset.validated = True
    blob.normalized = blob.data
