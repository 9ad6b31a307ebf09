"""An unusual position is refused with a reason, or it can be shown, thought about and played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import render
from engine.computers.protocol import Computers
from engine.core.ask import Refused
from engine.core.game import AnyGame, Impossible
from engine.core.position import Position
from engine.core.text import say
from engine.registry import GAMES
from tests.support.profile import FIRST, examples

ODD: tuple[Any, ...] = (-1, 0, 1, 3, 7, 99, 10**6, 2**70, "", "x", "A", None, True, False, [], [0], {})
"""Values that are written somewhere into a valid position."""
DRAWN, THOUGHT = 20, 20
"""One in this many positions is drawn, or thought about."""


def sound(game: AnyGame, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Written positions of random matches."""
    while True:
        seats = chance.choice(game.seat_counts)
        options = {one.key: chance.choice(one.values) for one in game.match_options}
        try:
            position = Position.new(game, options, seats, str(chance.random()))
        except Impossible:
            continue  # not every option is allowed for every number of seats
        for _ in range(chance.randrange(120)):
            if position.asks:
                ask = chance.choice(position.asks)
                position.answer(ask, chance.choice(ask.options))
        for _ in range(10):
            yield json.loads(json.dumps(position.write()))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or object in the value, with each of its keys."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def made_odd(written: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The position with one or two changes: a missing value, an odd one, or one from elsewhere."""
    for _ in range(chance.choice((1, 1, 2))):
        where, key = chance.choice([*places(written)])
        other, that = chance.choice([*places(written)])
        if chance.random() < 0.2:
            del where[key]
        else:
            where[key] = json.loads(json.dumps(chance.choice((*ODD, other[that]))))
        if not written:
            break
    return written


def use(position: Position, chance: random.Random) -> None:
    """Do everything that can be done with a position."""
    game = position.game
    again = Position.read(game, {}, json.loads(json.dumps(position.write())))
    assert again.asks == position.asks and again.state == position.state
    seat = chance.choice((None, *range(position.seats)))
    view = game.view(position.state, seat, position.asks)
    for line in game.describe(view):
        say(line)
    if chance.randrange(DRAWN) == 0:
        render.draw(game.key, view, bottom=seat or 0, parts=True)
    if position.asks and chance.randrange(THOUGHT) == 0:
        mover = position.asks[0].seat
        fork = position.fork()
        for code in Computers().think(position, mover, 1, "")["codes"]:
            fork.pick(mover, code)
    for _ in range(20):
        if position.asks:
            ask = chance.choice(position.asks)
            for event in position.answer(ask, chance.choice(ask.options)):
                for line in game.narrate((event,)):
                    say(line)
    Position.read(game, {}, json.loads(json.dumps(position.write())))


@pytest.mark.parametrize("key", GAMES)
def test_an_unusual_position_is_refused_or_usable(key: str) -> None:
    chance = random.Random(f"{key} {FIRST}")
    used, positions = 0, sound(GAMES[key], chance)
    for _ in range(examples(250)):
        odd = made_odd(next(positions), chance)
        written = json.dumps(odd)
        try:
            position = Position.read(GAMES[key], {}, odd)
        except (Impossible, Refused):
            continue
        try:
            use(position, chance)
        except Exception as error:
            error.add_note(written)
            raise
        used += 1
    assert used > examples(10)
