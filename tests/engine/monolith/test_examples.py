"""Worked examples, resolved by the slow resolver (`oracle`) and by the engine."""

from __future__ import annotations

from typing import Any

from tests.support.each import each
from tests.support.engine.monolith import oracle
from tests.support.engine.monolith.battle_results import BATTLE_PROMPTS, label
from tests.support.engine.monolith.table import put
from tests.support.engine.monolith.worked_examples import TEAMS, laid, named

BATTLES, NETS, GRAPHS = named("battle"), named("net"), named("net_graph")


def points(example: dict[str, Any]) -> tuple[int, int]:
    """The hit points at the start of the battle."""
    given = example.get("points", {})
    return given.get("A", 20), given.get("B", 20)


def hp(example: dict[str, Any]) -> dict[str, int]:
    """The same in the protocol's form."""
    return dict(zip("AB", points(example), strict=True))


def check(example: dict[str, Any], results: set[oracle.Result]) -> None:
    """Assert that these are the example's results."""
    tokens, before = laid(example["tokens"]), points(example)
    expected = {frozenset(names) for names in example.get("any_of", [example.get("gone", [])])}
    left = [({token.at: token for token in result.tokens}, result.points) for result in results]
    gone = {frozenset(name for name, token in tokens.items() if token.at not in board) for board, _ in left}
    assert gone == expected
    for symbol in ("wounds", "poison"):
        for board, _ in left:
            lying = {name: getattr(board[tokens[name].at], symbol) for name in example.get(symbol, {})}
            assert lying == example.get(symbol, {})
        if f"{symbol}_any_of" in example:
            wanted = example[f"{symbol}_any_of"]
            found = [{name: getattr(board[tokens[name].at], symbol) for name in wanted[0]} for board, _ in left]
            assert {tuple(one.items()) for one in found} == {tuple(one.items()) for one in wanted}
    for owner, lost in example.get("damage", {}).items():
        team = TEAMS[example.get("owners", 2)][owner]
        assert {before[team] - after[team] for _, after in left} == {lost}


@each("name", BATTLES)
def test_the_oracle_ends_battles_as_in_the_examples(name: str) -> None:
    example = BATTLES[name]
    teams = TEAMS[example.get("owners", 2)]
    check(example, oracle.battle(laid(example["tokens"]).values(), points(example), teams))


@each("name", BATTLES)
def test_the_engine_ends_battles_as_in_the_examples(name: str) -> None:
    """Through the protocol, with every choice of the owners."""
    example = BATTLES[name]
    tokens, owners = laid(example["tokens"]).values(), example.get("owners", 2)
    table = put(tokens, phase="battle", banner_hp=hp(example), seats=owners)
    check(example, table.results())


@each("name", BATTLES)
def test_a_battle_asks_only_choices_that_matter(name: str) -> None:
    example = BATTLES[name]
    choices = any(key in example for key in ("any_of", "wounds_any_of", "poison_any_of"))
    table = put(laid(example["tokens"]).values(), phase="battle", seats=example.get("owners", 2), banner_hp=hp(example))
    assert (table.asks != [] and f"monolith.{table.prompt}" in BATTLE_PROMPTS) == choices


@each("name", NETS)
def test_the_engine_nets_as_in_the_examples(name: str) -> None:
    tokens = laid(NETS[name]["tokens"])
    seen = put(tokens.values(), seats=NETS[name].get("owners", 2)).view()["tokens"]
    places = {label(token.at): one for one, token in tokens.items()}
    assert sorted(places[one["at"]] for one in seen if one["netted"]) == sorted(NETS[name]["netted"])


@each("name", NETS)
def test_the_oracle_nets_as_in_the_examples(name: str) -> None:
    tokens = laid(NETS[name]["tokens"])
    table = oracle.Table(tokens.values(), TEAMS[NETS[name].get("owners", 2)])
    assert sorted(one for one, token in tokens.items() if token.at in table.netted) == sorted(NETS[name]["netted"])


@each("name", GRAPHS)
def test_the_oracle_resolves_nets_on_nets(name: str) -> None:
    assert sorted(oracle.held(GRAPHS[name]["holds"])) == GRAPHS[name]["netted"]
