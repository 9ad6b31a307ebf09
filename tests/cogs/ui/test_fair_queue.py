"""People with many requests wait for those with few, and are refused beyond a limit."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.app_commands import Choice

from cogs.ui import fair_queue, interactions
from cogs.ui.autocomplete import in_time
from cogs.ui.fair_queue import (
    BUCKET_TOKENS,
    LIGHT_USE_REQUESTS,
    MAX_CONCURRENT_SUGGESTIONS,
    FairQueue,
    Ticket,
    release_current,
)
from tests.support.world import World

FLOODER, ADA, BARTEK = 1, 2, 3


class Asked:
    """Requests; those that have begun are in `begun`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pacing = FairQueue(lambda: self.now)
        self.begun: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []

    def empty(self, person: int) -> None:
        """Use up the person's tokens."""
        for _ in range(BUCKET_TOKENS):
            self.ticket(person).close()

    def ticket(self, person: int) -> Ticket:
        ticket = self.pacing.admit(person)
        assert ticket is not None
        return ticket

    async def ask(self, person: int, name: str) -> Ticket:
        """Make a request; it begins when the queue allows."""
        ticket = self.ticket(person)

        async def begin() -> None:
            await ticket.turn()
            self.begun.append(name)

        self._tasks.append(asyncio.create_task(begin()))
        await self.settle()
        return ticket

    async def settle(self) -> None:
        for _ in range(4):
            await asyncio.sleep(0)

    async def end(self, ticket: Ticket) -> None:
        ticket.close()
        await self.settle()


@pytest.fixture
def asked() -> Asked:
    return Asked()


async def test_a_request_with_tokens_is_answered_at_once(asked: Asked) -> None:
    for number in range(BUCKET_TOKENS):
        await asked.ask(ADA, str(number))
    assert asked.begun == [str(number) for number in range(BUCKET_TOKENS)]


async def test_a_request_without_tokens_waits_for_people_with_tokens(asked: Asked) -> None:
    asked.empty(FLOODER)
    click = await asked.ask(ADA, "Ada")
    await asked.ask(FLOODER, "flood")
    assert asked.begun == ["Ada"]
    await asked.end(click)
    assert asked.begun == ["Ada", "flood"]


async def test_a_token_bucket_refills_over_time(asked: Asked) -> None:
    asked.empty(FLOODER)
    asked.now += BUCKET_TOKENS / fair_queue.TOKENS_PER_SECOND
    await asked.ask(ADA, "Ada")
    await asked.ask(FLOODER, "no flood any more")
    assert asked.begun == ["Ada", "no flood any more"]


async def test_a_person_with_many_open_requests_is_served_one_by_one_after_others(asked: Asked) -> None:
    for person in (FLOODER, ADA, BARTEK):
        asked.empty(person)
    flood = [await asked.ask(FLOODER, f"flood {number}") for number in range(LIGHT_USE_REQUESTS + 2)]
    assert asked.begun == [f"flood {number}" for number in range(LIGHT_USE_REQUESTS)]
    click = await asked.ask(ADA, "Ada")
    other = await asked.ask(BARTEK, "Bartek")
    assert asked.begun[LIGHT_USE_REQUESTS:] == ["Ada", "Bartek"], "two who click fast do not wait for each other"
    for one in flood[:LIGHT_USE_REQUESTS]:
        one.release()
    await asked.settle()
    assert len(asked.begun) == LIGHT_USE_REQUESTS + 2, "nor does the flood go on beside them"
    await asked.end(click)
    await asked.end(other)
    assert asked.begun[LIGHT_USE_REQUESTS + 2 :] == [f"flood {LIGHT_USE_REQUESTS}"], "one at a time"
    await asked.end(flood[LIGHT_USE_REQUESTS])
    assert asked.begun[LIGHT_USE_REQUESTS + 3 :] == [f"flood {LIGHT_USE_REQUESTS + 1}"]


async def test_every_request_is_served_in_the_end(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAIT_SECONDS", 0.0)
    asked.empty(FLOODER)
    await asked.ask(ADA, "Ada")
    ticket = asked.ticket(FLOODER)
    await asyncio.wait_for(ticket.turn(), 20)


async def test_waiting_for_a_film_delays_no_other_request(asked: Asked) -> None:
    asked.empty(FLOODER)

    async def film() -> None:
        await asked.ticket(ADA).turn()
        release_current()

    await asyncio.create_task(film())
    await asked.ask(FLOODER, "click")
    assert asked.begun == ["click"]


async def test_a_canceled_waiting_request_is_forgotten(asked: Asked) -> None:
    asked.empty(FLOODER)
    click = await asked.ask(ADA, "Ada")
    ticket = await asked.ask(FLOODER, "cancelled")
    asked._tasks[-1].cancel()
    await asked.end(ticket)
    await asked.end(click)
    again = await asked.ask(FLOODER, "again")
    assert asked.begun == ["Ada", "again"]
    assert again.account.open == again.account.running == 1


async def test_too_many_requests_are_refused_every_time_and_later_served_again(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(fair_queue, "MAX_OPEN_REQUESTS", 3)
    monkeypatch.setattr(interactions, "MAX_OPEN_REQUESTS", 3)
    celina, ada = world["Celina"], world["Ada"]
    async with world.together():
        flood = [await celina.slash("help") for _ in range(6)]
        other = await ada.slash("help")
    assert all(one.acknowledged for one in [*flood, other])
    refused = [one.said for one in flood if "/match new" not in one.text]
    assert refused == ["I'm still answering the last 3 things you asked for. Please wait for the answers."] * 3
    assert "/match new" in other.text
    assert sum("has too many open requests" in line for line in caplog.messages) == 1
    assert "/match new" in (await celina.slash("help")).text


async def test_autocomplete_that_comes_too_fast_is_answered_from_known_results() -> None:
    searched: list[str] = []
    account = SimpleNamespace(suggestions=1)
    client = SimpleNamespace(pacing=SimpleNamespace(account=lambda _: account))
    person = cast(
        discord.Interaction, SimpleNamespace(user=SimpleNamespace(id=77), channel_id=2, client=cast(Any, client))
    )

    @in_time
    async def suggest(_: None, _person: discord.Interaction, typed: str) -> list[Choice[str]]:
        searched.append(typed)
        return [Choice(name=typed, value=typed)]

    await suggest(None, person, "n")
    account.suggestions = MAX_CONCURRENT_SUGGESTIONS + 1
    assert await suggest(None, person, "ne") == [Choice(name="n", value="n")]
    assert searched == ["n"]
