"""Parses and formats prepared lines: `archer c3 end > rider e4 end > * > leader d2 end`.

Checks only their shape; `table.plans.line_check` checks what the planner can know.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from db.rows import Plan
from engine.core.position import Position
from engine.core.text import Text, joined, text
from engine.registry import GAMES
from locales.folding import hyphenated
from table.matches.draft import drafted
from table.outbox.outgoing import quoted
from table.picks.parse_typed import split
from table.picks.spell import spelled
from table.plans.plans import ANYTHING, MATCHED_OPEN, OPTIONAL
from table.user_error import UserError

MAX_PLANS, MAX_ANSWERS, MAX_LINE_LENGTH = 10, 10, 600
"""The maximum number of plans of a kind per seat, of answers per line, and of characters per line."""
_WORD = re.compile(r"[\w+.'’-]+")
ARROWS = re.compile(r"=+>|-+>|→|»|>+")
_ANY = ("any", "anything", "cokolwiek", "dowolny")
_EXAMPLE_PICKS = range(2, 6)
"""The numbers of picks that moves of an example may have."""
_STARS = ("*", "**", "…", "...")


def read(typed: str, game: str, language: str = "en") -> tuple[str, ...]:
    """The steps of a typed line. Raises UserError with the missing part and an example in the language."""
    if len(typed) > MAX_LINE_LENGTH:
        raise UserError(text("A line may be up to {n} characters long.", n=MAX_LINE_LENGTH))
    parts = [" ".join(split(part)[0]) for part in ARROWS.split(typed)]
    if len(parts) < 2:
        raise UserError(
            text(
                "Write what they might play and how you answer it, with `>` between, for example: {example}",
                example=f"`{example(game, language)}`",
            )
        )
    if not all(parts):
        raise UserError(text("Something is missing before or after one of the `>` signs."))
    if len(parts) % 2:
        raise UserError(text("A line ends with your move: each of their moves needs an answer."))
    if len(parts) > 2 * MAX_ANSWERS:
        raise UserError(text("A line may have up to {n} answers.", n=MAX_ANSWERS))
    return tuple(_step(part, theirs=not number % 2) for number, part in enumerate(parts))


def is_star(word: str) -> bool:
    """Whether the word means any move."""
    return word in _STARS or hyphenated(word) in _ANY


def _step(part: str, *, theirs: bool) -> str:
    words = [ANYTHING if is_star(word) else word for word in part.split()]
    if ANYTHING in (words[:-1] if theirs else words):
        raise UserError(text("The sign `*` stands for whatever they play: alone, or at the end of their move."))
    for word in words:
        if word != ANYTHING and not (_WORD.fullmatch(word) and hyphenated(word)):
            raise UserError(text("I can't read this: {word}.", word=quoted(word)))
    return " ".join(words)


def line_text(line: Plan) -> Text:
    """A line in words, for its owner."""
    return steps_text(line.steps)


def steps_text(steps: Sequence[str]) -> Text:
    """Steps in words; the last ones may be unfinished."""
    pairs = zip_longest(steps[::2], steps[1::2], fillvalue="")
    return joined([_pair(theirs, f"`{mine or '…'}`") for theirs, mine in pairs], " · ")


def _pair(theirs: str, mine: str) -> Text:
    theirs = theirs.replace(OPTIONAL, "")
    if not theirs:
        return text("now {mine}", mine=mine)
    if theirs in (ANYTHING, MATCHED_OPEN):
        return text("whatever they play, then {mine}", mine=mine)
    return text("if {theirs}, then {mine}", theirs=f"`{theirs}`", mine=mine)


@cache
def example(game: str, language: str) -> str:
    """An example line in typed form and in the language, from a random match of this game."""
    position = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "example")
    chance = random.Random(game)
    theirs = ""
    by = -1
    while position.asks:
        seat, open_to_all = position.asks[0].seat, not position.together
        now = drafted(position, seat, ())
        while not now.complete and now.ask is not None:
            open_to_all &= not now.ask.secret
            now = drafted(position, seat, (*now.codes, chance.choice(now.ask.options).code))
        shown = open_to_all and len(now.codes) in _EXAMPLE_PICKS
        mine = spelled(position, seat, now.codes, language) if shown else ""
        for code in now.codes:
            position.pick(seat, code)
        if theirs and mine and seat != by:
            return f"{theirs} > {mine}"
        theirs, by = mine, seat
    return ""
