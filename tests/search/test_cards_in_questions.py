"""Cards are recognized in questions, by any form of their names."""

from __future__ import annotations

import pytest

from search.cards_in_questions import cards_for
from search.rules_search import library


@pytest.mark.parametrize(
    ("question", "rule", "cards"),
    [
        ("what does the titan do", "tashkalar.legends-rulings", ["legends.titan"]),
        ("czy Tytana można zniszczyć", "tashkalar.destroy", ["legends.titan"]),
        ("does the Time Mage give an action", "tashkalar.gain-action", ["imperial.time_mage"]),
        ("Mistrzem rytuału na zielone pole", "tashkalar.highland-rulings", ["highland.ritual_master"]),
        ("bury in the dark", "knockdown.dark", ["special.bury"]),
        ("Moor Stomp or Bell-Ringer", "knockdown.card-strikes", ["attack.moor_stomp", "attack.bell_ringer"]),
    ],
)
def test_cards_are_recognized_in_questions_of_both_languages(question: str, rule: str, cards: list[str]) -> None:
    assert cards_for(library(), question, rule) == cards


def test_of_overlapping_names_the_longest_counts() -> None:
    assert cards_for(library(), "war summoner", "tashkalar.war-summoner") == [], "it has a section of its own"
    assert cards_for(library(), "storm elemental", "tashkalar.elementals") == ["legends.storm_elemental"]


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("how do I summon a being", "tashkalar.summoning"),
        ("jak zniszczyć piona", "tashkalar.destroy"),
        ("is a diagonal neighbor adjacent", "tashkalar.adjacent"),
        ("can a net stop a banner", "monolith.net"),
        ("what does the acrobat do", "leaders.acrobat"),
        ("titan", "bot.help"),
    ],
)
def test_ordinary_words_and_section_names_are_not_taken_as_cards(question: str, rule: str) -> None:
    assert cards_for(library(), question, rule) == []


def test_no_more_than_two_cards_are_shown() -> None:
    question = "titan, unicorn and dryad"
    assert cards_for(library(), question, "tashkalar.effects") == ["legends.titan", "sylvan.unicorn"]
