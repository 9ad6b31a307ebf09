"""The daily puzzle in a server's channel, with the result of the previous one."""

from __future__ import annotations

from db.store import Store
from engine.core.text import Text, text
from engine.learning.puzzles import begin, task
from engine.registry import GAMES
from table.compose.context import ServerContext
from table.compose.payloads import Daily
from table.exercises.puzzles import find_puzzle, short_name, solution_lines
from table.outbox.outgoing import BoardView, Button, Line, Outgoing, bold

SOLVE = "puzzle-day"
"""The action of the button; its argument is the day."""
MAX_SOLUTION_LINES, ELLIPSIS = 12, "…"
"""The maximum number of lines of the previous puzzle's solution, and the sign for omitted ones."""
PICTURE_FALLBACK = text("I could not show the picture here. /puzzle today opens the puzzle.")


async def daily(context: ServerContext) -> Outgoing | None:
    """The message; None if the server no longer wants the puzzle."""
    if await context.store.daily.post_of(context.guild) is None:
        return None
    payload = context.payload(Daily)
    chosen = await context.puzzles.of_day(payload.day)
    found = find_puzzle(chosen)
    assert found is not None  # of_day chooses only existing puzzles
    number, puzzle = found
    game = GAMES[chosen.game]
    start = begin(game, puzzle).position
    asked = task(game, puzzle)
    head = text("Puzzle of the day: {name}", name=short_name(game, number, puzzle))
    lines = [Line(head, "heading"), Line(bold(asked))]
    if payload.before is not None:
        lines += await _before(payload, context.store)
    return Outgoing(
        0,
        0,
        await _language(context),
        tuple(lines),
        BoardView(
            game.key,
            game.rules_version,
            game.view(start.state, puzzle.seat, start.asks),
            task=asked,
            bottom=puzzle.seat,
        ),
        (Button(SOLVE, text("Solve"), str(payload.day), "primary"),),
        seat=puzzle.seat,
        look=PICTURE_FALLBACK,
    )


async def plainly(context: ServerContext) -> Outgoing:
    """The replacement for a message that cannot be composed."""
    lines = (Line(text("/puzzle today opens the puzzle of the day.")),)
    return Outgoing(0, 0, await _language(context), lines)


async def _language(context: ServerContext) -> str:
    """The server's language, else its language at the time when it ordered the daily puzzle."""
    if language := (await context.store.guilds.get(context.guild)).language:
        return language
    post = await context.store.daily.post_of(context.guild)
    return post.language if post is not None else ""


async def _before(payload: Daily, store: Store) -> list[Line]:
    """The solution of the previous puzzle and the number of people who have solved it."""
    assert payload.before is not None
    chosen = await store.daily.of_day(payload.before)
    found = None if chosen is None else find_puzzle(chosen)
    if chosen is None or found is None:
        return []
    number, puzzle = found
    whole = solution_lines(GAMES[chosen.game], puzzle)
    name = short_name(GAMES[chosen.game], number, puzzle)
    title = (
        text("Yesterday's puzzle ({name}):", name=name)
        if payload.before == payload.day - 1
        else text("Previous puzzle ({name}):", name=name)
    )
    count = await store.daily.solvers(payload.before)
    some = text("{n} person has solved it.", "{n} people have solved it.", n=count)
    solved = some if count else text("Nobody has solved it.")
    solution = whole if len(whole) <= MAX_SOLUTION_LINES else [*whole[: MAX_SOLUTION_LINES - 1], Text(ELLIPSIS)]
    return [Line(bold(title)), *(Line(line, "small") for line in solution), Line(solved, "small")]
