"""Texts of questions and options: how many moves of each kind are left, and what a square or a direction would hit."""

from __future__ import annotations

import pytest

from engine.core.text import say
from engine.tashkalar.data.content import CARDS, CONTENT
from engine.tashkalar.game import GAME
from locales import catalogue
from tests.support.engine.tashkalar.table import Table, put


def question_text(table: Table) -> str:
    """The text of the open question."""
    return str(GAME.prompt(table.position.asks[0]))


def labels(table: Table) -> dict[str, str]:
    """The labels of the open question's options, by code."""
    return {option.code: str(option.label) for option in table.position.asks[0].options}


QUESTIONS = [
    ("wolf: combat moves", "A d6 e6 f6 d7", "wolf_rider", "wolf-rider d5", "2 combat moves left."),
    ("wolf: the last", "A d6 e6 f6 d7", "wolf_rider", "wolf-rider d5 d4", "1 combat move left."),
    ("bear: standard", "A e5 d6 e6", "hungry_bear", "hungry-bear d5", "2 standard moves left."),
    ("knight", "A d6 e6 f6 d7", "knight", "knight e5", "3 combat moves left."),
    ("herald", "A e5 f5 e6", "herald", "herald d4", "2 moves onto empty squares left."),
    ("drummer", "A d5 e5 d6 e6", "war_drummer", "war-drummer d5", "One combat move or up to two standard moves."),
    ("drummer, after one", "A d5 e5 d6 e6", "war_drummer", "war-drummer d5 e5 e4", "1 standard move left."),
    (
        "cavalry",
        "A d6 f6 d7 f7",
        "cavalry_captain",
        "cavalry-captain e5 d6",
        "3 moves left, one of them may be a combat",
    ),
    ("messenger", "A e5 f6", "messenger", "messenger d4", "Any number of standard moves in one direction."),
    ("eagle", "A d6 f6", "wild_eagle", "wild-eagle e5", "1 combat leap left."),
    ("buck", "A d6 e6 d7", "charging_buck", "charging-buck e5", "2 combat leaps left."),
    ("summoner", "A d6 e6 f6", "summoner", "summoner e5", "2 pieces left to place."),
    ("leafsplitter", "A e4 d5 f5 e6; B c3", "kiskin_leafsplitter", "kiskin-leafsplitter e5", "2 shots left."),
    ("intrigue", "A d4 f4 d6 f6", "master_of_intrigue", "master-of-intrigue e5", "3 moves left: standard by the being"),
    ("hypnotist", "A f4 d5 f5 d6; B b2", "hypnotist", "hypnotist e5", "One combat move each with up to three commons"),
]


@pytest.mark.parametrize(
    ("board", "card", "codes", "words"), [row[1:] for row in QUESTIONS], ids=[row[0] for row in QUESTIONS]
)
def test_a_question_shows_how_much_is_left(board: str, card: str, codes: str, words: str) -> None:
    spare = {"imperial": "bomb", "highland": "warlord", "sylvan": "sylvan_queen"}
    deck = next(deck for deck in spare if any(one.id == f"{deck}.{card}" for one in CARDS))
    assert words in question_text(put(board, f"{card} {spare[deck]}").play(codes))


def test_a_squares_option_names_the_piece_that_it_destroys() -> None:
    table = put("A d6 e6 f6 d7; B d4 e4h", "wolf_rider warlord").play("wolf-rider d5")
    options = labels(table)
    assert (options["d4"], options["e4"], options["c4"]) == (
        "d4: destroys the common piece (Green)", "e4: destroys the heroic piece (Green)", "c4",
    )  # fmt: skip
    assert options["d6"] == "d6: destroys the common piece (Yellow)", "own pieces, too"


def test_a_summoning_square_names_the_piece_that_it_destroys() -> None:
    table = put("A d4 d6 g4 g6; B d5", "swordmaster hypnotist").play("swordmaster")
    assert labels(table) == {"d5": "d5: destroys the common piece (Green)", "g5": "g5"}


def test_a_run_names_all_pieces_that_it_destroys() -> None:
    table = put("A e5h f6; B e4 e3 e2", "messenger bomb").play("messenger d4 e5")
    options = labels(table)
    assert options["e3"] == "e3: destroys the common piece on e3 (Green), the common piece on e4 (Green)"
    assert options["e2"] == "e2: destroys 3 pieces: e2, e3, e4"


def test_a_directions_option_names_the_pieces_hit() -> None:
    table = put("A e5 d5 c6; B f4 h2; A g3", "cannon hypnotist").play("cannon e5")
    assert labels(table)["ne"] == "NE: destroys 3 pieces: h2, g3, f4"


def test_an_arrow_of_the_fire_dragon_out_of_the_arena_is_not_offered() -> None:
    """Southward arrows from the lowest row leave the arena, although the squares beside them, d9 and f9, exist."""
    table = put("A d6h f6h e7 e8h; B d9", "legends.fire_dragon hypnotist").play("fire-dragon e9")
    assert labels(table) == {"e": "E: destroys nothing", "w": "W: destroys the common piece on d9 (Green)"}


def test_the_eldest_trees_options_name_their_effect_on_each_square() -> None:
    table = put("A f4h c5 g5 d6h e4; B d4", "legends.the_eldest_tree hypnotist").play("the-eldest-tree e5")
    options = labels(table)
    assert options["d4"] == "d4: destroys the common piece (Green)"
    assert options["e4"] == "e4: upgrade your common piece"
    assert options["d5"] == "d5: place a common piece"
    assert "f4" not in options
    assert question_text(table).endswith("3 squares left.")


def test_the_centaurs_options_name_where_their_moves_lead() -> None:
    table = put("A e6 f6 g6 g7; B e3 d4", "centaur_spearman sylvan_queen").play("centaur-spearman e5")
    assert labels(table)["e4"] == "e4: destroys the common piece on e3 (Yellow)"


def test_polish_questions_use_the_grammar_for_a_person() -> None:
    """„zwykłego piona”, as in the rulebook."""
    table = put("A d6 e6 f6 d7; B d4", "wolf_rider warlord").play("wolf-rider d5")
    option = next(one for one in table.position.asks[0].options if one.code == "d4")
    assert say(option.label, catalogue("pl")) == "d4: niszczy zwykłego piona (Zielony)"
    assert say(GAME.prompt(table.position.asks[0]), catalogue("pl")).endswith("Zostały 2 bojowe ruchy.")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_deck_has_a_blurb_of_two_short_lines(language: str) -> None:
    assert set(GAME.blurbs) == {deck.code for deck in CONTENT.deck}
    texts = [say(blurb, catalogue(language)) for blurb in GAME.blurbs.values()]
    assert all(20 < len(line) <= 95 for line in texts)
    assert len(set(texts)) == len(texts)
