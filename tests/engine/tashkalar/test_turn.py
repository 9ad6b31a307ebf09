"""Turns: actions, discarding and burying, gained actions, drawing, scoring at the end of a turn."""

from __future__ import annotations

import pytest

from engine.core.ask import Event
from engine.core.game import Impossible
from engine.core.position import Position
from engine.tashkalar.data.content import CARDS, FLARES
from engine.tashkalar.game import GAME
from tests.support.each import each
from tests.support.engine.tashkalar.table import Table, cards, pieces, put


def ids(numbers: list[int]) -> list[str]:
    return [CARDS[number].id for number in numbers]


def test_a_turn_has_two_actions_and_all_must_be_used() -> None:
    table = put("A a5", "hypnotist bomb")
    assert table.refused("end").rule == "tashkalar.actions"
    table.play("place a6")
    assert (table.seat, table.actions) == (0, 1)
    assert table.refused("end").rule == "tashkalar.actions"
    table.play("place a7")
    assert (table.seat, table.actions) == (1, 2)
    assert table.state.number == 4


def test_a_piece_is_placed_on_an_empty_square() -> None:
    table = put("A a5h; B i5l", "hypnotist bomb").play("place")
    assert len(table.offer) == 67
    assert not {"a5", "i5"} & table.offer
    assert table.refused("i5").rule == "tashkalar.place"
    assert table.play("e5").board == pieces("A a5h e5; B i5l")


def test_summoning_and_placing_may_be_done_twice() -> None:
    table = put("A e4 e6 a3 a4", "swordmaster bomb").play("swordmaster e5 bomb b5")
    assert table.seat == 1
    assert "e5" in table.board


def test_one_being_may_be_discarded_per_turn() -> None:
    hand = "swordmaster bomb hypnotist legends.titan"
    table = put("A e4 e6", hand, flare="flare_01").play("discard")
    assert (table.prompt, table.codes) == ("discard", ["swordmaster", "bomb", "hypnotist"])
    table.play("bomb done")
    assert ids(table.state.discards[0]) == ["imperial.bomb"]
    assert (table.seat, table.actions) == (0, 1)
    assert table.offer == {"swordmaster", "place"}
    assert table.refused("discard").rule == "tashkalar.discard"


def test_with_only_placing_left_a_second_discard_is_refused_by_its_rule() -> None:
    """The question for an action has answered itself; the open question asks for a square."""
    table = put("A a5", "bomb hypnotist herald legends.titan", flare="flare_01").play("discard bomb done")
    assert table.prompt == "place-on"
    assert table.refused("discard").rule == "tashkalar.discard"
    assert table.refused("herald").rule == "tashkalar.pattern"
    assert table.refused("knight").rule == "tashkalar.summoning"
    assert table.refused("flare-01").rule == "tashkalar.flare"
    assert table.refused("a5").rule == "tashkalar.place"


def test_a_code_of_another_action_is_refused_by_the_rule_of_the_chosen_one() -> None:
    table = put("A a5", "bomb hypnotist herald").play("place")
    assert table.refused("discard").rule == "tashkalar.place"


def test_further_cards_are_buried_under_their_decks() -> None:
    hand = "swordmaster bomb hypnotist legends.titan legends.hell_bull"
    table = put("", hand, flare="flare_05").play("discard bomb")
    assert table.prompt == "bury"
    assert table.offer == {"swordmaster", "hypnotist", "titan", "hell-bull", "flare-05", "done"}
    table.play("titan flare-05 swordmaster done")
    assert ids(table.state.piles[0])[-1] == "imperial.swordmaster"
    assert ids(table.state.legend_pile)[-1] == "legends.titan"
    assert FLARES[table.state.flare_pile[-1]].id == "flare_05"
    assert table.hand(0) == ["imperial.hypnotist", "legends.hell_bull"]
    assert ids(table.state.discards[0]) == ["imperial.bomb"]
    assert not table.state.legend_discards
    assert not table.state.flare_discards


def test_the_number_of_buried_cards_is_public() -> None:
    hand = "swordmaster bomb hypnotist legends.titan"
    table = put("", hand, flare="flare_05").play("discard bomb titan swordmaster hypnotist done")
    assert [(one["beings"], one["legends"], one["flares"]) for one in table.events_of("buried")] == [(2, 1, 0)]
    assert not put("", hand).play("discard bomb done").events_of("buried")


