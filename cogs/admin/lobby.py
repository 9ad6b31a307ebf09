"""Titles of match threads, and the lobby: a forum whose posts also have tags."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.ui.interactions import LOST_ERRORS, bot_of
from cogs.ui.layouts import layout
from cogs.ui.voice import VOICES, Voice, mention, voice
from db.rows import Match
from engine.core.game import AnyGame
from engine.core.text import Text, joined, text
from engine.registry import GAMES
from table.computers.computers import is_computer
from table.matches.seating import Seating
from table.outbox.outgoing import clip, harmless
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

log = logging.getLogger("arena")

OPEN, LIVE, OVER = text("Open"), text("Live"), text("Over")
STATUS_TAGS = {"open": OPEN, "live": LIVE, "over": OVER, "cancelled": OVER}
"""The tag for each status of a match."""
OUR_TAGS = (*(game.name for game in GAMES.values()), OPEN, LIVE, OVER)
"""All tags that the bot sets."""
OPEN_SEAT_NAME = "?"
"""The placeholder in a title for players who may still join."""
MAX_TITLE_LENGTH, MAX_TAGS, MAX_POST_TAGS, MAX_TAG_LENGTH = 100, 20, 5, 20
"""Discord's limits: characters per title, tags per forum and per post, characters per tag."""
TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
"""HTTP statuses of temporary errors: the first one, and all from the second on."""


# The setting


async def lobby_of(bot: ArenaBot, guild: int) -> discord.ForumChannel | None:
    """The server's lobby; None if it has none or the forum no longer exists."""
    chosen = await bot.store.variables.get(_variable(guild))
    found = bot.get_channel(int(chosen)) if chosen else None
    return found if isinstance(found, discord.ForumChannel) else None


async def set_lobby(bot: ArenaBot, guild: int, forum: discord.ForumChannel | None, speak: Voice) -> None:
    """Set or remove the lobby, and add missing tags to the forum if that is allowed."""
    if forum is not None:
        if missing := _missing(forum):
            names = joined(missing)
            raise UserError(text("I am missing permissions in {where}: {names}.", where=forum.mention, names=names))
        if (await bot.store.guilds.get(guild)).channels:
            await bot.store.guilds.allow_channel(guild, forum.id)
        await _add_tags(forum, speak)
    await bot.store.variables.set(_variable(guild), str(forum.id) if forum else "")


def _variable(guild: int) -> str:
    return f"lobby {guild}"


def _missing(forum: discord.ForumChannel) -> list[Text]:
    """The permissions that the bot is missing in the forum."""
    may = forum.permissions_for(forum.guild.me)
    needs = (
        (may.view_channel, text("view channel")),
        (may.send_messages, text("create posts")),
        (may.send_messages_in_threads, text("send messages")),
        (may.attach_files, text("attach files")),
    )
    return [name for granted, name in needs if not granted]


# Posts


async def lobby_for(
    interaction: discord.Interaction, opponents: Sequence[discord.Member]
) -> discord.ForumChannel | None:
    """The lobby for a match that is opened here; None in a forum post, or if a player cannot see the lobby."""
    guild, channel = interaction.guild, interaction.channel
    if guild is None or (isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.ForumChannel)):
        return None
    forum = await lobby_of(bot_of(interaction), guild.id)
    if forum is None or _missing(forum):
        return None
    people = [one for one in (interaction.user, *opponents) if isinstance(one, discord.Member)]
    if not all(forum.permissions_for(one).view_channel for one in people):
        return None
    return forum if _tags(forum, OUR_TAGS) or not forum.flags.require_tag else None


async def new_post(
    forum: discord.ForumChannel, game: AnyGame, creator: discord.abc.User, names: Sequence[str], speak: Voice
) -> discord.channel.ThreadWithMessage:
    """Create a post for a match, named after its game and players; its first message names the creator."""
    by = text("{who} opens a match: {game}.", who=mention(creator.id), game=game.name)
    return await forum.create_thread(
        name=title(game, names, speak),
        view=layout(discord.ui.TextDisplay(speak(by))),
        applied_tags=_tags(forum, (game.name, OPEN)),
        allowed_mentions=discord.AllowedMentions.none(),
    )


def title(game: AnyGame, names: Sequence[str], speak: Voice) -> str:
    """The title of a match's thread: its game and its players."""
    return clip(f"{speak(game.name)}: {' – '.join(names)}", MAX_TITLE_LENGTH)


# Titles and tags


