"""A film of a whole match, from the stored log to the bytes."""

from __future__ import annotations

import json
import time
from statistics import median

import msgspec

from bench.rows import Row
from db.rows import Match, Move
from engine.core.dice import seed_hash
from engine.core.game import AnyGame
from engine.core.playout import choices
from engine.core.position import Position
from engine.core.record import Entry
from engine.registry import GAMES
from render.film.film import MOST_BYTES
from table.matches.story import Note
from table.matches.turns import effective_moves, turns
from workers.film_jobs import reel

TURNS, MATCHES, BAR = 60, 4, 2.0
_ANNOUNCED = msgspec.json.encode(Note(announced=True)).decode()


def films() -> list[Row]:
    """Measure each film twice: with nothing drawn before, and as in a running bot that has posted the boards."""
    rows = []
    for key, game in GAMES.items():
        new: list[float] = []
        known: list[float] = []
        sizes: list[int] = []
        for number in range(MATCHES):
            match, moves = stored(game, f"film {number}")
            for times in (new, known):
                begun = time.perf_counter()
                found = turns(match, effective_moves(moves), None)
                made = reel(match, found, "en", "classic", 0).film()
                times.append(time.perf_counter() - begun)
            sizes.append(len(made.data))
            assert made.frames == len(found) == TURNS + 1, "the turns, and the board before them"
        took, size = median(known), max(sizes)
        what = f"film of {TURNS} turns, {key}"
        ours = f"{took:.2f} s (never drawn: {median(new):.2f} s)"
        rows.append(Row(what, ours, f"{BAR:.0f} s", took / BAR, "< 1", took < BAR))
        rows.append(Row(f"{what}, size", f"{size >> 10:,} KiB", "8 MiB", size / MOST_BYTES, "< 1", size < MOST_BYTES))
    return rows


def stored(game: AnyGame, name: str) -> tuple[Match, list[Move]]:
    """A random match as stored, with the most players possible because with fewer some games end too soon."""
    for attempt in range(100):
        seed, seats = f"{name}, {attempt}", game.seat_counts[-1]
        entries = played(Position.new(game, {}, seats, seed), seed)
        if len(entries) == TURNS:
            return _rows(game, seats, seed, entries)
    raise LookupError(f"no match of {game.key} lasts {TURNS} turns")


def played(position: Position, seed: str) -> list[Entry]:
    """The first entries of random play; all picks of a seat up to a boundary make one entry."""
    draw = choices(seed).__next__
    entries: list[Entry] = []
    codes: list[str] = []
    while position.asks and len(entries) < TURNS:
        ask = position.asks[0]
        option = ask.options[draw() % len(ask.options)]
        codes.append(option.code)
        position.answer(ask, option)
        if position.boundary:
            entries.append(Entry(ask.seat, "play", tuple(codes)))
            codes = []
    return entries


def _rows(game: AnyGame, seats: int, seed: str, entries: list[Entry]) -> tuple[Match, list[Move]]:
    match = Match(
        id=1,
        guild=None,
        channel=1,
        parent=None,
        game=game.key,
        options="{}",
        seats=seats,
        seed=seed,
        seed_hash=seed_hash(seed),
        rules_version=game.rules_version,
        status="live",
        version=len(entries),
        position="",
        to_move=(),
        language="en",
        palette="classic",
        result="",
        creator=1,
        created_at=0,
        updated_at=0,
        ended_at=None,
    )
    moves = [
        Move(match=1, seq=n, seat=one.seat, kind="play", codes=json.dumps(one.codes), note=_ANNOUNCED, at=0)
        for n, one in enumerate(entries, 1)
    ]
    return match, moves
