"""Matches, their seats and their moves."""

from collections.abc import Sequence

from msgspec.structs import replace

from . import messages
from .errors import AlreadySeated, ChannelTaken, NoSuchMatch, NotOpen, SeatTaken, StaleVersion
from .rows import Match, Move, NewMatch, NewMove, Seat, Sitting
from .table import Table, Tx, as_json

_MATCHES = Table("matches", Match, numbered=True)
_SEATS = Table("seats", Seat)
_MOVES = Table("moves", Move)
_SITTINGS = Table("sittings", Sitting)
_UNFINISHED = "status IN ('open', 'live')"


def match(tx: Tx, match_id: int) -> Match:
    found = _MATCHES.one(tx, "WHERE id = ?", match_id)
    if found is None:
        raise NoSuchMatch(match_id)
    return found


def match_at(tx: Tx, match_id: int, version: int) -> Match:
    found = match(tx, match_id)
    if found.version != version:
        raise StaleVersion(match_id, version, found.version)
    return found


def match_in(tx: Tx, channel: int, *, ended: bool) -> Match | None:
    unfinished = _MATCHES.one(tx, f"WHERE channel = ? AND {_UNFINISHED}", channel)
    if unfinished or not ended:
        return unfinished
    return _MATCHES.one(tx, "WHERE channel = ? AND status = 'over' ORDER BY ended_at DESC, id DESC LIMIT 1", channel)


def matches_of(tx: Tx, user: int) -> list[Match]:
    """Unfinished ones that the person sits at or is invited to, the latest changed first."""
    return _MATCHES.all(
        tx,
        f"""WHERE {_UNFINISHED} AND id IN (
            SELECT match FROM seats WHERE user = ?1
            UNION SELECT match FROM seats WHERE invited = ?1 AND user IS NULL
        ) ORDER BY updated_at DESC, id DESC""",
        user,
    )


def open_matches(tx: Tx, guild: int) -> list[Match]:
    return _MATCHES.all(tx, f"WHERE status = 'open' AND {_UNFINISHED} AND guild = ? ORDER BY id", guild)


def rematch_of(tx: Tx, match_id: int) -> Match | None:
    return _MATCHES.one(tx, f"WHERE origin = ? AND {_UNFINISHED} ORDER BY id DESC LIMIT 1", match_id)


def unfinished(tx: Tx) -> list[Match]:
    return _MATCHES.all(tx, f"WHERE {_UNFINISHED} ORDER BY id")


def ids(tx: Tx) -> list[int]:
    return [row[0] for row in tx.run("SELECT id FROM matches ORDER BY id")]


def seats(tx: Tx, match_id: int) -> list[Seat]:
    return _SEATS.all(tx, "WHERE match = ? ORDER BY seat", match_id)


def moves(tx: Tx, match_id: int, after: int = 0) -> list[Move]:
    return _MOVES.all(tx, "WHERE match = ? AND seq > ? ORDER BY seq", match_id, after)


def add_move(tx: Tx, move: Move) -> Move:
    return _MOVES.add(tx, move)


def open_match(tx: Tx, new: NewMatch, invited: Sequence[int | None]) -> Match:
    need_free_channel(tx, new.channel)
    opened = _MATCHES.add(tx, _opened(new, len(invited), tx.now))
    for seat, user in enumerate(invited):
        if user is not None and user in invited[:seat]:
            raise AlreadySeated(list(invited).index(user), user)
        sits = user == new.creator
        _SEATS.add(
            tx,
            Seat(
                match=opened.id,
                seat=seat,
                user=user if sits else None,
                invited=user,
                joined_at=tx.now if sits else None,
            ),
        )
    return opened


def _opened(new: NewMatch, seats: int, now: int) -> Match:
    return Match(
        id=0,
        guild=new.guild,
        channel=new.channel,
        parent=new.parent,
        game=new.game,
        options=new.options,
        seats=seats,
        seed=new.seed,
        seed_hash=new.seed_hash,
        rules_version=new.rules_version,
        status="open",
        version=0,
        position="",
        to_move=(),
        language=new.language,
        palette=new.palette,
        result="",
        creator=new.creator,
        created_at=now,
        updated_at=now,
        ended_at=None,
        clock=new.clock,
        rated=new.rated,
        origin=new.origin,
    )


def import_match(tx: Tx, new: NewMatch, seats: int, moves: Sequence[NewMove], position: str, result: str) -> Match:
    """A match that is over already; nobody whom we know has sat there."""
    whole = replace(
        _opened(new, seats, tx.now),
        status="over",
        version=len(moves),
        position=position,
        result=result,
        ended_at=tx.now,
    )
    over = _MATCHES.add(tx, whole)
    for seat in range(seats):
        _SEATS.add(tx, Seat(match=over.id, seat=seat, user=None, invited=None, joined_at=None))
        _SITTINGS.add(tx, Sitting(match=over.id, seat=seat, since=0, user=None))
    for seq, move in enumerate(moves, 1):
        add_move(
            tx,
            Move(match=over.id, seq=seq, seat=move.seat, kind=move.kind, codes=move.codes, note=move.note, at=tx.now),
        )
    return over


