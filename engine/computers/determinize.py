"""Positions as they may be for all that a seat knows: what is hidden from it, and all chance to come, is dealt anew."""

from __future__ import annotations

from msgspec import msgpack

from engine.core.ask import Refused
from engine.core.dice import Dice
from engine.core.position import Position

_TRIES = 2000
"""How often a deal that contradicts what the seat sees is dealt again."""


class Chance(Dice):
    """Rolls made so far stay as they were; shuffles, whose outcome is hidden, and all that is to come are new."""

    __slots__ = ("past", "since")

    def __init__(self, past: Dice, since: int, seed: str, used: int) -> None:
        super().__init__(seed, used)
        self.past, self.since = past, since

    def at(self, used: int) -> Dice:
        return Chance(self.past, self.since, self.seed, used)

    def below(self, sides: int) -> int:
        if self.used >= self.since:
            return super().below(sides)
        known = self.past.at(self.used)
        drawn = known.below(sides)
        self.used = known.used
        return drawn


def world(position: Position, seat: int, seed: str) -> Position:
    """The position with everything dealt anew that the seat cannot know; blind answers of others are taken back."""
    seen = _view(position, seat)
    for attempt in range(_TRIES):
        try:
            dealt = _dealt(position, seat, f"{seed}/{attempt}")
        except Refused:  # what somebody is known to have picked is not on offer in this deal
            continue
        if _view(dealt, seat) == seen:
            return dealt
    raise ValueError(f"{position.game.key}: what was dealt anew does not look the same to seat {seat}")


def _view(position: Position, seat: int) -> bytes:
    asks = tuple(ask for ask in position.asks if ask.seat == seat)
    return msgpack.encode(position.game.view(position.state, seat, asks))


def _dealt(position: Position, seat: int, seed: str) -> Position:
    game = position.game
    base, rolls, picks = position.mark()
    rest = msgpack.decode(base, type=game.state_type)
    game.redeal(rest, position.state, seat, Dice(f"{seed}/hidden"))
    chance = Chance(position.dice, position.dice.used, f"{seed}/ahead", rolls)
    there = Position(game, position.options, rest, chance)
    there.replay(game.repick(rest, _known(position, seat, picks), seat, Dice(f"{seed}/picks")))
    return there


def _known(position: Position, seat: int, picks: tuple[str, ...]) -> tuple[str, ...]:
    """The picks since the rest, without the answers that others have given blind to a question still open."""
    if not position.partial:
        return picks
    blind = {f"{other}:{option.code}" for other, option in position.answers.items() if other != seat}
    while picks and picks[-1] in blind:
        blind.remove(picks[-1])
        picks = picks[:-1]
    return picks
