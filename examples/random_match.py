"""Play a random match and print every turn in words: python -m examples.random_match [GAME] [SEED]"""

from __future__ import annotations

import random
import sys

from engine import GAMES, Position, seen_by


def main(key: str = "leaders", seed: str = "hello") -> None:
    game = GAMES[key]
    position = Position.new(game, {}, game.seat_counts[0], seed)
    chance = random.Random(seed)
    turn = 0
    while position.asks:
        ask = position.asks[0]
        option = chance.choice(ask.options)
        events = position.pick(ask.seat, option.code)
        for line in game.narrate(seen_by(events, None)):
            print(f"  {line}")
        if position.ask_of(ask.seat) is None:
            turn += 1
            view = game.view(position.state, None, position.asks)
            print(f"{turn}.", *game.describe(view))
    assert position.outcome is not None
    print("Over:", game.reasons[position.outcome.reason], "Winners:", position.outcome.winners)


if __name__ == "__main__":
    main(*sys.argv[1:])
