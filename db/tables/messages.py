"""The outbox: messages stored with a commit and sent after it."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence

from db.rows import Match, Message, NewMessage, Obstacle, Outdated
from db.sql import Found, SqlTable, Tx, in_list

_OUTBOX = SqlTable(
    "outbox",
    Message,
    numbered=True,
    checked=("match", "kind", "payload", "nonce", "created_at", "person", "guild"),
)
_UNSENT = "sent_at IS NULL AND failed IS NULL"
_SENDABLE = f"""not_before <= :now AND NOT EXISTS (
    SELECT 1 FROM outbox AS earlier
    WHERE earlier.channel = later.channel AND earlier.id < later.id AND {_UNSENT}
    AND earlier.attempts > 0 AND earlier.not_before > :now
)"""
_OUTDATED = "shown < revision AND message IS NOT NULL"
_NEWER = "newer.match = older.match AND newer.kind = older.kind AND newer.person IS NULL AND newer.id > older.id"


def post(tx: Tx, match: Match, messages: Iterable[NewMessage]) -> None:
    for new in messages:
        _OUTBOX.insert(tx, _of_match(tx, match, new))


def post_for_guild(tx: Tx, guild: int, channel: int, new: NewMessage) -> None:
    """Post a message that belongs to a server and to no match. It is never edited."""
    _OUTBOX.insert(tx, _unsent(tx, new, channel, match=None, guild=guild, shown=None))


def posting(tx: Tx, match: Match, messages: Iterable[NewMessage]) -> Callable[[], tuple[Message, ...]]:
    """Post messages. The returned function gives the stored rows; call it before the transaction ends."""
    posted = [_OUTBOX.adding(tx, _of_match(tx, match, new)) for new in messages]
    return lambda: tuple(stored() for stored in posted)


def _of_match(tx: Tx, match: Match, new: NewMessage) -> Message:
    channel = new.person or (match.channel if new.channel is None else new.channel)
    return _unsent(tx, new, channel, match=match.id, guild=None, shown=None if new.person else 0)


def _unsent(
    tx: Tx, new: NewMessage, channel: int, *, match: int | None, guild: int | None, shown: int | None
) -> Message:
    return Message(
        id=0,
        match=match,
        channel=channel,
        kind=new.kind,
        payload=new.payload,
        # Random, not counted: a restored backup must not reuse a nonce that Discord still remembers.
        nonce=secrets.token_hex(12),
        not_before=new.not_before,
        attempts=0,
        created_at=tx.now,
        sent_at=None,
        message=None,
        trouble=None,
        failed=None,
        person=new.person,
        shown=shown,
        guild=guild,
    )


def waiting_channels(tx: Tx, owner: str | None = None, *, edits: bool = True) -> list[int]:
    """The channels with messages that can be sent now or, with `edits`, must be edited.

    Channels whose leases belong to processes other than `owner` are left out.
    """
    found = f"SELECT DISTINCT channel FROM outbox WHERE {_UNSENT} AND not_before <= :now"
    if edits:
        found = f"{found} UNION SELECT DISTINCT channel FROM outbox WHERE {_OUTDATED}"
    if owner is None:
        return [row[0] for row in tx.run(found, now=tx.now)]
    ours = f"""SELECT channel FROM ({found}) AS waiting WHERE NOT EXISTS (
        SELECT 1 FROM leases WHERE name = 'channel:' || channel AND until >= :now AND owner <> :owner
    )"""
    return [row[0] for row in tx.run(ours, now=tx.now, owner=owner)]


def pending(tx: Tx, limit: int, channel: int | None, *, retry: bool = False) -> list[Message]:
    return find_pending(tx, limit, channel, retry=retry).all()


def find_pending(tx: Tx, limit: int, channel: int | None, *, retry: bool = False) -> Found[Message]:
    """Unsent messages in posting order; with `retry`, including those waiting for their next attempt.

    Otherwise a message that waits for its next attempt holds back later ones of its channel.
    """
    here = {} if channel is None else {"channel": channel}
    sendable = "(not_before <= :now OR attempts > 0)" if retry else _SENDABLE
    # `+id`: with plain `id`, SQLite scans all sent messages instead of using the index of unsent ones.
    return _OUTBOX.find(
        tx,
        f"""AS later WHERE {_UNSENT} AND {sendable} {"AND channel = :channel" if here else ""}
        ORDER BY +id LIMIT :limit""",
        now=tx.now,
        limit=limit,
        **here,
    )


def last_id(tx: Tx) -> int:
    """The id of the newest message, 0 if there is none. Later messages have greater ids."""
    return int(tx.value("SELECT coalesce(max(id), 0) FROM outbox"))


def of_match(tx: Tx, match: int) -> list[Message]:
    return _OUTBOX.all(tx, "WHERE match = :match ORDER BY id", match=match)


def of_guild(tx: Tx, guild: int) -> list[Message]:
    return _OUTBOX.all(tx, "WHERE guild = :guild ORDER BY id", guild=guild)


def give_up_guild(tx: Tx, guild: int, reason: str) -> None:
    """Give up the server's unsent messages."""
    tx.run(f"UPDATE outbox SET failed = :reason WHERE guild = :guild AND {_UNSENT}", guild=guild, reason=reason)


