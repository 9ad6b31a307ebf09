"""/card: any component, big, by its name in either language: what it does, how many there are, the rules on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from rapidfuzz.distance import OSA

import render
from cogs.pictures import ALT_LIMIT, Board
from cogs.ui.access import match_here
from cogs.ui.interactions import Answered, Way, bot_of, reply, voice_for, whisper
from cogs.ui.layouts import attachments, galleries, layout
from cogs.ui.limits import CHOICE, CHOICES, LABEL
from cogs.ui.places import in_server, usable_anywhere
from cogs.ui.rules import RuleButton
from cogs.ui.suggesting import in_time
from cogs.voice import VOICES, Voice, voice
from engine.core.game import Component
from engine.core.rulebook import Section, rulebook
from engine.core.text import say, text
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from render import Picture
from table.outgoing import clip
from table.sorry import Sorry
from table.typed import fold

if TYPE_CHECKING:
    from cogs.arena import Arena

ROW = 5
"""Buttons in a row."""
OFFERED = 2 * ROW
LONGEST = 100
"""Signs of a name that are looked at."""
RULINGS, ROOM_FOR_WEAK = 5, 3
"""How many sections of the rules are offered; and how many where only weak ones are found."""
WEAK = 2.0
CASES = ("", "gen", "dat", "acc", "ins", "loc", "voc")
EXACT, BEGINS, WORDS, INSIDE, ALIKE = 100.0, 90.0, 80.0, 70.0, 65.0
"""Scores of a name: it equals the typed words, begins with them, has all of them, contains them, or resembles them."""
LIKELY, POSSIBLE = 0.7 * ALIKE, 0.5 * ALIKE
"""A look-alike above LIKELY is taken if no other comes near; one below POSSIBLE is ignored."""
NEAR = 4.0


class Card(NamedTuple):
    """A component of a game, which /card can show."""

    game: str
    id: str

    @property
    def component(self) -> Component:
        return GAMES[self.game].components[self.id]

    def title(self, speak: Voice) -> str:
        return f"{speak(self.component.name)} · {speak(self.component.group)}"


class CardCog(commands.Cog):
    def __init__(self, bot: Arena) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("card"), description=locale_str("A card or tile up close, with what it does"))
    @app_commands.rename(name=locale_str("name"))
    @app_commands.describe(name=locale_str("Its name, in Polish or English"))
    @usable_anywhere
    async def card(self, interaction: discord.Interaction, name: app_commands.Range[str, 1, LONGEST]) -> None:
        found = find_cards(name, await self._game_here(interaction))
        if len(found) == 1:
            await show(interaction, found[0])
            return
        if not found:
            raise Sorry(text("There is no card of that name. Choose one of those suggested while you type."))
        speak = await voice_for(interaction)
        several = all(plain(name) in names(one) for one in found)
        words = speak(
            text("Several cards have that name. Which one do you mean?")
            if several
            else text("There is no card of that name. Did you mean one of these?")
        )
        buttons = [CardButton(one, one.title(speak)) for one in found[:OFFERED]]
        await whisper(interaction, words, layout(discord.ui.TextDisplay(words), *rows(buttons)))

    @card.autocomplete("name")
    @in_time
    async def names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        speak = await voice_for(interaction)
        fits = suggest_cards(typed, await self._game_here(interaction))
        return [app_commands.Choice(name=clip(one.title(speak), CHOICE), value=keys()[one]) for one in fits[:CHOICES]]

    async def _game_here(self, interaction: discord.Interaction) -> str:
        """The game of the channel's match, if there is one."""
        match = await match_here(interaction, ended=True)
        return match.game if match else ""


class CardButton(
    Answered, discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"ap:card:(?P<game>[a-z]+):(?P<id>[a-z0-9_.]+)"
):
    """Opens a card, for the person who pressed it."""

    public = False

    def __init__(self, card: Card, label: str = "…") -> None:
        prefix = "ap:cardshow" if self.public else "ap:card"
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=clip(label, LABEL), custom_id=f"{prefix}:{card.game}:{card.id}"
        )
        super().__init__(button)
        self.card = card

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> CardButton:
        return cls(Card(match["game"], match["id"]))

    def way(self, interaction: discord.Interaction) -> Way:
        return Way.PUBLIC if self.public and in_server(interaction) else Way.PRIVATE

    async def act(self, interaction: discord.Interaction) -> None:
        if self.card not in all_cards():
            raise Sorry(text("There is no card of that name. Choose one of those suggested while you type."))
        await show(interaction, self.card, public=self.public and in_server(interaction))


