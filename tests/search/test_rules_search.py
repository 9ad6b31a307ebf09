"""The rules search: accepted spellings, preferred sections, and robustness against any input."""

from __future__ import annotations

from itertools import pairwise, product
from threading import current_thread

import pytest

from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from locales import LANGUAGES
from search.books import BOT, book
from search.rules_search import Hit, Index, games_that_fit, library, search_library, warm_library
from tests.support.each import each

FEW = 5
SECTIONS = {one for key in (*GAMES, BOT) for one in book(key, LANGUAGES[0])}


def found(question: str, game: str = "", *, typing: bool = False) -> list[str]:
    return [hit.id for hit in library().search(question, game=game, typing=typing)]


@each(
    ("question", "game", "section"),
    [
        ("net", "monolith", "monolith.net"),
        ("sieć", "monolith", "monolith.net"),
        ("Sztandar", "monolith", "monolith.banner"),
        ("Banner", "monolith", "monolith.banner"),
        ("Nemesis", "leaders", "leaders.nemesis"),
        ("Nemezis", "leaders", "leaders.nemesis"),
        ("Piwowar", "leaders", "leaders.brewmaster"),
        ("Brewmaster", "leaders", "leaders.brewmaster"),
        ("Hipnotyzer", "tashkalar", "tashkalar.hypnotist"),
        ("Hypnotist", "tashkalar", "tashkalar.hypnotist"),
        ("Żywiołak czasu", "tashkalar", "tashkalar.time-elemental"),
        ("Time Elemental", "tashkalar", "tashkalar.time-elemental"),
    ],
)
def test_names_are_found_in_both_languages(question: str, game: str, section: str) -> None:
    assert found(question, game)[0] == section


@each(
    ("written", "plain"),
    [
        ("Łuczniczka", "luczniczka"),
        ("ŁUCZNICZKA", "Luczniczka"),
        ("Sieć", "siec"),
        ("pole z koroną", "pole z korona"),
        ("Żywiołak czasu", "zywiolak czasu"),
        ("łańcuch boków", "lancuch bokow"),
        ("Odepchnięcie", "odepchniecie"),
    ],
)
def test_accents_and_capitals_make_no_difference(written: str, plain: str) -> None:
    assert library().search(written) == library().search(plain) != []


@each(
    ("question", "game", "section"),
    [
        ("regenaration rune", "monolith", "monolith.rune-regeneration"),
        ("morlcok", "monolith", "monolith.morlock"),
        ("sztndar", "monolith", "monolith.banner"),
        ("asassin", "leaders", "leaders.assassin"),
        ("nemmesis", "leaders", "leaders.nemesis"),
        ("wezyyr", "leaders", "leaders.vizier"),
        ("hypnotyst", "tashkalar", "tashkalar.hypnotist"),
        ("improwizwane przywołanie", "tashkalar", "tashkalar.improvised"),
    ],
)
def test_typos_are_forgiven(question: str, game: str, section: str) -> None:
    assert section in found(question, game)[:2]


@each(
    ("question", "game", "section"),
    [
        ("recruiting", "leaders", "leaders.recruit"),
        ("recruits", "leaders", "leaders.recruit"),
        ("surrounding", "leaders", "leaders.surround"),
        ("banished", "leaders", "leaders.banish"),
        ("moving a token", "monolith", "monolith.move-and-turn"),
        ("sztandarem", "monolith", "monolith.banner"),
        ("sztandarów", "monolith", "monolith.banner"),
        ("monolitem", "monolith", "monolith.monoliths"),
        ("flarą", "tashkalar", "tashkalar.flare"),
        ("flarę", "tashkalar", "tashkalar.flare"),
        ("skoku", "tashkalar", "tashkalar.leap"),
        ("zadań", "tashkalar", "tashkalar.tasks"),
    ],
)
def test_words_are_found_in_all_grammatical_forms(question: str, game: str, section: str) -> None:
    assert section in found(question, game)[:FEW]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_section_is_reached_by_its_title(game: str, language: str) -> None:
    lost = [one for one, section in rulebook(game, language).items() if one not in found(section.title, game)[:FEW]]
    assert lost == []


