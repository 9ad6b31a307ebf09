"""The 24 tasks of High Form: each fulfilled and barely missed; claiming, the next task, types."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from engine.core.position import Position
from engine.tashkalar.data.content import TASKS
from engine.tashkalar.game import GAME
from tests.support.each import each
from tests.support.engine.tashkalar.table import Table, pair, pieces, put
from tests.support.profile import seeds


class Try(NamedTuple):
    task: str
    what: str
    board: str
    """Before the last action of the turn, which places a common."""
    on: str
    fulfilled: bool
    destroyed: tuple[int, int, int] = (0, 0, 0)
    summoned: str = ""
    """Summons such as `swordmaster e5, titan d2`."""


CHAIN = "A a5 b5 c4 d4 e5 f6 g6 h6"
DIAGONALS = "A b2 c3h d4 h2 g3h f4"
LINE = "A a5 b5 c5 d5 e5"

TRIES = [
    Try("destruction", "three", "", "i5", True, (3, 0, 0)),
    Try("destruction", "two", "", "i5", False, (1, 1, 0)),
    Try("devastation", "four", "", "i5", True, (2, 1, 1)),
    Try("devastation", "three", "", "i5", False, (3, 0, 0)),
    Try("heroic_destruction", "three with a heroic", "", "i5", True, (2, 1, 0)),
    Try("heroic_destruction", "three with a legend", "", "i5", True, (2, 0, 1)),
    Try("heroic_destruction", "four commons", "", "i5", False, (4, 0, 0)),
    Try("heroic_destruction", "two", "", "i5", False, (1, 1, 0)),
    Try("heroic_devastation", "four with two", "", "i5", True, (2, 1, 1)),
    Try("heroic_devastation", "four with one", "", "i5", False, (3, 1, 0)),
    Try("heroic_devastation", "three with three", "", "i5", False, (0, 3, 0)),
    Try("end_of_legends", "a legend", "", "i5", True, (0, 0, 1)),
    Try("end_of_legends", "two heroics", "", "i5", True, (0, 2, 0)),
    Try("end_of_legends", "one heroic", "", "i5", False, (5, 1, 0)),
    Try("red_conquest", "three, two upgraded", "A e5h d2l", "c8", True),
    Try("red_conquest", "two", "A e5h d2l", "c7", False),
    Try("red_conquest", "one upgraded", "A e5h d2", "c8", False),
    Try("green_conquest", "three, two upgraded", "A c3h g3l", "i4", True),
    Try("green_conquest", "two", "A c3h g3l", "i5", False),
    Try("green_conquest", "one upgraded", "A c3h g3 a5", "i4", False),
    Try("color_conquest", "five, three upgraded", "A e5h d2h c3l g3", "h6", True),
    Try("color_conquest", "four", "A e5h d2h c3l g3", "h5", False),
    Try("color_conquest", "two upgraded", "A e5h d2h c3 g3", "h6", False),
    Try("red_legends", "a legend and a heroic", "A e5l d2h", "i5", True),
    Try("red_legends", "two legends", "A e5l d2l", "i5", True),
    Try("red_legends", "a legend and a common", "A e5l d2", "c8", False),
    Try("red_legends", "two heroics", "A e5h d2h c3l", "i5", False),
    Try("green_legends", "a legend and a heroic", "A c3l g3h", "i5", True),
    Try("green_legends", "no legend", "A c3h g3h e5l", "i5", False),
    Try("green_legends", "a legend alone", "A c3l g3", "i4", False),
    Try("rainbow_dominance", "ahead in both", "A e5h d2h c3h; B c8h h6 g3", "i5", True),
    Try("rainbow_dominance", "level on green", "A e5h d2h c3h; B c8h g3l", "i5", False),
    Try("rainbow_dominance", "nothing on red", "A c3h", "e5", False),
    Try("red_summoning", "two, one on red", "", "i5", True, (0, 0, 0), "swordmaster e5, bomb e6"),
    Try("red_summoning", "two, one on green", "", "i5", False, (0, 0, 0), "swordmaster c3, bomb e6"),
    Try("red_summoning", "one", "", "i5", False, (0, 0, 0), "swordmaster e5"),
    Try("green_summoning", "two, one on green", "", "i5", True, (0, 0, 0), "swordmaster f8, bomb e6"),
    Try("green_summoning", "two, one on red", "", "i5", False, (0, 0, 0), "swordmaster h6, bomb e6"),
    Try("colored_summoning", "red and green", "", "i5", True, (0, 0, 0), "swordmaster h6, bomb a5"),
    Try("colored_summoning", "twice on the same square", "", "i5", True, (0, 0, 0), "swordmaster e5, bomb e5"),
    Try("colored_summoning", "one of two", "", "i5", False, (0, 0, 0), "swordmaster e5, bomb e6"),
    Try("legendary_summoning", "a legend and a being", "", "i5", True, (0, 0, 0), "titan e6, bomb e7"),
    Try("legendary_summoning", "two beings", "A e6l", "i5", False, (0, 0, 0), "swordmaster e6, bomb e7"),
    Try("legendary_summoning", "a legend alone", "", "i5", False, (0, 0, 0), "titan e6"),
    Try("central_dominance", "five, two upgraded", "A d4h e4l f4 d5", "e5", True),
    Try("central_dominance", "four", "A d4h e4l f4 d5", "c5", False),
    Try("central_dominance", "one upgraded", "A d4h e4 f4 d5", "e5", False),
    Try("center_cross", "upright", "A e4 d5 f5 e6", "e5", True),
    Try("center_cross", "diagonal", "A d4 f4 d6 e5h", "f6", True),
    Try("center_cross", "neither", "A e4 d5 f5 e6 d4 f4 d6", "f6", False),
    Try("line_dominance", "six ahead in a row", LINE, "g5", True),
    Try("line_dominance", "six ahead in a column", "A d1 d2 d3 d4 d5", "d9", True),
    Try("line_dominance", "an enemy in the row", f"{LINE}; B i5", "g5", False),
    Try("line_dominance", "seven against one", f"{LINE} f5; B i5", "g5", True),
    Try("line_dominance", "a row that does not count", "A a3 b3 c3 d3 e3", "f3", False),
    Try("diagonals", "four and one on both, the centre counting twice", DIAGONALS, "e5", True),
    Try("diagonals", "one upgraded is missing", DIAGONALS.replace("g3h", "g3"), "e5", False),
    Try("diagonals", "three", DIAGONALS, "e4", False),
    Try("side_chain", "west to east", CHAIN, "i7", True),
    Try("side_chain", "broken", CHAIN.replace(" e5", ""), "i7", False),
    Try("side_chain", "north to south, touching by corners", "A c1 d2 c3 d4 c5 d6 c7 d8", "c9", True),
    Try("side_chain", "to the corner that is no side", CHAIN.replace("h6", "h7"), "h8", False),
    Try("side_chain", "with a foreign link", CHAIN.replace(" e5", "") + "; B e5", "i7", False),
    Try("corner_chain", "north-west to south-east", "A b2 c3 d4 e5 f6 g7", "h8", True),
    Try("corner_chain", "north-east to south-west", "A i3 h4 g5 f6 e7 d8", "c9", True),
    Try("corner_chain", "short of it", "A b2 c3 d4 e5 f6 g7", "h7", False),
    Try("corner_chain", "between neighbouring corners", "A a3 a4 a5 a6", "a7", False),
    Try("imprisonment", "six around", "A d4 e4 f4 d5 f5; B e5", "d6", True),
    Try("imprisonment", "five around", "A d4 e4 f4 d5 f5; B e5", "e7", False),
    Try("imprisonment", "an own piece in the middle", "A d4 e4 f4 d5 f5 e5", "d6", False),
    Try("envelopment", "seven around", "A d4 e4 f4 d5 f5 d6; B e5", "e6", True),
    Try("envelopment", "six around", "A d4 e4 f4 d5 f5 d6; B e5", "e7", False),
    Try("isolation", "near, with a way round", "A d1 d3 e3; B c1 e1 e2h", "c3", False),
    Try("isolation", "behind a full wall", "A d1 d3 b2 c2; B c1 e1", "d2", True),
    Try("isolation", "the wall has a gap", "A d1 d3 b2 c2; B c1 e1", "e3", False),
    Try("isolation", "nobody near at all", "A d1 b2 c2; B c1 f1", "d2", False),
    Try("isolation", "next to a fellow", "A b2 c2; B c1 d1", "d2", False),
]  # fmt: skip
FILLERS = {
    "destruction": ["envelopment", "corner_chain"],
    "summoning": ["envelopment", "corner_chain"],
    "coloured_squares": ["heroic_devastation", "legendary_summoning"],
    "board_pattern": ["heroic_devastation", "legendary_summoning"],
    "enemy_position": ["heroic_devastation", "legendary_summoning"],
}
"""Two other tasks that these positions do not fulfill."""
TYPE = {task.id: task.type for task in TASKS}


def last_action(one: Try, **fields: Any) -> Table:
    """The turn before its last action."""
    summoned = [name.split() for name in one.summoned.split(", ") if name]
    ids = {"swordmaster": "imperial.swordmaster", "bomb": "imperial.bomb", "titan": "legends.titan"}
    return put(
        one.board,
        "hypnotist",
        form="high",
        actions=1,
        tasks=[one.task, *FILLERS[TYPE[one.task]]],
        destroyed={"B": list(one.destroyed)},
        summoned=[[ids[name], pair(square)] for name, square in summoned],
        **fields,
    )


@each("one", TRIES, ids=lambda one: f"{one.task}: {one.what}")
def test_a_fulfilled_task_is_offered(one: Try) -> None:
    table = last_action(one).play(f"place {one.on}")
    if one.fulfilled:
        assert (table.seat, table.prompt) == (0, "claim")
        assert table.codes == [one.task.replace("_", "-"), "none"]
    else:
        assert table.seat == 1
        assert table.prompt != "claim"


def test_every_task_has_a_fulfilled_and_an_unfulfilled_case() -> None:
    assert {(one.task, one.fulfilled) for one in TRIES} == {(task.id, way) for task in TASKS for way in (True, False)}


POINTS = {
    "destruction": 1, "devastation": 2, "heroic_destruction": 2, "heroic_devastation": 3, "end_of_legends": 2,
    "red_conquest": 2, "green_conquest": 2, "color_conquest": 3, "red_legends": 3, "green_legends": 3,
    "rainbow_dominance": 2, "red_summoning": 1, "green_summoning": 1, "colored_summoning": 2,
    "legendary_summoning": 2, "central_dominance": 1, "center_cross": 2, "line_dominance": 2, "diagonals": 3,
    "side_chain": 3, "corner_chain": 3, "imprisonment": 1, "envelopment": 2, "isolation": 2,
}  # fmt: skip


@each("task", POINTS)
def test_a_claimed_task_scores_and_is_replaced(task: str) -> None:
    one = next(one for one in TRIES if one.task == task and one.fulfilled)
    fillers = FILLERS[TYPE[task]]
    pile = ["color_conquest", "isolation", "diagonals", "central_dominance", "devastation"]
    pile = [name for name in pile if name != task]
    table = last_action(one, task_pile=pile).play(f"place {one.on} {task.replace('_', '-')}")
    assert table.points == [POINTS[task], 0]
    assert [TASKS[number].id for number in table.state.scores[0].tasks] == [task]
    assert {TASKS[number].id for number in table.state.tasks} == {*fillers, pile[0]}
    left = [TASKS[number].id for number in table.state.task_pile]
    assert sorted(left) == sorted(pile[1:])
    assert Counter(TYPE[name] for name in (*fillers, pile[0], left[0])).most_common(1)[0][1] < 3


def test_a_task_need_not_be_claimed() -> None:
    one = next(one for one in TRIES if one.task == "center_cross")
    table = last_action(one).play(f"place {one.on} none")
    assert (table.seat, table.points) == (1, [0, 0])


def test_only_one_task_is_claimed_in_a_turn() -> None:
    tasks = ["destruction", "center_cross", "line_dominance"]
    table = put("A e4 d5 f5 e6", "hypnotist", form="high", actions=1, tasks=tasks, destroyed={"B": [3, 0, 0]})
    table.play("place e5")
    assert table.codes == ["destruction", "center-cross", "none"]
    assert table.play("center-cross").seat == 1
    assert table.points == [2, 0]


def test_a_third_task_of_a_type_goes_to_the_bottom_of_the_pile() -> None:
    """Two tasks about board patterns stay; neither the next task nor the one after it may be a third."""
    tasks = ["center_cross", "line_dominance", "destruction"]
    pile = ["isolation", "side_chain", "diagonals", "red_conquest", "devastation"]
    table = put("", "hypnotist", form="high", actions=1, tasks=tasks, task_pile=pile, destroyed={"B": [3, 0, 0]})
    table.play("place i5 destruction")
    assert {TASKS[number].id for number in table.state.tasks} == {"center_cross", "line_dominance", "isolation"}
    assert [TASKS[number].id for number in table.state.task_pile] == [
        "red_conquest", "devastation", "side_chain", "diagonals",
    ]  # fmt: skip


def test_pieces_destroyed_during_the_turn_count() -> None:
    """A Bomb destroys three."""
    board = "A f6 f7; B d4 e4 f4"
    table = put(board, "bomb", form="high", tasks=["destruction", "diagonals", "isolation"])
    table.play("bomb e5 place i5")
    assert table.codes == ["destruction", "none"]


def test_summoning_tasks_use_the_summoning_square() -> None:
    """The Eagle leaves the red square at once."""
    table = put(
        "A d6 f6 e4", "wild_eagle ritual_keeper", form="high", tasks=["red_summoning", "diagonals", "isolation"]
    )
    table.play("wild-eagle e5 i5 place i6")
    assert table.seat == 1
    table = put(
        "A d6 f6 b4 a5", "wild_eagle ritual_keeper", form="high", tasks=["red_summoning", "diagonals", "isolation"]
    )
    table.play("wild-eagle e5 i5 ritual-keeper b5")
    assert table.codes == ["red-summoning", "none"]
    assert table.board == pieces("A d6 f6 i5 b4 a5 b5")


def test_destroyed_own_pieces_do_not_count() -> None:
    board = "A f6 f7 d4 e4 f4 d5"
    table = put(board, "bomb", form="high", tasks=["destruction", "diagonals", "isolation"]).play("bomb e5 place i5")
    assert table.seat == 1


def test_converted_pieces_count_as_destroyed() -> None:
    board = "A e5 d4 e6; B f4h"
    table = put(
        board, "dryad", form="high", tasks=["end_of_legends", "diagonals", "isolation"], destroyed={"B": [0, 1, 0]}
    )
    table.play("dryad e5 f4 place i5")
    assert table.codes == ["end-of-legends", "none"]


@each("seed", seeds(40))
def test_the_first_tasks_are_not_advanced_and_not_of_one_type(seed: int) -> None:
    position = Position.new(GAME, {"form": "high", "decks": "random"}, 2, f"tasks {seed}")
    current = [TASKS[number] for number in position.state.tasks]
    pile = [TASKS[number] for number in position.state.task_pile]
    assert len(current) == 3
    assert len({task.id for task in (*current, *pile)}) == 24
    assert not any(task.advanced for task in current)
    assert len({task.type for task in current}) > 1
    assert Counter(task.type for task in (*current, pile[0])).most_common(1)[0][1] < 3


def test_advanced_tasks_and_types_are_as_printed() -> None:
    assert {task.id for task in TASKS if task.advanced} == {
        "heroic_devastation", "end_of_legends", "red_legends", "green_legends", "legendary_summoning", "diagonals",
        "envelopment", "isolation",
    }  # fmt: skip
    assert Counter(task.type for task in TASKS) == {
        "destruction": 5, "coloured_squares": 6, "summoning": 4, "board_pattern": 6, "enemy_position": 3,
    }  # fmt: skip