def test_all_other_cards_may_be_buried() -> None:
    table = put("A a5", "swordmaster bomb legends.titan", flare="flare_05")
    table.play("discard bomb swordmaster titan flare-05")
    assert table.hand(0) == []
    assert table.actions == 1


def test_buried_cards_are_not_named_to_others() -> None:
    table = put("", "swordmaster bomb hypnotist legends.titan").play("discard bomb")
    assert table.position.asks[0].secret
    table = put("", "swordmaster bomb hypnotist legends.titan").play("discard bomb titan swordmaster done")
    assert table.position.secret_answered
    text = str([event.args for event in table.events if event.only is None])
    assert "imperial.bomb" in text
    assert "titan" not in text
    assert "swordmaster" not in text


def test_without_a_being_nothing_can_be_discarded() -> None:
    table = put("A d5 d6 e6 e7", "champion legends.titan").play("champion e5")
    assert "discard" not in table.offer
    assert table.prompt == "place-on"


def test_a_discard_is_possible_again_in_the_next_turn() -> None:
    table = put("", "swordmaster bomb hypnotist")
    table.play("discard bomb done place a5 place b5 place b6")
    assert table.seat == 0
    assert "discard" in table.offer


# Drawing


def beings(table: Table, seat: int = 0) -> list[str]:
    return [one for one in table.hand(seat) if not one.startswith(("legends.", "flare"))]


def legends(table: Table, seat: int = 0) -> list[str]:
    return [one for one in table.hand(seat) if one.startswith("legends.")]


def flares(table: Table, seat: int = 0) -> list[str]:
    return [one for one in table.hand(seat) if one.startswith("flare")]


def test_hands_are_refilled_to_three_beings_two_legends_and_one_flare() -> None:
    piles = {"A": cards("knight cannon bomb herald")}
    table = put(
        "",
        "swordmaster hypnotist legends.titan",
        actions=1,
        piles=piles,
        legend_pile=cards("legends.hell_bull legends.leviathan"),
        flare_pile=["flare_07", "flare_03"],
    )
    table.play("place a5")
    assert beings(table) == cards("swordmaster hypnotist knight")
    assert legends(table) == cards("legends.titan legends.hell_bull")
    assert flares(table) == ["flare_07"]
    assert ids(table.state.piles[0]) == cards("cannon bomb herald")
    assert ids(table.state.legend_pile) == cards("legends.leviathan")


def test_nothing_is_drawn_before_the_end_of_the_turn() -> None:
    table = put("A e4 e6", "swordmaster bomb").play("swordmaster e5")
    assert table.hand(0) == cards("bomb")


def test_a_players_deck_is_never_reshuffled() -> None:
    table = put("", "swordmaster", actions=1, piles={"A": cards("knight")}, discards={"A": cards("bomb cannon")}).play(
        "place a5"
    )
    assert beings(table) == cards("swordmaster knight")
    assert table.state.piles[0] == []
    assert ids(table.state.discards[0]) == cards("bomb cannon")


def test_the_legend_deck_is_reshuffled_from_its_discards() -> None:
    table = put(
        "",
        "swordmaster bomb hypnotist",
        flare="flare_01",
        actions=1,
        legend_pile=cards("legends.titan"),
        legend_discards=cards("legends.hell_bull legends.leviathan legends.fire_dragon"),
    ).play("place a5")
    assert "legends.titan" in legends(table)
    assert len(legends(table)) == 2
    assert len(table.state.legend_pile) == 2
    assert table.state.legend_discards == []


def test_the_flare_deck_is_reshuffled_from_its_discards() -> None:
    table = put(
        "", "swordmaster bomb hypnotist", actions=1, flare_pile=[], flare_discards=["flare_02", "flare_03"]
    ).play("place a5")
    assert len(flares(table)) == 1
    assert len(table.state.flare_pile) == 1
    assert table.state.flare_discards == []


def test_the_flare_deck_is_reshuffled_when_its_last_card_is_drawn() -> None:
    table = put(
        "A e5; B a3h a4h a5h a6h a7h",
        "hypnotist bomb chronicler",
        hands={"B": "dryad"},
        actions=1,
        flares={"A": "flare_08", "B": "flare_07"},
        flare_pile=["flare_09"],
        flare_discards=["flare_01", "flare_02"],
    ).play("flare-08 place c1 place d1")
    assert flares(table) == ["flare_09"]
    assert sorted(FLARES[flare].id for flare in table.state.flare_pile) == ["flare_01", "flare_02", "flare_08"]
    assert table.state.flare_discards == []


