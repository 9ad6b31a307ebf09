"""The first screen of an empty channel: the games and their rules, in the reader's language."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from typing import Any

import simcord

from cogs.local.world import World
from cogs.ui.voice import Voice, voice
from engine.core.text import text
from engine.learning.lessons import begin, course
from engine.learning.puzzles import puzzles
from engine.registry import GAMES
from render import thumbnail

COMMANDS: dict[str, tuple[str, dict[str, int]]] = {
    "solo": ("match new", {"computers": 1}),
    "play": ("match new", {}),
    "rules": ("rules", {}),
    "learn": ("learn", {}),
    "puzzle": ("puzzle next", {}),
}
"""The command and its options behind each button of the first screen."""
LABELS = {
    "solo": text("Against the computer"),
    "play": text("With others"),
    "rules": text("Rules"),
    "learn": text("Learn"),
    "puzzle": text("Puzzle"),
}
HEADING = text("What would you like to play?")
HINT = text(
    "New to a game? Learn it in short lessons first. A match against the computer begins at once. To play with others, "
    "choose that, change to another player at the top and press Join. For everything else, type / in the box below."
)
ABOUT = {
    "leaders": text("Surround or capture the enemy Leader with characters that each move in their own way."),
    "monolith": text("Place tiles, call for a battle, and break the enemy Banner."),
    "tashkalar": text("Form patterns with your pieces to summon beings that change the arena."),
    "knockdown": text("A duel of two fighters: take attacks, block, react, and knock the other out."),
}
"""A one-line description of each game."""
PAGE_TEXTS = {
    "older": text("Show older messages"),
    "new": text("New match"),
    "latest": text("New messages: go to the latest"),
    "as": text("Playing as"),
    "in": text("in the channel"),
    "working": text("One moment…"),
    "used": text("used"),
    "edited": text("(edited)"),
    "private": text("Only you can see this"),
    "composer": text("Type / for commands"),
    "optional": text("optional"),
    "options": text("OPTIONS"),
    "matching": text("OPTIONS MATCHING"),
    "required": text("This field is required."),
    "failed": text("That didn't work. Please try again."),
    "offline": text("The local table is not running. Start ./run again."),
}
"""Texts of the page around the conversation."""


@cache
def _picture(game: str) -> str:
    """A small board of the game in the middle of a match, a PNG in base64; empty for a game without lessons."""
    lessons = course(game)
    if not lessons:
        return ""
    position = begin(GAMES[game], lessons[-1]).position
    view = GAMES[game].view(position.state, None, position.asks)
    return b64encode(thumbnail(game, view).data).decode()


class Start:
    """The first screen, and the commands behind its buttons."""

    def __init__(self, env: simcord.Env, world: World) -> None:
        self._env, self._world = env, world

    def _offered(self) -> dict[str, tuple[str, dict[str, int]]]:
        """The buttons whose command the bot has."""
        registered = {name for commands in self._env.backend.commands.values() for name, _ in commands}
        return {what: command for what, command in COMMANDS.items() if command[0].split()[0] in registered}

    def screen(self, person: simcord.MemberActor) -> dict[str, Any]:
        """All texts of the first screen and of the page for one person."""
        language = self._world.languages[person.id]
        speak = voice("pl" if language == "pl" else "en")
        return {
            "language": language,
            "heading": speak(HEADING),
            "hint": speak(HINT),
            "games": [
                {
                    "game": key,
                    "name": speak(game.name),
                    "about": speak(ABOUT[key]) if key in ABOUT else "",
                    "picture": _picture(key),
                    "buttons": self._buttons(key, speak),
                }
                for key, game in GAMES.items()
            ],
            "page": {name: speak(words) for name, words in PAGE_TEXTS.items()},
        }

    def _buttons(self, game: str, speak: Voice) -> list[dict[str, str]]:
        """The buttons of a game, without those for missing lessons or puzzles."""
        missing = {what for what, found in (("learn", course(game)), ("puzzle", puzzles(game))) if not found}
        return [{"what": what, "label": speak(LABELS[what])} for what in self._offered() if what not in missing]

    def command(self, what: Any, game: Any) -> tuple[str, dict[str, int]] | None:
        """The command behind a button and its options; None if there is no such button."""
        return self._offered().get(what) if game in GAMES else None
