"""Tash-Kalar in words: events, and positions for people who cannot see the picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.ask import Event
from engine.core.text import Text, joined, text
from engine.tashkalar.data.content import (
    CARD_NAME,
    CARD_OF,
    DECK_NAME,
    FLARE_NAME,
    FLARE_OF,
    FORM_NAMES,
    HUE_NAME,
    TASK_NAME,
    TASK_OF,
)
from engine.tashkalar.options import RANK_NAME
from engine.tashkalar.view import ColourView, PieceView, TashkalarView

SIDE_NAMES: tuple[Text, ...] = (Text("Player A"), Text("Player B"), Text("Player C"), Text("Player D"))

REASONS: dict[str, Text] = {
    "goal": Text("more points after the goal was reached"),
    "deck": Text("more points after a deck ran out"),
    "tie-break": Text("tied on points, decided by the pieces in the arena"),
    "tied": Text("tied on every count"),
    "agreed": Text("agreed"),
    "resigned": Text("resignation"),
    "timeout": Text("time ran out"),
}

UNDECIDED = ("tied", "tie-break")
"""The reasons for several colors in first place; the first rules version called it a tie-break."""


def card_name(card: str) -> Text:
    """The name of a being, legend or flare by its id."""
    return CARD_NAME[CARD_OF[card]] if card in CARD_OF else FLARE_NAME[FLARE_OF[card]]


def _side(args: Mapping[str, Any], key: str = "hue") -> Text:
    return HUE_NAME[args[key]]


def _piece(args: Mapping[str, Any]) -> Text:
    return RANK_NAME[args["rank"]]


def _on(pattern: Text) -> Callable[[Mapping[str, Any]], Text]:
    """A narrator of events about a piece on a square."""

    def line_for(args: Mapping[str, Any]) -> Text:
        return Text(pattern.msgid, {"side": _side(args), "piece": _piece(args), "at": args["at"]})

    return line_for


def _moved(args: Mapping[str, Any]) -> Text:
    names: dict[str, Text | str | int] = {"side": _side(args), "piece": _piece(args), "walk": " → ".join(args["path"])}
    if "victim" in args:
        victim = args["victim"]
        names |= {"victim": RANK_NAME[victim["rank"]], "other": HUE_NAME[victim["hue"]]}
        leaps = Text("{side}: {piece} leaps {walk} and destroys: {victim} ({other})")
        moves = Text("{side}: {piece} {walk} destroys: {victim} ({other})")
    else:
        leaps, moves = Text("{side}: {piece} leaps {walk}"), Text("{side}: {piece} {walk}")
    return Text((leaps if args["leap"] else moves).msgid, names)


def _buried(args: Mapping[str, Any]) -> Text:
    n = args["beings"] + args["legends"] + args["flares"]
    return text("{side} puts {n} card under its deck", "{side} puts {n} cards under their decks", side=_side(args), n=n)


def _scored(args: Mapping[str, Any]) -> Text:
    if args["of"]:
        return text(
            "{side}: {n} point in {other}",
            "{side}: {n} points in {other}",
            side=_side(args),
            n=args["points"],
            other=_side(args, "of"),
        )
    return text("{side}: {n} point", "{side}: {n} points", side=_side(args), n=args["points"])


def _closing(args: Mapping[str, Any]) -> Text:
    if args["cause"] == "deck":
        return text("A deck has run out: {n} more turn.", "A deck has run out: {n} more turns.", n=args["turns"])
    return text(
        "The goal has been reached: {n} more turn.", "The goal has been reached: {n} more turns.", n=args["turns"]
    )


def _over(args: Mapping[str, Any]) -> Text:
    reason, winners = REASONS[args["reason"]], args["winners"]
    if not winners:
        return text("Draw: {reason}.", reason=reason)
    hues = args.get("hues") or ()
    names = [HUE_NAME[hue] for hue in hues] or [SIDE_NAMES[seat] for seat in winners]
    if len(names) > 1 and args["reason"] in UNDECIDED:
        return text("Undecided between {sides}: {reason}.", sides=joined(names), reason=REASONS["tied"])
    if len(names) == 1:
        return text("{side} wins: {reason}.", side=names[0], reason=reason)
    return text("{sides} win: {reason}.", sides=joined(names), reason=reason)


_TOLD: dict[str, Callable[[Mapping[str, Any]], Text | None]] = {
    "started": lambda args: text(
        "{form}: {side} begins.", form=FORM_NAMES[args["form"]], side=SIDE_NAMES[args["first"]]
    ),
    "deck": lambda args: text(
        "{side} plays the deck {deck}", side=SIDE_NAMES[args["seat"]], deck=DECK_NAME[args["deck"]]
    ),
    "tasks": lambda args: text("Tasks: {tasks}", tasks=joined([TASK_NAME[TASK_OF[task]] for task in args["tasks"]])),
    "turn": lambda args: text("{side}: extra turn", side=_side(args)) if args["extra"] else None,
    "passed": lambda args: text(
        "{side} passes control to {other}", side=SIDE_NAMES[args["seat"]], other=SIDE_NAMES[args["to"]]
    ),
    "placed": _on(Text("{side}: {piece} on {at}")),
    "picked-up": _on(Text("{side} picks up: {piece} on {at}")),
    "destroyed": _on(Text("{side}: {piece} on {at} is destroyed")),
    "raised": _on(Text("{side}: upgraded on {at}, now a {piece}")),
    "lowered": _on(Text("{side}: downgraded on {at}, now a {piece}")),
    "converted": lambda args: text(
        "{side} converts: {piece} on {at} ({other})",
        side=_side(args, "by"),
        piece=_piece(args),
        at=args["at"],
        other=_side(args),
    ),
    "moved": _moved,
    "summoned": lambda args: text(
        "{side} summons {card:acc} on {at}", side=_side(args), card=card_name(args["card"]), at=args["at"]
    ),
    "improvised": lambda args: text(
        "{side} improvises with a piece of {other:gen}", side=_side(args), other=_side(args, "of")
    ),
    "gained": lambda args: text("{side} gains an action", side=_side(args)),
    "returned": lambda args: text(
        "{side} takes back {card:acc} from the discard pile", side=_side(args), card=card_name(args["card"])
    ),
    "flare": lambda args: text(
        "{side} invokes {card:acc} against {other:acc}",
        side=_side(args),
        card=card_name(args["flare"]),
        other=_side(args, "against"),
    ),
    "discarded": lambda args: text("{side} discards {card:acc}", side=_side(args), card=card_name(args["card"])),
    "buried": _buried,
    "claimed": lambda args: text(
        "{side} claims the task {task}: {n} point",
        "{side} claims the task {task}: {n} points",
        side=_side(args),
        task=TASK_NAME[TASK_OF[args["task"]]],
        n=args["points"],
    ),
    "scored": _scored,
    "closing": _closing,
    "over": _over,
}


def narrate(events: Sequence[Event]) -> list[Text]:
    """The events in words, one line each."""
    return [line for event in events if (line := _TOLD[event.kind](event.args)) is not None]


def trail(events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """The paths of all pieces that moved or arrived."""
    paths: list[tuple[str, ...]] = []
    for event in events:
        if event.kind == "moved":
            paths.append(tuple(event.args["path"]))
        elif event.kind in ("placed", "summoned", "raised", "lowered", "converted", "destroyed"):
            paths.append((event.args["at"],))
    return tuple(paths)


def describe(view: TashkalarView) -> list[Text]:
    """The position in words: the viewer's hand first, then the pieces by rank."""
    lines = [_state_of_play(view)]
    if view.seat is not None:
        mine = view.seats[view.seat]
        held = [card_name(card) for card in (*mine.hand, *mine.flare)]
        if held:
            lines.append(text("Your hand: {cards}.", cards=joined(held)))
    if view.tasks:
        tasks = [TASK_NAME[TASK_OF[task]] for task in view.tasks]
        lines.append(text("Tasks: {tasks}", tasks=joined(tasks)))
    for colour in view.colours:
        own = [piece for piece in view.pieces if piece.colour == colour.colour]
        if own:
            lines.append(text("{side}: {pieces}.", side=_name(colour), pieces=joined(_by_rank(own), "; ")))
    return lines


