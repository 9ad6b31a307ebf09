"""Written positions: defaults, faults, and round trips without loss."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.core.position import Position
from engine.monolith.game import GAME
from tests.support.each import each
from tests.support.engine.monolith.table import BANNERS, fault, ids, pair, put
from tests.support.profile import seeds

MATCHES: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "monoliths": (2, {"monoliths": True}),
    "tactical": (2, {"tactical": True}),
    "three": (3, {"monoliths": True}),
    "four": (4, {"factions": "random"}),
    "all": (4, {"monoliths": True, "tactical": True}),
}


@each(
    ("line", "fields", "named"),
    [
        ("A pikeman c3 r0; B spike c3 r0", {}, "C3"),
        ("E pikeman c3 r0", {}, "E"),
        ("A order-net c3 r0", {}, "order"),
        ("A pikeman c3 r6", {}, "6"),
        ("A pikeman c3 r0 wounds=1", {}, "1 wounds"),
        ("A knight c3 r0 wounds=2", {}, "2 wounds"),
        ("A knight c3 r0 wounds=-1", {}, "wounds"),
        ("A dragon.banner c3 r0 wounds=3", {}, "wounds"),
        ("A dragon.banner c3 r0 poison=6", {}, "5 Poison"),
        ("A knight c3 r0 poison=-1", {}, "poison"),
        ("A knight c3 r0 net; A knight c2 r0 net", {}, "Net"),
        ("A knight c3 r0 trench; A knight c2 r0 trench", {}, "Entrenchment"),
        ("A dragon.banner c3 r0; A abyss.banner c2 r0", {}, "two Banners"),
        ("A knight c3 r0 #1; A knight c2 r0 #1", {}, "number 1"),
        ("A knight c3 r0 #0", {}, "number 0"),
        ("A knight c3 r0 #5", {"next_id": 5}, "5"),
        ("A knight in r0", {}, "monolith"),
        (BANNERS, {"turn": "C", "seats": 2}, "C"),
        (BANNERS, {"turn": ""}, "player"),
        (BANNERS, {"seats": 5}, "two, three or four"),
        (BANNERS, {"phase": "lunch"}, "lunch"),
        (BANNERS, {"order": "AA"}, "AA"),
        (BANNERS, {"place": 1}, "A"),
        (BANNERS, {"place": 7}, "A"),
        (BANNERS, {"number": -1}, "number"),
        (BANNERS, {"number": 10**30}, "number"),
        (BANNERS, {"played": -1}, "played"),
        (BANNERS, {"closing": 3}, "turns are left"),
        (BANNERS, {"unfolded": True}, "without monoliths"),
        ("", {"unfolded": True, "hands": {"A": ids("dragon.rune-regeneration")}}, "without monoliths"),
        (BANNERS, {"banner_hp": {"A": 21}}, "20"),
        (BANNERS, {"banner_hp": {"Z": 2}}, "Z"),
        (BANNERS, {"factions": {"A": "elves"}}, "elves"),
        (BANNERS, {"piles": {"A": ["elf"]}}, "elf"),
        (BANNERS, {"piles": {"A": ids("dragon.banner")}}, "Banner"),
        (BANNERS, {"piles": {"X": []}}, "X"),
        (BANNERS, {"hands": {"A": ids("dragon.banner")}}, "Banner"),
        (BANNERS, {"hands": {"A": ids("knight knight knight knight")}}, "3"),
        (BANNERS, {"hands": {"Q": []}}, "Q"),
        (BANNERS, {"discards": {"A": ["dragon_empire.horse"]}}, "horse"),
        (BANNERS, {"phase": "discard"}, "discard"),
        (BANNERS, {"phase": "banners"}, "banners"),
        (BANNERS, {"phase": "setup"}, "setup"),
        (BANNERS, {"phase": "factions"}, "factions"),
        (BANNERS, {"phase": "last-battle", "closing": 1}, "last-battle"),
        (BANNERS, {"outcome": {"winners": [7], "reason": "banner"}}, "end"),
        (BANNERS, {"outcome": {"winners": [0], "reason": "bored"}}, "end"),
        (BANNERS, {"outcome": {"winners": [0], "reason": "banner", "scores": [10**30]}}, "end"),
        (BANNERS, {"outcome": 5}, "outcome"),
        (BANNERS, {"colour": "red"}, "colour"),
        (BANNERS, {"used": [["maneuver"]]}, "used"),
        (BANNERS, {"monoliths": {"A": {"fields": [[9, 9]]}}}, "[9, 9]"),
        (BANNERS, {"monoliths": {"A": {"fields": [pair("c3")], "hidden": []}}}, "two lower segments"),
        (BANNERS, {"monoliths": {"A": {"fields": [pair("c3"), pair("c4")], "hidden": []}}}, "do not touch one another"),
        (BANNERS, {"monoliths": {"A": {"fields": [pair("b1"), pair("b1")], "hidden": []}}}, "on another"),
        (BANNERS, {"monoliths": {"A": {"fields": [pair("b1"), pair("a1")], "hidden": []}}}, "on another"),
        (f"{BANNERS}; A knight in r0 #9", {"monoliths": {"A": {"hidden": [8, 0]}}}, "inside"),
        (f"{BANNERS}; A knight in r0 #9", {"monoliths": {"A": {"hidden": [9, 9]}}}, "inside"),
    ],
)
def test_an_impossible_position_is_refused_with_its_reason(line: str, fields: dict[str, Any], named: str) -> None:
    hands = {} if "hands" not in fields else {"hands": fields["hands"]}
    assert named in fault(line, **{**fields, **hands})


def test_unknown_spaces_and_tiles_are_refused_by_name() -> None:
    for token, named in (
        ({"owner": "A", "token": "dragon_empire.pikeman", "at": [3, 0]}, "[3, 0]"),
        ({"owner": "A", "token": "dragon_empire.horse", "at": [0, 0]}, "horse"),
        ({"owner": "A", "token": "dragon_empire.pikeman", "at": "c3"}, "at"),
    ):
        assert named in fault(tokens=[token])


def test_the_protocols_example_is_correct() -> None:
    table = put(
        "",
        tokens=[
            {
                "owner": "A",
                "token": "dragon_empire.pikeman",
                "at": [-1, 0],
                "rot": 0,
                "wounds": 0,
                "poison": 0,
                "net": False,
            }
        ],
        hands={"A": ["dragon_empire.order_move"]},
        banner_hp={"A": 20, "B": 20},
        turn="A",
        phase="play",
    )
    assert table.offer == {"order-move", "discard", "end"}
    assert table.board == {"C2": "A pikeman r0"}


def test_missing_spaces_take_their_defaults() -> None:
    position = put(f"{BANNERS}; A pikeman c3 r0", "knight").position
    assert (position["turn"], position["phase"], position["seats"], position["order"]) == ("A", "play", 2, "AB")
    assert position["banner_hp"] == {"A": 20, "B": 20}
    assert position["factions"] == {"A": "dragon_empire", "B": "lords_of_the_abyss"}
    assert [len(position["piles"][letter]) for letter in "AB"] == [32, 34]
    assert position["piles"]["A"].count("dragon_empire.pikeman") == 2


def test_a_missing_faction_follows_from_the_banner_or_tiles() -> None:
    assert put("A abyss.banner a1 r0; A knight c3 r0; A knight c4 r0", "knight").position["factions"]["A"] == (
        "lords_of_the_abyss"
    )
    assert put("A spike a1 r0; A knight c3 r0; A knight c4 r0", "knight").position["factions"] == {
        "A": "dragon_empire",
        "B": "lords_of_the_abyss",
    }


def test_the_number_of_players_follows_from_the_letters() -> None:
    assert put("A knight c3 r0; C spark c4 r0", "knight").position["seats"] == 3
    assert put("A knight c3 r0; D spark c4 r0", "knight").position["seats"] == 4
    assert put("", "knight").position["seats"] == 2


def test_a_full_hand_in_the_middle_of_a_turn_begins_with_the_discard() -> None:
    """TU2, TU4: one tile must be discarded, and orders may be redrawn."""
    assert put(BANNERS, "pikeman knight swordsman").prompt == "must-discard"
    assert put(BANNERS, "dragon.order-move order-net dragon.order-battle-or-charge").prompt == "unlucky"


def test_a_position_with_a_banner_at_zero_is_over() -> None:
    assert put(BANNERS, banner_hp={"B": 0}).outcome == ([0], "banner")
    assert put(BANNERS, banner_hp={"A": 0, "B": 0}).outcome == ([], "both-banners")


def test_hit_points_may_be_given_for_any_player_of_the_team() -> None:
    line = "A dragon.banner a1 r0; B abyss.banner a3 r0; C forest.banner e1 r0; D guardians.banner e3 r0"
    assert put(line, "knight", banner_hp={"C": 7, "D": 9}).points == [7, 9]


def test_wounds_allowed_by_granted_toughness_are_accepted() -> None:
    assert put("A guardians.banner c3 r0; A axeman c4 r0 wounds=1", "pupil").at("c4")["wounds"] == 1


def test_a_position_within_a_step_continues_there() -> None:
    table = put(f"{BANNERS}; A knight c3 r0", "knight").play("c3 c4")
    position = table.position
    assert position["picks"] == ["c3", "c4"]
    again = put("", **{key: value for key, value in position.items() if key != "hands"}, hands=position["hands"])
    assert (again.asks, again.position) == (table.asks, position)


def test_used_effects_are_written_and_read() -> None:
    table = put(f"{BANNERS}; A knight c3 r0; A dragon.rune-agility d3 r0", "pikeman").play("c3 rune-d3 c4 r0")
    position = table.position
    assert position["used"] == [["rune:4", 3]]
    again = put("", **{key: value for key, value in position.items() if key != "hands"}, hands=position["hands"])
    assert again.play("c4").prompt == "where", "its own Feature is left, the rune is used up"


@pytest.mark.parametrize("kind", MATCHES)
def test_every_rest_of_every_match_survives_a_round_trip_through_json(kind: str) -> None:
    seats, options = MATCHES[kind]
    for number in seeds(4):
        position, chance = Position.new(GAME, options, seats, f"{kind}{number}"), random.Random(number)
        base = b""
        while position.asks:
            if position.mark()[0] != base:
                base = position.mark()[0]
                written = json.loads(json.dumps(position.write()))
                again = Position.read(GAME, position.options, written)
                assert again.mark() == position.mark()
                assert again.asks == position.asks
            ask = chance.choice(position.asks)
            position.pick(ask.seat, chance.choice(ask.options).code)
        again = Position.read(GAME, position.options, json.loads(json.dumps(position.write())))
        assert (again.outcome, again.mark()) == (position.outcome, position.mark())


@pytest.mark.parametrize("kind", MATCHES)
def test_positions_between_rests_survive_a_round_trip_too(kind: str) -> None:
    seats, options = MATCHES[kind]
    for number in seeds(3):
        position, chance = Position.new(GAME, options, seats, f"{kind}/{number}"), random.Random(number)
        while position.asks:
            if chance.random() < 0.2:
                again = Position.read(GAME, position.options, json.loads(json.dumps(position.write())))
                assert (again.asks, again.write()) == (position.asks, position.write())
                assert [GAME.view(again.state, seat, again.asks) for seat in (None, 0)] == [
                    GAME.view(position.state, seat, position.asks) for seat in (None, 0)
                ]
            ask = chance.choice(position.asks)
            position.pick(ask.seat, chance.choice(ask.options).code)
