"""Refusals: the rule that forbids a code that is not offered."""

from __future__ import annotations

from engine.core.ask import Ask
from engine.leaders.abilities import ABILITIES, shielded, silenced
from engine.leaders.action import ways
from engine.leaders.board import SPACE
from engine.leaders.data.content import CARD_FIGURES, CHARACTER, CUB, FIGURE_CODE, FIGURE_OF, HERMIT, NEMESIS, VIZIER
from engine.leaders.movement import WAYS
from engine.leaders.recruiting import recruit_spaces
from engine.leaders.state import NOWHERE, State, cards, figure_on, occupied

_WAY_RULE = {
    "step": "leaders.step", "jump": "leaders.acrobat", "ride": "leaders.rider", "rally": "leaders.royal-guard",
    "roam": "leaders.wanderer", "push": "leaders.bruiser", "swap": "leaders.illusionist",
    "hook": "leaders.claw-launcher", "drag": "leaders.claw-launcher", "nudge": "leaders.manipulator",
    "treat": "leaders.brewmaster",
}  # fmt: skip


def why(s: State, ask: Ask, code: str) -> str:
    """The id of the rule that forbids the code; empty for an unknown code."""
    return _QUESTION[ask.prompt](s, ask, code)


def _who(s: State, ask: Ask, code: str) -> str:
    if code not in FIGURE_CODE:
        return ""
    figure = FIGURE_CODE.index(code) | ask.seat
    if figure not in s.squads[ask.seat]:
        return "leaders.own-characters"
    if figure == NEMESIS | ask.seat:
        return "leaders.nemesis"
    if s.acted >> figure & 1:
        return "leaders.pair" if figure & ~1 in (HERMIT, CUB) else "leaders.one-action"
    if _could(s, figure):
        return "leaders.self-capture"
    return "leaders.jailer" if CHARACTER[figure].ability and silenced(s, figure) else "leaders.no-room-to-act"


def _could(s: State, figure: int) -> bool:
    """Whether the figure could act if it did not have to protect its own Leader."""
    abilities = () if silenced(s, figure) else CHARACTER[figure].ability
    return any(_leads_somewhere(s, figure, way) for way in ("step", *abilities))


def _leads_somewhere(s: State, figure: int, way: str) -> bool:
    """Whether the figure could act in this way if it did not have to protect its own Leader."""
    if way in WAYS:
        return bool(WAYS[way](s, figure, occupied(s)))
    of, does = ABILITIES[way]
    return any(True for target in of(s, figure) for _ in does(s, figure, target))


def _how(s: State, ask: Ask, code: str) -> str:
    if code not in _WAY_RULE or code in ask.about:
        return ""
    figure = _figure(ask)
    if code != "step" and code not in CHARACTER[figure].ability:
        return "leaders.ability"
    if code != "step" and silenced(s, figure):
        return "leaders.jailer"
    if code in ways(s, figure):
        return "leaders.one-action"
    if _leads_somewhere(s, figure, code):
        return "leaders.self-capture"
    return "leaders.no-room-to-act" if code == "step" else "leaders.no-target"


def _where(s: State, ask: Ask, code: str) -> str:
    space = SPACE.get(code.upper(), NOWHERE)
    if space == NOWHERE:
        return _how(s, ask, code)
    figure, way = _figure(ask), ask.about[1]
    taken = occupied(s)
    if taken >> space & 1 and space != s.at[figure]:
        return "leaders.occupied"
    if WAYS[way](s, figure, taken) >> space & 1:
        return "leaders.self-capture"
    vizier = way == "step" and figure < 2 and s.at[VIZIER | figure] != NOWHERE
    return "leaders.vizier" if vizier else _WAY_RULE[way]


def _target(s: State, ask: Ask, code: str) -> str:
    space = SPACE.get(code.upper(), NOWHERE)
    if space == NOWHERE:
        return _how(s, ask, code)
    figure, way = _figure(ask), ask.about[1]
    target = figure_on(s, space)
    if target == NOWHERE:
        return _WAY_RULE[way]
    if way != "hook" and shielded(s, figure, target):
        return "leaders.protector"
    of, does = ABILITIES[way]
    if target in of(s, figure) and any(True for _ in does(s, figure, target)):
        return "leaders.self-capture"
    return _WAY_RULE[way]


def _where_to(s: State, ask: Ask, code: str) -> str:
    space = SPACE.get(code.upper(), NOWHERE)
    if space == NOWHERE:
        return _how(s, ask, code)
    user, way = _figure(ask), ask.about[1]
    if occupied(s) >> space & 1 and space not in [s.at[target] for target in _targets_asked_about(ask)]:
        return "leaders.occupied"
    for target in ABILITIES[way][0](s, user):
        if target in _targets_asked_about(ask):
            ends = [end[0][1] for end in ABILITIES[way][1](s, user, target)]
            return "leaders.self-capture" if space in ends else _WAY_RULE[way]
    return _WAY_RULE[way]


def _targets_asked_about(ask: Ask) -> list[int]:
    """The target that the question is about, as a list: its options are ends for that target alone."""
    return [option.value[0][0] for option in ask.options]


def _react(s: State, ask: Ask, code: str) -> str:
    space = SPACE.get(code.upper(), NOWHERE)
    if space == NOWHERE:
        return ""
    others = occupied(s) & ~(1 << s.at[NEMESIS | ask.seat])
    return "leaders.occupied" if others >> space & 1 else "leaders.reaction"


def _card(s: State, _ask: Ask, code: str) -> str:
    card = code.replace("-", "_")
    if code == "end":
        return "leaders.recruit"
    if card not in CARD_FIGURES:
        return ""
    if card in s.banished:
        return "leaders.banished"
    return "leaders.two-spaces" if card in s.market else "leaders.market"


def _place(s: State, ask: Ask, code: str) -> str:
    space = SPACE.get(code.upper(), NOWHERE)
    if space == NOWHERE:
        return ""
    if occupied(s) >> space & 1:
        return "leaders.occupied"
    return "leaders.self-capture" if recruit_spaces(s, ask.seat) >> space & 1 else "leaders.recruit-space"


def _banish(s: State, _ask: Ask, code: str) -> str:
    card = code.replace("-", "_")
    taken = card in s.banished or any(card in cards(s, side) for side in (0, 1))
    return "leaders.banish" if taken else ""


def _figure(ask: Ask) -> int:
    return FIGURE_OF[ask.about[0]] | ask.seat


_QUESTION = {
    "leaders.who-acts": _who,
    "leaders.how": _how,
    "leaders.where": _where,
    "leaders.target": _target,
    "leaders.where-to": _where_to,
    "leaders.nemesis": _react,
    "leaders.recruit": _card,
    "leaders.place": _place,
    "leaders.banish": _banish,
}
