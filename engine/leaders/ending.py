"""The end of the game: a Leader captured or surrounded; repetition and the turn cap (house rulings, END-13)."""

from __future__ import annotations

from engine.core.ask import Event, Script
from engine.core.game import Outcome
from engine.leaders.board import ADJACENT, TWO_IN_LINE
from engine.leaders.data.content import CHARACTER, CONTENT
from engine.leaders.state import State, occupied

REASONS = ("captured", "surrounded", "repetition", "cap", "agreed", "resigned", "timeout")
_CAPTURE = tuple(character.capture for character in CHARACTER)
_AIM = tuple(character.aim for character in CHARACTER)


def danger(s: State, side: int) -> int:
    """Spaces on which that side's Leader would be captured, with the enemies where they stand (END-01, ARC, ASN)."""
    once = twice = 0
    at = s.at
    for enemy in s.squads[1 - side]:
        if _CAPTURE[enemy]:
            near = ADJACENT[at[enemy]]
            twice |= near if _CAPTURE[enemy] > 1 else once & near
            once |= near
        elif _AIM[enemy]:
            far = TWO_IN_LINE[at[enemy]]
            twice |= once & far
            once |= far
    return twice


def captured(s: State, side: int) -> bool:
    """Whether enemies worth two threaten the Leader."""
    return bool(danger(s, side) >> s.at[side] & 1)


def surrounded(s: State, side: int) -> bool:
    """Whether no space next to the Leader is empty, no matter who stands there (END-05)."""
    return not ADJACENT[s.at[side]] & ~occupied(s)


def lost(s: State, side: int) -> str:
    """The reason why that side's Leader is lost, or an empty string."""
    if captured(s, side):
        return "captured"
    return "surrounded" if surrounded(s, side) else ""


def finish(s: State, winners: tuple[int, ...], reason: str) -> Script[None]:
    """End the match at once (END-08)."""
    s.outcome = Outcome(winners, reason)
    yield Event("over", {"winners": winners, "reason": reason})


def check(s: State, mover: int) -> Script[bool]:
    """After an action, reaction or recruitment by `mover`: check the enemy Leader first (END-14), then their own.

    Returns whether the match is over.
    """
    for side in (1 - mover, mover):
        if reason := lost(s, side):
            yield from finish(s, (1 - side,), reason)
            return True
    return False


def arrangement(s: State) -> str:
    """The spaces of all figures and the side to move, as one short text."""
    squads = (",".join(f"{figure}.{s.at[figure]}" for figure in sorted(squad)) for squad in s.squads)
    return f"{s.turn}:{'/'.join(squads)}"


def repeated(s: State) -> bool:
    """Record the position at the start of a turn; true when it occurs for the third time."""
    key = arrangement(s)
    s.seen[key] = s.seen.get(key, 0) + 1
    return s.seen[key] >= 3


def capped(s: State) -> bool:
    """Whether the last turn has been played (turn limit)."""
    return s.number >= CONTENT.turn_cap
