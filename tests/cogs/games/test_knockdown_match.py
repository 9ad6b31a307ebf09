"""Whole matches of Knockdown by clicks, from the invitation to the seed; and the ends of rounds."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from engine.core.record import check
from engine.knockdown.state import State
from engine.registry import GAMES
from tests.support.cogs.knockdown import Skills, begin, by_chance, exported, lay, pinged
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import names_to_move, seats_to_move, stored
from tests.support.cogs.play import CONFIRM, PLAY, can, faults, log_of, offered, open_panel, pick, victors
from tests.support.world import Seen, World

_SHORT = 1728
"""A match of 17 turns with blocks, three reactions, three passed tests and two failed ones."""
_MOST_CONFIRMED = 60
_ROLL = re.compile(r"Test against (\d+): (\d) \+ (\d) \+ (\d)(?: ([+−]) (\d))? = (\d+), (passed|knocked out!)$", re.M)


def _rolls(text: str) -> list[bool]:
    """Whether each test in the narration was passed; checks the sums."""
    found = []
    for total, one, two, three, sign, bonus, result, how in _ROLL.findall(text):
        assert int(one) + int(two) + int(three) + int(f"{sign.replace('−', '-')}{bonus or 0}") == int(result)
        assert (int(result) >= int(total)) == (how == "passed")
        found.append(how == "passed")
    return found


async def test_two_people_play_a_match_to_its_end_by_clicking(
    world: World, watch: MessageWatch, database: Path
) -> None:
    start = await begin(world)
    proof = await world["Celina"].click("press:rules:", on=start)
    published = re.search(r"SHA-256[^`]*`([0-9a-f]+)`", proof.text)
    skills = Skills(world, watch, database)
    policy, confirmed, answered = by_chance(_SHORT), 0, list[str]()
    while seats := seats_to_move(database):
        name = ("Ada", "Bartek")[seats[0]]
        assert name in names_to_move(world)
        panel = await open_panel(world[name])
        while can(panel, CONFIRM) or offered(panel):
            if not can(panel, CONFIRM):
                panel = await pick(world[name], panel, policy(panel))
                continue
            skills.look()
            state: State = stored(database).state
            if state.phase == "turn" and world[name] is not (world["Ada"], world["Bartek"])[state.turn]:
                answered.append(name)
            known = len(world.pings)
            panel = await world[name].click(CONFIRM, on=panel)
            next_ones = {world[one].id for one in names_to_move(world)} - {world[name].id}
            assert all(ping.people == next_ones for ping in world.pings[known:] if seats_to_move(database)), (
                "nobody else is pinged"
            )
            if not state.row:  # while skills are drafted
                skills.look()
            confirmed += 1
            assert confirmed == len(log_of(database)) < _MOST_CONFIRMED, "the match does not end"
    assert skills.named > 6, "panels show the possible choices"
    assert {"Ada", "Bartek"} == set(answered), "both have answered in the other's turn"

    *boards, end = world.messages()[1:]
    pings = {ping.message_id: ping.people for ping in world.pings}
    assert pings[start.id] == {world["Ada"].id, world["Bartek"].id}
    assert len(pings[end.id]) == 1, "only the player who did not cause the end is pinged"
    text = "\n".join(board.text for board in (*boards, end))
    assert " blocks " in text and " cancels the effect" in text and " reacts: " in text
    assert _rolls(text).count(True) == 3 and _rolls(text).count(False) == 2
    assert "wins round 1 by knockout" in text and "A candle burns down: 1 of 4." in text
    assert re.search(r"^(Mistling|Adder-Daughter|Brother Alembic|Barrow Warden) wins: knockout", end.text, re.M)
    assert not can(end, PLAY)
    seed = re.search(r"seed was `([^`]+)`", end.text)
    assert published and seed and hashlib.sha256(seed[1].encode()).hexdigest() == published[1]

    assert faults(database) == []
    record = await exported(world["Celina"])
    assert record.seed == seed[1] and len(record.entries) == confirmed
    outcome = check(record, GAMES["knockdown"]).outcome
    assert outcome is not None and sorted(outcome.scores) in ([0, 2], [1, 2])
    assert victors(end) == [world[("Ada", "Bartek")[outcome.winners[0]]].id]


# Ends of rounds


async def test_a_passed_test_removes_damage_and_the_dice_are_shown(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 3 damage every roll passes; half of the light damage is removed."""
    lay(monkeypatch, "f4 f6", "headsman_arc", cubes=((0, 0), (0, 2)))
    await begin(world)
    ada, before = world["Ada"], len(world.pings)
    panel = await pick(ada, await open_panel(ada), "headsman-arc")
    assert "Test against 3 damage?" in panel.text
    assert "Knockdown Test (Brother Alembic: 100% to pass)" in panel.buttons
    panel = await pick(ada, panel, "test")
    assert can(panel, CONFIRM) and not _rolls(panel.text), "the dice are not shown in advance"
    panel = await ada.click(CONFIRM, on=panel)
    state: State = stored(database).state
    assert state.last_roll is not None and state.last_roll.passed
    assert (state.seats[1].heavy, state.seats[1].light, state.actions) == (1, 1, 1)
    assert pinged(world, before) == [], "Ada's turn continues"
    dice = " + ".join(str(one) for one in state.last_roll.dice)
    assert f"Test against 3: {dice} = " in panel.alt, "Ada sees the result"
    for code in ("move", "f3"):
        panel = await pick(ada, panel, code)
    await ada.click(CONFIRM, on=panel)
    text = world.newest().text
    assert _rolls(text) == [True]
    assert dice in text
    assert re.search(r"passed\n.* discards 1 light, 2 in all$", text, re.M), text
    assert pinged(world, before) == [["Bartek"]]


