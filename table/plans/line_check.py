"""Checks and completes typed lines, as far as the planner may know what can be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.ask import Ask, Option, Refused
from engine.core.position import Position
from engine.core.text import Text, text
from locales.folding import hyphenated
from table.picks.parse_typed import Meanings, names, next_word, unfinished, words_naming_any
from table.picks.spell import spelled_options, typed_name
from table.plans.plan_explorer import PlanExplorer
from table.plans.plan_lines import ARROWS, is_star
from table.plans.plans import ANYTHING
from table.user_error import UserError

_MAX_SUGGESTIONS = 12
"""The number of possible words that a refusal lists."""


class Followed(NamedTuple):
    """The result of following the words of a line, and the first word that does not fit."""

    ahead: PlanExplorer
    word: str = ""
    fault: Refused | None = None
    unclear: bool = False
    """Whether the following question is unknown."""


def check_line(position: Position, seat: int, steps: Sequence[str], begun: Sequence[str], language: str) -> None:
    """Raise UserError for a line that cannot come true, as far as the planner can know."""
    ahead = PlanExplorer(position, seat, begun)
    for number, step in enumerate(steps):
        words, mine = step.split(), bool(number % 2)
        if number and not mine:
            ahead.continue_with_replies()
        star = words[-1] == ANYTHING
        found = _follow(ahead, words[:-1] if star else words, mine=mine)
        if not ahead.exact or found.unclear:
            return
        if found.fault is not None:
            raise UserError(_misfit(ahead, found.word, found.fault, language), rule=found.fault.rule)
        if star:
            return
        if mine and not ahead.complete:
            raise UserError(
                text("{words} is not a complete move. What can follow: {possible}.", **_rest(ahead, step, language))
            )
        if not mine and not ahead.mine:
            if ahead.now is None:
                return
            about = _rest(ahead, step, language)
            raise UserError(text("Their move goes on after {words}: add `*`, or what follows: {possible}.", **about))


def _rest(ahead: PlanExplorer, step: str, language: str) -> dict[str, str]:
    return {"words": f"`{step}`", "possible": _possible(ahead, language)}


def _misfit(ahead: PlanExplorer, word: str, fault: Refused, language: str) -> Text:
    if fault.code == "unknown":
        return text(
            "{word} means nothing there. Possible: {words}.", word=f"`{word}`", words=_possible(ahead, language)
        )
    return text("{word}: {reason}", word=f"`{word}`", reason=fault.text)


def _possible(ahead: PlanExplorer, language: str) -> str:
    ask = _ask(ahead)
    words = spelled_options(ask, language) if ask is not None else []
    return ", ".join(f"`{word}`" for word in words[:_MAX_SUGGESTIONS]) + (
        ", …" if len(words) > _MAX_SUGGESTIONS else ""
    )


def _ask(ahead: PlanExplorer) -> Ask | None:
    return ahead.now.ask if ahead.now is not None else None


def _follow(ahead: PlanExplorer, words: Sequence[str], *, mine: bool) -> Followed:
    """Pick what the words of one step name, as long as they fit."""
    while words:
        now, ask = ahead.now, _ask(ahead)
        if now is None or ask is None or ahead.mine != mine:
            return Followed(ahead, unclear=True)
        game = now.position.game
        code, count = next_word(game.key, ask, words)
        if any(option.code == code for option in ask.options):
            ahead.pick(code)
        else:
            count = words_naming_any(game.key, now.position.forced, words)  # the rules have answered this already
            if not count:
                return Followed(ahead, words[0], game.refusal(now.position.state, ask, code))
        words = words[count:]
    return Followed(ahead)


class Suggested(NamedTuple):
    """A suggestion for the next word of a line."""

    word: str
    option: Option | None
    """The option of the word; None for the signs `>` and `*`."""


def suggest(
    position: Position, seat: int, typed: str, begun: Sequence[str], language: str
) -> tuple[str, list[Suggested]]:
    """The text before the name that is being typed, and the suggestions for that name."""
    *before, step = ARROWS.split(typed)
    stem = ""
    for read, name in unfinished(step):
        here = f"{typed[: len(typed) - len(step)].rstrip()} {' '.join(read)}".strip()
        stem = stem or here
        ahead = _ahead(PlanExplorer(position, seat, begun), [*before, " ".join(read)])
        found = [] if ahead is None else _next(ahead, name, language, theirs=not len(before) % 2)
        if found:
            return here, found
    return stem, []


def _ahead(ahead: PlanExplorer, steps: Sequence[str]) -> PlanExplorer | None:
    """The position after these steps, the last of which may be unfinished; None if it cannot be known."""
    for number, part in enumerate(steps):
        mine = bool(number % 2)
        if number and not mine:
            if not ahead.complete:
                return None
            ahead.continue_with_replies()
        words = part.split()
        star = bool(words) and is_star(words[-1])
        found = _follow(ahead, words[:-1] if star else words, mine=mine)
        if found.fault is not None or found.unclear:
            return None
        if star and not ahead.mine:
            ahead.anything()
        if number < len(steps) - 1 and ahead.mine == mine and not ahead.complete:
            return None
    return ahead


def _next(ahead: PlanExplorer, name: Sequence[str], language: str, *, theirs: bool) -> list[Suggested]:
    if (theirs and ahead.mine) or ahead.complete:
        return [] if name else [Suggested(">", None)]
    star = [Suggested(ANYTHING, None)] if theirs and not name else []
    ask = _ask(ahead)
    if ask is None:
        return star
    meant, meanings = hyphenated(" ".join(name)), Meanings(ask)
    fits = [one for one in ask.options if any(known.startswith(meant) for known in names(one))]
    return star + [Suggested(typed_name(meanings, one.code, language), one) for one in fits]
