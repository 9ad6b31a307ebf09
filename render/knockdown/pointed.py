"""Highlights of components: card, special attack, skill, fighter, elixir."""

from __future__ import annotations

from typing import Final, Literal

from render import card_rows
from render.image.sprites import Sketch
from render.palette import Colour, Theme
from render.picture import Marks

State = Literal["ready", "target", "chosen"]


def state(name: str, marks: Marks) -> State:
    """The highlight of a component, which marks name by its id or by what is typed for it."""
    names = {name, name.replace("_", "-")}
    return "target" if names & set(marks.targets) else "chosen" if names & set(marks.chosen) else "ready"


def edge(state: State, theme: Theme) -> Colour | None:
    """The color of its frame, None if it is not highlighted."""
    return {"target": theme.target, "chosen": theme.chosen}.get(state)


_LINE: Final = 6
_THIN: Final = 2.5


def frame(
    sketch: Sketch, state: State, fill: Colour, quiet: Colour, theme: Theme, line: float = 3, *, faint: bool = False
) -> None:
    """Draw the card's frame: in the highlight's color (thin for secondary cards), or plain."""
    marked = edge(state, theme)
    card_rows.frame(sketch, fill, marked or quiet, line=(_THIN if faint else _LINE) if marked else line)