async def _add_tags(forum: discord.ForumChannel, speak: Voice) -> None:
    """Add missing tags to the forum if the bot may manage it; the lobby works without them, too."""
    new = [discord.ForumTag(name=clip(speak(name), MAX_TAG_LENGTH)) for name in OUR_TAGS if not _tags(forum, [name])]
    may = forum.permissions_for(forum.guild.me).manage_channels
    if not new or not may or len(forum.available_tags) + len(new) > MAX_TAGS:
        return
    try:
        await forum.edit(available_tags=[*forum.available_tags, *new])
    except discord.HTTPException as error:
        log.info("forum %s gets no tags: %s", forum.id, error)


def shows_its_match(thread: discord.Thread, person: int) -> bool:
    """Whether this person (or bot) has opened the thread, and the thread's tags or title show the match's state."""
    shown = isinstance(thread.parent, discord.ForumChannel) or _lacks_players(thread)
    return thread.owner_id == person and shown


Changes = tuple[str | None, frozenset[int] | None]
"""A new title and the ids of new tags; None if unchanged."""


async def update_thread(seating: Seating, thread: discord.Thread, match: int, refused: dict[int, Changes]) -> None:
    """Update the post's tags to the state of its newest match; leave them if they cannot be set.

    When the match begins, the title of any thread gets the names of all players. Skips changes that are already
    requested or that Discord has `refused`.
    """
    if thread.archived:
        return
    row = await seating.shown_in(thread.id, match)
    changes: dict[str, Any] = {}
    ids: frozenset[int] | None = None
    if row.status == "live" and _lacks_players(thread):
        try:
            changes["name"] = await _full_title(seating, thread, row)
        except (discord.HTTPException, *LOST_ERRORS) as error:
            log.info("the title of thread %s stays as it is: %r", thread.id, error)
    if isinstance(forum := thread.parent, discord.ForumChannel):
        tags = _tags_for(forum, thread, row)
        if {tag.id for tag in tags} != {tag.id for tag in thread.applied_tags}:
            changes["applied_tags"] = tags
            ids = frozenset(tag.id for tag in tags)
    wanted = (changes.get("name"), ids)
    if not changes or refused.get(thread.id) == wanted:
        return
    refused[thread.id] = wanted
    try:
        # A single request: Discord allows few renames within ten minutes.
        await thread.edit(**changes)
    except (discord.HTTPException, *LOST_ERRORS) as error:
        log.info("title and tags of thread %s stay as they are: %r", thread.id, error)
        if isinstance(error, discord.HTTPException) and TOO_MANY_REQUESTS != error.status < SERVER_ERROR:
            return
    if refused.get(thread.id) == wanted:
        del refused[thread.id]


def _tags_for(forum: discord.ForumChannel, post: discord.Thread, match: Match) -> list[discord.ForumTag]:
    """The tags for the match's game and status, and those tags of the post that are not ours."""
    ours = _names(OUR_TAGS)
    wanted = _tags(forum, (GAMES[match.game].name, STATUS_TAGS[match.status]))
    return [*wanted, *(tag for tag in post.applied_tags if tag.name.casefold() not in ours)][:MAX_POST_TAGS]


def _lacks_players(thread: discord.Thread) -> bool:
    """Whether the title still has the placeholder for missing players."""
    return thread.name.endswith(f"– {OPEN_SEAT_NAME}")


async def _full_title(seating: Seating, thread: discord.Thread, match: Match) -> str:
    """The title with the names of all players."""
    speak = voice(match.language)
    people = [await _name_of(thread.guild, person, speak) for person in await seating.players(match.id)]
    return title(GAMES[match.game], people, speak)


async def _name_of(guild: discord.Guild, person: int, speak: Voice) -> str:
    if is_computer(person):
        return speak.names([person])
    return shown_name(guild.get_member(person) or await guild.fetch_member(person))


def shown_name(person: discord.User | discord.Member) -> str:
    """A person's name in a title; their account name if the display name consists of unprintable characters only."""
    return harmless(person.display_name) or harmless(person.name) or str(person.id)


def _tags(forum: discord.ForumChannel, names: Iterable[Text]) -> list[discord.ForumTag]:
    """The forum's tags with one of these names, in any of our languages."""
    wanted = _names(names)
    return [tag for tag in forum.available_tags if tag.name.casefold() in wanted]


def _names(names: Iterable[Text]) -> set[str]:
    return {clip(speak(name), MAX_TAG_LENGTH).casefold() for name in names for speak in VOICES.values()}
