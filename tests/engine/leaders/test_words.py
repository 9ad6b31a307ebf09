"""Narration of events, and descriptions of positions for people who cannot see the picture."""

from __future__ import annotations

import re
from typing import Any

from babel.messages.catalog import Message

from cogs.ui.voice import voice
from engine.core.ask import Event
from engine.core.position import Position
from engine.core.text import say
from engine.leaders.game import GAME
from locales.extract import forms
from tests.support.catalogs import messages
from tests.support.each import each


def places(message: Message) -> set[str]:
    """The files that contain a message."""
    return {place for place, _ in message.locations}


def narration(pieces: str, codes: str, **fields: Any) -> list[str]:
    """The narration of these picks."""
    position = Position.read(GAME, {}, {"pieces": pieces, **fields})
    lines = []
    for code in codes.split():
        lines += GAME.narrate(position.pick(position.asks[0].seat, code))
    return [say(line) for line in lines]


HUNT = "S leader A2, S claw_launcher D1; N leader D5"
LEAPS = "S leader A1, S acrobat D4, S rider E4, S vizier E5; N leader G1"
WALK = "S leader C3, S vizier A1; N leader G4, N rider D4, N bruiser B4"


@each(
    ("pieces", "codes", "parts"),
    [
        ("S leader D1, S rider C3; N leader D7", "leader d2", ["Leader", "d1 → d2"]),
        ("S leader D1, S rider C3; N leader D7", "rider ride c5", ["Rider", "c3 → c5"]),
        (WALK, "leader c5", ["Leader", "c3 → c4 → c5"]),
        ("S leader D1, S acrobat C3; N leader D7, N rider C4", "acrobat jump", ["Acrobat", "c3 → c5", "Rider"]),
        (LEAPS, "acrobat jump d6", ["Acrobat", "d4 → f4 → d6", "Rider", "Vizier"]),
        ("S leader D1, S bruiser D4; N leader A1, N rider D5", "bruiser push d6", ["Bruiser", "Rider", "d5 → d6"]),
        ("S leader A1, S illusionist D2; N leader D6", "illusionist swap", ["Illusionist", "Leader", "d6 → d2"]),
        (HUNT, "claw-launcher hook", ["Claw Launcher", "Leader", "d1 → d4"]),
        (HUNT, "claw-launcher drag", ["Claw Launcher", "Leader", "d5 → d2"]),
        ("S leader A2, S manipulator D1; N leader D5", "manipulator nudge d6", ["Manipulator", "Leader", "d5 → d6"]),
        ("S leader A1, S brewmaster D4, S rider D5; N leader G3", "brewmaster treat d6", ["Brewmaster", "d5 → d6"]),
    ],
)
def test_every_action_is_narrated_in_one_line(pieces: str, codes: str, parts: list[str]) -> None:
    (line,) = narration(pieces, codes)
    assert all(part in line for part in ["Gold", *parts])


def test_a_reaction_is_narrated_with_its_owner() -> None:
    _, line = narration("S leader D1, S rider A1; N leader D7, N nemesis D4", "leader c1 d6")
    assert all(part in line for part in ["Violet", "Nemesis", "d4 → d6"])


def test_a_recruitment_and_new_cards_are_narrated() -> None:
    lines = narration("S leader D1; N leader D7", "b1", phase="recruit", market=["rider"], deck=["archer", "jailer"])
    expected = [["Gold", "Rider", "b1"], ["Archer"], ["Jailer"]]
    assert all(part in line for line, parts in zip(lines, expected, strict=True) for part in parts)


def test_the_end_is_narrated_with_winner_and_reason() -> None:
    *_, line = narration("S leader A1, S rider D2, S vizier E3; N leader D4", "rider step d3")
    assert "Gold" in line
    assert say(GAME.reasons["captured"]) in line


def test_a_position_is_described_in_words() -> None:
    fields = {"pieces": "S leader D1, S rider C3; N leader D7", "market": ["archer", "hermit_and_cub"], "number": 5}
    position = Position.read(GAME, {}, fields)
    lines = [say(line) for line in GAME.describe(GAME.view(position.state, None, position.asks))]
    expected = [["5", "Gold"], ["Gold", "Leader d1", "Rider c3"], ["Violet", "Leader d7"], ["Archer", "Hermit & Cub"]]
    assert all(part in line for line, parts in zip(lines, expected, strict=True) for part in parts)


def test_the_description_names_the_owner_of_the_nemesis_as_the_one_to_move() -> None:
    position = Position.read(GAME, {}, {"pieces": "S leader D1, S rider A1; N leader D7, N nemesis D4"})
    position.pick(0, "leader")
    position.pick(0, "c1")
    view = GAME.view(position.state, 0, position.asks)
    assert "Violet" in say(GAME.describe(view)[0])
    assert view.to_move == (1,)


def test_a_turn_without_actions_is_narrated() -> None:
    full = "S leader D1, S rider A1, S archer B1, S acrobat C1, S bruiser E1; N leader D7"
    assert narration(full, "end") == ["Gold takes no action"]
    assert narration(full, "leader end") == ["Gold: Leader d1 → d2"], "ending the turn after an action is not narrated"
    assert "Gold takes no action" not in narration("S leader D1; N leader D7", "end"), "a recruitment is an action"


def test_a_swap_in_polish_needs_no_preposition_that_a_name_could_change() -> None:
    """“z Akrobatą”, but “ze Skrytobójcą”."""
    fields = {"pieces": "S leader A1, S illusionist D2; N leader G1, N assassin D6"}
    position = Position.read(GAME, {}, fields)
    events = [event for code in ("illusionist", "swap") for event in position.pick(0, code)]
    (line,) = [voice("pl")(line) for line in GAME.narrate(events)]
    assert line.endswith("Iluzjonista i Skrytobójca (Fioletowi) zamieniają się miejscami, d6 → d2")


def test_polish_prepositions_do_not_stand_before_names_that_would_change_them() -> None:
    """“z {name}” would have to be “ze” before some names, and “w {name}” would have to be “we”."""
    texts = [
        form for message in messages("pl") for form in forms(message) if "engine/leaders/text.py" in places(message)
    ]
    assert texts
    assert [form for form in texts if re.search(r"\b[zwZW] \{", form)] == []


def test_the_archers_blurb_has_polish_word_order() -> None:
    assert voice("pl")(GAME.blurbs["archer"]).endswith("Tuż obok się nie liczy.")


def test_a_swap_says_whose_character_it_is() -> None:
    args = {"side": 1, "who": "leader", "way": "swap", "path": ["D5", "D2"]}
    args |= {"by": "illusionist", "target": "leader", "by_side": 0}
    line = "Gold: Illusionist swaps places with Violet's Leader, d5 → d2"
    assert [str(one) for one in GAME.narrate([Event("moved", args)])] == [line], "as stored by earlier versions"
    assert [str(one) for one in GAME.narrate([Event("moved", args | {"target_side": 1})])] == [line]
