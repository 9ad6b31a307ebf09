"""A position: the state at the last rest and the codes picked since."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import msgpack

from engine.core.ask import Event, Refused
from engine.core.dice import Dice
from engine.core.driver import Driver
from engine.core.game import AnyGame, Impossible, MatchOptions, Outcome
from engine.core.text import text

_SEATS = tuple("0123456789")
_MOST_ROLLS = 1 << 53


class Position(Driver):
    """A match that can be played on. With `forkable`, also one that can be forked, restored and written down."""

    @classmethod
    def new(cls, game: AnyGame, options: MatchOptions, seats: int, seed: str, *, forkable: bool = True) -> Position:
        """The start of a match."""
        if seats not in game.seat_counts:
            counts = ", ".join(str(n) for n in game.seat_counts)
            raise Impossible(text("This game is for {counts} players.", counts=counts))
        settled = game.settle(options)
        state = game.start(settled, seats)
        state.rules = game.rules_version
        return cls(game, settled, state, Dice(seed), forkable=forkable)

    def __repr__(self) -> str:
        if self.outcome is not None:
            winners = ", ".join(str(seat) for seat in self.outcome.winners) or "nobody"
            return f"<Position of {self.game.key}: over ({self.outcome.reason}), won by {winners}>"
        asked = " and ".join(f"seat {ask.seat} ({ask.prompt})" for ask in self.asks) or "confirmation"
        return f"<Position of {self.game.key}: waits for {asked}, picks {self.picks}>"

    def __str__(self) -> str:
        """The board in words, as the public sees it."""
        view = self.game.view(self.state, None, self.asks)
        return "\n".join(str(line) for line in self.game.describe(view))

    @property
    def seats(self) -> int:
        return sum(len(team) for team in self.game.teams(self.state))

    @property
    def outcome(self) -> Outcome | None:
        found: Outcome | None = self.state.outcome
        return found

    @property
    def between_actions(self) -> bool:
        """Whether no action is in progress: nothing was picked since the last rest, and the rest is not midway."""
        return not self.picks and not self.game.midway(self.state)

    def end(self, outcome: Outcome) -> list[Event]:
        """End the match from outside the script: resignation, an agreed draw, a timeout."""
        if self.outcome is not None:
            raise Refused("over", text("The match is over."))
        self.state = self._at_rest()
        self.state.outcome = outcome
        self.asks, self._script, self._together, self.held, self.boundary = (), None, None, False, True
        details = self.game.end_details(self.state)
        self.events = [Event("over", {"winners": outcome.winners, "reason": outcome.reason, **details})]
        self._rest()
        return self.events

    def need_resignable(self) -> None:
        """Raise `Refused` with the rule if the game forbids resigning now."""
        if rule := self.game.concession(self.state):
            raise Refused("illegal", self.game.rules[rule], rule)

    def resign(self, seat: int) -> list[Event]:
        """The seat's team gives up; the others win."""
        self.need_resignable()
        return self.end(Outcome(self._others(seat), "resigned"))

    def run_out(self, seats: Collection[int]) -> list[Event]:
        """End the match by timeout of these seats: the other teams win; without other teams nobody wins."""
        if not seats or not set(seats) <= set(range(self.seats)):
            raise Impossible(text("There is no such seat."))
        return self.end(Outcome(self._others(*seats), "timeout"))

    def _others(self, *seats: int) -> tuple[int, ...]:
        """The seats of all teams without these seats."""
        return tuple(one for team in self.game.teams(self.state) if not {*seats} & {*team} for one in team)

    def agree_draw(self) -> list[Event]:
        """End the match as an agreed draw."""
        return self.end(Outcome((), "agreed"))

    def fork(self, *, forkable: bool = True, seed: str | None = None) -> Position:
        """An independent copy of this position; with a seed, future draws differ.

        The fork of a held position continues past the boundary.
        """
        if self.held:
            return self.at_mark(self.mark(), forkable=forkable, seed=seed)
        there = object.__new__(Position)
        there.game, there.options, there.asks = self.game, self.options, self.asks
        there.state, there.dice = self._at_rest(), self.dice.at(self._base_rolls)
        there.picks, there._sent = self.picks.copy(), self._sent.copy()
        there.on_event, there.revealed, there.secret_answered, there.held = None, False, False, False
        if self.picks:
            there.boundary, there.events, there.forced = self.boundary, self.events.copy(), self.forced.copy()
        else:
            there.boundary = True
            there.events, there.forced = self.events[self._events_at_rest :], self.forced[self._forced_at_rest :]
        there._events_at_rest = there._forced_at_rest = 0
        there._forkable, there._base, there._base_rolls = forkable, self._base, self._base_rolls
        there._together, there._answers = self._together, self._answers.copy()
        there._script = there._caught_up() if self._script is not None else None
        if seed is not None:
            there.dice.seed = seed
        return there

    def mark(self) -> tuple[bytes, int, tuple[str, ...]]:
        """A bookmark for `at_mark`: the state at the last rest, the number of draws, the picks since."""
        return self._base, self._base_rolls, tuple(self.picks)

    def at_mark(
        self, mark: tuple[bytes, int, tuple[str, ...]], *, forkable: bool = True, seed: str | None = None
    ) -> Position:
        """The position at which the mark was made."""
        base, rolls, picks = mark
        state: Any = msgpack.decode(base, type=self.game.state_type)
        dice = self.dice.at(rolls)
        there = Position(self.game, self.options, state, dice, forkable=forkable)
        there.replay(picks)
        if seed is not None:
            there.dice.seed = seed
        return there

    def replay(self, picks: Sequence[str]) -> None:
        """Pick the codes noted since a rest again."""
        for noted in picks:
            named, colon, code = noted.rpartition(":")
            if colon and named not in _SEATS:
                raise Impossible(text("A pick is a code, or a seat and a code: 0:e4."))
            self.pick(int(named) if colon else self.asks[0].seat if self.asks else -1, code)

    def write(self) -> dict[str, Any]:
        """The position as the protocol shows it; `read` gives the same asks."""
        written = self.game.write(self._at_rest())
        return {**written, "picks": list(self.picks), "seed": self.dice.seed, "rolls": self._base_rolls}

    @classmethod
    def read(cls, game: AnyGame, options: MatchOptions, written: Mapping[str, Any]) -> Position:
        """Read a position from its written form; raises `Impossible` or `Refused` if it cannot occur."""
        settled = game.settle(options)
        rest = {key: value for key, value in written.items() if key not in ("picks", "seed", "rolls")}
        seed, rolls, picks = written.get("seed", ""), written.get("rolls", 0), written.get("picks", [])
        if not isinstance(seed, str) or type(rolls) is not int or not 0 <= rolls < _MOST_ROLLS:
            raise Impossible(text("A seed is a text and rolls is a number of draws."))
        if not isinstance(picks, list) or not all(isinstance(one, str) for one in picks):
            raise Impossible(text("Picks are a list of codes."))
        position = cls(game, settled, game.read(settled, rest, game.rules_version), Dice(seed, rolls))
        position.replay(picks)
        return position
