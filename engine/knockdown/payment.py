"""Paying for special attacks with the symbols of cards in hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from engine.knockdown.data.content import CARDS, Symbol
from engine.knockdown.state import State, skill_op


@lru_cache(maxsize=1 << 15)
def covers(symbols: tuple[Symbol, ...], cost: tuple[Symbol, ...], wild: int) -> bool:
    """Whether these symbols pay the cost; up to `wild` dash symbols count as any symbol.

    A cost of `any` takes whatever is left, so the plain symbols are paid first.
    """
    if len(symbols) < len(cost):
        return False
    left, missing = list(symbols), 0
    for symbol in cost:
        if symbol == "any":
            continue
        if symbol in left:
            left.remove(symbol)
        else:
            missing += 1
    return missing <= min(wild, left.count("dash")) and len(left) - missing >= cost.count("any")


def wild_symbols(s: State, seat: int) -> int:
    """How many dash symbols count as any other when this seat pays."""
    found = skill_op(s, seat, "wild_symbol")
    return int(str(found["n"])) if found else 0


def symbols_of(cards: Iterable[int]) -> tuple[Symbol, ...]:
    return tuple(sorted(symbol for card in cards for symbol in CARDS[card].symbols))


def payments(s: State, seat: int, cost: tuple[Symbol, ...]) -> list[tuple[int, ...]]:
    """The sets of cards in hand that pay the cost without a superfluous card."""
    return list(_payments(tuple(sorted(s.seats[seat].hand)), cost, wild_symbols(s, seat)))


@lru_cache(maxsize=1 << 13)
def _payments(hand: tuple[int, ...], cost: tuple[Symbol, ...], wild: int) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    for count in range(1, len(cost) + 1):
        for cards in combinations(hand, count):
            if covers(symbols_of(cards), cost, wild) and not _wasteful(cards, cost, wild):
                found.append(cards)
    return tuple(found)


def _wasteful(cards: Sequence[int], cost: tuple[Symbol, ...], wild: int) -> bool:
    """Whether the cost could be paid with one card fewer."""
    return any(covers(symbols_of(card for card in cards if card != left), cost, wild) for left in cards)


def can_pay(s: State, seat: int, cost: tuple[Symbol, ...]) -> bool:
    hand = s.seats[seat].hand
    return bool(hand) and _pays(tuple(hand), cost, wild_symbols(s, seat))


@lru_cache(maxsize=1 << 15)
def _pays(hand: tuple[int, ...], cost: tuple[Symbol, ...], wild: int) -> bool:
    return covers(symbols_of(hand), cost, wild)


def with_symbol(s: State, seat: int, symbol: Symbol) -> list[int]:
    """The cards in hand that show a symbol."""
    return [card for card in s.seats[seat].hand if symbol in CARDS[card].symbols]
