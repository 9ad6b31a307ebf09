"""Write a state in the protocol's form and read it back; impossible positions are refused with the reason.

Seats are the letters A to D, spaces axial pairs, tiles their ids in content.toml.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.game import Impossible, MatchOptions, Outcome
from engine.core.masks import mask, spaces_of
from engine.core.position_checks import LETTERS, need_ending, need_phase, seat_of, shaped
from engine.core.text import text
from engine.monolith.battle import due
from engine.monolith.board import AT, FIELDS
from engine.monolith.data.content import CONTENT, FACTIONS, IS_BANNER, IS_ORDER, KIND_OF, KINDS, pile_of
from engine.monolith.ending import REASONS, seats, verdict
from engine.monolith.influence import Influence
from engine.monolith.notation.faults import check_attacks, check_tokens
from engine.monolith.notation.position_schema import BattleWritten, MonolithWritten, TokenWritten, Written
from engine.monolith.setup import ORDER, blank
from engine.monolith.state import OFF, Battle, Monolith, State, Token
from engine.monolith.turn import PHASES, full_hand

EARLY = ("setup", "factions", "monoliths")
"""Phases without piles."""
BATTLES = ("battle", "last-battle")


def write(s: State) -> dict[str, Any]:
    """The state as a position, readable for people."""
    letters = LETTERS[: seats(s)]

    def by_seat(piles: list[list[int]]) -> dict[str, list[str]]:
        return {letter: [KINDS[kind].id for kind in pile] for letter, pile in zip(letters, piles, strict=True)}

    written = Written(
        tokens=[
            TokenWritten(
                LETTERS[one.owner], KINDS[one.kind].id, None if one.at == OFF else FIELDS[one.at], one.rot,
                one.wounds, one.poison, one.net, one.trench, one.id,
            )
            for one in s.tokens
        ],
        hands=by_seat(s.hands),
        banner_hp={LETTERS[team[0]]: points for team, points in zip(s.teams, s.hit_points, strict=True)},
        turn=LETTERS[s.order[s.turn]],
        phase=s.phase,
        seats=seats(s),
        order="".join(LETTERS[seat] for seat in s.order),
        place=s.turn,
        number=s.number,
        factions={letter: faction for letter, faction in zip(letters, s.factions, strict=True) if faction},
        random_factions=s.random_factions,
        tactical=s.tactical,
        piles=by_seat(s.piles),
        discards=by_seat(s.discards),
        monoliths={
            letter: MonolithWritten(list(one.hidden), [FIELDS[field] for field in one.fields], one.seen)
            for letter, one in zip(letters, s.monoliths, strict=True)
        }
        if s.with_monoliths
        else None,
        used=list(s.used),
        played=s.played,
        unfolded=s.unfolded,
        closing=s.closing,
        extra=s.extra,
        battle=None if s.battle is None else _written_battle(s.battle),
        next_id=s.next_id,
        outcome=s.outcome,
    )  # fmt: skip
    plain: dict[str, Any] = msgspec.to_builtins(written)
    if s.battle is None:
        del plain["battle"]
    return plain


def _written_battle(battle: Battle) -> BattleWritten:
    """A battle in written form, without the attackers of the segment, which follow from the attacks made before."""
    made = [(number, list(spaces_of(slots))) for number, slots in sorted(battle.made.items())]
    return BattleWritten(battle.segment, made)


def read(options: MatchOptions, position: Mapping[str, Any], rules: int) -> State:
    """Read a state from its written form, under this rules version."""
    w = shaped(position, Written)
    need_phase(w.phase, PHASES)
    s = blank(
        _count(w),
        tactical=bool(options["tactical"]) if w.tactical is None else w.tactical,
        monoliths=bool(options["monoliths"]) or w.monoliths is not None,
    )
    s.rules, s.phase, s.random_factions = rules, w.phase, w.random_factions
    _turn(s, w)
    _tokens(s, w)
    _monoliths(s, w)
    _points(s, w)
    for letter, ids in w.hands.items():
        s.hands[_seat(s, letter)] = [_kind(one, hidden=True) for one in ids]
    for letter, ids in w.discards.items():
        s.discards[_seat(s, letter)] = [_kind(one) for one in ids]
    _factions(s, w)
    _piles(s, w)
    check_tokens(s)
    _phase(s, w)
    _battle(s, w)
    s.outcome = w.outcome
    if s.outcome is None:
        _judge(s)
    else:
        need_ending(s.outcome, REASONS, seats(s), range(CONTENT.banner_hit_points + 1))
    return s


def _count(w: Written) -> int:
    """Number of players: by the last letter named, at least two."""
    named = [token.owner for token in w.tokens]
    for letters in (w.hands, w.factions, w.piles or {}, w.discards, w.monoliths or {}, w.turn or "", w.order or ""):
        named += list(letters)
    count = w.seats if w.seats is not None else max((LETTERS.find(letter) + 1 for letter in named), default=2)
    count = max(count, 2) if w.seats is None else count
    if count not in ORDER:
        raise Impossible(text("This game is for two, three or four players."))
    return count


def _seat(s: State, letter: str) -> int:
    return seat_of(letter, seats(s))


def _kind(token: str, *, hidden: bool = False) -> int:
    if token not in KIND_OF:
        raise Impossible(text("There is no tile {token}.", token=token))
    kind = KIND_OF[token]
    if hidden and IS_BANNER[kind]:
        raise Impossible(text("A Banner is never in a hand or a pile."))
    return kind


def _turn(s: State, w: Written) -> None:
    """Read the current turn and its events so far."""
    if w.order is not None:
        s.order = [_seat(s, letter) for letter in w.order]
        usual = ORDER[seats(s)]
        if s.order not in [usual[n:] + usual[:n] for n in range(len(usual))]:
            raise Impossible(text("The players cannot take turns in the order {order}.", order=w.order))
    seat = s.order[0] if w.turn is None else _seat(s, w.turn)
    s.turn = s.order.index(seat) if w.place is None else w.place
    if not 0 <= s.turn < len(s.order) or s.order[s.turn] != seat:
        raise Impossible(text("Player {letter} does not have that place in the turn order.", letter=LETTERS[seat]))
    if w.closing > len(s.order):
        raise Impossible(text("At most {most} turns are left before the Last Battle.", most=len(s.order)))
    s.number, s.played, s.closing, s.extra = w.number, w.played, w.closing, w.extra
    s.used, s.unfolded = list(w.used), w.unfolded
    if s.unfolded and not s.with_monoliths:
        raise Impossible(text("This match is played without monoliths."))


def _tokens(s: State, w: Written) -> None:
    """Read the tiles on the board and the hidden ones."""
    taken: set[int] = set()
    named = {one.id for one in w.tokens if one.id is not None}
    spare = (number for number in range(1, len(w.tokens) + len(named) + 1) if number not in named)
    for one in w.tokens:
        kind = _kind(one.token)
        if IS_ORDER[kind]:
            raise Impossible(text("{token} is an order: it is never on the board.", token=one.token))
        if one.at is not None and one.at not in AT:
            raise Impossible(text("There is no space {at}.", at=str(list(one.at))))
        number = one.id if one.id is not None else next(spare)
        if number < 1 or number in taken:
            raise Impossible(text("Two tiles cannot have the number {number}.", number=number))
        taken.add(number)
        at = OFF if one.at is None else AT[one.at]
        s.tokens.append(
            Token(number, _seat(s, one.owner), kind, at, one.rot, one.wounds, one.poison, one.net, one.trench)
        )
    s.next_id = max(taken, default=0) + 1 if w.next_id is None else w.next_id
    if s.next_id <= max(taken, default=0):
        raise Impossible(text("The number {number} is taken.", number=s.next_id))


def _monoliths(s: State, w: Written) -> None:
    """Read the lower segments: their spaces, or the tiles hidden on them."""
    for letter, one in (w.monoliths or {}).items():
        seat = _seat(s, letter)
        fields = []
        for pair in one.fields:
            if pair not in AT:
                raise Impossible(text("There is no space {at}.", at=str(list(pair))))
            fields.append(AT[pair])
        s.monoliths[seat] = Monolith(list(one.hidden or []), fields, one.seen)
    for seat, monolith in enumerate(s.monoliths):
        given = w.monoliths and w.monoliths.get(LETTERS[seat])
        if (not given or given.hidden is None) and not monolith.fields:
            inside = [token.id for token in s.tokens if token.at == OFF and token.owner == seat]
            monolith.hidden = inside + [0] * (2 - len(inside))


def _points(s: State, w: Written) -> None:
    for letter, points in w.banner_hp.items():
        team = next(number for number, team in enumerate(s.teams) if _seat(s, letter) in team)
        if not 0 <= points <= CONTENT.banner_hit_points:
            raise Impossible(text("A Banner has 0 to {most} hit points.", most=CONTENT.banner_hit_points))
        s.hit_points[team] = points


def _factions(s: State, w: Written) -> None:
    """Read the factions: by the Banner, else by most tiles on the board and in hand, else one that is free."""
    for letter, faction in w.factions.items():
        if faction not in FACTIONS:
            raise Impossible(text("There is no faction {faction}.", faction=faction))
        s.factions[_seat(s, letter)] = faction
    if s.phase in ("setup", "factions"):
        return
    for seat in range(seats(s)):
        s.factions[seat] = s.factions[seat] or _likely(s, seat)
    for seat in range(seats(s)):
        s.factions[seat] = s.factions[seat] or next(one for one in FACTIONS if one not in s.factions)


def _likely(s: State, seat: int) -> str:
    own = [token.kind for token in s.tokens if token.owner == seat]
    banners = [kind for kind in own if IS_BANNER[kind]]
    found = Counter(KINDS[kind].faction for kind in banners or [*own, *s.hands[seat]])
    return max(FACTIONS, key=lambda faction: found[faction]) if found else ""


def _piles(s: State, w: Written) -> None:
    for seat in range(seats(s)):
        if w.piles is None:
            s.piles[seat] = [] if s.phase in EARLY else _rest(s, seat)
        else:
            s.piles[seat] = [_kind(one, hidden=True) for one in w.piles.get(LETTERS[seat], [])]
    for letter in w.piles or {}:
        _seat(s, letter)


def _rest(s: State, seat: int) -> list[int]:
    """The tiles of the seat's faction that are nowhere else: one of each kind as in the file, then the second ones."""
    away = Counter(token.kind for token in s.tokens if token.owner == seat)
    away.update(s.hands[seat])
    away.update(s.discards[seat])
    left = Counter(pile_of(s.factions[seat])) - away
    rounds = max(left.values(), default=0)
    return [kind for copy in range(rounds) for kind in left if left[kind] > copy]


