"""The tiles of Monolith Arena, read once from `content.toml` and checked; all rotations are computed in advance."""

from __future__ import annotations

from msgspec import Struct

from engine.core.content import Item, Named, load
from engine.core.text import Text

SIDES = 6
Sides = tuple[int, int, int, int, int, int]
BLANK: Sides = (0, 0, 0, 0, 0, 0)


class Kind(Named, frozen=True):
    """One kind of tile; a faction has `count` tiles of it."""

    kind: str
    """`banner`, `champion`, `rune` or `order`."""
    count: int
    initiative: tuple[int, ...] = ()
    melee: Sides = BLANK
    ranged: Sides = BLANK
    armor: Sides = BLANK
    net: Sides = BLANK
    lightning: Sides = BLANK
    links: Sides = BLANK
    toughness: int = 0
    traits: tuple[str, ...] = ()
    effect: str = ""
    value: int = 1
    reach: str = ""

    @property
    def faction(self) -> str:
        return self.id.partition(".")[0]

    @property
    def short_id(self) -> str:
        """The id without the faction: kinds with the same short id share name and drawing."""
        return self.id.partition(".")[2]


class Trait(Item, frozen=True):
    """A Feature: what some tiles can do, and its name."""

    ability: str
    ability_text: str


class Effect(Item, frozen=True):
    """The effect of a rune, Banner or order."""

    text: str


class Pool(Struct, frozen=True):
    """The number of markers of each kind."""

    poison: int
    net: int
    trench: int


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    tokens_per_faction: int
    banner_hit_points: int
    hand: int
    tactical_hand: int
    pool: Pool
    faction: tuple[Named, ...]
    trait: tuple[Trait, ...]
    effect: tuple[Effect, ...]
    token: tuple[Kind, ...]


def _load() -> Content:
    content = load(__package__, Content)
    for faction in content.faction:
        own = [kind for kind in content.token if kind.faction == faction.id]
        if sum(kind.count for kind in own) != content.tokens_per_faction:
            raise ValueError(f"content.toml: {faction.id} must have {content.tokens_per_faction} tokens")
        if [kind.kind for kind in own].count("banner") != 1:
            raise ValueError(f"content.toml: {faction.id} must have one kind of Banner")
    return content


def turned(sides: Sides, rot: int) -> Sides:
    """The sides by direction after `rot` turns of 60° clockwise: printed side i faces direction i + rot."""
    return tuple(sides[(way - rot) % SIDES] for way in range(SIDES))  # type: ignore[return-value]


CONTENT = _load()
FACTIONS: tuple[str, ...] = tuple(faction.id for faction in CONTENT.faction)
FACTION_NAME: dict[str, Text] = {faction.id: Text(faction.name) for faction in CONTENT.faction}

# A kind is a number: its index in the file.
KINDS: tuple[Kind, ...] = CONTENT.token
KIND_OF: dict[str, int] = {kind.id: number for number, kind in enumerate(KINDS)}
KIND_NAME: tuple[Text, ...] = tuple(Text(kind.name) for kind in KINDS)
BANNER_OF: dict[str, int] = {kind.faction: number for number, kind in enumerate(KINDS) if kind.kind == "banner"}
IS_BANNER: tuple[bool, ...] = tuple(kind.kind == "banner" for kind in KINDS)
IS_ORDER: tuple[bool, ...] = tuple(kind.kind == "order" for kind in KINDS)


def kind_of(token: str) -> Kind:
    """The kind with this tile id; raises ValueError for an unknown id."""
    if token not in KIND_OF:
        raise ValueError(f"Monolith Arena has no token {token!r}")
    return KINDS[KIND_OF[token]]


def _all(name: str) -> tuple[tuple[Sides, ...], ...]:
    return tuple(tuple(turned(getattr(kind, name), rot) for rot in range(SIDES)) for kind in KINDS)


# By kind and rotation, the printed side that faces each direction.
MELEE, RANGED, ARMOR = _all("melee"), _all("ranged"), _all("armor")
NET, LIGHTNING, LINKS = _all("net"), _all("lightning"), _all("links")


def _rotations(kind: int) -> tuple[int, ...]:
    seen: dict[tuple[Sides, ...], int] = {}
    for rot in range(SIDES):
        looks = tuple(table[kind][rot] for table in (MELEE, RANGED, ARMOR, NET, LIGHTNING, LINKS))
        seen.setdefault(looks, rot)
    return tuple(seen.values())


ROTATIONS: tuple[tuple[int, ...], ...] = tuple(_rotations(number) for number in range(len(KINDS)))
"""The rotations of a kind that differ; a tile that is the same all around has one."""


_PILE: dict[str, tuple[int, ...]] = {
    faction: tuple(
        number
        for number, kind in enumerate(KINDS)
        for _ in range(kind.count)
        if kind.faction == faction and kind.kind != "banner"
    )
    for faction in FACTIONS
}


def pile_of(faction: str) -> list[int]:
    """All tiles of a faction except the Banner; empty for no faction."""
    return [*_PILE.get(faction, ())]
