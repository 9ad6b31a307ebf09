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


class Requests:
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
def requests() -> Requests:
    return Requests()


async def test_a_request_with_tokens_is_answered_at_once(requests: Requests) -> None:
    for number in range(BUCKET_TOKENS):
        await requests.ask(ADA, str(number))
    assert requests.begun == [str(number) for number in range(BUCKET_TOKENS)]


async def test_a_request_without_tokens_waits_for_people_with_tokens(requests: Requests) -> None:
    requests.empty(FLOODER)
    click = await requests.ask(ADA, "Ada")
    await requests.ask(FLOODER, "flood")
    assert requests.begun == ["Ada"]
    await requests.end(click)
    assert requests.begun == ["Ada", "flood"]


async def test_a_token_bucket_refills_over_time(requests: Requests) -> None:
    requests.empty(FLOODER)
    requests.now += BUCKET_TOKENS / fair_queue.TOKENS_PER_SECOND
    await requests.ask(ADA, "Ada")
    await requests.ask(FLOODER, "no flood any more")
    assert requests.begun == ["Ada", "no flood any more"]


async def test_a_person_with_many_open_requests_is_served_one_by_one_after_others(requests: Requests) -> None:
    for person in (FLOODER, ADA, BARTEK):
        requests.empty(person)
    flood = [await requests.ask(FLOODER, f"flood {number}") for number in range(LIGHT_USE_REQUESTS + 2)]
    assert requests.begun == [f"flood {number}" for number in range(LIGHT_USE_REQUESTS)]
    click = await requests.ask(ADA, "Ada")
    other = await requests.ask(BARTEK, "Bartek")
    assert requests.begun[LIGHT_USE_REQUESTS:] == ["Ada", "Bartek"], (
        "two people with few requests do not wait for each other"
    )
    for one in flood[:LIGHT_USE_REQUESTS]:
        one.release()
    await requests.settle()
    assert len(requests.begun) == LIGHT_USE_REQUESTS + 2, "the person with many requests waits meanwhile"
    await requests.end(click)
    await requests.end(other)
    assert requests.begun[LIGHT_USE_REQUESTS + 2 :] == [f"flood {LIGHT_USE_REQUESTS}"], "one at a time"
    await requests.end(flood[LIGHT_USE_REQUESTS])
    assert requests.begun[LIGHT_USE_REQUESTS + 3 :] == [f"flood {LIGHT_USE_REQUESTS + 1}"]


async def test_every_request_is_served_in_the_end(requests: Requests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAIT_SECONDS", 0.0)
    requests.empty(FLOODER)
    await requests.ask(ADA, "Ada")
    ticket = requests.ticket(FLOODER)
    await asyncio.wait_for(ticket.turn(), 20)


async def test_waiting_for_a_film_delays_no_other_request(requests: Requests) -> None:
    requests.empty(FLOODER)

    async def film() -> None:
        await requests.ticket(ADA).turn()
        release_current()

    await asyncio.create_task(film())
    await requests.ask(FLOODER, "click")
    assert requests.begun == ["click"]


async def test_a_canceled_waiting_request_is_forgotten(requests: Requests) -> None:
    requests.empty(FLOODER)
    click = await requests.ask(ADA, "Ada")
    ticket = await requests.ask(FLOODER, "cancelled")
    requests._tasks[-1].cancel()
    await requests.end(ticket)
    await requests.end(click)
    again = await requests.ask(FLOODER, "again")
    assert requests.begun == ["Ada", "again"]
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
    refused = [one.all_text for one in flood if "/match new" not in one.text]
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
