"""The positions of `worked_examples.toml`, and the short notation they are written in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.engine.monolith.oracle import FOUR, THREE, TWO, Token

FACTIONS = {
    "dragon": "dragon_empire", "abyss": "lords_of_the_abyss", "guardians": "guardians_of_the_realm",
    "forest": "harbingers_of_the_forest",
}  # fmt: skip
EXAMPLES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "worked_examples.toml").read_text(encoding="utf-8")
)
TEAMS: dict[int, Mapping[str, int]] = {2: TWO, 3: THREE, 4: FOUR}


def laid(lines: str) -> dict[str, Token]:
    """Tiles by name, from lines like `pike A dragon.pikeman -1,0 r2 wounds=1 net`."""
    found = {}
    for line in filter(None, lines.splitlines()):
        name, owner, token, at, rot, *more = line.split()
        faction, _, kind = token.partition(".")
        q, r = at.split(",")
        marks = {mark.partition("=")[0]: mark.partition("=")[2] for mark in more}
        found[name] = Token(
            owner, f"{FACTIONS[faction]}.{kind}", (int(q), int(r)), int(rot[1:]),
            int(marks.get("wounds", 0)), int(marks.get("poison", 0)), "net" in marks, "trench" in marks,
        )  # fmt: skip
    return found


def named(kind: str) -> dict[str, dict[str, Any]]:
    """The examples of one kind, by name."""
    return {str(one["name"]): one for one in EXAMPLES[kind]}