def _phase(s: State, w: Written) -> None:
    """Check the phase; a seat with a full hand in the middle of a turn looks at its tiles and discards first."""
    seat = s.order[s.turn]
    if any(len(hand) > full_hand(s) for hand in s.hands):
        raise Impossible(text("A hand holds at most {most} tiles.", most=full_hand(s)))
    banners = {token.owner for token in s.tokens if IS_BANNER[token.kind]}
    begun = bool(s.tokens or any(s.hands) or any(s.piles))
    wrong = (
        (s.phase in EARLY and begun)
        or (s.phase == "setup" and any(s.factions))
        or (s.phase == "factions" and all(s.factions))
        or (s.phase == "banners" and len(banners) == seats(s))
        or (s.phase == "discard" and not s.hands[seat])
        or (s.phase == "last-battle" and s.closing > 0)
    )
    if wrong and w.outcome is None:
        raise Impossible(text("The phase {phase} does not fit the position.", phase=s.phase))
    if s.phase == "play" and w.outcome is None and len(s.hands[seat]) == full_hand(s):
        s.phase = "draw"


def _battle(s: State, w: Written) -> None:
    """Read the progress of an unfinished battle."""
    if w.battle is None:
        return
    if s.phase not in BATTLES:
        raise Impossible(text("The phase {phase} does not fit the position.", phase=s.phase))
    made: dict[int, int] = {}
    for number, slots in w.battle.attacks:
        if number in made:
            raise Impossible(text("Two tiles cannot have the number {number}.", number=number))
        made[number] = mask(slots)
    check_attacks(s, made)
    s.battle = Battle(w.battle.segment, due(Influence(s), made, w.battle.segment), made)
    if not s.battle.attackers:
        raise Impossible(text("In segment {segment} nobody is left to attack.", segment=w.battle.segment))


def _judge(s: State) -> None:
    """End a position in which a Banner is destroyed, unless a battle is still to be fought to its end (B7)."""
    found = None if s.battle else verdict(s)
    if found:
        s.outcome = Outcome(*found, tuple(s.hit_points[0 if seat in s.teams[0] else 1] for seat in range(seats(s))))
