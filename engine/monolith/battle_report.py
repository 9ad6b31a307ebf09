"""Battles and wounds in words: a short line for every event, and the questions of a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.ask import Ask
from engine.core.text import Text, text
from engine.monolith.board import FIELD
from engine.monolith.data.content import FACTION_NAME, IS_BANNER, KIND_NAME, KINDS

Args = Mapping[str, Any]

_NAME: dict[str, Text] = {
    kind.id: text("Banner of the {faction:gen}", faction=FACTION_NAME[kind.faction]) if banner else name
    for kind, banner, name in zip(KINDS, IS_BANNER, KIND_NAME, strict=True)
}

PROMPTS: dict[str, Text] = {
    "monolith.assassin": Text("{who} on {at}: which tile does it attack?"),
    "monolith.regeneration": Text("Regeneration: whose wounds are absorbed?"),
    "monolith.regeneration-source": Text("{who} on {at}: which hit does the rune absorb?"),
    "monolith.regeneration-rune": Text("{who} on {at}: which rune absorbs the wounds?"),
    "monolith.poison-marker": Text("There are too few Poison markers: which tile gets one?"),
}


def name(token: str) -> Text:
    """A tile's name by its id; a Banner with its faction."""
    return _NAME[token]


def standing(token: str, label: str) -> Text:
    """A tile and its space in words: “Pikeman on c3”."""
    return text("{who} on {at}", who=name(token), at=label.lower())


def prompt(ask: Ask) -> Text:
    """A question of a battle in words."""
    if not ask.about:
        return PROMPTS[ask.prompt]
    who, at = ask.about
    return Text(PROMPTS[ask.prompt].msgid, {"who": name(who), "at": at.lower()})


def _whom(args: Args) -> dict[str, Text | str]:
    return {"who": name(args["who"]), "at": args["at"].lower()}


def _begins(args: Args) -> Text:
    return _BEGINS[args["cause"]]


_BEGINS: dict[str, Text] = {
    "order": Text("A battle begins."),
    "full": Text("The board is full: a battle begins."),
    "last": Text("The Last Battle begins."),
    "extra-last": Text("The extra Last Battle begins."),
}


def _segment(args: Args) -> Text:
    if args["value"] == "start":
        return text("At the start of the battle:")
    return text("Initiative {value}:", value=args["value"])


def _hit(args: Args) -> Text:
    """A hit in words: attacker, target, wounds, and what stopped some of them."""
    names: dict[str, Text | str] = {
        "by": name(args["by"]),
        "start": args["from"].lower(),
        "who": name(args["who"]),
        "to": args["to"].lower(),
    }
    way, wounds = args["way"], args["wounds"]
    if way == "lightning":
        return Text("{by} on {start} leaps at the {who:acc} on {to}", names)
    if way == "ranged":
        return _shot(names, wounds, args["armor"])
    if way == "assassin":
        return text(
            "{by} on {start} stabs the {who:acc} on {to}: {n} wound",
            "{by} on {start} stabs the {who:acc} on {to}: {n} wounds",
            n=wounds,
            **names,
        )
    return text(
        "{by} on {start} strikes the {who:acc} on {to}: {n} wound",
        "{by} on {start} strikes the {who:acc} on {to}: {n} wounds",
        n=wounds,
        **names,
    )


def _shot(names: Mapping[str, Text | str], wounds: int, armor: int) -> Text:
    if not wounds:
        return Text("{by} on {start} shoots at the {who:acc} on {to}: armor stops it", names)
    if armor:
        return text(
            "{by} on {start} shoots the {who:acc} on {to} through the armor: {n} wound",
            "{by} on {start} shoots the {who:acc} on {to} through the armor: {n} wounds",
            n=wounds,
            **names,
        )
    return text(
        "{by} on {start} shoots the {who:acc} on {to}: {n} wound",
        "{by} on {start} shoots the {who:acc} on {to}: {n} wounds",
        n=wounds,
        **names,
    )


def _poison(args: Args) -> Text:
    return text(
        "{who} on {at}: poison, {n} wound", "{who} on {at}: poison, {n} wounds", n=args["wounds"], **_whom(args)
    )


def _regenerated(args: Args) -> Text:
    names: dict[str, Text | str] = {"rune": name(args["rune"]), "rune_at": args["rune_at"].lower(), **_whom(args)}
    source = args["source"]
    if source.upper() in FIELD:
        names["source"] = source
        return Text("{rune} on {rune_at} absorbs the hit from {source} on the {who:acc} on {at}", names)
    if source == "poison":
        return Text("{rune} on {rune_at} absorbs the poison wounds of the {who:gen} on {at}", names)
    return Text("{rune} on {rune_at} absorbs the wounds of the {who:gen} on {at}", names)


def _wounded(args: Args) -> Text:
    return text(
        "{who} on {at} is wounded and has {n} hit point left",
        "{who} on {at} is wounded and has {n} hit points left",
        n=args["left"] + 1,
        **_whom(args),
    )


def _poisoned(args: Args) -> Text:
    return text(
        "{who} on {at} is poisoned: {n} marker",
        "{who} on {at} is poisoned: {n} markers",
        n=args["poison"],
        **_whom(args),
    )


def _banner(args: Args) -> Text:
    return text(
        "{who} on {at} loses {lost}: {n} hit point left",
        "{who} on {at} loses {lost}: {n} hit points left",
        n=args["hit_points"],
        lost=args["wounds"],
        **_whom(args),
    )


_KILLED: dict[str, Text] = {
    "wounds": Text("{who} on {at} is eliminated"),
    "lightning": Text("{who} on {at} is eliminated by lightning"),
    "regeneration": Text("{who} on {at} is removed"),
    "toughness": Text("{who} on {at} is eliminated: it has lost the Banner's Toughness"),
    "banner": Text("{who} on {at} is destroyed"),
}


def _killed(args: Args) -> Text:
    return Text(_KILLED[args["cause"]].msgid, _whom(args))


LINES: dict[str, Callable[[Args], Text | None]] = {
    "battle-begins": _begins,
    "segment": _segment,
    "hit": _hit,
    "poison": _poison,
    "regenerated": _regenerated,
    "wounded": _wounded,
    "trench-lost": lambda args: Text("{who} on {at} loses its Entrenchment marker", _whom(args)),
    "poisoned": _poisoned,
    "banner": _banner,
    "killed": _killed,
    "netted": lambda args: Text("{who} on {at} is netted", _whom(args)),
    "freed": lambda args: Text("{who} on {at} is free of the net", _whom(args)),
    "battle-ends": lambda _: text("The battle is over."),
}
"""Event kind to its line."""
