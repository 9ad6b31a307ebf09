"""The view of Monolith Arena for pictures and text, without piles and secret monolith tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from engine.core.ask import Ask
from engine.monolith.attacks import strikes
from engine.monolith.board import FIELD, LABELS, STEP
from engine.monolith.data.content import ARMOR, IS_BANNER, KIND_OF, KINDS, LIGHTNING, LINKS, NET, Sides, kind_of
from engine.monolith.influence import LINK_WAYS, NET_WAYS, Influence
from engine.monolith.state import OFF, State, Token, by_id, team_of


class TokenView(Struct, frozen=True):
    """A tile on the board with the effects of other tiles."""

    id: str
    """The id in content.toml: `dragon_empire.pikeman`."""
    kind: str
    """`banner`, `champion` or `rune`."""
    owner: int
    at: str
    rot: int
    initiative: tuple[int, ...]
    """The segments it attacks in, with all bonuses, highest first; empty without attack."""
    faster: bool
    """Whether a bonus has raised its initiative."""
    melee: Sides
    ranged: Sides
    armor: Sides
    net: Sides
    lightning: Sides
    links: Sides
    stronger: bool
    """Whether a bonus has raised its strength."""
    toughness: int
    """Wounds that it survives, bonuses included; 0 for a Banner, whose wounds are hit points."""
    wounds: int
    poison: int
    traits: tuple[str, ...]
    """Features of its own and from runes and Banners."""
    effect: str
    """The id in content.toml of the effect that a rune or Banner gives."""
    netted: bool
    net_marker: bool
    disarmed: bool
    trench: bool


class Trial(Struct, frozen=True):
    """A tile as it would work on its new space with one rotation."""

    code: str
    """The option that rotates it so; empty for the current rotation if that is not an option."""
    token: TokenView
    hits: tuple[str, ...]
    """The spaces of the enemy tiles that its attacks would reach in a battle now."""
    nets: tuple[str, ...]
    """The spaces of the enemy tiles that it would net."""
    reaches: tuple[str, ...]
    """The spaces of the tiles that a rune would affect."""


class Turning(Struct, frozen=True):
    """The viewer's open choice of a rotation for a tile that is placed, moved or rotated."""

    now: Trial
    ways: tuple[Trial, ...]
    """One for each option, in the options' order."""


class SeatView(Struct, frozen=True):
    seat: int
    team: int
    faction: str
    """Empty until it is chosen."""
    hand: tuple[str, ...]
    """Drawn tiles are face up."""
    pile: int
    discards: tuple[str, ...]
    monolith: str
    """`none`, `folded` or `unfolded`."""
    segments: tuple[str, ...]
    """The spaces of the two lower segments of an unfolded monolith."""
    hidden: tuple[str, ...]
    """The tiles inside the viewer's own folded monolith, and for everybody those that everybody has seen there."""


class MonolithView(Struct, frozen=True):
    turn: int
    """The seat whose turn it is."""
    turn_number: int
    phase: str
    """`factions`, `monoliths`, `banners`, `discard`, `play`, `battle` or `over`."""
    to_move: tuple[int, ...]
    seats: tuple[SeatView, ...]
    hit_points: tuple[int, int]
    """By team."""
    tokens: tuple[TokenView, ...]
    tactical: bool
    with_monoliths: bool
    closing: int
    """Turns left before the Last Battle; 0 as long as no last tile was drawn."""
    extra: bool
    winners: tuple[int, ...]
    reason: str
    """Empty while the match runs, else one of the game's reasons: `banner`, `resigned` …"""
    seat: int | None = None
    turning: Turning | None = None


