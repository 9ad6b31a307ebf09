"""Every person is addressed in their own language; public messages use the language of the match's opener."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from babel.messages.pofile import read_po

from locales import po_file
from locales.extract import forms
from tests.support.cogs.fixed_seed import FixedSeed
from tests.support.cogs.message_watch import MessageWatch, Sent
from tests.support.cogs.play import (
    ACCEPT,
    BACK,
    DECLINE,
    JOIN,
    OVER,
    PLAY,
    RESIGN,
    begin,
    draft,
    flee_forward,
    hunt,
    hunted_down,
    offered,
    open_panel,
    pick,
    polish,
    quick,
    take_turn,
)
from tests.support.world import World

_ASIDE = re.compile(r"`[^`]*`|<[^>]*>|/[a-z]+(?: [a-z]+)?|\b[a-z0-9-]+ ·")
"""Text that is the same in all languages: codes, mentions, English command names, codes before names."""

CODES = {"end"}
"""Codes of moves that are also English messages, such as the command `/admin end`."""


@cache
def translated() -> list[tuple[str, str]]:
    """Pairs of English and Polish messages that differ."""
    with po_file("pl").open("rb") as source:
        messages = [one for one in read_po(source, locale="pl") if one.id and not one.context]
    pairs = []
    for message in messages:
        english = [message.id] if isinstance(message.id, str) else list(message.id)
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        pairs += [(one, other) for one in english for other in forms if other and one != other]
    return pairs


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled on first use, because few of a thousand are needed."""
    return re.compile(pattern)


@dataclass(frozen=True)
class Sentence:
    """A message of a catalog as a pattern: its fields match any text."""

    message: str
    between: tuple[str, ...]
    """The words between its fields, the longest first, for a quick check."""
    pattern: str

    @classmethod
    def of(cls, message: str) -> Sentence | None:
        """The pattern of a message; None if it has no words besides its fields."""
        plain = re.sub(r"\{[^}]*\}", "\0", _ASIDE.sub("", message))
        if len(re.sub(r"[^A-Za-zÀ-ž]", "", plain)) < 3:
            return None
        escaped = re.escape(plain).replace("\0", "[^\n]+?")
        return cls(
            message,
            tuple(sorted(plain.split("\0"), key=len, reverse=True)),
            rf"(?<![\w-]){escaped}(?![\w-])",
        )

    def messages_in(self, words: str) -> bool:
        return all(part in words for part in self.between) and _compiled(self.pattern).search(words) is not None


@cache
def sentences(language: str) -> list[Sentence]:
    """The messages of a language whose translation differs, without words that are spelled alike in both."""
    index = 0 if language == "en" else 1
    others = "\n".join(pair[1 - index] for pair in translated())
    found = (Sentence.of(pair[index]) for pair in translated())
    return [one for one in found if one is not None and not one.messages_in(others)]


@cache
def in_language(words: str, language: str) -> list[str]:
    """The messages of that language that occur in the words."""
    read = _ASIDE.sub("", words)
    return [one.message for one in sentences(language) if one.between[0] in read and one.messages_in(read)]


def foreign(sent: Iterable[Sent], language: str) -> set[str]:
    return {found for one in sent for words in one.words for found in in_language(words, language)} - CODES


def named(part: Mapping[str, Any], what: str) -> dict[str, str]:
    """The name or description of a command in every language."""
    return {"en": part[what], **(part.get(f"{what}_localizations") or {})}


def commands_typed(sent: Iterable[Sent]) -> set[str]:
    """The commands in texts that are written out, with the words after them."""
    words = "\n".join(word for one in sent for word in one.words)
    return set(re.findall(r"(?<![\w/<])/((?:[^\W\d_]+ ?)+)", words))


def commands_mentioned(sent: Iterable[Sent]) -> set[tuple[str, int]]:
    """The clickable commands in texts, with their ids."""
    words = "\n".join(word for one in sent for word in one.words)
    return {(name, int(number)) for name, number in re.findall(r"</([^:>]+):(\d+)>", words)}


def paths(command: Mapping[str, Any]) -> list[str]:
    """The paths of a command that can be clicked: its own, or those of its subcommands."""
    inner = [one for one in command.get("options", []) if one["type"] in (1, 2)]
    return [f"{command['name']} {path}" for one in inner for path in paths(one)] or [command["name"]]


