"""Whole matches of Monolith Arena: one by clicks, one typed with a bot that restarts now and then."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path

from engine.core.record import check
from engine.registry import GAMES
from tests.support.cogs.monolith import begin, by_chance, exported, liked, names_to_move, seats_to_move, stored
from tests.support.cogs.play import PLAY, can, faults, log_of, polish, take_turn
from tests.support.world import World

_SHORT = 294
"""A match of 28 turns with most orders and two Last Battles."""
_MOST_TURNS = 90


async def test_two_people_play_monolith_arena_to_its_end_by_clicking(world: World, database: Path) -> None:
    start = await begin(world)
    proof = await world["Celina"].click("press:rules:", on=start)
    published = re.search(r"SHA-256[^`]*`([0-9a-f]+)`", proof.text)
    policy, turns = by_chance(_SHORT), 0
    while names := names_to_move(world):
        assert world.pinged()[-1] == names[0]
        panel = await take_turn(world[names[0]], policy)
        assert "Played." in panel.text or polish("Played.") in panel.text
        turns += 1
        assert turns < _MOST_TURNS, "the match does not end"
    end = world.newest()
    assert re.search(r"wins?: |Draw: ", end.text)
    assert not can(end, PLAY)
    seed = re.search(r"seed was `([^`]+)`", end.text)
    assert published and seed and hashlib.sha256(seed[1].encode()).hexdigest() == published[1]
    assert faults(database) == []
    record = await exported(world["Celina"])
    assert len(record.entries) == len(log_of(database)) >= turns
    assert check(record, GAMES["monolith"]).outcome is not None


async def test_two_people_type_a_match_to_its_end_while_the_bot_is_restarted(world: World, database: Path) -> None:
    await begin(world, options="factions=random, monoliths=true")
    dice, moves = random.Random(15), 0
    while seats := seats_to_move(database):
        person = (world["Ada"], world["Bartek"])[seats[0]]
        ahead, codes = stored(database), list[str]()
        while not ahead.held and ahead.outcome is None:
            ask = ahead.ask_of(seats[0])
            assert ask is not None
            codes.append(liked(dice, [option.code for option in ask.options]))
            ahead.pick(seats[0], codes[-1], hold=True)
        if moves % 7 == 3:
            half = len(codes) // 2
            if half:
                await person.slash("play", move=" ".join(codes[:half]))
            await world.restart()
            codes = codes[half:]
        done = await person.slash("play", move=" ".join([*codes, "confirm"]))
        assert "Played." in done.text or polish("Played.") in done.text
        moves += 1
        assert len(log_of(database)) == moves
        assert moves < _MOST_TURNS, "the match does not end"
    await world.restart()
    assert not can(world.newest(), PLAY)
    assert faults(database) == []
    assert check(await exported(world["Bartek"]), GAMES["monolith"]).outcome is not None
