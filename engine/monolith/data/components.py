"""The components with their own cards, described in words."""

from __future__ import annotations

from engine.core.game import Component
from engine.core.text import Text, joined, text
from engine.monolith.board import NAMES
from engine.monolith.data.content import BLANK, CONTENT, FACTION_NAME, KINDS, Kind

KIND_NAMES: dict[str, Text] = {
    "banner": Text("Banner"),
    "champion": Text("Champion"),
    "rune": Text("Rune"),
    "order": Text("Order"),
}

TRAITS: dict[str, Text] = {
    one.id: text("{ability}: {does}", ability=Text(one.ability), does=Text(one.ability_text)) for one in CONTENT.trait
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
"""What an effect does to the tiles that it reaches, in one sentence."""
PLAIN = Text("It has no abilities other than what its sides show.")


def _does(kind: Kind) -> Text:
    """What a tile can do besides what its sides show."""
    found = [TRAITS[trait] for trait in kind.traits]
    if kind.effect:
        effect = f"{kind.effect}_{kind.value}" if kind.value > 1 else kind.effect
        found.append(REACHES.get((kind.reach, effect), EFFECTS[effect]))
    return joined(found or [PLAIN], "\n")


def _printed(kind: Kind) -> tuple[Text, ...]:
    """What is printed on a tile, each sign with the sides that have it."""
    found = [KIND_NAMES[kind.kind]]
    if kind.initiative:
        found.append(Text("Initiative {values}", {"values": ", ".join(map(str, kind.initiative))}))
    for attack, strengths in (
        (Text("Melee, strength {strength}"), kind.melee),
        (Text("Shots, strength {strength}"), kind.ranged),
    ):
        for strength in sorted({*strengths} - {0}, reverse=True):
            sign = Text(attack.msgid, {"strength": strength})
            found.append(_on(sign, tuple(side == strength for side in strengths)))
    for sign, printed in (
        (Text("Armor: reduces a shot by 1"), kind.armor),
        (Text("Net: immobilizes an enemy tile"), kind.net),
        (Text("Lightning"), kind.lightning),
        (Text("Connections"), kind.links if kind.kind == "rune" else BLANK),
    ):
        if any(printed):
            found.append(_on(sign, printed))
    if kind.kind == "banner":
        found.append(Text("{n} hit point", {"n": CONTENT.banner_hit_points}, "{n} hit points"))
    if kind.toughness:
        found.append(Text("Toughness: survives {n} wound", {"n": kind.toughness}, "Toughness: survives {n} wounds"))
    return tuple(found)


def _on(sign: Text, sides: tuple[int, ...]) -> Text:
    """The sign and where it stands on the tile as it is printed, `(NE, E)`."""
    names = [Text(name.upper()) for name, side in zip(NAMES, sides, strict=True) if side]
    where = joined(names if len(names) < len(NAMES) else [Text("all sides")])
    return Text("{sign} ({sides})", {"sign": sign, "sides": where})


COMPONENTS: dict[str, Component] = {
    kind.id: Component(Text(kind.name), FACTION_NAME[kind.faction], _does(kind), _printed(kind), kind.count)
    for kind in KINDS
}
