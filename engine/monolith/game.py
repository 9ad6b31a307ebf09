"""Monolith Arena, as the core knows it."""

from __future__ import annotations

from engine.core.game import Component, Game, MatchOption
from engine.core.text import Text, joined
from engine.monolith import notation, setup, text, turn
from engine.monolith.battle import battle
from engine.monolith.board import NAMES
from engine.monolith.content import BLANK, CONTENT, FACTION_NAME, KINDS, Kind
from engine.monolith.discards import discards
from engine.monolith.rules import PROMPT_RULES, RULES
from engine.monolith.state import State
from engine.monolith.view import view
from engine.monolith.why import why


def teams(s: State) -> tuple[tuple[int, ...], ...]:
    """The seats that win and lose together."""
    return tuple(tuple(team) for team in s.teams)


def side(s: State, seat: int) -> Text:
    """A seat by its faction, once that is chosen."""
    return FACTION_NAME.get(s.factions[seat], text.SIDE_NAMES[seat])


def end_details(s: State) -> dict[str, list[str]]:
    """The factions that have won."""
    return {"factions": [s.factions[seat] for seat in s.outcome.winners] if s.outcome else []}


KIND_NAMES: dict[str, Text] = {
    "banner": Text("Banner"),
    "champion": Text("Champion"),
    "rune": Text("Rune"),
    "order": Text("Order"),
}

TRAITS: dict[str, tuple[Text, Text]] = {
    "maneuver": (Text("Maneuver"), Text("Once a turn it moves to a free adjacent field, or turns, or both.")),
    "cavalry": (Text("Cavalry"), Text("It can Charge.")),
    "teleport": (Text("Teleport"), Text("Once a turn it moves to any free field, or turns, or both.")),
    "venom": (Text("Venom"), Text("Each attack that wounds leaves a poison marker.")),
    "transformation": (
        Text("Transformation"),
        Text("When it enters, it may take the place of any enemy token except a Banner."),
    ),
    "battle_start": (
        Text("Start of the Battle"),
        Text("It eliminates the enemy token that its lightning points at, and leaves. Banners stay unharmed."),
    ),
    "any_target_melee": (
        Text("Assassination"),
        Text("It strikes one enemy token anywhere on the board, with strength 1."),
    ),
    "rotation": (Text("Rotation"), Text("Once a turn it turns.")),
    "boundless": (Text("Unlimited"), Text("It works on the whole board and needs no links.")),
}
EFFECTS: dict[str, Text] = {
    "melee_strength_plus": Text("Melee strength +1."),
    "ranged_strength_plus": Text("Ranged strength +1."),
    "melee_and_ranged_strength_plus": Text("Melee and ranged strength +1."),
    "initiative_plus": Text("Initiative +1."),
    "initiative_plus_2": Text("Initiative +2."),
    "regeneration": Text("It absorbs all wounds that one of them takes from one source, and leaves."),
    "grant_maneuver": Text("They have Maneuver."),
    "grant_teleport": Text("They have Teleport."),
    "grant_venom": Text("Their attacks have Venom."),
    "grant_toughness": Text("Toughness +1."),
    "disarm": Text("They do not attack."),
    "extra_attack": Text("One more attack, in the next lower segment that is free."),
    "ranged_penetration": Text("Shots hit every enemy token in line."),
    "enable_charge": Text("Once a turn one own cavalry token may Charge. That ends the turn."),
    "battle": Text("A Battle begins. That ends the turn."),
    "battle_or_charge": Text(
        "A Battle begins; or a cavalry token moves one field and attacks one enemy token there. That ends the turn."
    ),
    "move_own": Text("One own token moves to a free adjacent field, or turns, or both."),
    "net_any_enemy": Text("Any enemy token is netted to the end of the next Battle."),
    "push": Text("An own token pushes an adjacent enemy token one field away."),
    "area_wound": Text("One wound to every token on three fields that touch each other. Banners stay unharmed."),
    "entrench": Text("An own token gets a marker that takes its first wound."),
    "rotate_own": Text("One own token turns."),
    "move_enemy": Text("You move an enemy token: to a free adjacent field, or turned, or both."),
    "wound_any_enemy": Text("One wound to any enemy token except a Banner."),
}
REACHES: dict[str, Text] = {
    "own_adjacent": Text("Adjacent own tokens"),
    "own_linked": Text("Linked own tokens"),
    "enemy_linked": Text("Linked enemy tokens"),
}
PLAIN = Text("It has no abilities besides what its sides show.")


def does(kind: Kind) -> Text:
    """What a token can do besides what its sides show."""
    found = [joined(TRAITS[trait], ": ") for trait in kind.traits]
    if kind.effect:
        effect = EFFECTS[f"{kind.effect}_{kind.value}" if kind.value > 1 else kind.effect]
        found.append(joined((REACHES[kind.reach], effect), ": ") if kind.reach in REACHES else effect)
    return joined(found or [PLAIN], "\n")


def facts(kind: Kind) -> tuple[Text, ...]:
    """What is printed on a token, each sign with the sides that have it."""
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
        (Text("Armour: a shot wounds 1 less"), kind.armor),
        (Text("Net: holds an enemy fast"), kind.net),
        (Text("Lightning"), kind.lightning),
        (Text("Links: where it works"), kind.links if kind.kind == "rune" else BLANK),
    ):
        if any(printed):
            found.append(_on(sign, printed))
    if kind.kind == "banner":
        found.append(Text("{n} hit point", {"n": CONTENT.banner_hit_points}, "{n} hit points"))
    if kind.toughness:
        found.append(Text("Toughness: {n} more wound", {"n": kind.toughness}, "Toughness: {n} more wounds"))
    return tuple(found)


def _on(sign: Text, sides: tuple[int, ...]) -> Text:
    """The sign and where it stands on the token as it is printed, `(ne, e)`."""
    names = [Text(name) for name, side in zip(NAMES, sides, strict=True) if side]
    where = joined(names if len(names) < len(NAMES) else [Text("all sides")])
    return Text("{sign} ({sides})", {"sign": sign, "sides": where})


YES_NO = (Text("no"), Text("yes"))

GAME = Game(
    key="monolith",
    name=Text("Monolith Arena"),
    seat_counts=(2, 3, 4),
    rules_version=1,
    match_options=(
        MatchOption("factions", Text("Factions"), ("choose", "random"), "choose", (Text("chosen"), Text("by lot"))),
        MatchOption("monoliths", Text("Monoliths"), (False, True), False, YES_NO),
        MatchOption("tactical", Text("Tactical variant"), (False, True), False, YES_NO),
    ),
    state_type=State,
    start=setup.start,
    step=turn.step,
    write=notation.write,
    read=notation.read,
    view=view,
    why=why,
    teams=teams,
    prompt=text.prompt,
    prompt_rules=PROMPT_RULES,
    narrate=text.narrate,
    trail=text.trail,
    describe=text.describe,
    side_names=text.SIDE_NAMES,
    reasons=text.REASONS,
    rules=RULES,
    side=side,
    end_details=end_details,
    components={
        kind.id: Component(Text(kind.name), FACTION_NAME[kind.faction], does(kind), facts(kind), kind.count)
        for kind in KINDS
    },
    forecast=battle,
    reports={"discards": discards},
    film_events=frozenset({"segment", "battle-ends"}),
)
