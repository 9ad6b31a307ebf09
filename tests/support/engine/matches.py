"""Random matches of every game and kind, for laws that hold at every point of every match."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import msgpack

from engine.core.ask import Ask, Event, Option, seen_by
from engine.core.game import Game, MatchOptions
from engine.core.position import Position
from engine.core.record import Entry

T = TypeVar("T")


class Kind(NamedTuple):
    """A kind of match: number of seats and options."""

    seats: int
    options: MatchOptions
    digest: str
    """A whole match in one number (see `test_the_same_seed_gives_the_same_match_on_every_machine`)."""
    looks: int = 5
    """Number of points of each match at which the laws of secrecy are checked."""
    family: str = ""
    """The common name of kinds that reach the same ends, where one alone would have to be played very often to reach
    all."""


class Moment(NamedTuple):
    """A point of a match: the pick that led there, and the state after it."""

    seat: int
    code: str
    events: tuple[Event, ...]
    boundary: bool
    revealed: bool
    """Whether the pick used chance or showed something hidden."""
    asks: tuple[Ask, ...]
    together: bool
    """Whether a question goes to several seats simultaneously, even if only one has still to answer."""
    state: Any
    rest: Any | None
    """The state at rest, if nothing has been picked since."""
    mark: Any


class Match(NamedTuple):
    """A whole match, from the first question to the end."""

    subject: Subject
    name: str
    kind: Kind
    seed: str
    start: Position
    moments: list[Moment]

    def position(self, number: int) -> Position:
        """A new position equal to the match's position after `number` picks."""
        return self.start.at_mark(self.moments[number].mark)

    def entries(self, number: int) -> list[Entry]:
        """The log of the first `number` picks."""
        return [Entry(one.seat, codes=(one.code,)) for one in self.moments[1 : number + 1]]

    def chance(self, what: object) -> random.Random:
        """Random numbers that are the same in every run of this profile."""
        return random.Random(f"{self.seed} {what}")

    def points(self, count: int) -> list[int]:
        """`count` random points of the match, and its end."""
        last = len(self.moments) - 1
        return [*sorted(self.chance("points").sample(range(last), min(count, last))), last]

    @contextmanager
    def at(self, number: int) -> Iterator[None]:
        """Add the point of the match to every error raised in this block."""
        try:
            yield
        except BaseException as raised:
            codes = " ".join(f"{one.seat}:{one.code}" for one in self.moments[1 : number + 1])
            kind = f"{self.subject.game.key}, {self.kind.seats} seats, {dict(self.kind.options)}"
            raised.add_note(f"{kind}, seed {self.seed!r}, after {number} picks: {codes}")
            raise

    def walk(self) -> Iterator[tuple[Moment, Moment]]:
        """Yield every pick as the moments before and after it."""
        return pairwise(self.moments)


class Subject(NamedTuple):
    """The facts about a game that the laws need, besides the game itself."""

    game: Game[Any, Any]
    kinds: Mapping[str, Kind]
    matches: int
    """Number of matches played of each kind."""
    points: int
    """Number of positions of each match that the laws check, besides the end."""
    forks: int
    """Number of these positions from which the match is played to the end again."""
    playouts: int
    """Number of matches of each kind that a commit only plays to their end."""
    certain: frozenset[str]
    """Ends that this many matches of any kind (or family of kinds) reach."""
    spots: frozenset[str]
    """The spaces of the board, which options and trails point at."""
    words: str
    """Codes offered somewhere, besides those of spots and components."""
    disguised: Callable[[Any, Collection[int], random.Random, bool | None], Any]
    """The state with everything that none of these seats can know dealt again.

    The flag says what must stay so that the match can continue: all that a begun step (True) or a step about to begin
    (False) has drawn; a state that is only viewed (None) need not continue.
    """
    hidden: Callable[[Any, int | None], set[str]]
    """The ids of everything that a seat cannot see."""
    uncovers: Callable[[Moment, Moment], bool]
    """Whether a pick has revealed something hidden, judged by its visible effects."""
    conserved: Callable[[Kind, Any, Any | None], None]
    """Fails if a component is lost, duplicated or misplaced, in a state and in the state at a rest."""
    own_laws: tuple[Callable[[Match], None], ...] = ()
    """Laws of this game only, for a whole match."""
    private: bool = True
    """Whether seats have private knowledge."""
    cards: frozenset[str] = frozenset()
    """Targets of options besides spots: cards that are face up or in hand."""
    remark: str = ""
    """A pattern of the text that may follow the question mark of a question."""
    searched: int = 0
    """The number of matches for a search, which multiplies it by `profile.TIMES`, if a commit's number is too small."""
    first: int = 0
    """The first seed for a commit: with it, all `certain` ends are reached in few matches."""
    favoured: Callable[[Ask, random.Random], Sequence[Option]] = lambda ask, _: ask.options
    """The options from which random play chooses, so that more happens."""


