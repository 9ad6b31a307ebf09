"""Boards are posted again where Discord does not show what is stored."""

from __future__ import annotations

import json

from db.rows import NewMessage
from db.store import Store

BOARDS = ("turn", "invitation")
"""Kinds of messages that show where a match stands."""


async def post_boards(store: Store, *, always: bool = False) -> None:
    """Put the board of every unfinished match into the outbox, unless one waits there and it need not be `always`."""
    for match in await store.unfinished():
        waiting = [message for message in await store.outbox(match.id) if not (message.sent_at or message.failed)]
        if always or not any(message.kind in BOARDS for message in waiting):
            kind = "invitation" if match.status == "open" else "turn"
            await store.post(match.id, [NewMessage(kind=kind, payload=json.dumps({"version": match.version}))])
