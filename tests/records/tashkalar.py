"""Recorded matches of Tash-Kalar for `tests/records`: every end in every mode.

Most random matches end when a deck is empty. For an end by points all seats cooperate: of many ways to use an action
they play the one that brings the first side closest to its goal.
"""

from __future__ import annotations

import random

from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.record import Entry, Record, apply, effective
from engine.registry import game_for
from engine.tashkalar.game import GAME
from engine.tashkalar.state import State
from tests.records.play import Choose, Kind, Recorder, undone

FIRST, RECORDER = Recorder(game_for("tashkalar", 1)), Recorder(GAME)
KINDS: tuple[Kind, ...] = (
    Kind("duel", 2, {}),
    Kind("high", 2, {"form": "high", "decks": "random"}),
    Kind("melee-three", 3, {}),
    Kind("melee-four", 4, {"decks": "random"}),
    Kind("duel-teams", 4, {"form": "duel", "decks": "random"}),
    Kind("high-teams", 4, {"form": "high"}),
)
TRIES = 40
"""Number of ways to use an action that are tried."""


def anything(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Any option; prefer doing something to passing."""
    dull = ("done", "pass", "end", "none", "place", "discard")
    busy = [one for one in ask.options if one.code not in dull] if chance.random() < 0.5 else []
    return chance.choice(busy or list(ask.options))


def quiet(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Nobody summons: every turn discards a card and places a piece, until all pieces are in the arena."""
    by_code = {option.code: option for option in ask.options}
    for code in ("discard", "place", "end", "none", "done"):
        if code in by_code:
            return by_code[code]
    return chance.choice(list(ask.options))


def near(s: State) -> float:
    """How close the first side is to its goal: points, enemies destroyed in this turn, strong pieces."""
    score = s.scores[0]
    points = max(score.by_colour) if s.form == "melee" else score.points
    common, heroic, legendary = s.destroyed[1] if s.colours[s.turn] == 0 else (0, 0, 0)
    mine = [s.board.count(1 + rank) for rank in range(3)]
    points += common // 2 + heroic + 2 * legendary if s.form != "high" else mine[2]
    return points * 20 + common + mine[0] * 0.5 + mine[1] * 2 + mine[2] * 4 + s.actions


def striving(chance_of_rivals: float) -> Choose:
    """A policy: the first side gets closest to its goal; the others place pieces, which it can destroy."""
    planned: list[str] = []

    def choose(position: Position, ask: Ask, chance: random.Random) -> Option:
        by_code = {option.code: option for option in ask.options}
        s: State = position.state
        if s.phase in ("decks", "marks") or s.phase == "ending":
            wanted = ("a", "b", *(code for code in by_code if code != "none"))
            return by_code[next(code for code in wanted if code in by_code)]
        if s.colours[s.turn] != 0:
            if "place" in by_code and chance.random() > chance_of_rivals:
                return by_code["place"]
            return anything(position, ask, chance)
        if not planned or planned[0] not in by_code:
            planned[:] = best_way(position, chance)
        return by_code[planned.pop(0)]

    return choose


def best_way(position: Position, chance: random.Random) -> list[str]:
    """The best of some ways to the end of the action."""
    found: tuple[float, list[str]] = (-1.0, [])
    number, actions, flares = (
        position.state.number,
        position.state.actions,
        len(position.state.flares[position.state.turn]),
    )
    for _ in range(TRIES):
        there, codes = position.fork(seed="look ahead"), list[str]()
        while there.asks and there.state.number == number:
            s: State = there.state
            if codes and (s.actions, len(s.flares[s.turn])) != (actions, flares) and not there.picks:
                break
            option = anything(there, there.asks[0], chance)
            if option.code == "pass":
                continue
            codes.append(option.code)
            if there.asks[0].prompt == "tashkalar.claim":
                break
            there.pick(there.asks[0].seat, option.code)
        worth = near(there.state)
        if worth > found[0]:
            found = worth, codes
    return found[1]


def shown(record: Record) -> frozenset[str]:
    """The beings and legends that were summoned in a match."""
    game, found = game_for("tashkalar", record.rules_version), set[str]()
    position = Position.new(game, record.options, record.seats, record.seed)
    for entry in effective(record.entries):
        for event in apply(position, entry):
            if event.kind == "summoned":
                found.add(str(event.args["card"]))
    return frozenset(found)


def ended(kind: Kind, reason: str, last: Entry, after: int) -> Record:
    """A match that its players end after this many entries."""
    return FIRST.ended(kind, reason, last, after, anything, [f"{kind.name} {reason}"])


def one_loud(position: Position, ask: Ask, chance: random.Random) -> Option:
    """The first side plays any option; the others only place and discard."""
    loud = position.state.colours[ask.seat] == 0
    return (anything if loud else quiet)(position, ask, chance)


def undecided() -> Record:
    """A melee with improvised summonings in which two tied players are ahead of the third."""
    kind = Kind("melee-three", 3, {})
    for number in range(5000):
        seed = f"melee-three undecided q2 {number}"
        entries, position = RECORDER.play(seed, kind, one_loud)
        outcome, improvised = position.outcome, sum(map(sum, position.state.improvised))
        if outcome is not None and outcome.reason == "tied" and outcome.winners and improvised:
            return RECORDER.record(seed, kind, entries)
    raise LookupError("no melee is undecided between two of three")


def everything() -> dict[str, Record]:
    """A record for every reason to end and every mode by the first rules version, and one that it would have ended
    differently.

    Nobody resigns in a melee.
    """
    records = {"melee-three-undecided": undecided()}
    found = FIRST.found
    for number, kind in enumerate(KINDS):
        seen = frozenset(card for record in records.values() for card in shown(record))

        def unseen(record: Record, seen: frozenset[str] = seen) -> int:
            """The number of cards summoned in a match that no earlier record contains."""
            return len(shown(record) - seen)

        records |= {
            f"{kind.name}-goal": found(kind, "goal", striving(0.2)),
            f"{kind.name}-deck": undone(found(kind, "deck", anything, among=30, worth=unseen), 14),
            f"{kind.name}-tie-break": found(kind, "tie-break", anything),
            f"{kind.name}-tied": found(kind, "tied", quiet),
            f"{kind.name}-agreed": ended(kind, "agreed", Entry(0, "draw"), 14 + number),
            f"{kind.name}-timeout": ended(kind, "timeout", Entry(1, "timeout"), 19 + number),
        }
        if not kind.name.startswith("melee"):
            records[f"{kind.name}-resigned"] = ended(kind, "resigned", Entry(kind.seats - 1, "resign"), 17 + number)
    return RECORDER.named(records)
