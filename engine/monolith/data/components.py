"""The components with their own cards, described in words."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.game import Component
from engine.core.text import Text, joined, text
from engine.monolith.board import NAMES
from engine.monolith.data.content import BLANK, CONTENT, FACTION_NAME, KINDS, Kind, Sides

KIND_NAMES: dict[str, Text] = {
    "banner": Text("Banner"),
    "champion": Text("Champion"),
    "rune": Text("Rune"),
    "order": Text("Order"),
}


class Ability(NamedTuple):
    """An ability of a tile, besides the symbols on its sides: a Feature, or the effect of a rune, Banner or order."""

    id: str
    """The id of a Feature or effect in content.toml."""
    title: Text | None
    """The name of a Feature; an effect has none."""
    body: Text


class Sign(NamedTuple):
    """A symbol on a tile and its meaning."""

    id: str
    """`initiative`, `melee`, `ranged`, `armor`, `net`, `lightning`, `links`, `points` or `toughness`."""
    meaning: Text


TRAITS: dict[str, Ability] = {
    one.id: Ability(one.id, Text(one.ability), Text(one.ability_text)) for one in CONTENT.trait
}
EFFECTS: dict[str, Text] = {one.id: Text(one.text) for one in CONTENT.effect}
REACHES: dict[tuple[str, str], Text] = {
    ("own_adjacent", "melee_strength_plus"): Text("Adjacent friendly tiles get melee strength +1."),
    ("own_adjacent", "grant_maneuver"): Text("Adjacent friendly tiles have Maneuver."),
    ("own_adjacent", "grant_venom"): Text("The attacks of adjacent friendly tiles have Venom."),
    ("own_adjacent", "grant_toughness"): Text("Adjacent friendly tiles get Toughness +1."),
    ("own_linked", "melee_strength_plus"): Text("Connected friendly tiles get melee strength +1."),
    ("own_linked", "ranged_strength_plus"): Text("Connected friendly tiles get ranged strength +1."),
    ("own_linked", "melee_and_ranged_strength_plus"): Text(
        "Connected friendly tiles get melee and ranged strength +1."
    ),
    ("own_linked", "initiative_plus"): Text("Connected friendly tiles get initiative +1."),
    ("own_linked", "initiative_plus_2"): Text("Connected friendly tiles get initiative +2."),
    ("own_linked", "regeneration"): Text(
        "It absorbs all wounds that one connected friendly tile takes from one source; then it is removed."
    ),
    ("own_linked", "grant_maneuver"): Text("Connected friendly tiles have Maneuver."),
    ("own_linked", "grant_teleport"): Text("Connected friendly tiles have Teleport."),
    ("own_linked", "extra_attack"): Text(
        "Connected friendly tiles get one more attack, in the next lower segment that is free."
    ),
    ("own_linked", "ranged_penetration"): Text(
        "The shots of connected friendly tiles hit every enemy tile in their line."
    ),
    ("enemy_linked", "disarm"): Text("Connected enemy tiles do not attack."),
}
"""The effect on the tiles that it reaches, in one sentence."""
PLAIN = Text("It has no abilities other than what its sides show.")


def abilities(kind: Kind) -> list[Ability]:
    """The abilities of a tile, besides the symbols on its sides."""
    found = [TRAITS[trait] for trait in kind.traits]
    if kind.effect:
        effect = f"{kind.effect}_{kind.value}" if kind.value > 1 else kind.effect
        found.append(Ability(kind.effect, None, REACHES.get((kind.reach, effect), EFFECTS[effect])))
    return found


def signs(kind: Kind) -> list[Sign]:
    """The symbols on a tile; attacks of different strength are one symbol."""
    found: list[Sign] = []
    if kind.initiative:
        found.append(Sign("initiative", text("Initiative {values}", values=", ".join(map(str, kind.initiative)))))
    for id_, strengths in _attacks(kind):
        if spread := sorted({*strengths} - {0}):
            span = "–".join(str(strength) for strength in dict.fromkeys((spread[0], spread[-1])))
            found.append(Sign(id_, _attack(id_, span)))
    found += [sign for sign, _ in _symbols(kind)]
    if kind.kind == "banner":
        points = text("{n} hit point", "{n} hit points", n=CONTENT.banner_hit_points)
        found.append(Sign("points", points))
    if kind.toughness:
        wounds = text("Toughness: survives {n} wound", "Toughness: survives {n} wounds", n=kind.toughness)
        found.append(Sign("toughness", wounds))
    return found


def _attacks(kind: Kind) -> tuple[tuple[str, Sides], ...]:
    return ("melee", kind.melee), ("ranged", kind.ranged)


def _attack(id_: str, strength: str | int) -> Text:
    if id_ == "melee":
        return text("Melee, strength {strength}", strength=strength)
    return text("Shots, strength {strength}", strength=strength)


def _symbols(kind: Kind) -> list[tuple[Sign, Sides]]:
    """The symbols without strength, and the sides that have them."""
    every = (
        (Sign("armor", text("Armor: reduces a shot by 1")), kind.armor),
        (Sign("net", text("Net: immobilizes an enemy tile")), kind.net),
        (Sign("lightning", text("Lightning")), kind.lightning),
        (Sign("links", text("Connections")), kind.links if kind.kind == "rune" else BLANK),
    )
    return [(sign, sides) for sign, sides in every if any(sides)]


def _does(kind: Kind) -> Text:
    """A tile's abilities in words, one sentence a line."""
    found = [
        text("{ability}: {does}", ability=one.title, does=one.body) if one.title else one.body
        for one in abilities(kind)
    ]
    return joined(found or [PLAIN], "\n")


def _printed(kind: Kind) -> tuple[Text, ...]:
    """The printed facts of a tile, each symbol with the sides that have it."""
    sided = [
        _on(_attack(id_, strength), tuple(side == strength for side in strengths))
        for id_, strengths in _attacks(kind)
        for strength in sorted({*strengths} - {0}, reverse=True)
    ]
    sided += [_on(sign.meaning, sides) for sign, sides in _symbols(kind)]
    whole = {sign.id: sign.meaning for sign in signs(kind)}
    first, last = ("initiative",), ("points", "toughness")
    return (
        KIND_NAMES[kind.kind],
        *(whole[one] for one in first if one in whole),
        *sided,
        *(whole[one] for one in last if one in whole),
    )


def _on(sign: Text, sides: tuple[int, ...]) -> Text:
    """The symbol and its printed sides in words, `(NE, E)`."""
    names = [Text(name.upper()) for name, side in zip(NAMES, sides, strict=True) if side]
    where = joined(names if len(names) < len(NAMES) else [Text("all sides")])
    return Text("{sign} ({sides})", {"sign": sign, "sides": where})


COMPONENTS: dict[str, Component] = {
    kind.id: Component(Text(kind.name), FACTION_NAME[kind.faction], _does(kind), _printed(kind), kind.count)
    for kind in KINDS
}
