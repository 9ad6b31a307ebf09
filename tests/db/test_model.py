"""Drafts and commits in random order: the store behaves like a dictionary."""

import asyncio
import tempfile
from pathlib import Path
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from db import RepeatedInteraction, StaleVersion, Store
from tests.support.db.new import new_database
from tests.support.db.sample_matches import live, step
from tests.support.postgres.database import empty_postgres, own_engine
from tests.support.profile import examples

SEATS = (0, 1)


class Deed(NamedTuple):
    kind: str
    seat: int
    behind: int
    """How many versions ago the player loaded the match."""
    code: str
    interaction: int
    keep: frozenset[int]


DEEDS = st.lists(
    st.builds(
        Deed,
        kind=st.sampled_from(["save", "save", "hand over", "commit"]),
        seat=st.sampled_from(SEATS),
        behind=st.sampled_from([0, 0, 0, 1]),
        code=st.text(max_size=5).filter(lambda text: text.isprintable() and '"' not in text and "\\" not in text),
        interaction=st.integers(1, 30),
        keep=st.frozensets(st.sampled_from(SEATS)),
    ),
    max_size=25,
)


class Model:
    def __init__(self) -> None:
        self.log: list[str] = []
        self.drafts: dict[int, tuple[str, ...]] = {}
        self.seen: set[int] = set()

    def do(self, deed: Deed) -> str:
        if deed.interaction in self.seen:
            return "repeated"
        if deed.behind:
            return "stale"
        self.seen.add(deed.interaction)
        if deed.kind == "save":
            self.drafts[deed.seat] = (deed.code,)
        elif deed.kind == "hand over":
            self.drafts.pop(deed.seat, None)
        else:
            self.log.append(f'["{deed.code}"]')
            self.drafts = {seat: codes for seat, codes in self.drafts.items() if seat in deed.keep}
        return "done"


async def do(store: Store, match: int, deed: Deed) -> str:
    now = await store.matches.get(match)
    seen = now.version - deed.behind
    try:
        if deed.kind == "save":
            await store.drafts.save(match, deed.seat, seen, [deed.code], interaction=deed.interaction)
        elif deed.kind == "hand over":
            newcomer = 1000 + deed.interaction
            await store.matches.hand_over(match, seen, deed.seat, newcomer, interaction=deed.interaction)
        else:
            await store.matches.commit(
                replace(
                    step(now, deed.code, deed.seat),
                    expected_version=seen,
                    keep_drafts=tuple(deed.keep),
                    interaction=deed.interaction,
                )
            )
    except RepeatedInteraction:
        return "repeated"
    except StaleVersion:
        return "stale"
    return "done"


async def compare(deeds: list[Deed], store: Store) -> None:
    model = Model()
    match = (await live(store)).id
    for deed in deeds:
        assert await do(store, match, deed) == model.do(deed)
        assert [move.codes for move in await store.matches.moves(match)] == model.log
        found = {seat: draft for seat in SEATS if (draft := await store.drafts.get(match, seat))}
        assert {seat: draft.codes for seat, draft in found.items()} == model.drafts
        assert {draft.version for draft in found.values()} <= {len(model.log)}


async def compare_on_sqlite(deeds: list[Deed], path: Path) -> None:
    async with await Store.open(new_database(path)) as store:
        await compare(deeds, store)


@settings(max_examples=examples(40))
@given(DEEDS)
def test_drafts_and_commits_behave_like_a_dictionary_on_sqlite(deeds: list[Deed]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(compare_on_sqlite(deeds, Path(folder, "arena.sqlite3")))


@settings(max_examples=examples(10))
@given(DEEDS)
def test_drafts_and_commits_behave_like_a_dictionary_on_postgresql(deeds: list[Deed]) -> None:
    empty_postgres()
    asyncio.run(compare(deeds, Store(own_engine())))
