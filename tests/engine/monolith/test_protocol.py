"""Procedures and orders through the protocol; the results of orders on random boards, compared with the resolver."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.core.position import Position
from tests.support.each import each
from tests.support.engine.monolith import oracle
from tests.support.engine.monolith.battle_results import BATTLE_PROMPTS, label, read, result
from tests.support.engine.monolith.random_boards import boards
from tests.support.engine.monolith.table import Table, new, put
from tests.support.engine.monolith.worked_examples import laid
from tests.support.profile import examples

CHARGE_PROMPTS = {f"monolith.{name}" for name in ("charger", "charge-whom", "charge-where", "charge-turn")}
DRAGON, ABYSS, GUARDIANS, FOREST = (
    "dragon_empire", "lords_of_the_abyss", "guardians_of_the_realm", "harbingers_of_the_forest",
)  # fmt: skip


def code(at: tuple[int, int]) -> str:
    return label(at).lower()


def test_a_fire_concoction_clears_three_spaces() -> None:
    tokens = laid("""
mygalomorph B abyss.mygalomorph 0,0 r0
wraith      B abyss.wraith 1,0 r0
axeman      A guardians.axeman 0,1 r0
banner      B abyss.banner -2,0 r0
""")
    table = put(tokens.values(), hands={"A": [f"{GUARDIANS}.order_fire_concoction"]}, turn="A")
    table.pick("order-fire-concoction")
    assert len(table.codes) == 24
    table.pick("c3+c4+d3")
    assert set(table.tokens) == {(-2, 0)}
    assert f"{GUARDIANS}.order_fire_concoction" in table.position["discards"]["A"]


def test_the_options_of_a_push_are_the_possible_tiles_and_spaces() -> None:
    tokens = laid("""
crossbow    A guardians.crossbowman 2,0 r0
mygalomorph B abyss.mygalomorph 2,-1 r0
demon       B abyss.demon 1,1 r0
one         A guardians.axeman 0,1 r0
other       A guardians.axeman 0,2 r0
""")
    table = put(tokens.values(), hands={"A": [f"{GUARDIANS}.order_push"]}, turn="A").pick("order-push")
    if table.prompt == "pusher":
        table.pick(code((2, 0)))
    if table.prompt == "push-whom":
        raise AssertionError("the Demon cannot be pushed by the Crossbowman")
    assert (table.prompt, table.seat) == ("push-where", 1)
    assert set(table.codes) == {code((2, -2)), code((1, -1))}
    table.pick(code((1, -1)))
    assert table.tokens[1, -1]["token"] == f"{ABYSS}.mygalomorph"


def test_a_hand_of_orders_may_be_discarded_and_redrawn_repeatedly() -> None:
    orders = [f"{GUARDIANS}.order_battle", f"{GUARDIANS}.order_battle", f"{GUARDIANS}.order_push"]
    pile = [*orders, *orders, f"{GUARDIANS}.golem", f"{GUARDIANS}.axeman", f"{GUARDIANS}.order_push", *orders]
    table = put(phase="draw", turn="A", piles={"A": pile, "B": [f"{ABYSS}.spike"] * 3})
    assert (table.prompt, set(table.codes)) == ("unlucky", {"redraw", "keep"})
    table.play("redraw redraw")
    assert table.prompt == "must-discard"
    assert table.position["hands"]["A"] == [f"{GUARDIANS}.golem", f"{GUARDIANS}.axeman", f"{GUARDIANS}.order_push"]
    assert len(table.position["discards"]["A"]) == 6


@pytest.mark.parametrize(("number", "drawn"), [(1, 1), (2, 2)])
def test_one_or_two_orders_in_the_opening_may_be_discarded_and_redrawn(number: int, drawn: int) -> None:
    pile = [f"{GUARDIANS}.order_battle"] * 5 + [f"{GUARDIANS}.golem"]
    table = put(phase="draw", turn="A", number=number, piles={"A": pile, "B": [f"{ABYSS}.spike"] * 3})
    assert table.prompt == "unlucky"
    assert len(table.pick("keep").position["hands"]["A"]) == drawn


def test_three_effects_can_move_one_tile_three_times() -> None:
    tokens = laid("""
