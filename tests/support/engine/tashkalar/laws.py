"""Tash-Kalar's `Subject`: facts that the laws of all games need, and laws of Tash-Kalar only."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from itertools import chain

from engine.core.ask import Ask, Option, seen_by
from engine.tashkalar.data.content import CARDS, FLARES, TASKS, cards_of
from engine.tashkalar.game import GAME
from engine.tashkalar.state import State
from tests.support.engine.matches import Kind, Match, Subject, copied
from tests.support.engine.tashkalar.table import SQUARES

DULL = ("done", "pass", "end", "none", "discard", "place")
LEGENDS = [n for n, card in enumerate(CARDS) if card.deck == "legends"]
STOCK = {("high", 2): 17, ("duel", 2): 16, ("melee", 3): 15, ("melee", 4): 14, ("duel", 4): 16, ("high", 4): 17}


def favoured(ask: Ask, chance: random.Random) -> Sequence[Option]:
    """Options for random play that prefer summoning and effects."""
    if chance.random() < 0.6:
        return [one for one in ask.options if one.code not in DULL] or ask.options
    return ask.options


def disguised(state: State, seats: Collection[int], chance: random.Random, begun: bool | None) -> State:
    """The state with others' hands and all piles dealt again. Before the first turn only future chance is hidden.

    Within a begun step the team on turn keeps its hands: either partner may have picked from them.
    """
    s: State = copied(state)
    if begun is not None and s.phase in ("setup", "decks", "deal", "begin"):
        return s
    if begun:
        seats = {*seats, *(seat for seat, colour in enumerate(s.colours) if colour == s.colours[s.turn])}
    others = [other for other in range(len(s.colours)) if other not in seats]
    for other in others:
        _deal_again([s.hands[other], s.piles[other]], chance)
    for seat in seats:
        _deal_again([s.piles[seat]], chance)
    _deal_again([s.legend_pile, *(s.legends[other] for other in others)], chance)
    _deal_again([s.flare_pile, *(s.flares[other] for other in others)], chance)
    rest = s.task_pile[1:]
    chance.shuffle(rest)
    s.task_pile[1:] = rest
    return s


def _deal_again(groups: Sequence[list[int]], chance: random.Random) -> None:
    """Shuffle the cards of these hands and piles and deal them again in the same numbers."""
    cards = [card for group in groups for card in group]
    chance.shuffle(cards)
    for group in groups:
        group[:] = [cards.pop() for _ in group]


def hidden(s: State, seat: int | None) -> set[str]:
    others = [other for other in range(len(s.colours)) if other != seat]
    cards = {*s.legend_pile, *(card for pile in s.piles for card in pile)}
    cards |= {card for other in others for card in (*s.hands[other], *s.legends[other])}
    flares = {*s.flare_pile, *(flare for other in others for flare in s.flares[other])}
    shown = {card for pile in s.discards for card in pile} | set(s.legend_discards)
    if seat is not None:
        shown |= {*s.hands[seat], *s.legends[seat]}
    return {CARDS[card].id for card in cards - shown} | {FLARES[flare].id for flare in flares}


def conserved(kind: Kind, s: State, rest: State | None) -> None:
    """Assert stocks of 17, 16, 15 or 14 and of 3, and every card in one place at every rest."""
    for colour in range(max(s.colours) + 1):
        common, heroic, legendary = (s.board.count(1 + 3 * colour + rank) for rank in range(3))
        assert common + heroic <= STOCK[s.form, kind.seats]
        assert legendary <= 3
    if rest is None or s.phase in ("setup", "decks", "deal"):
        return
    for deck, *lying in zip(s.decks, s.hands, s.piles, s.discards, strict=True):
        assert sorted(chain(*lying)) == sorted(cards_of(deck))
    assert sorted(chain(s.legend_pile, s.legend_discards, *s.legends)) == LEGENDS
    assert sorted(chain(s.flare_pile, s.flare_discards, *s.flares)) == list(range(12))
    if s.form == "high":
        assert sorted(chain(s.tasks, s.task_pile, *(score.tasks for score in s.scores))) == list(range(24))
        points = [sum(TASKS[task].points for task in score.tasks) for score in s.scores]
        assert points == [score.points for score in s.scores]


def at_the_start_of_a_turn_hands_are_full_as_long_as_decks_last(match: Match) -> None:
    number, teams = 0, match.name.endswith("teams")
    for _, after in match.walk():
        s: State = after.state
        if s.phase != "turn" or s.number <= number:
            continue
        number = s.number
        before = (s.turn - 1) % len(s.colours) if not s.extra else s.turn
        if number > 1:
            assert len(s.hands[before]) >= 3 or not s.piles[before]
            assert len(s.flares[before]) == 1
            holder = (before + 2) % 4 if teams else before
            assert len(s.legends[holder]) >= 2
            assert not teams or not s.legends[before]
        if after.asks:
            assert s.actions == (1 if number == 1 else 2)


def scores_agree_with_events_and_the_end_comes_in_time(match: Match) -> None:
    """After the end has begun, every player has one more turn; only the Time Elemental adds turns."""
    scores: list[tuple[int, ...]] = []
    turns: list[int] = []
    closing_from = 0
    for _, after in match.walk():
        s: State = after.state
        now = [(score.points, *score.by_colour) for score in s.scores]
        if scores:
            assert all(a <= b for one, two in zip(scores, now, strict=True) for a, b in zip(one, two, strict=True))
            reported = sum(event.args["points"] for event in after.events if event.kind in ("scored", "claimed"))
            assert reported == sum(map(sum, now)) - sum(map(sum, scores))
        scores = now
        if s.closing >= 0 and not closing_from:
            closing_from = s.number
        if closing_from and s.phase == "turn" and (not turns or turns[-1] != s.number) and not s.extra:
            turns.append(s.number)
    assert closing_from
    assert len(turns) in (match.kind.seats, match.kind.seats + 1)


def public_events_name_no_hidden_card(match: Match) -> None:
    """A being named to everybody has left its owner's hand and pile, unless the Kiskin Spirit put it back face up."""
    for before, after in match.walk():
        s, turn = after.state, before.state.turn
        kept = {CARDS[card].id for card in (*s.hands[turn], *s.piles[turn])}
        returned = {event.args["card"] for event in after.events if event.kind == "returned"}
        for event in seen_by(after.events, None):
            named = set(re.findall(r"(?:imperial|highland|sylvan)\.\w+", str(event.args)))
            assert not named & kept - returned, event


