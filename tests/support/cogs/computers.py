"""Playing against computers in tests."""

from __future__ import annotations

import random
from typing import Any

from simcord import MemberActor, UserHandle

from tests.support.cogs.play import offered
from tests.support.world import Answer, Person, Seen, World


def the_bot(world: World) -> Person:
    """The bot as a person that can be chosen in commands."""
    env = world.env
    return Person(world, MemberActor(env, env.guild, UserHandle(env, env.backend.bot_user)))


async def against_computer(world: World, name: str = "Ada", **more: object) -> Answer:
    """Open a match against a computer of level Novice."""
    given: dict[str, Any] = {"game": "leaders", "opponent": the_bot(world), "level": 1} | more
    return await world[name].slash("match new", **given)


class Chance:
    """Chooses at random, the same in every run."""

    def __init__(self, seed: int = 1) -> None:
        self._chance = random.Random(seed)

    def __call__(self, panel: Seen) -> str:
        return self._chance.choice(offered(panel))
