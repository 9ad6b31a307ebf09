"""Errors of interactions: answered in the person's language; unexpected ones are logged and counted."""

from __future__ import annotations

import logging
from typing import Any

import discord

from cogs.client.telemetry import Outcome
from cogs.play.panel import show_panel
from cogs.rules.section_panel import rule_button
from cogs.ui.database_trouble import NO_DATABASE, report_outcome, words_about
from cogs.ui.interactions import LOST_ERRORS, Way, bot_of, voice_for, whisper
from cogs.ui.unknown_word import unknown_word_text
from db.errors import (
    BrokenDatabase,
    ChannelTaken,
    NoSuchMatch,
    Passing,
    RemovedDatabase,
    RepeatedInteraction,
    StaleVersion,
    UnwritableDatabase,
)
from engine.core.ask import Refused
from engine.core.text import Text, text
from table.matches.moves import Misfit, Stale
from table.user_error import UserError

log = logging.getLogger("arena")

DATABASE_TROUBLE = (Passing, BrokenDatabase, UnwritableDatabase)

NOT_SAVED = text(
    "A file of my database was removed, so I can't save anything. This was not saved. Please tell whoever hosts me."
)


async def explain(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer with the reason of an error, in the person's language; unexpected errors are logged and counted.

    A plain sentence needs no database.
    """
    bot_of(interaction).observer.ended(interaction, _outcome(error))
    if isinstance(error, RepeatedInteraction):
        log.info("interaction %s was delivered again", interaction.id)
        if interaction.extras["again"] or interaction.extras["way"] is Way.IN_PLACE:
            return  # the first delivery answers
    try:
        if isinstance(error, Stale):
            note = text("That was for an earlier position. This is the current one.")
            await show_panel(interaction, error.live, error.now, note=note)
            return
        speak = await voice_for(interaction)
        if isinstance(error, Misfit):
            await show_panel(interaction, error.live, error.now, note=_misfit(error, speak.language), rule=error.rule)
            return
        words, rule = _reason(error)
        await whisper(
            interaction, speak(words or _unexpected(interaction, error)), rule_button(rule, speak) if rule else None
        )
    except (discord.HTTPException, *LOST_ERRORS) as second:
        log.warning("cannot report %r to the user: %r", error, second)
    except DATABASE_TROUBLE as second:  # raised by the panel
        await explain(interaction, second)


def _outcome(error: BaseException) -> Outcome:
    """The outcome of an interaction that raised this error."""
    if isinstance(error, RepeatedInteraction):
        return Outcome.REPEATED
    if isinstance(error, Stale) or _reason(error)[0] is not None:
        return Outcome.REFUSED
    if isinstance(error, DATABASE_TROUBLE):
        return Outcome.DATABASE
    return Outcome.DISCORD if isinstance(error, (discord.HTTPException, *LOST_ERRORS)) else Outcome.FAILED


def _unexpected(interaction: discord.Interaction, error: BaseException) -> Text:
    """The text for an error that the user did not cause; it is logged, and counted if it is a bug."""
    if isinstance(error, Passing):
        log.warning("%s has to be repeated: %s", describe(interaction), error)
        bot_of(interaction).in_background(report_outcome(interaction))
        return words_about(error)
    if isinstance(error, (discord.HTTPException, *LOST_ERRORS)):
        log.warning("Discord did not accept the answer to %s: %r", describe(interaction), error)
        return text("Discord didn't accept my answer. What you have confirmed is saved; please look again.")
    bot_of(interaction).failures += 1
    if isinstance(error, DATABASE_TROUBLE):
        log.error("interaction %s failed: %s: %s", interaction.id, describe(interaction), error)
        return NOT_SAVED if isinstance(error, RemovedDatabase) else NO_DATABASE
    log.error("interaction %s failed: %s", interaction.id, describe(interaction), exc_info=error)
    return text("Something went wrong on my side. Nothing is lost; please try again.")


def _misfit(error: Misfit, language: str) -> Text:
    """The refusal; for an unknown word, with the words that can be typed instead, in the person's language."""
    if error.now.ask is None or not error.meaningless:
        return error.text
    return unknown_word_text(error.text.args["word"], error.now.ask, language)


def _reason(error: BaseException) -> tuple[Text | None, str]:
    """The text for the user, None for an unexpected error; and the id of the rule behind it, or ""."""
    if isinstance(error, UserError | Refused):
        return error.text, error.rule
    if isinstance(error, RepeatedInteraction):
        return text("That's already done; please look again."), ""
    if isinstance(error, NoSuchMatch):
        return text("There is no such match."), ""
    if isinstance(error, StaleVersion):
        return text("The match has moved on in the meantime. Please look again."), ""
    if isinstance(error, ChannelTaken):
        return text(
            "There is already a match in this channel. Only one at a time; a thread counts as a channel of its own."
        ), ""
    if isinstance(error, discord.Forbidden):
        return text("I'm not allowed to do that here. I need: view channel, send messages, attach files, threads."), ""
    return None, ""


def describe(interaction: discord.Interaction) -> str:
    """The interaction for the log: person, channel, control or command."""
    data: Any = interaction.data or {}
    what = data.get("custom_id") or data.get("name")
    return f"user {interaction.user.id}, channel {interaction.channel_id}, {what}"
