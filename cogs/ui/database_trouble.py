"""Handles a database that does not answer: tell people what is known now, and the outcome once it answers again."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import discord

from cogs.play.panel import PICK, show_panel
from cogs.ui.access import need_match
from cogs.ui.interactions import LOST_ERRORS, Way, bot_of, voice_for, whisper
from db.errors import OutcomeUnknown, Passing
from db.transactions import COMMITTED
from engine.core.text import Text, text
from table.user_error import UserError

log = logging.getLogger("arena")

NO_DATABASE = text(
    "I can't reach my database right now, so nothing was changed. As soon as it answers, I'll say so here; "
    "or try again in a minute."
)
SAVED = text("That is saved. I can't reach my database right now to show you more; please look again in a minute.")
UNKNOWN = text(
    "My database doesn't answer, so I don't know yet whether that was saved. I'll say so here as soon as I know; "
    "nothing is done twice."
)
WAS_SAVED = text("My database answers again: that was saved.")
WAS_NOT_SAVED = text("My database answers again. Nothing was changed by your last click; please do it again.")

CHECK_SECONDS = 6
TOKEN_SECONDS = 14 * 60
"""Seconds after a click during which its answer can be edited, minus one minute."""
_CONTROL = re.compile(
    r"ap:(?:press:(?P<action>[a-z-]+)|choose):(?P<match>\d+):\d+:\d+(?::\d+)?(?::(?P<chosen>[a-z-]+)$)?"
)


def words_about(error: Passing) -> Text:
    """The known state of the change that this task was making."""
    if isinstance(error, OutcomeUnknown):
        return UNKNOWN
    return SAVED if COMMITTED.get() else NO_DATABASE


async def report_outcome(interaction: discord.Interaction) -> None:
    """Wait until the database answers; then say whether the change was stored, and show the current match."""
    bot = bot_of(interaction)
    loop = asyncio.get_running_loop()
    ends = loop.time() + TOKEN_SECONDS
    while loop.time() < ends:
        await asyncio.sleep(CHECK_SECONDS)
        try:
            saved = await bot.store.was_carried_out(interaction.id)
            await _show(interaction, WAS_SAVED if saved else WAS_NOT_SAVED)
        except Passing as error:
            log.debug("interaction %s still waits for the database: %s", interaction.id, error)
        except (discord.HTTPException, *LOST_ERRORS) as error:
            log.info("interaction %s cannot be updated after the outage: %r", interaction.id, error)
            return
        else:
            return


async def _show(interaction: discord.Interaction, words: Text) -> None:
    """Show it in the match's panel if the control was in one, else as a new answer."""
    match = _match_of(interaction)
    if match is not None and interaction.extras["way"] is Way.IN_PLACE:
        try:
            await need_match(interaction, match)
            live = await bot_of(interaction).table.moves.live(match)
        except UserError as refused:  # the match was canceled meanwhile, or the person may no longer see it
            log.debug("match %s has no board to show: %s", match, refused.text)
        else:
            await show_panel(interaction, live, None, note=words)
            return
    speak = await voice_for(interaction)
    await whisper(interaction, speak(words))


def _match_of(interaction: discord.Interaction) -> int | None:
    """The match that the pressed control names; None for a command, or the control of an exercise."""
    data: Any = interaction.data or {}
    found = _CONTROL.match(data.get("custom_id", ""))
    if found is None:
        return None
    control = bot_of(interaction).actions.get(found["action"] or found["chosen"] or PICK)
    return None if control is None or control.own else int(found["match"]) or None