rider       A dragon.dragon_rider 0,0 r0
rune        A dragon.rune_agility 0,-1 r0
""")
    table = put(tokens.values(), hands={"A": [f"{DRAGON}.order_move"]}, turn="A")
    table.pick(code((0, 0)))
    assert table.prompt == "effect"
    by_rune = next(one for one in table.codes if "rune" in one)
    table.play(f"{by_rune} {code((1, -1))} r0 order-move")
    table.play(f"{code((1, -1))} {code((2, -1))} r1" if table.prompt == "move-whom" else f"{code((2, -1))} r1")
    table.play(f"{code((2, -1))} {code((2, -2))} r2")
    assert table.tokens[2, -2]["token"] == f"{DRAGON}.dragon_rider"
    assert code((2, -2)) not in table.codes


def filled(*free: tuple[int, int]) -> list[oracle.Token]:
    """Golems of B on all spaces except these, and the two Banners in opposite corners."""
    spots = [at for at in oracle.FIELDS if at not in free and at not in ((-2, 0), (2, 0))]
    golems = [oracle.Token("B", f"{GUARDIANS}.golem", at) for at in spots]
    banners = [oracle.Token("A", f"{DRAGON}.banner", (-2, 0)), oracle.Token("B", f"{FOREST}.banner", (2, 0))]
    return [*golems, *banners]


def test_filling_the_board_in_the_last_turn_causes_two_battles() -> None:
    """The opponent has drawn a last tile; two tiles are left to draw, and one space is free."""
    pile = [f"{DRAGON}.order_battle_or_charge", f"{DRAGON}.pikeman"]
    table = put(
        filled((0, 0)), phase="draw", turn="A", closing=1, piles={"A": pile, "B": []}, banner_hp={"A": 20, "B": 18}
    )  # fmt: skip
    assert table.prompt == "play"
    assert "order-battle-or-charge" not in table.codes
    assert table.refused("order-battle-or-charge").rule
    table.pick("pikeman")
    while table.prompt in ("place", "turn"):
        table.pick(table.codes[0])
    causes = [event["cause"] for event in table.events if event["kind"] == "battle-begins"]
    assert causes == ["full", "last"]
    assert table.outcome is not None


def test_orders_features_and_placements_can_be_mixed_in_one_turn() -> None:
    tokens = laid("""
herne       A forest.herne 0,0 r0
mygalomorph B abyss.mygalomorph 1,0 r0
banner      B abyss.banner 2,0 r0
""")
    hand = [f"{FOREST}.sorcerer", f"{FOREST}.order_battle", f"{FOREST}.order_precise_shot"]
    table = put(tokens.values(), hands={"A": hand}, turn="A")
    assert table.prompt == "must-discard"
    table.play("order-battle order-precise-shot")
    if table.prompt == "shoot-whom":
        table.pick(code((1, 0)))
    assert (1, 0) not in table.tokens
    table.play(f"{code((0, 0))} {code((1, 0))} r3 sorcerer {code((-2, 0))} r2")
    at = table.tokens
    assert (at[1, 0]["token"], at[1, 0]["rot"]) == (f"{FOREST}.herne", 3)
    assert (at[-2, 0]["token"], at[-2, 0]["rot"]) == (f"{FOREST}.sorcerer", 2)
    assert table.seat == 1


def monoliths(*fields: tuple[int, int]) -> dict[str, Any]:
    """A's monolith is unfolded on these spaces; B's is folded and empty."""
    return {"A": {"hidden": [], "fields": [list(at) for at in fields]}, "B": {"hidden": [0, 0], "fields": []}}


@pytest.mark.parametrize(("free", "room"), [([(-1, 0)], False), ([(-1, 0), (0, 0)], True), ([(-1, 0), (1, 0)], False)])
def test_unfolding_needs_two_spaces_in_one_piece(free: list[tuple[int, int]], room: bool) -> None:
    hidden = [
        {"owner": "A", "token": f"{DRAGON}.pikeman", "at": None, "id": 91},
        {"owner": "A", "token": f"{DRAGON}.knight", "at": None, "id": 92},
    ]
    table = put(filled(*free), options={"monoliths": True})
    tokens = [*table.position["tokens"], *hidden]
    given = {"A": {"hidden": [91, 92], "fields": []}, "B": {"hidden": [0, 0], "fields": []}}
    fields = {"tokens": tokens, "monoliths": given, "hands": {"A": [f"{DRAGON}.order_move"]}, "turn": "A"}
    answer = table.does(do="set", game="monolith", options={"monoliths": True}, position=fields)
    codes = {option["code"] for ask in answer["asks"] for option in ask["options"]}
    assert ("unfold" in codes) == room


def test_unfolding_needs_spaces_without_a_segment() -> None:
    given = {"A": {"hidden": [0, 0], "fields": []}, "B": {"hidden": [], "fields": [[-1, 0], [0, 0]]}}
    table = put(filled((-1, 0), (0, 0), (-1, -1)), options={"monoliths": True})
    tokens = [{**one, "at": [1, 0]} if one["token"] == f"{FOREST}.banner" else one for one in table.position["tokens"]]
    tokens = [one for one in tokens if one["token"] != f"{GUARDIANS}.golem" or one["at"] != [1, 0]]
    fields = {"tokens": tokens, "monoliths": given, "hands": {"A": [f"{DRAGON}.order_move"]}, "turn": "A"}
    answer = table.does(do="set", game="monolith", options={"monoliths": True}, position=fields)
    assert "unfold" not in {option["code"] for ask in answer["asks"] for option in ask["options"]}


@each(
    ("nightmare", "marked", "folds"),
    [("-2,1 r5", "", True), ("1,-1 r2", "", False), ("2,0 r0", "net", True), ("2,0 r0", "", True)],
)
def test_a_netted_lower_segment_does_not_fold(nightmare: str, marked: str, folds: bool) -> None:
    """A net on the Banner does not matter, and a Net marker is removed before monoliths fold."""
    tokens = laid(f"""