def take_seat(tx: Tx, match_id: int, seat: int, user: int) -> Match:
    found = _need_open(tx, match_id)
    if seat not in range(found.seats):
        raise ValueError(f"match {match_id} has no seat {seat}")
    table = seats(tx, match_id)
    for other in table:
        if other.user == user:
            raise AlreadySeated(other.seat, user)
    owner = table[seat].user or table[seat].invited
    if owner is not None and owner != user:
        raise SeatTaken(seat, owner)
    tx.run("UPDATE seats SET user = ?, joined_at = ? WHERE match = ? AND seat = ?", user, tx.now, match_id, seat)
    return _store(tx, found)


def start(
    tx: Tx,
    match_id: int,
    position: str,
    to_move: Sequence[int],
    players: Sequence[int],
    place: tuple[int, int | None] | None,
    timing: str,
) -> Match:
    opened = _need_open(tx, match_id)
    if len(set(players)) != opened.seats or len(players) != opened.seats:
        raise ValueError(f"match {match_id} has {opened.seats} seats, not {list(players)}")
    _seat_in_order(tx, match_id, players)
    channel, parent = place or (opened.channel, opened.parent)
    if channel != opened.channel:
        need_free_channel(tx, channel)
    return _store(
        tx,
        replace(
            opened,
            status="live",
            position=position,
            to_move=tuple(to_move),
            channel=channel,
            parent=parent,
            timing=timing,
        ),
    )


def _seat_in_order(tx: Tx, match_id: int, players: Sequence[int]) -> None:
    joined: dict[int, Seat] = {}
    for seat in seats(tx, match_id):
        if seat.user is not None:
            if seat.user not in players:
                raise SeatTaken(seat.seat, seat.user)
            joined[seat.user] = seat
    tx.run("DELETE FROM seats WHERE match = ?", match_id)
    for number, user in enumerate(players):
        before = joined.get(user)
        _SEATS.add(
            tx,
            Seat(
                match=match_id,
                seat=number,
                user=user,
                invited=before.invited if before else None,
                joined_at=before.joined_at if before else tx.now,
            ),
        )
        _SITTINGS.add(tx, Sitting(match=match_id, seat=number, since=0, user=user))


def sittings(tx: Tx, match_id: int) -> list[Sitting]:
    return _SITTINGS.all(tx, "WHERE match = ? ORDER BY seat, since, id", match_id)


def hand_over(tx: Tx, found: Match, seat: int, user: int, timing: str | None) -> Match:
    """Somebody else plays on at that seat."""
    if found.status != "live":
        raise NotOpen(found.id, found.status)
    for other in seats(tx, found.id):
        if other.user == user:
            raise AlreadySeated(other.seat, user)
    tx.run("UPDATE seats SET user = ?, joined_at = ? WHERE match = ? AND seat = ?", user, tx.now, found.id, seat)
    _SITTINGS.add(tx, Sitting(match=found.id, seat=seat, since=found.version, user=user))
    return _store(tx, found if timing is None else replace(found, timing=timing))


def rehome(tx: Tx, match_id: int, channel: int, parent: int | None) -> Match:
    found = match(tx, match_id)
    if channel != found.channel:
        if found.status in ("open", "live"):
            need_free_channel(tx, channel)
        messages.follow(tx, found, channel)
    return _store(tx, replace(found, channel=channel, parent=parent))


def advance(tx: Tx, before: Match, after: Match) -> Match:
    """Stores what a commit makes of a match. One that is taken up again after its end needs its channel free."""
    if before.status not in ("open", "live") and after.status in ("open", "live"):
        need_free_channel(tx, after.channel)
    return _store(tx, after)


def need_free_channel(tx: Tx, channel: int) -> None:
    taken: int | None = tx.value(f"SELECT id FROM matches WHERE channel = ? AND {_UNFINISHED}", channel)
    if taken is not None:
        raise ChannelTaken(channel, taken)


def _need_open(tx: Tx, match_id: int) -> Match:
    found = match(tx, match_id)
    if found.status != "open":
        raise NotOpen(match_id, found.status)
    return found


def _store(tx: Tx, changed: Match) -> Match:
    """Writes the columns that may change after the opening."""
    ended = changed.status in ("over", "cancelled")
    stored = replace(changed, updated_at=tx.now, ended_at=(changed.ended_at or tx.now) if ended else None)
    tx.run(
        """UPDATE matches SET channel = ?, parent = ?, status = ?, version = ?, position = ?, to_move = ?, result = ?,
        timing = ?, updated_at = ?, ended_at = ? WHERE id = ?""",
        stored.channel,
        stored.parent,
        stored.status,
        stored.version,
        stored.position,
        as_json(stored.to_move),
        stored.result,
        stored.timing,
        stored.updated_at,
        stored.ended_at,
        stored.id,
    )
    return stored
