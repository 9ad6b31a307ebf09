"""Brings the catalogues up to date with the source: `python -m locales.extract`.

A message is the literal in `text("…")`, `Text("…")` or `locale_str("…")`, or a `name = "…"`, `text = "…"`,
`ability = "…"` or `ability_text = "…"` in a game's content.toml, or the title, text, task or an answer in its
lessons.toml. Translations of messages that are still there are kept, new messages come in empty, vanished ones go.

Babel's own extractor would miss messages: it skips the two texts of `text("yes" if sure else "no")`, accepts f-strings
without a word, and does not tell which fields a call fills in, which the tests hold against the translations.
"""

from __future__ import annotations

import ast
import string
import sys
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from locales import LANGUAGES, mo_file, po_file

ROOT = Path(__file__).parent.parent
NOT_FOR_PLAYERS = {"tests", "bench", "locales"}

# Where the plural pattern stands among the positional arguments of each call; locale_str has only one.
PLURAL_AT = {"text": 1, "Text": 2, "locale_str": 1}

# What components do and what that is called: words that stand alone and take no cases.
TEXTS = ("text", "ability", "ability_text")
LESSONS = ("title", "text", "task", "done", "answer")
DATA = ("position", "goal", "when", "options")
"""What a lesson has besides texts."""

# Genitive, dative, accusative, instrumental, locative, vocative; the nominative is the plain name.
CASES = {"gen", "dat", "acc", "ins", "loc", "voc"}

NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms};\\n"

"""


class Call(NamedTuple):
    """One place where a message is made. `fields` are the arguments given to it, None when they cannot be seen."""

    place: str
    line: int
    maker: str
    msgid: str
    plural: str
    fields: frozenset[str] | None


def sources(root: Path = ROOT) -> list[Path]:
    """Every Python file whose texts a player may see: the entry points at the top and all rooms."""
    rooms = [p.parent for p in root.glob("*/__init__.py") if p.parent.name not in NOT_FOR_PLAYERS]
    return sorted([*root.glob("*.py"), *(file for room in rooms for file in room.rglob("*.py"))])


def literals(node: ast.expr | None) -> list[str]:
    """The strings that an expression may be: a literal, or either side of `… if … else …`."""
    match node:
        case ast.Constant(value=str(value)):
            return [value]
        case ast.IfExp(body=body, orelse=orelse):
            return literals(body) + literals(orelse)
    return []


def maker(call: ast.Call) -> str | None:
    """Which of our three words is called; `draw.text(…)` of Pillow is not ours."""
    match call.func:
        case ast.Name(id=name) if name in PLURAL_AT:
            return name
        case ast.Attribute(attr="Text" | "locale_str" as name):
            return name
    return None


def argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    if len(call.args) > position:
        return call.args[position]
    return next((k.value for k in call.keywords if k.arg == keyword), None)


def given(call: ast.Call, word: str) -> frozenset[str] | None:
    """The fields that the call fills, as far as the source shows them."""
    if word == "text":
        keywords = [k.arg for k in call.keywords if k.arg != "plural"]
        return None if None in keywords else frozenset(k for k in keywords if k)
    if isinstance(arguments := argument(call, 1, "args"), ast.Dict):
        known = [k.value for k in arguments.keys if isinstance(k, ast.Constant) and isinstance(k.value, str)]
        return frozenset(known) if len(known) == len(arguments.keys) else None
    return None


def called(tree: ast.Module) -> Iterator[ast.Call]:
    """All calls; a third of the time that `ast.walk` takes."""
    todo: list[object] = [tree]
    while todo:
        one = todo.pop()
        if isinstance(one, list):
            todo.extend(reversed(one))
        elif isinstance(one, ast.AST):
            if isinstance(one, ast.Call):
                yield one
            todo.extend(vars(one).values())


def calls(file: Path, root: Path = ROOT) -> Iterator[Call]:
    """The messages made in one file."""
    source = file.read_text("utf-8")
    if not any(f"{word}(" in source for word in PLURAL_AT):
        return
    for node in called(ast.parse(source, str(file))):
        if (word := maker(node)) is None:
            continue
        msgid, plural = argument(node, 0, "msgid"), argument(node, PLURAL_AT[word], "plural")
        if isinstance(msgid, ast.JoinedStr | ast.BinOp):
            raise SyntaxError(f"{file}:{node.lineno}: a message put together from parts cannot be translated")
        for one in literals(msgid):
            place = file.relative_to(root).as_posix()
            yield Call(place, node.lineno, word, one, "".join(literals(plural)[:1]), given(node, word))


def said(content: object, words: tuple[str, ...]) -> Iterator[str]:
    """Every `word = "…"` in a game's content, at any depth; nothing is no message."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key in words and isinstance(value, str):
                yield from [value] if value else []
            elif key not in DATA:
                yield from said(value, words)
    elif isinstance(content, list):
        for item in content:
            yield from said(item, words)


