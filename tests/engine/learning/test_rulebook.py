"""The rules for people: complete, equal in every language, within Discord's limits; faulty files are reported."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from itertools import product

import pytest

from engine.core.ask import Option
from engine.core.position import Position
from engine.leaders.board import LABELS
from engine.leaders.data.content import CARDS, CONTENT
from engine.leaders.options import WAY
from engine.learning.rulebook import Diagram, Section, parse, rulebook
from engine.monolith.regeneration import SOURCE_NAME
from engine.registry import GAMES
from engine.tashkalar.board import NAMES as COMPASS
from locales import LANGUAGES, catalogue
from locales.folding import hyphenated
from render import Marks
from render.registry import scene
from table.picks.parse_typed import CONFIRM_WORDS, MAX_NAME_WORDS, components
from table.picks.parse_typed import names as typed_names

HOUSE = {"en": "(house ruling)", "pl": "(nasze rozstrzygnięcie)"}
COMMANDS = ("play", "match draw", "match resign")
LONGEST_BODY, LONGEST_TITLE, LONGEST_CAPTION, BUTTONS = 1000, 60, 100, 5

books = pytest.mark.parametrize(("game", "language"), [(game, language) for game in GAMES for language in LANGUAGES])
games = pytest.mark.parametrize("game", GAMES)


def sections(game: str, language: str) -> list[Section]:
    return list(rulebook(game, language).values())


def quoted(section: Section) -> list[str]:
    """The texts in `code` of a section."""
    return re.findall(r"`([^`]+)`", section.body)


def command(language: str, name: str) -> str:
    """A command's name in that language."""
    return "/" + " ".join(catalogue(language).gettext(word) for word in name.split())


def codes(section: Section, language: str) -> set[str]:
    """The typed words in `code`; names of commands are left out, because Discord shows them translated."""
    commands = "|".join(command(language, name) for name in COMMANDS)
    return {word for quote in quoted(section) for word in re.sub(commands, "", quote).split()}


def options(found: object) -> Iterator[Option]:
    """The options in a value, such as a table in a module."""
    if isinstance(found, Option):
        yield found
    elif isinstance(found, dict | list | tuple):
        for one in found.values() if isinstance(found, dict) else found:
            yield from options(one)


def names(game: str) -> dict[str, set[str]]:
    """The codes for each name that can be typed."""
    found: dict[str, set[str]] = {word: {"confirm"} for word in CONFIRM_WORDS}
    module = importlib.import_module(f"engine.{game}.options")
    made = [option for value in vars(module).values() for option in options(value) if "+" not in option.code]
    if game == "tashkalar":
        made += [Option(code, way) for code, way in zip(COMPASS, module.WAY_NAME, strict=True)]
    made += [Option(source, name) for source, name in SOURCE_NAME.items()]
    for option in made:
        for name in typed_names(option):
            found.setdefault(name, set()).add(option.code)
    for name, code in components(game).items():
        found.setdefault(name, set()).add(code)
    return found


def meanings(game: str, section: Section) -> list[set[str]]:
    """The possible meanings of the typed words in a Polish section, in order; a name may have several words."""
    known, found = names(game), list[set[str]]()
    commands = "|".join(command("pl", name) for name in COMMANDS)
    for quote in quoted(section):
        words = re.sub(commands, "", quote).split()
        while words:
            counts = range(min(MAX_NAME_WORDS, len(words)), 0, -1)
            count = next((n for n in counts if hyphenated("-".join(words[:n])) in known), 1)
            parts = hyphenated("-".join(words[:count])).split("+")
            sets = product(*(known.get(part, {part}) for part in parts))  # cards that pay together
            found.append({" ".join(words[:count]), *("+".join(one) for one in sets)})
            words = words[count:]
    return found


@games
def test_both_languages_have_the_same_sections_in_the_same_order(game: str) -> None:
    english, polish = (list(rulebook(game, language)) for language in LANGUAGES)
    assert english == polish


@games
def test_both_languages_have_the_same_links_codes_and_house_rulings(game: str) -> None:
    for english, polish in zip(*(sections(game, language) for language in LANGUAGES), strict=True):
        assert english.see == polish.see, english.id
        wanted, understood = codes(english, "en"), meanings(game, polish)
        assert [word for word in understood if not word & wanted] == [], english.id
        assert wanted <= set().union(*understood), english.id
        assert english.body.count(HOUSE["en"]) == polish.body.count(HOUSE["pl"]), english.id


