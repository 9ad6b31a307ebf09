"""`python -m engine`: the protocol on standard input and output, a JSON line each; `… rules GAME`: rules to read;
`… puzzles GAME`: new puzzles.

An entry point: it may import the renderer and the catalogs.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
import traceback
from pathlib import Path
from typing import Any

import msgspec

from engine.computers.protocol import Computers
from engine.core.position import Position
from engine.core.text import say
from engine.learning.making.maker import ONE_DECISION, Maker, NoAims, proven_again
from engine.learning.puzzles import Puzzle, puzzles
from engine.learning.rulebook import Diagram, rulebook
from engine.protocol import Session
from engine.registry import GAMES

LANGUAGES = ("en", "pl")
MATCHES_BETWEEN_REPORTS = 10
OUR_FAULT = '{"ok":false,"error":{"code":"internal","text":"A fault of the engine: see its standard error."}}'


def draw(position: Position, seat: int | None, file: str) -> dict[str, Any]:
    """Write the pictures that the seat (or the public) sees: the board to the file, the others beside it."""
    import render  # loading fonts takes time, so the renderer is imported only for pictures

    game = position.game
    view = game.view(position.state, seat, position.asks)
    picture = render.draw(game.key, view, bottom=seat or 0, parts=True)
    Path(file).write_bytes(picture.data)
    parts = []
    for number, part in enumerate(picture.parts, 2):
        below = Path(file).with_stem(f"{Path(file).stem}-{number}")
        below.write_bytes(part.data)
        parts.append({"file": str(below), "width": part.width, "height": part.height})
    alt = " ".join(say(line) for line in game.describe(view))
    return {"width": picture.width, "height": picture.height, "bytes": len(picture.data), "alt": alt, "parts": parts}


def protocol() -> None:
    session = Session(GAMES, draw, time.perf_counter, Computers())
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answered(session, line).encode() + b"\n")
        sys.stdout.buffer.flush()


def answered(session: Session, line: bytes) -> str:
    """The session's answer. An internal error is written to standard error, and the session continues."""
    try:
        return session.line(line)
    except Exception:
        traceback.print_exc()
        return OUR_FAULT


def write_rules(game: str, language: str, folder: Path) -> Path:
    """The rules of a game as one Markdown file, its pictures in a folder beside it."""
    import locales

    catalogue = locales.catalogue(language)
    sections = rulebook(game, language)
    pictures = folder / f"{game}-rules-{language}"
    pictures.mkdir(parents=True, exist_ok=True)
    lines = [f"# {say(GAMES[game].name, catalogue)}", ""]
    lines += [f"- [{one.title}](#{one.id.replace('.', '-')})" for one in sections.values()]
    for one in sections.values():
        anchor = one.id.replace(".", "-")
        lines += ["", f'<a id="{anchor}"></a>', "", f"## {one.title}", "", f"`{one.id}`", "", one.body]
        for number, diagram in enumerate(one.diagrams, 1):
            file = pictures / f"{anchor}-{number}.png"
            file.write_bytes(_drawn(game, diagram, language))
            lines += ["", f"![{diagram.caption}]({pictures.name}/{file.name})", "", f"*{diagram.caption}*"]
        if one.see:
            near = (f"[{sections[other].title}](#{other.replace('.', '-')})" for other in one.see)
            lines += ["", "→ " + " · ".join(near)]
    target = folder / f"{game}-rules-{language}.md"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def _drawn(game: str, diagram: Diagram, language: str) -> bytes:
    import locales
    import render

    position = Position.read(GAMES[game], {}, diagram.position)
    view = GAMES[game].view(position.state, None, position.asks)
    marks = render.Marks(targets=diagram.targets, trail=diagram.trail)
    catalogue = locales.catalogue(language)
    return render.draw(game, view, marks=marks, say=lambda words: say(words, catalogue)).data


def make_puzzles(game: str, count: int, seed: str, matches: int) -> None:
    """Write new puzzles to standard output, one per line, and statistics on all positions to standard error."""
    gc.set_threshold(100_000)  # a proof keeps tens of thousands of positions alive and creates no reference cycles
    maker = Maker(GAMES[game], count, seed, puzzles(game))
    found = 0

    def report(looked_through: int) -> None:
        if looked_through % MATCHES_BETWEEN_REPORTS == 0:
            fates = ", ".join(f"{times} {fate}" for fate, times in maker.fates.most_common())
            print(f"{looked_through} matches: {found} puzzles; {fates or 'no positions'}", file=sys.stderr, flush=True)

    for one in maker.puzzles(matches, report):
        _write_line(one)
        found += 1
    for fate, times in maker.fates.most_common():
        print(f"{times:6} {fate}", file=sys.stderr)
    if not found:
        print(ONE_DECISION, file=sys.stderr)


def prove_puzzles(game: str) -> int:
    """Write all stored puzzles with a new proof each; reports those that differ and returns their number."""
    gc.set_threshold(100_000)
    different = 0
    for one in puzzles(game):
        again = proven_again(GAMES[game], one)
        _write_line(again)
        if again != msgspec.structs.replace(one, tried=again.tried):
            different += 1
            print(
                f"{one.id}: {one.best} {one.picks} {one.ways}, now {again.best} {again.picks} {again.ways}",
                file=sys.stderr,
            )
    return different


def _write_line(puzzle: Puzzle) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(puzzle) + b"\n")
    sys.stdout.buffer.flush()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m engine", description="The rules engine, and the rules to read.")
    commands = parser.add_subparsers(
        dest="command", title="commands", description="without one: the JSON-lines protocol"
    )
    rules = commands.add_parser("rules", help="write the rules of a game as one Markdown file with pictures")
    rules.add_argument("game", choices=list(GAMES))
    rules.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0])
    rules.add_argument("--to", type=Path, default=Path(), metavar="FOLDER", help="where to write it (default: here)")
    making = commands.add_parser("puzzles", help="make new puzzles of a game, a line of JSON each")
    making.add_argument("game", choices=list(GAMES))
    making.add_argument("--count", type=int, default=10, help="how many (default: 10)")
    making.add_argument("--seed", default="puzzles", help="another seed finds other puzzles")
    making.add_argument("--matches", type=int, default=10_000, help="how many matches are looked through at most")
    making.add_argument("--prove", action="store_true", help="prove the stored ones again instead")
    given = parser.parse_args(arguments)
    if given.command == "rules":
        print(write_rules(given.game, given.lang, given.to))
    elif given.command == "puzzles" and given.prove:
        sys.exit(1 if prove_puzzles(given.game) else 0)
    elif given.command == "puzzles":
        try:
            make_puzzles(given.game, given.count, given.seed, given.matches)
        except NoAims as fault:
            making.error(str(fault))
    else:
        protocol()


if __name__ == "__main__":
    main()