async def test_after_a_failed_test_the_loser_begins_the_next_round_with_both_skills(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 19 damage no roll passes, and Merciless lowers the roll by one."""
    down = {"A": ["light_feet"], "B": ["last_stand"]}
    lay(
        monkeypatch, "f4 f6", "headsman_arc", cubes=((1, 1), (9, 9)), skills=("merciless", "thick_hide"),
        a="ash_knuckle", skills_down=down,
    )  # fmt: skip
    await begin(world)
    ada, before = world["Ada"], len(world.pings)
    panel = await pick(ada, await open_panel(ada), "headsman-arc")
    assert "Knockdown Test (Brother Alembic: 0% to pass)" in panel.buttons
    await ada.click(CONFIRM, on=await pick(ada, panel, "test"))
    text = world.newest().text
    assert _rolls(text) == [False] and " − 1 = " in text
    lines = text.splitlines()
    ends = ["Mistling wins round 1 by knockout", "Brother Alembic reveals the skill Last Stand"]
    assert [line for line in lines if line in (*ends, "Round 2: Brother Alembic begins.")] == [
        *ends,
        "Round 2: Brother Alembic begins.",
    ]
    assert "Light Feet" not in text, "the winner's second skill stays face down"
    assert pinged(world, before) == [["Bartek"]]
    state: State = stored(database).state
    assert [one.victories for one in state.seats] == [1, 0]
    assert [(one.heavy, one.light, one.hand) for one in state.seats] == [(0, 0, []), (0, 0, [])]
    assert (state.round, state.turn, len(state.row), state.discards) == (2, 1, 4, [])
    alt = world.newest().alt
    assert re.findall(r"won: (\d)", alt) == ["1", "0"]


def _run_dry(monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:
    """Begin with an empty deck; the Mistling has more heavy damage, but less in total."""
    skills = ("merciless", "thick_hide")
    down = {"A": ["light_feet"]}
    lay(monkeypatch, "f4 f8", deck="", cubes=((1, 0), (0, 5)), skills=skills, skills_down=down, **more)


async def _take_one(world: World) -> Seen:
    """Ada takes a card that is out of range, and makes a step."""
    ada = world["Ada"]
    panel = await open_panel(ada)
    out = next(code for label, code in panel.buttons.items() if "(out of range)" in label).rsplit(":", 1)[1]
    for code in (out, "move", "f5"):
        panel = await pick(ada, panel, code)
    await ada.click(CONFIRM, on=panel)
    return world.newest()


async def test_a_round_is_lost_when_the_cards_run_out(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run_dry(monkeypatch)
    await begin(world)
    before = len(world.pings)
    board = await _take_one(world)
    assert (
        "The cards have run out: Brother Alembic wins round 1: less heavy damage (5 light against 1 heavy)"
        in board.text
    )
    assert "Mistling reveals the skill Light Feet" in board.text.splitlines()
    assert names_to_move(world) == ["Ada"], "the loser begins"
    assert pinged(world, before) == [[]], "Ada's panel continues, and Bartek has nothing to do"
    state: State = stored(database).state
    assert ([one.victories for one in state.seats], state.round, state.turn) == ([0, 1], 2, 0)
    assert re.findall(r"won: (\d)", board.alt) == ["0", "1"]
    assert offered(await open_panel(world["Ada"]))


async def test_the_match_is_lost_when_the_cards_of_the_deciding_round_run_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run_dry(monkeypatch, victories={"A": 1, "B": 1}, round=3)
    await begin(world)
    before = len(world.pings)
    end = await _take_one(world)
    assert "Brother Alembic wins: the cards ran out in the deciding round." in end.text
    assert "Result: Mistling 1, Brother Alembic 2" in end.text
    assert f"**Victory: {world['Bartek'].mention}**" in end.text and "seed was `two`" in end.text
    assert not can(end, PLAY) and pinged(world, before) == [["Bartek"]]
    assert re.findall(r"won: (\d)", end.alt) == ["1", "2"]
    record = await exported(world["Celina"])
    assert record.result is not None and (record.result.winners, record.result.reason) == ((1,), "cards")
