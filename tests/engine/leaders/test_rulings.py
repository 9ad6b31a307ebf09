"""Every ruling with a position (`rulings.toml`) is checked through the protocol."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tests.support.each import each
from tests.support.engine.leaders.table import Table, put

RULINGS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("rulings.toml").read_text("utf-8"))["ruling"]


def outcomes(ruling: dict[str, Any]) -> list[set[str]]:
    """The possible results; a reaction is checked after each step of the enemy Leader."""
    side, _, who = ruling["who"].partition(" ")
    board, by = ruling["board"], ruling["by"]
    if by == "recruit":
        table = put(board, turn=side, phase="recruit", market=["wanderer"])
        return [{at for _, spaces in table.recruitments() for at in spaces}]
    if by == "react":
        table = put(board, turn="N" if side == "S" else "S")
        start = table.board[ruling["who"]]
        return [{f"{side} {who} {start}>{at}" for at in act.reactions or ()} for act in table.actions("leader")]
    return [put(board, turn=side).outcomes(who, by)]


@each("ruling", [one for one in RULINGS if "who" in one], ids=lambda ruling: ruling["id"])
def test_rulings_on_possible_actions_hold(ruling: dict[str, Any]) -> None:
    found = outcomes(ruling)
    assert found
    for one in found:
        assert "only" not in ruling or one == set(ruling["only"])
        assert one >= set(ruling.get("may", ()))
        assert not one & set(ruling.get("may_not", ()))


@each("ruling", [one for one in RULINGS if "verdict" in one], ids=lambda ruling: ruling["id"])
def test_rulings_on_verdicts_hold(ruling: dict[str, Any]) -> None:
    assert put(ruling["board"]).verdict == ruling["verdict"]


def test_nudging_the_leader_between_two_enemies_wins() -> None:
    """END-11: the ruling's position, played."""
    table: Table = put(next(one["board"] for one in RULINGS if one["id"] == "END-11"))
    assert table.play("manipulator nudge d5").verdict == "N captured"
