"""`python -m bench [GROUP …]`: measurements beside their yardsticks, in one run. Exit status 1 if one misses its bar.

Without a group all groups are measured. `python -m bench --help` lists the groups and the commands that take longer.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from bench.rows import Row, table

GROUPS: dict[str, tuple[str, str]] = {
    "play": ("play:random_play", "random play, in picks per second"),
    "restoring": ("play:restoring", "a position from its stored state, and from its whole log"),
    "forks": ("forks:forks", "copying a position, and picking on the copy"),
    "pictures": ("pictures:pictures", "a board from its view to a PNG"),
    "films": ("films:films", "a whole match as a film"),
    "reviewing": ("reviewing:reviewing", "the review of a match"),
    "proving": ("puzzles:proving", "proving stored puzzles again"),
    "battles": ("battles:battles", "battles of Monolith Arena"),
    "summons": ("summons:summons", "finding what can be summoned in Tash-Kalar"),
    "confirming": ("confirming:confirming", "a confirmed move, from the call to the public picture"),
    "clicking": ("clicking:clicking", "a pick in the panel"),
    "acknowledging": ("acknowledging:acknowledging", "acknowledgments of many clicks at once, over sockets"),
    "crowding": ("crowding:crowding", "acknowledgments while films are made"),
    "drawing": ("drawing:drawing", "acknowledgments with and without drawing processes"),
    "due": ("due:due", "deadlines that ripen together"),
    "thinking": ("thinking:thinking", "moves while computers think"),
    "databases": ("databases:databases", "confirms on SQLite and on PostgreSQL"),
    "scaling": ("scaling:scaling", "moves with one, two and four processes"),
    "looking-up": ("looking_up:looking_up", "/rules and /card"),
    "memory": ("memory:memory", "memory of live matches"),
}
"""By name: the function that measures a group of rows (`module:function` of this package), and what it measures."""

COMMANDS: dict[str, tuple[str, str]] = {
    "strength": ("strength:main", "let the computer players play each other"),
    "tune": ("tuning:main", "find weights for the evaluation of a game by self-play"),
    "margin": ("margins:main", "find the weights of Monolith Arena from how far its matches were won"),
    "puzzles": ("puzzles:main", "measure how long it takes to make puzzles"),
    "blunders": ("blunders:main", "count the blunders, put into matches, that a review finds"),
    "losses": ("losses:main", "count the immediate losses in Leaders that a level could have avoided"),
    "trust": ("trust:main", "find how far the chances of reviews can be trusted"),
    "knockdown": ("knockdown:main", "print how matches of Knockdown go"),
}
"""By name: the main function of a longer command with its own arguments, and what it does."""


def _named(place: str) -> Any:
    """The function at `module:function`; the module is imported only now."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"bench.{module}"), name)


def _listed(some: dict[str, tuple[str, str]]) -> str:
    return "\n".join(f"  {name:<14} {does}" for name, (_, does) in some.items())


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m bench",
        usage="python -m bench [-h] [GROUP …]  |  python -m bench COMMAND [-h] …",
        description="Print figures beside their yardsticks, as ratios of one run. Exit status 1 when a bar is missed.",
        epilog=f"groups (all, when none is named):\n{_listed(GROUPS)}\n\ncommands:\n{_listed(COMMANDS)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("groups", nargs="*", metavar="GROUP", help="what to measure, see below")
    return found


def measure(groups: Sequence[str]) -> list[Row]:
    """Measure these groups, in the order of `GROUPS`; progress goes to standard error."""
    rows: list[Row] = []
    for name in [name for name in GROUPS if name in groups]:
        print(f"{name} …", file=sys.stderr, flush=True)
        measured = _named(GROUPS[name][0])()
        rows += asyncio.run(measured) if inspect.iscoroutine(measured) else measured
    return rows


def main(arguments: Sequence[str]) -> int:
    """Run a command, or measure the named groups; return the exit status."""
    if arguments and arguments[0] in COMMANDS:
        status: int = _named(COMMANDS[arguments[0]][0])(list(arguments[1:]))
        return status
    line = parser()
    groups = line.parse_args(arguments).groups
    if unknown := [name for name in groups if name not in GROUPS]:
        line.error(f"no such group or command: {', '.join(unknown)} (see --help)")
    rows = measure(groups or [*GROUPS])
    print(table(rows))
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
