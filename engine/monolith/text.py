"""Monolith Arena in words: questions, events, and positions for people who cannot see the picture.

`battle_report` has the lines of battles and wounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.ask import Ask, Event
from engine.core.text import Text, joined, text
from engine.monolith import battle_report
from engine.monolith.data.content import FACTION_NAME, KIND_NAME, KIND_OF
from engine.monolith.options import CAN_TURN, pointing
from engine.monolith.view import MonolithView, SeatView, TokenView

SIDE_NAMES: tuple[Text, ...] = (Text("Player A"), Text("Player B"), Text("Player C"), Text("Player D"))

REASONS: dict[str, Text] = {
    "banner": Text("the Banner is destroyed"),
    "both-banners": Text("both Banners are destroyed"),
    "points": Text("more hit points after the Last Battle"),
    "tied": Text("equal hit points after the extra Last Battle"),
    "agreed": Text("agreed"),
    "resigned": Text("resignation"),
    "timeout": Text("time ran out"),
}

_PROMPT: dict[str, Text] = {
    "monolith.faction": Text("Which faction do you play?"),
    "monolith.hide": Text("Which tile do you hide in your monolith?"),
    "monolith.banner": Text("Where do you place your Banner?"),
    "monolith.unlucky": Text("All your tiles are orders: discard them and draw new ones?"),
    "monolith.must-discard": Text("Which tile do you discard?"),
    "monolith.discard": Text("Which other tile do you discard?"),
    "monolith.play": Text("What do you do?"),
    "monolith.place": Text("{who}: on which space?"),
    "monolith.turn": Text("{who}: facing which way?"),
    "monolith.effect": Text("{who}: by which effect?"),
    "monolith.where": Text("{who}: where to?"),
    "monolith.move-whom": Text("Move: which tile?"),
    "monolith.turn-whom": Text("Rotation: which tile?"),
    "monolith.false-order-whom": Text("False Order: which enemy tile?"),
    "monolith.net-whom": Text("Net: on which enemy tile?"),
    "monolith.entrench-whom": Text("Entrenchment: which tile?"),
    "monolith.shoot-whom": Text("Precise Shot: which enemy tile?"),
    "monolith.fire": Text("Fire Concoction: which three spaces?"),
    "monolith.pusher": Text("Push: which of your tiles pushes?"),
    "monolith.push-whom": Text("{who}: which tile does it push?"),
    "monolith.push-where": Text("Your {target} is pushed: where does it go?"),
    "monolith.battle-or-charge": Text("Battle or Charge?"),
    "monolith.charger": Text("Charge: with which tile?"),
    "monolith.charge-whom": Text("{who}: which tile does it charge?"),
    "monolith.charge-where": Text("{who}: from which space does it attack the {target:acc}?"),
    "monolith.charge-turn": Text("{who}: facing which way?"),
    "monolith.segment": Text("Where does the segment with the {who:ins} go?"),
    "monolith.segment-turn": Text("{who}: facing which way?"),
}
_HIDE_SECOND = Text("Which tile do you hide with the {who:gen}?")
_EMPTY_SEGMENT = Text("Where does the empty segment go?")


def name(token: str) -> Text:
    """A tile's name by its id."""
    return KIND_NAME[KIND_OF[token]]


def prompt(ask: Ask) -> Text:
    """The question in words."""
    if ask.prompt in battle_report.PROMPTS:
        return battle_report.prompt(ask)
    pattern, about = _PROMPT[ask.prompt], ask.about
    if ask.prompt == "monolith.unlucky" or not about:
        return pattern
    if not about[0]:
        return _EMPTY_SEGMENT
    args: dict[str, Text | str | int] = {"who": name(about[0])}
    if len(about) > 2 and about[2] in KIND_OF:
        args["target"] = name(about[2])
    return Text((_HIDE_SECOND if ask.prompt == "monolith.hide" else pattern).msgid, args)


def _side(args: Mapping[str, Any]) -> Text:
    return FACTION_NAME[args["faction"]]


def _facing(args: Mapping[str, Any]) -> Text | None:
    kind = KIND_OF[args["token"]]
    return pointing(kind, args["rot"]) if CAN_TURN[kind] else None


