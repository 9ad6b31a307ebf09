"""Monolith Arena in tests of the bot: matches that begin in the middle, and policies of players."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import msgspec
import pytest
import simcord
from msgspec.structs import replace
from PIL import Image

from engine.core.game import MatchOptions
from engine.core.position import Position
from engine.core.record import Record
from engine.monolith.game import GAME
from engine.registry import GAMES
from tests.support.cogs.play import JOIN, PLAY, Policy, can, offered, rows
from tests.support.engine.monolith.table import position
from tests.support.world import Answer, Person, Seen, World


def lay(monkeypatch: pytest.MonkeyPatch, line: str, hand: str = "", **fields: object) -> None:
    """Let new matches begin in this position (see `turn_table`), for replays and `db check` too."""
    written = position(line, hand, number=5, **fields)

    def start(options: MatchOptions, _: int) -> object:
        return GAME.read(GAME.settle(options), written, GAME.rules_version)

    monkeypatch.setitem(GAMES, GAME.key, replace(GAME, start=start))


async def begin(world: World, *, within: simcord.ChannelHandle | None = None, **more: object) -> Seen:
    """Let Ada invite Bartek, who joins; return the first public board."""
    place = within or world.channel()
    await world["Ada"].slash("match new", within=place, game="monolith", opponent=world["Bartek"], **more)
    await world["Bartek"].click(JOIN, on=world.newest(place))
    return world.newest(place)


def by_chance(seed: int) -> Policy:
    """A policy that acts where possible and prefers battles; deterministic for the same panels."""
    dice = random.Random(seed)

    def policy(panel: Seen) -> str:
        return liked(dice, offered(panel))

    return policy


def liked(dice: random.Random, codes: list[str]) -> str:
    """A random code by the policy's preferences."""
    found = sorted(codes)
    for code in ("order-battle", "battle"):
        if code in found and dice.random() < 0.8:
            return code
    return dice.choice([code for code in found if code not in ("end", "discard")] or found)


def names_to_move(world: World, board: Seen | None = None) -> list[str]:
    """Names of the people whom the board asks for a decision, in their order."""
    shown = board or world.board()
    if not can(shown, PLAY) and can(shown, "press:rematch:"):
        return []
    names = {str(person.id): name for name, person in world.people.items()}
    return [names[found] for found in re.findall(r"<@!?(\d+)>", shown.text.splitlines()[-1])]


def seats_to_move(database: Path, match: int = 1) -> list[int]:
    """The seats with an open decision."""
    found = rows(database, f"SELECT to_move FROM matches WHERE id = {match}")
    return msgspec.json.decode(str(found[0][0]), type=list[int])


def stored(database: Path, match: int = 1) -> Position:
    """The stored position."""
    row = rows(database, f"SELECT game, options, position FROM matches WHERE id = {match}")[0]
    game, options, written = (str(value) for value in row)
    return Position.read(GAMES[game], msgspec.json.decode(options), msgspec.json.decode(written))


async def exported(person: Person, number: int = 1) -> Record:
    """The exported match, as this person gets it."""
    answer = await person.slash("match export", number=number)
    return msgspec.json.decode(answer.files[f"monolith-{number}.json"], type=Record)


def shown(answer: Seen) -> tuple[str, str, list[str], bytes]:
    """Everything a person sees: text, alt text, buttons, the board and the pictures below it."""
    labels = [*answer.buttons, *answer.options.values()]
    return answer.text, answer.alt, labels, answer.png + b"".join(answer.files.values())


def frames(answer: Answer) -> int:
    """Number of pictures in the film; each of them is decoded."""
    film = Image.open(io.BytesIO(answer.png))
    assert film.format == "GIF"
    count: int = getattr(film, "n_frames", 1)
    for number in range(count):
        film.seek(number)
        film.load()
    return count
