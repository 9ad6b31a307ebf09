"""A few puzzles of Leaders in place of the games' own, so that tests know them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from engine.learning.puzzles import Puzzle, after, begin, puzzles
from engine.registry import GAMES

FILE = Path(__file__).parent / "leaders.jsonl"
COUNT = 4


@contextmanager
def sample_puzzles(folder: Path, games: tuple[str, ...] = ("leaders",)) -> Iterator[None]:
    """In this block only these games have puzzles, all of them from Leaders; more may be written into the folder."""
    for game in games:
        data = folder / game / "data"
        data.mkdir(parents=True, exist_ok=True)
        shutil.copy(FILE, data / "puzzles.jsonl")
    puzzles.cache_clear()
    with mock.patch("engine.learning.puzzles.files", lambda _: folder):
        yield
    puzzles.cache_clear()


def wrong_try(game: str, puzzle: Puzzle) -> list[str]:
    """Codes of a decision that misses the best result by ending as soon as possible."""
    played, codes = GAMES[game], list[str]()
    now = begin(played, puzzle)
    while not now.failed:
        ask = now.position.ask_of(puzzle.seat)
        assert ask is not None and not now.solved
        offered = [option.code for option in ask.options]
        codes.append("end" if "end" in offered else offered[0])
        now = after(played, puzzle, codes)
    return codes
