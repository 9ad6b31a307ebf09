"""What a character can do, in a few words: for its card. The words are those of the game itself."""

from __future__ import annotations

from typing import Final

from engine.core.text import Text, text

_KINDS: Final[dict[str, Text]] = {
    "none": text("No ability"),
    "active": text("Active ability"),
    "passive": text("Passive ability"),
    "special": text("Special ability"),
}
_ACTIVE: Final = (
    "acrobat",
    "rider",
    "bruiser",
    "royal_guard",
    "illusionist",
    "claw_launcher",
    "manipulator",
    "wanderer",
    "brewmaster",
)
_PASSIVE: Final = ("archer", "assassin", "jailer", "protector", "vizier")

DOES: Final[dict[str, Text]] = {
    "leader": text(
        "Moves one space. The side whose Leader is captured or surrounded loses. Next to the "
        "enemy Leader it counts like any other character."
    ),
    "acrobat": text(
        "Jumps in a straight line over an adjacent character onto the empty space behind it, "
        "and may at once jump a second time, in any direction."
    ),
    "rider": text("Moves exactly two spaces in a straight line. Both must be empty."),
    "bruiser": text(
        "Enters the space of an adjacent enemy and pushes it one space away: straight on, or "
        "diagonally to the left or right. That space must be empty."
    ),
    "royal_guard": text(
        "Goes from anywhere to an empty space next to his own Leader, and may then take one step to an empty space."
    ),
    "illusionist": text("Swaps places with a character that is visible in a straight line and not adjacent."),
    "claw_launcher": text(
        "Chooses a character that is visible in a straight line and not adjacent: "
        "either he moves until he stands next to it, or he drags it until it stands next to him."
    ),
    "manipulator": text(
        "Moves an enemy that is visible in a straight line and not adjacent by one space, "
        "in any direction, onto an empty space."
    ),
    "wanderer": text("Goes to any empty space of the board that is not adjacent to an enemy."),
    "brewmaster": text("Moves an adjacent ally by one space, in any direction, onto an empty space."),
    "archer": text(
        "Counts toward the capture of the enemy Leader from exactly two spaces away in a straight "
        "line, even over others. Next to it she does not count."
    ),
    "assassin": text("Captures the enemy Leader alone, just by standing next to it."),
    "hermit": text(
        "Comes together with the Cub, on the same card. If both move, one does so directly after the other."
    ),
    "cub": text("Comes together with the Hermit, on the same card. It never counts toward a capture."),
    "hermit_and_cub": text(
        "One card, two characters: both are placed at once. Each may move one space, one "
        "directly after the other. The Cub never counts toward a capture."
    ),
    "jailer": text("Enemies next to the Jailer cannot use their active ability."),
    "protector": text("Enemy abilities can move neither the Protector nor any ally next to him."),
    "vizier": text(
        "Wherever the Vizier stands, your Leader may go one extra space when it acts. Both spaces must be empty."
    ),
    "nemesis": text(
        "Takes no actions. When the enemy Leader has moved, she must at once move two steps, through empty spaces."
    ),
}


def kind(character: str) -> Text:
    """Whether it acts instead of the basic move, works all the time, or is a case of its own."""
    if character == "leader":
        return _KINDS["none"]
    return _KINDS["active" if character in _ACTIVE else "passive" if character in _PASSIVE else "special"]
