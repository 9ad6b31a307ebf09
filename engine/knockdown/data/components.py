"""The components with their own cards, described in words."""

from __future__ import annotations

from engine.core.game import Component
from engine.core.text import Text, joined, text
from engine.knockdown.data.content import (
    ATTACK_NAME,
    CARDS,
    ELIXIR_NAME,
    ELIXIRS,
    FIGHTER_NAME,
    FIGHTERS,
    SKILL_NAME,
    SKILLS,
    SYMBOL_NAME,
    TOKEN_NAME,
    TOKENS,
    Attack,
    Damage,
    Fighter,
)

KNOCK_OUT = Text("The attacker may call for a Knockdown Test")
TYPES: dict[str, Text] = {"strike": Text("Strike"), "ability": Text("Ability"), "reaction": Text("Reaction")}


def range_text(kind: str, spaces: int) -> Text:
    """The range of an attack in words; `kind` is `exact`, `upto`, `projectile` or `none`."""
    if kind == "exact":
        return text("Range: exactly {n}", n=spaces)
    if kind == "upto":
        return text("Range: up to {n}", n=spaces)
    return text("Range: projectile, along the row or column") if kind == "projectile" else text("Range: any")


def initiative(value: int) -> Text:
    """The initiative that is printed on a skill."""
    return text("Initiative {values}", values=value)


def printed(attack: Attack) -> tuple[Text, ...]:
    """The lines printed on an attack: type, cost or symbols, range, damage and marks."""
    found = [TYPES[attack.type]]
    if attack.cost:
        found.append(text("Cost: {symbols}", symbols=joined([SYMBOL_NAME[one] for one in attack.cost])))
    if attack.symbols:
        found.append(text("Symbols: {symbols}", symbols=joined([SYMBOL_NAME[one] for one in attack.symbols])))
    found.append(range_text(attack.range.kind, attack.range.n))
    if attack.pool:
        found.append(_damage(attack.pool))
    if attack.ko:
        found.append(KNOCK_OUT)
    return tuple(found)


def _damage(pool: Damage) -> Text:
    """The damage in words, without a kind of which there is none."""
    if not pool.light:
        return text("{n} heavy damage", "{n} heavy damage", n=pool.heavy)
    if not pool.heavy:
        return text("{n} light damage", "{n} light damage", n=pool.light)
    return text("{heavy} heavy and {light} light damage", heavy=pool.heavy, light=pool.light)


def _does(attack: Attack) -> Text:
    return Text(attack.text) if attack.text else Text("No effect other than its damage.")


def _fighter(fighter: Fighter) -> Component:
    specials = joined([ATTACK_NAME[one.id] for one in fighter.special])
    facts = (text("Special attacks: {attacks}", attacks=specials),)
    does = text("{ability}: {does}", ability=Text(fighter.ability), does=Text(fighter.ability_text))
    return Component(FIGHTER_NAME[fighter.id], Text("Fighters"), does, facts, 1)


COMPONENTS: dict[str, Component] = {
    **{
        f"attack.{one.id}": Component(ATTACK_NAME[one.id], Text("Attack cards"), _does(one), printed(one), 1)
        for one in CARDS
    },
    **{
        f"special.{one.id}": Component(ATTACK_NAME[one.id], FIGHTER_NAME[fighter.id], _does(one), printed(one))
        for fighter in FIGHTERS.values()
        for one in fighter.special
    },
    **{
        f"skill.{one.id}": Component(SKILL_NAME[n], Text("Skills"), Text(one.text), (initiative(one.initiative),), 1)
        for n, one in enumerate(SKILLS)
    },
    **{f"fighter.{one.id}": _fighter(one) for one in FIGHTERS.values()},
    **{
        f"token.{one.id}": Component(TOKEN_NAME[one.id], Text("Tokens"), Text(one.text), (Text("Token"),), one.count)
        for one in TOKENS.values()
    },
    **{
        f"elixir.{one.id}": Component(ELIXIR_NAME[one.id], Text("Elixirs"), Text(one.text), (Text("Elixir"),), 1)
        for one in ELIXIRS.values()
    },
}
