"""The choices of one click: an option, or an option together with the one that follows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.core.ask import Option
from engine.core.game import no_hand
from engine.core.position import Position
from engine.core.text import Text, text
from table.matches.draft import Drafted, drafted
from table.picks.parse_typed import END_CODES, component_code, components

MAX_OFFERED_CHOICES: Final = 72
"""Choices offered at once: three of Discord's selects, nearly full."""
MANY_TARGETS: Final = 25
"""Targets that fill one of Discord's selects. An action with more is the only one that is merged with its targets."""
CLOSING_CODES: Final = frozenset({"end", "done", "stop"})
"""Codes that only end a move; they are confirmed by the same click."""
DECLINING_CODES: Final = frozenset({*END_CODES, "none", "no", "keep", "redraw"})
"""Codes after which an unrelated question follows: never merged with what follows."""

_MAX_NAMED_PICKS: Final = 2
"""The number of automatic picks after a choice that its label names."""


class Choice(Struct, frozen=True):
    """One or two codes that are picked at once."""

    codes: tuple[str, ...]
    label: Text
    at: tuple[str, ...] = ()
    way: Text | None = None
    """The label of the first of two codes."""
    closes: bool = False
    """Whether it completes the move without showing anything new, so that the same click can confirm it."""
    rank: int = 0
    """The first option's rank: its place among the others."""

    @property
    def full_label(self) -> Text:
        return self.label if self.way is None else text("{way}: {what}", way=self.way, what=self.label)


def choices(now: Drafted, most: int = MAX_OFFERED_CHOICES) -> list[Choice]:
    """All choices that are offered next. An action is merged with its targets unless another choice uses the same
    spot or there would be more than `most` choices.
    """
    if now.ask is None or now.complete:
        return []
    options = list(now.ask.options)
    targets = _targets(now, options, most)
    spots = Counter(spot for option in options for spot in {*option.at, *_spots(targets.get(option.code, ()))})
    found: list[Choice] = []
    for option in options:
        after = targets.get(option.code, ())
        if after and all(spots[spot] == 1 for spot in _spots(after)):
            rank = option.rank
            found += [Choice((option.code, one.code), one.label, one.at, option.label, rank=rank) for one in after]
        else:
            found.append(_alone(now, option) if len(options) > 1 else _choice(now, option))
    return sorted(_in_hand_order(now, found), key=lambda one: one.rank)


def _choice(now: Drafted, option: Option) -> Choice:
    return Choice((option.code,), option.label, option.at, closes=_closes(now, option), rank=option.rank)


def _alone(now: Drafted, option: Option) -> Choice:
    """The choice of one option. Its label includes the automatic picks that follow because nothing else is possible.

    For example, a Combo names its only special attack, and the cards if only these can pay for it.
    """
    plain = _choice(now, option)
    if option.at or option.code in DECLINING_CODES or plain.closes:
        return plain
    forced = _picked(now, option).forced[:_MAX_NAMED_PICKS]
    if not forced or not all(one.at for one in forced):
        return plain
    label, spots = option.label, list[str]()
    for one in forced:
        if not {*one.at} <= {*spots}:  # otherwise the label points there already
            label = text("{way}: {what}", way=label, what=one.label)
            spots += one.at
    return replace(plain, label=label, at=tuple(spots))


def _in_hand_order(now: Drafted, offered: list[Choice]) -> list[Choice]:
    """The same choices, with hand components in the order of the picture."""
    game, position = now.position.game, now.position
    things = set(components(game.key).values())
    if game.held is no_hand or sum(one.codes[-1] in things for one in offered) < 2:
        return offered
    held = game.held(game.view(position.state, now.seat, position.asks), now.seat)
    codes = [component_code(thing) for thing in held]
    places = [n for n, one in enumerate(offered) if one.codes[-1] in codes]
    ways = [offered[n].codes[:-1] for n in places]
    order = sorted(places, key=lambda n: (ways.index(offered[n].codes[:-1]), codes.index(offered[n].codes[-1])))
    found = offered.copy()
    for place, n in zip(places, order, strict=True):
        found[place] = offered[n]
    return found


def _targets(now: Drafted, options: Sequence[Option], most: int) -> dict[str, Sequence[Option]]:
    """The targets of each action, by its code. Components that one acts with, such as a card in hand, are not
    merged.
    """
    things, left = set(components(now.position.game.key).values()), most - len(options)
    found: dict[str, Sequence[Option]] = {}
    for option in options if len(options) > 1 else ():
        if not option.at and option.code not in DECLINING_CODES and option.code not in things and left > 0:
            after = _following(now, option)
            if len(after) <= left and all(one.at for one in after):
                found[option.code] = after
                left -= len(after)
    many = {code: after for code, after in found.items() if len(after) > MANY_TARGETS}
    return many or found


def _spots(options: Sequence[Option]) -> set[str]:
    return {spot for option in options for spot in option.at}


def step_before(now: Drafted, position: Position, most: int = MAX_OFFERED_CHOICES) -> tuple[str, ...]:
    """The codes before the last click, which may have picked two of them, as `choices` with `most` offers them."""
    for count in (2, 1):
        if len(now.codes) >= count:
            before = drafted(position, now.seat, now.codes[:-count])
            if any(one.codes == now.codes[-count:] for one in choices(before, most)):
                return before.codes
    return now.codes[:-1]


def _following(now: Drafted, option: Option) -> Sequence[Option]:
    """The options of the question that the seat is asked right after this one.

    Empty if the rules have answered another question in between: no label would name that choice, for example the only
    special attack that a Combo can pay for.
    """
    fork = _picked(now, option)
    ask = None if fork.held or fork.forced or fork.outcome is not None else fork.ask_of(now.seat)
    return list(ask.options) if ask is not None else []


def _closes(now: Drafted, option: Option) -> bool:
    if option.code not in CLOSING_CODES:
        return False
    fork = _picked(now, option)
    return fork.held or fork.outcome is not None


def _picked(now: Drafted, option: Option) -> Position:
    """The position after the option, up to the boundary."""
    fork = now.position.fork()
    fork.pick(now.seat, option.code, hold=True)
    return fork
