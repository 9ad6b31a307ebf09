"""Replay a file from /match export and print its history: python -m examples.history FILE"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from engine import Position, Record, apply, effective, game_for, seen_by


def main(file: str) -> None:
    record = msgspec.json.decode(Path(file).read_bytes(), type=Record)
    if not record.seed:
        sys.exit("The match was not over when it was exported: its chance is still secret.")
    game = game_for(record.game, record.rules_version)
    position = Position.new(game, record.options, record.seats, record.seed)
    print(game.name, *(f"{key}={value}" for key, value in record.options.items()))
    for number, entry in enumerate(effective(record.entries), 1):
        who = game.name_of(position.state, entry.seat)
        events = apply(position, entry)
        print(f"{number}. {who}: {' '.join(entry.codes) or entry.kind}")
        for line in game.narrate(seen_by(events, None)):
            print(f"   {line}")


if __name__ == "__main__":
    main(*sys.argv[1:])