class ShowCard(CardButton, template=r"ap:cardshow:(?P<game>[a-z]+):(?P<id>[a-z0-9_.]+)"):
    """Shows a card to everybody in the channel."""

    public = True


def rows(buttons: Sequence[discord.ui.Item[Any]]) -> list[discord.ui.ActionRow[Any]]:
    """Buttons, five in a row."""
    return [discord.ui.ActionRow(*buttons[start : start + ROW]) for start in range(0, len(buttons), ROW)]


async def show(interaction: discord.Interaction, card: Card, *, public: bool = False) -> None:
    """Answer with the card's picture, its words and buttons to its rules; it pings nobody."""
    bot = bot_of(interaction)
    person = await bot.store.person(interaction.user.id)
    speak = voice(await bot.channel_language(interaction)) if public else await voice_for(interaction)
    palette = person.palette if person.palette in render.PALETTES else render.PALETTES[0]
    picture, rules = await bot.pictures.run(lambda: (card_picture(card, palette, speak.language), rulings(card)))
    board = Board(picture, clip(alt_text(card, speak), ALT_LIMIT))
    book = rulebook(card.game, speak.language)
    below: list[discord.ui.Item[Any]] = [RuleButton(rule, book[rule].title) for rule in rules if rule in book]
    actions = rows(below)
    if not public and in_server(interaction):
        actions.append(discord.ui.ActionRow(ShowCard(card, speak(text("Show to everyone")))))
    view = layout(*galleries(board), discord.ui.TextDisplay(clip(words_of(card, speak), 3500)), *actions)
    await reply(interaction, view, attachments(board))


@lru_cache(256)
def card_picture(card: Card, palette: str, language: str) -> Picture:
    """The card's picture; cached, because many people ask for the same few."""
    return render.card(card.game, card.id, palette, voice(language))


def words_of(card: Card, speak: Voice) -> str:
    """All its words in the reader's language, then smaller in the others."""
    component = card.component
    count = f" · ×{component.count}" if component.count else ""
    lines = [f"**{card.title(speak)}** · {speak(GAMES[card.game].name)}{count}", *printed_lines(component, speak)]
    for other in VOICES.values():
        if other.language != speak.language:
            small = [f"**{card.title(other)}**", *printed_lines(component, other)]
            lines += [f"-# {line}" for part in small for line in part.splitlines()]
    return "\n".join(lines)


def printed_lines(component: Component, speak: Voice) -> list[str]:
    """The component's facts and its text, in one language."""
    parts = [" · ".join(speak(fact) for fact in component.facts), speak(component.text)]
    return [part for part in parts if part]


def alt_text(card: Card, speak: Voice) -> str:
    """The alternative text of the card's picture."""
    count = [f"×{card.component.count}"] if card.component.count else []
    parts = [card.title(speak), *count, *(part.replace("\n", " ") for part in printed_lines(card.component, speak))]
    return ". ".join(part.rstrip(".") for part in parts) + "."


# Finding a card by what somebody typed.


@cache
def all_cards() -> tuple[Card, ...]:
    """The components of all games."""
    return tuple(Card(game, component) for game in GAMES for component in GAMES[game].components)


def plain(words: str) -> str:
    """The words in the form in which they are compared: letters and digits, without accents."""
    return " ".join(re.findall(r"[a-z0-9]+", fold(words[:LONGEST])))


@cache
def names(card: Card) -> tuple[str, ...]:
    """Its name in every language we speak."""
    return tuple(plain(say(card.component.name, catalogue(language))) for language in LANGUAGES)


