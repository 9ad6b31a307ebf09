"""Pictures are warmed up at the start; in these tests they are drawn only when a test looks at them."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from PIL import Image

import render
from engine.core.position import Position
from engine.registry import GAMES
from render import Marks, Picture
from tests.support.cogs.play import begin
from tests.support.world import World
from workers.draw_jobs import Form
from workers.picture_cache import Board, PictureCache


def test_warming_up_draws_one_picture_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("workers.picture_cache._warm", set())
    monkeypatch.setattr(render, "draw", lambda game, view: drawn.append(game))
    for _ in range(2):
        pictures = PictureCache()
        pictures.warm(lambda: drawn.append("the rest"))
        pictures._pool.shutdown()
    assert drawn == [*GAMES, "the rest", "the rest"]


async def test_a_test_that_looks_at_an_undrawn_picture_fails(world: World) -> None:
    board = await begin(world)
    assert board.alt.startswith("Leaders")
    with pytest.raises(AssertionError, match="needs the fixture `pictures`"):
        _ = board.png


class Failing(PictureCache):
    """Fails to draw in English, once `may_fail` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.may_fail = asyncio.Event()

    async def _draw(self, game: str, view: Any, palette: str, marks: Marks, language: str, *more: Any) -> Picture:
        if language == "en":
            await self.may_fail.wait()
            raise RuntimeError("no sprite")
        return Picture(b"", 1, 1)

    async def ask(self, language: str = "en", form: Form = "parts") -> Board:
        start = Position.new(GAMES["leaders"], {}, 2, "")
        view = GAMES["leaders"].view(start.state, None, start.asks)
        return await self.board(GAMES["leaders"], view, language=language, palette="", form=form)


async def test_everybody_who_waits_for_a_picture_that_fails_gets_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.picture_cache.PICTURE_CACHE_SIZE", 1)
    pictures = Failing()
    waiting = [asyncio.create_task(pictures.ask()) for _ in range(3)]
    await asyncio.sleep(0)
    for form in ("parts", "board"):  # others' views fill the cache, which drops the first
        await pictures.ask("pl", form)
    waiting[0].cancel()
    pictures.may_fail.set()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(done[0], asyncio.CancelledError)
    assert [repr(one) for one in done[1:]] == ["RuntimeError('no sprite')"] * 2
    with pytest.raises(RuntimeError):
        await pictures.ask()


@pytest.mark.parametrize("key", GAMES)
def test_a_failing_view_is_refused_without_drawing_it_again(key: str) -> None:
    start = Position.new(GAMES[key], {}, GAMES[key].seat_counts[0], "")
    view = GAMES[key].view(start.state, None, start.asks)
    assert render.draw(key, view).data.startswith(b"\x89PNG")
    other = next(one for one in GAMES if one != key)
    for wrong in (
        {"game": other, "view": view},
        {"game": "chess", "view": view},
        {"game": key, "view": start.state},
        {"game": key, "view": view, "palette": "loud"},
        {"game": key, "view": view, "marks": ("a1",)},
        {"game": key, "view": view, "marks": Marks(targets=(1,))},  # type: ignore[arg-type]
        {"game": key, "view": view, "bottom": 9},
    ):
        with pytest.raises((KeyError, TypeError, ValueError)):
            render.draw(**wrong)


@pytest.mark.usefixtures("pictures")
async def test_pictures_under_a_board_have_their_own_gallery_and_zoom_shows_all(world: World) -> None:
    board = await begin(world)
    files = board.files
    assert list(files) == ["board.png", "board-2.png"], "the board and the market"
    galleries = [part for part in board.components if part["type"] == 12]
    assert [len(gallery["items"]) for gallery in galleries] == [1, 1]
    assert all(gallery["items"][0]["description"] for gallery in galleries)
    heights = [Image.open(io.BytesIO(data)).height for data in files.values()]
    whole = await world["Celina"].slash("board", zoom=True)
    assert whole.picture.height == sum(heights)
    assert len(whole.files) == 1
