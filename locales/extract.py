"""Brings the catalogs up to date with the source: `python -m locales.extract`.

A message is the literal in `text("…")`, `Text("…")` or `locale_str("…")`, or a `name = "…"`, `text = "…"`,
`ability = "…"` or `ability_text = "…"` in a game's content.toml, or the title, text, task or an answer in its
lessons.toml. Existing translations are kept, new messages are added without a translation, unused ones are removed.

Babel's own extractor does not suffice: it skips both texts of `text("yes" if sure else "no")`, accepts f-strings
without a warning, and does not return the fields that a call fills in, which the tests compare with the translations.
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

# The position of the plural pattern among the arguments of each call; locale_str has none.
PLURAL_AT = {"text": 1, "Text": 2, "locale_str": 1}

# Keys of a component's description and its titles: texts that are never put into a sentence, so they need no cases.
TEXTS = ("text", "ability", "ability_text")
LESSONS = ("title", "text", "task", "done", "answer")
DATA = ("position", "goal", "when", "options")
"""Keys of a lesson that hold no texts."""

# Genitive, dative, accusative, instrumental, locative, vocative; the nominative is the name itself.
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
    """A call that creates a message. `fields` are the names of its arguments; None if the source does not show them."""

    place: str
    line: int
    maker: str
    msgid: str
    plural: str
    fields: frozenset[str] | None


def sources(root: Path = ROOT) -> list[Path]:
    """Every Python file with texts for players: the entry points in the root folder and all rooms."""
    rooms = [p.parent for p in root.glob("*/__init__.py") if p.parent.name not in NOT_FOR_PLAYERS]
    return sorted([*root.glob("*.py"), *(file for room in rooms for file in room.rglob("*.py"))])


def literals(node: ast.expr | None) -> list[str]:
    """The possible values of an expression: a string literal, or both literals of `… if … else …`."""
    match node:
        case ast.Constant(value=str(value)):
            return [value]
        case ast.IfExp(body=body, orelse=orelse):
            return literals(body) + literals(orelse)
    return []


def maker(call: ast.Call) -> str | None:
    """The name of the called function if it creates messages; `draw.text(…)` of Pillow does not."""
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


def filled_fields(call: ast.Call, word: str) -> frozenset[str] | None:
    """The names of the fields that the call fills; None if the source does not show them."""
    if word == "text":
        keywords = [k.arg for k in call.keywords if k.arg != "plural"]
        return None if None in keywords else frozenset(k for k in keywords if k)
    if isinstance(arguments := argument(call, 1, "args"), ast.Dict):
        known = [k.value for k in arguments.keys if isinstance(k, ast.Constant) and isinstance(k.value, str)]
        return frozenset(known) if len(known) == len(arguments.keys) else None
    return None


def all_calls(tree: ast.Module) -> Iterator[ast.Call]:
    """All calls in a module; takes a third of the time of `ast.walk`."""
    todo: list[object] = [tree]
    while todo:
        one = todo.pop()
        if isinstance(one, list):
            todo.extend(reversed(one))
        elif isinstance(one, ast.AST):
            if isinstance(one, ast.Call):
                yield one
            todo.extend(vars(one).values())


def message_calls(file: Path, root: Path = ROOT) -> Iterator[Call]:
    """The calls in a file that create messages."""
    source = file.read_text("utf-8")
    if not any(f"{word}(" in source for word in PLURAL_AT):
        return
    for node in all_calls(ast.parse(source, str(file))):
        if (word := maker(node)) is None:
            continue
        msgid, plural = argument(node, 0, "msgid"), argument(node, PLURAL_AT[word], "plural")
        if isinstance(msgid, ast.JoinedStr | ast.BinOp):
            raise SyntaxError(f"{file}:{node.lineno}: a message put together from parts cannot be translated")
        for one in literals(msgid):
            place = file.relative_to(root).as_posix()
            yield Call(place, node.lineno, word, one, "".join(literals(plural)[:1]), filled_fields(node, word))


def texts_in(content: object, words: tuple[str, ...]) -> Iterator[str]:
    """Every text with one of these keys in a game's content, at any depth; empty texts are skipped."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key in words and isinstance(value, str):
                yield from [value] if value else []
            elif key not in DATA:
                yield from texts_in(value, words)
    elif isinstance(content, list):
        for item in content:
            yield from texts_in(item, words)


def in_content(*words: str, root: Path = ROOT, name: str = "content.toml") -> dict[str, list[str]]:
    """The texts with these keys in all files of this name, each with the files that contain it."""
    found: dict[str, list[str]] = {}
    for file in sorted(root.glob(f"engine/*/data/{name}")):
        for one in texts_in(tomllib.loads(file.read_text("utf-8")), words):
            places = found.setdefault(one, [])
            if (place := file.relative_to(root).as_posix()) not in places:
                places.append(place)
    return found


def content_names(root: Path = ROOT) -> dict[str, list[str]]:
    """Names of components; their translations have grammatical cases."""
    return in_content("name", root=root)


def content_texts(root: Path = ROOT) -> dict[str, list[str]]:
    """Descriptions of components with their titles, and the texts of lessons."""
    return in_content(*TEXTS, root=root) | in_content(*LESSONS, root=root, name="lessons.toml")


def fields(pattern: str) -> dict[str, set[str]]:
    """The fields of a pattern with their formats: `{who:acc}` → `{"who": {"acc"}}`."""
    found: dict[str, set[str]] = {}
    for _, name, spec, _ in string.Formatter().parse(pattern):
        if name is not None:
            found.setdefault(name, set()).update({spec} if spec else ())
    return found


def forms(message: Message) -> tuple[str, ...]:
    """The forms of a translation: one, or one for each plural form of the language."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def used_cases(patterns: Iterable[str]) -> set[str]:
    """The grammatical cases that occur in these patterns."""
    return {case for pattern in patterns for specs in fields(pattern).values() for case in specs & CASES}


def read(language: str) -> Catalog:
    if not po_file(language).exists():
        return Catalog(locale=language)
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=True)


def update(old: Catalog, root: Path = ROOT) -> Catalog:
    """A catalog of exactly the messages in the source, with their translations from the old catalog."""
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
        for call in message_calls(file, root):
            take(call.msgid, call.plural, None, [call.place])
    for one, places in (*components.items(), *content_texts(root).items()):
        take(one, "", None, places)
    cases = used_cases(form for message in new if message.id for form in forms(message) if form)
    for name, places in components.items():
        for case in sorted(cases):
            take(name, "", case, places)
    for message in old:  # keep the cases that translators have added to other texts
        if message.context and isinstance(message.id, str) and new.get(message.id) and any(forms(message)):
            take(message.id, "", message.context, [place for place, _ in new[message.id].locations])
    return new


def to_po(catalog: Catalog) -> str:
    """The contents of the `.po` file: sorted, without dates and line numbers, so it changes only with the texts."""
    body = BytesIO()
    write_po(body, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    header = HEADER.format(language=catalog.locale, plural_forms=catalog.plural_forms.rstrip(";"))
    return header + body.getvalue().decode("utf-8").rstrip("\n") + "\n"


def to_mo(catalog: Catalog) -> bytes:
    """The contents of the `.mo` file, without the time of compilation, so that it changes only with the texts."""
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
