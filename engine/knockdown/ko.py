"""The Knockdown Test: three dice against all damage of the fighter."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from engine.core.ask import Ask, Script
from engine.core.ask import Roll as Throw
from engine.knockdown import options
from engine.knockdown.cards import fighter_event, heal
from engine.knockdown.data.content import CONTENT
from engine.knockdown.effects import Blow
from engine.knockdown.state import Roll, State, skill_value, total


@lru_cache(maxsize=64)
def chance(needed: int) -> int:
    """The chance in percent that three dice reach a sum, rounded; 0 and 100 only where it is certain."""
    sides = range(1, CONTENT.die_sides + 1)
    rolls = list(product(sides, repeat=CONTENT.dice))
    good = sum(sum(roll) >= needed for roll in rolls)
    if good in (0, len(rolls)):
        return 100 * good // len(rolls)
    return min(max((200 * good + len(rolls)) // (2 * len(rolls)), 1), 99)


def bonus(s: State, attacker: int, tested: int) -> int:
    """The modifier of the roll: Last Stand raises the tested fighter's roll, Merciless lowers the opponent's."""
    return skill_value(s, tested, "ko_roll_own") + skill_value(s, attacker, "ko_roll_opponent")


def may_test(blow: Blow) -> Script[None]:
    """The attacker may call for the test, whatever was blocked."""
    s, seat = blow.s, blow.target
    needed = total(s.seats[seat]) - bonus(s, blow.seat, seat)
    choices = (options.test(s.seats[seat].fighter, chance(needed)), options.NO_TEST)
    if (yield Ask(blow.seat, "knockdown.test", choices, (blow.attack.id, str(total(s.seats[seat]))))):
        yield from test(blow)
    else:
        blow.seen.spared = True


def test(blow: Blow) -> Script[None]:
    """Roll the test: equal to or above the total damage passes and discards light damage, below is a knockout."""
    s, seat = blow.s, blow.target
    dice = []
    for _ in range(CONTENT.dice):
        dice.append(1 + (yield Throw(CONTENT.die_sides)))
    plus, needed = bonus(s, blow.seat, seat), total(s.seats[seat])
    passed = sum(dice) + plus >= needed
    blow.seen.tested = True
    s.last_roll = Roll(seat, dice, plus, needed, passed)
    yield fighter_event(s, "tested", seat, dice=list(dice), bonus=plus, total=needed, passed=passed)
    blow.passed, blow.out = passed, not passed
    if passed:
        yield from relief(s, seat)


def relief(s: State, seat: int) -> Script[None]:
    """Discard half of the light damage, rounded down; other readings are options of the match."""
    one = s.seats[seat]
    if s.relief == "all":
        n = total(one) // 2
        least, most = max(0, n - one.light), min(n, one.heavy)
        choices = [options.amount(heavy, n - heavy) for heavy in range(most, least - 1, -1)]
        heavy, light = yield Ask(seat, "knockdown.relief", choices)
    else:
        heavy = one.heavy // 2 if s.relief in ("heavy", "each") else 0
        light = one.light // 2 if s.relief in ("light", "each") else 0
    yield from heal(s, seat, heavy, light)
