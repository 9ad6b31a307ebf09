"""Leaders, as the core knows it."""

from __future__ import annotations

from engine.core.game import Component, Game, MatchOption
from engine.core.text import Text
from engine.leaders import notation, text, turn
from engine.leaders.content import CONTENT, Card, Character
from engine.leaders.rules import PROMPT_RULES, RULES
from engine.leaders.state import State
from engine.leaders.view import view
from engine.leaders.why import why

KINDS: dict[str, Text] = {
    "none": Text("No ability"),
    "active": Text("Active ability"),
    "passive": Text("Passive ability"),
    "special": Text("Special ability"),
}

DOES: dict[str, Text] = {
    "leader": Text(
        "Moves one space. Whoever’s Leader is captured or surrounded loses. "
        "Next to the enemy Leader it counts like any other character."
    ),
    "acrobat": Text(
        "Jumps in a straight line over an adjacent character onto the empty space behind it, "
        "and may at once jump a second time, in any direction."
    ),
    "rider": Text("Moves exactly two spaces in a straight line. Both must be empty."),
    "bruiser": Text(
        "Enters the space of an adjacent enemy and pushes it one space away: straight on, or at a slant to the left or "
        "right. That space must be empty."
    ),
    "royal_guard": Text(
        "Goes from anywhere to an empty space next to his own Leader, and may then take one step to an empty space."
    ),
    "illusionist": Text("Swaps places with a character that is visible in a straight line and not adjacent."),
    "claw_launcher": Text(
        "Chooses a character that is visible in a straight line and not adjacent: "
        "either he moves until he stands next to it, or he drags it until it stands next to him."
    ),
    "manipulator": Text(
        "Moves an enemy that is visible in a straight line and not adjacent by one space, "
        "in any direction, onto an empty space."
    ),
    "wanderer": Text("Goes to any empty space of the board that is not adjacent to an enemy."),
    "brewmaster": Text("Moves an adjacent ally by one space, in any direction, onto an empty space."),
    "archer": Text(
        "Counts towards the capture of the enemy Leader from exactly two spaces away in a straight line, "
        "even over others. Next to it she counts nothing."
    ),
    "assassin": Text("Next to the enemy Leader he captures it alone."),
    "hermit": Text(
        "Comes together with the Cub, on the same card. If both move, they do so directly after each other."
    ),
    "cub": Text("Comes together with the Hermit, on the same card. It never counts towards a capture."),
    "hermit_and_cub": Text(
        "One card, two characters: both are placed at once. Each may move one space, directly after each other. "
        "The Cub never counts towards a capture."
    ),
    "jailer": Text("Enemies next to the Jailer cannot use their active ability."),
    "protector": Text("Enemy abilities can move neither the Protector nor any ally next to him."),
    "vizier": Text(
        "Wherever the Vizier stands, your Leader may go one extra space when it acts. Both spaces must be empty."
    ),
    "nemesis": Text(
        "Performs no action. When the enemy Leader has moved, she must at once move two steps, through empty spaces."
    ),
}
"""What each character can do besides the basic move, in a sentence or two; the rules tell the rest."""


def component(one: Character) -> Component:
    """A character, with what it adds to a capture; there is one of each, but two Leaders."""
    facts = [KINDS[one.kind], Text("Capture: {n} when adjacent", {"n": one.capture})]
    if one.aim:
        facts.append(Text("Capture: {n} from two spaces in line", {"n": one.aim}))
    return Component(Text(one.name), Text("Leaders"), DOES[one.id], tuple(facts), 2 if one.id == "leader" else 1)


def pair(card: Card) -> Component:
    """A card that brings more figures than one."""
    return Component(Text(card.name), Text("Leaders"), DOES[card.id], (KINDS["special"],), 1)


GAME = Game(
    key="leaders",
    name=Text("Leaders"),
    seat_counts=(2,),
    rules_version=1,
    match_options=(
        MatchOption("mode", Text("Mode"), ("basic", "advanced"), "basic", (Text("basic"), Text("advanced"))),
        MatchOption(
            "crown_is_recruit_space", Text("Recruit on the crown space"), (True, False), True, (Text("yes"), Text("no"))
        ),
    ),
    state_type=State,
    start=turn.start,
    step=turn.step,
    write=notation.write,
    read=notation.read,
    view=view,
    why=why,
    teams=lambda _: ((0,), (1,)),
    prompt=text.prompt,
    prompt_rules=PROMPT_RULES,
    narrate=text.narrate,
    trail=text.trail,
    describe=text.describe,
    side_names=text.SIDE_NAMES,
    reasons=text.REASONS,
    rules=RULES,
    components={
        **{one.id: component(one) for one in CONTENT.character},
        **{card.id: pair(card) for card in CONTENT.card},
    },
)
