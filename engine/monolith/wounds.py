"""Simultaneous hits and their results: regeneration, wounds, poison, deaths; for battles, orders and Charges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.core.ask import Ask, Script
from engine.monolith.data.content import CONTENT, IS_BANNER, KINDS
from engine.monolith.hits import KILL, POISON, Hit, option, regenerated, striker, struck, tile_event
from engine.monolith.influence import Influence
from engine.monolith.regeneration import regenerate
from engine.monolith.state import OFF, State, Token, team_of

__all__ = [
    "KILL",
    "POISON",
    "Hit",
    "collapse",
    "lives_by_a_banner",
    "lose_the_banner",
    "poison_left",
    "remove",
    "resolve",
    "struck",
]

ABYSS = "lords_of_the_abyss"
_TOUGHNESS: tuple[int, ...] = tuple(kind.toughness for kind in KINDS)


def poison_left(s: State) -> int:
    """Number of Poison markers in the pool; those on hidden tiles are in play (monolith V3, MO8)."""
    return CONTENT.pool.poison - sum(token.poison for token in s.tokens)


def remove(s: State, token: Token) -> None:
    """Move a tile from the board to its owner's discard pile; its markers return."""
    s.tokens.remove(token)
    s.discards[token.owner].append(token.kind)


def resolve(
    s: State, hits: Sequence[Hit], influence: Influence | None = None, leaving: Collection[int] = ()
) -> Script[list[Token]]:
    """Carry out simultaneous hits; return all tiles that have left.

    Dying tiles work until the end of this and leave together with `leaving` (B4, B5).
    """
    force = influence or Influence(s)
    falls: dict[int, str] = dict.fromkeys(leaving, "lightning")
    standing = _merged(hits)
    served = force.given.get("regeneration")
    if served and any(hit.target in served for hit in standing):
        for hit, rune in (yield from regenerate(force, standing)):
            standing.remove(hit)
            falls[rune.id] = "regeneration"
            yield regenerated(force.token(hit.target), hit.source, rune)
    bears: dict[int, list[Hit]] = {}
    for hit in standing:
        bears.setdefault(hit.target, []).append(hit)
    for token in sorted((force.token(number) for number in bears), key=_field):
        if IS_BANNER[token.kind]:
            if (yield from _wound_banner(s, token, bears[token.id])):
                falls |= {one.id: "banner" for one in _banners(s, token)}
        elif (yield from _wound(force, token, bears[token.id])):
            falls.setdefault(token.id, "lightning" if any(hit.wounds >= KILL for hit in bears[token.id]) else "wounds")
    yield from _poison(s, force, [hit for hit in standing if hit.venom and hit.target not in falls])
    if not falls:
        return []
    left = sorted((force.token(number) for number in falls), key=_field)
    yield from _fall(s, left, falls)
    return left + (yield from collapse(s))


def _field(token: Token) -> int:
    return token.at


def _merged(hits: Iterable[Hit]) -> list[Hit]:
    """Merge the hits of one source on one tile (RG2); hits without wounds are dropped."""
    found: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        if hit.wounds <= 0:
            continue
        key = hit.source, hit.target
        if key in found:
            hit = Hit(hit.source, hit.target, hit.wounds + found[key].wounds, hit.venom or found[key].venom)
        found[key] = hit
    return list(found.values())


def _less_trench(token: Token, hits: Iterable[Hit]) -> int:
    """The wounds that remain after the Entrenchment marker has taken the first (T2)."""
    wounds = sum(hit.wounds for hit in hits) - token.trench
    token.trench = False
    return wounds


def _wound_banner(s: State, token: Token, hits: list[Hit]) -> Script[bool]:
    """Reduce the hit points of the Banner's team, not below 0; return whether none are left (B7)."""
    if token.trench:
        yield tile_event("trench-lost", token)
    wounds = _less_trench(token, hits)
    team = team_of(s, token.owner)
    if wounds:
        s.hit_points[team] = max(s.hit_points[team] - wounds, 0)
        yield tile_event("banner", token, team=team, wounds=wounds, hit_points=s.hit_points[team])
    return not s.hit_points[team]


