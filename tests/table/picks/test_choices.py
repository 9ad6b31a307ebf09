"""The picks of one click: actions are combined with their targets if no two actions share a target."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bench.clicks import clicks
from engine.core.playout import choices as chance
from engine.core.position import Position
from engine.registry import GAMES
from table.matches.draft import Drafted, drafted
from table.picks.choices import MANY_TARGETS, MAX_OFFERED_CHOICES, choices, step_before
from tests.support.engine.knockdown.table import put


def _at(game: str, position: Mapping[str, object]) -> Position:
    return Position.read(GAMES[game], {}, position)


LEADERS = {"pieces": "S leader D1, S rider C3; N leader D7", "turn": "S", "phase": "action"}
TASHKALAR = {
    "form": "duel",
    "pieces": [{"owner": "A", "rank": "common", "at": [5, 5]}],
    "hands": {"A": ["imperial.swordmaster"]},
    "decks": {"A": "northern_imperial", "B": "sylvan"},
    "turn": "A",
    "actions": 2,
}
MERGED = ("leaders", "tashkalar", "knockdown")
"""The games with actions that have few targets."""


def test_moves_and_abilities_are_offered_together() -> None:
    found = choices(drafted(_at("leaders", LEADERS), 0, ["rider"]))
    assert {len(one.codes) for one in found} == {2}
    assert {one.codes[0] for one in found} == {"step", "ride"}
    spots = [spot for one in found for spot in one.at]
    assert len(spots) == len(set(spots)), "no space has two meanings"
    assert {str(one.full_label) for one in found} >= {"Basic move: c4", "Ride two spaces: c5"}


def test_actors_are_chosen_before_their_targets() -> None:
    now = drafted(_at("tashkalar", TASHKALAR), 0, [])
    assert now.ask is not None
    cards = {option.code for option in now.ask.options} - {"place", "discard"}
    assert {one.codes for one in choices(now) if one.codes[0] in cards} == {(card,) for card in cards}
    assert ("place", "e4") in {one.codes for one in choices(now)}


def test_placements_of_two_figures_take_few_clicks() -> None:
    assert 1 + clicks(_at("tashkalar", TASHKALAR), 0, ("place", "e4", "place", "e6")) == 4
    assert clicks(_at("leaders", LEADERS), 0, ("rider", "ride", "c5")) == 3, "two, and Confirm"


def test_back_removes_the_picks_of_one_click() -> None:
    position = _at("leaders", LEADERS)
    assert step_before(drafted(position, 0, ["rider", "ride", "c5"]), position) == ("rider",)
    assert step_before(drafted(position, 0, ["rider", "ride"]), position) == ("rider",), "typing, not clicking"
    assert step_before(drafted(position, 0, ["rider"]), position) == ()


def test_beside_an_action_with_many_targets_others_stand_alone() -> None:
    found = choices(drafted(_at("tashkalar", TASHKALAR), 0, []))
    assert [one.codes for one in found if one.codes[0] == "discard"] == [("discard",)]
    assert sum(one.codes[0] == "place" for one in found) == 68, "all free squares"


def test_many_targets_are_a_question_of_their_own_where_fewer_choices_are_wanted() -> None:
    position = _at("tashkalar", TASHKALAR)
    found = choices(drafted(position, 0, []), MANY_TARGETS)
    assert ("place",) in {one.codes for one in found} and len(found) <= MANY_TARGETS
    placed = drafted(position, 0, ["place", "e4"])
    assert step_before(placed, position) == ()
    assert step_before(placed, position, MANY_TARGETS) == ("place",)


@pytest.mark.parametrize("key", GAMES)
def test_every_option_is_offered_once_and_every_spot_too(key: str) -> None:
    position, draw = Position.new(GAMES[key], {}, GAMES[key].seat_counts[0], "choices"), chance("choices").__next__
    merged = 0
    for _ in range(120):
        if position.outcome is not None:
            break
        ask = position.asks[0]
        now = drafted(position, ask.seat, ())
        found = choices(now)
        assert {*(one.codes[0] for one in found)} == {*(option.code for option in ask.options)}
        assert len({one.codes for one in found}) == len(found)
        pairs = [one for one in found if len(one.codes) == 2]
        assert len(found) <= max(MAX_OFFERED_CHOICES, len(ask.options))
        for one in pairs:
            assert not any(set(one.at) & set(other.at) for other in found if other.codes[0] != one.codes[0])
        for way in {one.codes[0] for one in pairs}:
            after = _after(now, way)
            assert sorted(one.codes[1] for one in pairs if one.codes[0] == way) == sorted(after), "all targets"
        merged += bool(pairs)
        position.answer(ask, ask.options[draw() % len(ask.options)])
    assert merged or key not in MERGED, "some questions are merged"


def _after(now: Drafted, way: str) -> list[str]:
    ask = drafted(now.position, now.seat, [way]).ask
    return [option.code for option in ask.options] if ask else []


def test_a_special_attack_that_answers_itself_stays_visible() -> None:
    position = _at(
        "knockdown",
        {
            "fighters": {"A": "brother_alembic", "B": "mistling"},
            "at": {"A": "f1", "B": "f6"},
            "hands": {"A": ["witch_light", "bell_ringer", "shin_reaper"], "B": []},
            "row": ["ash_knuckle", "cairn_hook", "moor_stomp", "parry_cut"],
        },
    )
    assert [one.codes for one in choices(drafted(position, 0, [])) if one.codes[0] == "combo"] == [("combo",)]
    paid = drafted(position, 0, ["combo"])
    assert paid.ask is not None and paid.ask.prompt == "knockdown.pay"


@pytest.mark.parametrize("game", ["monolith", "tashkalar"])
def test_cards_in_hand_are_offered_in_the_order_of_the_picture(game: str) -> None:
    """The rules have their own order of cards; everything else keeps its place."""
    rules, draw, differed = GAMES[game], chance("hand").__next__, 0
    position = Position.new(rules, {}, 2, "hand")
    for _ in range(150):
        ask = position.asks[0]
        now = drafted(position, ask.seat, ())
        view = rules.view(now.position.state, ask.seat, now.position.asks)
        held = [thing.rpartition(".")[2].replace("_", "-") for thing in rules.held(view, ask.seat)]
        listed = [option.code for option in ask.options]
        offered = [one.codes[0] for one in choices(now) if len(one.codes) == 1]
        in_hand = [code for code in offered if code in held]
        assert in_hand == sorted(in_hand, key=held.index)
        if {*offered} == {*listed}:
            assert [code if code not in held else "" for code in offered] == [
                code if code not in held else "" for code in listed
            ]
            differed += offered != listed
        position.answer(ask, ask.options[draw() % len(ask.options)])
        if not position.asks:
            break
    assert differed


def test_a_combo_names_its_attacks_and_comes_first() -> None:
    lone = put("f4 f6", "ash_knuckle", fighters="barrow_warden mistling", a="cairn_hook iron_vow").position
    found = choices(drafted(lone, 0, ()))
    assert (found[0].codes, str(found[0].label)) == (("combo",), "Combo: Grave Grip: Cairn Hook + Iron Vow")
    assert found[0].at[0] == "grave_grip"
    both = put("f3 f6", a="fishhook_line mist_step").position
    found = choices(drafted(both, 0, ()))
    assert [str(one.full_label) for one in found[:2]] == ["Combo: Drawn In", "Combo: Dash"]
    assert {one.codes for one in found[:2]} == {("combo", "drawn-in"), ("combo", "dash")}


def test_cards_out_of_range_come_last_and_less_prominently() -> None:
    position = put("f4 f6", "ash_knuckle wolf_shoulder moor_stomp cairn_hook").position
    found = choices(drafted(position, 0, ()))
    *cards, replies = found
    assert [one.rank > 0 for one in cards] == [str(one.label).endswith("(out of range)") for one in cards]
    assert cards[0].codes == ("wolf-shoulder",) and cards[-1].rank > 0
    assert replies.codes == ("guard",) and replies.rank > cards[-1].rank, "it is of the least use in this turn"
