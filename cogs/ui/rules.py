"""Rules at hand: the button under a refusal, and the sections it opens."""

from __future__ import annotations

import re
from typing import Any

import discord

from cogs.table.sorry import Sorry, clip
from cogs.ui.answer import answering, speaker, tell
from cogs.ui.limits import LABEL, OPTION_LABEL, OPTIONS, checked
from cogs.voice import Voice
from engine.core.rulebook import Section, rulebook
from engine.core.text import text
from engine.registry import GAMES


class RuleButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"ap:rule:(?P<rule>[a-z0-9.-]+)"):
    """Opens one section of the rules, for the person who pressed it."""

    def __init__(self, rule: str, label: str = "…") -> None:
        super().__init__(discord.ui.Button(label=clip(label, LABEL), custom_id=f"ap:rule:{rule}"))
        self.rule = rule

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> RuleButton:
        return cls(match["rule"])

    @answering
    async def callback(self, interaction: discord.Interaction) -> None:
        speak = await speaker(interaction)
        found = section(self.rule, speak.language)
        if found is None:
            raise Sorry(text("This rule is no longer in the rules."))
        await tell(interaction, told(found), section_view(found, speak))


class SectionSelect(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"ap:rules:(?P<game>[a-z]+):(?P<part>\d+)"
):
    """The table of contents."""

    def __init__(self, game: str, part: int, sections: list[Section] | None = None, placeholder: str = "…") -> None:
        options = [
            discord.SelectOption(label=clip(one.title, OPTION_LABEL), value=one.id) for one in sections or []
        ] or [discord.SelectOption(label="…", value="…")]
        super().__init__(
            discord.ui.Select(
                custom_id=f"ap:rules:{game}:{part}", options=options, placeholder=clip(placeholder, OPTION_LABEL)
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> SectionSelect:
        return cls(match["game"], int(match["part"]))

    @answering
    async def callback(self, interaction: discord.Interaction) -> None:
        speak = await speaker(interaction)
        found = section(self.item.values[0], speak.language)
        if found is None:
            raise Sorry(text("This rule is no longer in the rules."))
        await tell(interaction, told(found), section_view(found, speak))


def section(rule: str, language: str) -> Section | None:
    """A section by its id, `leaders.jailer`."""
    game = rule.partition(".")[0]
    return rulebook(game, language).get(rule) if game in GAMES else None


def told(found: Section) -> str:
    return f"### {found.title}\n{found.body}"


def rule_button(rule: str, speak: Voice) -> discord.ui.View:
    """One button that opens the rule."""
    view = discord.ui.View(timeout=None)
    found = section(rule, speak.language)
    if found is not None:
        view.add_item(RuleButton(rule, speak(text("Rule: {title}", title=found.title))))
    return view


def section_view(found: Section, speak: Voice) -> discord.ui.View:
    """Buttons to what stands nearby."""
    view = discord.ui.View(timeout=None)
    for other in found.see[:5]:
        near = section(other, speak.language)
        if near is not None:
            view.add_item(RuleButton(other, near.title))
    return view


def contents(game: str, words: str, speak: Voice) -> discord.ui.LayoutView:
    """Some words and the table of contents of a game's rules, in selects of 25."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(words))
    sections = list(rulebook(game, speak.language).values())
    parts = [sections[start : start + OPTIONS] for start in range(0, len(sections), OPTIONS)]
    for number, part in enumerate(parts):
        placeholder = f"{part[0].title} – {part[-1].title}"
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(SectionSelect(game, number, part, placeholder))
        view.add_item(row)
    return checked(view)
