"""Daily puzzles: their choice and times; ratings of puzzles; streaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from db.rows import DailyPuzzle
from engine.learning.puzzles import Puzzle, puzzles
from table.exercises.daily_puzzle import newest_day, next_time, post_time
from table.exercises.puzzles import DAY, find_puzzle, next_daily, streak_of, strength_of
from tests.support.puzzles.sample import COUNT, FILE, sample_puzzles

MONDAY = 20_000


def days(count: int, before: list[DailyPuzzle] | None = None, first: int = MONDAY) -> list[DailyPuzzle]:
    """The puzzles of this many days, one after the other."""
    chosen = list(before or ())
    for day in range(first, first + count):
        puzzle = next_daily(chosen, day)
        assert puzzle is not None and find_puzzle(puzzle) is not None
        chosen.append(puzzle)
    return chosen


def test_daily_puzzles_alternate_games_and_repeat_only_after_all_were_used(tmp_path: Path) -> None:
    with sample_puzzles(tmp_path, ("leaders", "monolith", "knockdown")):
        chosen = days(9 * COUNT)
        assert [one.game for one in chosen[3:]] == [one.game for one in chosen[:-3]]
        assert {one.game for one in chosen[:3]} == {"leaders", "monolith", "knockdown"}
        for game in ("leaders", "monolith", "knockdown"):
            items = [one.item for one in chosen if one.game == game]
            for start in range(0, len(items), COUNT):
                assert {*items[start : start + COUNT]} == {one.id for one in puzzles(game)}


def test_added_puzzles_are_used_before_any_repetition(tmp_path: Path) -> None:
    with sample_puzzles(tmp_path):
        before = days(COUNT - 1)
    line = FILE.read_text().splitlines()[0]
    with sample_puzzles(tmp_path):
        file = tmp_path / "leaders" / "data" / "puzzles.jsonl"
        more = [line.replace('"id":"fcea390f"', f'"id":"new{n}"') for n in range(3)]
        file.write_text(file.read_text() + "\n".join(more) + "\n")
        puzzles.cache_clear()
        chosen = days(4, before, MONDAY + COUNT - 1)
        assert len({one.item for one in chosen}) == COUNT + 3
        assert next_daily(chosen, MONDAY + 99) == DailyPuzzle(day=MONDAY + 99, game="leaders", item=chosen[0].item)


def test_without_puzzles_there_is_no_daily_puzzle(tmp_path: Path) -> None:
    with sample_puzzles(tmp_path, ()):
        assert next_daily([], MONDAY) is None


def test_a_streak_ends_today_or_yesterday() -> None:
    assert streak_of([], 9) == streak_of([7, 6, 5], 9) == 0
    assert streak_of([9, 8, 6], 9) == streak_of([8, 7, 5], 9) == 2
    assert streak_of([9], 9) == 1


def test_harder_puzzles_have_higher_ratings(tmp_path: Path) -> None:
    with sample_puzzles(tmp_path):
        one = puzzles("leaders")[0]

    def strength(grade: int, solved: int) -> int:
        made: Puzzle = replace(one, grade=grade, solved=solved)
        return strength_of(made).number

    assert strength(3, 50) == 1500
    cases = [(1, 100), (1, 80), (2, 75), (3, 50), (3, 45), (4, 35), (4, 20), (5, 15), (5, 0)]
    found = [strength(*one) for one in cases]
    assert found == sorted(found) and found[0] == 1125 and found[-1] == 1875


@pytest.mark.parametrize("zone", ["UTC", "Europe/Warsaw", "America/Los_Angeles", "Pacific/Auckland", "Asia/Kolkata"])
@pytest.mark.parametrize("hour", [0, 8, 16, 23])
def test_each_day_is_posted_once_despite_clock_changes(zone: str, hour: int) -> None:
    for day in range(20_400, 20_800):
        at = post_time(day, hour, zone)
        assert day * DAY <= at < (day + 1) * DAY
        assert next_time(at - 1, hour, zone) == at and next_time(at, hour, zone) == post_time(day + 1, hour, zone)
        assert newest_day(at, hour, zone) == day and newest_day(at - 1, hour, zone) == day - 1


def test_the_daily_hour_is_in_the_chosen_time_zone() -> None:
    assert post_time(0, 8, "UTC") == 8 * 3600 and post_time(0, 8, "Asia/Kolkata") == 2.5 * 3600
