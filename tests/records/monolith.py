"""Recorded matches of Monolith Arena for `tests/records`: every end of every kind of match.

Most random matches end by points. To destroy a Banner all seats cooperate: they place tiles and begin battles so that a
battle now would come closest to the wanted end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise

import msgspec

from engine.core.ask import Ask, Event, Option
from engine.core.dice import Dice
from engine.core.position import Position
from engine.core.record import Entry, Record, apply
from engine.monolith.game import GAME
from engine.monolith.state import State
from engine.registry import game_for
from tests.records.play import Choose, Kind, Recorder, undone

FIRST, RECORDER = Recorder(game_for("monolith", 1)), Recorder(GAME)
KINDS: tuple[Kind, ...] = (
    Kind("two", 2, {}),
    Kind("monoliths", 2, {"monoliths": True}),
    Kind("tactical", 2, {"tactical": True}),
    Kind("three", 3, {"factions": "random"}),
    Kind("four", 4, {}),
)
Wish = Callable[[int, int], float]
"""The distance of hit points from the wanted end."""


def one_falls(first: int, second: int) -> float:
    """A Banner of the first team is destroyed."""
    return first - second / 100 if second else 99


def both_fall(first: int, second: int) -> float:
    """Both Banners are destroyed in the same battle."""
    return first + second + max(first, second) + (99 if bool(first) != bool(second) else 0)


def anything(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Any option, but do not end the turn at once."""
    options = [one for one in ask.options if one.code != "end"] if chance.random() < 0.5 else ask.options
    return chance.choice(list(options))


def fought(position: Position) -> tuple[int, int]:
    """The hit points after a battle on the board at the last rest."""
    state = msgspec.msgpack.decode(position.mark()[0], type=State)
    state.phase = "battle"
    after = Position(GAME, position.options, state, Dice("look ahead"), forkable=False)
    while after.state.phase == "battle" and after.asks:
        after.answer(after.asks[0], after.asks[0].options[0])
    return after.state.hit_points[0], after.state.hit_points[1]


def steered(wish: Wish) -> Choose:
    """A policy in which all seats cooperate toward the wish."""

    def placed(position: Position, ask: Ask, chance: random.Random) -> Option:
        options = chance.sample(list(ask.options), min(9, len(ask.options)))
        return min(options, key=lambda option: min(_ahead(position, ask, option, chance, wish)))

    def choose(position: Position, ask: Ask, chance: random.Random) -> Option:
        by_code = {option.code: option for option in ask.options}
        prompt = ask.prompt.removeprefix("monolith.")
        if prompt in ("place", "turn"):
            return placed(position, ask, chance)
        if prompt == "play":
            battles = [code for code in by_code if code.startswith("order-battle")]
            now = wish(*position.state.hit_points)
            if battles and wish(*fought(position)) < now:
                return by_code[battles[0]]
            playable = [code for code in by_code if len(code) > 2 and not code.startswith("order")]
            playable = [code for code in playable if code not in ("discard", "end", "unfold", "charge")]
            return by_code[chance.choice(playable) if playable else "end"]
        if prompt in ("must-discard", "discard"):
            worst = [code for code in by_code if code.startswith("order") and "battle" not in code]
            return by_code[chance.choice(worst)] if worst else chance.choice(list(ask.options))
        return by_code.get("battle") or by_code.get("keep") or chance.choice(list(ask.options))

    return choose


def _ahead(position: Position, ask: Ask, option: Option, chance: random.Random, wish: Wish) -> Iterator[float]:
    """The wish's distance after the option, for some rotations of a placed tile."""
    there = position.fork()
    there.pick(ask.seat, option.code)
    if there.asks and there.asks[0].prompt == "monolith.turn":
        turns = list(there.asks[0].options)
        for turn in chance.sample(turns, min(3, len(turns))):
            further = there.fork()
            further.pick(ask.seat, turn.code)
            yield wish(*fought(further))
    else:
        yield wish(*fought(there))


def folded_away() -> list[Record]:
    """The same match by both versions: a tile that lives only by its Banner is folded away from it."""
    kind = Kind("folded", 2, {"monoliths": True})
    for number in range(5000):
        seed = f"folded {number}"
        records = [one.record(seed, kind, one.play(seed, kind, anything)[0]) for one in (FIRST, RECORDER)]
        events = list(story(records[1]))
        if any(one.args.get("cause") == "toughness" and two.kind == "folded" for one, two in pairwise(events)):
            return records
    raise LookupError("no token is folded away from its Banner")


def story(record: Record) -> Iterator[Event]:
    """All events of a match."""
    position = Position.new(RECORDER.game, record.options, record.seats, record.seed)
    for entry in record.entries:
        yield from apply(position, entry)


def everything() -> dict[str, Record]:
    """A record for every reason to end and every kind by the first version, and one by each version that differs."""
    records = {f"folded-{record.rules_version}": record for record in folded_away()}
    found, ended = FIRST.found, FIRST.ended
    for number, kind in enumerate(KINDS):
        records |= {
            f"{kind.name}-points": undone(found(kind, "points", anything), 12),
            f"{kind.name}-tied": found(kind, "tied", anything),
            f"{kind.name}-banner": found(kind, "banner", steered(one_falls)),
            f"{kind.name}-both-banners": found(kind, "both-banners", steered(both_fall)),
            f"{kind.name}-agreed": ended(kind, "agreed", Entry(0, "draw"), 12 + number, anything),
            f"{kind.name}-resigned": ended(kind, "resigned", Entry(kind.seats - 1, "resign"), 16 + number, anything),
            f"{kind.name}-timeout": ended(kind, "timeout", Entry(0, "timeout"), 18 + number, anything),
        }
    return RECORDER.named(records)
