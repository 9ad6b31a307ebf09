"""Recorded matches, ended at the bot's own table, so that the bot decides what counts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import msgspec

from cogs.client.arena_bot import ArenaBot
from db.rows import Commit, Match, NewDue, NewMatch, NewMove
from engine.core.position import Position
from engine.core.record import Entry, Record, replay, written
from engine.registry import game_for
from table.clocks.alarm import HEARTBEAT_SECONDS
from tests.support.world import Person, World

RECORDS = Path(__file__).parents[2] / "records"


def arena(world: World) -> ArenaBot:
    return cast(ArenaBot, world.bot)


async def ended(
    world: World,
    record: str,
    players: Sequence[Person],
    *,
    rated: bool = True,
    language: str = "en",
    handed: Mapping[int, tuple[int, Person]] | None = None,
) -> Match:
    """A recorded match between these people, played to its last entry; the bot has not processed its end yet.

    `handed` gives a seat to a new player after a number of entries.
    """
    whole = msgspec.json.decode((RECORDS / f"{record}.json").read_bytes(), type=Record)
    changes = handed or {}
    with world.env.time_context():
        match = await _begun(world, whole, players, rated=rated, language=language)
        for upto in sorted({*changes, len(whole.entries)}):
            match = await _played(world, whole, match, upto)
            if upto in changes:
                seat, person = changes[upto]
                match = await arena(world).store.matches.hand_over(match.id, match.version, seat, person.id)
    return match


async def _begun(world: World, whole: Record, players: Sequence[Person], *, rated: bool, language: str) -> Match:
    store = arena(world).store
    new = NewMatch(
        guild=world.env.guild.id,
        channel=world.channel().id,
        game=whole.game,
        options=json.dumps(whole.options),
        seed=whole.seed,
        seed_hash=whole.seed_hash,
        rules_version=whole.rules_version,
        language=language,
        creator=players[0].id,
        rated=rated,
    )
    match = await store.matches.open(new, [players[0].id, *[None] * (whole.seats - 1)])
    begun = Position.new(game_for(whole.game, whole.rules_version), whole.options, whole.seats, whole.seed)
    return await store.matches.start(
        match.id,
        position=written(begun),
        to_move=[ask.seat for ask in begun.asks],
        players=[one.id for one in players],
    )


async def _played(world: World, whole: Record, match: Match, upto: int) -> Match:
    """Play the entries up to `upto`; the last one of all ends the match."""
    position = replay(
        game_for(whole.game, whole.rules_version), whole.options, whole.seats, whole.seed, whole.entries[:upto]
    )
    over = position.outcome is not None
    done = await arena(world).store.matches.commit(
        Commit(
            match=match.id,
            expected_version=match.version,
            moves=[_move(entry) for entry in whole.entries[match.version : upto]],
            position=written(position),
            to_move=[ask.seat for ask in position.asks],
            status="over" if over else "live",
            result=msgspec.json.encode(whole.result).decode() if over else "",
            due=[NewDue(at=int(arena(world).clock()), kind="result")] if over else (),
        )
    )
    return done.match


def _move(entry: Entry) -> NewMove:
    return NewMove(
        seat=entry.seat, kind=entry.kind, codes=json.dumps(entry.codes), note=json.dumps({"keep": entry.undo_to})
    )


async def look(world: World) -> None:
    """Let the bot process its due rows."""
    await world.pass_time(HEARTBEAT_SECONDS)
