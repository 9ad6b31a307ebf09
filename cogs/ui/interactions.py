"""Acknowledges every command and control before anything is read, and answers it, with retries for lost requests.

Discord waits three seconds for the acknowledgment and fifteen minutes for the answer. An acknowledgment fixes where the
answer will appear (`Way`), so that is decided without the database.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord

from cogs.client.telemetry import Outcome
from cogs.ui.emojis import EMOJIS
from cogs.ui.fair_queue import MAX_OPEN_REQUESTS, close_with_task
from cogs.ui.voice import Voice, voice
from db.rows import Person
from db.transactions import COMMITTED
from engine.core.text import text
from table.log_context import set_log_fields

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

T = TypeVar("T")
log = logging.getLogger("arena")

ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE = 40060, 10062, 10008
LOST_ERRORS = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""Errors after which it is unknown whether Discord has processed a request. Other OSErrors concern our own files."""
ACKNOWLEDGE_SECONDS = 3.0
"""Seconds until an acknowledgment counts as lost."""
PAUSE_SECONDS = (0.25, 1.0)
"""Seconds between the attempts of a lost request."""
SEEN_CACHE_SIZE = 2048
"""The number of interactions that are recognized if Discord delivers them again."""


class Way(Enum):
    """Where the answer to an interaction appears."""

    PRIVATE = "a new message for this person"
    PUBLIC = "a new message for everyone in the channel"
    IN_PLACE = "the message with the control"


def bot_of(interaction: discord.Interaction) -> ArenaBot:
    """The bot that received the interaction."""
    client: Any = interaction.client
    found: ArenaBot = client
    return found


async def person_of(interaction: discord.Interaction) -> Person:
    """The settings of the person behind the interaction, read once for each interaction."""
    known: Person | None = interaction.extras.get("person")
    if known is None:
        known = interaction.extras["person"] = await bot_of(interaction).store.people.get(interaction.user.id)
    return known


async def voice_for(interaction: discord.Interaction) -> Voice:
    """The voice for this person: their own setting, else their Discord language, also if the setting cannot be read."""
    bot = bot_of(interaction)
    chosen = ""
    try:
        chosen = (await person_of(interaction)).language
    except Exception as error:
        log.warning("the language of user %s can't be read: %r", interaction.user.id, error)
    return voice(chosen or bot.language_of(interaction.locale))


# The acknowledgment


class SeenInteractions:
    """The latest interactions that this process has started to answer."""

    def __init__(self) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()
        self.open: dict[asyncio.Task[object], discord.Interaction] = {}
        """Acknowledged interactions that are being answered, by task."""

    def answering(self, interaction: discord.Interaction) -> None:
        """Mark the interaction as open until the current task is done."""
        task = asyncio.current_task()
        assert task is not None
        self.open[task] = interaction
        task.add_done_callback(self.open.pop)

    def add(self, interaction: int) -> bool:
        """Remember the interaction. Returns whether it was delivered before."""
        known = interaction in self._ids
        self._ids[interaction] = None
        while len(self._ids) > SEEN_CACHE_SIZE:
            self._ids.popitem(last=False)
        return known


def log_interaction(interaction: discord.Interaction) -> None:
    """Add this interaction to all log lines of the current task."""
    guild = interaction.guild_id
    set_log_fields(interaction=interaction.id, guild=guild, shard=bot_of(interaction).shards_here.of(guild))


async def acknowledge(interaction: discord.Interaction, way: Way) -> bool:
    """Acknowledge the interaction. Returns False if it is too late, or if it is answered already."""
    bot = bot_of(interaction)
    bot.observer.arrived(interaction)
    log_interaction(interaction)
    ticket = bot.pacing.admit(interaction.user.id)
    if ticket is None:
        await _refuse(interaction)
        bot.observer.ended(interaction, Outcome.REFUSED)
        return False
    close_with_task(ticket)
    again = bot.seen.add(interaction.id)
    interaction.extras.update(way=way, again=again)
    async with ticket.account.acknowledging:
        taken = await _acknowledged(interaction, way, again)
    if not taken:
        bot.observer.ended(interaction, Outcome.REPEATED if again else Outcome.LOST)
        return False
    bot.observer.acknowledged(interaction)
    bot.seen.answering(interaction)
    COMMITTED.set([])
    await ticket.turn()
    return True


async def _acknowledged(interaction: discord.Interaction, way: Way, again: bool) -> bool:
    try:
        await attempts(lambda: _defer(interaction, way))
    except LOST_ERRORS as error:
        log.warning("interaction %s can't be acknowledged: %r", interaction.id, error)
        return False
    except discord.HTTPException as error:
        if again or not await _taken(interaction, error):
            log.info("interaction %s can no longer be answered (%s)", interaction.id, error.code)
            return False
        log.info("interaction %s was acknowledged, although Discord's answer was lost (%s)", interaction.id, error.code)
    return True


