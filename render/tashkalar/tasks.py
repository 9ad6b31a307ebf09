"""The tasks of High Form: three to be claimed now, and the next one."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Literal

from engine.core.text import Say
from engine.tashkalar.view import PRINTED_TASKS, TashkalarView
from render import cards, fonts, lines
from render.canvas import Canvas
from render.icons import put_icon
from render.palette import Theme, mix
from render.picture import Marks
from render.sprites import LazySprite, Sketch, Sprite
from render.tashkalar import drawings, layout, words

State = Literal["ready", "target", "chosen", "next"]


def put_tasks(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say, marks: Marks, plan: layout.Plan) -> None:
    shown: list[tuple[str, State]] = [(task, _state(task, marks)) for task in view.tasks]
    boxes = list(zip(plan.tasks, shown, strict=False))
    if view.next_task and plan.tasks:
        boxes.append((plan.tasks[-1], (view.next_task, "next")))
    for box, (task, state) in boxes:
        printed = PRINTED_TASKS[task]
        above = say(words.NEXT_TASK) if state == "next" else ""
        canvas.put(_task(task, state, say(printed.name), say(printed.text), above, theme), box.x, box.y)


def _state(task: str, marks: Marks) -> State:
    names = {task, task.replace("_", "-")}
    return "target" if names & set(marks.targets) else "chosen" if names & set(marks.chosen) else "ready"


@lru_cache(512)
def _task(task: str, state: State, name: str, told: str, above: str, theme: Theme) -> Sprite:
    return LazySprite(*layout.TASK, partial(_drawn, task, state, name, told, above, theme))


@lru_cache(16)
def _drawn(task: str, state: State, name: str, told: str, above: str, theme: Theme) -> Sprite:
    """The type's sign and the points on the left, the name and what is to be done beside them."""
    width, height = layout.TASK
    sketch = Sketch(width, height)
    printed, later = PRINTED_TASKS[task], state == "next"
    edge = {"target": theme.target, "chosen": theme.chosen}.get(state)
    quiet = theme.ring if printed.advanced and not later else theme.groove
    cards.frame(sketch, theme.background if later else theme.card, edge or quiet, line=5 if edge else 3)
    ink = theme.muted if later else theme.text
    put_icon(sketch, drawings.TYPES[printed.type], 40, 42, 40, ink, theme.groove)
    put_points(sketch, printed.points, 42, 92, 24, later, theme)
    left, room, top = 80, width - 80 - 14, 12
    if above:
        size = fonts.fit(above, "SemiBold", 19, room // 2, 13)[1]
        used = fonts.width(above, "SemiBold", size)
        lines.put_left(sketch, above, "SemiBold", size, width - 16 - used, top + 13, theme.muted)
        title, size = fonts.fit(name, "Bold", 25, room - used - 14, 14)
    else:
        title, size = fonts.fit(name, "Bold", 26, room, 14)
    lines.put_left(sketch, title, "Bold", size, left, top + 13, ink)
    found, size = lines.paragraph(told, (24, 13), room, height - top - 38)
    lines.put_paragraph(sketch, found, "Medium", size, left, (top + 30 + height - 6) / 2, ink)
    return sketch.sprite()


def put_points(sketch: Sketch, points: int, x: float, y: float, r: float, later: bool, theme: Theme) -> None:
    """How many points a task is worth."""
    ground = mix(theme.muted, theme.card, 0.3) if later else theme.ring
    sketch.disc(x, y, r, ground)
    sketch.words(str(points), "Bold", round(r * 1.35), x, y, theme.badge if sum(ground) > 330 else theme.on_badge)


def specimens(theme: Theme) -> list[Sprite]:
    """Some for the palette."""
    states: tuple[State, ...] = ("ready", "target", "next")
    return [_task("red_legends", state, "Abcdef", "Abcdef ghij", "", theme) for state in states]
