"""The cards and fighters of Knockdown, read once from `content.toml` and checked."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from engine.core.content import Named, load
from engine.core.text import Text

Kind = Literal["strike", "ability", "reaction"]
Symbol = Literal["block", "dash", "fist", "kick", "rune", "any"]


class Range(Struct, frozen=True):
    kind: Literal["exact", "upto", "projectile", "none"]
    n: int = 0


class Damage(Struct, frozen=True):
    """An amount of heavy and light damage."""

    heavy: int = 0
    light: int = 0

    def __bool__(self) -> bool:
        return self.heavy + self.light > 0


class Trigger(Struct, frozen=True):
    """When a Reaction may be used, and which attacks trigger it."""

    window: Literal["before_damage", "after_attack", "after_ko_pass"]
    by: Literal["any", "strike"]


class Step(Struct, frozen=True):
    """One step of an effect: an operation and its arguments."""

    op: str
    n: int = 0
    heavy: int = 0
    light: int = 0
    who: Literal["opponent", "self"] = "opponent"
    how: Literal["victim", "random"] = "victim"
    token: str = ""
    kind: str = ""
    when: str = field(default="", name="if")
    per: str = ""


class Attack(Named, frozen=True):
    """An attack card, or a special attack of a fighter."""

    type: Kind
    range: Range
    text: str
    symbols: tuple[Symbol, ...] = ()
    cost: tuple[Symbol, ...] = ()
    pool: Damage = Damage()
    ko: bool = False
    trigger: Trigger | None = None
    effect: tuple[Step, ...] = ()


class Skill(Named, frozen=True):
    initiative: int
    text: str
    effect: tuple[dict[str, str | int | list[str]], ...]


class Fighter(Named, frozen=True):
    ability: str
    ability_text: str
    passive: dict[str, str | int]
    special: tuple[Attack, ...]


class Token(Named, frozen=True):
    count: int
    text: str


class Elixir(Named, frozen=True):
    text: str
    heavy: int = 0
    light: int = 0
    steps: int = 0


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    rounds_to_win: int
    actions: int
    row: int
    hand_limit: int
    skills_dealt: int
    dice: int
    die_sides: int
    cards_per_heavy: int
    cards_per_light: int
    stall_turns: int
    columns: int
    start: tuple[str, str]
    candles: int
    symbol: tuple[Named, ...]
    token: tuple[Token, ...]
    elixir: tuple[Elixir, ...]
    attack: tuple[Attack, ...]
    skill: tuple[Skill, ...]
    fighter: tuple[Fighter, ...]


def _load() -> Content:
    content = load(__package__, Content)
    specials = [special for fighter in content.fighter for special in fighter.special]
    codes = [one.code for one in (*content.attack, *specials)]
    if len(set(codes)) != len(codes):
        raise ValueError("content.toml: two attacks have the same name")
    for attack in (*content.attack, *specials):
        if (attack.type == "reaction") != (attack.trigger is not None):
            raise ValueError(f"content.toml: {attack.id}: a reaction has a trigger, and only a reaction")
        if attack.type == "reaction" and attack.ko:
            raise ValueError(f"content.toml: {attack.id}: a reaction cannot knock out")
    if len({skill.initiative for skill in content.skill}) != len(content.skill):
        raise ValueError("content.toml: two skills have the same initiative")
    return content


CONTENT = _load()

# A card, skill or fighter is a number: its place in the file. A candle is a card after the attacks.
CARDS: tuple[Attack, ...] = CONTENT.attack
CARD_OF: dict[str, int] = {card.id: number for number, card in enumerate(CARDS)}
CARD_NAME: tuple[Text, ...] = tuple(Text(card.name) for card in CARDS)
CANDLE = len(CARDS)

SKILLS: tuple[Skill, ...] = CONTENT.skill
SKILL_OF: dict[str, int] = {skill.id: number for number, skill in enumerate(SKILLS)}
SKILL_NAME: tuple[Text, ...] = tuple(Text(skill.name) for skill in SKILLS)

FIGHTERS: dict[str, Fighter] = {fighter.id: fighter for fighter in CONTENT.fighter}
FIGHTER_NAME: dict[str, Text] = {fighter.id: Text(fighter.name) for fighter in CONTENT.fighter}
SPECIALS: dict[str, Attack] = {special.id: special for fighter in CONTENT.fighter for special in fighter.special}
ATTACKS: dict[str, Attack] = {card.id: card for card in CARDS} | SPECIALS
ATTACK_NAME: dict[str, Text] = {one.id: Text(one.name) for one in ATTACKS.values()}

ELIXIRS: dict[str, Elixir] = {elixir.id: elixir for elixir in CONTENT.elixir}
ELIXIR_NAME: dict[str, Text] = {elixir.id: Text(elixir.name) for elixir in CONTENT.elixir}
TOKENS: dict[str, Token] = {token.id: token for token in CONTENT.token}
TOKEN_NAME: dict[str, Text] = {token.id: Text(token.name) for token in CONTENT.token}
SYMBOL_NAME: dict[str, Text] = {symbol.id: Text(symbol.name) for symbol in CONTENT.symbol}
