"""Which module draws which game: the one place that names them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.text import Say
from render import knockdown, leaders, monolith, tashkalar
from render.canvas import Canvas
from render.palette import THEMES, Theme
from render.picture import Marks, Picture

Drawing = Callable[[object, Theme, Marks, Say, int], Picture]

GAMES: Final[dict[str, Drawing]] = {
    "leaders": leaders.picture,
    "monolith": monolith.picture,
    "tashkalar": tashkalar.picture,
    "knockdown": knockdown.picture,
}
SCENES: Final[dict[str, Callable[[object, Theme, Marks, Say, int], Canvas]]] = {
    "leaders": leaders.scene,
    "monolith": monolith.scene,
    "tashkalar": tashkalar.scene,
    "knockdown": knockdown.scene,
}
"""What they draw before it is a picture: films are made of that."""
CARDS: Final[dict[str, Callable[[str, str, Say], Picture]]] = {
    "leaders": leaders.card,
    "monolith": monolith.card,
    "tashkalar": tashkalar.card,
    "knockdown": knockdown.card,
}
"""Games whose components have a big picture of their own: by id, palette and language."""
_NO_MARKS: Final = Marks()


def draw(
    game: str,
    view: object,
    *,
    palette: str = "classic",
    marks: Marks = _NO_MARKS,
    say: Say = str,
    bottom: int = 0,
) -> Picture:
    """The picture of a view of a game. `bottom` is the seat whose side lies below."""
    if game not in GAMES:
        raise KeyError(f"no drawing for the game {game!r}; there is {', '.join(GAMES)}")
    if palette not in THEMES:
        raise KeyError(f"no palette {palette!r}; there is {', '.join(THEMES)}")
    return GAMES[game](view, THEMES[palette], marks, say, bottom)
