"""`python -m db`: `backup`, `check`, `repair`; and, while the bot is stopped, `restore`, `accept-loss`, `copy`."""

import argparse
import asyncio
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from db.address import Address, parse
from db.admin.backup import backup
from db.admin.backup_folder import BackupFolder, seconds_of
from db.admin.check import Replay, check
from db.admin.copy import copy
from db.admin.restore import accept_loss, restore
from db.command_line import ArgumentParser
from db.errors import StoreError
from db.rows import Match, Move
from db.store import Store


def replay(match: Match, moves: Sequence[Move]) -> str:
    """The position that the engine replays, as JSON; the stored text if both encode the same position.

    Only this entry point imports the engine; the rest of the room does not.
    """
    from engine.core.dice import seed_hash
    from engine.core.record import from_rows, is_written, replay, written
    from engine.registry import game_for

    if seed_hash(match.seed) != match.seed_hash:
        raise ValueError("the seed does not have the hash that was published")
    options = msgspec.json.decode(match.options)
    game = game_for(match.game, match.rules_version)
    position = replay(game, options, match.seats, match.seed, from_rows(moves))
    return match.position if is_written(position, match.position) else written(position)


def post_boards(path: Path) -> None:
    """Post a new board in every running match, because Discord may show a later state than the backup.

    A board that is still unsent in the backup is not enough: Discord may have it already and would drop it as a copy.
    """
    from table.outbox.repost import post_boards

    async def post() -> None:
        async with await Store.open(path) as store:
            await post_boards(store, int(time.time()), always=True)

    asyncio.run(post())


def main(argv: Sequence[str] | None = None, replay: Replay = replay) -> int:
    try:
        asked = _parser().parse_args(argv)
        if asked.do == "copy":
            return _copy(asked, replay)
        asked.db = asked.db or parse(os.environ.get("ARENA_DB") or "arena.sqlite3")
        if asked.do == "backup":
            return _backup(asked)
        if asked.do == "accept-loss":
            return _accept_loss(asked)
        if asked.do == "restore":
            return _restore(asked, replay)
        if asked.do == "repair":
            return _repair(asked.db)
        return _check(asked.db, replay)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(prog="python -m db", description="Look after Arena Post's database.")
    parser.add_argument(
        "--db",
        type=parse,
        help="the database (default: $ARENA_DB, else arena.sqlite3)",
    )
    commands = parser.add_subparsers(dest="do", required=True)
    copying = commands.add_parser("backup", help="copy the database to a new file, while the bot may run")
    copying.add_argument("target", type=_file, metavar="FILE|DIR", help="a new file, or a folder of dated backups")
    copying.add_argument("--every", type=_length, metavar="6h", help="keep making backups in DIR at this interval")
    copying.add_argument("--keep", type=_positive, metavar="N", help="keep the newest N backups in DIR")
    commands.add_parser("check", help="replay every match and compare it with what is stored")
    commands.add_parser("repair", help="cut back rows that a fast clock has dated in the future")
    restoring = commands.add_parser("restore", help="put a backup in the database's place, while the bot is stopped")
    restoring.add_argument("backup", type=_file, metavar="FILE")
    restoring.add_argument("--anyway", action="store_true", help="accept faulty matches")
    commands.add_parser(
        "accept-loss", help="continue without changes that were lost with the -wal file, while the bot is stopped"
    )
    moving = commands.add_parser("copy", help="copy everything into a new database, while the bot is stopped")
    moving.add_argument("source", type=parse, metavar="SOURCE", help="a file, sqlite:FILE or postgresql://…")
    moving.add_argument("into", type=parse, metavar="TARGET", help="a new file, or a database without rows")
    moving.add_argument("--anyway", action="store_true", help="accept faulty matches")
    return parser


def _file(typed: str) -> Path:
    found = parse(typed)
    if not isinstance(found, Path):
        raise argparse.ArgumentTypeError("a file is needed here")
    return found


def _length(typed: str) -> int:
    try:
        return seconds_of(typed)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _positive(typed: str) -> int:
    if not typed.isdecimal() or not int(typed):
        raise argparse.ArgumentTypeError(f"{typed!r} is not a number from 1 on")
    return int(typed)


def _backup(asked: argparse.Namespace) -> int:
    if not (asked.every or asked.keep or asked.target.is_dir()):
        backup(asked.db, asked.target)
        print(f"The database {asked.db} is copied to {asked.target}.")
        return 0
    folder = BackupFolder(asked.db, asked.target, asked.keep)
    if asked.every:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
        folder.add_forever(asked.every, lambda line: print(line, flush=True))
    made = folder.add()
    print(f"The database {asked.db} is copied to {made}")
    for warning in made.warnings:
        print(warning, file=sys.stderr)
    return 0


def _restore(asked: argparse.Namespace, replay: Replay) -> int:
    kept = restore(asked.backup, asked.db, replay, prepare=post_boards, anyway=asked.anyway)
    print(f"The database {asked.db} is restored from {asked.backup}.")
    if kept is not None:
        print(f"The previous database is kept in {kept}.")
    return 0


def _accept_loss(asked: argparse.Namespace) -> int:
    missing = accept_loss(asked.db, prepare=post_boards)
    if missing:
        print(f"The database {asked.db} continues without its last {missing} changes.")
    else:
        print(f"No changes are missing from the database {asked.db}.")
    return 0


def _copy(asked: argparse.Namespace, replay: Replay) -> int:
    copied = copy(asked.source, asked.into, replay, anyway=asked.anyway)
    for table, rows in copied.rows.items():
        print(f"{table}: {rows}")
    print(
        f"The database {asked.source} is copied to {asked.into}: {sum(copied.rows.values())} rows; "
        f"matches replayed: {copied.replayed}, faulty: {copied.faulty}."
    )
    return 0


def _check(path: Address, replay: Replay) -> int:
    faults = 0
    for finding in check(path, replay, time.time()):
        faults += bool(finding.fault)
        print(f"{finding.subject}: {f'FAULT: {finding.fault}' if finding.fault else 'ok'}")
    print("No faults found." if not faults else f"Faults: {faults}.")
    return 1 if faults else 0


def _repair(address: Address) -> int:
    """Cut back rows that a fast clock has dated in the future. The bot does this at its start, too."""
    from table.exercises.daily_puzzle import newest_day_of

    async def cut() -> list[str]:
        async with await Store.open(address, clock=time.time) as store:
            return await store.future_rows.cut(newest_day_of)

    found = asyncio.run(cut())
    for line in found:
        print(f"Cut back to the present: {line}")
    print("No rows are dated in the future." if not found else f"Repaired: {len(found)}.")
    return 0


if __name__ == "__main__":
    # Clean up half-made files before the exit. Shells report 143 for SIGTERM.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
