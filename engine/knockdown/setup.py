"""Before the first round: fighters, skills, initiative."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Event, Script, Shuffle, Together
from engine.core.game import MatchOptions
from engine.knockdown import options
from engine.knockdown.cards import fighter_event
from engine.knockdown.data.content import CONTENT, FIGHTERS, SKILLS
from engine.knockdown.state import State

SEATS = (0, 1)


def start(options: MatchOptions, _count: int) -> State:
    """The state before set-up."""
    return State(
        open_hands=options["hands"] == "open",
        relief=str(options["relief"]),
        menhir=str(options["menhir"]),
        block=str(options["block"]),
        later_pick=bool(options["later_pick"]),
        random_fighters=options["fighters"] == "random",
    )


def choose_fighters(s: State) -> Script[None]:
    """Both players choose a fighter in secret; on a clash the player who joined later chooses again."""
    if s.random_fighters:
        dealt: Sequence[str] = yield Shuffle(list(FIGHTERS))
        chosen = [dealt[0], dealt[1]]
    else:
        choices = list(options.FIGHTER.values())
        chosen = list((yield Together(tuple(Ask(seat, "knockdown.fighter", choices) for seat in SEATS))))
        if chosen[0] == chosen[1]:
            yield Event("clash", {"fighter": chosen[0]})
            left = [option for option in choices if option.value != chosen[0]]
            chosen[1] = yield Ask(1, "knockdown.fighter", left, (chosen[0],))
    for seat in SEATS:
        s.seats[seat].fighter = chosen[seat]
        yield fighter_event(s, "fighter", seat)
    dealt_skills: Sequence[int] = yield Shuffle(range(len(SKILLS)))
    for seat in SEATS:
        s.seats[seat].draft = sorted(dealt_skills[seat * CONTENT.skills_dealt :][: CONTENT.skills_dealt])
    s.phase = "draft"


def draft(s: State) -> Script[None]:
    """Draft skills: both keep one and pass the rest, keep one of those received; the last is out of the game."""
    asks = tuple(Ask(seat, "knockdown.skill", [options.SKILL[one] for one in s.seats[seat].draft]) for seat in SEATS)
    kept: Sequence[int] = yield Together(asks)
    for seat in SEATS:
        s.seats[seat].down.append(kept[seat])
        s.seats[seat].draft.remove(kept[seat])
    if s.phase == "draft":
        one, two = s.seats
        one.draft, two.draft = two.draft, one.draft
        s.phase = "second-draft"
        return
    for seat in SEATS:
        s.seats[seat].draft = []
    s.phase = "face-up"


def turn_up(s: State) -> Script[None]:
    """Both players turn one of their two skills face up at once; the higher initiative begins."""
    asks = tuple(Ask(seat, "knockdown.face-up", [options.SKILL[one] for one in s.seats[seat].down]) for seat in SEATS)
    chosen: Sequence[int] = yield Together(asks)
    for seat in SEATS:
        s.seats[seat].down.remove(chosen[seat])
        s.seats[seat].skills.append(chosen[seat])
        yield fighter_event(s, "revealed", seat, skill=SKILLS[chosen[seat]].id)
    s.first = max(SEATS, key=lambda seat: SKILLS[chosen[seat]].initiative)
    s.phase = "round"
