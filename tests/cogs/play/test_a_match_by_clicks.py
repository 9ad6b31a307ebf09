"""A whole match played with selects and buttons only."""

from __future__ import annotations

import hashlib
import random
import re

import msgspec
import pytest

from engine.core.record import Record, check
from engine.registry import GAMES
from tests.support.cogs.play import CONFIRM, PLAY, begin, can, draft, hunted_down, offered, quick, take_turn, to_move
from tests.support.world import Seen, World


@pytest.mark.usefixtures("pictures", "threads")
async def test_two_people_play_a_match_to_its_end_by_clicking(world: World) -> None:
    start = await begin(world)
    proof = await world["Celina"].click("press:rules:", on=start)
    published = re.search(r"SHA-256[^`]*`([0-9a-f]+)`", proof.text)
    await hunted_down(world)
    end = world.newest()
    assert "Gold wins: the Leader is captured." in end.text
    assert not can(end, PLAY)
    seed = re.search(r"seed was `([^`]+)`", end.text)
    assert published and seed
    assert hashlib.sha256(seed[1].encode()).hexdigest() == published[1]
    exported = await world["Celina"].slash("match export")
    record = msgspec.json.decode(exported.files["leaders-1.json"], type=Record)
    assert check(record, GAMES["leaders"]).outcome is not None


async def test_every_turn_is_one_public_message_that_pings_the_next_player(world: World) -> None:
    await begin(world)
    await hunted_down(world)
    turns = len([message for message in world.messages() if message.shows_picture]) - 1
    called = ["Ada", "Bartek"] * (turns // 2) + ["Ada"] * (turns % 2)
    assert world.pinged() == ["Bartek", *called, "Bartek"], "the loser is notified"


@pytest.mark.usefixtures("pictures")
async def test_random_choices_lead_only_to_valid_turns(world: World) -> None:
    dice = random.Random(7)

    def by_chance(panel: Seen) -> str:
        return dice.choice(offered(panel))

    await begin(world)
    for _ in range(24):
        person = to_move(world)
        if person is None:
            break
        await take_turn(person, by_chance)
    assert len((await world["Celina"].slash("match show")).text.splitlines()) > 20
    assert (await world["Celina"].slash("board", move=10)).png


async def test_all_steps_of_a_turn_happen_in_one_panel(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    before = len(world.messages())
    panel = await draft(ada, quick)
    assert panel.ephemeral
    assert len(world.messages()) == before
    done = await ada.click(CONFIRM, on=panel)
    assert done.id == panel.id
    assert "Played." in done.text
    assert len(world.messages()) == before + 1
