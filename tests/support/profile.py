"""How far the tests look: `commit` tries the same examples every time, `search` twenty times as many new ones.

`HYPOTHESIS_PROFILE=search ./test` says the number that its random matches start from; with `SEARCH_SEED` set to that
number the same matches are played again.
"""

from __future__ import annotations

import os
import random

NAME = os.environ.get("HYPOTHESIS_PROFILE", "commit")
SEARCH = NAME == "search"
TIMES = 20 if SEARCH else 1
"""How many times as many examples as in a commit."""
if SEARCH:
    # The test workers are started later and inherit it: all of them collect the same tests.
    os.environ.setdefault("SEARCH_SEED", str(random.SystemRandom().randrange(1, 1_000_000_000)))
FIRST = int(os.environ["SEARCH_SEED"]) if SEARCH else 0
"""The number that seeds of random matches are counted from."""


def examples(number: int) -> int:
    """How many examples this profile tries where a commit tries `number`."""
    return number * TIMES


def seeds(number: int) -> range:
    """The seeds of random play where a commit tries `number`: always the same in a commit, new ones in a search."""
    return range(FIRST, FIRST + examples(number))
