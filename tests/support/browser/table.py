"""The local table's page as a player uses it: switch player and channel, type commands, click, choose, look."""

from __future__ import annotations

import base64
import io
import json
from dataclasses import dataclass

from PIL import Image

from tests.support.browser.chrome import Chrome

_READY = "window.simcordPreview?.ready === true"
_FRAME = "document.querySelector('#channel-timeline')"
_AT_END = f"{_FRAME}.scrollHeight - {_FRAME}.clientHeight - {_FRAME}.scrollTop < 3"
_VISIBLE = "(e) => e.checkVisibility() && e.ariaDisabled !== 'true' && !e.disabled"


@dataclass(frozen=True)
class Picture:
    """A board picture as the browser shows it."""

    alt: str
    image: Image.Image


class Table:
    """A person's steps on the page; every step waits until the page has handled it."""

    def __init__(self, chrome: Chrome) -> None:
        self.chrome = chrome

    async def open(self, url: str) -> None:
        await self.chrome.open(url)
        await self.ready()

    async def ready(self) -> None:
        await self.chrome.wait(_READY, "the page to be ready")

    async def see(self, text: str) -> None:
        """Wait until the conversation shows this text."""
        shown = f"document.querySelector('#channel-timeline').innerText.includes({json.dumps(text)})"
        await self.chrome.wait(shown, f"the text {text!r}")

    async def see_start(self, text: str) -> None:
        """Wait until the first screen shows this text."""
        screen = "document.querySelector('#table-start')"
        shown = f"{screen}?.checkVisibility() && {screen}.innerText.includes({json.dumps(text)})"
        await self.chrome.wait(shown, f"the first screen with {text!r}")

    async def start(self, game: str, what: str) -> None:
        """Press a button of the first screen, after opening that screen unless the channel is empty."""
        screen = "document.querySelector('#table-start')"
        shown = f"{screen}?.checkVisibility() === true"
        await self.chrome.wait(f"({shown}) || document.querySelector('#table-new')?.checkVisibility()", "New match")
        if not await self.chrome.js(shown):
            await self.press("document.querySelector('#table-new')", "New match")
        button = f"{screen}.querySelector('[data-game={json.dumps(game)}] .table-start-{what}')"
        await self.press(f"({shown}) && {button}", f"{what!r} of {game!r} on the first screen")
        await self.chrome.wait(f"!({shown})", "the first screen to close")

    async def scroll_to_end(self) -> None:
        """Scroll to the end of the conversation."""
        await self.chrome.wait(f"({_FRAME}.scrollTop = {_FRAME}.scrollHeight) && {_AT_END}", "the end of the page")

    async def see_end(self) -> None:
        """Wait until the end of the conversation is shown, without scrolling."""
        await self.chrome.wait(_AT_END, "a page that follows what is said")

    async def _switch(self, picker: str, name: str) -> None:
        await self.chrome.wait(
            f"""(() => {{
                const picker = document.querySelector('{picker}');
                const option = [...picker.options].find((o) => o.text.endsWith({json.dumps(name)}));
                if (!option) return false;
                picker.value = option.value;
                picker.dispatchEvent(new Event('change', {{ bubbles: true }}));
                return true;
            }})()""",
            f"{name!r} in {picker}",
        )

    async def play_as(self, name: str) -> None:
        """Switch to another player in this tab."""
        await self._switch("#viewer-picker", name)
        await self.chrome.wait(
            f"{_READY} && document.querySelector('#viewer-picker').selectedOptions[0]?.text === {json.dumps(name)}",
            f"playing as {name}",
        )

    async def go_to(self, channel: str) -> None:
        """Switch to another channel or thread in this tab."""
        await self._switch("#table-picker", channel)
        await self.chrome.wait(
            f"{_READY} && document.querySelector('#channel-name').innerText === {json.dumps(channel)}",
            f"the channel {channel}",
        )

    async def press(self, find: str, what: str) -> None:
        """Click the element that the JavaScript expression finds with the mouse, once it is still and not covered.

        Clicks again, as a person would, if the page was redrawn under the mouse so that the click was lost.
        """
        for _ in range(3):
            await self.chrome.mouse(*await self._aim(find, what))
            if await self.chrome.js("window.pressed"):
                return
        raise AssertionError(f"{what} was clicked three times, and the page has not noticed")

    async def _aim(self, find: str, what: str) -> tuple[float, float]:
        """The position of the element to click; `window.pressed` will record whether it was clicked."""
        at = await self.chrome.wait(
            f"""(async () => {{
                const e = {find};
                if (!e) return null;
                e.scrollIntoView({{ block: 'nearest' }});
                const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
                const [x, y] = middle(e.getBoundingClientRect());
                await new Promise((done) => setTimeout(done, 120));
                const [nowX, nowY] = middle(e.getBoundingClientRect());
                if (x !== nowX || y !== nowY) return null;
                if (!e.contains(document.elementFromPoint(x, y))) {{
                    e.scrollIntoView({{ block: 'center' }});
                    return null;
                }}
                window.pressed = false;
                const pressed = (event) => {{ window.pressed = e.contains(event.target); }};
                document.addEventListener('click', pressed, {{ capture: true, once: true }});
                return [x, y];
            }})()""",
            what,
        )
        x, y = at
        return x, y

    async def click(self, label: str) -> None:
        """Click the newest button with this label and wait for the bot's answer."""
        buttons = f"[...document.querySelectorAll('.component-button')].filter({_VISIBLE})"
        await self.press(
            f"{buttons}.findLast((e) => e.innerText.trim() === {json.dumps(label)})", f"the button {label!r}"
        )
        await self.ready()

    async def choose(self, label: str) -> None:
        """Open the newest select that offers this label, choose it and wait for the bot's answer."""
        option = f"(e) => e.querySelector('.option-label').textContent.trim() === {json.dumps(label)}"
        offers = f"(select) => [...select.querySelectorAll('.select-option')].some({option})"
        select = f"[...document.querySelectorAll('.preview-select')].findLast({offers})"
        await self.press(f"{select}?.querySelector('.select-trigger')", f"a select that offers {label!r}")
        await self.press(
            f"[...document.querySelectorAll('.select-option')].filter((e) => e.checkVisibility()).findLast({option})",
            f"the open option {label!r}",
        )
        await self.ready()

    async def slash(self, command: str, **options: str) -> None:
        """Type a command in the composer, fill its options (autocomplete by label or value), and send it."""
        await self.press("document.querySelector('#channel-composer-input')", "the composer")
        await self.chrome.type(f"/{command}")
        await self.chrome.wait(
            "document.querySelector('.command-popup [role=option]')?.checkVisibility()", f"/{command}"
        )
        await self.chrome.press("Enter")
        await self.chrome.wait(
            f"document.querySelector('.command-chip')?.innerText === {json.dumps('/' + command)}", f"/{command} chosen"
        )
        for name, value in options.items():
            await self._fill(name, value)
        await self.press("document.querySelector('#send-message')", "the send button")
        await self.chrome.wait(f"!document.querySelector('.command-chip') && {_READY}", f"/{command} to be answered")

    async def say(self, line: str) -> None:
        """Type a line in the composer and press Enter."""
        await self.press("document.querySelector('#channel-composer-input')", "the composer")
        await self.chrome.type(line)
        await self.chrome.press("Enter")
        await self.ready()

    async def _fill(self, name: str, value: str) -> None:
        field = f".command-option-input[data-option={json.dumps(name)}]"
        if not await self.chrome.js(f"!!document.querySelector({json.dumps(field)})"):
            await self.press("document.querySelector('.command-ghost')", "more options")
            await self.press(
                f"document.querySelector('.command-suggestion[data-value={json.dumps(name)}]')", f"the option {name!r}"
            )
        await self.press(f"document.querySelector({json.dumps(field)})", f"the field {name!r}")
        offered = await self.chrome.js(f"document.querySelector({json.dumps(field)}).role === 'combobox'")
        await self.chrome.type(value)
        if offered:
            await self.press(
                f"[...document.querySelectorAll('.command-suggestion')].find((e) => "
                f"[e.dataset.value, e.innerText.trim()].includes({json.dumps(value)}))",
                f"{value!r} among the choices of {name!r}",
            )

    async def boxes(self) -> list[tuple[float, float, float, float, float]]:
        """Width, height and right edge of every picture as shown, and its own width and height."""
        found = await self.chrome.js(
            """[...document.querySelectorAll('.gallery-image')].map((e) => {
                const box = e.getBoundingClientRect();
                return [box.width, box.height, box.right, e.naturalWidth, e.naturalHeight];
            })"""
        )
        return [tuple(one) for one in found]

    async def picture(self, *, other_than: Picture | None = None) -> Picture:
        """The board of the newest message with pictures, once loaded; with `other_than`, once it differs from it."""
        newest = (
            "[...document.querySelectorAll('.channel-message:has(.gallery-image)')].at(-1)"
            "?.querySelector('.gallery-image')"
        )
        old = json.dumps(other_than.alt if other_than else None)
        await self.chrome.wait(
            f"{_READY} && {newest}?.complete && {newest}.naturalWidth > 0 && {newest}.alt !== {old}", "a new picture"
        )
        alt, data = await self.chrome.js(
            f"""(async () => {{
                const image = {newest};
                const bytes = new Uint8Array(await (await fetch(image.src)).arrayBuffer());
                return [image.alt, btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))];
            }})()"""
        )
        return Picture(alt, Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"))
