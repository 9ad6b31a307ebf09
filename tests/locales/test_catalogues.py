"""Catalogs: every message is translated, fits its limits, and follows the language's typography."""

from __future__ import annotations

import re
from functools import cache
from gettext import c2py

import pytest
from babel.messages.catalog import Message

from engine.core.text import Catalogue, Text, say, text
from locales import LANGUAGES, catalogue, mo_file, pick
from locales.extract import (
    CASES,
    Call,
    content_names,
    content_texts,
    fields,
    forms,
    message_calls,
    sources,
    to_mo,
    used_cases,
)
from tests.support.catalogs import catalog, messages

COMMAND_NAME = re.compile(r"[-_a-z0-9]{1,32}")


@cache
def source_calls() -> list[Call]:
    """Every call in the source that creates a message; cached, because reading takes a second."""
    return [call for file in sources() for call in message_calls(file)]


@cache
def source_messages() -> set[str]:
    """All messages of the source and of the games' components."""
    return {call.msgid for call in source_calls()} | set(content_names()) | set(content_texts())


def polish() -> list[Message]:
    """The Polish catalog without its header."""
    return messages("pl")


def test_the_compiled_catalog_matches_the_edited_one() -> None:
    assert mo_file("pl").read_bytes() == to_mo(catalog("pl")), "python -m locales.extract compiles it"


def msgid(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def patterns(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def prose(form: str) -> str:
    """The text without fields, `code` and Discord's <…> marks, which have other typographic rules."""
    return re.sub(r"\{[^}]*\}|`[^`]*`|<[^>]*>", "x", form)


def test_every_message_in_the_source_is_in_the_polish_catalog() -> None:
    assert source_messages() - {msgid(m) for m in polish() if not m.context} == set(), (
        "run python -m locales.extract and translate"
    )


def test_translations_without_a_message_are_removed() -> None:
    assert {msgid(m) for m in polish()} - source_messages() == set(), "run python -m locales.extract"


def test_no_translation_is_missing_or_fuzzy() -> None:
    assert [m.id for m in polish() if m.fuzzy or not forms(m) or not all(forms(m))] == []


def test_plural_messages_have_the_three_polish_forms() -> None:
    plural = {call.msgid for call in source_calls() if call.plural}
    assert [m.id for m in polish() if msgid(m) in plural and len(forms(m)) != 3] == []
    assert [m.id for m in polish() if msgid(m) not in plural and len(forms(m)) != 1] == []


@pytest.mark.parametrize(("n", "form"), [(1, 0), (2, 1), (4, 1), (5, 2), (12, 2), (14, 2), (22, 1), (25, 2), (112, 2)])
def test_polish_plurals_follow_polish_grammar(n: int, form: int) -> None:
    assert c2py(catalog("pl").plural_expr)(n) == form


def test_translations_use_only_the_fields_of_their_message() -> None:
    for message in polish():
        offered = {name for pattern in patterns(message) for name in fields(pattern)}
        for form in forms(message):
            assert set(fields(form)) <= offered, (message.id, form)


def test_fields_keep_their_format_or_take_a_case() -> None:
    for message in polish():
        known = {spec for pattern in patterns(message) for specs in fields(pattern).values() for spec in specs}
        for form in forms(message):
            assert {spec for specs in fields(form).values() for spec in specs} <= known | CASES, (message.id, form)


def test_every_field_of_a_message_is_filled_by_the_code() -> None:
    for call in source_calls():
        needed = set(fields(call.msgid)) | set(fields(call.plural)) | ({"n"} if call.plural else set())
        assert call.fields is None or needed <= call.fields, f"{call.place}:{call.line}: {call.msgid}"


def test_components_have_all_cases_that_polish_sentences_use() -> None:
    declined = {(m.context, m.id) for m in polish() if m.context}
    for case in used_cases(form for m in polish() for form in forms(m)):
        assert {name for name in content_names() if (case, name) not in declined} == set(), case


def test_contexts_are_grammatical_cases() -> None:
    assert {m.context for m in polish() if m.context} <= CASES


def test_polish_texts_use_polish_typography() -> None:
    wrong = {
        '"': "„ ” are the quotation marks",
        "“": "” closes a quotation",
        "'": "’ is the apostrophe",
        "  ": "one space",
        "...": "… is one sign",
        " - ": "– is the dash",
    }
    for message in polish():
        for form in forms(message):
            words = prose(form)
            assert [why for sign, why in wrong.items() if sign in words] == [], form
            assert words.count("„") == words.count("”"), form
            assert [c.isspace() for c in (form[:1], form[-1:])] == [
                c.isspace() for c in (msgid(message)[:1], msgid(message)[-1:])
            ]


def test_command_names_and_descriptions_fit_discord() -> None:
    of_commands = {call.msgid for call in source_calls() if call.maker == "locale_str"}
    for message in polish():
        if message.context or msgid(message) not in of_commands:
            continue
        for form in forms(message):
            assert len(form) <= 100, form
            if COMMAND_NAME.fullmatch(msgid(message)):
                assert re.fullmatch(r"[-_\w]{1,32}", form) and form == form.lower(), form


def test_names_are_declined_in_sentences() -> None:
    sentence = text("{who} – {who:acc} – {who:gen}", who=text("Acrobat"))
    assert say(sentence, catalogue("pl")) == "Akrobata – Akrobatę – Akrobaty"
    assert say(sentence, catalogue("en")) == "Acrobat – Acrobat – Acrobat"


def test_an_empty_message_stays_empty() -> None:
    assert say(Text(""), catalogue("pl")) == ""


def test_an_unknown_message_is_shown_in_english() -> None:
    known: Catalogue = catalogue("pl")
    assert known.gettext("no such message") == "no such message"
    assert known.pgettext("acc", "no such message") == "no such message"
    assert [known.ngettext("one", "many", n) for n in (1, 2)] == ["one", "many"]


def test_an_unknown_language_falls_back_to_english() -> None:
    assert say(text("Leader"), catalogue("xx")) == say(text("Leader"), catalogue("en")) == "Leader"


def test_catalogs_are_cached() -> None:
    assert all(catalogue(language) is catalogue(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pl", "pl"),
        ("pl-PL", "pl"),
        ("pl_PL", "pl"),
        ("en-GB", "en"),
        ("en-US", "en"),
        ("de", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_discord_locale_selects_the_closest_language(locale: str | None, language: str) -> None:
    assert pick(locale) == language
