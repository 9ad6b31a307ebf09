"""Puzzles: proofs are correct, stored solutions solve their puzzles, and no two puzzles are alike."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.__main__ import main
from engine.computers.protocol import Computers
from engine.core.ask import Refused
from engine.core.decisions import TooMany
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.text import say
from engine.learning.making import maker
from engine.learning.making.grading import GRADE_PERCENTAGES, grade, is_trivial
from engine.learning.making.maker import Candidate, Maker, proven_again
from engine.learning.making.proof import prove
from engine.learning.puzzles import Puzzle, after, aim_of, begin, puzzles, task
from engine.protocol import Session
from engine.registry import GAMES
from tests.support import outside
from tests.support.engine.complete import COMPLETE

Capture = pytest.CaptureFixture[str]
LEADERS = GAMES["leaders"]
SAMPLE = 3
TWO_STEPS = "S leader A1, S rider D2, S bruiser F3, S acrobat B2; N leader D5, N archer G4"
"""The Rider and another figure can capture the Leader together."""
AMBIGUOUS = "S leader C6, S illusionist C4, S acrobat F3, S manipulator C1; N leader G2, N royal_guard E4"
"""There are many ways to win, and none that is seen one action ahead."""


def every_line(position: Position, seat: int, codes: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Position]]:
    """Yield each sequence of picks up to the boundary, complete or not."""
    ask = position.ask_of(seat)
    assert ask is not None
    found = []
    for option in ask.options:
        there = position.fork()
        there.pick(seat, option.code, hold=True)
        line = (*codes, option.code)
        found.append((line, there))
        if not there.boundary:
            found += every_line(there, seat, line)
    return found


@pytest.mark.parametrize(
    "pieces",
    [
        "S leader A1, S rider D2, S bruiser F3; N leader D5, N archer G4",
        "S leader B3, S illusionist D2, S rider F5; N leader C5, N royal_guard E6",
        "S leader D2, S manipulator C5, S archer C3; N leader D4, N claw_launcher C1",
        "S leader E4, S claw_launcher G3, S brewmaster G4; N leader C3, N illusionist F3",
        "S leader A1, S rider B2; N leader G4",
    ],
)
def test_a_proof_agrees_with_trying_every_line(pieces: str) -> None:
    position = Position.read(LEADERS, {}, {"pieces": pieces, "turn": "S", "recruits": 0})
    aim = LEADERS.aims["win"]
    values = {line: aim.measure(position.state, there.state, 0) for line, there in every_line(position, 0)}
    best = max(value for value in values.values() if value is not None)
    fewest = min(len(line) for line, value in values.items() if value == best)
    ways = {tuple(sorted(line)) for line, value in values.items() if value == best and len(line) == fewest}
    proof = prove(position, 0, aim, 1_000_000)
    assert proof is not None
    assert (proof.best, proof.picks, {tuple(sorted(line)) for line in proof.ways}) == (best, fewest, ways)


def test_a_proof_keeps_the_position_and_stops_if_there_is_too_much_to_try() -> None:
    position = Position.read(LEADERS, {}, {"pieces": TWO_STEPS, "turn": "S"})
    before = position.write()
    with pytest.raises(TooMany):
        prove(position, 0, LEADERS.aims["win"], 50)
    assert prove(position, 0, LEADERS.aims["win"], 100_000) is not None
    assert position.write() == before


def puzzle(**changes: object) -> Puzzle:
    written = {"pieces": TWO_STEPS, "turn": "S"}
    return Puzzle("x", "win", written, 1, 5, 1, 3, 50, "", **changes)  # type: ignore[arg-type]


def test_a_try_ends_when_solved_and_fails_with_the_decision() -> None:
    example = puzzle()
    aim = aim_of(LEADERS, example)
    proof = prove(begin(LEADERS, example).position, 0, aim, 100_000)
    assert proof is not None and proof.best == 1
    solved = after(LEADERS, example, (*proof.ways[0], "nonsense"))
    assert solved.solved and not solved.failed and solved.picks == proof.ways[0] and solved.value == 1
    on_the_way = after(LEADERS, example, proof.ways[0][:-1])
    assert not on_the_way.solved and not on_the_way.failed
    given_up = after(LEADERS, example, ["end"])
    if not given_up.failed:  # the recruitment is part of the decision
        ask = given_up.position.ask_of(0)
        assert ask is not None
        given_up = after(LEADERS, example, ["end", *_first_codes(given_up.position)])
    assert given_up.failed and not given_up.solved and given_up.value == 0
    with pytest.raises(Refused):
        after(LEADERS, example, ["nonsense"])


def _first_codes(position: Position) -> list[str]:
    codes = []
    while not position.boundary:
        ask = position.ask_of(0)
        assert ask is not None
        codes.append(ask.options[0].code)
        position.pick(0, codes[-1], hold=True)
    return codes


def test_the_maker_refuses_unsuitable_positions_with_a_reason() -> None:
    def fate(pieces: str) -> str:
        written = {"pieces": pieces, "turn": "S", "recruits": 0}
        working = Maker(LEADERS, 10, "x")
        assert working.judged(Candidate("win", written, {}, 0)) is None
        return next(iter(working.fates))

    assert fate("S leader A1, S rider B2; N leader G4") == "nothing to win"
    assert fate("S leader A1, S assassin D3; N leader D5") == "greedy play finds it"
    assert fate(AMBIGUOUS) == "ambiguous"
    assert fate("S leader A1; N leader A1") == "cannot be"


def test_positions_with_too_little_to_gain_are_not_proven() -> None:
    decks = {"A": "northern_imperial", "B": "highland"}
    alone = {"form": "duel", "decks": decks, "hands": {"A": ["imperial.swordmaster"]}, "pieces": [], "turn": "A"}
    working = Maker(GAMES["tashkalar"], 10, "x")
    assert working.judged(Candidate("points", {**alone, "actions": 2}, {}, 0)) is None
    assert working.fates == {"little in sight": 1}


def test_a_game_without_aims_is_refused_with_an_explanation(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setitem(GAMES, "leaders", replace(LEADERS, aims={}))
    monkeypatch.setattr(gc, "set_threshold", lambda _: None)
    with pytest.raises(SystemExit) as done:
        main(["puzzles", "leaders"])
    text = capsys.readouterr().err
    assert done.value.code == 2
    assert "leaders has no aims: write engine/leaders/computer/aims.py" in text


def test_without_a_puzzle_the_maker_reports_the_reasons(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def without_puzzles(_game: AnyGame, _seed: str, _match: int) -> Iterator[Candidate]:
        yield Candidate("win", {"pieces": "S leader A1; N leader D5", "turn": "S", "recruits": 0}, {}, 0)

    monkeypatch.setattr(maker, "candidates", without_puzzles)
    monkeypatch.setattr(gc, "set_threshold", lambda _: None)
    main(["puzzles", "leaders", "--matches", "11"])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "10 matches: 0 puzzles; 10 " in captured.err
    assert "A puzzle is one decision" in captured.err


def test_the_share_of_tries_that_solve_a_puzzle_is_its_grade() -> None:
    assert [grade(solved) for solved in (100, *GRADE_PERCENTAGES, 79, 59, 39, 19, 0)] == [1, 1, 2, 3, 4, 2, 3, 4, 5, 5]


@pytest.mark.parametrize("key", GAMES)
def test_every_stored_puzzle_is_solved_by_its_solution_and_not_before(key: str) -> None:
    game = GAMES[key]
    for one in puzzles(key):
        codes = one.solution.split()
        end = after(game, one, codes)
        assert end.solved and end.picks == tuple(codes) and end.value == one.best, one.id
        assert len(codes) == one.picks and not after(game, one, codes[:-1]).solved, one.id
        assert begin(game, one).position.ask_of(one.seat) is not None
        assert one.grade == grade(one.solved) and 1 <= one.ways <= maker.MOST_WAYS, one.id
        assert say(task(game, one)) and say(aim_of(game, one).short(0))


@pytest.mark.parametrize("key", COMPLETE)
def test_every_game_has_150_different_puzzles_in_all_grades(key: str) -> None:
    stored = puzzles(key)
    assert len(stored) >= 150
    assert len({(one.aim, one.best, tuple(sorted(one.solution.split()))) for one in stored}) == len(stored)
    assert len({str(one.position) for one in stored}) == len(stored)
    grades = Counter(one.grade for one in stored)
    assert all(grades[number] >= 5 for number in range(1, 6)), grades
    assert {one.aim for one in stored} == {*GAMES[key].aims}


@pytest.mark.parametrize("key", COMPLETE)
def test_a_sample_of_puzzles_is_proven_again_by_the_engine_and_through_the_protocol(key: str) -> None:
    """The smallest puzzles are proven through the protocol alone; others as they were proven when they were made."""
    stored = sorted(enumerate(puzzles(key), 1), key=lambda numbered: numbered[1].tried)
    say = outside.speaking(Session(GAMES, lambda *_: {}, lambda: 0.0, Computers()).line)
    for number, one in stored[:1]:
        found = outside.explored(say, key, number, aim_of(GAMES[key], one).ceiling)
        assert (found.best, found.picks, found.ways) == (one.best, one.picks, one.ways), one.id
    for _, one in stored[1 : len(stored) // 3 : len(stored) // 3 // SAMPLE]:
        assert proven_again(GAMES[key], one) == one


@pytest.mark.parametrize("key", GAMES)
def test_greedy_play_does_not_solve_stored_puzzles(key: str) -> None:
    for one in puzzles(key)[:3]:
        assert not is_trivial(GAMES[key], one), one.id
