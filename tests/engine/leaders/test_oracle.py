"""The engine and the slow checker agree on random boards: actions, reactions, recruitments, verdicts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.leaders import oracle
from tests.engine.leaders.probe import put

CAREFUL = settings(deadline=None, derandomize=True)


@st.composite
def boards(draw: st.DrawFn, most: int = 14) -> oracle.Board:
    """Two Leaders and some of the other figures, anywhere, on either side."""
    figures = draw(st.lists(st.sampled_from(oracle.FIGURES), max_size=most - 2, unique=True))
    spaces = draw(st.permutations(oracle.SPACES))
    crew = [("S", "leader"), ("N", "leader"), *((draw(st.sampled_from("SN")), who) for who in figures)]
    return dict(zip(spaces, crew, strict=False))


def acted(board: oracle.Board, side: str) -> st.SearchStrategy[list[str]]:
    """Some characters of the side have acted."""
    mine = [who for owner, who in board.values() if owner == side]
    return st.lists(st.sampled_from(mine), unique=True, max_size=2)


@settings(CAREFUL, max_examples=150)
@given(st.data())
def test_every_action_with_its_reaction_and_verdict_is_what_the_rules_say(data: st.DataObject) -> None:
    board = data.draw(boards())
    side = data.draw(st.sampled_from("SN"))
    done = data.draw(acted(board, side))
    table = put(oracle.pieces(board), turn=side, acted=done)
    if oracle.verdict(board, side) != "none":
        assert table.verdict == oracle.verdict(board, side)
        return
    expected = set()
    for who, way, moves in oracle.actions(board, side, done):
        verdict = oracle.verdict(oracle.after(board, moves), side)
        ends = oracle.reactions(board, moves) if verdict == "none" else None
        forced = ends and len(ends) == 1
        expected.add((who, way, oracle.told(board, moves), ends and frozenset(ends), "any" if forced else verdict))
    found = {
        (a.who, a.way, a.moves, a.reactions, "any" if a.reactions and len(a.reactions) == 1 else a.verdict)
        for a in (table.actions() if table.asks and table.seat == "SN".index(side) else [])
    }
    assert found == expected


@settings(CAREFUL, max_examples=150)
@given(boards(), st.sampled_from("SN"), st.booleans(), st.randoms(use_true_random=False))
def test_every_recruitment_is_what_the_rules_say(
    board: oracle.Board, side: str, crown: bool, chance: object
) -> None:
    if oracle.verdict(board, side) != "none" or oracle.cards(board, side) >= 5:
        return
    free = [card for card in oracle.CARDS if card.split("_and_")[0] not in {who for _, who in board.values()} and not (card == "hermit_and_cub" and "cub" in {who for _, who in board.values()})]
    market = ([c for c in free if c == "hermit_and_cub"] + free)[:3]
    market = list(dict.fromkeys(market))
    table = put(oracle.pieces(board), turn=side, phase="recruit", market=market, options={"crown_is_recruit_space": crown})
    expected = {}
    for card in market:
        for spaces in oracle.placements(board, side, card, crown):
            figures = ["hermit", "cub"] if card == "hermit_and_cub" else [card]
            entered = {space: (side, who) for space, who in zip(spaces, figures, strict=True)}
            expected[card, spaces] = oracle.verdict({**board, **entered}, side)
    if len(expected) > 1:
        assert table.recruitments() == expected
