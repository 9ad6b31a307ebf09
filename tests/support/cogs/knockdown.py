"""Knockdown in tests of the bot: matches that begin in the middle, policies of players, checks of secrets."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import simcord
from msgspec.structs import replace

import locales
from engine.core.game import MatchOptions
from engine.core.record import Record
from engine.core.text import Text, say
from engine.knockdown import options
from engine.knockdown.data.content import CARDS, SKILL_NAME, SKILLS
from engine.knockdown.game import GAME
from engine.knockdown.state import State
from engine.registry import GAMES
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import shown, stored
from tests.support.cogs.play import CONFIRM, JOIN, PLAY, Policy, can, offered, pick
from tests.support.cogs.tashkalar import body
from tests.support.engine.knockdown.table import put
from tests.support.world import Answer, Person, Seen, World

FORCE = {card.code: 2 * card.pool.heavy + card.pool.light + 3 * card.ko for card in CARDS}
"""Strength of a card of the row, by code."""
_IDLE = ("guard", "move", "stop", "none", "no", "keep")
_AGREED = ("picks", "seed", "rolls", "open_hands", "relief", "menhir", "block", "later_pick", "random_fighters")
"""Fields that a match gets from its options and its own seed."""


def lay(
    monkeypatch: pytest.MonkeyPatch, at: str, row: str = "", other: dict[str, Any] | None = None, **fields: Any
) -> None:
    """Let new matches begin in this position (see `put`), for replays and `db check` too.

    A match with `later_pick=true` begins in another one, which has these fields changed.
    """
    positions = []
    for changed in ({}, other or {}):
        written = put(at, row, **{**fields, **changed}).position.write()
        positions.append({key: value for key, value in written.items() if key not in _AGREED})

    def start(options: MatchOptions, _: int) -> object:
        return GAME.read(GAME.settle(options), positions[bool(options["later_pick"])], GAME.rules_version)

    monkeypatch.setitem(GAMES, GAME.key, replace(GAME, start=start))


async def begin(world: World, *, within: simcord.ChannelHandle | None = None, **more: Any) -> Seen:
    """Let Ada invite Bartek, who joins; return the first public board."""
    place = within or world.channel()
    await world["Ada"].slash("match new", within=place, game=GAME.key, opponent=world["Bartek"], **more)
    await world["Bartek"].click(JOIN, on=world.newest(place))
    return world.newest(place)


async def play(person: Person, codes: str, *, within: simcord.ChannelHandle | None = None) -> Answer:
    """Open the panel, click these choices, which must be a whole move, and confirm."""
    panel = await drafted(person, codes, within=within)
    return await person.click(CONFIRM, on=panel)


async def drafted(person: Person, codes: str, *, within: simcord.ChannelHandle | None = None) -> Answer:
    """Open the panel and click these choices."""
    panel = await person.click(PLAY, on=table(person.world, within))
    for code in codes.split():
        panel = await pick(person, panel, code)
    return panel


def table(world: World, within: simcord.ChannelHandle | None = None) -> Seen:
    """The newest message with a Play button: a board, or a question below one."""
    return [message for message in world.messages(within) if can(message, PLAY)][-1]


def by_chance(seed: int) -> Policy:
    """A policy that approaches and attacks; deterministic for the same panels."""
    dice = random.Random(seed)

    def policy(panel: Seen) -> str:
        return liked(dice, offered(panel), hits(panel), standing(panel.alt))

    return policy


def liked(dice: random.Random, codes: Sequence[str], hitting: Sequence[str], fighters: Sequence[str]) -> str:
    """A random code that prefers tests, then combos, then the strongest card in range, then stepping closer."""
    found = sorted(codes)
    if "test" in found:
        return "test"
    if "guard" in found:
        if "combo" in found and dice.random() < 0.8:
            return "combo"
        if hitting:
            return max(sorted(hitting), key=lambda code: FORCE[code])
        if "move" in found and dice.random() < 0.8:
            return "move"
    if len(fighters) == 2 and all(re.fullmatch("[fb][1-9]", code) for code in found):
        return min(found, key=lambda code: sum(_steps(code, at) for at in fighters))
    if "none" in found and dice.random() < 0.3:
        return "none"
    return dice.choice([code for code in found if code not in _IDLE] or found)


def hits(panel: Seen) -> list[str]:
    """Cards of the row that are offered as attacks in range."""
    shown = {label: button.rsplit(":", 1)[1] for label, button in panel.buttons.items()}
    shown |= {label: code for code, label in panel.options.items()}
    return [code for label, code in shown.items() if label in _HIT_LABELS]


def standing(alt: str) -> list[str]:
    """The spaces of the two fighters, from the picture's alt text."""
    return re.findall(r"(?<![\w-])[fb][1-9](?![\w-])", alt)[:2]


def _steps(one: str, other: str) -> int:
    return abs(int(one[1]) - int(other[1])) + (one[0] != other[0])


def named(name: Text) -> set[str]:
    """The translations of a text in all languages."""
    return {say(name, locales.catalogue(language)) for language in locales.LANGUAGES}


_HIT_LABELS = {label for option in options.HIT for label in named(option.label)}


async def looks(world: World, person: Person, place: simcord.ChannelHandle) -> list[object]:
    """Everything that this person can find out about the channel's match, and show to others."""
    seen: list[object] = []
    for wish in ({}, {"show": "discards"}, {"public": True}):
        seen.append(shown(await person.slash("board", within=place, **wish)))
    board = table(world, place)
    seen.append(shown(await person.click("press:since:", on=board)))
    if person is not world["Celina"]:
        seen.append(shown(await person.click(PLAY, on=board)))
    seen.append(await person.suggest("play", "move", "", within=place))
    number = int(re.findall(r":play:(\d+):", board.button(PLAY))[0])
    return [*seen, (await exported(person, number)).entries]


async def exported(person: Person, number: int = 1) -> Record:
    """The exported match, as this person gets it."""
    answer = await person.slash("match export", number=number)
    return msgspec.json.decode(answer.files[f"{GAME.key}-{number}.json"], type=Record)


def pinged(world: World, since: int) -> list[list[str]]:
    """Names of the people pinged by each message, from ping number `since` on."""
    names = {person.id: name for name, person in world.people.items()}
    return [sorted(names[one] for one in ping.people) for ping in world.pings[since:]]


class Skills:
    """A checker that knows all face-down skills and reads everything sent to others."""

    def __init__(self, world: World, watch: MessageWatch, database: Path) -> None:
        self.watch, self.database, self.users = watch, database, [world[name].id for name in ("Ada", "Bartek")]
        self.read = 0
        """Number of sent messages already read."""
        self.named = 0
        """How often people saw their own skills, which proves that the searched words occur."""

    def look(self) -> None:
        """Read everything sent since the last call, with the face-down skills as stored now."""
        new = list(self.watch.sent())[self.read :]
        self.read += len(new)
        s: State = stored(self.database).state
        for user, one in zip(self.users, s.seats, strict=True):
            words = _words({*one.down, *one.draft})
            for letter in new:
                found = words.findall(body(letter))
                if letter.to == user:
                    self.named += bool(found)
                else:
                    assert not found, (user, found, letter)


def _words(skills: set[int]) -> re.Pattern[str]:
    """A pattern of all words that would reveal one of these skills."""
    found = {word for skill in skills for word in (SKILLS[skill].id, SKILLS[skill].code, *named(SKILL_NAME[skill]))}
    either = "|".join(re.escape(word.lower()) for word in sorted(found)) or "(?!)"
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")
