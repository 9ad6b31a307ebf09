"""/match film: the whole match as a film, private or public."""

from __future__ import annotations

import functools
import io
import re
from itertools import count

import pytest
from PIL import Image, ImageSequence

from cogs.client.arena_bot import ArenaBot
from render.film.film import Reel
from tests.support.cogs.inline_worker import InlineWorker
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import frames
from tests.support.cogs.play import ACCEPT, JOIN, RESIGN, begin, polish, quick, take_turn
from tests.support.world import Answer, World
from workers import film_cache
from workers.job import Job


async def _played(world: World, *names: str) -> None:
    await begin(world)
    for name in names:
        await take_turn(world[name], quick)


def _pictures(answer: Answer) -> list[bytes]:
    """The boards of the film without their captions."""
    with Image.open(io.BytesIO(answer.png)) as film:
        height = film.height - 82
        return [one.convert("RGB").crop((0, 0, film.width, height)).tobytes() for one in ImageSequence.Iterator(film)]


async def test_the_film_shows_the_beginning_and_every_turn(world: World) -> None:
    await _played(world, "Ada", "Bartek", "Ada")
    before = len(world.messages())
    film = await world["Celina"].slash("match film")
    assert film.ephemeral
    assert "Leaders, match 1: 4 moves" in film.text
    assert frames(film) == len(set(_pictures(film))) == 4
    assert list(film.files) == ["leaders-1.gif"]
    assert "-# Move 4" in world.board().text.splitlines(), "messages, history and film use the same number"
    assert "After move 4 of 4" in (await world["Celina"].slash("match history")).text
    assert "After move 4 of 4" in (await world["Celina"].slash("board", move=4)).text
    assert film.alt == f"Leaders, match 1: 4 moves. {(await world['Celina'].slash('board')).alt}"
    assert len(world.messages()) == before


async def test_a_player_sees_it_from_their_own_side_in_their_language(world: World) -> None:
    await _played(world, "Ada")
    hers, his = await world["Ada"].slash("match film"), await world["Bartek"].slash("match film")
    anybodys = await world["Celina"].slash("match film")
    assert _pictures(hers) == _pictures(anybodys) != _pictures(his)
    assert polish("Leaders") in his.text and "Leaders" in hers.text


async def test_a_public_film_shows_only_public_information(world: World) -> None:
    await _played(world, "Ada")
    pinged = len(world.pinged())
    private = await world["Celina"].slash("match film")
    shown = await world["Bartek"].slash("match film", public=True)
    assert not shown.ephemeral
    assert shown.png == private.png, "the film has the language, palette and side of the public boards"
    assert len(world.pinged()) == pinged


async def test_moves_taken_back_are_not_in_the_film(world: World) -> None:
    await _played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    assert frames(await world["Celina"].slash("match film")) == 1
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    film = await world["Celina"].slash("match film")
    assert frames(film) == 2
    assert "Wanderer b1" in film.alt


async def test_the_film_of_a_finished_match_shows_its_end(world: World) -> None:
    await _played(world, "Ada")
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))
    await world.restart()
    film = await world["Celina"].slash("match film", within=world.channel("second-table"), match_number=1)
    assert frames(film) == 3
    assert "Gold wins: resignation." in film.alt


