"""/match history: the board after any move, with buttons for paging."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from PIL import Image, ImageChops

from table.matches.story import Chapter, story
from tests.support.cogs import knockdown
from tests.support.cogs.play import ACCEPT, CONFIRM, RESIGN, begin, offered, pick, polish, quick, take_turn
from tests.support.world import Answer, Person, World

_BACK, _NEXT, _FIRST, _LAST = (f":{where}" for where in ("back", "next", "first", "last"))


async def _played(world: World, *names: str) -> None:
    await begin(world)
    for name in names:
        await take_turn(world[name], quick)


async def _leaf(person: Person, page: Answer, where: str) -> Answer:
    button = next(one for one in page.buttons.values() if one.startswith("ap:press:history:") and one.endswith(where))
    return await person.click(button, on=page)


def _shows(page: Answer, board: Answer) -> bool:
    """Whether the page shows this board, scaled to its panel, with the same alt text."""
    assert 400 <= page.picture.width <= board.picture.width
    return page.alt == board.alt and _same_picture(page, board)


def _same_picture(one: Answer, other: Answer) -> bool:
    """Whether both are the same picture at different sizes: no pixel differs by more than scaling changes."""
    size = 50, 50
    small, large = (shown.picture.resize(size, Image.Resampling.BOX) for shown in (one, other))
    return max(ImageChops.difference(small, large).tobytes()) < 12


def _ways(page: Answer) -> str:
    """The page buttons that can be pressed."""
    return "".join(label for label in "«‹›»" if label in page.buttons)


@pytest.mark.usefixtures("pictures")
async def test_history_begins_with_the_current_board_and_pages_back_in_place(world: World) -> None:
    await _played(world, "Ada", "Bartek")
    celina = world["Celina"]
    now = await celina.slash("match history")
    assert now.ephemeral
    assert "After move 3 of 3" in now.text and "Violet recruits" in now.text
    assert _shows(now, await celina.slash("board"))
    assert _ways(now) == "«‹"
    before, seen = now.id, [now.png]
    for move, ways in ((2, "«‹›»"), (1, "«‹›»"), (0, "›»")):
        page = await _leaf(celina, now, _BACK)
        assert f"After move {move} of 3" in page.text
        assert _ways(page) == ways
        board = await celina.slash("board", move=move)
        assert page.id == before and _shows(page, board)
        assert page.png not in seen and not _same_picture(page, await celina.slash("board", move=move + 1))
        seen.append(page.png)
    assert "Gold plays first." in page.text


async def test_the_first_and_the_last_page_are_one_press_away(world: World) -> None:
    await _played(world, "Ada", "Bartek", "Ada")
    page = await world["Celina"].slash("match history", move=2)
    assert "After move 2 of 4" in page.text
    assert "After move 0 of 4" in (await _leaf(world["Celina"], page, _FIRST)).text
    assert "After move 1 of 4" in (await _leaf(world["Celina"], page, _NEXT)).text
    assert "After move 4 of 4" in (await _leaf(world["Celina"], page, _LAST)).text


async def test_the_last_page_is_the_current_board_even_after_many_moves(world: World) -> None:
    await _played(world, "Ada")
    page = await world["Celina"].slash("match history", move=0)
    await take_turn(world["Bartek"], quick)
    assert "After move 3 of 3" in (await _leaf(world["Celina"], page, _LAST)).text


@pytest.mark.usefixtures("pictures")
async def test_pages_can_be_turned_after_a_restart(world: World) -> None:
    await _played(world, "Ada", "Bartek")
    page = await world["Ada"].slash("match history")
    await world.restart()
    page = await _leaf(world["Ada"], page, _BACK)
    assert "After move 2 of 3" in page.text and page.png


@pytest.mark.usefixtures("pictures")
async def test_history_uses_the_readers_side_palette_and_language(world: World) -> None:
    await _played(world, "Ada", "Bartek")
    hers = await world["Ada"].slash("match history", move=1)
    his = await world["Bartek"].slash("match history", move=1)
    assert polish("Gold") in his.text and "Gold" not in his.text
    assert "1" in his.text.splitlines()[0]
    assert _shows(his, await world["Bartek"].slash("board", move=1)) and not _same_picture(his, hers)
    await world["Bartek"].slash("me palette", palette="contrast")
    other = await _leaf(world["Bartek"], his, _NEXT)
    assert _shows(other, await world["Bartek"].slash("board", move=2))


async def test_history_marks_moves_taken_back(world: World) -> None:
    await _played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    page = await world["Celina"].slash("match history", move=1)
    assert "Gold recruits" in page.text and "This move was taken back later." in page.text
    after = await _leaf(world["Celina"], page, _NEXT)
    assert "Gold took back a move." in after.text
    assert "taken back later" not in after.text
    assert after.alt == (await world["Celina"].slash("board", move=0)).alt


async def test_history_works_for_finished_matches(world: World) -> None:
    await _played(world, "Ada")
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))
    page = await world["Celina"].slash("match history", within=world.channel("second-table"), match_number=1)
    assert "Gold wins: resignation." in page.text
    assert "After move 1 of 2" in (await _leaf(world["Celina"], page, _BACK)).text


@pytest.mark.usefixtures("pictures")
async def test_a_finished_match_keeps_its_privacy(world: World) -> None:
    """Face-down skills are visible to their owner only, on every page."""
    await knockdown.begin(world)
    await world["Bartek"].slash("me language", language="en")
    for _ in range(3):
        for number, name in enumerate(("Ada", "Bartek")):
            panel = await knockdown.drafted(world[name], "")
            await world[name].click(CONFIRM, on=await pick(world[name], panel, offered(panel)[number]))
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert "resignation" in world.newest().text
    pages = [await world[name].slash("match history", move=6) for name in ("Ada", "Bartek", "Celina")]
    assert len({page.alt for page in pages}) == len({page.png for page in pages}) == 3
    assert all("After move 6 of 7" in page.text for page in pages)
    back = [await _leaf(world[name], page, _BACK) for name, page in zip(("Ada", "Celina"), pages[::2], strict=True)]
    assert back[0].alt != back[1].alt, "a page earlier, too"


@pytest.mark.usefixtures("pictures")
async def test_history_hides_simultaneous_choices(world: World) -> None:
    """Compares two matches with the same seed in which Ada chooses differently: others see no difference."""
    found = []
    for number, place in enumerate(("arena", "second-table")):
        within = world.channel(place)
        await knockdown.begin(world, within=within)
        panel = await knockdown.drafted(world["Ada"], "", within=within)
        await world["Ada"].click(CONFIRM, on=await pick(world["Ada"], panel, offered(panel)[number]))
        for name in ("Bartek", "Celina"):
            page = await world[name].slash("match history", within=within)
            film = await world[name].slash("match film", within=within)
            since = await world[name].click("press:since:", on=world.newest(within))
            found.append((page.text, page.alt, page.png, film.png, since.text, since.alt, since.png))
    assert found[:2] == found[2:]


async def test_there_is_no_page_after_the_last(world: World) -> None:
    await _played(world, "Ada")
    answer = await world["Celina"].slash("match history", move=9)
    assert answer.all_text == "The match has 1 move so far."


async def test_without_a_begun_match_there_is_no_history(world: World) -> None:
    assert "no match in this channel" in (await world["Ada"].slash("match history")).all_text
    await world["Ada"].slash("match new", game="leaders")
    assert "has not begun" in (await world["Ada"].slash("match history")).all_text
    await world["Ada"].slash("match cancel")
    assert "canceled" in (await world["Ada"].slash("match history", match_number=1)).all_text


@pytest.mark.usefixtures("pictures")
async def test_a_long_history_is_composed_off_the_event_loop_and_shortened(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _played(world, "Ada", "Bartek", "Ada")
    threads: list[str] = []

    def watched(*arguments: Any) -> list[Chapter]:
        threads.append(threading.current_thread().name)
        return story(*arguments)

    monkeypatch.setattr("cogs.board.own_view.story", watched)
    whole = (await world["Celina"].slash("match show")).text
    assert threads and threading.main_thread().name not in threads
    monkeypatch.setattr("cogs.board.own_view.MAX_STORY_LINES", 2)
    end = (await world["Celina"].slash("match show")).text
    assert [line for line in whole.splitlines() if line.startswith("`")][-2:] == [
        line for line in end.splitlines() if line.startswith("`")
    ]
