"""The computer player of Leaders: it sees every immediate win, knows nothing hidden, and describes its gains."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.computers.beam import Beam, Effort, find_win, lines
from engine.computers.determinize import world
from engine.computers.think import think
from engine.core.position import Position
from engine.leaders.board import LABELS
from engine.leaders.computer.evaluation import worth
from engine.leaders.computer.winning_turns import decisive
from engine.leaders.data.content import FIGURES
from engine.leaders.game import GAME
from tests.support.engine.leaders.table import Table, put


def made_up(seed: int, figures: int) -> Position:
    """An invented position in the middle of the board with `figures` characters of each side."""
    rng = random.Random(seed)
    spaces = rng.sample([label for label in LABELS if label[0] in "CDE"], 2 * figures)
    names = rng.sample(sorted({*FIGURES} - {"leader"}), 2 * figures - 2)
    sides = [["leader", *names[: figures - 1]], ["leader", *names[figures - 1 :]]]
    pieces = ", ".join(f"{side} {name} {spaces.pop()}" for side, crew in zip("SN", sides, strict=True) for name in crew)
    return Position.read(GAME, {}, {"pieces": pieces, "turn": rng.choice("SN"), "market": [], "number": 9})


def can_win(position: Position, side: int, known: dict[bytes, bool]) -> bool:
    """Whether that side can win in this turn, by playing every sequence."""
    if position.outcome is not None:
        return side in position.outcome.winners
    if position.state.turn != side:
        return False
    base, _, picks = position.mark()
    if not picks and base in known:
        return known[base]
    ask = position.asks[0]
    answers = []
    for option in ask.options:
        there = position.fork()
        there.pick(ask.seat, option.code)
        answers.append(can_win(there, side, known))
        if answers[-1] == (ask.seat == side):
            break
    found = any(answers) if ask.seat == side else all(answers)
    if not picks:
        known[base] = found
    return found


def test_an_immediate_win_is_found_if_there_is_one() -> None:
    found = []
    for seed in range(14):
        position = made_up(seed, 3)
        if position.outcome is None:
            side = position.state.turn
            found.append(can_win(position, side, {}))
            assert (decisive(position.state, side, 10**6).answers is not None) == found[-1], seed
    assert {*found} == {True, False}


def test_a_nemesis_reaction_that_takes_both_leaders_wins() -> None:
    """She must go to B2, where she captures the other Leader and surrounds her own (END-14)."""
    table = put(
        "S leader A1, S rider A2, S vizier B1, S nemesis A3, S manipulator D1; "
        "N leader D3, N archer A4, N wanderer B4, N bruiser C3, N jailer C4",
        acted=["leader", "rider", "vizier"],
    )
    position = Position.read(GAME, {}, table.position)
    line = find_win(position, 0, 10_000, Effort(0))
    assert line is not None
    for code in line.codes:
        position.pick(0, code)
    assert position.outcome is not None and position.outcome.winners == (0,)


def test_an_immediate_win_is_given_in_codes() -> None:
    won = 0
    for seed in range(40):
        position = made_up(seed, 3)
        side = position.state.turn
        line = find_win(position, side, 10_000, Effort(0)) if position.outcome is None else None
        if line is not None:
            for code in line.codes:
                position.pick(side, code)
            won += position.outcome is not None and side in position.outcome.winners
            assert position.outcome is not None or position.asks[0].prompt == "leaders.nemesis"
    assert won > 10


@pytest.mark.parametrize(
    ("pieces", "codes", "gain"),
    [
        ("S leader A1, S jailer D5, S vizier E2; N leader D4, N rider G4", "vizier d3", "captures the enemy Leader"),
        ("S leader D1, S cub E4; N leader G4, N archer G3, N jailer F5", "cub f4", "surrounds the enemy Leader"),
        ("S leader D4, S rider A1; N leader D7, N jailer D6, N protector E5", "leader d3 end", "saves your Leader"),
        ("S leader D1, S rider D5, S jailer C3; N leader D7, N vizier A4", "jailer c4 end", None),
        ("S leader D1, S rider D5, S jailer C4; N leader D7, N cub A4", "jailer c5 end", "threatens the enemy Leader"),
    ],
)  # fmt: skip
def test_a_decisions_gain_is_described_in_words(pieces: str, codes: str, gain: str | None) -> None:
    written = {"pieces": pieces, "number": 9, "market": [], "deck": []}
    before, after = Position.read(GAME, {}, written), Position.read(GAME, {}, written)
    for code in codes.split():
        after.pick(0, code)
    text = GAME.merit(before.state, after.state, 0)
    assert (text if text is None else text.msgid) == gain


WON = tomllib.loads(Path(__file__).with_name("won.toml").read_text())["won"]


@pytest.mark.parametrize("written", WON)
def test_the_strongest_level_takes_an_immediate_win(written: str) -> None:
    turn, _, squads = written.partition(": ")
    pieces = ", ".join(
        f"{side} {figure}"
        for side, squad in zip("SN", squads.split(" | "), strict=True)
        for figure in squad.split(", ")
    )
    position = Position.read(GAME, {}, {"pieces": pieces, "turn": turn, "market": [], "deck": [], "number": 9})
    side = position.state.turn
    thought = think(position, side, 5, "s")
    for code in thought.codes:
        position.pick(side, code)
    assert position.outcome is not None and position.outcome.winners == (side,) and thought.value == 1.0


def test_an_immediate_win_is_found_in_the_middle_of_an_action() -> None:
    pieces = "S leader A1, S jailer D6, S rider F3, S acrobat A2; N leader D4, N vizier G4"
    position = Position.read(GAME, {}, {"pieces": pieces, "market": [], "deck": [], "number": 9})
    position.pick(0, "acrobat")
    for code in lines(position, 0, lambda _s, _side: 0.5, Beam(1, sharp=500), Effort(10_000))[0].codes:
        position.pick(0, code)
    assert position.outcome is not None and position.outcome.winners == (0,)


HIDDEN = ("acrobat", "archer", "assassin", "bruiser", "jailer", "nemesis", "vizier", "wanderer")
PIECES = "S leader D3, S rider E2, S brewmaster C2; N leader D6, N protector E5, N claw_launcher C5"
OPEN = ("manipulator", "illusionist", "royal_guard")


def with_deck(deck: Sequence[str]) -> Table:
    return put(PIECES, market=list(OPEN), deck=list(deck), number=7)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_decisions_do_not_depend_on_the_deck(level: int) -> None:
    """The hidden cards are any five of nine."""
    tables = [with_deck(deck) for deck in (HIDDEN[:5], HIDDEN[4::-1], HIDDEN[3:])]
    views = [table.view() for table in tables]
    thoughts = [table.does(do="think", seat=0, level=level, seed="s") for table in tables]
    assert views[0] == views[1] == views[2] and thoughts[0] == thoughts[1] == thoughts[2]


def test_equal_views_lead_to_equal_decisions() -> None:
    """For positions dealt from any seed."""
    known: dict[str, Position] = {}
    pairs = 0
    for seed in range(250):
        position = Position.new(GAME, {}, 2, str(seed))
        side = position.state.turn
        looks = str(GAME.view(position.state, side, position.asks))
        other = known.setdefault(looks, position)
        if other.state.deck != position.state.deck:
            pairs += 1
            assert think(position, side, 2, "s") == think(other, side, 2, "s")
    assert pairs


def test_redealing_can_put_every_hidden_card_next() -> None:
    position = Position.read(GAME, {}, {"pieces": PIECES, "market": list(OPEN), "number": 7})
    dealt = [world(position, 0, str(seed)).state for seed in range(80)]
    assert {state.deck[0] for state in dealt} == {*position.state.deck}
    assert all(sorted(state.deck) == sorted(position.state.deck) and state.market == [*OPEN] for state in dealt)


def test_the_evaluations_of_both_sides_sum_to_one() -> None:
    for seed in range(12):
        position = made_up(seed, 4)
        assert worth(position.state, 0) + worth(position.state, 1) == pytest.approx(1)
    for mode in ("basic", "advanced"):
        start = Position.new(GAME, {"mode": mode}, 2, "s").state
        assert worth(start, 0) == worth(start, 1) == 0.5
