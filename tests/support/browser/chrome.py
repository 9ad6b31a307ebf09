"""A real Chromium for the browser test, driven over its DevTools socket: no Node, no driver, no download.

Debian's `chromium` package is enough. `find()` says where it is; without it the test skips and says so.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, Self

import aiohttp

MISSING = "Chromium is missing: the browser test did not run (Debian: apt-get install chromium)"


def find() -> str | None:
    """The path of an installed Chromium or Chrome; None if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


PATIENCE = 300.0
"""Seconds; long, because the browser and the bot may share a core with many other processes."""


class Chrome:
    """One headless browser with one page. A wait that fails says what it waited for."""

    def __init__(self, width: int = 1000, height: int = 900) -> None:
        self.width, self.height = width, height
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def __aenter__(self) -> Self:
        program = find()
        if program is None:
            raise RuntimeError(MISSING)
        async with contextlib.AsyncExitStack() as opened:
            profile = opened.enter_context(tempfile.TemporaryDirectory(prefix="chrome-", ignore_cleanup_errors=True))
            process = await asyncio.create_subprocess_exec(
                program,
                *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
                *("--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            opened.push_async_callback(self._stop, process)
            web = await opened.enter_async_context(aiohttp.ClientSession())
            port = await self._port(Path(profile) / "DevToolsActivePort")
            async with web.get(f"http://127.0.0.1:{port}/json/list") as answer:
                target = next(page for page in await answer.json() if page["type"] == "page")
            self._socket = await web.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0)
            reader = asyncio.create_task(self._read())
            opened.callback(reader.cancel)
            await self.size(self.width, self.height)
            self._opened = opened.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        with contextlib.suppress(TimeoutError, ConnectionError):
            await self._call("Browser.close")
        await self._opened.aclose()

    async def _stop(self, process: asyncio.subprocess.Process) -> None:
        """Let the browser end by itself for a moment, because it still writes into its profile."""
        try:
            await asyncio.wait_for(process.wait(), 5)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _port(self, file: Path) -> str:
        """The port that Chromium chose and wrote into its profile."""
        for _ in range(int(PATIENCE / 0.05)):
            with contextlib.suppress(FileNotFoundError):
                if "\n" in (lines := await asyncio.to_thread(file.read_text)):
                    return lines.split("\n")[0]
            await asyncio.sleep(0.05)
        raise RuntimeError(f"Chromium did not start within {PATIENCE:g} s")

    async def _read(self) -> None:
        async for message in self._socket:
            answer = json.loads(message.data)
            if waiting := self._answers.pop(answer.get("id", 0), None):
                waiting.set_result(answer)

    async def _call(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._ids)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        answer = await asyncio.wait_for(self._answers[number], PATIENCE)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def size(self, width: int, height: int) -> None:
        """Set the page's size, such as a phone's width of 400 or a desktop's of 1000."""
        await self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    async def open(self, url: str) -> None:
        await self._call("Page.navigate", url="about:blank")
        await self._call("Page.navigate", url=url)
        await self.wait("document.readyState === 'complete'", f"{url} to load")

    async def js(self, expression: str) -> Any:
        """The value of a JavaScript expression; promises are awaited."""
        answer = await self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    async def wait(self, condition: str, what: str) -> Any:
        """Poll until the expression is true, also across a page load; `what` names it in the failure."""
        fault = ""
        for _ in range(int(PATIENCE / 0.1)):
            try:
                if value := await self.js(condition):
                    return value
            except RuntimeError as error:
                fault = f" ({error})"
            await asyncio.sleep(0.1)
        raise AssertionError(f"waited {PATIENCE:g} s for {what}{fault}; the page says:\n{await self.text()}")

    async def text(self) -> str:
        return str(await self.js("document.body.innerText"))

    async def screenshot(self, file: Path) -> None:
        picture = await self._call("Page.captureScreenshot", format="png")
        await asyncio.to_thread(file.write_bytes, base64.b64decode(picture["data"]))

    async def press(self, key: str) -> None:
        code = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40}[key]
        extra = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            await self._call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **extra
            )

    async def type(self, text: str) -> None:
        await self._call("Input.insertText", text=text)

    async def mouse(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            await self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)
