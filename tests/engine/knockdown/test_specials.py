"""The special attacks and the fighters' own abilities: effects and limits. Reactions have their own module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from engine.knockdown.arena import LABEL
from engine.knockdown.data.content import FIGHTERS
from tests.engine.knockdown.test_attacks import code, within
from tests.support.each import each
from tests.support.engine.knockdown.table import NONE, Damage, put

PRINTED = """
mistling         curse          rune+any           ability  all   0/1 -
mistling         doom           fist+kick+any+any  strike   <2    1/0 ko
mistling         drawn_in       dash+any           ability  all   0/1 -
mistling         shared_burden  block+rune         ability  all   1/0 -
adder_daughter   venom_fang     fist+any           strike   =1    1/1 -
adder_daughter   spitting_arc   rune+any           ability  line  1/0 -
adder_daughter   coil           kick+any           ability  <2    0/1 -
adder_daughter   shed_skin      block              reaction all   0/0 -
adder_daughter   last_bite      fist+any+any       strike   =1    1/0 ko
brother_alembic  distil         any+any            ability  all   0/0 -
brother_alembic  flask_toss     rune+any           ability  =3    0/1 -
brother_alembic  copper_fist    fist+fist          strike   =1    2/0 -
brother_alembic  boil_over      kick+rune+any+any  strike   =1    1/1 ko
barrow_warden    slab_drop      kick+any           strike   =1    1/1 -
barrow_warden    grave_grip     fist+any           ability  <3    0/1 -
barrow_warden    stone_skin     block              reaction all   0/0 -
barrow_warden    bury           fist+kick+any+any  strike   =1    1/1 ko
"""
ROWS = [line.split() for line in PRINTED.strip().splitlines()]
OWNER = {row[1]: row[0] for row in ROWS}
COMBOS = [row for row in ROWS if row[3] != "reaction"]
OTHER = {name: "mistling" if name != "mistling" else "brother_alembic" for name in FIGHTERS}
HURT: dict[str, Any] = {"cubes": ((0, 2), (0, 0))}
CURSED: dict[str, Any] = {"curse": {"B": 1}}
PAYS = {
    "curse": "witch_light ash_knuckle",
    "doom": "ash_knuckle moor_stomp cairn_hook peat_elbow",
    "drawn_in": "wolf_shoulder ash_knuckle",
    "shared_burden": "parry_cut witch_light",
    "venom_fang": "ash_knuckle wolf_shoulder",
    "spitting_arc": "witch_light wolf_shoulder",
    "coil": "moor_stomp wolf_shoulder",
    "last_bite": "ash_knuckle wolf_shoulder fishhook_line",
    "distil": "parry_cut thrown_hatchet",
    "flask_toss": "witch_light parry_cut",
    "copper_fist": "ash_knuckle cairn_hook",
    "boil_over": "moor_stomp witch_light parry_cut thrown_hatchet",
    "slab_drop": "moor_stomp parry_cut",
    "grave_grip": "ash_knuckle parry_cut",
    "bury": "ash_knuckle moor_stomp parry_cut thrown_hatchet",
}
"""A hand that pays for the attack with all its cards."""


def test_the_special_attacks_are_as_printed() -> None:
    def printed(fighter: str, one: Any) -> list[str]:
        sign = {"exact": "=", "upto": "<", "projectile": "line", "none": "all"}[one.range.kind]
        reach = f"{sign}{one.range.n}" if sign in "=<" else sign
        pool = f"{one.pool.heavy}/{one.pool.light}"
        return [fighter, one.id, "+".join(one.cost), one.type, reach, pool, "ko" if one.ko else "-"]

    assert [printed(fighter.id, one) for fighter in FIGHTERS.values() for one in fighter.special] == ROWS


@each("row", COMBOS, ids=lambda row: row[1])
def test_a_special_attack_reaches_the_spaces_in_its_range(row: list[str]) -> None:
    """It is offered in range only."""
    name, reach = row[1], row[4]
    for there in LABEL:
        if there == "f5":
            continue
        table = put(f"f5 {there}", fighters=f"{row[0]} {OTHER[row[0]]}", a=PAYS[name])
        ready = name in table.view(0).ready
        assert ready == within(reach, "f5", there), there
        if ready:
            assert "combo" in table.offer
            table.play(f"combo {code(name)}")
            assert table.events_of("attacked")[0]["attack"] == name
            assert table.hand(0) == set()


def test_within_a_combo_only_usable_attacks_are_marked_ready() -> None:
    """Everybody sees the mark; the next Combo begins with all attacks."""
    hand = "grave_chill shin_reaper witch_light fishhook_line wolf_shoulder"
    table = put("f4 f6", a=hand).play("combo")
    assert table.view(0).ready == ("curse", "drawn_in")
    table.play("curse shin-reaper+grave-chill")
    for seat in (0, 1, None):
        seen = table.view(seat)
        assert seen.seats[0].payable == ("curse", "drawn_in")
        assert seen.seats[0].ready == ("drawn_in",)
    assert table.view(0).ready == ("drawn_in",)
    assert table.play("stop").view(0).ready == ("curse", "drawn_in")


class Case(NamedTuple):
    special: str
    what: str
    at: str
    picks: str = ""
    after: str = ""
    hurts: Damage = (0, 0)
    own: Damage = (0, 0)
    tokens: tuple[int, int] = (0, 0)
    """Curse and Poison tokens on B's board afterward."""
    fields: Mapping[str, Any] = NONE
    against: str = ""


