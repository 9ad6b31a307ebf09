"""Plans a commit: an entry and the prepared answers to it, carried out in memory before anything is stored."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec import Struct

from db.rows import ClockStop, Match, Move, NewMove, Offer, Plan
from engine.core.ask import Event
from engine.core.position import Position
from engine.core.record import Entry, apply, effective_indexes, from_rows, replay
from table.clocks import clocks
from table.clocks.clocks import Clock, Timing
from table.matches.live import game_of, options_of
from table.matches.story import Note
from table.matches.substitute_request import SUBSTITUTE, Substitution
from table.plans.plans import PlayedEntry, react

MAX_STEPS = 60
"""The maximum number of entries in one commit; further prepared answers wait for the next move."""


class Step(Struct, frozen=True):
    """One entry and its results."""

    entry: Entry
    position: Position
    events: tuple[Event, ...]
    completes_together: bool
    """Whether it was the last answer to a simultaneous question, whose answers are revealed now."""
    undone: tuple[int, ...] = ()
    """The seats whose moves it has undone, one per move."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that are asked afterward."""
        return tuple(ask.seat for ask in self.position.asks)


class CommitPlan(Struct, frozen=True):
    """The steps of one commit: a player's entry and the prepared answers to it."""

    match: Match
    before: Position
    steps: tuple[Step, ...]
    plans: tuple[Plan, ...]
    """Prepared lines that have changed …"""
    dropped: tuple[int, ...]
    """… and the ids of lines that no longer fit."""
    computers: frozenset[int] = frozenset()
    """The seats of computers."""
    may_hold: bool = True
    """Whether its public message may wait for the computers' answers."""

    @property
    def position(self) -> Position:
        return self.steps[-1].position

    @property
    def to_move(self) -> tuple[int, ...]:
        return self.steps[-1].to_move

    @property
    def version(self) -> int:
        """The match's version after the commit."""
        return self.match.version + len(self.steps)

    @property
    def by(self) -> int:
        """The seat of the first entry."""
        return self.steps[0].entry.seat

    @property
    def movers(self) -> set[int]:
        """The seats of all entries, including prepared ones."""
        return {step.entry.seat for step in self.steps}

    @property
    def undisturbed(self) -> set[int]:
        """Seats whose open question this commit did not change: they keep their draft and are not notified again."""
        found = set(self.match.to_move)
        for step in self.steps:
            found &= set(step.to_move) - {step.entry.seat} if step.entry.kind == "play" else set()
        return found

    @property
    def continuing(self) -> set[int]:
        """Seats that are asked again within their own move: they are present and need no notification."""
        played = all(step.entry.kind == "play" for step in self.steps)
        there = self.movers & set(self.match.to_move) if played and len(self.movers) == 1 else set()
        return there & set(self.to_move) - self.undisturbed

    @property
    def notified(self) -> list[int]:
        """Seats with a new question, which are notified."""
        return [seat for seat in self.to_move if seat not in self.undisturbed and seat not in self.continuing]

    @property
    def announced(self) -> bool:
        """Whether the commit posts a public message."""
        return not self.held and any(self._newsworthy(number) for number in range(len(self.steps)))

    @property
    def held(self) -> bool:
        """Whether only computers are asked now: their answers will be part of the same public message."""
        played = all(step.entry.kind == "play" for step in self.steps)
        return self.may_hold and played and bool(self.to_move) and self.computers.issuperset(self.to_move)

    @property
    def partial(self) -> bool:
        """Whether other seats have not yet answered the same simultaneous question."""
        return self.position.partial

    @property
    def in_setup(self) -> bool:
        """Whether it answers questions before the first turn and more of them follow: then the last board is edited."""
        played = all(step.entry.kind == "play" for step in self.steps)
        asked = [ask for position in (self.before, self.position) for ask in position.asks]
        goes_on = bool(self.position.asks) and played
        return goes_on and all(ask.prompt in self.position.game.setup_prompts for ask in asked)

    @property
    def from_setup(self) -> bool:
        """Whether it answers a question before the first turn, which the message below the board may have asked."""
        return any(ask.prompt in self.before.game.setup_prompts for ask in self.before.asks)

    def _newsworthy(self, number: int) -> bool:
        step = self.steps[number]
        before = self.steps[number - 1].to_move if number else self.match.to_move
        if step.position.partial:
            return False
        return (
            step.position.outcome is not None
            or step.entry.kind != "play"
            or step.completes_together
            or any(seat not in before for seat in step.to_move)
            or any(event.kind == "turn" for event in step.events)
        )

    def rows(self, prompted: Sequence[int] = ()) -> list[NewMove]:
        """The steps as log rows. `prompted`: the seats that the message below the board asks."""
        return [
            NewMove(
                seat=step.entry.seat,
                kind=step.entry.kind,
                codes=json.dumps(step.entry.codes),
                note=msgspec.json.encode(
                    Note(
                        undo_to=step.entry.undo_to,
                        announced=self.announced and step is self.steps[-1],
                        edited=self.announced and self.in_setup and step is self.steps[-1],
                        prompted=tuple(prompted) if step is self.steps[-1] else (),
                        secret=step.position.secret_answered,
                        partial=step.position.partial,
                        events=step.events,
                        revealed=step.position.revealed,
                        prepared=number > 0,
                    )
                ).decode(),
            )
            for number, step in enumerate(self.steps)
        ]

    def timing(self, stops: Sequence[ClockStop], now: int) -> Timing | None:
        """The clock times after the commit; computers' clocks never run."""
        clock: Clock = clocks.load_clock(self.match.clock)
        timing = clocks.load_timing(self.match.timing)
        for step in self.steps:
            if timing is None:
                break
            moved = (step.entry.seat,) if step.entry.kind == "play" else ()
            people = [seat for seat in step.to_move if seat not in self.computers]
            timing = clocks.after_move(clock, timing, stops, now, people, moved)
            timing = clocks.after_undo(clock, timing, step.undone)
            if step.entry.seat < 0:  # seat −1: an admin repair. Give the seats to move a fresh allowance.
                timing = clocks.topped_up(clock, timing, step.to_move)
        return timing


