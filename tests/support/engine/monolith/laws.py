"""Monolith Arena's `Subject`: facts that the laws of all games need."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache

from engine.core.ask import Ask, Option
from engine.monolith.board import ADJACENT, LABELS
from engine.monolith.data.content import CONTENT, IS_BANNER, KINDS
from engine.monolith.game import GAME
from engine.monolith.state import OFF, State, banner_of, by_id
from tests.support.engine.matches import Kind, Subject, copied
from tests.support.engine.monolith import oracle

EVERYTHING: dict[str, str | int | bool] = {"monoliths": True, "tactical": True, "factions": "random"}
DRAWN = 6
"""Most tiles taken by one draw."""


def favoured(ask: Ask, chance: random.Random) -> Sequence[Option]:
    """Options for random play that sometimes delay the end of the turn."""
    return [one for one in ask.options if one.code != "end"] if chance.random() < 0.5 else ask.options


def disguised(state: State, seats: Collection[int], chance: random.Random, begun: bool | None) -> State:
    """The state with other piles, and other hidden tiles in others' monoliths."""
    s: State = copied(state)
    if not begun:
        for owner, monolith in enumerate(s.monoliths):
            if owner in seats or monolith.seen:
                continue
            for number in filter(None, monolith.hidden):
                _swap(s, owner, number, chance)
    for pile in s.piles:
        stays = DRAWN if begun or (begun is not None and s.phase == "draw") else 0
        pile[stays:] = chance.sample(pile[stays:], len(pile[stays:]))
    return s


def _swap(s: State, owner: int, number: int, chance: random.Random) -> None:
    """Hide another board tile of the pile instead."""
    token, pile = by_id(s, number), s.piles[owner]
    places = [place for place, kind in enumerate(pile) if KINDS[kind].kind != "order"][DRAWN:]
    if token.owner == owner and places:
        place = chance.choice(places)
        token.kind, pile[place] = pile[place], token.kind


def hidden(state: State, seat: int | None) -> set[str]:
    """Kinds of which no tile is visible: those in piles and in others' monoliths that nobody has seen."""
    unseen = {
        number
        for owner, monolith in enumerate(state.monoliths)
        if owner != seat and not monolith.seen
        for number in monolith.hidden
    }
    covered = {kind for pile in state.piles for kind in pile} | {one.kind for one in state.tokens if one.id in unseen}
    lying = {one.kind for one in state.tokens if one.id not in unseen}
    lying |= {kind for some in (*state.hands, *state.discards) for kind in some}
    return {KINDS[kind].id for kind in covered - lying}


def conserved(_: Kind, __: State, s: State | None) -> None:
    """Assert that board, monolith, hand, pile, discards and a waiting Banner hold the thirty-five tiles of each
    faction."""
    if s is None:
        return
    at_rest = GAME.write(s)
    tokens = at_rest["tokens"]
    assert sum(one["poison"] for one in tokens) <= CONTENT.pool.poison == 5
    assert sum(one["net"] for one in tokens) <= CONTENT.pool.net == 1
    assert sum(one["trench"] for one in tokens) <= CONTENT.pool.trench == 1
    fields = [tuple(one["at"]) for one in tokens if one["at"] is not None]
    assert len(fields) == len(set(fields))
    assert len({token.id for token in s.tokens}) == len(s.tokens)
    assert all(0 <= points <= CONTENT.banner_hit_points for points in s.hit_points)
    assert all(len(hand) <= (6 if s.tactical else 3) for hand in s.hands)
    _monoliths_lie_well(s)
    if s.phase in ("setup", "factions", "monoliths"):
        return
    for owner, faction in at_rest["factions"].items():
        lying = [one["token"] for one in tokens if one["owner"] == owner]
        lying += at_rest["hands"][owner] + at_rest["piles"][owner] + at_rest["discards"][owner]
        if s.phase == "banners" and f"{faction}.banner" not in lying:
            lying.append(f"{faction}.banner")
        assert sorted(lying) == whole(faction)


@cache
def whole(faction: str) -> list[str]:
    """The thirty-five tiles of a faction, in order; do not change the list."""
    counts = {name: data["count"] for name, data in oracle.DATA.items() if name.startswith(f"{faction}.")}
    return sorted(Counter(counts).elements())


def _monoliths_lie_well(s: State) -> None:
    """Assert that segments do not overlap and each monolith is in one piece."""
    lying = [field for monolith in s.monoliths for field in monolith.fields]
    banners = [token.at for token in s.tokens if IS_BANNER[token.kind]]
    assert len({*lying, *banners}) == len(lying) + len(banners)
    for seat, monolith in enumerate(s.monoliths):
        assert len(monolith.hidden) + len(monolith.fields) == 2
        banner = banner_of(s, seat)
        if monolith.fields and banner is not None:
            three = [banner.at, *monolith.fields]
            assert all(any(ADJACENT[field] >> other & 1 for other in three) for field in three)
            assert OFF not in three


SUBJECT = Subject(
    game=GAME,
    kinds={
        "two": Kind(2, {}, "e7d841e1839f0c1f"),
        "monoliths": Kind(2, {"monoliths": True}, "dbe510aafe7dd79b", looks=12),
        "tactical": Kind(2, {"tactical": True}, "bdc8b8bd2abd1b3c"),
        "three": Kind(3, {}, "a8318941472436f9"),
        "four": Kind(4, {}, "88b1b7abe5ff661c"),
        "three with everything": Kind(3, {"monoliths": True, "tactical": True}, "ba510e65a6005211", looks=12),
        "four with everything": Kind(
            4, {"monoliths": True, "tactical": True, "factions": "random"}, "1f569a35d8407921", looks=12
        ),
    },
    matches=4,
    points=3,
    forks=2,
    playouts=60,
    searched=175,
    certain=frozenset({"points"}),
    spots=frozenset(LABELS),
    words="r0 r1 r2 r3 r4 r5 end keep redraw discard stay unfold charge battle a1+a2+b2",
    disguised=disguised,
    hidden=hidden,
    uncovers=lambda _, after: any(event.kind == "drew" for event in after.events),
    conserved=conserved,
    favoured=favoured,
)
