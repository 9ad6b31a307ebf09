"""The options of questions, built once: spaces, rotations, tiles in hand and on the board, triangles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.ask import Option
from engine.core.masks import by_mask
from engine.core.text import Text, joined, text
from engine.core.words import Words
from engine.monolith.board import LABELS, NAMES, TRIANGLES
from engine.monolith.data.content import (
    ARMOR,
    CONTENT,
    FACTION_NAME,
    FACTIONS,
    IS_ORDER,
    KIND_NAME,
    KINDS,
    LIGHTNING,
    LINKS,
    MELEE,
    NET,
    RANGED,
    ROTATIONS,
    SIDES,
)
from engine.monolith.state import State, Token, by_id

STAY_HERE = -1
"""The value of the option to rotate without leaving the space."""

WORDS = Words()
END = WORDS.option("end", Text("End the turn"), ("end", 0))
UNFOLD = WORDS.option("unfold", Text("Unfold the monolith"), ("unfold", 0))
CHARGE = WORDS.option("charge", Text("Charge, by the Rune of Charge"), ("charge", 0))
DISCARD = WORDS.option("discard", Text("Discard a tile"), ("discard", 0))
STAY = WORDS.option("stay", Text("Stay and turn"), STAY_HERE)
REDRAW = WORDS.option("redraw", Text("Discard them all and draw new ones"), True)
KEEP = WORDS.option("keep", Text("Keep them"), False)
AS_BATTLE = WORDS.option("battle", Text("Battle"), "battle")
AS_CHARGE = WORDS.option("charge", Text("Charge"), "charge")

FIELD: tuple[Option, ...] = tuple(
    Option(label.lower(), Text(label.lower()), (label,), number) for number, label in enumerate(LABELS)
)
FACTION: dict[str, Option] = {one.id: Option(one.code, FACTION_NAME[one.id], (), one.id) for one in CONTENT.faction}
TRIANGLE: tuple[Option, ...] = tuple(
    Option(
        "+".join(LABELS[field].lower() for field in three),
        Text(", ".join(LABELS[field].lower() for field in three)),
        tuple(LABELS[field] for field in three),
        three,
    )
    for three in TRIANGLES
)

# Tiles in hand by their names; the faction is added where a hand holds two factions' tiles of one name.
HAND: tuple[Option, ...] = tuple(Option(kind.code, KIND_NAME[n], (), n) for n, kind in enumerate(KINDS))
PLAY: tuple[Option, ...] = tuple(Option(one.code, one.label, (), ("play", n)) for n, one in enumerate(HAND))
FULL_CODE: tuple[str, ...] = tuple(kind.id.replace("_", "-").replace(".", "-") for kind in KINDS)
_FULL_NAME: tuple[Text, ...] = tuple(
    text("{who} ({faction})", who=KIND_NAME[n], faction=FACTION_NAME[kind.faction]) for n, kind in enumerate(KINDS)
)

_STANDING: tuple[tuple[Text, ...], ...] = tuple(
    tuple(text("{who} on {at}", who=name, at=label.lower()) for label in LABELS) for name in KIND_NAME
)
TOKEN: tuple[tuple[Option, ...], ...] = tuple(
    tuple(Option(label.lower(), line[n], (label,), n) for n, label in enumerate(LABELS)) for line in _STANDING
)
"""By kind and space: a tile on the board; the option's value is its space."""
ACT: tuple[tuple[Option, ...], ...] = tuple(
    tuple(Option(one.code, one.label, one.at, ("act", one.value)) for one in row) for row in TOKEN
)
"""The same for things to do in the turn: the tile uses an effect."""

EFFECT_NAME: dict[str, Text] = {
    "maneuver": Text("Maneuver"),
    "teleport": Text("Teleport"),
    "rotation": Text("Rotation"),
}
TRAIT: dict[str, Option] = {name: Option(name, label, (), (name, name)) for name, label in EFFECT_NAME.items()}

_WAY_NAME = (Text("NE"), Text("E"), Text("SE"), Text("SW"), Text("W"), Text("NW"))
assert tuple(way.msgid.lower() for way in _WAY_NAME) == NAMES
_WORKS: tuple[tuple[Text, tuple[tuple[tuple[int, ...], ...], ...]], ...] = (
    (Text("attack to {way}"), MELEE),
    (Text("shot to {way}"), RANGED),
    (Text("lightning to {way}"), LIGHTNING),
    (Text("net to {way}"), NET),
    (Text("connection to {way}"), LINKS),
    (Text("armor to {way}"), ARMOR),
)
_ATTACK_AND_NET = Text("attack and net to {way}")


