"""/match export, import: a match as a file, and back."""

from __future__ import annotations

import io
import json

import discord
import msgspec
from discord import app_commands
from discord.app_commands import locale_str

from cogs.match.group_part import MatchPart
from cogs.ui.channels import parent_of
from cogs.ui.fair_queue import release_current
from cogs.ui.interactions import person_of, reply_file, voice_for, whisper
from db.rows import NewMatch
from engine.core.text import text
from engine.registry import GAMES
from table.matches import import_record
from table.matches.live import record_of
from table.matches.server_rules import need_allowed_channel
from table.matches.story import note
from table.quotas import EXPORT_RATE, IMPORT_RATE
from table.user_error import UserError
from workers.import_jobs import import_job

REPLAY_SECONDS = 10.0
"""CPU seconds that replaying a file may take; the longest of our matches takes a tenth of a second."""


class Filing(MatchPart):
    """The commands that export and import matches."""

    @app_commands.command(name=locale_str("export"), description=locale_str("The whole match as a file"))
    @app_commands.rename(number=locale_str("number"))
    @app_commands.describe(number=locale_str("The match's number, see the list"))
    async def export(self, interaction: discord.Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        match = await self.bot.match_here(interaction, number, ended=True)
        if match.status == "open":
            raise UserError(text("The match has not begun: seats are still free."))
        self.bot.table.quotas.spend(interaction.user.id, EXPORT_RATE)
        moves = await self.bot.store.matches.moves(match.id)
        seat = next(
            (one.seat for one in await self.bot.store.matches.seats(match.id) if one.person == interaction.user.id),
            None,
        )
        record = record_of(match, moves, seat, [note(move).secret for move in moves])
        data = msgspec.json.format(msgspec.json.encode(record), indent=1)
        file = discord.File(io.BytesIO(data), f"{match.game}-{match.id}.json")
        await reply_file(interaction, file)

    @app_commands.command(
        name=locale_str("import"), description=locale_str("Load a finished match from a file and view it here")
    )
    @app_commands.rename(file=locale_str("file"))
    @app_commands.describe(file=locale_str("A file made by /match export"))
    async def import_match(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Store the record as a finished match of this channel whose seats have no players."""
        here, guild, parent = interaction.channel_id, interaction.guild_id, parent_of(interaction)
        assert here is not None and guild is not None
        need_allowed_channel(await self.bot.store.guilds.get(guild), here, parent)
        self.bot.table.quotas.spend(interaction.user.id, IMPORT_RATE)
        await self.bot.table.quotas.need_import(interaction.user.id, guild)
        imported = await self._replayed(interaction.user.id, await _content(file))
        person = await person_of(interaction)
        match = await self.bot.store.imports.add(
            NewMatch(
                guild=guild,
                channel=here,
                parent=parent,
                game=imported.record.game,
                options=json.dumps(imported.record.options),
                seed=imported.record.seed,
                seed_hash=imported.record.seed_hash,
                rules_version=imported.record.rules_version,
                language=await self.bot.channel_language(interaction),
                palette=person.palette,
                creator=interaction.user.id,
            ),
            imported.record.seats,
            moves=imported.moves,
            position=imported.position,
            result=imported.result,
            interaction=interaction.id,
        )
        speak = await voice_for(interaction)
        done = text(
            "{game}, {n} move: loaded as match {match}. See `/board`, `/match history` and `/match film`.",
            "{game}, {n} moves: loaded as match {match}. See `/board`, `/match history` and `/match film`.",
            game=GAMES[match.game].name,
            n=match.version,
            match=match.id,
        )
        await whisper(interaction, speak(done))

    async def _replayed(self, person: int, data: bytes) -> import_record.ImportedMatch:
        """The match in the file, replayed in the background."""
        release_current()
        overtime = text("The file takes too long to replay. I import matches of ordinary length.")
        return await self.bot.background.run(person, import_job, data, seconds=REPLAY_SECONDS, overtime=overtime)


async def _content(file: discord.Attachment) -> bytes:
    if file.size > import_record.MAX_FILE_BYTES:
        raise import_record.too_large()
    try:
        return await file.read()
    except discord.HTTPException:
        raise UserError(text("Discord didn't deliver the file. Please try again.")) from None
