"""The extractor finds every message, keeps translations, and writes the same file twice."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from locales.extract import message_calls, to_po, update


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for room in ("engine", "cogs", "tests", "engine/duel/data", "cogs/play"):
        (tmp_path / room).mkdir(parents=True, exist_ok=True)
        (tmp_path / room / "__init__.py").touch()
    (tmp_path / "bot.py").write_text('text("Good morning")\n')
    (tmp_path / "engine/duel/turn.py").write_text(
        'text("{n} card", "{n} cards", n=2)\n'
        'Text("Hello {who}", {"who": name})\n'
        'text("yes" if sure else "no")\n'
        'draw.text((0, 0), "not ours")\n'
        "text(variable)\n"
    )
    (tmp_path / "cogs/play/play.py").write_text('app_commands.locale_str("play")\n')
    (tmp_path / "tests/test_x.py").write_text('text("only a test")\n')
    (tmp_path / "engine/duel/data/content.toml").write_text(
        '[[deck]]\nid = "a"\n[[deck.card]]\nname = "Knight"\ntext = "Rides."\n'
    )
    return tmp_path


def polish(po: str = "") -> Catalog:
    return read_po(StringIO(po), locale="pl")


def ids(catalog: Catalog) -> set[object]:
    return {(m.context, m.id) if m.context else m.id for m in catalog if m.id}


def test_messages_come_from_calls_and_from_content(tree: Path) -> None:
    found = {"Good morning", ("{n} card", "{n} cards"), "Hello {who}", "yes", "no", "play", "Knight", "Rides."}
    assert ids(update(polish(), tree)) == found


def test_the_fields_of_a_message_are_extracted(tree: Path) -> None:
    seen = {call.msgid: set(call.fields or ()) for call in message_calls(tree / "engine/duel/turn.py", tree)}
    assert seen == {"{n} card": {"n"}, "Hello {who}": {"who"}, "yes": set(), "no": set()}


def test_a_message_built_from_parts_is_refused(tree: Path) -> None:
    (tree / "bot.py").write_text('text(f"Good {time}")\n')
    with pytest.raises(SyntaxError, match="cannot be translated"):
        update(polish(), tree)


def test_extraction_keeps_translations_and_removes_old_messages(tree: Path) -> None:
    new = update(polish('msgid "yes"\nmsgstr "tak"\n\nmsgid "gone"\nmsgstr "nie ma"\n'), tree)
    assert new["yes"].string == "tak"
    assert "gone" not in new
    assert new["no"].string == ""


def test_a_case_used_in_a_sentence_is_requested_for_every_component(tree: Path) -> None:
    new = update(polish('msgid "Hello {who}"\nmsgstr "Witamy {who:acc}"\n'), tree)
    assert ("acc", "Knight") in ids(new)


def test_texts_of_components_have_no_cases(tree: Path) -> None:
    new = update(polish('msgid "Hello {who}"\nmsgstr "Witamy {who:acc}"\n'), tree)
    assert "Rides." in ids(new)
    assert ("acc", "Rides.") not in ids(new)


def test_abilities_are_messages_with_a_title_and_no_cases(tree: Path) -> None:
    (tree / "engine/duel/data/content.toml").write_text(
        '[[fighter]]\nname = "Knight"\nability = "Rooted"\nability_text = "Stays."\n'
    )
    new = ids(update(polish('msgid "Hello {who}"\nmsgstr "Witamy {who:acc}"\n'), tree))
    assert {"Knight", ("acc", "Knight"), "Rooted", "Stays."} <= new
    assert not {("acc", "Rooted"), ("acc", "Stays.")} & new


def test_an_empty_text_is_not_extracted(tree: Path) -> None:
    (tree / "engine/duel/data/content.toml").write_text('[[card]]\nname = "Pawn"\ntext = ""\n')
    assert {"Pawn"} == ids(update(polish(), tree)) & {"Pawn", "Knight", "Rides.", ""}


def test_existing_cases_are_kept_while_their_name_exists(tree: Path) -> None:
    old = 'msgctxt "gen"\nmsgid "Knight"\nmsgstr "Rycerza"\n\nmsgctxt "gen"\nmsgid "Pawn"\nmsgstr "Piona"\n'
    assert {one for one in ids(update(polish(old), tree)) if isinstance(one, tuple) and one[0] == "gen"} == {
        ("gen", "Knight")
    }


def test_reading_and_writing_a_catalog_changes_nothing(tree: Path) -> None:
    po = to_po(update(polish('msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} karta"\n'), tree))
    assert to_po(update(polish(po), tree)) == po
    assert 'msgstr[2] ""' in po
