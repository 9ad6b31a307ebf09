"""Redeals for computer players: everything that a seat cannot know, in agreement with what it has seen."""

from __future__ import annotations

from collections import Counter

from engine.core.dice import Dice
from engine.monolith.data.content import IS_ORDER, KINDS, pile_of
from engine.monolith.options import BOARD_KINDS
from engine.monolith.state import State, by_id


def redeal(rest: State, now: State, seat: int, dice: Dice) -> None:
    """Shuffle the piles and the tiles hidden in another's monolith that was never unfolded.

    Everything is dealt from the tiles of each faction that the seat does not see, never from where they really are.
    """
    for owner, pile in enumerate(rest.piles):
        if not rest.factions[owner]:
            continue
        drawn = _drawn(rest, now, owner)
        secret = _secret(rest, owner, seat)
        lying = Counter(one.kind for one in rest.tokens if one.owner == owner and one.id not in secret)
        lying.update(rest.hands[owner])
        lying.update(rest.discards[owner])
        lying.update(drawn)
        unseen = dice.shuffled(sorted((Counter(pile_of(rest.factions[owner])) - lying).elements()))
        hidden = [kind for kind in unseen if not IS_ORDER[kind]][: len(secret)]
        for kind in hidden:
            unseen.remove(kind)
        while len(hidden) < len(secret):  # an invented position: it shows more tiles than a faction has
            hidden.append(BOARD_KINDS[rest.factions[owner]][dice.below(len(BOARD_KINDS[rest.factions[owner]]))])
        for number, kind in zip(secret, sorted(hidden), strict=True):
            by_id(rest, number).kind = kind
        left = len(pile) - len(drawn)
        while len(unseen) < left:
            unseen += dice.shuffled(pile_of(rest.factions[owner]))
        pile[:] = [*drawn, *unseen[:left]]


def _drawn(rest: State, now: State, owner: int) -> list[int]:
    """The tiles that the seat has drawn since `rest`; hands are public."""
    before, after = rest.hands[owner], now.hands[owner]
    return after[len(before) :] if after[: len(before)] == before else []


def _secret(rest: State, owner: int, seat: int) -> list[int]:
    """The tiles in the owner's monolith that the seat has never seen."""
    if not rest.with_monoliths or owner == seat or rest.monoliths[owner].seen:
        return []
    return [number for number in rest.monoliths[owner].hidden if number]


def repick(rest: State, picks: tuple[str, ...], seat: int, dice: Dice) -> tuple[str, ...]:
    """Replace others' secret choices of monolith tiles during the set-up."""
    if rest.phase != "monoliths":
        return picks
    found = []
    for pick in picks:
        named, _, _ = pick.partition(":")
        if named != str(seat):
            kinds = BOARD_KINDS[rest.factions[int(named)]]
            pick = f"{named}:{KINDS[kinds[dice.below(len(kinds))]].code}"
        found.append(pick)
    return tuple(found)
