"""The core's guarantees to every game, tested with the toy game."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ask import Refused, seen_by
from engine.core.dice import seed_hash
from engine.core.game import Impossible, Outcome
from engine.core.playout import playout
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, check, replay, written
from tests.support.each import each
from tests.support.engine import toy
from tests.support.engine.toy import TOY
from tests.support.profile import examples

CAREFUL = settings(max_examples=examples(80))


def match(picks: str = "", *, seats: int = 2, seed: str = "toy", **options: Any) -> Position:
    """A match after these picks, by the seat that is asked first or (`1:two`) by the named seat."""
    position = Position.new(TOY, options, seats, seed)
    for noted in picks.split():
        seat, _, code = noted.rpartition(":")
        position.pick(int(seat) if seat else position.asks[0].seat, code)
    return position


def prompts(position: Position) -> list[tuple[int, str]]:
    return [(ask.seat, ask.prompt.removeprefix("toy.")) for ask in position.asks]


def seen(position: Position, seat: int | None) -> toy.View:
    found: toy.View = TOY.view(position.state, seat, position.asks)
    return found


# Seats and teams.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_accepts_its_allowed_numbers_of_seats(seats: int) -> None:
    position = match(seats=seats)
    assert position.seats == seats
    for number in range(seats):
        assert position.asks[0].seat == number
        position.pick(number, "rest")


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(Impossible, match="2, 3, 4"):
        match(seats=seats)


def test_teammates_win_together() -> None:
    assert match("rest crown", seats=4, teams=True).outcome == Outcome((1, 3), "crowned", (0, 0, 0, 0))


@each(("seats", "teams", "winners"), [(2, False, (0,)), (3, False, (0, 2)), (4, False, (0, 2, 3)), (4, True, (0, 2))])
def test_when_a_seat_resigns_its_team_loses_and_the_others_win(
    seats: int, teams: bool, winners: tuple[int, ...]
) -> None:
    position = match(seats=seats, teams=teams)
    position.resign(1)
    assert position.outcome == Outcome(winners, "resigned")


# Options of a match.


@each("options", [{"speed": 1}, {"teams": "yes"}, {"teams": 1}, {"rounds": True}, {"rounds": 9}, {"rounds": None}])
def test_an_unknown_match_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Impossible):
        match(**options)


def test_missing_match_options_take_their_defaults() -> None:
    assert match(rounds=3).options == {"teams": False, "rounds": 3}


# Asks.


def test_a_question_with_a_single_option_answers_itself_and_is_not_logged() -> None:
    position = match("duel")  # with two seats there is only one to challenge
    assert prompts(position) == [(1, "answer")]
    assert (position.picks, [one.code for one in position.forced]) == (["duel"], ["1"])


def test_with_several_options_the_seat_is_asked() -> None:
    assert prompts(match("duel", seats=3)) == [(0, "whom")]


def test_an_effect_can_ask_many_questions() -> None:
    position = match("spell 1 2 1 yes 0 2")
    assert prompts(position) == [(0, "spell")]
    assert position.picks == ["spell", "1", "2", "1", "yes", "0", "2"]
    assert seen(position, 0).score == (6, 0)


def test_a_seat_that_is_not_on_turn_can_be_asked() -> None:
    position = match("duel 2", seats=4)
    assert prompts(position) == [(2, "answer")]
    assert position.ask_of(0) is None
    with pytest.raises(Refused) as refusal:
        position.pick(0, "fight")
    assert refusal.value.code == "not-your-turn"
    position.pick(2, "flee")
    assert prompts(position) == [(1, "what")]


def test_a_rest_is_at_the_end_of_a_turn() -> None:
    assert match("spell 1 1 1 no").picks == []
    assert match("spell 1 1 1").picks == ["spell", "1", "1", "1"]


def test_a_question_without_options_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "WAYS", {**toy.WAYS, **toy.MISTAKES})
    with pytest.raises((AssertionError, ValueError)):
        match("silence")


def test_asking_one_seat_twice_at_once_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "WAYS", {**toy.WAYS, **toy.MISTAKES})
    with pytest.raises((AssertionError, ValueError)):
        match("echo")


# Simultaneous questions.

RICH = "spell 2 2 2 no spell 2 2 2 no spell 2 2 2 no"
"""Three seats with points to bid."""


def test_several_seats_can_be_asked_at_once() -> None:
    assert prompts(match(f"{RICH} auction", seats=3)) == [(0, "bid"), (1, "bid"), (2, "bid")]


def test_an_answer_does_not_change_the_others_questions() -> None:
    before = match(f"{RICH} auction", seats=3)
    for code in "012":
        after = match(f"{RICH} auction 1:{code}", seats=3)
        assert [after.ask_of(seat) for seat in (0, 2)] == [before.ask_of(seat) for seat in (0, 2)]
        assert [seen(after, seat) for seat in (None, 0, 1, 2)] == [seen(before, seat) for seat in (None, 0, 1, 2)]
        assert after.events == []


def test_a_seat_that_has_answered_is_not_asked_again() -> None:
    position = match(f"{RICH} auction 1:2", seats=3)
    assert prompts(position) == [(0, "bid"), (2, "bid")]
    with pytest.raises(Refused) as refusal:
        position.pick(1, "0")
    assert refusal.value.code == "not-your-turn"


def test_the_order_of_simultaneous_answers_does_not_matter() -> None:
    ends = set()
    for order in itertools.permutations(["0:1", "1:2", "2:0"]):
        position = match(f"{RICH} auction {' '.join(order)}", seats=3)
        ends.add((written(position), tuple(str(event) for event in position.events)))
    assert len(ends) == 1


def test_answers_are_returned_in_the_order_of_the_questions() -> None:
    position = match(f"{RICH} auction 2:0 0:1 1:2", seats=3)
    assert position.events[0].args == {"bids": [1, 2, 0]}


def test_simultaneous_answers_are_logged_with_their_seats() -> None:
    assert match(f"{RICH} auction 2:1 0:0", seats=3).picks == ["auction", "2:1", "0:0"]


def test_a_simultaneous_answer_is_a_boundary() -> None:
    assert match(f"{RICH} auction 2:1", seats=3).boundary


def test_a_position_between_simultaneous_answers_can_be_written_and_read() -> None:
    position = match(f"{RICH} auction 2:1", seats=3)
    again = Position.read(TOY, position.options, json.loads(json.dumps(position.write())))
    assert (again.asks, again.write()) == (position.asks, position.write())
    for one in (position, again):
        one.pick(1, "2")
        one.pick(0, "0")
    assert written(again) == written(position)


def test_a_seat_with_a_single_option_is_not_asked_with_the_others() -> None:
    position = match("spell 1 1 0 no auction")  # the second seat has no points, so it cannot bid
    assert prompts(position) == [(0, "bid")]
    position.pick(0, "2")
    assert position.events[0].args == {"bids": [2, 0]}


def test_without_any_choice_nobody_is_asked() -> None:
    position = match("auction")
    assert prompts(position) == [(1, "what")]
    assert position.events[0].args == {"bids": [0, 0]}


def test_a_refused_answer_keeps_the_other_answers() -> None:
    position = match(f"{RICH} auction 2:1", seats=3)
    before = written(position)
    with pytest.raises(Refused):
        position.pick(0, "9")
    assert written(position) == before


def test_simultaneous_choices_are_hidden_from_each_other() -> None:
    """In the duel, nobody sees the first card until the second is played."""
    position = match("duel fight")
    options = [option.code for option in position.asks[0].options]
    views = set()
    for code in options:
        after = match(f"duel fight 0:{code}")
        views.add(str([seen(after, seat) for seat in (None, 0, 1)]) + str(after.ask_of(1)))
    assert len(views) == 1


# Boundaries.


@each(
    ("before", "pick", "crossed"),
    [
        ("", "spell", False),
        ("spell 1 1", "1", False),
        ("spell 1 1 1", "no", True),  # another seat is asked next
        ("", "throw", True),  # chance
        ("", "draw", True),  # something hidden is shown
        ("", "duel", True),  # another seat is asked
        ("duel", "flee", False),  # the same seat is asked again
        ("duel", "fight", True),  # several seats are asked
        ("", "rest", True),
        ("", "crown", True),  # the end
    ],
)
def test_chance_reveals_another_seats_question_and_the_end_are_boundaries(
    before: str, pick: str, crossed: bool
) -> None:
    assert match(f"{before} {pick}").boundary == crossed


@each(
    ("before", "pick", "held"),
    [
        ("", "spell", False),
        ("spell 1 1", "1", False),
        ("spell 1 1 1", "no", True),
        ("", "throw", True),
        ("", "draw", True),
        ("", "duel", True),
        ("duel", "fight", True),
        ("", "rest", True),
        ("", "auction", True),
        ("", "crown", False),  # nothing after the end is hidden
    ],
)
def test_a_tried_pick_stops_before_the_boundary(before: str, pick: str, held: bool) -> None:
    position = match(before)
    seat = position.asks[0].seat
    position.pick(seat, pick, hold=True)
    assert position.held == held
    if held:
        assert position.asks == ()
        with pytest.raises(Refused) as refusal:
            position.pick(seat, "rest")
        assert refusal.value.code == "confirm-first"


@each("pick", ["throw", "draw", "duel", "auction", "rest"])
def test_a_tried_pick_does_not_reveal_anything_ahead(pick: str) -> None:
    """With another seed or another deck, everybody sees the same."""
    tries = []
    for number in range(6):
        position = match()
        written_down = position.write()
        ahead = random.Random(number).sample(written_down["deck"], len(written_down["deck"]))
        other = Position.read(TOY, {}, {**written_down, "deck": ahead, "seed": f"seed {number}"})
        other.pick(0, pick, hold=True)
        tries.append(str(([seen(other, seat) for seat in (None, 0, 1)], other.events, other.asks)))
    assert len(set(tries)) == 1


def test_a_tried_simultaneous_answer_reveals_nothing() -> None:
    position = match(f"{RICH} auction 2:1 0:0", seats=3)
    position.pick(1, "2", hold=True)
    assert (position.held, position.asks, position.events) == (True, (), [])
    assert seen(position, None) == seen(match(f"{RICH} auction", seats=3), None)


def test_a_pick_on_a_fork_does_not_change_the_original() -> None:
    position = match()
    fork = position.fork()
    fork.pick(0, "throw", hold=True)
    assert prompts(position) == [(0, "what")]
    assert position.picks == []


# Chance.


def test_equal_seeds_give_equal_chance() -> None:
    assert match("throw", seed="a").events == match("throw", seed="a").events
    assert len({str(match("throw", seed=str(number)).events) for number in range(30)}) > 3


def test_returning_to_a_position_does_not_roll_again() -> None:
    position = match("throw")
    mark, asks = position.mark(), position.asks
    for _ in range(5):
        assert position.at_mark(mark).asks == asks


def test_a_fork_with_other_chance_begins_at_the_same_state() -> None:
    """Past rolls stay; only future ones differ."""
    for number in range(20):
        position = match("throw", seed=f"seed {number}")
        if position.asks[0].prompt != "toy.take":
            continue
        for other in range(5):
            fork = position.fork(seed=f"other {other}")
            assert fork.asks == position.asks


def test_a_fork_with_other_chance_continues_differently() -> None:
    position = match(seed="x")
    throws = set()
    for number in range(20):
        fork = position.fork(seed=str(number))
        throws.add(str(fork.pick(0, "throw")))
    assert len(throws) > 3


# Knowledge of seats.


def test_a_private_event_names_its_seat() -> None:
    assert [event.only for event in match(seats=3).events] == [(0,), (1,), (2,)]
    assert match("draw").events[0].only == (0,)


def test_every_seat_gets_the_events_meant_for_it() -> None:
    events = [*match(seats=3).events, *match("rest").events]
    assert [event.kind for event in seen_by(events, 1)] == ["dealt", "rested"]
    assert [event.kind for event in seen_by(events, None)] == ["rested"]


def test_observers_see_the_state_as_it_was_at_every_event() -> None:
    position, scores = match(), list[int]()
    position.on_event = lambda _: scores.append(position.state.score[0])
    for code in ("spell", "1", "2", "2", "no"):
        position.pick(0, code)
    assert scores == [1, 3, 5]


def test_a_hand_is_visible_to_its_owner_only() -> None:
    position = match("draw", seats=3)
    assert seen(position, 0).hand == tuple(position.state.hands[0])
    assert seen(position, None).hand == ()
    assert seen(position, 1).held == (3, 2, 2)


# The end.


def test_after_the_end_nobody_is_asked() -> None:
    position = match("crown")
    assert position.asks == ()
    with pytest.raises(Refused) as refusal:
        position.pick(0, "rest")
    assert refusal.value.code == "over"


def test_scores_are_part_of_the_outcome() -> None:
    outcome = match("spell 2 2 2 no rest rest rest").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (6, 0))


def test_a_match_can_end_in_the_middle_of_an_effect() -> None:
    position = match("spell 2 2")
    position.agree_draw()
    assert position.outcome == Outcome((), "agreed")
    assert (position.asks, position.picks) == ((), [])
    assert seen(position, 0).score == (0, 0)


def test_a_match_can_end_while_several_are_asked() -> None:
    position = match(f"{RICH} auction 2:1", seats=3)
    position.resign(0)
    assert position.asks == ()
    again = Position.read(TOY, position.options, position.write())
    assert again.outcome == position.outcome


# Laws.


def random_play(seed: str, seats: int, picks: int, teams: bool) -> tuple[Position, list[Entry]]:
    position, chance = match(seats=seats, seed=seed, teams=teams, rounds=3), random.Random(seed)
    entries: list[Entry] = []
    while position.asks and len(entries) < picks:
        ask = chance.choice(position.asks)
        code = chance.choice([option for option in ask.options if option.code != "crown"]).code
        position.pick(ask.seat, code)
        entries.append(Entry(ask.seat, codes=(code,)))
    return position, entries


anywhere = st.builds(
    random_play, st.integers(0, 10**6).map(str), st.sampled_from([2, 3, 4]), st.integers(0, 60), st.booleans()
)


@CAREFUL
@given(anywhere)
def test_written_read_forked_and_replayed_positions_are_equal(
    played: tuple[Position, list[Entry]],
) -> None:
    position, entries = played
    through_json = json.loads(json.dumps(position.write()))
    ways = [
        Position.read(TOY, position.options, through_json),
        position.fork(),
        replay(TOY, position.options, position.seats, position.dice.seed, entries),
    ]
    for other in ways:
        assert other.asks == position.asks
        assert written(other) == written(position)
        assert [seen(other, seat) for seat in range(position.seats)] == [
            seen(position, seat) for seat in range(position.seats)
        ]


@CAREFUL
@given(anywhere, st.data())
def test_an_undo_removes_all_later_entries(played: tuple[Position, list[Entry]], data: st.DataObject) -> None:
    position, entries = played
    keep = data.draw(st.integers(0, len(entries)))
    args = TOY, position.options, position.seats, position.dice.seed
    assert written(replay(*args, [*entries, Entry(0, "undo", undo_to=keep)])) == written(replay(*args, entries[:keep]))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play_comes_to_an_end(seats: int) -> None:
    played = playout(match(seats=seats), "toy", 50)
    assert played.games == 50
    assert sum(played.results.values()) == 50
    assert all(result.endswith(" crowned") for result in played.results)


@each("before", ["throw", "duel fight", "spell 1", "duel"])
def test_random_play_from_the_middle_of_an_effect_comes_to_an_end(before: str) -> None:
    assert playout(match(before), "middle", 20).games == 20


# Records.


def test_a_record_of_any_game_is_checked_by_replaying_it() -> None:
    entries = (Entry(0, codes=("spell", "1", "1", "1", "no")), Entry(1, codes=("crown",)))
    record = Record("toy", {"teams": False}, 2, 7, seed_hash("seed"), "seed", entries, Result((1,), "crowned"))
    assert check(record, TOY).asks == ()
    with pytest.raises(Impossible):
        check(msgspec.structs.replace(record, seed_hash=seed_hash("another")), TOY)


def test_simultaneous_answers_are_recorded_seat_by_seat() -> None:
    entries = [Entry(0, codes=("spell", "2", "2", "2", "no")), Entry(1, codes=("spell", "2", "2", "2", "no"))]
    entries += [Entry(0, codes=("auction",)), Entry(1, codes=("2",)), Entry(0, codes=("1",))]
    position = replay(TOY, TOY.settle({}), 2, "s", entries)
    assert position.events[0].args == {"bids": [1, 2]}
