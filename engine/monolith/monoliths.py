"""Monoliths: three segments that stay together. Folded, they are a Banner; unfolded, three spaces of the board."""

from __future__ import annotations

from engine.core.ask import SHOW, Ask, Event, Script
from engine.core.masks import spaces_of
from engine.monolith import options
from engine.monolith.board import ADJACENT, FULL, LABELS
from engine.monolith.data.content import IS_BANNER, KINDS
from engine.monolith.influence import netted
from engine.monolith.state import OFF, Monolith, State, Token, banner_of, by_id, occupied, seat_on_turn, token_on
from engine.monolith.wounds import lives_by_a_banner, lose_the_banner

LOWER = 2
"""Number of segments below the Banner."""


def segments(s: State) -> int:
    """The spaces of all lower segments on the board, empty ones too."""
    found = 0
    for monolith in s.monoliths:
        for field in monolith.fields:
            found |= 1 << field
    return found


def empty_segments(s: State, seat: int) -> int:
    """The spaces of that seat's lower segments without a tile."""
    found = 0
    for field in s.monoliths[seat].fields:
        found |= 1 << field
    return found & ~occupied(s)


def joined(others: list[int]) -> int:
    """The spaces where a segment keeps the monolith in one piece: every segment touches another one."""
    if len(others) == 1:
        return ADJACENT[others[0]]
    one, other = others
    touching = ADJACENT[one] >> other & 1
    return ADJACENT[one] | ADJACENT[other] if touching else ADJACENT[one] & ADJACENT[other]


def _carried(s: State, token: Token) -> tuple[Monolith, list[int]] | None:
    """The unfolded monolith under the tile and the spaces of its other segments; None without one."""
    for seat, monolith in enumerate(s.monoliths):
        if not monolith.fields:
            continue
        banner = banner_of(s, seat)
        if banner is token:
            return monolith, list(monolith.fields)
        if token.at in monolith.fields:
            others = [field for field in monolith.fields if field != token.at]
            return monolith, others if banner is None else [banner.at, *others]
    return None


def allowed(s: State, token: Token, found: int) -> int:
    """The spaces of `found` that the tile may be moved to together with its segment, in one piece (MO6, P5)."""
    if not s.with_monoliths or not found:
        return found
    carried = _carried(s, token)
    if carried is None:
        # A folded monolith is a segment too: segments may not overlap.
        return found & ~segments(s) if IS_BANNER[token.kind] else found
    return found & ~segments(s) & joined(carried[1])


def bring(s: State, token: Token, where: int) -> None:
    """Move the tile there, together with a segment under it."""
    for monolith in s.monoliths:
        if token.at in monolith.fields:
            monolith.fields[monolith.fields.index(token.at)] = where
    token.at = where


def spots(s: State, placed: list[int], banner: int) -> int:
    """Spaces for the next segment so that all find a place (MO2): empty, without another segment, in one piece."""
    free = FULL & ~occupied(s) & ~segments(s)
    if placed:
        return free & joined([banner, placed[0]])
    near = ADJACENT[banner] & free
    found = 0
    for field in spaces_of(free):
        rest = (near | ADJACENT[field] & free) & ~(1 << field) if near >> field & 1 else ADJACENT[field] & near
        if rest:
            found |= 1 << field
    return found


def placed_already(s: State) -> bool:
    """Whether a board tile has been placed in this turn."""
    return any(effect == "placed" for effect, _ in s.used)


def can_unfold(s: State, seat: int) -> bool:
    """Whether the seat can unfold its monolith: it is folded, no tile was placed this turn, and there is room (MO2,
    MO3)."""
    if not s.with_monoliths or s.monoliths[seat].fields or placed_already(s):
        return False
    banner = banner_of(s, seat)
    if banner is None:
        return False
    free = FULL & ~occupied(s) & ~segments(s)
    near = ADJACENT[banner.at] & free
    return any((near | ADJACENT[field]) & free & ~(1 << field) for field in spaces_of(near))


def unfold(s: State, _: int = 0) -> Script[None]:
    """Unfold segment by segment, those with other players' tiles first; the owner rotates each tile (MO2, MO7)."""
    seat = seat_on_turn(s)
    monolith, banner = s.monoliths[seat], banner_of(s, seat)
    assert banner is not None
    inside = [by_id(s, number) if number else None for number in monolith.hidden]
    inside.sort(key=lambda token: token is None or token.owner == seat)
    s.unfolded = True
    unfolded = []
    for token in inside:
        about = (KINDS[token.kind].id if token else "",)
        free = options.fields(spots(s, monolith.fields, banner.at))
        where: int = yield Ask(seat, "monolith.segment", free, about)
        if token is not None:
            turns = options.ROTATION[token.kind]
            rot: int = yield Ask(token.owner, "monolith.segment-turn", turns, (*about, LABELS[where]))
            token.at, token.rot = where, rot
            monolith.hidden.remove(token.id)
        else:
            monolith.hidden.remove(0)
        monolith.fields.append(where)
        unfolded.append([about[0], LABELS[where], token.rot if token else 0, token.owner if token else seat])
    monolith.seen = True
    yield SHOW
    yield Event("unfolded", {"seat": seat, "faction": s.factions[seat], "segments": unfolded})


def fold_all(s: State) -> Script[None]:
    """Fold every unfolded monolith after a battle, unless a tile on a lower segment is netted (MO4, MO5).

    Inside, a tile is next to no Banner: one that lived only by the Guardians' Banner dies as it is folded away (BN4).
    """
    if not s.with_monoliths:
        return
    held = netted(s)
    for seat, monolith in enumerate(s.monoliths):
        if not monolith.fields or banner_of(s, seat) is None:
            continue
        standing = [token_on(s, field) for field in monolith.fields]
        args = {"seat": seat, "faction": s.factions[seat], "at": [LABELS[field] for field in monolith.fields]}
        if any(token is not None and token.id in held for token in standing):
            yield Event("not-folded", args)
            continue
        inside = [token for token in standing if token is not None]
        if s.rules >= 2 and (lost := [token for token in inside if lives_by_a_banner(token)]):
            yield from lose_the_banner(s, lost)
            inside = [token for token in inside if token not in lost]
        monolith.hidden = [token.id for token in inside] + [0] * (LOWER - len(inside))
        monolith.fields = []
        for token in inside:
            token.at = OFF
        yield Event("folded", args)
