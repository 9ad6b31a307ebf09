"""The options that questions are made of: spaces, cards, special attacks, elixirs, words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.core.ask import Option
from engine.core.text import Text, joined, text
from engine.core.words import Words
from engine.knockdown.arena import LABEL, SPACES
from engine.knockdown.data.content import (
    CARD_NAME,
    CARDS,
    ELIXIR_NAME,
    FIGHTER_NAME,
    FIGHTERS,
    SKILL_NAME,
    SKILLS,
    SPECIALS,
)
from engine.knockdown.narration import damage_words

NOTHING = -1

TEST = "test"
WORDS = Words({TEST})
MOVE = WORDS.option("move", Text("Move"), ("move", ""))
COMBO = replace(WORDS.option("combo", Text("Combo"), ("combo", "")), rank=-1)
GUARD = replace(WORDS.option("guard", Text("Automatic replies"), ("guard", "")), rank=2)
STOP = WORDS.option("stop", Text("End the Combo"), ("stop", ""))
DASH = replace(WORDS.option("dash", Text("Dash"), ("dash", "")), at=("dash",))
NO_BLOCK = WORDS.option("none", Text("No block"), "none")
BLOCK_DAMAGE = WORDS.option("damage", Text("Reduce the damage"), "damage")
BLOCK_EFFECT = WORDS.option("effect", Text("Cancel the effect"), "effect")
BLOCK_BOTH = WORDS.option("both", text("Reduce the damage and cancel the effect", typed=Text("both")), "both")
BLOCK: dict[str, Option] = {one.code: one for one in (BLOCK_DAMAGE, BLOCK_EFFECT, BLOCK_BOTH)}
NO_REACTION = WORDS.option("none", Text("No Reaction"), "")
NO_TEST = WORDS.option("no", Text("No test"), False)
YES = WORDS.option("yes", Text("Yes"), True)
NO = WORDS.option("no", Text("No"), False)
HEAL = WORDS.option("heal", Text("Discard 1 light damage"), "heal")
STEP = WORDS.option("step", Text("Move 1 space"), "step")
KEEP_ROW = WORDS.option("keep", Text("Keep the Attack Row"), NOTHING)
LEFT = WORDS.option("left", Text("to the left"), -1)
RIGHT = WORDS.option("right", Text("to the right"), 1)

LEAST_CUT: tuple[Option, ...] = (
    WORDS.option("ask", Text("Ask me about every block"), 0),
    WORDS.option("two", text("Ask only if a block can stop 2 or more damage", typed=Text("two")), 2),
    WORDS.option("three", text("Ask only if a block can stop 3 or more damage", typed=Text("three")), 3),
    WORDS.option("never", Text("Never block"), 99),
)
REACT: tuple[Option, ...] = (
    WORDS.option("ask", Text("Ask me about every Reaction"), True),
    WORDS.option("never", Text("Never react"), False),
)

SPACE: tuple[Option, ...] = tuple(Option(LABEL[one], Text(LABEL[one]), (LABEL[one],), one) for one in SPACES)
CARD: tuple[Option, ...] = tuple(Option(card.code, CARD_NAME[n], (card.id,), n) for n, card in enumerate(CARDS))
HIT: tuple[Option, ...] = tuple(
    Option(one.code, text("Attack: {card}", card=one.label), one.at, ("attack", CARDS[n].id))
    for n, one in enumerate(CARD)
)
MISS: tuple[Option, ...] = tuple(
    Option(one.code, text("Take {card:acc} (out of range)", card=one.label), one.at, ("attack", CARDS[n].id), rank=1)
    for n, one in enumerate(CARD)
)
SKILL: tuple[Option, ...] = tuple(
    Option(
        skill.code,
        text("{skill} (initiative {n})", skill=SKILL_NAME[n], n=skill.initiative),
        (skill.id,),
        n,
    )
    for n, skill in enumerate(SKILLS)
)
FIGHTER: dict[str, Option] = {
    fighter.id: Option(fighter.code, FIGHTER_NAME[fighter.id], (), fighter.id) for fighter in FIGHTERS.values()
}
SPECIAL: dict[str, Option] = {
    special.id: Option(special.code, Text(special.name), (special.id,), ("special", special.id))
    for special in SPECIALS.values()
}
REACTION: dict[str, Option] = {
    one.id: Option(one.code, Text(one.name), (one.id,), one.id) for one in (*CARDS, *SPECIALS.values())
}
DRINK: dict[str, Option] = {
    elixir: Option(elixir, text("Drink: {elixir}", elixir=name), (elixir,), ("drink", elixir))
    for elixir, name in ELIXIR_NAME.items()
}
ELIXIR: dict[str, Option] = {elixir: Option(elixir, name, (elixir,), elixir) for elixir, name in ELIXIR_NAME.items()}


def spaces(found: Iterable[int]) -> list[Option]:
    return [SPACE[one] for one in found]


def cards(found: Iterable[int], table: Sequence[Option] = CARD) -> list[Option]:
    return [table[card] for card in sorted(found)]


def sets(found: Iterable[tuple[int, ...]]) -> list[Option]:
    """Options for sets of cards, labeled with the names of all cards."""
    return [
        Option(
            "+".join(CARDS[card].code for card in one),
            joined([CARD_NAME[card] for card in one], " + "),
            tuple(CARDS[card].id for card in one),
            one,
        )
        for one in found
    ]


def cut(heavy: int, light: int) -> Option:
    """Option for how a block spreads over heavy and light damage."""
    label = text("Ignore {heavy} heavy and {light} light", heavy=heavy, light=light)
    return Option(f"h{heavy}-l{light}", label, (), (heavy, light))


def _shown(line: Text, **typed: Text) -> Text:
    """The line as a label; only the words in `typed` can be typed for the option."""
    label = joined([line])
    return Text(label.msgid, {**label.args, **typed})


@lru_cache(maxsize=1 << 12)
def block(way: str, spread: tuple[tuple[int, int], ...], card: int) -> Option:
    """Option for a way to block: what it stops, and the block card if there is only one."""
    plain = BLOCK[way]
    typed = plain.label.args.get("typed", plain.label)
    assert isinstance(typed, Text)
    line = Text(plain.label.msgid)
    if spread:
        damage = damage_words(*spread[0])
        if len(spread) > 1:
            pattern = Text("{one} or {other}") if len(spread) == 2 else Text("{one} … {other}")
            damage = Text(pattern.msgid, {"one": damage, "other": damage_words(*spread[-1])})
        if way == "both":
            line = text("Reduce by {damage} and cancel the effect", damage=damage)
        else:
            line = text("Reduce by {damage}", damage=damage)
    if card != NOTHING:
        line = text("{line} ({reason})", line=line, reason=CARD_NAME[card])
    return Option(plain.code, _shown(line, typed=typed), plain.at, plain.value)


def amount(heavy: int, light: int) -> Option:
    """Option for how much damage of each kind is discarded."""
    label = text("{heavy} heavy and {light} light", heavy=heavy, light=light)
    return Option(f"h{heavy}-l{light}", label, (), (heavy, light))


@lru_cache(maxsize=1 << 9)
def test(fighter: str, chance: int) -> Option:
    """Option for testing a fighter, with its chance of passing in percent."""
    line = text("Knockdown Test ({fighter}: {chance}% to pass)", fighter=FIGHTER_NAME[fighter], chance=chance)
    return Option(TEST, _shown(line), (), True)
