"""The games there are. A new game is one folder beside this file and one line here.

A changed reading of the rules raises `rules_version` of its game and asks for `s.rules` where it differs; the versions
before it stay in `EARLIER`, for the matches that began with them.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.game import AnyGame, Impossible
from engine.core.text import Text, text
from engine.knockdown.game import GAME as KNOCKDOWN
from engine.leaders.game import GAME as LEADERS
from engine.monolith.game import GAME as MONOLITH
from engine.tashkalar.game import GAME as TASHKALAR

GAMES: dict[str, AnyGame] = {game.key: game for game in (LEADERS, MONOLITH, TASHKALAR, KNOCKDOWN)}
"""Each game by the rules that a new match begins with."""

EARLIER: dict[tuple[str, int], AnyGame] = {
    (game.key, version): replace(game, rules_version=version)
    for game in GAMES.values()
    for version in range(1, game.rules_version)
}
"""Each earlier rules version that a match may have begun with, by game and version."""


class UnknownRules(Impossible):
    """A match of a game or a rules version that this build does not know."""

    def __init__(self, key: str, version: int) -> None:
        super().__init__(
            text(
                "This match uses rules version {version} of {game}, which I don't know. Nothing is lost: "
                "you can play on as soon as I do.",
                version=version,
                game=GAMES[key].name if key in GAMES else Text(key),
            )
        )


def game_for(key: str, version: int) -> AnyGame:
    """The game by the rules that a match began with, or `UnknownRules`."""
    current = GAMES.get(key)
    if current is not None and current.rules_version == version:
        return current
    if (key, version) not in EARLIER:
        raise UnknownRules(key, version)
    return EARLIER[key, version]


def known_versions(key: str) -> list[int]:
    """The rules versions of a game that matches can be played by, in order."""
    return sorted({GAMES[key].rules_version, *(version for game, version in EARLIER if game == key)})