CASES = (
    Case("curse", "a light and the token", "f1 b9", hurts=(0, 1), tokens=(1, 0)),
    Case("curse", "there is one token", "f1 b9", hurts=(0, 1), tokens=(1, 0), fields=CURSED),
    Case("doom", "without the Curse", "f4 f6", "no", hurts=(1, 0)),
    Case("doom", "the Curse goes and hurts", "f4 f6", "no", hurts=(2, 1), fields=CURSED),
    Case("drawn_in", "to the left", "f4 b9", "f3", "f4 f3", (0, 1)),
    Case("drawn_in", "above", "f4 b9", "b4", "f4 b4", (0, 1)),
    Case("drawn_in", "the anchor does not hold", "f4 b9", "b4", "f4 b4", (0, 1), against="barrow_warden"),
    Case("shared_burden", "without the Curse nothing more", "f4 b9", hurts=(1, 0), own=(0, 2), fields=HURT),
    Case(
        "shared_burden",
        "a light changes boards",
        "f4 b9",
        "yes",
        hurts=(1, 1),
        own=(0, 1),
        tokens=(1, 0),
        fields=HURT | CURSED,
    ),
    Case("shared_burden", "or stays", "f4 b9", "no", hurts=(1, 0), own=(0, 2), tokens=(1, 0), fields=HURT | CURSED),
    Case(
        "shared_burden",
        "no light to hand over",
        "f4 b9",
        hurts=(1, 0),
        own=(3, 0),
        tokens=(1, 0),
        fields=CURSED | {"cubes": ((3, 0), (0, 0))},
    ),
    Case("venom_fang", "poison", "f4 f5", hurts=(1, 1), tokens=(0, 1)),
    Case("venom_fang", "both tokens are out", "f4 f5", hurts=(1, 1), tokens=(0, 2), fields={"poison": {"B": 2}}),
    Case("spitting_arc", "poison from afar", "f1 f9", hurts=(1, 0), tokens=(0, 2), fields={"poison": {"B": 1}}),
    Case("coil", "pull 1", "f4 f6", after="f4 f5", hurts=(0, 1)),
    Case("coil", "adjacent already", "f4 b4", hurts=(0, 1)),
    Case("last_bite", "without poison", "f4 f5", "no", hurts=(1, 0)),
    Case("last_bite", "a heavy for each token", "f4 f5", "no", hurts=(3, 0), fields={"poison": {"B": 2}}),
    Case("flask_toss", "back 1 into the light", "f4 f7", after="f4 f8", hurts=(0, 1), fields={"candles": 1}),
    Case("flask_toss", "back 1 into the dark", "f4 f7", after="f4 f8", hurts=(0, 2), fields={"candles": 2}),
    Case("flask_toss", "at the edge", "f6 f9", hurts=(0, 1)),
    Case("copper_fist", "back 1", "f4 f5", after="f4 f6", hurts=(2, 0)),
    Case("boil_over", "without elixirs", "f4 f5", "no", hurts=(1, 1), fields={"elixirs": {"A": []}}),
    Case("boil_over", "a light for each", "f4 f5", "no", hurts=(1, 3), fields={"elixirs": {"A": ["bile", "sap"]}}),
    Case("slab_drop", "back 2", "f4 f5", after="f4 f7", hurts=(1, 1)),
    Case("grave_grip", "pull 2", "f4 f7", after="f4 f5", hurts=(0, 1)),
    Case("grave_grip", "pull until adjacent", "f4 b5", after="f4 b4", hurts=(0, 1)),
    Case("bury", "in the light", "f4 f5", "no", hurts=(1, 1), fields={"candles": 4}),
    Case("bury", "in the dark", "f5 f6", "no", hurts=(2, 1), fields={"candles": 4}),
)


