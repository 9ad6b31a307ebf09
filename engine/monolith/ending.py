"""The end of the match: a destroyed Banner, the last turns, the Last Battle, the extra turns after a tie."""

from __future__ import annotations

from engine.core.ask import Event, Script
from engine.core.game import Outcome
from engine.monolith.state import State, team_of

REASONS = ("banner", "both-banners", "points", "tied", "agreed", "resigned", "timeout")


def seats(s: State) -> int:
    """The number of seats."""
    return len(s.teams[0]) + len(s.teams[1])


def finish(s: State, winners: tuple[int, ...], reason: str) -> Script[None]:
    """End the match; the scores are the hit points, by seat."""
    scores = tuple(s.hit_points[team_of(s, seat)] for seat in range(seats(s)))
    s.outcome = Outcome(winners, reason, scores)
    yield Event("over", {"winners": winners, "reason": reason, "factions": [s.factions[seat] for seat in winners]})


def verdict(s: State) -> tuple[tuple[int, ...], str] | None:
    """The winners by destroying a Banner, and the reason (B7); a team loses when its shared hit points are gone.

    None before that.
    """
    gone = [points <= 0 for points in s.hit_points]
    if all(gone):
        return (), "both-banners"
    if any(gone):
        return tuple(s.teams[gone.index(False)]), "banner"
    return None


def check(s: State) -> Script[bool]:
    """After a battle or Charge: end the match if a Banner is destroyed; return whether it has ended."""
    if found := verdict(s):
        yield from finish(s, *found)
        return True
    return False


def turns_for_all(s: State, first: int) -> int:
    """Number of turns, from index `first` in the order, until every seat has had one (E1, E2, E4)."""
    seen: set[int] = set()
    turns = 0
    while len(seen) < seats(s):
        seen.add(s.order[(first + turns) % len(s.order)])
        turns += 1
    return turns


def begin_closing(s: State) -> Script[None]:
    """A last tile has been drawn: finish this turn and give every other player one more (E1)."""
    s.closing = turns_for_all(s, s.turn)
    yield Event("closing", {"turns": s.closing - 1})


def judge(s: State) -> Script[None]:
    """After the Last Battle: more hit points win; a tie brings one more turn each, a second tie is a draw (E4, E5)."""
    first, second = s.hit_points
    if first != second:
        yield from finish(s, tuple(s.teams[0 if first > second else 1]), "points")
    elif s.extra:
        yield from finish(s, (), "tied")
    else:
        s.extra = True
        s.closing = turns_for_all(s, s.turn + 1)
        yield Event("extra", {"turns": s.closing})
