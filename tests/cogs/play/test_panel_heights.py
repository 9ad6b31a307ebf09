"""No private panel is higher than 800 pixels on a desktop: every kind of question, in random matches of every game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
import pytest

import render
from cogs.play.panel import MAX_BLURBS_HEIGHT, SHORT_TEXT_HEIGHT, below, marks_for
from cogs.ui.heights import MAX_PANEL_HEIGHT, item_height, room_for_pictures
from cogs.ui.layouts import layout
from cogs.ui.voice import voice
from db.rows import Match, Seat
from engine.core.game import AnyGame
from engine.core.playout import choices as chance
from engine.core.position import Position
from engine.core.text import text
from engine.registry import GAMES
from locales import LANGUAGES
from render.fitting import GAP, shown_height
from table.matches.draft import Drafted, drafted
from table.matches.live import Live
from table.picks.choices import choices
from tests.support.engine.complete import COMPLETE

MATCHES = 3
NOTE = text("Played.")
SMALLEST = 350
"""Least width of a picture in pixels."""
HIDING = 330
"""The same while a tile is hidden: the board is still empty, and a whole faction is shown below it."""
OPTIONS: list[tuple[str, Mapping[str, str | int | bool], int]] = [
    ("leaders", {}, 2),
    ("leaders", {"mode": "advanced"}, 2),
    ("monolith", {}, 2),
    ("monolith", {"monoliths": True}, 2),
    ("tashkalar", {"form": "duel"}, 2),
    ("tashkalar", {"form": "high"}, 2),
    ("tashkalar", {"form": "melee"}, 3),
    ("knockdown", {}, 2),
]
OPTIONS += [(key, {}, game.seat_counts[0]) for key, game in GAMES.items() if key not in {one[0] for one in OPTIONS}]


def _live(game: AnyGame, position: Position, seats: int) -> Live:
    match = Match(
        id=123, guild=1, channel=1, parent=None, game=game.key, options="", seats=seats, seed="", seed_hash="",
        rules_version=game.rules_version, status="live", version=123, position="", to_move=(0,), language="en",
        palette="classic", result="", creator=1, created_at=0, updated_at=0, ended_at=None, hints=True,
    )  # fmt: skip
    return Live(
        match, tuple(Seat(match=123, seat=n, person=n + 1, invited=None, joined_at=0) for n in range(seats)), position
    )


def _questions(
    game: AnyGame, options: Mapping[str, str | int | bool], seats: int
) -> Iterator[tuple[Position, Drafted]]:
    """Questions of random matches, with drafts of some picks: for each kind, those with the most choices."""
    most: dict[tuple[str, int], tuple[int, Position, Drafted]] = {}
    for number in range(MATCHES):
        position = Position.new(game, dict(options), seats, f"heights {number}")
        draw = chance(f"heights {number}").__next__
        for _ in range(80):
            if position.outcome is not None:
                break
            seat, codes = position.asks[0].seat, list[str]()
            while True:
                now = drafted(position, seat, codes)
                found = len(choices(now))
                kind = now.ask.prompt if now.ask else "confirm", min(len(codes), 3)
                if found >= most.get(kind, (0,))[0]:
                    most[kind] = found, position.fork(), now
                if now.complete or now.ask is None:
                    break
                codes = [*now.codes, now.ask.options[draw() % len(now.ask.options)].code]
            for code in now.codes:
                position.pick(seat, code)
    for _, rest, now in most.values():
        yield rest, now


def _words_of(position: Position, codes: Sequence[str], language: str) -> list[discord.ui.Item[Any]]:
    """The words and controls of the panel of the seat to move, after these picks."""
    now = drafted(position, position.asks[0].seat, codes)
    view = position.game.view(now.position.state, now.seat, now.position.asks)
    return below(_live(position.game, position, 2), now, choices(now), now.seat, view, voice(language), None, "")


def test_descriptions_that_are_too_long_give_way_to_the_picture() -> None:
    for number, mode in itertools.product(range(10), ("basic", "advanced")):
        position = Position.new(GAMES["leaders"], {"mode": mode}, 2, f"descriptions {number}")
        draw = chance(f"descriptions {number}").__next__
        while (ask := position.asks[0]).prompt == "leaders.banish":
            position.pick(ask.seat, ask.options[draw() % len(ask.options)].code)
        for language in LANGUAGES:
            words, *_ = _words_of(position, ["end"], language)
            assert item_height(words) <= MAX_BLURBS_HEIGHT + SHORT_TEXT_HEIGHT
            assert (item_height(words) > SHORT_TEXT_HEIGHT) == (mode == "basic"), "three of them fit, five do not"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "options", "seats"), OPTIONS, ids=str)
def test_no_question_makes_a_panel_too_high(
    key: str, options: Mapping[str, str | int | bool], seats: int, language: str
) -> None:
    game, speak, high, kinds = GAMES[key], voice(language), {}, set[str]()
    for rest, now in _questions(game, options, seats):
        live, position = _live(game, rest, seats), now.position
        view = game.view(position.state, now.seat, position.asks)
        offered = choices(now)
        under = below(live, now, offered, now.seat, view, speak, None if now.codes else NOTE, "")
        layout(*under)
        marks = marks_for(game, now, offered, [])
        drawn = render.panel(
            key, view, room=room_for_pictures(under), marks=marks, say=speak, bottom=now.seat,
            spare=not (marks.question or position.held), parts=not position.held,
        )  # fmt: skip
        shown = [drawn, *drawn.parts]
        pictures = sum(shown_height(one.width, one.height) for one in shown) + GAP * (len(shown) - 1)
        prompt = now.ask.prompt if now.ask else "confirm"
        kinds.add(prompt)
        if pictures > room_for_pictures(under):
            high[prompt, now.codes] = (
                MAX_PANEL_HEIGHT + pictures - room_for_pictures(under),
                drawn.width,
                [(one.width, one.height) for one in shown],
                [item_height(one) for one in under],
            )
        assert all(one.width >= (HIDING if prompt == "monolith.hide" else SMALLEST) for one in shown), (
            prompt,
            [(one.width, one.height) for one in shown],
            [item_height(one) for one in under],
        )
    assert not high, "\n".join(f"{kind}: {description}" for kind, description in high.items())
    assert len(kinds) >= (4 if key in COMPLETE else 2)
