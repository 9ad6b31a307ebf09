"""Events of Knockdown in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.ask import Event
from engine.core.text import Text, joined, text
from engine.knockdown.data.content import (
    ATTACK_NAME,
    ATTACKS,
    ELIXIR_NAME,
    FIGHTER_NAME,
    FIGHTERS,
    SKILL_NAME,
    SKILL_OF,
    TOKEN_NAME,
)

SIDE_NAMES: tuple[Text, ...] = (Text("Player A"), Text("Player B"))

REASONS: dict[str, Text] = {
    "knock-out": Text("knockout in the deciding round"),
    "cards": Text("the cards ran out in the deciding round"),
    "stalled": Text("a standstill in the deciding round"),
    "agreed": Text("agreed"),
    "resigned": Text("resignation"),
    "timeout": Text("time ran out"),
}


def _side(args: Mapping[str, Any]) -> Text:
    return FIGHTER_NAME[args["fighter"]]


def damage_words(heavy: int, light: int) -> Text:
    """An amount of heavy and light damage in words."""
    parts = [text("{n} heavy", "{n} heavy", n=heavy)] if heavy else []
    parts += [text("{n} light", "{n} light", n=light)] if light else []
    return joined(parts, " + ")


def _damage(args: Mapping[str, Any]) -> Text:
    return damage_words(args["heavy"], args["light"])


_HURT: dict[str, Text] = {
    "poison": Text("{side}: poison deals {damage}"),
    "menhir": Text("{side}: the dark deals {damage}"),
}
_HURTS = Text("{side} suffers {damage}")
_BECAUSE: dict[str, Text] = {
    "target_at_edge": Text("{damage} at the edge"),
    "target_in_dark": Text("{damage} in the dark"),
    "far": Text("{damage} from afar"),
    "as_reaction": Text("{damage} as a Reaction"),
}
"""Text for extra damage, by its condition."""
_SOURCES: dict[str, Text] = TOKEN_NAME | ELIXIR_NAME | {"elixir": Text("elixirs")}
_SOURCES |= {skill: SKILL_NAME[number] for skill, number in SKILL_OF.items()}


def _because(args: Mapping[str, Any]) -> Text:
    """The damage, with the reason unless it is the attack's own pool."""
    damage, why = _damage(args), args.get("why", "")
    if why in _BECAUSE:
        return Text(_BECAUSE[why].msgid, {"damage": damage})
    return text("{damage} ({reason})", damage=damage, reason=_SOURCES[why]) if why in _SOURCES else damage


def _in_all(line: Text, args: Mapping[str, Any]) -> Text:
    """The line with the fighter's new total damage, where that is known."""
    return text("{line}, {total} in all", line=line, total=args["total"]) if "total" in args else line


def _hurt(args: Mapping[str, Any]) -> Text:
    damage = joined([_because(part) for part in (*args.get("before", ()), args)], " + ")
    return _in_all(Text(_HURT.get(args["by"], _HURTS).msgid, {"side": _side(args), "damage": damage}), args)


def _with_damage(pattern: Text) -> Callable[[Mapping[str, Any]], Text | None]:
    def line_for(args: Mapping[str, Any]) -> Text | None:
        if not args["heavy"] + args["light"]:
            return None
        return _in_all(Text(pattern.msgid, {"side": _side(args), "damage": _damage(args)}), args)

    return line_for


_MOVED: dict[str, Text] = {
    "back": Text("{side} is pushed back {walk}"),
    "pull": Text("{side} is pulled {walk}"),
    "forward": Text("{side} moves forward {walk}"),
    "leap": Text("{side} leaps {walk}"),
    "dash": Text("{side} dashes {walk}"),
}
_MOVES = Text("{side} moves {walk}")
_MOVED_BY: dict[str, Text] = {
    "back": Text("{by} pushes {side:acc} back {walk}"),
    "pull": Text("{by} pulls {side:acc} {walk}"),
    "leap": Text("{by} moves {side:acc} {walk}"),
}
"""Texts for moving the other fighter; events of earlier versions do not name the mover."""


def _rooted(line: Text, args: Mapping[str, Any]) -> Text:
    """The line with the ability that keeps a fighter from being moved further."""
    if "rooted" not in args:
        return line
    return text("{line} ({reason})", line=line, reason=Text(FIGHTERS[args["rooted"]].ability))


def _moved(args: Mapping[str, Any]) -> Text:
    names: dict[str, Text | str | int] = {"side": _side(args), "walk": " → ".join(args["path"])}
    if "by" in args:
        line = Text(_MOVED_BY[args["how"]].msgid, {**names, "by": FIGHTER_NAME[args["by"]]})
    else:
        line = Text(_MOVED.get(args["how"], _MOVES).msgid, names)
    if args.get("paid"):
        return text("{line} ({reason})", line=line, reason=joined([ATTACK_NAME[one] for one in args["paid"]]))
    return _rooted(line, args)


