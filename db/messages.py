"""Messages that are promised with a commit and sent after it."""

import secrets
from collections.abc import Iterable, Sequence

from .rows import Match, Message, NewMessage
from .table import Table, Tx

_OUTBOX = Table("outbox", Message, numbered=True)
_UNSENT = "sent_at IS NULL AND failed IS NULL"


def post(tx: Tx, match: Match, messages: Iterable[NewMessage]) -> tuple[Message, ...]:
    return tuple(
        _OUTBOX.add(
            tx,
            Message(
                id=0,
                match=match.id,
                channel=new.user or (match.channel if new.channel is None else new.channel),
                kind=new.kind,
                payload=new.payload,
                # Random, not counted: a restored backup must not repeat a nonce that Discord still remembers.
                nonce=secrets.token_hex(12),
                not_before=new.not_before,
                attempts=0,
                created_at=tx.now,
                sent_at=None,
                message=None,
                trouble=None,
                failed=None,
                user=new.user,
            ),
        )
        for new in messages
    )


def waiting_channels(tx: Tx) -> list[int]:
    """The channels that something may be sent to now."""
    return [
        row[0] for row in tx.run(f"SELECT DISTINCT channel FROM outbox WHERE {_UNSENT} AND not_before <= ?", tx.now)
    ]


def pending(tx: Tx, limit: int, channel: int | None) -> list[Message]:
    """In the order of posting. One that waits for its retry holds back what was posted after it in its channel."""
    # Without the hint SQLite walks through all that was ever sent, because it is in order already.
    return _OUTBOX.all(
        tx,
        f"""AS later INDEXED BY unsent_by_channel WHERE {_UNSENT} AND not_before <= ?1 AND NOT EXISTS (
            SELECT 1 FROM outbox AS earlier
            WHERE earlier.channel = later.channel AND earlier.id < later.id AND {_UNSENT}
            AND earlier.attempts > 0 AND earlier.not_before > ?1
        ) AND (?3 IS NULL OR channel = ?3) ORDER BY id LIMIT ?2""",
        tx.now,
        limit,
        channel,
    )


def of_match(tx: Tx, match: int) -> list[Message]:
    return _OUTBOX.all(tx, "WHERE match = ? ORDER BY id", match)


def hurry(tx: Tx, match: int) -> None:
    """What waits for its retry may be tried at once: somebody is here and the trouble may be over."""
    tx.run(f"UPDATE outbox SET not_before = 0 WHERE match = ? AND attempts > 0 AND {_UNSENT}", match)


def next_retry(tx: Tx) -> int | None:
    found: int | None = tx.value(f"SELECT min(not_before) FROM outbox WHERE {_UNSENT} AND not_before > ?", tx.now)
    return found


def sent(tx: Tx, message: int, discord_id: int | None) -> None:
    tx.run(
        "UPDATE outbox SET sent_at = ?, message = ?, attempts = attempts + 1, trouble = NULL WHERE id = ?",
        tx.now,
        discord_id,
        message,
    )


def retry(tx: Tx, message: int, not_before: int, trouble: str) -> None:
    tx.run(
        "UPDATE outbox SET not_before = ?, trouble = ?, attempts = attempts + 1 WHERE id = ?",
        not_before,
        trouble,
        message,
    )


def latest(tx: Tx, match: int, kinds: Sequence[str]) -> tuple[int, int] | None:
    """Channel and Discord's id of the newest message of these kinds that was sent."""
    marks = ", ".join("?" * len(kinds))
    row = tx.run(
        f"SELECT channel, message FROM outbox WHERE match = ? AND message IS NOT NULL AND user IS NULL "
        f"AND kind IN ({marks}) ORDER BY id DESC LIMIT 1",
        match,
        *kinds,
    ).fetchone()
    return None if row is None else (row[0], row[1])


def failed(tx: Tx, message: int, reason: str) -> None:
    tx.run("UPDATE outbox SET failed = ?, attempts = attempts + 1 WHERE id = ?", reason, message)


def follow(tx: Tx, match: Match, channel: int) -> None:
    """What still waits for the match's channel goes to the new one."""
    tx.run(
        f"UPDATE outbox SET channel = ? WHERE match = ? AND channel = ? AND {_UNSENT}", channel, match.id, match.channel
    )
