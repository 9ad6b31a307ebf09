"""The 37 spaces of the board, tested with the steps of a Leader."""

from __future__ import annotations

from tests.support.each import each
from tests.support.engine.leaders.oracle import SPACES, around
from tests.support.engine.leaders.table import put

CORNERS = {"A1", "A4", "D1", "D7", "G1", "G4"}
EDGES = {"A2", "A3", "B1", "B5", "C1", "C6", "E1", "E6", "F1", "F5", "G2", "G3"}
NEIGHBOURS = {
    "A1": "A2 B2 B1", "A4": "B5 B4 A3", "B1": "B2 C2 C1 A1", "B3": "B4 C4 C3 B2 A2 A3", "C1": "C2 D2 D1 B1",
    "C5": "C6 D6 D5 C4 B4 B5", "D1": "D2 E1 C1", "D4": "D5 E4 E3 D3 C3 C4", "D7": "E6 D6 C6", "E1": "E2 F1 D1 D2",
    "E4": "E5 F4 F3 E3 D4 D5", "F5": "G4 F4 E5 E6", "G1": "G2 F1 F2", "G2": "G3 G1 F2 F3",
}  # fmt: skip
"""Some rows of a table of neighbors, written by hand."""


def steps(space: str) -> set[str]:
    """The spaces that a Leader alone on the board can step to."""
    other = "A1" if space not in {"A1", *around("A1")} else "G4"
    return put(f"S leader {space}; N leader {other}").ends("leader", "move")


def test_there_are_thirty_seven_spaces() -> None:
    assert len(SPACES) == 37
    for space in SPACES:
        assert steps(space)


@each("space", NEIGHBOURS)
def test_spaces_touch_their_neighbors(space: str) -> None:
    assert steps(space) == set(NEIGHBOURS[space].split())


def test_corners_have_three_neighbors_edges_four_and_others_six() -> None:
    for space in SPACES:
        assert len(steps(space)) == (3 if space in CORNERS else 4 if space in EDGES else 6)


def test_ninety_pairs_of_spaces_are_adjacent_in_both_directions() -> None:
    pairs = {(one, other) for one in SPACES for other in steps(one)}
    assert len(pairs) == 180
    assert {(other, one) for one, other in pairs} == pairs


@each("line", ["D5 D6 D7", "E4 F4 G4", "E3 F2 G1", "D3 D2 D1", "C3 B2 A1", "C4 B4 A4"])
def test_six_lines_run_from_the_center(line: str) -> None:
    """Seen from D4 by the Manipulator, whose ability works along lines."""
    near, middle, far = line.split()
    for place in (middle, far):
        rest = "A2" if place != "A2" and "A" not in line else "G2"
        assert put(f"S leader {rest}, S manipulator D4; N leader {place}").outcomes("manipulator", "ability")
    assert not put(f"S leader {rest}, S manipulator D4; N leader {near}").outcomes("manipulator", "ability")
