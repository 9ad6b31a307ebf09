"""Before a side has a name of its own, its player is named."""

from __future__ import annotations

from typing import Any, cast

import pytest

from db.rows import Match, Seat
from engine.core.position import Position
from engine.core.text import text
from engine.registry import GAMES
from table.compose.words import players, your_move
from table.matches.live import Live
from tests.support.table.one_match import ADA, BARTEK


def live(game: str, *people: int | None, options: dict[str, Any] | None = None) -> Live:
    """A match of these people at its beginning."""
    position = Position.new(GAMES[game], options or {}, len(people), "a seed")
    seats = (Seat(match=1, seat=n, person=one, invited=None, joined_at=0) for n, one in enumerate(people))
    return Live(cast(Match, None), tuple(seats), position)


@pytest.mark.parametrize("game", ["monolith", "tashkalar", "knockdown"])
def test_a_side_without_a_name_is_shown_as_its_player(game: str) -> None:
    match = live(game, ADA, BARTEK, options={"fighters": "choose"} if game == "knockdown" else None)
    assert match.side_name(0) is None and str(match.name_of(0)) == f"@{ADA}"
    assert str(your_move(match, 1)) == f"@{BARTEK}: your move."
    took_back = text("{side} took back a move.", side=match.game.side_names[1])
    assert str(match.in_person(took_back)) == f"@{BARTEK} took back a move."
    assert str(players(match)) == f"**Player A** @{ADA} · **Player B** @{BARTEK}", "the pictures use these names"


def test_a_side_with_a_name_is_shown_by_it() -> None:
    match = live("leaders", ADA, BARTEK)
    assert str(match.name_of(0)) == "Gold" and str(your_move(match, 1)) == f"Violet, @{BARTEK}: your move."
    took_back = text("{side} took back a move.", side=match.game.side_names[0])
    assert str(match.in_person(took_back)) == "Gold took back a move."


def test_a_deleted_player_is_shown_by_their_letter() -> None:
    assert str(live("knockdown", ADA, None).name_of(1)) == "Player B"


def test_names_are_filled_in_at_any_depth() -> None:
    match = live("tashkalar", ADA, BARTEK)
    inner = text("{side} ({seat})", side=text("Blue"), seat=match.game.side_names[0])
    assert str(match.in_person(text("{side} {points}", side=inner, points=3))) == f"Blue (@{ADA}) 3"
