"""Leaders in words: questions, events, and positions for people who cannot see the picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.ask import Ask, Event
from engine.core.text import Text, text
from engine.leaders.data.blurbs import BLURBS
from engine.leaders.data.content import CARD_NAME, FIGURE_NAME, FIGURES
from engine.leaders.options import WAY_NAME
from engine.leaders.view import LeadersView

SIDE_NAMES: tuple[Text, Text] = (Text("Gold"), Text("Violet"))

_IN_DANGER: tuple[Text, Text] = (Text("Gold's Leader is in danger."), Text("Violet's Leader is in danger."))

REASONS: dict[str, Text] = {
    "captured": Text("the Leader is captured"),
    "surrounded": Text("the Leader is surrounded"),
    "repetition": Text("the same position for the third time"),
    "cap": Text("the turn limit has been reached"),
    "agreed": Text("agreed"),
    "resigned": Text("resignation"),
    "timeout": Text("time ran out"),
}

_PROMPT: dict[str, Text] = {
    "leaders.who-acts": Text("Which character acts?"),
    "leaders.how": Text("{who}: which action?"),
    "leaders.where": Text("{who}: where to?"),
    "leaders.target": Text("{who}, {way}: choose a target."),
    "leaders.where-to": Text("{who}, {way}: where does the {target} go?"),
    "leaders.nemesis": Text("The enemy Leader has moved: where does your Nemesis go?"),
    "leaders.recruit": Text("Which character do you recruit?"),
    "leaders.place": Text("{who}: on which recruitment space?"),
    "leaders.banish": Text("Which character do you banish?"),
}


def name(figure: str) -> Text:
    """A character's name by its id."""
    return FIGURE_NAME[FIGURES.index(figure)]


def prompt(ask: Ask) -> Text:
    """The question in words."""
    about = ask.about
    if ask.prompt == "leaders.recruit" and about:  # the second player recruits twice on the first turn
        return text("Recruitment {n} of 2: which character do you recruit?", n=about[0])
    args: dict[str, Text | str | int] = {"who": name(about[0])} if about else {}
    if len(about) > 1:
        args["way"] = WAY_NAME[about[1]]
    if len(about) > 2:
        args["target"] = name(about[2])
    return Text(_PROMPT[ask.prompt].msgid, args)


def explain(ask: Ask) -> Text | None:
    """The ability of the character that the question is about."""
    return BLURBS.get(ask.about[0]) if ask.about else None


def _walk(path: Sequence[str]) -> str:
    return " → ".join(space.lower() for space in path)


def _moved(args: Mapping[str, Any]) -> Text:
    who, walk = name(args["who"]), _walk(args["path"])
    side = SIDE_NAMES[args["side"]]
    if args["way"] == "react":
        return text("{side}: Nemesis reacts, {walk}", side=side, walk=walk)
    if "by" not in args:
        over = [name(figure) for figure in args.get("over", ())]
        if not over:
            return text("{side}: {who} {walk}", side=side, who=who, walk=walk)
        if len(over) == 1:
            return text("{side}: {who} {walk} over the {first:acc}", side=side, who=who, walk=walk, first=over[0])
        return text(
            "{side}: {who} {walk} over the {first:acc} and the {second:acc}",
            side=side, who=who, walk=walk, first=over[0], second=over[1],
        )  # fmt: skip
    by, by_side = name(args["by"]), SIDE_NAMES[args["by_side"]]
    names: dict[str, Text | str | int] = {"side": by_side, "by": by, "who": who, "target": name(args["target"])}
    if "target_side" not in args and args["way"] == "hook":  # a move of an earlier version of the bot
        return Text("{side}: {by} hooks on to the {target:acc}, {walk}", {**names, "walk": walk})
    whose = SIDE_NAMES[args.get("target_side", args["side"])]
    return Text(_DONE_BY[args["way"]].msgid, {**names, "whose": whose, "walk": walk})


