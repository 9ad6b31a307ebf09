"""The gain of a decision in a few words, for hints and reviews."""

from __future__ import annotations

from engine.core.text import Text, text
from engine.tashkalar.data.content import CARD_NAME, TASK_NAME
from engine.tashkalar.options import MOST_NAMED
from engine.tashkalar.state import State, enemies, pieces, upgraded
from engine.tashkalar.summoning import summonable


def merit(before: State, after: State, seat: int) -> Text | None:
    """The decision's most important gain for the seat; None if there is none worth naming."""
    if after.outcome is not None:
        return text("wins the match") if seat in after.outcome.winners else None
    colour = before.colours[seat]
    return _scored(before, after, colour) or _done(before, after, colour) or _prepared(before, after, seat)


def _scored(before: State, after: State, colour: int) -> Text | None:
    """A claimed task, or points that the other sides did not get as well."""
    was, now = before.scores[colour], after.scores[colour]
    claimed = [task for task in now.tasks if task not in was.tasks]
    if claimed:
        return text("completes the task {task}", task=TASK_NAME[claimed[0]])
    gained = now.points + sum(now.by_colour) - was.points - sum(was.by_colour)
    if gained > 0:
        return text("scores {n} point", "scores {n} points", n=gained)
    return None


def _done(before: State, after: State, colour: int) -> Text | None:
    """More enemy than own pieces destroyed; else a summoned legend; else any summoned being."""
    fallen = sum(pieces(before, other) - pieces(after, other) for other in enemies(before, colour))
    if fallen > 0 and pieces(after, colour) >= pieces(before, colour) - MOST_NAMED:
        return text("destroys {n} enemy piece", "destroys {n} enemy pieces", n=fallen)
    summoned = after.summoned[len(before.summoned) :] if after.number == before.number else []
    if summoned:
        card = max(card for card, _ in summoned)
        return text("summons a being: {card}", card=CARD_NAME[card])
    raised = upgraded(after, colour) - upgraded(before, colour)
    if raised > 0:
        return text("gains {n} upgraded piece", "gains {n} upgraded pieces", n=raised)
    return None


def _prepared(before: State, after: State, seat: int) -> Text | None:
    """A card in hand that could not be summoned before."""
    colour, hand = before.colours[seat], before.hands[seat] + before.legends[seat]
    was = summonable(before, colour, hand)
    now = [card for card in summonable(after, colour, hand) if card not in was]
    return text("prepares a summoning: {card}", card=CARD_NAME[max(now)]) if now else None
