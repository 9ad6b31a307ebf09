"""What leaves the engine of Leaders towards pictures and words; hidden things (the deck's order) are not in it."""

from __future__ import annotations

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A character on the board. `side` 0 is South (Gold, starts at D1), 1 is North (Violet, starts at D7)."""

    id: str
    side: int
    at: str
    acted: bool = False


class LeadersView(Struct, frozen=True):
    """The public position. Spaces are labels A1..G4; cards are ids of `content.toml` (`hermit_and_cub` is one card)."""

    mode: str
    """`basic` (a market of three, a deck) or `advanced` (all cards open, banishments)."""
    turn: int
    """The side whose turn it is."""
    turn_number: int
    phase: str
    """`banish`, `action`, `recruit` or `over`."""
    to_move: tuple[int, ...]
    """The seats that have something to decide now (the Nemesis' owner, say, in the other's turn)."""
    figures: tuple[Figure, ...]
    market: tuple[str, ...]
    """The cards that can be recruited: three, or in the advanced mode all that are left."""
    deck: int
    """How many cards lie face down."""
    banished: tuple[str, ...]
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    """Each side's cards in the order they came, the Leader first."""
    acted: tuple[str, ...]
    """Characters of the side on turn that have acted in this turn."""
    recruits_left: int
    """How many recruitments the side on turn has still to make in this turn."""
    crown_is_recruit_space: bool
    winners: tuple[int, ...]
    reason: str
    """Empty while the match runs, else `captured`, `surrounded`, `repetition`, `cap`, `agreed` or `resigned`."""
    seat: int | None = None
    """Whose view this is; nobody's for the public one."""
