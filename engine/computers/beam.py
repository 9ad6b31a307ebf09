"""Beam search over whole decisions of a seat, from a question up to the boundary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, msgpack

from engine.core.ask import Ask, Option
from engine.core.position import Position

Judge = Callable[[Any, int], float]
"""A state and a seat → the seat's chance to win."""
Sight = Callable[[str], bool]
"""Whether the player notices an option, by its code."""
_pack = msgpack.Encoder().encode


class Line(Struct, frozen=True):
    """A whole decision: its codes, the position before the boundary, and its value for the deciding seat."""

    codes: tuple[str, ...]
    position: Position
    value: float


class Effort:
    """Counts picks tried against a limit."""

    __slots__ = ("most", "tried")

    def __init__(self, most: int) -> None:
        self.most, self.tried = most, 0

    @property
    def spent(self) -> bool:
        return self.tried >= self.most


class Beam(Struct, frozen=True):
    """The widths of a beam search."""

    width: int
    """Positions kept from rest to rest."""
    breadth: int = 60
    """Positions kept from question to question between two rests."""
    sharp: int = 0
    """Most picks to spend on finding an immediate win."""
    unlikely: bool = False
    """Whether all options are tried, not only those that the game considers."""


_AIMED = (Beam(24, 1_000), Beam(400, 1_000, unlikely=True))
"""The beams for decisions that may win at once."""


def actions(
    position: Position, seat: int, judge: Judge, beam: Beam, effort: Effort, sight: Sight | None = None
) -> Iterator[tuple[tuple[str, ...], Position]]:
    """Yield the ways to reach the next rest or boundary; if there are many, the most promising ones."""
    waiting: list[tuple[tuple[str, ...], Position]] = [((), position)]
    seen: set[Any] = set()
    """Keys of positions already reached by other orders of picks."""
    breadth = beam.breadth
    while waiting:
        if effort.spent:
            breadth = 1
        if len(waiting) > breadth:
            order = sorted(range(len(waiting)), key=lambda n: -chance_of(waiting[n][1], seat, judge))
            waiting = [waiting[n] for n in order[:breadth]]
        found = []
        for codes, here in waiting:
            ask = here.ask_of(seat)
            assert ask is not None
            options = _considered(here, ask, sight, beam.unlikely)
            for option in options:
                there = here.fork() if here is position or option is not options[-1] else here
                there.answer(ask, option, hold=True, listed=False)
                effort.tried += 1
                step = (*codes, option.code)
                if there.boundary or there.between_actions:
                    yield step, there
                elif (key := (_pack(there.state), *sorted(step))) not in seen:
                    seen.add(key)
                    found.append((step, there))
        waiting = found


def _considered(position: Position, ask: Ask, sight: Sight | None, unlikely: bool) -> Sequence[Option]:
    """The options to try. A player who notices none of them tries all."""
    game = position.game
    options = ask.options if game.considered is None or unlikely else game.considered(position.state, ask)
    skipped = game.skipped
    if skipped:
        options = [option for option in options if option.code not in skipped]
    if sight is not None:
        options = [option for option in options if sight(option.code)] or options
    return options


def lines(
    position: Position, seat: int, judge: Judge, beam: Beam, effort: Effort, sight: Sight | None = None
) -> list[Line]:
    """Decisions, best first, by beam search from rest to rest; a winning one ends the search."""
    won = find_win(position, seat, beam.sharp, effort)
    if won is not None:
        return [won]
    finished: dict[Any, Line] = {}
    seen: set[Any] = set()
    frontier: list[tuple[tuple[str, ...], Position]] = [((), position)]
    left: list[tuple[tuple[str, ...], Position]] = []
    width = beam.width
    while frontier:
        found: list[tuple[float, int, tuple[str, ...], Position]] = []
        for codes, here in frontier:
            if effort.spent and (found or finished):
                break
            for more, there in actions(here, seat, judge, beam, effort, sight):
                key = _key(there)
                if key in seen:
                    continue
                seen.add(key)
                value = chance_of(there, seat, judge)
                if there.boundary:
                    line = Line(codes + more, there, value)
                    if there.outcome is not None and value == 1.0:
                        return [line]
                    finished[key] = line
                else:
                    found.append((value, -len(found), codes + more, there))
        found.sort(reverse=True)
        if frontier[0][1] is position and not position.between_actions:  # within an action: continue after it
            for _, _, codes, there in found[:width]:
                won = find_win(there, seat, beam.sharp // min(width, len(found)), effort)
                if won is not None:
                    return [Line(codes + won.codes, won.position, won.value)]
        if effort.spent:
            width = 0 if finished else 1
        frontier = [(codes, there) for _, _, codes, there in found[:width]]
        left = [(codes, there) for _, _, codes, there in found[width:]] + left
        if not frontier and not finished:  # all continuations were reached another way: follow that way
            frontier, left = left[:1], left[1:]
    return sorted(finished.values(), key=lambda line: -line.value)


def _key(position: Position) -> Any:
    """A key that is equal for positions of which only one needs to be searched."""
    base, _, picks = position.mark()
    alike = position.game.alike
    return (base if alike is None else alike(position.state), picks)


def find_win(position: Position, seat: int, sharp: int, effort: Effort) -> Line | None:
    """A decision that certainly wins within the turn, or None. Only for games with `decisive` or `aim`, and only at a
    rest.
    """
    look = position.game.decisive
    if not sharp or not position.between_actions or position.ask_of(seat) is None:
        return None
    if look is None:
        return _aimed(position, seat, sharp, effort)
    found = look(position.state, seat, sharp)
    effort.tried += found.tried
    return None if found.answers is None else decision_with(position, seat, found.answers)


def decision_with(position: Position, seat: int, answers: Iterable[tuple[str, Any]]) -> Line:
    """The decision that gives these answers, up to the boundary, with value 1 because it wins."""
    there = position.fork()
    codes = []
    for prompt, value in answers:
        ask = there.ask_of(seat)
        if ask is None or ask.prompt != prompt:
            continue  # answered automatically
        for option in ask.options:
            if option.value == value:
                there.answer(ask, option, hold=True)
                codes.append(option.code)
                break
    return Line(tuple(codes), there, 1.0)


def _aimed(position: Position, seat: int, sharp: int, effort: Effort) -> Line | None:
    """A decision that wins the match or round at once, found by a beam ordered by `Game.aim`; None if none is found.

    Options that the game does not consider are tried in a second search.
    """
    aim, worth = position.game.aim, position.game.worth
    if aim is None or worth is None or not aim(position.state, seat):
        return None
    own = Effort(sharp)
    for beam in _AIMED if position.game.considered else _AIMED[:1]:
        best = lines(position, seat, aim, beam, own)[0]
        if best.value == 1.0 or own.spent:
            break
    effort.tried += own.tried
    return Line(best.codes, best.position, chance_of(best.position, seat, worth)) if best.value == 1.0 else None


def chance_of(position: Position, seat: int, judge: Judge) -> float:
    """The seat's chance to win: 0, 1 or a share when the match is over, else the judge's value."""
    outcome = position.outcome
    if outcome is None:
        return judge(position.state, seat)
    if not outcome.winners:
        return 0.5
    return 1.0 if seat in outcome.winners else 0.0
