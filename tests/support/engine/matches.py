"""Matches of every game and kind played at random, for laws that hold at every point of every match."""

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
    """A way to play: how many seats, with which options."""

    seats: int
    options: MatchOptions
    digest: str
    """A whole match in one number (see `test_the_same_seed_gives_the_same_match_on_every_machine`)."""
    looks: int = 5
    """At how many points of each match the laws of secrecy look."""
    family: str = ""
    """Kinds that come to the same ends, where one alone would have to be played very often to come to all of them."""


class Moment(NamedTuple):
    """A point of a match: the pick that led there, and what stood afterwards."""

    seat: int
    code: str
    events: tuple[Event, ...]
    boundary: bool
    revealed: bool
    """Whether the pick used chance or showed something hidden."""
    asks: tuple[Ask, ...]
    together: bool
    """Whether several seats are being asked at once, of whom one may be left."""
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
        """A new position that stands where the match stood after so many picks."""
        return self.start.at_mark(self.moments[number].mark)

    def entries(self, number: int) -> list[Entry]:
        """The log of the first so many picks."""
        return [Entry(one.seat, codes=(one.code,)) for one in self.moments[1 : number + 1]]

    def chance(self, what: object) -> random.Random:
        """Chance that is the same in every run of this profile."""
        return random.Random(f"{self.seed} {what}")

    def points(self, count: int) -> list[int]:
        """So many points of the match at random, and its end."""
        last = len(self.moments) - 1
        return [*sorted(self.chance("points").sample(range(last), min(count, last))), last]

    @contextmanager
    def at(self, number: int) -> Iterator[None]:
        """What is raised here says where in which match."""
        try:
            yield
        except BaseException as raised:
            codes = " ".join(f"{one.seat}:{one.code}" for one in self.moments[1 : number + 1])
            kind = f"{self.subject.game.key}, {self.kind.seats} seats, {dict(self.kind.options)}"
            raised.add_note(f"{kind}, seed {self.seed!r}, after {number} picks: {codes}")
            raise

    def walk(self) -> Iterator[tuple[Moment, Moment]]:
        """Every pick: the moment before and the moment after it."""
        return pairwise(self.moments)


class Subject(NamedTuple):
    """What the laws need to know of a game besides the game itself."""

    game: Game[Any, Any]
    kinds: Mapping[str, Kind]
    matches: int
    """How many matches of each kind are played."""
    points: int
    """How many positions of each of them the laws look at, besides the end."""
    forks: int
    """From how many of these positions it is played to the end."""
    playouts: int
    """How many matches of each kind a commit plays just to their end."""
    certain: frozenset[str]
    """The ends that so many matches of any kind (or family of kinds) come to."""
    spots: frozenset[str]
    """The spaces of the board, which options and trails point at."""
    words: str
    """Codes besides those of spots and components, on offer somewhere."""
    disguised: Callable[[Any, Collection[int], random.Random, bool | None], Any]
    """The state with everything dealt anew that none of these seats can know. The flag says what must stay for the
    match to go on from it: all that a step which has begun (True), or is about to begin (False), has drawn; a state
    that is only looked at (None) need not go on."""
    hidden: Callable[[Any, int | None], set[str]]
    """The ids of what a seat cannot see anywhere."""
    uncovers: Callable[[Moment, Moment], bool]
    """Whether something hidden has come to light with a pick, told by what can be seen of it."""
    conserved: Callable[[Kind, Any, Any | None], None]
    """Fails when a component is lost, doubled or where it cannot be: in a state, and in the state at a rest."""
    own_laws: tuple[Callable[[Match], None], ...] = ()
    """Laws of this game alone, over a whole match."""
    private: bool = True
    """Whether a seat knows what others do not."""
    cards: frozenset[str] = frozenset()
    """What options point at besides: cards that lie open or are in hand."""
    remark: str = ""
    """What may stand behind the question mark of a question, as a pattern."""
    searched: int = 0
    """The same for a search, which plays `profile.TIMES` as many, where a commit's few would come to less."""
    first: int = 0
    """The start from which a commit plays them: one after which all ends are near that are certain in many matches."""
    favoured: Callable[[Ask, random.Random], Sequence[Option]] = lambda ask, _: ask.options
    """The options that random play chooses from, so that more happens."""


def begin(subject: Subject, kind: Kind, seed: str) -> Position:
    """A new match."""
    return Position.new(subject.game, kind.options, kind.seats, seed)


def go(subject: Subject, position: Position, chance: random.Random) -> tuple[int, str, list[Event]]:
    """One random pick of any seat that is asked."""
    ask = chance.choice(position.asks)
    code = chance.choice(list(subject.favoured(ask, chance))).code
    return ask.seat, code, position.pick(ask.seat, code)


def play(subject: Subject, name: str, seed: str) -> Match:
    """A random match to its end."""
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
    """The position as it is after a journey through JSON."""
    written: dict[str, Any] = json.loads(json.dumps(position.write()))
    return written


def reread(position: Position, **changed: Any) -> Position:
    """The position read from its writing, with some fields changed."""
    return Position.read(position.game, position.options, {**on_the_wire(position), **changed})


def alike(subject: Subject, position: Position, seats: Collection[int], chance: random.Random) -> Position:
    """A position that is the same for these seats, with what is hidden from them dealt anew and other chance ahead."""
    hidden = subject.disguised(position._at_rest(), seats, chance, bool(position.picks))
    written, dealt = on_the_wire(position), json.loads(json.dumps(subject.game.write(hidden)))
    seed = position.dice.seed if position.dice.used > written["rolls"] else "another seed"
    return Position.read(position.game, position.options, {**written, **dealt, "seed": seed})


def standing(position: Position, seat: int | None) -> list[object]:
    """What a seat sees of a position: the view, its words (as data), its questions."""
    game = position.game
    view = game.view(position.state, seat, position.asks)
    return [msgspec.json.encode(view), game.describe(view), [ask for ask in position.asks if ask.seat == seat]]


def seen(position: Position, seat: int | None) -> list[object]:
    """All that leaves the engine for a seat: what stands, and what has just happened."""
    events = seen_by(position.events, seat)
    return [
        *standing(position, seat),
        [(event.kind, dict(event.args)) for event in events],
        position.game.narrate(events),
        (position.held, position.boundary),
    ]


def along(subject: Subject, kind: str, seed: str, share: float) -> Iterator[Position]:
    """Positions of a random match of that kind, so many of them."""
    position, chance = begin(subject, subject.kinds[kind], seed), random.Random(seed)
    while position.asks:
        if chance.random() < share:
            yield position
        go(subject, position, chance)
