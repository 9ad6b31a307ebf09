"""Points: at the end of a turn, for legends, and how the match is decided."""

from __future__ import annotations

from engine.core.ask import SHOW, Ask, Event, Script
from engine.core.game import Outcome
from engine.tashkalar import options
from engine.tashkalar.data.content import COMMON, HEROIC, LEGENDARY, TASKS
from engine.tashkalar.state import State, colours, enemies, hue_of, pieces, seats, upgraded
from engine.tashkalar.tasks import claimable, turn_up

WORTH = {HEROIC: 1, LEGENDARY: 2}
GOALS = {"high": 9, "duel": 18}
MELEE_GOALS = {3: 12, 4: 10}


def goal(s: State) -> int:
    """The points that start the end of the match."""
    return GOALS[s.form] if s.form in GOALS else MELEE_GOALS[seats(s)]


def total(s: State, colour: int) -> int:
    """A side's points now: in High Form with its legendary pieces in the arena, in a melee in its lowest color."""
    score = s.scores[colour]
    if s.form == "melee":
        return min(score.by_colour[other] for other in enemies(s, colour))
    if s.form == "high":
        return score.points + s.board.count(1 + 3 * colour + LEGENDARY)
    return score.points


def for_pieces(destroyed: list[int]) -> int:
    """Two points for a legendary piece, one for a heroic one, one for each pair of commons."""
    return sum(WORTH[rank] * destroyed[rank] for rank in WORTH) + destroyed[COMMON] // 2


def score_turn(s: State) -> Script[None]:
    """Score the end of a turn: a task in the High Form, destroyed pieces in a deathmatch."""
    yield from SCORES[s.form](s)


def claim(s: State) -> Script[None]:
    """Let the player claim exactly one of the current tasks; the next one takes its place."""
    colour = s.colours[s.turn]
    found = claimable(s, colour)
    if not found:
        return
    choices = [*(options.TASK[task] for task in found), options.NO_TASK]
    task: int = yield Ask(s.turn, "tashkalar.claim", choices)
    if task == options.DONE_HERE:
        return
    s.scores[colour].tasks.append(task)
    s.scores[colour].points += TASKS[task].points
    s.tasks.remove(task)
    yield Event("claimed", {"hue": hue_of(s, colour), "task": TASKS[task].id, "points": TASKS[task].points})
    if s.task_pile:
        yield SHOW  # the task that comes after the next one
        s.tasks.append(s.task_pile.pop(0))
        turn_up(s)


def score_duel(s: State) -> Script[None]:
    """Score the pieces destroyed in a duel; an odd common is worth nothing."""
    colour = s.colours[s.turn]
    points = sum(for_pieces(destroyed) for destroyed in s.destroyed)
    if points:
        s.scores[colour].points += points
        yield Event("scored", {"hue": hue_of(s, colour), "points": points, "of": ""})


def score_melee(s: State) -> Script[None]:
    """Score the pieces destroyed in a melee, by color; odd commons of two or three colors give one point together, in
    one of them."""
    colour = s.colours[s.turn]
    points = {other: for_pieces(s.destroyed[other]) for other in enemies(s, colour)}
    odd = [other for other in points if s.destroyed[other][COMMON] % 2]
    if len(odd) > 1:
        chosen: int = yield Ask(s.turn, "tashkalar.odd-common", options.sides(s, odd))
        points[chosen] += 1
    for other, gained in points.items():
        if gained:
            s.scores[colour].by_colour[other] += gained
            yield Event("scored", {"hue": hue_of(s, colour), "points": gained, "of": hue_of(s, other)})


SCORES = {"high": claim, "duel": score_duel, "melee": score_melee}


def score_legend(s: State) -> Script[None]:
    """Score a legend summoned in a deathmatch: one point at once; in a melee in a color that the player chooses."""
    colour = s.colours[s.turn]
    if s.form == "duel":
        s.scores[colour].points += 1
        yield Event("scored", {"hue": hue_of(s, colour), "points": 1, "of": ""})
    elif s.form == "melee":
        other: int = yield Ask(s.turn, "tashkalar.legend-point", options.sides(s, enemies(s, colour)))
        s.scores[colour].by_colour[other] += 1
        yield Event("scored", {"hue": hue_of(s, colour), "points": 1, "of": hue_of(s, other)})


def goal_reached(s: State) -> bool:
    """Whether a player has the points that start the end; in a melee they count in one color."""
    if s.form == "melee":
        return any(max(score.by_colour) >= goal(s) for score in s.scores)
    return any(total(s, colour) >= goal(s) for colour in colours(s))


def standing(s: State, colour: int) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Sort key of sides: points (in a melee the lowest color, then the next), then pieces in the arena."""
    points: tuple[int, ...] = (total(s, colour),)
    if s.form == "melee":
        points = tuple(sorted(s.scores[colour].by_colour[other] for other in enemies(s, colour)))
    return points, (upgraded(s, colour), pieces(s, colour))


def finish(s: State) -> Event:
    """End the match after the last turn.

    Players of a melee who are tied on every count and ahead of the others share first place: `tied`. The first rules
    version called that a victory by tie-break.
    """
    standings = [standing(s, colour) for colour in colours(s)]
    best = max(standings)
    first = [colour for colour in colours(s) if standings[colour] == best]
    scores = tuple(total(s, s.colours[seat]) for seat in range(seats(s)))
    winners: tuple[int, ...] = ()
    reason = "tied"
    if len(first) < len(standings):
        winners = tuple(seat for seat in range(seats(s)) if s.colours[seat] in first)
        alone = sum(points == best[0] for points, _ in standings) == 1
        if len(first) == 1 or s.rules < 2:
            reason = s.cause if alone else "tie-break"
    s.outcome = Outcome(winners, reason, scores)
    hues = [hue_of(s, colour) for colour in first] if winners else []
    return Event("over", {"winners": winners, "reason": reason, "hues": hues})