def view(s: State, seat: int | None, asks: Sequence[Ask]) -> MonolithView:
    """The view of a seat: everything except the order of piles and tiles that others have hidden in monoliths."""
    force, outcome = Influence(s), s.outcome
    first, second = s.hit_points
    return MonolithView(
        turn=s.order[s.turn],
        turn_number=s.number,
        phase="over" if outcome else s.phase.removeprefix("last-"),
        to_move=tuple(ask.seat for ask in asks),
        seats=tuple(_seat_view(s, one, one == seat) for one in range(len(s.factions))),
        hit_points=(first, second),
        tokens=tuple(_token_view(token, force) for token in s.tokens if token.at != OFF),
        tactical=s.tactical,
        with_monoliths=s.with_monoliths,
        closing=s.closing,
        extra=s.extra,
        winners=outcome.winners if outcome else (),
        reason=outcome.reason if outcome else "",
        seat=seat,
        turning=_turning(s, seat, asks),
    )


@lru_cache(None)
def unplaced(token: str, owner: int) -> TokenView:
    """A tile of the given id before it is placed, unrotated and without markers."""
    kind = kind_of(token)
    return TokenView(
        id=kind.id,
        kind=kind.kind,
        owner=owner,
        at="",
        rot=0,
        initiative=kind.initiative,
        faster=False,
        melee=kind.melee,
        ranged=kind.ranged,
        armor=kind.armor,
        net=kind.net,
        lightning=kind.lightning,
        links=kind.links,
        stronger=False,
        toughness=kind.toughness,
        wounds=0,
        poison=0,
        traits=kind.traits,
        effect=kind.effect,
        netted=False,
        net_marker=False,
        disarmed=False,
        trench=False,
    )


def in_hand(view: MonolithView, seat: int) -> tuple[str, ...]:
    """The tiles in a seat's hand."""
    return view.seats[seat].hand


_TURNS = frozenset(("monolith.turn", "monolith.charge-turn", "monolith.segment-turn"))
"""Questions for a rotation; the last item of their `about` is the tile's new space."""


def _turning(s: State, seat: int | None, asks: Sequence[Ask]) -> Turning | None:
    ask = next((ask for ask in asks if ask.seat == seat and ask.prompt in _TURNS), None)
    if ask is None:
        return None
    kind, at = KIND_OF[ask.about[0]], FIELD[ask.about[-1]]
    before = OFF if ask.prompt == "monolith.segment-turn" else at
    known = (one for one in s.tokens if one.kind == kind and one.at == before)
    token = next(known, None) or Token(s.next_id, ask.seat, kind, at)
    ways = tuple(_trial(s, replace(token, at=at, rot=one.value), one.code) for one in ask.options)
    now = next((way for way, one in zip(ways, ask.options, strict=True) if one.value == token.rot), None)
    return Turning(now or _trial(s, replace(token, at=at), ""), ways)


def _trial(s: State, token: Token, code: str) -> Trial:
    """The tile as it would work with the option's rotation, with all effects to and from other tiles."""
    others = [one for one in s.tokens if one.id != token.id and one.at != token.at]
    force = Influence(replace(s, tokens=[*others, token]))
    reached: set[int] = set()
    if token.id not in force.netted and token.id not in force.disarmed:
        reached = {strike.target.at for strike in strikes(force, token)} | _struck_by_lightning(force, token)
    nets = {
        other.at
        for way in NET_WAYS[token.kind][token.rot]
        if (other := force.on[STEP[token.at][way]]) and _enemies(force, token, other) and other.id in force.netted
    }
    return Trial(code, _token_view(token, force), _labels(reached), _labels(nets), _labels(_reached(force, token)))


def _reached(force: Influence, token: Token) -> set[int]:
    """The ids of the tiles that a rune is connected to."""
    kind = KINDS[token.kind]
    if kind.kind != "rune" or token.id in force.netted:
        return set()
    found = (force.on[STEP[token.at][way]] for way in LINK_WAYS[token.kind][token.rot])
    return {one.at for one in found if one and _enemies(force, token, one) == (kind.reach == "enemy_linked")}


def _struck_by_lightning(force: Influence, token: Token) -> set[int]:
    """The tiles it would eliminate at the start of a battle; never a Banner (M1)."""
    found = (force.on[STEP[token.at][way]] for way, strikes in enumerate(LIGHTNING[token.kind][token.rot]) if strikes)
    return {one.at for one in found if one and _enemies(force, token, one) and not IS_BANNER[one.kind]}


