"""Highlights of named things: card, special attack, skill, fighter, elixir."""

from __future__ import annotations

from typing import Final, Literal

from render import card_rows
from render.image.sprites import Sketch
from render.palette import Colour, Theme
from render.picture import Marks

State = Literal["ready", "target", "chosen"]


def state(name: str, marks: Marks) -> State:
    """Things are pointed out by their id or by what is typed for them."""
    names = {name, name.replace("_", "-")}
    return "target" if names & set(marks.targets) else "chosen" if names & set(marks.chosen) else "ready"


def edge(state: State, theme: Theme) -> Colour | None:
    """The color of its frame, if it is pointed out."""
    return {"target": theme.target, "chosen": theme.chosen}.get(state)


_LINE: Final = 6
_THIN: Final = 2.5


def frame(
    sketch: Sketch, state: State, fill: Colour, quiet: Colour, theme: Theme, line: float = 3, *, faint: bool = False
) -> None:
    """The card's frame: in the mark's color (thin where the card does little), or as it is otherwise."""
    marked = edge(state, theme)
    card_rows.frame(sketch, fill, marked or quiet, line=(_THIN if faint else _LINE) if marked else line)
