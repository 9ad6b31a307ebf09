"""Possible futures for a player who plans: the positions after each step, without hidden information."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from engine.core.ask import seen_by
from engine.core.position import Position
from engine.registry import GAMES
from locales import LANGUAGES
from table.picks.choices import choices
from table.plans.line_check import check_line
from table.plans.plan_explorer import PlanExplorer, explore_plan
from table.plans.plan_lines import read
from tests.support.engine.complete import COMPLETE
from tests.support.engine.knockdown.table import put
from tests.support.engine.matches import Match, alike, on_the_wire, play, reread
from tests.support.engine.subjects import SUBJECTS
from tests.support.profile import SEARCH, seeds

FULL = "S leader D1, S jailer B1, S archer C1, S wanderer A1, S royal_guard F1; N leader D7, {}, N illusionist A4"
RIVALS = "N protector B5, N acrobat F5, N assassin E6"
SOME = {
    "leaders": ["basic"],
    "monolith": ["monoliths"],
    "tashkalar": ["duel", "high teams"],
    "knockdown": ["plain", "hidden"],
}
KINDS = [(key, name) for key, one in SUBJECTS.items() for name in (one.kinds if SEARCH else SOME.get(key, one.kinds))]
"""The kinds of matches with most hidden information; the search profile tests all."""
CLICKED = [(key, name) for key, name in KINDS if GAMES[key].foresight is not None]
"""The kinds of games with plans by clicks."""


def leaders(more: str = RIVALS, **written: object) -> Position:
    return Position.read(GAMES["leaders"], {}, {"pieces": FULL.format(more), "turn": "S", **written})


def codes(ahead: PlanExplorer) -> list[str]:
    assert ahead.now is not None and ahead.now.ask is not None
    return [option.code for option in ahead.now.ask.options]


def test_a_plan_begins_with_the_opponents_move_and_then_the_answer() -> None:
    ahead = explore_plan(leaders(), 1, [""])
    assert not ahead.mine and "jailer" in codes(ahead)
    ahead = explore_plan(leaders(), 1, ["jailer b2 end"])
    assert (
        ahead.mine
        and ahead.exact
        and codes(ahead) == ["leader", "protector", "acrobat", "assassin", "illusionist", "end"]
    )
    view = GAMES["leaders"].view(ahead.shown.state, 1, ahead.shown.asks)
    assert ("jailer", "B2") in [(piece.id, piece.at.upper()) for piece in view.figures]


def test_a_plan_can_continue_for_several_moves() -> None:
    ahead = explore_plan(leaders(), 1, ["jailer b2 end", "leader d6 end"])
    assert ahead.complete
    ahead = explore_plan(leaders(), 1, ["jailer b2 end", "leader d6 end", "archer c2 end", "leader d5"])
    assert ahead.mine and not ahead.complete and ahead.exact
    assert ahead.words("en") == ["jailer b2 end", "leader d6 end", "archer c2 end", "leader d5"]
    assert ahead.words("pl")[0] == "dozorca b2 zakończ akcje"


def test_a_question_within_the_opponents_turn_is_answered_there() -> None:
    ahead = explore_plan(leaders("N nemesis D4, N protector B5, N assassin E6"), 1, ["leader d2"])
    assert ahead.mine and ahead.now is not None and ahead.now.ask is not None
    assert ahead.now.ask.prompt == "leaders.nemesis"
    code = codes(ahead)[0]
    ahead = explore_plan(leaders("N nemesis D4, N protector B5, N assassin E6"), 1, ["leader d2", code, ""])
    assert not ahead.mine and "end" in codes(ahead), "their turn continues"


def test_after_any_move_the_board_is_used_as_it_is() -> None:
    ahead = explore_plan(leaders(), 1, ["jailer b2 *"])
    assert ahead.mine and not ahead.exact and "leader" in codes(ahead)
    assert ahead.words("en")[0] == "jailer b2 *"


def test_cards_still_to_be_drawn_are_not_shown() -> None:
    """The market is refilled after a recruitment: the answer is chosen without the new card."""
    position = Position.read(
        GAMES["leaders"],
        {},
        {"pieces": "S leader D1; N leader D7", "turn": "S", "market": ["rider", "archer", "vizier"]},
    )
    ahead = explore_plan(position, 1, ["end archer b1"])
    assert ahead.mine and not ahead.exact
    assert ahead.words("en")[0] == "end archer b1 *"
    assert sorted(ahead.shown.state.market) == ["rider", "vizier"]


def test_on_the_players_own_turn_a_plan_begins_after_the_current_move() -> None:
    ahead = explore_plan(leaders(), 0, [""], ["jailer", "b2", "end"])
    assert not ahead.mine and ahead.exact and "protector" in codes(ahead)
    ahead = explore_plan(leaders(), 0, [""])
    assert not ahead.mine and not ahead.exact and "protector" in codes(ahead)


def test_a_move_that_ends_the_match_needs_no_answer() -> None:
    lost = (
        "S leader D1, S jailer A1, S archer A2, S vizier A3, S assassin B1; "
        "N leader D7, N protector D2, N brewmaster C2, N illusionist A4, N acrobat G4"
    )
    position = Position.read(GAMES["leaders"], {}, {"pieces": lost, "turn": "N"})
    ahead = explore_plan(position, 0, ["brewmaster step c1"])
    assert ahead.over and ahead.now is None and not ahead.mine


def test_an_attack_can_be_planned_for_and_blocked() -> None:
    """Hands are open in Knockdown; the attacker's decisions after the answer count as unknown."""
    cards = "thrown_hatchet parry_cut grave_chill witch_light"
    blow = put("f4 f6", "wolf_shoulder staff_thrust slip_aside", fighters="mistling adder_daughter", b=cards).position
    ahead = explore_plan(blow, 1, ["wolf-shoulder"])
    assert ahead.mine and ahead.exact and ahead.now is not None and ahead.now.ask is not None
    assert ahead.now.ask.prompt == "knockdown.block"


