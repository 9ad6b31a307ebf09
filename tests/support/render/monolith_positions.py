"""Positions of Monolith Arena to draw, in a line or two each."""

from __future__ import annotations

from engine.monolith.data.content import ARMOR, KIND_OF, KINDS, LIGHTNING, LINKS, MELEE, NET, RANGED, Sides
from engine.monolith.view import MonolithView, SeatView, TokenView

LETTERS = "ABCD"
FACTIONS = ("dragon_empire", "lords_of_the_abyss", "guardians_of_the_realm", "harbingers_of_the_forest")
SHORT = dict(zip(("dragon", "abyss", "realm", "forest"), FACTIONS, strict=True))
FULL_HANDS = {
    "A": "dragon.order_move dragon.knight dragon.rune_minor_acceleration",
    "B": "abyss.order_push abyss.horror abyss.rune_disarmament",
}


def token_id(name: str) -> str:
    """The tile's id by its short name: `dragon.knight` is the Knight of the Dragon Empire."""
    faction, _, rest = name.partition(".")
    return f"{SHORT[faction]}.{rest}"


def _raised(sides: Sides, by: int) -> Sides:
    return tuple(strength + by if strength else 0 for strength in sides)  # type: ignore[return-value]


def standing(entry: str) -> TokenView:
    """A tile read from `A dragon.knight C3 r2 wounds1 poison2 melee+1 fast+1 tough+1 netted marker disarmed trench`."""
    owner, name, at, *rest = entry.split()
    number = KIND_OF[token_id(name)]
    kind = KINDS[number]
    rot, wounds, poison, melee, fast, tough = 0, 0, 0, 0, 0, 0
    flags = []
    for word in rest:
        key, digit = word.rstrip("0123456789+"), word.lstrip("abcdefghijklmnopqrstuvwxyz+")
        match key:
            case "r":
                rot = int(digit)
            case "wounds":
                wounds = int(digit)
            case "poison":
                poison = int(digit)
            case "melee":
                melee = int(digit)
            case "fast":
                fast = int(digit)
            case "tough":
                tough = int(digit)
            case _:
                flags.append(word)
    return TokenView(
        id=kind.id,
        kind=kind.kind,
        owner=LETTERS.index(owner),
        at=at,
        rot=rot,
        initiative=tuple(value + fast for value in kind.initiative),
        faster=fast > 0,
        melee=_raised(MELEE[number][rot], melee),
        ranged=RANGED[number][rot],
        armor=ARMOR[number][rot],
        net=NET[number][rot],
        lightning=LIGHTNING[number][rot],
        links=LINKS[number][rot],
        stronger=melee > 0,
        toughness=kind.toughness + tough,
        wounds=wounds,
        poison=poison,
        traits=kind.traits + tuple(flag for flag in flags if flag in ("venom", "maneuver", "teleport")),
        effect=kind.effect,
        netted="netted" in flags or "marker" in flags,
        net_marker="marker" in flags,
        disarmed="disarmed" in flags,
        trench="trench" in flags,
    )


def arena(
    tokens: str,
    *,
    seats: int = 2,
    hands: dict[str, str] | None = None,
    turn: int = 0,
    change: dict[str, dict[str, object]] | None = None,
    **more: object,
) -> MonolithView:
    """A view; tiles as `standing` reads them, hands by letter; `change` overrides fields of seats."""
    hands = FULL_HANDS if hands is None else hands
    teams = {2: (0, 1), 3: (0, 1, 0), 4: (0, 1, 0, 1)}[seats]
    shown = []
    for seat in range(seats):
        letter = LETTERS[seat]
        fields: dict[str, object] = {
            "faction": FACTIONS[seat],
            "hand": tuple(token_id(name) for name in hands.get(letter, "").split()),
            "pile": 21 - seat,
            "discards": (f"{FACTIONS[seat]}.order_move",) * (seat + 3),
            "monolith": "none",
            "segments": (),
            "hidden": (),
        }
        fields |= (change or {}).get(letter, {})
        shown.append(SeatView(seat=seat, team=teams[seat], **fields))  # type: ignore[arg-type]
    rest: dict[str, object] = {
        "turn_number": 9,
        "phase": "play",
        "to_move": (turn,),
        "hit_points": (17, 13),
        "tactical": False,
        "with_monoliths": False,
        "closing": 0,
        "extra": False,
        "winners": (),
        "reason": "",
    }
    placed = tuple(standing(entry) for entry in tokens.split(",") if entry.strip())
    return MonolithView(turn=turn, tokens=placed, seats=tuple(shown), **(rest | more))  # type: ignore[arg-type]


