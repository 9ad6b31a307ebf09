"""Parses commands typed as one line, as the README writes them: `/rules How do I win?`, `/match new game:leaders`.

On Discord a command is chosen from a list and its options are filled in one by one. The local table supports that and
also accepts a whole line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.text import Text, text
from locales.folding import fold_accents

YES, NO = frozenset({"true", "yes", "on", "tak", "prawda"}), frozenset({"false", "no", "off", "nie", "fałsz"})
TYPABLE_OPTIONS = ("string", "integer", "number", "boolean", "user", "mentionable", "channel")
"""Types of options that can be typed; a file can only be chosen."""


class UnreadableLine(Exception):
    """The line is not a valid command; `text` says what to type instead."""

    def __init__(self, words: Text) -> None:
        super().__init__(words.msgid)
        self.text = words


def is_command(line: str) -> bool:
    """Whether the line is meant as a command."""
    return re.match(r"/\w", line.strip()) is not None


def read_command(
    line: str, entries: Sequence[Mapping[str, Any]], named: Mapping[str, str]
) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """The command of SimCord's catalog that the line names, and its options in the form that the browser sends.

    `named`: ids of people and channels by name.
    """
    words = line.strip().removeprefix("/")
    entry, rest = _command(words, entries)
    options = [option for option in entry["options"] if option["type"] in TYPABLE_OPTIONS]
    free, given = _split(rest, options)
    values = {option["name"]: _value(option, typed, named) for option, typed in given}
    if free:
        option, value = _place(free, [one for one in options if one["name"] not in values], named, entry)
        values[option["name"]] = value
    missing = [option for option in entry["options"] if option["required"] and option["name"] not in values]
    if missing:
        raise UnreadableLine(_missing(entry, missing))
    return entry, values


def _command(words: str, entries: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], str]:
    """The command with the longest name at the start of the line, in either language, and the rest of the line."""
    names = [(name, entry) for entry in entries for name in {entry["invocation"], entry.get("otherName", "")} if name]
    for name, entry in sorted(names, key=lambda one: -len(one[0])):
        begun = re.match(r"\s+".join(r"\S+" for _ in name.split()) + r"(?=\s|$)", words)
        if begun and fold_accents(begun[0]).split() == fold_accents(name).split():
            return entry, words[begun.end() :].strip()
    first = (words.split() or [""])[0]
    within = sorted(
        {name.split()[1] for name, _ in names if " " in name and fold_accents(name.split()[0]) == fold_accents(first)}
    )
    if within:
        raise UnreadableLine(text("/{command} needs one more word: {words}.", command=first, words=", ".join(within)))
    raise UnreadableLine(text("There is no command /{command}. Type / to see all of them.", command=first))


def _split(rest: str, options: Iterable[Mapping[str, Any]]) -> tuple[str, list[tuple[Mapping[str, Any], str]]]:
    """The words before the first `option:`, and the options with the text after their colons."""
    by_name = {fold_accents(name): option for option in options for name in (option["name"], _label(option))}
    found = [one for one in re.finditer(r"(?:^|(?<=\s))([\w-]+):", rest) if fold_accents(one[1]) in by_name]
    cuts = [*(one.start() for one in found), len(rest)]
    typed = [rest[one.end() : end].strip() for one, end in zip(found, cuts[1:], strict=True)]
    given = [(by_name[fold_accents(one[1])], words) for one, words in zip(found, typed, strict=True)]
    return rest[: cuts[0]].strip(), given


def _place(
    words: str, options: Sequence[Mapping[str, Any]], named: Mapping[str, str], entry: Mapping[str, Any]
) -> tuple[Mapping[str, Any], Any]:
    """The first option that fits the unnamed words, and their value; a number goes to a number option first."""
    by_fit = sorted(options, key=lambda option: words.isdecimal() and option["type"] != "integer")
    for option in by_fit:
        try:
            return option, _value(option, words, named)
        except UnreadableLine:
            continue
    command = entry["invocation"]
    if not entry["options"]:
        raise UnreadableLine(text("/{command} is typed alone, without “{words}”.", command=command, words=words))
    takes = ", ".join(f"{_label(option)}:…" for option in entry["options"])
    raise UnreadableLine(
        text("I can't read “{words}” after /{command}. It takes: {takes}", words=words, command=command, takes=takes)
    )


def _value(option: Mapping[str, Any], typed: str, named: Mapping[str, str]) -> Any:
    """The typed value of an option, in the form that the browser sends."""
    kind, plain = option["type"], fold_accents(typed)
    if option["choices"]:
        for choice in option["choices"]:
            if plain in (fold_accents(str(choice["name"])), fold_accents(str(choice["value"]))):
                return str(choice["value"])
        choices = ", ".join(str(choice["name"]) for choice in option["choices"])
        raise UnreadableLine(text("{option} is one of: {choices}.", option=_label(option), choices=choices))
    if kind == "boolean" and plain in {fold_accents(word) for word in YES | NO}:
        return plain in {fold_accents(word) for word in YES}
    if kind in ("user", "mentionable", "channel") and (found := named.get(plain.lstrip("@#"))):
        return found
    if kind == "string" and typed:
        return typed
    if kind in ("integer", "number") and re.fullmatch(r"-?\d+" + (r"(\.\d+)?" if kind == "number" else ""), typed):
        return typed
    raise UnreadableLine(text("I can't read “{words}” as {option}.", words=typed, option=_label(option)))


def _missing(entry: Mapping[str, Any], missing: Sequence[Mapping[str, Any]]) -> Text:
    command = entry["invocation"]
    if any(option["type"] not in TYPABLE_OPTIONS for option in missing):
        return text("A file can't be typed. Press Enter after /{command}, then choose it.", command=command)
    line = " ".join([f"/{command}", *(f"{_label(option)}:…" for option in missing)])
    return text("/{command} needs more. Type {line}", command=command, line=line)


def _label(option: Mapping[str, Any]) -> str:
    """The option's name in the reader's language."""
    return str(option.get("label") or option["name"])
