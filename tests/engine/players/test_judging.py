"""How one decision of a match is judged: at first sight, examined by playing on, and how sure that is."""

from __future__ import annotations

import pytest

from engine.core.position import Position
from engine.players import judging
from engine.players.calibration import BOUNDS, EARLY, TRUST, calibrated
from engine.players.judging import NOISE, TURNING, Glance, Made, examined, judges, unexamined
from engine.players.levels import STRONGEST, levels
from engine.players.lines import Effort
from engine.players.playing_on import compared, forced_value, play_on
from engine.registry import GAMES
from tests.support.engine.toy import TOY

LEADER_IN_REACH = "S leader D1, S rider D3, S vizier E3; N leader D5, N archer A1, N wanderer G4"


def seen_in_leaders(played: float, better: float) -> Glance:
    """The first decision of a match, whose first option is taken, and another one that looks better or worse."""
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
    return Glance(Made(1, start, seat, decisions[0]), decisions[1], (played,) * 2, (better,) * 2)


def playing_on_gives(monkeypatch: pytest.MonkeyPatch, seen: Glance, played: float, better: float) -> None:
    """Whoever plays on gets this, a little more and a little less."""

    def given(_: Position, __: int, codes: tuple[str, ...], seed: str, ___: Effort) -> float:
        value = {seen.made.codes: played, seen.best: better}.get(codes, 0.0)
        return value + 0.01 * (len(seed) % 2 if codes == seen.best else 0)

    monkeypatch.setattr(judging, "play_on", given)


def examine(seen: Glance) -> judging.Decision:
    return examined(seen, judges(seen.made.before, 0, 0), Effort(1))


def test_what_looks_better_and_does_better_when_played_on_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = seen_in_leaders(0.3, 0.6)
    playing_on_gives(monkeypatch, seen, 0.3, 0.6)
    found = examine(seen)
    assert (found.better, found.deals, found.wins, found.is_forced) == (seen.best, judging.DEALS, judging.DEALS, False)
    assert found.loss > TURNING and found.error < 0.02


def test_what_does_not_do_better_when_played_on_is_not_better(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = seen_in_leaders(0.3, 0.9)
    playing_on_gives(monkeypatch, seen, 0.5, 0.5)
    found = examine(seen)
    assert (found.loss, found.better, found.deals) == (0, found.played, 0)


def test_the_more_looking_and_playing_on_differ_the_less_sure_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = []
    for better in (0.4, 0.6, 0.8):
        seen = seen_in_leaders(0.3, 0.4)
        playing_on_gives(monkeypatch, seen, 0.3, better)
        errors.append(examine(seen).error)
    assert errors == sorted(errors) and errors[0] < 0.02 < errors[1]


def test_what_was_not_examined_has_turned_nothing() -> None:
    seen = seen_in_leaders(0.1, 0.9)
    assert NOISE < unexamined(seen).loss < TURNING
    assert unexamined(seen_in_leaders(0.9, 0.1)).loss == 0


def test_a_win_at_once_is_certain_and_so_is_a_loss() -> None:
    here = Position.read(GAMES["leaders"], {}, {"pieces": LEADER_IN_REACH, "turn": "S", "phase": "action"})
    by = judges(here, 2_000, 2_000)
    best = judging.glance(Made(1, here, 0, ("end",)), by).best
    assert forced_value(here, 0, best, 2_000) == 1.0
    lost = Position.read(GAMES["leaders"], {}, {"pieces": LEADER_IN_REACH, "turn": "N", "phase": "action"})
    assert forced_value(lost, 1, ("end", "royal-guard", "f5"), 2_000) == 0.0
    saved = judging.glance(Made(1, lost, 1, ("end", "royal-guard", "f5")), by).best
    assert forced_value(lost, 1, saved, 2_000) is None
    assert forced_value(Position.new(GAMES["knockdown"], {}, 2, "x"), 0, (), 2_000) is None


def test_played_on_to_its_end_a_match_is_certain() -> None:
    start = Position.new(TOY, {"rounds": 1}, 2, "x")
    assert play_on(start, 0, ("crown",), "x", Effort(100)) == 1.0


def test_a_comparison_tells_its_gain_its_error_and_how_often_it_was_better() -> None:
    found = compared((0.5, 0.7, 0.6, 0.4), (0.4, 0.4, 0.4, 0.6))
    assert (round(found.gain, 4), found.better) == (0.1, 3) and found.error == pytest.approx(0.108, abs=0.001)
    assert compared((0.5,), (0.5,)).error == 0


@pytest.mark.parametrize("game", GAMES)
def test_suspects_are_examined_by_the_level_of_hints(game: str) -> None:
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "x")
    assert judges(start, 10**9, 10**9).examiner.plan == levels(GAMES[game])[STRONGEST - 1].plan


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", (0, -1))
def test_chances_are_drawn_toward_even_and_never_certain(game: str, seats: int) -> None:
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[seats], "x")
    even = 1 / len(start.game.teams(start.state))
    shown = [calibrated(chance / 20, start) for chance in range(21)]
    assert shown == sorted(shown) and BOUNDS[0] <= shown[0] and shown[-1] <= BOUNDS[1]
    assert calibrated(even, start) == pytest.approx(even)
    assert all(abs(calibrated(one, start) - even) <= abs(one - even) + 1e-9 for one in (0.02, 0.3, 0.7, 0.98))
    assert all(0 < trust <= 1 for trust in TRUST[game])


@pytest.mark.parametrize("game", GAMES)
def test_in_the_first_turns_nothing_but_a_forced_line_is_far_from_even(game: str) -> None:
    start = Position.new(GAMES[game], {}, 2, "x")
    assert calibrated(1.0, start) <= 0.7501 and calibrated(0.0, start) >= 0.2499
    start.state.number = EARLY + 1
    assert calibrated(1.0, start) == pytest.approx(BOUNDS[1] if TRUST[game][1] == 1 else 0.965, abs=0.001)
