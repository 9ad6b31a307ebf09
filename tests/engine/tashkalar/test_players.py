"""Computer players of Tash-Kalar: redealing, evaluation, decisions, and words for a gain."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.computers.level import Level, Plan
from engine.computers.protocol import Computers
from engine.computers.think import decide, levels
from engine.core.dice import Dice
from engine.core.game import Outcome
from engine.core.position import Position
from engine.learning.puzzles import puzzles
from engine.protocol import Session
from engine.tashkalar.board import SQUARES
from engine.tashkalar.computer.candidates import MOST, considered
from engine.tashkalar.computer.evaluation import NAMES, WEIGHTS, features, worth
from engine.tashkalar.computer.merit import merit
from engine.tashkalar.computer.readiness import missing
from engine.tashkalar.computer.redeal import redeal
from engine.tashkalar.computer.task_prospects import SHORT
from engine.tashkalar.data.content import CARDS, FLARES, LEGEND_CARDS, TASK_OF, TASKS, cards_of
from engine.tashkalar.game import GAME
from engine.tashkalar.state import State
from engine.tashkalar.summoning import own_ranks, summonable
from engine.tashkalar.tasks import FULFILLED
from tests.support.engine.matches import copied
from tests.support.engine.tashkalar.laws import SUBJECT
from tests.support.engine.tashkalar.table import put

KINDS = SUBJECT.kinds
QUICK = Level(Plan(effort=100, width=1, candidates=2, horizon=2, worlds=2, breadth=3, answer_breadth=2))


def along(name: str, count: int, seed: str = "along") -> Iterator[Position]:
    """Positions of a random match, some of them within a decision."""
    kind, chance = KINDS[name], random.Random(seed)
    position = Position.new(GAME, kind.options, kind.seats, seed)
    while count and position.asks:
        position.pick(position.asks[0].seat, chance.choice(SUBJECT.favoured(position.asks[0], chance)).code)
        if position.asks and chance.random() < 0.03:
            count -= 1
            yield position.fork()


# Redealing


def hidden_otherwise(position: Position, seat: int, seed: str) -> dict[str, Any]:
    """The written position with everything that the seat does not see drawn again from the whole content."""
    written, chance = position.write(), random.Random(seed)
    others = [letter for letter in written["hands"] if letter != "ABCD"[seat]]
    mixed: list[tuple[list[list[str]], list[str]]] = []
    for letter, deck in written["decks"].items():
        held = written["hands"][letter]
        beings = [card for card in held if not card.startswith("legends.")]
        free = {CARDS[card].id for card in cards_of(deck)} - {*written["discards"][letter]}
        if letter in others:
            held[:] = [card for card in held if card not in beings]
            mixed.append(([beings, written["piles"][letter]], sorted(free)))
            written["hands"][letter] = (beings, held)
        else:
            mixed.append(([written["piles"][letter]], sorted(free - {*beings})))
            written["hands"][letter] = (held, [])
    own = set(written["hands"]["ABCD"[seat]][0])
    legends = {CARDS[card].id for card in LEGEND_CARDS} - own - {*written["legend_discards"]}
    mixed.append(([*(written["hands"][one][1] for one in others), written["legend_pile"]], sorted(legends)))
    flares = {flare.id for flare in FLARES} - {*written["flares"]["ABCD"[seat]]} - {*written["flare_discards"]}
    mixed.append(([*(written["flares"][one] for one in others), written["flare_pile"]], sorted(flares)))
    if written["task_pile"]:
        seen = {*written["tasks"], written["task_pile"][0]}
        seen |= {task for score in written["scores"].values() for task in score["tasks"]}
        later = written["task_pile"][1:]
        mixed.append(([later], sorted({task.id for task in TASKS} - seen)))
    for groups, cards in mixed:
        chance.shuffle(cards)
        for group in groups:
            group[:] = [cards.pop() for _ in group]
    if written["task_pile"]:
        written["task_pile"][1:] = later
    written["hands"] = {letter: [*beings, *held] for letter, (beings, held) in written["hands"].items()}
    return {**written, "seed": seed}


@pytest.mark.parametrize("name", KINDS)
def test_equal_views_lead_to_equal_decisions(name: str) -> None:
    """Through the protocol: hands, decks and seeds differ, views do not."""
    session = Session({GAME.key: GAME}, lambda *_: {}, lambda: 0.0, Computers())

    def ask(**request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(session.line(json.dumps(request)))
        assert answer.pop("ok"), answer
        return answer

    compared = 0
    for position in along(name, 6):
        seat, answers = position.asks[0].seat, []
        if position.picks and seat != position.state.turn:  # then the cards played by others are known
            continue
        for seed in ("", "one", "other"):
            written = hidden_otherwise(position, seat, seed) if seed else position.write()
            ask(do="set", game=GAME.key, options=dict(position.options), position=written)
            answers.append((ask(do="view", seat=seat), ask(do="think", seat=seat, level=1, seed="s")))
        assert answers[0] == answers[1] == answers[2]
        compared += 1
    assert compared > 2


@pytest.mark.parametrize("name", ["high", "duel of teams"])
def test_redealing_can_put_every_unseen_card_everywhere(name: str) -> None:
    position = [*along(name, 4)][-1]
    s, seat = position.state, position.asks[0].seat
    other = (seat + 1) % len(s.colours)
    held, top, legends, tasks = set(), set(), set(), set()
    for number in range(150):
        dealt: State = copied(s)
        redeal(dealt, s, seat, Dice(str(number)))
        assert dealt.hands[seat] == s.hands[seat] and len(dealt.hands[other]) == len(s.hands[other])
        held |= {*dealt.hands[other]}
        top.add(dealt.piles[seat][0])
        legends |= {*dealt.legend_pile[:2]}
        tasks |= {*dealt.task_pile[1:2]}
    assert held == {*cards_of(s.decks[other])} - {*s.discards[other]}
    assert top == {*cards_of(s.decks[seat])} - {*s.discards[seat], *s.hands[seat]}
    assert legends == {*LEGEND_CARDS} - {*s.legend_discards, *s.legends[seat]}
    assert tasks == {*s.task_pile[1:]}


# Evaluation


def test_chances_are_even_before_the_first_turn() -> None:
    for kind in KINDS.values():
        position = Position.new(GAME, kind.options, kind.seats, "x")
        fair = 1 / len(GAME.teams(position.state))
        assert worth(position.state, 0) == pytest.approx(fair, abs=0.1 if position.state.number else 1e-9)
    assert len(NAMES) == len(WEIGHTS)


@pytest.mark.parametrize("name", KINDS)
def test_the_chances_of_both_sides_sum_to_one(name: str) -> None:
    for position in along(name, 6):
        s = position.state
        assert len(features(s, 0)) == len(NAMES)
        if len(s.scores) == 2:
            assert worth(s, 0) + worth(s, 1) == pytest.approx(1)
        else:
            assert 0.4 < sum(worth(s, seat) for seat in range(len(s.colours))) < 1.6


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("A e5; B e7", "A e5h; B e7"),
        ("A e5; B e7", "A e5 e6; B e7"),
        ("A e5; B e7h", "A e5; B e7"),
        ("A e3 e7; B h5", "A e4 e6; B h5"),  # the Swordmaster can be summoned
        ("A e3 h7; B h5", "A e4 e7; B h5"),  # one piece is missing
    ],
)
def test_better_positions_score_higher(less: str, more: str) -> None:
    low, high = (worth(put(board, "swordmaster", flare="").state, 0) for board in (less, more))
    assert low < high


def test_after_the_last_turn_the_result_is_certain() -> None:
    for points, chance in ((18, 1.0), (5, 0.0)):
        s = put("A e5; B e7", "swordmaster", scores={"A": {"points": points}, "B": {"points": 17}}, closing=1).state
        s.phase = "ending"
        assert worth(s, 0) == chance


def test_readiness_agrees_with_the_rules() -> None:
    """As long as nothing is borrowed and the supply lasts."""
    for position in along("duel", 8):
        s = position.state
        for colour in range(2):
            ranks = own_ranks(s, colour)
            board = s.board
            for card in s.hands[colour] + s.legends[colour]:
                high = {"common": 1, "heroic": 2, "legendary": 3}[CARDS[card].rank]
                room = sum(1 << at for at in range(len(board)) if at in SQUARES and (board[at] - 1) % 3 < high)
                empty = sum(1 << at for at in SQUARES if not board[at])
                lack = missing(card, room | empty, empty, *ranks)
                assert (lack == 0) == bool(summonable(s, colour, [card])), CARDS[card].id


def test_task_distances_agree_with_the_rules() -> None:
    """For tasks about the arena; tasks about deeds count the current turn."""
    for position in along("high", 12):
        s = position.state
        for task, fulfilled in FULFILLED.items():
            for colour in range(2):
                own_turn = s.phase == "turn" and s.colours[s.turn] == colour
                if own_turn or TASKS[TASK_OF[task]].type not in ("destruction", "summoning"):
                    near = SHORT[task](s, colour) == 0
                    assert near or not fulfilled(s, colour), task
                    assert near == fulfilled(s, colour) or TASKS[TASK_OF[task]].type == "summoning", task


def test_a_chains_distance_is_the_number_of_missing_pieces() -> None:
    whole = ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9"]
    for gap in range(4):
        board = "A " + " ".join(square for n, square in enumerate(whole) if n not in (1, 4, 7)[:gap]) + "; B a5"
        assert SHORT["side_chain"](put(board, form="high", tasks=["side_chain"]).state, 0) == gap


# Considered options


def test_few_squares_are_considered_including_one_that_completes_a_pattern() -> None:
    table = put("A e4 b6; B h5", "swordmaster hypnotist champion").play("place")
    ask = table.position.asks[0]
    looked_at = {option.code for option in considered(table.state, ask)}
    assert len(looked_at) <= MOST < len(ask.options)
    assert {"e6", "e2"} <= looked_at


def test_computers_keep_control_and_bury_no_cards() -> None:
    table = put("A e4; B h5", "swordmaster messenger bomb", seats=4)
    assert "pass" not in {option.code for option in considered(table.state, table.position.asks[0])}
    table.play("discard bomb")
    assert [option.code for option in considered(table.state, table.position.asks[0])] == ["done"]


# Decisions


@pytest.mark.parametrize(
    ("board", "hand", "points"),
    [
        ("A e3 d4 c5; B e5h h8", "assassin bomb hypnotist", 1),
        ("A e3 d4 b7; B e5l h8 h7", "assassin bomb hypnotist", 2),  # a piece must be placed first
    ],
)
def test_computers_take_points_in_reach(board: str, hand: str, points: int) -> None:
    position = put(board, hand).position
    for code in decide(position, 0, Level(Plan(effort=1000, width=20, breadth=6)), "s").codes:
        position.pick(0, code)
    assert position.state.scores[0].points >= points


def test_computers_complete_a_task_in_reach() -> None:
    position = put("A d4h e4h f4 d5 b2; B h7 i5", "assassin bomb hypnotist", form="high", tasks=["central_dominance"])
    thought = decide(position.position, 0, Level(Plan(effort=400, width=4, breadth=4)), "s")
    assert thought.codes[-1] == "central-dominance"


# Words for a gain


@pytest.mark.parametrize(
    ("board", "hand", "picks", "words"),
    [
        ("A e4 e6; B d4 h8h", "swordmaster bomb", "swordmaster d4", "destroys 1 enemy piece"),
        ("A e4 e6; B h8h", "swordmaster bomb", "swordmaster", "summons a being: Swordmaster"),
        ("A e4; B h8h", "swordmaster bomb", "place e6", "prepares a summoning: Swordmaster"),
        ("A e4; B h8h", "swordmaster bomb", "place a5", None),
    ],
)
def test_a_decisions_gain_is_described_in_words(board: str, hand: str, picks: str, words: str | None) -> None:
    table = put(board, hand)
    before: State = copied(table.state)
    found = merit(before, table.play(picks).state, 0)
    assert (None if found is None else str(found)) == words


def test_points_tasks_and_a_won_match_are_described() -> None:
    before = put("A e5; B e7", "swordmaster", form="high", tasks=["destruction"]).state
    after = copied(before)
    after.scores[0].points, after.scores[0].tasks = 1, [*before.tasks]
    assert str(merit(before, after, 0)) == "completes the task Destruction"
    duel = put("A e5; B e7", "swordmaster").state
    scored = copied(duel)
    scored.scores[0].points = 2
    assert str(merit(duel, scored, 0)) == "scores 2 points"
    assert merit(duel, scored, 1) is None
    scored.outcome = Outcome((0,), "goal")
    assert str(merit(duel, scored, 0)) == "wins the match" and merit(duel, scored, 1) is None


@pytest.mark.parametrize(
    ("number", "scores"),
    [
        ("dc45b94d", {"A": {"points": 3}, "B": {"points": 4}}),
        ("bd3e646b", {"A": {"tasks": ["destruction"]}}),
        ("bb973523", {"A": {"tasks": ["devastation"]}}),
    ],
)
def test_computers_find_the_only_way_to_win_in_the_last_turn(number: str, scores: dict[str, Any]) -> None:
    """Stored puzzles: one needs a flare first; in the others pieces go to unusual squares."""
    puzzle = next(one for one in puzzles("tashkalar") if one.id == number)
    position = Position.read(GAME, puzzle.options, {**puzzle.position, "scores": scores, "closing": 1})
    for code in decide(position, puzzle.seat, levels(GAME)[4], "s").codes:
        position.pick(puzzle.seat, code)
    assert position.outcome is not None
    assert position.outcome.winners == (puzzle.seat,)
