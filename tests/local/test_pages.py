"""Pages of the local table: newest messages, updates, refusals, command names, the first screen."""

from __future__ import annotations

import asyncio
import io
import time
from base64 import b64decode
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from PIL import Image
from simcord.preview import _snapshot

import cogs.help.help
from cogs.local import checks, env
from cogs.local.errors import LocalTableError
from cogs.local.page import PATCHES
from cogs.local.start import Start
from cogs.local.window import PAGE_MESSAGES
from cogs.local.world import World
from engine.learning.lessons import course
from engine.registry import GAMES
from tests.support.engine.complete import COMPLETE
from tests.support.local.table import local_table
from tests.support.puzzles.sample import sample_puzzles


async def test_a_page_shows_the_newest_messages_and_receives_only_changes(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, projected = vars(_snapshot)["_message_projection"], list[str]()

    def counted(preview: Any, page: Any, message: Any, **rest: Any) -> dict[str, Any]:
        projected.append(message.content)
        shown: dict[str, Any] = project(preview, page, message, **rest)
        return shown

    monkeypatch.setattr(_snapshot, "_message_projection", counted)
    async with local_table(database) as table:
        ada = await table.page(0)
        for n in range(PAGE_MESSAGES + 5):
            await ada.act("send_message", content=f"message {n}")
        await ada.see(f"message {PAGE_MESSAGES + 4}")
        assert len(ada.state["timeline"]) == len(ada.state["messages"]) == PAGE_MESSAGES
        assert ada.state["history"]["hasBefore"]

        assert await ada.news() is None
        projected.clear()
        await ada.act("send_message", content="one more")
        news = await ada.news()
        assert [one["content"] for one in news["entries"]["messages"].values()][-1] == "one more"
        assert len(news["entries"]["messages"]) <= 2  # the oldest one now shows its author
        assert set(projected) <= {"one more", "message 6"}

        await ada.act("history", direction="older")
        await ada.see("message 0")
        assert len(ada.state["timeline"]) == PAGE_MESSAGES + 6
        assert not ada.state["history"]["hasBefore"]


async def test_refusals_are_answers_with_commands_in_the_readers_language(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with local_table(database) as table:
        ada, bartek = await table.page(0), await table.page(1)
        refused = await bartek.run("match join")
        assert (refused["settlement"], refused["uncertain"], refused["diagnostics"]) == ("settled", False, [])
        await bartek.see("Na tym kanale nie ma partii.")

        play, graj = (await ada.commands())["play"], (await bartek.commands())["play"]
        assert (play["invocation"], graj["invocation"], graj["otherName"]) == ("play", "graj", "play")
        assert [option["label"] for option in graj["options"]] == ["ruch"]
        assert [option["name"] for option in graj["options"]] == ["move"]
        assert (await bartek.commands())["match new"]["invocation"] == "partia nowa"

        # Answers that take longer than SimCord would wait are awaited.
        monkeypatch.setattr(env, "HORIZON_SECONDS", 0.02)
        speak = vars(cogs.help.help)["voice_for"]

        async def slowly(interaction: Any) -> Any:
            await asyncio.to_thread(time.sleep, 0.2)
            return await speak(interaction)

        monkeypatch.setattr(cogs.help.help, "voice_for", slowly)
        assert (await ada.run("help"))["settlement"] == "settled"
        await ada.see("arena board games by correspondence")


async def test_the_first_screen_offers_play_and_rules_in_both_languages(database: Path) -> None:
    async with local_table(database) as table:
        ada, bartek = await table.page(0), await table.page(1)
        people = (await table.channels())["people"]
        english = await ada.ask("GET", f"/local/start?person={people[0]}")
        polish = await bartek.ask("GET", f"/local/start?person={people[1]}")
        names = [game["name"] for game in english["games"]]
        assert names[: len(GAMES)] == [str(game.name) for game in GAMES.values()]
        assert [button["label"] for button in english["games"][0]["buttons"]][:3] == [
            "Against the computer",
            "With others",
            "Rules",
        ]
        first = english["games"][: len(GAMES)], polish["games"][: len(GAMES)]
        for key, game, translated in zip(GAMES, *first, strict=True):
            if key not in COMPLETE:
                continue
            assert game["about"] and translated["about"] != game["about"], f"{key} needs a line in cogs/local/start.py"
            image = Image.open(io.BytesIO(b64decode(game["picture"])))
            assert image.width == 160 and len(image.convert("RGB").getcolors(1 << 16) or ()) > 50
        assert polish["games"][0]["name"] == "Starcie Wodzów"
        assert [button["label"] for button in polish["games"][0]["buttons"]][:3] == [
            "Z komputerem",
            "Z innymi",
            "Zasady",
        ]

        await bartek.ask("POST", "/local/start", json={"person": people[1], "what": "rules", "game": "tashkalar"})
        await bartek.see("Zasady gry Tash-Kalar")
        await ada.ask("POST", "/local/start", json={"person": people[0], "what": "play", "game": "knockdown"})
        await bartek.see("would like to play Knockdown")
        await ada.ask("POST", "/local/start", json={"person": people[0], "what": "solo", "game": "leaders"})
        await ada.see("Computer (Apprentice)")
        wrongs: list[dict[str, Any]] = [{"what": "play", "game": "chess"}, {"what": "close", "game": "leaders"}]
        for wrong in [*wrongs, {"what": [], "game": {}}]:
            with pytest.raises(aiohttp.ClientResponseError, match="400"):
                await ada.ask("POST", "/local/start", json={"person": people[0], **wrong})


async def test_anything_a_page_sends_is_answered_without_internal_errors(database: Path) -> None:
    async with local_table(database) as table:
        ada = await table.page(0)
        for nonsense in ([], [["play"]], "play", 7, None, [{"person": "1"}]):
            for path in ("/local/start", "/api/pages", "/api/action"):
                with pytest.raises(aiohttp.ClientResponseError, match="400"):
                    await ada.ask("POST", path, json=nonsense)
        for field in ("kind", "direction", "published_revision"):
            with pytest.raises(aiohttp.ClientResponseError, match="400"):
                await ada.ask("POST", "/api/action", json={"kind": "refresh", field: []})
        with pytest.raises(aiohttp.ClientResponseError, match="400"):
            await ada.ask("POST", "/local/start", data="{", headers={"Content-Type": "application/json"})
        with pytest.raises(aiohttp.ClientResponseError, match="400"):
            await ada.ask("GET", "/api/state", headers={"X-Local-State": "soon"})
        assert (await ada.run("help"))["settlement"] == "settled"


def test_lessons_and_puzzles_are_offered_if_the_bot_has_them(tmp_path: Path) -> None:
    person: Any = SimpleNamespace(id=7)
    registered: dict[tuple[str, int], Any] = {("match", 1): {}, ("rules", 1): {}}
    world: Any = SimpleNamespace(backend=SimpleNamespace(commands={None: registered}))
    start = Start(world, World([], {7: "pl"}, []))
    labels = [button["label"] for button in start.screen(person)["games"][0]["buttons"]]
    assert labels == ["Z komputerem", "Z innymi", "Zasady"]
    registered["learn", 1] = {}
    buttons = start.screen(person)["games"][0]["buttons"]
    assert [button["what"] for button in buttons] == ["solo", "play", "rules", "learn"]
    registered["puzzle", 1] = {}
    with sample_puzzles(tmp_path):
        offered = {one["game"]: [button["what"] for button in one["buttons"]] for one in start.screen(person)["games"]}
    for game in GAMES:
        learn, puzzle = ["learn"] * bool(course(game)), ["puzzle"] * (game == "leaders")
        assert offered[game] == ["solo", "play", "rules", *learn, *puzzle]
    assert {game for game, buttons in offered.items() if "learn" in buttons} >= {*COMPLETE}


def test_another_version_of_simcord_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    checks.check_simcord()
    monkeypatch.setitem(PATCHES, "app.js", (("a line that is not there", ""),))
    with pytest.raises(LocalTableError, match="a line that is not there"):
        checks.check_simcord()


async def test_a_second_page_of_a_person_follows_the_first(database: Path) -> None:
    async with local_table(database) as table:
        first, second = await table.page(0), await table.page(0)
        await first.run("learn", game="leaders")
        await second.see("Lesson 1 of")
        await first.click("Skip the lesson")
        await second.see("Lesson 2 of")