def begin(subject: Subject, kind: Kind, seed: str) -> Position:
    """A new match."""
    return Position.new(subject.game, kind.options, kind.seats, seed)


def go(subject: Subject, position: Position, chance: random.Random) -> tuple[int, str, list[Event]]:
    """Make a random pick for any asked seat; return seat, code and events."""
    ask = chance.choice(position.asks)
    code = chance.choice(list(subject.favoured(ask, chance))).code
    return ask.seat, code, position.pick(ask.seat, code)


def play(subject: Subject, name: str, seed: str) -> Match:
    """Play a random match to its end."""
    kind = subject.kinds[name]
    start, position, chance = begin(subject, kind, seed), begin(subject, kind, seed), random.Random(seed)
    moments = [_moment(position, -1, "")]
    while position.asks:
        position.revealed = False
        seat, code, _ = go(subject, position, chance)
        moments.append(_moment(position, seat, code))
    return Match(subject, name, kind, seed, start, moments)


def _moment(position: Position, seat: int, code: str) -> Moment:
    return Moment(
        seat,
        code,
        tuple(position.events),
        position.boundary,
        position.revealed,
        position.asks,
        position.together,
        copied(position.state),
        at_rest(position),
        position.mark(),
    )


def at_rest(position: Position) -> Any | None:
    """The state at the last rest, if nothing has been picked since."""
    return None if position.picks else position._at_rest()


def copied(state: T) -> T:
    """An independent copy of a state."""
    return msgpack.decode(msgpack.encode(state), type=type(state))


def on_the_wire(position: Position) -> dict[str, Any]:
    """The position after a round trip through JSON."""
    written: dict[str, Any] = json.loads(json.dumps(position.write()))
    return written


def reread(position: Position, **changed: Any) -> Position:
    """The position read from its written form, with some fields changed."""
    return Position.read(position.game, position.options, {**on_the_wire(position), **changed})


def alike(subject: Subject, position: Position, seats: Collection[int], chance: random.Random) -> Position:
    """An equal position for these seats, with everything hidden from them dealt again and other random numbers."""
    hidden = subject.disguised(position._at_rest(), seats, chance, bool(position.picks))
    written, dealt = on_the_wire(position), json.loads(json.dumps(subject.game.write(hidden)))
    seed = position.dice.seed if position.dice.used > written["rolls"] else "another seed"
    return Position.read(position.game, position.options, {**written, **dealt, "seed": seed})


def standing(position: Position, seat: int | None) -> list[object]:
    """The seat's view of a position, its description (as data), and its questions."""
    game = position.game
    view = game.view(position.state, seat, position.asks)
    return [msgspec.json.encode(view), game.describe(view), [ask for ask in position.asks if ask.seat == seat]]


def seen(position: Position, seat: int | None) -> list[object]:
    """Everything the engine gives a seat: the position and the last events."""
    events = seen_by(position.events, seat)
    return [
        *standing(position, seat),
        [(event.kind, dict(event.args)) for event in events],
        position.game.narrate(events),
        (position.held, position.boundary),
    ]


def along(subject: Subject, kind: str, seed: str, share: float) -> Iterator[Position]:
    """Yield positions of a random match of that kind, a share of all of them."""
    position, chance = begin(subject, subject.kinds[kind], seed), random.Random(seed)
    while position.asks:
        if chance.random() < share:
            yield position
        go(subject, position, chance)
