"""The tasks of High Form: three current ones, and the next one."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, Literal

from engine.core.text import Say
from engine.tashkalar.view import PRINTED_TASKS, TashkalarView
from render import card_rows
from render.image import fonts, text_fitting
from render.image.canvas import Canvas
from render.image.icons import put_icon
from render.image.sprites import LazySprite, Sketch, Sprite
from render.palette import Theme, mix
from render.picture import Marks
from render.tashkalar import drawings, layout, words
from render.tashkalar.colors import target

State = Literal["ready", "target", "chosen"]

SIZE: Final = ((layout.ROOM - layout.GAP) // 2, 234)
_TOP: Final = 10
_EDGE: Final = 18
LINE: Final = 76
"""Height of a task shown by name only."""
HEIGHT: Final = 2 * SIZE[1] + layout.GAP + 2 * _TOP
"""Height of the part with all tasks."""


def put_tasks(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say) -> None:
    """Draw the current tasks with their texts in the first three places, the next task in the fourth."""
    shown = [(n, task, "") for n, task in enumerate(view.tasks)]
    if view.next_task:
        shown.append((3, view.next_task, say(words.NEXT_TASK)))
    for place, task, above in shown:
        printed = PRINTED_TASKS[task]
        x, y = spot(place)
        canvas.put(_task(task, say(printed.name), say(printed.text), above, theme), x, y)


def put_names(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say, marks: Marks) -> None:
    """Draw the current tasks by name and points, side by side."""
    width = (layout.ROOM - 2 * layout.GAP) // 3
    for n, task in enumerate(view.tasks):
        x = layout.EDGE + n * (width + layout.GAP)
        canvas.put(_named(task, _state(task, marks), say(PRINTED_TASKS[task].name), width, theme), x, _TOP)


@lru_cache(128)
def _named(task: str, state: State, name: str, width: int, theme: Theme) -> Sprite:
    sketch = Sketch(width, LINE)
    edge = {"target": target(theme), "chosen": theme.chosen}.get(state)
    card_rows.frame(sketch, theme.card, edge or theme.groove, line=7 if edge else 3)
    put_points(sketch, PRINTED_TASKS[task].points, 34, LINE / 2, 22, False, theme)
    lines = fonts.lines(name, "SemiBold", layout.LETTERS, width - 74)
    for n, line in enumerate(lines):
        y = LINE / 2 + (n - (len(lines) - 1) / 2) * layout.LETTERS * 1.1
        text_fitting.put_left(sketch, line, "SemiBold", layout.LETTERS, 66, y, theme.text)
    return sketch.sprite()


def spot(place: int) -> tuple[int, int]:
    """The upper left corner of one of the four places."""
    width, height = SIZE
    return layout.EDGE + place % 2 * (width + layout.GAP), _TOP + place // 2 * (height + layout.GAP)


def _state(task: str, marks: Marks) -> State:
    names = {task, task.replace("_", "-")}
    return "target" if names & set(marks.targets) else "chosen" if names & set(marks.chosen) else "ready"


@lru_cache(512)
def _task(task: str, name: str, does: str, above: str, theme: Theme) -> Sprite:
    return LazySprite(*SIZE, partial(_drawn, task, name, does, above, theme))


@lru_cache(16)
def _drawn(task: str, name: str, does: str, above: str, theme: Theme) -> Sprite:
    """A task: points, name and the sign of its type, its text below them, and `above` over a task that comes later."""
    width, height = SIZE
    sketch = Sketch(width, height)
    printed, later = PRINTED_TASKS[task], bool(above)
    edge = theme.ring if printed.advanced and not later else theme.groove
    card_rows.frame(sketch, theme.background if later else theme.card, edge)
    ink = theme.muted if later else theme.text
    top, head = (64, 88) if later else (42, 76)
    if later:
        text_fitting.put_left(sketch, above, "SemiBold", layout.LETTERS, _EDGE, 24, theme.muted)
    put_points(sketch, printed.points, _EDGE + 22, top, 20 if later else 24, later, theme)
    put_icon(sketch, drawings.TYPES[printed.type], 40, width - _EDGE - 22, top, ink, theme.groove)
    title, size = fonts.fit(name, "Bold", 34, width - 2 * _EDGE - 58 - 54, layout.LETTERS)
    text_fitting.put_left(sketch, title, "Bold", size, _EDGE + 58, top, ink)
    lines, size = task_lines(does, later)
    text_fitting.put_paragraph(sketch, lines, "Medium", size, _EDGE, head + len(lines) * size * 0.58, ink)
    return sketch.sprite()


def task_lines(does: str, later: bool) -> tuple[list[str], int]:
    """The text of a task in lines, with its font size."""
    return text_fitting.paragraph(does, (30, layout.LETTERS), SIZE[0] - 2 * _EDGE, SIZE[1] - (88 if later else 76) - 6)


def put_points(sketch: Sketch, points: int, x: float, y: float, r: float, later: bool, theme: Theme) -> None:
    """Draw how many points a task is worth."""
    ground = mix(theme.muted, theme.card, 0.3) if later else theme.ring
    sketch.disc(x, y, r, ground)
    size = max(layout.LETTERS, round(r * 1.35))
    sketch.words(str(points), "Bold", size, x, y, theme.badge if sum(ground) > 330 else theme.on_badge)


def specimens(theme: Theme) -> list[Sprite]:
    """Sample sprites for the palette."""
    made = [_task("red_legends", "Abcdef", "Abcdef ghij", above, theme) for above in ("", "Abc")]
    return [*made, _named("red_legends", "target", "Abcdef", SIZE[0], theme)]
