"""`python -m tests.support.db.endless_bot FILE`: plays without an end and prints what the store has acknowledged.

Started again on the same file, it continues at the end of the log.
"""

import asyncio
import sys

from msgspec.structs import replace

from db import NewDue, NewMessage, Store
from tests.support.db.sample_matches import CHANNEL, live, step


async def main(path: str) -> None:
    async with await Store.open(path) as store:
        match = await store.matches.in_channel(CHANNEL) or await live(store)
        while True:
            seat = match.version % 2
            await store.drafts.save(match.id, seat, match.version, [str(match.version)])
            sys.stdout.write(f"draft {match.version}\n")
            sys.stdout.flush()
            done = await store.matches.commit(
                replace(
                    step(match, str(match.version), seat),
                    outbox=[NewMessage(kind="turn", payload=str(match.version + 1))],
                    due=[NewDue(at=match.version + 1, kind="clock")],
                )
            )
            match = done.match
            sys.stdout.write(f"move {match.version}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
