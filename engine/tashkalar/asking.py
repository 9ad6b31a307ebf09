"""Questions within a turn, to the seat that has control; it may pass control to its partner instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.ask import Ask, Event, Option, Script, later
from engine.tashkalar import options
from engine.tashkalar.state import State, hue_of, partner, teams

PASSED = options.PASS.value


def may_pass(s: State) -> bool:
    """Whether control may be passed to a partner now: once in a turn."""
    return s.control == s.turn and teams(s)


def choose(s: State, prompt: str, choices: Sequence[Option], about: tuple[str, ...] = ()) -> Script[Any]:
    """Ask a question within an effect; control may be passed there if the question has a choice."""
    if may_pass(s):
        answer = yield Ask(s.control, prompt, later(_or_pass, (choices,)), about)
        if answer != PASSED:
            return answer
        yield from pass_control(s)
    return (yield Ask(s.control, prompt, choices, about))


def _or_pass(choices: Sequence[Option]) -> list[Option]:
    return [*choices, options.PASS] if len(choices) > 1 else [*choices]


def pass_control(s: State) -> Script[None]:
    """Give control and the team's legends to the partner."""
    other = partner(s, s.turn)
    s.control = other
    hand_over(s)
    yield Event("passed", {"seat": s.turn, "to": other, "hue": hue_of(s, s.colours[other])})


def hand_over(s: State) -> None:
    """Give the team's legends to the partner of the player on turn."""
    other = partner(s, s.turn)
    s.legends[other] += s.legends[s.turn]
    s.legends[s.turn] = []
