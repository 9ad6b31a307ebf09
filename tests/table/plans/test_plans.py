"""Prepared answers: when they are played, when they are dropped, and that they reveal nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.record import Entry, apply
from engine.core.text import text
from engine.registry import GAMES
from table.matches.draft import drafted
from table.picks.parse_typed import Meanings, words_naming
from table.plans.plan_lines import MAX_LINE_LENGTH
from tests.support.engine.knockdown.table import put
from tests.support.engine.monolith.table import position as written
from tests.support.profile import seeds
from tests.support.table.plan_table import PlanTable, begun, laid

FULL = "S leader D1, S jailer B1, S archer C1, S wanderer A1, S royal_guard F1; N leader D7, {}, N illusionist A4"
"""Two full squads, so that a turn may have any length and nobody recruits."""

RESTING = ["jailer", "archer", "wanderer", "royal_guard"]


def leaders(more: str = "N protector B5, N acrobat F5, N assassin E6") -> PlanTable:
    return laid("leaders", pieces=FULL.format(more), turn="S")


def hunted() -> PlanTable:
    """Violet's Nemesis reacts when Gold's Leader moves."""
    return leaders("N nemesis D4, N protector B5, N assassin E6")


# Lines


def test_a_line_of_three_answers_is_played_move_by_move() -> None:
    table = leaders()
    line = table.line(
        1, "jailer b2 end > leader d6 end > archer c2 end > leader d5 end > leader d2 end > leader d6 end"
    )
    assert table.play("jailer b2 end") == ["1 leader d6 end"]
    assert table.steps(line) == ("archer c2 end", "leader d5 end", "leader d2 end", "leader d6 end")
    assert table.play("archer c2 end") == ["1 leader d5 end"]
    assert table.play("leader d2 end") == ["1 leader d6 end"]
    assert table.plans == [] and table.seats_to_move == [0]


def test_a_line_is_dropped_silently_when_another_move_is_played() -> None:
    table = leaders()
    table.line(1, "jailer b2 end > leader d6 end > archer c2 end > leader d5 end")
    assert table.play("jailer b2 end") == ["1 leader d6 end"]
    assert table.play("archer d2 end") == []
    assert table.plans == [] and table.seats_to_move == [1]


def test_lines_of_two_players_can_answer_each_other() -> None:
    table = leaders()
    table.line(1, "jailer b2 end > leader d6 end > archer c2 end > leader d5 end")
    table.line(0, "leader d6 end > archer c2 end > leader d5 end > leader d2 end")
    assert table.play("jailer b2 end") == ["1 leader d6 end", "0 archer c2 end", "1 leader d5 end", "0 leader d2 end"]
    assert table.plans == [] and table.seats_to_move == [1]


def test_lines_with_the_same_beginning_form_a_tree() -> None:
    table = leaders()
    one = table.line(1, "jailer b2 end > leader d6 end > archer c2 end > leader d5 end")
    other = table.line(1, "jailer b2 end > wódz d6 end > leader d2 end > leader d7 end")
    assert table.play("jailer b2 end") == ["1 leader d6 end"]
    assert table.steps(one) == ("archer c2 end", "leader d5 end")
    assert table.steps(other) == ("leader d2 end", "leader d7 end")
    assert table.play("leader d2 end") == ["1 leader d7 end"]
    assert table.plans == []


def test_of_two_answers_to_the_same_move_the_older_is_played() -> None:
    table = leaders()
    older = table.line(1, "jailer b2 end > leader d6 end > * > leader d5 end")
    table.line(1, "* > leader c6 end > * > leader d6 end")
    assert table.play("jailer b2 end") == ["1 leader d6 end"]
    assert [plan.id for plan in table.plans] == [older]


def test_of_two_answers_the_possible_one_is_played() -> None:
    table = leaders()
    table.line(1, "jailer b2 end > leader d2 end")
    table.line(1, "jailer b2 end > leader d6 end")
    assert table.play("jailer b2 end") == ["1 leader d6 end"]
    assert table.plans == []


def test_a_star_stands_for_any_move() -> None:
    for move in ("jailer b2 end", "end", "leader d2 archer d1 end"):
        table = leaders()
        table.line(1, "* > leader d6 end")
        assert table.play(move) == ["1 leader d6 end"]


@pytest.mark.parametrize(
    ("move", "fires"), [("jailer b2 end", True), ("jailer b2 leader d2 end", True), ("end", False)]
)
def test_a_star_at_the_end_stands_for_the_rest_of_a_move(move: str, fires: bool) -> None:
    table = leaders()
    table.line(1, "jailer b2 * > leader d6 end")
    assert table.play(move) == ["1 leader d6 end"] * fires
    assert table.plans == []


def test_without_a_star_the_whole_move_must_match() -> None:
    table = leaders()
    table.line(1, "jailer b2 > leader d6 end")
    assert table.play("jailer b2 leader d2 end") == []
    assert table.plans == []


def test_an_impossible_answer_drops_its_line() -> None:
    table = leaders()
    table.line(1, "jailer b2 end > protector b6 end")
    assert table.play("jailer b2 end") == []
    assert table.plans == [] and table.seats_to_move == [1]


def test_an_incomplete_answer_is_not_played() -> None:
    table = leaders()
    table.line(1, "jailer b2 end > leader d6")
    assert table.play("jailer b2 end") == []
    assert table.plans == []


@pytest.mark.parametrize(
    "typed",
    [
        "Dozorca b2 zakończ akcje > Wódz D6 END confirm",
        "dozorca, b2, end > wodz, d6, end",
        "jailer step b2 end > leader step d6 end ok",
        "JAILER B2 End-Actions => LEADER D6 end",
    ],
)
def test_names_are_understood_in_both_languages(typed: str) -> None:
    table = leaders()
    table.line(1, typed)
    assert table.play("jailer b2 end") == ["1 leader d6 end"]


def test_names_of_two_words_may_be_typed_as_they_are_written() -> None:
    table = leaders()
    table.line(1, "royal guard step f2 end > leader d6 end > gwardzista step e2 end > leader d5 end")
    assert table.play("royal-guard step f2 end") == ["1 leader d6 end"]
    assert table.steps(1) == ("gwardzista step e2 end", "leader d5 end")


def test_a_step_answered_by_the_rules_may_be_typed_too() -> None:
    """No other figure can act after the Leader, so the turn ends automatically."""
    for typed in ("leader d2 end", "leader d2"):
        table = laid("leaders", pieces=leaders().position.write()["pieces"], turn="S", acted=RESTING)
        table.line(1, f"{typed} > leader d6 end")
        assert table.play("leader d2") == ["1 leader d6 end"]


@pytest.mark.parametrize("card", ["royal guard", "royal-guard", "Gwardzista", ""])
def test_a_forced_pick_may_be_named_or_left_out(card: str) -> None:
    pieces = "S leader D1, S jailer B1, S archer C1, S acrobat A1; N leader D7, N protector B5, N vizier E6, N cub A4"
    table = laid("leaders", pieces=pieces, turn="S", market=["royal_guard"], deck=[])
    table.line(1, f"end {card} f1 > end")
    assert table.play("end f1") == ["1 end"]


def test_a_line_made_on_the_players_own_turn_waits_for_the_opponents_move() -> None:
    table = leaders()
    line = table.line(0, "* > jailer b3 end")
    exact = table.line(0, "leader d6 end > jailer b3 end > * > archer c2 end")
    assert table.play("jailer b2 end") == [] and table.steps(line) and table.steps(exact)
    assert table.play("leader d6 end") == ["0 jailer b3 end"]
    assert table.steps(line) is None and table.steps(exact) == ("*", "archer c2 end")


def test_a_move_in_several_parts_can_be_answered_part_by_part() -> None:
    """The second player recruits twice in the first turn; in between a card is revealed."""
    table = begun("leaders", "two")
    line = table.line(1, "* > end vizier b5 royal guard c6 > * > end")
    assert table.play("end wanderer b1") == ["1 end vizier b5", "1 royal-guard c6"]
    assert table.steps(line) == ("*", "end") and table.seats_to_move == [0]


def test_the_rest_of_a_prepared_move_is_dropped_if_another_seat_is_asked() -> None:
    table = hunted()
    table.line(0, "* > leader d2 jailer b2 end")
    table.play("end")
    assert table.play("leader d6 end") == ["0 leader d2"]
    assert table.seats_to_move == [1] and len(table.plans) == 1
    assert table.play("d5") == [] and table.plans == [] and table.seats_to_move == [0]


def test_a_line_may_answer_questions_on_the_opponents_turn() -> None:
    table = hunted()
    line = table.line(1, "leader d2 > d5 > jailer b2 end > leader d6 end")
    assert table.play("leader d2") == ["1 d5"]
    assert table.steps(line) == ("jailer b2 end", "leader d6 end")
    assert table.play("jailer b2 end") == ["1 leader d6 end"]


def test_an_interrupted_move_may_be_expected_as_a_whole() -> None:
    table = hunted()
    line = table.line(1, "leader d2 jailer b2 end > leader d6 end")
    assert table.play("leader d2") == [] and table.steps(line) == ("jailer b2 end", "leader d6 end")
    assert table.play("d5") == [] and table.seats_to_move == [0]
    assert table.play("jailer b2 end") == ["1 leader d6 end"]


def test_a_line_is_dropped_if_the_opponents_turn_ends_early() -> None:
    table = hunted()
    table.line(1, "leader d2 jailer b2 end archer > leader d6 end")
    table.play("leader d2")
    table.play("d5")
    assert len(table.plans) == 1
    table.play("jailer b2 end")
    assert table.plans == []


# Automatic replies


def test_an_automatic_reply_is_given_whenever_possible() -> None:
    table = hunted()
    table.always(1, "leaders.nemesis", "d5")
    assert table.play("leader d2") == ["1 d5"]
    assert table.play("end") == [] and table.play("end") == []
    assert table.play("leader d1") == [], "she is there already"
    assert table.seats_to_move == [1] and len(table.plans) == 1


def test_automatic_replies_to_one_question_are_tried_in_order() -> None:
    table = hunted()
    for space in ("d4", "d6", "d5"):
        table.always(1, "leaders.nemesis", space)
    assert table.play("leader d2") == ["1 d6"]


def test_a_line_takes_precedence_over_an_automatic_reply() -> None:
    table = hunted()
    table.always(1, "leaders.nemesis", "d5")
    table.line(1, "leader d2 > d6")
    assert table.play("leader d2") == ["1 d6"]


def test_a_line_for_any_move_allows_automatic_replies_before_it() -> None:
    table = hunted()
    table.always(1, "leaders.nemesis", "d5")
    table.line(1, "* > leader d6 end")
    assert table.play("leader d2") == ["1 d5"]
    assert table.play("jailer b2 end") == ["1 leader d6 end"]


def test_an_automatic_reply_that_leaves_a_question_open_is_not_given() -> None:
    table = leaders()
    table.always(1, "leaders.who-acts", "leader")
    assert table.play("end") == [] and table.seats_to_move == [1]


def test_automatic_replies_to_consecutive_questions_make_one_move() -> None:
    table = leaders()
    table.always(1, "leaders.who-acts", "leader")
    table.always(1, "leaders.who-acts", "end")
    table.always(1, "leaders.where", "d6")
    assert table.play("end") == ["1 leader d6 end"]


def test_automatic_replies_that_repeat_forever_are_not_given() -> None:
    table = PlanTable(put("f4 f6", a="ash_knuckle", b="grave_chill", turn="A").position)
    for prompt, code in (("action", "guard"), ("least-cut", "ask"), ("reacting", "ask")):
        table.always(1, f"knockdown.{prompt}", code)
    assert table.play("move f3 move f4") == [] and table.seats_to_move == [1]


def _blow() -> PlanTable:
    """The Mistling may hit the Adder-Daughter, who has two cards to block with."""
    cards = "thrown_hatchet parry_cut grave_chill witch_light"
    return PlanTable(
        put("f4 f6", "wolf_shoulder staff_thrust slip_aside", fighters="mistling adder_daughter", b=cards).position
    )


def test_a_block_and_a_reaction_can_be_declined_for_good() -> None:
    table = _blow()
    table.always(1, "knockdown.block", "none")
    assert table.play("wolf-shoulder") == [], "she still decides about the reaction"
    table = _blow()
    table.always(1, "knockdown.block", "none")
    table.always(1, "knockdown.react", "none")
    assert table.play("wolf-shoulder") == ["1 none none"] and table.seats_to_move == [0]


def test_a_line_can_block_one_attack_and_leave_another_to_the_player() -> None:
    for blow, done in (("wolf-shoulder", ["1 both thrown-hatchet none"]), ("staff-thrust", [])):
        table = _blow()
        table.line(1, "wolf shoulder > both thrown hatchet none")
        assert table.play(blow) == done and table.plans == []


# Ends of plans


def test_an_undo_drops_lines_and_skips_automatic_replies_once() -> None:
    table = hunted()
    before = table.position
    always = table.always(1, "leaders.nemesis", "d5")
    table.line(1, "* > leader d6 end")
    table.line(0, "* > leader d3 end")
    after = before.fork()
    apply(after, Entry(0, "play", ("leader", "d2")))
    assert table.play("leader d2") == ["1 d5"]
    assert table.enter(Entry(1, "undo", undo_to=1), after) == []
    assert table.seats_to_move == [1] and [plan.id for plan in table.plans] == [always]


def test_no_plan_is_played_after_the_end() -> None:
    table = leaders()
    table.line(1, "* > leader d6 end")
    table.always(1, "leaders.who-acts", "end")
    assert table.enter(Entry(0, "resign")) == []


# Secrets


_ASSASSINS = (
    "A dragon.banner a1 r0; A assassin c1 r0; A pikeman b1 r0; B abyss.banner e3 r0; B assassin c5 r0; B golem d4 r0"
)


def _aiming() -> PlanTable:
    """Gold may begin a battle in which both Assassins aim at the same time."""
    return laid("monolith", **written(_ASSASSINS, "forest.order-battle hunter", number=5))


def test_plans_do_not_reveal_simultaneous_choices_before_all_have_answered() -> None:
    left = []
    for aim in ("d4", "c5", "e3"):
        table = _aiming()
        plans = [table.line(1, f"order-battle {word} > b1") for word in ("d4", "c5")]
        table.play("order-battle")
        assert table.seats_to_move == [0, 1]
        assert table.play(aim, 0) == [] and table.seats_to_move == [1]
        left.append([table.steps(plan) for plan in plans])
    assert left == [[("d4", "b1"), ("c5", "b1")]] * 3


def test_plans_do_not_reveal_simultaneous_choices_even_after_all_have_answered() -> None:
    left = []
    for aim in ("d4", "c5", "e3"):
        table = _aiming()
        plans = [table.line(1, f"order-battle > b1 > {word} > spike end") for word in ("d4", "c5", "e3")]
        assert table.play("order-battle") == ["1 b1"]
        assert [table.steps(plan) for plan in plans] == [(word, "spike end") for word in ("d4", "c5", "e3")]
        assert table.play(aim, 0) == []
        left.append([table.steps(plan) for plan in plans])
    assert left == [[None] * 3] * 3


def test_a_secret_answer_matches_any_expected_answer() -> None:
    table = _aiming()
    line = table.line(1, "order-battle > b1 > * > spike end > * > end")
    assert table.play("order-battle") == ["1 b1"]
    assert table.play("d4", 0) == ["1 spike end"]
    assert table.steps(line) == ("*", "end")


@pytest.mark.parametrize("guard", ["ask never", "never ask", "two never"])
def test_secret_answers_are_skipped(guard: str) -> None:
    """A fighter's automatic replies are secret; the rest of the move is known."""
    table = PlanTable(put("f4 f6", a="ash_knuckle", b="grave_chill", turn="A").position)
    line = table.line(1, "guard move f3 move f4 > guard ask ask move f7 move f6")
    guess = table.line(1, "guard ask never move f3 move f4 > move f7 move f6")
    assert table.play(f"guard {guard} move f3 move f4") == ["1 guard ask ask move f7 move f6"]
    assert table.steps(line) is None and table.steps(guess) is None


