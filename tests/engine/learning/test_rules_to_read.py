"""Every question links to a section of the rules; the rules can be written to a file with their pictures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.core.playout import choices
from engine.core.position import Position
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from locales import LANGUAGES

MATCHES = 12


def prompts_of(game: str, number: int) -> set[str]:
    """The questions of one random match."""
    one = GAMES[game]
    seats = one.seat_counts[number % len(one.seat_counts)]
    position = Position.new(one, {}, seats, f"prompts_of {number}", forkable=False)
    draw = choices(f"prompts_of {number}").__next__
    found: set[str] = set()
    while position.asks:
        found |= {ask.prompt for ask in position.asks}
        ask = position.asks[0]
        position.answer(ask, ask.options[draw() % len(ask.options)])
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_question_belongs_to_a_rule_in_both_languages(game: str) -> None:
    prompts = set().union(*(prompts_of(game, number) for number in range(MATCHES)))
    assert prompts <= set(GAMES[game].prompt_rules)
    for language in LANGUAGES:
        assert set(GAMES[game].prompt_rules.values()) <= set(rulebook(game, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_can_be_written_as_one_file_with_pictures(tmp_path: Path, language: str) -> None:
    main(["rules", "knockdown", "--lang", language, "--to", str(tmp_path)])
    written = (tmp_path / f"knockdown-rules-{language}.md").read_text(encoding="utf-8")
    for section in rulebook("knockdown", language).values():
        assert f"## {section.title}\n" in written and section.body in written
    pictures = sorted((tmp_path / f"knockdown-rules-{language}").iterdir())
    diagrams = [one for section in rulebook("knockdown", language).values() for one in section.diagrams]
    assert len(pictures) == len(diagrams) > 0
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)
    assert all(f"({picture.parent.name}/{picture.name})" in written for picture in pictures)


def test_an_unknown_game_is_refused_by_name() -> None:
    asked_for = [sys.executable, "-m", "engine", "rules", "chess"]
    done = subprocess.run(asked_for, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "chess" in done.stderr and "leaders" in done.stderr
