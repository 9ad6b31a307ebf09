"""Picks are shown in words that can be typed again, in the reader's language."""

from __future__ import annotations

import random

import pytest

import locales
from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.text import Text, joined, say, text
from engine.knockdown.options import BLOCK_BOTH, BLOCK_DAMAGE, LEAST_CUT, NO_BLOCK
from engine.leaders.game import GAME as LEADERS
from engine.registry import GAMES
from engine.tashkalar.options import EITHER, LOWER
from table.matches.draft import drafted
from table.picks.parse_typed import Meanings, follow
from table.picks.spell import spelled, spelled_options
from tests.support.engine.subjects import is_space

MOVES = 12


def test_a_move_is_spelled_in_the_readers_language() -> None:
    opening = {"pieces": "S leader D1; N leader D7", "number": 1, "market": ["acrobat", "archer", "vizier"]}
    position = Position.read(LEADERS, {}, opening)
    codes = ("leader", "d2", "archer", "b1")
    assert spelled(position, 0, codes, "en") == "leader d2 archer b1"
    assert spelled(position, 0, codes, "pl") == "wódz d2 łuczniczka b1"


def test_an_elixir_is_spelled_by_its_name() -> None:
    fight = {"fighters": {"A": "brother_alembic", "B": "mistling"}, "at": {"A": "f1", "B": "f6"}}
    position = Position.read(GAMES["knockdown"], {}, {**fight, "elixirs": {"A": ["quicksilver"]}})
    assert spelled(position, 0, ("quicksilver", "f3"), "pl") == "rtęć f3"


SHOULDER, BOLT = text("Wolf Shoulder"), text("Hunting Bolt")


def test_cards_that_pay_together_are_spelled_by_their_names() -> None:
    payment = Option("wolf-shoulder+hunting-bolt", joined([SHOULDER, BOLT], " + "))
    other = Option("hunting-bolt", BOLT)
    shown = spelled_options(Ask(0, "knockdown.pay", (payment, other)), "pl")
    assert shown == ["wilczy-bark+łowiecki-bełt", "łowiecki bełt"]


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        (text("{where}: destroys {n} pieces", where=text("NE"), n=2), "płn-wsch"),
        (text("{heavy} heavy and {light} light", heavy=1, light=0), "ciężkie 1 lekkie 0"),
        (text("Battle/Charge"), "bitwa szarża"),
    ],
)
def test_punctuation_is_left_out_of_typed_names(label: Text, shown: str) -> None:
    one, other = Option("one", label), Option("other", text("No block"))
    assert spelled_options(Ask(0, "some.question", (one, other)), "pl")[0] == shown
    words = say(label, locales.catalogue("pl"))
    assert {Meanings(Ask(0, "some.question", (one, other))).code(word) for word in (shown, words)} == {"one"}


def test_options_with_long_labels_have_a_short_name() -> None:
    block = Ask(0, "knockdown.block", (BLOCK_DAMAGE, BLOCK_BOTH, NO_BLOCK))
    assert spelled_options(block, "pl") == ["zmniejsz obrażenia", "oba", "bez bloku"]
    least = Ask(0, "knockdown.least-cut", LEAST_CUT)
    assert spelled_options(least, "pl") == ["pytaj o każdy blok", "dwa", "trzy", "nigdy nie blokuj"]
    assert [Meanings(least).code(word) for word in ("dwa", "two", "Trzy")] == ["two", "two", "three"]
    either = Ask(0, "tashkalar.either", (EITHER["place"], EITHER["convert"], LOWER))
    assert spelled_options(either, "pl") == ["umieść zwykłego piona", "zamień", "zdegraduj"]
    assert say(BLOCK_BOTH.label) == "Reduce the damage and cancel the effect"


@pytest.mark.parametrize("game", GAMES)
def test_shown_names_can_be_typed_again(game: str) -> None:
    position = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "spelling")
    chance = random.Random(game)
    shown = []
    for _ in range(MOVES):
        seat = position.asks[0].seat
        now = drafted(position, seat, ())
        while not now.complete and now.ask is not None:
            now = drafted(position, seat, (*now.codes, chance.choice(now.ask.options).code))
        words = spelled(position, seat, now.codes, "pl")
        again = follow(position, drafted(position, seat, ()), words.split())
        assert again is not None and again.codes == now.codes, words
        shown.append((words, " ".join(now.codes)))
        for code in now.codes:
            position.pick(seat, code)
    named = [one for one in shown if not all(is_space(game, code) for code in one[1].split())]
    translated = sum(words != codes for words, codes in named)
    least = min(MOVES // 2 + 1, len(named))
    assert translated >= least, "moves with names have Polish words"
