"""What lies around the arena of Knockdown: the row, hands, boards, special attacks, dice."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.knockdown.view import (
    PRINTED_ATTACKS,
    PRINTED_FIGHTERS,
    KnockdownView,
    RollView,
)
from render import PALETTES
from render.box import Box
from render.knockdown import hues, layout, signs
from render.palette import THEMES
from tests.support.render.knockdown import (
    ALEMBIC,
    CHOICE,
    DRAFT,
    MINE,
    OPEN,
    duel,
    knockdown,
    plan,
    replace,
    row,
    seat,
    share,
    sign,
)
from tests.support.render.leaders_positions import changed, inside, pixels, within

CLASSIC = THEMES["classic"]


@pytest.mark.parametrize("spot", ["snuffed_wick", "snuffed-wick"])
def test_a_card_of_the_row_is_marked_in_its_place(spot: str) -> None:
    assert inside(changed(knockdown(), knockdown(targets=(spot,))), plan().row[2])
    assert share(within(knockdown(targets=(spot,)), plan().row[2]), CLASSIC.target) > 0.02
    assert knockdown(targets=(spot,)) != knockdown(chosen=(spot,))


@pytest.mark.parametrize(
    ("view", "spot", "where"),
    [
        (MINE, "chain-lash", "lower"),
        (MINE, "gravel_uppercut", "upper"),
        (MINE, "thick-hide", "lower"),
        (MINE, "crow_eye", "lower"),
        (ALEMBIC, "bile", "upper"),
        (MINE, "shared-burden", "special 3"),
        (CHOICE, "brother-alembic", "row 2"),
        (DRAFT, "crow-eye", "row 1"),
    ],
)
def test_cards_skills_elixirs_special_attacks_and_fighters_are_marked_where_they_lie(
    view: KnockdownView, spot: str, where: str
) -> None:
    kind, _, number = where.partition(" ")
    places = plan(view)
    box = {"lower": lambda: places.lower, "upper": lambda: places.upper}.get(
        kind, lambda: (places.specials if kind == "special" else places.row)[int(number)]
    )()
    shown = knockdown(view, targets=(spot,))
    assert inside(changed(knockdown(view), shown), box)
    assert share(within(shown, box), CLASSIC.target) > 0
    assert shown != knockdown(view, chosen=(spot,))


def test_the_special_attack_curse_is_marked_and_not_the_token() -> None:
    view = replace(MINE, 1, curse=1)
    assert inside(changed(knockdown(view), knockdown(view, targets=("curse",))), plan(view).specials[0])


def test_what_lies_nowhere_in_the_picture_is_passed_over() -> None:
    words = ("combo", "move", "f10", "c3", "none", "h1-l0", "ash-knuckle+oak-heel", "bury", "", "left")
    assert knockdown(targets=words, chosen=words, trail=(("f0",), ())) == knockdown()


def test_a_card_that_reaches_the_opponent_of_the_player_on_turn_has_a_golden_frame() -> None:
    cards = ("peat_elbow", "oak_heel")
    for turn in (0, 1):
        for reaches in ((False, False), (True, False), (False, True)):
            view = duel(row=row(*cards, reaches=reaches), turn=turn, to_move=(turn,))
            gold = share(within(knockdown(view), plan().row[0]), CLASSIC.ring)
            assert (gold > 0.02) == reaches[turn], (turn, reaches)
    asleep = duel(row=row(*cards, reaches=(True, True)), phase="pick")
    assert share(within(knockdown(asleep), plan().row[0]), CLASSIC.ring) == 0


def test_gaps_in_the_row_are_seen() -> None:
    short = duel(row=row("peat_elbow", "wolf_shoulder", "snuffed_wick"))
    assert inside(changed(knockdown(), knockdown(short)), plan().row[3])


@pytest.mark.parametrize("card", PRINTED_ATTACKS)
def test_every_attack_card_is_told_from_the_others_in_the_row_and_in_a_hand(card: str) -> None:
    other = "ash_knuckle" if card != "ash_knuckle" else "cairn_hook"
    one, two = (duel(row=row(which)) for which in (card, other))
    assert inside(changed(knockdown(one), knockdown(two)), plan().row[0])
    one, two = (duel(seat(0, hand=(which,))) for which in (card, other))
    assert inside(changed(knockdown(one), knockdown(two)), plan().lower)


@pytest.mark.parametrize(
    "change",
    [
        {"heavy": 6},
        {"light": 3},
        {"chance": 73},
        {"victories": 1},
        {"curse": 1},
        {"poison": 1},
        {"poison": 2},
        {"elixirs": ("bile",)},
        {"elixirs": ("sap",)},
        {"elixirs": ("quicksilver",)},
        {"cards": 5},
        {"limit": 8},
        {"skills": ("light_feet",)},
        {"skills": ("thick_hide", "light_feet"), "down": 0},
        {"down": 0},
        {"heavy": 19, "light": 3},
    ],
    ids=str,
)
def test_everything_on_a_board_is_seen_there(change: dict[str, object]) -> None:
    assert inside(changed(knockdown(bottom=1), knockdown(replace(OPEN, 0, **change), bottom=1)), plan().upper)


@pytest.mark.parametrize("palette", PALETTES)
def test_damage_is_shown_by_kind_in_a_row_of_cubes(palette: str) -> None:
    lower = plan().lower
    bar = Box(lower.x + 390, lower.y + 54, lower.width - 400, 36)
    heavy, light = hues.cube("heavy", THEMES[palette]).top, hues.cube("light", THEMES[palette]).right
    for number in (0, 3, 9):
        shown = within(knockdown(duel(seat(0, heavy=number, light=9 - number)), palette=palette), bar)
        assert (share(shown, heavy) > 0.01) == (number > 0), number
        assert (share(shown, light) > 0.005) == (number < 9), number


def test_the_elixir_that_waits_for_the_next_attack_is_seen_with_the_player_on_turn() -> None:
    assert inside(changed(knockdown(), knockdown(duel(bile=1))), plan().lower)


def test_the_dice_are_shown_with_the_bonus_the_total_and_the_result() -> None:
    rolls = [
        None,
        RollView(0, (1, 2, 3), 0, 6, True),
        RollView(1, (1, 2, 3), 0, 6, True),
        RollView(0, (1, 2, 4), 0, 6, True),
        RollView(0, (1, 2, 3), 1, 6, True),
        RollView(0, (1, 2, 3), -1, 6, False),
        RollView(0, (1, 2, 3), 0, 7, False),
    ]
    pictures = [knockdown(duel(roll=roll)) for roll in rolls]
    assert len({picture.data for picture in pictures}) == len(rolls)
    for picture in pictures[1:]:
        assert inside(changed(pictures[0], picture), plan().strip)
    assert len({sign(lambda s, v=value: signs.put_die(s, v, 30, 30, 20, CLASSIC)) for value in range(1, 7)}) == 6


@pytest.mark.parametrize(
    ("roll", "told"),
    [
        (RollView(0, (6, 6, 5), 1, 17, True), ["≥ 17", "18", "+1"]),
        (RollView(1, (6, 6, 4), -1, 16, False), ["< 16", "15", "−1"]),
    ],
)
def test_a_test_is_told_in_numbers(roll: RollView, told: list[str], written: list[str]) -> None:
    knockdown(duel(roll=roll))
    assert [string for string in written if string in told] == told


@pytest.mark.parametrize(
    "change",
    [{"deck": 3}, {"discards": ("iron_vow",)}, {"row": ()}, {"round": 1}, {"number": 8}, {"actions": 1}],
    ids=str,
)
def test_piles_round_turn_and_actions_are_seen(change: dict[str, Any]) -> None:
    assert knockdown(duel(**change)) != knockdown()


def test_special_attacks_show_whether_they_can_be_paid_and_used() -> None:
    box = plan(MINE).specials[1]
    shown = []
    for payable, ready in (((), ()), (("doom",), ()), (("doom",), ("doom",))):
        view = msgspec.structs.replace(MINE, payable=payable, ready=ready)
        shown.append(within(knockdown(view), box).tobytes())
    assert len(set(shown)) == 3


@pytest.mark.parametrize("fighter", PRINTED_FIGHTERS)
def test_every_fighter_shows_its_special_attacks_to_its_player(fighter: str) -> None:
    other = "mistling" if fighter != "mistling" else "barrow_warden"
    view = duel(seat(0, fighter=fighter), seat(1, fighter=other), seat=0)
    picture = knockdown(view)
    assert picture.height == plan(view).height
    seen = {within(picture, box).tobytes() for box in plan(view).specials}
    assert len(seen) == len(PRINTED_FIGHTERS[fighter].specials)
    assert knockdown(msgspec.structs.replace(view, seat=None)).height < picture.height


@pytest.mark.parametrize("count", [0, 1, 6, 7, 9])
def test_a_hand_of_any_length_fits(count: int) -> None:
    hand = tuple(PRINTED_ATTACKS)[:count]
    view = duel(seat(0, hand=hand, limit=8 if count > 7 else 6))
    shown = pixels(knockdown(view))
    for left, right in ((0, layout.EDGE), (layout.EDGE + layout.ROOM, 1000)):
        beside = shown.crop((left, plan().lower.y, right, plan().height))
        assert beside.getcolors() == [(beside.width * beside.height, CLASSIC.background)]
    for card in hand:
        assert knockdown(duel(seat(0, hand=tuple(c for c in hand if c != card), cards=count))) != knockdown(view)
