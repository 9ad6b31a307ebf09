"""A fork equals its parent, continues as the parent would, and shares no mutable state with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.core.ask import Later
from engine.core.playout import choices
from engine.core.position import Position
from engine.core.record import written
from engine.registry import GAMES
from tests.support.engine.toy import TOY

ALL = {**GAMES, TOY.key: TOY}
KINDS = [(key, seats) for key, game in ALL.items() for seats in game.seat_counts]
MATCHES, EVERY = 3, 29


def mid_match(key: str, seats: int) -> Iterator[tuple[Position, str]]:
    """Positions of random matches at regular intervals, and all positions between simultaneous answers."""
    for number in range(MATCHES):
        name = f"{key} {seats} {number}"
        draw = choices(name).__next__
        position = Position.new(ALL[key], {}, seats, name)
        count = 0
        while position.asks:
            if position.partial or count % EVERY == number:
                yield position, f"{name} {count}"
            ask = position.asks[draw() % len(position.asks)]
            position.answer(ask, ask.options[draw() % len(ask.options)])
            count += 1
        yield position, name


def visible(position: Position) -> tuple[object, ...]:
    """Everything that can be seen of a position."""
    views = [position.game.view(position.state, seat, position.asks) for seat in (None, *range(position.seats))]
    return views, contents(position)


def contents(position: Position) -> tuple[object, ...]:
    """The whole content of a position, from which every view is computed."""
    asks = [(ask.seat, ask.prompt, list(ask.options), ask.about, ask.secret) for ask in position.asks]
    last_pick = (
        position.events,
        position.forced,
        position.boundary,
        position.held,
        position.together,
        position.partial,
    )
    packed = msgspec.msgpack.encode(position.state)
    return asks, last_pick, position.picks, position.outcome, position.dice.used, packed, written(position)


def continuation(position: Position, seed: str, most: int = 8) -> Iterator[tuple[object, ...]]:
    """The positions after each pick of a random continuation, and everything that is seen at its end."""
    draw = choices(seed).__next__
    for _ in range(most):
        if not position.asks:
            break
        ask = position.asks[draw() % len(position.asks)]
        position.pick(ask.seat, ask.options[draw() % len(ask.options)].code)
        yield contents(position)
    yield visible(position)


def a_fork_equals_its_replayed_parent_and_continues_like_it(position: Position, name: str) -> None:
    replayed, fork = position.at_mark(position.mark()), position.fork()
    before = visible(position)
    assert visible(fork) == visible(replayed)
    assert fork.state == position.state
    assert list(continuation(fork, name)) == list(continuation(replayed, name))
    assert visible(position) == before, "the parent is unchanged"


def a_fork_of_a_fork_of_a_mark_continues_like_the_parent(position: Position, name: str) -> None:
    if not position.asks:
        return
    first = position.at_mark(position.mark()).fork()
    list(continuation(first, name, most=2))
    second, third = first.fork(), first.fork().fork()
    replayed = first.at_mark(first.mark())
    assert visible(second) == visible(third) == visible(replayed)
    assert list(continuation(second, name)) == list(continuation(third, name)) == list(continuation(replayed, name))


def a_fork_for_play_only_continues_like_the_parent(position: Position, name: str) -> None:
    """It can neither be forked nor written, and its future chance may differ."""
    lean, fork = (position.fork(forkable=kept, seed=name) for kept in (False, True))
    assert lean.asks == fork.asks == position.asks
    assert lean.dice.seed == fork.dice.seed == name
    assert lean.dice.used == position.dice.used
    draw = choices(name).__next__
    for _ in range(8):
        if not lean.asks:
            break
        place = draw()
        for one in (lean, fork):
            ask = one.asks[place % len(one.asks)]
            one.answer(ask, ask.options[place % len(ask.options)])
        assert (lean.asks, lean.state, lean.events) == (fork.asks, fork.state, fork.events)


def a_held_position_is_forked_as_if_it_were_not_held(position: Position, _: str) -> None:
    if not position.asks:
        return
    look = position.fork()
    ask = look.asks[0]
    look.pick(ask.seat, ask.options[-1].code, hold=True)
    there = position.fork()
    there.pick(ask.seat, ask.options[-1].code)
    fork = look.fork()
    assert not fork.held and (fork.asks, fork.state) == (there.asks, there.state)


def _plain(value: Any) -> bool:
    """Whether the value is immutable throughout."""
    if isinstance(value, msgspec.Struct):
        return value.__struct_config__.frozen and all(_plain(one) for one in msgspec.structs.astuple(value))
    if isinstance(value, tuple | frozenset):
        return all(_plain(one) for one in value)
    return value is None or isinstance(value, int | str)


def answers_are_plain_values(position: Position, _: str) -> None:
    """A fork gets its parent's answers; a mutable one could be changed by both."""
    assert all(_plain(option.value) for ask in position.asks for option in ask.options)
    assert all(_plain(value) for value in position._sent)


def options_on_offer_are_listed(position: Position, _: str) -> None:
    """Options that are listed later must not depend on events in between."""
    for one in (position, position.fork()):
        assert not any(isinstance(ask.options, Later) for ask in one.asks)


LAWS = (
    options_on_offer_are_listed,
    answers_are_plain_values,
    a_fork_equals_its_replayed_parent_and_continues_like_it,
    a_fork_of_a_fork_of_a_mark_continues_like_the_parent,
    a_fork_for_play_only_continues_like_the_parent,
    a_held_position_is_forked_as_if_it_were_not_held,
)


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_the_laws_of_forks_hold_in_every_match(key: str, seats: int) -> None:
    """All laws are checked at one position after another, so that each match is played once."""
    broken: dict[str, Exception] = {}
    for position, name in mid_match(key, seats):
        for law in LAWS:
            if law.__name__ not in broken:
                try:
                    law(position, name)
                except Exception as error:
                    error.add_note(f"{law.__name__}: {name}")
                    broken[law.__name__] = error
    if broken:
        raise ExceptionGroup(f"broken: {', '.join(broken)}", [*broken.values()])


@pytest.mark.parametrize(
    ("key", "listing"),
    [
        ("leaders", "engine.leaders.action.ready"),
        ("monolith", "engine.monolith.turn.actors"),
        ("tashkalar", "engine.tashkalar.turn.summonable"),
        ("knockdown", "engine.knockdown.turn.reaches"),
    ],
)
def test_a_fork_does_not_list_options_again(key: str, listing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hot = {"leaders.who-acts", "monolith.play", "tashkalar.action", "knockdown.action"}
    positions = [position.fork() for position, _ in mid_match(key, 2) if {ask.prompt for ask in position.asks} & hot]
    assert positions

    def listed(*_: object) -> None:
        raise AssertionError("listed again")

    monkeypatch.setattr(listing, listed)
    for position in positions:
        assert position.fork().asks == position.asks
        with pytest.raises(AssertionError, match="listed again"):
            position.at_mark(position.mark())
