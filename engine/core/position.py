"""A position: the state at the last rest and the codes picked since; and the driver that runs its script."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import msgpack
from msgspec.structs import force_setattr

from engine.core.ask import Ask, Event, Later, Option, Refused, Roll, Script, Show, Shuffle, Together
from engine.core.dice import Dice
from engine.core.game import AnyGame, Impossible, MatchOptions, Outcome
from engine.core.text import text

_pack = msgpack.Encoder().encode
_SEATS = tuple("0123456789")
_MOST_ROLLS = 1 << 53


class Position:
    """A match that can be played on. With `forkable`, also one that can be forked, restored and written down."""

    def __init__(self, game: AnyGame, options: MatchOptions, state: Any, dice: Dice, *, forkable: bool = True) -> None:
        self.game, self.options, self.state, self.dice = game, options, state, dice
        self.asks: tuple[Ask, ...] = ()
        self.picks: list[str] = []
        """The codes given since the last rest, `seat:code` where several seats were asked together."""
        self.events: list[Event] = []
        """What happened in the last pick."""
        self.on_event: Callable[[Event], None] | None = None
        """Told of every event while the state is as it stood then: for films."""
        self.boundary = False
        """Whether the last pick used chance, showed something hidden, or went on to another seat or to the end."""
        self.forced: list[str] = []
        """The codes of the questions that have answered themselves since the last pick."""
        self.revealed = False
        """Whether chance was used or something hidden was shown since this position was made."""
        self.secret_answered = False
        """Whether a question has been answered since then whose answer is secret."""
        self.held = False
        """Whether the script stands still before that boundary, for a look at what the pick would do."""
        self._forkable = forkable
        self._script: Script[None] | None = None
        self._together: Together | None = None
        self._answers: dict[int, Option] = {}
        self._base = b""
        self._base_rolls = 0
        self._sent: list[Any] = []
        """The values that the script got for its questions since the last rest, those of single options among them."""
        self._events_at_rest = self._forced_at_rest = 0
        self._run(None, -1, hold=False)

    @classmethod
    def new(cls, game: AnyGame, options: MatchOptions, seats: int, seed: str, *, forkable: bool = True) -> Position:
        """The start of a match."""
        if seats not in game.seat_counts:
            counts = ", ".join(str(n) for n in game.seat_counts)
            raise Impossible(text("This game is played by {counts} seats.", counts=counts))
        settled = game.settle(options)
        state = game.start(settled, seats)
        state.rules = game.rules_version
        return cls(game, settled, state, Dice(seed), forkable=forkable)

    @property
    def together(self) -> bool:
        """Whether several seats are being asked at once, blind to each other."""
        return self._together is not None

    @property
    def partial(self) -> bool:
        """Whether some of those who are asked together have answered and others have not."""
        return self._together is not None and len(self.asks) < len(self._together.asks)

    @property
    def seats(self) -> int:
        return sum(len(team) for team in self.game.teams(self.state))

    @property
    def outcome(self) -> Outcome | None:
        found: Outcome | None = self.state.outcome
        return found

    def ask_of(self, seat: int) -> Ask | None:
        """The open question to that seat."""
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def pick(self, seat: int, code: str, *, hold: bool = False) -> list[Event]:
        """Answer the open question. With `hold`, stop before the boundary: nothing beyond it is known afterwards."""
        if self.held:
            raise Refused("confirm-first", text("Confirm your move first."))
        if not self.asks:
            raise Refused("over", text("The match is over."))
        ask = self.ask_of(seat)
        if ask is None:
            raise Refused("not-your-turn", text("It is not your decision now."))
        code = code.strip().lower()
        for option in ask.options:
            if option.code == code:
                return self.answer(ask, option, hold=hold)
        raise self.game.refusal(self.state, ask, code)

    def answer(self, ask: Ask, option: Option, *, hold: bool = False) -> list[Event]:
        """Answer with an option of an open question."""
        self.events, self.forced = [], []
        self.boundary = False
        if ask.secret:
            self.secret_answered = True
        if self._together is not None:
            self._answer_together(ask, option, hold=hold)
        else:
            if self._forkable:
                self.picks.append(option.code)
                self._sent.append(option.value)
            self._run(option.value, ask.seat, hold=hold)
        return self.events

    def _answer_together(self, ask: Ask, option: Option, *, hold: bool) -> None:
        assert self._together is not None
        self.picks.append(f"{ask.seat}:{option.code}")
        self._answers[ask.seat] = option
        self.asks = tuple(other for other in self.asks if other.seat != ask.seat)
        self.boundary = True
        if hold:
            self.held, self.asks = True, ()
        elif not self.asks:
            values = tuple(self._answers[one.seat].value for one in self._together.asks)
            self._together, self._answers = None, {}
            self._sent.append(values)
            self._run(values, ask.seat, hold=False)

    def _run(self, value: Any, seat: int, *, hold: bool) -> None:
        """Run the script to the next question that is a real choice, to the end, or (held) to the boundary."""
        script = self._script
        while True:
            if script is None:
                if self._forkable:
                    self._rest()
                if self.state.outcome is not None:
                    self.asks, self.boundary = (), True
                    return
                script = self._script = self.game.step(self.state)
            try:
                request = script.send(value)
            except StopIteration:
                script = self._script = None
                value = None
                continue
            value = None
            kind = type(request)
            if kind is Event:
                self.events.append(request)  # type: ignore[arg-type]
                if self.on_event is not None:
                    self.on_event(request)  # type: ignore[arg-type]
            elif kind is Ask:
                options = request.options  # type: ignore[union-attr]
                if type(options) is Later:
                    options = options.list_options(*options.args)
                    force_setattr(request, "options", options)
                if len(options) == 1:
                    value = options[0].value
                    self.forced.append(options[0].code)
                    if self._forkable:
                        self._sent.append(value)
                    continue
                if not options:
                    raise ValueError(f"{request.prompt} offers nothing")  # type: ignore[union-attr]
                if request.seat != seat:  # type: ignore[union-attr]
                    self.boundary, self.held = True, hold
                self.asks = () if self.held else (request,)  # type: ignore[assignment]
                return
            elif hold:
                self.boundary = self.held = True
                self.asks = ()
                return
            else:
                self.boundary = True
                if isinstance(request, Together):
                    if len({ask.seat for ask in request.asks}) != len(request.asks) or not request.asks:
                        raise ValueError("several seats are asked together, each once")
                    self._together, self._answers = request, {}
                    for ask in request.asks:
                        if not ask.options:
                            raise ValueError(f"{ask.prompt} offers nothing")
                        if len(ask.options) == 1:
                            self._answers[ask.seat] = ask.options[0]
                    self.asks = tuple(ask for ask in request.asks if ask.seat not in self._answers)
                    if self.asks:
                        return
                    self._together, value = None, tuple(self._answers[ask.seat].value for ask in request.asks)
                    self._sent.append(value)
                else:
                    self.revealed = True
                    if isinstance(request, Roll):
                        value = self.dice.below(request.sides)
                    elif isinstance(request, Shuffle):
                        value = self.dice.shuffled(request.items)
                    else:
                        assert isinstance(request, Show)

    def _rest(self) -> None:
        """Note the state, to be forked from."""
        self._base, self._base_rolls = _pack(self.state), self.dice.used
        self._events_at_rest, self._forced_at_rest = len(self.events), len(self.forced)
        self.picks, self._sent = [], []

    def end(self, outcome: Outcome) -> list[Event]:
        """An end that no script knows: resignation, an agreed draw, time that is over."""
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
        """Some games forbid to resign: then this is refused with the rule."""
        if rule := self.game.concession(self.state):
            raise Refused("illegal", self.game.rules[rule], rule)

    def resign(self, seat: int) -> list[Event]:
        """The seat's team gives up; the others win."""
        self.need_resignable()
        return self.end(Outcome(self._others(seat), "resigned"))

    def run_out(self, seats: Collection[int]) -> list[Event]:
        """The time of these seats is over: the other teams win; if there are none, nobody does."""
        if not seats or not set(seats) <= set(range(self.seats)):
            raise Impossible(text("There is no such seat."))
        return self.end(Outcome(self._others(*seats), "timeout"))

    def _others(self, *seats: int) -> tuple[int, ...]:
        """The teams without these seats."""
        return tuple(one for team in self.game.teams(self.state) if not {*seats} & {*team} for one in team)

    def agree_draw(self) -> list[Event]:
        """All sides have agreed."""
        return self.end(Outcome((), "agreed"))

    def _at_rest(self) -> Any:
        return msgpack.decode(self._base, type=self.game.state_type)

    def fork(self, *, forkable: bool = True, seed: str | None = None) -> Position:
        """An independent position that stands where this one does; with a seed, one with other chance ahead."""
        if self.held:
            return self.at_mark(self.mark(), forkable=forkable, seed=seed)
        there = object.__new__(Position)
        there.game, there.options, there.asks = self.game, self.options, self.asks
        there.state, there.dice = self._at_rest(), Dice(self.dice.seed, self._base_rolls)
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

    def _caught_up(self) -> Script[None]:
        """The script from the rest to the open question, with the values that it got before; nobody lists options."""
        script = self.game.step(self.state)
        values = iter(self._sent)
        value = None
        while True:
            request = script.send(value)
            value = None
            kind = type(request)
            if kind is Ask or kind is Together:
                try:
                    value = next(values)
                except StopIteration:
                    return script
            elif kind is Roll:
                value = self.dice.below(request.sides)  # type: ignore[union-attr]
            elif kind is Shuffle:
                value = self.dice.shuffled(request.items)  # type: ignore[union-attr]

    def mark(self) -> tuple[bytes, int, tuple[str, ...]]:
        """A note from which `at_mark` gets back here: the state at the last rest, the draws made, the picks since."""
        return self._base, self._base_rolls, tuple(self.picks)

    def at_mark(
        self, mark: tuple[bytes, int, tuple[str, ...]], *, forkable: bool = True, seed: str | None = None
    ) -> Position:
        """The position that the mark was made in."""
        base, rolls, picks = mark
        state: Any = msgpack.decode(base, type=self.game.state_type)
        dice = Dice(self.dice.seed, rolls)
        there = Position(self.game, self.options, state, dice, forkable=forkable)
        there.replay(picks)
        if seed is not None:
            there.dice.seed = seed
        return there

    def replay(self, picks: Sequence[str]) -> None:
        """Give the codes noted since a rest again."""
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
        """A position from its written form; what cannot be raises `Impossible` or `Refused`."""
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