async def everything(world: World, who: str, other: str) -> None:
    """Show a person nearly everything that can be read in private."""
    me, them = world[who], world[other]
    for command in ("help", "match list", "match show", "match join", "board", "play", "match resign", "match cancel"):
        await me.slash(command)
    await me.slash("match new", game="chess")
    await me.slash("match new", game="leaders", options="colour=red")
    await me.slash("match new", game="leaders", opponent=me)
    await them.slash("match new", game="leaders", opponent=me)
    for command in ("match list", "match show", "match export", "board", "play", "match draw", "match resign"):
        await me.slash(command)
    await me.suggest("match new", "options", "", game="leaders")
    await me.click(JOIN)
    await me.click(JOIN, on=world.messages()[0])
    await me.click(PLAY)
    await me.slash("match undo")
    await me.slash("play", move="leader")
    await take_turn(them, quick)
    await me.suggest("play", "move", "")
    await me.suggest("play", "move", "end ")
    for line in ("dragon", "leader d4", "leader confirm", "a1", "end", "acrobat"):
        await me.slash("play", move=line)
    panel = await me.click(OVER, on=await open_panel(me))
    old = await open_panel(me)
    await pick(me, panel, "leader")
    await pick(me, old, "end")
    panel = await draft(me, flee_forward)
    await me.click(BACK, on=panel)
    await take_turn(me, flee_forward)
    for command in ("match draw", "match draw"):
        await me.slash(command)
    await me.click(ACCEPT)
    await them.click(DECLINE)
    await me.slash("match undo")
    await me.slash("match cancel")
    await them.click(DECLINE)
    await them.slash("match draw")
    await me.click(DECLINE)
    await me.slash("board", move=99)
    await me.slash("board", move=1)
    for button in ("press:side:", "press:since:", "press:rules:"):
        await me.click(button, on=[board for board in world.messages() if "press:side:" in str(board.buttons)][-1])
    await me.slash("match list")
    await me.slash("match show")
    await me.slash("me palette", palette="contrast")
    await me.click(RESIGN, on=await me.slash("match resign"))
    await me.slash("match show")
    await me.slash("match show", number=77)
    await me.click(PLAY, on=[board for board in world.messages() if "press:play:" in str(board.buttons)][-1])
    await world.revoke("send_messages")
    await me.slash("match new", game="leaders")
    await world.restore()
    await me.slash("match new", game="leaders", thread=True)
    await me.slash("match cancel", within=world.channel().threads[0])


@pytest.mark.usefixtures("no_edits", "panels_stay")
@pytest.mark.parametrize(("who", "other", "language"), [("Ada", "Bartek", "en"), ("Bartek", "Ada", "pl")])
async def test_private_messages_are_in_the_readers_language_with_clickable_commands(
    world: World, watch: MessageWatch, who: str, other: str, language: str
) -> None:
    await everything(world, who, other)
    sent = list(watch.sent(world[who]))
    assert foreign(sent, "pl" if language == "en" else "en") == set()
    assert len(foreign(sent, language)) > 60  # the search for words must find some
    commands = world.env.backend.commands[None].values()
    clickable = {(path, int(command["id"])) for command in commands for path in paths(command)}
    mentioned = commands_mentioned(sent)
    assert mentioned <= clickable
    assert len(mentioned) > 15
    play = next(named(command, "name")[language] for command in commands if command["name"] == "play")
    typed = commands_typed(sent)
    assert typed and {one.split()[0] for one in typed} == {play}, "commands are written out only with their options"


@pytest.mark.usefixtures("no_edits", "panels_stay")
async def test_a_chosen_language_overrides_discords(world: World, watch: MessageWatch) -> None:
    await world["Bartek"].slash("me language", language="en")
    await everything(world, "Bartek", "Ada")
    assert foreign(watch.sent(world["Bartek"]), "pl") == set()