def _enemies(force: Influence, one: Token, other: Token) -> bool:
    return force.first[one.owner] != force.first[other.owner]


def _labels(fields: set[int]) -> tuple[str, ...]:
    return tuple(LABELS[at] for at in sorted(fields))


def _ids(kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(KINDS[kind].id for kind in kinds)


def _seat_view(s: State, one: int, own: bool) -> SeatView:
    monolith = s.monoliths[one] if s.with_monoliths else None
    hidden = [by_id(s, number).kind for number in monolith.hidden if number] if monolith else []
    return SeatView(
        seat=one,
        team=team_of(s, one),
        faction=s.factions[one],
        hand=_ids(s.hands[one]),
        pile=len(s.piles[one]),
        discards=_ids(s.discards[one]),
        monolith="none" if monolith is None else "unfolded" if monolith.fields else "folded",
        segments=tuple(LABELS[field] for field in monolith.fields) if monolith else (),
        hidden=_ids(hidden) if monolith and (own or monolith.seen) else (),
    )


def _token_view(token: Token, force: Influence) -> TokenView:
    """The view of a tile, from the cache if possible."""
    number = token.id
    given = [(effect, tuple([one.kind for one in of[number]])) for effect, of in force.given.items() if number in of]
    marks = (token.wounds, token.poison, token.net, token.trench)
    return _cached_view(token.kind, token.owner, token.at, token.rot, marks, number in force.netted, tuple(given))


@lru_cache(maxsize=8192)
def _cached_view(
    kind: int,
    owner: int,
    at: int,
    rot: int,
    marks: tuple[int, int, bool, bool],
    netted: bool,
    given: tuple[tuple[str, tuple[int, ...]], ...],
) -> TokenView:
    """The view of a tile, cached by everything it depends on; most tiles stay the same for many views."""
    token = Token(0, owner, kind, at, rot, *marks)
    force = Influence(State(teams=[[owner], [*range(owner)]], order=[owner], tokens=[token]))
    for effect, givers in given:
        force.given[effect] = {token.id: [Token(0, owner, giver, OFF) for giver in givers]}
    force.disarmed = frozenset(force.given.get("disarm", ()))
    return _current_view(token, force, netted)


def _current_view(token: Token, force: Influence, netted: bool) -> TokenView:
    """The view of a tile with all effects given to it."""
    kind, rot, number = KINDS[token.kind], token.rot, token.id
    given = [
        trait
        for trait, works in (
            ("maneuver", force.sources(number, "grant_maneuver")),
            ("teleport", force.sources(number, "grant_teleport")),
            ("venom", force.sources(number, "grant_venom")),
            ("penetration", force.penetration(number)),
            ("regeneration", force.regeneration_sources(number)),
        )
        if works and trait not in kind.traits
    ]
    melee, ranged = force.melee(number), force.ranged(number)
    aims = "any_target_melee" in kind.traits
    plus = (force.melee_plus(number) if any(melee) or aims else 0) + (force.ranged_plus(number) if any(ranged) else 0)
    return TokenView(
        id=kind.id,
        kind=kind.kind,
        owner=token.owner,
        at=LABELS[token.at],
        rot=rot,
        initiative=force.segments(number),
        faster=bool(kind.initiative) and force.initiative_plus(number) > 0,
        melee=melee,
        ranged=ranged,
        armor=ARMOR[token.kind][rot],
        net=NET[token.kind][rot],
        lightning=LIGHTNING[token.kind][rot],
        links=LINKS[token.kind][rot],
        stronger=plus > 0,
        toughness=0 if IS_BANNER[token.kind] else force.toughness(number),
        wounds=token.wounds,
        poison=token.poison,
        traits=(*kind.traits, *given),
        effect=kind.effect,
        netted=netted,
        net_marker=token.net,
        disarmed=number in force.disarmed,
        trench=token.trench,
    )
