"""Positions of Leaders to draw, in a line or two each."""

from __future__ import annotations

from PIL import Image, ImageChops

from engine.leaders.view import Figure, LeadersView
from render.image.box import Box
from render.leaders import words
from render.leaders.board import place
from render.palette import Colour
from tests.support.render.drawing import Drawn

CARDS = tuple(card for card in words.CARDS if card not in ("leader", "hermit", "cub"))


def scene(figures: str, *, turn: int = 0, phase: str = "action", **more: object) -> LeadersView:
    """A view; figures as `S leader D1, N rider C4 acted`, with the teams they imply unless given."""
    standing = []
    for entry in figures.split(","):
        side, character, at, *acted = entry.split()
        standing.append(Figure(character, "SN".index(side), at, bool(acted)))
    teams = tuple(tuple(f.id for f in standing if f.side == side and f.id != "cub") for side in (0, 1))
    fields: dict[str, object] = {
        "mode": "basic",
        "turn_number": 7,
        "to_move": (turn,),
        "market": ("rider", "archer", "vizier"),
        "deck": 9,
        "banished": (),
        "teams": tuple(tuple(card.replace("hermit", "hermit_and_cub") for card in team) for team in teams),
        "acted": tuple(f.id for f in standing if f.acted),
        "recruits_left": 0,
        "crown_is_recruit_space": True,
        "winners": (),
        "reason": "",
    }
    return LeadersView(turn=turn, phase=phase, figures=tuple(standing), **(fields | more))  # type: ignore[arg-type]


START = scene("S leader D1, N leader D7")
CROWDED = scene(
    "S leader D2, S acrobat E4 acted, S rider C4, S hermit B2, S cub C2, S jailer F3, "
    "N leader D6, N claw_launcher C6, N illusionist E6, N royal_guard D5, N assassin B4"
)
ADVANCED = scene(
    "S leader D1, N leader D7",
    mode="advanced",
    phase="banish",
    market=CARDS[:14],
    banished=CARDS[14:],
    deck=0,
)


def pixels(picture: Drawn) -> Image.Image:
    """The picture's pixels; do not draw on them, because they are shared."""
    return picture.rgb


def share(image: Image.Image, colour: Colour) -> float:
    """The share of an image that has a color, with a tolerance for the palette."""
    counted: list[tuple[int, Colour]] = image.getcolors(image.width * image.height)  # type: ignore[assignment]
    near = (number for number, one in counted if all(abs(a - b) <= 6 for a, b in zip(one, colour, strict=True)))
    return sum(near) / (image.width * image.height)


def around(picture: Drawn, spot: str, bottom: int = 0, reach: int = 52) -> Image.Image:
    """The part of a picture around a space."""
    x, y = place(spot, bottom)
    return pixels(picture).crop((round(x) - reach, round(y) - reach, round(x) + reach, round(y) + reach))


def within(picture: Drawn, box: Box) -> Image.Image:
    """The part of a picture in the box."""
    return pixels(picture).crop((box.x, box.y, box.x + box.width, box.y + box.height))


def changed(one: Drawn, other: Drawn) -> tuple[int, int, int, int] | None:
    """The smallest rectangle that holds all differences."""
    return ImageChops.difference(pixels(one), pixels(other)).getbbox()


def inside(box: tuple[int, int, int, int] | None, room: Box) -> bool:
    """Whether the changed box is not empty and lies within `room`."""
    return box is not None and (
        room.x <= box[0] < box[2] <= room.x + room.width and room.y <= box[1] < box[3] <= room.y + room.height
    )


def shape(image: Image.Image) -> bytes:
    """The pixels of an image that are lighter than its middle gray: its forms without its colors."""
    low, high = image.convert("L").getextrema()
    assert isinstance(low, int | float)
    assert isinstance(high, int | float)
    middle = (low + high) / 2
    return image.convert("L").point(lambda shade: 255 if shade > middle else 0).tobytes()
