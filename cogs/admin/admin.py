"""/admin: a server's defaults, allowed channels and bans, and repairs of its matches.

Discord's command permissions decide who may use it; by default people who manage the server. They are checked again
when a command or button is carried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from cogs.admin.lobby import lobby_of, set_lobby
from cogs.match.clock_choices import suggest_clocks
from cogs.me.me import LANGUAGE_NAMES
from cogs.ui.access import need_admin, need_server_match, server_matches
from cogs.ui.autocomplete import in_time
from cogs.ui.controls import ActionButton, Address
from cogs.ui.interactions import bot_of, person_of, reply_in_words, voice_for, whisper
from cogs.ui.limits import MAX_CHOICES
from cogs.ui.voice import Voice, mention, voice
from db.rows import DailyPost, Guild
from engine.core.text import Text, joined, text
from engine.registry import GAMES
from table.clocks import clocks
from table.matches.repair import Finding
from table.outbox.outgoing import clip, moment
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

MAX_CLOCK_LENGTH = 40
DAILY_PUZZLE_HOUR = 8
"""The default hour of the daily puzzle."""
MAX_LIST_LENGTH = 1500


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class AdminCog(commands.GroupCog, name=locale_str("admin")):
    channels = app_commands.Group(
        name=locale_str("channels"), description=locale_str("Where matches may be opened; anywhere by default")
    )

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    # Defaults and channels

    @app_commands.command(
        name=locale_str("defaults"),
        description=locale_str("Defaults for new matches on this server; shows all of them"),
    )
    @app_commands.rename(clock=locale_str("clock"), language=locale_str("language"), thread=locale_str("thread"))
    @app_commands.describe(
        clock=locale_str("Time to think, for example none, 3d per move or 5d+12h/10d"),
        language=locale_str("The language of public messages; automatic follows whoever opens the match"),
        thread=locale_str("Whether every match gets a thread of its own"),
    )
    @app_commands.choices(
        language=[
            *(Choice(name=name, value=key) for key, name in LANGUAGE_NAMES.items()),
            Choice(name=locale_str("automatic"), value="auto"),
        ]
    )
    async def defaults(
        self,
        interaction: discord.Interaction,
        clock: app_commands.Range[str, 1, MAX_CLOCK_LENGTH] | None = None,
        language: str | None = None,
        thread: bool | None = None,
    ) -> None:
        here = await need_admin(interaction)
        chosen: dict[str, str | bool] = {}
        if clock is not None:
            chosen["clock"] = clocks.dump_clock(clocks.read(clock))
        if language is not None:
            if language not in (*LANGUAGE_NAMES, "auto"):
                raise UserError(text("Available languages: {names}.", names=", ".join(LANGUAGE_NAMES.values())))
            chosen["language"] = "" if language == "auto" else language
        if thread is not None:
            chosen["thread"] = thread
        guild = await self.bot.store.guilds.update(here, **chosen) if chosen else await self.bot.store.guilds.get(here)
        speak, lobby = await voice_for(interaction), await lobby_of(self.bot, here)
        await whisper(interaction, defaults_text(guild, lobby, await self.bot.store.daily.post_of(here), speak))

    @defaults.autocomplete("clock")
    @in_time
    async def clock_choices(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_clocks(interaction, typed)

    @app_commands.command(
        name=locale_str("lobby"), description=locale_str("A forum in which every new match gets a post of its own")
    )
    @app_commands.rename(forum=locale_str("forum"))
    @app_commands.describe(forum=locale_str("The forum; leave empty for none"))
    async def lobby(self, interaction: discord.Interaction, forum: discord.ForumChannel | None = None) -> None:
        here = await need_admin(interaction)
        speak = await voice_for(interaction)
        guild = await self.bot.store.guilds.get(here)
        await set_lobby(self.bot, here, forum, voice(guild.language) if guild.language else speak)
        where = forum.mention if forum else ""
        some = text(
            "Every match opened with /match new gets a post in {where}; *thread* puts it elsewhere.", where=where
        )
        await whisper(interaction, speak(some if forum else text("New matches are played where they are opened.")))

    @app_commands.command(
        name=locale_str("puzzle"), description=locale_str("Post the puzzle of the day in a channel every day")
    )
    @app_commands.rename(channel=locale_str("channel"), hour=locale_str("hour"))
    @app_commands.describe(
        channel=locale_str("The channel; leave empty to stop posting"),
        hour=locale_str("Hour of the day (0-23), in your /me quiet time zone or in UTC; default 8"),
    )
    async def puzzle(
        self,
        interaction: discord.Interaction,
        channel: discord.TextChannel | None = None,
        hour: app_commands.Range[int, 0, 23] = DAILY_PUZZLE_HOUR,
    ) -> None:
        here = await need_admin(interaction)
        speak = await voice_for(interaction)
        if channel is None:
            await self.bot.store.daily.end_post(here)
            await whisper(interaction, speak(text("The puzzle of the day is not posted here.")))
            return
        if missing := missing_for_posts(channel):
            names = joined(missing)
            raise UserError(text("I am missing permissions in {where}: {names}.", where=channel.mention, names=names))
        zone = (await person_of(interaction)).zone or "UTC"
        language = self.bot.language_of(channel.guild.preferred_locale)
        post = DailyPost(guild=here, channel=channel.id, hour=hour, zone=zone, language=language)
        first = await self.bot.table.daily_posts.start(post)
        then = text("The next one comes {when}.", when=moment(first, "relative"))
        await whisper(interaction, f"{speak(daily_text(post))} {speak(then)}")

    @channels.command(name=locale_str("add"), description=locale_str("Matches may be opened in this channel"))
    @app_commands.rename(channel=locale_str("channel"))
    @app_commands.describe(channel=locale_str("The channel, including its threads"))
    async def add_channel(self, interaction: discord.Interaction, channel: discord.TextChannel) -> None:
        await self._admit(interaction, channel, close=False)

    @channels.command(
        name=locale_str("remove"), description=locale_str("Matches may no longer be opened in this channel")
    )
    @app_commands.rename(channel=locale_str("channel"))
    @app_commands.describe(channel=locale_str("The channel, including its threads"))
    async def remove_channel(self, interaction: discord.Interaction, channel: discord.TextChannel) -> None:
        await self._admit(interaction, channel, close=True)

    @channels.command(name=locale_str("all"), description=locale_str("Matches may be opened anywhere"))
    async def all_channels(self, interaction: discord.Interaction) -> None:
        here = await need_admin(interaction)
        await self.bot.store.guilds.allow_all_channels(here)
        await self._show_channels(interaction, here)

    async def _admit(self, interaction: discord.Interaction, channel: discord.TextChannel, *, close: bool) -> None:
        here = await need_admin(interaction)
        if not await self.bot.store.guilds.allow_channel(here, channel.id, close=close) and close:
            raise UserError(text("{where} was not among the chosen channels.", where=channel.mention))
        await self._show_channels(interaction, here)

    async def _show_channels(self, interaction: discord.Interaction, here: int) -> None:
        guild = await self.bot.store.guilds.get(here)
        await whisper(interaction, (await voice_for(interaction))(_channels_text(guild)))

    # Bans

    @app_commands.command(name=locale_str("ban"), description=locale_str("Ban someone from playing on this server"))
    @app_commands.rename(person=locale_str("person"))
    @app_commands.describe(person=locale_str("Their current matches are played to the end"))
    async def ban(self, interaction: discord.Interaction, person: discord.User) -> None:
        new = await self.bot.store.guilds.ban(await need_admin(interaction), person.id)
        done = text("{who} is now banned from playing here. Current matches are played to the end.", who=person.mention)
        known = text("{who} is already banned here.", who=person.mention)
        await whisper(interaction, (await voice_for(interaction))(done if new else known))

    @app_commands.command(name=locale_str("unban"), description=locale_str("Let someone play here again"))
    @app_commands.rename(person=locale_str("person"))
    @app_commands.describe(person=locale_str("Who is allowed to play again"))
    async def unban(self, interaction: discord.Interaction, person: discord.User) -> None:
        if not await self.bot.store.guilds.ban(await need_admin(interaction), person.id, lift=True):
            raise UserError(text("{who} is not banned here.", who=person.mention))
        await whisper(
            interaction, (await voice_for(interaction))(text("{who} may play here again.", who=person.mention))
        )

    @app_commands.command(name=locale_str("bans"), description=locale_str("Who is banned here"))
    async def bans(self, interaction: discord.Interaction) -> None:
        banned = await self.bot.store.guilds.banned(await need_admin(interaction))
        speak = await voice_for(interaction)
        names = clip(", ".join(mention(user if user > 0 else None) for user in banned), MAX_LIST_LENGTH)
        some = text("Banned here: {names}.", names=names)
        await whisper(interaction, speak(some if banned else text("Everyone may play here.")))

    # Matches

    @app_commands.command(name=locale_str("end"), description=locale_str("End a match without a result"))
    @app_commands.rename(number=locale_str("match-number"))
    @app_commands.describe(number=locale_str("The match's number, see the list"))
    async def end(self, interaction: discord.Interaction, number: app_commands.Range[int, 1]) -> None:
        match = await need_server_match(interaction, number)
        if match.status not in ("open", "live"):
            raise UserError(
                text("The match was canceled.") if match.status == "cancelled" else text("The match is over.")
            )
        speak = await voice_for(interaction)
        view = discord.ui.View(timeout=None)
        address = Address(match.id, match.version)
        view.add_item(ActionButton("end-match", address, speak(text("Yes, end it")), style=discord.ButtonStyle.danger))
        sure = text("Do you really want to end match {match}? It won't count for anyone.", match=match.id)
        await whisper(interaction, speak(sure), view)

    @app_commands.command(
        name=locale_str("substitute"), description=locale_str("Let someone take over from an absent player")
    )
    @app_commands.rename(
        number=locale_str("match-number"), absent=locale_str("instead-of"), player=locale_str("player")
    )
    @app_commands.describe(
        number=locale_str("The match's number, see the list"),
        absent=locale_str("Whose seat to take over"),
        player=locale_str("Who takes over"),
    )
    async def substitute(
        self,
        interaction: discord.Interaction,
        number: app_commands.Range[int, 1],
        absent: discord.User,
        player: discord.Member,
    ) -> None:
        match = await need_server_match(interaction, number)
        if player.bot:
            raise UserError(text("Bots can't play here."))
        await self.bot.table.substitutes.replace_player(match.id, absent.id, player.id, interaction.id)
        trouble = await self.bot.table.deliver(match.id)
        done = text("{new} takes over from {old}.", new=mention(player.id), old=mention(absent.id))
        await whisper(interaction, (await voice_for(interaction))(trouble or done))

    @app_commands.command(
        name=locale_str("repair"), description=locale_str("Check a match against its log and post its board again")
    )
    @app_commands.rename(number=locale_str("match-number"), back=locale_str("take-back"))
    @app_commands.describe(
        number=locale_str("The match's number, see the list"),
        back=locale_str("How many of the last moves to take back; leave empty for none"),
    )
    async def repair(
        self,
        interaction: discord.Interaction,
        number: app_commands.Range[int, 1],
        back: app_commands.Range[int, 0, 1000] = 0,
    ) -> None:
        match = await self.bot.table.moves.need_begun((await need_server_match(interaction, number)).id)
        if back and match.status == "over":
            raise UserError(text("The match is over: its result stands."))
        finding = await self.bot.table.repairs.repair(match.id, back, interaction.id)
        lines = [_repair_text(match.id, finding, back)]
        if await self.bot.platform.reachable(match.channel):
            trouble = await self.bot.table.deliver(match.id)
            lines += [trouble] if trouble else []
        else:
            lines.append(
                text(
                    "Its channel is gone. One of its players can move it to another channel with /match show and its "
                    "number; or end it with /admin end."
                )
            )
        speak = await voice_for(interaction)
        await whisper(interaction, "\n".join(speak(line) for line in lines))

    @end.autocomplete("number")
    @substitute.autocomplete("number")
    @repair.autocomplete("number")
    @in_time
    async def numbers(self, interaction: discord.Interaction, typed: str) -> list[Choice[int]]:
        """The unfinished matches of this server."""
        found = (await server_matches(interaction, typed.strip()))[:MAX_CHOICES]
        speak = await voice_for(interaction)
        return [Choice(name=f"{match.id} · {speak(GAMES[match.game].name)}", value=match.id) for match in found]


async def end_match(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The button under the private question of `/admin end`: end the match without a result."""
    bot = bot_of(interaction)
    match = await need_server_match(interaction, address.match)
    await bot.table.moves.cancel(match.id, interaction.user.id, interaction.id, admin=True)
    trouble = await bot.table.deliver(match.id)
    done = text("Match {match} has been ended.", match=match.id)
    await reply_in_words(interaction, (await voice_for(interaction))(trouble or done))