_RANKS: dict[str, Text] = {
    "legendary": Text("legendary {squares}"),
    "heroic": Text("heroic {squares}"),
    "common": Text("common {squares}"),
}


def _by_rank(pieces: Sequence[PieceView]) -> list[Text]:
    found = {rank: " ".join(piece.at for piece in pieces if piece.rank == rank) for rank in _RANKS}
    return [Text(_RANKS[rank].msgid, {"squares": squares}) for rank, squares in found.items() if squares]


def _name(colour: ColourView) -> Text:
    return HUE_NAME.get(colour.hue, SIDE_NAMES[colour.seats[0]])


def _state_of_play(view: TashkalarView) -> Text:
    if view.reason:
        first = dict.fromkeys(view.seats[seat].colour for seat in view.winners)
        hues = [view.colours[colour].hue for colour in first]
        return _over({"winners": view.winners, "reason": view.reason, "hues": hues if all(hues) else ()})
    mover = view.seats[view.to_move[0] if view.to_move else view.turn]
    points = [text("{side} {points}", side=_name(colour), points=colour.points) for colour in view.colours]
    return text(
        "Tash-Kalar, {form}, turn {number}, {side} to move. Points: {points}.",
        form=FORM_NAMES[view.form],
        number=view.number,
        side=_name(view.colours[mover.colour]),
        points=joined(points),
    )
