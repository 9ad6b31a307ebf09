"""What one entry, and what follows it by itself, makes of a match: computed whole before anything is stored."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from db.rows import Match, Move, NewMove, Plan, Stop
from engine.core.ask import Event
from engine.core.position import Position
from engine.core.record import Entry, apply, effective_indexes, from_rows
from engine.core.record import replay as replayed
from table import clocks
from table.clocks import Clock, Timing
from table.live import game_of, options_of
from table.plans import Played, react
from table.story import Note

MOST_STEPS = 60
"""Prepared answers that go on and on end here; the next ones come with the next move."""


class Step(Struct, frozen=True):
    """One entry and what came of it."""

    entry: Entry
    position: Position
    events: tuple[Event, ...]
    all_have: bool
    """Whether it completed what several were asked at once: what they chose in secret is known now."""
    undone: tuple[int, ...] = ()
    """Whose moves it took back."""

    @property
    def to_move(self) -> tuple[int, ...]:
        return tuple(ask.seat for ask in self.position.asks)


class Course(Struct, frozen=True):
    """The steps of one commit: what somebody did, then what others had prepared for it."""

    match: Match
    steps: tuple[Step, ...]
    plans: tuple[Plan, ...]
    """What prepared lines have become …"""
    dropped: tuple[int, ...]
    """… and those that no longer fit."""

    @property
    def position(self) -> Position:
        return self.steps[-1].position

    @property
    def to_move(self) -> tuple[int, ...]:
        return self.steps[-1].to_move

    @property
    def version(self) -> int:
        """The match's version afterwards."""
        return self.match.version + len(self.steps)

    @property
    def by(self) -> int:
        """Who began it."""
        return self.steps[0].entry.seat

    @property
    def movers(self) -> set[int]:
        """Everybody who did something, or had prepared it."""
        return {step.entry.seat for step in self.steps}

    @property
    def waiting(self) -> set[int]:
        """The seats whose question has been the same all the time: they keep their drafts and are not called again."""
        found = set(self.match.to_move)
        for step in self.steps:
            found &= set(step.to_move) - {step.entry.seat} if step.entry.kind == "play" else set()
        return found

    @property
    def going_on(self) -> set[int]:
        """The seats that have something new to decide within their own move: they are there and need no call."""
        played = all(step.entry.kind == "play" for step in self.steps)
        there = self.movers & set(self.match.to_move) if played and len(self.movers) == 1 else set()
        return there & set(self.to_move) - self.waiting

    @property
    def called(self) -> list[int]:
        """The seats that have something new to decide and are told so."""
        return [seat for seat in self.to_move if seat not in self.waiting and seat not in self.going_on]

    @property
    def told(self) -> bool:
        """Whether it is worth a public message."""
        return any(self._news(number) for number in range(len(self.steps)))

    def _news(self, number: int) -> bool:
        step = self.steps[number]
        before = self.steps[number - 1].to_move if number else self.match.to_move
        if step.position.partial:
            return False
        return (
            step.position.outcome is not None
            or step.entry.kind != "play"
            or step.all_have
            or any(seat not in before for seat in step.to_move)
            or any(event.kind == "turn" for event in step.events)
        )

    def rows(self) -> list[NewMove]:
        """The entries of the log."""
        return [
            NewMove(
                seat=step.entry.seat,
                kind=step.entry.kind,
                codes=json.dumps(step.entry.codes),
                note=msgspec.json.encode(
                    Note(
                        keep=step.entry.undo_to,
                        told=self.told and step is self.steps[-1],
                        secret=step.position.secret_answered,
                        partial=step.position.partial,
                        events=step.events,
                        shown=step.position.revealed,
                        prepared=number > 0,
                    )
                ).decode(),
            )
            for number, step in enumerate(self.steps)
        ]

    def timing(self, stops: Sequence[Stop], now: int) -> Timing | None:
        """The clocks afterwards."""
        clock: Clock = clocks.of(self.match.clock)
        timing = clocks.timing_of(self.match.timing)
        for step in self.steps:
            if timing is None:
                break
            moved = (step.entry.seat,) if step.entry.kind == "play" else ()
            timing = clocks.go_on(clock, timing, stops, now, step.to_move, moved)
            timing = clocks.taken_back(clock, timing, step.undone)
            if step.entry.seat < 0:  # stewards have put right what nobody could help
                timing = clocks.refreshed(clock, timing, step.to_move)
        return timing


def course(match: Match, position: Position, entry: Entry, log: Sequence[Move], plans: Sequence[Plan]) -> Course:
    """Carry out an entry, then everything that players have prepared for what comes of it."""
    steps = [_step(match, position, entry, log)]
    kept = {plan.id: plan for plan in plans}
    changed: dict[int, Plan] = {}
    dropped: list[int] = []
    lately = [Played(entry, position)]
    while kept and len(steps) < MOST_STEPS:
        now = steps[-1].position
        reaction = react(tuple(kept.values()), now, lately)
        for plan in reaction.changed:
            kept[plan.id] = changed[plan.id] = plan
        for number in reaction.dropped:
            kept.pop(number, None)
            changed.pop(number, None)
            dropped.append(number)
        if reaction.entry is None:
            break
        lately.append(Played(reaction.entry, now))
        steps.append(_step(match, now, reaction.entry, log))
    return Course(match, tuple(steps), tuple(changed.values()), tuple(dropped))


def _step(match: Match, position: Position, entry: Entry, log: Sequence[Move]) -> Step:
    if entry.kind == "undo":
        entries = [*from_rows(log), entry]
        there = replayed(game_of(match), options_of(match), match.seats, match.seed, entries)
        gone = [entries[place] for place in effective_indexes(entries[:-1]) if place >= entry.undo_to]
        undone = tuple(one.seat for one in gone if one.kind == "play")
        return Step(entry, there, (), all_have=False, undone=undone)
    after = position.fork()
    after.revealed = False  # what was shown before, when the fork caught up
    after.secret_answered = position.together and entry.kind == "play"
    events = apply(after, entry)
    return Step(entry, after, tuple(events), all_have=position.together and not after.partial)
