"""Laws that hold at every point of every match."""

from __future__ import annotations

import random
import re
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings

from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.record import Entry, replay, written
from engine.core.text import say
from engine.tashkalar.content import CARDS, DECKS, FLARES, TASKS, cards_of
from engine.tashkalar.game import GAME
from engine.tashkalar.state import State
from tests.engine.tashkalar.matches import (
    CAREFUL,
    KINDS,
    Match,
    begin,
    go,
    kinds,
    matches,
    on_the_wire,
    reread,
    seeds,
)  # fmt: skip
from tests.support.engine.tashkalar.table import SQUARES

NONSENSE = ["", " ", "x", "0", "-", "end end", "j1", "e0", "0:end", "'", "\\", "\x00", "ł", "🐻", "{who}", "%s", "e5+"]
VOCABULARY = [
    *SQUARES[::5],
    *(card.code for card in CARDS[::7]),
    *(flare.code for flare in FLARES[::5]),
    *(task.code for task in TASKS[::9]),
    *(deck.replace("_", "-") for deck in DECKS),
    *("place", "discard", "pass", "end", "done", "none", "action", "lower", "near", "far", "raise", "move", "convert"),
    *("n", "sw", "common", "legendary", "a", "d", "a-c5", "c-g7", "d4+e4", "d4+e4+f4"),
    *NONSENSE,
]


@CAREFUL
@given(matches)
def test_a_position_written_and_read_stands_where_it_stood(match: Match) -> None:
    again = reread(match.position)
    assert again.asks == match.position.asks
    assert on_the_wire(again) == on_the_wire(match.position)
    assert again.outcome == match.position.outcome


@settings(CAREFUL, max_examples=20)
@given(matches, seeds)
def test_a_position_written_and_read_goes_on_in_the_same_way(match: Match, seed: str) -> None:
    again = reread(match.position)
    one, other = random.Random(seed), random.Random(seed)
    for _ in range(40):
        if not match.position.asks:
            break
        assert go(match.position, one) == go(again, other)
    assert written(again) == written(match.position)


@settings(CAREFUL, max_examples=15)
@given(matches)
def test_replaying_the_log_gives_the_same_position(match: Match) -> None:
    entries = [Entry(seat, codes=(code,)) for seat, code in match.log]
    again = replay(GAME, match.kind.options, match.kind.seats, match.seed, entries)
    assert written(again) == written(match.position)
    assert again.asks == match.position.asks
    assert again.state == match.position.state


@settings(CAREFUL, max_examples=20)
@given(matches, seeds)
def test_marks_bring_back_what_was_there_in_any_order(match: Match, seed: str) -> None:
    chance, position = random.Random(seed), match.position
    marks = []
    for _ in range(10):
        marks.append((position.mark(), written(position), position.asks))
        if position.asks:
            go(position, chance)
    chance.shuffle(marks)
    for mark, was, asks in marks:
        there = position.at_mark(mark)
        assert (written(there), there.asks) == (was, asks)


@settings(CAREFUL, max_examples=20)
@given(matches)
def test_every_option_is_accepted(match: Match) -> None:
    for ask in match.position.asks:
        for option in random.Random(match.seed).sample(list(ask.options), min(12, len(ask.options))):
            fork = match.position.fork()
            fork.pick(ask.seat, option.code)
            assert written(fork) != written(match.position)


@settings(CAREFUL, max_examples=25)
@given(matches)
def test_every_other_code_is_refused_with_a_text_and_a_known_rule_and_changes_nothing(match: Match) -> None:
    position = match.position
    before, asks = written(position), position.asks
    for seat in range(match.kind.seats):
        offered = {option.code for ask in asks if ask.seat == seat for option in ask.options}
        for code in VOCABULARY:
            if code in offered:
                continue
            with pytest.raises(Refused) as refusal:
                position.pick(seat, code)
            assert say(refusal.value.text)
            assert "{" not in say(refusal.value.text).replace(code, "")
            assert not refusal.value.rule or refusal.value.rule in GAME.rules
    assert (written(position), position.asks) == (before, asks)


@CAREFUL
@given(matches)
def test_codes_are_plain_words_and_no_two_in_a_question_are_alike(match: Match) -> None:
    for ask in match.position.asks:
        codes = [option.code for option in ask.options]
        assert len(codes) == len(set(codes)) > 1
        assert all(re.fullmatch(r"[a-z0-9+-]+", code) for code in codes)


@CAREFUL
@given(matches)
def test_every_question_and_option_has_words(match: Match) -> None:
    for ask in match.position.asks:
        assert "?" in say(GAME.prompt(ask))
        labels = [say(option.label) for option in ask.options]
        assert all(labels)
        assert len(labels) == len(set(labels))


def cards_in(s: State) -> tuple[list[Counter[int]], Counter[int], Counter[int], Counter[int]]:
    """Everything that lies somewhere: each seat's beings, legends, flares, tasks."""
    beings = [Counter([*s.hands[n], *s.piles[n], *s.discards[n]]) for n in range(len(s.colours))]
    legends = Counter([*s.legend_pile, *s.legend_discards, *(one for held in s.legends for one in held)])
    flares = Counter([*s.flare_pile, *s.flare_discards, *(one for held in s.flares for one in held)])
    tasks = Counter([*s.tasks, *s.task_pile, *(one for score in s.scores for one in score.tasks)])
    return beings, legends, flares, tasks


