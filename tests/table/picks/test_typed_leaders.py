"""The example moves in the rules of Leaders can be typed as written, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.position import Position
from engine.leaders.game import GAME
from engine.learning.rulebook import rulebook
from locales import LANGUAGES
from table.matches.draft import drafted
from table.picks.parse_typed import follow, split

FAR = "N leader D7"
RECRUITING: dict[str, Any] = {"phase": "recruit", "market": ["archer", "hermit_and_cub", "rider"]}

EXAMPLES = [
    ("leaders.acrobat", f"S leader A1, S acrobat E2; {FAR}, N rider E3", "acrobat jump e4"),
    ("leaders.rider", f"S leader A1, S rider E2; {FAR}", "rider ride e4"),
    ("leaders.bruiser", f"S leader A1, S bruiser D4; {FAR}, N rider D5", "bruiser push d5 d6"),
    ("leaders.royal-guard", f"S leader D1, S royal_guard A4; {FAR}", "royal-guard rally d3"),
    ("leaders.illusionist", "S leader A1, S illusionist D3; N leader G4, N rider D6", "illusionist swap d6"),
    ("leaders.claw-launcher", "S leader A1, S claw_launcher D3; N leader G4, N rider D6", "claw-launcher hook d6"),
    ("leaders.claw-launcher", "S leader A1, S claw_launcher D3; N leader G4, N rider D6", "claw-launcher drag d6"),
    ("leaders.manipulator", "S leader A1, S manipulator D3; N leader G4, N rider D6", "manipulator nudge d6 e5"),
    ("leaders.wanderer", f"S leader D1, S wanderer D2; {FAR}", "wanderer roam b3"),
    ("leaders.brewmaster", f"S leader D1, S brewmaster D3, S rider C3; {FAR}", "brewmaster treat c3 c4"),
    ("leaders.vizier", f"S leader D1, S vizier A1; {FAR}", "leader d3"),
    ("leaders.recruit", f"S leader D2; {FAR}", "archer b1"),
    ("leaders.two-spaces", f"S leader D2; {FAR}", "hermit-and-cub b1 f1"),
    ("leaders.banish", f"S leader D1; {FAR}", "assassin"),
    ("leaders.typing", f"S leader D2, S acrobat E2; {FAR}, N rider E3", "acrobat jump e4 end archer b1"),
]


def examples(section: str, language: str) -> list[str]:
    """The texts in `code`, without the command."""
    quotes = re.findall(r"`([^`]+)`", rulebook("leaders", language)[section].body)
    return [one.removeprefix("/play ").removeprefix("/graj ") for one in quotes]


def typed(section: str, pieces: str, line: str) -> str | None:
    """The codes of a typed move, without automatic ones; None if it is not legal."""
    more: dict[str, Any] = {"market": ["archer", "vizier", "jailer"]} if section == "leaders.typing" else {}
    if section in ("leaders.recruit", "leaders.two-spaces"):
        more = RECRUITING
    if section == "leaders.banish":
        more = {"phase": "banish", "mode": "advanced", "number": 0, "first": "S"}
    here = Position.read(GAME, {}, {"pieces": pieces, **more})
    draft = follow(here, drafted(here, 0, (), 0), split(line)[0])
    return None if draft is None else " ".join(draft.codes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "pieces", "codes"), EXAMPLES)
def test_examples_in_the_rules_can_be_typed(section: str, pieces: str, codes: str, language: str) -> None:
    wanted = typed(section, pieces, codes)
    assert codes in examples(section, "en") and wanted is not None
    assert wanted in [typed(section, pieces, line) for line in examples(section, language) if len(line) >= len("d4 d5")]


@pytest.mark.parametrize("way", ["step", "move", "basic move", "ruch", "zwykły ruch"])
def test_a_basic_move_can_be_typed_by_its_code_or_by_its_long_or_short_name(way: str) -> None:
    beside = Position.read(GAME, {}, {"pieces": f"S leader A1, S acrobat D2, S rider D3; {FAR}"})
    draft = follow(beside, drafted(beside, 0, (), 0), ["acrobat", *way.split(), "c2"])
    assert draft is not None and draft.codes[:3] == ("acrobat", "step", "c2")