def test_the_index_has_both_languages_and_every_section_once() -> None:
    hits = library().search("Assassin Skrytobójca", most=1000)
    ids = [hit.id for hit in hits]
    assert len(ids) == len(set(ids)) and set(ids) <= SECTIONS


@each(
    ("game", "question"),
    list(product(["leaders", "monolith"], ["assassin", "Skrytobójca", "house readings", "koniec gry"])),
)
def test_the_game_of_the_match_comes_first(question: str, game: str) -> None:
    assert found(question, game)[0].startswith(f"{game}.")


def test_without_a_preferred_game_all_games_answer() -> None:
    hits = library().search("Skrytobójca")
    assert {"leaders", "monolith"} <= {hit.game for hit in hits}


def test_the_current_situation_decides_between_equal_sections() -> None:
    hits = library().search("wounds", game="monolith", most=20)
    close = [(one.id, other.id) for one, other in pairwise(hits) if one.score < 1.2 * other.score]
    assert close
    for first, second in close:
        ids = [hit.id for hit in library().search("wounds", game="monolith", situation=[second], most=20)]
        assert ids.index(second) < ids.index(first)


def test_the_situation_does_not_add_sections_that_do_not_match() -> None:
    plain = library().search("net", game="monolith")
    lifted = plain[1].id
    again = library().search("net", game="monolith", situation=[lifted, "monolith.resignation"])
    assert next(hit.score for hit in again if hit.id == lifted) > plain[1].score
    assert "monolith.resignation" not in [hit.id for hit in again]


@each(
    ("question", "game", "section"),
    [
        ("morl", "monolith", "monolith.morlock"),
        ("rune of reg", "monolith", "monolith.rune-regeneration"),
        ("szt", "monolith", "monolith.banner"),
        ("neme", "leaders", "leaders.nemesis"),
        ("łucz", "leaders", "leaders.archer"),
        ("war summ", "tashkalar", "tashkalar.war-summoner"),
        ("hipno", "tashkalar", "tashkalar.hypnotist"),
    ],
)
def test_unfinished_words_are_matched_while_typing(question: str, game: str, section: str) -> None:
    assert section in found(question, game, typing=True)[:FEW]


def test_every_prefix_of_a_name_gives_suggestions() -> None:
    for end in range(2, len("regeneration") + 1):
        assert found("regeneration"[:end], "monolith", typing=True) != []


BAD = [
    "",
    "   \n\t ",
    "x" * 500,
    "net " * 125,
    "zażółć gęślą jaźń " * 27,
    "the of and",
    "czy co jak",
    "AND",
    "net AND",
    "OR NOT NEAR",
    "NEAR(net banner, 3)",
    "title_en:net",
    "{title_en aliases_pl}: net",
    "id:monolith",
    "*",
    "net*",
    "^net",
    "-net",
    "net + banner",
    '"',
    '"net',
    "'",
    "'; DROP TABLE sections; --",
    '" OR 1=1 --',
    "((((",
    "\\",
    "%_",
    "\0",
    "net\0banner",
    "**net** __banner__ ~~x~~ `code` ||spoiler|| > quote",
    "```py\nprint(1)\n```",
    "@everyone @here <@123456789> <@&1> <#1> </rules:1> <:x:1>",
    "[link](https://example.org)",
    "🦊🔥💥",
    "net 🕸️",
    "漢字 кириллица",
    "١٢٣ ²½ ﬁ",
    "e\u0301\u0301\u0301",
    "\u202enet\u200b",
]


