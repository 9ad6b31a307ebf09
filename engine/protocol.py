"""The engine protocol: one request, one answer, both plain data (what UCI is to chess). No I/O in here."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from engine.core.ask import Ask, Event, Refused
from engine.core.game import AnyGame, Impossible
from engine.core.playout import playout
from engine.core.position import Position
from engine.core.text import Text, say, text
from engine.learning.puzzles import Puzzle, attempts, puzzles, task

Drawn = dict[str, Any]
Draw = Callable[[Position, int | None, str], Drawn]
"""Position, seat and file → width, height, bytes and alt text of the picture that was written."""

MOST_GAMES = 100_000


class Players(Protocol):
    """The computer players."""

    def think(self, position: Position, seat: int, level: int, seed: str) -> dict[str, Any]:
        """The codes of the seat's next decision, its chance to win, and the number of picks tried."""

    def levels(self, game: AnyGame) -> list[dict[str, Any]]:
        """The levels of a game: number, name, effort."""


class Line(Struct, frozen=True):
    """A puzzle and the picks since its start, each with its seat."""

    puzzle: Puzzle
    picks: tuple[tuple[int, str], ...] = ()


class Fault(Exception):
    """A request that cannot be answered; the session continues."""

    def __init__(self, code: str, fault: Text, rule: str = "") -> None:
        super().__init__(str(fault))
        self.code, self.text, self.rule = code, fault, rule


