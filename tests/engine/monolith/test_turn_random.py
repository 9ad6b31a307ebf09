"""Random matches of every kind end, and laws that hold all the way."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.core.playout import playout
from engine.core.position import Position
from engine.monolith.board import ADJACENT
from engine.monolith.content import BANNER_OF, CONTENT, IS_BANNER, pile_of
from engine.monolith.ending import REASONS
from engine.monolith.game import GAME
from engine.monolith.state import OFF, State, banner_of

KINDS: dict[str, tuple[int, dict[str, Any]]] = {
    "two players": (2, {}),
    "monoliths": (2, {"monoliths": True}),
    "tactical": (2, {"tactical": True}),
    "three players": (3, {}),
    "four players": (4, {}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_random_matches_end(kind: str) -> None:
    seats, options = KINDS[kind]
    played = playout(Position.new(GAME, options, seats, kind), kind, 80)
    assert sum(played.results.values()) == 80
    assert {result.split()[1] for result in played.results} <= set(REASONS)


@pytest.mark.parametrize(("seats", "options"), [(3, {"monoliths": True, "tactical": True}), (4, {"monoliths": True})])
def test_all_options_go_together(seats: int, options: dict[str, bool]) -> None:
    assert playout(Position.new(GAME, options, seats, "together"), "x", 40).games == 40


def laws(s: State) -> None:
    """What holds at every rest."""
    on = [token.at for token in s.tokens if token.at != OFF]
    assert len(set(on)) == len(on), "one token on a field"
    assert sum(token.poison for token in s.tokens) <= CONTENT.pool.poison
    assert sum(token.net for token in s.tokens) <= CONTENT.pool.net
    assert sum(token.trench for token in s.tokens) <= CONTENT.pool.trench
    assert all(0 <= points <= CONTENT.banner_hit_points for points in s.hit_points)
    assert all(len(hand) <= (6 if s.tactical else 3) for hand in s.hands)
    assert len({token.id for token in s.tokens}) == len(s.tokens)
    for seat, faction in enumerate(s.factions):
        if s.phase not in ("setup", "factions", "monoliths", "banners"):
            own = [token.kind for token in s.tokens if token.owner == seat]
            found = sorted([*own, *s.hands[seat], *s.piles[seat], *s.discards[seat]])
            assert found == sorted([*pile_of(faction), BANNER_OF[faction]]), "no token is lost or made"
    lying = [field for monolith in s.monoliths for field in monolith.fields]
    banners = [token.at for token in s.tokens if IS_BANNER[token.kind]]
    assert len({*lying, *banners}) == len(lying) + len(banners), "no segment on another"
    for seat, monolith in enumerate(s.monoliths):
        assert len(monolith.hidden) + len(monolith.fields) == 2
        banner = banner_of(s, seat)
        if monolith.fields and banner is not None:
            three = [banner.at, *monolith.fields]
            for field in three:
                assert any(ADJACENT[field] >> other & 1 for other in three), "in one piece"


@pytest.mark.parametrize(
    ("seats", "options"), [*KINDS.values(), (4, {"monoliths": True}), (3, {"monoliths": True, "tactical": True})]
)
def test_the_laws_hold_at_every_rest(seats: int, options: dict[str, Any]) -> None:
    for number in range(6):
        position, chance = Position.new(GAME, options, seats, f"law {number}"), random.Random(number)
        base = b""
        while position.asks:
            if position.mark()[0] != base:
                base = position.mark()[0]
                laws(msgspec.msgpack.decode(base, type=State))
            ask = chance.choice(position.asks)
            position.pick(ask.seat, chance.choice(ask.options).code)
        laws(position.state)


def test_the_same_seed_and_the_same_picks_give_the_same_match() -> None:
    ends = []
    for _ in range(2):
        position, chance = Position.new(GAME, {"monoliths": True}, 2, "same"), random.Random(1)
        while position.asks:
            ask = chance.choice(position.asks)
            position.pick(ask.seat, chance.choice(ask.options).code)
        ends.append(position.write())
    assert ends[0] == ends[1]


@pytest.mark.parametrize(("seats", "options"), [(2, {"monoliths": True}), (4, {})])
def test_a_held_pick_shows_nothing_beyond_its_boundary(seats: int, options: dict[str, Any]) -> None:
    """Another order of the piles is the same for everybody until a token is drawn."""
    position, chance = Position.new(GAME, options, seats, "hold"), random.Random(2)
    while position.asks:
        ask = chance.choice(position.asks)
        code = chance.choice(ask.options).code
        if position.state.phase in ("play", "discard") and chance.random() < 0.3:
            written = position.write()
            piles = {seat: chance.sample(pile, len(pile)) for seat, pile in written["piles"].items()}
            tries = []
            for changed in (written, {**written, "piles": piles, "seed": "other"}):
                other = Position.read(GAME, options, changed)
                events = other.pick(ask.seat, code, hold=True)
                views = [GAME.view(other.state, seat, other.asks) for seat in (None, *range(seats))]
                tries.append((events, views, other.asks, other.held))
            assert tries[0] == tries[1]
        position.pick(ask.seat, code)
