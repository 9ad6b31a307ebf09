"""SimCord's environment for people instead of tests."""

from __future__ import annotations

import logging
from typing import Any

import simcord
from discord import app_commands

from table.user_error import UserError

log = logging.getLogger("arena")

HORIZON_SECONDS = 1.0
"""Seconds; work that sleeps longer is not awaited."""
SLOW_SECONDS = 30
"""Seconds after which the log reports that the bot is still working."""
WHILE_OPEN, WHILE_CLOSING = 1e9, 10.0
"""Timeouts in seconds for SimCord's clock steps and for the work that is running at its shutdown."""


class LocalEnv(simcord.Env):
    """Waits as long as the bot works, even on slow machines; a refusal is an answer, not a failure."""

    def __init__(self, bot: Any) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=WHILE_OPEN)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Wait until the bot has no more work, at most for `timeout`."""
        if timeout is not None:
            await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch)
            return
        tries = 0
        while True:
            try:
                # The deadline also selects the sleeping tasks to wait for, so it has to be near.
                await super()._settle_internal(timeout=HORIZON_SECONDS, idle=idle, dispatch=dispatch)
                return
            except TimeoutError as error:
                tries += 1
                if tries * HORIZON_SECONDS == SLOW_SECONDS:
                    log.warning("the bot has been at work for %s s: %s", SLOW_SECONDS, error)

    def _record_error(self, error: BaseException) -> None:
        """Log the error unless it is logged elsewhere. SimCord would report the click as failed although the bot has
        answered.
        """
        if not isinstance(error, app_commands.AppCommandError | UserError):
            log.error("an error at the local table", exc_info=error)

    async def shutdown(self) -> None:
        self.settle_timeout = WHILE_CLOSING
        await super().shutdown()
