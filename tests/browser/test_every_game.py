"""Every game is played against the computer at the local table, with the mouse only, in windows of three sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.registry import GAMES
from tests.support.browser import chrome
from tests.support.browser.chrome import Chrome
from tests.support.browser.panel import count_panels, fits, open_match, open_question, panel, step
from tests.support.browser.process import local_table
from tests.support.browser.table import Table
from tests.support.engine.complete import COMPLETE

pytestmark = pytest.mark.skipif(chrome.find() is None, reason=chrome.MISSING)

DESKTOP = (1280, 800)
"""The window that every panel must fit."""
SIZES = (DESKTOP, (1280, 900), (420, 860))
MOVES = 2
"""Number of moves in a window of each size."""


async def test_every_game_is_played_by_mouse_in_windows_of_three_sizes(tmp_path: Path) -> None:
    opened = set[str]()
    async with Chrome() as browser, local_table(tmp_path / "arena.sqlite3") as address:
        table = Table(browser)
        for game in GAMES:
            await table.open(address)
            before = await count_panels(table)
            await open_match(table, game)
            for size in SIZES:
                await browser.size(*size)
                selects = await _make_moves(table, measured=size == DESKTOP)
                opened |= {game} if selects else set()
            assert await count_panels(table) <= before + 1, "the whole match is played in one panel"
            await browser.size(*SIZES[0])
            if await open_question(table) is not None:
                await table.slash("match resign")
                await table.click("Yes, I resign")
    assert opened >= {"tashkalar"}


async def test_lessons_puzzles_and_the_pages_of_a_review_fit_a_desktop(tmp_path: Path) -> None:
    """The review takes a while, because a process of low priority makes it."""
    async with Chrome(*DESKTOP) as browser, local_table(tmp_path / "arena.sqlite3") as address:
        table = Table(browser)
        await table.open(address)
        for game in (GAMES[key] for key in COMPLETE):
            for command in ("learn", "puzzle next"):
                await table.slash(command, game=str(game.name))
                assert await open_question(table) is not None
                await fits(table)
                await step(table)
                await fits(table)
        await open_match(table, "leaders")
        await _make_moves(table, measured=True)
        if await open_question(table) is not None:  # the computer may have won already
            await table.slash("match resign")
            await table.click("Yes, I resign")
        await table.click("Review")
        await table.see(": a review")
        await fits(table)
        if "Turning point 1" in (await panel(table)).buttons:
            await table.click("Turning point 1")
            await table.see("Better: ")
            await fits(table)


async def _make_moves(table: Table, *, measured: bool) -> int:
    """Make up to this many moves; return the number of selects that were opened."""
    moves = selects = 0
    while moves < MOVES and await open_question(table) is not None:
        if measured:
            await fits(table)
        if (answered := await step(table)) is None:
            break
        moves += answered.confirms is not None
        selects += len(answered.selects)
    return selects
