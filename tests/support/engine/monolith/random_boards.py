"""Random boards with many interactions: tiles of a theme, rotated toward each other."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hypothesis import strategies as st

from tests.support.engine.monolith.oracle import (
    BANNERS,
    BOARD_TOKENS,
    FIELDS,
    FOUR,
    MARKERS,
    THREE,
    TWO,
    At,
    Table,
    Token,
    beyond,
)


def like(*words: str) -> list[str]:
    """The tiles with one of these words in their names."""
    return [name for name in BOARD_TOKENS if any(word in name for word in words)]


FIGHTERS = like("mygalo", "platform", "sword", "spike", "axe", "wyrm", "wyvern", "golem", "pike", "knight")
THEMES = [
    BOARD_TOKENS,
    [*like("regeneration") * 4, *BOARD_TOKENS],
    [*like("regeneration") * 3, *FIGHTERS],
    [*like("horror", "nightmare") * 4, *BOARD_TOKENS, *like("acceleration", "double") * 2],
    [*like("spike", "golem", "crossbow", "knight", "wyvern", "rune_strength", "axe", "mygalo"), *like("regeneration")],
    [*like("acceleration", "double", "nightmare", "horror", "disarm", "hunter", "spark", "veteran"), *FIGHTERS],
    [*like("morlock", "regeneration", "golem", "knight", "nightmare", "disarm") * 2, *BOARD_TOKENS],
    [*like("assassin", "golem", "knight", "regeneration", "strength", "reinforcement", "double"), *BOARD_TOKENS],
    like(
        "penetr",
        "reinf",
        "accur",
        "crossbow",
        "sorc",
        "spark",
        "hunter",
        "platform",
        "golem",
        "knight",
        "arqu",
        "chaos",
    ),
]
TEAMS: list[Mapping[str, int]] = [TWO, TWO, TWO, THREE, FOUR]


class Seen(NamedTuple):
    """A tile's neighborhood in one direction, whatever its rotation."""

    near: Token | None
    enemy: bool
    """Whether its neighbor is an enemy."""
    in_line: bool
    """Whether there is an enemy anywhere in the line."""


def seen_by(token: Token, on: Mapping[At, Token], teams: Mapping[str, int]) -> list[Seen]:
    """The tile's neighborhood in each direction."""
    found = []
    for way in range(6):
        line = [on.get(beyond(token.at, way, steps)) for steps in range(1, 5)]
        enemies = [one is not None and teams[one.owner] != teams[token.owner] for one in line]
        found.append(Seen(line[0], enemies[0], any(enemies)))
    return found


def meetings(token: Token, around: Sequence[Seen]) -> int:
    """Number of a tile's effects on its neighbors with its current rotation."""
    found = 0
    for way, (near, enemy, in_line) in enumerate(around):
        found += enemy and any(token.side(symbol, way) for symbol in ("melee", "net", "lightning"))
        found += in_line and token.side("ranged", way) > 0
        if near is not None and token.side("links", way) and enemy == (token.data["reach"] == "enemy_linked"):
            found += 1 + (near.effect == token.effect)
    return found


@st.composite
def boards(draw: st.DrawFn, teams: Mapping[str, int], fewest: int = 2, most: int = 19) -> list[Token]:
    """Tiles of any factions on any spaces, at most one Banner per owner, with as many markers as exist."""
    chance = random.Random(draw(st.integers(0, 10**9)))
    theme, count = draw(st.sampled_from(THEMES)), draw(st.integers(fewest, most))
    banners = {owner for owner in teams if chance.random() < 0.5}
    poison, tokens = MARKERS, list[Token]()
    net, trench = chance.sample(range(60), 2)
    for number, at in enumerate(chance.sample(FIELDS, count)):
        owner = chance.choice(sorted(teams))
        name = chance.choice(BANNERS if owner in banners else theme)
        banners.discard(owner)
        markers = min(poison, chance.choice([0] * 8 + [1, 1, 2, 3]))
        poison -= markers
        tokens.append(Token(owner, name, at, chance.randrange(6), 0, markers, number == net, number == trench))
    on = {token.at: token for token in tokens}
    for number, token in enumerate(tokens):
        if chance.random() < 0.7:
            turned = [token._replace(rot=rot) for rot in chance.sample(range(6), 6)]
            around = seen_by(token, on, teams)
            tokens[number] = max(turned, key=partial(meetings, around=around))
    table = Table(tokens, teams)
    return [
        token._replace(wounds=0 if token.banner else chance.randint(0, table.toughness(token.at) + token.trench))
        for token in tokens
    ]
