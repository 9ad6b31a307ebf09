"""A match from the person's own side: the current board, and the events since their last move."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord

from cogs.match.film_panel import make_film, palette_of, show_film
from cogs.ui.interactions import bot_of, person_of, reply, voice_for
from cogs.ui.layouts import attachments, galleries, gallery, layout
from cogs.ui.voice import Voice
from engine.core.ask import seen_by
from engine.core.text import text
from render import Marks
from table.matches.live import Live
from table.matches.story import Chapter, story
from table.matches.turns import Turn, turns, undone
from table.outbox.outgoing import clip
from workers.film_jobs import since_film
from workers.picture_cache import ALT_LIMIT, Board

MAX_PICTURES = 4
"""The maximum number of turns shown as pictures; more turns are shown as a film."""
MAX_STORY_LINES = 40


async def show_board(interaction: discord.Interaction, match: int, *, since: int | None = None, head: str = "") -> None:
    """Show the current board to this person; with `since`, also the events after that many entries."""
    bot = bot_of(interaction)
    speak = await voice_for(interaction)
    person = await person_of(interaction)
    live = await bot.table.moves.live(match)
    seat = live.seat_of(interaction.user.id)
    moves = await bot.store.matches.moves(match)

    def trail_and_words() -> tuple[tuple[tuple[str, ...], ...], str]:
        """The trail of the events on the board, and their text."""
        chapters = story(moves, max(len(moves) - 1, 0) if since is None else since)
        gone = undone(moves)
        events = [event for one in chapters if one.number not in gone for event in seen_by(one.events, seat)]
        words = "" if since is None else story_lines(live, chapters, gone, seat, speak)
        return live.game.trail(events), words

    trail, words = await bot.pictures.run(trail_and_words)  # in a thread: an imported match may be long
    board = await bot.pictures.board(
        live.game,
        live.view(seat),
        language=speak.language,
        palette=person.palette,
        marks=Marks(trail=trail),
        bottom=seat or 0,
    )
    parts: list[discord.ui.Item[Any]] = galleries(board)
    if head:
        parts.append(discord.ui.TextDisplay(head))
    if since is not None:
        parts.append(discord.ui.TextDisplay(words or speak(text("Nothing has happened since your last move."))))
    await reply(interaction, layout(*parts), attachments(board))


async def show_since(interaction: discord.Interaction, match: int) -> None:
    """Show the events after the player's last move, or the latest ones, as a picture per turn or as a film."""
    bot = bot_of(interaction)
    live = await bot.table.moves.live(match)
    seat = live.seat_of(interaction.user.id)
    moves = await bot.store.matches.moves(match)
    since = max((move.seq for move in moves if move.seat == seat), default=0) if seat is not None else 0
    gone = undone(moves)
    found = await bot.pictures.run(lambda: turns(live.match, moves, seat, since))
    if seat is None:
        found = found[-MAX_PICTURES:]
    shown = [turn for turn in found if turn is found[-1] or _stands(turn, gone)]
    if not shown:
        await show_board(interaction, match, since=len(moves))
        return
    speak = await voice_for(interaction)
    chapters = [chapter for turn in found for chapter in turn.chapters]
    words = story_lines(live, chapters, gone, seat, speak)
    if len(shown) <= MAX_PICTURES:
        await _show_pictures(interaction, live, shown, seat, words, speak)
        return
    palette = await palette_of(interaction)
    how = seat, since, tuple(turn.number for turn in shown), speak.language, palette
    made = await make_film(interaction, since_film, live.match, moves, *how, speak=speak)
    await show_film(interaction, made.film, f"since-{since}.gif", made.words, words)


def _stands(turn: Turn, gone: frozenset[int]) -> bool:
    return any(one.entry.kind != "undo" and one.number not in gone for one in turn.chapters)


async def _show_pictures(
    interaction: discord.Interaction, live: Live, shown: Sequence[Turn], seat: int | None, words: str, speak: Voice
) -> None:
    """Show one picture per turn, in order."""
    bot = bot_of(interaction)
    palette = await palette_of(interaction)
    parts: list[discord.ui.Item[Any]] = []
    files = []
    for turn in shown:
        board: Board = await bot.pictures.board(
            live.game,
            turn.view,
            language=speak.language,
            palette=palette,
            marks=Marks(trail=turn.trail),
            bottom=seat or 0,
            form="board",
        )
        name = f"move-{turn.number}.png"
        alt = clip(speak(text("After move {n}: {board}", n=turn.number, board=board.alt)), ALT_LIMIT)
        if len(shown) > 1:
            parts.append(discord.ui.TextDisplay(f"-# {speak(text('After move {n}', n=turn.number))}"))
        parts.append(gallery(name, alt))
        files.append(discord.File(io.BytesIO(board.picture.data), name, description=alt))
    parts.append(discord.ui.TextDisplay(words or speak(text("Nothing has happened that you can see."))))
    await reply(interaction, layout(*parts), files)


def story_lines(live: Live, chapters: Sequence[Chapter], gone: frozenset[int], seat: int | None, speak: Voice) -> str:
    """The latest entries in words, one per line; undone ones are struck through."""
    lines: list[str] = []
    for one in reversed(chapters):
        if len(lines) == MAX_STORY_LINES:
            break
        words = " · ".join(speak(live.in_person(line)) for line in one.lines(live.game, seat))
        if words and one.number in gone:
            words = f"~~{words}~~ {speak(text('(taken back)'))}"
        if words:
            lines.append(f"`{one.number}` {words}")
    return clip("\n".join(reversed(lines)), 3000)
