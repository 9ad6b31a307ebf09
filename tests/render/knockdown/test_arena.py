"""The arena of Knockdown: spaces, fighters, highlights."""

from __future__ import annotations

from itertools import product

import pytest
from PIL import Image

from engine.knockdown.arena import LABEL, START, dark_columns
from engine.knockdown.view import (
    PRINTED_ATTACKS,
    PRINTED_FIGHTERS,
)
from render import PALETTES, Marks
from render.image.box import Box
from render.image.sprites import Sketch
from render.knockdown import board, colors, layout, signs
from render.knockdown.drawings import FIGHTERS
from render.knockdown.figures import figure
from render.palette import THEMES, Colour
from tests.support.each import each
from tests.support.render.colour_distance import contrast
from tests.support.render.drawing import picture
from tests.support.render.knockdown import (
    OPEN,
    around,
    duel,
    knockdown,
    nobody,
    place,
    replace,
    seat,
    share,
    sign,
)
from tests.support.render.leaders_positions import changed, inside, pixels, shape, within

CLASSIC = THEMES["classic"]


def test_spaces_match_the_engine_with_the_back_row_above() -> None:
    assert set(board.SPACES) == set(LABEL)
    assert place("b1")[0] == place("f1")[0] < place("b9")[0] == place("f9")[0]
    assert place("b5")[1] < place("f5")[1]
    assert place("f5")[0] == 500


@pytest.mark.parametrize("palette", PALETTES)
def test_start_spaces_are_framed(palette: str) -> None:
    picture = knockdown(duel(candles=0), palette=palette)
    for space in LABEL:
        framed = share(around(picture, space), colors.start(THEMES[palette])) > 0.05
        assert framed == (space in {LABEL[one] for one in START}), space


@each(("palette", "candles"), list(product(PALETTES, range(5))))
def test_dark_columns_and_only_those_are_hatched(candles: int, palette: str) -> None:
    ground, stroke = colors.night(THEMES[palette])
    picture = knockdown(duel(nobody(0, fighter=""), nobody(1, fighter=""), candles=candles), palette=palette)
    dark = {int(space[1]) for space in LABEL if share(around(picture, space), ground) > 0.2}
    hatched = {int(space[1]) for space in LABEL if share(around(picture, space), stroke) > 0.1}
    assert dark == hatched == set(dark_columns(candles))


@each("candles", range(1, 5))
def test_candles_stand_under_the_innermost_dark_columns(candles: int) -> None:
    box = changed(knockdown(duel(candles=candles)), knockdown(duel(candles=candles - 1)))
    assert box is not None
    without = pixels(knockdown(duel(candles=0)))
    shown = pixels(knockdown(duel(candles=candles)))
    for column in range(1, 10):
        x, y = (round(at) for at in board.candle_at(column, layout.ARENA))
        spot = (x - 20, y - 20, x + 20, y + 20)
        assert (without.crop(spot).tobytes() != shown.crop(spot).tobytes()) == (column in (candles, 10 - candles))


@pytest.mark.parametrize("palette", PALETTES)
def test_fighters_and_seats_can_be_distinguished_without_color(palette: str) -> None:
    theme = THEMES[palette]
    assert set(FIGHTERS) == set(PRINTED_FIGHTERS)
    assert figure("mistling", 0, theme).mask.tobytes() != figure("mistling", 1, theme).mask.tobytes()
    for number in (0, 1):
        inks = [figure(one, number, theme).ink for one in FIGHTERS]
        assert len({shape(ink) for ink in inks if isinstance(ink, Image.Image)}) == len(FIGHTERS)


@pytest.mark.parametrize("palette", PALETTES)
def test_symbols_cubes_and_ranges_can_be_distinguished_without_color(palette: str) -> None:
    theme = THEMES[palette]
    inks = []
    for symbol in colors.SYMBOLS:
        sketch = Sketch(60, 60)
        signs.put_symbol(sketch, symbol, 30, 30, 30)
        inks.append(shape(sketch.sheet.convert("RGB")))
    assert len(set(inks)) == 6
    heavy, light = (sign(lambda s, k=kind: signs.put_cube(s, k, 30, 30, 20, theme)) for kind in ("heavy", "light"))
    assert heavy != light
    printed = [
        PRINTED_ATTACKS[one] for one in ("ash_knuckle", "wolf_shoulder", "sickle_sweep", "hunting_bolt", "iron_vow")
    ]
    ranges = {
        sign(lambda s, a=attack, r=reaches: signs.put_range(s, a, 5, 30, 40, r, theme))
        for attack in printed
        for reaches in (False, True)
    }
    assert len(ranges) == 10


def test_white_contrasts_with_every_symbol() -> None:
    for colour in (*colors.SYMBOLS.values(), colors.KO):
        assert contrast(colors.ON_SYMBOL, colour) >= 4.5


@each(("palette", "space"), list(product(PALETTES, ["b1", "f1", "b5", "f5", "b9", "f8"])))
def test_a_free_target_is_a_ring_on_its_space_only(space: str, palette: str) -> None:
    plain, marked = knockdown(palette=palette), knockdown(palette=palette, targets=(space,))
    assert share(around(marked, space), THEMES[palette].target) > 0.1
    assert share(around(plain, space), THEMES[palette].target) == 0
    assert around(plain, space, 24).tobytes() == around(marked, space, 24).tobytes()
    x, y = place(space)
    assert inside(changed(plain, marked), Box(x - 50, y - 50, 100, 100))


@pytest.mark.parametrize(
    ("marks", "colour"), [(Marks(targets=("F4",)), CLASSIC.target), (Marks(chosen=("f4",)), CLASSIC.chosen)]
)
def test_a_highlighted_fighter_keeps_its_emblem_and_gets_an_outline(marks: Marks, colour: Colour) -> None:
    plain, marked = knockdown(), picture("knockdown", OPEN, marks=marks)
    assert share(around(marked, "f4"), colour) > share(around(plain, "f4"), colour) + 0.05
    assert around(plain, "f4", 18).tobytes() == around(marked, "f4", 18).tobytes()


def test_a_chosen_free_space_differs_from_an_option() -> None:
    pictures = knockdown(), knockdown(chosen=("f5",)), knockdown(targets=("f5",))
    assert len({around(picture, "f5").tobytes() for picture in pictures}) == 3


def test_a_trail_shows_start_and_end_of_a_fighters_move() -> None:
    plain, marked = knockdown(), knockdown(trail=(("f1", "f4"),))
    for space in ("f1", "f4"):
        assert share(around(marked, space), CLASSIC.trail) > share(around(plain, space), CLASSIC.trail) + 0.02
    assert around(plain, "b6").tobytes() == around(marked, "b6").tobytes()


def test_a_fighter_is_shown_on_its_board_and_in_the_arena() -> None:
    one, other = knockdown(), knockdown(replace(OPEN, 0, fighter="barrow_warden"))
    assert within(one, layout.LOWER).tobytes() != within(other, layout.LOWER).tobytes()
    assert around(one, "f4").tobytes() != around(other, "f4").tobytes()
    assert around(one, "f6").tobytes() == around(other, "f6").tobytes()


def test_the_distance_of_the_fighters_is_shown() -> None:
    near, far = duel(seat(0, at="b5")), duel(seat(0, at="b4"))
    strips = [within(knockdown(view), layout.BAND).tobytes() for view in (OPEN, near, far)]
    assert strips[0] == strips[1] != strips[2]
