"""The gain of a decision in a few words, for hints and reviews."""

from __future__ import annotations

from engine.core.text import Text, text
from engine.monolith.computer.battle_forecast import VALUE, Aftermath, clash
from engine.monolith.data.content import IS_BANNER, KIND_NAME
from engine.monolith.influence import sides_of
from engine.monolith.state import OFF, State, Token, team_of

_SAVED = 2
"""Least number of saved hit points worth mentioning."""


def merit(before: State, after: State, seat: int) -> Text | None:
    """The decision's most important gain for the seat; None if there is none worth naming."""
    if after.outcome is not None and seat in after.outcome.winners:
        return text("wins the match")
    first = sides_of(before)
    if not any(IS_BANNER[token.kind] for token in before.tokens):
        return None
    return _done(before, after, first, seat) or _foreseen(before, after, first, seat)


def _done(before: State, after: State, first: list[bool], seat: int) -> Text | None:
    """Gains that have happened: wounds of the enemy Banner, eliminated tiles."""
    team = team_of(before, seat)
    taken = before.hit_points[1 - team] - after.hit_points[1 - team]
    if taken > before.hit_points[team] - after.hit_points[team]:
        return text("takes {n} hit point from the enemy Banner", "takes {n} hit points from the enemy Banner", n=taken)
    standing = {token.id for token in after.tokens}
    lost = [token for token in before.tokens if token.id not in standing]
    ours = [token for token in lost if first[token.owner] == first[seat]]
    theirs = [token for token in lost if first[token.owner] != first[seat]]
    if not theirs or _value(theirs) <= _value(ours):
        return None
    if len(theirs) == 1:
        return text("eliminates the {tile:acc}", tile=KIND_NAME[theirs[0].kind])
    return text("eliminates {n} enemy tile", "eliminates {n} enemy tiles", n=len(theirs))


def _foreseen(before: State, after: State, first: list[bool], seat: int) -> Text | None:
    """Gains that a battle would bring now but would not have brought before."""
    team = team_of(before, seat)
    was, now = clash(before.tokens, first), clash(after.tokens, first)
    saved = was.losses[team] - now.losses[team]
    aimed = now.losses[1 - team] - was.losses[1 - team]
    if saved >= _SAVED and saved >= aimed:
        return text("saves your Banner {n} hit point", "saves your Banner {n} hit points", n=saved)
    if aimed > 0:
        return text(
            "threatens {n} hit point of the enemy Banner", "threatens {n} hit points of the enemy Banner", n=aimed
        )
    caught = _new(was.idle, now.idle, after, first, seat, own=False)
    if caught is not None:
        return text("immobilizes the {tile:acc}", tile=KIND_NAME[caught.kind])
    rescued = _new(now.fallen, was.fallen, after, first, seat, own=True)
    if rescued is not None and _at_stake(now, first, seat) < _at_stake(was, first, seat):
        return text("saves your {tile:acc}", tile=KIND_NAME[rescued.kind])
    threatened = _new(was.fallen, now.fallen, after, first, seat, own=False)
    if threatened is not None:
        return text("threatens the {tile:acc}", tile=KIND_NAME[threatened.kind])
    return None


def _new(
    old: tuple[Token, ...], found: tuple[Token, ...], after: State, first: list[bool], seat: int, *, own: bool
) -> Token | None:
    """The most valuable tile of a side that is in `found`, not in `old`, and still on the board."""
    known = {token.id for token in old}
    standing = {token.id for token in after.tokens if token.at != OFF}
    fresh = [
        token
        for token in found
        if token.id not in known
        and token.id in standing
        and not IS_BANNER[token.kind]
        and (first[token.owner] == first[seat]) == own
    ]
    return max(fresh, key=lambda token: (VALUE[token.kind], -token.id), default=None)


def _at_stake(found: Aftermath, first: list[bool], seat: int) -> float:
    return _value([token for token in found.fallen if first[token.owner] == first[seat]])


def _value(tokens: list[Token]) -> float:
    return sum(VALUE[token.kind] for token in tokens)