def test_invoked_flares_and_summoned_legends_are_discarded_face_up() -> None:
    table = put("A e6h e7h d8 e8 f8; B i3h i4h i5h i6h i7h", "legends.titan bomb hypnotist", flare="flare_12")
    table.play("titan e5 flare-12 done")
    assert ids(table.state.legend_discards) == ["legends.titan"]
    assert [FLARES[number].id for number in table.state.flare_discards] == ["flare_12"]


def test_a_being_is_discarded_only_after_its_effect() -> None:
    table = put("A e4 e6; B d4", "swordmaster bomb").play("swordmaster e5")
    assert table.prompt == "destroy"
    assert table.state.discards[0] == []
    table.play("done")
    assert ids(table.state.discards[0]) == ["imperial.swordmaster"]


# Points at the end of a turn


@each(
    ("destroyed", "points"),
    [((1, 0, 0), 0), ((2, 0, 0), 1), ((3, 0, 0), 1), ((4, 0, 0), 2), ((0, 1, 0), 1), ((0, 0, 1), 2), ((3, 2, 1), 5)],
)
def test_duel_points_are_scored_as_printed(destroyed: tuple[int, int, int], points: int) -> None:
    table = put("", "bomb hypnotist", actions=1, destroyed={"B": list(destroyed)}).play("place a5")
    assert table.points == [points, 0]
    assert table.destroyed == ""


def test_points_are_scored_at_the_end_of_the_turn() -> None:
    table = put("A d5 d6 e6 e7; B e5h", "champion bomb").play("champion e5")
    assert table.points == [0, 0]
    assert table.play("place i5").points == [1, 0]


def test_an_odd_common_does_not_count_in_the_next_turn() -> None:
    table = put("A i4 i6 e3 d4 c5; B i5 e5", "swordmaster assassin bomb", actions=1).play("swordmaster i5")
    table.play("place a3 place a4")
    table.play("assassin f6")
    assert table.destroyed == "B 1 0 0"
    table.play("place c1")
    assert table.points == [0, 0]


def test_a_legend_scores_before_its_effect_and_an_upgraded_piece_does_not() -> None:
    table = put("A f4h e5h d6h f6 g7", "legends.two_headed_dragon bomb").play("two-headed-dragon d4")
    assert (table.prompt, table.points) == ("raise", [1, 0])
    table.play("e5 done")
    assert table.points == [1, 0]


def test_legends_score_no_point_at_once_in_the_high_form() -> None:
    table = put("A f4h e5h d6h f6 g7", "legends.two_headed_dragon bomb", form="high").play("two-headed-dragon d4")
    assert table.points == [0, 0]


@each(
    ("destroyed", "letters", "pick", "gained"),
    [
        ({"B": [1, 0, 0]}, [], "", [0, 0, 0, 0]),
        ({"B": [1, 0, 0], "C": [1, 0, 0]}, ["b", "c"], "c", [0, 0, 1, 0]),
        ({"B": [1, 0, 0], "C": [1, 0, 0], "D": [1, 0, 0]}, ["b", "c", "d"], "d", [0, 0, 0, 1]),
        ({"B": [3, 0, 0], "C": [2, 0, 0]}, [], "", [0, 1, 1, 0]),
        ({"B": [3, 1, 0], "D": [1, 0, 1]}, ["b", "d"], "b", [0, 3, 0, 2]),
        ({"B": [2, 0, 1], "C": [0, 2, 0]}, [], "", [0, 3, 2, 0]),
    ],
)
def test_melee_points_are_scored_by_color(
    destroyed: dict[str, list[int]], letters: list[str], pick: str, gained: list[int]
) -> None:
    table = put("", "bomb hypnotist", form="melee", seats=4, actions=1, destroyed=destroyed).play("place a5")
    if letters:
        assert (table.seat, table.prompt, table.codes) == (0, "odd-common", letters)
    table.play(pick)
    assert table.seat == 1
    assert table.by_colour[0] == gained


