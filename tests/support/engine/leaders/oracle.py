"""A second, slow implementation of Leaders from the rules' text alone; it shares nothing with the engine.

A board maps spaces to figures, `{"D1": ("S", "leader")}`; a move is `S acrobat C3>C5`, and an outcome the sorted moves
of one action, joined by ` + `.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Board = dict[str, tuple[str, str]]
Move = tuple[str, str]
"""The start and the end space of a figure's move."""
Action = tuple[str, str, tuple[Move, ...]]
"""The acting figure, the ability's code, and the moves."""

COLUMNS = {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
SPACES = [f"{letter}{number}" for letter, length in COLUMNS.items() for number in range(1, length + 1)]
OTHER = {"S": "N", "N": "S"}
RINGS = {"S": ["A1", "B1", "C1", "E1", "F1", "G1"], "N": ["A4", "B5", "C6", "E6", "F5", "G4"]}
CROWN = {"S": "D1", "N": "D7"}
PAIR = ("hermit", "cub")
CARDS = [
    "acrobat", "rider", "bruiser", "royal_guard", "illusionist", "claw_launcher", "manipulator", "wanderer",
    "brewmaster", "archer", "assassin", "jailer", "protector", "vizier", "nemesis", "hermit_and_cub",
]  # fmt: skip
FIGURES = [card for card in CARDS if card != "hermit_and_cub"] + ["hermit", "cub"]

# On paper a space is two half-steps above the one below it, and outer columns start lower.
_PLACE = {
    space: ("ABCDEFG".index(space[0]), 2 * int(space[1]) + abs("ABCDEFG".index(space[0]) - 3)) for space in SPACES
}
_SPACE = {place: space for space, place in _PLACE.items()}
ROUND = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
"""The six directions, clockwise from straight up."""


def beyond(space: str, direction: tuple[int, int], steps: int = 1) -> str | None:
    """The space `steps` away in that direction, if it is on the board."""
    x, y = _PLACE[space]
    return _SPACE.get((x + steps * direction[0], y + steps * direction[1]))


def around(space: str) -> set[str]:
    """The adjacent spaces."""
    return {near for direction in ROUND if (near := beyond(space, direction))}


def line(space: str, direction: tuple[int, int]) -> list[str]:
    """The spaces from here to the edge."""
    found = []
    while (after := beyond(space, direction)) is not None:
        found.append(after)
        space = after
    return found


def pieces(board: Board) -> str:
    """The board in the notation of positions."""
    sides = (", ".join(f"{side} {who} {at}" for at, (owner, who) in board.items() if owner == side) for side in "SN")
    return "; ".join(sides)


def laid(written: str) -> Board:
    """The board of a notation."""
    words = [piece.split() for piece in written.replace(";", ",").split(",") if piece.strip()]
    return {at: (side, who) for side, who, at in words}


def at(board: Board, side: str, who: str) -> str | None:
    """The space of a side's character, or None."""
    return next((space for space, piece in board.items() if piece == (side, who)), None)


def home(board: Board, side: str) -> str:
    """The space of a side's Leader."""
    found = at(board, side, "leader")
    assert found is not None
    return found


def cards(board: Board, side: str) -> int:
    """How many cards a side has; Hermit and Cub are one."""
    mine = {who for owner, who in board.values() if owner == side}
    return len({"hermit" if who == "cub" else who for who in mine})


def after(board: Board, moves: Iterable[Move]) -> Board:
    """The board once everything has moved at the same time."""
    moved = {end: board[start] for start, end in moves}
    left = {start for start, _ in moves}
    return {**{space: piece for space, piece in board.items() if space not in left}, **moved}


def outcome_text(board: Board, moves: Iterable[Move]) -> str:
    """An outcome in written form."""
    return " + ".join(sorted(f"{' '.join(board[start])} {start}>{end}" for start, end in moves))


def captors(board: Board, side: str) -> int:
    """How much a side's enemies add up to for the capture of its Leader."""
    leader, points = home(board, side), 0
    for space, (owner, who) in board.items():
        if owner == side:
            continue
        if who == "archer":
            points += any(beyond(leader, direction, 2) == space for direction in ROUND)
        elif space in around(leader):
            points += {"assassin": 2, "cub": 0}.get(who, 1)
    return points


def fate(board: Board, side: str) -> str:
    """`captured`, `surrounded`, or empty if the side's Leader is free."""
    if captors(board, side) >= 2:
        return "captured"
    return "surrounded" if around(home(board, side)) <= set(board) else ""


def verdict(board: Board, mover: str) -> str:
    """The result after an action of `mover`: the enemy Leader is checked first."""
    for side in (OTHER[mover], mover):
        if found := fate(board, side):
            return f"{side} {found}"
    return "none"


def visible(board: Board, space: str) -> list[str]:
    """The first character in each straight line, unless it is adjacent."""
    found = []
    for direction in ROUND:
        seen = [far for far in line(space, direction) if far in board]
        if seen and seen[0] not in around(space):
            found.append(seen[0])
    return found


def shielded(board: Board, user: str, target: str) -> bool:
    """Whether a Protector of the other side keeps the target from being moved by the user's ability."""
    side, who = board[target]
    if side == user:
        return False
    guard = at(board, side, "protector")
    return who == "protector" or (guard is not None and target in around(guard))


def silenced(board: Board, space: str) -> bool:
    """Whether an enemy Jailer is next to the character on that space."""
    return any(board.get(near) == (OTHER[board[space][0]], "jailer") for near in around(space))


def step(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield steps to an empty adjacent space; two for a Leader with a Vizier."""
    side, who = board[space]
    near = around(space) - set(board)
    far = (
        set().union(*(around(one) for one in near)) if near and who == "leader" and at(board, side, "vizier") else set()
    )
    for end in (near | far) - set(board):
        yield ((space, end),)


def jump(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield one or two straight jumps over an adjacent character, never back to the start."""
    rest = set(board) - {space}
    ends, first = set(), _leaps(rest, space)
    for landing in first:
        ends |= {landing} | _leaps(rest, landing)
    for end in ends - {space}:
        yield ((space, end),)


def _leaps(others: set[str], space: str) -> set[str]:
    over = ((beyond(space, direction), beyond(space, direction, 2)) for direction in ROUND)
    return {end for middle, end in over if middle in others and end is not None and end not in others}


def ride(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves of two spaces straight on, both empty."""
    for direction in ROUND:
        way = line(space, direction)[:2]
        if len(way) == 2 and not set(way) & set(board):
            yield ((space, way[1]),)


def push(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves into an adjacent enemy's space; the enemy goes to one of the three spaces on the far side."""
    side = board[space][0]
    for turn, direction in enumerate(ROUND):
        target = beyond(space, direction)
        if target is None or target not in board or board[target][0] == side or shielded(board, side, target):
            continue
        for aside in (-1, 0, 1):
            end = beyond(target, ROUND[(turn + aside) % 6])
            if end is not None and end not in board:
                yield (space, target), (target, end)


def rally(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves to an empty space next to the figure's own Leader, then perhaps one step more."""
    first = around(home(board, board[space][0])) - set(board)
    for end in set().union(first, *(around(one) for one in first)) - set(board):
        yield ((space, end),)


def swap(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield exchanges of places with a visible character that is not adjacent."""
    for target in visible(board, space):
        if not shielded(board, board[space][0], target):
            yield (space, target), (target, space)


def hook(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves all the way to a visible character."""
    for direction in ROUND:
        for target in visible(board, space):
            way = line(space, direction)
            if target in way:
                yield ((space, way[way.index(target) - 1]),)


def drag(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves of a visible character all the way to this one."""
    for direction in ROUND:
        for target in visible(board, space):
            way = line(space, direction)
            if target in way and not shielded(board, board[space][0], target):
                yield ((target, way[0]),)


def nudge(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves by one space of a visible enemy that is not adjacent."""
    side = board[space][0]
    for target in visible(board, space):
        if board[target][0] != side and not shielded(board, side, target):
            for end in around(target) - set(board):
                yield ((target, end),)


def roam(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves to any empty space that touches no enemy."""
    for end in SPACES:
        if end not in board and all(board.get(near, ("", ""))[0] != OTHER[board[space][0]] for near in around(end)):
            yield ((space, end),)


def treat(board: Board, space: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves of an adjacent ally by one space."""
    for target in around(space) & set(board):
        if board[target][0] == board[space][0]:
            for end in around(target) - set(board):
                yield ((target, end),)


ABILITIES = {
    "acrobat": (jump,), "rider": (ride,), "bruiser": (push,), "royal_guard": (rally,), "illusionist": (swap,),
    "claw_launcher": (hook, drag), "manipulator": (nudge,), "wanderer": (roam,), "brewmaster": (treat,),
}  # fmt: skip


def actions(board: Board, side: str, acted: Iterable[str] = ()) -> set[Action]:
    """All legal next actions of a side's characters."""
    found = set()
    for space, (owner, who) in board.items():
        if owner != side or who == "nemesis" or who in acted:
            continue
        ways = (step,) if silenced(board, space) else (step, *ABILITIES.get(who, ()))
        for way in ways:
            for moves in way(board, space):
                if not fate(after(board, moves), side):
                    found.add((who, way.__name__, tuple(sorted(moves))))
    return found


def spent(acted: tuple[str, ...], who: str) -> tuple[str, ...]:
    """The characters that have acted, or can no longer: Hermit and Cub act one directly after the other or only one
    acts."""
    if who not in PAIR and any(one in acted for one in PAIR):
        return (*dict.fromkeys((*acted, *PAIR, who)),)
    return (*acted, who)


def reactions(board: Board, moves: Iterable[Move]) -> set[str] | None:
    """Spaces where the Nemesis may go after an action on this board; None if she must not or cannot move."""
    now = after(board, moves)
    for start, end in moves:
        side, who = now[end]
        nemesis = at(now, OTHER[side], "nemesis")
        if who == "leader" and start != end and nemesis is not None:
            near = around(nemesis) - set(now)
            far = {two for one in near for two in around(one) if two not in now}
            return far or near or None
    return None


def placements(board: Board, side: str, card: str, crown: bool = True) -> set[tuple[str, ...]]:
    """The spaces on which a card's figures may enter, in the order Hermit, Cub."""
    free = [space for space in [*RINGS[side], *([CROWN[side]] if crown else [])] if space not in board]
    ways: list[tuple[tuple[str, str], ...]] = [((one, card),) for one in free]
    if card == "hermit_and_cub":
        ways = [((one, "hermit"), (two, "cub")) for one in free for two in free if one != two]
    found = set()
    for way in ways:
        if not fate({**board, **{space: (side, who) for space, who in way}}, side):
            found.add(tuple(space for space, _ in way))
    return found
