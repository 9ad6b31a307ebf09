"""Sample rows for tests of the store: matches of Ann (1) and Bob (2) in channel 10."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from db import Commit, Match, NewMatch, NewMove, Store

ROOT = Path(__file__).parents[3]
ANN, BOB, CID = 1, 2, 3
GUILD = 5
CHANNEL = 10


class Clock:
    def __init__(self, now: float = 1_000_000.9) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


NEW = NewMatch(
    guild=GUILD,
    channel=CHANNEL,
    game="leaders",
    options='{"mode":"basic"}',
    seed="a seed",
    seed_hash="its hash",
    rules_version=1,
    language="pl",
    creator=ANN,
)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def opened(store: Store, channel: int = CHANNEL, invited: Sequence[int | None] = (ANN, None)) -> Match:
    return await store.matches.open(replace(NEW, channel=channel), invited)


async def live(store: Store, channel: int = CHANNEL) -> Match:
    match = await opened(store, channel)
    return await store.matches.start(match.id, position='{"ply":0}', to_move=[0], players=[ANN, BOB])


def step(match: Match, code: str = "e4", seat: int = 0) -> Commit:
    """A commit of one more move; use `replace` to change it."""
    return Commit(
        match=match.id,
        expected_version=match.version,
        moves=[NewMove(seat=seat, codes=f'["{code}"]')],
        position=f'{{"ply":{match.version + 1}}}',
        to_move=[1 - seat],
    )