def test_in_a_melee_the_point_for_a_legend_goes_to_a_chosen_color() -> None:
    table = put("A f4h e5h d6h f6 g7; C i5", "legends.two_headed_dragon bomb", form="melee", seats=4)
    table.play("two-headed-dragon d4")
    assert (table.prompt, table.codes) == ("legend-point", ["b", "c", "d"])
    table.play("d")
    assert table.by_colour[0] == [0, 0, 0, 1]
    assert table.prompt == "raise"


# Gained actions


def test_a_gained_action_is_used_like_any_other() -> None:
    table = put("A e4 d5 f5 e6", "time_mage bomb", actions=1).play("time-mage f4")
    assert (table.seat, table.actions) == (0, 1)
    table.play("place i5")
    assert table.seat == 1


def test_gained_actions_do_not_outlast_the_turn() -> None:
    table = put("A b2 b4 d4", "ritual_master eagle_lord", actions=1).play("ritual-master c3")
    assert table.actions == 2
    table.play("place i5 place i6 place i7 place h7")
    assert (table.seat, table.actions) == (0, 2)


# The first turn


def started(seed: str, seats: int = 2, **options: str) -> tuple[Table, list[Event]]:
    table = Table(Position.new(GAME, {"decks": "random", **options}, seats, seed))
    return table, table.position.events


@pytest.mark.parametrize("form", ["duel", "high"])
def test_the_starting_player_has_one_action_in_the_first_turn(form: str) -> None:
    table, _ = started("first", form=form)
    while table.prompt == "mark":
        table.play(table.codes[0])
    first = table.seat
    assert (table.actions, table.state.number, table.state.first) == (1, 1, first)
    table.play("place c1")
    assert (table.state.turn, table.actions) == (1 - first, 2)
    for square in ("c2", "d1"):
        if table.state.turn != first:
            table.play(f"place {square}")
    while table.state.turn != first:
        table.play("end")
    assert table.actions == 2


def test_a_position_may_be_of_the_first_turn() -> None:
    table = put("", "bomb hypnotist", number=1, actions=1)
    assert (table.seat, table.actions) == (0, 1)


@each(
    "fields",
    [
        {"turn": "E"},
        {"hands": {"A": ["imperial.nobody"]}},
        {"hands": {"A": ["imperial.bomb", "imperial.bomb"]}},
        {"decks": {"A": "sylvan", "B": "sylvan"}},
        {"decks": {"A": "chess", "B": "sylvan"}},
        {"flares": {"A": "flare_13"}},
        {"flares": {"A": "flare_01", "B": "flare_01"}},
        {"pieces": [{"owner": "A", "rank": "common", "at": [1, 1]}]},
        {"pieces": [{"owner": "C", "rank": "common", "at": [5, 5]}]},
        {"pieces": [{"owner": "A", "rank": "royal", "at": [5, 5]}]},
        {"pieces": [{"owner": "A", "rank": "common", "at": [5, 5]}, {"owner": "B", "rank": "common", "at": [5, 5]}]},
        {"pieces": [{"owner": "A", "rank": "legendary", "at": [x, 5]} for x in (1, 2, 3, 4)]},
        {"pieces": [{"owner": "A", "rank": "common", "at": [x, y]} for x in range(3, 8) for y in (1, 2, 3, 4)]},
        {"form": "chess"},
        {"form": "melee", "seats": 2},
        {"form": "duel", "seats": 3},
        {"number": -1},
        {"nonsense": True},
    ],
    ids=str,
)
def test_an_impossible_position_is_refused(fields: dict[str, object]) -> None:
    plain = {"form": "duel", "decks": {"A": "northern_imperial", "B": "sylvan"}, "turn": "A", "actions": 2}
    Position.read(GAME, {}, plain)
    with pytest.raises(Impossible):
        Position.read(GAME, {}, {**plain, **fields})


def test_positions_are_read_in_the_documented_form() -> None:
    """Decks may be implied by their cards."""
    position = Position.read(
        GAME,
        {},
        {
            "form": "duel",
            "pieces": [{"owner": "A", "rank": "common", "at": [5, 4]}, {"owner": "A", "rank": "common", "at": [5, 6]}],
            "hands": {"A": ["imperial.swordmaster"]},
            "flares": {"A": "flare_01"},
            "decks": {"A": "imperial", "B": "sylvan"},
            "turn": "A",
            "actions": 2,
        },
    )
    table = Table(position)
    assert table.play("swordmaster").board == pieces("A e4 e5 e6")