_DONE_BY: dict[str, Text] = {
    "push": Text("{side}: {by} pushes the {who:acc} {walk}"),
    "swap": Text("{side}: {by} swaps places with {whose}'s {target:ins}, {walk}"),
    "hook": Text("{side}: {by} hooks on to {whose}'s {target:acc}, {walk}"),
    "drag": Text("{side}: {by} drags {whose}'s {who:acc} {walk}"),
    "nudge": Text("{side}: {by} nudges the {who:acc} {walk}"),
    "treat": Text("{side}: {by} moves the {who:acc} {walk}"),
}


def _recruited(args: Mapping[str, Any]) -> Text:
    spaces = ", ".join(space.lower() for space in args["at"])
    return text(
        "{side} recruits the {card:acc} on {at}", side=SIDE_NAMES[args["side"]], card=CARD_NAME[args["card"]], at=spaces
    )


def _result(args: Mapping[str, Any]) -> Text:
    reason = REASONS[args["reason"]]
    if not args["winners"]:
        return text("Draw: {reason}.", reason=reason)
    return text("{side} wins: {reason}.", side=SIDE_NAMES[args["winners"][0]], reason=reason)


_TOLD: dict[str, Callable[[Mapping[str, Any]], Text | None]] = {
    "started": lambda args: text("{side} plays first.", side=SIDE_NAMES[args["first"]]),
    "moved": _moved,
    "recruited": _recruited,
    "revealed": lambda args: text("New in the market: {card}", card=CARD_NAME[args["card"]]),
    "no-room": lambda args: text("{side}: no room to recruit", side=SIDE_NAMES[args["side"]]),
    "banishment": lambda _: text("Banishment: each side removes one character from the match."),
    "banished": lambda args: text(
        "{side} banishes the {card:acc}", side=SIDE_NAMES[args["side"]], card=CARD_NAME[args["card"]]
    ),
    "passed": lambda args: text("{side} takes no action", side=SIDE_NAMES[args["side"]]),
    "turn": lambda _: None,
    "over": _result,
}


def narrate(events: Sequence[Event]) -> list[Text]:
    """The events in words, one line each. A push and a swap make one line, about the character they happened to."""
    lines = []
    for event in events:
        args = event.args
        aside = event.kind == "moved" and args.get("way") in ("push", "swap") and args["who"] == args["by"]
        if not aside and (line := _TOLD[event.kind](args)) is not None:
            lines.append(line)
    return lines


def trail(events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """The paths of all figures that moved or entered."""
    paths: list[tuple[str, ...]] = []
    for event in events:
        if event.kind == "moved":
            paths.append(tuple(event.args["path"]))
        elif event.kind == "recruited":
            paths.extend((space,) for space in event.args["at"])
    return tuple(paths)


def describe(view: LeadersView) -> list[Text]:
    """The position in words."""
    lines = [_state_of_play(view)]
    for side in (0, 1):
        standing = ", ".join(f"{{f{number}}} {figure.at.lower()}" for number, figure in _figures_of(view, side))
        names: dict[str, Text | str | int] = {
            f"f{number}": name(figure.id) for number, figure in _figures_of(view, side)
        }
        lines.append(text("{side}: {standing}.", side=SIDE_NAMES[side], standing=Text(standing, names)))
    lines += [_IN_DANGER[side] for side in view.in_danger]
    if view.market and not view.reason:
        lines.append(text("Available: {cards}.", cards=_card_names(view.market)))
    if view.banished:
        lines.append(text("Banished: {cards}.", cards=_card_names(view.banished)))
    return lines


def _figures_of(view: LeadersView, side: int) -> list[tuple[int, Any]]:
    return [(number, figure) for number, figure in enumerate(view.figures) if figure.side == side]


def _card_names(cards: Sequence[str]) -> Text:
    pattern = ", ".join(f"{{c{number}}}" for number in range(len(cards)))
    return Text(pattern, {f"c{number}": CARD_NAME[card] for number, card in enumerate(cards)})


def _state_of_play(view: LeadersView) -> Text:
    if view.reason:
        return _result({"winners": view.winners, "reason": view.reason})
    side = SIDE_NAMES[view.to_move[0] if view.to_move else view.turn]
    return text("Leaders, turn {number}, {side} to move.", number=view.turn_number, side=side)