@each("case", CASES, ids=lambda case: f"{case.special}: {case.what}")
def test_a_special_attack_has_its_printed_effect(case: Case) -> None:
    owner = OWNER[case.special]
    table = put(case.at, fighters=f"{owner} {case.against or OTHER[owner]}", a=PAYS[case.special], **case.fields).play(
        f"combo {code(case.special)} {case.picks}"
    )
    if table.prompt == "combo":
        table.play("stop")
    assert table.question == "A action", (table.question, table.offer)
    assert table.at == (case.after or case.at)
    assert table.cubes == (case.own, case.hurts)
    them = table.state.seats[1]
    assert (them.curse, them.poison) == case.tokens
    assert table.hand(0) == set()
    assert set(PAYS[case.special].split()) <= table.discards
    assert table.state.actions == 1


def test_every_special_attack_has_a_test_case() -> None:
    assert {case.special for case in CASES} | {"distil"} == {row[1] for row in COMBOS}


@each("name", ["doom", "last_bite", "boil_over", "bury"])
def test_these_special_attacks_have_the_knockout_mark(name: str) -> None:
    owner = OWNER[name]
    table = put("f4 f5", fighters=f"{owner} {OTHER[owner]}", a=PAYS[name], cubes=((0, 0), (9, 9)))
    table.load(6, 6, 6).play(f"combo {code(name)}")
    assert table.question == "A test"
    table.play("test")
    assert table.events_of("round-won")[0]["how"] == "knock-out"


def test_drawn_in_offers_the_free_spaces_next_to_the_attacker() -> None:
    hand = PAYS["drawn_in"]
    assert put("f4 b9", a=hand).play("combo drawn-in").offer == {"f3", "f5", "b4"}
    assert put("f1 b9", a=hand).play("combo drawn-in").offer == {"f2", "b1"}
    assert put("f4 f5", a=hand).play("combo drawn-in").offer == {"f3", "b4"}


def test_coil_makes_the_victim_discard_after_the_pull() -> None:
    table = put("f4 f6", fighters="adder_daughter mistling", a=PAYS["coil"], b="ash_knuckle witch_light")
    table.play("combo coil")
    assert table.at == "f4 f5"
    assert table.question == "B discard"
    table.play("ash-knuckle")
    assert table.hand(1) == {"witch_light"}


def test_last_bite_gives_the_tokens_back() -> None:
    table = put("f4 f5", fighters="adder_daughter mistling", a=PAYS["last_bite"], poison={"B": 2})
    table.play("combo last-bite no")
    assert table.state.seats[1].poison == 0
    assert table.damage(1) == (3, 0)


def test_distil_takes_an_elixir_that_the_player_does_not_have() -> None:
    table = put("f1 b9", fighters="brother_alembic mistling", a=PAYS["distil"], elixirs={"A": ["bile"]})
    table.play("combo distil")
    assert table.question == "A brew"
    assert table.offer == {"sap", "quicksilver"}
    table.play("sap")
    assert set(table.state.seats[0].elixirs) == {"bile", "sap"}
    assert table.cubes == ((0, 0), (0, 0))


