"""The picture of Knockdown."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_FIGHTERS, KnockdownView, SeatView
from render.canvas import Canvas, Ground
from render.knockdown import attacks, banner, board, choices, hues, layout, panels, pointed, portrait
from render.knockdown.figures import RADIUS, around, figure
from render.knockdown.specimen import specimen
from render.marks import TrailPoint, head, outline, pill, target, way
from render.palette import Theme
from render.picture import Marks
from render.png import fixed_palette
from render.renderer import Renderer
from render.sprites import Sprite, group

_FREE: Final = 42
"""Marks and trails go round the middle of a free space at this distance."""
_LABEL: Final = 38
"""How far below its fighter's middle a coordinate stands."""


def _paint(view: KnockdownView, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
    plan = layout.plan(specials(view))
    canvas = Canvas(_ground(theme, plan))
    banner.put_banner(canvas, view, theme, say)
    panels.put_panel(canvas, view, view.seats[1 - bottom], plan.upper, theme, say, marks)
    banner.put_strip(canvas, view, theme, say, plan.strip)
    for made, box in zip(_open(view, theme, say, marks), plan.row, strict=False):
        canvas.put(made, box.x, box.y)
    panels.put_panel(canvas, view, view.seats[bottom], plan.lower, theme, say, marks)
    _put_specials(canvas, view, theme, say, marks, plan)
    _Arena(canvas, view, theme, marks, plan.arena).put()
    return canvas


@lru_cache(8)
def _ground(theme: Theme, plan: layout.Plan) -> Ground:
    image = Image.new("RGB", (board.WIDTH, plan.height), theme.background)
    board.paint(image, theme, plan.arena)
    return Ground(image, _palette(theme))


@lru_cache(8)
def _palette(theme: Theme) -> Image.Image:
    return fixed_palette(list(dict.fromkeys([*theme.colours(), *hues.colours(theme)])), specimen(theme))


def _own(view: KnockdownView) -> SeatView | None:
    """The seat that looks, once its fighter is revealed."""
    if view.seat is None or not view.seats[view.seat].fighter:
        return None
    return view.seats[view.seat]


def specials(view: KnockdownView) -> int:
    """How many special attacks stand at the foot."""
    own = _own(view)
    return len(PRINTED_FIGHTERS[own.fighter].specials) if own else 0


def _open(view: KnockdownView, theme: Theme, say: Say, marks: Marks) -> list[Sprite]:
    """What lies open in the middle: fighters or own skills to choose from, later the attack row with its gaps."""
    if view.phase == "fighters":
        return [choices.fighter(one, pointed.state(one, marks), theme, say) for one in PRINTED_FIGHTERS]
    if view.phase == "skills":
        draft = view.seats[view.seat].draft if view.seat is not None else ()
        found = [choices.skill(one, "offer", pointed.state(one, marks), theme, say) for one in draft]
    else:
        fights = view.phase == "turn"
        found = [
            attacks.card(
                PRINTED_ATTACKS[one.id],
                pointed.state(one.id, marks),
                theme,
                say,
                reaches=fights and one.reaches[view.turn],
            )
            for one in view.row
        ]
    return found + [choices.nothing(*layout.CARD, theme)] * (4 - len(found))


def _put_specials(canvas: Canvas, view: KnockdownView, theme: Theme, say: Say, marks: Marks, plan: layout.Plan) -> None:
    """The own fighter's ability and special attacks."""
    own = _own(view)
    if own is None or plan.ability is None:
        return
    canvas.put(choices.ability(own.fighter, own.seat, theme, say), plan.ability.x, plan.ability.y)
    for one, box in zip(PRINTED_FIGHTERS[own.fighter].specials, plan.specials, strict=True):
        state = pointed.state(one.id, marks)
        made = attacks.card(one, state, theme, say, reaches=one.id in view.ready, paid=one.id in view.payable)
        canvas.put(made, box.x, box.y)


class _Arena:
    """What stands and happens in the arena."""

    def __init__(self, canvas: Canvas, view: KnockdownView, theme: Theme, marks: Marks, top: int) -> None:
        self.canvas, self.view, self.theme, self.top = canvas, view, theme, top
        self.places = board.places(top)
        self.standing = {seat.at: seat for seat in view.seats if seat.fighter}
        self.targets, self.chosen = self._spaces(marks.targets), self._spaces(marks.chosen)
        self.trail = [path for path in map(self._spaces, marks.trail) if path]

    def _spaces(self, spots: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the spots that lie in the arena; all else is pointed out elsewhere."""
        return tuple(spot.lower() for spot in spots if spot.lower() in self.places)

    def put(self) -> None:
        self._put_night()
        trails = [[self._stop(spot) for spot in path] for path in self.trail]
        for path in self.trail:
            for spot in path:
                if spot not in self.standing:
                    self.canvas.centre(outline("disc", _FREE, 6, self.theme.trail), *self.places[spot])
        free = [place for spot, place in self.places.items() if spot not in self.standing]
        for stops in trails:
            way(self.canvas, stops, self.theme.trail, free)
        for seat in self.standing.values():
            self._put_fighter(seat)
        for stops in trails:
            head(self.canvas, stops, self.theme.trail, self.theme.plate)
        self._put_free_marks()

    def _put_night(self) -> None:
        """The dark columns and the candles at their inner edges."""
        middle = (board.COLUMNS + 1) // 2
        left = tuple(column for column in self.view.dark if column < middle)
        right = tuple(column for column in self.view.dark if column > middle)
        for columns, inner in ((left, -1), (right, 0)):
            if columns:
                self.canvas.put(board.night(columns, self.theme), *board.night_at(columns, self.top))
                self.canvas.centre(board.candle(self.theme), *board.candle_at(columns[inner], self.top))

    def _stop(self, spot: str) -> TrailPoint:
        return TrailPoint(*self.places[spot], RADIUS + 6 if spot in self.standing else _FREE)

    def _put_fighter(self, seat: SeatView) -> None:
        """The fighter with its coordinate, and around it what is pointed out."""
        theme, spot = self.theme, seat.at
        ground, ink = theme.badge, theme.on_badge
        parts: list[tuple[Sprite, int, int]] = [(figure(seat.fighter, seat.seat, theme), 0, 0)]
        if spot in self.targets:
            ground, ink = theme.target, theme.on_target
            parts.insert(0, (around(seat.seat, 7, ground), 0, 0))
        elif spot in self.chosen:
            ground, ink = theme.chosen, theme.on_chosen
            parts.insert(0, (around(seat.seat, 7, ground), 0, 0))
        elif any(spot in path[-1:] for path in self.trail):
            parts.insert(0, (around(seat.seat, 6, theme.trail), 0, 0))
        parts.append((pill(spot, ground, ink), 0, _LABEL))
        self.canvas.centre(group(*parts), *self.places[spot])

    def _put_free_marks(self) -> None:
        for spot in dict.fromkeys(self.targets):
            if spot not in self.standing:
                self.canvas.centre(target(spot, _FREE - 2, self.theme), *self.places[spot])
        for spot in dict.fromkeys(self.chosen):
            if spot not in self.standing:
                self.canvas.centre(outline("disc", _FREE + 2, 8, self.theme.chosen), *self.places[spot])


RENDERER: Final = Renderer(KnockdownView, lambda view: len(view.seats), _paint, portrait.paint, _palette)