def plan_commit(
    match: Match,
    position: Position,
    entry: Entry,
    log: Sequence[Move],
    plans: Sequence[Plan],
    computers: frozenset[int] = frozenset(),
    *,
    may_hold: bool = True,
) -> CommitPlan:
    """Carry out an entry and every prepared answer that follows from it."""
    steps = [_step(match, position, entry, log)]
    current = {plan.id: plan for plan in plans}
    changed: dict[int, Plan] = {}
    dropped: list[int] = []
    recent = [PlayedEntry(entry, position)]
    while current and len(steps) < MAX_STEPS:
        now = steps[-1].position
        reaction = react(tuple(current.values()), now, recent)
        for plan in reaction.changed:
            current[plan.id] = changed[plan.id] = plan
        for number in reaction.dropped:
            current.pop(number, None)
            changed.pop(number, None)
            dropped.append(number)
        if reaction.entry is None:
            break
        recent.append(PlayedEntry(reaction.entry, now))
        steps.append(_step(match, now, reaction.entry, log))
    return CommitPlan(match, position, tuple(steps), tuple(changed.values()), tuple(dropped), computers, may_hold)


def _step(match: Match, position: Position, entry: Entry, log: Sequence[Move]) -> Step:
    if entry.kind == "undo":
        entries = [*from_rows(log), entry]
        there = replay(game_of(match), options_of(match), match.seats, match.seed, entries)
        gone = [entries[place] for place in effective_indexes(entries[:-1]) if place >= entry.undo_to]
        undone = tuple(one.seat for one in gone if one.kind == "play")
        return Step(entry, there, (), completes_together=False, undone=undone)
    after = position.fork()
    after.secret_answered = position.together and entry.kind == "play"
    events = apply(after, entry)
    return Step(entry, after, tuple(events), completes_together=position.together and not after.partial)


def overtaken(offers: Mapping[str, Offer], movers: Collection[int]) -> tuple[str, ...]:
    """The request to replace an absent player, if that player has moved now."""
    offer = offers.get(SUBSTITUTE)
    if offer is None:
        return ()
    seat = Substitution.load(offer.detail).seat
    return (SUBSTITUTE,) if seat != offer.by_seat and seat in movers else ()
