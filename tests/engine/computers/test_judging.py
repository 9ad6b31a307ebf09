"""Judging a decision: the first look, the examination by playouts, and the certainty of the result."""

from __future__ import annotations

import pytest

from engine.computers import judging
from engine.computers.beam import Effort
from engine.computers.calibration import CHANCE_BOUNDS, EARLY_TURNS, calibrate, trust_in
from engine.computers.judging import NOISE, TURNING_LOSS, Glance, RecordedDecision, examine, first_look_only, judges
from engine.computers.playing_on import compare, forced_value, play_on
from engine.computers.think import STRONGEST, levels
from engine.core.position import Position
from engine.registry import GAMES
from tests.support.engine.toy import TOY

LEADER_IN_REACH = "S leader D1, S rider D3, S vizier E3; N leader D5, N archer A1, N wanderer G4"


def seen_in_leaders(played: float, better: float) -> Glance:
    """The first decision of a match, which takes the first option, and another one that looks better or worse."""
    start = Position.new(GAMES["leaders"], {}, 2, "judged")
    seat = start.asks[0].seat
    decisions = []
    for number in (0, 1):
        there = start.fork()
        codes: list[str] = []
        while not codes or not there.boundary:
            ask = there.ask_of(seat)
            assert ask is not None
            codes.append(ask.options[number if not codes else 0].code)
            there.pick(seat, codes[-1], hold=True)
        decisions.append(tuple(codes))
    return Glance(RecordedDecision(1, start, seat, decisions[0]), decisions[1], (played,) * 2, (better,) * 2)


def playing_on_gives(monkeypatch: pytest.MonkeyPatch, seen: Glance, played: float, better: float) -> None:
    """Let playouts give these values, each with a little noise."""

    def given(_: Position, __: int, codes: tuple[str, ...], seed: str, ___: Effort) -> float:
        value = {seen.made.codes: played, seen.best: better}.get(codes, 0.0)
        return value + 0.01 * (len(seed) % 2 if codes == seen.best else 0)

    monkeypatch.setattr(judging, "play_on", given)


def examine_quickly(seen: Glance) -> judging.Decision:
    return examine(seen, judges(seen.made.before, 0, 0), Effort(1))


def test_a_decision_is_better_if_it_looks_better_and_wins_more_when_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = seen_in_leaders(0.3, 0.6)
    playing_on_gives(monkeypatch, seen, 0.3, 0.6)
    found = examine_quickly(seen)
    assert (found.better, found.deals, found.wins, found.is_forced) == (
        seen.best,
        judging.PLAYOUT_DEALS,
        judging.PLAYOUT_DEALS,
        False,
    )
    assert found.loss > TURNING_LOSS and found.error < 0.02


def test_a_decision_that_does_not_win_more_is_not_better(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = seen_in_leaders(0.3, 0.9)
    playing_on_gives(monkeypatch, seen, 0.5, 0.5)
    found = examine_quickly(seen)
    assert (found.loss, found.better, found.deals) == (0, found.played, 0)


def test_a_larger_difference_between_both_estimates_lowers_the_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = []
    for better in (0.4, 0.6, 0.8):
        seen = seen_in_leaders(0.3, 0.4)
        playing_on_gives(monkeypatch, seen, 0.3, better)
        errors.append(examine_quickly(seen).error)
    assert errors == sorted(errors) and errors[0] < 0.02 < errors[1]


def test_an_unexamined_decision_is_not_a_turning_point() -> None:
    seen = seen_in_leaders(0.1, 0.9)
    assert NOISE < first_look_only(seen).loss < TURNING_LOSS
    assert first_look_only(seen_in_leaders(0.9, 0.1)).loss == 0


def test_an_immediate_win_or_loss_is_certain() -> None:
    here = Position.read(GAMES["leaders"], {}, {"pieces": LEADER_IN_REACH, "turn": "S", "phase": "action"})
    by = judges(here, 2_000, 2_000)
    best = judging.glance(RecordedDecision(1, here, 0, ("end",)), by).best
    assert forced_value(here, 0, best, 2_000) == 1.0
    lost = Position.read(GAMES["leaders"], {}, {"pieces": LEADER_IN_REACH, "turn": "N", "phase": "action"})
    assert forced_value(lost, 1, ("end", "royal-guard", "f5"), 2_000) == 0.0
    saved = judging.glance(RecordedDecision(1, lost, 1, ("end", "royal-guard", "f5")), by).best
    assert forced_value(lost, 1, saved, 2_000) is None
    assert forced_value(Position.new(GAMES["knockdown"], {}, 2, "x"), 0, (), 2_000) is None


def test_a_match_played_to_its_end_is_certain() -> None:
    start = Position.new(TOY, {"rounds": 1}, 2, "x")
    assert play_on(start, 0, ("crown",), "x", Effort(100)) == 1.0


def test_a_comparison_has_gain_error_and_frequency() -> None:
    found = compare((0.5, 0.7, 0.6, 0.4), (0.4, 0.4, 0.4, 0.6))
    assert (round(found.gain, 4), found.better) == (0.1, 3) and found.error == pytest.approx(0.108, abs=0.001)
    assert compare((0.5,), (0.5,)).error == 0


@pytest.mark.parametrize("game", GAMES)
def test_suspected_decisions_are_examined_with_the_level_of_hints(game: str) -> None:
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "x")
    assert judges(start, 10**9, 10**9).examiner.plan == levels(GAMES[game])[STRONGEST - 1].plan


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", (0, -1))
def test_chances_are_shrunk_toward_even_and_never_certain(game: str, seats: int) -> None:
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[seats], "x")
    even = 1 / len(start.game.teams(start.state))
    shown = [calibrate(chance / 20, start) for chance in range(21)]
    assert shown == sorted(shown) and CHANCE_BOUNDS[0] <= shown[0] and shown[-1] <= CHANCE_BOUNDS[1]
    assert calibrate(even, start) == pytest.approx(even)
    assert all(abs(calibrate(one, start) - even) <= abs(one - even) + 1e-9 for one in (0.02, 0.3, 0.7, 0.98))
    assert all(0 < trust <= 1 for trust in trust_in(game))


@pytest.mark.parametrize("game", GAMES)
def test_in_the_first_turns_only_forced_lines_are_far_from_even(game: str) -> None:
    start = Position.new(GAMES[game], {}, 2, "x")
    assert calibrate(1.0, start) <= 0.7501 and calibrate(0.0, start) >= 0.2499
    start.state.number = EARLY_TURNS + 1
    assert calibrate(1.0, start) == pytest.approx(CHANCE_BOUNDS[1] if trust_in(game)[1] == 1 else 0.965, abs=0.001)
