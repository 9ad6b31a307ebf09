"""`./run` without a token, as a separate process."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cogs.client.settings import DATABASE, HOME, TOKEN
from tests.support.browser.chrome import PATIENCE


@asynccontextmanager
async def local_table(database: Path) -> AsyncIterator[str]:
    """Run the local table; yields the address that it prints first."""
    clean = {name: value for name, value in os.environ.items() if name not in (TOKEN, DATABASE)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HOME / "bot.py"), "--local", "--port", "0", "--db", str(database),
        stdout=asyncio.subprocess.PIPE, env=clean,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        address = None
        while address is None:
            line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
            assert line, "the local table closed without an address"
            address = re.search(r"http://\S+", line)
        yield address[0]
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