def _banners(s: State, like: Token) -> list[Token]:
    """All Banners of the tile's team: they share their hit points (E5)."""
    team = s.teams[team_of(s, like.owner)]
    return [token for token in s.tokens if token.at != OFF and IS_BANNER[token.kind] and token.owner in team]


def _wound(force: Influence, token: Token, hits: list[Hit]) -> Script[bool]:
    """Give the wounds to the tile; return whether it dies of them (T1, B8)."""
    trench, toughness = token.trench, force.toughness(token.id)
    token.wounds += _less_trench(token, hits)
    if token.wounds > toughness:
        return True
    if trench:
        yield tile_event("trench-lost", token)
    yield tile_event("wounded", token, wounds=token.wounds, left=toughness - token.wounds)
    return False


def _poison(s: State, force: Influence, hits: Sequence[Hit]) -> Script[None]:
    """Place one marker for each venomous hit on a surviving tile; its owner chooses if markers run short (V1 to V4,
    V7).

    Markers on dying tiles return only at the end of the segment. An Abyss player places the markers of the team; where
    both teams run short, they place one in turn.
    """
    if not hits:
        return
    wanted: dict[int, list[Token]] = {}
    for hit in hits:
        by = striker(force, hit.source)
        assert by is not None
        wanted.setdefault(_poison_seat(s, by.owner), []).append(force.token(hit.target))
    left = poison_left(s)
    given = [token for tokens in wanted.values() for token in tokens]
    if left < len(given):
        given = yield from _scarce(wanted, left)
    for token in sorted({token.id: token for token in given}.values(), key=_field):
        token.poison += given.count(token)
        yield tile_event("poisoned", token, poison=token.poison)


def _poison_seat(s: State, seat: int) -> int:
    """The seat that places the team's markers: the Abyss player's, else the first attacking seat."""
    team = s.teams[team_of(s, seat)]
    return next((mate for mate in team if s.factions[mate : mate + 1] == [ABYSS]), seat)


def _scarce(wanted: Mapping[int, list[Token]], left: int) -> Script[list[Token]]:
    """The tiles that get the last markers (V4)."""
    given: list[Token] = []
    while len(given) < left:
        for seat in sorted(wanted):
            victims = {token.id: token for token in sorted(wanted[seat], key=_field)}
            if not victims or len(given) == left:
                continue
            number = next(iter(victims))
            if len(victims) > 1:
                number = yield Ask(seat, "monolith.poison-marker", [option(token) for token in victims.values()])
            wanted[seat].remove(victims[number])
            given.append(victims[number])
    return given


def _fall(s: State, tokens: Iterable[Token], causes: Mapping[int, str]) -> Script[None]:
    """Remove the tiles from the board together (B4)."""
    for token in tokens:
        yield tile_event("killed", token, cause=causes[token.id])
        remove(s, token)


def lives_by_a_banner(token: Token) -> bool:
    """Whether its wounds would kill it without the Toughness that a Guardians' Banner gives it (BN4)."""
    return token.wounds > 0 and token.wounds > _TOUGHNESS[token.kind] + token.trench


def lose_the_banner(s: State, tokens: Iterable[Token]) -> Script[None]:
    """Remove tiles that no longer stand next to their Guardians' Banner and die (BN4)."""
    lost = sorted(tokens, key=_field)
    yield from _fall(s, lost, dict.fromkeys((token.id for token in lost), "toughness"))


def collapse(s: State) -> Script[list[Token]]:
    """Remove tiles that lived only by the Toughness of a Guardians' Banner once it ends (BN4); return them."""
    gone: list[Token] = []
    while doubtful := [token for token in s.tokens if token.at != OFF and lives_by_a_banner(token)]:
        force = Influence(s)
        lost = [token for token in doubtful if token.wounds > force.toughness(token.id) + token.trench]
        if not lost:
            break
        yield from lose_the_banner(s, lost)
        gone += sorted(lost, key=_field)
    return gone
