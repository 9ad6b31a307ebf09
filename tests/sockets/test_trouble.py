"""Faults of the REST API while two people play: refusals, broken connections, slow answers; nothing is lost or
duplicated.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.sockets.faults import Fault
from tests.sockets.kills import errors, until_sent
from tests.sockets.observer import observe
from tests.sockets.people import Table, happens
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

BOARD = "POST /channels/.*/messages"
FIRST_ANSWER = "POST /interactions/.*/callback"
PANEL = "PATCH /webhooks/.*/messages/@original"
EDIT = "PATCH /channels/.*/messages/"


def label(fault: Fault) -> str:
    """The fault in a test's name."""
    what = "dropped" if fault.drop else "slow" if fault.seconds else f"{fault.status}{' global' * fault.everywhere}"
    route = {BOARD: "board", FIRST_ANSWER: "first answer", PANEL: "panel", EDIT: "edit"}[fault.route]
    return f"{route} {what}{' after it was carried out' * fault.carried_out}"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_match(running: Scene) -> Table:
    """A match that continues through all scenarios."""
    table = await running.table(seed=5)
    await table.begin()
    return table


@pytest_asyncio.fixture(loop_scope="module")
async def match(scene: Scene, shared_match: Table) -> AsyncIterator[Table]:
    """At the end, every answered click is stored, and every board was posted once and in order."""
    yield shared_match
    scene.discord.faults.clear()
    await shared_match.insist(1)
    await until_sent(scene.bot)
    report = observe(scene.discord.world, scene.bot.database)
    assert report.faults == []
    assert report.boards > 2 and report.moves > 0
    assert await happens(lambda: sum(one.can("press:play:") for one in shared_match.boards()) <= 1)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(BOARD, status=429, retry_after=0.1),
        Fault(BOARD, status=429, retry_after=0.1, everywhere=True),
        Fault(BOARD, status=500),
        Fault(BOARD, status=502, carried_out=True),
        Fault(BOARD, status=503),
        Fault(BOARD, status=503, carried_out=True),
        Fault(BOARD, drop=True),
        Fault(BOARD, drop=True, carried_out=True),
        Fault(BOARD, seconds=0.5),
        Fault(PANEL, status=429, retry_after=0.1),
        Fault(PANEL, status=500),
        Fault(PANEL, drop=True),
        Fault(PANEL, drop=True, carried_out=True),
        Fault(FIRST_ANSWER, status=429, retry_after=0.1),
        Fault(FIRST_ANSWER, status=500),
        Fault(FIRST_ANSWER, drop=True),
        Fault(FIRST_ANSWER, drop=True, carried_out=True),
        Fault(EDIT, status=500),
        Fault(EDIT, drop=True, carried_out=True),
    ],
    ids=label,
)
async def test_a_single_failing_request_loses_nothing(scene: Scene, match: Table, fault: Fault) -> None:
    before = errors(scene.bot)
    scene.discord.faults.listed.append(fault)
    for _ in range(5):
        await match.insist(1)
        if await happens(lambda: fault.hits > 0, seconds=0.3):
            break
    assert fault.hits, "no request met the fault"
    if fault.route in (BOARD, EDIT):
        assert errors(scene.bot) == before, "faults of Discord are not logged as errors"
