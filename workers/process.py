"""`python -m workers.process NICE MEMORY`: runs jobs from its standard input, one at a time, until the input ends.

NICE is added to the niceness of the parent; the memory is limited to MEMORY MiB (0: unlimited). A job that exceeds its
CPU time ends the process with SIGPROF, which the parent sees.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys

from workers import job

GC_ALLOCATIONS = 100_000
"""New objects per garbage collection. A search keeps tens of thousands alive and leaves no cycles behind; with the
default 700, it spends a fifth of its time in collections.
"""


def main(nice: int, memory: int) -> None:
    # Standard output is only for answers: everything else that is printed goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if sys.platform != "win32":
        os.nice(nice)
        if memory:
            import resource  # imported here, because Windows has no such module

            resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    # Ignore signals to the process group: the bot handles them and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    gc.set_threshold(GC_ALLOCATIONS)
    while True:
        try:
            given: job.Job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _limit(given.seconds)
        for message in job.run(given):
            try:
                answers.write(pickle.dumps(message))
                answers.flush()
            except BrokenPipeError:  # the bot is gone
                os._exit(0)
        _limit(0)


def _limit(seconds: float) -> None:
    """End the process after this many more seconds of CPU time; 0 removes the limit."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
