"""Positions of Knockdown to draw, and the places to check in their pictures."""

from __future__ import annotations

from functools import lru_cache
from operator import sub
from typing import Any

import msgspec
from PIL import Image

from engine.knockdown.arena import dark_columns
from engine.knockdown.view import (
    AttackUnderway,
    KnockdownView,
    RollView,
    RowView,
    SeatView,
)
from render import Marks, Question
from render.image.box import Box
from render.image.sprites import Sketch
from render.knockdown import RENDERER, board, layout, listing
from render.palette import THEMES, Colour
from tests.support.render.drawing import Drawn, picture
from tests.support.render.leaders_positions import pixels

FIGHTER = "mistling", "adder_daughter"
HANDS = (("ash_knuckle", "oak_heel", "chain_lash", "slip_aside"), ("gravel_uppercut", "shield_rush"))
SKILL = (("thick_hide",), ("merciless", "last_stand"))


def seat(number: int, **more: object) -> SeatView:
    """A player in the middle of a match."""
    hand = more.get("hand", HANDS[number])
    assert isinstance(hand, tuple)
    rest: dict[str, object] = {
        "fighter": FIGHTER[number],
        "at": ("f4", "f6")[number],
        "heavy": 5 - number,
        "light": 4,
        "chance": 74,
        "cards": len(hand),
        "limit": 6,
        "hand": hand,
        "skills": SKILL[number],
        "down": 1 - number,
        "secret": (),
        "draft": (),
        "victories": number,
        "curse": 0,
        "poison": 0,
        "elixirs": (),
    }
    return SeatView(seat=number, **(rest | more))  # type: ignore[arg-type]


def row(*cards: str, reaches: tuple[bool, bool] = (False, False)) -> tuple[RowView, ...]:
    return tuple(RowView(card, reaches) for card in cards)


def duel(
    one: SeatView | None = None, two: SeatView | None = None, *, candles: int = 2, **more: object
) -> KnockdownView:
    """A view of a match in its second round."""
    rest: dict[str, object] = {
        "phase": "turn",
        "round": 2,
        "turn": 0,
        "number": 9,
        "actions": 2,
        "to_move": (0,),
        "row": row("peat_elbow", "wolf_shoulder", "snuffed_wick", "last_word"),
        "deck": 17,
        "discards": ("iron_vow", "mist_step"),
        "bile": 0,
        "roll": None,
        "open_hands": True,
        "winners": (),
        "reason": "",
    }
    return KnockdownView(
        seats=(one or seat(0), two or seat(1)),
        candles=candles,
        dark=tuple(dark_columns(candles)),
        **(rest | more),  # type: ignore[arg-type]
    )


def nobody(number: int, **more: object) -> SeatView:
    """A player before the first round."""
    rest: dict[str, object] = {"heavy": 0, "light": 0, "chance": 100, "hand": (), "skills": (), "down": 0}
    return seat(number, **(rest | {"victories": 0} | more))


