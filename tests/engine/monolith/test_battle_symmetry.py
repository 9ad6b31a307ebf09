"""Battles on random boards: no tile is created, moved or healed; a rotated or mirrored board gives the same battle."""

from __future__ import annotations

import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.engine.monolith import oracle
from tests.support.engine.monolith.battle_results import fought, read
from tests.support.engine.monolith.random_boards import boards
from tests.support.profile import examples

SYMBOLS = ("melee", "ranged", "armor", "net", "lightning", "links")
Tokens = list[oracle.Token]


def results(tokens: Tokens) -> set[oracle.Result]:
    """The engine's results of a battle on this board."""
    try:
        return fought(read(tokens, phase="battle", seats=2), most=60)
    except oracle.TooMany:
        assume(False)
        raise


def turned(token: oracle.Token) -> oracle.Token:
    """The tile after the board is rotated by 60° clockwise."""
    q, r = token.at
    return token._replace(at=(-r, q + r), rot=(token.rot + 1) % 6)


def mirrored(token: oracle.Token) -> oracle.Token | None:
    """The tile with east and west exchanged; None if no rotation of it is its mirror image."""
    q, r = token.at
    for rot in range(6):
        other = token._replace(at=(-q - r, r), rot=rot)
        if all(other.side(symbol, 5 - way) == token.side(symbol, way) for symbol in SYMBOLS for way in range(6)):
            return other
    return None


def seen(found: set[oracle.Result]) -> set[tuple[object, ...]]:
    """The results with visible rotations only: a tile that is equal on all sides has none."""

    def look(token: oracle.Token) -> tuple[object, ...]:
        sides = tuple(token.side(symbol, way) for symbol in SYMBOLS for way in range(6))
        return (*token._replace(rot=0), sides)

    return {(frozenset(look(token) for token in one.tokens), one.points) for one in found}


@settings(max_examples=examples(100))
@given(boards(oracle.TWO))
def test_a_battle_creates_moves_and_heals_no_tile(tokens: Tokens) -> None:
    before = {token.at: token for token in tokens}
    for result in results(tokens):
        assert len({token.at for token in result.tokens}) == len(result.tokens)
        assert sum(token.poison for token in result.tokens) <= oracle.MARKERS
        for token in result.tokens:
            was = before[token.at]
            assert (token.owner, token.token, token.rot) == (was.owner, was.token, was.rot)
            assert token.wounds >= was.wounds
            assert token.poison >= was.poison


@settings(max_examples=examples(100))
@given(boards(oracle.TWO), st.integers(0, 10**6))
def test_the_order_of_tiles_never_changes_a_battle(tokens: Tokens, seed: int) -> None:
    assert results(random.Random(seed).sample(tokens, len(tokens))) == results(tokens)


@settings(max_examples=examples(40))
@given(boards(oracle.TWO))
def test_rotating_the_board_rotates_the_result(tokens: Tokens) -> None:
    expected = results(tokens)
    for _ in range(5):
        tokens = [turned(token) for token in tokens]
        expected = {oracle.Result(frozenset(map(turned, one.tokens)), one.points) for one in expected}
        assert results(tokens) == expected


@settings(max_examples=examples(100))
@given(boards(oracle.TWO))
def test_mirroring_the_board_mirrors_the_result(tokens: Tokens) -> None:
    """For boards without the three kinds of tiles that have no mirror image."""
    pairs = [(token, other) for token in tokens if (other := mirrored(token)) is not None]
    assert {token.token.partition(".")[2] for token in set(tokens) - {one for one, _ in pairs}} <= {
        "landsknecht",
        "chaos",
    }
    table = oracle.Table([token for token, _ in pairs], oracle.TWO)
    pairs = [
        (token._replace(wounds=wounds), other._replace(wounds=wounds))
        for token, other in pairs
        for wounds in [0 if token.banner else min(token.wounds, table.toughness(token.at))]
    ]
    back = [[mirrored(token) for token in one.tokens] for one in results([token for token, _ in pairs])]
    points = [one.points for one in results([token for token, _ in pairs])]
    expected = {
        oracle.Result(frozenset(token for token in some if token is not None), score)
        for some, score in zip(back, points, strict=True)
    }
    assert seen(results([other for _, other in pairs])) == seen(expected)