def look(ahead: PlanExplorer) -> list[object]:
    """Everything that a panel can show of the future."""
    game, shown, now = ahead.shown.game, ahead.shown, ahead.now
    return [
        (ahead.mine, ahead.exact, ahead.known, ahead.over, ahead.complete),
        msgspec.to_builtins(game.view(shown.state, ahead.seat, shown.asks)),
        ahead.words("pl"),
        [(event.kind, dict(event.args)) for event in seen_by(ahead.recent_events, ahead.seat)],
        None if now is None else (now.ask, now.spots, choices(now), seen_by(now.events, ahead.seat)),
    ]


def further(ahead: PlanExplorer, chance: random.Random) -> str:
    """A code that may come next, a star, or None to stop."""
    if ahead.complete:
        return ""
    now = ahead.now
    if now is None or now.ask is None or (not ahead.mine and chance.random() < 0.2):
        return "*"
    return chance.choice(list(now.ask.options)).code


def paths(match: Match, count: int) -> Iterator[tuple[Position, random.Random, int]]:
    for number in match.points(count):
        position = match.position(number)
        if position.asks:
            for seat in range(match.kind.seats):
                yield position, match.chance(f"plan {number} {seat}"), seat


@pytest.mark.parametrize(("key", "name"), KINDS)
def test_a_plan_does_not_depend_on_hidden_things(key: str, name: str) -> None:
    subject = SUBJECTS[key]
    for seed in seeds(1):
        match = play(subject, name, f"plan {seed}")
        for position, chance, seat in paths(match, 3):
            there = alike(subject, position, [seat], chance)
            if key == "knockdown" and not position.picks:
                replies = on_the_wire(there)["standing"]
                there = reread(there, standing=replies | {"BA"[seat]: {"least_cut": 99, "react": False}})
            one, two = PlanExplorer(position, seat), PlanExplorer(there, seat)
            for _ in range(9):
                assert look(one) == look(two)
                if one.over or (one.mine and one.now is None):
                    break
                code = further(one, chance)
                for ahead in (one, two):
                    if not code:
                        ahead.continue_with_replies()
                    elif code == "*":
                        ahead.anything()
                    else:
                        ahead.pick(code)


def test_plans_can_be_made_by_clicks_in_every_complete_game() -> None:
    assert {key for key, _ in CLICKED} >= {*COMPLETE}


@pytest.mark.parametrize(("key", "name"), CLICKED)
def test_a_plan_made_by_clicks_can_be_typed(key: str, name: str) -> None:
    """In both languages the words of a plan are an accepted line; in Monolith Arena few lines can be planned."""
    checked = 0
    for seed in seeds(30):
        if checked and seed not in seeds(1):
            break
        for position, chance, seat in paths(play(SUBJECTS[key], name, f"typed {seed}"), 4):
            ahead = PlanExplorer(position, seat)
            for _ in range(40):
                if ahead.complete and len(ahead.parts) > 1:
                    for language in LANGUAGES:
                        steps = read(" > ".join(ahead.words(language)), key)
                        check_line(position, seat, steps, (), language)
                        checked += 1
                    break
                if ahead.over or (ahead.mine and ahead.now is None):
                    break
                code = further(ahead, chance)
                ahead.anything() if code == "*" else ahead.pick(code)
    assert checked
