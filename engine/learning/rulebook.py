"""The rules of a game as people read them: sections with stable ids, from `rules.<language>.md` in the game's folder.

A section is a heading `## leaders.turn — The turn`, then perhaps the lines `see:` (ids of other sections) and
`aliases:` (words to find it by), an empty line, and a text that is sent as it stands. In it a block

    ```position Caption of the picture
    {"pieces": …, "marks": {"targets": ["e5"], "trail": [["c3", "e5"]]}}
    ```

is a diagram: a position in the game's notation, as `set` takes it, perhaps with marks to be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

_HEADING = re.compile(r"## (?P<id>[a-z0-9]+(?:\.[a-z0-9-]+)+) — (?P<title>\S.*)")
_FIELD = re.compile(r"(see|aliases): *(.*)")


_POSITION = re.compile(r"^```position(?P<caption>.*)\n(?P<json>(?:.*\n)*?)```\n?", flags=re.MULTILINE)


class Diagram(Struct, frozen=True):
    """A position that a section shows."""

    caption: str
    position: dict[str, Any]
    targets: tuple[str, ...] = ()
    trail: tuple[tuple[str, ...], ...] = ()


class Section(Struct, frozen=True):
    id: str
    title: str
    body: str
    """Markdown within what Discord supports: no headings, no tables, one line per paragraph."""
    see: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    diagrams: tuple[Diagram, ...] = ()


@cache
def rulebook(game_key: str, language: str) -> Mapping[str, Section]:
    """All sections of a game's rules by id, in reading order; raises ValueError for a faulty file."""
    name = f"{game_key}/data/rules.{language}.md"
    try:
        text = files("engine").joinpath(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"{name}: there is no such file") from None
    return MappingProxyType(parse(text, name))


def parse(text: str, name: str) -> dict[str, Section]:
    """The sections of a rules text; `name` is the file name for error messages."""
    title, *chapters = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    if not re.fullmatch(r"(# .*)?\s*", title):
        raise ValueError(f"{name}: text before the first section")
    sections: dict[str, Section] = {}
    for chapter in chapters:
        section = _section(chapter, name)
        if section.id in sections:
            raise ValueError(f"{name}: {section.id} is there twice")
        sections[section.id] = section
    if not sections:
        raise ValueError(f"{name}: no sections")
    for section in sections.values():
        _check_see(section, sections, name)
    return sections


def _section(chapter: str, name: str) -> Section:
    heading, *rest = chapter.splitlines()
    found = _HEADING.fullmatch(heading)
    if not found:
        raise ValueError(f"{name}: “{heading}” is not “## game.id — Title”")
    id_ = found["id"]
    if not name.startswith(f"{id_.partition('.')[0]}/"):
        raise ValueError(f"{name}: {id_} is the id of another game")
    fields: dict[str, tuple[str, ...]] = {}
    while rest and (field := _FIELD.fullmatch(rest[0])):
        if field[1] in fields:
            raise ValueError(f"{name}: {id_} has two lines “{field[1]}:”")
        fields[field[1]] = _listed(field[2], f"{name}: {id_}")
        rest.pop(0)
    if rest and rest[0].strip():
        raise ValueError(f"{name}: {id_} has no empty line before its text")
    whole = "\n".join(rest).strip() + "\n"
    diagrams = tuple(_diagram(block, f"{name}: {id_}") for block in _POSITION.finditer(whole))
    body = re.sub(r"\n{3,}", "\n\n", _POSITION.sub("", whole)).strip()
    if not body:
        raise ValueError(f"{name}: {id_} has no text")
    if re.search(r"^#", body, flags=re.MULTILINE):
        raise ValueError(f"{name}: {id_} has a heading in its text")
    return Section(id_, found["title"].strip(), body, fields.get("see", ()), fields.get("aliases", ()), diagrams)


class _Marks(Struct, forbid_unknown_fields=True):
    targets: tuple[str, ...] = ()
    trail: tuple[tuple[str, ...], ...] = ()


def _diagram(block: re.Match[str], where: str) -> Diagram:
    try:
        position = msgspec.json.decode(block["json"], type=dict[str, Any])
        marks = msgspec.convert(position.pop("marks", {}), _Marks)
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"{where} has a diagram that cannot be read: {wrong}") from None
    if not block["caption"].strip():
        raise ValueError(f"{where} has a diagram without a caption")
    return Diagram(block["caption"].strip(), position, marks.targets, marks.trail)


def _listed(words: str, where: str) -> tuple[str, ...]:
    listed = tuple(word.strip() for word in words.split(","))
    if not all(listed):
        raise ValueError(f"{where} lists an empty word")
    if len({*listed}) < len(listed):
        word = next(word for word in listed if listed.count(word) > 1)
        raise ValueError(f"{where} lists “{word}” twice")
    return listed


def _check_see(section: Section, sections: Mapping[str, Section], name: str) -> None:
    for other in section.see:
        if other not in sections:
            raise ValueError(f"{name}: {section.id} refers to {other}, which is not there")
        if other == section.id:
            raise ValueError(f"{name}: {section.id} refers to itself")