def _placed(args: Mapping[str, Any]) -> Text:
    side, who, at = _side(args), name(args["token"]), args["at"].lower()
    if facing := _facing(args):
        return text("{side}: {who} on {at}, {facing}", side=side, who=who, at=at, facing=facing)
    return text("{side}: {who} on {at}", side=side, who=who, at=at)


_MOVED: dict[str, Text] = {
    "maneuver": Text("{side}: {who} maneuvers {walk}"),
    "teleport": Text("{side}: {who} teleports {walk}"),
    "move": Text("{side}: {who} moves {walk}"),
    "false-order": Text("{side}: a False Order moves the {who:acc} {walk}"),
    "push": Text("{side}: {who} is pushed {walk}"),
    "charge": Text("{side}: {who} charges {walk}"),
}
_TURNED: dict[str, Text] = {"false-order": Text("{side}: a False Order turns the {who:acc} on {at}: {facing}")}
_TURNS = Text("{side}: {who} on {at} turns: {facing}")
_AND_FACES = Text("{walked}, {facing}")


def _moved(args: Mapping[str, Any]) -> Text:
    names: dict[str, Text | str | int] = {"side": _side(args), "who": name(args["token"])}
    path, way, facing = args["path"], args["way"], _facing(args)
    if len(path) == 1:
        assert facing is not None
        return Text(_TURNED.get(way, _TURNS).msgid, names | {"at": path[0].lower(), "facing": facing})
    walked = Text(_MOVED[way].msgid, names | {"walk": " → ".join(field.lower() for field in path)})
    return walked if facing is None or way == "push" else Text(_AND_FACES.msgid, {"walked": walked, "facing": facing})


def _listed(tokens: Sequence[str]) -> Text:
    return joined([name(token) for token in tokens])


def _on(pattern: Text) -> Callable[[Mapping[str, Any]], Text]:
    """A narrator of events about a tile on a space."""

    def line_for(args: Mapping[str, Any]) -> Text:
        return Text(pattern.msgid, {"side": _side(args), "who": name(args["token"]), "at": args["at"].lower()})

    return line_for


def _of_tokens(pattern: Text) -> Callable[[Mapping[str, Any]], Text]:
    """A narrator of events about tiles of the hand."""

    def line_for(args: Mapping[str, Any]) -> Text:
        tokens = args["tokens"] if "tokens" in args else [args["token"]]
        return Text(pattern.msgid, {"side": _side(args), "tokens": _listed(tokens)})

    return line_for


def _fields(pattern: Text) -> Callable[[Mapping[str, Any]], Text]:
    def line_for(args: Mapping[str, Any]) -> Text:
        return Text(pattern.msgid, {"side": _side(args), "fields": ", ".join(at.lower() for at in args["at"])})

    return line_for


def _unfolded(args: Mapping[str, Any]) -> Text:
    parts = [
        battle_report.standing(token, at) if token else text("empty segment on {at}", at=at.lower())
        for token, at, _, _ in args["segments"]
    ]
    return text("{side}: the monolith unfolds ({segments})", side=_side(args), segments=joined(parts))


def _over(args: Mapping[str, Any]) -> Text:
    reason, winners = REASONS[args["reason"]], args["winners"]
    if not winners:
        return text("Draw: {reason}.", reason=reason)
    factions = args.get("factions") or [""] * len(winners)
    names = [FACTION_NAME.get(one, SIDE_NAMES[seat]) for one, seat in zip(factions, winners, strict=True)]
    if len(names) == 1:
        return text("Victory for {side}: {reason}.", side=names[0], reason=reason)
    return text("Victory for {side} and {other}: {reason}.", side=names[0], other=names[1], reason=reason)


