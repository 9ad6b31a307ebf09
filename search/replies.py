"""Decides what /rules shows for a question: a section with the cards that it names, or a choice of sections."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from search.books import BOT, section
from search.cards_in_questions import cards_for
from search.rules_search import Answer, Index, games_that_fit

MAX_HITS = 60
"""The maximum number of search results; enough to include the best of every game."""
MAX_SECTIONS = 5
"""The maximum number of sections shown or offered."""


class Reply(Struct, frozen=True):
    """The reply to a question."""

    kind: Literal["section", "games", "elsewhere", "nearest"]
    """The answer; or a choice between games that fit, of sections of another game than the match's, or of titles that
    resemble the question.
    """
    sections: tuple[str, ...]
    """Ids of sections, best first."""
    game: str = ""
    """The game that the question is about, if it is known."""
    cards: tuple[str, ...] = ()
    """The components whose texts are shown with the section."""


def reply_to(
    index: Index,
    question: str,
    *,
    here: str = "",
    live: bool = False,
    situation: Collection[str] = (),
    chosen: str = "",
) -> Reply:
    """The reply to a question: about the chosen game, or asked in a channel with a match of the game `here`."""
    if section(question.strip().lower(), "en") is not None:
        return Reply("section", (question.strip().lower(),))
    answer = index.ask(question, here=here, situation=situation, most=MAX_HITS)
    if chosen:
        found = index.search(question, game=chosen, situation=situation, most=MAX_HITS)
        answer = Answer(chosen, [hit for hit in found if hit.game in (chosen, BOT)])
    if not answer.hits:
        return Reply("nearest", tuple(index.nearest(question, game=answer.game)), answer.game)
    best = tuple(hit.id for hit in answer.hits[:MAX_SECTIONS])
    if answer.elsewhere and live:
        return Reply("elsewhere", best, answer.game)
    fitting = [] if answer.game else games_that_fit(answer.hits)
    if len(fitting) > 1:
        return Reply("games", tuple(next(hit.id for hit in answer.hits if hit.game == game) for game in fitting))
    return Reply("section", best, answer.game, tuple(cards_for(index, question, best[0])))
