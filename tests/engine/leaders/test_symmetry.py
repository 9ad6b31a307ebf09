"""The board is symmetric: mirroring it, or rotating it and exchanging the sides, changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.engine.leaders.test_oracle import boards
from tests.support.engine.leaders import oracle
from tests.support.engine.leaders.table import SEAT, put
from tests.support.profile import examples

COLUMNS = "ABCDEFG"
Turn = Callable[[str], str]


def mirrored(space: str) -> str:
    """The mirrored space."""
    return COLUMNS[6 - COLUMNS.index(space[0])] + space[1]


def turned(space: str) -> str:
    """The opposite space."""
    return mirrored(space)[0] + str(oracle.COLUMNS[space[0]] + 1 - int(space[1]))


def seen_from(moves: str, turn: Turn, exchange: bool) -> str:
    """An outcome as seen on the rotated board."""
    rotated = []
    for move in moves.split(" + "):
        side, who, path = move.split()
        start, end = path.split(">")
        rotated.append(f"{oracle.OTHER[side] if exchange else side} {who} {turn(start)}>{turn(end)}")
    return " + ".join(sorted(rotated))


def check(board: oracle.Board, side: str, turn: Turn, exchange: bool) -> None:
    def swap(side: str) -> str:
        return oracle.OTHER[side] if exchange else side

    there = {turn(space): (swap(owner), who) for space, (owner, who) in board.items()}
    here, other = put(oracle.pieces(board), turn=side), put(oracle.pieces(there), turn=swap(side))
    assert (here.prompt == "who-acts" and here.seat == SEAT[side]) == (
        other.prompt == "who-acts" and other.seat == SEAT[swap(side)]
    )
    if here.prompt != "who-acts" or here.seat != SEAT[side]:
        return
    found = {
        (one.who, one.way, seen_from(one.moves, turn, exchange), one.reactions and frozenset(map(turn, one.reactions)))
        for one in here.actions()
    }
    assert {(one.who, one.way, one.moves, one.reactions) for one in other.actions()} == found


@settings(max_examples=examples(50))
@given(boards(fewest=4), st.sampled_from("SN"))
def test_mirroring_the_board_mirrors_every_action(board: oracle.Board, side: str) -> None:
    assume(oracle.verdict(board, side) == "none")
    check(board, side, mirrored, exchange=False)


@settings(max_examples=examples(50))
@given(boards(fewest=4), st.sampled_from("SN"))
def test_rotating_the_board_and_exchanging_sides_rotates_every_action(board: oracle.Board, side: str) -> None:
    assume(oracle.verdict(board, side) == "none")
    check(board, side, turned, exchange=True)


@settings(max_examples=examples(40))
@given(boards(), st.sampled_from("SN"))
def test_recruitment_is_the_same_for_both_sides(board: oracle.Board, side: str) -> None:
    assume(oracle.verdict(board, side) == "none" and oracle.cards(board, side) < 5)
    present = {"hermit_and_cub" if who in oracle.PAIR else who for _, who in board.values()}
    market = [card for card in reversed(oracle.CARDS) if card not in present][:3]
    there = {turned(space): (oracle.OTHER[owner], who) for space, (owner, who) in board.items()}
    here = put(oracle.pieces(board), turn=side, phase="recruit", market=market).recruitments()
    other = put(oracle.pieces(there), turn=oracle.OTHER[side], phase="recruit", market=market).recruitments()
    assert {(card, tuple(map(turned, spaces))) for card, spaces in here} == set(other)
