"""Short descriptions of the characters, shown when choosing one."""

from __future__ import annotations

from engine.core.text import Text

BLURBS: dict[str, Text] = {
    "leader": Text("Moves one space per action. Captured or surrounded, it loses you the match."),
    "acrobat": Text("Jumps over an adjacent character and may jump again: covers ground in a crowd."),
    "rider": Text("Rides exactly two empty spaces in a straight line: fast on an open board."),
    "bruiser": Text("Pushes an adjacent enemy one space away and takes its place: opens lines, moves Leaders."),
    "royal_guard": Text("Moves from anywhere to a space next to your Leader, then may step once more: a bodyguard."),
    "illusionist": Text("Swaps places with a character seen in a straight line, not adjacent: friend or enemy."),
    "claw_launcher": Text("Flies to a character it sees in a straight line, or drags it here; never an adjacent one."),
    "manipulator": Text("Moves an enemy seen in a straight line, not adjacent, one space: even the Leader."),
    "wanderer": Text("Goes to any empty space that is not next to an enemy: there wherever you need her."),
    "brewmaster": Text("Moves an adjacent ally one space: gives the others an extra step, the Leader too."),
    "archer": Text("Helps to capture from exactly two spaces away in a straight line. Adjacent, she doesn't count."),
    "assassin": Text("Next to the enemy Leader it captures alone: no second character is needed."),
    "hermit": Text("On one card with the Cub. If both move, one does so directly after the other."),
    "cub": Text("On one card with the Hermit. Blocks and surrounds, but never counts toward a capture."),
    "hermit_and_cub": Text("Two characters on one card: good for surrounding. The Cub never counts toward a capture."),
    "jailer": Text("Enemies next to the Jailer cannot use their active ability: keep him close to them."),
    "protector": Text("Enemy abilities cannot move him or any ally next to him: a safe place for your Leader."),
    "vizier": Text("Wherever the Vizier stands, your Leader may go one extra space: it escapes and attacks faster."),
    "nemesis": Text("Takes no actions, but moves two steps whenever the enemy Leader has moved: follows it."),
}
"""The effect and the strengths of a character in two short lines, by its id or its card's id."""
