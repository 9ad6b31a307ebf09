"""Monolith Arena in words: questions, narration, alt texts, highlights of the last move."""

from __future__ import annotations

import re
from typing import Any

from cogs.ui.voice import voice
from engine.core.ask import Event
from engine.core.position import Position
from engine.core.text import say
from engine.monolith.data.components import REACHES
from engine.monolith.data.content import KINDS
from engine.monolith.game import GAME
from tests.support.each import each
from tests.support.engine.monolith.table import BANNERS, put

CODE = re.compile(r"[a-z0-9+-]+")


def narration(table: Any) -> list[str]:
    """The narration of the last picks."""
    events = [
        Event(event["kind"], {key: value for key, value in event.items() if key != "kind"}) for event in table.events
    ]
    return [say(line) for line in GAME.narrate(events)]


@each(
    ("line", "hand", "codes", "words"),
    [
        (BANNERS, "pikeman knight", "pikeman c3 r1", ["Dragon Empire: Pikeman on c3, attack to E"]),
        (f"{BANNERS}; A knight c3 r0", "spike", "c3 c4 r0", ["Dragon Empire: Knight maneuvers c3 → c4, attack to NW"]),
        (f"{BANNERS}; A knight c3 r0", "pikeman", "c3 stay r1", ["Dragon Empire: Knight on c3 turns: attack to NE"]),
        (
            f"{BANNERS}; B chaos c3 r0",
            "order-net pikeman",
            "order-net c3",
            ["Dragon Empire: Net played", "Dragon Empire: a net marker is placed on the Chaos on c3"],
        ),
        (
            f"{BANNERS}; A golem c3 r0; B spike c4 r0",
            "abyss.order-push pikeman",
            "order-push c5",
            ["Dragon Empire: Push played", "Dragon Empire: Spike is pushed c4 → c5"],
        ),
        (
            f"{BANNERS}; B spike c3 r0",
            "order-false-order pikeman",
            "order-false-order c3 stay r1",
            ["Dragon Empire: False Order played", "Dragon Empire: a False Order turns the Spike on c3: attack to SE"],
        ),
        (
            f"{BANNERS}; B spike c3 r0",
            "demon pikeman",
            "demon c3 r0",
            ["Dragon Empire: the Demon takes the place of the Spike on c3", "Dragon Empire: Demon on c3, attack to NE"],
        ),
        (BANNERS, "pikeman knight", "discard pikeman", ["Dragon Empire: Pikeman discarded"]),
    ],
)
def test_narration_names_every_event(line: str, hand: str, codes: str, words: list[str]) -> None:
    assert narration(put(line, hand).play(codes)) == words


def test_every_question_has_a_text() -> None:
    position = Position.read(GAME, {}, put(f"{BANNERS}; A knight c3 r0", "pikeman").position)
    assert say(GAME.prompt(position.asks[0])) == "What do you do?"
    position.pick(0, "c3")
    assert say(GAME.prompt(position.asks[0])) == "Knight: where to?"
    position.pick(0, "c4")
    assert say(GAME.prompt(position.asks[0])) == "Knight: facing which way?"


def _turns(token: str) -> dict[str, str]:
    table = put(BANNERS, token).play(f"{token.rpartition('.')[2]} c3")
    return {one["code"]: one["label"] for one in table.asks[0]["options"]}


def test_rotations_have_a_number_and_the_directions_of_their_sides() -> None:
    assert _turns("nightmare") == {
        "r0": "1 · net to E", "r1": "2 · net to SE", "r2": "3 · net to SW",
        "r3": "4 · net to W", "r4": "5 · net to NW", "r5": "6 · net to NE",
    }  # fmt: skip


@each(
    ("token", "label"),
    [
        ("pikeman", "2 · attack to NE, E, SE, NW"),
        ("chaos", "2 · attack to NW; shot to E"),
        ("horror", "2 · attack and net to NE"),
        ("wyvern", "2 · attack to NW"),
        ("golem", "2 · armor to NW"),
    ],
)
def test_labels_list_all_symbols_but_only_the_strongest_side_of_an_all_round_attack(token: str, label: str) -> None:
    assert _turns(token)["r1"] == label


def test_a_position_is_described_in_words() -> None:
    table = put(f"{BANNERS}; A knight c3 r0 wounds=1", "pikeman")
    position = Position.read(GAME, {}, table.position)
    lines = [say(line) for line in GAME.describe(GAME.view(position.state, None, position.asks))]
    assert lines[0].startswith("Monolith Arena, turn 5, Dragon Empire to move. Hit points: Dragon Empire 20, Lords of")
    assert "Knight c3 (wounds: 1)" in lines[1]
    assert any("Pikeman" in line for line in lines[2:])


