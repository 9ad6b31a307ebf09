"""Position evaluation: points, pieces, cards that can be summoned, tasks in reach, and the next turn."""

from __future__ import annotations

from math import log, sqrt

from engine.core.logistic import chance
from engine.tashkalar.board import CENTRE, FULL, WIDTH, WITHIN
from engine.tashkalar.computer.readiness import FAR, missing
from engine.tashkalar.computer.task_prospects import prospect
from engine.tashkalar.data.content import COMMON, HEROIC, LEGENDARY, RANK
from engine.tashkalar.pieces import empty as empty_squares
from engine.tashkalar.pieces import of_rank, own
from engine.tashkalar.scoring import for_pieces, goal, standing, total
from engine.tashkalar.state import State, pieces

NAMES = (
    "points", "closing points", "task points", "closing task points",
    "odd common", "common", "heroic", "legendary", "neighbours", "middle", "tempo", "closing tempo",
    "ready common on turn", "ready heroic on turn", "ready legend on turn", "near being on turn", "near legend on turn",
    "ready common waiting", "ready heroic waiting", "ready legend waiting", "near being waiting", "near legend waiting",
    "task on turn", "task waiting", "rivals",
)  # fmt: skip
WEIGHTS: tuple[float, ...] = (
    0.18, 0.55, 0.75, 1.0,
    0.1, 0.02, 0.25, 0.2, 0.03, 0.02, 0.0, 0.6,
    0.32, 0.22, 0.3, 0.14, 0.0,
    0.2, 0.08, 0.2, 0.08, 0.0,
    0.5, 0.35, 1.0,
)  # fmt: skip
"""Logistic regression, as by `python -m bench tune tashkalar`, regularized toward first guesses and rounded.

158 duels and 35 matches of the High Form between quick computer players. Log loss 0.495 and 0.585 over 9,212 and 2,078
positions at the start, in the middle and at the end of turns (0.693 without knowledge).
"""
_MIDDLE = WITHIN[CENTRE][2]
_NO_CARDS = [0.0] * 5
_RIVALS = (0.0, 0.0, 0.0, -log(2), -log(3))
"""By number of sides: in a melee a side as strong as the others wins one match of three or four."""
_BEGUN = frozenset({"turn", "ending"})


def worth(s: State, seat: int) -> float:
    """The seat's chance to win; after the last turn it is certain."""
    if s.closing == 1 and s.phase == "ending" and not s.extra and not s.again:
        return _decided(s, s.colours[seat])
    return chance(WEIGHTS, features(s, seat))


def _decided(s: State, colour: int) -> float:
    standings = [standing(s, one) for one in range(len(s.scores))]
    best = max(standings)
    if standings.count(best) == len(standings):
        return 0.5
    return 1.0 if standings[colour] == best else 0.0


def features(s: State, seat: int) -> list[float]:
    """The evaluation's features: the seat's side minus the strongest other side."""
    colour, sides = s.colours[seat], len(s.scores)
    if s.phase not in _BEGUN:
        return [*[0.0] * (len(NAMES) - 1), _RIVALS[sides]]
    if s.phase == "turn" and (s.actions or s.again):
        mover, actions = s.turn, s.actions
    else:
        mover, actions = (s.turn if s.again else (s.turn + 1) % len(s.colours)), 2
    points = [_points(s, one) for one in range(sides)]
    rival = 1 - colour if sides == 2 else _strongest(s, colour, points)
    lead, ahead = points[colour] - points[rival], max(0.0, 1 - max(points) / goal(s))
    scored = [lead / sqrt(0.1 + ahead), lead if s.closing >= 0 else 0.0]
    found = [0.0, 0.0, *scored] if s.form == "high" else [*scored, 0.0, 0.0]
    moving = s.colours[mover]
    tempo = actions / 2 if moving == colour else -actions / 2 if moving == rival else 0.0
    heroics, legendaries = of_rank(s, HEROIC), of_rank(s, LEGENDARY)
    rooms = (FULL & ~heroics & ~legendaries, FULL & ~legendaries, FULL)
    empty, upgraded = empty_squares(s), heroics | legendaries
    mine, my_cards = _side(s, colour, mover, upgraded, legendaries, rooms, empty)
    theirs, their_cards = _side(s, rival, mover, upgraded, legendaries, rooms, empty)
    found += [mine[n] - theirs[n] for n in range(6)]
    found += (tempo, tempo if s.closing >= 0 else 0.0)
    if moving == colour:
        on_turn, waiting = my_cards, [-n for n in their_cards]
    elif moving == rival:
        on_turn, waiting = [-n for n in their_cards], my_cards
    else:
        on_turn, waiting = _NO_CARDS, [a - b for a, b in zip(my_cards, their_cards, strict=True)]
    found += on_turn
    found += waiting
    if actions == 1:  # a piece can be placed, but then no being is summoned in this turn
        for place in (-7, -6):
            found[place + 5] += found[place]
            found[place] = 0.0
    if s.form != "high":
        found += (0.0, 0.0)
    elif moving == colour:
        found += (prospect(s, colour), -prospect(s, rival))
    else:
        found += (-prospect(s, rival), prospect(s, colour))
    found.append(_RIVALS[sides])
    return found


def _points(s: State, colour: int) -> float:
    """A side's points, including this turn's; in a melee the lowest color counts most."""
    pending = s.phase == "turn" and s.colours[s.turn] == colour
    if s.form == "melee":
        by_colour = [
            points + (for_pieces(s.destroyed[other]) if pending else 0)
            for other, points in enumerate(s.scores[colour].by_colour)
            if other != colour
        ]
        return 0.5 * min(by_colour) + 0.5 * sum(by_colour) / len(by_colour)
    if s.form == "high":
        return total(s, colour)
    points = s.scores[colour].points
    return points + for_pieces(s.destroyed[1 - colour]) if pending else points


def _strongest(s: State, colour: int, points: list[float]) -> int:
    others = [other for other in range(len(points)) if other != colour]
    return max(others, key=lambda one: (points[one], pieces(s, one)))


def _side(
    s: State, colour: int, mover: int, upgraded: int, legendaries: int, rooms: tuple[int, int, int], empty: int
) -> tuple[tuple[float, ...], list[float]]:
    """Features of a side's pieces, and of the cards of its next seat that can be summoned or nearly so."""
    common = own(s, colour)
    heroic, legendary = common & upgraded, common & legendaries
    near = (common & common >> 1).bit_count() + (common & common >> WIDTH).bit_count()
    near += (common & common >> WIDTH - 1).bit_count() + (common & common >> WIDTH + 1).bit_count()
    raised, legends = heroic.bit_count(), legendary.bit_count()
    odd = 0.0
    if s.actions and s.phase == "turn" and s.colours[s.turn] == colour and s.form != "high":
        odd = float(sum([destroyed[COMMON] for destroyed in s.destroyed]) % 2)
    stand = (
        odd, float(common.bit_count() - raised), float(raised - legends), float(legends),
        float(near), float((common & _MIDDLE).bit_count()),
    )  # fmt: skip
    seat, seats = mover, len(s.colours)
    while s.colours[seat] != colour:
        seat = (seat + 1) % seats
    cards = [0.0] * 5
    for card in s.hands[seat] + s.legends[seat]:
        rank = RANK[card]
        lack = missing(card, rooms[rank], empty, common, heroic, legendary)
        if lack < FAR:
            cards[3 + rank // 2 if lack else rank] += 1.0
    return stand, cards
