"""Knockdown's `Subject`: facts that the laws of all games need, and laws of Knockdown only."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from engine.core.ask import Ask, Option
from engine.knockdown.arena import LABEL
from engine.knockdown.data.content import CANDLE, CARDS, ELIXIRS, SKILLS
from engine.knockdown.game import GAME
from engine.knockdown.state import State, hand_limit
from tests.support.engine.matches import Kind, Match, Moment, Subject, copied

BEFORE_CARDS = ("fighters", "draft", "second-draft", "face-up")


def favoured(ask: Ask, chance: random.Random) -> Sequence[Option]:
    """Options for random play that seek fights: automatic replies rarely, tests always."""
    options = list(ask.options)
    if ask.prompt == "knockdown.action" and chance.random() < 0.9:
        options = [one for one in options if one.code != "guard"]
        hits = [one for one in options if one.label.msgid.startswith("Attack") or one.code == "combo"]
        return hits if hits and chance.random() < 0.6 else options
    return options[:1] if ask.prompt == "knockdown.test" else options


def disguised(state: State, seats: Collection[int], chance: random.Random, begun: bool | None) -> State:
    """The state with other hidden things: order of the deck, face-down and dealt skills, hands if they are hidden."""
    s: State = copied(state)
    rivals = [one for number, one in enumerate(s.seats) if number not in seats]
    drawing = begun is not None and s.phase in ("refill", "begin", "round")
    if not begun or s.phase in ("refill", "turn"):
        known = {skill for one in s.seats for skill in (*one.skills, *one.down, *one.draft)}
        free = [number for number in range(len(SKILLS)) if number not in known]
        for one in rivals:
            for own in (one.down, one.draft):
                pool = [*free, *own]
                own[:] = chance.sample(pool, len(own))
                free = [skill for skill in pool if skill not in own]
    if not begun and not s.open_hands and not drawing:
        for one in rivals:
            cards = [*one.hand, *(card for card in s.deck if card != CANDLE)]
            chance.shuffle(cards)
            one.hand[:] = [cards.pop() for _ in one.hand]
            s.deck = [card if card == CANDLE else cards.pop() for card in s.deck]
    if not drawing:
        chance.shuffle(s.deck)
    return s


def hidden(s: State, seat: int | None) -> set[str]:
    """Ids hidden from the seat: others' face-down and dealt skills, their hidden hands, and the deck."""
    rivals = [one for number, one in enumerate(s.seats) if number != seat]
    cards = {card for card in s.deck if card != CANDLE}
    if not s.open_hands:
        cards |= {card for one in rivals for card in one.hand}
    return {CARDS[card].id for card in cards} | {SKILLS[n].id for one in rivals for n in (*one.down, *one.draft)}


def uncovers(before: Moment, after: Moment) -> bool:
    """Whether cards were drawn or dealt, or dice thrown."""
    return bool(before.state.deck != after.state.deck or before.state.last_roll != after.state.last_roll)


def conserved(_: Kind, s: State, rest: State | None) -> None:
    """Assert that cards and tokens are in one place, damage is not negative, fighters stand apart, and a round has four
    candles."""
    _conserved_in_a_step(s)
    if rest is not None:
        _conserved_at_rest(rest)


def _attack_cards(s: State) -> list[int]:
    """All attack cards, from everywhere they are."""
    held = [card for one in s.seats for card in one.hand]
    return sorted(card for card in [*s.deck, *s.row, *held, *s.discards] if card != CANDLE)


def _conserved_in_a_step(s: State) -> None:
    """The same within a step: one card may be on its way, and one that answers it."""
    found = _attack_cards(s)
    assert len(set(found)) == len(found)
    if s.number:
        assert len(found) >= 34 or s.phase == "round"
    assert len(s.row) <= 4
    assert 0 <= s.candles <= 4
    assert 0 <= s.actions <= 2
    assert s.seats[0].at != s.seats[1].at
    for seat, one in enumerate(s.seats):
        assert one.heavy >= 0
        assert one.light >= 0
        assert one.curse in (0, 1)
        assert one.poison in (0, 1, 2)
        assert len(one.hand) <= hand_limit(s, seat) + 1
        assert len(set(one.elixirs)) == len(one.elixirs)
        assert set(one.elixirs) <= set(ELIXIRS)
        rival = s.seats[1 - seat].fighter
        assert not one.curse or rival == "mistling"
        assert not one.poison or rival == "adder_daughter"
        assert not one.elixirs or one.fighter == "brother_alembic"
        assert one.victories <= 2
    skills = [skill for one in s.seats for skill in (*one.skills, *one.down, *one.draft)]
    assert len(set(skills)) == len(skills)


def _conserved_at_rest(s: State) -> None:
    if s.phase not in BEFORE_CARDS and s.number:
        assert _attack_cards(s) == list(range(36))
    if s.phase in ("turn", "refill"):
        assert s.candles + s.deck.count(CANDLE) == 4
    for seat, one in enumerate(s.seats):
        assert len(one.hand) <= hand_limit(s, seat)
        if s.number:
            assert len(one.skills) + len(one.down) == 2
            assert len(one.skills) >= 1


def two_rounds_win_the_match(match: Match) -> None:
    outcome = match.moments[-1].state.outcome
    assert len(match.moments) < 3000
    assert max(outcome.scores) == 2
    assert outcome.scores[outcome.winners[0]] == 2


def a_ready_attack_is_one_that_can_be_paid(match: Match) -> None:
    for number in match.points(2):
        with match.at(number):
            moment = match.moments[number]
            for seat in (0, 1):
                view = GAME.view(moment.state, seat, moment.asks)
                assert set(view.ready) <= set(view.payable)


SUBJECT = Subject(
    game=GAME,
    kinds={
        "plain": Kind(2, {}, "3e24e4d1a6a48209"),
        "hidden": Kind(2, {"hands": "hidden"}, "eb328e55be196253", looks=8),
        "lot": Kind(2, {"fighters": "random", "later_pick": True}, "1413a90c523ac0d3"),
        "heavy": Kind(2, {"fighters": "random", "relief": "heavy", "menhir": "heavy"}, "9708b569c3abbb5e"),
        "each": Kind(2, {"fighters": "random", "relief": "each", "block": "both"}, "616dc974c4e46fca"),
        "all": Kind(2, {"fighters": "random", "relief": "all", "hands": "hidden"}, "0fee2257b3f6d7df", looks=8),
    },
    matches=4,
    points=2,
    forks=1,
    playouts=25,
    certain=frozenset({"cards"}),
    spots=frozenset(LABEL),
    words="move guard combo stop pass none test no yes ask never keep curse dash special h9-l9",
    disguised=disguised,
    hidden=hidden,
    uncovers=lambda before, after: bool(
        before.state.deck != after.state.deck or before.state.last_roll != after.state.last_roll
    ),
    conserved=conserved,
    own_laws=(two_rounds_win_the_match, a_ready_attack_is_one_that_can_be_paid),
    cards=frozenset(key.rpartition(".")[2] for key in GAME.components),
    remark=r"( \d+ actions? left\.)?",
    favoured=favoured,
)
