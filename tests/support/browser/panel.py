"""The newest private panel of the page: its contents, and one step in it by mouse."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from typing import Any

from cogs.ui.heights import MAX_PANEL_HEIGHT
from cogs.ui.voice import voice
from engine.core.text import text
from tests.support.browser.chrome import PATIENCE
from tests.support.browser.table import Table

ENGLISH = voice("en")
CONFIRM = ENGLISH(text("Confirm"))
AND_CONFIRM = ENGLISH(text("{choice} and confirm", choice=text("…"))).removeprefix("…")
NOT_CHOICES = {
    ENGLISH(text(words)) for words in ("Back", "Start over", "My hand", "Hint", "Plan ahead", "Automatic replies")
}
"""Buttons of a panel that do not answer its question."""
RULE = ENGLISH(text("Rule: {title}", title="")).strip()

_PRIVATE = ".channel-message:has(.message-ephemeral-note):has(.component-container)"
_PANEL = f"[...document.querySelectorAll('{_PRIVATE}')].at(-1)"
_TRIGGERS = f"[...{_PANEL}.querySelectorAll('.select-trigger')]"
_CHOICE = (
    f"(e) => !{json.dumps(sorted(NOT_CHOICES))}.includes(e.innerText.trim())"
    f" && !e.innerText.trim().startsWith({json.dumps(RULE)})"
)
_CONTROLS = f"[...{_PANEL}.querySelectorAll('.component-button:not(:disabled), .select-trigger')]"
_ASKS = f"{_PANEL} && {_CONTROLS}.some({_CHOICE})"
_IN_SIGHT = f"""(() => {{
    const view = document.querySelector('#channel-timeline').getBoundingClientRect();
    const inside = (box) => box.top >= view.top && box.bottom <= view.bottom + 1;
    return {_CONTROLS}.every((e) => inside(e.getBoundingClientRect()));
}})()"""
_OVER = f"{_PANEL} && !{_PANEL}.querySelector('.component-button, .select-trigger')"
_OPEN = "document.querySelector('.select-list:popover-open')"


@dataclass(frozen=True)
class Panel:
    """The contents of a panel."""

    words: str
    buttons: tuple[str, ...]
    selects: tuple[str, ...]
    pictures: tuple[str, ...]
    """The pictures' addresses: the next turn may ask the same question about another board."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The buttons that answer the question."""
        return tuple(one for one in self.buttons if one not in NOT_CHOICES and not one.startswith(RULE))

    @property
    def confirms(self) -> str | None:
        """The label of the button that confirms the move, or None."""
        return next((one for one in self.buttons if one == CONFIRM or one.endswith(AND_CONFIRM)), None)


async def open_match(table: Table, game: str) -> None:
    """Open a match against the computer from the first screen, and wait for its panel."""
    newest = f"{_PANEL}?.dataset.messageId ?? ''"
    before = await table.chrome.js(newest)
    await table.start(game, "solo")
    await table.chrome.wait(f"({newest}) !== {json.dumps(before)}", f"the first panel of {game}")


async def panel(table: Table) -> Panel:
    """The newest panel of this person."""
    seen: dict[str, Any] = await table.chrome.wait(
        f"""(() => {{
            const panel = {_PANEL};
            const texts = (selector) => [...panel.querySelectorAll(selector)].map((e) => e.innerText.trim());
            return panel && {{
                words: texts('.text-display').join('\\n'),
                buttons: texts('.component-button:not(:disabled)'),
                selects: texts('.select-trigger'),
                pictures: [...panel.querySelectorAll('img')].map((e) => e.src),
            }};
        }})()""",
        "a private panel",
    )
    return Panel(seen["words"], tuple(seen["buttons"]), tuple(seen["selects"]), tuple(seen["pictures"]))


async def count_panels(table: Table) -> int:
    """Number of private messages with controls."""
    found: int = await table.chrome.js(f"document.querySelectorAll('{_PRIVATE}:has(.component-button)').length")
    return found


async def open_question(table: Table) -> Panel | None:
    """The newest panel, once it asks this person and all its controls are visible; None if the match has ended."""
    await table.chrome.wait(f"window.simcordPreview?.ready && (({_ASKS}) || ({_OVER}))", "a question, or the end")
    if await table.chrome.js(_OVER):
        return None
    await table.chrome.wait(_IN_SIGHT, "the page to show the question")
    return await panel(table)


async def fits(table: Table) -> None:
    """Fail if the newest panel is higher than a window of 1280 × 800, which must be the window's size."""
    pictures = f"[...{_PANEL}.querySelectorAll('img')].every((e) => e.complete && e.naturalWidth)"
    await table.chrome.wait(f"{_PANEL} && ({pictures})", "the panel's pictures")
    high = await table.chrome.js(f"{_PANEL}.getBoundingClientRect().height")
    assert high <= MAX_PANEL_HEIGHT, f"a panel is {high} pixels high:\n{await panel(table)}"


async def step(table: Table) -> Panel | None:
    """Answer the newest panel's question, in a select if there is one; return that panel, None at the end.

    Every select of the panel is opened by a click first.
    """
    now = await open_question(table)
    if now is None:
        return None
    if now.confirms is not None:
        await _press_button(table, now.confirms)
    elif now.selects:
        for number in range(len(now.selects)):
            await _open(table, number, now.selects[number])
            if number + 1 < len(now.selects):
                await table.chrome.press("Escape")
                await table.chrome.wait(f"!{_OPEN}", "the select to close")
        await table.press(f"[...{_OPEN}.querySelectorAll('.select-option')].at(1)", f"an option of {now.selects[-1]!r}")
    else:
        await _press_button(table, now.choices[0])
    await _changed(table, now)
    return now


async def _press_button(table: Table, label: str) -> None:
    buttons = f"[...{_PANEL}.querySelectorAll('.component-button:not(:disabled)')]"
    await table.press(f"{buttons}.find((e) => e.innerText.trim() === {json.dumps(label)})", f"the button {label!r}")


async def _open(table: Table, number: int, name: str) -> None:
    """Open a select of the panel by a click; check that it stays open and can be reached."""
    await table.press(f"{_TRIGGERS}[{number}]", f"the select {name!r}")
    await table.chrome.wait(
        f"{_TRIGGERS}[{number}].ariaExpanded === 'true' && {_OPEN}?.querySelectorAll('.select-option').length > 1"
        f" && {_OPEN}.getBoundingClientRect().height > 100",
        f"the open select {name!r}",
    )


async def _changed(table: Table, before: Panel) -> None:
    """Wait until the panel changes or another panel is the newest."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        await table.ready()
        if await panel(table) != before:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"the panel did not change:\n{before}")
