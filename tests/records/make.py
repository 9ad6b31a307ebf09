"""Whole recorded matches, one for every end in every mode: `python -m tests.records.make` writes them anew.

Each game is played in a module of its own.

They are meant to stay: a change of the rules that would alter one bumps the rules version instead.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.core.record import Record
from tests.records import knockdown, leaders, monolith, tashkalar

HERE = Path(__file__).parent


def in_lines(record: Record) -> str:
    """JSON with one entry to a line, so that a person can follow."""
    head = msgspec.json.encode(msgspec.structs.replace(record, entries=(), result=None)).decode()
    lines = ",\n".join(f"  {msgspec.json.encode(entry).decode()}" for entry in record.entries)
    result = msgspec.json.encode(record.result).decode()
    return f'{head[:-1]},\n"entries":[\n{lines}\n],\n"result":{result}}}\n'


def main() -> None:
    for game in (leaders, monolith, tashkalar, knockdown):
        for name, record in game.everything().items():
            (HERE / f"{name}.json").write_text(in_lines(record), encoding="utf-8")


if __name__ == "__main__":
    main()
