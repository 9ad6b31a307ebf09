"""Rounds: drafts, opening picks, the row and its candles, ends of rounds, next rounds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.knockdown.data.content import CANDLE, SKILLS
from engine.knockdown.game import GAME
from tests.support.each import each
from tests.support.engine.knockdown.table import FIGHTERS, NAMES, Table, new, put

# ------------------------------------------------------------------ fighters and skills


def both(table: Table, one: str, two: str) -> Table:
    """Both players answer a simultaneous question."""
    assert table.position.together
    table.position.pick(1, two)
    table.position.pick(0, one)
    table.events = list(table.position.events)
    return table


def test_fighters_are_chosen_together() -> None:
    table = new()
    assert [(ask.seat, ask.prompt) for ask in table.position.asks] == [
        (0, "knockdown.fighter"),
        (1, "knockdown.fighter"),
    ]
    for ask in table.position.asks:
        assert {option.code for option in ask.options} == {name.replace("_", "-") for name in FIGHTERS}
    both(table, "mistling", "barrow-warden")
    assert [one.fighter for one in table.state.seats] == ["mistling", "barrow_warden"]
    assert {ask.prompt for ask in table.position.asks} == {"knockdown.skill"}


def test_on_a_clash_the_player_who_joined_later_chooses_again() -> None:
    table = both(new(), "mistling", "mistling")
    assert table.question == "B fighter"
    assert len(table.position.asks) == 1
    assert table.offer == {"adder-daughter", "brother-alembic", "barrow-warden"}
    table.play("barrow-warden")
    assert [one.fighter for one in table.state.seats] == ["mistling", "barrow_warden"]


def test_random_fighters_differ() -> None:
    pairs = set()
    for number in range(60):
        table = new(f"lot {number}", fighters="random")
        assert {ask.prompt for ask in table.position.asks} == {"knockdown.skill"}
        pairs.add(tuple(one.fighter for one in table.state.seats))
    assert pairs == {(one, two) for one in FIGHTERS for two in FIGHTERS if one != two}


def codes(table: Table, seat: int) -> list[str]:
    ask = table.position.ask_of(seat)
    assert ask is not None
    return [option.code for option in ask.options]


def test_skills_are_drafted_from_three_and_then_from_two() -> None:
    table = new(fighters="random")
    first = [codes(table, seat) for seat in (0, 1)]
    assert [len(some) for some in first] == [3, 3]
    assert not set(first[0]) & set(first[1])
    both(table, first[0][0], first[1][0])
    assert codes(table, 0) == first[1][1:]
    assert codes(table, 1) == first[0][1:]
    both(table, first[1][1], first[0][1])
    assert {ask.prompt for ask in table.position.asks} == {"knockdown.face-up"}
    assert set(codes(table, 0)) == {first[0][0], first[1][1]}
    assert set(codes(table, 1)) == {first[1][0], first[0][1]}
    both(table, first[1][1], first[1][0])
    assert [one.replace("_", "-") for one in table.skills(0)] == [first[1][1]]
    assert [one.replace("_", "-") for one in table.skills(1)] == [first[1][0]]
    assert [len(one.down) for one in table.state.seats] == [1, 1]


def drafted(number: int, **options: Any) -> Table:
    """A match up to the opening picks."""
    table = new(f"drafted {number}", fighters="random", **options)
    for _ in range(3):
        both(table, codes(table, 0)[0], codes(table, 1)[-1])
    return table


@each("number", range(8))
def test_the_higher_initiative_begins(number: int) -> None:
    table = drafted(number)
    initiative = [SKILLS[one.skills[0]].initiative for one in table.state.seats]
    first = initiative.index(max(initiative))
    assert table.prompt == "pick"
    assert table.state.first == table.seat == first
    assert table.at.split()[first] == "f1"
    assert table.at.split()[1 - first] == "b9"


def test_the_opening_pick_is_one_card_then_two_then_one() -> None:
    table = drafted(1)
    first, order = table.state.first, []
    laid = set(table.row)
    assert len(laid) == 4
    while table.prompt == "pick":
        order.append(table.seat)
        table.play(sorted(table.offer)[0])
    assert order == [first, 1 - first, 1 - first]
    pockets = ["deep_pockets" in table.skills(seat) for seat in (0, 1)]
    assert [len(table.hand(seat)) - pockets[seat] for seat in (0, 1)] == [2, 2]
    assert laid <= table.hand(0) | table.hand(1)
    assert table.cubes == ((0, 0), (0, 0))
    assert table.question in (f"{'AB'[first]} action", f"{'AB'[first]} crow-eye")
    assert len(table.row) == 4
    assert not table.row & laid
    assert table.state.deck.count(CANDLE) == 4
    assert len(table.state.deck) == 28 + 4 - sum(pockets)


def test_the_first_row_has_no_candle() -> None:
    """Candles are shuffled in after four cards were laid, so the first turn begins without dark columns."""
    for number in range(12):
        table = drafted(number)
        while table.prompt == "pick":
            table.play(sorted(table.offer)[0])
        assert table.state.candles == 0


# ------------------------------------------------------------------ the turn


def test_a_turn_is_two_actions() -> None:
    table = put("f4 f9").play("move f5")
    assert table.question == "A action"
    assert "stop" not in table.offer
    table.play("move f4")
    assert table.question == "B action"
    assert table.state.actions == 2


def test_the_row_is_filled_at_the_start_of_a_turn_only() -> None:
    table = put("f1 b9", "parry_cut moor_stomp").play("parry-cut")
    assert len(table.row) == 3
    table.play("moor-stomp")
    assert table.question == "B action"
    assert len(table.row) == 4
    assert not {"parry_cut", "moor_stomp"} & table.row


def test_cards_are_drawn_from_the_top() -> None:
    table = put("f1 b9", "parry_cut", deck="oak_heel witch_light", actions=1).play("parry-cut")
    assert "oak_heel" in table.row
    assert [NAMES[card] for card in table.state.deck] == ["witch_light"]


@each(
    ("drawn", "dark"),
    [(0, ()), (1, (1, 9)), (2, (1, 2, 8, 9)), (3, (1, 2, 3, 7, 8, 9)), (4, (1, 2, 3, 4, 6, 7, 8, 9))],
)
def test_the_dark_grows_with_every_candle(drawn: int, dark: tuple[int, ...]) -> None:
    table = put("f5 b5", "parry_cut", deck=f"{'candle ' * drawn} oak_heel", actions=1).play("parry-cut")
    assert table.state.candles == drawn
    assert table.view(None).dark == dark
    assert len(table.row) == 4
    for column in range(1, 10):
        stood = put(f"f{column} b5", "iron_vow", candles=drawn, actions=1).play("iron-vow")
        assert stood.question == "B action"
        assert stood.cubes == ((0, int(column in dark)), (0, 0))


def test_the_dark_hurts_only_the_player_whose_turn_ends() -> None:
    table = put("f1 f9", candles=1, actions=1).play("move f2")
    assert table.question == "B action"
    assert table.cubes == ((0, 0), (0, 0))
    table = put("f2 f9", candles=1, actions=1).play("move f1")
    assert table.cubes == ((0, 1), (0, 0))


def test_at_the_hand_limit_any_card_may_be_discarded() -> None:
    held = "ash_knuckle cairn_hook shin_reaper moor_stomp parry_cut witch_light"
    for gone in ("oak-heel", "cairn-hook"):
        table = put("f1 b9", "oak_heel", a=held).play("oak-heel")
        assert table.question == "A hand-limit"
        table.play(gone)
        assert len(table.hand(0)) == 6
        assert gone.replace("-", "_") in table.discards


# ------------------------------------------------------------------ the end of a round


def out(dice: tuple[int, int, int] = (1, 1, 1), **fields: Any) -> Table:
    """A knocks out B, who has 10 damage."""
    table = put("f4 f5", "bell_ringer", cubes=((1, 2), (5, 4)), **fields).load(*dice)
    return table.play("bell-ringer test")


def test_a_failed_test_loses_the_round() -> None:
    table = out()
    assert table.events_of("tested")[0] == {
        "seat": 1, "fighter": "brother_alembic", "dice": [1, 1, 1], "bonus": 0, "total": 10, "passed": False,
    }  # fmt: skip
    assert table.events_of("round-won")[0]["seat"] == 0
    assert [one.victories for one in table.state.seats] == [1, 0]


def test_a_passed_test_discards_half_of_the_light_damage() -> None:
    table = out((4, 4, 2))
    assert table.events_of("tested")[0]["passed"]
    assert table.damage(1) == (5, 3)
    assert table.question == "A action"


def test_the_second_victory_wins_the_match() -> None:
    table = out(victories={"A": 1, "B": 1}, round=3)
    outcome = table.position.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == "knock-out"
    assert not table.position.asks


def test_one_victory_each_does_not_end_the_match() -> None:
    table = out(victories={"B": 1}, round=2)
    assert table.position.outcome is None
    assert [one.victories for one in table.state.seats] == [1, 1]
    assert table.state.round == 3


def run_out(cubes: Any, turn: str = "A", **fields: Any) -> Table:
    """The deck is empty; the player on turn takes a card, and the next turn cannot begin."""
    return put("f5 b9", "parry_cut", cubes=cubes, turn=turn, actions=1, deck="", **fields).play("parry-cut")


@pytest.mark.parametrize("turn", ["A", "B"])
@pytest.mark.parametrize(
    ("cubes", "winner"),
    [
        (((1, 9), (2, 0)), 0),
        (((2, 0), (1, 9)), 1),
        (((2, 3), (2, 4)), 0),
        (((2, 4), (2, 3)), 1),
    ],
)
def test_when_cards_run_out_the_less_damaged_fighter_wins(cubes: Any, winner: int, turn: str) -> None:
    """Heavy damage is compared first, then light damage."""
    table = run_out(cubes, turn)
    assert table.events_of("round-won")[0]["seat"] == winner
    assert table.events_of("round-won")[0]["how"] == "cards"


@pytest.mark.parametrize(("turn", "winner"), [("A", 1), ("B", 0)])
def test_a_tie_goes_to_the_player_whose_turn_was_starting(turn: str, winner: int) -> None:
    assert run_out(((2, 2), (2, 2)), turn).events_of("round-won")[0]["seat"] == winner


def test_an_empty_deck_with_a_full_row_allows_another_turn() -> None:
    table = put("f5 b9", deck="", actions=1).play("move f4")
    assert table.question == "B action"
    table.play("move b8 move b9")
    assert table.question == "A action"


def test_a_candle_drawn_last_still_darkens_columns() -> None:
    table = put("f5 b9", "parry_cut", deck="candle", actions=1, cubes=((0, 0), (1, 0))).play("parry-cut")
    assert [event["candles"] for event in table.events_of("candle")] == [1]
    assert table.events_of("round-won")[0]["how"] == "cards"


def test_the_dark_hurts_before_a_turn_that_cannot_begin() -> None:
    """One light damage from the dark decides the tie-break."""
    table = put("f1 b5", "parry_cut", candles=1, deck="", actions=1, cubes=((2, 2), (2, 2))).play("parry-cut")
    assert table.events_of("round-won")[0]["seat"] == 1
    table = put("f1 b5", "parry_cut", candles=1, deck="", actions=1, cubes=((2, 1), (2, 2)), turn="A").play("parry-cut")
    assert table.events_of("round-won")[0]["seat"] == 1


def walk(turns: int, **fields: Any) -> Table:
    """Play this many turns in which nobody takes a card."""
    table = put("f4 f6", **fields)
    for _ in range(turns):
        seat = table.seat
        back = ("f3", "f4") if seat == 0 else ("f7", "f6")
        table.play(f"move {back[0]} move {back[1]}")
    return table


def test_six_turns_without_a_card_end_the_round() -> None:
    table = walk(5, cubes=((1, 0), (2, 0)))
    assert table.state.round == 1
    table = walk(6, cubes=((1, 0), (2, 0)))
    assert table.events_of("round-won")[0]["how"] == "stalled"
    assert table.events_of("round-won")[0]["seat"] == 0


def test_taking_a_card_restarts_the_count_of_idle_turns() -> None:
    table = walk(5)
    assert table.state.idle == 5
    table.play("move f7 cairn-hook")
    assert table.question == "A action"
    assert table.state.idle == 0


def test_a_tie_by_stalling_goes_to_the_player_whose_turn_would_start() -> None:
    assert walk(6).events_of("round-won")[0]["seat"] == 0
    table = put("f4 f6", turn="B", idle=5, actions=1).play("move f7")
    assert table.events_of("round-won")[0]["seat"] == 0
    table = put("f4 f6", turn="A", idle=5, actions=1).play("move f3")
    assert table.events_of("round-won")[0]["seat"] == 1


def test_a_combo_of_dashes_counts_as_an_idle_turn() -> None:
    table = put("f4 f6", a="wolf_shoulder", idle=5, actions=1).play("combo dash wolf-shoulder f3")
    assert table.events_of("round-won")[0]["how"] == "stalled"


def test_a_taken_reaction_card_counts_as_leaving_the_row() -> None:
    table = put("f4 f5", "slip_aside", a="witch_light ash_knuckle", idle=5, actions=1).play("combo curse slip-aside f6")
    assert table.question == "B action"


def test_a_card_discarded_by_crow_eye_counts_as_leaving_the_row() -> None:
    table = put("f4 f6", skills=("", "crow_eye"), idle=4, actions=1).play("move f3")
    assert table.question == "B crow-eye"
    table.play(sorted(table.offer - {"keep"})[0]).play("move f7 move f6")
    assert table.state.idle == 0


# ------------------------------------------------------------------ the next round


def test_the_next_round_resets_boards_and_row() -> None:
    table = out(
        a="ash_knuckle witch_light",
        b="parry_cut",
        candles=3,
        curse={"B": 1},
        elixirs={"B": ["bile", "sap"]},
        skills=("thick_hide", "last_stand"),
        skills_down={"A": ["light_feet"], "B": ["merciless"]},
    )
    assert table.question == "B action"
    assert table.state.round == 2
    assert table.cubes == ((0, 0), (0, 0))
    assert table.hand(0) == table.hand(1) == set()
    assert table.state.candles == 0
    assert table.state.seats[1].curse == 0
    assert table.state.seats[1].elixirs == ["quicksilver"]
    assert table.at == "b9 f1"
    assert Counter(table.state.deck)[CANDLE] == 4
    assert len(table.state.deck) == 32 + 4
    assert len(table.row) == 4
    assert not table.discards


def test_the_loser_turns_up_the_second_skill_and_begins() -> None:
    table = out(skills=("thick_hide", "last_stand"), skills_down={"A": ["light_feet"], "B": ["merciless"]})
    assert table.state.first == 1
    assert table.skills(1) == ["last_stand", "merciless"]
    assert table.skills(0) == ["thick_hide"]
    assert len(table.state.seats[0].down) == 1
    assert table.state.seats[1].down == []


def test_both_have_two_skills_after_two_rounds() -> None:
    table = out(
        victories={"B": 1},
        round=2,
        skills=("thick_hide light_feet", "last_stand"),
        skills_down={"B": ["merciless"]},
    )
    assert table.skills(0) == ["thick_hide", "light_feet"]
    assert table.skills(1) == ["last_stand", "merciless"]


def test_poison_returns_at_the_end_of_a_round() -> None:
    table = (
        put("f4 f5", "bell_ringer", fighters="adder_daughter mistling", cubes=((0, 0), (9, 9)), poison={"B": 2})
        .load(1, 1, 1)
        .play("bell-ringer test")
    )
    assert table.state.seats[1].poison == 0
    assert table.damage(1) == (0, 0)


def test_the_card_of_a_knockout_is_not_lost() -> None:
    table = out()
    cards = [*table.state.deck, *table.state.row, *table.state.seats[0].hand, *table.state.seats[1].hand]
    assert sorted(card for card in cards if card != CANDLE) == list(range(36))


def test_deep_pockets_gives_a_card_in_every_round() -> None:
    table = out(skills=("deep_pockets", "last_stand"), skills_down={"B": ["light_feet"]})
    assert len(table.hand(0)) == 1
    assert table.hand(1) == set()
    assert len(table.state.deck) == 31 + 4


def test_deep_pockets_turned_up_by_the_loser_works_at_once() -> None:
    table = out(skills=("", "last_stand"), skills_down={"B": ["deep_pockets"]})
    assert len(table.hand(1)) == 1


def test_crow_eye_works_on_the_first_row_too() -> None:
    table = out(skills=("", "last_stand"), skills_down={"B": ["crow_eye"]})
    assert table.question == "B crow-eye"


def test_automatic_replies_last_for_the_whole_match() -> None:
    table = out(standing={"A": {"least_cut": 3, "react": False}})
    assert table.state.round == 2
    assert table.state.seats[0].standing.least_cut == 3
    assert table.state.seats[0].standing.react is False


def test_a_match_can_end_by_resignation_and_by_agreement() -> None:
    table = put("f4 f6")
    table.position.resign(0)
    assert table.position.outcome is not None
    assert table.position.outcome.winners == (1,)
    assert table.position.outcome.reason == "resigned"
    table = put("f4 f6")
    table.position.agree_draw()
    assert table.position.outcome is not None
    assert table.position.outcome.winners == ()


@pytest.mark.parametrize("rules", [2, 3])
def test_a_new_round_does_not_show_the_last_rounds_test_and_paths(rules: int) -> None:
    table = put("f4 f6", "headsman_arc", cubes=((0, 0), (9, 9)), rules=rules).play("move f5 headsman-arc test")
    assert "tested" in table.kinds and table.state.round == 2
    assert table.view(0).roll is None
    assert GAME.trail(table.events) == ()


def test_a_round_decided_by_cards_clears_the_last_test() -> None:
    roll = {"seat": 1, "dice": [6, 6, 6], "bonus": 0, "total": 4, "passed": True}
    table = put("f5 b9", "parry_cut", actions=1, deck="", last_roll=roll)
    assert table.view(0).roll is not None
    assert table.play("parry-cut").state.round == 2 and table.view(0).roll is None
