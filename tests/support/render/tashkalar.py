"""Positions of Tash-Kalar to draw, and the places to check in their pictures."""

from __future__ import annotations

from typing import Any

import msgspec
from PIL import Image

from engine.core.text import Say
from engine.tashkalar.board import CENTRAL, GREEN, LABEL, RED, SQUARES
from engine.tashkalar.data.content import DECK
from engine.tashkalar.view import (
    ColourView,
    PieceView,
    SeatView,
    SummonView,
    TashkalarView,
)
from render import Marks
from render.image.box import Box
from render.palette import theme_of
from render.renderer import Part
from render.tashkalar import RENDERER, board, layout
from tests.support.render.drawing import Drawn, picture
from tests.support.render.leaders_positions import pixels

SIGNS = {"c": "common", "h": "heroic", "l": "legendary"}
HAND = ("imperial.summoner", "imperial.cannon", "imperial.high_priestess", "legends.titan", "legends.leviathan")


def _labels(mask: int) -> tuple[str, ...]:
    return tuple(LABEL[square] for square in SQUARES if mask >> square & 1)


def arena(
    pieces: str,
    *,
    form: str = "duel",
    seats: int = 2,
    teams: bool = False,
    decks: str = "northern_imperial sylvan southern_imperial highland",
    hand: tuple[str, ...] = (),
    flare: tuple[str, ...] = (),
    seat: int | None = None,
    **more: object,
) -> TashkalarView:
    """A view; pieces as `Ac d4` for a common piece of the first color, `hand` for the viewing seat."""
    words = pieces.split()
    count = 2 if teams else seats
    taken = decks.split() if decks else [""] * seats
    shown = tuple(
        ColourView(
            colour=colour,
            hue=DECK[taken[colour]].hue if taken[colour] else "",
            seats=(colour, colour + 2) if teams else (colour,),
            points=5 + colour,
            by_colour=tuple(0 if o == colour else 3 + o for o in range(count)) if form == "melee" else (),
            tasks=("destruction", "red_conquest") if form == "high" and colour else (),
            improvised=(),
            doubles=9 - colour,
            doubles_of=16,
            legendaries=2,
            legendaries_of=3,
        )
        for colour in range(count)
    )
    places = tuple(
        SeatView(
            seat=one,
            colour=one % count,
            deck=taken[one],
            beings=3,
            legends=2,
            flares=1,
            pile=12 - one,
            discards=(),
            hand=hand if one == seat else (),
            flare=flare if one == seat else (),
        )
        for one in range(seats)
    )
    high = form == "high"
    rest: dict[str, object] = {
        "phase": "turn",
        "turn": 0,
        "control": 0,
        "number": 9,
        "actions": 2,
        "to_move": (0,),
        "tasks": ("red_legends", "destruction", "side_chain") if high else (),
        "next_task": "imprisonment" if high else "",
        "task_pile": 11 if high else 0,
        "legend_pile": 7,
        "legend_discards": (),
        "flare_pile": 9,
        "flare_discards": (),
        "destroyed": ((0, 0, 0),) * count,
        "goal": {"duel": 18, "high": 9, "melee": 12}[form],
        "closing": -1,
        "extra": False,
        "winners": (),
        "reason": "",
    }
    return TashkalarView(
        form=form,
        teams=teams,
        colours=shown,
        seats=places,
        pieces=tuple(
            PieceView("ABCD".index(who[0]), SIGNS[who[1]], at) for who, at in zip(words[::2], words[1::2], strict=True)
        ),
        red=_labels(RED),
        green=_labels(GREEN),
        central=_labels(CENTRAL) if high else (),
        seat=seat,
        **(rest | more),  # type: ignore[arg-type]
    )


BOARD = "Ac d4 Ah d5 Al e4 Ac h5 Ac a7 Ah b3 Ac d8 Bc e5 Bh f5 Bl f6 Bc g7 Bc h6 Bc a5 Bc c8 Bh g2"
MORE = " Cc b7 Ch a4 Cl h3 Cc c5"
MOST = MORE + " Dc d2 Dh i5 Dl f8"
DUEL = arena(BOARD)
HIGH = arena(BOARD, form="high", turn=1, control=1, to_move=(1,))
TEAMS = arena(BOARD, seats=4, teams=True, control=2, to_move=(2,))
THREE = arena(BOARD + MORE, form="melee", seats=3, turn=2, control=2, to_move=(2,))
FOUR = arena(BOARD + MOST, form="melee", seats=4, turn=3, control=3, to_move=(3,))
MINE = arena(
    BOARD,
    seat=0,
    hand=HAND,
    flare=("flare_03",),
    summons=(
        SummonView("imperial.summoner", ("d4", "c6"), (("d5", "e4", "h5"), ("a7", "b3", "d8"))),
        SummonView("legends.titan", ("d4",), (("d5", "e4"),)),
    ),
)
VIEWS = {"duel": DUEL, "high": HIGH, "teams": TEAMS, "three": THREE, "four": FOUR, "mine": MINE}


def tashkalar(view: TashkalarView = DUEL, *, palette: str = "classic", bottom: int = 0, **marks: Any) -> Drawn:
    return picture("tashkalar", view, palette=palette, bottom=bottom, marks=Marks(**marks))


def below(view: TashkalarView, *, palette: str = "classic", bottom: int = 0, say: Say = str) -> list[Part]:
    """The pictures below the board."""
    return list(RENDERER.paint_parts(view, theme_of(palette), Marks(), say, bottom))


def in_panel(view: TashkalarView, *, palette: str = "classic", say: Say = str, **marks: Any) -> list[Part]:
    """The pictures below the board in a panel."""
    return list(RENDERER.paint_panel(view, theme_of(palette), Marks(**marks), say, 0))


def parts(view: TashkalarView, **how: Any) -> list[Drawn]:
    """The pictures below the board."""
    return [Drawn(part.canvas) for part in below(view, **how)]


def plan(view: TashkalarView = DUEL) -> layout.Plan:
    return layout.plan_of(view)


def panel(view: TashkalarView, colour: int, bottom: int = 0) -> Box:
    """The box of a color's panel."""
    return plan(view).panels[layout.order(view, bottom).index(colour)]


def place(square: str) -> tuple[int, int]:
    x, y = board.PLACES[square]
    return round(x), round(y)


def around(picture: Drawn, square: str, reach: int = board.CELL // 2 - 1) -> Image.Image:
    """The part of a picture around a square."""
    x, y = place(square)
    return pixels(picture).crop((x - reach, y - reach, x + reach, y + reach))


def over(view: TashkalarView, *winners: int, reason: str = "goal") -> TashkalarView:
    """The view after these players have won."""
    return msgspec.structs.replace(view, phase="over", to_move=(), winners=winners, reason=reason)


def with_colour(view: TashkalarView, colour: int, **change: Any) -> TashkalarView:
    """The view with changed fields of a color."""
    colours = list(view.colours)
    colours[colour] = msgspec.structs.replace(colours[colour], **change)
    return msgspec.structs.replace(view, colours=tuple(colours))
