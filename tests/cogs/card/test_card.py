"""/card: any component by its name in either language, with its picture, text, number of copies and rules."""

from __future__ import annotations

import pytest

from cogs.card.card import alt_text, words_of
from cogs.ui.limits import MAX_CHOICE_LENGTH
from cogs.ui.voice import VOICES, voice
from engine.core.text import say
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from render.registry import RENDERERS
from search.card_rulings import rulings
from search.card_search import Card, all_cards, by_key, find_cards, keys, suggest_cards
from tests.support.cogs.nonsense import NONSENSE, friendly
from tests.support.cogs.play import begin
from tests.support.world import World

EN, PL = voice("en"), voice("pl")
SHOW = "ap:cardshow:"


def _rules(buttons: dict[str, str]) -> list[str]:
    return [button.removeprefix("ap:rule:") for button in buttons.values() if button.startswith("ap:rule:")]


def _cards(game: str) -> list[Card]:
    return [one for one in all_cards() if one.game == game]


def test_every_game_has_a_picture_and_cards() -> None:
    assert set(RENDERERS) == set(GAMES)
    assert {one.game for one in all_cards()} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_component_of_every_game_has_a_card_with_words_in_both_languages(game: str) -> None:
    assert {one.id for one in _cards(game)} == set(GAMES[game].components)
    for one in _cards(game):
        component = one.component
        assert component.count >= 0, one
        assert component.facts, f"{one.id}: its Component needs `facts`, at least what kind of thing it is"
        for about in (component.text, *component.facts):
            assert str(about).strip() and "{" not in str(about), (one, about)
            assert say(about, catalogue("pl")).strip(), (one, about)
        assert EN(component.text) != PL(component.text), one
        for speak in VOICES.values():
            words = words_of(one, speak)
            named = words.splitlines()[0].replace("**", "").split(" · ")
            assert len(set(named)) == len(named), f"{one.id}: the first line says something twice"
            assert len(words) <= 3500 and len(alt_text(one, speak)) <= 1024, one
            assert all(EN(part) in words.replace("\n-# ", "\n") for part in (component.name, component.text)), one
            assert all(PL(part) in words.replace("\n-# ", "\n") for part in (component.name, component.text)), one


def test_card_texts_describe_sides_patterns_and_points() -> None:
    def facts(game: str, one: str) -> list[str]:
        return [str(fact) for fact in GAMES[game].components[one].facts]

    assert facts("monolith", "dragon_empire.landsknecht") == [
        "Champion",
        "Initiative 2",
        "Melee, strength 2 (NE)",
        "Melee, strength 1 (E)",
        "Armor: reduces a shot by 1 (NE, E)",
    ]
    assert facts("monolith", "dragon_empire.rune_agility") == ["Rune", "Connections (all sides)"]
    assert facts("tashkalar", "imperial.time_mage") == [
        "Heroic being",
        "Pattern, from the summoning square: common piece W, S + 2 W, S, 2 S + W",
        "Marked squares: SW",
    ]
    assert facts("tashkalar", "legends.fire_dragon")[2] == "Arrows: E, SE, S, SW, W"
    assert "on the summoning square" in facts("tashkalar", "sylvan.dryad")[1]
    assert facts("tashkalar", "red_legends")[0] == "Advanced task"
    assert facts("leaders", "archer") == [
        "Passive ability",
        "Capture: counts as 0 when adjacent",
        "Capture: counts as 1 from two spaces away in a straight line",
    ]


def test_card_texts_have_polish_directions() -> None:
    def facts(game: str, one: str) -> list[str]:
        return [say(fact, catalogue("pl")) for fact in GAMES[game].components[one].facts]

    assert facts("monolith", "dragon_empire.landsknecht")[2] == "Atak wręcz, siła 2 (płn.-wsch.)"
    assert facts("tashkalar", "legends.fire_dragon")[2] == "Strzałki: wsch., płd.-wsch., płd., płd.-zach., zach."
    assert facts("tashkalar", "imperial.time_mage")[2] == "Zaznaczone pola: płd.-zach."
    assert facts("knockdown", "special.doom")[3] == "1 obrażenie ciężkie", "and not: 0 light damage"


