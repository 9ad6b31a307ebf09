"""Hints: where they are allowed, what they show, and that the result mentions them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import cast

import pytest
from PIL import Image
from simcord import MemberActor, UserHandle

from cogs.client.arena_bot import ArenaBot
from engine.knockdown.data.content import FIGHTER_NAME
from table.computers.think_task import ThinkTask, think_here
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import (
    BACK,
    CONFIRM,
    RESIGN,
    begin,
    can,
    offered,
    open_panel,
    pick,
    polish,
    quick,
    rows,
    take_turn,
)
from tests.support.table.thinkers import Slow
from tests.support.world import Answer, Person, World

HINT, TAKE, PANEL = "press:hint:", "press:hint-take:", "press:panel:"


def the_bot(world: World) -> Person:
    """The bot as a user, which people choose as opponent."""
    env = world.env
    return Person(world, MemberActor(env, env.guild, UserHandle(env, env.backend.bot_user)))


async def hinted(person: Person, panel: Answer | None = None) -> Answer:
    """Let the person open the panel and ask for a hint."""
    return await person.click(HINT, on=panel or await open_panel(person))


async def resign(person: Person) -> None:
    await person.click(RESIGN, on=await person.slash("match resign"))


async def test_hints_exist_only_in_matches_opened_with_them(world: World, database: Path) -> None:
    await begin(world)
    assert not can(await open_panel(world["Ada"]), HINT)
    await resign(world["Ada"])
    second = world.channel("second-table")
    await world["Ada"].slash("match new", within=second, game="leaders", hints=True)
    assert "Hints are allowed" in world.newest(second).text
    await world["Bartek"].click("press:join:", on=world.newest(second))
    assert "with hints" in world.newest(second).text
    assert rows(database, "SELECT hints FROM matches ORDER BY id") == [(0,), (1,)]
    assert can(await open_panel(world["Ada"], second), HINT)


async def test_a_hint_button_of_another_match_gives_no_hint(world: World) -> None:
    await begin(world, hints=True)
    panel = await open_panel(world["Ada"])
    await resign(world["Ada"])
    await begin(world)
    assert "over" in (await world["Ada"].click(HINT, on=panel)).all_text


async def test_a_rated_match_has_no_hints(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", rated=True, hints=True)
    assert answer.all_text == "A rated match is played without hints."


async def test_a_hint_can_be_shown_taken_and_confirmed(world: World, database: Path) -> None:
    await begin(world, hints=True)
    ada = world["Ada"]
    hint = await hinted(ada)
    assert "**My hint**" in hint.text and "Your hints so far: 1." in hint.text and hint.shows_picture
    ((codes,),) = rows(database, "SELECT codes FROM hints")
    assert "`/play " in hint.text and not rows(database, "SELECT codes FROM drafts")
    panel = await ada.click(TAKE, on=hint)
    assert can(panel, CONFIRM) and can(panel, BACK)
    assert rows(database, "SELECT codes FROM drafts") == [(codes,)]
    await ada.click(CONFIRM, on=panel)
    ((played,),) = rows(database, "SELECT codes FROM moves")
    assert json.loads(str(played)) == json.loads(str(codes))


async def test_after_a_hint_the_begun_move_can_be_continued(world: World, database: Path) -> None:
    await begin(world, hints=True)
    ada = world["Ada"]
    begun = await pick(ada, await open_panel(ada), "end")
    hint = await hinted(ada, begun)
    back = await ada.click(PANEL, on=hint)
    assert offered(back) == offered(begun) and rows(database, "SELECT codes FROM drafts") == [('["end"]',)]
    taken = await ada.click(TAKE, on=await hinted(ada, back))
    assert can(taken, CONFIRM), "the hint replaces the begun move"


async def test_repeating_a_hint_is_free_even_after_a_restart(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world, hints=True)
    first = await hinted(world["Ada"])
    words = first.text
    await world.restart()

    async def never(task: ThinkTask) -> tuple[str, ...]:
        raise AssertionError("it is known already")

    monkeypatch.setattr(world.bot, "_think", never)
    assert (await hinted(world["Ada"])).text == words
    assert rows(database, "SELECT seat, version FROM hints") == [(0, 0)]


async def test_the_result_shows_how_many_hints_each_player_used(world: World) -> None:
    await begin(world, hints=True)
    for name in ("Ada", "Bartek", "Bartek"):
        taken = await world[name].click(TAKE, on=await hinted(world[name]))
        await world[name].click(CONFIRM, on=taken)
    await hinted(world["Ada"])
    await world.restart()
    await resign(world["Ada"])
    assert "-# Hints used: Gold 2, Violet 2" in world.newest().text


async def test_without_hints_the_result_does_not_mention_them(world: World) -> None:
    await begin(world, hints=True)
    await take_turn(world["Ada"], quick)
    await resign(world["Ada"])
    assert "Hints" not in world.newest().text


async def test_against_computers_there_are_always_hints(world: World) -> None:
    bartek = world["Bartek"]
    panel = await bartek.slash("match new", game="leaders", opponent=the_bot(world), level=1)
    hint = await hinted(bartek, panel)
    assert polish("My hint") in hint.text and polish("Take it") in hint.buttons


async def test_the_panel_says_that_a_hint_is_being_computed(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world, hints=True)
    slow = Slow()
    monkeypatch.setattr(world.bot, "_think", slow)
    monkeypatch.setattr(world.bot, "outside", lambda work: world.env.external_wait(work, reason="a computer thinks"))
    panel = await open_panel(world["Ada"])
    answer = await world["Ada"].click(HINT, on=panel)
    assert "I'm thinking about a hint…" in answer.text
    await world["Ada"].click(HINT, on=panel)
    slow.go.set()
    await world.env.settle()
    assert "**My hint**" in answer.text and len(slow.tasks) == 1


async def test_a_hint_for_an_outdated_position_is_dropped(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world, hints=True)
    slow = Slow()
    monkeypatch.setattr(world.bot, "_think", slow)
    monkeypatch.setattr(world.bot, "outside", lambda work: world.env.external_wait(work, reason="a computer thinks"))
    answer = await hinted(world["Ada"])
    await take_turn(world["Ada"], quick)
    slow.go.set()
    await world.env.settle()
    assert "**My hint**" not in answer.text and not rows(database, "SELECT * FROM hints")


async def test_after_a_failed_hint_another_may_be_requested(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(world, hints=True)

    async def fails(task: ThinkTask) -> tuple[str, ...]:
        raise LookupError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(world.bot, "_think", fails)
        assert "I haven't found a hint this time" in (await hinted(world["Ada"])).all_text
    assert "a fault of ours" in world.complaints.pop()
    assert "**My hint**" in (await hinted(world["Ada"])).text


@pytest.mark.parametrize("game", ["monolith", "tashkalar", "knockdown"])
async def test_every_game_has_hints_from_its_first_question_on(world: World, game: str) -> None:
    await world["Ada"].slash("match new", game=game, opponent=the_bot(world), level=1)
    for _ in range(4):
        hint = await hinted(world["Ada"])
        panel = await world["Ada"].click(TAKE, on=hint)
        await world["Ada"].click(CONFIRM, on=panel)


async def test_a_secret_choice_is_named_in_a_hint_and_before_it_is_confirmed(world: World) -> None:
    await world["Ada"].slash("match new", game="knockdown", opponent=the_bot(world), level=1)
    hint = await hinted(world["Ada"])
    panel = await world["Ada"].click(TAKE, on=hint)
    names = [str(name) for name in FIGHTER_NAME.values()]
    for shown in (hint, panel):
        line = next(line for line in shown.text.splitlines() if line.startswith("-# "))
        assert any(line.startswith(f"-# {name}") for name in names), shown.text


async def test_a_computed_hint_draws_a_real_picture(
    world: World, pictures: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.computers.hints.HINT_LEVEL", 3)
    monkeypatch.setattr(cast(ArenaBot, world.bot), "_think", think_here)
    await begin(world, hints=True)
    hint = await hinted(world["Ada"])
    assert "**My hint**" in hint.text
    with Image.open(io.BytesIO(hint.png)) as picture:
        assert picture.width >= 500
