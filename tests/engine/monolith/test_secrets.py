"""Tiles hidden in a monolith are known to their owner, and to everybody after unfolding."""

from __future__ import annotations

import random

import msgspec

from engine.core.ask import seen_by
from engine.core.position import Position
from engine.monolith.game import GAME
from tests.support.engine.matches import begin, go
from tests.support.engine.monolith.laws import SUBJECT


def begun(seed: str, picks: int) -> Position:
    """A match with monoliths after this many random picks, or at its end."""
    position, chance = begin(SUBJECT, SUBJECT.kinds["monoliths"], seed), random.Random(seed)
    while position.asks and picks > 0:
        go(SUBJECT, position, chance)
        picks -= 1
    return position


def test_the_choice_of_hidden_tiles_is_shown_to_its_owner_only() -> None:
    position = begun("secret", 2)
    assert position.write()["phase"] == "monoliths"
    while position.write()["phase"] == "monoliths" and position.asks:
        before = [msgspec.to_builtins(GAME.view(position.state, seat, ())) for seat in (0, 1)]
        ask = position.asks[0]
        code = ask.options[3].code
        events = position.pick(ask.seat, code)
        rival = 1 - ask.seat
        mentions = [event for event in events if code in str(event.args) or code.replace("-", "_") in str(event.args)]
        assert not seen_by(mentions, rival)
        assert not seen_by(mentions, None)
        if position.write()["phase"] == "monoliths":
            view = msgspec.to_builtins(GAME.view(position.state, rival, ()))
            assert view["seats"][ask.seat] == before[rival]["seats"][ask.seat]


def test_a_monolith_that_was_unfolded_is_public() -> None:
    """Unfolded tiles were visible; hiding them again would test people's memory."""
    for number in range(40):
        position = begun(f"open {number}", 400)
        for letter, monolith in (position.write()["monoliths"] or {}).items():
            if monolith["seen"] and not monolith["fields"] and any(monolith["hidden"]):
                seat = "ABCD".index(letter)
                views = [GAME.view(position.state, who, position.asks) for who in (None, 0, 1)]
                assert len({view.seats[seat].hidden for view in views}) == 1
                return
    raise AssertionError("no monolith was ever folded again")
