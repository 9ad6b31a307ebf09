"""The local table without a browser: it runs in this process, and a page talks to it like the browser's."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from simcord.components import walk_components

import bot
from cogs.client.arena_bot import ArenaBot
from cogs.local import KnownPlace, serve

SECRET = "the same at every start"


class Page:
    """A page of one person in one channel."""

    def __init__(self, web: aiohttp.ClientSession, origin: str, key: str) -> None:
        self.web, self.origin = web, origin
        self.headers = {"X-Simcord-Capability": key}
        self.state: dict[str, Any] = {}
        self._sequence = itertools.count(1)

    async def open(self, person: str) -> Page:
        self.state = await self.ask("POST", "/api/pages", json={"viewer_id": person})
        self.headers["X-Simcord-Context"] = self.state["context"]["id"]
        return self

    async def ask(self, method: str, path: str, **options: Any) -> Any:
        headers = {**self.headers, **options.pop("headers", {})}
        async with self.web.request(method, self.origin + path, headers=headers, **options) as answer:
            answer.raise_for_status()
            return None if answer.status == 204 else await answer.json()

    async def news(self) -> Any:
        """The response to the page's poll, None if nothing is new; then updates the page's state."""
        known = str(self.state.get("localState", 0))
        news = await self.ask("GET", "/api/state", headers={"X-Local-State": known})
        if news is not None and "whole" in news:
            self.state = news["whole"]
        elif news is not None:
            self.state = {**self.state, **news["changed"], "localState": news["localState"]}
            for part, entries in news["entries"].items():
                gone = {number for name, *number in news["gone"] if name == part for number in number}
                self.state[part] = {n: one for n, one in {**self.state[part], **entries}.items() if n not in gone}
        return news

    async def see(self, words: str) -> dict[str, Any]:
        """The newest message with these words, once there is one."""
        for _ in range(200):
            await self.news()
            for number in reversed(self.state["timeline"]):
                message: dict[str, Any] = self.state["messages"][number]
                if words in str(message):
                    return message
            await asyncio.sleep(0.05)
        raise AssertionError(f"nothing says {words!r}")

    async def act(self, kind: str, **body: Any) -> dict[str, Any]:
        receipt = await self.try_to(kind, **body)
        assert not receipt["rejected"], receipt
        return receipt

    async def try_to(self, kind: str, **body: Any) -> dict[str, Any]:
        """The receipt of an action, which may be refused."""
        await self.news()
        state = self.state
        receipt: dict[str, Any] = await self.ask(
            "POST",
            "/api/action",
            json={
                "protocol_version": 3,
                "sequence": (number := next(self._sequence)),
                "request_id": f"r{number}",
                "generation": state["context"]["generation"],
                "bot_generation": state["botGeneration"],
                "published_revision": state["publishedRevision"],
                "kind": kind,
                **body,
            },
        )
        return receipt

    async def commands(self) -> dict[str, dict[str, Any]]:
        """The composer's commands, by their English names."""
        catalog = await self.ask("GET", "/api/commands")
        return {" ".join(entry["path"]): entry for entry in catalog["entries"]}

    async def run(self, command: str, **options: Any) -> dict[str, Any]:
        entry = (await self.commands())[command]
        return await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def click(self, label: str) -> dict[str, Any]:
        message = await self.see(f"'label': '{label}'")
        control = next(part for part in walk_components(message["components"]) if part.get("label") == label)
        return await self.act("click", target_id=message["id"], control_key=control["control_key"])


class LocalTable:
    """A running local table."""

    def __init__(self, web: aiohttp.ClientSession, addresses: list[str]) -> None:
        self.web, self.addresses = web, addresses
        found = re.search(r"(http://[^/]+)/\?as=1#(\w+)", addresses[0])
        assert found is not None
        self.origin, self.key = found[1], found[2]

    async def channels(self, at_least: int = 0) -> dict[str, Any]:
        """The channels, once there are `at_least` of them, and the people."""
        for _ in range(200):
            answer: dict[str, Any] = await Page(self.web, self.origin, self.key).ask("GET", "/local/channels")
            if len(answer["channels"]) >= at_least:
                return answer
            await asyncio.sleep(0.05)
        raise AssertionError(f"there are never {at_least} channels")

    async def page(self, player: int, channel: str = "# arena") -> Page:
        known = await self.channels()
        key = next(one["key"] for one in known["channels"] if one["name"] == channel)
        return await Page(self.web, self.origin, key).open(known["people"][player])


@asynccontextmanager
async def local_table(database: Path, port: int = 0) -> AsyncIterator[LocalTable]:
    """Run the local table on this database, from its first address to its end."""
    addresses: list[str] = []
    opened = asyncio.Event()

    def announce(line: str) -> None:
        addresses.append(line)
        opened.set()

    places = [KnownPlace(*place) for place in await bot.known_places(database)]
    running = asyncio.create_task(
        serve(
            lambda: ArenaBot(database),
            port=port,
            players=2,
            announce=announce,
            opened=bot.post_boards_again,
            places=places,
            secret=SECRET,
        )
    )
    waiting = asyncio.create_task(opened.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if running.done():
        await running
    try:
        async with aiohttp.ClientSession() as web:
            yield LocalTable(web, addresses)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
