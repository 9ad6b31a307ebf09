"""The questions that a seat has been asked in a match, for which it may prepare standing answers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from msgspec.structs import replace

from db.rows import Match, Move
from engine.core.ask import Ask
from engine.core.position import Position
from engine.core.record import effective, from_rows
from table.matches.live import game_of, options_of
from table.picks.parse_typed import Meanings, components

QUESTIONS_CACHE_SIZE = 64


def answer_meant(game: str, ask: Ask, words: str) -> str:
    """The code that the words name, among the options of the question and the game's components."""
    code = Meanings(ask).code(words)
    offered = any(option.code == code for option in ask.options)
    return code if offered else components(game).get(code, code)


class Questions:
    """Finds questions by replaying matches, and caches them by match, seat and version."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[int, int], tuple[int, dict[str, Ask]]] = OrderedDict()

    def cached(self, match: Match, seat: int) -> dict[str, Ask] | None:
        """The cached questions of this version of the match; None if they are not cached."""
        version, found = self._cache.get((match.id, seat), (-1, None))
        return found if version == match.version else None

    def read(self, match: Match, moves: Sequence[Move], seat: int) -> dict[str, Ask]:
        """The seat's questions by id, the latest last; they are cached."""
        found = questions_asked(match, moves, seat)
        self._cache[match.id, seat] = match.version, found
        self._cache.move_to_end((match.id, seat))
        while len(self._cache) > QUESTIONS_CACHE_SIZE:
            self._cache.popitem(last=False)
        return found


def questions_asked(match: Match, moves: Sequence[Move], seat: int) -> dict[str, Ask]:
    """The seat's questions by id, including the open one.

    Each has its latest text and all options that it has ever had, the latest first.
    """
    position = Position.new(game_of(match), options_of(match), match.seats, match.seed, forkable=False)
    found: dict[str, Ask] = {}
    for entry in effective(from_rows(moves)):
        for code in entry.codes if entry.kind == "play" else ():
            _add(found, position.ask_of(seat))
            position.pick(entry.seat, code)
    _add(found, position.ask_of(seat))
    return found


def _add(found: dict[str, Ask], ask: Ask | None) -> None:
    if ask is not None:
        before = found.pop(ask.prompt, None)
        now = {option.code for option in ask.options}
        earlier = [option for option in before.options if option.code not in now] if before else []
        found[ask.prompt] = replace(ask, options=(*ask.options, *earlier))