@pytest.mark.parametrize(("by", "other", "foreign_to_it"), [("Ada", "Bartek", "pl"), ("Bartek", "Ada", "en")])
async def test_public_messages_are_in_the_openers_language(
    world: World, watch: MessageWatch, deal: FixedSeed, by: str, other: str, foreign_to_it: str
) -> None:
    await begin(world, by=by, other=other)
    await take_turn(world[by], hunt)
    await take_turn(world[other], flee_forward)
    await world[by].slash("match draw")
    await world[other].click(DECLINE)
    await world[other].slash("match undo")
    await world[by].click(ACCEPT)
    await take_turn(world[other], flee_forward)
    await world[other].click(RESIGN, on=await world[other].slash("match resign"))
    await world[by].slash("match new", game="leaders", options="mode=advanced")
    await world[by].slash("match cancel")
    assert len(list(watch.sent(public=True))) >= 9
    assert foreign(watch.sent(public=True), foreign_to_it) == set()


async def test_a_whole_match_is_in_polish_for_a_polish_reader(world: World, watch: MessageWatch) -> None:
    await begin(world)
    await hunted_down(world)
    assert foreign(watch.sent(world["Bartek"]), "en") == set()
    assert foreign(watch.sent(public=True), "pl") == set()


async def test_changing_the_language_within_a_turn_applies_at_once(world: World) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    await world["Ada"].slash("me language", language="pl")
    panel = await pick(world["Ada"], panel, "end")
    assert polish("Which character do you recruit?") in panel.text


def parts(world: World) -> Iterator[dict[str, Any]]:
    """Every command, subcommand and field as registered; `test_context_menus` tests context menus."""

    def walk(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield part
        for inner in part.get("options", []):
            yield from walk(inner)

    for command in world.env.backend.commands[None].values():
        if command.get("type", 1) == 1:
            yield from walk(command)


async def test_commands_and_their_fields_have_polish_names(world: World) -> None:
    assert [part["name"] for part in parts(world) if "pl" not in named(part, "name")] == []


async def test_polish_texts_name_commands_in_polish(world: World) -> None:
    commands = [one for one in world.env.backend.commands[None].values() if one.get("type", 1) == 1]
    inner = {
        named(one, "name")["pl"]: {named(part, "name")["pl"] for part in one["options"] if part["type"] <= 2}
        for one in commands
    }
    with po_file("pl").open("rb") as source:
        catalogue = [form for one in read_po(source, locale="pl") if one.id for form in forms(one)]
    found = [command for words in catalogue for command in re.findall(r"(?<![\w/.])/([^\W\d]+)(?: ([-\w]+))?", words)]
    assert len(found) > 50
    assert {top for top, _ in found} <= set(inner)
    quoted = [command for words in catalogue for command in re.findall(r"`/([^\W\d]+) ([-\w]+)[^:]*?`", words)]
    assert {(top, part) for top, part in quoted if inner[top] and part not in inner[top]} == set()


async def test_subcommands_and_fields_are_described_in_polish(world: World) -> None:
    described = [part for part in parts(world) if part["description"] != "…"]  # groups are never shown
    assert [part["name"] for part in described if "pl" not in named(part, "description")] == []


async def test_names_and_descriptions_fit_discord_in_both_languages(world: World) -> None:
    for part in parts(world):
        for name in named(part, "name").values():
            assert re.fullmatch(r"[-_\w]{1,32}", name) and name == name.lower()
        assert all(1 <= len(words) <= 100 for words in named(part, "description").values())


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_names_in_one_list_differ(world: World, language: str) -> None:
    tops = [named(command, "name")[language] for command in world.env.backend.commands[None].values()]
    assert len(set(tops)) == len(tops)
    for part in parts(world):
        names = [named(inner, "name").get(language, inner["name"]) for inner in part.get("options", [])]
        assert len(set(names)) == len(names), names


async def test_choices_are_named_in_polish(world: World) -> None:
    proper = {"English", "Polski"}
    choices = [choice for part in parts(world) for choice in part.get("choices", []) if choice["name"] not in proper]
    assert [choice["name"] for choice in choices if "pl" not in named(choice, "name")] == []


async def test_the_panel_has_the_same_options_in_every_language(world: World) -> None:
    await begin(world)
    english = offered(await open_panel(world["Ada"]))
    await world["Ada"].slash("me language", language="pl")
    assert offered(await open_panel(world["Ada"])) == english
