"""The daily puzzle in a server's channel, with the result of the previous one."""

from __future__ import annotations

import msgspec

from db.rows import Message
from db.store import Store
from engine.core.text import Text, text
from engine.learning.puzzles import begin, task
from engine.registry import GAMES
from table.compose.payloads import Daily
from table.exercises.puzzles import Puzzles, find_puzzle, short_name, solution_lines
from table.outbox.outgoing import BoardView, Button, Line, Outgoing, bold

SOLVE = "puzzle-day"
"""The action of the button; its argument is the day."""
MAX_SOLUTION_LINES, ELLIPSIS = 12, "…"
"""The maximum number of lines of the previous puzzle's solution, and the sign for omitted ones."""
PICTURE_FALLBACK = text("I could not show the picture here. /puzzle today opens the puzzle.")


async def daily(message: Message, store: Store, puzzles: Puzzles) -> Outgoing | None:
    """The message; None if the server no longer wants the puzzle."""
    assert message.guild is not None
    post = await store.daily.post_of(message.guild)
    if post is None:
        return None
    payload = msgspec.json.decode(message.payload, type=Daily)
    language = await server_language(store, message.guild)
    chosen = await puzzles.of_day(payload.day)
    found = find_puzzle(chosen)
    assert found is not None  # of_day chooses only existing puzzles
    number, puzzle = found
    game = GAMES[chosen.game]
    start = begin(game, puzzle).position
    asked = task(game, puzzle)
    head = text("Puzzle of the day: {name}", name=short_name(game, number, puzzle))
    lines = [Line(head, "heading"), Line(bold(asked))]
    if payload.before is not None:
        lines += await _before(payload, store)
    return Outgoing(
        0,
        0,
        language,
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


async def server_language(store: Store, guild: int) -> str:
    """The server's language, else its language at the time when it ordered the daily puzzle."""
    post = await store.daily.post_of(guild)
    return (await store.guilds.get(guild)).language or (post.language if post is not None else "")


async def _before(payload: Daily, store: Store) -> list[Line]:
    """The solution of the previous puzzle and the number of people who have solved it."""
    assert payload.before is not None
    chosen = await store.daily.of_day(payload.before)
    found = None if chosen is None else find_puzzle(chosen)
    if chosen is None or found is None:
        return []
    number, puzzle = found
    said = solution_lines(GAMES[chosen.game], puzzle)
    name = short_name(GAMES[chosen.game], number, puzzle)
    title = (
        text("Yesterday's puzzle ({name}):", name=name)
        if payload.before == payload.day - 1
        else text("Previous puzzle ({name}):", name=name)
    )
    count = await store.daily.solvers(payload.before)
    some = text("{n} person has solved it.", "{n} people have solved it.", n=count)
    solved = some if count else text("Nobody has solved it.")
    solution = said if len(said) <= MAX_SOLUTION_LINES else [*said[: MAX_SOLUTION_LINES - 1], Text(ELLIPSIS)]
    return [Line(bold(title)), *(Line(line, "small") for line in solution), Line(solved, "small")]
