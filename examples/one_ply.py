"""Let a player that looks one choice ahead play a random one: python -m examples.one_ply [GAME] [MATCHES]"""

from __future__ import annotations

import random
import sys

from engine import GAMES, Ask, Option, Position


def look_ahead(position: Position, ask: Ask, chance: random.Random) -> Option:
    """An option that wins at once, else any that does not lose at once."""
    safe = []
    for option in ask.options:
        after = position.fork(seed="a guess")  # the chance is not the match's own, but hidden cards are the real ones
        after.pick(ask.seat, option.code)
        if after.outcome is None:
            safe.append(option)
        elif ask.seat in after.outcome.winners:
            return option
    return chance.choice(safe or ask.options)


def main(key: str = "leaders", matches: str = "40") -> None:
    game, won = GAMES[key], 0
    for number in range(int(matches)):
        chance = random.Random(number)
        position, ours = Position.new(game, {}, 2, f"match {number}"), number % 2
        while position.asks:
            ask = position.asks[0]
            option = look_ahead(position, ask, chance) if ask.seat == ours else chance.choice(ask.options)
            position.pick(ask.seat, option.code)
        won += position.outcome is not None and ours in position.outcome.winners
    print(f"{game.name}: the player that looks ahead won {won} of {matches} matches.")


if __name__ == "__main__":
    main(*sys.argv[1:])
