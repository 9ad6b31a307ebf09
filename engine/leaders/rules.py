"""The rules that refusals name, each in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

from __future__ import annotations

from engine.core.text import Text

RULES: dict[str, Text] = {
    "leaders.one-action": Text("Each character acts only once per turn."),
    "leaders.pair": Text("Hermit and Cub act once each, one directly after the other."),
    "leaders.nemesis": Text("The Nemesis takes no actions; she moves only when the enemy Leader has moved."),
    "leaders.own-characters": Text("You act with your own characters that are on the board."),
    "leaders.no-room-to-act": Text("This character has nowhere to go."),
    "leaders.jailer": Text("An enemy Jailer stands next to this character: it cannot use its active ability."),
    "leaders.protector": Text("A Protector shields this character: enemy abilities cannot move it."),
    "leaders.ability": Text("This character has no such ability."),
    "leaders.no-target": Text("The ability has no target right now."),
    "leaders.occupied": Text("Another character is standing there."),
    "leaders.step": Text("A basic move goes to an adjacent empty space."),
    "leaders.vizier": Text("With the Vizier, your Leader may move up to two spaces; both must be empty."),
    "leaders.acrobat": Text(
        "The Acrobat jumps straight over an adjacent character onto the empty space behind it, once or twice."
    ),
    "leaders.rider": Text("The Rider rides exactly two spaces in a straight line; both must be empty."),
    "leaders.royal-guard": Text(
        "The Royal Guard goes to an empty space next to your Leader and may then take one step."
    ),
    "leaders.wanderer": Text("The Wanderer goes to any empty space that is not next to an enemy."),
    "leaders.bruiser": Text(
        "The Bruiser pushes an adjacent enemy straight on or diagonally left or right, onto an empty space."
    ),
    "leaders.illusionist": Text(
        "The Illusionist swaps with a character he can see in a straight line, at least two spaces away."
    ),
    "leaders.claw-launcher": Text(
        "The Claw Launcher needs a character he can see in a straight line, at least two spaces away."
    ),
    "leaders.manipulator": Text(
        "The Manipulator moves an enemy she can see in a straight line, at least two spaces away, by one space."
    ),
    "leaders.brewmaster": Text("The Brewmaster moves an adjacent ally one space."),
    "leaders.self-capture": Text("You may not leave your own Leader captured or surrounded."),
    "leaders.reaction": Text("The Nemesis must move two steps through empty spaces, or one if two are impossible."),
    "leaders.market": Text("You recruit one of the available cards."),
    "leaders.two-spaces": Text("Hermit and Cub need two free recruitment spaces."),
    "leaders.recruit-space": Text("A recruit enters on an empty recruitment space of its own side."),
    "leaders.recruit": Text("You must recruit while you have fewer than five cards and there is room."),
    "leaders.banished": Text("A banished character is out for the rest of the match."),
    "leaders.banish": Text("You banish one of the cards that can still be recruited."),
}

PROMPT_RULES: dict[str, str] = {
    "leaders.who-acts": "leaders.action",
    "leaders.how": "leaders.ability",
    "leaders.where": "leaders.movement",
    "leaders.target": "leaders.ability",
    "leaders.where-to": "leaders.movement",
    "leaders.nemesis": "leaders.reaction",
    "leaders.recruit": "leaders.recruit",
    "leaders.place": "leaders.recruit-space",
    "leaders.banish": "leaders.banish",
}
"""The rule that each question comes from."""
