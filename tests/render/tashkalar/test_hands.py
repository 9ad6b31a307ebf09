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
from render import PALETTES, Question
from render.image.box import Box
from render.palette import THEMES
from render.tashkalar import colors, hands, tasks
from render.tashkalar import parts as places
from tests.support.each import each
from tests.support.render.drawing import Drawn
from tests.support.render.leaders_positions import changed, inside, share, within
from tests.support.render.tashkalar import (
    DUEL,
    FOUR,
    HAND,
    HIGH,
    MINE,
    TEAMS,
    THREE,
    arena,
    below,
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


@each(
    ("spot", "part", "row"),
    [("imperial.cannon", 0, 1), ("cannon", 0, 1), ("flare_03", 2, 1), ("flare-03", 2, 1), ("titan", 1, 1)],
)
def test_a_card_in_hand_is_marked_by_its_id_or_its_typed_name(spot: str, part: int, row: int) -> None:
    plain, marked = parts(MINE), parts(MINE, targets=(spot,))
    assert [n for n in range(3) if plain[n] != marked[n]] == [part]
    (x, y), (width, height) = places.place(row), hands.SIZE
    box = changed(plain[part], marked[part])
    assert inside(box, Box(x, y, width, height))
    assert share(within(marked[part], Box(x, y, width, height)), colors.target(CLASSIC)) > 0.01
    assert parts(MINE, chosen=(spot,))[part] != marked[part]
    assert tashkalar(MINE, targets=(spot,)) == tashkalar(MINE)


@pytest.mark.parametrize("spot", ["side_chain", "side-chain"])
def test_a_highlighted_task_is_marked(spot: str) -> None:
    (plain,), (marked,) = parts(HIGH), parts(HIGH, targets=(spot,))
    assert inside(changed(plain, marked), Box(*tasks.spot(2), *tasks.SIZE))
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


@each("card", ["imperial.summoner", "imperial.knight", "flare_03", "flare_05"])
def test_the_card_in_question_comes_first_and_once(card: str) -> None:
    shown = below(MINE, question=Question("tashkalar.move-to", (card, "combat", "1")))
    named = str(PRINTED_CARDS[card].name if card in PRINTED_CARDS else PRINTED_FLARES[card].name)
    rest = [name for part in shown[1:] for name in str(part.title).split(": ")[1].rstrip(".").split(", ")]
    assert (str(shown[0].title), shown[0].canvas.size) == (named, (1000, 254))
    assert len(rest) == (5 if card in (*HAND, "flare_03") else 6)
    assert named not in rest


def test_a_question_without_a_card_does_not_change_the_hand() -> None:
    assert parts(MINE, question=Question("tashkalar.action", ("2",))) == parts(MINE)


@each(("count", "heights"), [(1, [254]), (4, [254]), (5, [500]), (9, [500, 254])])
def test_offered_cards_outside_the_hand_have_their_own_parts(count: int, heights: list[int]) -> None:
    offered = tuple(card for card in PRINTED_CARDS if card.startswith("sylvan."))[:count]
    shown = below(MINE, targets=(*offered, "imperial.cannon", "e5"))
    assert [part.canvas.size[1] for part in shown[:-3]] == heights
    named = ", ".join(str(PRINTED_CARDS[card].name) for card in offered[:8])
    assert str(shown[0].title) == f"To choose from: {named}."
    assert Drawn(shown[0].canvas) != parts(MINE, targets=offered[::-1])[0] or count == 1


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
