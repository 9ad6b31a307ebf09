"""No panel of a plan is higher than 800 pixels on a desktop: random plans in random matches of every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import Struct

import render
from cogs.plan.plan_panel import below, offered
from cogs.play.panel import marks_for
from cogs.ui.heights import item_height, room_for_pictures
from cogs.ui.voice import voice
from db.rows import Match, Seat
from engine.core.game import AnyGame
from engine.core.playout import choices as chance
from engine.core.position import Position
from engine.registry import GAMES
from locales import LANGUAGES
from render.fitting import GAP, shown_height
from table.matches.live import Live
from table.picks.choices import choices
from table.plans.plan_explorer import explore_plan
from table.plans.stored_plans import Sketch
from tests.support.engine.complete import COMPLETE

SMALLEST = 350
"""Pixels that a picture is wide at least."""
TURNS, CLICKS = 24, 6


class _Plan(Struct):
    """A plan under construction."""

    position: Position
    seat: int
    steps: tuple[str, ...] = ("",)


def _sketch(game: AnyGame, plan: _Plan) -> Sketch:
    seats = range(plan.position.seats)
    match = Match(
        id=123, guild=1, channel=1, parent=None, game=game.key, options="", seats=len(seats), seed="", seed_hash="",
        rules_version=game.rules_version, status="live", version=123, position="", to_move=(0,), language="en",
        palette="classic", result="", creator=1, created_at=0, updated_at=0, ended_at=None, hints=True,
    )  # fmt: skip
    rows = tuple(Seat(match=123, seat=n, person=n + 1, invited=None, joined_at=0) for n in seats)
    live = Live(match, rows, plan.position)
    return Sketch(live, "", plan.steps, explore_plan(plan.position, plan.seat, plan.steps), 1)


def _sketches(game: AnyGame) -> Iterator[Sketch]:
    """The panels of random plans, on each of the first turns of a random match."""
    position = Position.new(game, {}, game.seat_counts[0], "plans")
    draw = chance("plans").__next__
    for _ in range(TURNS):
        while position.outcome is None and not position.boundary:
            _pick(position, draw())
        if position.outcome is not None:
            return
        for seat in range(position.seats):
            plan = _Plan(position.fork(), seat)
            for _ in range(CLICKS):
                sketch = _sketch(game, plan)
                yield sketch
                found = offered(sketch.ahead)
                if sketch.ahead.over or (sketch.ahead.mine and not found):
                    break
                codes = found[draw() % len(found)].codes if found else ("*",)
                plan.steps = (*plan.steps[:-1], " ".join([plan.steps[-1], *codes]).strip())
                if len(_sketch(game, plan).ahead.parts) > len(plan.steps):
                    plan.steps = (*plan.steps, "")
        _pick(position, draw())


def _pick(position: Position, number: int) -> None:
    ask = position.asks[0]
    position.pick(ask.seat, ask.options[number % len(ask.options)].code)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", COMPLETE)
def test_no_plan_makes_a_panel_too_high(key: str, language: str) -> None:
    game, speak, count = GAMES[key], voice(language), 0
    for sketch in _sketches(game):
        ahead, now, parts = sketch.ahead, sketch.ahead.now, below(sketch, speak)
        room = room_for_pictures(parts)
        marks = marks_for(game, now, choices(now) if now else (), ())
        view = game.view(ahead.shown.state, ahead.seat, ahead.shown.asks)
        drawn = render.panel(key, view, room=room, marks=marks, say=speak, bottom=ahead.seat, spare=not marks.question)
        shown = [drawn, *drawn.parts]
        told = sketch.steps, [(one.width, one.height) for one in shown], [item_height(one) for one in parts]
        assert sum(shown_height(one.width, one.height) for one in shown) + GAP * (len(shown) - 1) <= room, told
        assert all(one.width >= SMALLEST for one in shown), told
        count += 1
    assert count > 2 * TURNS
