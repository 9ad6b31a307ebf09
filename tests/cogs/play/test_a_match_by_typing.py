"""A whole match played with typed moves only, and variants of typed words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cogs.play import (
    OVER,
    PLAY,
    begin,
    can,
    distance,
    draft_of,
    leaders,
    log_of,
    offered,
    open_panel,
    quick,
    take_turn,
    to_move,
)
from tests.support.world import Answer, Person, World


async def typed_turn(person: Person, hunter: bool) -> Answer:
    """Type suggestions word by word, then send the line; a line that gets too long is sent in parts.

    `hunter` uses English, the other player Polish.
    """
    line = ""
    while True:
        suggested = await person.suggest("play", "move", f"{line} " if line else "")
        if not suggested:
            assert line, "nothing is suggested at all"
            await person.slash("play", move=line)
            line = ""
            continue
        line = _chosen(person, suggested, hunter)
        if line.endswith(("confirm", "potwierdź")):
            return await person.slash("play", move=line)


def _chosen(person: Person, suggested: list[str], hunter: bool) -> str:
    words = {value.split()[-1]: value for value in suggested}
    leader, end, step = ("leader", "end", "step") if hunter else ("wódz", "akcje", "krok")
    if end in words:
        actors = [word for word in words if word != leader] if hunter else [w for w in words if w in (leader, end)]
        return words[actors[0]]
    if all(word[0] in "abcdefg" and word[1:].isdigit() for word in words):
        gold, violet = leaders(person.world.newest().alt)
        return words[min(words, key=lambda word: distance(word, violet if hunter else gold))]
    return words.get(step) or next(iter(words.values()))


async def test_two_people_play_a_match_to_its_end_by_typing(world: World) -> None:
    await begin(world)
    turns = 0
    while (person := to_move(world)) is not None:
        answer = await typed_turn(person, hunter=person is world["Ada"])
        assert answer.ephemeral
        turns += 1
        assert turns < 80, "the match does not end"
    assert "Gold wins" in world.newest().text
    assert not can(world.newest(), PLAY)


async def test_every_suggestion_is_accepted(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    for line in ("", "leader ", "end ", "end wanderer ", "end royal"):
        for value in await ada.suggest("play", "move", line):
            panel = await ada.slash("play", move=value)
            assert not panel.asides, (value, panel.all_text)
            assert f"`/play {value}" in panel.text
            await ada.click(OVER, on=panel)


async def test_a_complete_line_suggests_its_confirmation(world: World) -> None:
    await begin(world)
    for typed in ("end wanderer b1 ", "end wanderer b1 con", "end wanderer b1 confirm"):
        assert await world["Ada"].suggest("play", "move", typed) == ["end wanderer b1 confirm"]
    assert await world["Ada"].suggest("play", "move", "end wanderer b1 confirm ") == []


async def test_suggestions_continue_the_draft(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    await ada.slash("play", move="end wanderer")
    assert "b1" in await ada.suggest("play", "move", "")


async def test_suggestions_narrow_with_the_input(world: World) -> None:
    await begin(world)
    assert await world["Ada"].suggest("play", "move", "end wa") == ["end wanderer"]


async def test_suggestions_match_polish_names(world: World) -> None:
    await begin(world)
    assert await world["Ada"].suggest("play", "move", "wód") == ["leader"], "in the reader's own language"
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    assert await world["Bartek"].suggest("play", "move", "wód") == ["wódz"]
    assert await world["Bartek"].suggest("play", "move", "WOD") == ["wódz"]


async def test_suggestions_continue_within_a_name_of_several_words(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    for begun in ("mio", "miotacz", "miotacz ", "miotacz szp"):
        assert await world["Bartek"].suggest("play", "move", f"zakończ {begun}") == ["zakończ miotacz szponów"]
    assert "zakończ miotacz szponów a4" in await world["Bartek"].suggest("play", "move", "zakończ miotacz szponów ")
    assert await world["Bartek"].suggest("play", "move", "zakończ miotacz nikt") == []


async def test_a_whole_turn_is_suggested_in_polish(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    line = "zakończ akcje"
    while not line.endswith("potwierdź"):
        line = (await world["Bartek"].suggest("play", "move", f"{line} "))[0]
    assert not (await world["Bartek"].slash("play", move=line)).asides
    assert line == "zakończ akcje wezyr a4 potwierdź"
    assert log_of(database)[1:] == [(1, "play", '["end", "vizier", "a4"]')]


@pytest.mark.parametrize("who", ["Bartek", "Celina"])
async def test_players_who_are_not_asked_get_no_suggestions(world: World, who: str) -> None:
    await begin(world)
    assert await world[who].suggest("play", "move", "") == []


async def test_an_invalid_word_stops_the_suggestions(world: World) -> None:
    await begin(world)
    assert await world["Ada"].suggest("play", "move", "dragon ") == []


async def test_without_a_match_there_are_no_suggestions(world: World) -> None:
    assert await world["Ada"].suggest("play", "move", "") == []


@pytest.mark.parametrize(
    "line",
    [
        "wódz d6 end",
        "wodz d6 end",
        "Wódz D6 END",
        "leader d6 end",
        "WODZ, d6, end",
    ],
)
async def test_polish_names_may_be_typed_with_or_without_accents(world: World, database: Path, line: str) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    panel = await world["Bartek"].slash("play", move=line)
    assert draft_of(database) == ['["leader","d6"]']
    assert "`/graj wódz d6`" in panel.text, "Bartek reads Polish"


@pytest.mark.parametrize("line", ["end royal-guard b1", "end royal guard b1", "end Royal Guard b1"])
async def test_a_name_of_two_words_may_be_typed_with_a_space(world: World, database: Path, line: str) -> None:
    await begin(world)
    await world["Ada"].slash("play", move=line)
    assert draft_of(database) == ['["end","royal-guard","b1"]']


@pytest.mark.parametrize("word", ["confirm", "ok", "potwierdź", "potwierdz", "CONFIRM"])
async def test_a_line_may_end_with_a_word_for_confirming(world: World, database: Path, word: str) -> None:
    await begin(world)
    answer = await world["Ada"].slash("play", move=f"end wanderer b1 {word}")
    assert "Played." in answer.text
    assert log_of(database) == [(0, "play", '["end", "wanderer", "b1"]')]


async def test_a_complete_draft_needs_only_the_confirming_word(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer b1")
    await world["Ada"].slash("play", move="confirm")
    assert len(log_of(database)) == 1


async def test_confirming_an_unfinished_move_is_refused_and_keeps_the_draft(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("play", move="end wanderer confirm")
    assert "not complete" in answer.all_text
    assert draft_of(database) == ['["end","wanderer"]']


async def test_confirming_nothing_is_refused(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("play", move="confirm")
    assert "not complete" in answer.all_text
    assert log_of(database) == []


async def test_the_invalid_word_is_named_and_the_words_before_it_are_kept(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("play", move="leader d4 end")
    assert "d4" in answer.all_text
    assert "A basic move goes to an adjacent empty space." in answer.all_text
    assert draft_of(database) == ['["leader"]']


async def test_a_refusal_by_a_rule_offers_the_rule(world: World) -> None:
    await begin(world)
    answer = await world["Ada"].slash("play", move="leader d4")
    assert answer.alt.startswith("Leaders"), "the answer shows the board, too"
    assert offered(answer) == ["c1", "d2", "e1"], "and the choices"
    rule = await world["Ada"].click(":leaders.step", on=answer)
    assert rule.ephemeral
    assert rule.text.startswith("### ")


async def test_a_corrected_line_replaces_the_refused_one(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    await ada.slash("play", move="leader d4 end wanderer b1")
    assert draft_of(database) == ['["leader"]']
    await ada.slash("play", move="leader d2 end wanderer b9")
    assert draft_of(database) == ['["leader","d2","wanderer"]']
    await ada.slash("play", move="leader d2 end wanderer b1 confirm")
    assert log_of(database) == [(0, "play", '["leader", "d2", "wanderer", "b1"]')]


@pytest.mark.parametrize("word", ["zakończ", "koniec", "Koniec", "gotowe", "end"])
async def test_every_word_for_ending_is_accepted(world: World, database: Path, word: str) -> None:
    await begin(world)
    await world["Ada"].slash("play", move=f"{word} wanderer b1 ok")
    assert log_of(database) == [(0, "play", '["end", "wanderer", "b1"]')]


async def test_an_unknown_word_is_answered_with_words_in_the_readers_language(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    answer = await world["Bartek"].slash("play", move="frobnicate")
    assert "wódz, zakończ akcje" in answer.text and "nic tu nie znaczy" in answer.text
    assert offered(answer) == ["leader", "end"]


async def test_typing_and_clicking_can_be_mixed(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    await ada.slash("play", move="leader d2 end")
    panel = await open_panel(ada)
    assert "`/play leader d2`" in panel.text
    await ada.choose("wanderer", on=panel) if "wanderer" in panel.options else await ada.click(":wanderer", on=panel)
    await ada.slash("play", move="b1 ok")
    assert log_of(database) == [(0, "play", '["leader", "d2", "wanderer", "b1"]')]


async def test_a_step_answered_by_the_rules_may_be_typed_too(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("play", move="leader step d2")
    assert "`/play leader d2`" in answer.text
    assert draft_of(database) == ['["leader","d2"]']


async def test_play_without_words_opens_the_panel(world: World) -> None:
    await begin(world)
    panel = await world["Ada"].slash("play")
    assert "Which character acts?" in panel.text


async def test_a_second_turn_can_be_typed_right_after_the_opponents(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    await take_turn(world["Bartek"], quick)
    answer = await world["Ada"].slash("play", move="wanderer")
    assert "Wanderer" in answer.text