def _attacked(args: Mapping[str, Any]) -> Text:
    """The attack, the cards that paid for it, and what is added to its damage."""
    attack, paid, extra = args["attack"], args.get("paid"), args.get("extra")
    names: dict[str, Text | str | int] = {"side": _side(args), "attack": ATTACK_NAME[attack]}
    pattern = Text("{side} reacts: {attack}") if args["reaction"] else Text("{side} attacks: {attack}")
    if paid:
        names["cards"] = joined([ATTACK_NAME[one] for one in paid])
        special = Text("{side} attacks with a Combo: {attack} ({cards})")
        pattern = Text("{side} reacts: {attack} ({cards})") if args["reaction"] else special
    line = Text(pattern.msgid, names)
    if not extra:
        return line
    pool = {"heavy": ATTACKS[attack].pool.heavy, "light": ATTACKS[attack].pool.light}
    more = [_because({"why": why, "heavy": heavy, "light": light}) for why, heavy, light in extra]
    return text("{line}: {damage}", line=line, damage=joined([_damage(pool), *more], " + "))


def _discarded(args: Mapping[str, Any]) -> Text | None:
    """Cards that pay for a special attack or a dash are named with it."""
    return None if args.get("pays") else _cards(Text("{side} discards {cards}"))(args)


def _cards(pattern: Text) -> Callable[[Mapping[str, Any]], Text]:
    def line_for(args: Mapping[str, Any]) -> Text:
        ids = args["cards"] if "cards" in args else [args["card"]]
        names: dict[str, Text | str | int] = {"cards": joined([ATTACK_NAME[one] for one in ids])}
        if "fighter" in args:
            names["side"] = _side(args)
        return Text(pattern.msgid, names)

    return line_for


def _token(args: Mapping[str, Any]) -> Text:
    name = TOKEN_NAME[args["token"]]
    if args["n"] > 0:
        return text("{side} gets a token: {token}", side=_side(args), token=name)
    return text("{side} loses {n} token: {token}", "{side} loses {n} tokens: {token}",
                side=_side(args), n=-args["n"], token=name)  # fmt: skip


def tested(args: Mapping[str, Any]) -> Text:
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


def _won(args: Mapping[str, Any]) -> Text:
    """The winner of a round, and the damage compared if nobody was knocked out."""
    line = Text(_WON[args["how"]].msgid, {"side": _side(args), "round": args["round"]})
    if "damage" not in args or args["how"] == "knock-out":
        return line
    own, rival = ({"heavy": heavy, "light": light} for heavy, light in args["damage"])
    if own == rival:
        return text("{line}: damage is tied, and it was about to be {side}'s turn", line=line, side=_side(args))
    damages = [_damage(one) if any(one.values()) else Text("no damage") for one in (own, rival)]
    less = Text("{line}: less heavy damage ({damage} against {other})")
    if own["heavy"] == rival["heavy"]:
        less = Text("{line}: as much heavy and less light damage ({damage} against {other})")
    return Text(less.msgid, {"line": line, "damage": damages[0], "other": damages[1]})


def over(args: Mapping[str, Any]) -> Text:
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
    "passed": lambda args: text("{side} does not react", side=_side(args)),
    "turn": lambda _: None,
    "candle": lambda args: text("A candle burns down: {n} of 4.", n=args["candles"]),
    "refilled": _cards(Text("Added to the Attack Row: {cards}")),
    "cycled": _cards(Text("{side} replaces a card in the Attack Row: {cards}")),
    "took": _cards(Text("{side} takes {cards}")),
    "discarded": _discarded,
    "moved": _moved,
    "stayed": lambda args: _rooted(text("{side} stays on {at}", side=_side(args), at=args["at"]), args),
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
    "lost": lambda args: text("{side} did not use {elixir}", side=_side(args), elixir=ELIXIR_NAME[args["elixir"]]),
    "transferred": lambda args: text("{side} hands over {n} light damage", side=_side(args), n=args["n"]),
    "tested": tested,
    "round-won": _won,
    "over": over,
}


def narrate(events: Sequence[Event]) -> list[Text]:
    """The events in words, one line each."""
    return [line for event in _together(events) if (line := _TOLD[event.kind](event.args)) is not None]


def _together(events: Sequence[Event]) -> list[Event]:
    """The events, with the damage that one attack deals in several steps merged into one event."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if last and event.kind == last.kind == "hurt" and all(event.args[key] == last.args[key] for key in _SAME):
            parts = (*last.args.get("before", ()), last.args)
            found[-1] = Event("hurt", {**event.args, "before": parts})
        else:
            found.append(event)
    return found


_SAME = ("seat", "by")


def trail(events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """The paths of the fighters in these events."""
    begins = max((n for n, event in enumerate(events) if event.kind == "round"), default=0)
    return tuple(tuple(event.args["path"]) for event in events[begins:] if event.kind == "moved")
