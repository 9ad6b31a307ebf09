"""Computer players in every kind of match: legal, complete, repeatable decisions without hidden knowledge."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.computers.determinize import world
from engine.computers.level import Level, Plan
from engine.computers.levels import PLANS
from engine.computers.protocol import Computers
from engine.computers.search import Thought, is_clearly_worse
from engine.computers.think import NAMES, decide, levels, think
from engine.computers.win_chance import chance_to_win
from engine.core.ask import Refused
from engine.core.position import Position
from engine.registry import GAMES
from tests.support.engine import toy
from tests.support.engine.complete import COMPLETE
from tests.support.engine.subjects import SUBJECTS
from tests.support.engine.toy import TOY

KINDS = [(key, name) for key, subject in SUBJECTS.items() for name in subject.kinds]
QUICK = Level(Plan(effort=300, width=2, candidates=3, worlds=2, breadth=6, answer_breadth=3))


def along(key: str, name: str, count: int, seed: str) -> Iterator[Position]:
    """Positions of a random match of that kind, evenly spread."""
    kind = SUBJECTS[key].kinds[name]
    position = Position.new(GAMES[key], kind.options, kind.seats, seed)
    chance = random.Random(seed)
    for picks in range(2000):
        if not position.asks:
            return
        if chance.random() < count / 60 or not picks:
            yield position
        ask = chance.choice(position.asks)
        position.pick(ask.seat, chance.choice(ask.options).code)


@pytest.fixture(scope="module", params=KINDS, ids="-".join)
def decided(request: pytest.FixtureRequest) -> list[tuple[Position, int, Thought]]:
    """Positions of a random match, each with a seat and its decision; read-only."""
    key, name = request.param
    return [
        (position.fork(), ask.seat, decide(position, ask.seat, QUICK, "s"))
        for position in along(key, name, 1, "honest")
        for ask in position.asks
    ]


def test_a_decision_is_legal_and_ends_at_the_boundary(decided: list[tuple[Position, int, Thought]]) -> None:
    for position, seat, thought in decided:
        assert 0 <= thought.value <= 1 and thought.tried > 0 and thought.codes
        there = position.fork()
        for number, code in enumerate(thought.codes):
            there.pick(seat, code)
            assert there.boundary == (number == len(thought.codes) - 1)


def test_equal_views_lead_to_equal_decisions(decided: list[tuple[Position, int, Thought]]) -> None:
    """For positions with the same view and other secrets, future deals included."""
    for position, seat, thought in decided:
        assert decide(world(position, seat, "other secrets"), seat, QUICK, "s") == thought


def test_weak_levels_repeat_the_same_errors() -> None:
    position = Position.new(GAMES["leaders"], {}, 2, "x")
    assert think(position, 0, 1, "s") == think(position, 0, 1, "s")
    assert len({think(position, 0, 1, str(seed)).codes for seed in range(8)}) > 2


def test_thinking_stays_within_its_effort() -> None:
    """The first turn of a Tash-Kalar duel has 6,400 possible decisions, later turns more."""
    position = next(one for one in along("tashkalar", "duel", 60, "x") if one.state.number == 4)
    seat = position.asks[0].seat
    small, large = (decide(position, seat, Level(Plan(effort, 40, 20, 4)), "s").tried for effort in (200, 3000))
    assert small < 600 < large < 5000


def test_a_plan_with_more_worlds_examines_more_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(one for one in along("knockdown", "lot", 60, "x") if one.state.number == 4 and not one.picks)
    looked_at: list[str] = []

    def counted(position: Position, seat: int, seed: str) -> Position:
        looked_at.append(seed)
        return world(position, seat, seed)

    monkeypatch.setattr("engine.computers.search.world", counted)
    counts = []
    for worlds in (4, 8, 16):
        plan = Plan(10**6, 1, candidates=5, horizon=1, worlds=worlds, breadth=6, answer_breadth=2)
        decide(position, position.asks[0].seat, Level(plan), "s")
        counts.append(len(looked_at))
        looked_at.clear()
    assert counts == [4, 8, 16]


@pytest.mark.parametrize(
    ("tally", "best", "out"),
    [
        ([0.4] * 6, [0.5] * 6, True),
        ([0.4] * 5, [0.5] * 5, False),  # too few deals
        ([0.5] * 6, [0.5] * 6, False),  # the best one itself
        ([0.5, 0.4, 0.5, 0.4, 0.5, 0.4], [0.6, 0.6, 0.5, 0.6, 0.6, 0.5], True),
        ([0.9, 0.1, 0.9, 0.1, 0.9, 0.1], [0.6, 0.6, 0.5, 0.6, 0.6, 0.5], False),  # worse only by chance
    ],
)
def test_a_clearly_worse_decision_is_dropped_early(tally: list[float], best: list[float], out: bool) -> None:
    assert is_clearly_worse(tally, best) is out


@pytest.mark.parametrize("key", GAMES)
def test_the_protocol_offers_the_computer_levels(key: str) -> None:
    game = GAMES[key]
    listed = Computers().levels(game)
    assert [one["level"] for one in listed] == [1, 2, 3, 4, 5] and len(levels(game)) == len(NAMES)
    assert [one["effort"] for one in listed] == sorted(one["effort"] for one in listed)


def test_every_complete_game_has_its_own_evaluation_and_levels() -> None:
    assert {*PLANS} >= {*COMPLETE}
    assert all(GAMES[key].worth is not None for key in COMPLETE)


@pytest.mark.parametrize("level", range(1, len(NAMES) + 1))
def test_a_game_without_its_own_evaluation_can_be_played_by_computers(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert TOY.worth is None and TOY.key not in PLANS
    position = Position.new(TOY, {}, 3, "x")
    if level >= 3:
        assert think(position, 0, level, "s").codes == ("crown",), "it sees an immediate win"
    for way in ("crown", "spell"):  # without early ends and endless options
        monkeypatch.delitem(toy.WAYS, way)
    position = Position.new(TOY, {}, 3, "x")
    assert chance_to_win(position, position.asks[0].seat, "s") == pytest.approx(1 / 3)
    while position.asks:
        seat = position.asks[0].seat
        for code in think(position, seat, level, "s").codes:
            position.pick(seat, code)
    assert position.outcome is not None


def test_a_seat_that_is_not_asked_has_no_decision() -> None:
    position = Position.new(GAMES["leaders"], {}, 2, "x")
    for seat, level in ((1, 3), (7, 3), (0, 0), (0, 6)):
        with pytest.raises(Refused):
            think(position, seat, level, "s")


def test_a_chance_is_estimated_even_without_effort_for_replies() -> None:
    """Some of the effort can be reserved for replies."""
    position = next(one for one in along("tashkalar", "duel", 60, "x") if one.state.number == 4)
    seat = position.asks[0].seat
    hasty, prudent = (
        decide(position, seat, Level(Plan(100, 20, 3, horizon=2, breadth=4, share=share)), "s") for share in (1.0, 0.4)
    )
    assert 0.2 < hasty.value < 0.8
    assert prudent.value != hasty.value


def test_a_beam_that_leads_back_tries_another_way() -> None:
    """The one position that the beam keeps in this melee leads only to positions seen before."""
    kind = SUBJECTS["tashkalar"].kinds["melee of four"]
    position = Position.new(GAMES["tashkalar"], kind.options, kind.seats, "h14")
    chance = random.Random(14)
    while position.state.number <= 12:
        ask = chance.choice(position.asks)
        if position.picks == [] or chance.random() < 0.3:
            codes = think(position, ask.seat, 1, "14").codes
            assert codes
            for code in codes:
                position.pick(ask.seat, code)
        else:
            position.pick(ask.seat, chance.choice(ask.options).code)