@pytest.mark.parametrize(
    ("typed", "id_", "title"),
    [
        ("Acrobat", "acrobat", "**Acrobat · Leaders** · ×1"),
        ("Pikeman", "dragon_empire.pikeman", "**Pikeman · Dragon Empire** · Monolith Arena · ×3"),
        ("Time Mage", "imperial.time_mage", "**Time Mage · Imperial** · Tash-Kalar · ×2"),
        ("Flare 3", "flare_03", "**Flare 3 · Flares** · Tash-Kalar · ×1"),
        ("Red Conquest", "red_conquest", "**Red Conquest · Tasks** · Tash-Kalar · ×1"),
    ],
)
async def test_a_card_is_complete_in_both_languages(world: World, typed: str, id_: str, title: str) -> None:
    one = by_key()[id_]
    shown = await world["Ada"].slash("card", name=typed)
    assert shown.ephemeral and shown.picture.width == 800
    first, _, rest = shown.text.partition("\n")
    assert first == title
    for speak, small in ((EN, False), (PL, True)):
        for part in EN(one.component.text).splitlines() if speak is EN else PL(one.component.text).splitlines():
            assert f"-# {part}" in rest if small else part in rest
    assert shown.alt == alt_text(one, EN)
    assert all(part in shown.alt for part in EN(one.component.text).rstrip(".").splitlines())
    polish = await world["Bartek"].slash("card", name=typed)
    assert polish.text.startswith(f"**{one.title(PL)}**") and f"-# **{one.title(EN)}**" in polish.text
    assert polish.png != shown.png


async def test_a_card_is_found_by_its_name_in_either_language(world: World) -> None:
    for typed in ("Pikeman", "pikinier", "dragon_empire.pikeman", "**Pikeman**", "PIKEMAN!"):
        assert "Pikeman" in (await world["Ada"].slash("card", name=typed)).text
    assert "Pikinier · Smocze Imperium" in (await world["Bartek"].slash("card", name="pikeman")).text
    names = await world["Bartek"].actor.autocomplete(world.channel(), "card", "name", "pikin")
    assert [choice["name"] for choice in names] == ["Pikinier · Smocze Imperium"]


async def test_cards_are_suggested_while_typing_and_every_suggestion_can_be_shown(world: World) -> None:
    found = await world["Ada"].suggest("card", "name", "rege")
    assert "dragon_empire.rune_regeneration" in found and len(found) == 4
    found += await world["Ada"].suggest("card", "name", "skrytobojc")
    assert len(found) == 7
    for one in found:
        assert (await world["Ada"].slash("card", name=one)).png


def test_no_two_cards_have_the_same_suggestion() -> None:
    assert len(by_key()) == len(all_cards())
    for one in all_cards():
        assert find_cards(keys()[one], "") == [one]
        assert len(keys()[one]) <= MAX_CHOICE_LENGTH


SLIPS = (
    ("acrobta", "acrobat"),
    ("akrobatta", "acrobat"),
    ("łucznicka", "archer"),
    ("luczniczka", "archer"),
    ("royal gard", "royal_guard"),
    ("miotacz szpon", "claw_launcher"),
    ("pikmen", "dragon_empire.pikeman"),
    ("landsknecth", "dragon_empire.landsknecht"),
    ("banner dragon", "dragon_empire.banner"),
    ("sztandar smocz", "dragon_empire.banner"),
    ("golm", "guardians_of_the_realm.golem"),
    ("swordmster", "imperial.swordmaster"),
    ("mistrz mecza", "imperial.swordmaster"),
    ("fire elemntal", "legends.fire_elemental"),
    ("flara 3", "flare_03"),
    ("heroic devastaton", "heroic_devastation"),
)


def test_typos_and_missing_accents_are_forgiven() -> None:
    for typed, id_ in SLIPS:
        assert suggest_cards(typed, "")[0].id == id_, typed
        assert find_cards(typed, "")[0].id == id_, typed


def test_every_name_with_a_typo_is_still_suggested() -> None:
    for one in all_cards():
        for speak in VOICES.values():
            name = speak(one.component.name)
            half = len(name) // 2
            if len(name) > 5:
                assert one in suggest_cards(name[:half] + name[half + 1 :], "")[:25], (one, speak.language)
            assert one in suggest_cards(name, "")[:25]


def test_the_game_of_the_channels_match_comes_first() -> None:
    assert [one.game for one in suggest_cards("assassin", "tashkalar")] == ["tashkalar", "leaders", "monolith"]
    assert next(one.game for one in suggest_cards("asasin", "monolith")) == "monolith"
    assert {one.game for one in suggest_cards("", "monolith")[:25]} == {"monolith"}
    assert find_cards("assassin", "tashkalar") == [Card("tashkalar", "imperial.assassin")]
    assert find_cards("Pikeman", "tashkalar") == [Card("monolith", "dragon_empire.pikeman")]


async def test_during_a_match_card_names_mean_its_own_cards(world: World) -> None:
    several = await world["Ada"].slash("card", name="assassin")
    assert "Several cards have that name." in several.text and len(several.buttons) == 3
    await begin(world)
    assert "Assassin · Leaders" in (await world["Ada"].slash("card", name="assassin")).text
    assert (await world["Ada"].suggest("card", "name", "assas"))[0] == "leaders:assassin"


