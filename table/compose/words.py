"""Phrases that several messages share."""

from __future__ import annotations

from collections.abc import Iterable

from db.rows import Match
from engine.core.text import Text, joined, text
from table.clocks import clocks
from table.clocks.time_left import Times
from table.computers.computers import is_computer
from table.matches.live import Live, game_of, options_of
from table.outbox.outgoing import Line, bold, mention


def names(people: Iterable[int | None]) -> Text:
    """The people's names as a list."""
    return joined([mention(person) for person in people])


def option_lines(match: Match) -> list[Line]:
    """The match's options as a small line; none for a game without options."""
    return [Line(options(match), "small")] if game_of(match).match_options else []


def options(match: Match) -> Text:
    """The match's options."""
    chosen = options_of(match)
    parts = []
    for option in game_of(match).match_options:
        value = chosen.get(option.key, option.default)
        name = option.value_names[option.values.index(value)] if option.value_names else Text(str(value))
        parts.append(joined([option.name, name], ": "))
    return joined(parts, " · ")


def clock(match: Match) -> Text:
    """The match's clock in words."""
    return text("Time: {clock}", clock=clocks.clock_text(clocks.load_clock(match.clock)))


def players(live: Live) -> Text:
    """The player of each side; before the sides are known, of each letter, as in the picture."""
    sides = [live.game.name_of(live.position.state, one.seat) for one in live.seats]
    pairs = zip(sides, live.seats, strict=True)
    return joined([joined([bold(side), mention(one.person)], " ") for side, one in pairs], " · ")


def your_move(live: Live, seat: int) -> Text:
    """A prompt to the seat's player, or a line that a computer is thinking."""
    side, who = live.side_name(seat), mention(live.person_at(seat))
    if is_computer(live.person_at(seat)):
        return text("{who} is thinking…", who=who)
    return text("{side}, {who}: your move.", side=side, who=who) if side else text("{who}: your move.", who=who)


def with_time_left(words: Text, times: Times, seat: int) -> Text:
    """The words and the seat's time left, if there is a clock."""
    left = times.left(seat)
    return words if left is None else joined([words, left], " · ")


def do_you_accept(people: Iterable[int | None]) -> Line:
    """The question to the invited people."""
    return Line(text("{names}, do you accept?", names=names(people)))
