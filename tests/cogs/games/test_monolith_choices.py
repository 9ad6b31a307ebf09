"""Decisions of the other player, or of both at once, within somebody's turn."""

from __future__ import annotations

from pathlib import Path

import pytest
import simcord

from tests.support.cogs.monolith import begin, exported, lay, names_to_move, seats_to_move, shown
from tests.support.cogs.play import CONFIRM, can, offered, open_panel, pick, polish
from tests.support.world import World

_ASSASSINS = (
    "A dragon.banner a1 r0; A assassin c1 r0; A pikeman b1 r0; B abyss.banner e3 r0; B assassin c5 r0; B golem d4 r0"
)
_BATTLE, _PUSH = "forest.order-battle", "guardians.order-push"
_PUSHED = "A guardians.banner a1 r0; A axeman c3 r0; B abyss.banner e3 r0; B spike c4 r0"


async def _battle(world: World, place: simcord.ChannelHandle | None = None) -> None:
    """Let Ada begin a battle in which both Assassins must aim."""
    done = await world["Ada"].slash("play", within=place, move="order-battle confirm")
    assert "Assassin on c1: which tile does it attack?" in done.text


async def test_both_owners_are_asked_together_and_pinged_once(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    await begin(world)
    before, boards = len(world.pings), len(world.messages())
    await _battle(world)
    assert seats_to_move(database) == [0, 1]
    assert names_to_move(world) == ["Ada", "Bartek"]
    assert len(world.messages()) == boards + 1
    # Ada has just played and sees the question in her panel; Bartek must be pinged.
    assert [sorted(ping.people) for ping in world.pings[before:]] == [[world["Bartek"].id]]
    assert set(offered(await open_panel(world["Ada"]))) == {"c5", "d4", "e3"}
    assert set(offered(await open_panel(world["Bartek"]))) == {"a1", "b1", "c1"}


async def _seen_between(world: World, place: simcord.ChannelHandle, order: tuple[str, str], aim: str) -> list[object]:
    """Everything that the other player and a spectator see after the first of the two has answered."""
    one, other = (world[name] for name in order)
    await begin(world, within=place)
    await _battle(world, place)
    boards, pings = len(world.messages(place)), len(world.pings)
    panel = await pick(one, await open_panel(one, place), aim)
    seen: list[object] = [shown(await open_panel(other, place))]
    await one.click(CONFIRM, on=panel)
    assert len(world.messages(place)) == boards, "nothing is posted yet"
    assert len(world.pings) == pings
    waiting = await open_panel(one, place)
    assert not can(waiting, CONFIRM) and not offered(waiting)
    for person in (other, world["Celina"]):
        seen += [shown(await person.slash("board", within=place, **more)) for more in _LOOKS]
        seen.append(shown(await person.click("press:since:", on=world.newest(place))))
    seen.append(shown(await open_panel(other, place)))
    return [*seen, *(shown(message) for message in world.messages(place)[1:])]


_LOOKS: tuple[dict[str, str], ...] = ({}, {"show": "battle"}, {"show": "discards"})


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize(("order", "aims"), [(("Ada", "Bartek"), ("d4", "c5")), (("Bartek", "Ada"), ("b1", "c1"))])
async def test_neither_player_learns_the_others_answer_before_answering(
    world: World, monkeypatch: pytest.MonkeyPatch, order: tuple[str, str], aims: tuple[str, str]
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    one = await _seen_between(world, world.channel(), order, aims[0])
    other = await _seen_between(world, world.channel("second-table"), order, aims[1])
    assert one == other


async def test_the_export_hides_the_first_answer_until_the_second_is_given(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    await begin(world)
    await _battle(world)
    await world["Bartek"].slash("play", move="b1 confirm")
    record = await exported(world["Ada"])
    assert not any("b1" in entry.codes for entry in record.entries)


@pytest.mark.parametrize("order", [(("Ada", "d4"), ("Bartek", "b1")), (("Bartek", "b1"), ("Ada", "d4"))])
async def test_the_battle_is_reported_when_the_last_choice_is_made(
    world: World, monkeypatch: pytest.MonkeyPatch, order: tuple[tuple[str, str], ...]
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    await begin(world)
    await _battle(world)
    boards = len(world.messages())
    for name, aim in order:
        await world[name].slash("play", move=f"{aim} confirm")
    assert len(world.messages()) == boards + 1
    text = world.newest().text
    assert "Assassin on c1 stabs the Golem on d4" in text
    assert "Assassin on c5 stabs the Pikeman on b1" in text
    assert names_to_move(world) == ["Bartek"]


async def test_a_battle_is_reported_after_the_only_choice_even_if_the_other_player_makes_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS.replace("A assassin c1", "A swordsman c1"), f"{_BATTLE} hunter")
    await begin(world)
    await world["Ada"].slash("play", move="order-battle confirm")
    assert names_to_move(world) == ["Bartek"]
    await world["Bartek"].slash("play", move="b1 confirm")
    assert "The battle is over." in world.newest().text


@pytest.mark.usefixtures("pictures")
async def test_the_order_in_which_two_owners_answer_does_not_matter(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    ends = []
    for place, order in (
        (world.channel(), (("Ada", "c5"), ("Bartek", "c1"))),
        (world.channel("second-table"), (("Bartek", "c1"), ("Ada", "c5"))),
    ):
        await begin(world, within=place)
        await world["Ada"].slash("play", within=place, move="order-battle confirm")
        for name, aim in order:
            await world[name].slash("play", within=place, move=f"{aim} confirm")
        ends.append([shown(await world[name].slash("board", within=place)) for name in world.people])
    assert ends[0] == ends[1]


async def test_an_answer_drafted_before_the_other_players_still_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    await begin(world)
    await _battle(world)
    await pick(world["Bartek"], await open_panel(world["Bartek"]), "b1")
    await world["Ada"].slash("play", move="d4 confirm")
    await world.restart()
    panel = await open_panel(world["Bartek"])
    assert can(panel, CONFIRM)
    await world["Bartek"].click(CONFIRM, on=panel)
    assert "Assassin on c5 stabs the Pikeman on b1" in (await world["Celina"].slash("board")).text


async def test_a_panel_stays_valid_after_the_other_player_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    await begin(world)
    await _battle(world)
    panel = await open_panel(world["Bartek"])
    await world["Ada"].slash("play", move="d4 confirm")
    panel = await pick(world["Bartek"], panel, "b1")
    assert can(panel, CONFIRM), panel.all_text


async def test_two_simultaneous_answers_both_count(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS, f"{_BATTLE} hunter")
    await begin(world)
    await _battle(world)
    async with world.together():
        await world["Ada"].slash("play", move="d4 confirm")
        await world["Bartek"].slash("play", move="b1 confirm")
    assert seats_to_move(database) == [1]
    assert "The battle is over." in (await world["Celina"].slash("board")).text


async def test_regeneration_on_both_sides_is_decided_by_both_owners(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RG3: each player has a Golem that is hit with and without venom at the same time, and one rune to save it."""
    sides = (
        "A golem b2 r0; A abyss.rune-regeneration b1 r5; B spike b3 r3; B knight c3 r0",
        "B golem d3 r0; B abyss.rune-regeneration d4 r2; A spike d2 r0; A knight c4 r4",
    )
    lay(monkeypatch, "; ".join(["A dragon.banner a1 r0; B abyss.banner e3 r0", *sides]), f"{_BATTLE} hunter")
    await begin(world)
    await world["Ada"].slash("play", move="order-battle confirm")
    assert seats_to_move(database) == [0, 1]
    for name, hits in (("Bartek", {"c4", "d2"}), ("Ada", {"b3", "c3"})):
        panel = await open_panel(world[name])
        assert set(offered(panel)) == hits
        await world[name].click(CONFIRM, on=await pick(world[name], panel, max(hits)))
    text = world.newest().text
    assert "The battle is over." in text
    assert text.count("Rune of Regeneration") >= 2


async def test_the_owner_of_a_pushed_tile_answers_within_the_pushers_turn(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _PUSHED, f"{_PUSH} pupil")
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    before = len(world.pings)
    panel = await pick(ada, await open_panel(ada), "order-push")
    assert can(panel, CONFIRM)
    await ada.click(CONFIRM, on=panel)
    assert seats_to_move(database) == [1]
    assert names_to_move(world) == ["Bartek"]

    refused = await ada.slash("play", move="end confirm")
    assert "It is not your turn to decide." in refused.all_text
    panel = await open_panel(bartek)
    assert polish("Your {target} is pushed: where does it go?").partition("{")[0] in panel.text
    assert set(offered(panel)) == {"b4", "c5", "d4"}
    await bartek.click(CONFIRM, on=await pick(bartek, panel, "d4"))

    assert "is pushed c4 → d4" in world.newest().text
    assert seats_to_move(database) == [0]
    assert names_to_move(world) == ["Ada"]
    assert [sorted(ping.people) for ping in world.pings[before:]] == [[bartek.id], [ada.id]]
    panel = await open_panel(ada)
    assert "What do you do?" in panel.text
    assert {"pupil", "discard", "end"} <= set(offered(panel))
    await ada.click(CONFIRM, on=await pick(ada, panel, "end"))
    assert names_to_move(world) == ["Bartek"]


async def test_a_pushed_tile_can_be_moved_away_after_a_restart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, _PUSHED, f"{_PUSH} pupil")
    await begin(world)
    await world["Ada"].slash("play", move="order-push confirm")
    await world.restart()
    done = await world["Bartek"].slash("play", move="c5 confirm")
    assert polish("Played.") in done.text
    assert names_to_move(world) == ["Ada"]