def last_posted(tx: Tx, match: int, kind: str) -> str:
    """The payload of the match's newest message of this kind to its channel; empty if there is none."""
    newest = "WHERE match = :match AND kind = :kind AND person IS NULL ORDER BY id DESC LIMIT 1"
    return str(tx.value(f"SELECT payload FROM outbox {newest}", match=match, kind=kind) or "")


def next_retry(tx: Tx) -> int | None:
    """The next time at which a delayed unsent message may be sent."""
    waiting = f"SELECT min(not_before) FROM outbox WHERE {_UNSENT} AND not_before > :now"
    found: int | None = tx.value(waiting, now=tx.now)
    return found


def mark_sent(tx: Tx, message: Message, discord_id: int | None) -> None:
    """Mark the message as sent, with revision 0 shown; if it was outdated meanwhile, it will be edited.

    Does nothing if another process has marked it already.
    """
    tx.run(
        """UPDATE outbox SET sent_at = :now, message = :discord_id, attempts = attempts + 1, trouble = NULL,
        obstacle = NULL, shown = :shown WHERE id = :message AND sent_at IS NULL""",
        now=tx.now,
        discord_id=discord_id,
        message=message.id,
        shown=None if message.shown is None or discord_id is None else 0,
    )


def outdate(tx: Tx, match: int, kinds: Sequence[str]) -> None:
    """Mark the match's messages of these kinds for editing."""
    if not kinds:
        return
    marks, named = in_list("kind", kinds)
    tx.run(
        f"""UPDATE outbox SET revision = revision + 1
        WHERE match = :match AND shown IS NOT NULL AND failed IS NULL AND kind IN ({marks})""",
        match=match,
        **named,
    )


def outdated(tx: Tx, channel: int, limit: int) -> list[Outdated]:
    """The channel's messages to edit, the newest first, except those with an unsent successor."""
    found = _OUTBOX.find(
        tx,
        f"""AS older WHERE channel = :channel AND {_OUTDATED} AND NOT EXISTS (
            SELECT 1 FROM outbox AS newer WHERE {_NEWER} AND newer.sent_at IS NULL AND newer.failed IS NULL
        ) ORDER BY id DESC LIMIT :limit""",
        channel=channel,
        limit=limit,
    )
    with_successor = tx.run(
        f"""SELECT id FROM outbox AS older WHERE channel = :channel AND {_OUTDATED} AND EXISTS (
            SELECT 1 FROM outbox AS newer WHERE {_NEWER} AND newer.message IS NOT NULL
        )""",
        channel=channel,
    )
    superseded = {row[0] for row in with_successor}
    return [Outdated(message=one, superseded=one.id in superseded) for one in found.all()]


def mark_edited(tx: Tx, shown: Mapping[int, int | None]) -> None:
    """Store the revisions that Discord shows, by message; None means that the message is not edited again."""
    for message, revision in sorted(shown.items()):
        if revision is None:
            tx.run("UPDATE outbox SET shown = NULL WHERE id = :message", message=message)
        else:
            newer = "UPDATE outbox SET shown = :revision WHERE id = :message AND shown < :revision"
            tx.run(newer, revision=revision, message=message)


def mark_retry(tx: Tx, message: int, not_before: int, trouble: str, obstacle: Obstacle | None) -> None:
    tx.run(
        """UPDATE outbox SET not_before = :not_before, trouble = :trouble, obstacle = :obstacle, attempts = attempts + 1
        WHERE id = :message""",
        not_before=not_before,
        trouble=trouble,
        obstacle=obstacle,
        message=message,
    )


def newest_sent(tx: Tx, match: int, kinds: Sequence[str]) -> tuple[int, int] | None:
    """The channel and the Discord id of the newest message of these kinds that was sent to a channel."""
    marks, named = in_list("kind", kinds)
    row = tx.run(
        f"""SELECT channel, message FROM outbox WHERE match = :match AND message IS NOT NULL AND person IS NULL
        AND kind IN ({marks}) ORDER BY id DESC LIMIT 1""",
        match=match,
        **named,
    ).fetchone()
    return None if row is None else (row[0], row[1])


def sent_as(tx: Tx, channel: int, discord_id: int) -> Message | None:
    """The message with this Discord id, in the channel of its match."""
    return _OUTBOX.one(
        tx,
        """WHERE match IN (SELECT id FROM matches WHERE channel = :channel) AND message = :discord_id
        AND person IS NULL""",
        channel=channel,
        discord_id=discord_id,
    )


def mark_failed(tx: Tx, message: int, reason: str) -> bool:
    """Give the message up. Returns False if it was sent or given up before."""
    given_up = tx.run(
        f"UPDATE outbox SET failed = :reason, attempts = attempts + 1 WHERE id = :message AND {_UNSENT}",
        reason=reason,
        message=message,
    )
    return given_up.rowcount == 1


def redirect(tx: Tx, match: Match, channel: int) -> None:
    """Redirect the unsent messages for the match's channel to another channel."""
    tx.run(
        f"UPDATE outbox SET channel = :channel WHERE match = :match AND channel = :before AND {_UNSENT}",
        channel=channel,
        match=match.id,
        before=match.channel,
    )


def damaged(tx: Tx) -> list[int]:
    """The ids of damaged rows, by checksum."""
    return _OUTBOX.damaged(tx, "id")
