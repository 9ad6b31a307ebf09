"""Computer players of Knockdown: their evaluation, hidden knowledge, decisions, and words for a gain."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.computers.beam import Line
from engine.computers.determinize import world
from engine.computers.level import Level, Plan
from engine.computers.search import Search, first_lines
from engine.computers.think import decide, levels
from engine.core.position import Position
from engine.knockdown.computer.aims import near_knockout
from engine.knockdown.computer.candidates import considered
from engine.knockdown.computer.evaluation import FAILS, NAMES, WEIGHTS, features, worth
from engine.knockdown.computer.merit import merit
from engine.knockdown.data.content import CANDLE, CARDS, SKILLS
from engine.knockdown.game import GAME
from engine.knockdown.state import State
from engine.learning.puzzles import puzzles
from tests.support.engine.knockdown.laws import SUBJECT
from tests.support.engine.knockdown.table import Damage, Table, new, put
from tests.support.engine.matches import alike, along, begin, copied, standing

QUICK = Level(Plan(effort=150, width=1, candidates=2, horizon=1, worlds=2, breadth=6, answer_breadth=3))
BLOCKS = "oak_heel iron_vow witch_light"
ONE_TURN = Level(Plan(effort=1500, width=3))


def thought(table: Table, level: Level = ONE_TURN, seat: int | None = None) -> str:
    """The decision of the player on turn, or of another one who is asked."""
    return " ".join(decide(table.position, table.seat if seat is None else seat, level, "s").codes)


# Evaluation


@pytest.mark.parametrize("kind", SUBJECT.kinds)
def test_the_chance_to_win_is_even_at_the_start_and_sums_to_one(kind: str) -> None:
    """Also during an attack."""
    assert worth(begin(SUBJECT, SUBJECT.kinds[kind], "even").state, 0) == pytest.approx(0.5)
    assert len(NAMES) == len(WEIGHTS)
    for position in along(SUBJECT, kind, f"sum {kind}", 0.1):
        s: State = position.state
        assert worth(s, 0) + worth(s, 1) == pytest.approx(1)
        assert features(s, 0) == [-one for one in features(s, 1)]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"cubes": ((0, 0), (2, 0))}, {"cubes": ((0, 0), (0, 2))}),
        ({"cubes": ((0, 0), (0, 2))}, {"cubes": ((0, 0), (0, 0))}),
        ({"a": "bell_ringer oak_heel"}, {"a": "bell_ringer"}),
        ({"poison": {"B": 2}, "fighters": "adder_daughter mistling"}, {"fighters": "adder_daughter mistling"}),
        ({"turn": "A"}, {"turn": "B"}),
        ({"victories": {"A": 1}}, {}),
        ({"candles": 4, "at": "f5 f8"}, {"candles": 4, "at": "f2 f5"}),
        ({"skills": ("last_stand", ""), "cubes": ((5, 6), (5, 6))}, {"cubes": ((5, 6), (5, 6))}),
        ({"a": "moor_stomp ash_knuckle witch_light iron_vow", "cubes": ((0, 0), (6, 6))}, {"cubes": ((0, 0), (6, 6))}),
    ],
)
def test_every_advantage_raises_the_chance_to_win(better: dict[str, Any], worse: dict[str, Any]) -> None:
    assert worth(put(**better).state, 0) > worth(put(**worse).state, 0)


def test_a_round_won_is_worth_more_than_any_lead_in_it() -> None:
    lead = put("f4 f5", cubes=((0, 0), (9, 9))).state
    won = copied(lead)
    won.seats[0].victories, won.phase = 1, "round"
    assert worth(won, 0) > worth(lead, 0) > 0.6


@pytest.mark.parametrize("fields", [{"idle": 5}, {"deck": "candle", "row": "parry_cut"}], ids=["stalled", "no cards"])
def test_a_move_that_ends_the_round_is_judged_by_who_wins_it(fields: dict[str, Any]) -> None:
    """Before the loser's second skill or the last candle is shown; the damage of that round no longer counts."""
    chances = []
    for cubes in (((1, 0), (2, 0)), ((3, 0), (2, 0))):
        laid = {"skills": ("", "last_stand"), "skills_down": {"B": ["merciless"]}, **fields}
        position = put("f5 f6", actions=1, cubes=cubes, **laid).position
        for code in ("move", "f4") if "idle" in fields else ("parry-cut",):
            position.pick(0, code, hold=True)
        assert position.held
        chances.append(worth(position.state, 0))
    assert chances[0] > 0.65
    assert chances[1] < 0.35