def test_distil_with_an_empty_supply_does_nothing() -> None:
    every = ["bile", "sap", "quicksilver"]
    table = put("f1 b9", fighters="brother_alembic mistling", a=PAYS["distil"], elixirs={"A": every})
    table.play("combo distil")
    assert sorted(table.state.seats[0].elixirs) == sorted(every)
    assert table.hand(0) == set()


def test_boil_over_returns_every_elixir() -> None:
    table = put(
        "f4 f5", fighters="brother_alembic mistling", a=PAYS["boil_over"], elixirs={"A": ["sap", "quicksilver"]}
    )
    table.play("combo boil-over no")
    assert table.state.seats[0].elixirs == []


# ------------------------------------------------------------------ the fighters' own abilities


def test_the_mistling_walks_around_an_adjacent_opponent() -> None:
    table = put("f4 f5").play("move")
    assert table.offer == {"f3", "b4", "f6", "b5"}
    table.play("f6")
    assert table.at == "f6 f5"


def test_the_mistling_walks_around_an_opponent_only_when_adjacent() -> None:
    assert put("f4 f6").play("move").offer == {"f3", "f5", "b4"}


def test_other_fighters_do_not_walk_around_the_opponent() -> None:
    assert put("f4 f5", fighters="barrow_warden mistling").play("move").offer == {"f3", "b4"}


def test_the_mistlings_dash_follows_the_normal_rules() -> None:
    table = put("f4 f5", a="wolf_shoulder").play("combo dash wolf-shoulder")
    assert table.prompt == "move-to"
    assert table.offer == {"f3", "b4"}


@each(
    ("card", "at", "after"),
    [
        ("oak_heel", "f4 f5", "f4 f6"),
        ("antler_butt", "f4 f5", "f4 f5"),
        ("fishhook_line", "f4 f7", "f4 f7"),
        ("bog_grasp", "f4 f8", "f4 f7"),
    ],
)
def test_the_warden_is_moved_one_column_less(card: str, at: str, after: str) -> None:
    assert put(at, card, fighters="mistling barrow_warden").play(code(card)).at == after


def test_the_warden_moves_himself_the_full_distance() -> None:
    assert put("f4 f6", "wolf_shoulder", fighters="barrow_warden mistling").play("wolf-shoulder").at == "f5 f6"


def test_no_side_is_asked_if_the_warden_does_not_move() -> None:
    table = put("f4 b4", "antler_butt", fighters="mistling barrow_warden").play("antler-butt")
    assert table.question == "A action"
    assert table.at == "f4 b4"


def poisoned(tokens: int, cubes: tuple[Damage, Damage] = ((0, 0), (0, 0))) -> Any:
    """The Mistling with Poison tokens; its turn begins after B's last action."""
    return put(
        "f4 f6", fighters="mistling adder_daughter", turn="B", actions=1, poison={"A": tokens}, cubes=cubes
    ).play("move f7")


@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_poison_hurts_at_the_start_of_the_turn_and_one_token_goes_back(tokens: int) -> None:
    table = poisoned(tokens)
    assert table.question == "A action"
    assert table.damage(0) == (0, tokens)
    assert table.damage(1) == (0, 0)
    assert table.state.seats[0].poison == max(0, tokens - 1)


def test_poison_works_after_the_row_is_refilled() -> None:
    table = put("f4 f6", "witch_light", fighters="mistling adder_daughter", turn="B", actions=1, poison={"A": 1}).play(
        "witch-light"
    )
    assert table.kinds.index("refilled") < [n for n, e in enumerate(table.events) if e.kind == "hurt"][-1]


def test_poison_does_not_hurt_at_the_start_of_the_poisoners_turn() -> None:
    table = put("f4 f6", fighters="mistling adder_daughter", actions=1, poison={"A": 2}).play("move f3")
    assert table.question == "B action"
    assert table.damage(0) == (0, 0)
    assert table.state.seats[0].poison == 2


# ------------------------------------------------------------------ elixirs


def alembic(at: str = "f4 f6", row: str = "", **fields: Any) -> Any:
    return put(at, row, fighters="brother_alembic mistling", **fields)