@settings(CAREFUL, max_examples=18)
@given(seeds, kinds)
def test_cards_and_pieces_are_never_lost_nor_doubled(seed: str, kind: str) -> None:
    """Stocks of 17, 16, 15 or 14 and of 3; every card in one place at every rest."""
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    stock = {"high": 17, "duel": 16, "melee 3": 15, "melee 4": 14, "duel teams": 16, "high teams": 17}[kind]
    while position.asks:
        go(position, chance)
        s: State = position.state
        for colour in range(max(s.colours) + 1):
            common, heroic, legendary = (s.board.count(1 + 3 * colour + rank) for rank in range(3))
            assert common + heroic <= stock
            assert legendary <= 3
        if position.picks or s.phase in ("setup", "decks", "deal"):
            continue
        beings, legends, flares, tasks = cards_in(s)
        assert all(beings[n] == Counter(cards_of(s.decks[n])) for n in range(len(s.colours)))
        assert sorted(legends.elements()) == [n for n, card in enumerate(CARDS) if card.deck == "legends"]
        assert sorted(flares.elements()) == list(range(12))
        if s.form == "high":
            assert sorted(tasks.elements()) == list(range(24))
            points = [sum(TASKS[task].points for task in score.tasks) for score in s.scores]
            assert points == [score.points for score in s.scores]


@settings(CAREFUL, max_examples=18)
@given(seeds, kinds)
def test_at_the_start_of_a_turn_hands_are_full_as_long_as_decks_last(seed: str, kind: str) -> None:
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    number = 0
    while position.asks:
        go(position, chance)
        s: State = position.state
        if s.phase == "turn" and s.number > number:
            number = s.number
            before = (s.turn - 1) % len(s.colours) if not s.extra else s.turn
            if number > 1:
                assert len(s.hands[before]) >= 3 or not s.piles[before]
                assert len(s.flares[before]) == 1
                holder = (before + 2) % 4 if kind.endswith("teams") else before
                assert len(s.legends[holder]) >= 2
                if kind.endswith("teams"):
                    assert not s.legends[before]
            assert s.actions == (1 if number == 1 else 2)


@settings(CAREFUL, max_examples=12)
@given(seeds, kinds)
def test_whatever_happens_can_be_told_and_described(seed: str, kind: str) -> None:
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    while position.asks:
        events = go(position, chance)[2]
        lines = [*GAME.narrate(events), *GAME.describe(GAME.view(position.state, None, position.asks))]
        assert all(say(line) and "{" not in say(line) for line in lines)
        assert {label for path in GAME.trail(events) for label in path} <= set(SQUARES)
    assert position.outcome is not None
    assert position.outcome.reason in GAME.reasons


@settings(CAREFUL, max_examples=12)
@given(seeds, kinds)
def test_scores_only_grow_as_is_told_and_the_end_comes_in_time(seed: str, kind: str) -> None:
    """Once it has begun, everybody has one more turn; only the Time Elemental adds to them."""
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    scores: list[tuple[int, ...]] = []
    turns: list[int] = []
    closing_from = 0
    while position.asks:
        events = go(position, chance)[2]
        s: State = position.state
        now = [(score.points, *score.by_colour) for score in s.scores]
        if scores:
            assert all(a <= b for one, two in zip(scores, now, strict=True) for a, b in zip(one, two, strict=True))
            told = sum(event.args["points"] for event in events if event.kind in ("scored", "claimed"))
            assert told == sum(map(sum, now)) - sum(map(sum, scores))
        scores = now
        if s.closing >= 0 and not closing_from:
            closing_from = s.number
        if closing_from and s.phase == "turn" and (not turns or turns[-1] != s.number) and not s.extra:
            turns.append(s.number)
    seats = KINDS[kind].seats
    assert closing_from
    assert len(turns) in (seats, seats + 1)


@settings(CAREFUL, max_examples=18)
@given(seeds, kinds)
def test_an_undo_is_free_within_a_step_and_not_beyond_a_boundary(seed: str, kind: str) -> None:
    """Another seat is asked, cards are drawn, or the match ends: that is a boundary."""
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    while position.asks:
        number = position.state.number
        seat = go(position, chance)[0]
        if [ask.seat for ask in position.asks] != [seat] or position.state.number != number:
            assert position.boundary


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_match(kind: str) -> None:
    one, other = (begin("twice", KINDS[kind]) for _ in range(2))
    chances = random.Random(1), random.Random(1)
    while one.asks:
        assert go(one, chances[0]) == go(other, chances[1])
    assert one.state == other.state
    another = begin("another", KINDS[kind])
    chance = random.Random(1)
    while another.asks:
        go(another, chance)
    assert another.state != one.state


@settings(CAREFUL, max_examples=20)
@given(matches, seeds)
def test_a_fork_played_to_its_end_does_not_disturb_where_it_came_from(match: Match, seed: str) -> None:
    position, chance = match.position, random.Random(seed)
    before, state = written(position), msgspec.to_builtins(position.state)
    fork: Position = position.fork(forkable=False, seed="other chance")
    while fork.asks:
        ask = fork.asks[0]
        fork.answer(ask, chance.choice(ask.options))
    assert (written(position), msgspec.to_builtins(position.state)) == (before, state)
