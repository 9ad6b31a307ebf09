"""A level: how hard a computer player looks, what it overlooks and how it misjudges."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Plan(Struct, frozen=True):
    """How hard a level looks."""

    effort: int
    """Picks tried for one decision: beyond them only what was begun is finished; up to three times as many where all
    seems lost."""
    width: int
    """How many positions the beam over one's own decision keeps from rest to rest."""
    candidates: int = 1
    """How many decisions are looked at further; 1: the one that looks best is taken."""
    answer_width: int = 1
    """The beam over the decisions that follow."""
    horizon: int = 1
    """How many turns are played on."""
    alike: int = 1 << 30
    """How many of them may be worth the same to the judge."""
    evens_luck: bool = False
    """Whether the luck behind decisions (dice, cards drawn) is taken out when they are compared: for judges whose
    value before it is what they expect behind it."""
    worlds: int = 1
    """In how many deals of what is hidden and of chance the candidates are compared."""
    breadth: int = 60
    """Positions kept from question to question between two rests, in one's own decision …"""
    answer_breadth: int = 20
    """… and in those that follow."""
    share: float = 1.0
    """The share of the effort that may go into finding one's own decisions, before they are looked at further."""
    sharp: int = 0
    """How much is tried for a way to win at once, in games that know how to look for one, in one's own decision …"""
    answer_sharp: int = 0
    """… and in those that follow."""
    proof: int = 0
    """How much is tried to prove that nobody wins at once after one's own decision, in games that know how to look for
    that."""


class Level(Struct, frozen=True):
    """A strength: how hard it looks, and how often it errs like a person."""

    plan: Plan
    misjudges: float = 0.0
    """How far it misjudges positions: the spread of the error, in log odds, is about 0.28 times this."""
    overlooks: float = 0.0
    """The share of what can be picked that it does not see in a decision."""


def solver(level: Level, width: int, breadth: int = 0) -> Level:
    """The level as it tackles a puzzle: it keeps so many positions, errs half as much, as it knows that there is
    something to find, and looks for nothing but that."""
    plan = replace(level.plan, width=width, breadth=max(breadth, level.plan.breadth), sharp=0)
    return Level(plan, level.misjudges / 2, level.overlooks / 2)
