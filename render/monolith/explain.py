"""What a token can do, in a few words: for its card."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.core.text import Say, Text, text
from engine.monolith.view import Sides
from render.image.icons import Drawing
from render.monolith import drawings
from render.monolith.tile_facts import Print

KINDS: Final[dict[str, Text]] = {
    "banner": text("Banner"),
    "champion": text("Champion"),
    "rune": text("Rune"),
    "order": text("Order"),
}

_TRAITS: Final[dict[str, tuple[Text, Text]]] = {
    "maneuver": (text("Maneuver"), text("Once per turn it moves to a free adjacent space and/or turns.")),
    "cavalry": (text("Cavalry"), text("It can Charge.")),
    "teleport": (text("Teleport"), text("Once per turn it moves to any free space and/or turns.")),
    "venom": (text("Venom"), text("Each attack that wounds leaves a Poison marker.")),
    "transformation": (
        text("Transformation"),
        text("When placed, it may take the place of any enemy tile except a Banner."),
    ),
    "battle_start": (
        text("Start of the battle"),
        text(
            "It eliminates the enemy tile that its lightning points at and is itself removed. Banners are not harmed."
        ),
    ),
    "any_target_melee": (
        text("Assassination"),
        text("It strikes one enemy tile anywhere on the board, with strength 1."),
    ),
    "rotation": (text("Rotation"), text("Once per turn it turns.")),
    "boundless": (text("Unlimited"), text("It works on the whole board and needs no connections.")),
}

_FOR_LINKED: Final[dict[str, Text]] = {
    "melee_strength_plus": text("Connected friendly tiles get melee strength +1."),
    "ranged_strength_plus": text("Connected friendly tiles get ranged strength +1."),
    "melee_and_ranged_strength_plus": text("Connected friendly tiles get melee and ranged strength +1."),
    "initiative_plus": text("Connected friendly tiles get initiative +1."),
    "initiative_plus_2": text("Connected friendly tiles get initiative +2."),
    "regeneration": text(
        "It absorbs all wounds that one connected friendly tile takes from one source; then it is removed."
    ),
    "grant_maneuver": text("Connected friendly tiles have Maneuver."),
    "grant_teleport": text("Connected friendly tiles have Teleport."),
    "extra_attack": text("Connected friendly tiles get one more attack, in the next lower segment that is free."),
    "ranged_penetration": text("The shots of connected friendly tiles hit every enemy tile in their line."),
    "disarm": text("Connected enemy tiles do not attack."),
}
_FOR_ADJACENT: Final[dict[str, Text]] = {
    "melee_strength_plus": text("Adjacent friendly tiles get melee strength +1."),
    "grant_maneuver": text("Adjacent friendly tiles have Maneuver."),
    "grant_venom": text("The attacks of adjacent friendly tiles have Venom."),
    "grant_toughness": text("Adjacent friendly tiles get Toughness +1."),
}

_WHOLE: Final[dict[str, Text]] = {
    "enable_charge": text("Once per turn, one of your tiles with Cavalry may Charge. That ends the turn."),
    "battle": text("A battle begins. That ends the turn."),
    "battle_or_charge": text(
        "A battle begins; or one of your tiles with Cavalry moves one space and attacks one enemy tile from there. "
        "That ends the turn."
    ),
    "move_own": text("One of your tiles moves to a free adjacent space and/or turns."),
    "net_any_enemy": text("Any enemy tile is netted until the end of the next battle."),
    "push": text("One of your tiles pushes an adjacent enemy tile one space away."),
    "area_wound": text("One wound to each tile on three spaces that touch one another. Banners are not harmed."),
    "entrench": text("One of your tiles gets a marker that takes its first wound."),
    "rotate_own": text("One of your tiles turns."),
    "move_enemy": text("You move an enemy tile: to a free adjacent space and/or turn it."),
    "wound_any_enemy": text("One wound to any enemy tile except a Banner."),
}


class Entry(NamedTuple):
    """An icon, a title and a sentence; the title may be missing."""

    drawing: Drawing
    title: Text | None
    body: Text


def entries(token: Print) -> list[Entry]:
    """All that a token can do besides what its sides show."""
    found = [Entry(drawings.TRAITS[trait], *_TRAITS[trait]) for trait in token.traits]
    if token.effect:
        found.append(_effect(token))
    return found


def _effect(token: Print) -> Entry:
    drawing = drawings.TOKENS[token.name] if token.kind == "order" else drawings.EFFECTS[token.effect]
    if token.effect in _WHOLE:
        return Entry(drawing, None, _WHOLE[token.effect])
    key = f"{token.effect}_{token.value}" if token.value > 1 else token.effect
    return Entry(drawing, None, (_FOR_ADJACENT if token.kind == "banner" else _FOR_LINKED)[key])


def sentences(token: Print, say: Say) -> tuple[str, str]:
    """What a token does in words: all of it, and in short without what its Features mean."""
    printed = [say(fact) for what, fact in facts(token) if what not in ("links", "points")]
    found = entries(token)
    whole = [f"{say(one.title)}: {say(one.body)}" if one.title else say(one.body) for one in found]
    short = [say(one.title if one.title and trait else one.body) for one, trait in _with_traits(token, found)]
    return " · ".join(printed + whole), " · ".join(printed + short)


def _with_traits(token: Print, found: list[Entry]) -> list[tuple[Entry, bool]]:
    """Each entry, and whether it is a Feature."""
    return [(one, n < len(token.traits)) for n, one in enumerate(found)]


def facts(token: Print) -> list[tuple[str, Text]]:
    """What is printed on the token, by the sign that stands for it."""
    found: list[tuple[str, Text]] = []
    if token.initiative:
        found.append(("initiative", text("Initiative {values}", values=", ".join(map(str, token.initiative)))))
    if any(token.melee):
        found.append(("melee", text("Melee, strength {strength}", strength=_span(token.melee))))
    if any(token.ranged):
        found.append(("ranged", text("Shots, strength {strength}", strength=_span(token.ranged))))
    if any(token.armor):
        found.append(("armor", text("Armor: reduces a shot by 1")))
    if any(token.net):
        found.append(("net", text("Net: immobilizes an enemy tile")))
    if any(token.lightning):
        found.append(("lightning", text("Lightning")))
    if any(token.links) and token.kind != "banner":
        found.append(("links", text("Connections")))
    if token.kind == "banner":
        found.append(("points", text("{n} hit point", "{n} hit points", n=20)))
    if token.toughness:
        told = text("Toughness: survives {n} wound", "Toughness: survives {n} wounds", n=token.toughness)
        found.append(("toughness", told))
    return found


def _span(sides: Sides) -> str:
    """The strengths that occur: 1, or 1–2."""
    strengths = sorted(strength for strength in sides if strength)
    return "–".join(str(strength) for strength in dict.fromkeys((strengths[0], strengths[-1])))
