"""The state of a match of Monolith Arena: plain data. Kinds and spaces are numbers (see `content` and `board`).

It is packed as arrays without field names because every fork unpacks it.
"""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.game import Outcome
from engine.monolith.data.content import BANNER_OF, CONTENT, IS_BANNER

OFF = -1
"""Not a space: a tile inside a folded monolith."""


class Token(Struct, array_like=True):
    """A tile on the board, or hidden in a folded monolith."""

    id: int
    """Its own number for the whole match; no rule depends on it."""
    owner: int
    """The seat that plays it."""
    kind: int
    at: int
    rot: int = 0
    wounds: int = 0
    """Wounds of a tile with Toughness; a Banner's wounds are its team's lost hit points."""
    poison: int = 0
    net: bool = False
    """Whether a Net order's marker is on it, until the end of the next battle."""
    trench: bool = False
    """Whether the Entrenchment marker is on it."""


class Monolith(Struct, array_like=True):
    """The two lower segments of a seat's monolith; the third always lies under the Banner."""

    hidden: list[int]
    """While folded: the ids of the tiles on the lower segments, 0 for an empty one."""
    fields: list[int]
    """While unfolded: the spaces of the lower segments. Empty while folded."""
    seen: bool = False
    """Whether it has ever been unfolded: from then on everybody knows its tiles."""


class Battle(Struct, array_like=True):
    """A battle that pauses before a segment in which a player may have to choose."""

    segment: int
    attackers: list[tuple[int, int]]
    """The attacks of the segment: tile id and number of the attack, ordered by space."""
    made: dict[int, int]
    """By tile id, the attacks made in earlier segments: a mask of their numbers."""


class State(Struct, array_like=True):
    teams: list[list[int]]
    """The seats of each team; a seat's enemies are all seats of the other team."""
    order: list[int]
    """The seats in turn order, over and over (with three players: 0 1 2 1)."""
    tactical: bool = False
    with_monoliths: bool = False
    factions: list[str] = []
    """By seat; empty until it is chosen."""
    random_factions: bool = False
    """Whether the set-up deals the factions at random."""
    phase: str = "setup"
    """`setup`, `factions`, `monoliths`, `banners`, `draw`, `discard`, `play`, `battle`, `last-battle`."""
    turn: int = 0
    """The index in `order` of the seat on turn."""
    number: int = 0
    """Number of turns played so far."""
    tokens: list[Token] = []
    """All tiles on the board and in folded monoliths."""
    next_id: int = 1
    hands: list[list[int]] = []
    piles: list[list[int]] = []
    """By seat, the next tile first."""
    discards: list[list[int]] = []
    hit_points: list[int] = field(default_factory=lambda: [CONTENT.banner_hit_points] * 2)
    """By team."""
    monoliths: list[Monolith] = []
    """By seat, if the match is played with monoliths."""
    used: list[tuple[str, int]] = []
    """The effects used in this turn: the effect's name and the id of the tile it moved."""
    played: int = 0
    """Tiles played or discarded freely in this turn (the tactical variant allows two)."""
    unfolded: bool = False
    """Whether the seat on turn has unfolded its monolith in this turn."""
    closing: int = 0
    """Once a last tile is drawn: how many turns are left before the Last Battle; 0 before that."""
    extra: bool = False
    """Whether the extra turns after a tied Last Battle are being played."""
    battle: Battle | None = None
    """Progress of the battle, at a rest in the middle of one."""
    outcome: Outcome | None = None
    rules: int = 1
    """The rules version that the match began with; a changed reading asks `if s.rules >= 2`."""


def seat_on_turn(s: State) -> int:
    return s.order[s.turn]


def team_of(s: State, seat: int) -> int:
    return 0 if seat in s.teams[0] else 1


def friends(s: State, one: int, other: int) -> bool:
    """Whether two seats are on the same team (a seat is its own friend)."""
    return (one in s.teams[0]) == (other in s.teams[0])


def token_on(s: State, where: int) -> Token | None:
    return next((token for token in s.tokens if token.at == where), None)


def by_id(s: State, number: int) -> Token:
    return next(token for token in s.tokens if token.id == number)


def occupied(s: State) -> int:
    """All spaces with a tile on them, as a mask; an empty monolith segment is free."""
    found = 0
    for token in s.tokens:
        if token.at != OFF:
            found |= 1 << token.at
    return found


def banner_of(s: State, seat: int) -> Token | None:
    return next((token for token in s.tokens if token.owner == seat and IS_BANNER[token.kind]), None)


def banner_kind(s: State, seat: int) -> int:
    return BANNER_OF[s.factions[seat]]