async def test_the_answer_shows_the_progress_while_the_film_is_made(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _played(world, "Ada", "Bartek", "Ada", "Bartek")
    monkeypatch.setattr("workers.film_jobs.FRAMES_PER_REPORT", 2)
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    monkeypatch.setattr(bot, "clock", count(1000.0).__next__)
    film = await world["Celina"].slash("match film")
    texts = [words for one in watch.sent(world["Celina"]) for words in one.words if words.startswith("Drawing")]
    assert texts == ["Drawing: 2 of 5", "Drawing: 4 of 5", "Drawing: 5 of 5"]
    assert "Drawing" not in film.text and frames(film) == 5


async def test_a_film_that_is_made_quickly_shows_no_progress(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _played(world, "Ada", "Bartek")
    monkeypatch.setattr("workers.film_jobs.FRAMES_PER_REPORT", 1)
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    monkeypatch.setattr(bot, "clock", lambda: 1000.0)
    await world["Celina"].slash("match film")
    assert not [words for one in watch.sent() for words in one.words if words.startswith("Drawing")]


async def test_a_film_is_never_too_big_for_discord(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await _played(world, "Ada", "Bartek", "Ada", "Bartek")
    full = await world["Celina"].slash("match film")
    most = 20_000
    monkeypatch.setattr("workers.film_jobs.Reel", functools.partial(Reel, most=most))
    await world.restart()  # forget the cached film
    film = await world["Celina"].slash("match film")
    assert len(film.png) < most < len(full.png)
    assert frames(film) < 5
    assert "5 moves" in film.text and "some pictures are left out" in film.text
    assert "left out" not in full.text


async def test_without_a_move_there_is_no_film(world: World) -> None:
    await begin(world)
    before = len(world.messages())
    answer = await world["Ada"].slash("match film", public=True)
    assert answer.ephemeral
    assert answer.all_text == "There is no film yet: nobody has moved."
    assert len(world.messages()) == before


async def test_without_a_match_there_is_no_film(world: World) -> None:
    assert "no match in this channel" in (await world["Ada"].slash("match film")).all_text
    assert re.search("no such match", (await world["Ada"].slash("match film", match_number=7)).all_text)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """The films that were made, in order."""
    given: list[Job] = []
    give = InlineWorker.give

    def noted(self: InlineWorker, job: Job) -> None:
        given.append(job)
        give(self, job)

    monkeypatch.setattr(InlineWorker, "give", noted)
    return given


async def test_a_film_is_made_once_and_then_reused(world: World, made: list[Job]) -> None:
    await _played(world, "Ada")
    first = await world["Celina"].slash("match film")
    second = await world["Ada"].slash("match film")
    assert second.png == first.png and len(made) == 1, "Ada's side is at the bottom of all public boards"
    await world["Bartek"].slash("match film")
    assert len(made) == 2, "in another language, and from another side"
    await world["Celina"].slash("me palette", palette="contrast")
    await world["Celina"].slash("match film")
    assert len(made) == 3, "in other colors"
    await take_turn(world["Bartek"], quick)
    assert frames(await world["Celina"].slash("match film")) == 3
    assert len(made) == 4, "the match has continued"


async def test_requests_for_a_film_in_progress_get_the_same_film(world: World, made: list[Job]) -> None:
    await _played(world, "Ada")
    async with world.together():
        answers = [await world[name].slash("match film") for name in ("Ada", "Celina", "Celina")]
    assert len({answer.png for answer in answers}) == len(made) == 1


async def test_each_person_gets_one_film_at_a_time(world: World, made: list[Job]) -> None:
    await _played(world, "Ada")
    elsewhere = world.channel("second-table")
    await world["Ada"].slash("match new", within=elsewhere, game="leaders", opponent=world["Bartek"])
    await world["Bartek"].click(JOIN, on=world.newest(elsewhere))
    await take_turn(world["Ada"], quick, within=elsewhere)
    async with world.together():
        first = await world["Bartek"].slash("match film")
        second = await world["Bartek"].slash("match film", match_number=2)
        others = await world["Celina"].slash("match film", match_number=2)
    assert frames(first) == frames(others) == 2 and len(made) == 2
    assert second.all_text == polish("I'm still busy with the last thing you asked for. Try again when it's done.")
    assert frames(await world["Bartek"].slash("match film", match_number=2)) == 2


async def test_cached_films_have_a_memory_limit(world: World, made: list[Job], monkeypatch: pytest.MonkeyPatch) -> None:
    await _played(world, "Ada")
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    first = await world["Celina"].slash("match film")
    assert bot.films.size == len(first.png)
    monkeypatch.setattr(film_cache, "CACHE_BYTES", len(first.png) + 100)
    second = await world["Bartek"].slash("match film")
    assert bot.films.size == len(second.png)
    await world["Bartek"].slash("match film")
    assert len(made) == 2, "the latest film stays"
    await world["Celina"].slash("match film")
    assert len(made) == 3
