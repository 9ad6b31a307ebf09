"""Knockdown in words: questions, and positions for people who cannot see the picture."""

from __future__ import annotations

import re

from engine.core.ask import Ask
from engine.core.text import Text, joined, text
from engine.knockdown.data.content import (
    ATTACK_NAME,
    ATTACKS,
    ELIXIR_NAME,
    FIGHTER_NAME,
    SKILL_NAME,
    SKILL_OF,
    TOKEN_NAME,
)
from engine.knockdown.narration import SIDE_NAMES, damage_words, over, tested
from engine.knockdown.view import AttackUnderway, KnockdownView, SeatView

_PROMPT: dict[str, Text] = {
    "knockdown.fighter": Text("Which fighter do you play?"),
    "knockdown.skill": Text("Which skill do you keep?"),
    "knockdown.face-up": Text("Which of your skills do you put face up?"),
    "knockdown.pick": Text("Opening pick: which card do you take?"),
    "knockdown.crow-eye": Text("Crow's Eye: which card in the Attack Row do you replace?"),
    "knockdown.action": Text("What do you do?"),
    "knockdown.move-to": Text("Where do you move?"),
    "knockdown.long-reach": Text("{attack}: do you use Long Reach?"),
    "knockdown.react": Text("You are attacked with {attack:ins}: do you react?"),
    "knockdown.pay": Text("{attack}: which cards do you pay with?"),
    "knockdown.block": Text("{attack} deals {damage} damage: do you block?"),
    "knockdown.block-card": Text("Which card do you discard to reduce the damage?"),
    "knockdown.cut": Text("Which damage do you ignore?"),
    "knockdown.side": Text("{attack}: which way does the opponent move?"),
    "knockdown.leap-to": Text("{attack}: where do you leap?"),
    "knockdown.put-on": Text("{attack}: where do you put the opponent?"),
    "knockdown.discard": Text("Which card do you discard?"),
    "knockdown.hand-limit": Text("Too many cards: which one do you discard?"),
    "knockdown.take": Text("{attack}: which other card do you take from the Attack Row?"),
    "knockdown.transfer": Text("{attack}: do you hand over 1 light damage?"),
    "knockdown.brew": Text("{attack}: which elixir do you take?"),
    "knockdown.test": Text("{attack}: Knockdown Test against {total} damage?"),
    "knockdown.relief": Text("You have passed the test: which damage do you discard?"),
    "knockdown.combo": Text("Combo: what next?"),
    "knockdown.dash-card": Text("Dash: which card do you discard?"),
    "knockdown.follow-through": Text("Follow-Through: which do you choose?"),
    "knockdown.least-cut": Text("When should I ask you about blocks on the opponent's turn?"),
    "knockdown.reacting": Text("Should I ask you about Reactions?"),
}
_BLOCK_EFFECT = Text("Which card do you discard to cancel the effect?")
_NO_DAMAGE = Text("{attack} deals no damage, but a block can cancel its effect: do you block?")


def prompt(ask: Ask) -> Text:
    """The question in words."""
    pattern, about = _PROMPT[ask.prompt], ask.about
    if ask.prompt == "knockdown.action":
        return text("What do you do? {n} action left.", "What do you do? {n} actions left.", n=int(about[0]))
    if ask.prompt == "knockdown.pick":
        return text("Opening pick {n} of 2: which card do you take?", n=about[0]) if about else pattern
    if ask.prompt == "knockdown.block-card":
        return _BLOCK_EFFECT if about[1] == "effect" else pattern
    if not about:
        return pattern
    if ask.prompt == "knockdown.fighter":
        return text("{fighter} is taken: which fighter do you play?", fighter=FIGHTER_NAME[about[0]])
    args: dict[str, Text | str | int] = {"attack": ATTACK_NAME[about[0]]}
    if ask.prompt == "knockdown.block":
        heavy, light = int(about[1]), int(about[2])
        if not heavy + light:
            return Text(_NO_DAMAGE.msgid, args)
        args["damage"] = damage_words(heavy, light)
    elif ask.prompt == "knockdown.test":
        args["total"] = about[1]
    return Text(pattern.msgid, args)


