"""What nobody else may know: skills that lie face down, blind choices, hidden hands, standing answers, the deck."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ask import seen_by
from engine.core.position import Position
from engine.core.text import say
from engine.knockdown.content import CARDS, SKILLS
from engine.knockdown.game import GAME
from tests.engine.knockdown.matches import CAREFUL, Match, matches, on_the_wire, played, reread, seeds
from tests.engine.knockdown.test_rounds import drafted
from tests.support.engine.knockdown.table import begun, ring

shuffles = st.integers(0, 10**6).map(random.Random)
hidden_matches = st.builds(played, seeds, st.integers(0, 160), st.sampled_from(["hidden", "all"]))
LETTERS = "AB"


def other(position: Position, chance: random.Random, open_to: Collection[int]) -> Position:
    """The same position for these seats: another order of the deck, other face-down skills, other hidden hands."""
    written = on_the_wire(position)
    rivals = [letter for seat, letter in enumerate(LETTERS) if seat not in open_to]
    changed: dict[str, Any] = {}
    deck = list(written["deck"])
    if not written["picks"]:
        changed["seed"] = "another seed"
    if not written["picks"] and written["phase"] not in ("fighters",):
        known = {
            skill for name in ("skills", "skills_down", "draft") for some in written[name].values() for skill in some
        }
        free = [skill.id for skill in SKILLS if skill.id not in known]
        for name in ("skills_down", "draft"):
            mine = dict(written[name])
            for letter in rivals:
                own = mine.get(letter, [])
                pool = [*free, *own]
                mine[letter] = chance.sample(pool, len(own))
                free = [skill for skill in pool if skill not in mine[letter]]
            changed[name] = mine
        if position.options["hands"] == "hidden":
            hands = dict(written["hands"])
            for letter in rivals:
                cards = [*hands.get(letter, []), *(card for card in deck if card != "candle")]
                chance.shuffle(cards)
                count = len(hands.get(letter, []))
                hands[letter], rest = cards[:count], cards[count:]
                deck = [card if card == "candle" else rest.pop() for card in deck]
            changed["hands"] = hands
    if written["phase"] not in ("refill", "begin", "round"):
        chance.shuffle(deck)
    return reread(position, **changed, deck=deck)


def seen(position: Position, seat: int | None) -> list[object]:
    """All that leaves the engine for a seat: the view, its words, its questions, what has just happened."""
    view = GAME.view(position.state, seat, position.asks)
    events = seen_by(position.events, seat)
    return [
        msgspec.to_builtins(view),
        [say(line) for line in GAME.describe(view)],
        [ask for ask in position.asks if ask.seat == seat],
        [(event.kind, dict(event.args)) for event in events],
        [say(line) for line in GAME.narrate(events)],
        (position.held, position.boundary),
    ]


@settings(CAREFUL, max_examples=40)
@given(matches, shuffles)
def test_no_view_knows_what_is_hidden(match: Match, chance: random.Random) -> None:
    """The deck, face-down skills and dealt skills; with hidden hands the hand."""
    for seat in (None, 0, 1):
        open_to = [] if seat is None else [seat]
        there = other(match.position, chance, open_to)
        assert seen(there, seat)[:2] == seen(reread(match.position), seat)[:2]


@settings(CAREFUL, max_examples=40)
@given(matches)
def test_the_names_of_hidden_things_are_nowhere_in_a_view(match: Match) -> None:
    s = match.position.state
    for seat in (None, 0, 1):
        view = str(msgspec.to_builtins(GAME.view(s, seat, match.position.asks)))
        words = " ".join(say(line) for line in GAME.describe(GAME.view(s, seat, match.position.asks)))
        for rival in (0, 1):
            if rival == seat:
                continue
            for skill in (*s.seats[rival].down, *s.seats[rival].draft):
                assert f"'{SKILLS[skill].id}'" not in view
                assert SKILLS[skill].name not in words
            if not s.open_hands:
                for card in s.seats[rival].hand:
                    assert f"'{CARDS[card].id}'" not in view
                    assert CARDS[card].name not in words


@CAREFUL
@given(matches, shuffles)
def test_a_move_that_is_only_tried_shows_nothing_beyond_its_boundary(match: Match, chance: random.Random) -> None:
    """Not to the seat that tries it: other cards ahead, other secrets of the opponent, the same look."""
    for ask in match.position.asks:
        there = other(match.position, chance, [ask.seat])
        for option in chance.sample(list(ask.options), min(5, len(ask.options))):
            one, two = reread(match.position), there.fork()
            one.pick(ask.seat, option.code, hold=True)
            two.pick(ask.seat, option.code, hold=True)
            assert seen(one, ask.seat) == seen(two, ask.seat)


@settings(CAREFUL, max_examples=40)
@given(hidden_matches, shuffles)
def test_what_happens_does_not_tell_a_hidden_hand(match: Match, chance: random.Random) -> None:
    """What a seat is told after its own pick is the same whatever the opponent still holds."""
    position = match.position
    for ask in position.asks[:1]:
        if position.together or ask.prompt not in ("knockdown.action", "knockdown.move-to", "knockdown.crow-eye"):
            continue
        there = other(position, chance, [ask.seat])
        for option in chance.sample(list(ask.options), min(3, len(ask.options))):
            one, two = reread(position), there.fork()
            one.pick(ask.seat, option.code, hold=True)
            two.pick(ask.seat, option.code, hold=True)
            assert seen(one, ask.seat)[3:5] == seen(two, ask.seat)[3:5]


def test_the_last_opening_pick_shows_no_new_row_while_it_is_only_tried() -> None:
    """Four new cards are laid when the row is empty; who tries the pick does not see them yet."""
    for number in range(3):
        position = drafted(number).position
        position.pick(position.asks[0].seat, position.asks[0].options[0].code)
        position.pick(position.asks[0].seat, position.asks[0].options[0].code)
        ask = position.asks[0]
        deck = on_the_wire(position)["deck"]
        there = reread(position, deck=[*reversed(deck)])
        for one in (position, there):
            one.pick(ask.seat, ask.options[0].code, hold=True)
        assert seen(position, ask.seat) == seen(there, ask.seat)


def test_trying_an_attack_does_not_tell_whether_it_will_be_blocked() -> None:
    """Hidden hands: the same look whether the opponent holds a block or not, and whatever was said beforehand."""
    row = "ash_knuckle reckless_knee sickle_sweep hunting_bolt"
    looks = []
    for hand, least in (
        ("parry_cut witch_light moor_stomp", 0),
        ("oak_heel witch_light moor_stomp", 99),
        ("cairn_hook witch_light moor_stomp", 0),
    ):
        table = ring(
            "f4 f5",
            row,
            b=hand,
            options={"hands": "hidden"},
            standing={"B": {"least_cut": least, "react": True}},
        )
        table.position.pick(0, "ash-knuckle", hold=True)
        looks.append(seen(table.position, 0))
    assert looks[0] == looks[1] == looks[2]


def test_trying_an_attack_does_not_tell_a_standing_answer() -> None:
    looks = []
    for least, react in ((0, True), (99, False)):
        table = ring(
            "f4 f5",
            "ash_knuckle slip_aside",
            b="parry_cut witch_light moor_stomp",
            standing={"B": {"least_cut": least, "react": react}},
        )
        table.position.pick(0, "ash-knuckle", hold=True)
        looks.append(seen(table.position, 0))
    assert looks[0] == looks[1]


def test_a_blind_choice_is_seen_by_nobody_until_both_have_made_it() -> None:
    """Fighters, both drafts, and which skill lies face up."""
    for first in (0, 1):
        table = begun(f"blind {first}")
        second = 1 - first
        for _ in range(4):
            assert table.position.together
            ask = table.position.ask_of(first)
            assert ask is not None
            views = []
            for option in ask.options[:2]:
                there = table.position.fork()
                events = there.pick(first, option.code)
                assert not seen_by(events, second)
                assert not seen_by(events, None)
                views.append([seen(there, second), seen(there, None)])
            assert views[0] == views[1]
            table.position.pick(first, ask.options[0].code)
            answer = table.position.ask_of(second)
            assert answer is not None
            table.position.pick(second, answer.options[-1].code)
        assert table.prompt == "pick"


def test_the_card_of_deep_pockets_is_told_to_its_owner_alone() -> None:
    """With hidden hands: it comes from the deck, unseen. With open hands all may know."""
    for hands, told in (("hidden", [False, True, False]), ("open", [True, True, True])):
        table = (
            ring(
                "f4 f5",
                "bell_ringer",
                cubes=((0, 0), (9, 9)),
                skills=("", "last_stand"),
                skills_down={"B": ["deep_pockets"]},
                options={"hands": hands},
            )
            .load(1, 1, 1)
            .play("bell-ringer test")
        )
        card = next(iter(table.hand(1)))
        assert [card in str([event.args for event in seen_by(table.events, seat)]) for seat in (0, 1, None)] == told


def test_standing_answers_are_nobody_elses_business() -> None:
    views = []
    for answers in ("ask ask", "never never"):
        table = ring("f4 f6").play("guard")
        assert table.position.asks[0].secret
        table.play(answers)
        views.append([seen(table.position, 1), seen(table.position, None)])
    assert views[0] == views[1]


def test_another_seats_question_is_not_in_a_view() -> None:
    """What B may block with, with hidden hands."""
    table = ring("f4 f5", "oak_heel", b="parry_cut witch_light", options={"hands": "hidden"}).play("oak-heel")
    assert table.asked == "B block"
    assert "parry_cut" not in str(seen(table.position, 0))
    assert "parry_cut" not in str(seen(table.position, None))
    assert "parry_cut" in str(seen(table.position, 1))
