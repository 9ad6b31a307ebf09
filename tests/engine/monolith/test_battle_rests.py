"""A battle rests before each segment with a choice; such positions can be written, read and checked."""

from __future__ import annotations

from typing import Any

from tests.support.each import each
from tests.support.engine.monolith.table import Table, fault, put

DUEL = "A assassin c1 r0 #1; A forest.rune-double-attack c2 r0 #2; B golem c4 r0 #3; B golem c5 r0 #4; B golem e3 r0 #5"
"""An Assassin, the rune that gives it a second attack, and three distant targets."""


def duel(line: str = DUEL, **fields: Any) -> Table:
    """A battle that begins at once; the rotated rune gives the Assassin its second attack."""
    for rot in range(6):
        table = put(line.replace("rune-double-attack c2 r0", f"rune-double-attack c2 r{rot}"), phase="battle", **fields)
        if table.at("c1")["initiative"] == [3, 2]:
            return table
    raise AssertionError(line)


def test_a_battle_rests_before_each_attack_of_the_assassin() -> None:
    table = duel()
    assert table.position["battle"] == {"segment": 3, "attacks": []}
    table.pick("c4")
    assert (table.prompt, table.position["picks"]) == ("assassin", [])
    assert table.position["battle"]["segment"] == 2
    assert [1, [0]] in [list(one) for one in table.position["battle"]["attacks"]]


def test_a_position_within_a_battle_continues_equally_after_reading() -> None:
    table = duel().pick("c4")
    again = Table.put(table.position)
    assert again.asks == table.asks
    assert again.pick("c5").position == table.pick("c5").position
    assert "battle" not in table.position


def test_a_banner_destroyed_in_a_segment_ends_the_match_only_after_the_last_one() -> None:
    """B7"""
    line = f"{DUEL}; B abyss.banner a1 r0 #6; A forest.banner e1 r0 #7"
    table = duel(line, banner_hp={"B": 1}).pick("a1")
    assert (table.points, table.prompt) == ([20, 0], "assassin")
    again = Table.put(table.position)
    assert again.asks == table.asks
    assert again.pick("c4").outcome == table.pick("c4").outcome == ([0], "banner")


def test_a_match_resigned_within_a_battle_can_be_written_and_read() -> None:
    table = duel().pick("c4")
    table.does(do="resign", seat=1)
    assert table.outcome == ([0], "resigned")
    assert Table.put(table.position).position == table.position


@each(
    ("fields", "named"),
    [
        ({"phase": "play"}, "phase play"),
        ({"battle": {"segment": 2}}, "segment 2"),
        ({"battle": {"segment": 9}}, "segment 9"),
        ({"battle": {"segment": -1}}, "segment"),
        ({"battle": {}}, "segment"),
        ({"battle": {"segment": 3, "attacks": [[1, [0]]]}}, "segment 3"),
        ({"battle": {"segment": 3, "attacks": [[77, [0]]]}}, "number 77"),
        ({"battle": {"segment": 3, "attacks": [[3, [0]], [3, [0]]]}}, "number 3"),
        ({"battle": {"segment": 3, "attacks": [[1, []]]}}, "assassin"),
        ({"battle": {"segment": 3, "attacks": [[1, [1]]]}}, "assassin"),
        ({"battle": {"segment": 3, "attacks": [[1, [0, 9999]]]}}, "assassin"),
        ({"battle": {"segment": 3, "attacks": [[2, [0]]]}}, "rune"),
        ({"battle": {"segment": 3, "attackers": [1]}}, "attackers"),
    ],
)
def test_an_impossible_battle_is_refused_with_its_reason(fields: dict[str, Any], named: str) -> None:
    line = "A assassin c1 r0 #1; A abyss.rune-strength a1 r0 #2; B golem c4 r0 #3; B golem c5 r0 #4"
    assert named in fault(line, **{"phase": "battle", "battle": {"segment": 3}, **fields})