def pointing(kind: int, rot: int) -> Text:
    """The direction of the first active side after `rot` turns."""
    for line, sides in _WORKS:
        for side in range(SIDES):
            if sides[kind][0][side]:
                return Text(line.msgid, {"way": _WAY_NAME[(side + rot) % SIDES]})
    return Text("as it is")


def _facing(kind: int, rot: int) -> Text:
    """Option for a rotation: its number in the picture and the directions of its symbols, armor only without others."""
    works = [one for one in _WORKS if one[1] is not ARMOR and _ways(one[1][kind][rot])] or _WORKS[-1:]
    if [sides for _, sides in works] == [MELEE, NET] and _ways(MELEE[kind][rot]) == _ways(NET[kind][rot]):
        works = [(_ATTACK_AND_NET, MELEE)]
    works_to = [
        Text(line.msgid, {"way": joined([_WAY_NAME[way] for way in _ways(sides[kind][rot])])}) for line, sides in works
    ]
    return text("{number} · {works}", number=rot + 1, works=joined(works_to, "; "))


def _ways(sides: tuple[int, ...]) -> list[int]:
    """The directions of a symbol; for one that is all around, those where it is strongest, if they differ."""
    found = [way for way in range(SIDES) if sides[way]]
    if len(found) < SIDES:
        return found
    return [way for way in found if sides[way] > min(sides)]


ROTATION: tuple[tuple[Option, ...], ...] = tuple(
    tuple(Option(f"r{rot}", _facing(kind, rot), (), rot) for rot in rotations)
    for kind, rotations in enumerate(ROTATIONS)
)
"""By kind: options for the rotations that differ."""
CAN_TURN: tuple[bool, ...] = tuple(len(rotations) > 1 for rotations in ROTATIONS)


def _looks(kind: int, rot: int) -> tuple[tuple[int, ...], ...]:
    return tuple(table[kind][rot] for table in (MELEE, RANGED, ARMOR, NET, LIGHTNING, LINKS))


OTHER_ROTATION: tuple[tuple[tuple[Option, ...], ...], ...] = tuple(
    tuple(tuple(one for one in ROTATION[kind] if _looks(kind, one.value) != _looks(kind, rot)) for rot in range(SIDES))
    for kind in range(len(KINDS))
)
"""By kind and current rotation: options for rotations that change something."""

# A mask of nineteen spaces is looked up as two halves.
_HALF = 10
_LOW, _HIGH = by_mask((one,) for one in FIELD[:_HALF]), by_mask((one,) for one in FIELD[_HALF:])


def fields(found: int) -> tuple[Option, ...]:
    """Options for the spaces of a mask."""
    return _LOW[found & (1 << _HALF) - 1] + _HIGH[found >> _HALF]


def tokens(found: Iterable[Token]) -> list[Option]:
    """Options for tiles on the board, by their spaces."""
    return [TOKEN[token.kind][token.at] for token in found]


def hand(kinds: Iterable[int], table: Sequence[Option] = HAND) -> list[Option]:
    """Options for tiles in hand, each different tile once."""
    found = sorted(set(kinds))
    options = [table[kind] for kind in found]
    if len({one.code for one in options}) < len(options):
        return [Option(FULL_CODE[kind], _FULL_NAME[kind], (), table[kind].value) for kind in found]
    return options


def source(s: State, effect: str, key: str) -> Option:
    """Option for an effect by its source: the tile's own Feature, or the rune or Banner that gives it."""
    if key == effect:
        return TRAIT[effect]
    giver = by_id(s, int(key.rpartition(":")[2]))
    at = LABELS[giver.at]
    label = text("{effect}, by the {who} on {at}", effect=EFFECT_NAME[effect], who=KIND_NAME[giver.kind], at=at.lower())
    return Option(f"{KINDS[giver.kind].kind}-{at.lower()}", label, (at,), (effect, key))


BOARD_KINDS: dict[str, tuple[int, ...]] = {
    faction: tuple(
        n for n, kind in enumerate(KINDS) if kind.faction == faction and not IS_ORDER[n] and kind.kind != "banner"
    )
    for faction in FACTIONS
}
"""By faction, the tiles that may be hidden in a monolith."""
