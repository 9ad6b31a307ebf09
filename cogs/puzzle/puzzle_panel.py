"""The panel of a puzzle: the position and its task, the rating change once it is solved, the solution as a film."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.learn.exercise_panel import AGAIN, NOT_QUITE, ExerciseControls, address_of, asked_lines, show, voice_of
from cogs.match.film_panel import palette_of, progress, show_film
from cogs.play.hand_panel import hand_blocks, hand_label, show_pages
from cogs.ui.controls import NOWHERE, ActionButton, Address
from cogs.ui.interactions import bot_of, reply, voice_for
from cogs.ui.layouts import Row, layout
from cogs.ui.voice import Voice
from engine.core.text import Text, text
from table.exercises.puzzles import PuzzleState, Standing, points, short_name, solution_lines
from table.user_error import UserError

_GREEN = discord.ButtonStyle.success
BACK = text("Back to the puzzle")
FILM = "{game}-puzzle-{number}.gif"
RISKY = text("If you see the solution now, this puzzle counts as not solved.")


async def show_puzzle(interaction: discord.Interaction, puzzle: PuzzleState) -> None:
    """Show the panel in place of the message with the pressed control, or as a new private answer."""
    puzzles = bot_of(interaction).table.puzzles
    speak = await voice_of(interaction)
    of_today = await puzzles.is_of_today(puzzle)
    if puzzle.solved:
        under = _solved_lines(puzzle, await puzzles.standing(puzzle), speak)
        over = [f"### {speak(_title(puzzle, of_today=of_today))}"]
        await show(interaction, puzzle, speak, over, under, [_solved_row(puzzle, speak)])
        return
    await show(interaction, puzzle, speak, *puzzle_parts(puzzle, speak, of_today=of_today))


def puzzle_parts(
    puzzle: PuzzleState, speak: Voice, *, of_today: bool = False
) -> tuple[list[str], list[str], list[Row]]:
    """The lines above and below the picture of an unsolved puzzle, and the controls."""
    over = [f"### {speak(_title(puzzle, of_today=of_today))}"]
    under = asked_lines(puzzle, puzzle.task, _news(puzzle, speak), speak)
    return over, under, _rows(puzzle, [*over, *under], speak)


def _title(puzzle: PuzzleState, *, of_today: bool) -> Text:
    if of_today:
        return text("Puzzle of the day: {name}", name=short_name(puzzle.game, puzzle.number, puzzle.puzzle))
    return text(
        "{game} puzzle {number} · difficulty {grade}",
        number=puzzle.number,
        game=puzzle.game.name,
        grade=puzzle.puzzle.grade,
    )


def _news(puzzle: PuzzleState, speak: Voice) -> list[str]:
    """The feedback on the last try, or a note about the puzzle's state."""
    if puzzle.failed:
        reached = f" {speak(puzzle.short)}" if puzzle.short is not None else ""
        return [f"**{speak(NOT_QUITE)}**{reached} {speak(AGAIN)}"]
    if puzzle.stale:
        return [f"-# {speak(text('The puzzle has moved on in the meantime. This is how it stands now.'))}"]
    if puzzle.row.shown_at is not None:
        return [f"-# {speak(text('You have seen the solution: this is for practice.'))}"]
    if puzzle.row.solved_at is not None:
        return [f"-# {speak(text('You have solved it before: this is for practice.'))}"]
    return []


def _rows(puzzle: PuzzleState, words: Sequence[str], speak: Voice) -> list[Row]:
    address = address_of(puzzle)
    asked = puzzle.game.prompt_rules.get(puzzle.now.ask.prompt, "") if puzzle.now.ask else ""
    named = puzzle.refused.rule if puzzle.refused else ""
    solution = ActionButton("puzzle-solution", address, speak(text("Solution")))
    skip = ActionButton("puzzle-next", address, speak(text("Skip the puzzle")))
    hand = None if puzzle.now.codes else _hand_button(puzzle, speak)
    return CONTROLS.choice_rows(puzzle, speak, words, named or asked, hand, solution, skip)


def _hand_button(puzzle: PuzzleState, speak: Voice) -> ActionButton | None:
    """A button that shows what the cards or characters do; None if there are none."""
    position = puzzle.now.position
    view = puzzle.game.view(position.state, puzzle.now.seat, position.asks)
    label = hand_label(puzzle.game, view, puzzle.now.seat)
    return ActionButton("puzzle-hand", address_of(puzzle), speak(label)) if label is not None else None


