"""All games. A new game is one folder beside this file and one line here.

A changed ruling increases the game's `rules_version`, and its code checks `s.rules` where versions differ. Earlier
versions stay in `EARLIER` for the matches that began with them.
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
"""Each game with the rules version for new matches."""

EARLIER: dict[tuple[str, int], AnyGame] = {
    (game.key, version): replace(game, rules_version=version)
    for game in GAMES.values()
    for version in range(1, game.rules_version)
}
"""Earlier rules versions by game and version, for older matches."""


class UnknownRules(Impossible):
    """A game or rules version that this build does not know."""

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
    """The game with the rules version of a match; raises UnknownRules if it is not known."""
    current = GAMES.get(key)
    if current is not None and current.rules_version == version:
        return current
    if (key, version) not in EARLIER:
        raise UnknownRules(key, version)
    return EARLIER[key, version]


def known_versions(key: str) -> list[int]:
    """The rules versions of a game that this build supports, in order."""
    return sorted({GAMES[key].rules_version, *(version for game, version in EARLIER if game == key)})