@cache
def by_key() -> dict[str, Card]:
    """Every card by the value that autocomplete sends: its id, with the game before it where the id is ambiguous."""
    by_word: dict[str, set[Card]] = {}
    for card in all_cards():
        for word in (plain(card.id), *names(card)):
            by_word.setdefault(word, set()).add(card)
    return {card.id if len(by_word[plain(card.id)]) == 1 else f"{card.game}:{card.id}": card for card in all_cards()}


@cache
def keys() -> dict[Card, str]:
    return {card: key for key, card in by_key().items()}


class Form(NamedTuple):
    """A card in one language, in the forms in which what is typed is compared with it."""

    name: str
    words: tuple[str, ...]
    """Those of its name."""
    spaced: str
    """Its name with a space before each word."""
    around: str
    """The words of its name, group and game, with a space before each."""


@cache
def searchable() -> tuple[tuple[Card, tuple[Form, ...]], ...]:
    """All cards with their forms in every language we speak."""
    return tuple((card, tuple(_form(card, language) for language in LANGUAGES)) for card in all_cards())


def _form(card: Card, language: str) -> Form:
    about = (card.component.name, card.component.group, GAMES[card.game].name)
    name, *more = (plain(say(one, catalogue(language))) for one in about)
    return Form(name, tuple(name.split()), f" {name}", f" {' '.join((name, *more))}")


def _fitness(wanted: str, words: Sequence[str], form: Form) -> float:
    """How well the form holds what is wanted, whose words have a space before each; 0 if not at all."""
    if wanted == form.name:
        return EXACT
    if form.name.startswith(wanted):
        return BEGINS
    if all(one in form.around for one in words) and any(one in form.spaced for one in words):
        return WORDS
    return INSIDE if wanted in form.name else 0.0


def _likeness(wanted: str, words: Sequence[str], form: Form) -> float:
    """How much the words look like the name; 0 if that cannot be meant."""
    whole = OSA.normalized_similarity(wanted, form.name)
    begun = OSA.normalized_similarity(wanted, form.name[: len(wanted)]) if len(wanted) > 3 else 0.0
    each = [max(OSA.normalized_similarity(one, word) for word in form.words) for one in words]
    found: float = ALIKE * max(whole, 0.95 * begun, 0.95 * sum(each) / len(each))
    return found if found >= POSSIBLE else 0.0


def ranked(wanted: str, here: str) -> list[tuple[float, Card]]:
    """Cards that fit, with their scores: those of this channel's game first, then by score."""
    words = wanted.split()
    spaced = [f" {one}" for one in words]
    fits = [(max(_fitness(wanted, spaced, form) for form in forms), card) for card, forms in searchable()]
    if not any(fit for fit, _ in fits):
        fits = [(max(_likeness(wanted, words, form) for form in forms), card) for card, forms in searchable()]
    return sorted((fit for fit in fits if fit[0]), key=lambda fit: (fit[1].game != here, -fit[0]))


def suggest_cards(typed: str, here: str) -> list[Card]:
    """The cards that autocomplete offers; look-alikes only if nothing else fits."""
    wanted = plain(typed)
    if not wanted:
        return sorted(all_cards(), key=lambda card: card.game != here)
    fits = ranked(wanted, here)
    sure = [card for fit, card in fits if fit > ALIKE]
    return sure or [card for _, card in sorted(fits, key=lambda fit: (-fit[0], fit[1].game != here))]


def find_cards(typed: str, here: str) -> list[Card]:
    """The card that the words name; several, the likeliest first, where they are ambiguous; none without a likeness."""
    if typed in by_key():
        return [by_key()[typed]]
    wanted = plain(typed)
    if not wanted:
        return []
    fits = sorted(ranked(wanted, here), key=lambda fit: -fit[0])
    if not fits:
        return []
    best = fits[0][0]
    if best > ALIKE:
        near = [card for fit, card in fits if fit == EXACT or (best < EXACT and fit > ALIKE)]
    elif best >= LIKELY:
        near = [card for fit, card in fits if fit > best - NEAR]
    else:
        return [card for _, card in fits]
    return [card for card in near if card.game == here] or near


# The rules on a card.


