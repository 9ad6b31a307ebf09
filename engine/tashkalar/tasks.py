"""Tasks of the High Form: their conditions, how they are laid out and replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.masks import mask, spaces_of
from engine.tashkalar import board
from engine.tashkalar.board import AT, CENTRAL, NEXT, SIDE, WITHIN, touching
from engine.tashkalar.data.content import COMMON, HEROIC, IS_LEGEND, LEGENDARY, RANKS, TASKS
from engine.tashkalar.pieces import empty, enemy, of_rank, own
from engine.tashkalar.state import State

CURRENT = 3
Fulfilled = Callable[[State, int], bool]
"""State and color to whether the task may be claimed."""


def _line(pairs: Sequence[tuple[int, int]]) -> int:
    return mask(AT[pair] for pair in pairs if pair in AT)


CENTRE_PLUS = _line([(5, 4), (4, 5), (5, 5), (6, 5), (5, 6)])
CENTRE_X = _line([(4, 4), (6, 4), (5, 5), (4, 6), (6, 6)])
DIAGONALS = (_line([(n, n) for n in range(1, 10)]), _line([(n, 10 - n) for n in range(1, 10)]))
LINES = tuple(_line([(x, y) for x in range(1, 10)]) for y in (4, 5, 6)) + tuple(
    _line([(x, y) for y in range(1, 10)]) for x in (4, 5, 6)
)
WEST, EAST = _line([(1, y) for y in range(1, 10)]), _line([(SIDE, y) for y in range(1, 10)])
NORTH, SOUTH = _line([(x, 1) for x in range(1, 10)]), _line([(x, SIDE) for x in range(1, 10)])
NW, SE = _line([(1, 3), (2, 2), (3, 1)]), _line([(7, 9), (8, 8), (9, 7)])
NE, SW = _line([(7, 1), (8, 2), (9, 3)]), _line([(1, 7), (2, 8), (3, 9)])


def _destroyed(s: State) -> tuple[int, int, int]:
    """Number of enemy pieces destroyed this turn: common, heroic, legendary."""
    common, heroic, legendary = (sum(ranks[rank] for ranks in s.destroyed) for rank in range(len(RANKS)))
    return common, heroic, legendary


def destroyed(total: int, of_them_upgraded: int = 0) -> Fulfilled:
    def does(s: State, _colour: int) -> bool:
        common, heroic, legendary = _destroyed(s)
        return common + heroic + legendary >= total and heroic + legendary >= of_them_upgraded

    return does


def end_of_legends(s: State, _colour: int) -> bool:
    _, heroic, legendary = _destroyed(s)
    return legendary >= 1 or heroic >= 2


def holds(area: Callable[[], int], total: int, of_them_upgraded: int = 0, of_them_legendary: int = 0) -> Fulfilled:
    """A task: at least `total` own pieces in an area, some of them upgraded or legendary."""

    def does(s: State, colour: int) -> bool:
        where = area()
        return (
            (own(s, colour) & where).bit_count() >= total
            and (own(s, colour, HEROIC) & where).bit_count() >= of_them_upgraded
            and (own(s, colour, LEGENDARY) & where).bit_count() >= of_them_legendary
        )

    return does


def rainbow_dominance(s: State, colour: int) -> bool:
    """A task: more upgraded pieces than the opponent on red and on green."""
    mine, theirs = own(s, colour, HEROIC), enemy(s, colour) & ~of_rank(s, COMMON)
    return all((mine & where).bit_count() > (theirs & where).bit_count() for where in (board.RED, board.GREEN))


def summoned(total: int, on: Callable[[], int] | None = None, legends: int = 0, there: int = 1) -> Fulfilled:
    """A task: at least `total` beings summoned this turn, some of them in an area, some of them legends."""

    def does(s: State, _colour: int) -> bool:
        coloured = sum(1 for _, at in s.summoned if on() >> at & 1) if on else 0
        return (
            len(s.summoned) >= total
            and (on is None or coloured >= there)
            and sum(IS_LEGEND[card] for card, _ in s.summoned) >= legends
        )

    return does


def center_cross(s: State, colour: int) -> bool:
    mine = own(s, colour)
    return any(mine & cross == cross for cross in (CENTRE_PLUS, CENTRE_X))


def line_dominance(s: State, colour: int) -> bool:
    mine, theirs = own(s, colour), enemy(s, colour)
    return any((mine & line).bit_count() - (theirs & line).bit_count() >= 6 for line in LINES)


def diagonals(s: State, colour: int) -> bool:
    mine, raised = own(s, colour), own(s, colour, HEROIC)
    return all((mine & line).bit_count() >= 4 and raised & line for line in DIAGONALS)


def chain(*ends: tuple[int, int]) -> Fulfilled:
    """A task: a chain of own pieces, each touching the next, from one edge to the opposite one."""

    def does(s: State, colour: int) -> bool:
        mine = own(s, colour)
        return any(_linked(mine, start, goal) for start, goal in ends)

    return does


def _linked(mine: int, start: int, goal: int) -> bool:
    reached, front = 0, mine & start
    while front:
        reached |= front
        front = touching(front) & mine & ~reached
    return bool(reached & goal)


def surrounded(by: int) -> Fulfilled:
    """A task: some enemy piece has at least `by` own pieces around it."""

    def does(s: State, colour: int) -> bool:
        mine = own(s, colour)
        return any((NEXT[one] & mine).bit_count() >= by for one in spaces_of(enemy(s, colour)))

    return does


def isolation(s: State, colour: int) -> bool:
    """A task: some enemy piece has another of its color within two squares, but could not get next to any in three
    moves."""
    theirs, free = enemy(s, colour), empty(s)
    return any(WITHIN[one][2] & theirs & ~(1 << one) and _cut_off(one, theirs, free) for one in spaces_of(theirs))


def _cut_off(one: int, theirs: int, free: int) -> bool:
    """Whether a piece cannot reach a square next to another of its color."""
    fellows = touching(theirs & ~(1 << one))
    reached = 1 << one
    for _ in range(3):
        if reached & fellows:
            return False
        reached |= touching(reached) & free
    return not reached & fellows


def _red() -> int:
    return board.RED


def _green() -> int:
    return board.GREEN


def _coloured() -> int:
    return board.RED | board.GREEN


FULFILLED: dict[str, Fulfilled] = {
    "destruction": destroyed(3),
    "devastation": destroyed(4),
    "heroic_destruction": destroyed(3, 1),
    "heroic_devastation": destroyed(4, 2),
    "end_of_legends": end_of_legends,
    "red_conquest": holds(_red, 3, 2),
    "green_conquest": holds(_green, 3, 2),
    "color_conquest": holds(_coloured, 5, 3),
    "red_legends": holds(_red, 2, 2, 1),
    "green_legends": holds(_green, 2, 2, 1),
    "rainbow_dominance": rainbow_dominance,
    "red_summoning": summoned(2, _red),
    "green_summoning": summoned(2, _green),
    "colored_summoning": summoned(2, _coloured, there=2),
    "legendary_summoning": summoned(2, legends=1),
    "central_dominance": holds(lambda: CENTRAL, 5, 2),
    "center_cross": center_cross,
    "line_dominance": line_dominance,
    "diagonals": diagonals,
    "side_chain": chain((WEST, EAST), (NORTH, SOUTH)),
    "corner_chain": chain((NW, SE), (NE, SW)),
    "imprisonment": surrounded(6),
    "envelopment": surrounded(7),
    "isolation": isolation,
}
assert set(FULFILLED) == {task.id for task in TASKS}


def claimable(s: State, colour: int) -> list[int]:
    """The current tasks that this side may claim."""
    return [task for task in s.tasks if FULFILLED[TASKS[task].id](s, colour)]


def three_alike(tasks: Sequence[int]) -> bool:
    """Whether three of these tasks are of one type."""
    types = [TASKS[task].type for task in tasks]
    return any(types.count(kind) >= 3 for kind in types)


def lay_out(deck: list[int]) -> tuple[list[int], list[int]]:
    """Three current tasks from a shuffled deck, none advanced, not all of one type; and the tasks set aside."""
    current: list[int] = []
    aside: list[int] = []
    while len(current) < CURRENT:
        task = deck.pop(0)
        if TASKS[task].advanced or three_alike([*current, task]):
            aside.append(task)
        else:
            current.append(task)
    return current, aside


def turn_up(s: State) -> None:
    """Turn up the next task; one that would be the third of its type among the four goes to the bottom."""
    for _ in s.task_pile:
        if not three_alike([*s.tasks, s.task_pile[0]]):
            return
        s.task_pile.append(s.task_pile.pop(0))