def test_a_current_attack_counts_as_dealt_or_blocked() -> None:
    """B has a block: A's attack is worth less than against a hand without one, and more than none."""

    def after(hand: str, row: str) -> float:
        position = put("f4 f5", f"{row} slip_aside", b=hand).position
        position.pick(0, row.replace("_", "-"), hold=True)
        assert position.held
        assert position.state.underway
        return worth(position.state, 0)

    assert after("witch_light", "moor_stomp") > after("witch_light", "ash_knuckle")
    assert after("witch_light hunting_bolt bog_grasp", "moor_stomp") > after(
        "parry_cut hunting_bolt bog_grasp", "moor_stomp"
    )


def test_a_called_test_counts_with_its_chance() -> None:
    """With 14 damage B passes 16 of 100 tests, and then loses half of the light damage."""
    assert FAILS[14] == pytest.approx(0.84, abs=0.005)
    position = put("f4 f5", "bell_ringer", cubes=((0, 0), (6, 7)), victories={"A": 1}).position
    position.pick(0, "bell-ringer")
    no = position.fork()
    no.pick(0, "no", hold=True)
    position.pick(0, "test", hold=True)
    assert worth(position.state, 0) > 0.84
    assert worth(position.state, 0) > worth(no.state, 0)


@pytest.mark.parametrize("cubes", [((0, 0), (0, 99)), ((0, 99), (0, 0)), ((999, 999), (999, 999))])
def test_positions_with_any_damage_can_be_evaluated(cubes: tuple[Damage, Damage]) -> None:
    """Also while an attack with a test is in progress."""
    table = put("f4 f5", "bell_ringer slip_aside", cubes=cubes, skills=("merciless", ""))
    judged = [worth(table.state, 0)]
    table.play("bell-ringer")
    judged.append(worth(table.state, 0))
    table.play("no")
    judged.append(worth(table.state, 0))
    assert all(0 <= one <= 1 for one in judged)


# Hidden knowledge


@pytest.mark.parametrize("kind", SUBJECT.kinds)
def test_decisions_do_not_depend_on_hidden_information(kind: str) -> None:
    """The position is set again with another deck, other face-down skills, other closed hands, another seed."""
    chance = random.Random(kind)
    compared = 0
    for position in along(SUBJECT, kind, f"honest {kind}", 0.1):
        for ask in position.asks:
            there = alike(SUBJECT, position, (ask.seat,), chance)
            assert standing(there, ask.seat) == standing(position, ask.seat)
            for level in (levels(GAME)[0], QUICK):
                assert decide(there, ask.seat, level, "s") == decide(position, ask.seat, level, "s")
            compared += 1
        if compared > 3:
            return
    pytest.fail(f"only {compared} positions were compared")


def test_automatic_replies_of_others_are_unknown_to_computers() -> None:
    looked_at = [
        put("f4 f5", "ash_knuckle slip_aside", b="parry_cut oak_heel bog_grasp", standing={"B": standing_reply})
        for standing_reply in ({"least_cut": 0, "react": True}, {"least_cut": 99, "react": False})
    ]
    assert thought(looked_at[0], QUICK) == thought(looked_at[1], QUICK)
    assert all(world(one.position, 0, "s").state.seats[1].standing.least_cut == 0 for one in looked_at)


def test_redealing_keeps_events_since_the_rest() -> None:
    """B's automatic replies have declined the block; the card that B discarded for a block stays the same."""
    silent = put("f4 f5", "bell_ringer", b="parry_cut oak_heel", standing={"B": {"least_cut": 99, "react": True}})
    silent.play("bell-ringer")
    assert silent.prompt == "test"
    assert world(silent.position, 0, "s").asks == silent.position.asks
    closed = put("f4 f5", "bell_ringer", b="parry_cut witch_light moor_stomp", options={"hands": "hidden"})
    closed.play("bell-ringer damage parry-cut")
    there = world(closed.position, 0, "s").state
    assert CARDS[there.discards[-1]].id == "parry_cut"
    assert len(there.seats[1].hand) == 2


