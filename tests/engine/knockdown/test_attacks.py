"""The 36 attack cards: printed values, range, effect and limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from engine.knockdown.arena import LABEL
from engine.knockdown.data.content import CARDS
from tests.support.each import each
from tests.support.engine.knockdown.table import NAMES, NONE, Damage, Table, put

PRINTED = """
ash_knuckle      fist       strike   =1    0/2 -
cairn_hook       fist       strike   =1    1/1 -
peat_elbow       fist       strike   =1    1/0 -
gravel_uppercut  fist+kick  strike   =1    1/0 ko
shin_reaper      kick       strike   =1    0/1 -
moor_stomp       kick       strike   =1    2/0 -
oak_heel         kick+block strike   =1    0/1 -
antler_butt      block+fist strike   =1    0/1 -
bell_ringer      fist       strike   =1    0/1 ko
reckless_knee    kick       strike   =1    0/3 -
wolf_shoulder    dash       strike   =2    1/0 -
lunging_heel     kick+dash  strike   =2    0/1 -
sickle_sweep     kick       strike   <2    0/2 -
staff_thrust     fist       strike   =2    1/0 -
chain_lash       rune+block strike   =3    1/0 -
fishhook_line    dash       strike   <3    0/1 -
sling_stone      dash       strike   line  0/1 -
hunting_bolt     kick       strike   line  1/0 -
thrown_hatchet   block      strike   <3    1/0 -
shield_rush      block      strike   =2    0/1 -
parry_cut        block      strike   =1    1/0 -
headsman_arc     fist       strike   <2    1/0 ko
grave_chill      rune       ability  <3    0/1 -
witch_light      rune       ability  line  0/1 -
stone_breath     block+rune ability  all   0/0 -
snuffed_wick     rune       ability  all   0/1 -
mist_step        dash       ability  all   0/0 -
bog_grasp        rune+kick  ability  <4    0/1 -
barrow_howl      rune+block ability  <2    0/1 -
thunder_palm     fist+rune  ability  =1    1/0 ko
blood_tithe      rune       ability  <2    0/1 -
beggars_prayer   dash       ability  all   0/0 -
thorn_answer     block+fist reaction =1    0/1 -
slip_aside       dash+block reaction all   0/0 -
iron_vow         block      reaction all   0/0 -
last_word        rune+kick  reaction <3    0/1 -
"""
ROWS = [line.split() for line in PRINTED.strip().splitlines()]
RANGES = {row[0]: row[3] for row in ROWS}


def within(reach: str, here: str, there: str) -> bool:
    """Whether a range as printed reaches from one space to the other."""
    columns, rows = abs(int(here[1]) - int(there[1])), here[0] != there[0]
    distance = columns + rows
    if reach == "line":
        return not rows or not columns
    if reach == "all":
        return True
    return distance == int(reach[1:]) if reach[0] == "=" else distance <= int(reach[1:])


def code(name: str) -> str:
    return name.replace("_", "-")


def finished(table: Table) -> Table:
    """Take the first option until A may act again or the turn is over."""
    while table.prompt not in ("action", ""):
        table.play("no" if table.prompt == "test" else sorted(table.offer)[0])
    return table


def test_the_cards_are_as_printed() -> None:
    def printed(one: Any) -> list[str]:
        sign = {"exact": "=", "upto": "<", "projectile": "line", "none": "all"}[one.range.kind]
        reach = f"{sign}{one.range.n}" if sign in "=<" else sign
        pool = f"{one.pool.heavy}/{one.pool.light}"
        return [one.id, "+".join(one.symbols), one.type, reach, pool, "ko" if one.ko else "-"]

    assert [printed(card) for card in CARDS] == ROWS
    assert len(CARDS) == 36


@each("card", NAMES)
def test_a_card_reaches_the_spaces_in_its_range(card: str) -> None:
    """The attacker is on f5, the opponent on every other space: resolved in range, only taken out of range."""
    for there in LABEL:
        if there == "f5":
            continue
        table = put(f"f5 {there}", card).play(code(card))
        hit = within(RANGES[card], "f5", there)
        assert bool(table.events_of("attacked")) == hit, there
        if not hit:
            assert table.question == "A action"
            assert (table.at, table.cubes) == (f"f5 {there}", ((0, 0), (0, 0)))
        finished(table)
        assert card in table.hand(0)
        assert card not in table.row


class Case(NamedTuple):
    card: str
    what: str
    at: str
    picks: str = ""
    after: str = ""
    """The spaces of both fighters afterward; by default unchanged."""
    hurts: Damage = (0, 0)
    """The damage of B afterward."""
    own: Damage = (0, 0)
    """The damage of A afterward."""
    fields: Mapping[str, Any] = NONE


CASES = (
    Case("ash_knuckle", "two light", "f4 f5", hurts=(0, 2)),
    Case("ash_knuckle", "from row to row", "f4 b4", hurts=(0, 2)),
    Case("cairn_hook", "one of each", "f4 f5", hurts=(1, 1)),
    Case("peat_elbow", "back 2", "f4 f5", after="f4 f7", hurts=(1, 0)),
    Case("peat_elbow", "back 2 to the left", "f6 f5", after="f6 f3", hurts=(1, 0)),
    Case("peat_elbow", "to the edge and a light more", "f6 f7", after="f6 f9", hurts=(1, 1)),
    Case("peat_elbow", "to the left edge", "f4 f3", after="f4 f1", hurts=(1, 1)),
    Case("peat_elbow", "stops at the edge", "f7 f8", after="f7 f9", hurts=(1, 1)),
    Case("peat_elbow", "at the edge already", "f8 f9", hurts=(1, 1)),
    Case("peat_elbow", "in one column: left", "f4 b4", "left", "f4 b2", (1, 0)),
    Case("peat_elbow", "in one column: right", "f4 b4", "right", "f4 b6", (1, 0)),
    Case("peat_elbow", "in one column at the edge: inwards", "f1 b1", "right", "f1 b3", (1, 0)),
    Case("peat_elbow", "in one column at the edge: against the edge", "f1 b1", "left", "f1 b1", (1, 1)),
    Case("gravel_uppercut", "a heavy, no test wanted", "f4 f5", "no", hurts=(1, 0)),
    Case("shin_reaper", "an empty hand loses nothing", "f4 f5", hurts=(0, 1)),
    Case("moor_stomp", "two heavy", "f4 f5", hurts=(2, 0)),
    Case("oak_heel", "back 2", "f4 f5", after="f4 f7", hurts=(0, 1)),
    Case("oak_heel", "one column of room", "f7 f8", after="f7 f9", hurts=(0, 1)),
    Case("oak_heel", "none", "b2 b1", hurts=(0, 1)),
    Case("antler_butt", "back 1", "f4 f5", after="f4 f6", hurts=(0, 1)),
    Case("antler_butt", "in one column", "b4 f4", "left", "b4 f3", (0, 1)),
    Case("bell_ringer", "a light, no test wanted", "f4 f5", "no", hurts=(0, 1)),
    Case("reckless_knee", "three light, one for oneself", "f4 f5", hurts=(0, 3), own=(0, 1)),
    Case("wolf_shoulder", "forward 1", "f4 f6", after="f5 f6", hurts=(1, 0)),
    Case("wolf_shoulder", "forward along the own row", "f4 b5", after="f5 b5", hurts=(1, 0)),
    Case("wolf_shoulder", "to the left", "b6 b4", after="b5 b4", hurts=(1, 0)),
    Case("lunging_heel", "forward 1", "f4 f6", after="f5 f6", hurts=(0, 1)),
    Case("lunging_heel", "under the opponent", "b5 f4", after="b4 f4", hurts=(0, 1)),
    Case("sickle_sweep", "at 1", "f4 f5", hurts=(0, 2)),
    Case("sickle_sweep", "at 2", "f4 b5", hurts=(0, 2)),
    Case("staff_thrust", "back 1", "f4 f6", after="f4 f7", hurts=(1, 0)),
    Case("staff_thrust", "back along the opponent's row", "f4 b5", after="f4 b6", hurts=(1, 0)),
    Case("staff_thrust", "at the edge", "f7 f9", hurts=(1, 0)),
    Case("chain_lash", "pull 2", "f4 f7", after="f4 f5", hurts=(1, 0)),
    Case("chain_lash", "pull 2 into the same column", "f4 b6", after="f4 b4", hurts=(1, 0)),
    Case("fishhook_line", "pull 1", "f4 f7", after="f4 f6", hurts=(0, 1)),
    Case("fishhook_line", "nothing to pull when adjacent", "f4 f5", hurts=(0, 1)),
    Case("fishhook_line", "nor in one column", "f4 b4", hurts=(0, 1)),
    Case("fishhook_line", "pull into the same column", "f4 b5", after="f4 b4", hurts=(0, 1)),
    Case("sling_stone", "at 3", "f1 f4", hurts=(0, 1)),
    Case("sling_stone", "at 4 a light more", "f1 f5", hurts=(0, 2)),
    Case("sling_stone", "at 8", "f1 f9", hurts=(0, 2)),
    Case("sling_stone", "in one column", "f4 b4", hurts=(0, 1)),
    Case("hunting_bolt", "a heavy from afar", "b1 b9", hurts=(1, 0)),
    Case("thrown_hatchet", "a heavy at 3", "f4 b6", hurts=(1, 0)),
    Case("shield_rush", "forward, then back", "f4 f6", after="f5 f7", hurts=(0, 1)),
    Case("shield_rush", "no room to go back", "f7 f9", after="f8 f9", hurts=(0, 1)),
    Case("shield_rush", "under the opponent, then a side is picked", "f4 b5", "left", "f5 b4", (0, 1)),
    Case("shield_rush", "the other side", "f4 b5", "right", "f5 b6", (0, 1)),
    Case("parry_cut", "a heavy", "f4 f5", hurts=(1, 0)),
    Case("headsman_arc", "a heavy at 2, no test wanted", "f4 b5", "no", hurts=(1, 0)),
    Case("grave_chill", "an empty hand loses nothing", "f4 f7", hurts=(0, 1)),
    Case("witch_light", "a light from afar", "b1 b9", hurts=(0, 1)),
    Case("stone_breath", "three light less", "f1 b9", own=(2, 2), fields={"cubes": ((2, 5), (0, 0))}),
    Case("stone_breath", "no more than there are", "f1 b9", own=(2, 0), fields={"cubes": ((2, 2), (0, 0))}),
    Case("stone_breath", "nothing to heal", "f1 b9"),
    Case("snuffed_wick", "in the light", "f1 f8", hurts=(0, 1), fields={"candles": 1}),
    Case("snuffed_wick", "in the dark", "f1 f9", hurts=(1, 1), fields={"candles": 1}),
    Case("snuffed_wick", "outside the candle", "f4 f9", hurts=(1, 1), fields={"candles": 3}),
    Case("snuffed_wick", "own dark does not count", "f1 f5", hurts=(0, 1), fields={"candles": 4}),
    Case("mist_step", "through the opponent to the other side", "f4 f6", "f7", "f7 f6", (0, 1)),
    Case("mist_step", "away", "f4 f6", "b2", "b2 f6"),
    Case("mist_step", "staying put, far", "f4 f6", "f4"),
    Case("mist_step", "staying put, adjacent", "f5 f6", "f5", hurts=(0, 1)),
    Case("bog_grasp", "pull 2", "f4 f8", after="f4 f6", hurts=(0, 1)),
    Case("bog_grasp", "stops when adjacent", "f4 f6", after="f4 f5", hurts=(0, 1)),
    Case("barrow_howl", "back 2", "f4 f6", after="f4 f8", hurts=(0, 1)),
    Case("barrow_howl", "to the edge", "f6 f8", after="f6 f9", hurts=(0, 1)),
    Case("thunder_palm", "a heavy, no test wanted", "f4 f5", "no", hurts=(1, 0)),
    Case("blood_tithe", "two light less", "f4 f6", hurts=(0, 1), own=(1, 1), fields={"cubes": ((1, 3), (0, 0))}),
    Case("blood_tithe", "one is all", "f4 f6", hurts=(0, 1), own=(1, 0), fields={"cubes": ((1, 1), (0, 0))}),
    Case("thorn_answer", "as a plain card a light", "f4 f5", hurts=(0, 1)),
    Case("slip_aside", "as a plain card a leap", "f4 f6", "f5", "f5 f6"),
    Case("iron_vow", "as a plain card nothing", "f4 f5"),
    Case("last_word", "as a plain card a light", "f4 f7", hurts=(0, 1)),
)


@each("case", CASES, ids=lambda case: f"{case.card}: {case.what}")
def test_a_card_has_its_printed_effect(case: Case) -> None:
    table = put(case.at, case.card, **case.fields).play(f"{code(case.card)} {case.picks}")
    assert table.question == "A action", (table.question, table.offer)
    assert table.at == (case.after or case.at)
    assert table.cubes == (case.own, case.hurts)
    assert table.hand(0) == {case.card}
    assert table.state.actions == 1
    assert table.hand(1) == set()


def test_every_card_has_a_test_case() -> None:
    elsewhere = {"beggars_prayer"}
    assert {case.card for case in CASES} | elsewhere == set(NAMES)


KO = ("gravel_uppercut", "bell_ringer", "headsman_arc", "thunder_palm")


@each("card", NAMES)
def test_only_attacks_with_the_mark_allow_a_test(card: str) -> None:
    """For every card that hits an adjacent opponent: the attacker is asked only if the card has the mark."""
    here = "f4 f5" if within(RANGES[card], "f4", "f5") else "f4 f6" if within(RANGES[card], "f4", "f6") else "f4 f7"
    table = put(here, card, cubes=((0, 0), (9, 9))).play(code(card))
    offered = False
    while table.prompt != "action":
        offered = offered or table.question == "A test"
        table.play("no" if table.prompt == "test" else sorted(table.offer)[0])
    assert offered == (card in KO)


@each("card", KO)
def test_the_attacker_decides_whether_to_call_a_test(card: str) -> None:
    table = put("f4 f5", card).play(code(card))
    assert table.question == "A test"
    assert table.offer == {"test", "no"}
    table.play("no")
    assert not table.events_of("tested")
    assert table.question == "A action"


def test_shin_reaper_lets_the_victim_choose() -> None:
    table = put("f4 f5", "shin_reaper", b="moor_stomp witch_light").play("shin-reaper")
    assert table.question == "B discard"
    assert table.offer == {"moor-stomp", "witch-light"}
    table.play("moor-stomp")
    assert table.hand(1) == {"witch_light"}
    assert "moor_stomp" in table.discards


def test_shin_reaper_does_not_ask_about_the_only_card() -> None:
    table = put("f4 f5", "shin_reaper", b="witch_light").play("shin-reaper")
    assert table.question == "A action"
    assert table.hand(1) == set()
    assert "witch_light" in table.discards


@pytest.mark.parametrize("fall", [1, 2, 3])
def test_grave_chill_discards_a_random_card(fall: int) -> None:
    """Nobody is asked, and any card may be discarded."""
    hand = {"moor_stomp", "parry_cut", "witch_light"}
    table = put("f4 f7", "grave_chill", b=" ".join(hand)).load(fall).play("grave-chill")
    assert table.question == "A action"
    gone = hand - table.hand(1)
    assert gone == {sorted(hand, key=NAMES.index)[fall - 1]}
    assert gone <= table.discards


def test_mist_step_leads_to_every_free_space_within_three() -> None:
    table = put("f4 f6", "mist_step").play("mist-step")
    assert table.prompt == "leap-to"
    far = {label for label in LABEL if abs(int(label[1]) - 4) + (label[0] == "b") <= 3}
    assert table.offer == far - {"f6"}


def test_slip_aside_as_a_plain_card_leads_to_every_free_space_within_two() -> None:
    table = put("f1 f2", "slip_aside").play("slip-aside")
    assert table.offer == {"f1", "f3", "b1", "b2"}


def test_beggars_prayer_takes_a_second_card_without_resolving_it() -> None:
    table = put("f4 f5", "beggars_prayer moor_stomp iron_vow ash_knuckle").play("beggars-prayer")
    assert table.question == "A take"
    assert table.offer == {"moor-stomp", "iron-vow", "ash-knuckle"}
    table.play("moor-stomp")
    assert table.hand(0) == {"beggars_prayer", "moor_stomp"}
    assert table.row == {"iron_vow", "ash_knuckle"}
    assert table.cubes == ((0, 0), (0, 0))
    assert table.state.actions == 1


def test_beggars_prayer_with_a_full_hand_discards_twice() -> None:
    held = "ash_knuckle cairn_hook shin_reaper moor_stomp parry_cut witch_light"
    table = put("f4 f6", "beggars_prayer wolf_shoulder", a=held).play("beggars-prayer wolf-shoulder")
    assert table.question == "A hand-limit"
    table.play("wolf-shoulder")
    assert table.question == "A hand-limit"
    table.play("ash-knuckle")
    assert table.hand(0) == {*held.split(), "beggars_prayer"} - {"ash_knuckle"}
    assert {"wolf_shoulder", "ash_knuckle"} <= table.discards


def test_beggars_prayer_alone_in_the_row_takes_no_second_card() -> None:
    """It was the last card of the row."""
    table = put("f4 f6", "beggars_prayer", fill=False).play("beggars-prayer")
    assert table.question == "A action"
    assert table.hand(0) == {"beggars_prayer"}
    assert table.row == set()