banner      A dragon.banner -1,0 r0
golem       A guardians.golem 0,0 r0 {marked}
rune        A dragon.rune_charge -1,1 r0
nightmare   B abyss.nightmare {nightmare}
""")
    given = monoliths((0, 0), (-1, 1))
    table = put(tokens.values(), options={"monoliths": True}, phase="battle", monoliths=given, turn="B")
    assert (table.position["monoliths"]["A"]["fields"] == []) == folds


def test_secret_tiles_are_chosen_by_both_players_at_the_same_time() -> None:
    table = new("secret", monoliths=True)
    while table.prompt == "faction":
        table.pick(table.codes[0])
    assert [(ask["seat"], ask["prompt"]) for ask in table.asks] == [(0, "monolith.hide"), (1, "monolith.hide")]


def ends(table: Position) -> set[oracle.Result]:
    """All possible results of an order, with every choice of a Charge and of regeneration."""
    found, todo = set(), [table]
    while todo:
        here = todo.pop()
        if not here.asks or here.asks[0].prompt not in (*BATTLE_PROMPTS, *CHARGE_PROMPTS):
            found.add(result(here.write()))
            continue
        for option in here.asks[0].options:
            there = here.fork()
            there.pick(here.asks[0].seat, option.code)
            todo.append(there)
    return found


def wounded(tokens: list[oracle.Token], at: Collection[tuple[int, int]], teams: dict[str, int]) -> set[oracle.Result]:
    """The board after one order that wounds these tiles."""
    hits = [oracle.Hit("order", one, 1) for one in at]
    return {oracle.Result(*one) for one in oracle.struck(oracle.Table(tokens, teams), (20, 20), hits)}


TRIANGLES = [
    (one, two, three)
    for one in oracle.FIELDS
    for two in oracle.FIELDS
    for three in oracle.FIELDS
    if one < two < three and oracle.touching(one, two) and oracle.touching(two, three) and oracle.touching(one, three)
]


@settings(max_examples=examples(120))
@given(boards(oracle.TWO, fewest=8, most=18), st.sampled_from(TRIANGLES))
def test_fire_concoctions_agree_with_the_oracle(tokens: list[oracle.Token], three: tuple[tuple[int, int], ...]) -> None:
    board = {token.at: token for token in tokens}
    struck = [at for at in three if at in board and not board[at].banner]
    position = read(tokens, hands={"A": [f"{GUARDIANS}.order_fire_concoction"]}, turn="A", number=9)
    position.pick(0, "order-fire-concoction")
    burst = {"+".join(sorted(map(code, three)))}
    (triangle,) = [one.code for one in position.asks[0].options if "+".join(sorted(one.code.split("+"))) in burst]
    position.pick(0, triangle)
    assert ends(position) == wounded(tokens, struck, dict(oracle.TWO))


@settings(max_examples=examples(120))
@given(boards(oracle.FOUR, fewest=8, most=18), st.integers(0, 99))
def test_precise_shots_agree_with_the_oracle(tokens: list[oracle.Token], aim: int) -> None:
    targets = [token.at for token in tokens if token.owner in "BD" and not token.banner]
    assume(len(targets) > 1)
    position = read(tokens, hands={"A": [f"{FOREST}.order_precise_shot"]}, turn="A", seats=4)
    position.pick(0, "order-precise-shot")
    assert {option.code for option in position.asks[0].options} == set(map(code, targets))
    target = targets[aim % len(targets)]
    position.pick(0, code(target))
    assert ends(position) == wounded(tokens, [target], dict(oracle.FOUR))


@settings(max_examples=examples(150))
@given(boards(oracle.TWO, fewest=6, most=18))
def test_pushes_agree_with_the_oracle(tokens: list[oracle.Token]) -> None:
    table = oracle.Table(tokens, oracle.TWO)
    free = [token for token in tokens if token.at not in table.netted]
    expected = {
        (label(token.at), label(end))
        for pusher in free
        if pusher.owner == "A"
        for token in free
        if token.owner == "B" and oracle.touching(pusher.at, token.at)
        for end in oracle.FIELDS
        if end not in table.on and oracle.touching(token.at, end) and not oracle.touching(pusher.at, end)
    }
    position = read(tokens, hands={"A": [f"{GUARDIANS}.order_push", f"{GUARDIANS}.order_battle"]}, turn="A")
    offered = {option.code for option in position.asks[0].options}
    assert ("order-push" in offered) == bool(expected)
    if expected:
        position.pick(0, "order-push")
        assert pushes(position) == expected


def pushes(position: Position) -> set[tuple[str, str]]:
    """The possible pushes: from which space to which."""
    found, todo = set[tuple[str, str]](), [position]
    while todo:
        here = todo.pop()
        moved = [event.args["path"] for event in here.events if event.kind == "moved"]
        found |= {(path[0], path[-1]) for path in moved}
        for option in here.asks[0].options if not moved else ():
            there = here.fork()
            there.pick(here.asks[0].seat, option.code)
            todo.append(there)
    return found


@settings(max_examples=examples(150))
@given(boards(oracle.THREE, fewest=6, most=17), st.integers(1, 4))
def test_charges_agree_with_the_oracle(tokens: list[oracle.Token], riders: int) -> None:
    """Some champions of A become cavalry; a last tile is drawn, so the order cannot begin a battle."""
    for number, token in enumerate(tokens):
        if token.owner == "A" and not token.banner and riders:
            riders -= 1
            tokens[number] = token._replace(token=f"{DRAGON}.{('knight', 'dragon_rider')[riders % 2]}", wounds=0)
    table = oracle.Table(tokens, oracle.THREE)
    tokens = [token._replace(wounds=min(token.wounds, table.toughness(token.at))) for token in tokens]
    expected = oracle.charges(tokens, "A", oracle.THREE)
    hands = {"A": [f"{DRAGON}.order_battle_or_charge", f"{DRAGON}.rune_agility"]}
    position = read(tokens, hands=hands, turn="A", closing=3, seats=3)
    offered = {option.code for option in position.asks[0].options}
    assert ("order-battle-or-charge" in offered) == bool(expected)
    if expected:
        position.pick(0, "order-battle-or-charge")
        assert ends(position) == expected


def test_any_request_is_answered_and_the_position_stays_usable() -> None:
    table = put(filled((0, 0)), hands={"A": [f"{DRAGON}.pikeman"]}, turn="A")
    before = table.position
    for wrong in ({"tokens": [{"owner": "A", "token": "x.y", "at": [0, 0]}]}, {"tokens": [], "phase": "dance"}):
        answer = table.talk.answer({"do": "set", "game": "monolith", "position": wrong})
        assert not answer["ok"]
        assert answer["error"]["text"]
    assert table.position == before
    assert isinstance(table, Table)