def _repair_text(match: int, finding: Finding, back: int) -> Text:
    if back:
        return text("Match {match}: {n} move taken back.", "Match {match}: {n} moves taken back.", match=match, n=back)
    if finding.same:
        return text("Match {match} agrees with its log; nothing had to be repaired.", match=match)
    return text("Match {match} didn't agree with its log and has been rebuilt from it.", match=match)


def missing_for_posts(channel: discord.TextChannel) -> list[Text]:
    """The permissions for posting pictures that the bot is missing in a channel."""
    may = channel.permissions_for(channel.guild.me)
    needs = (
        (may.view_channel, text("view channel")),
        (may.send_messages, text("send messages")),
        (may.attach_files, text("attach files")),
    )
    return [name for granted, name in needs if not granted]


def daily_text(post: DailyPost | None) -> Text:
    """Where and when the daily puzzle is posted, or why it is not."""
    if post is None:
        return text("The puzzle of the day is not posted here.")
    where, hour = f"<#{post.channel}>", f"{post.hour}:00"
    if post.stopped:
        return text(
            "The puzzle of the day is no longer posted in {where}: I could not post there. "
            "`/admin puzzle` starts it again.",
            where=where,
        )
    return text(
        "The puzzle of the day is posted in {where} at {hour} ({zone}).", where=where, hour=hour, zone=post.zone
    )


def defaults_text(guild: Guild, lobby: discord.ForumChannel | None, post: DailyPost | None, speak: Voice) -> str:
    """The server's settings as lines."""
    language = Text(LANGUAGE_NAMES[guild.language]) if guild.language else text("automatic")
    lines = (
        text("Clock: {clock}.", clock=clocks.clock_text(clocks.load_clock(guild.clock))),
        text("Language: {language}.", language=language),
        text("A thread for every match: {answer}.", answer=text("yes") if guild.thread else text("no")),
        text("Lobby: {where}.", where=lobby.mention if lobby else text("none")),
        daily_text(post),
        _channels_text(guild),
    )
    return "\n".join(speak(line) for line in lines)


def _channels_text(guild: Guild) -> Text:
    if not guild.channels:
        return text("Matches may be opened anywhere.")
    names = clip(", ".join(f"<#{channel}>" for channel in guild.channels), MAX_LIST_LENGTH)
    return text("Matches may be opened in: {names}.", names=names)


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(AdminCog(bot))
