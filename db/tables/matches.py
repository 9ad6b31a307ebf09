"""Matches, their seats and their moves."""

from collections.abc import Sequence

from msgspec.structs import replace

from db.errors import AlreadySeated, ChannelTaken, NoSuchMatch, NotOpen, SeatTaken, StaleVersion
from db.rows import Match, Move, NewMatch, NewMove, Seat, Sitting
from db.sql import Found, SqlTable, Tx, as_json
from db.tables import messages

_MATCHES = SqlTable(
    "matches",
    Match,
    numbered=True,
    checked=(
        "guild", "channel", "parent", "game", "options", "seats", "seed", "seed_hash", "rules_version", "status",
        "version", "position", "to_move", "language", "palette", "result", "clock", "rated", "origin", "hints",
    ),
)  # fmt: skip
_SEATS = SqlTable("seats", Seat)
_MOVES = SqlTable("moves", Move, checked=("match", "seq", "seat", "kind", "codes", "note", "at"))
_SITTINGS = SqlTable("sittings", Sitting)
_UNFINISHED = "status IN ('open', 'live')"


def match(tx: Tx, match_id: int) -> Match:
    return need_match(find_match(tx, match_id), match_id)


def find_match(tx: Tx, match_id: int) -> Found[Match]:
    return _MATCHES.find(tx, "WHERE id = :match", match=match_id)


def need_match(found: Found[Match], match_id: int) -> Match:
    row = found.one()
    if row is None:
        raise NoSuchMatch(match_id)
    return row


def match_at(tx: Tx, match_id: int, version: int) -> Match:
    """The match. Raises StaleVersion if it is at another version."""
    found = match(tx, match_id)
    if found.version != version:
        raise StaleVersion(match_id, version, found.version)
    return found


def match_in(tx: Tx, channel: int, *, ended: bool) -> Match | None:
    unfinished = _MATCHES.one(tx, f"WHERE channel = :channel AND {_UNFINISHED}", channel=channel)
    if unfinished or not ended:
        return unfinished
    return finished_in(tx, channel)


def finished_in(tx: Tx, channel: int) -> Match | None:
    latest = "WHERE channel = :channel AND status = 'over' ORDER BY ended_at DESC, id DESC LIMIT 1"
    return _MATCHES.one(tx, latest, channel=channel)


def matches_of(tx: Tx, person: int) -> list[Match]:
    """Unfinished matches in which the person has a seat or an invitation, the latest changed first."""
    return _MATCHES.all(
        tx,
        f"""WHERE {_UNFINISHED} AND id IN (
            SELECT match FROM seats WHERE person = :person
            UNION SELECT match FROM seats WHERE invited = :person AND person IS NULL
        ) ORDER BY updated_at DESC, id DESC""",
        person=person,
    )


def open_matches(tx: Tx, guild: int) -> list[Match]:
    return _MATCHES.all(tx, f"WHERE status = 'open' AND {_UNFINISHED} AND guild = :guild ORDER BY id", guild=guild)


def rematch_of(tx: Tx, match_id: int) -> Match | None:
    return _MATCHES.one(tx, f"WHERE origin = :match AND {_UNFINISHED} ORDER BY id DESC LIMIT 1", match=match_id)


def unfinished_in(tx: Tx, guild: int) -> list[Match]:
    return _MATCHES.all(tx, f"WHERE {_UNFINISHED} AND guild = :guild ORDER BY id", guild=guild)


def unfinished(tx: Tx) -> list[Match]:
    return _MATCHES.all(tx, f"WHERE {_UNFINISHED} ORDER BY id")


def ids(tx: Tx) -> list[int]:
    return [row[0] for row in tx.run("SELECT id FROM matches ORDER BY id")]


def seats(tx: Tx, match_id: int) -> list[Seat]:
    return find_seats(tx, match_id).all()


def find_seats(tx: Tx, match_id: int) -> Found[Seat]:
    return _SEATS.find(tx, "WHERE match = :match ORDER BY seat", match=match_id)


def moves(tx: Tx, match_id: int, after: int = 0) -> list[Move]:
    return _MOVES.all(tx, "WHERE match = :match AND seq > :after ORDER BY seq", match=match_id, after=after)


def damaged(tx: Tx, match_id: int) -> tuple[bool, list[int]]:
    """Whether the match's row is damaged, and the damaged entries of its log, by checksum."""
    row = _MATCHES.damaged(tx, "id", "WHERE id = :match", match=match_id)
    return bool(row), _MOVES.damaged(tx, "seq", "WHERE match = :match ORDER BY seq", match=match_id)


def add_move(tx: Tx, move: Move) -> Move:
    return _MOVES.add(tx, move)


