"""The driver runs a game's script from question to question, and reruns it for a fork."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import msgpack
from msgspec.structs import force_setattr

from engine.core.ask import Ask, Event, Later, Option, Refused, Roll, Script, Show, Shuffle, Together
from engine.core.dice import Dice
from engine.core.game import AnyGame, MatchOptions
from engine.core.text import text

_pack = msgpack.Encoder().encode


class Driver:
    """The running part of a position: the open questions and the script that waits for their answers."""

    awaits = -1
    """If held before a question to another seat: that seat, else −1."""

    def __init__(self, game: AnyGame, options: MatchOptions, state: Any, dice: Dice, *, forkable: bool = True) -> None:
        self.game, self.options, self.state, self.dice = game, options, state, dice
        self.asks: tuple[Ask, ...] = ()
        self.picks: list[str] = []
        """The codes picked since the last rest; `seat:code` for questions to several seats at once."""
        self.events: list[Event] = []
        """The events of the last pick."""
        self.on_event: Callable[[Event], None] | None = None
        """Called with every event while the state is as of that event; used for films."""
        self.boundary = False
        """Whether the last pick used chance, showed something hidden, or went on to another seat or to the end."""
        self.forced: list[Option] = []
        """The options of single-option questions answered automatically since the last pick."""
        self.revealed = False
        """Whether chance was used or hidden information shown since this position was created."""
        self.secret_answered = False
        """Whether a question with a secret answer was answered since then."""
        self.held = False
        """Whether the script stopped before that boundary, to look at the effects of the pick.

        A held script is never resumed, so it is dropped: a search keeps tens of thousands of held positions."""
        self._forkable = forkable
        self._script: Script[None] | None = None
        self._together: Together | None = None
        self._answers: dict[int, Option] = {}
        self._base = b""
        self._base_rolls = 0
        self._sent: list[Any] = []
        """The values sent to the script since the last rest, including automatic answers."""
        self._events_at_rest = self._forced_at_rest = 0
        self._run(None, -1, hold=False)

    @property
    def together(self) -> bool:
        """Whether several seats are being asked at once, blind to each other."""
        return self._together is not None

    @property
    def partial(self) -> bool:
        """Whether only some of the seats asked together have answered."""
        return self._together is not None and len(self.asks) < len(self._together.asks)

    @property
    def answers(self) -> Mapping[int, Option]:
        """Answers so far to a simultaneous question, by seat."""
        return self._answers

    def ask_of(self, seat: int) -> Ask | None:
        """The open question to that seat."""
        for ask in self.asks:
            if ask.seat == seat:
                return ask
        return None

    def pick(self, seat: int, code: str, *, hold: bool = False) -> list[Event]:
        """Answer the open question. With `hold`, stop before the boundary and reveal nothing beyond it."""
        if self.held:
            raise Refused("confirm-first", text("Confirm your move first."))
        if not self.asks:
            raise Refused("over", text("The match is over."))
        ask = self.ask_of(seat)
        if ask is None:
            raise Refused("not-your-turn", text("It is not your turn to decide."))
        code = code.strip().lower()
        for option in ask.options:
            if option.code == code:
                return self.answer(ask, option, hold=hold)
        raise self.game.refusal(self.state, ask, code)

    def answer(self, ask: Ask, option: Option, *, hold: bool = False, listed: bool = True) -> list[Event]:
        """Answer with an option of an open question; with `listed` false, the options of the next one are computed on
        access.
        """
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
            self._run(option.value, ask.seat, hold=hold, listed=listed)
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

    def _run(self, value: Any, seat: int, *, hold: bool, listed: bool = True) -> None:
        """Run the script to the next question that is a real choice, to the end, or (held) to the boundary."""
        script, on_event = self._script, self.on_event
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
                if on_event is not None:
                    on_event(request)  # type: ignore[arg-type]
            elif kind is Ask:
                options = request.options  # type: ignore[union-attr]
                if type(options) is not Later or listed or not options.several:
                    if type(options) is Later:
                        options = options.list_options(*options.args)
                        force_setattr(request, "options", options)
                    if len(options) == 1:
                        value = options[0].value
                        self.forced.append(options[0])
                        if self._forkable:
                            self._sent.append(value)
                        continue
                    if not options:
                        raise ValueError(f"{request.prompt} offers nothing")  # type: ignore[union-attr]
                if request.seat != seat:  # type: ignore[union-attr]
                    self.boundary, self.held = True, hold
                    if hold:
                        self.awaits, self._script = request.seat, None  # type: ignore[union-attr]
                self.asks = () if self.held else (request,)  # type: ignore[assignment]
                return
            elif hold:
                self.boundary = self.held = True
                self.asks, self._script = (), None
                return
            else:
                self.boundary = True
                if kind is Show:
                    self.revealed = True
                elif isinstance(request, Together):
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
                    else:
                        assert isinstance(request, Shuffle)
                        value = self.dice.shuffled(request.items)

    def _rest(self) -> None:
        """Save the state, from which forks start."""
        self._base, self._base_rolls = _pack(self.state), self.dice.used
        self._events_at_rest, self._forced_at_rest = len(self.events), len(self.forced)
        self.picks, self._sent = [], []

    def _at_rest(self) -> Any:
        return msgpack.decode(self._base, type=self.game.state_type)

    def _caught_up(self) -> Script[None]:
        """Rerun the script from the rest to the open question with the earlier values, without listing options."""
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