BEFORE: dict[str, Any] = {"round": 1, "number": 0, "actions": 0, "to_move": (0, 1), "row": (), "deck": 0, "candles": 0}
OPEN = duel()
HIDDEN = duel(open_hands=False)
PAID: dict[str, Any] = {"payable": ("curse", "shared_burden"), "ready": ("curse",)}
MINE = duel(seat(0, secret=("crow_eye",), **PAID), seat(1, payable=("venom_fang", "shed_skin")), seat=0, **PAID)
ALEMBIC = duel(
    seat(0, fighter="barrow_warden", skills=(), down=2, hand=()),
    seat(
        1,
        fighter="brother_alembic",
        poison=2,
        elixirs=("bile", "sap", "quicksilver"),
        heavy=12,
        light=9,
        chance=0,
        payable=("distil",),
    ),
    seat=1,
    turn=1,
    to_move=(0,),
    candles=4,
    bile=1,
    payable=("distil",),
    roll=RollView(1, (1, 2, 6), -1, 14, False),
)
CHOICE = duel(nobody(0, fighter=""), nobody(1, fighter=""), phase="fighters", **BEFORE)
DRAFT = duel(
    nobody(0, down=1, secret=("wick_keeper",), draft=("long_reach", "crow_eye")),
    nobody(1, down=1),
    phase="skills",
    seat=0,
    **BEFORE,
)
PICK = duel(nobody(0), nobody(1), phase="pick", **(BEFORE | {"row": row("ash_knuckle", "oak_heel"), "to_move": (1,)}))
ATTACK = AttackUnderway(0, "cairn_hook", 1, 1, (), reaction=False, dealt=False)
ANSWER = duel(to_move=(1,), seat=1, attacks=(ATTACK,))
PAYING = duel(attacks=(AttackUnderway(0, "doom", 1, 0, (), reaction=False, dealt=False),), seat=0)
REACTION = duel(
    seat(0, fighter="barrow_warden"),
    turn=1,
    attacks=(
        AttackUnderway(1, "last_bite", 3, 0, ("gravel_uppercut", "headsman_arc"), reaction=False, dealt=True),
        AttackUnderway(0, "stone_skin", 0, 0, ("iron_vow",), reaction=True, dealt=False),
    ),
)
OVER = duel(phase="over", winners=(1,), reason="knock-out", to_move=(), roll=RollView(0, (1, 1, 2), 0, 9, False))
VIEWS = {
    "open": OPEN,
    "hidden": HIDDEN,
    "mine": MINE,
    "alembic": ALEMBIC,
    "choice": CHOICE,
    "draft": DRAFT,
    "pick": PICK,
    "over": OVER,
    "answer": ANSWER,
    "paying": PAYING,
    "reaction": REACTION,
}


def knockdown(view: KnockdownView = OPEN, *, palette: str = "classic", bottom: int = 0, **marks: Any) -> Drawn:
    return picture("knockdown", view, palette=palette, bottom=bottom, marks=Marks(**marks))


def share(image: Image.Image, colour: Colour) -> float:
    """The share of an image that has a color, with a tolerance for the palette."""
    found = image.getcolors(1 << 16) or []
    near = (n for n, one in found if isinstance(one, tuple) and max(map(abs, map(sub, one, colour))) <= 6)
    return sum(near) / (image.width * image.height)


@lru_cache(64)
def _parts(view: KnockdownView, palette: str, marks: Marks) -> dict[str, Drawn]:
    paint = RENDERER.paint_panel if marks.question else RENDERER.paint_parts
    below = paint(view, THEMES[palette], marks, str, view.seat or 0)
    return {str(part.title): Drawn(part.canvas) for part in below}


def parts(view: KnockdownView = OPEN, *, palette: str = "classic", asked: str = "", **marks: Any) -> dict[str, Drawn]:
    """The pictures under the board by their titles; `asked` is the open question."""
    question = Question(f"knockdown.{asked}") if asked else None
    return _parts(view, palette, Marks(**marks, question=question))


def line_box(texts: tuple[str, ...], number: int, *, titled: bool = True) -> Box:
    """The box of a line in a part whose lines have these texts; under a title, unless a panel shows them."""
    highs = [listing.height(one) for one in texts]
    top = listing.PAD + (listing.TITLE if titled else 0) + sum(highs[:number]) + number * listing.GAP
    return Box(layout.EDGE, top, layout.ROOM, highs[number])


def place(space: str) -> tuple[int, int]:
    x, y = board.places(layout.ARENA)[space]
    return round(x), round(y)


def around(picture: Drawn, space: str, reach: int = 50) -> Image.Image:
    """The part of a picture around a space."""
    x, y = place(space)
    return pixels(picture).crop((x - reach, y - reach, x + reach, y + reach))


def replace(view: KnockdownView, number: int, **more: object) -> KnockdownView:
    """The view with changed fields of a seat."""
    seats = list(view.seats)
    seats[number] = msgspec.structs.replace(seats[number], **more)
    return msgspec.structs.replace(view, seats=tuple(seats))


def sign(draw_it: Any) -> bytes:
    """The pixels of a drawn sign without its colors."""
    sketch = Sketch(200, 60)
    draw_it(sketch)
    made = sketch.sprite()
    assert isinstance(made.ink, Image.Image)
    return made.ink.convert("L").tobytes()
