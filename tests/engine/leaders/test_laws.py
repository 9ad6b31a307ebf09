"""Laws that hold at every point of every match."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.record import Entry, replay, written
from engine.core.text import say
from tests.engine.leaders.matches import CAREFUL, GAME, Match, begin, every_option, go, matches, on_the_wire, reread
from tests.support.engine.leaders.oracle import CARDS, FIGURES, SPACES

seeds = st.integers(0, 10**6).map(str)
WAYS = ["step", "jump", "ride", "rally", "roam", "push", "swap", "hook", "drag", "nudge", "treat"]
NONSENSE = [
    "",
    " ",
    "x",
    "0",
    "-",
    "end end",
    "d8",
    "h1",
    "leader d2",
    "0:end",
    "'",
    "\\",
    "\x00",
    "ł",
    "🐻",
    "{who}",
    "%s",
    "@everyone",
]
VOCABULARY = [
    *(space.lower() for space in SPACES),
    *(name.replace("_", "-") for name in ["leader", *FIGURES, *CARDS]),
    *FIGURES, *WAYS, "end", *NONSENSE,
]  # fmt: skip


@CAREFUL
@given(matches)
def test_a_position_written_and_read_stands_where_it_stood(match: Match) -> None:
    again = reread(match.position)
    assert again.asks == match.position.asks
    assert on_the_wire(again) == on_the_wire(match.position)
    assert again.outcome == match.position.outcome


@CAREFUL
@given(matches, seeds)
def test_a_position_written_and_read_goes_on_in_the_same_way(match: Match, seed: str) -> None:
    again = reread(match.position)
    one, other = random.Random(seed), random.Random(seed)
    for _ in range(40):
        if not match.position.asks:
            break
        assert go(match.position, one) == go(again, other)
    assert written(again) == written(match.position)


@CAREFUL
@given(matches)
def test_replaying_the_log_gives_the_same_position(match: Match) -> None:
    entries = [Entry(seat, codes=(code,)) for seat, code in match.log]
    again = replay(GAME, match.options, 2, match.seed, entries)
    assert written(again) == written(match.position)
    assert again.asks == match.position.asks
    assert again.state == match.position.state


@CAREFUL
@given(matches, st.data())
def test_an_undo_is_the_inverse_of_what_it_takes_back(match: Match, data: st.DataObject) -> None:
    """Also the second time, and with something else played in between."""
    entries = [Entry(seat, codes=(code,)) for seat, code in match.log]
    keep = data.draw(st.integers(0, len(entries)))
    undone = [*entries, Entry(0, "undo", undo_to=keep)]
    before = replay(GAME, match.options, 2, match.seed, entries[:keep])
    assert written(replay(GAME, match.options, 2, match.seed, undone)) == written(before)
    if before.asks:
        played_again = [*undone, Entry(before.asks[0].seat, codes=(before.asks[0].options[-1].code,))]
        twice = [*played_again, Entry(1, "undo", undo_to=len(undone))]
        assert written(replay(GAME, match.options, 2, match.seed, twice)) == written(before)


@CAREFUL
@given(matches, seeds)
def test_marks_bring_back_what_was_there_in_any_order(match: Match, seed: str) -> None:
    chance, position = random.Random(seed), match.position
    marks = []
    for _ in range(12):
        marks.append((position.mark(), written(position), position.asks))
        if position.asks:
            go(position, chance)
    chance.shuffle(marks)
    for mark, was, asks in marks:
        there = position.at_mark(mark)
        assert (written(there), there.asks) == (was, asks)
        if there.asks:
            go(there, chance)


@CAREFUL
@given(matches, seeds)
def test_a_fork_played_to_its_end_does_not_disturb_where_it_came_from(match: Match, seed: str) -> None:
    position, chance = match.position, random.Random(seed)
    before, state = written(position), msgspec.to_builtins(position.state)
    for fork in (position.fork(), position.fork(forkable=False, seed="other chance")):
        while fork.asks:
            ask = fork.asks[0]
            fork.answer(ask, chance.choice(ask.options))
    assert (written(position), msgspec.to_builtins(position.state)) == (before, state)


@CAREFUL
@given(matches)
def test_every_option_is_accepted(match: Match) -> None:
    for ask in match.position.asks:
        for option in ask.options:
            fork = match.position.fork()
            fork.pick(ask.seat, option.code)
            assert written(fork) != written(match.position)


@CAREFUL
@given(matches)
def test_every_other_code_is_refused_with_a_text_and_a_known_rule_and_changes_nothing(match: Match) -> None:
    position = match.position
    before, asks = written(position), position.asks
    offered = {option.code for ask in asks for option in ask.options}
    for seat in (0, 1):
        for code in VOCABULARY:
            if code in offered and any(ask.seat == seat for ask in asks):
                continue
            with pytest.raises(Refused) as refusal:
                position.pick(seat, code)
            assert say(refusal.value.text)
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
def test_every_question_and_option_has_words_and_points_at_the_board(match: Match) -> None:
    for ask in match.position.asks:
        assert say(GAME.prompt(ask)).endswith("?")
        labels = [say(option.label) for option in ask.options]
        assert all(labels) and len(labels) == len(set(labels))
        assert {spot for option in ask.options for spot in option.at} <= set(SPACES)


@settings(CAREFUL, max_examples=30)
@given(seeds, every_option)
def test_figures_and_cards_are_never_lost_nor_doubled(seed: str, options: dict[str, object]) -> None:
    """Two Leaders and seventeen others, on the board or with their cards in market, deck and banishment."""
    position, chance = begin(seed, options), random.Random(seed)
    while position.asks:
        go(position, chance)
        at_rest = position.write()
        pieces = [piece.split()[1] for piece in re.split("[,;]", at_rest["pieces"])]
        spaces = [piece.split()[2] for piece in re.split("[,;]", at_rest["pieces"])]
        cards = [*at_rest["market"], *at_rest["deck"], *at_rest.get("banished", [])]
        lying = [figure for card in cards for figure in (["hermit", "cub"] if card == "hermit_and_cub" else [card])]
        assert Counter([*pieces, *lying]) == Counter(["leader", "leader", *FIGURES])
        assert len(spaces) == len(set(spaces))


@settings(CAREFUL, max_examples=30)
@given(seeds, every_option)
def test_events_tell_exactly_what_changed_on_the_board(seed: str, options: dict[str, object]) -> None:
    position, chance = begin(seed, options), random.Random(seed)

    def board() -> dict[tuple[int, str], str]:
        return {(one.side, one.id): one.at for one in GAME.view(position.state, None, ()).figures}

    before = board()
    while position.asks:
        for event in go(position, chance)[2]:
            if event.kind == "moved":
                who = event.args["side"], event.args["who"]
                assert before.pop(who) == event.args["path"][0]
                before[who] = event.args["path"][-1]
            elif event.kind == "recruited":
                figures = ["hermit", "cub"] if event.args["card"] == "hermit_and_cub" else [event.args["card"]]
                before |= {(event.args["side"], who): at for who, at in zip(figures, event.args["at"], strict=True)}
        if position.asks and position.asks[0].prompt != "leaders.place":
            assert before == board()


@settings(CAREFUL, max_examples=30)
@given(seeds, every_option)
def test_whatever_happens_can_be_told_drawn_and_described(seed: str, options: dict[str, object]) -> None:
    position, chance = begin(seed, options), random.Random(seed)
    while position.asks:
        events = go(position, chance)[2]
        lines = [*GAME.narrate(events), *GAME.describe(GAME.view(position.state, None, position.asks))]
        assert all(say(line) and "{" not in say(line) for line in lines)
        assert {space for path in GAME.trail(events) for space in path} <= set(SPACES)
    assert position.outcome is not None
    assert position.outcome.reason in GAME.reasons


@settings(CAREFUL, max_examples=30)
@given(seeds, every_option)
def test_an_undo_is_free_within_a_step_and_not_beyond_a_boundary(seed: str, options: dict[str, object]) -> None:
    """The boundary lies exactly where another seat is asked, a card is turned up, or the match ends."""
    position, chance = begin(seed, options), random.Random(seed)
    while position.asks:
        seat, _, events = go(position, chance)
        crossed = (
            not position.asks or position.asks[0].seat != seat or any(event.kind == "revealed" for event in events)
        )
        assert position.boundary == crossed


def digest(mode: str) -> str:
    """A whole match in one number; its choices come from a hash, which is the same everywhere."""
    position = begin("the same on every machine", {"mode": mode})
    log: list[str] = []
    while position.asks:
        ask = position.asks[0]
        number = int.from_bytes(hashlib.sha256(f"{mode} {len(log)}".encode()).digest()[:4], "big")
        log.append(ask.options[number % len(ask.options)].code)
        position.pick(ask.seat, log[-1])
    return hashlib.sha256(f"{' '.join(log)} {written(position)}".encode()).hexdigest()[:16]


@pytest.mark.parametrize(("mode", "expected"), [("basic", "da7b08d56f3e6599"), ("advanced", "d08a150accfd41e0")])
def test_the_same_seed_gives_the_same_match_on_every_machine(mode: str, expected: str) -> None:
    assert digest(mode) == expected


def test_another_seed_gives_another_match() -> None:
    assert begin("one", {}).write()["deck"] != begin("other", {}).write()["deck"]


def test_positions_can_be_compared() -> None:
    one, other = begin("x", {}), begin("x", {})
    assert isinstance(one, Position)
    assert one.state == other.state
