"""Puzzles: clicked, typed, failed, given up, left and resumed; each counts once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.client.arena_bot import ArenaBot
from engine.learning.puzzles import puzzles
from engine.registry import GAMES
from table.user_error import UserError
from tests.support.cogs.learning import solve
from tests.support.cogs.play import polish, rows
from tests.support.engine.complete import COMPLETE
from tests.support.puzzles.sample import COUNT, sample_puzzles, wrong_try
from tests.support.world import World

DAY = 86400


@pytest.fixture
def sample(tmp_path: Path) -> Iterator[None]:
    with sample_puzzles(tmp_path / "puzzles"):
        yield


def results(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT item, won, mu_after > mu FROM puzzle_results ORDER BY at, item")


@pytest.mark.parametrize("game", COMPLETE)
async def test_the_first_puzzle_of_each_game_can_be_clicked_and_typed(world: World, game: str) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    panel = await ada.slash("puzzle show", game=game, number=1)
    first = puzzles(game)[0]
    assert (
        panel.ephemeral and panel.shows_picture and " puzzle 1 · difficulty " in panel.text and "Task: " in panel.text
    )
    panel = await solve(ada, panel, first.solution.split())
    assert "Solved!" in panel.text and "At the first try." in panel.text
    panel = await bartek.slash("puzzle show", game=game, number=1, move=first.solution)
    assert polish("Solved!") in panel.text and polish("At the first try.") in panel.text
    assert world.messages() == [] and world.pinged() == []


@pytest.mark.parametrize("game", COMPLETE)
async def test_a_puzzle_shows_what_its_cards_do(world: World, game: str) -> None:
    ada = world["Ada"]
    panel = await ada.slash("puzzle show", game=game, number=1)
    first = panel.text
    shown = await ada.click("puzzle-hand:", on=panel)
    named = {str(one.name) for one in GAMES[game].components.values()}
    bold = {line.split("**")[1] for line in shown.text.splitlines() if line.startswith("**")}
    assert bold and bold <= named
    assert (await ada.click("Back to the puzzle", on=shown)).text == first
    codes = puzzles(game)[0].solution.split()
    began = await solve(ada, panel, codes[:1])
    assert not any("puzzle-hand:" in one for one in began.buttons.values()), "there is Back"


async def test_a_game_without_puzzles_is_not_offered_and_says_so(world: World, sample: None) -> None:
    ada = world["Ada"]
    for command in ("puzzle next", "puzzle show"):
        assert await ada.suggest(command, "game", "") == ["leaders"]
    assert "no puzzles of this game yet" in (await ada.slash("puzzle show", game="monolith", number=1)).all_text


async def test_only_the_first_try_of_a_puzzle_counts(world: World, sample: None, database: Path) -> None:
    ada, first = world["Ada"], puzzles("leaders")[0]
    panel = await solve(ada, await ada.slash("puzzle show", game="leaders", number=1), first.solution.split())
    assert "It can be done in 2 ways." in panel.text and "Your rating at puzzles of Leaders: 1" in panel.text
    assert results(database) == [(first.id, 1, 1)]
    again = await ada.click("Try again", on=panel)
    assert "for practice" in again.text
    again = await solve(ada, again, wrong_try("leaders", first))
    again = await solve(ada, again, first.solution.split())
    assert "In 2 tries." in again.text
    assert results(database) == [(first.id, 1, 1)]
    assert rows(database, "SELECT puzzles FROM puzzle_ratings") == [(1,)]
    stats = await ada.slash("me stats")
    assert "Puzzles: 1" in stats.all_text and "after 1 puzzle" in stats.all_text


async def test_a_wrong_try_gets_an_answer_and_decides_the_rating(world: World, sample: None, database: Path) -> None:
    bartek, first = world["Bartek"], puzzles("leaders")[0]
    codes = first.solution.split()
    panel = await solve(bartek, await bartek.slash("puzzle show", game="leaders", number=1), codes[:1])
    panel = await bartek.click("puzzle-back:", on=panel)
    assert results(database) == [], "going back is free"
    panel = await solve(bartek, panel, wrong_try("leaders", first))
    assert polish("Not quite.") in panel.text and polish("The other Leader still stands.") in panel.text
    assert results(database) == [(first.id, 0, 0)]
    panel = await solve(bartek, panel, codes)
    assert polish("Solved!") in panel.text and "Po 2 próbach." in panel.text
    assert results(database) == [(first.id, 0, 0)]
    assert rows(database, "SELECT tries, solved_at IS NULL FROM exercises") == [(1, 0)]


async def test_the_solution_is_a_film_and_ends_the_attempt(world: World, sample: None, database: Path) -> None:
    ada, first = world["Ada"], puzzles("leaders")[0]
    panel = await ada.slash("puzzle show", game="leaders", number=1)
    answer = await ada.click("Solution", on=panel)
    assert "counts as not solved" in answer.text and results(database) == []
    panel = await ada.click("Back to the puzzle", on=answer)
    assert "Task: Win in this turn." in panel.text
    shown = await ada.click("Show it anyway", on=await ada.click("Solution", on=panel))
    assert shown.file_names == ["leaders-puzzle-1.gif"] and "Claw Launcher" in shown.text
    assert results(database) == [(first.id, 0, 0)]
    panel = await ada.click("Back to the puzzle", on=shown)
    assert "You have seen the solution" in panel.text
    panel = await solve(ada, panel, first.solution.split())
    assert "You had seen the solution." in panel.text
    assert rows(database, "SELECT solved_at, shown_at IS NULL FROM exercises") == [(None, 0)]
    assert "leaders-puzzle-1.gif" in (await ada.click("Show the solution", on=panel)).file_names
    assert " puzzle 1 ·" not in (await ada.slash("puzzle next")).text


async def test_the_next_puzzle_fits_the_players_strength_and_can_be_resumed(world: World, sample: None) -> None:
    ada, known = world["Ada"], puzzles("leaders")
    panel = await ada.slash("puzzle next")
    assert "Leaders puzzle 1 · difficulty 3" in panel.text, "a newcomer has the rating of the middle grade"
    panel = await solve(ada, panel, known[0].solution.split()[:1])
    await world.restart()
    panel = await solve(ada, panel, known[0].solution.split()[1:2])
    panel = await ada.slash("puzzle next", game="leaders")
    assert "Leaders puzzle 1" in panel.text and "Acrobat" in panel.text, "the puzzle continues where it was left"
    panel = await ada.click("Skip the puzzle", on=await ada.slash("puzzle next"))
    assert "Leaders puzzle 3 · difficulty 3" in panel.text
    panel = await ada.slash("puzzle show", game="leaders", number=3, move=" ".join(wrong_try("leaders", known[2])))
    panel = await ada.click("Skip the puzzle", on=panel)
    assert "Leaders puzzle 2 · difficulty 2" in panel.text, "after a failed puzzle comes an easier one"
    for puzzle in known:
        number = known.index(puzzle) + 1
        panel = await ada.slash("puzzle show", game="leaders", number=number, move=puzzle.solution)
    assert "You have seen every Leaders puzzle." in (await ada.click("Next puzzle", on=panel)).all_text


async def test_unknown_puzzle_numbers_are_refused(world: World, sample: None) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    assert f"Leaders has {COUNT} puzzles." in (await ada.slash("puzzle show", game="leaders", number=99)).all_text
    assert "no puzzles of this game" in (await ada.slash("puzzle next", game="monolith")).all_text
    assert "no such game" in (await ada.slash("puzzle next", game="chess")).all_text
    panel = await ada.slash("puzzle show", game="leaders", number=1, move="acrobat xyzzy")
    assert "xyzzy" in panel.text and "Task:" in panel.text
    await ada.slash("puzzle show", game="leaders", number=1, move="d3")
    assert "moved on in the meantime" in (await ada.click("puzzle-back:", on=panel)).text
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    with pytest.raises(UserError):
        await bot.table.puzzles.pick(1, bartek.id, ["acrobat"], 0, 5)


async def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_counts_for_a_streak(
    world: World, sample: None, database: Path
) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    titles = []
    for day in range(3):
        panel = await ada.slash("puzzle today")
        titles.append(panel.text.splitlines()[0])
        (item,) = rows(database, "SELECT item FROM daily_puzzles ORDER BY day DESC LIMIT 1")
        puzzle = next(one for one in puzzles("leaders") if one.id == item[0])
        theirs = (await bartek.slash("puzzle today")).text
        assert f"{puzzles('leaders').index(puzzle) + 1} · trudność" in theirs.splitlines()[0]
        panel = await ada.slash("puzzle today", move=puzzle.solution)
        assert f"{day + 1} day" in panel.text and "in a row" in panel.text
        await world.pass_time(DAY)
    assert len({*titles}) == 3 and all("Puzzle of the day: Leaders" in one for one in titles)
    assert "Puzzle of the day: 3 days in a row." in (await ada.slash("me stats")).all_text
    await world.pass_time(DAY)
    assert "in a row" not in (await ada.slash("me stats")).all_text


async def test_data_export_and_deletion_include_puzzles(world: World, sample: None, database: Path) -> None:
    ada = world["Ada"]
    panel = await ada.slash("puzzle today")
    (item,) = rows(database, "SELECT item FROM daily_puzzles")
    puzzle = next(one for one in puzzles("leaders") if one.id == item[0])
    await solve(ada, panel, puzzle.solution.split())
    (file,) = (await ada.slash("privacy export")).files.values()
    for named in (b'"puzzle ratings"', b'"puzzle results"', b'"daily puzzles"', puzzle.id.encode()):
        assert named in file
    await ada.click("Yes, delete everything", on=await ada.slash("privacy delete"))
    for table in ("exercises", "puzzle_ratings", "puzzle_results", "daily_solvers"):
        assert rows(database, f"SELECT count(*) FROM {table}") == [(0,)], table
