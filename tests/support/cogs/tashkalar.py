"""Tash-Kalar in tests of the bot: matches that begin in the middle, policies of players, checks of secrets."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
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
from engine.registry import GAMES
from engine.tashkalar.data.content import CARD_NAME, CARDS, FLARE_NAME, FLARES
from engine.tashkalar.game import GAME
from engine.tashkalar.state import State
from tests.support.cogs.message_watch import MessageWatch, Sent
from tests.support.cogs.monolith import stored
from tests.support.cogs.play import JOIN, Policy, offered
from tests.support.engine.tashkalar.table import cards, decks, pieces, written
from tests.support.world import Person, Seen, World

SUMMONS = {card.code for card in CARDS}
FLARE_CODES = {flare.code for flare in FLARES}
_IDLE = ("done", "pass", "discard", "end", "none")


def lay(monkeypatch: pytest.MonkeyPatch, board: str, *, seats: int = 2, form: str = "duel", **fields: Any) -> None:
    """Let new matches begin in this position (see `arena`), for replays and `db check` too.

    `hands` are names of cards by letter, `A="swordmaster titan"`.
    """
    named: Mapping[str, str] = fields.pop("hands", {})
    hands = {letter: cards(names) for letter, names in named.items()}
    position = {
        "form": form,
        "seats": seats,
        "pieces": written(pieces(board)),
        "hands": hands,
        "decks": decks(seats, hands),
        **fields,
    }

    def start(options: MatchOptions, _: int) -> object:
        return GAME.read(GAME.settle({**options, "form": form}), position, GAME.rules_version)

    monkeypatch.setitem(GAMES, GAME.key, replace(GAME, start=start))


async def begin(world: World, *names: str, within: simcord.ChannelHandle | None = None, **more: Any) -> Seen:
    """Let Ada invite these people (or Bartek), who join; return the first public board."""
    place = within or world.channel()
    invited = [world[name] for name in names or ("Bartek",)]
    fields = dict(zip(("opponent", "second_opponent", "third_opponent"), invited, strict=False))
    await world["Ada"].slash("match new", within=place, game=GAME.key, **fields, **more)
    invitation = world.newest(place)
    for person in invited:
        await person.click(JOIN, on=invitation)
    return world.newest(place)


def by_chance(seed: int) -> Policy:
    """A policy that summons and invokes where possible; deterministic for the same panels."""
    dice = random.Random(seed)

    def policy(panel: Seen) -> str:
        return liked(dice, offered(panel))

    return policy


def liked(dice: random.Random, codes: list[str]) -> str:
    """A random code by the policy's preferences."""
    found = sorted(codes)
    beings = [code for code in found if code in SUMMONS or code in FLARE_CODES]
    if "place" in found and beings:
        return dice.choice(beings)
    if "done" in found and dice.random() < 0.3:
        return "done"
    if "discard" in found and dice.random() < 0.1:
        return "discard"
    return dice.choice([code for code in found if code not in _IDLE] or found)


async def exported(person: Person, number: int = 1) -> Record:
    """The exported match, as this person gets it."""
    answer = await person.slash("match export", number=number)
    return msgspec.json.decode(answer.files[f"{GAME.key}-{number}.json"], type=Record)


def _names_of(name: Text) -> set[str]:
    """A name in every language and grammatical case."""
    found = {say(name, locales.catalogue(language)) for language in locales.LANGUAGES}
    polish = locales.catalogue("pl")
    return found | {polish.pgettext(case, name.msgid) for case in ("acc", "gen", "ins")} - {name.msgid}


class Hands:
    """A checker that knows all hands and reads everything sent to others."""

    def __init__(self, world: World, watch: MessageWatch, database: Path, names: tuple[str, ...]) -> None:
        self.watch, self.database, self.users = watch, database, [world[name].id for name in names]
        self.read = 0
        """Number of sent messages already read."""
        self.named = 0
        """How often people saw their own cards, which proves that the searched words occur."""

    def look(self) -> None:
        """Read everything sent since the last call, with the hands as stored now."""
        new = list(self.watch.sent())[self.read :]
        self.read += len(new)
        s = stored(self.database).state
        for user, words in zip(self.users, (_words(s, seat) for seat in range(len(self.users))), strict=True):
            for one in new:
                found = words.findall(body(one))
                if one.to == user:
                    self.named += bool(found)
                else:
                    assert not found, (user, found, one)


def _words(s: State, seat: int) -> re.Pattern[str]:
    """A pattern of all words that would reveal a card of this hand."""
    found: set[str] = set()
    for card in (*s.hands[seat], *s.legends[seat]):
        found |= {CARDS[card].id, CARDS[card].code, *_names_of(CARD_NAME[card])}
    for flare in s.flares[seat]:
        found |= {FLARES[flare].id, FLARES[flare].code, *_names_of(FLARE_NAME[flare])}
    either = "|".join(re.escape(word.lower()) for word in sorted(found) if word) or "(?!)"
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


def body(one: Sent) -> str:
    """Everything that was sent, in lower case, with the codes of buttons."""
    return json.dumps(one.body, ensure_ascii=False).lower()
