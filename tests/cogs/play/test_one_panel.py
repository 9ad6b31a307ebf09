"""One live panel per person and match: a new one replaces the old one, and the next question appears by itself."""

from __future__ import annotations

import pytest

from cogs.ui.live_panels import PANEL_SECONDS
from tests.support.cogs.computers import Chance, against_computer
from tests.support.cogs.play import CONFIRM, begin, can, draft, offered, open_panel, pick, quick, take_turn
from tests.support.table.thinkers import Slow
from tests.support.world import Person, World


def panels(world: World, person: Person) -> list[int]:
    """The messages with choices for this person."""
    return [one.id for one in world.private(person) if offered(one)]


async def test_pressing_play_again_keeps_only_the_new_panel(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    for _ in range(3):
        panel = await open_panel(ada)
    assert panels(world, ada) == [panel.id]
    typed = await ada.slash("play", move="leader")
    assert panels(world, ada) == [typed.id]
    again = await open_panel(ada)
    assert panels(world, ada) == [again.id] and "d2" in offered(again), "the draft is unchanged"


async def test_a_used_panel_is_closed_when_a_new_one_opens(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    panel = await pick(ada, await open_panel(ada), "leader")
    await ada.click("press:rule:", on=panel)
    again = await open_panel(ada)
    assert panels(world, ada) == [again.id]
    assert len(world.private(ada)) == 2, "the rule replaced the panel; the answer to /match new stays"


async def test_panels_of_other_matches_and_people_stay_open(world: World) -> None:
    here, there = world.channel(), world.channel("second-table")
    await begin(world)
    await begin(world, within=there)
    ada = world["Ada"]
    await open_panel(ada, here)
    other = await open_panel(ada, there)
    card = await ada.slash("card", name="archer")
    again = await open_panel(ada, here)
    assert panels(world, ada) == [again.id]
    assert [seen.id for seen in world.private(ada, there) if offered(seen)] == [other.id]
    assert card.id in [seen.id for seen in world.private(ada)]
    await take_turn(ada, quick, within=here)
    theirs = await open_panel(world["Bartek"], here)
    await open_panel(ada, there)
    assert panels(world, world["Bartek"]) == [theirs.id]


async def test_an_unfinished_plan_panel_stays_open(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    waiting = await world["Ada"].slash("play")
    plan = await world["Ada"].click("press:plan:", on=waiting)
    await world["Ada"].slash("play")
    assert plan.id in [one.id for one in world.private(world["Ada"])] and can(plan, "press:plan-pick:")


@pytest.mark.usefixtures("panels_stay")
async def test_a_panel_that_cannot_be_deleted_becomes_stale(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    old, new = await open_panel(ada), await open_panel(ada)
    assert panels(world, ada) == [old.id, new.id]
    await pick(ada, new, "leader")
    answer = await pick(ada, old, "end")
    assert answer.id == old.id and "This is the current one." in answer.text and "d2" in offered(answer)


async def test_after_a_restart_the_panel_used_last_is_the_valid_one(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    old = await open_panel(ada)
    await world.restart()
    new = await open_panel(ada)
    assert panels(world, ada) == [old.id, new.id]
    await pick(ada, old, "leader")
    assert panels(world, ada) == [old.id], "the panel used last continues"


async def test_panels_with_expired_tokens_are_not_deleted(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    old = await open_panel(ada)
    await world.pass_time(PANEL_SECONDS + 1)
    new = await open_panel(ada)
    assert panels(world, ada) == [old.id, new.id]


async def test_a_click_on_a_panel_being_deleted_is_answered(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    old = await open_panel(ada)
    async with world.together():
        answer = await pick(ada, old, "leader")
        world.env.backend.delete_message(world.channel().id, old.id)
    assert "d2" in offered(answer) and answer.ephemeral


async def test_the_next_question_appears_even_if_another_panel_was_opened_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against_computer(world)
    slow = Slow()
    monkeypatch.setattr(world.bot, "_think", slow)
    monkeypatch.setattr(world.bot, "outside", lambda work: world.env.external_wait(work, reason="a computer thinks"))
    ada = world["Ada"]
    panel = await ada.click(CONFIRM, on=await draft(ada, Chance()))
    assert not offered(panel)
    await ada.slash("rules", query="How do I win?")
    slow.go.set()
    await world.env.settle()
    assert panels(world, ada) == [panel.id]
