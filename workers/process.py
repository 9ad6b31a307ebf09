"""`python -m workers.process NICE MEMORY`: does one job after the other, read from its input, until that ends.

Its priority is lower by NICE than that of whoever starts it, its memory at most MEMORY MiB (0: any). A job that takes
more CPU time than it may ends the process (SIGPROF): whoever gave it sees that.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys

from workers import job

ALLOCATIONS = 100_000
"""So many new objects start a look for garbage. A search keeps tens of thousands alive and leaves no cycles behind:
with the usual 700, a fifth of its time goes into looking."""


def main(nice: int, memory: int) -> None:
    # Standard output is for answers alone: whatever else is printed goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if sys.platform != "win32":
        os.nice(nice)
        if memory:
            import resource  # only here: Windows has none

            resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    # A signal for all processes of the bot is the bot's affair: it ends this one when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    gc.set_threshold(ALLOCATIONS)
    while True:
        try:
            given: job.Job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _limit(given.seconds)
        for told in job.run(given):
            try:
                answers.write(pickle.dumps(told))
                answers.flush()
            except BrokenPipeError:  # the bot is gone
                os._exit(0)
        _limit(0)


def _limit(seconds: float) -> None:
    """End the process after so many more seconds of CPU time; 0: do not."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
