"""Access control: who may see a match and who may administer a server. Everything that names a match checks here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import aiohttp
import discord

from cogs.ui.channels import in_server
from cogs.ui.interactions import bot_of
from cogs.ui.limits import MAX_CHOICES
from db.errors import NoSuchMatch
from db.rows import Match
from engine.core.text import text
from table.log_context import add_log_fields
from table.user_error import UserError

log = logging.getLogger("arena")

DISCORD_TIMEOUT_SECONDS = 2.0
"""Seconds for requests to Discord; after that access is denied."""
TYPING_TIMEOUT_SECONDS = 0.2
"""The same limit while a person is typing."""
UNKNOWN_CHANNEL = 10003
ADMIN_COMMAND = "admin"
"""The command whose users administer the matches of a server."""


# Matches


async def need_match(interaction: discord.Interaction, number: int) -> Match:
    """The match. Raises NoSuchMatch if the person may not know of it, as for a match that does not exist."""
    match = await bot_of(interaction).store.matches.get(number)
    if not await may_see(interaction, match):
        raise NoSuchMatch(number)
    add_log_fields(match=number)
    return match


async def match_here(interaction: discord.Interaction, *, ended: bool = False) -> Match | None:
    """The match of this channel; with `ended`, the latest finished one if none is running."""
    if not in_server(interaction):
        return None
    match = await bot_of(interaction).store.matches.in_channel(interaction.channel_id or 0, ended=ended)
    if match is None or not await may_see(interaction, match):
        return None
    add_log_fields(match=match.id)
    return match


async def finished_here(interaction: discord.Interaction) -> Match | None:
    """The match that ended last in this channel."""
    if not in_server(interaction):
        return None
    match = await bot_of(interaction).store.matches.finished_in(interaction.channel_id or 0)
    if match is None or not await may_see(interaction, match):
        return None
    add_log_fields(match=match.id)
    return match


async def open_matches_here(interaction: discord.Interaction) -> list[Match]:
    """The matches of this server that wait for players, as far as the person may see them."""
    if interaction.guild_id is None or not in_server(interaction):
        return []
    found = await bot_of(interaction).store.matches.open_on(interaction.guild_id)
    seen = await asyncio.gather(*(may_see(interaction, match) for match in found))
    return [match for match, visible in zip(found, seen, strict=True) if visible]


async def may_see(interaction: discord.Interaction, match: Match) -> bool:
    """Whether the person plays in the match, is invited to it, or sees its channel in this server."""
    if match.guild is not None and match.guild == interaction.guild_id and match.channel == interaction.channel_id:
        return interaction.permissions.view_channel or await takes_part(interaction, match)
    if await takes_part(interaction, match):
        return True
    return match.guild == interaction.guild_id and bool(await sees_channel(interaction, match))


async def takes_part(interaction: discord.Interaction, match: Match) -> bool:
    """Whether the person has a seat in the match or is invited to a free one."""
    seats = await bot_of(interaction).store.matches.seats(match.id)
    return any(interaction.user.id == (seat.invited if seat.person is None else seat.person) for seat in seats)


async def sees_channel(
    interaction: discord.Interaction, match: Match, *, patience: float = DISCORD_TIMEOUT_SECONDS
) -> bool | None:
    """Whether the person sees the match's channel as a member of its server; None if the channel is gone.

    A thread is judged by its parent, a private one also by its members. False if it cannot be determined.
    """
    try:
        async with asyncio.timeout(patience):
            return await _sees_channel(interaction, match)
    except discord.NotFound as error:
        return None if error.code == UNKNOWN_CHANNEL else False
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:  # TimeoutError is an OSError
        log.info("cannot determine whether user %s sees channel %s: %r", interaction.user.id, match.channel, error)
        return False


async def _sees_channel(interaction: discord.Interaction, match: Match) -> bool:
    """The same as `sees_channel`; raises Discord's errors."""
    bot = bot_of(interaction)
    guild = bot.get_guild(match.guild or 0)
    if guild is None or guild.unavailable:
        return False
    member = interaction.user if guild.id == interaction.guild_id else await guild.fetch_member(interaction.user.id)
    if not isinstance(member, discord.Member):
        return False
    parent = guild.get_channel(match.parent or 0)
    if parent is not None and not parent.permissions_for(member).view_channel:
        return False
    place: Any = guild.get_channel_or_thread(match.channel) or await bot.fetch_channel(match.channel)
    if not isinstance(place, discord.Thread):
        return place.guild == guild and bool(place.permissions_for(member).view_channel)
    if place.guild != guild or place.parent is None:
        return False
    may = place.parent.permissions_for(member)
    if not may.view_channel or not place.is_private() or may.manage_threads:
        return may.view_channel
    return (await place.fetch_member(member.id)).id == member.id