@cache
def rulings(card: Card) -> tuple[str, ...]:
    """The ids of the rules sections about the card, best first: by title, then by alias, then by their text."""
    scores: dict[str, float] = {}
    for language in LANGUAGES:
        named = Named(card, language)
        for section in rulebook(card.game, language).values():
            scores[section.id] = max(named.score(section), scores.get(section.id, 0.0))
    found = sorted((one for one in scores if scores[one] > 0), key=lambda one: -scores[one])
    sure = sum(scores[one] > WEAK for one in found)
    return tuple(found[: min(RULINGS, max(sure, ROOM_FOR_WEAK))])


class Named:
    """The patterns by which the rules of a language mention a component."""

    def __init__(self, card: Card, language: str) -> None:
        words = catalogue(language)
        component = card.component
        forms = {say(component.name, words, case) for case in CASES}
        self._forms = {form.lower() for form in forms}
        pattern = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        self._called = re.compile(rf"(?<!\w)(?:{pattern})(?:e?s)?(?!\w)", re.IGNORECASE)
        self._named = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")
        self._bold = re.compile(rf"\*\*(?:{pattern})(?!\w)")
        group = "" if component.group == GAMES[card.game].name else say(component.group, words).lower()
        self._group = re.compile(rf"(?<!\w){re.escape(group)}(?!\w)") if group else None
        self._does = say(component.text, words)
        self._facts = "\n".join(say(fact, words) for fact in component.facts)
        self._others = _names(card.game, language)
        self._ours, self._theirs = _groups(card)

    def score(self, section: Section) -> float:
        """How much a section is about the component; 0 for sections about typing, which list everything."""
        tail = section.id.partition(".")[2]
        if tail.startswith(("typing", "codes", "ways")):
            return 0.0
        parts = set(tail.split("-"))
        kin = 15.0 * bool(parts & self._ours) - 15.0 * bool(parts & self._theirs - self._ours)
        title = re.sub(r"^(The|A) ", "", section.title)
        said = _lower(section.title, section.body, section.aliases)
        if not any(form in said for form in self._forms):
            return self._speaks_of(title) or self._is_of_group(title)
        if self._called.search(title):
            return kin + (100 if self._called.fullmatch(title) else 80)
        among_aliases = self._called.search("\n".join(section.aliases))
        if among_aliases and any(self._called.fullmatch(alias) for alias in section.aliases):
            return kin + 70
        if self._bold.search(section.body):
            return kin + 50
        if own := self._speaks_of(title):
            return own
        if among_aliases:
            return kin + 33
        group = self._is_of_group(title)
        if group <= WEAK and (mentioned := len(self._named.findall(section.body))):
            return min(20.0, 4.0 * mentioned) + kin
        return group

    def _is_of_group(self, title: str) -> float:
        """The score of a section whose title is the component's group, or has it in it."""
        if not self._group or not self._group.search(title.lower()):
            return 0.0
        return 30.0 if self._group.fullmatch(title.lower()) else WEAK

    def _speaks_of(self, title: str) -> float:
        """The score of a section whose title the component's own text mentions: a Knight has Maneuver, and Armour."""
        if title in self._others or not title[0].isupper() or not (title in self._does or title in self._facts):
            return 0.0
        whole = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)")
        return 42.0 if whole.search(self._does) else 36.0 if whole.search(self._facts) else 0.0


@cache
def _lower(title: str, body: str, aliases: tuple[str, ...]) -> str:
    """All words of a section in lower case: looking for a name there is quicker than every pattern."""
    return "\n".join((title, body, *aliases)).lower()


@cache
def _names(game: str, language: str) -> frozenset[str]:
    """The names of all components of a game."""
    return frozenset(say(one.name, catalogue(language)) for one in GAMES[game].components.values())


@cache
def _groups(card: Card) -> tuple[frozenset[str], frozenset[str]]:
    """The content words of the card's group id, and those of all groups of its game."""

    def content_words(one: str) -> frozenset[str]:
        return frozenset(one.rpartition(".")[0].split("_")) - {"", "of", "the"}

    return content_words(card.id), frozenset().union(*(content_words(one) for one in GAMES[card.game].components))


async def setup(bot: Arena) -> None:
    bot.add_dynamic_items(CardButton, ShowCard)
    keys()  # takes a moment, once
    await bot.add_cog(CardCog(bot))