def _solved_lines(puzzle: PuzzleState, standing: Standing, speak: Voice) -> list[str]:
    tries, ways, result = puzzle.row.tries + 1, puzzle.puzzle.ways, standing.result
    if puzzle.row.shown_at is not None:
        head = text("You had seen the solution.")
    else:
        head = text("In {n} try.", "In {n} tries.", n=tries) if tries > 1 else text("At the first try.")
    lines = [
        f"**{speak(text('Solved!'))}** {speak(head)}",
        speak(text("It can be done in {n} way.", "It can be done in {n} ways.", n=ways)),
    ]
    if result is not None:
        change = points(result.mu_after) - points(result.mu)
        lines.append(
            speak(
                text(
                    "Your rating at puzzles of {game}: {rating} ({change}).",
                    game=puzzle.game.name,
                    rating=points(result.mu_after),
                    change=f"{change:+d}".replace("-", "−"),
                )
            )
        )
    if standing.streak:
        lines.append(speak(streak_text(standing.streak)))
    return lines


def streak_text(days: int) -> Text:
    """The length of a person's streak of daily puzzles."""
    return text("Puzzle of the day: {n} day in a row.", "Puzzle of the day: {n} days in a row.", n=days)


def _solved_row(puzzle: PuzzleState, speak: Voice) -> Row:
    address = address_of(puzzle)
    return Row(
        ActionButton("puzzle-next", address, speak(text("Next puzzle")), style=_GREEN),
        ActionButton("puzzle-solution", address, speak(text("Show the solution"))),
        CONTROLS.once_more(puzzle, speak),
        ActionButton("library", NOWHERE, speak(text("Rules")), extra=puzzle.game.key),
    )


async def solve_day(interaction: discord.Interaction, _: Address, day: str) -> None:
    """Open the posted daily puzzle for the person who presses the button."""
    puzzles = bot_of(interaction).table.puzzles
    if not day.isdecimal() or len(day) > len(str(puzzles.today)):
        raise UserError(puzzles.gone)
    await show_puzzle(interaction, await puzzles.open_day(interaction.user.id, int(day)))


async def open_next(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Open another puzzle of the same game."""
    puzzles = bot_of(interaction).table.puzzles
    here = await puzzles.again(address.match, interaction.user.id)
    await show_puzzle(interaction, await puzzles.open_next(interaction.user.id, here.game.key, here))


async def show_hand(interaction: discord.Interaction, address: Address, page: str) -> None:
    """Show what the cards or characters of the puzzle do, and a button back to it."""
    puzzle = await bot_of(interaction).table.puzzles.again(address.match, interaction.user.id)
    speak = await voice_for(interaction)
    back = ActionButton("puzzle-panel", address_of(puzzle), speak(BACK), style=discord.ButtonStyle.primary)
    blocks = hand_blocks(puzzle.game, puzzle.now.position, puzzle.now.seat, speak)
    await show_pages(interaction, "puzzle-hand", back, blocks, page, speak)


async def ask_for_solution(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show the solution of a solved puzzle; warn first if it is unsolved."""
    puzzle = await bot_of(interaction).table.puzzles.again(address.match, interaction.user.id)
    if not puzzle.open:
        await _show_solution(interaction, puzzle)
        return
    speak = await voice_for(interaction)
    here = address_of(puzzle)
    row = Row(
        ActionButton("puzzle-give-up", here, speak(text("Show it anyway")), style=discord.ButtonStyle.danger),
        ActionButton("puzzle-panel", here, speak(BACK)),
    )
    await reply(interaction, layout(discord.ui.TextDisplay(speak(RISKY)), row), [])


async def give_up(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show the solution of an unsolved puzzle, which then counts as not solved."""
    puzzles = bot_of(interaction).table.puzzles
    puzzle = await puzzles.give_up(address.match, interaction.user.id, address.revision, interaction.id)
    if puzzle.open:  # it has changed meanwhile
        await ask_for_solution(interaction, address_of(puzzle), "")
        return
    await _show_solution(interaction, puzzle)


async def _show_solution(interaction: discord.Interaction, puzzle: PuzzleState) -> None:
    """Show the solution as a short film, and in words."""
    bot, speak = bot_of(interaction), await voice_for(interaction)
    how = speak.language, await palette_of(interaction)
    report = progress(interaction, speak)
    made = await bot.films.film_of_puzzle(interaction.user.id, puzzle.game.key, puzzle.number, *how, report=report)
    lines = [speak(line) for line in solution_lines(puzzle.game, puzzle.puzzle)]
    named = text("### The solution of puzzle {number} of {game}", number=puzzle.number, game=puzzle.game.name)
    others = puzzle.puzzle.ways - 1
    more = [f"-# {speak(text('There is {n} other way.', 'There are {n} other ways.', n=others))}"] if others else []
    row = Row(
        ActionButton("puzzle-next", address_of(puzzle), speak(text("Next puzzle")), style=_GREEN),
        ActionButton("puzzle-panel", address_of(puzzle), speak(BACK)),
        ActionButton("library", NOWHERE, speak(text("Rules")), extra=puzzle.game.key),
    )
    name = FILM.format(game=puzzle.game.key, number=puzzle.number)
    words = [speak(named), *(f"-# {line}" for line in lines), *more]
    await show_film(interaction, made.film, name, " ".join(lines), "\n".join(words), row)


CONTROLS = ExerciseControls("puzzle", lambda bot: bot.table.puzzles, show_puzzle, BACK)