# Servers


async def need_admin(interaction: discord.Interaction) -> int:
    """The server's id. Raises UserError unless the person may administer matches there."""
    if interaction.guild_id is None or not await may_administer(interaction):
        raise UserError(text("This is for people who may use /admin on this server."))
    return interaction.guild_id


async def need_server_match(interaction: discord.Interaction, number: int) -> Match:
    """Return the match if the admin can see its channel; otherwise raise NoSuchMatch."""
    guild = await need_admin(interaction)
    match = await bot_of(interaction).store.matches.get(number)
    if match.guild != guild or match not in await _administered(interaction, [match]):
        raise NoSuchMatch(number)
    return match


async def server_matches(interaction: discord.Interaction, start: str) -> list[Match]:
    """The first unfinished matches of this server whose number starts with `start`; admins only."""
    if interaction.guild_id is None or not await may_administer(interaction, patience=TYPING_TIMEOUT_SECONDS):
        return []
    here = await bot_of(interaction).store.matches.unfinished_on(interaction.guild_id)
    found = [one for one in here if str(one.id).startswith(start)]
    return await _administered(interaction, found[: 2 * MAX_CHOICES], patience=TYPING_TIMEOUT_SECONDS)


async def _administered(
    interaction: discord.Interaction, matches: Iterable[Match], *, patience: float = DISCORD_TIMEOUT_SECONDS
) -> list[Match]:
    """The matches whose channel the person sees, or whose channel is gone."""
    found = list(matches)
    seen = await asyncio.gather(*(sees_channel(interaction, match, patience=patience) for match in found))
    return [match for match, visible in zip(found, seen, strict=True) if visible is not False]


async def may_administer(interaction: discord.Interaction, *, patience: float = DISCORD_TIMEOUT_SECONDS) -> bool:
    """Whether Discord would let the person use /admin now: by permission, or by the server's command settings.

    Discord itself applies those settings to a command, but not to its buttons, which may be pressed later.
    """
    may = interaction.permissions
    if not isinstance(interaction.user, discord.Member) or interaction.guild_id is None:
        return False
    if may.administrator or (may.manage_guild and interaction.type is not discord.InteractionType.component):
        return True
    try:
        async with asyncio.timeout(patience):
            set_for_command, set_for_all = await _command_settings(interaction)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.info("the settings of /admin in server %s are unknown: %r", interaction.guild_id, error)
        return may.manage_guild
    if (allowed := _setting(interaction.user, set_for_command)) is not None:
        return allowed
    return may.manage_guild and _setting(interaction.user, set_for_all) is not False


async def _command_settings(interaction: discord.Interaction) -> list[dict[tuple[int, int], bool]]:
    """The server's settings for /admin, and for all our commands: (type, id) → allowed or not."""
    bot = bot_of(interaction)
    command = next((one.id for one in await bot.tree.fetch_commands() if one.name == ADMIN_COMMAND), 0)
    found: list[dict[tuple[int, int], bool]] = []
    for one in (command, interaction.application_id):
        try:
            answer = await bot.http.get_application_command_permissions(
                interaction.application_id, interaction.guild_id or 0, one
            )
        except discord.NotFound:  # there are no settings
            found.append({})
        else:
            found.append({(int(each["type"]), int(each["id"])): each["permission"] for each in answer["permissions"]})
    return found


def _setting(member: discord.Member, settings: dict[tuple[int, int], bool]) -> bool | None:
    """The permission override: the person's, else a role's, else @everyone's; None if there is none."""
    person, role = discord.AppCommandPermissionType.user.value, discord.AppCommandPermissionType.role.value
    if (own := settings.get((person, member.id))) is not None:
        return own
    roles = [settings[role, one.id] for one in member.roles if not one.is_default() and (role, one.id) in settings]
    return any(roles) if roles else settings.get((role, member.guild.id))
