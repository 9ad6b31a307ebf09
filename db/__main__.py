"""`python -m db backup FILE` and `python -m db check`: both may be run while the bot is playing."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from .backup import backup
from .check import Replay, check
from .errors import StoreError
from .rows import Match, Move


def replay(match: Match, moves: Sequence[Move]) -> str:
    """The position that the engine comes to. Only this entry point knows the engine; the room itself does not."""
    from engine.core.record import from_rows, replay, written
    from engine.registry import game_for

    options = msgspec.json.decode(match.options)
    game = game_for(match.game, match.rules_version)
    return written(replay(game, options, match.seats, match.seed, from_rows(moves)))


def main(argv: Sequence[str] | None = None, replay: Replay = replay) -> int:
    asked = _parser().parse_args(argv)
    try:
        if asked.do == "backup":
            backup(asked.db, asked.file)
            print(f"The database {asked.db} is copied to {asked.file}.")
            return 0
        return _check(asked.db, replay)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m db", description="Look after Arena Post's database.")
    parser.add_argument(
        "--db",
        type=Path,
        default=Path(os.environ.get("ARENA_DB") or "arena.sqlite3"),
        help="the database (default: $ARENA_DB, else arena.sqlite3)",
    )
    commands = parser.add_subparsers(dest="do", required=True)
    commands.add_parser("backup", help="copy the database to a new file").add_argument("file", type=Path)
    commands.add_parser("check", help="replay every match and compare it with what is stored")
    return parser


def _check(path: Path, replay: Replay) -> int:
    faults = 0
    for finding in check(path, replay):
        faults += bool(finding.fault)
        print(f"{finding.subject}: {f'FAULT: {finding.fault}' if finding.fault else 'ok'}")
    print("Everything is as it should be." if not faults else f"Faults: {faults}.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