async def test_an_ambiguous_name_offers_the_closest_cards(world: World) -> None:
    offer = await world["Ada"].slash("card", name="dragon")
    assert offer.ephemeral and "Did you mean one of these?" in offer.text
    assert set(offer.buttons) == {
        "Dragon Rider · Dragon Empire",
        "Fire Dragon · Legends",
        "Two-Headed Dragon · Legends",
    }
    opened = await world["Ada"].click("Fire Dragon · Legends", on=offer)
    assert opened.ephemeral and opened.text.startswith("**Fire Dragon · Legends**") and opened.png
    many = await world["Bartek"].slash("card", name="runa")
    assert len(many.buttons) == 10


@pytest.mark.parametrize("game", GAMES)
def test_a_component_has_buttons_to_the_rules_that_name_it(game: str) -> None:
    for one in _cards(game):
        found = rulings(one)
        assert found, f"{one.id}: no section of rules.en.md names it in its title, its text or its `aliases:`"
        assert len(found) <= 5 and len(set(found)) == len(found), one
        for language in LANGUAGES:
            assert all(rule in rulebook(one.game, language) for rule in found), one
    for one in _cards(game):
        for rule, section in rulebook(game, "en").items():
            if section.title == EN(one.component.name):
                assert rulings(one)[0] == rule, one


ABOUT = (
    ("acrobat", "leaders.acrobat", "leaders.way-points"),
    ("cub", "leaders.cub", "leaders.hermit-and-cub"),
    ("nemesis", "leaders.nemesis", "leaders.reaction"),
    ("dragon_empire.knight", "monolith.dragon-empire", "monolith.maneuver"),
    ("lords_of_the_abyss.banner", "monolith.banner", "monolith.abyss-banner"),
    ("dragon_empire.rune_strength", "monolith.rune-strength", "monolith.links"),
    ("imperial.hypnotist", "tashkalar.hypnotist", "tashkalar.imperial"),
    ("imperial.time_mage", "tashkalar.imperial-rulings", "tashkalar.imperial"),
    ("flare_03", "tashkalar.flares", "tashkalar.flare"),
    ("devastation", "tashkalar.tasks-destruction", "tashkalar.tasks"),
)
"""Cards, the section that comes first, and another section that is offered."""


def test_the_rules_section_that_explains_a_card_comes_first() -> None:
    for id_, first, among in ABOUT:
        found = rulings(by_key()[id_])
        assert found[0] == first and among in found, (id_, found)


async def test_a_cards_rules_are_one_click_away_in_the_readers_language(world: World) -> None:
    shown = await world["Bartek"].slash("card", name="jailer")
    assert _rules(shown.buttons)[:2] == ["leaders.jailer", "leaders.jailer-and-protector"]
    section = await world["Bartek"].click("Dozorca", on=shown)
    assert section.ephemeral and rulebook("leaders", "pl")["leaders.jailer"].body[:40] in section.text


async def test_a_card_is_shown_to_everyone_only_on_demand_and_pings_nobody(world: World) -> None:
    shown = await world["Bartek"].slash("card", name="Knight · Dragon Empire")
    assert world.messages() == []
    await world.restart()
    public = await world["Bartek"].click(SHOW, on=shown)
    assert not public.ephemeral and world.pinged() == []
    assert [message.id for message in world.messages()] == [public.id]
    assert public.text == shown.text and public.png == shown.png and public.alt == shown.alt
    assert _rules(public.buttons) == _rules(shown.buttons)
    assert not any(SHOW in button for button in public.buttons.values())
    rule = await world["Celina"].click("monolith.maneuver", on=public)
    assert rule.ephemeral and "Maneuver" in rule.text


async def test_nonsense_gets_a_friendly_answer(world: World) -> None:
    for about, nonsense in NONSENSE.items():
        answer = await world["Ada"].slash("card", name=nonsense[:100] or " ")
        friendly(answer, about)
        if about != "zalgo" and "leader" not in nonsense:
            assert "There is no card of that name." in answer.text, about
        for value in await world["Ada"].suggest("card", "name", nonsense[:100]):
            assert value in by_key()
    for typed in ("x" * 100, "@everyone dragon", "<@1456074443980800007>", "Robert'); DROP TABLE matches;--"):
        answer = await world["Bartek"].slash("card", name=typed)
        friendly(answer, typed)
        assert "Nie ma karty o takiej nazwie." in answer.text, typed
    assert world.messages() == [] and world.pinged() == []


def test_no_input_breaks_the_search() -> None:
    for nonsense in (*NONSENSE.values(), "", "-", "dragon_empire.", "leaders:", ":", "\\", "(?", "[", "*" * 100):
        for here in ("", *GAMES, "chess"):
            assert len(find_cards(nonsense, here)) <= len(all_cards())
            suggest_cards(nonsense, here)
