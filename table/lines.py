"""Prepared lines as people write and read them: `archer c3 end > rider e4 end > * > leader d2 end`.

Only their shape is looked at. Whether a word means something is found out when it is played: what the others could
play is theirs to know.
"""

from __future__ import annotations

import random
import re
from functools import cache

from db.rows import Plan
from engine.core.position import Position
from engine.core.text import Text, joined, text
from engine.registry import GAMES
from table.drafting import drafted
from table.outgoing import quoted
from table.plans import ANYTHING, MATCHED_OPEN
from table.sorry import Sorry
from table.typed import fold, split

MOST, MOST_ANSWERS, LONGEST = 10, 10, 600
"""How many plans of a kind a seat may have, how many answers a line, and how many signs."""
_WORD = re.compile(r"[\w+.'’-]+")
_ARROWS = re.compile(r"=+>|-+>|→|»|>+")
_ANY = ("any", "anything", "cokolwiek", "dowolny")
_HANDY = range(2, 6)
"""How many picks a move has that is a good example."""
_STARS = ("*", "**", "…", "...")


def read(typed: str, game: str) -> tuple[str, ...]:
    """The steps of a typed line; one that has not the shape of a line is refused with what is missing."""
    if len(typed) > LONGEST:
        raise Sorry(text("A line may have up to {n} signs.", n=LONGEST))
    parts = [" ".join(split(part)[0]) for part in _ARROWS.split(typed)]
    if len(parts) < 2:
        raise Sorry(
            text(
                "Write what they may play and what you play then, with `>` between, for instance: {example}",
                example=f"`{example(game)}`",
            )
        )
    if not all(parts):
        raise Sorry(text("Something is missing before or after one of the signs `>`."))
    if len(parts) % 2:
        raise Sorry(text("A line ends with what you play: there must be an answer to each of their moves."))
    if len(parts) > 2 * MOST_ANSWERS:
        raise Sorry(text("A line may have up to {n} answers.", n=MOST_ANSWERS))
    return tuple(_step(part, theirs=not number % 2) for number, part in enumerate(parts))


def _step(part: str, *, theirs: bool) -> str:
    words = [ANYTHING if word in _STARS or fold(word) in _ANY else word for word in part.split()]
    if ANYTHING in (words[:-1] if theirs else words):
        raise Sorry(text("The sign `*` stands for whatever they play: alone, or at the end of their move."))
    for word in words:
        if word != ANYTHING and not (_WORD.fullmatch(word) and fold(word)):
            raise Sorry(text("I cannot read {word}.", word=quoted(word)))
    return " ".join(words)


def described(line: Plan) -> Text:
    """A line as its owner reads it."""
    pairs = zip(line.steps[::2], line.steps[1::2], strict=True)
    return joined([_pair(theirs, f"`{mine}`") for theirs, mine in pairs], " · ")


def _pair(theirs: str, mine: str) -> Text:
    if not theirs:
        return text("now {mine}", mine=mine)
    if theirs in (ANYTHING, MATCHED_OPEN):
        return text("whatever they play, then {mine}", mine=mine)
    return text("if {theirs}, then {mine}", theirs=f"`{theirs}`", mine=mine)


@cache
def example(game: str) -> str:
    """A line in the words of this game, from a match that nobody plays."""
    position = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "example")
    chance = random.Random(game)
    theirs: tuple[str, ...] = ()
    by = -1
    while position.asks:
        seat, open_to_all = position.asks[0].seat, not position.together
        now = drafted(position, seat, ())
        while not now.complete and now.ask is not None:
            open_to_all &= not now.ask.secret
            now = drafted(position, seat, (*now.codes, chance.choice(now.ask.options).code))
        for code in now.codes:
            position.pick(seat, code)
        mine = now.codes if open_to_all and len(now.codes) in _HANDY else ()
        if theirs and mine and seat != by:
            return f"{' '.join(theirs)} > {' '.join(mine)}"
        theirs, by = mine, seat
    return ""