_TO_THE_TARGET = frozenset({"knockdown.react", "knockdown.block", "knockdown.block-card", "knockdown.cut"})
"""Questions to the target of an attack; the last item of the subject is the attacker."""
_YOU = re.compile(r"\byou", re.IGNORECASE)


def explain(ask: Ask) -> Text | None:
    """The text of the attack that the question is about; for its target also who is meant by “you”."""
    attack = ATTACKS.get(ask.about[0]) if ask.about else None
    if attack is None or not attack.text:
        return None
    if ask.prompt not in _TO_THE_TARGET:
        return Text(attack.text)
    who, card = FIGHTER_NAME[ask.about[-1]], Text(attack.text)
    if _YOU.search(attack.text):
        return text("Attack by {who} (“you” means {who}): {card}", who=who, card=card)
    return text("Attack of {who:gen}: {card}", who=who, card=card)


def describe(view: KnockdownView) -> list[Text]:
    """The position in words."""
    lines = [_state_of_play(view)]
    lines += [_fighter(seat) for seat in view.seats if seat.fighter]
    lines += [_underway(view, one) for one in view.attacks]
    if view.dark:
        lines.append(text("Dark columns: {columns}.", columns=", ".join(str(one) for one in view.dark)))
    if view.row:
        lines.append(text("Attack Row: {cards}.", cards=joined([ATTACK_NAME[card.id] for card in view.row])))
    for seat in view.seats:
        if seat.hand:
            names = joined([ATTACK_NAME[card] for card in seat.hand])
            lines.append(text("Hand of {side:gen}: {tokens}.", side=_name(seat), tokens=names))
        if seat.secret:
            skills = joined([SKILL_NAME[SKILL_OF[skill]] for skill in seat.secret])
            lines.append(text("Face down: {skills}.", skills=skills))
    if view.roll:
        roll = {"dice": view.roll.dice, "bonus": view.roll.bonus, "total": view.roll.total, "passed": view.roll.passed}
        lines.append(tested(roll | {"fighter": view.seats[view.roll.seat].fighter}))
    return lines


def _name(seat: SeatView) -> Text:
    return FIGHTER_NAME.get(seat.fighter, SIDE_NAMES[seat.seat])


def _fighter(seat: SeatView) -> Text:
    parts = [
        text("{heavy} heavy and {light} light damage", heavy=seat.heavy, light=seat.light),
        text("cards in hand: {n}", n=seat.cards),
        text("rounds won: {n}", n=seat.victories),
    ]
    if seat.skills:
        parts.append(text("skills: {skills}", skills=joined([SKILL_NAME[SKILL_OF[one]] for one in seat.skills])))
    tokens = [TOKEN_NAME["curse"]] * seat.curse + [TOKEN_NAME["poison"]] * seat.poison
    tokens += [ELIXIR_NAME[one] for one in seat.elixirs]
    if tokens:
        parts.append(text("tokens: {tokens}", tokens=joined(tokens)))
    return text("{side} on {at}: {parts}.", side=_name(seat), at=seat.at, parts=joined(parts))


def _underway(view: KnockdownView, one: AttackUnderway) -> Text:
    """An attack in progress."""
    return text(
        "{attack} of {side:gen} is on its way: {heavy} heavy and {light} light damage.",
        attack=ATTACK_NAME[one.attack],
        side=_name(view.seats[one.seat]),
        heavy=one.heavy,
        light=one.light,
    )


def _state_of_play(view: KnockdownView) -> Text:
    if view.reason:
        fighter = view.seats[view.winners[0]].fighter if view.winners else ""
        return over({"winners": view.winners, "reason": view.reason, "fighter": fighter})
    mover = view.seats[view.to_move[0] if view.to_move else view.turn]
    return text(
        "Knockdown, round {round}, turn {number}, {side} to move.",
        round=view.round,
        number=view.number,
        side=_name(mover),
    )
