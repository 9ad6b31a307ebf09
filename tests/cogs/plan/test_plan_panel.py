"""Plans made by clicks: the opponent's move, then the answer, shown on the resulting positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.core.game import MatchOptions
from engine.registry import GAMES
from tests.support.cogs import tashkalar
from tests.support.cogs.play import begin, log_of, polish, rows
from tests.support.world import Answer, Person, World

_FULL = (
    "S leader D1, S jailer B1, S archer C1, S vizier A1, S assassin F1; "
    "N leader D7, N protector B5, N acrobat E5, N nemesis E4, N illusionist A4"
)
ANY, MORE, SAVE, BACK, OVER = (f"press:plan-{name}:" for name in ("any", "more", "save", "back", "restart"))


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with two full squads, so that nobody recruits."""
    game = GAMES["leaders"]

    def start(options: MatchOptions, _: int) -> object:
        return game.read(game.settle(options), {"pieces": _FULL, "turn": "S"}, game.rules_version)

    monkeypatch.setitem(GAMES, "leaders", replace(game, start=start))


def plans(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT seat, steps FROM plans WHERE kind = 'line' ORDER BY id")


async def choose(person: Person, panel: Answer, *clicks: str) -> Answer:
    """Click the choices with these codes one after the other."""
    for codes in clicks:
        found = [
            one for one in panel.buttons.values() if one.startswith("ap:press:plan-") and one.endswith(f":{codes}")
        ]
        panel = await person.click(found[0], on=panel) if found else await person.choose(codes, on=panel)
    return panel


async def test_a_plan_made_by_clicks_is_played(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    panel = await bartek.slash("plan add")
    assert panel.ephemeral and polish("What might they play?") in panel.text
    panel = await choose(bartek, panel, "jailer", "b2")
    assert "Dozorca" in panel.text
    panel = await choose(bartek, panel, "end")
    assert polish("What do you answer?") in panel.text and "`dozorca b2 zakończ akcje`" in panel.text
    panel = await choose(bartek, panel, "leader", "d6", "end")
    assert polish("Save the plan?") in panel.text
    panel = await bartek.click(MORE, on=panel)
    assert polish("What might they play?") in panel.text
    panel = await bartek.click(ANY, on=panel)
    panel = await choose(bartek, panel, "leader", "d7", "end")
    panel = await bartek.click(SAVE, on=panel)
    assert "`wódz d6 zakończ akcje`" in panel.text and not panel.buttons
    assert len(plans(database)) == 1
    await ada.slash("play", move="jailer b2 end confirm")
    await ada.slash("play", move="archer c2 end confirm")
    assert [str(row_codes) for _, _, row_codes in log_of(database)][1::2] == [
        '["leader", "d6", "end"]',
        '["leader", "d7", "end"]',
    ]
    assert plans(database) == []


async def test_a_question_to_the_other_player_names_them(world: World, laid: None) -> None:
    await begin(world)
    bartek = world["Bartek"]
    panel = await bartek.slash("plan add")
    assert "Złoci: Która postać" in panel.text
    panel = await choose(bartek, panel, "jailer")
    assert "Złoci: " in panel.text
    panel = await choose(bartek, panel, "b2", "end")
    assert polish("What do you answer?") in panel.text
    assert f"\n{polish('Which character acts?')}" in panel.text, "it is the planner's own"


async def test_a_waiting_player_can_plan_from_the_panel(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    panel = await bartek.click("press:plan:", on=await bartek.slash("play"))
    assert panel.ephemeral and polish("What might they play?") in panel.text
    panel = await choose(bartek, await bartek.click(ANY, on=panel), "leader", "d6", "end")
    await bartek.click(SAVE, on=panel)
    assert len(plans(database)) == 1
    waiting = await ada.slash("play", move="archer c2 end confirm")
    assert not any("press:plan:" in one for one in waiting.buttons.values()), "the plan was played: Ada is asked again"


async def test_back_removes_one_click_and_start_over_all_of_them(world: World, database: Path, laid: None) -> None:
    await begin(world)
    bartek = world["Bartek"]
    panel = await choose(bartek, await bartek.slash("plan add"), "jailer", "b2", "end", "acrobat")
    panel = await choose(bartek, panel, "step.d5")
    assert "`akrobata ruch d5`" in panel.text
    panel = await bartek.click(BACK, on=panel)
    assert "step.d5" in together(panel), "an action and its target are one click"
    panel = await bartek.click(BACK, on=panel)
    assert "akrobata" not in panel.text and polish("What do you answer?") in panel.text
    panel = await bartek.click(BACK, on=panel)
    assert "`dozorca b2`" in panel.text and polish("What might they play?") in panel.text
    panel = await bartek.click(OVER, on=panel)
    assert "dozorca" not in panel.text and not any(BACK in one for one in panel.buttons.values())


def together(panel: Answer) -> list[str]:
    """The codes that one click picks."""
    picks = [one.rsplit(":", 1)[1] for one in panel.buttons.values() if "press:plan-pick:" in one]
    return [*picks, *panel.options]


async def test_an_unfinished_plan_survives_a_restart(world: World, database: Path, laid: None) -> None:
    await begin(world)
    bartek = world["Bartek"]
    panel = await choose(bartek, await bartek.slash("plan add"), "jailer", "b2", "end")
    await world.restart()
    panel = await choose(bartek, panel, "leader", "d6", "end")
    await world.restart()
    assert "wódz d6" in (await bartek.slash("plan add")).text, "opened again, it shows the same plan"
    await bartek.click(SAVE, on=panel)
    assert len(plans(database)) == 1
    assert polish("What might they play?") in (await bartek.slash("plan add")).text, "the next plan begins empty"


async def test_an_outdated_plan_panel_shows_the_new_position(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    panel = await choose(bartek, await bartek.slash("plan add"), "jailer", "b2", "end")
    await ada.slash("play", move="archer c2 end confirm")
    panel = await choose(bartek, panel, "leader")
    assert polish("The match or your plan has moved on in the meantime. This is how it stands now.") in panel.text
    assert polish("What might they play?") in panel.text
    panel = await bartek.click(ANY, on=panel)
    assert polish("What do you answer?") in panel.text


async def test_on_their_own_turn_players_plan_for_after_their_move(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada = world["Ada"]
    panel = await ada.slash("plan add")
    assert "after the move that you make now" in panel.text and "Protector" in str(panel.buttons)
    panel = await choose(ada, panel, "leader")
    panel = await choose(ada, await ada.click(ANY, on=panel), "archer", "c2")
    assert "the board as you know it" in panel.text
    await ada.click(SAVE, on=await choose(ada, panel, "end"))
    assert plans(database) == [(0, '["leader *","archer c2 end"]')]
    assert "1. if `leader *`, then `archer c2 end`" in (await ada.slash("plan list")).text


async def test_an_unfinished_plan_is_not_played(world: World, database: Path, laid: None) -> None:
    await begin(world)
    bartek = world["Bartek"]
    await choose(bartek, await bartek.slash("plan add"), "jailer", "b2", "end", "leader", "d6", "end")
    assert (
        polish("You have no plans in this match. Only you can see your plans.")
        in (await bartek.slash("plan list")).text
    )
    await world["Ada"].slash("play", move="jailer b2 end confirm")
    assert len(log_of(database)) == 1, "it has no answer"
    assert "0" in (await bartek.slash("plan clear")).text


async def test_with_hidden_hands_a_plan_answers_any_move(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = {"A": "swordmaster titan", "B": "knight hypnotist"}
    tashkalar.lay(monkeypatch, "A e5 e6; B c3 c4", turn="A", actions=2, hands=hands)
    await tashkalar.begin(world)
    bartek = world["Bartek"]
    panel = await bartek.slash("plan add")
    assert polish("You can't know what they can play. You can prepare an answer to anything.") in panel.text
    assert [one for one in panel.buttons.values() if "plan-" in one] == [panel.button(ANY)] and not panel.options
    panel = await bartek.click(ANY, on=panel)
    assert polish("What do you answer?") in panel.text
    panel = await choose(bartek, panel, "place.c1", "place.d1")
    assert not {"Mistrz miecza", "Tytan", "swordmaster", "titan"} & {*panel.text.split()}
    await bartek.click(SAVE, on=panel)
    assert [steps for _, steps in plans(database)] == ['["*","umieść piona c1 umieść piona d1"]']
    await world["Ada"].slash("play", move="place g5 place g6 confirm")
    assert [str(row_codes) for _, _, row_codes in log_of(database)][1:] == ['["place", "c1", "place", "d1"]']


# Typed lines


async def test_an_impossible_typed_line_is_refused_with_the_possible_moves(
    world: World, database: Path, laid: None
) -> None:
    await begin(world)
    bartek = world["Bartek"]
    answer = await bartek.slash("plan add", line="jailer z9 end > leader d6 end")
    assert answer.ephemeral and "Można: `b2`, `c2`" in answer.text and plans(database) == []
    answer = await bartek.slash("plan add", line="jailer b2 end > leader d6")
    assert "`zakończ akcje`" in answer.text and plans(database) == []


async def test_the_next_word_of_a_line_is_suggested(world: World, laid: None) -> None:
    await begin(world)
    bartek = world["Bartek"]
    assert await bartek.suggest("plan add", "line", "doz") == ["dozorca"]
    assert await bartek.suggest("plan add", "line", "jailer ") == ["jailer *", "jailer b2", "jailer c2"]
    assert await bartek.suggest("plan add", "line", "jailer b2 end ") == ["jailer b2 end >"]
    assert await bartek.suggest("plan add", "line", "jailer b2 end > leader d") == ["jailer b2 end > leader d6"]
    assert await bartek.suggest("plan add", "line", "* > wódz d6 zakończ ak") == ["* > wódz d6 zakończ akcje"]
    assert await world["Celina"].suggest("plan add", "line", "") == []


async def test_a_plan_on_the_players_own_turn_begins_after_the_picked_move(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    panel = await ada.slash("plan add")
    assert "Gold: Leader d1" in panel.alt and "so this is the board before it" in panel.text
    await ada.slash("play", move="leader d2")
    panel = await ada.slash("plan add")
    assert "Gold: Leader d2" in panel.alt and "This is the board after what you have picked of it." in panel.text
    await ada.slash("play", move="end wanderer b1")
    panel = await ada.slash("plan add")
    assert "Leader d2" in panel.alt and "Wanderer b1" in panel.alt and "which this board shows" in panel.text
