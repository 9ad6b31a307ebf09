"""New Game's `Subject`: facts that the laws of all games need."""

from __future__ import annotations

import random
from collections.abc import Collection

from engine.newgame.data.content import CONTENT, LABELS
from engine.newgame.game import GAME
from engine.newgame.state import State
from tests.support.engine.matches import Kind, Subject, copied


def disguised(state: State, _: Collection[int], __: random.Random, ___: bool | None) -> State:
    """The state with hidden things shuffled; New Game hides nothing."""
    found: State = copied(state)
    return found


def conserved(_: Kind, state: State, __: State | None) -> None:
    """Assert that every stone is in its heap or has been taken."""
    assert sum(state.heaps) + sum(state.taken) == sum(heap.stones for heap in CONTENT.heap)


SUBJECT = Subject(
    game=GAME,
    kinds={
        "wins": Kind(2, {"last": "wins"}, "90fddc088bbb2ab9"),
        "loses": Kind(2, {"last": "loses"}, "8443a070b8944363"),
    },
    matches=12,
    points=5,
    forks=5,
    playouts=100,
    certain=frozenset({"last-stone"}),
    spots=frozenset(LABELS),
    words="1 2 3",
    disguised=disguised,
    hidden=lambda _, __: set(),
    uncovers=lambda _, __: False,
    conserved=conserved,
    private=False,
)