class Session:
    """One session: at most one position at a time, and its marks."""

    def __init__(self, games: Mapping[str, AnyGame], draw: Draw, clock: Callable[[], float], players: Players) -> None:
        self.games, self.draw, self.clock, self.players = games, draw, clock, players
        self.position: Position | None = None
        self.line_of: Line | None = None
        """The puzzle that is set up and the picks since, or None."""
        self.marks: list[tuple[Position, tuple[bytes, int, tuple[str, ...]], Line | None]] = []
        self._does: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "games": self._games, "new": self._new, "set": self._set, "asks": self._asks, "pick": self._pick,
            "mark": self._mark, "goto": self._goto, "position": self._position, "view": self._view,
            "outcome": self._outcome, "render": self._render, "playout": self._playout,
            "resign": self._resign, "draw": self._draw, "think": self._think, "levels": self._levels,
            "puzzles": self._puzzles, "puzzle": self._puzzle, "measure": self._measure,
        }  # fmt: skip

    def line(self, line: str | bytes) -> str:
        """Answer one line with one line."""
        try:
            request = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return _encode(_refusal(Fault("malformed", text("This is not a line of JSON."))))
        return _encode(self.answer(request))

    def answer(self, request: object) -> dict[str, Any]:
        """Answer one request."""
        try:
            if not isinstance(request, dict) or not isinstance(request.get("do"), str):
                raise Fault("malformed", text("A request is an object with the field do."))
            does = self._does.get(request["do"])
            if does is None:
                raise Fault("unknown", text("Unknown request. Known: {names}.", names=", ".join(self._does)))
            return {"ok": True, **does(request)}
        except (Fault, Refused) as fault:
            return _refusal(fault)
        except Impossible as fault:
            return _refusal(Fault("impossible", fault.text))

    def _here(self) -> Position:
        if self.position is None:
            raise Fault("no-position", text("Begin with new or set."))
        return self.position

    def _game(self, request: Mapping[str, Any]) -> AnyGame:
        key = request.get("game")
        if not isinstance(key, str) or key not in self.games:
            raise Fault("unknown-game", text("There is no such game. Available: {names}.", names=", ".join(self.games)))
        return self.games[key]

    def _games(self, _: Mapping[str, Any]) -> dict[str, Any]:
        return {"games": [_described(game) for game in self.games.values()]}

    def _new(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game = self._game(request)
        seats = _field(request, "seats", int, game.seat_counts[0])
        self.position = Position.new(game, _options(request), seats, _field(request, "seed", str, ""))
        self.line_of = None
        return self._asks(request)

    def _set(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game = self._game(request)
        self.position = Position.read(game, _options(request), _field(request, "position", dict))
        self.line_of = None
        return self._asks(request)

    def _asks(self, _: Mapping[str, Any]) -> dict[str, Any]:
        return {"asks": [_asked(ask) for ask in self._here().asks]}

    def _pick(self, request: Mapping[str, Any]) -> dict[str, Any]:
        position = self._here()
        seat, code = _field(request, "seat", int), _field(request, "code", str)
        events = position.pick(seat, code)
        if self.line_of is not None:
            self.line_of = Line(self.line_of.puzzle, (*self.line_of.picks, (seat, code)))
        return {"events": [_happened(event) for event in events], **self._asks(request)}

    def _resign(self, request: Mapping[str, Any]) -> dict[str, Any]:
        position = self._here()
        seat = _field(request, "seat", int)
        if not 0 <= seat < position.seats:
            raise Fault("no-seat", text("There is no such seat."))
        position.resign(seat)
        return self._outcome(request)

    def _draw(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._here().agree_draw()
        return self._outcome(request)

    def _mark(self, _: Mapping[str, Any]) -> dict[str, Any]:
        here = self._here()
        self.marks.append((here, here.mark(), self.line_of))
        return {"mark": len(self.marks) - 1}

    def _goto(self, request: Mapping[str, Any]) -> dict[str, Any]:
        number = _field(request, "mark", int)
        if not 0 <= number < len(self.marks):
            raise Fault("no-mark", text("There is no such mark."))
        origin, mark, self.line_of = self.marks[number]
        self.position = origin.at_mark(mark)
        return self._asks(request)

    def _position(self, _: Mapping[str, Any]) -> dict[str, Any]:
        return {"position": self._here().write()}

    def _view(self, request: Mapping[str, Any]) -> dict[str, Any]:
        position, seat = self._here(), self._seat(request)
        return {"view": msgspec.to_builtins(position.game.view(position.state, seat, position.asks))}

    def _seat(self, request: Mapping[str, Any]) -> int | None:
        seat = request.get("seat")
        if seat is None:
            return None
        if type(seat) is not int or not 0 <= seat < self._here().seats:
            raise Fault("no-seat", text("There is no such seat."))
        return seat

    def _outcome(self, _: Mapping[str, Any]) -> dict[str, Any]:
        outcome = self._here().outcome
        if outcome is None:
            return {"over": False, "winners": [], "draw": False, "reason": "", "scores": []}
        winners = list(outcome.winners)
        return {
            "over": True, "winners": winners, "draw": not winners, "reason": outcome.reason,
            "scores": list(outcome.scores),
        }  # fmt: skip

    def _render(self, request: Mapping[str, Any]) -> dict[str, Any]:
        position, seat = self._here(), self._seat(request)
        try:
            return self.draw(position, seat, _field(request, "file", str))
        except (OSError, ValueError) as fault:
            raise Fault("file", text("The picture cannot be written: {fault}.", fault=str(fault))) from None

    def _playout(self, request: Mapping[str, Any]) -> dict[str, Any]:
        games = _field(request, "n", int, 1)
        if not 1 <= games <= MOST_GAMES:
            raise Fault("number", text("n is 1 to {most}.", most=MOST_GAMES))
        begun = self.clock()
        played = playout(self._here(), _field(request, "seed", str, ""), games)
        seconds = self.clock() - begun
        return {"games": played.games, "picks": played.picks, "seconds": round(seconds, 6), "results": played.results}

    def _think(self, request: Mapping[str, Any]) -> dict[str, Any]:
        position, seat = self._here(), _field(request, "seat", int)
        return self.players.think(position, seat, _field(request, "level", int, 3), _field(request, "seed", str, ""))

    def _levels(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return {"levels": self.players.levels(self._game(request))}

    def _puzzles(self, request: Mapping[str, Any]) -> dict[str, Any]:
        found = enumerate(puzzles(self._game(request).key), 1)
        return {"puzzles": [_listed(puzzle, number) for number, puzzle in found]}

    def _puzzle(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game, number = self._game(request), _field(request, "number", int)
        found = puzzles(game.key)
        if not 1 <= number <= len(found):
            raise Fault("no-puzzle", text("There is no such puzzle: the game has {n}.", n=len(found)))
        puzzle = found[number - 1]
        self.position, self.line_of = Position.read(game, puzzle.options, puzzle.position), Line(puzzle)
        described = {
            **_listed(puzzle, number), "task": say(task(game, puzzle)), "seat": puzzle.seat,
            "options": puzzle.options, "position": puzzle.position,
        }  # fmt: skip
        return {"puzzle": described, **self._asks(request)}

    def _measure(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """The measure that the line since the puzzle's start has reached; later picks do not count."""
        line, game = self.line_of, self._here().game
        if line is None:
            raise Fault("no-puzzle", text("Begin with puzzle."))
        own = itertools.takewhile(lambda picked: picked[0] == line.puzzle.seat, line.picks)
        tries = list(attempts(game, line.puzzle, [code for _, code in own]))
        value, over = (tries[-1].value, tries[-1].position.boundary) if tries else (None, False)
        return {"value": value, "solved": any(one.solved for one in tries), "over": over}


_MISSING: Any = object()


def _field(request: Mapping[str, Any], name: str, kind: type, default: Any = _MISSING) -> Any:
    value = request.get(name, default)
    if type(value) is not kind:
        named = {int: "a whole number", str: "a text", dict: "an object"}[kind]
        raise Fault("malformed", text("The field {name} must be {kind}.", name=name, kind=named))
    return value


def _options(request: Mapping[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = _field(request, "options", dict, {})
    return options


def _asked(ask: Ask) -> dict[str, Any]:
    return {
        "seat": ask.seat,
        "prompt": ask.prompt,
        "options": [{"code": one.code, "label": say(one.label), "at": list(one.at)} for one in ask.options],
    }


def _happened(event: Event) -> dict[str, Any]:
    hidden = {} if event.only is None else {"only": list(event.only)}
    return {"kind": event.kind, **event.args, **hidden}


def _described(game: AnyGame) -> dict[str, Any]:
    return {
        "game": game.key,
        "name": say(game.name),
        "seats": list(game.seat_counts),
        "rules_version": game.rules_version,
        "options": [{"key": one.key, "values": list(one.values), "default": one.default} for one in game.match_options],
    }


def _listed(puzzle: Puzzle, number: int) -> dict[str, Any]:
    return {
        "number": number, "id": puzzle.id, "aim": puzzle.aim, "grade": puzzle.grade, "best": puzzle.best,
        "picks": puzzle.picks, "ways": puzzle.ways,
    }  # fmt: skip


def _refusal(fault: Fault | Refused) -> dict[str, Any]:
    error = {"code": fault.code, "text": say(fault.text)}
    if fault.rule:
        error["rule"] = fault.rule
    return {"ok": False, "error": error}


def _encode(answer: dict[str, Any]) -> str:
    return msgspec.json.encode(answer).decode()