_TOLD: dict[str, Callable[[Mapping[str, Any]], Text | None]] = {
    **battle_report.LINES,
    "started": lambda args: text("{side} begins.", side=SIDE_NAMES[args["order"][0]]),
    "faction": lambda args: text("{side} plays the {faction:acc}", side=SIDE_NAMES[args["seat"]], faction=_side(args)),
    "prepared": lambda _: text("The monoliths are prepared."),
    "hidden": lambda args: text("Hidden in your monolith: {tokens}", tokens=_listed(args["tokens"])),
    "turn": lambda _: None,
    "drew": _of_tokens(Text("{side}: {tokens} drawn")),
    "redrew": _of_tokens(Text("{side}: the player discards and redraws {tokens}")),
    "discarded": _of_tokens(Text("{side}: {tokens} discarded")),
    "played": _of_tokens(Text("{side}: {tokens} played")),
    "passed": lambda args: text("{side}: ends the turn without playing a tile", side=_side(args)),
    "placed": _placed,
    "moved": _moved,
    "transformed": _on(Text("{side}: the Demon takes the place of the {who:gen} on {at}")),
    "net-laid": _on(Text("{side}: a net marker is placed on the {who:loc} on {at}")),
    "entrenched": _on(Text("{side}: {who} on {at} is entrenched")),
    "shot": _on(Text("{side}: a precise shot hits the {who:acc} on {at}")),
    "fire": _fields(Text("{side}: Fire Concoction on {fields}")),
    "unfolded": _unfolded,
    "folded": lambda args: text("{side}: the monolith folds", side=_side(args)),
    "not-folded": lambda args: text("{side}: a net keeps the monolith unfolded", side=_side(args)),
    "closing": lambda args: text(
        "The last tile is drawn: {n} more turn, then the Last Battle.",
        "The last tile is drawn: {n} more turns, then the Last Battle.",
        n=args["turns"],
    ),
    "extra": lambda _: text("A tie: one more turn each, then the extra Last Battle."),
    "over": _over,
}


def narrate(events: Sequence[Event]) -> list[Text]:
    """The events in words, one line each."""
    return [line for event in events if (line := _TOLD[event.kind](event.args)) is not None]


def trail(events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """The paths of all tiles that moved, rotated or entered."""
    paths: list[tuple[str, ...]] = []
    for event in events:
        if event.kind == "moved":
            paths.append(tuple(event.args["path"]))
        elif event.kind == "placed":
            paths.append((event.args["at"],))
        elif event.kind == "unfolded":
            paths.extend((at,) for _, at, _, _ in event.args["segments"])
    return tuple(paths)


def describe(view: MonolithView) -> list[Text]:
    """The position in words."""
    lines = [_state_of_play(view)]
    for seat in view.seats:
        side = _name(seat)
        own = [token for token in view.tokens if token.owner == seat.seat]
        if own:
            lines.append(text("{side}: {tokens}.", side=side, tokens=joined([_standing(token) for token in own])))
        if seat.hand:
            lines.append(text("Hand of the {side:gen}: {tokens}.", side=side, tokens=_listed(seat.hand)))
    return lines


def _name(seat: SeatView) -> Text:
    return FACTION_NAME.get(seat.faction, SIDE_NAMES[seat.seat])


def _standing(token: TokenView) -> Text:
    """A tile on the board and its markers, in words."""
    marks = [text("wounds: {n}", n=token.wounds)] if token.wounds else []
    marks += [text("poison: {n}", n=token.poison)] if token.poison else []
    marks += [
        line for line, so in ((_NETTED, token.netted), (_DISARMED, token.disarmed), (_TRENCH, token.trench)) if so
    ]
    who, at = name(token.id), token.at.lower()
    if not marks:
        return text("{who} {at}", who=who, at=at)
    return text("{who} {at} ({marks})", who=who, at=at, marks=joined(marks))


_NETTED, _DISARMED, _TRENCH = Text("netted"), Text("disarmed"), Text("entrenched")


def _state_of_play(view: MonolithView) -> Text:
    if view.reason:
        factions = [view.seats[seat].faction for seat in view.winners]
        return _over({"winners": view.winners, "reason": view.reason, "factions": factions})
    mover = view.seats[view.to_move[0] if view.to_move else view.turn]
    teams = [seat for seat in view.seats if seat.team == 0], [seat for seat in view.seats if seat.team == 1]
    return text(
        "Monolith Arena, turn {number}, {side} to move. Hit points: {first} {a}, {second} {b}.",
        number=view.turn_number,
        side=_name(mover),
        first=_name(teams[0][0]),
        a=view.hit_points[0],
        second=_name(teams[1][0]),
        b=view.hit_points[1],
    )
