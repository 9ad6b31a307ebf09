"""What lies around the arena of Tash-Kalar: hands, tasks, panels."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.tashkalar.view import (
    PRINTED_CARDS,
    PRINTED_FLARES,
    TashkalarView,
)
from render import PALETTES
from render.palette import THEMES
from render.tashkalar import layout
from tests.support.render.leaders_positions import changed, inside, pixels, share, within
from tests.support.render.tashkalar import (
    BOARD,
    DUEL,
    FOUR,
    HIGH,
    MINE,
    TEAMS,
    THREE,
    arena,
    plan,
    tashkalar,
    with_colour,
)

CLASSIC = THEMES["classic"]


@pytest.mark.parametrize("spot", ["imperial.cannon", "cannon", "flare_03", "flare-03"])
def test_a_card_in_hand_is_marked_by_its_id_or_what_is_typed_for_it(spot: str) -> None:
    box = changed(tashkalar(MINE), tashkalar(MINE, targets=(spot,)))
    assert inside(box, plan(MINE).hand[0])
    assert share(within(tashkalar(MINE, targets=(spot,)), plan(MINE).hand[0]), CLASSIC.target) > 0.01
    assert tashkalar(MINE, chosen=(spot,)) != tashkalar(MINE, targets=(spot,))


@pytest.mark.parametrize("spot", ["side_chain", "side-chain"])
def test_a_task_is_marked_in_its_place(spot: str) -> None:
    assert inside(changed(tashkalar(HIGH), tashkalar(HIGH, targets=(spot,))), plan(HIGH).tasks[2])


def test_options_that_lie_nowhere_in_the_picture_are_passed_over() -> None:
    assert tashkalar(targets=("sylvan", "titan", "n", "place", "a", "done", "northern-imperial")) == tashkalar()


def test_the_public_sees_no_hand_and_nobody_sees_a_hand_that_is_not_his() -> None:
    for seat in (None, 1):
        looking = msgspec.structs.replace(MINE, seat=seat)
        bare = msgspec.structs.replace(
            looking, summons=(), seats=tuple(msgspec.structs.replace(s, hand=(), flare=()) for s in MINE.seats)
        )
        assert tashkalar(looking) == tashkalar(bare)
        assert tashkalar(looking).height < tashkalar(MINE).height


@pytest.mark.parametrize("card", PRINTED_CARDS)
def test_each_card_in_hand_is_told_from_the_others(card: str) -> None:
    other = "sylvan.sapling" if card != "sylvan.sapling" else "sylvan.naiad"
    one, two = (arena("", seat=0, hand=(which,)) for which in (card, other))
    assert inside(changed(tashkalar(one), tashkalar(two)), plan(one).hand[0])


@pytest.mark.parametrize("count", [1, 3, 5, 8, 11, 16])
def test_a_hand_of_any_length_fits(count: int) -> None:
    hand = tuple(PRINTED_CARDS)[-count:]
    view = arena(BOARD, seat=0, hand=hand, flare=("flare_01", "flare_09"))
    shown = tashkalar(view)
    assert shown.height == plan(view).height
    for left, right in ((0, layout.EDGE), (layout.EDGE + layout.ROOM, 1000)):
        beside = pixels(shown).crop((left, plan(view).hand[0].y, right, shown.height))
        assert beside.getcolors() == [(beside.width * beside.height, CLASSIC.background)]
    for card in hand:
        without = arena(BOARD, seat=0, hand=tuple(c for c in hand if c != card), flare=("flare_01", "flare_09"))
        assert tashkalar(without) != shown


@pytest.mark.parametrize("flare", PRINTED_FLARES)
def test_every_flare_is_drawn_in_a_hand(flare: str) -> None:
    other = next(one for one in PRINTED_FLARES if one != flare)
    one, two = (arena("", seat=1, flare=(which,)) for which in (flare, other))
    assert inside(changed(tashkalar(one, bottom=1), tashkalar(two, bottom=1)), plan(one, 1).hand[0])


@pytest.mark.parametrize(
    ("view", "change"),
    [
        (DUEL, {"points": 8}),
        (DUEL, {"points": 19}),
        (DUEL, {"doubles": 2}),
        (DUEL, {"legendaries": 0}),
        (HIGH, {"tasks": ("destruction",)}),
        (THREE, {"by_colour": (0, 2, 9)}),
        (THREE, {"improvised": (1,)}),
    ],
    ids=str,
)
def test_whatever_changes_for_a_colour_is_seen_in_its_panel_only(view: TashkalarView, change: dict[str, Any]) -> None:
    after = with_colour(view, 0, **change)
    assert inside(changed(tashkalar(view), tashkalar(after)), plan(view).lower[0])


@pytest.mark.parametrize("change", [{"beings": 4}, {"legends": 0}, {"flares": 0}, {"pile": 2}], ids=str)
@pytest.mark.parametrize("seat", [0, 2])
def test_each_partners_cards_are_counted_in_their_teams_panel(seat: int, change: dict[str, Any]) -> None:
    seats = list(TEAMS.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **change)
    after = msgspec.structs.replace(TEAMS, seats=tuple(seats))
    assert inside(changed(tashkalar(TEAMS), tashkalar(after)), plan(TEAMS).lower[0])


def test_in_a_team_one_sees_which_partner_decides() -> None:
    assert tashkalar(TEAMS) != tashkalar(msgspec.structs.replace(TEAMS, control=0))


@pytest.mark.parametrize("palette", PALETTES)
def test_in_a_melee_the_lowest_points_are_framed(palette: str) -> None:
    level = with_colour(FOUR, 0, by_colour=(0, 4, 4, 4))
    one_low = with_colour(FOUR, 0, by_colour=(0, 4, 1, 4))
    box = plan(FOUR).lower[0]
    gold = THEMES[palette].ring
    framed = [share(within(tashkalar(view, palette=palette), box), gold) for view in (level, one_low)]
    assert framed[0] > 2 * framed[1] > 0
