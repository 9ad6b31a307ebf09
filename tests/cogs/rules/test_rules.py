"""/rules: a question in people's own words, answered at once in private, and in public on request."""

from __future__ import annotations

import pytest

from cogs.rules.section_panel import DIAGRAM_HEIGHT
from engine.core.text import say
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from locales import catalogue
from search.books import BOT, book
from search.rules_search import library
from tests.support.cogs.play import RESIGN, offered, open_panel
from tests.support.engine.complete import COMPLETE
from tests.support.world import Seen, World


async def begun(world: World, game: str) -> None:
    await world["Ada"].slash("match new", game=game, opponent=world["Bartek"])
    await world["Bartek"].click("press:join:")


def title(rule: str, language: str = "en") -> str:
    return book(rule.partition(".")[0], language)[rule].title


def opens(message: Seen) -> list[str]:
    """The sections that the message's buttons open."""
    return [one.removeprefix("ap:rule:") for one in message.buttons.values() if one.startswith("ap:rule:")]


async def test_the_best_section_is_shown_in_full_and_the_next_ones_as_buttons(world: World) -> None:
    await begun(world, "monolith")
    answer = await world["Ada"].slash("rules", query="what does a net do?")
    assert answer.ephemeral
    best = rulebook("monolith", "en")["monolith.net"]
    assert f"### {best.title}" in answer.text and best.body.split("\n")[0] in answer.text
    assert len(opens(answer)) >= 5
    near = list(rulebook("monolith", "en"))
    assert {near[near.index("monolith.net") - 1], near[near.index("monolith.net") + 1], *best.see} & set(opens(answer))


async def test_the_answer_is_in_the_readers_language_whatever_the_question_is_in(world: World) -> None:
    await begun(world, "monolith")
    polish = await world["Bartek"].slash("rules", query="net")
    assert f"### {title('monolith.net', 'pl')}" in polish.text
    english = await world["Ada"].slash("rules", query="sieć")
    assert f"### {title('monolith.net')}" in english.text


async def test_a_section_links_to_others_and_can_be_shown_to_everyone_without_a_ping(world: World) -> None:
    await begun(world, "leaders")
    answer = await world["Ada"].slash("rules", query="nemesis")
    pinged = len(world.pinged())
    other = opens(answer)[0]
    further = await world["Ada"].click(f"ap:rule:{other}", on=answer)
    assert further.ephemeral and f"### {title(other)}" in further.text
    shown = await world["Ada"].click(f"ap:show:{other}", on=further)
    assert not shown.ephemeral and f"### {title(other)}" in world.newest().text
    assert "ap:show" not in " ".join(world.newest().buttons.values())
    assert len(world.pinged()) == pinged


async def test_a_card_named_in_the_question_is_part_of_the_answer(world: World) -> None:
    unicorn = GAMES["tashkalar"].components["sylvan.unicorn"]
    english = await world["Ada"].slash("rules", query="what does the unicorn do", game="tashkalar")
    assert f"### {title('tashkalar.sylvan-rulings')}" in english.text
    assert say(unicorn.text, catalogue("en")) in english.text
    polish = await world["Bartek"].slash("rules", query="what does the unicorn do", game="tashkalar")
    assert say(unicorn.text, catalogue("pl")) in polish.text
    other = await world["Ada"].slash("rules", query="what does the dryad do", game="tashkalar")
    assert say(unicorn.text, catalogue("en")) not in other.text


WITH_DIAGRAMS = [game for game in GAMES if any(one.diagrams for one in rulebook(game, "en").values())]


def test_every_complete_game_has_diagrams() -> None:
    assert {*WITH_DIAGRAMS} >= {*COMPLETE}


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("game", WITH_DIAGRAMS)
async def test_a_section_with_a_diagram_comes_with_its_picture(world: World, game: str) -> None:
    found = [one for one in rulebook(game, "en").values() if one.diagrams]
    answer = await world["Ada"].slash("rules", query=found[0].id)
    assert found[0].diagrams[0].caption in answer.text
    assert answer.picture.height <= DIAGRAM_HEIGHT and answer.picture.width >= 350, (
        "the diagram is too high or too small: its Renderer names `spare` rows, such as the banner's"
    )
    shared = await world["Ada"].click("Show to everyone", on=answer)
    assert (shared if shared.files else world.newest()).picture.width == 1000


async def test_outside_a_match_the_game_is_asked_for_only_if_several_fit(world: World) -> None:
    one = await world["Ada"].slash("rules", query="nemesis reaction")
    assert f"### {title('leaders.reaction')}" in one.text or f"### {title('leaders.nemesis')}" in one.text
    several = await world["Ada"].slash("rules", query="aim of the game")
    assert "Which one do you mean?" in several.text
    assert {rule.partition(".")[0] for rule in opens(several)} == set(GAMES)
    chosen = await world["Ada"].slash("rules", query="aim of the game", game="leaders")
    assert f"### {title('leaders.aim')}" in chosen.text


async def test_sections_about_the_current_situation_are_preferred(world: World) -> None:
    """While decks are chosen, “color” means a deck's color; otherwise it leads elsewhere."""
    assert library().search("colour", game="tashkalar")[0].id != "tashkalar.decks"
    await begun(world, "tashkalar")
    answer = await world["Ada"].slash("rules", query="colour")
    assert f"### {title('tashkalar.decks')}" in answer.text