def test_redealing_can_put_every_hidden_card_everywhere() -> None:
    table = put(
        "f4 f6", a="bell_ringer", b="iron_vow moor_stomp", skills_down={"B": ["merciless"]}, options={"hands": "hidden"}
    )
    tops, hands, skills = set[int](), set[int](), set[int]()
    for number in range(100):
        s: State = world(table.position, 0, str(number)).state
        tops.update(s.deck[:3])
        hands.update(s.seats[1].hand)
        skills.update(s.seats[1].down)
        assert sorted([*s.deck, *s.row, *s.seats[1].hand, *s.seats[0].hand]) == [*range(36), *[CANDLE] * 4]
    unseen = {*range(36)} - {*table.state.row, *table.state.seats[0].hand}
    assert tops == {*unseen, CANDLE}
    assert hands == unseen
    assert skills == {*range(len(SKILLS))}


# Decisions


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (put("f4 f5", "bell_ringer moor_stomp", cubes=((3, 3), (8, 9))), "bell-ringer test"),
        (put("f4 f6", "gravel_uppercut witch_light", cubes=((3, 3), (8, 9))), "gravel-uppercut test"),
        (put("f4 f5", a="ash_knuckle oak_heel witch_light", cubes=((2, 2), (9, 8)), curse={"B": 1}), "combo doom"),
        (put("f4 f5", "moor_stomp ash_knuckle hunting_bolt thrown_hatchet", actions=1), "moor-stomp"),
        (put("f4 f6", "staff_thrust wolf_shoulder moor_stomp ash_knuckle"), "wolf-shoulder moor-stomp"),
    ],
    ids=["in the row", "after a step", "paid by the hand", "the most damage", "forward to the most damage"],
)
def test_computers_find_a_knockout_or_the_most_damage_in_reach(table: Table, found: str) -> None:
    assert found in thought(table)


def test_the_strongest_level_finds_knockouts_that_no_roll_can_avert() -> None:
    """Some of the hardest stored puzzles."""
    hardest = [one for one in puzzles("knockdown") if one.aim == "knockout" and one.grade == 5][:3]
    assert len(hardest) == 3
    for puzzle in hardest:
        position = Position.read(GAME, puzzle.options, puzzle.position)
        for code in decide(position, puzzle.seat, levels(GAME)[4], "s").codes:
            position.pick(puzzle.seat, code, hold=True)
        assert near_knockout(position.state, puzzle.seat) == 1.0, puzzle.id


def test_closeness_to_a_certain_knockout_is_measured() -> None:
    """Nineteen is more than any roll; an attack that forces a test must deal the last of them."""
    short, enough = (put("f4 f5", "headsman_arc", cubes=((0, 0), (9, light))) for light in (8, 9))
    far = put("f4 f5", "headsman_arc", cubes=((0, 0), (5, 5)))
    assert near_knockout(far.state, 0) == 0.0 < near_knockout(short.state, 0) < near_knockout(enough.state, 0) < 0.9
    assert near_knockout(enough.state, 1) == 0.0
    assert (
        near_knockout(short.play("headsman-arc").state, 0) < 1.0 == near_knockout(enough.play("headsman-arc").state, 0)
    )


def test_a_knockout_certain_in_one_world_only_is_not_called_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    here, other = (put("f4 f5", "headsman_arc", cubes=((0, 0), (9, light))).position for light in (9, 8))
    search = Search(here, 0, worth, levels(GAME)[4].plan, "s")
    there = here.fork()
    there.pick(0, "headsman-arc", hold=True)
    line = Line(("headsman-arc",), there, 0.7)
    assert search._is_certain(line)
    monkeypatch.setattr("engine.computers.search.world", lambda *_: other.fork())
    assert not search._is_certain(line)


def test_computers_block_when_it_stops_much_damage() -> None:
    """Two heavy damage against a hand of six; one light damage against a card with two symbols."""
    much = put(
        "f4 f5", "moor_stomp", b="parry_cut witch_light bog_grasp ash_knuckle sling_stone", cubes=((0, 0), (5, 4))
    )
    assert thought(much.play("moor-stomp"), QUICK, 1).startswith("damage")
    little = put("f4 f5", "shin_reaper", b="oak_heel thorn_answer", a="witch_light bog_grasp", cubes=((0, 0), (0, 0)))
    little.play("shin-reaper")
    assert not thought(little, QUICK, 1).startswith("both")


