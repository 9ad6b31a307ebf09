"""How many examples the tests try: `commit` always tries the same ones, `search` twenty times as many new ones.

`HYPOTHESIS_PROFILE=search ./test` prints the number that its random matches start from; with `SEARCH_SEED` set to that
number the same matches are played again.
"""

from __future__ import annotations

import os
import random

NAME = os.environ.get("HYPOTHESIS_PROFILE", "commit")
SEARCH = NAME == "search"
TIMES = 20 if SEARCH else 1
"""How many times the examples of a commit are tried."""
if SEARCH:
    # The test workers are started later and inherit it, so that all of them collect the same tests.
    os.environ.setdefault("SEARCH_SEED", str(random.SystemRandom().randrange(1, 1_000_000_000)))
FIRST = int(os.environ["SEARCH_SEED"]) if SEARCH else 0
"""The first seed of random matches."""


def examples(number: int) -> int:
    """Number of examples in this profile for `number` in a commit."""
    return number * TIMES


def seeds(number: int) -> range:
    """Seeds of random play for `number` in a commit: always the same in a commit, new ones in a search."""
    return range(FIRST, FIRST + examples(number))
