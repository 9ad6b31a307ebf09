"""The computer player of Leaders: it sees every way to win at once, knows nothing hidden and says what it gains."""

from __future__ import annotations

import random

import pytest

from engine.core.position import Position
from engine.leaders.board import LABELS
from engine.leaders.content import FIGURES
from engine.leaders.decisive import decisive
from engine.leaders.game import GAME
from engine.players.lines import Effort, winning


def made_up(seed: int, figures: int) -> Position:
    """Somebody's turn on a board with so many characters of each side near the middle."""
    rng = random.Random(seed)
    spaces = rng.sample([label for label in LABELS if label[0] in "CDE"], 2 * figures)
    names = rng.sample(sorted({*FIGURES} - {"leader"}), 2 * figures - 2)
    sides = [["leader", *names[: figures - 1]], ["leader", *names[figures - 1 :]]]
    pieces = ", ".join(f"{side} {name} {spaces.pop()}" for side, crew in zip("SN", sides, strict=True) for name in crew)
    return Position.read(GAME, {}, {"pieces": pieces, "turn": rng.choice("SN"), "market": [], "number": 9})


def can_win(position: Position, side: int, known: dict[bytes, bool]) -> bool:
    """Whether that side can win in this turn: every sequence is played."""
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


def test_a_way_to_win_at_once_is_found_if_there_is_one() -> None:
    found = []
    for seed in range(30):
        position = made_up(seed, 3)
        if position.outcome is None:
            side = position.state.turn
            found.append(can_win(position, side, {}))
            assert (decisive(position.state, side, 10**6).answers is not None) == found[-1], seed
    assert {*found} == {True, False}


def test_what_wins_at_once_is_said_in_codes() -> None:
    won = 0
    for seed in range(40):
        position = made_up(seed, 3)
        side = position.state.turn
        line = winning(position, side, 10_000, Effort(0)) if position.outcome is None else None
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
def test_what_a_decision_gains_is_said(pieces: str, codes: str, gain: str | None) -> None:
    written = {"pieces": pieces, "number": 9, "market": [], "deck": []}
    before, after = Position.read(GAME, {}, written), Position.read(GAME, {}, written)
    for code in codes.split():
        after.pick(0, code)
    said = GAME.merit(before.state, after.state, 0)
    assert (said if said is None else said.msgid) == gain