@each(("typing", "question", "game"), list(product([False, True], BAD, ["", "monolith", "chess"])))
def test_no_input_breaks_the_search(question: str, game: str, typing: bool) -> None:
    hits = library().search(question, game=game, situation=["monolith.net", "no.such"], typing=typing)
    assert {hit.id for hit in hits} <= SECTIONS
    assert games_that_fit(hits) == [] or hits


@each("question", BAD)
def test_any_input_has_defined_closest_sections(question: str) -> None:
    assert set(library().nearest(question)) <= SECTIONS


def test_the_search_works_after_odd_input() -> None:
    before = found("net", "monolith")
    for question in BAD:
        found(question)
    assert found("net", "monolith") == before


@each("question", ["net AND", "net*", "^net", '"net', "**net**", "net 🕸️", "\u202enet\u200b", "(net)"])
def test_punctuation_around_a_word_is_ignored(question: str) -> None:
    assert found(question, "monolith")[0] == "monolith.net"


@each(
    ("game", "question"),
    list(product(["", *GAMES], ["qwxyzzy", "jkwq vvvxx", "asdfghjkl", "zażółć gęślą jaźń", "漢字", ""])),
)
def test_nonsense_gives_the_closest_sections(question: str, game: str) -> None:
    offered = library().nearest(question, game=game)
    assert 0 < len(offered) == len(set(offered)) <= FEW
    assert all(one.startswith(f"{game}.") if game else one in SECTIONS for one in offered)


def test_the_closest_sections_resemble_the_question() -> None:
    assert "leaders.illusionist" in library().nearest("ilusonistas")


def test_results_are_limited_to_the_requested_number() -> None:
    assert len(library().search("banner", most=3)) == 3
    assert len(library().nearest("banner", most=2)) == 2


def test_better_answers_come_first() -> None:
    scores = [hit.score for hit in library().search("net banner", game="monolith")]
    assert scores == sorted(scores, reverse=True) and scores[-1] > 0


@each(
    ("question", "games"),
    [("Nemesis", ["leaders"]), ("flare", ["tashkalar"]), ("Sztandar", ["monolith"]), ("Iluzjonista", ["leaders"])],
)
def test_words_of_one_game_match_that_game_only(question: str, games: list[str]) -> None:
    assert games_that_fit(library().search(question)) == games


@pytest.mark.parametrize("question", ["house readings", "poddać się", "how do I type a move"])
def test_words_of_several_games_match_several_games(question: str) -> None:
    assert len(games_that_fit(library().search(question))) > 1


def test_games_are_matched_by_their_best_section() -> None:
    hits = [Hit("monolith.net", 10), Hit("monolith.netted", 2), Hit("leaders.end", 9), Hit("tashkalar.end", 1)]
    assert games_that_fit(hits) == ["monolith", "leaders"]
    assert games_that_fit([]) == []


def test_a_game_with_long_rules_matches_a_section_title_too() -> None:
    hits = [Hit("monolith.aim", 30, named=True), Hit("leaders.aim", 9, named=True), Hit("tashkalar.end", 9)]
    assert games_that_fit(hits) == ["monolith", "leaders"]


@pytest.mark.parametrize("question", ["net", "sieć i sztandar", "asassin", "qwxyz", "kto wygrywa"])
def test_equal_questions_have_equal_answers(question: str) -> None:
    first = library().search(question, game="monolith")
    assert first == library().search(question, game="monolith")
    assert library().nearest(question) == library().nearest(question)


def test_another_index_of_the_same_rules_gives_equal_answers() -> None:
    other = Index([*GAMES, BOT])
    for question in ("net", "sieć i sztandar", "asassin", "kto wygrywa"):
        assert other.search(question) == library().search(question)
        assert other.nearest(question) == library().nearest(question)


async def test_the_index_runs_in_its_own_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    monkeypatch.setattr("search.rules_search._library", lambda: built.append(current_thread().name))
    warm_library()
    await search_library(lambda _: built.append(current_thread().name))
    assert len(built) == 3
    assert all(name.startswith("rules-index") for name in built)
