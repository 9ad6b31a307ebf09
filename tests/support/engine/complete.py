"""The complete games; a new game is added here when it has everything listed below."""

from __future__ import annotations

COMPLETE = ("leaders", "monolith", "tashkalar", "knockdown")
"""Each has a whole course, puzzles of every grade, blurbs, a foresight, levels and an evaluation, example questions for
the search (`data/example_questions.toml`) and test questions (`tests/search/questions/first.toml`)."""