@books
def test_every_rule_that_a_refusal_cites_has_a_section(game: str, language: str) -> None:
    assert set(GAMES[game].rules) - set(rulebook(game, language)) == set()


@books
def test_every_section_links_to_others_and_is_linked(game: str, language: str) -> None:
    book = rulebook(game, language)
    named = {other for section in book.values() for other in section.see}
    assert set(book) - named == set(), "each of these sections belongs into the `see:` of another"
    assert [section.id for section in book.values() if not 0 < len(section.see) <= BUTTONS] == []


@books
def test_every_section_fits_a_message_with_its_buttons(game: str, language: str) -> None:
    for section in sections(game, language):
        assert len(section.body) <= LONGEST_BODY, (section.id, len(section.body))
        assert len(section.title) <= LONGEST_TITLE, section.id
        assert not re.search(r"^\||\t|  |\n\n\n|[ ]$", section.body, flags=re.MULTILINE), section.id
        assert section.body.count("**") % 2 == 0 and section.body.count("`") % 2 == 0, section.id


@books
def test_titles_are_unique(game: str, language: str) -> None:
    titles = [section.title for section in sections(game, language)]
    assert len(set(titles)) == len(titles)


@books
def test_quotation_marks_and_dashes_are_typographic(game: str, language: str) -> None:
    wrong = {"en": ('"', "'", "...", " - ", "„"), "pl": ('"', "'", "...", " - ", "“")}[language]
    for section in sections(game, language):
        captions = (diagram.caption for diagram in section.diagrams)
        for quote in (section.title, section.body, *section.aliases, *captions):
            assert [sign for sign in wrong if sign in quote] == [], section.id
        if language == "pl":
            assert section.body.count("„") == section.body.count("”"), section.id


@games
def test_both_languages_show_the_same_diagrams_in_the_same_sections(game: str) -> None:
    for english, polish in zip(*(sections(game, language) for language in LANGUAGES), strict=True):
        shown, also = ([(one.position, one.targets, one.trail) for one in book.diagrams] for book in (english, polish))
        assert shown == also, english.id


@books
def test_every_diagram_has_a_short_caption_of_its_own(game: str, language: str) -> None:
    captions = [diagram.caption for section in sections(game, language) for diagram in section.diagrams]
    assert [caption for caption in captions if not 0 < len(caption) <= LONGEST_CAPTION] == []
    assert [caption for caption in captions if re.search(r"[*_`|]|  ", caption)] == []
    assert len(set(captions)) == len(captions)


