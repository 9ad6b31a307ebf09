"""/match new, join, rematch, cancel: opening and canceling matches."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec.structs import replace

from cogs.admin.lobby import OPEN_SEAT_NAME, lobby_for, new_post, shown_name, title
from cogs.match import clock_choices
from cogs.match.group_part import LEVELS, MatchPart
from cogs.match.public_buttons import join_match
from cogs.play.confirm import show_and_follow
from cogs.ui import game_choices
from cogs.ui.access import need_match, sees_channel
from cogs.ui.autocomplete import in_time
from cogs.ui.channels import may_open_threads, need_permissions, place_of
from cogs.ui.controls import Address
from cogs.ui.interactions import LOST_ERRORS, bot_of, voice_for, whisper
from cogs.ui.limits import MAX_CHOICE_LENGTH, MAX_CHOICES
from cogs.ui.voice import Voice, voice
from db.errors import StoreError, UnreachableDatabase
from db.rows import Match
from engine.core.game import AnyGame
from engine.core.text import text
from engine.registry import GAMES
from table.computers.computers import is_computer
from table.matches.match_terms import Terms, read_options
from table.matches.seating import Place
from table.outbox.outgoing import clip
from table.user_error import UserError

log = logging.getLogger("arena")

NEVER_RATED = text("Matches with computers are never rated.")
MAX_OPTIONS_LENGTH = 200


class Opening(MatchPart):
    """The commands for opening and beginning a match."""

    @app_commands.command(name=locale_str("new"), description=locale_str("Start a match in this channel"))
    @app_commands.rename(
        game=locale_str("game"),
        opponent=locale_str("opponent"),
        second=locale_str("second-opponent"),
        third=locale_str("third-opponent"),
        players=locale_str("players"),
        anyone=locale_str("open"),
        options=locale_str("options"),
        clock=locale_str("clock"),
        late=locale_str("timeout"),
        rated=locale_str("rated"),
        hints=locale_str("hints"),
        thread=locale_str("thread"),
        computers=locale_str("computers"),
        level=locale_str("level"),
    )
    @app_commands.describe(
        game=locale_str("Which game"),
        opponent=locale_str("Who to invite, or me to play against the computer; leave empty for anyone"),
        second=locale_str("One more opponent, in games for three or four"),
        third=locale_str("One more opponent, in games for three or four"),
        players=locale_str("How many players; seats without an invitation are open to anyone"),
        anyone=locale_str("Keep a seat open to anyone, in addition to those you invite"),
        options=locale_str("Options of the game, e.g. mode=advanced"),
        clock=locale_str("Time to think, for example 3d per move, 5d+12h/10d or none"),
        late=locale_str("What happens when someone runs out of time"),
        rated=locale_str("Whether the result counts for the ladder; by joining, people agree to it"),
        hints=locale_str("Whether players may ask for hints; against computers they always may"),
        thread=locale_str("Open a thread for the match"),
        computers=locale_str("How many seats computers take"),
        level=locale_str("How strong the computers are"),
    )
    @app_commands.choices(
        late=[
            app_commands.Choice(name=locale_str("the others may claim the win"), value="claim"),
            app_commands.Choice(name=locale_str("the match ends by itself"), value="automatic"),
        ]
    )
    @app_commands.choices(level=LEVELS)
    async def new(
        self,
        interaction: discord.Interaction,
        game: str,
        opponent: discord.Member | None = None,
        second: discord.Member | None = None,
        third: discord.Member | None = None,
        players: app_commands.Range[int, 2, 4] | None = None,
        anyone: bool | None = None,
        options: app_commands.Range[str, 0, MAX_OPTIONS_LENGTH] = "",
        clock: app_commands.Range[str, 0, MAX_OPTIONS_LENGTH] | None = None,
        late: str | None = None,
        rated: bool = False,
        hints: bool = False,
        thread: bool | None = None,
        computers: app_commands.Range[int, 1, 3] | None = None,
        level: int | None = None,
    ) -> None:
        opponents = [one for one in (opponent, second, third) if one is not None]
        terms = Terms(
            options=options,
            players=players,
            open=anyone,
            clock=clock,
            ends=None if late is None else late == "automatic",
            rated=rated,
            hints=hints,
            thread=thread,
            computers=computers or 0,
            level=level,
        )
        match = await open_match(interaction, game_choices.find_game(game).key, opponents, terms)
        await answer_opening(interaction, match, rated=rated)

    @new.autocomplete("game")
    @in_time
    async def games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await game_choices.suggest_games(interaction, typed)

    @new.autocomplete("clock")
    @in_time
    async def clocks(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await clock_choices.suggest_clocks(interaction, typed)

    @new.autocomplete("options")
    @in_time
    async def option_choices(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Everything that may follow the text typed so far."""
        speak = await voice_for(interaction)
        game = GAMES.get(str(interaction.namespace.game))
        if game is None:
            return []
        before, _, last = typed.rpartition(",")
        try:
            read_options(game, before)
        except UserError:
            return []
        stem = f"{before.strip()}, " if before.strip() else ""
        found = []
        for option in game.match_options:
            for number, value in enumerate(option.values):
                shown = speak(option.value_names[number]) if option.value_names else str(value)
                code = f"{option.key}={str(value).lower()}"
                label = f"{stem}{speak(option.name)}: {shown}"
                if option.key not in stem and (last.strip().lower() in code or last.strip().lower() in label.lower()):
                    found.append(app_commands.Choice(name=clip(label, MAX_CHOICE_LENGTH), value=stem + code))
        return [choice for choice in found if len(choice.value) <= MAX_CHOICE_LENGTH][:MAX_CHOICES]

    @app_commands.command(name=locale_str("join"), description=locale_str("Join the open match in this channel"))
    async def join(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        await join_match(interaction, match.id)

    @app_commands.command(
        name=locale_str("rematch"), description=locale_str("The same players again, with seats rotated")
    )
    @app_commands.rename(number=locale_str("match-number"))
    @app_commands.describe(number=locale_str("The match's number; leave empty for the latest one in this channel"))
    async def rematch(self, interaction: discord.Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        match = await self.bot.match_here(interaction, number, ended=True)
        if number is None and match.status == "open" and match.origin is not None:
            await join_match(interaction, match.id)
            return
        await start_rematch(interaction, match.id)

    @app_commands.command(name=locale_str("cancel"), description=locale_str("Cancel a match that has barely begun"))
    async def cancel(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        admin = interaction.permissions.manage_channels
        if match.status == "open":
            await self.bot.table.seating.call_off(match.id, interaction.user.id, interaction.id, admin=admin)
        else:
            await self.bot.table.moves.cancel(match.id, interaction.user.id, interaction.id, admin=admin)
        trouble = await self.bot.table.deliver(match.id)
        await whisper(interaction, (await voice_for(interaction))(trouble or text("The match was canceled.")))


async def new_thread(
    interaction: discord.Interaction, game: AnyGame, names: Sequence[str], speak: Voice
) -> discord.Thread:
    """Create a thread for a match, named after its game and its players."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise UserError(text("A thread can only be opened from a text channel."))
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    return await channel.create_thread(name=title(game, names, speak), type=kind)


async def open_match(
    interaction: discord.Interaction, game: str, opponents: Sequence[discord.Member], terms: Terms
) -> Match:
    """Open a match in this channel, or in its own thread, and invite the opponents."""
    async with bot_of(interaction).table.quotas.turn(interaction.user.id):
        return await _open_match(interaction, game, opponents, terms)


async def _open_match(
    interaction: discord.Interaction, game: str, opponents: Sequence[discord.Member], terms: Terms
) -> Match:
    bot = bot_of(interaction)
    invited, opponents = opponents, [one for one in opponents if one != bot.user]
    terms = replace(terms, computers=terms.computers + len(invited) - len(opponents))
    if any(one.bot for one in opponents):
        raise UserError(text("Choose other people as opponents, each only once."))
    here = place_of(interaction)
    lobby = await lobby_for(interaction, opponents) if terms.thread is None else None
    if lobby is not None:
        here = Place(here.guild, lobby.id, None)
    can_thread = lobby is None and isinstance(interaction.channel, discord.TextChannel)
    people = [one.id for one in opponents]
    seating = bot.table.seating
    opening = await seating.prepare(game, interaction.user.id, people, terms, here, can_thread=can_thread)
    threaded = opening.thread
    if not threaded and terms.thread is None and can_thread and may_open_threads(interaction):
        threaded = not await seating.is_free(here.channel)
    if lobby is None:
        need_permissions(interaction, thread=threaded)
    if threaded or lobby is not None:
        await bot.table.quotas.need_thread(interaction.user.id)
    else:
        await seating.need_free(here.channel)
    language = await bot.channel_language(interaction)
    names = [shown_name(one) for one in (interaction.user, *opponents)]
    names += [voice(language).names([one]) for one in opening.seats if is_computer(one)]
    names += [OPEN_SEAT_NAME] * (len(names) == 1)
    room: discord.Thread | None = None
    try:
        if lobby is not None:
            room, first = await new_post(lobby, opening.game, interaction.user, names, voice(language))
            bot.platform.invite_with(room.id, first.id)
        elif threaded:
            room = await new_thread(interaction, opening.game, names, voice(language))
    except discord.HTTPException:
        if not opening.thread:  # the thread was only needed because the channel is taken: say so
            await seating.need_free(here.channel)
        raise
    place = here if room is None else Place(here.guild, room.id, here.channel)
    try:
        return await seating.open(opening, place, language, interaction.id)
    except (StoreError, UserError) as error:
        # No match was opened (for example a duplicate interaction or a limit), unless the outcome is unknown.
        if room is not None and not isinstance(error, UnreachableDatabase):
            await _delete(room)
        raise


async def _delete(room: discord.Thread) -> None:
    try:
        await room.delete()
    except (discord.HTTPException, *LOST_ERRORS) as error:
        log.info("thread %s without a match cannot be deleted: %r", room.id, error)


async def opening_answer(interaction: discord.Interaction, match: Match) -> str:
    """Deliver the invitation. Returns a sentence that says where the new match is."""
    trouble = await bot_of(interaction).table.deliver(match.id)
    speak = await voice_for(interaction)
    return speak(trouble or text("Match {match} is open in {where}.", match=match.id, where=f"<#{match.channel}>"))


async def answer_opening(interaction: discord.Interaction, match: Match, *, rated: bool = False) -> None:
    """Deliver the first message and say where the match is; a match that begins at once shows its panel."""
    note = NEVER_RATED if rated and not match.rated else None
    if match.status != "live":
        answer = await opening_answer(interaction, match)
        speak = await voice_for(interaction)
        await whisper(interaction, f"{answer} {speak(note)}" if note else answer)
        return
    table = bot_of(interaction).table
    trouble = await table.deliver(match.id)
    begun = text("Match {match} begins in {where}.", match=match.id, where=f"<#{match.channel}>")
    said_first = trouble or (text("{what} {more}", what=begun, more=note) if note else begun)
    await show_and_follow(interaction, await table.moves.live(match.id), said_first)


async def rematch(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The button under the last board."""
    await start_rematch(interaction, address.match)


async def start_rematch(interaction: discord.Interaction, match: int) -> None:
    """Open the rematch, or join it if another player has opened it already."""

    def allowed(old: Match) -> None:
        if old.channel == interaction.channel_id:
            need_permissions(interaction, thread=False)

    old = await need_match(interaction, match)
    if await sees_channel(interaction, old) is False:
        raise UserError(
            text("You can't see the channel of match {match}. Start a new one with /match new.", match=old.id)
        )
    table, person = bot_of(interaction).table, interaction.user.id
    async with table.quotas.turn(person):
        again, new = await table.seating.rematch(match, person, interaction.id, allowed=allowed)
    if new:
        await answer_opening(interaction, again)
    else:
        await join_match(interaction, again.id)
