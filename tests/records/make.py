"""Recorded matches, one for every end in every mode.

`python -m tests.records.make` writes them again, `python -m tests.records.make leaders` those of one game. Each game
has its own module. Records should stay: a change of the rules that would alter one increases the rules version instead.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from engine.core.record import Record
from tests.records import knockdown, leaders, monolith, tashkalar

HERE = Path(__file__).parent
MODULES = (leaders, monolith, tashkalar, knockdown)
BY_KEY = {module.__name__.rpartition(".")[2]: module for module in MODULES}


def in_lines(record: Record) -> str:
    """JSON with one entry per line, readable for people."""
    head = msgspec.json.encode(msgspec.structs.replace(record, entries=(), result=None)).decode()
    lines = ",\n".join(f"  {msgspec.json.encode(entry).decode()}" for entry in record.entries)
    result = msgspec.json.encode(record.result).decode()
    return f'{head[:-1]},\n"entries":[\n{lines}\n],\n"result":{result}}}\n'


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.records.make", description="Write recorded matches.")
    parser.add_argument("game", nargs="*", choices=[*BY_KEY, []], help="of these games only (default: of all)")
    for key in parser.parse_args().game or BY_KEY:
        written = {HERE / f"{name}.json": record for name, record in BY_KEY[key].everything().items()}
        for stale in {*HERE.glob(f"{key}-*.json")} - {*written}:
            stale.unlink()
        for file, record in written.items():
            file.write_text(in_lines(record), encoding="utf-8")


if __name__ == "__main__":
    main()
