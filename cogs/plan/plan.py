"""/plan: a player's prepared answers, which nobody else sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import locales
from cogs.plan.plan_panel import show_plan_panel
from cogs.ui.access import match_here
from cogs.ui.autocomplete import in_time
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.limits import MAX_CHOICE_LENGTH, MAX_CHOICES
from cogs.ui.voice import Voice
from db.rows import Match, Plan
from engine.core.ask import Ask, Option
from engine.core.game import AnyGame
from engine.core.text import Text, say, text
from locales.folding import hyphenated
from table.matches.live import Live, Loaded
from table.outbox.outgoing import clip, quoted
from table.picks.parse_typed import Meanings, names
from table.picks.spell import typed_name
from table.plans.plan_lines import MAX_LINE_LENGTH, example, line_text
from table.plans.plans import ALWAYS, LINE
from table.plans.questions import answer_meant
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

_CODE = re.compile(r"[a-z0-9+-]+")
_MAX_PAGE_LENGTH = 1900
"""The maximum length of one message of a list."""
_SAVED = text("Saved; nobody else will see it.")


@app_commands.guild_only()
class PlanCog(commands.GroupCog, name=locale_str("plan")):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("add"), description=locale_str("If they play this, you play that; several moves deep")
    )
    @app_commands.rename(line=locale_str("line"))
    @app_commands.describe(
        line=locale_str("Empty: click. Or type: their move > your answer > their next > your answer; * is any move")
    )
    async def add(
        self, interaction: discord.Interaction, line: app_commands.Range[str, 1, MAX_LINE_LENGTH] = ""
    ) -> None:
        match = await self.bot.match_here(interaction)
        if not line:
            await show_plan_panel(interaction, await self.bot.table.planning.sketch(match.id, interaction.user.id))
            return
        speak = await voice_for(interaction)
        planning = self.bot.table.planning
        saved = await planning.add_line(match.id, interaction.user.id, line, speak.language, interaction.id)
        await whisper(interaction, f"{speak(_SAVED)}\n{speak(line_text(saved))}")

    @add.autocomplete("line")
    @in_time
    async def suggested_words(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The possible next words of the line, as far as the person may know them."""
        sitting = await self._sitting(interaction)
        if sitting is None:
            return []
        live, seat = sitting
        speak = await voice_for(interaction)
        stem, found = self.bot.table.planning.suggest(live, seat, typed, speak.language)
        offers = [
            (f"{stem} {one.word}".strip(), f" · {speak(one.option.label)}" if one.option is not None else "")
            for one in found
        ]
        return [
            app_commands.Choice(name=clip(f"{line}{label}", MAX_CHOICE_LENGTH), value=line)
            for line, label in offers
            if len(line) <= MAX_CHOICE_LENGTH
        ][:MAX_CHOICES]

    @app_commands.command(
        name=locale_str("always"), description=locale_str("Always give the same answer to a question in the game")
    )
    @app_commands.rename(question=locale_str("question"), answer=locale_str("answer"))
    @app_commands.describe(
        question=locale_str("A question you have already been asked in this match"),
        answer=locale_str("Your answer, whenever it is possible"),
    )
    async def always(self, interaction: discord.Interaction, question: str, answer: str) -> None:
        match = await self.bot.match_here(interaction)
        live, seat = await self.bot.table.moves.playing(match.id, interaction.user.id)
        speak = await voice_for(interaction)
        known = await self.bot.table.planning.questions(live.match, seat)
        prompt = _find_prompt(question, known, live.game)
        if prompt is None:
            raise UserError(text("You have not been asked that in this match. Choose one of the suggested questions."))
        code = answer_meant(match.game, known[prompt], answer)
        if not _CODE.fullmatch(code):
            raise UserError(text("I can't read this: {word}.", word=quoted(answer)))
        planning = self.bot.table.planning
        saved = await planning.add(match.id, interaction.user.id, ALWAYS, (prompt, code), interaction.id)
        await whisper(interaction, f"{speak(_SAVED)}\n{self._line(saved, live.game, known, speak)}")

    @always.autocomplete("question")
    @in_time
    async def suggested_questions(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The questions that the person has been asked, the latest first."""
        sitting = await self._sitting(interaction)
        if sitting is None:
            return []
        live, seat = sitting
        speak = await voice_for(interaction)
        known = await self.bot.table.planning.questions(live.match, seat)
        words = {prompt: speak(live.game.prompt(ask)) for prompt, ask in reversed(known.items())}
        return [
            app_commands.Choice(name=clip(question, MAX_CHOICE_LENGTH), value=prompt)
            for prompt, question in words.items()
            if hyphenated(typed) in hyphenated(question) or hyphenated(typed) in hyphenated(prompt)
        ][:MAX_CHOICES]

    @always.autocomplete("answer")
    @in_time
    async def suggested_answers(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The options that the chosen question has had."""
        sitting = await self._sitting(interaction)
        if sitting is None:
            return []
        live, seat = sitting
        known = await self.bot.table.planning.questions(live.match, seat)
        prompt = _find_prompt(str(interaction.namespace.question or ""), known, live.game)
        if prompt is None:
            return []
        speak = await voice_for(interaction)
        meanings = Meanings(known[prompt])

        def shown(option: Option) -> str:
            word, label = typed_name(meanings, option.code, speak.language), speak(option.label)
            return label if hyphenated(word) == hyphenated(label) else f"{word} · {label}"

        return [
            app_commands.Choice(name=clip(shown(option), MAX_CHOICE_LENGTH), value=option.code)
            for option in known[prompt].options
            if any(name.startswith(hyphenated(typed)) for name in names(option))
            and len(option.code) <= MAX_CHOICE_LENGTH
        ][:MAX_CHOICES]

    @app_commands.command(name=locale_str("list"), description=locale_str("Your plans in this match"))
    async def show(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        live, seat = await self.bot.table.moves.playing(match.id, interaction.user.id)
        mine = await self.bot.table.planning.of(match.id, seat)
        speak = await voice_for(interaction)
        if not mine:
            await whisper(interaction, "\n".join(speak(line) for line in _how(live.match, speak.language)))
            return
        lines = [speak(text("**Your plans** (only you see this):")), *await self._lines(live, mine, speak)]
        for page in _pages(lines):
            await whisper(interaction, page)

    @app_commands.command(name=locale_str("remove"), description=locale_str("Remove one of your plans"))
    @app_commands.rename(number=locale_str("number"))
    @app_commands.describe(number=locale_str("The plan's number, see the list"))
    async def remove(self, interaction: discord.Interaction, number: app_commands.Range[int, 1]) -> None:
        match = await self.bot.match_here(interaction)
        gone = await self.bot.table.planning.drop(match.id, interaction.user.id, number, interaction.id)
        live = await self.bot.table.moves.live(match.id)
        speak = await voice_for(interaction)
        lines = await self._lines(live, [gone], speak, first=number)
        await whisper(interaction, "\n".join([speak(text("Removed:")), *lines]))

    @remove.autocomplete("number")
    @in_time
    async def numbers(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        sitting = await self._sitting(interaction)
        if sitting is None:
            return []
        live, seat = sitting
        lines = await self._lines(
            live, await self.bot.table.planning.of(live.match.id, seat), await voice_for(interaction)
        )
        return [
            app_commands.Choice(name=clip(line.replace("`", ""), MAX_CHOICE_LENGTH), value=number)
            for number, line in enumerate(lines, 1)
            if str(typed).lower() in line.lower()
        ][:MAX_CHOICES]

    @app_commands.command(name=locale_str("clear"), description=locale_str("Remove all your plans in this match"))
    async def clear(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        count = await self.bot.table.planning.drop_all(match.id, interaction.user.id, interaction.id)
        speak = await voice_for(interaction)
        await whisper(interaction, speak(text("{n} plan removed.", "{n} plans removed.", n=count)))

    async def _sitting(self, interaction: discord.Interaction) -> tuple[Loaded, int] | None:
        """The running match of this channel and the person's seat in it; None if there is none."""
        match = await match_here(interaction)
        if match is None or match.status != "live":
            return None
        live = await self.bot.table.moves.live(match.id)
        seat = live.seat_of(interaction.user.id)
        return None if seat is None else (live, seat)

    async def _lines(self, live: Live, plans: list[Plan], speak: Voice, *, first: int = 1) -> list[str]:
        """Plans with their numbers."""
        always = [plan.seat for plan in plans if plan.kind == ALWAYS]
        known = await self.bot.table.planning.questions(live.match, always[0]) if always else {}
        return [f"{number}. {self._line(plan, live.game, known, speak)}" for number, plan in enumerate(plans, first)]

    def _line(self, plan: Plan, game: AnyGame, known: dict[str, Ask], speak: Voice) -> str:
        if plan.kind == LINE:
            return speak(line_text(plan))
        prompt, code = plan.steps
        asked = known.get(prompt)
        words = speak(game.prompt(asked)) if asked else prompt
        if asked and any(option.code == code for option in asked.options):
            code = typed_name(Meanings(asked), code, speak.language)
        return speak(text("always: {question} {answer}", question=words, answer=f"`{code}`"))


def _find_prompt(words: str, known: dict[str, Ask], game: AnyGame) -> str | None:
    """The id of a known question, from its id or its text in any language; None if it is ambiguous."""
    if words in known:
        return words
    fits = [prompt for prompt, ask in known.items() if hyphenated(words) in _folded_texts(game.prompt(ask))]
    return fits[0] if len(fits) == 1 else None


def _how(match: Match, language: str) -> list[Text]:
    """An explanation of plans for a person who has none."""
    return [
        text("You have no plans in this match. Only you can see your plans."),
        text(
            "`/plan add` opens a panel: click what they may play, then your answer. Or type it as in /play: {example}",
            example=f"`{example(match.game, language)}`",
        ),
        text(
            "The sign `*` stands for whatever they play: alone, or at the end of their move. Your "
            "part must be a complete move. A line that no longer fits is silently dropped."
        ),
        text("`/plan always` answers a recurring question whenever your answer is possible."),
    ]


def _folded_texts(words: Text) -> set[str]:
    return {hyphenated(say(words, locales.catalogue(language))) for language in locales.LANGUAGES}


def _pages(lines: Sequence[str]) -> Iterator[str]:
    """The lines split into messages within Discord's limit."""
    page = lines[0]
    for line in lines[1:]:
        if len(page) + len(line) >= _MAX_PAGE_LENGTH:
            yield page
            page = line
        else:
            page = f"{page}\n{line}"
    yield page


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(PlanCog(bot))
