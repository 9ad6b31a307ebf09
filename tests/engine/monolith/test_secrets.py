"""Nobody sees the order of the piles or what is hidden in another's monolith: not in a view, not by trying a move."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ask import Refused, seen_by
from engine.core.position import Position
from engine.core.text import say
from tests.engine.monolith.matches import CAREFUL, GAME, KINDS, Match, matches, on_the_wire, played, reread, seeds
from tests.support.engine.monolith import oracle

shuffles = st.integers(0, 10**6).map(random.Random)
secret_matches = st.builds(played, seeds, st.integers(0, 120), st.sampled_from(["monoliths", "everything"]))


def other(position: Position, chance: random.Random, open_to: Collection[int] = ()) -> Position:
    """The same position for everybody, with other piles, other secrets and other chance ahead.

    What these seats know stays as it is, and so do the next tokens where a draw has been begun.
    """
    at_rest = on_the_wire(position)
    piles, tokens = at_rest["piles"], at_rest["tokens"]
    if not at_rest["picks"]:
        for letter, monolith in (at_rest["monoliths"] or {}).items():
            if monolith["seen"] or "ABCD".index(letter) in open_to:
                continue
            for one in tokens:
                if one["id"] in monolith["hidden"] and one["owner"] == letter:
                    _swap(one, piles[letter], chance)
    for letter, pile in piles.items():
        kept = 6 if at_rest["picks"] or at_rest["phase"] == "draw" else 0
        piles[letter] = pile[:kept] + chance.sample(pile[kept:], len(pile[kept:]))
    return reread(position, piles=piles, tokens=tokens, seed="another seed")


def _swap(token: dict[str, Any], pile: list[str], chance: random.Random) -> None:
    """Another board token of the pile is hidden instead."""
    places = [number for number, name in enumerate(pile) if oracle.DATA[name]["kind"] != "order"][6:]
    if places:
        place = chance.choice(places)
        token["token"], pile[place] = pile[place], token["token"]


def seen(position: Position, seats: Collection[int | None]) -> list[object]:
    """All that leaves the engine for these seats: views, their words, the questions, what has just happened."""
    views = [GAME.view(position.state, seat, position.asks) for seat in seats]
    events = [seen_by(position.events, seat) for seat in seats]
    return [
        [msgspec.to_builtins(view) for view in views],
        [say(line) for view in views for line in GAME.describe(view)],
        [ask for ask in position.asks if ask.seat in seats],
        [[event.kind for event in some] for some in events],
        [say(line) for some in events for line in GAME.narrate(some)],
        (position.held, position.boundary),
    ]


def everybody(match: Match) -> list[int | None]:
    return [None, *range(match.kind.seats)]


@CAREFUL
@given(matches, shuffles)
def test_no_view_knows_the_order_of_the_piles(match: Match, chance: random.Random) -> None:
    seats = range(match.kind.seats)
    there = other(match.position, chance, open_to=seats)
    assert seen(there, everybody(match))[:3] == seen(reread(match.position), everybody(match))[:3]


@settings(CAREFUL, max_examples=100)
@given(secret_matches, shuffles)
def test_no_view_knows_what_is_hidden_in_anothers_monolith(match: Match, chance: random.Random) -> None:
    for seat in (None, *range(match.kind.seats)):
        there = other(match.position, chance, open_to=[] if seat is None else [seat])
        assert seen(there, [seat])[:2] == seen(reread(match.position), [seat])[:2]


@CAREFUL
@given(secret_matches, shuffles)
def test_a_move_that_is_only_tried_shows_nothing_beyond_its_boundary(match: Match, chance: random.Random) -> None:
    """Not to the seat that tries it."""
    for ask in match.position.asks:
        there = other(match.position, chance, open_to=[ask.seat])
        for option in chance.sample(list(ask.options), min(6, len(ask.options))):
            one, two = match.position.fork(), there.fork()
            one.pick(ask.seat, option.code, hold=True)
            two.pick(ask.seat, option.code, hold=True)
            assert seen(one, [ask.seat]) == seen(two, [ask.seat])


@CAREFUL
@given(matches, shuffles)
def test_a_move_that_is_tried_does_what_it_will_do(match: Match, chance: random.Random) -> None:
    """Up to the boundary; a step without one is simply played."""
    for ask in match.position.asks:
        for option in chance.sample(list(ask.options), min(6, len(ask.options))):
            tried, real = match.position.fork(), match.position.fork()
            tried.pick(ask.seat, option.code, hold=True)
            real.pick(ask.seat, option.code)
            assert tried.boundary == real.boundary
            assert tried.events == real.events[: len(tried.events)]
            if not real.boundary:
                assert (tried.held, tried.asks, tried.state) == (False, real.asks, real.state)
            elif real.outcome is None:
                assert (tried.held, tried.asks) == (True, ())
            if tried.held:
                for seat in range(match.kind.seats):
                    try:
                        tried.pick(seat, "end")
                    except Refused as refusal:
                        assert refusal.code == "confirm-first"
                    else:
                        raise AssertionError("a held position was played on")


def test_the_choice_of_what_is_hidden_is_told_to_its_owner_alone() -> None:
    position = played("secret", 2, "monoliths").position
    assert position.write()["phase"] == "monoliths"
    while position.write()["phase"] == "monoliths" and position.asks:
        before = seen(position, [None])[0], [seen(position, [seat])[0] for seat in (0, 1)]
        ask = position.asks[0]
        code = ask.options[3].code
        events = position.pick(ask.seat, code)
        rival = 1 - ask.seat
        told = [event for event in events if code in str(event.args) or code.replace("-", "_") in str(event.args)]
        assert not seen_by(told, rival)
        assert not seen_by(told, None)
        if position.write()["phase"] == "monoliths":
            views = GAME.view(position.state, rival, ()), before[1][rival][0]  # type: ignore[index]
            assert msgspec.to_builtins(views[0])["seats"][ask.seat] == views[1]["seats"][ask.seat]


def test_a_seen_monolith_is_public() -> None:
    """Everybody has seen what was unfolded; hiding it again would ask people to remember."""
    for number in range(40):
        position = played(f"open {number}", 400, "monoliths").position
        for letter, monolith in (position.write()["monoliths"] or {}).items():
            if monolith["seen"] and not monolith["fields"] and any(monolith["hidden"]):
                seat = "ABCD".index(letter)
                views = [GAME.view(position.state, who, position.asks) for who in (None, 0, 1)]
                assert len({view.seats[seat].hidden for view in views}) == 1
                assert KINDS["monoliths"].options == {"monoliths": True}
                return
    raise AssertionError("no monolith was ever folded again")
