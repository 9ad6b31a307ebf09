"""Simultaneous hits and what comes of them: regeneration, wounds, poison, deaths; for battles, orders and Charges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.core.ask import Ask, Script
from engine.monolith.data.content import CONTENT, IS_BANNER, KINDS
from engine.monolith.hits import KILL, POISON, Hit, option, regenerated, striker, struck, told
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
    """The Poison markers in the pool; those on hidden tiles are in play (monolith V3, MO8)."""
    return CONTENT.pool.poison - sum(token.poison for token in s.tokens)


def remove(s: State, token: Token) -> None:
    """Off the board, to the owner's discard pile; its markers go back."""
    s.tokens.remove(token)
    s.discards[token.owner].append(token.kind)


def resolve(
    s: State, hits: Sequence[Hit], influence: Influence | None = None, leaving: Collection[int] = ()
) -> Script[list[Token]]:
    """Hits that fall at one time. The dying work to the end of it and leave together with `leaving` (B4, B5).

    The script returns everyone that has left.
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
    """The wounds that remain when the Entrenchment marker has taken the first (T2)."""
    wounds = sum(hit.wounds for hit in hits) - token.trench
    token.trench = False
    return wounds


def _wound_banner(s: State, token: Token, hits: list[Hit]) -> Script[bool]:
    """A Banner's wounds lower the hit points of its team, never below 0; true when none are left (B7)."""
    if token.trench:
        yield told("trench-lost", token)
    wounds = _less_trench(token, hits)
    team = team_of(s, token.owner)
    if wounds:
        s.hit_points[team] = max(s.hit_points[team] - wounds, 0)
        yield told("banner", token, team=team, wounds=wounds, hit_points=s.hit_points[team])
    return not s.hit_points[team]


def _banners(s: State, like: Token) -> list[Token]:
    """All Banners of its team: they share their hit points (E5)."""
    team = s.teams[team_of(s, like.owner)]
    return [token for token in s.tokens if token.at != OFF and IS_BANNER[token.kind] and token.owner in team]


def _wound(force: Influence, token: Token, hits: list[Hit]) -> Script[bool]:
    """The tile bears the wounds; true when it dies of them (T1, B8)."""
    trench, toughness = token.trench, force.toughness(token.id)
    token.wounds += _less_trench(token, hits)
    if token.wounds > toughness:
        return True
    if trench:
        yield told("trench-lost", token)
    yield told("wounded", token, wounds=token.wounds, left=toughness - token.wounds)
    return False


def _poison(s: State, force: Influence, hits: Sequence[Hit]) -> Script[None]:
    """One marker for each venomous hit on a tile that lives on; its owner chooses when they run short (V1 to V4, V7).

    Markers on the dying come back only at the end of the segment. Allies' markers are placed by their Abyss player;
    where both teams are short together, they place one in turn.
    """
    if not hits:
        return
    wanted: dict[int, list[Token]] = {}
    for hit in hits:
        by = striker(force, hit.source)
        assert by is not None
        wanted.setdefault(_poisoner(s, by.owner), []).append(force.token(hit.target))
    left = poison_left(s)
    given = [token for tokens in wanted.values() for token in tokens]
    if left < len(given):
        given = yield from _scarce(wanted, left)
    for token in sorted({token.id: token for token in given}.values(), key=_field):
        token.poison += given.count(token)
        yield told("poisoned", token, poison=token.poison)


def _poisoner(s: State, seat: int) -> int:
    """The seat of the team whose markers they are: the Abyss player's, else the first of those who strike."""
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
    """They leave the board together (B4)."""
    for token in tokens:
        yield told("killed", token, cause=causes[token.id])
        remove(s, token)


def lives_by_a_banner(token: Token) -> bool:
    """Whether its wounds would kill it without the Toughness that a Guardians' Banner gives it (BN4)."""
    return token.wounds > 0 and token.wounds > _TOUGHNESS[token.kind] + token.trench


def lose_the_banner(s: State, tokens: Iterable[Token]) -> Script[None]:
    """These no longer stand next to their Guardians' Banner and die (BN4)."""
    lost = sorted(tokens, key=_field)
    yield from _fall(s, lost, dict.fromkeys((token.id for token in lost), "toughness"))


def collapse(s: State) -> Script[list[Token]]:
    """Tiles that lived only by the Toughness of a Guardians' Banner die at once when it ends (BN4): all these."""
    gone: list[Token] = []
    while doubtful := [token for token in s.tokens if token.at != OFF and lives_by_a_banner(token)]:
        force = Influence(s)
        lost = [token for token in doubtful if token.wounds > force.toughness(token.id) + token.trench]
        if not lost:
            break
        yield from lose_the_banner(s, lost)
        gone += sorted(lost, key=_field)
    return gone