async def _refuse(interaction: discord.Interaction) -> None:
    """Tell a person that they have too many open requests; logged once."""
    bot = bot_of(interaction)
    account = bot.pacing.account(interaction.user.id)
    if not account.refused:
        account.refused = True
        log.warning("user %s has too many open requests", interaction.user.id)
    words = text(
        "I'm still answering the last {n} things you asked for. Please wait for the answers.", n=MAX_OPEN_REQUESTS
    )
    refusal = voice(bot.language_of(interaction.locale))(words)
    try:
        async with account.acknowledging, asyncio.timeout(ACKNOWLEDGE_SECONDS):
            await interaction.response.send_message(refusal, ephemeral=True)
    except (discord.HTTPException, *LOST_ERRORS) as error:
        log.info("interaction %s can't be refused: %r", interaction.id, error)


async def _defer(interaction: discord.Interaction, way: Way) -> None:
    async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
        await interaction.response.defer(ephemeral=way is Way.PRIVATE, thinking=way is not Way.IN_PLACE)


async def _taken(interaction: discord.Interaction, error: discord.HTTPException) -> bool:
    """Whether an earlier attempt, whose answer was lost, has acknowledged the interaction."""
    if error.code != UNKNOWN_INTERACTION:
        return error.code == ALREADY_ACKNOWLEDGED
    try:
        await interaction.original_response()
    except (discord.DiscordException, *LOST_ERRORS):
        return False
    return True


# The answer


async def attempts(request: Callable[[], Awaitable[T]]) -> T:
    """The result of a request, which is repeated if it is lost."""
    for pause in PAUSE_SECONDS:
        try:
            return await request()
        except LOST_ERRORS as error:
            log.info("a request was lost and is repeated: %r", error)
            await asyncio.sleep(pause)
    return await request()


async def reply(
    interaction: discord.Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] | None = None
) -> None:
    """Show this as the answer, replacing the previous one; `files` replace all earlier ones. It pings nobody."""
    await _edit(interaction, files, view=view)


async def reply_in_words(interaction: discord.Interaction, words: str) -> None:
    """Show these words as the answer, without controls, replacing the previous one."""
    await _edit(interaction, content=words, view=None)


async def reply_file(interaction: discord.Interaction, file: discord.File) -> None:
    """Answer with a file alone."""
    await _edit(interaction, [file])


async def _edit(interaction: discord.Interaction, files: Sequence[discord.File] | None = None, **shown: Any) -> None:
    interaction.extras["answered"] = True
    data = [(one.fp.read(), one.filename, one.description) for one in files or ()]

    nobody = discord.AllowedMentions.none()

    def attached() -> list[discord.File]:
        return [discord.File(io.BytesIO(read), name, description=alt) for read, name, alt in data]

    async def edit() -> None:
        if files is not None:  # an attempt consumes its files
            shown["attachments"] = attached()
        interaction.extras["answer"] = (await interaction.edit_original_response(allowed_mentions=nobody, **shown)).id

    async def send() -> None:
        more = {name: value for name, value in shown.items() if name != "attachments" and value is not None}
        sent = await interaction.followup.send(
            ephemeral=True, wait=True, allowed_mentions=nobody, files=attached(), **more
        )
        interaction.extras.update(answer=sent.id, way=Way.PRIVATE)

    try:
        await attempts(edit)
    except discord.HTTPException as error:
        if interaction.extras.get("way") is Way.IN_PLACE and error.code == UNKNOWN_MESSAGE:
            await attempts(send)  # the pressed panel was just deleted, because another one was opened
        elif EMOJIS.gone(error, shown.get("view")):
            await attempts(edit)
        else:
            raise
    bot_of(interaction).observer.answered(interaction)


async def whisper(
    interaction: discord.Interaction, words: str, view: discord.ui.View | discord.ui.LayoutView | None = None
) -> None:
    """Answer this person privately, without a ping. A layout contains its words itself."""
    shown: dict[str, Any] = {} if view is None else {"view": view}
    if not isinstance(view, discord.ui.LayoutView):
        shown["content"] = words
    way, answered = interaction.extras["way"], interaction.extras.get("answered", False)
    if way is Way.PRIVATE and not answered:
        await _edit(interaction, **shown)
        return
    if way is Way.PUBLIC and not answered:
        # A follow-up would replace the public placeholder and be public, too.
        await _edit(interaction, content="…")
        await attempts(interaction.delete_original_response)
    nobody = discord.AllowedMentions.none()
    await attempts(lambda: interaction.followup.send(ephemeral=True, allowed_mentions=nobody, **shown))
    bot_of(interaction).observer.answered(interaction)


class Answered:
    """Base of every button and select: a press is acknowledged, then handled; errors are explained."""

    def name(self, interaction: discord.Interaction) -> str:
        """The name under which presses are counted."""
        return type(self).__name__

    def way(self, interaction: discord.Interaction) -> Way:
        """Where the answer appears."""
        return Way.PRIVATE

    async def act(self, interaction: discord.Interaction) -> None:
        """Handle the press."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction) -> None:
        interaction.extras["control"] = self.name(interaction)
        if not await acknowledge(interaction, self.way(interaction)):
            return
        bot = bot_of(interaction)
        try:
            await self.act(interaction)
        except Exception as error:
            await bot.explain(interaction, error)
        else:
            bot.observer.ended(interaction, Outcome.DONE)