@games
def test_every_diagram_is_a_possible_position_and_can_be_drawn(game: str) -> None:
    for section in sections(game, LANGUAGES[0]):
        for diagram in section.diagrams:
            position = Position.read(GAMES[game], {}, diagram.position)
            view = GAMES[game].view(position.state, None, position.asks)
            picture = scene(game, view, marks=Marks(targets=diagram.targets, trail=diagram.trail)).flat()
            assert len(picture.getcolors() or []) > 2, (section.id, diagram.caption)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_and_card_of_leaders_has_a_section(language: str) -> None:
    names = [character.id for character in CONTENT.character] + list(CARDS)
    assert {f"leaders.{name.replace('_', '-')}" for name in names} - set(rulebook("leaders", language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_codes_in_the_rules_of_leaders_can_be_typed(language: str) -> None:
    names = {character.id for character in CONTENT.character} | set(CARDS)
    typed = {label.lower() for label in LABELS} | {name.replace("_", "-") for name in names} | set(WAY)
    for section in sections("leaders", language):
        understood = meanings("leaders", section) if language == "pl" else [{code} for code in codes(section, "en")]
        assert [word for word in understood if not word & (typed | {"end", "confirm"})] == [], section.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_in_the_rules_have_discords_names(language: str) -> None:
    text = " ".join(quote for section in sections("leaders", language) for quote in quoted(section))
    assert [name for name in COMMANDS if command(language, name) not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_and_character_has_its_word_for_typing(language: str) -> None:
    book = rulebook("leaders", language)
    assert set(WAY) <= codes(book["leaders.ways"], language)
    names = {character.id for character in CONTENT.character} | set(CARDS)
    assert {name.replace("_", "-") for name in names} <= codes(book["leaders.codes"], language)


def test_numbers_in_the_rules_of_leaders_are_those_of_the_content() -> None:
    assert (CONTENT.hand_limit, CONTENT.market_size) == (5, 3)
    for language in LANGUAGES:
        assert str(CONTENT.turn_cap) in rulebook("leaders", language)["leaders.turn-cap"].body


@books
def test_a_rulebook_is_cached_and_cannot_be_changed(game: str, language: str) -> None:
    assert rulebook(game, language) is rulebook(game, language)
    with pytest.raises(TypeError):
        rulebook(game, language)["x"] = Section("x", "X", "x")  # type: ignore[index]


GOOD = """# Game: the rules

## game.turn — The turn
see: game.end, game.deep.er
aliases: round, turn order

First line.

- a point

## game.end — The end

Over.

## game.deep.er — Deeper
aliases: depth

Down.
"""


def test_a_section_is_read_with_all_its_parts() -> None:
    book = parse(GOOD, "game/rules.en.md")
    assert list(book) == ["game.turn", "game.end", "game.deep.er"]
    assert book["game.turn"] == Section(
        "game.turn", "The turn", "First line.\n\n- a point", ("game.end", "game.deep.er"), ("round", "turn order")
    )
    assert book["game.end"] == Section("game.end", "The end", "Over.", (), ())


DRAWN = """## game.net — Nets

Before.

```position The net holds c3
{"tokens": [],
 "marks": {"targets": ["c3"], "trail": [["c1", "c3"], ["e2"]]}}
```

```position Nothing is marked
{"turn": "A"}
```

After.
"""


def test_diagrams_are_removed_from_the_text_and_their_marks_from_the_position() -> None:
    section = parse(DRAWN, "game/rules.en.md")["game.net"]
    assert section.body == "Before.\n\nAfter."
    assert section.diagrams == (
        Diagram("The net holds c3", {"tokens": []}, ("c3",), (("c1", "c3"), ("e2",))),
        Diagram("Nothing is marked", {"turn": "A"}),
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("position Nothing is marked", "position", "game.net has a diagram without a caption"),
        ('{"turn": "A"}', '{"turn": "A"', "game.net has a diagram that cannot be read"),
        ('{"turn": "A"}', "[]", "game.net has a diagram that cannot be read"),
        ('"trail"', '"path"', "game.net has a diagram that cannot be read"),
        ('["c3"], "trail"', '"c3", "trail"', "game.net has a diagram that cannot be read"),
    ],
)
def test_a_faulty_diagram_is_refused_with_file_and_section(old: str, new: str, fault: str) -> None:
    assert DRAWN.count(old) == 1
    with pytest.raises(ValueError, match="^" + re.escape(f"game/rules.xx.md: {fault}")):
        parse(DRAWN.replace(old, new), "game/rules.xx.md")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("## game.end —", "## game.turn —", "game.turn is there twice"),
        ("Over.\n", "", "game.end has no text"),
        ("see: game.end", "see: game.ende", "game.turn refers to game.ende, which is not there"),
        ("see: game.end", "see: game.turn", "game.turn refers to itself"),
        ("game.deep.er\n", "game.end\n", "game.turn lists “game.end” twice"),
        ("round,", "round,,", "game.turn lists an empty word"),
        ("aliases: round", "see: game.end\naliases: round", "game.turn has two lines “see:”"),
        ("aliases: depth", "alias: depth", "game.deep.er has no empty line before its text"),
        ("Over.", "### Over.", "game.end has a heading in its text"),
        ("## game.end —", "## other.end —", "other.end is the id of another game"),
        ("## game.end — The end", "## game.end The end", "“## game.end The end” is not “## game.id — Title”"),
        ("## game.end — The end", "## Game End — The end", "“## Game End — The end” is not “## game.id — Title”"),
        ("# Game: the rules", "# Game: the rules\n\nHello.", "text before the first section"),
    ],
)
def test_a_faulty_text_is_refused_with_file_and_fault(old: str, new: str, fault: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(ValueError, match="^" + re.escape(f"game/rules.xx.md: {fault}") + "$"):
        parse(GOOD.replace(old, new), "game/rules.xx.md")


@pytest.mark.parametrize("text", ["", "# Only a title\n"])
def test_a_text_without_sections_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no sections"):
        parse(text, "game/rules.en.md")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ValueError, match=r"^leaders/data/rules\.xx\.md: there is no such file$"):
        rulebook("leaders", "xx")
