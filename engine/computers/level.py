"""A level: how much a computer player searches, and how it errs."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Plan(Struct, frozen=True):
    """The limits of a level's search."""

    effort: int
    """Picks to try for one decision; a started step is finished. Up to three times as many when all seems lost."""
    width: int
    """Positions that the beam over one's own decision keeps from rest to rest."""
    candidates: int = 1
    """Number of decisions to search deeper; with 1 the best-looking one is taken."""
    answer_width: int = 1
    """Width of the beam over the following decisions."""
    horizon: int = 1
    """Number of turns to look ahead."""
    alike: int = 1 << 30
    """Most candidates that have the same value."""
    evens_luck: bool = False
    """Whether luck after decisions (dice, drawn cards) is subtracted when comparing them. Only for judges whose value
    before the luck is the expectation after it.
    """
    worlds: int = 1
    """Number of deals of hidden things and chance over which candidates are compared."""
    breadth: int = 60
    """Positions kept from question to question between two rests, in one's own decision."""
    answer_breadth: int = 20
    """As `breadth`, in the following decisions."""
    share: float = 1.0
    """Share of the effort for finding candidates."""
    sharp: int = 0
    """Most picks to spend on an immediate win in one's own decision."""
    answer_sharp: int = 0
    """As `sharp`, in the following decisions."""
    proof: int = 0
    """Most picks to spend on proving that nobody wins at once after one's own decision, in games that support it."""


class Level(Struct, frozen=True):
    """A strength: its search limits and its humanlike errors."""

    plan: Plan
    misjudges: float = 0.0
    """Strength of its evaluation errors: their standard deviation in log odds is about 0.28 times this."""
    overlooks: float = 0.0
    """The share of options that it overlooks in a decision."""


def solver(level: Level, width: int, breadth: int = 0) -> Level:
    """The level for puzzles: other beam widths, no search for wins, and half the errors, since a solver knows that
    there is something to find."""
    plan = replace(level.plan, width=width, breadth=max(breadth, level.plan.breadth), sharp=0)
    return Level(plan, level.misjudges / 2, level.overlooks / 2)