def test_other_possible_moves_make_no_difference() -> None:
    """A word that fits two options matches the one that was played, so it does not reveal a hand."""
    one, other = (Option(code, text("{who} again", who=text("Pikeman"))) for code in ("pikeman-1", "pikeman-2"))
    assert Meanings(Ask(0, "monolith.play", (one, other))).code("pikeman") == "pikeman", "the plan treats both the same"
    assert words_naming("monolith", one, ["pikeman", "c3"]) == words_naming("monolith", other, ["pikeman", "c3"]) == 1
    assert words_naming("monolith", one, ["hunter", "c3"]) == 0


# Laws


def _random_entry(position: Position, chance: random.Random) -> Entry:
    ask = chance.choice(position.asks)
    now = drafted(position, ask.seat, ())
    while not now.complete and now.ask is not None:
        now = drafted(position, ask.seat, (*now.codes, chance.choice(now.ask.options).code))
    return Entry(ask.seat, "play", now.codes)


class Future(NamedTuple):
    """The future of a match: the others' entries, a seat's own, and both as a line of that seat."""

    theirs: list[Entry]
    mine: list[Entry]
    line: list[str]


def _future(position: Position, seat: int, chance: random.Random, answers: int) -> Future:
    fork = position.fork()
    theirs: list[Entry] = []
    mine: list[Entry] = []
    line: list[str] = []
    while fork.asks and (len(line) < 2 * answers or not fork.ask_of(seat)):
        entry = _random_entry(fork, chance)
        own = entry.seat == seat
        if own != (len(line) % 2 == 0) or not line:
            line.append("")
        if own and len(line) % 2:
            line.append("")  # asked before anybody else has done anything
        line[-1] = " ".join(filter(None, (line[-1], _spoken(fork, entry, secrets=own))))
        (mine if own else theirs).append(entry)
        apply(fork, entry)
        if len(line) > 2 * answers:
            break
    return Future(theirs, mine, [words or "*" for words in line[: len(line) // 2 * 2]])


def _spoken(position: Position, entry: Entry, *, secrets: bool) -> str:
    """The public codes of an entry."""
    fork = position.fork()
    codes = []
    for code in entry.codes:
        ask = fork.ask_of(entry.seat)
        if secrets or (ask is not None and not ask.secret and not fork.together):
            codes.append(code)
        fork.pick(entry.seat, code)
    return " ".join(codes)


def _slips(line: Sequence[str], chance: random.Random) -> str:
    """A line with mistakes and stars."""
    steps = [words.split() for words in line]
    for number, words in enumerate(steps):
        if chance.random() < 0.1:
            words[-1:] = ["nothing"]
        if not number % 2 and chance.random() < 0.4:
            words[:] = [*words[: chance.randrange(len(words))], "*"]
    return " > ".join(" ".join(words) for words in steps)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", seeds(2))
def test_plans_only_make_legal_moves_of_their_owners(game: str, seed: int) -> None:
    """The engine carries out every automatic move, and refuses moves that are not offered."""
    chance = random.Random(f"{game} {seed}")
    seats = GAMES[game].seat_counts[seed % len(GAMES[game].seat_counts)]
    table = begun(game, str(seed), seats)
    fired = 0
    for _ in range(20):
        if not table.position.asks:
            break
        for _ in range(2):
            seat = chance.randrange(seats)
            if line := _future(table.position, seat, chance, chance.randint(1, 2)).line:
                typed = _slips(line, chance)
                if len(typed) <= MAX_LINE_LENGTH:
                    table.line(seat, typed)
        ask = chance.choice(table.position.asks)
        if chance.random() < 0.2:
            table.always(ask.seat, ask.prompt, chance.choice(ask.options).code)
        owners = {plan.seat for plan in table.plans}
        played = table.enter(_random_entry(table.position, chance))
        fired += len(played)
        assert {int(one.split()[0]) for one in played} <= owners
    assert fired


@pytest.mark.parametrize("game", GAMES)
def test_plans_change_nothing_about_what_is_legal(game: str) -> None:
    """A match is the same with and without plans that never match."""
    alone, planned = begun(game, "same"), begun(game, "same")
    for number in range(12):
        planned.line(number % 2, "nonsense words * > more nonsense > * > and more")
        planned.always(number % 2, f"{game}.nothing", "none")
        entry = _random_entry(alone.position, random.Random(number))
        assert alone.enter(entry) == planned.enter(entry) == []
        assert alone.position.write() == planned.position.write()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", seeds(3))
def test_a_line_that_predicts_everything_is_played_to_its_end(game: str, seed: int) -> None:
    """The line is written from what really happens, so all moves of its seat are played."""
    _comes_true(game, seed)


def test_a_forced_pick_may_also_be_named_by_the_next_player() -> None:
    """In this match one player's turn ends automatically, and then the next player picks the end."""
    _comes_true("monolith", 12646790)


def _comes_true(game: str, seed: int) -> None:
    chance = random.Random(f"true {game} {seed}")
    table = begun(game, str(seed), GAMES[game].seat_counts[seed % len(GAMES[game].seat_counts)])
    while table.position.together or table.seats_to_move != [0]:
        table.enter(_random_entry(table.position, chance))
    future = _future(table.position, 1, chance, 3)
    line = table.line(1, " > ".join(future.line))
    played = [one for entry in future.theirs for one in table.enter(entry)]
    assert played == [f"1 {' '.join(entry.codes)}" for entry in future.mine]
    assert table.steps(line) is None
