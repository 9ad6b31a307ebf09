"""Translates command names and descriptions."""

from __future__ import annotations

import discord
from discord import app_commands

import locales


class Catalogues(app_commands.Translator):
    """Looks up every `locale_str` in our catalogs."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        if locale is not discord.Locale.polish:
            return None
        return locales.catalogue("pl").gettext(string.message)
