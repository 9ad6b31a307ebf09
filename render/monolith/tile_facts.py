"""What is printed on each token, for those that lie in a hand; a view tells it only of tokens on the board."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from engine.monolith.view import Sides, TokenView

_TABLE: Final = """
dragon_empire
  banner ×1: initiative 0, melee 111111, links 111111, effect melee_strength_plus
  pikeman ×3: initiative 2, melee 110011
  knight ×4: initiative 1, melee 000002, armor 100011, toughness 1, traits maneuver cavalry
  dragon_rider ×1: initiative 2, melee 000003, armor 100011, traits maneuver cavalry
  swordsman ×2: initiative 3, melee 100010
  landsknecht ×1: initiative 2, melee 210000, armor 110000
  arquebusier ×2: initiative 2, ranged 000001, armor 000001
  rune_minor_acceleration ×2: links 111111, effect initiative_plus
  rune_regeneration ×3: links 001100, effect regeneration
  rune_agility ×1: links 111111, effect grant_maneuver
  rune_strength ×2: links 011100, effect melee_strength_plus
  rune_charge ×1: traits boundless, effect enable_charge
  order_battle_or_charge ×7: effect battle_or_charge
  order_move ×4: effect move_own
  order_net ×1: effect net_any_enemy
lords_of_the_abyss
  banner ×1: initiative 0, melee 111111, links 111111, effect grant_venom
  mygalomorph ×3: initiative 3, melee 010101
  spike ×3: initiative 1, melee 010000, traits venom
  chaos ×2: initiative 2, melee 000020, ranged 100000, armor 000001
  horror ×2: initiative 0, melee 000002, net 000001
  nightmare ×1: net 010000, traits teleport
  wraith ×2: initiative 2, melee 000011, traits teleport
  demon ×1: initiative 1, melee 200022, traits transformation
  rune_disarmament ×2: links 001100, effect disarm
  rune_minor_acceleration ×2: links 011101, effect initiative_plus
  rune_teleportation ×2: links 001000, effect grant_teleport
  rune_strength ×2: links 001100, toughness 1, effect melee_strength_plus
  rune_regeneration ×1: links 001000, effect regeneration
  rune_double_attack ×1: links 001100, effect extra_attack
  order_battle ×6: effect battle
  order_move ×2: effect move_own
  order_push ×2: effect push
guardians_of_the_realm
  banner ×1: initiative 0, melee 111111, links 111111, effect grant_toughness
  axeman ×3: initiative 2 1, melee 100011
  crossbowman ×3: initiative 2, ranged 000002, toughness 1
  veteran ×2: initiative 2, melee 100012, armor 000001
  golem ×2: armor 000010, toughness 2
  combat_platform ×1: initiative 3, ranged 100111
  pupil ×1: initiative 3, melee 000010, traits maneuver
  wyvern ×1: initiative 2, melee 111121, toughness 1
  rune_agility ×1: links 001100, traits rotation, effect grant_maneuver
  rune_reinforcement ×2: links 001110, effect melee_and_ranged_strength_plus
  rune_double_attack ×1: links 111111, effect extra_attack
  rune_regeneration ×2: links 001100, effect regeneration
  rune_penetration ×1: links 001000, effect ranged_penetration
  order_battle ×5: effect battle
  order_push ×3: effect push
  order_fire_concoction ×2: effect area_wound
  order_entrenchment ×1: effect entrench
  order_rotation ×2: effect rotate_own
  order_false_order ×1: effect move_enemy
harbingers_of_the_forest
  banner ×1: initiative 0, melee 111111, links 111111, effect grant_maneuver
  morlock ×2: lightning 000001, traits battle_start
  spark ×4: initiative 2, ranged 110000
  hunter ×2: initiative 3 0, ranged 100000
  sorcerer ×1: initiative 2, ranged 000002
  herne ×2: initiative 2, melee 000020, traits maneuver
  assassin ×3: initiative 3, traits any_target_melee
  wyrm ×1: initiative 2 1, melee 111111, traits maneuver
  rune_minor_acceleration ×3: links 111111, effect initiative_plus
  rune_greater_acceleration ×1: links 011100, effect initiative_plus, value 2
  rune_regeneration ×2: links 101000, effect regeneration
  rune_accuracy ×1: links 111111, effect ranged_strength_plus
  rune_double_attack ×1: links 111111, effect extra_attack
  order_battle ×6: effect battle
  order_move ×4: effect move_own
  order_precise_shot ×1: effect wound_any_enemy
"""
"""As content.toml has it, which pictures do not read: by faction, what is not empty on each kind of token."""


class Print(Struct, frozen=True):
    """One kind of token; sides as printed, from the north-east."""

    id: str
    kind: str
    """`banner`, `champion`, `rune` or `order`."""
    count: int
    initiative: tuple[int, ...]
    melee: Sides
    ranged: Sides
    armor: Sides
    net: Sides
    lightning: Sides
    links: Sides
    toughness: int
    traits: tuple[str, ...]
    effect: str
    value: int

    @property
    def name(self) -> str:
        """The last part of the id."""
        return self.id.partition(".")[2]

    @property
    def faction(self) -> str:
        return self.id.partition(".")[0]

    @property
    def code(self) -> str:
        """What a person types."""
        return self.name.replace("_", "-")


def _kind(name: str) -> str:
    first = name.partition("_")[0]
    return first if first in ("banner", "rune", "order") else "champion"


def _row(faction: str, row: str) -> Print:
    head, _, rest = row.partition(":")
    name, count = head.split()
    given = dict(entry.split(maxsplit=1) for entry in rest.split(", "))

    def sides(what: str) -> Sides:
        ne, e, se, sw, w, nw = (int(digit) for digit in given.get(what, "000000"))
        return ne, e, se, sw, w, nw

    return Print(
        id=f"{faction}.{name}",
        kind=_kind(name),
        count=int(count[1:]),
        initiative=tuple(int(word) for word in given.get("initiative", "").split()),
        melee=sides("melee"),
        ranged=sides("ranged"),
        armor=sides("armor"),
        net=sides("net"),
        lightning=sides("lightning"),
        links=sides("links"),
        toughness=int(given.get("toughness", 0)),
        traits=tuple(given.get("traits", "").split()),
        effect=given.get("effect", ""),
        value=int(given.get("value", 1)),
    )


def _read() -> dict[str, Print]:
    found: dict[str, Print] = {}
    faction = ""
    for line in _TABLE.strip().splitlines():
        if line.startswith(" "):
            token = _row(faction, line.strip())
            found[token.id] = token
        else:
            faction = line
    return found


PRINTS: Final = _read()
FACTIONS: Final = tuple(dict.fromkeys(token.faction for token in PRINTS.values()))
CODES: Final = frozenset(token.code for token in PRINTS.values())


def printed(token: str) -> Print:
    try:
        return PRINTS[token]
    except KeyError:
        raise ValueError(f"Monolith Arena has no token {token!r}") from None


@cache
def unplaced(token: str, owner: int) -> TokenView:
    """A token as it lies before its owner, unturned and untouched."""
    p = printed(token)
    return TokenView(
        id=p.id,
        kind=p.kind,
        owner=owner,
        at="",
        rot=0,
        initiative=p.initiative,
        faster=False,
        melee=p.melee,
        ranged=p.ranged,
        armor=p.armor,
        net=p.net,
        lightning=p.lightning,
        links=p.links,
        stronger=False,
        toughness=p.toughness,
        wounds=0,
        poison=0,
        traits=p.traits,
        effect=p.effect,
        netted=False,
        net_marker=False,
        disarmed=False,
        trench=False,
    )
