"""The engine and the slow checker (`oracle`) agree on random boards about actions, reactions, recruitments and
verdicts.
"""

from __future__ import annotations

import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.engine.leaders import oracle
from tests.support.engine.leaders.table import SEAT, Table, put
from tests.support.profile import examples

HANDLERS = ["bruiser", "illusionist", "claw_launcher", "manipulator", "brewmaster"]


@st.composite
def boards(draw: st.DrawFn, fewest: int = 2, most: int = 15) -> oracle.Board:
    """Two Leaders and other characters anywhere; a character may be on both sides, as in invented positions."""
    crew = st.lists(
        st.tuples(st.sampled_from("SN"), st.sampled_from(oracle.FIGURES)),
        unique=True, min_size=fewest - 2, max_size=most - 2,
    )  # fmt: skip
    spaces = draw(st.permutations(oracle.SPACES))
    return dict(zip(spaces, [("S", "leader"), ("N", "leader"), *draw(crew)], strict=False))


sides = st.sampled_from("SN")


def mine(board: oracle.Board, side: str) -> list[str]:
    """The characters of a side."""
    return [who for owner, who in board.values() if owner == side]


def is_asked(table: Table, side: str) -> bool:
    """Whether that side is to act now; a side without options has passed automatically."""
    return table.prompt == "who-acts" and table.seat == SEAT[side]


@settings(max_examples=examples(160))
@given(boards(), sides)
def test_verdicts_agree_with_the_slow_rules(board: oracle.Board, side: str) -> None:
    assert put(oracle.pieces(board), turn=side).verdict == oracle.verdict(board, side)


@settings(max_examples=examples(160))
@given(st.data())
def test_actions_verdicts_and_reactions_agree_with_the_slow_rules(data: st.DataObject) -> None:
    board, side = data.draw(boards(fewest=4)), data.draw(sides)
    assume(oracle.verdict(board, side) == "none")
    acted = data.draw(st.lists(st.sampled_from(mine(board, side)), unique=True, max_size=3))
    expected = set()
    spent: tuple[str, ...] = ()
    for who in acted:
        spent = oracle.spent(spent, who)
    for who, way, moves in oracle.actions(board, side, spent):
        verdict = oracle.verdict(oracle.after(board, moves), side)
        ends = oracle.reactions(board, moves) if verdict == "none" else None
        if ends and len(ends) == 1:  # a forced reaction was made automatically, and the verdict is the one after it
            verdict = after_reaction(oracle.after(board, moves), moves, next(iter(ends)))
        expected.add((who, way, oracle.outcome_text(board, moves), ends and frozenset(ends), verdict))
    table = put(oracle.pieces(board), turn=side, acted=acted)
    found = table.actions() if is_asked(table, side) else []
    assert {(one.who, one.way, one.moves, one.reactions, one.verdict) for one in found} == expected
    assert len(found) == len(expected)


def after_reaction(board: oracle.Board, moves: tuple[oracle.Move, ...], end: str) -> str:
    """The verdict after the reaction of the Nemesis to these moves, if they moved the opposing Leader."""
    hunted = next(board[to][0] for _, to in moves if board[to][1] == "leader")
    owner = oracle.OTHER[hunted]
    start = oracle.at(board, owner, "nemesis")
    assert start is not None
    return oracle.verdict(oracle.after(board, [(start, end)]), owner)


@settings(max_examples=examples(70))
@given(boards(fewest=3, most=12), sides, st.sampled_from([None, *HANDLERS]))
def test_verdicts_after_nemesis_reactions_agree_with_the_slow_rules(
    board: oracle.Board, hunter: str, handler: str | None
) -> None:
    side = oracle.OTHER[hunter]
    crew = dict.fromkeys([(hunter, "nemesis"), *([(side, handler)] if handler else [])])
    free = (space for space in oracle.SPACES[::-1] if space not in board)
    board = {**board, **{next(free): one for one in crew if one not in board.values()}}
    assume(oracle.verdict(board, side) == "none")
    table = put(oracle.pieces(board), turn=side)
    if not is_asked(table, side):
        return
    here = table.mark()
    answered = [one for one in table.actions() if one.reactions and len(one.reactions) > 1][:12]
    outcomes = {(who, way, oracle.outcome_text(board, moves)): moves for who, way, moves in oracle.actions(board, side)}
    for one in answered:
        moves = outcomes[one.who, one.way, one.moves]
        now = oracle.after(board, moves)
        for end in sorted(one.reactions or ())[::3]:
            table.back(here).play(" ".join((*one.codes, end.lower())))
            assert table.verdict == after_reaction(now, moves, end)


@settings(max_examples=examples(70))
@given(boards(), sides, st.booleans(), st.randoms(use_true_random=False))
def test_recruitments_and_verdicts_agree_with_the_slow_rules(
    board: oracle.Board, side: str, crown: bool, chance: random.Random
) -> None:
    assume(oracle.verdict(board, side) == "none" and oracle.cards(board, side) < 5)
    present = {"hermit_and_cub" if who in oracle.PAIR else who for _, who in board.values()}
    market = [card for card in oracle.CARDS if card not in present]
    chance.shuffle(market)
    market = market[:3]
    expected = {}
    for card in market:
        for spaces in oracle.placements(board, side, card, crown):
            figures = oracle.PAIR if card == "hermit_and_cub" else (card,)
            entered = {space: (side, who) for space, who in zip(spaces, figures, strict=True)}
            expected[card, spaces] = oracle.verdict({**board, **entered}, side)
    options = {"crown_is_recruit_space": crown}
    table = put(oracle.pieces(board), turn=side, phase="recruit", market=market, options=options)
    if len(expected) > 1:
        assert table.recruitments() == expected
    elif expected:
        ((_, spaces),) = expected
        assert set(spaces) <= set(table.board.values())
    else:
        assert {at: tuple(who.split()) for who, at in table.board.items()} == board