MIDDLE = arena(
    "A dragon.banner D2, A dragon.pikeman C2 r2 melee+1, A dragon.knight C3 r1 wounds1 melee+1, "
    "A dragon.rune_strength D1 r4, A dragon.arquebusier E2 r1, A dragon.swordsman D3 r1 fast+1 poison1, "
    "B abyss.banner B3 poison0, B abyss.spike B2 r1 venom, B abyss.chaos A2 r3, B abyss.horror C4 r4, "
    "B abyss.rune_minor_acceleration A3 r5, B abyss.wraith B4 r5 fast+1"
)
FULL = arena(
    "A dragon.banner D2, A dragon.pikeman C2 r2 melee+1, A dragon.knight C3 r1 wounds1 melee+1, "
    "A dragon.rune_strength D1 r4, A dragon.arquebusier E2 r1, A dragon.swordsman D3 r1 fast+1 poison1, "
    "A dragon.dragon_rider B1 r2 melee+2, A dragon.rune_regeneration E1 r1, A dragon.landsknecht E3 r5 netted, "
    "A dragon.rune_minor_acceleration D4, "
    "B abyss.banner B3 poison2, B abyss.spike B2 r1 venom, B abyss.chaos A2 r3 disarmed, B abyss.horror C4 r4, "
    "B abyss.rune_minor_acceleration A3 r5, B abyss.wraith B4 r5 fast+1, B abyss.demon A1 r3, "
    "B abyss.nightmare C5 r2 marker, B abyss.mygalomorph C1 r1 trench",
    turn=1,
)
FOUR_HANDS = FULL_HANDS | {
    "C": "realm.golem realm.order_fire_concoction realm.rune_reinforcement",
    "D": "forest.assassin forest.order_precise_shot forest.wyrm",
}
FOUR = arena(
    "A dragon.banner E1, A dragon.knight D2, A dragon.pikeman D1, "
    "B abyss.banner A3, B abyss.horror B3 r4, B abyss.rune_disarmament C4 r5, "
    "C realm.banner E3 poison1, C realm.crossbowman D3 tough+1, C realm.golem E2 tough+1 wounds1, "
    "C realm.axeman C3 r1 fast+1, C realm.wyvern D4 disarmed, "
    "D forest.banner A1, D forest.hunter B1 r3, D forest.herne B2 r5, D forest.morlock C2 r4",
    seats=4,
    hands=FOUR_HANDS,
    turn=2,
)
THREE = arena(
    "A dragon.banner E1, B abyss.banner A3, C realm.banner E3", seats=3, hands=FOUR_HANDS, turn=1, phase="battle"
)
MONOLITHS = arena(
    "A dragon.banner D2, A dragon.knight E2 r1, A dragon.pikeman C4 r4, "
    "B abyss.banner B3, B abyss.demon B2 r2, B abyss.spike C3 r4",
    with_monoliths=True,
    tactical=True,
    hands={
        "A": "dragon.order_net dragon.knight dragon.rune_minor_acceleration dragon.order_battle_or_charge "
        "dragon.dragon_rider dragon.swordsman",
        "B": "abyss.order_push abyss.horror abyss.rune_disarmament abyss.mygalomorph abyss.order_move",
    },
    change={
        "A": {"monolith": "unfolded", "segments": ("E2", "E1")},
        "B": {
            "monolith": "folded",
            "hidden": ("lords_of_the_abyss.wraith", "lords_of_the_abyss.rune_double_attack"),
        },
    },
)
