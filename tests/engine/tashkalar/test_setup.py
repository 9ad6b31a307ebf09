"""The set-up: decks, dealt cards, opening pieces."""

from __future__ import annotations

from itertools import product

import pytest

from engine.core.game import Impossible
from engine.core.position import Position
from engine.tashkalar.data.content import CARDS, DECKS
from engine.tashkalar.game import GAME
from tests.support.each import each
from tests.support.engine.tashkalar.table import Table, pieces

KINDS = [(2, "duel"), (2, "high"), (3, "melee"), (4, "melee"), (4, "duel"), (4, "high")]
SPLIT = [{"f2", "g2"}, {"b7", "c7"}, {"g6", "g7"}]


def new(seats: int, form: str, seed: str = "set-up", decks: str = "random") -> Table:
    return Table(Position.new(GAME, {"form": form, "decks": decks}, seats, seed))


@each(("seats", "form"), [(2, "melee"), (3, "duel"), (3, "high"), (1, "duel"), (5, "melee")])
def test_modes_have_their_numbers_of_players(seats: int, form: str) -> None:
    with pytest.raises(Impossible):
        new(seats, form)


@pytest.mark.parametrize(("seats", "form"), [(2, "duel"), (3, "melee"), (4, "melee")])
def test_the_automatic_mode_follows_from_the_number_of_players(seats: int, form: str) -> None:
    assert new(seats, "auto").state.form == form


@each(("seats", "form"), KINDS)
def test_everybody_is_dealt_three_beings_and_a_flare(seats: int, form: str) -> None:
    s = new(seats, form).state
    everywhere: list[int] = []
    for seat in range(seats):
        assert (len(s.hands[seat]), len(s.flares[seat]), len(s.piles[seat])) == (3, 1, 15)
        deck = {CARDS[card].deck for card in (*s.hands[seat], *s.piles[seat])}
        assert deck == {"imperial" if s.decks[seat].endswith("imperial") else s.decks[seat]}
        assert len({*s.hands[seat], *s.piles[seat]}) == 18
        everywhere += s.legends[seat]
    teams = form != "melee" and seats == 4
    assert [len(s.legends[(s.first + n) % seats]) for n in range(seats)] == ([2, 2, 0, 0] if teams else [2] * seats)
    assert len({*everywhere, *s.legend_pile}) == 12
    assert len(s.flare_pile) == 12 - seats
    assert len({*s.flare_pile, *(one for held in s.flares for one in held)}) == 12


@each(("seats", "form"), KINDS)
def test_decks_are_chosen_in_turn_order_and_each_once(seats: int, form: str) -> None:
    table = new(seats, form, decks="choose")
    first = table.seat
    chosen = []
    for number in range(seats):
        if len(DECKS) - number == 1:
            break
        assert table.prompt == "deck"
        assert table.seat == (first + number) % seats
        assert table.offer == {deck.replace("_", "-") for deck in DECKS if deck not in chosen}
        chosen.append(table.codes[-1].replace("-", "_"))
        table.play(table.codes[-1])
    assert table.state.decks[first] == chosen[0]
    assert len(set(table.state.decks)) == seats
    assert table.prompt in ("mark", "action", "place-on")


def test_any_player_can_be_the_starting_player() -> None:
    assert {new(3, "auto", f"seed {n}").state.first for n in range(40)} == {0, 1, 2}


def test_high_form_begins_with_an_empty_arena() -> None:
    table = new(2, "high")
    assert table.board == {}
    assert (table.state.turn, table.actions) == (table.state.first, 1)


@each(("seats", "code"), list(product([2, 4], ["a-c5", "b-c5"])))
def test_the_last_player_places_the_opening_pieces_of_a_duel(seats: int, code: str) -> None:
    table = new(seats, "duel")
    assert (table.prompt, table.seat) == ("mark", (table.state.first - 1) % seats)
    assert table.codes == ["a-c5", "b-c5"]
    table.play(code)
    assert table.board == pieces("A c5; B g5" if code == "a-c5" else "B c5; A g5")
    assert table.state.turn == table.state.first


def test_the_last_player_places_the_opening_pieces_of_a_melee_of_three() -> None:
    table = new(3, "melee")
    last = (table.state.first - 1) % 3
    for number, pair in enumerate(SPLIT):
        assert (table.prompt, table.seat) == ("mark", last)
        squares = {code.split("-")[1] for code in table.codes}
        colours = {code.split("-")[0] for code in table.codes}
        assert squares == pair
        assert len(colours) == 3 - number
        assert len(table.codes) == len(squares) * len(colours)
        table.play(table.codes[-1])
    assert sorted(table.board.values()) == ["A", "B", "C"]
    assert table.state.turn == table.state.first


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_in_a_melee_of_four_the_second_player_has_no_opening_piece(seed: str) -> None:
    table = new(4, "melee", seed)
    second = (table.state.first + 1) % 4
    assert table.seat == (table.state.first - 1) % 4
    while table.prompt == "mark":
        table.play(table.codes[0])
    assert sorted(table.board.values()) == sorted(set("ABCD") - {"ABCD"[second]})
    assert all(sum(square in table.board for square in pair) == 1 for pair in SPLIT)


def test_partners_share_a_color() -> None:
    table = new(4, "duel")
    assert table.state.colours == [0, 1, 0, 1]
    assert GAME.teams(table.state) == ((0, 2), (1, 3))
    assert GAME.teams(new(4, "melee").state) == ((0,), (1,), (2,), (3,))
