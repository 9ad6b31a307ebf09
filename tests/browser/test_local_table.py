"""The local table in a real browser: two people play a turn by clicking, and the process restarts in between."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cogs.ui.voice import Voice, voice
from engine.core.text import text
from engine.leaders.data.content import CARD_NAME
from tests.support.browser import chrome
from tests.support.browser.chrome import Chrome
from tests.support.browser.process import local_table
from tests.support.browser.table import Table

pytestmark = pytest.mark.skipif(chrome.find() is None, reason=chrome.MISSING)

SHOTS = os.environ.get("ARENA_SHOTS")
"""A folder for screenshots; none are taken if it is not set."""


async def shot(table: Table, name: str) -> None:
    if SHOTS:
        await table.chrome.screenshot(Path(SHOTS) / f"{name}.png")


async def test_two_people_play_a_turn_by_clicking_and_go_on_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "arena.sqlite3"
    async with Chrome() as browser:
        table = Table(browser)
        async with local_table(database) as address:
            await table.open(address)
            await table.see_start("What would you like to play?")
            await table.see_start("Surround or capture the enemy Leader")
            pictures = "[...document.querySelectorAll('.table-start-picture')]"
            drawn = f"{pictures}.filter((one) => one.naturalWidth).length >= 4"
            await browser.wait(drawn, "a picture of every game")
            await shot(table, "start")
            await table.slash("match new", game="Leaders")
            await table.see("who wants to join?")
            await shot(table, "invitation")
            await table.play_as("Bartek")
            await table.click("Join")
            begun = await table.picture()
            await browser.wait(
                "document.querySelector('.mention[data-channel]')?.innerText === '#arena'", "a channel's link"
            )
            await shot(table, "begun")
            first = await _whose_turn(table)
            await table.play_as(first)
            speak = voice({"Ada": "en", "Bartek": "pl"}[first])
            gold = "Gold to move" in begun.alt
            await table.click("Play")
            await table.see(speak(text("Which character acts?")))
            await shot(table, "panel")
            await table.click(speak(text("{who} on {at}", who=text("Leader"), at="d1" if gold else "d7")))
            await table.click("d2" if gold else "d6")
            await table.see(speak(text("Which character do you recruit?")))
            await shot(table, "recruit")
            await table.click(await _a_card(table, speak))
            await table.scroll_to_end()
            await table.click("b1" if gold else "b5")
            await table.see(speak(text("Confirm your move?")))
            await table.see_end()
            await shot(table, "confirm")
            held = await table.picture()
            await table.click(speak(text("Confirm")))
            played = await table.picture(other_than=held)
            assert played.image.tobytes() != begun.image.tobytes()
            await shot(table, "played")
            for width, height, _, own_width, own_height in await table.boxes():
                assert 0 < width <= min(550, own_width) and 0 < height <= min(550, own_height)
                assert width / height == pytest.approx(own_width / own_height, rel=0.01)
            await table.play_as("Bartek")
            await table.slash("zasady")
            await table.see("Zasady gry Starcie Wodzów")
            await table.say("/zasady Jak wygrać?")
            await table.see("Cel gry")
            await table.say("/zasaddy Jak wygrać?")
            note = "Nie ma polecenia /zasaddy. Wpisz /, aby zobaczyć wszystkie."
            await browser.wait(f"document.querySelector('#table-note').innerText === '{note}'", note)
            await shot(table, "note")
            assert await browser.js("document.querySelector('#channel-composer-input').value") == "/zasaddy Jak wygrać?"
        async with local_table(database) as address:
            await browser.open("about:blank")
            await table.open(address)
            again = await table.picture()
            assert "turn 2" in again.alt
            await browser.size(400, 860)
            wide = "(e) => e.getBoundingClientRect().width > 330 && e.getBoundingClientRect().right < 400"
            pictures = "[...document.querySelectorAll('.gallery-image')]"
            await browser.wait(f"{pictures}.length && {pictures}.every({wide})", "pictures as wide as the phone")
            await shot(table, "phone")


async def _whose_turn(table: Table) -> str:
    text = await table.chrome.js("document.querySelector('#channel-timeline').innerText")
    return "Ada" if re.findall(r"@(Ada|Bartek)[^\n]*: your move", text)[-1] == "Ada" else "Bartek"


async def _a_card(table: Table, speak: Voice) -> str:
    """A card of the market that brings one figure."""
    buttons = "[...document.querySelectorAll('.component-button')].filter((e) => e.checkVisibility())"
    labels: list[str] = await table.chrome.js(f"{buttons}.map((e) => e.innerText.trim())")
    cards = {speak(name) for card, name in CARD_NAME.items() if card != "hermit_and_cub"}
    return next(label for label in reversed(labels) if label in cards)
