"""Laws of battles on random boards: no tile appears or is copied; rotation, order and ids do not change the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engine.core.ask import Event
from engine.monolith.battle import battle
from engine.monolith.battle_report import LINES
from engine.monolith.board import AT, FIELDS
from engine.monolith.data.content import ARMOR, CONTENT, IS_ORDER, KINDS, LIGHTNING, LINKS, MELEE, NET, RANGED, SIDES
from engine.monolith.influence import Influence
from engine.monolith.state import State, Token
from tests.support.engine.matches import copied
from tests.support.engine.monolith.battle_scripts import Fought, run, summary
from tests.support.profile import seeds

_TABLES = (MELEE, RANGED, ARMOR, NET, LIGHTNING, LINKS)
_BOARD_KINDS = [number for number in range(len(KINDS)) if not IS_ORDER[number]]
_TEAMS = {2: [[0], [1]], 3: [[0, 2], [1]], 4: [[0, 2], [1, 3]]}
_MOST_ENDS = 60


def _mirrored(kind: int, rot: int) -> int | None:
    """The rotation that makes a tile of this kind its mirror image; None if there is none."""
    for other in range(SIDES):
        if all(table[kind][other] == table[kind][rot][::-1] for table in _TABLES):
            return other
    return None


_ACHIRAL = [kind for kind in _BOARD_KINDS if _mirrored(kind, 0) is not None]


def random_board(chance: Random, kinds: list[int] = _BOARD_KINDS) -> State:
    """Tiles of any faction for every seat, with all markers; at most one Assassin and one Banner per seat."""
    seats = chance.choice((2, 2, 3, 4))
    fields = chance.sample(range(len(FIELDS)), chance.randrange(4, len(FIELDS) + 1))
    tokens: list[Token] = []
    for number, at in enumerate(fields, start=1):
        kind, owner = chance.choice(kinds), chance.randrange(seats)
        rare = KINDS[kind].kind == "banner" or KINDS[kind].traits == ("any_target_melee",)
        if rare and any(one.owner == owner and KINDS[one.kind].kind == KINDS[kind].kind for one in tokens):
            continue
        token = Token(number, owner, kind, at, chance.randrange(SIDES))
        token.net, token.trench = chance.random() < 0.05, chance.random() < 0.05
        token.wounds = chance.randint(0, KINDS[kind].toughness)
        used = sum(one.poison for one in tokens)
        token.poison = min(chance.choice((0, 0, 0, 0, 0, 0, 1, 2)), CONTENT.pool.poison - used)
        tokens.append(token)
    return State(
        teams=_TEAMS[seats],
        order=list(range(seats)),
        tokens=tokens,
        discards=[[] for _ in range(seats)],
        hit_points=[chance.choice((1, 2, 20)), 20],
    )


def results(s: State, seen: Callable[[State], State] = lambda end: end) -> set[str] | None:
    """The possible results of a battle, each as `seen` in writing; empty if there are too many choices."""
    found: set[str] = set()
    ahead: list[tuple[str, ...]] = [()]
    while ahead:
        picks = ahead.pop()
        end = run(s, picks, battle)
        if isinstance(end, Fought):
            found.add(repr(summary(seen(end.state))))
        else:
            ahead += [(*picks, code) for code in end]
        if len(ahead) + len(found) > _MOST_ENDS:
            return None
    return found


def one_result(s: State, chance: Random) -> Fought:
    picks: list[str] = []
    while isinstance(found := run(s, picks, battle), list):
        picks.append(chance.choice(found))
    return found


def test_a_battle_creates_no_tiles_and_keeps_the_marker_pools() -> None:
    for seed in seeds(300):
        chance = Random(seed)
        s = random_board(chance)
        fought = one_result(s, chance)
        before = sorted((token.owner, token.kind) for token in s.tokens)
        left = [(token.owner, token.kind) for token in fought.state.tokens]
        gone = [(seat, kind) for seat, pile in enumerate(fought.state.discards) for kind in pile]
        assert sorted(left + gone) == before
        assert sum(token.poison for token in fought.state.tokens) <= CONTENT.pool.poison
        assert all(0 <= now <= then for now, then in zip(fought.state.hit_points, s.hit_points, strict=True))


def test_survivors_keep_their_places_and_are_alive() -> None:
    for seed in seeds(300):
        chance = Random(seed)
        s = random_board(chance)
        fought = one_result(s, chance)
        before = {token.id: token for token in s.tokens}
        force = Influence(fought.state)
        for token in fought.state.tokens:
            then = before[token.id]
            assert (token.at, token.rot, token.net) == (then.at, then.rot, then.net)
            assert token.poison >= then.poison
            assert token.trench <= then.trench
            assert KINDS[token.kind].kind == "banner" or token.wounds <= force.toughness(token.id) + token.trench


def test_segments_count_down_and_tiles_leave_once() -> None:
    for seed in seeds(300):
        chance = Random(seed)
        fought = one_result(random_board(chance), chance)
        values = fought.events_of("segment", "value")
        numbers = [value for value in values if value != "start"]
        assert "start" not in values[1:]
        assert numbers == sorted(set(numbers), reverse=True)
        assert all(value >= 0 for value in numbers)
        left = fought.events_of("killed")
        assert len(left) == len(set(left))
        assert all(isinstance(event, Event) and event.kind in LINES for event in fought.events)


def test_the_order_and_ids_of_tiles_do_not_matter() -> None:
    for seed in seeds(250):
        chance = Random(seed)
        s = random_board(chance)
        other = copied(s)
        chance.shuffle(other.tokens)
        for number, token in zip(chance.sample(range(1, 100), len(other.tokens)), other.tokens, strict=True):
            token.id = number
        assert results(s) == results(other)


def _turned(s: State, times: int) -> State:
    """The board rotated by 60° this many times."""
    other = copied(s)
    for token in other.tokens:
        q, r = FIELDS[token.at]
        for _ in range(times):
            q, r = -r, q + r
        token.at, token.rot = AT[q, r], (token.rot + times) % SIDES
    return other


def _reflected(s: State) -> State:
    """The board with left and right exchanged."""
    other = copied(s)
    for token in other.tokens:
        q, r = FIELDS[token.at]
        rot = _mirrored(token.kind, token.rot)
        assert rot is not None
        token.at, token.rot = AT[-q - r, r], rot
    return other


def test_rotating_the_board_rotates_the_result() -> None:
    for seed in seeds(250):
        chance = Random(seed)
        s = random_board(chance)
        times = chance.randrange(1, SIDES)
        assert results(s, partial(_turned, times=times)) == results(_turned(s, times))


def test_mirroring_the_board_mirrors_the_result() -> None:
    for seed in seeds(250):
        chance = Random(seed)
        s = random_board(chance, _ACHIRAL)
        assert results(s, _reflected) == results(_reflected(s))
