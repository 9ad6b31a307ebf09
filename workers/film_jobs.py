"""Jobs that make films of a whole match, of recent turns, of a battle or of a puzzle's solution."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from msgspec import Struct

import locales
import render
from db.rows import Match, Move
from engine.core.ask import seen_by
from engine.core.text import Say, Text, joined, say, text
from engine.learning.puzzles import after, puzzles, task
from engine.registry import GAMES
from render import Marks
from render.film.film import Film, Frame, Reel
from table.matches.live import game_of
from table.matches.scenes import scenes
from table.matches.turns import Turn, effective_moves, turns
from workers.job import Progress, Work

FRAMES_PER_REPORT = 6


class MadeFilm(Struct, frozen=True):
    """A film, and its last board in words."""

    film: Film
    words: str = ""


@cache
def plain_voice(language: str) -> Say:
    """A function that formats texts in this language without mentions, which pictures do not have."""
    catalogue = locales.catalogue(language)
    return lambda sentence: say(sentence, catalogue)


def match_film(match: Match, moves: Sequence[Move], language: str, palette: str, bottom: int) -> Work[MadeFilm]:
    """All turns that still count, from the public view."""
    return (yield from _of_turns(match, turns(match, effective_moves(moves), None), language, palette, bottom))


def since_film(
    match: Match,
    moves: Sequence[Move],
    seat: int | None,
    since: int,
    shown: Collection[int],
    language: str,
    palette: str,
) -> Work[MadeFilm]:
    """The turns after `since` entries whose numbers are in `shown`, from the seat's view."""
    found = [turn for turn in turns(match, moves, seat, since) if turn.number in shown]
    return (yield from _of_turns(match, found, language, palette, seat or 0))


def battle_film(
    match: Match, moves: Sequence[Move], versions: Sequence[int], language: str, palette: str
) -> Work[MadeFilm]:
    """A film of the scenes of these entries."""
    shots = [scene for version in versions for scene in scenes(match, moves, version)]
    frames = [Frame(scene.view, Marks(trail=scene.trail), caption(scene.lines)) for scene in shots]
    made = yield from _drawn(Reel(match.game, frames, palette=_known(palette), say=plain_voice(language)))
    return MadeFilm(made)


def puzzle_film(game: str, number: int, language: str, palette: str) -> Work[MadeFilm]:
    """The solution of a puzzle from the solver's side, with a frame per pick that has visible events."""
    played, puzzle = GAMES[game], puzzles(game)[number - 1]
    asked, speak = plain_voice(language)(task(played, puzzle)), plain_voice(language)
    codes = puzzle.solution.split()
    frames, seen = [], 0
    for count in range(len(codes) + 1):
        now = after(played, puzzle, codes[:count])
        new = seen_by(now.events[seen:], puzzle.seat)
        if count and not new and count < len(codes):
            continue
        seen = len(now.events)
        view = played.view(now.position.state, puzzle.seat, now.position.asks)
        marks = Marks(trail=played.trail(new), task=asked)
        frames.append(Frame(view, marks, caption(list(played.narrate(new))) if count else task(played, puzzle)))
    made = yield from _drawn(Reel(game, frames, palette=_known(palette), say=speak, bottom=puzzle.seat))
    return MadeFilm(made, " ".join(speak(line) for line in played.describe(frames[-1].view)))


def _of_turns(match: Match, found: Sequence[Turn], language: str, palette: str, bottom: int) -> Work[MadeFilm]:
    made = yield from _drawn(reel(match, found, language, palette, bottom))
    speak = plain_voice(language)
    return MadeFilm(made, " ".join(speak(line) for line in game_of(match).describe(found[-1].view)))


def _drawn(drawn: Reel) -> Work[Film]:
    while drawn.done < drawn.all:
        drawn.draw(FRAMES_PER_REPORT)
        yield Progress(drawn.done, drawn.all)
    return drawn.film()


def reel(match: Match, found: Sequence[Turn], language: str, palette: str, bottom: int) -> Reel:
    """A film of these turns."""
    frames = [Frame(turn.view, Marks(trail=turn.trail), caption(_numbered(turn))) for turn in found]
    return Reel(match.game, frames, palette=_known(palette), say=plain_voice(language), bottom=bottom)


def _known(palette: str) -> str:
    return palette if palette in render.PALETTES else render.PALETTES[0]


def _numbered(turn: Turn) -> list[Text]:
    """The turn's lines, with its number in the history."""
    if not turn.number or not turn.lines:
        return [*turn.lines]
    return [text("Move {n}: {what}", n=turn.number, what=turn.lines[0]), *turn.lines[1:]]


def caption(lines: Sequence[Text]) -> Text | None:
    """The lines as one caption; None without lines."""
    return joined(lines, "\n") if lines else None