def test_an_elixir_costs_no_action_and_returns_to_the_supply() -> None:
    table = alembic(elixirs={"A": ["bile", "sap", "quicksilver"]}, cubes=((1, 2), (0, 0)))
    assert {"bile", "sap", "quicksilver"} <= table.offer
    table.play("sap")
    assert table.damage(0) == (1, 1)
    assert table.state.actions == 2
    assert table.state.seats[0].elixirs == ["bile", "quicksilver"]


def test_sap_heals_light_damage_only() -> None:
    table = alembic(elixirs={"A": ["sap"]}, cubes=((2, 0), (0, 0)))
    if "sap" in table.offer:
        table.play("sap")
    assert table.damage(0) == (2, 0)


def test_quicksilver_moves_up_to_two_spaces_but_not_through_the_opponent() -> None:
    table = alembic("f4 f5", elixirs={"A": ["quicksilver"]}).play("quicksilver")
    assert table.offer == {"f2", "f3", "b3", "b4", "b5"}
    table.play("b5")
    assert table.at == "b5 f5"
    assert table.state.actions == 2


def test_bile_waits_for_an_attack_with_damage() -> None:
    table = alembic("f4 f6", "stone_breath sickle_sweep", elixirs={"A": ["bile"]})
    table.play("bile stone-breath")
    assert table.state.bile == 1
    table.play("sickle-sweep")
    assert table.damage(1) == (1, 2)


def test_bile_strengthens_one_attack() -> None:
    table = alembic("f4 f6", "sickle_sweep witch_light", elixirs={"A": ["bile"]}).play("bile sickle-sweep witch-light")
    assert table.damage(1) == (1, 3)


def test_a_player_has_at_most_one_bile() -> None:
    """Bile is one token, which returns to the supply when it was drunk."""
    table = alembic("f1 b9", a=PAYS["distil"], elixirs={"A": ["bile"]}).play("bile combo distil")
    assert table.offer == {"bile", "sap", "quicksilver"}


def test_a_miss_does_not_use_up_bile() -> None:
    table = alembic("f4 f6", "ash_knuckle sickle_sweep", elixirs={"A": ["bile"]}).play("bile ash-knuckle sickle-sweep")
    assert table.damage(1) == (1, 2)


def test_bile_is_lost_at_the_end_of_the_turn() -> None:
    table = alembic("f4 f6", elixirs={"A": ["bile"]}, actions=1).play("bile move f3")
    assert table.question == "B action"
    assert table.state.bile == 0
    table.play("move b6 move f6")
    assert table.question == "A action"
    assert table.state.bile == 0


def test_bile_works_for_a_special_attack() -> None:
    table = alembic("f4 f5", a=PAYS["copper_fist"], elixirs={"A": ["bile"]}).play("bile combo copper-fist")
    assert table.damage(1) == (3, 0)


def test_bile_can_be_blocked_like_the_rest_of_the_pool() -> None:
    table = alembic("f4 f6", "sickle_sweep", b="parry_cut witch_light moor_stomp", elixirs={"A": ["bile"]})
    table.play("bile sickle-sweep damage parry-cut")
    assert table.prompt == "cut"
    assert table.offer == {"h1-l0", "h0-l2"}


def test_an_elixir_is_drunk_between_steps_of_a_combo() -> None:
    """The step between the two brings the second attack into range."""
    hand = f"{PAYS['copper_fist']} {PAYS['flask_toss']}"
    table = alembic("f4 f7", a=hand, elixirs={"A": ["quicksilver"]})
    table.play("combo flask-toss")
    table.play("parry-cut+witch-light" if "parry-cut+witch-light" in table.offer else sorted(table.offer)[0])
    assert table.at == "f4 f8"
    assert table.prompt == "combo"
    assert {"quicksilver", "stop"} <= table.offer
    table.play("quicksilver")
    assert table.prompt == "move-to"


def test_a_combo_is_not_begun_with_an_elixir() -> None:
    """It can be drunk between actions anyway; and after a step no attack might be left for the Combo."""
    table = alembic("f4 f7", a=PAYS["flask_toss"], elixirs={"A": ["quicksilver", "bile"]}).play("combo")
    assert not {"quicksilver", "bile"} & table.offer


def test_only_the_alembic_drinks_elixirs() -> None:
    assert not {"bile", "sap", "quicksilver"} & put("f4 f6").offer
