"""The colors of a theme, named by purpose; all games use only these."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

Colour = tuple[int, int, int]


def _hex(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The color that is `share` of b and the rest of a."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


class Team(Struct, frozen=True, cache_hash=True):
    """A side's colors, and a shape, so that color is never the only sign."""

    fill: Colour
    rim: Colour
    ink: Colour
    """Icon lines and text on the fill."""
    tint: Colour
    """The inner areas of icons."""


class Theme(Struct, frozen=True, cache_hash=True):
    background: Colour
    plate: Colour
    """The board's surface."""
    groove: Colour
    """Faint lines on the board and around empty slots."""
    space: Colour
    edge: Colour
    """The rim of a space."""
    label: Colour
    """Coordinates on empty spaces."""
    ring: Colour
    """The gold of rings and crowns printed on a board."""
    card: Colour
    text: Colour
    muted: Colour
    """Less important text, and things out of play."""
    badge: Colour
    """Background of small badges: coordinates beside a figure, letters, ticks."""
    on_badge: Colour
    target: Colour
    on_target: Colour
    chosen: Colour
    on_chosen: Colour
    trail: Colour
    teams: tuple[Team, ...]
    guests: tuple[Team, ...]
    """The third and fourth seat of games that have them."""

    @property
    def seats(self) -> tuple[Team, ...]:
        """A side for each of four seats."""
        return self.teams + self.guests

    def colours(self) -> tuple[Colour, ...]:
        """Every color of the theme once, except those of the guests."""
        own = [getattr(self, field) for field in self.__struct_fields__ if field not in ("teams", "guests")]
        sides = [getattr(team, field) for team in self.teams for field in team.__struct_fields__]
        return tuple(dict.fromkeys(own + sides))


_CLASSIC: Final = Theme(
    background=_hex("#1e1a24"),
    plate=_hex("#2d2735"),
    groove=_hex("#4d4459"),
    space=_hex("#443b50"),
    edge=_hex("#5a4f69"),
    label=_hex("#c9bfd6"),
    ring=_hex("#c8963e"),
    card=_hex("#352e3f"),
    text=_hex("#f7f2e9"),
    muted=_hex("#a096ae"),
    badge=_hex("#17131c"),
    on_badge=_hex("#f7f2e9"),
    target=_hex("#3fe3a4"),
    on_target=_hex("#06281b"),
    chosen=_hex("#ffffff"),
    on_chosen=_hex("#17131c"),
    trail=_hex("#63c7ff"),
    teams=(
        Team(fill=_hex("#f6b93c"), rim=_hex("#8a5a0c"), ink=_hex("#2a1a05"), tint=_hex("#ffe9b0")),
        Team(fill=_hex("#7e4ee0"), rim=_hex("#cdb8ff"), ink=_hex("#ffffff"), tint=_hex("#a684f0")),
    ),
    guests=(
        Team(fill=_hex("#e0532f"), rim=_hex("#6e1d09"), ink=_hex("#210701"), tint=_hex("#ffc3ad")),
        Team(fill=_hex("#0f7d6c"), rim=_hex("#8fe0d0"), ink=_hex("#ffffff"), tint=_hex("#45a898")),
    ),
)

_CONTRAST: Final = Theme(
    background=_hex("#ffffff"),
    plate=_hex("#e9edf2"),
    groove=_hex("#9aa5b1"),
    space=_hex("#ffffff"),
    edge=_hex("#5f6b78"),
    label=_hex("#2b333c"),
    ring=_hex("#b07a00"),
    card=_hex("#f3f5f8"),
    text=_hex("#0c1116"),
    muted=_hex("#5f6b78"),
    badge=_hex("#0c1116"),
    on_badge=_hex("#ffffff"),
    target=_hex("#d23c14"),
    on_target=_hex("#ffffff"),
    chosen=_hex("#1f9bf0"),
    on_chosen=_hex("#0c1116"),
    trail=_hex("#0c1116"),
    teams=(
        Team(fill=_hex("#ffc21f"), rim=_hex("#0c1116"), ink=_hex("#0c1116"), tint=_hex("#fff3c9")),
        Team(fill=_hex("#6d28d9"), rim=_hex("#0c1116"), ink=_hex("#ffffff"), tint=_hex("#a684f0")),
    ),
    guests=(
        Team(fill=_hex("#7a3f78"), rim=_hex("#0c1116"), ink=_hex("#ffffff"), tint=_hex("#b583b3")),
        Team(fill=_hex("#5dfc8e"), rim=_hex("#0c1116"), ink=_hex("#0c1116"), tint=_hex("#d5ffe2")),
    ),
)

THEMES: Final[dict[str, Theme]] = {"classic": _CLASSIC, "contrast": _CONTRAST}
PALETTES: Final = tuple(THEMES)


def theme_of(palette: str) -> Theme:
    """The theme with this name; raises KeyError if it is unknown."""
    if palette not in THEMES:
        raise KeyError(f"no palette {palette!r}; there is {', '.join(THEMES)}")
    return THEMES[palette]