def in_content(*words: str, root: Path = ROOT, name: str = "content.toml") -> dict[str, list[str]]:
    """What stands behind these words in such a file of the games, each with the files it comes from."""
    found: dict[str, list[str]] = {}
    for file in sorted(root.glob(f"engine/*/data/{name}")):
        for one in said(tomllib.loads(file.read_text("utf-8")), words):
            places = found.setdefault(one, [])
            if (place := file.relative_to(root).as_posix()) not in places:
                places.append(place)
    return found


def content_names(root: Path = ROOT) -> dict[str, list[str]]:
    """Names of components. These are what takes grammatical cases."""
    return in_content("name", root=root)


def content_texts(root: Path = ROOT) -> dict[str, list[str]]:
    """What components do, in sentences, and the titles of these; what lessons say."""
    return in_content(*TEXTS, root=root) | in_content(*LESSONS, root=root, name="lessons.toml")


def fields(pattern: str) -> dict[str, set[str]]:
    """The fields of a pattern, each with the formats it is asked for: `{who:acc}` → `{"who": {"acc"}}`."""
    found: dict[str, set[str]] = {}
    for _, name, spec, _ in string.Formatter().parse(pattern):
        if name is not None:
            found.setdefault(name, set()).update({spec} if spec else ())
    return found


def forms(message: Message) -> tuple[str, ...]:
    """The translation: one form, or as many as the language has plurals."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def asked_cases(patterns: Iterable[str]) -> set[str]:
    """The grammatical cases that some pattern asks a name for."""
    return {case for pattern in patterns for specs in fields(pattern).values() for case in specs & CASES}


def read(language: str) -> Catalog:
    if not po_file(language).exists():
        return Catalog(locale=language)
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=True)


def update(old: Catalog, root: Path = ROOT) -> Catalog:
    """A catalogue of exactly the messages in the source, with the translations that the old one has for them."""
    new = Catalog(locale=old.locale)
    components = content_names(root)

    def take(msgid: str, plural: str, context: str | None, places: Iterable[str]) -> None:
        before = old.get(msgid, context)
        same_shape = before is not None and isinstance(before.id, tuple) == bool(plural)
        new.add(
            (msgid, plural) if plural else msgid,
            before.string if before is not None and same_shape else "",
            locations=[(place, 0) for place in places],
            flags={"fuzzy"} if before is not None and before.fuzzy else (),
            user_comments=before.user_comments if before is not None else (),
            context=context,
        )

    for file in sources(root):
        for call in calls(file, root):
            take(call.msgid, call.plural, None, [call.place])
    for one, places in (*components.items(), *content_texts(root).items()):
        take(one, "", None, places)
    cases = asked_cases(form for message in new if message.id for form in forms(message) if form)
    for name, places in components.items():
        for case in sorted(cases):
            take(name, "", case, places)
    for message in old:  # Other texts may be declined as well, where a translator saw fit.
        if message.context and isinstance(message.id, str) and new.get(message.id) and any(forms(message)):
            take(message.id, "", message.context, [place for place, _ in new[message.id].locations])
    return new


def to_po(catalog: Catalog) -> str:
    """The file: sorted by message, without dates and line numbers, so that it changes only where the texts do."""
    body = BytesIO()
    write_po(body, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    header = HEADER.format(language=catalog.locale, plural_forms=catalog.plural_forms.rstrip(";"))
    return header + body.getvalue().decode("utf-8").rstrip("\n") + "\n"


def to_mo(catalog: Catalog) -> bytes:
    """The compiled file; without the time of compiling, so that it changes only where the texts do."""
    catalog.creation_date = catalog.revision_date = NO_TIME
    body = BytesIO()
    write_mo(body, catalog)
    return body.getvalue()


def main() -> None:
    for language in LANGUAGES:
        if language == "en":
            continue
        catalog = update(read(language))
        po_file(language).parent.mkdir(parents=True, exist_ok=True)
        po_file(language).write_text(to_po(catalog), "utf-8")
        mo_file(language).write_bytes(to_mo(read(language)))
        missing = sum(1 for message in catalog if message.id and not all(forms(message)))
        sys.stdout.write(f"{language}: {len(catalog)} messages, {missing} to translate\n")


if __name__ == "__main__":
    main()
