"""The games that have all that a game is to have before people are told of it; a new one is named here when it does."""

from __future__ import annotations

COMPLETE = ("leaders", "monolith", "tashkalar", "knockdown")
"""Each has a whole course, puzzles of every grade, blurbs, a foresight, levels and a judge of its own, examples for the
look-up (`data/example_questions.toml`) and questions to it (`tests/search/questions/first.toml`)."""