@pytest.mark.parametrize("game", ["knockdown", "leaders"])
async def test_a_game_named_in_the_question_overrides_the_channels(world: World, game: str) -> None:
    await begun(world, game)
    answer = await world["Ada"].slash("rules", query="how many flares can I invoke in Tash-Kalar?")
    assert "-# Tash-Kalar" in answer.text and "flare" in answer.text


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("how long do I have to make my move", "bot.clock"),
        ("can I take back a confirmed move?", "bot.undo"),
        ("czy można zagrać z komputerem", "bot.computer"),
        ("jak zmienić język", "bot.language"),
    ],
)
@pytest.mark.parametrize("game", ["", "leaders", "knockdown"])
async def test_questions_about_the_bot_are_answered_from_its_own_book(
    world: World, game: str, question: str, rule: str
) -> None:
    if game:
        await begun(world, game)
    answer = await world["Ada"].slash("rules", query=question)
    assert f"### {title(rule)}" in answer.text


async def test_in_a_match_a_section_of_another_game_is_offered_but_not_opened(world: World) -> None:
    await begun(world, "leaders")
    answer = await world["Ada"].slash("rules", query="morlock")
    assert "###" not in answer.text
    assert "Nothing about “morlock” in the rules of Leaders" in answer.text
    assert opens(answer)[0] == "monolith.morlock"


async def test_words_of_one_other_game_are_answered_from_it_once_the_match_is_over(world: World) -> None:
    await begun(world, "leaders")
    question = "How many hit points does a banner have"
    elsewhere = await world["Ada"].slash("rules", query=question)
    assert "###" not in elsewhere.text and opens(elsewhere)[0] == "monolith.hit-points"
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    opened = await world["Ada"].slash("rules", query=question)
    assert f"### {title('monolith.hit-points')}" in opened.text
    at_home = await world["Ada"].slash("rules", query="how do I win")
    assert f"### {title('leaders.aim')}" in at_home.text


async def test_a_question_without_an_answer_offers_the_closest_sections(world: World) -> None:
    await begun(world, "leaders")
    answer = await world["Ada"].slash("rules", query="zzqxw vvkpj")
    assert "Nothing about “zzqxw vvkpj”" in answer.text
    assert opens(answer) and all(rule.startswith("leaders.") for rule in opens(answer))


async def test_an_empty_question_shows_the_contents(world: World) -> None:
    await begun(world, "monolith")
    for words in ("", "   "):
        answer = await world["Ada"].slash("rules", query=words)
        assert set(answer.options) == {*rulebook("monolith", "en"), *book(BOT, "en")}


@pytest.mark.parametrize(
    "words",
    [
        "x" * 500, '" OR 1=1; DROP TABLE sections --', "NEAR(net banner)", "title_en : net", "* ^ - + ( ) \" '",
        "@everyone <@1> <@&2>", "**bold** `code` ||spoiler|| [a](http://b)", "🐉🐉🐉", "\u0000\u202e",
        "the of and", "AND",
    ],
)  # fmt: skip
async def test_any_input_gets_a_helpful_answer_and_pings_nobody(world: World, words: str) -> None:
    answer = await world["Ada"].slash("rules", query=words)
    assert answer.ephemeral
    assert opens(answer) or answer.options
    assert world.pinged() == [] and world.complaints == []


async def test_sections_are_suggested_while_typing(world: World) -> None:
    await begun(world, "monolith")
    assert "monolith.net" in await world["Ada"].suggest("rules", "query", "ne")
    assert "regeneration" in (await world["Ada"].suggest("rules", "query", "regenaration"))[0]
    assert await world["Ada"].suggest("rules", "query", "") == []
    assert await world["Ada"].suggest("rules", "game", "lead") == ["leaders"]


async def test_every_question_of_the_panel_links_the_rule_it_comes_from(world: World) -> None:
    await begun(world, "leaders")
    mover = world["Ada"] if "Ada" in world.pinged()[-1] else world["Bartek"]
    panel = await open_panel(mover)
    answer = await mover.click(":leaders.action", on=panel)
    assert title("leaders.action", "en" if mover is world["Ada"] else "pl") in answer.text
    assert answer.id == panel.id, "the rule replaces the panel"
    near = await mover.click(next(one for one in answer.buttons.values() if "press:rule:" in one), on=answer)
    assert near.id == panel.id and near.text.startswith("### ")
    again = await mover.click("press:panel:", on=near)
    assert again.id == panel.id and offered(again) == ["leader", "end"], "and has a button that leads back"


@pytest.mark.parametrize("game", GAMES)
async def test_the_whole_rules_are_linked_under_every_board(world: World, game: str) -> None:
    await world["Ada"].slash("match new", game=game, opponent=world["Bartek"])
    await world["Bartek"].click("press:join:")
    for shown in (await world["Ada"].click("press:rules:"), await world["Ada"].slash("help")):
        assert set(shown.options) == {*rulebook(game, "en"), *book(BOT, "en")}
    section = await world["Ada"].choose(f"{game}.aim", on=shown)
    assert rulebook(game, "en")[f"{game}.aim"].title in section.text


async def test_a_game_is_named_in_any_language_and_an_unknown_one_is_refused(world: World) -> None:
    for name in ("Starcie Wodzów", "wodzowie", "LEADERS"):
        answer = await world["Ada"].slash("rules", query="", game=name)
        assert "The rules of Leaders:" in answer.all_text, name
    answer = await world["Ada"].slash("rules", query="how do I win", game="chess")
    assert answer.all_text == "There is no such game. Available: Leaders, Monolith Arena, Tash-Kalar, Knockdown."
