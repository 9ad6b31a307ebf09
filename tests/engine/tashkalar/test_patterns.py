"""Patterns: the number of their images, and their matches, compared with a slow search through the printed grids.

`python -m tests.engine.tashkalar.test_patterns 5000` compares this many arenas.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from engine.core.masks import spaces_of
from engine.tashkalar.board import AT, XY
from engine.tashkalar.data.content import CARD_OF, CARDS
from engine.tashkalar.patterns import IMAGES
from engine.tashkalar.setup import blank
from engine.tashkalar.state import State, piece
from engine.tashkalar.summoning import matches, places, summonable
from tests.support.each import each
from tests.support.engine.tashkalar import pattern_oracle
from tests.support.engine.tashkalar.pattern_oracle import ARENA, Pair, Pieces, Table
from tests.support.profile import seeds

SQUARES = sorted(ARENA)
NAMES = [card.id for card in CARDS]
ONE, TWO, FOUR = (
    {"imperial.master_of_intrigue", "sylvan.kiskin_leafsplitter"},
    {"imperial.swordmaster", "highland.clan_axeman"},
    {
        "imperial.messenger", "imperial.herald", "imperial.chronicler", "imperial.assassin", "imperial.time_mage",
        "imperial.summoner", "imperial.hypnotist", "imperial.infantry_captain", "imperial.cavalry_captain",
        "imperial.high_priestess", "highland.wild_eagle", "highland.ritual_keeper", "highland.eagle_lord",
        "highland.blood_shaman", "highland.war_drummer", "highland.hill_giant", "highland.warlord",
        "highland.war_summoner", "highland.ritual_master", "highland.hungry_bear", "highland.werewolf",
        "highland.clan_guardian", "sylvan.sapling", "sylvan.forest_wardens", "sylvan.centaur_chieftain",
        "sylvan.woodland_druid", "sylvan.forest_mystic", "sylvan.kiskin_boughrunner", "legends.fire_dragon",
        "legends.hell_bull", "legends.angel_of_death", "legends.the_eldest_tree", "legends.two_headed_dragon",
        "legends.time_elemental", "legends.titan",
    },
)  # fmt: skip
"""Cards with one, two or four distinct images; all others have eight."""


@each("name", NAMES)
def test_a_pattern_has_the_expected_number_of_images(name: str) -> None:
    expected = 1 if name in ONE else 2 if name in TWO else 4 if name in FOUR else 8
    assert len(IMAGES[CARD_OF[name]]) == len(pattern_oracle.grids(name)) == expected


@each("name", NAMES)
def test_each_image_of_a_pattern_matches_once_in_the_middle(name: str) -> None:
    """Each image alone in the arena matches at its center; the boards of different images are different."""
    boards = set()
    patterns = {grid[0] for grid in pattern_oracle.grids(name)}
    for pattern in patterns:
        around, holds = pattern_oracle.needs(pattern)
        pieces: Pieces = {(5 + dx, 5 + dy): (0, least) for (dx, dy), least in around}
        if holds >= 0:
            pieces[5, 5] = (0, holds)
        boards.add(frozenset(pieces.items()))
        found = state_of(Table(pieces))
        assert places(found, 0, CARD_OF[name]) >> AT[5, 5] & 1
        for square, (_, least) in pieces.items():
            less = (
                {**pieces, square: (0, least - 1)} if least else {one: pieces[one] for one in pieces if one != square}
            )
            assert (5, 5) not in places_of(state_of(Table(less)), name)
    assert len(boards) == len(patterns)


def state_of(table: Table) -> State:
    """The same arena as an engine state, without a match."""
    form, _, seats = table.form.partition(" ")
    s = blank(form, int(seats or 2))
    for (x, y), (colour, rank) in table.pieces.items():
        s.board[AT[x, y]] = piece(colour, rank)
    s.borrow = table.war
    if form == "melee":
        s.improvised[0] = [colour != 0 and colour not in table.improvised for colour in range(int(seats))]
    return s


def places_of(s: State, name: str) -> set[Pair]:
    return {XY[square] for square in spaces_of(places(s, 0, CARD_OF[name]))}


def arena_at_random(chance: random.Random) -> tuple[Table, list[str]]:
    """Random pieces with some patterns among them, and the cards of those patterns with others."""
    form = chance.choice(list(pattern_oracle.STOCK))
    colours = int(form[-1]) if form.startswith("melee") else 2
    names = chance.sample(NAMES, 5)
    pieces: Pieces = {}
    for square in chance.sample(SQUARES, chance.randint(0, 30)):
        pieces[square] = (chance.randrange(colours), chance.choice((0, 0, 1, 1, 2)))
    for name in names[: chance.randint(1, 4)]:
        around, holds = chance.choice(pattern_oracle.requirements(name))
        x, y = chance.choice(SQUARES)
        least_ranks = {(x + dx, y + dy): least for (dx, dy), least in around} | ({(x, y): holds} if holds >= 0 else {})
        for square, least in least_ranks.items():
            if square in ARENA:
                colour = chance.randrange(1, colours) if chance.random() < 0.15 else 0
                pieces[square] = (colour, least + (chance.random() < 0.2 and least < 2))
    table = Table(pieces, form)
    if chance.random() < 0.3:
        fill = [square for square in chance.sample(SQUARES, len(SQUARES)) if square not in pieces]
        for square in fill[: max(0, table.free(False))]:
            pieces[square] = (0, chance.randrange(2))
    for legendary in (False, True):
        mine = [square for square, (colour, rank) in pieces.items() if colour == 0 and (rank == 2) == legendary]
        for square in chance.sample(mine, max(0, -table.free(legendary))):
            del pieces[square]
    war = chance.random() < 0.3
    unused = (
        frozenset(c for c in range(1, colours) if chance.random() < 0.6) if form.startswith("melee") else frozenset()
    )
    return Table(pieces, form, war, unused), names


def compare(seed: int) -> Counter[str]:
    """Compare one random arena: for every card both searches must find the same squares and images."""
    table, names = arena_at_random(random.Random(seed))
    s, seen = state_of(table), Counter[str]()
    for name in names:
        found: dict[Pair, set[frozenset[Pair]]] = {}
        for at, used in pattern_oracle.ways(table, name):
            found.setdefault(at, set()).add(used)
        assert places_of(s, name) == set(found), f"{name} with seed {seed}"
        for at, used_there in found.items():
            mine = {frozenset(XY[one] for one in match.used) for match in matches(s, 0, CARD_OF[name], AT[at])}
            assert mine == used_there, f"{name} on {at} with seed {seed}"
            seen["ways"] += len(mine)
        seen["possible" if found else "impossible"] += 1
        seen["short"] += bool(found) and table.free(CARDS[CARD_OF[name]].rank == "legendary") <= 0
    numbers = [CARD_OF[name] for name in names]
    assert summonable(s, 0, numbers) == [number for number in numbers if places(s, 0, number)]
    return seen


def test_pattern_matching_agrees_with_a_slow_search() -> None:
    """For crowded and empty arenas, with borrowed pieces and under shortage."""
    seen = Counter[str]()
    for seed in seeds(600):
        seen += compare(seed)
    assert seen["possible"] > 600
    assert seen["impossible"] > 600
    assert seen["short"] > 30


if __name__ == "__main__":
    total = Counter[str]()
    for seed in range(int(sys.argv[1])):
        total += compare(seed)
    sys.stdout.write(f"{dict(total)}\n")
