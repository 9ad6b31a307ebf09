"""Rotating or mirroring the whole arena, with its colored squares, rotates or mirrors every effect.

A match and its image are played side by side; at every question their options must be each other's images. `python -m
tests.engine.tashkalar.test_turning 200` plays each card this many times.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from engine.core.masks import mask
from engine.tashkalar import board
from engine.tashkalar.data.content import CARDS, FLARES
from tests.support.engine.tashkalar import pattern_oracle
from tests.support.engine.tashkalar.pattern_oracle import ARENA, Pair
from tests.support.engine.tashkalar.table import SPARES, Table, put
from tests.support.profile import seeds

Turn = Callable[[Pair], Pair]
TURNS: list[Turn] = [
    lambda at: (at[1], 10 - at[0]),
    lambda at: (10 - at[0], 10 - at[1]),
    lambda at: (10 - at[1], at[0]),
    lambda at: (10 - at[0], at[1]),
    lambda at: (at[0], 10 - at[1]),
    lambda at: (at[1], at[0]),
    lambda at: (10 - at[1], 10 - at[0]),
]
"""Three rotations and four mirrors; the center stays in place."""
COMPASS = {
    "n": (5, 4), "ne": (6, 4), "e": (6, 5), "se": (6, 6), "s": (5, 6), "sw": (4, 6), "w": (4, 5), "nw": (4, 4),
}  # fmt: skip
DIRECTION = {at: name for name, at in COMPASS.items()}
RANKS = ("", "h", "l")
RED, GREEN = board.RED, board.GREEN


def label(at: Pair) -> str:
    return f"{'abcdefghi'[at[0] - 1]}{at[1]}"


def square(name: str) -> Pair:
    return "abcdefghi".index(name[0]) + 1, int(name[1])


def turned(code: str, turn: Turn) -> str:
    """A code in the rotated arena."""
    if code in COMPASS:
        return DIRECTION[turn(COMPASS[code])]
    parts = code.split("+")
    if all(len(part) == 2 and part[0] in "abcdefghi" and part[1].isdigit() for part in parts):
        return "+".join(sorted(label(turn(square(part))) for part in parts))
    return code


def sorted_code(code: str) -> str:
    """A code with the squares of an image in alphabetical order."""
    return "+".join(sorted(code.split("+")))


@contextmanager
def colours_turned(turn: Turn) -> Iterator[None]:
    """The colored squares of the rotated arena."""
    try:
        board.RED, board.GREEN = (
            mask([board.AT[turn(at)] for at in ARENA if colour >> board.AT[at] & 1]) for colour in (RED, GREEN)
        )
        yield
    finally:
        board.RED, board.GREEN = RED, GREEN


def scene(card: str, chance: random.Random) -> tuple[pattern_oracle.Pieces, str]:
    """An arena in which the card can be summoned, and its mode."""
    form, colours = chance.choice((("duel", 2), ("high", 2), ("melee", 3)))
    while True:
        pieces: pattern_oracle.Pieces = {}
        for at in chance.sample(sorted(ARENA), chance.randint(0, 26)):
            colour = chance.randrange(colours)
            pieces[at] = (colour, chance.choice((0, 0, 0, 1, 1, 2)))
        around, holds = chance.choice(pattern_oracle.requirements(card))
        coloured = [at for at in ARENA if (RED | GREEN) >> board.AT[at] & 1]
        x, y = chance.choice(coloured if chance.random() < 0.5 else sorted(ARENA))
        pieces.pop((x, y), None)
        least_ranks = {(x + dx, y + dy): least for (dx, dy), least in around} | ({(x, y): holds} if holds >= 0 else {})
        pieces |= {at: (0, least) for at, least in least_ranks.items()}
        counts = Counter(pieces.values())
        enough = all(
            counts[colour, 2] <= 3 and counts[colour, 0] + counts[colour, 1] <= 15 for colour in range(colours)
        )
        if pieces.keys() <= ARENA and enough and next(pattern_oracle.ways(pattern_oracle.Table(pieces), card), None):
            return pieces, form


def laid_out(pieces: pattern_oracle.Pieces, card: str, form: str) -> Table:
    deck = card.partition(".")[0]
    spare = next(one for one in SPARES[deck] if one != card)
    sides = [
        "ABC"[colour] + "".join(f" {label(at)}{RANKS[rank]}" for at, (owner, rank) in pieces.items() if owner == colour)
        for colour in range(3)
    ]
    return put("; ".join(side for side in sides if len(side) > 1), f"{card} {spare}", form=form)


def compare(card: str, seed: str) -> int:
    """Play a match and its image side by side until the effect ends; return the number of questions."""
    chance = random.Random(seed)
    turn = chance.choice(TURNS)
    pieces, form = scene(card, chance)
    one = laid_out(pieces, card, form)
    with colours_turned(turn):
        other = laid_out({turn(at): what for at, what in pieces.items()}, card, form)
    code, count = card.partition(".")[2].replace("_", "-"), 0
    same = code
    while True:
        one.play(code)
        with colours_turned(turn):
            other.play(same)
        assert {label(turn(square(at))): who for at, who in one.board.items()} == other.board
        assert (one.prompt, one.seat, one.actions, one.destroyed) == (
            other.prompt, other.seat, other.actions, other.destroyed,
        )  # fmt: skip
        if one.prompt == "action":
            assert (one.state.borrow, one.state.again, one.state.more_cards) == (
                other.state.borrow, other.state.again, other.state.more_cards,
            )  # fmt: skip
            return count
        codes = {turned(sorted_code(each), turn): each for each in one.codes}
        others = {sorted_code(each): each for each in other.codes}
        if one.prompt == "image":
            assert len(codes) == len(others)
            common = sorted(codes.keys() & others.keys())
            if not common:
                return count
        else:
            assert codes.keys() == others.keys()
            common = sorted(codes)
        busy = [each for each in common if each != "done"] if chance.random() < 0.8 else common
        chosen = chance.choice(busy or common)
        code, same = codes[chosen], others[chosen]
        count += 1


@pytest.mark.parametrize("card", [card.id for card in CARDS])
def test_rotating_the_arena_rotates_the_effect_of_a_being(card: str) -> None:
    for number in seeds(20):
        compare(card, f"{card} {number}")


@pytest.mark.parametrize("flare", [flare.id for flare in FLARES])
def test_rotating_the_arena_rotates_the_effect_of_a_flare(flare: str) -> None:
    chance = random.Random(flare)
    for _ in range(4):
        turn = chance.choice(TURNS)
        squares = chance.sample(sorted(ARENA), 16)
        sides = {"A": squares[:3], "B": squares[3:]}

        def text(where: Turn, sides: dict[str, list[Pair]] = sides) -> str:
            rank = {"A": "", "B": "h"}
            return "; ".join(
                f"{side} "
                + " ".join(label(where(at)) + (rank[side] if number < 7 else "") for number, at in enumerate(ats))
                for side, ats in sides.items()
            )

        one = put(text(lambda at: at), "hypnotist bomb", flare=flare)
        other = put(text(turn), "hypnotist bomb", flare=flare)
        code = same = flare.replace("_", "-")
        while True:
            one.play(code)
            other.play(same)
            assert {label(turn(square(at))): who for at, who in one.board.items()} == other.board
            assert (one.prompt, one.actions, one.destroyed) == (other.prompt, other.actions, other.destroyed)
            if one.prompt == "action":
                break
            codes = {turned(each, turn): each for each in one.codes}
            assert codes.keys() == other.offer
            same = chance.choice(sorted(codes))
            code = codes[same]


def test_the_test_restores_the_colored_squares() -> None:
    with colours_turned(TURNS[0]):
        assert board.RED != RED
    assert (board.RED, board.GREEN) == (RED, GREEN)


if __name__ == "__main__":
    for card in CARDS:
        questions = sum(compare(card.id, f"{card.id} {number}") for number in range(int(sys.argv[1])))
        sys.stdout.write(f"{card.id}: {questions} questions\n")
