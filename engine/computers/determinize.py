"""Determinization: positions that agree with what a seat knows, with hidden things and future chance dealt again."""

from __future__ import annotations

from msgspec import msgpack

from engine.core.ask import Refused
from engine.core.dice import Dice
from engine.core.position import Position

_MOST_REDEALS = 2000
"""Most redeals when a deal contradicts what the seat knows."""


class Chance(Dice):
    """Dice that repeat the rolls made so far and draw new numbers for shuffles, whose outcome is
    hidden, and for all later draws.
    """

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
    """The position with everything redealt that the seat cannot know; simultaneous answers of others are taken back."""
    seen = _view(position, seat)
    for attempt in range(_MOST_REDEALS):
        try:
            dealt = _dealt(position, seat, f"{seed}/{attempt}")
        except Refused:  # a publicly known pick is not offered in this deal
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
    """The picks since the rest, without others' answers to a simultaneous question that is still open."""
    if not position.partial:
        return picks
    blind = {f"{other}:{option.code}" for other, option in position.answers.items() if other != seat}
    while picks and picks[-1] in blind:
        blind.remove(picks[-1])
        picks = picks[:-1]
    return picks
