"""The pictures around the arena of Tash-Kalar: hands, tasks, panels."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.tashkalar.view import (
    PRINTED_CARDS,
    PRINTED_FLARES,
    TashkalarView,
)
from render import PALETTES, Question
from render.image.box import Box
from render.palette import THEMES
from render.tashkalar import colors, hands, layout, tasks
from render.tashkalar import parts as places
from tests.support.each import each
from tests.support.render.drawing import Drawn
from tests.support.render.leaders_positions import changed, inside, share, within
from tests.support.render.tashkalar import (
    DUEL,
    FOUR,
    HIGH,
    MINE,
    TEAMS,
    THREE,
    arena,
    below,
    in_panel,
    panel,
    parts,
    tashkalar,
    with_colour,
)

CLASSIC = THEMES["classic"]


def test_a_part_has_two_cards_in_order() -> None:
    shown = below(MINE)
    assert [part.canvas.size for part in shown] == [(1000, 500)] * 3
    assert [str(part.title) for part in shown] == [
        "Your hand: Summoner, Cannon.",
        "Your hand: High Priestess, Titan.",
        "Your hand: Leviathan, Flare 3.",
    ]


def low_card(number: int) -> Box:
    """The place of a card of the hand in a panel."""
    width, height = hands.LOW
    return Box(layout.EDGE + number * (width + hands.LOW_GAP), places.place(0)[1], width, height)


@each(("spot", "number"), [("imperial.cannon", 1), ("cannon", 1), ("titan", 3)])
def test_a_card_in_hand_is_marked_in_a_panel_by_its_id_or_what_is_typed_for_it(spot: str, number: int) -> None:
    plain, marked = (Drawn(in_panel(MINE, targets=spots)[0].canvas) for spots in ((), (spot,)))
    chosen = Drawn(in_panel(MINE, chosen=(spot,))[0].canvas)
    assert inside(changed(plain, marked), low_card(number))
    assert share(within(marked, low_card(number)), colors.target(CLASSIC)) > 0.01
    assert inside(changed(marked, chosen), low_card(number))
    assert tashkalar(MINE, targets=(spot,)) == tashkalar(MINE)


@pytest.mark.parametrize("spot", ["flare_03", "flare-03"])
def test_a_flare_lies_below_the_cards_of_a_panel_while_it_can_be_chosen(spot: str) -> None:
    (cards,), (marked,), (chosen,) = in_panel(MINE), in_panel(MINE, targets=(spot,)), in_panel(MINE, chosen=(spot,))
    assert marked.canvas.size[1] == chosen.canvas.size[1] == cards.canvas.size[1] + layout.GAP + hands.FLARE_LINE
    line = Box(layout.EDGE, low_card(0).bottom + layout.GAP, layout.ROOM, hands.FLARE_LINE)
    assert inside(changed(Drawn(marked.canvas), Drawn(chosen.canvas)), line)
    assert share(within(Drawn(marked.canvas), line), colors.target(CLASSIC)) > 0.01


@pytest.mark.parametrize("spot", ["side_chain", "side-chain"])
def test_a_task_is_marked_in_a_panel_in_its_place(spot: str) -> None:
    (plain,), (marked,) = in_panel(HIGH), in_panel(HIGH, targets=(spot,))
    width = (layout.ROOM - 2 * layout.GAP) // 3
    box = Box(layout.EDGE + 2 * (width + layout.GAP), places.place(0)[1], width, tasks.LINE)
    assert inside(changed(Drawn(plain.canvas), Drawn(marked.canvas)), box)
    assert share(within(Drawn(marked.canvas), box), colors.target(CLASSIC)) > 0.01
    assert tashkalar(HIGH, targets=(spot,)) == tashkalar(HIGH)


@each(
    "change",
    [
        {"tasks": ("red_legends", "destruction", "corner_chain")},
        {"tasks": ("red_legends", "destruction")},
        {"next_task": ""},
        {"next_task": "isolation"},
    ],
    ids=str,
)
def test_tasks_have_their_own_part(change: dict[str, Any]) -> None:
    assert parts(msgspec.structs.replace(HIGH, **change)) != parts(HIGH)
    assert [part.canvas.size for part in below(HIGH)] == [(1000, 500)]
    assert below(DUEL) == []


@each("card", ["imperial.summoner", "imperial.knight"])
def test_words_tell_what_a_card_does_while_a_panel_asks_about_it(card: str) -> None:
    question = Question("tashkalar.move-to", (card, "combat", "1"))
    assert in_panel(MINE, question=question) == []
    (shown,) = in_panel(MINE, question=question, targets=("cannon",))
    assert str(shown.title) == "Your hand: Cannon."


@each("flare", ["flare_03", "flare_05"])
def test_a_panel_shows_the_flare_that_it_asks_about_with_its_text(flare: str) -> None:
    (shown,) = in_panel(MINE, question=Question("tashkalar.move-to", (flare, "combat", "1")))
    assert (str(shown.title), shown.canvas.size) == (str(PRINTED_FLARES[flare].name), (1000, 254))


def test_a_question_that_comes_from_no_card_changes_nothing_in_the_hand() -> None:
    picture, plain = (in_panel(MINE, question=one) for one in (Question("tashkalar.action", ("2",)), None))
    assert [(str(one.title), Drawn(one.canvas)) for one in picture] == [
        (str(one.title), Drawn(one.canvas)) for one in plain
    ]


@each(("count", "rows"), [(1, [1]), (4, [4]), (5, [5]), (9, [5, 4])])
def test_cards_on_offer_that_are_not_in_the_hand_lie_in_parts_of_their_own(count: int, rows: list[int]) -> None:
    offered = tuple(card for card in PRINTED_CARDS if card.startswith("sylvan."))[:count]
    *shown, held = in_panel(MINE, targets=(*offered, "imperial.cannon", "e5"))
    assert [str(one.title).count(", ") + 1 for one in shown] == rows
    assert {one.canvas.size for one in shown} == {(1000, low_card(0).bottom + places.place(0)[1])}
    named = ", ".join(str(PRINTED_CARDS[card].name) for card in offered[: hands.IN_ROW])
    assert str(shown[0].title) == f"To choose from: {named}."
    assert str(held.title) == "Your hand: Cannon."
    turned = in_panel(MINE, targets=offered[::-1])
    assert Drawn(shown[0].canvas) != Drawn(turned[0].canvas) or count == 1


def test_unknown_spots_are_ignored() -> None:
    assert tashkalar(targets=("sylvan", "titan", "n", "place", "a", "done", "northern-imperial")) == tashkalar()


def test_hands_are_shown_to_their_owner_only() -> None:
    for seat in (None, 1):
        looking = msgspec.structs.replace(MINE, seat=seat)
        bare = msgspec.structs.replace(
            looking, summons=(), seats=tuple(msgspec.structs.replace(s, hand=(), flare=()) for s in MINE.seats)
        )
        assert tashkalar(looking) == tashkalar(bare)
        assert below(looking) == below(bare) == []


@pytest.mark.parametrize("card", PRINTED_CARDS)
def test_every_card_in_hand_looks_different(card: str) -> None:
    other = "sylvan.sapling" if card != "sylvan.sapling" else "sylvan.naiad"
    (one,), (two,) = (parts(arena("", seat=0, hand=(which,))) for which in (card, other))
    assert inside(changed(one, two), Box(*places.place(0), *hands.SIZE))


@each("count", [1, 3, 5, 8, 11, 16])
def test_a_hand_of_any_length_fits(count: int) -> None:
    hand = tuple(PRINTED_CARDS)[-count:]
    shown = below(arena("", seat=0, hand=hand, flare=("flare_01", "flare_09")))
    assert [part.canvas.size[1] for part in shown] == [500] * (count // 2 + 1) + [254] * (count % 2)


@each("flare", PRINTED_FLARES)
def test_every_flare_can_be_drawn_in_a_hand(flare: str) -> None:
    other = next(one for one in PRINTED_FLARES if one != flare)
    one, two = (arena("", seat=1, flare=(which,)) for which in (flare, other))
    box = changed(parts(one, bottom=1)[0], parts(two, bottom=1)[0])
    assert inside(box, Box(*places.place(0), *hands.SIZE))


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
def test_changes_of_a_color_are_visible_in_its_panel_only(view: TashkalarView, change: dict[str, Any]) -> None:
    after = with_colour(view, 0, **change)
    assert inside(changed(tashkalar(view), tashkalar(after)), panel(view, 0))


@pytest.mark.parametrize("change", [{"beings": 4}, {"legends": 0}, {"flares": 0}, {"pile": 2}], ids=str)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_teams_panel_counts_each_partners_cards(seat: int, change: dict[str, Any]) -> None:
    seats = list(TEAMS.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **change)
    after = msgspec.structs.replace(TEAMS, seats=tuple(seats))
    assert inside(changed(tashkalar(TEAMS), tashkalar(after)), panel(TEAMS, 0))


def test_a_teams_panel_shows_which_partner_decides() -> None:
    assert tashkalar(TEAMS) != tashkalar(msgspec.structs.replace(TEAMS, control=0))


@pytest.mark.parametrize("palette", PALETTES)
def test_a_melee_panel_frames_the_lowest_points(palette: str) -> None:
    level = with_colour(FOUR, 0, by_colour=(0, 4, 4, 4))
    one_low = with_colour(FOUR, 0, by_colour=(0, 4, 1, 4))
    box = panel(FOUR, 0)
    gold = THEMES[palette].ring
    framed = [share(within(tashkalar(view, palette=palette), box), gold) for view in (level, one_low)]
    assert framed[0] > 2 * framed[1] > 0