def open_match(tx: Tx, new: NewMatch, invited: Sequence[int | None]) -> Match:
    need_free_channel(tx, new.channel)
    opened = _MATCHES.add(tx, _opened(new, len(invited), tx.now))
    for seat, person in enumerate(invited):
        if person is not None and person in invited[:seat]:
            raise AlreadySeated(list(invited).index(person), person)
        sits = person is not None and (person == new.creator or person < 0)
        _SEATS.add(
            tx,
            Seat(
                match=opened.id,
                seat=seat,
                person=person if sits else None,
                invited=person if person is None or person > 0 else None,
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
        hints=new.hints,
    )


def import_match(tx: Tx, new: NewMatch, seats: int, moves: Sequence[NewMove], position: str, result: str) -> Match:
    """Store a finished match without players."""
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
        _SEATS.add(tx, Seat(match=over.id, seat=seat, person=None, invited=None, joined_at=None))
        _SITTINGS.add(tx, Sitting(match=over.id, seat=seat, since=0, person=None))
    for seq, move in enumerate(moves, 1):
        add_move(
            tx,
            Move(match=over.id, seq=seq, seat=move.seat, kind=move.kind, codes=move.codes, note=move.note, at=tx.now),
        )
    return over


def take_seat(tx: Tx, match_id: int, seat: int, person: int) -> Match:
    found = _need_open(tx, match_id)
    if seat not in range(found.seats):
        raise ValueError(f"match {match_id} has no seat {seat}")
    table = seats(tx, match_id)
    for other in table:
        if other.person == person:
            raise AlreadySeated(other.seat, person)
    owner = table[seat].person or table[seat].invited
    if owner is not None and owner != person:
        raise SeatTaken(seat, owner)
    _seat(tx, match_id, seat, person)
    return _store(tx, found)


def _seat(tx: Tx, match_id: int, seat: int, person: int) -> None:
    tx.run(
        "UPDATE seats SET person = :person, joined_at = :now WHERE match = :match AND seat = :seat",
        person=person,
        now=tx.now,
        match=match_id,
        seat=seat,
    )


def start(
    tx: Tx,
    match_id: int,
    position: str,
    to_move: Sequence[int],
    players: Sequence[int],
    timing: str,
) -> Match:
    opened = _need_open(tx, match_id)
    if len(set(players)) != opened.seats or len(players) != opened.seats:
        raise ValueError(f"match {match_id} has {opened.seats} seats, not {list(players)}")
    _seat_in_order(tx, match_id, players)
    return _store(tx, replace(opened, status="live", position=position, to_move=tuple(to_move), timing=timing))


def _seat_in_order(tx: Tx, match_id: int, players: Sequence[int]) -> None:
    joined: dict[int, Seat] = {}
    for seat in seats(tx, match_id):
        if seat.person is not None:
            if seat.person not in players:
                raise SeatTaken(seat.seat, seat.person)
            joined[seat.person] = seat
    tx.run("DELETE FROM seats WHERE match = :match", match=match_id)
    for number, person in enumerate(players):
        before = joined.get(person)
        _SEATS.add(
            tx,
            Seat(
                match=match_id,
                seat=number,
                person=person,
                invited=before.invited if before else None,
                joined_at=before.joined_at if before else tx.now,
            ),
        )
        _SITTINGS.add(tx, Sitting(match=match_id, seat=number, since=0, person=person))


def sittings(tx: Tx, match_id: int) -> list[Sitting]:
    return _SITTINGS.all(tx, "WHERE match = :match ORDER BY seat, since, id", match=match_id)


def hand_over(tx: Tx, found: Match, seat: int, person: int, timing: str | None) -> Match:
    """Give the seat of a running match to another person."""
    if found.status != "live":
        raise NotOpen(found.id, found.status)
    for other in seats(tx, found.id):
        if other.person == person:
            raise AlreadySeated(other.seat, person)
    _seat(tx, found.id, seat, person)
    _SITTINGS.add(tx, Sitting(match=found.id, seat=seat, since=found.version, person=person))
    return _store(tx, found if timing is None else replace(found, timing=timing))


def rehome(tx: Tx, match_id: int, guild: int, channel: int, parent: int | None) -> Match:
    found = match(tx, match_id)
    if channel != found.channel:
        if found.status in ("open", "live"):
            need_free_channel(tx, channel)
        messages.redirect(tx, found, channel)
    return _store(tx, replace(found, guild=guild, channel=channel, parent=parent))


def advance(tx: Tx, before: Match, after: Match) -> Match:
    """Store the match after a commit. Raises ChannelTaken if an ended match is reopened and its channel is in use."""
    if before.status not in ("open", "live") and after.status in ("open", "live"):
        need_free_channel(tx, after.channel)
    return _store(tx, after)


def need_free_channel(tx: Tx, channel: int) -> None:
    taken: int | None = tx.value(f"SELECT id FROM matches WHERE channel = :channel AND {_UNFINISHED}", channel=channel)
    if taken is not None:
        raise ChannelTaken(channel, taken)


def _need_open(tx: Tx, match_id: int) -> Match:
    found = match(tx, match_id)
    if found.status != "open":
        raise NotOpen(match_id, found.status)
    return found


def _store(tx: Tx, changed: Match) -> Match:
    """Write the columns that may change after the opening."""
    ended = changed.status in ("over", "cancelled")
    stored = replace(changed, updated_at=tx.now, ended_at=(changed.ended_at or tx.now) if ended else None)
    tx.run(
        """UPDATE matches SET guild = :guild, channel = :channel, parent = :parent, status = :status,
        version = :version, position = :position, to_move = :to_move, result = :result, timing = :timing,
        updated_at = :updated_at, ended_at = :ended_at, checksum = :checksum WHERE id = :id""",
        guild=stored.guild,
        channel=stored.channel,
        parent=stored.parent,
        status=stored.status,
        version=stored.version,
        position=stored.position,
        to_move=as_json(stored.to_move),
        result=stored.result,
        timing=stored.timing,
        updated_at=stored.updated_at,
        ended_at=stored.ended_at,
        checksum=_MATCHES.checksum_of(stored),
        id=stored.id,
    )
    return stored
