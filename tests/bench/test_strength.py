"""Measuring strength: seats are swapped, played matches are kept, and fitting finds the weights."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.margins import Row, foreseen, solve
from bench.margins import fitted as fitted_to_margins
from bench.strength import Setting, play, player, strength, wilson
from bench.tuning import fitted, log_loss
from engine.monolith.computer.evaluation import NAMES
from engine.registry import GAMES


def test_the_same_deal_is_played_from_both_sides() -> None:
    setting = Setting("leaders", "1:random", 2, {})
    one, other = play(setting, 0), play(setting, 1)
    assert one.used[0].decisions and not one.used[1].decisions and one.points == other.points == 1.0


def test_stored_matches_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting("leaders", "random:random", 2, {})
    output = [*strength([setting], {setting.pair: 4}, 1, tmp_path / "kept")]
    assert len((tmp_path / "kept").read_text().splitlines()) == 4
    monkeypatch.setattr("bench.strength.play", None)
    assert [*strength([setting], {setting.pair: 4}, 1, tmp_path / "kept")] == output
    (later,) = strength([setting], {setting.pair: 4}, 1, tmp_path / "kept", after=3)
    assert "of   1" in later


def test_a_multiplied_effort_multiplies_all_limits_of_a_plan() -> None:
    level, more = player(GAMES["leaders"], "5"), player(GAMES["leaders"], "5x4")
    assert level is not None and more is not None
    assert more.plan.effort == 4 * level.plan.effort and more.plan.width == 2 * level.plan.width


def test_a_player_name_can_change_single_fields_of_a_plan() -> None:
    level, other = player(GAMES["leaders"], "5"), player(GAMES["leaders"], "5,horizon=3,share=0.5")
    assert level is not None and other is not None
    assert (other.plan.horizon, other.plan.share, other.plan.width) == (3, 0.5, level.plan.width)


def test_the_confidence_interval_contains_the_observed_share() -> None:
    low, high = wilson(65, 100)
    assert low == pytest.approx(0.553, abs=0.002) and high == pytest.approx(0.736, abs=0.002)


def test_fitting_recovers_the_weights_behind_the_results() -> None:
    samples = [([x / 10, (x * 7 % 11) / 10], 1.0 if x > 2 * (x * 7 % 11) / 10 else 0.0) for x in range(-40, 40)]
    weights = fitted(samples)
    assert weights[0] > 1 and log_loss(weights, samples) < 0.2 < log_loss([0.0, 0.0], samples)


def test_fitting_recovers_the_weights_behind_the_differences() -> None:
    chance = random.Random(1)
    rows = []
    for _ in range(60):
        features = [chance.gauss(0, 1) for _ in NAMES]
        rows.append(Row(features, [0.0], 1.0, round(30 * features[0] - 20 * features[2])))
    weights = fitted_to_margins(rows, ridge=1e-9)
    assert weights[0] == pytest.approx(30, abs=0.5) and weights[2] == pytest.approx(-20, abs=0.5)
    assert foreseen(weights, rows) > 0.99 > foreseen([0.0] * len(NAMES), rows)
    assert solve([[0.0, 2.0, 4.0], [4.0, 0.0, 4.0]]) == [1.0, 2.0]