SUBJECT = Subject(
    game=GAME,
    kinds={
        "duel": Kind(2, {"decks": "random"}, "046134fdad796b53"),
        "high": Kind(2, {"form": "high"}, "7afb97b69a909eb9"),
        "melee of three": Kind(3, {"decks": "random"}, "d28d369fef543853"),
        "melee of four": Kind(4, {}, "d07bb7224989fc6a"),
        "duel of teams": Kind(4, {"form": "duel"}, "bb5aa953cde4466d"),
        "high teams": Kind(4, {"form": "high", "decks": "random"}, "678de286d7193f1d"),
    },
    matches=3,
    points=3,
    forks=2,
    playouts=40,
    certain=frozenset(),
    spots=frozenset(SQUARES),
    words="place discard pass end done none action lower near far raise move convert n sw common legendary"
    " a d a-c5 c-g7 d4+e4 d4+e4+f4 northern-imperial southern-imperial highland sylvan",
    disguised=disguised,
    hidden=hidden,
    uncovers=lambda before, after: bool(before.state.number != after.state.number),
    conserved=conserved,
    own_laws=(
        at_the_start_of_a_turn_hands_are_full_as_long_as_decks_last,
        scores_agree_with_events_and_the_end_comes_in_time,
        public_events_name_no_hidden_card,
    ),
    cards=frozenset(GAME.components),
    remark=r"( (\d+|Up to \d+|One|Any number of|A standard) [a-z ,:]+\.)?",
    favoured=favoured,
)
