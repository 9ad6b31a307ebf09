"""`python -m bench`: every figure beside its yardstick, in one run. Exit status 1 when a bar is missed.

`python -m bench strength`: how strong the computer players are. `python -m bench tune GAME`: weights for its judge;
`python -m bench margin`: those of Monolith Arena, from how far its matches were won.
`python -m bench puzzles`: how long it takes to make a hundred of a game.
"""

from __future__ import annotations

import asyncio
import sys

from bench import knockdown
from bench.acknowledging import acknowledging
from bench.battles import battles
from bench.clicking import clicking
from bench.confirming import confirming
from bench.crowding import crowding
from bench.databases import databases
from bench.drawing import drawing
from bench.due import due
from bench.films import films
from bench.forks import forks
from bench.looking_up import looking_up
from bench.margins import main as margin
from bench.memory import memory
from bench.pictures import pictures
from bench.play import random_play, restoring
from bench.puzzles import main as make_puzzles
from bench.puzzles import proving
from bench.reviewing import reviewing
from bench.rows import table
from bench.scaling import scaling
from bench.strength import main as strength
from bench.summons import summons
from bench.thinking import thinking
from bench.tuning import main as tune


def main(arguments: list[str]) -> int:
    """The figures; or, with a word, what takes longer: `strength`, `tune`, `margin`, `puzzles`."""
    longer = {"strength": strength, "tune": tune, "margin": margin, "puzzles": make_puzzles}
    if arguments and arguments[0] in longer:
        return longer[arguments[0]](arguments[1:])
    rows = [
        *random_play(),
        *restoring(),
        *forks(),
        *pictures(),
        *films(),
        *reviewing(),
        *proving(),
        *battles(),
        *summons(),
        *asyncio.run(confirming()),
        *asyncio.run(clicking()),
        *asyncio.run(acknowledging()),
        *asyncio.run(crowding()),
        *asyncio.run(drawing()),
        *asyncio.run(due()),
        *asyncio.run(thinking()),
        *asyncio.run(databases()),
        *asyncio.run(scaling()),
        *asyncio.run(looking_up()),
        *memory(),
    ]
    print(table(rows))
    print("\nKnockdown, how matches go (the sheet's players looked one turn ahead):")
    print(knockdown.table({kind: knockdown.figures(kind, n) for kind, n in knockdown.SAMPLE.items()}))
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
