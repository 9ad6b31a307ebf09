"""Counts of possible turns (perft), compared between engine, slow checker and stored numbers.

The numbers are: complete actions offered; sequences of decisions to the end of the turn, with reactions and
recruitment; and different boards at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from engine.core.position import Position
from engine.leaders.game import GAME
from tests.support.engine.leaders import oracle
from tests.support.engine.leaders.oracle import Board
from tests.support.engine.leaders.table import put


class Case(NamedTuple):
    pieces: str
    market: list[str]
    actions: int
    sequences: int
    boards: int


CASES = {
    "the first turn": Case("S leader D1; N leader D7", ["rider", "archer", "hermit_and_cub"], 3, 182, 182),
    "jumps and pushes": Case(
        "S leader D2, S acrobat C3, S bruiser E3; N leader D6, N rider D4, N jailer F5", [], 20, 1863, 472
    ),
    "hunted with a Hermit": Case(
        "S leader B1, S hermit E4, S cub G2; N leader D7, N nemesis A3, N archer A2", [], 14, 3448, 1088
    ),
    "hooks and swaps": Case(
        "S leader D1, S claw_launcher A1, S vizier G1; N leader D6, N protector D5, N rider A4", [], 18, 1024, 249
    ),
    "nudged to the capture": Case(
        "S leader A1, S manipulator D1, S nemesis E6; N leader D5, N rider E4", [], 11, 298, 172
    ),
    "three at work": Case("S leader D2, S rider C3, S brewmaster D3; N leader D6, N bruiser C5", [], 28, 3283, 579),
}


def engine_turns(position: Position, number: int) -> Iterator[str]:
    """The board at the end of every possible turn, by the engine."""
    if not position.asks or position.state.number != number:
        yield ", ".join(sorted(position.write()["pieces"].replace(";", ",").split(", ")))
        return
    ask = position.asks[0]
    for option in ask.options:
        fork = position.fork()
        fork.pick(ask.seat, option.code)
        yield from engine_turns(fork, number)


def oracle_turns(board: Board, market: list[str], acted: tuple[str, ...] = ()) -> Iterator[str]:
    """The same by the slow checker."""
    yield from oracle_recruits(board, market)
    for who, _, moves in sorted(oracle.actions(board, "S", acted)):
        now = oracle.after(board, moves)
        if oracle.verdict(now, "S") != "none":
            yield flat(now)
            continue
        ends = oracle.reactions(board, moves)
        for end in sorted(ends) if ends else [""]:
            then = now
            if end:
                hunted = next(now[to][0] for _, to in moves if now[to][1] == "leader")
                owner = oracle.OTHER[hunted]
                start = oracle.at(now, owner, "nemesis")
                assert start is not None
                then = oracle.after(now, [(start, end)])
                if oracle.verdict(then, owner) != "none":
                    yield flat(then)
                    continue
            yield from oracle_turns(then, market, oracle.spent(acted, who))


def oracle_recruits(board: Board, market: list[str]) -> Iterator[str]:
    ways = [(card, spaces) for card in market for spaces in oracle.placements(board, "S", card)]
    if oracle.cards(board, "S") >= 5 or not ways:
        yield flat(board)
        return
    for card, spaces in ways:
        figures = oracle.PAIR if card == "hermit_and_cub" else (card,)
        yield flat({**board, **{at: ("S", who) for at, who in zip(spaces, figures, strict=True)}})


def flat(board: Board) -> str:
    return ", ".join(sorted(oracle.pieces(board).replace(";", ",").split(", ")))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_engines_perft_numbers_equal_the_slow_rules(case: Case) -> None:
    board = oracle.laid(case.pieces)
    fields = {"pieces": case.pieces, "market": case.market, "deck": []}
    position = Position.read(GAME, {}, fields)
    actions = put(case.pieces, market=case.market, deck=[]).actions()
    found = list(engine_turns(position, position.state.number))
    turns = list(oracle_turns(board, case.market))
    assert sorted(found) == sorted(turns)
    assert len(actions) == len(oracle.actions(board, "S"))
    assert (len(actions), len(found), len(set(found))) == (case.actions, case.sequences, case.boards)
