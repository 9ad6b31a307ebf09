"""Knockdown in words: questions, what happened, a position for those who cannot see the picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.ask import Ask, Event
from engine.core.text import Text, joined, text
from engine.knockdown.content import (
    ATTACK_NAME,
    ATTACKS,
    ELIXIR_NAME,
    FIGHTER_NAME,
    SKILL_NAME,
    SKILL_OF,
    TOKEN_NAME,
)
from engine.knockdown.view import KnockdownView, SeatView

SIDE_NAMES: tuple[Text, ...] = (Text("Player A"), Text("Player B"))

REASONS: dict[str, Text] = {
    "knock-out": Text("knockout in the deciding round"),
    "cards": Text("the cards ran out in the deciding round"),
    "stalled": Text("a standstill in the deciding round"),
    "agreed": Text("agreed"),
    "resigned": Text("resignation"),
    "timeout": Text("time ran out"),
}

_PROMPT: dict[str, Text] = {
    "knockdown.fighter": Text("Which fighter do you play?"),
    "knockdown.skill": Text("Which skill do you keep?"),
    "knockdown.face-up": Text("Which of your skills do you put face up?"),
    "knockdown.pick": Text("Opening pick: which card do you take?"),
    "knockdown.crow-eye": Text("Crow's Eye: which card in the row do you replace?"),
    "knockdown.action": Text("What do you do?"),
    "knockdown.move-to": Text("Where do you move?"),
    "knockdown.long-reach": Text("{attack}: do you use Long Reach?"),
    "knockdown.react": Text("You are attacked with {attack:ins}: do you react?"),
    "knockdown.pay": Text("{attack}: which cards do you pay with?"),
    "knockdown.block": Text("{attack} deals {heavy} heavy and {light} light damage: do you block?"),
    "knockdown.block-card": Text("Which card do you discard to reduce the damage?"),
    "knockdown.cut": Text("Which damage do you ignore?"),
    "knockdown.side": Text("{attack}: which way does the opponent move?"),
    "knockdown.leap-to": Text("{attack}: where do you leap?"),
    "knockdown.put-on": Text("{attack}: where do you put the opponent?"),
    "knockdown.discard": Text("Which card do you discard?"),
    "knockdown.hand-limit": Text("Too many cards: which one do you discard?"),
    "knockdown.take": Text("{attack}: which other card do you take from the row?"),
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


def prompt(ask: Ask) -> Text:
    """The question in words."""
    pattern, about = _PROMPT[ask.prompt], ask.about
    if ask.prompt == "knockdown.action":
        return text("What do you do? {n} action left.", "What do you do? {n} actions left.", n=int(about[0]))
    if ask.prompt == "knockdown.block-card":
        return _BLOCK_EFFECT if about[1] == "effect" else pattern
    if not about:
        return pattern
    if ask.prompt == "knockdown.fighter":
        return text("{fighter} is taken: which fighter do you play?", fighter=FIGHTER_NAME[about[0]])
    args: dict[str, Text | str | int] = {"attack": ATTACK_NAME[about[0]]}
    if ask.prompt in ("knockdown.block", "knockdown.cut"):
        args |= {"heavy": about[1], "light": about[2]}
    elif ask.prompt == "knockdown.test":
        args["total"] = about[1]
    return Text(pattern.msgid, args)


def explain(ask: Ask) -> Text | None:
    """What the attack says that the question comes from."""
    attack = ATTACKS.get(ask.about[0]) if ask.about else None
    return Text(attack.text) if attack and attack.text else None


def _side(args: Mapping[str, Any]) -> Text:
    return FIGHTER_NAME[args["fighter"]]


def _damage(args: Mapping[str, Any]) -> Text:
    """So much heavy and light damage."""
    heavy = text("{n} heavy", "{n} heavy", n=args["heavy"])
    light = text("{n} light", "{n} light", n=args["light"])
    return joined([part for part, n in ((heavy, args["heavy"]), (light, args["light"])) if n], " + ")


_HURT: dict[str, Text] = {
    "poison": Text("{side}: poison deals {damage}"),
    "menhir": Text("{side}: the dark deals {damage}"),
}
_HURTS = Text("{side} takes {damage}")


def _hurt(args: Mapping[str, Any]) -> Text:
    return Text(_HURT.get(args["by"], _HURTS).msgid, {"side": _side(args), "damage": _damage(args)})


def _with_damage(pattern: Text) -> Callable[[Mapping[str, Any]], Text | None]:
    def told(args: Mapping[str, Any]) -> Text | None:
        if not args["heavy"] + args["light"]:
            return None
        return Text(pattern.msgid, {"side": _side(args), "damage": _damage(args)})

    return told


_MOVED: dict[str, Text] = {
    "back": Text("{side} is pushed back {walk}"),
    "pull": Text("{side} is pulled {walk}"),
    "forward": Text("{side} moves forward {walk}"),
    "leap": Text("{side} leaps {walk}"),
    "dash": Text("{side} dashes {walk}"),
}
_MOVES = Text("{side} moves {walk}")


def _moved(args: Mapping[str, Any]) -> Text:
    return Text(_MOVED.get(args["how"], _MOVES).msgid, {"side": _side(args), "walk": " → ".join(args["path"])})


def _attacked(args: Mapping[str, Any]) -> Text:
    pattern = Text("{side} reacts: {attack}") if args["reaction"] else Text("{side} attacks: {attack}")
    return Text(pattern.msgid, {"side": _side(args), "attack": ATTACK_NAME[args["attack"]]})


def _cards(pattern: Text) -> Callable[[Mapping[str, Any]], Text]:
    def told(args: Mapping[str, Any]) -> Text:
        ids = args["cards"] if "cards" in args else [args["card"]]
        names: dict[str, Text | str | int] = {"cards": joined([ATTACK_NAME[one] for one in ids])}
        if "fighter" in args:
            names["side"] = _side(args)
        return Text(pattern.msgid, names)

    return told


def _token(args: Mapping[str, Any]) -> Text:
    name = TOKEN_NAME[args["token"]]
    if args["n"] > 0:
        return text("{side} gets a token: {token}", side=_side(args), token=name)
    return text("{side} loses {n} token: {token}", "{side} loses {n} tokens: {token}",
                side=_side(args), n=-args["n"], token=name)  # fmt: skip


def _tested(args: Mapping[str, Any]) -> Text:
    dice = " + ".join(str(one) for one in args["dice"])
    if args["bonus"]:
        dice += f" {'+' if args['bonus'] > 0 else '−'} {abs(args['bonus'])}"
    roll = f"{dice} = {sum(args['dice']) + args['bonus']}"
    passed = Text("{side}: Knockdown Test against {total}: {roll}, passed")
    failed = Text("{side}: Knockdown Test against {total}: {roll}, knocked out!")
    chosen = passed if args["passed"] else failed
    return Text(chosen.msgid, {"side": _side(args), "total": args["total"], "roll": roll})


_WON: dict[str, Text] = {
    "knock-out": Text("{side} wins round {round} by knockout"),
    "cards": Text("The cards have run out: {side} wins round {round}"),
    "stalled": Text("A standstill: {side} wins round {round}"),
}


def _over(args: Mapping[str, Any]) -> Text:
    reason, winners = REASONS[args["reason"]], args["winners"]
    if not winners:
        return text("Draw: {reason}.", reason=reason)
    side = FIGHTER_NAME.get(args.get("fighter", ""), SIDE_NAMES[winners[0]])
    return text("{side} wins: {reason}.", side=side, reason=reason)


_TOLD: dict[str, Callable[[Mapping[str, Any]], Text | None]] = {
    "clash": lambda args: text(
        "Both players chose {fighter:acc}: {side} chooses again.",
        fighter=FIGHTER_NAME[args["fighter"]],
        side=SIDE_NAMES[1],
    ),
    "fighter": lambda args: text("{side} plays {fighter:acc}", side=SIDE_NAMES[args["seat"]], fighter=_side(args)),
    "revealed": lambda args: text(
        "{side} reveals the skill {skill}", side=_side(args), skill=SKILL_NAME[SKILL_OF[args["skill"]]]
    ),
    "round": lambda args: text("Round {n}: {side} begins.", n=args["round"], side=_side(args)),
    "turn": lambda _: None,
    "candle": lambda args: text("A candle burns down: {n} of 4.", n=args["candles"]),
    "refilled": _cards(Text("Added to the row: {cards}")),
    "cycled": _cards(Text("{side} replaces a card in the row: {cards}")),
    "took": _cards(Text("{side} takes {cards}")),
    "discarded": _cards(Text("{side} discards {cards}")),
    "moved": _moved,
    "attacked": _attacked,
    "reduced": _with_damage(Text("{side} reduces the attack by {damage}")),
    "ignored": lambda args: text(
        "{side}: {skill} ignores {n} light damage",
        side=_side(args),
        skill=SKILL_NAME[SKILL_OF[args["skill"]]],
        n=args["light"],
    ),
    "blocked": _with_damage(Text("{side} blocks {damage}")),
    "cancelled": lambda args: text("{side} cancels the effect", side=_side(args)),
    "hurt": _hurt,
    "healed": _with_damage(Text("{side} discards {damage}")),
    "token": _token,
    "spent": lambda args: text(
        "{side} returns elixirs: {elixirs}",
        side=_side(args),
        elixirs=joined([ELIXIR_NAME[one] for one in args["elixirs"]]),
    ),
    "brewed": lambda args: text("{side} brews: {elixir}", side=_side(args), elixir=ELIXIR_NAME[args["elixir"]]),
    "drank": lambda args: text("{side} drinks: {elixir}", side=_side(args), elixir=ELIXIR_NAME[args["elixir"]]),
    "transferred": lambda args: text("{side} hands over {n} light damage", side=_side(args), n=args["n"]),
    "tested": _tested,
    "round-won": lambda args: Text(_WON[args["how"]].msgid, {"side": _side(args), "round": args["round"]}),
    "over": _over,
}


def narrate(events: Sequence[Event]) -> list[Text]:
    """What happened, a line each."""
    return [line for event in events if (line := _TOLD[event.kind](event.args)) is not None]


def trail(events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """The ways that the fighters went."""
    return tuple(tuple(event.args["path"]) for event in events if event.kind == "moved")


def describe(view: KnockdownView) -> list[Text]:
    """The position in words."""
    lines = [_state_of_play(view)]
    lines += [_fighter(seat) for seat in view.seats if seat.fighter]
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
        lines.append(_tested(roll | {"fighter": view.seats[view.roll.seat].fighter}))
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


def _state_of_play(view: KnockdownView) -> Text:
    if view.reason:
        fighter = view.seats[view.winners[0]].fighter if view.winners else ""
        return _over({"winners": view.winners, "reason": view.reason, "fighter": fighter})
    mover = view.seats[view.to_move[0] if view.to_move else view.turn]
    return text(
        "Knockdown, round {round}, turn {number}, {side} to move.",
        round=view.round,
        number=view.number,
        side=_name(mover),
    )