def test_the_end_names_the_winning_factions() -> None:
    line = "A pikeman c2 r2; B abyss.banner c3 r0; A dragon.banner a1 r0"
    table = put(line, "dragon.order-battle-or-charge", banner_hp={"B": 1}).pick("order-battle-or-charge")
    assert narration(table)[-1] == "Victory for Dragon Empire: the Banner is destroyed."


def test_a_resignation_before_factions_is_narrated() -> None:
    event = Event("over", {"winners": (1, 3), "reason": "resigned"})
    assert [say(line) for line in GAME.narrate([event])] == ["Victory for Player B and Player D: resignation."]


def test_the_trail_has_tiles_that_moved_and_entered() -> None:
    events = [
        Event("moved", {"path": ["C3", "C4"]}),
        Event("moved", {"path": ["D1"]}),
        Event("placed", {"at": "A1"}),
        Event("unfolded", {"segments": [["x", "B1", 0, 0], ["", "B2", 0, 0]]}),
        Event("turn", {}),
    ]
    assert GAME.trail(events) == (("C3", "C4"), ("D1",), ("A1",), ("B1",), ("B2",))


def test_factions_on_offer_have_a_blurb_of_two_short_lines() -> None:
    position = Position.new(GAME, {}, 2, "blurbs")
    assert {option.code for option in position.asks[0].options} == set(GAME.blurbs)
    says = [voice(language) for language in ("en", "pl")]
    assert {
        (text, len(text)) for one in GAME.blurbs.values() for speak in says if len(text := speak(one)) > 95
    } == set()
    assert len({speak(one) for one in GAME.blurbs.values() for speak in says}) == 8


def test_a_turn_without_actions_is_narrated() -> None:
    passed = "Dragon Empire: ends the turn without playing a tile"
    assert passed in narration(put(BANNERS, "pikeman knight").play("end"))
    assert passed not in narration(put(BANNERS, "pikeman knight").play("pikeman c3 r1 end"))


@each(
    ("kind", "args", "english", "polish"),
    [
        ("drew", {"tokens": ["lords_of_the_abyss.spike"]}, "{}: Spike drawn", "{}, dobrane: Kolec"),
        (
            "redrew",
            {"tokens": ["lords_of_the_abyss.order_move"]},
            "{}: the player discards and redraws Move",
            "{}, wymienione rozkazy: Ruch",
        ),
        ("discarded", {"tokens": ["lords_of_the_abyss.spike"]}, "{}: Spike discarded", "{}, odrzucone: Kolec"),
        ("played", {"token": "lords_of_the_abyss.order_battle"}, "{}: Battle played", "{}, zagrane: Bitwa"),
        ("passed", {}, "{}: ends the turn without playing a tile", "{}: koniec tury bez zagrania żetonu"),
        (
            "unfolded",
            {"segments": [["", "B2", 0, 0]]},
            "{}: the monolith unfolds (empty segment on b2)",
            "{}, rozwinięty Monolit: puste piętro na b2",
        ),
        (
            "over",
            {"winners": [1], "factions": ["lords_of_the_abyss"], "reason": "banner"},
            "Victory for {}: the Banner is destroyed.",
            "Zwycięstwo: {} (wrogi Sztandar zniszczony).",
        ),
    ],
)
def test_plural_faction_names_have_no_singular_verb(kind: str, args: dict[str, Any], english: str, polish: str) -> None:
    (line,) = GAME.narrate([Event(kind, {"seat": 1, "faction": "lords_of_the_abyss", **args})])
    assert say(line) == english.format("Lords of the Abyss")
    assert voice("pl")(line) == polish.format("Władcy Otchłani")


def test_polish_narration_has_no_capital_after_a_colon() -> None:
    speak = voice("pl")
    said = [(key, speak(one.text)) for key, one in GAME.components.items()]
    assert [one for one in said if re.search(r": [A-ZĄĆĘŁŃÓŚŹŻ]", one[1])] == []
    texts = {words for _, words in said}
    assert "Sąsiednie własne żetony mają Manewr." in texts
    assert any(words.startswith("Manewr. Raz na turę") for words in texts)


def test_every_effect_names_the_tiles_that_it_reaches() -> None:
    found = {(kind.reach, f"{kind.effect}_{kind.value}" if kind.value > 1 else kind.effect) for kind in KINDS}
    assert {one for one in found if one[0] not in ("", "own_board")} == set(REACHES)