def test_computers_pay_with_the_least_valuable_cards() -> None:
    table = put("f4 f5", a="ash_knuckle moor_stomp bog_grasp oak_heel witch_light").play("combo curse")
    ask = table.position.asks[0]
    assert len(ask.options) > len(considered(table.state, ask)) > 0
    assert considered(table.state, ask)[0].code in ("witch-light+ash-knuckle", "ash-knuckle+witch-light", "bog-grasp")


def test_computers_vary_fighters_and_choose_skills_by_value() -> None:
    start = new("any").position
    assert len({decide(start, 0, ONE_TURN, str(seed)).codes for seed in range(12)}) > 2


# Words for a gain

FORCED = "calls for a Knockdown Test (Brother Alembic: 50% to pass)"


@pytest.mark.parametrize(
    ("table", "codes", "words"),
    [
        (put("f4 f5", "moor_stomp"), "moor-stomp", "deals 2 heavy damage to the opponent"),
        (put("f4 f5", "cairn_hook"), "cairn-hook", "deals 1 heavy damage + 1 light damage to the opponent"),
        (put(row="moor_stomp", at="f4 f5", b=BLOCKS), "moor-stomp", "attacks the opponent for 2 heavy damage"),
        (put(row="headsman_arc", cubes=((0, 0), (5, 5))), "headsman-arc test", FORCED),
        (put("f4 f5", "stone_breath", cubes=((0, 4), (0, 0))), "stone-breath", "heals 3 damage"),
        (put("f4 f5", "moor_stomp", a="ash_knuckle witch_light thunder_palm"), "move f3", None),
        (put("f4 f8", "moor_stomp", a="ash_knuckle thunder_palm"), "moor-stomp", "collects the cards for Doom"),
        (put("f3 f8", candles=3, actions=1), "move f4", "brings your fighter back to the light"),
    ],
)  # fmt: skip
def test_a_decisions_gain_is_described_in_words(table: Table, codes: str, words: str | None) -> None:
    before = copied(table.state)
    for code in codes.split():
        table.position.pick(0, code, hold=True)
    found = merit(before, table.state, 0)
    assert (None if found is None else str(found)) == words


def test_a_block_and_a_won_round_are_described_too() -> None:
    table = put("f4 f5", "moor_stomp", b="parry_cut witch_light bog_grasp", cubes=((0, 0), (1, 0))).play("moor-stomp")
    before = copied(table.state)
    for code in ("damage", "parry-cut"):
        if table.position.asks and code in [one.code for one in table.position.asks[0].options]:
            table.position.pick(1, code)
    assert str(merit(before, table.state, 1)) == "stops 1 damage"
    lost = copied(before)
    lost.seats[0].victories += 1
    assert str(merit(before, lost, 0)) == "wins the round"
    assert merit(before, lost, 1) is None


# Comparison of decisions


def test_comparisons_can_exclude_luck() -> None:
    """The value of a Knockdown Test is then its chance in every deal; otherwise it is the result of the dice."""
    table = put("f4 f5", "bell_ringer", cubes=((6, 5), (6, 5)), actions=1, victories={"A": 1, "B": 1})

    def values(evens_luck: bool) -> list[float]:
        plan = Plan(effort=400, width=1, candidates=2, breadth=4, answer_breadth=2, evens_luck=evens_luck)
        return [decide(table.position, 0, Level(plan), str(seed)).value for seed in range(4)]

    assert max(values(True)) - min(values(True)) < 0.1
    assert max(values(False)) - min(values(False)) > 0.2


def test_only_a_few_equal_decisions_are_examined_further() -> None:
    here = new("any").position
    found = [Line((str(number),), here, value) for number, value in enumerate((0.6, 0.6, 0.6, 0.5, 0.5, 0.4))]
    assert [line.codes[0] for line in first_lines(found, 3, 1)] == ["0", "3", "5"]
    assert [line.codes[0] for line in first_lines(found, 3, 2)] == ["0", "1", "3"]
