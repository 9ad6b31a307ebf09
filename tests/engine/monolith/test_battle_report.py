"""Narration of battles, and their events as data."""

from __future__ import annotations

import msgspec

from engine.core.ask import Ask
from engine.monolith.battle import battle
from engine.monolith.battle_report import LINES, PROMPTS, prompt, standing
from engine.monolith.data.content import KIND_OF
from engine.monolith.state import State
from engine.monolith.text import narrate
from tests.support.engine.monolith.battle_scripts import Fought, branches, fight, put


def words(fought: Fought) -> list[str]:
    return [str(line) for line in narrate(fought.events)]


def test_a_battle_is_narrated_segment_by_segment() -> None:
    assert words(fight("A pupil c3 >e; A arquebusier c1 >e; B knight c4 >w; B abyss.rune-regeneration d4 >nw")) == [
        "A battle begins.",
        "Initiative 3:",
        "Pupil on c3 strikes the Knight on c4: 1 wound",
        "Rune of Regeneration on d4 absorbs the hit from c3 on the Knight on c4",
        "Rune of Regeneration on d4 is removed",
        "Initiative 2:",
        "Arquebusier on c1 shoots at the Knight on c4: armor stops it",
        "Initiative 1:",
        "Knight on c4 strikes the Pupil on c3: 2 wounds",
        "Pupil on c3 is eliminated",
        "The battle is over.",
    ]


def test_the_start_of_a_battle_is_narrated() -> None:
    assert words(fight("A morlock c3 >e; B golem c4 poison=1; B dragon.banner e1 poison=2")) == [
        "A battle begins.",
        "At the start of the battle:",
        "Morlock on c3 leaps at the Golem on c4",
        "Golem on c4: poison, 1 wound",
        "Banner of the Dragon Empire on e1: poison, 2 wounds",
        "Banner of the Dragon Empire on e1 loses 2: 18 hit points left",
        "Morlock on c3 is eliminated by lightning",
        "Golem on c4 is eliminated by lightning",
        "The battle is over.",
    ]


def test_wounds_markers_and_nets_are_narrated() -> None:
    text = words(
        fight("A spike c3 >e; A pupil b4 >sw; B golem c4 trench; B nightmare c2 >e; A pupil c1 >e; A golem e1")
    )
    assert "Golem on c4 loses its Entrenchment marker" in text
    assert "Spike on c3 is free of the net" in text
    assert "Golem on c4 is wounded and has 2 hit points left" in text
    assert "Golem on c4 is poisoned: 1 marker" in text


def test_a_battle_without_hits_is_short() -> None:
    assert words(fight("A golem c3; B golem c4")) == ["A battle begins.", "The battle is over."]


def test_the_cause_of_a_battle_is_named() -> None:
    received = {}
    for cause in ("order", "full", "last", "extra-last"):
        fought = fight(put("A golem c3; B golem c4"), script=lambda s, why=cause: battle(s, why))  # type: ignore[misc]
        received[cause] = words(fought)[0]
    assert received == {
        "order": "A battle begins.",
        "full": "The board is full: a battle begins.",
        "last": "The Last Battle begins.",
        "extra-last": "The extra Last Battle begins.",
    }


def test_every_question_of_a_battle_has_a_text() -> None:
    for key in PROMPTS:
        about = () if key.endswith(("regeneration", "marker")) else ("dragon_empire.pikeman", "C3")
        question_text = str(prompt(Ask(0, key, (), about)))
        assert question_text.endswith("?")
        assert "{" not in question_text


def test_the_options_name_the_tile_and_point_at_its_space() -> None:
    questions: list[Ask] = []

    def spy(s: State) -> None:
        going = battle(s)
        for request in going:
            if isinstance(request, Ask):
                questions.append(request)
                return

    spy(put("A assassin a1; B golem c4; B dragon.banner e1"))
    assert [(option.code, str(option.label), option.at) for option in questions[0].options] == [
        ("c4", "Golem on c4", ("C4",)),
        ("e1", "Banner on e1", ("E1",)),
    ]
    assert str(prompt(questions[0])) == "Assassin on a1: which tile does it attack?"


def test_poison_as_a_source_has_a_named_option() -> None:
    found = branches("A golem c3 poison=2; A abyss.rune-regeneration c2 >e; B morlock c4 >w")
    assert found[0].questions[0].codes == ("c4", "poison")


def test_a_tile_on_the_board_is_named_with_its_space() -> None:
    assert str(standing("dragon_empire.pikeman", "C3")) == "Pikeman on c3"


def test_battle_events_are_plain_data_with_labels_and_ids() -> None:
    fought = fight(
        "A spike c3 >e; A pupil c1 >e; B golem c4 poison=1; B nightmare c2 >e; B abyss.rune-regeneration b4 >sw"
    )
    assert set(LINES) >= {event.kind for event in fought.events}
    for event in fought.events:
        msgspec.json.encode(event)
        for key in ("who", "by", "rune"):
            assert event.args.get(key, "dragon_empire.pikeman") in KIND_OF
        for key in ("at", "from", "to", "rune_at"):
            assert event.args.get(key, "C3").isupper()
