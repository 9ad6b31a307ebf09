"""The questions that a seat has been asked in a match so far, to which it may prepare standing answers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from db.rows import Match, Move
from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.record import effective, from_rows
from table.live import game_of, options_of
from table.typed import components, fold, names

CACHED = 64
"""How many seats' questions stay in memory."""


class Question(Struct, frozen=True):
    """A question as it was asked last, and all options it has ever had, the latest first."""

    ask: Ask
    options: Mapping[str, Option]

    def code(self, game: str, words: str) -> str:
        """The code that the words mean, among all options so far and the game's components."""
        meant = fold(words)
        if meant in self.options:
            return meant
        fits = [code for code, option in self.options.items() if meant in names(option)]
        return fits[0] if len(fits) == 1 else components(game).get(meant, meant)


class Questions:
    """Finds questions by replaying matches, and caches them by match, seat and version."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[int, int], tuple[int, dict[str, Question]]] = OrderedDict()

    def cached(self, match: Match, seat: int) -> dict[str, Question] | None:
        """The cached questions of this version of the match; None if there are none."""
        version, found = self._cache.get((match.id, seat), (-1, None))
        return found if version == match.version else None

    def read(self, match: Match, moves: Sequence[Move], seat: int) -> dict[str, Question]:
        """The seat's questions by their ids, the latest last; they are cached."""
        found = questions_asked(match, moves, seat)
        self._cache[match.id, seat] = match.version, found
        self._cache.move_to_end((match.id, seat))
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return found


def questions_asked(match: Match, moves: Sequence[Move], seat: int) -> dict[str, Question]:
    """The questions that the seat has been asked, the open one included, by their ids."""
    position = Position.new(game_of(match), options_of(match), match.seats, match.seed, forkable=False)
    found: dict[str, Question] = {}
    for entry in effective(from_rows(moves)):
        for code in entry.codes if entry.kind == "play" else ():
            _add(found, position.ask_of(seat))
            position.pick(entry.seat, code)
    _add(found, position.ask_of(seat))
    return found


def _add(found: dict[str, Question], ask: Ask | None) -> None:
    if ask is not None:
        before = found.pop(ask.prompt, None)
        options = {option.code: option for option in ask.options}
        earlier = before.options if before else {}
        found[ask.prompt] = Question(ask, options | {code: one for code, one in earlier.items() if code not in options})
