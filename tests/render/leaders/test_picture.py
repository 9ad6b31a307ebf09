from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import dist

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.core.text import Text
from engine.leaders.view import LeadersView
from render import PALETTES, Marks, draw
from render.image import canvas
from render.leaders import figures, panels, spots
from render.leaders.board import SPACES, SPACING, label_drop, place
from render.palette import THEMES
from render.picture import Question
from tests.support.each import each
from tests.support.render.drawing import Drawn
from tests.support.render.drawing import picture as drawn
from tests.support.render.leaders_positions import ADVANCED, CROWDED, START, around, pixels, scene, shape, share

CLASSIC = THEMES["classic"]


def leaders(view: LeadersView = START, *, palette: str = "classic", bottom: int = 0, **marks: object) -> Drawn:
    return drawn("leaders", view, palette=palette, bottom=bottom, marks=Marks(**marks))  # type: ignore[arg-type]


def changed(one: Drawn, other: Drawn) -> tuple[int, int, int, int] | None:
    """The box in which two pictures differ."""
    return ImageChops.difference(pixels(one), pixels(other)).getbbox()


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("view", [START, CROWDED, ADVANCED], ids=["start", "crowded", "advanced"])
def test_a_picture_is_a_palette_png_of_a_thousand_pixels_under_200_kib(view: LeadersView, palette: str) -> None:
    targets = tuple(spot for spot in SPACES if spot not in {figure.at for figure in view.figures})
    picture = leaders(view, palette=palette, targets=targets, chosen=("D1",), trail=(("A1", "D4", "G4"), ("D7",)))
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height) == (1000, 1000)
    assert len(picture.data) < 200 * 1024


@each(("palette", "bottom", "spot"), list(product(PALETTES, [0, 1], ["A1", "D4", "G4", "C6"])))
def test_a_free_target_is_a_ring_on_its_space_only(spot: str, bottom: int, palette: str) -> None:
    plain, marked = leaders(palette=palette, bottom=bottom), leaders(palette=palette, bottom=bottom, targets=(spot,))
    assert share(around(marked, spot, bottom, 48), THEMES[palette].target) > 0.15
    assert share(around(marked, spot, bottom, 26), THEMES[palette].target) == 0
    assert share(around(plain, spot, bottom, 48), THEMES[palette].target) == 0
    box = changed(plain, marked)
    x, y = place(spot, bottom)
    assert box
    assert x - 50 < box[0] < x < box[2] < x + 50
    assert y - 50 < box[1] < y < box[3] < y + 50


def test_an_occupied_target_keeps_its_figure_and_gets_an_outline() -> None:
    plain, marked = leaders(CROWDED), leaders(CROWDED, targets=("B4",))
    assert share(around(marked, "B4", reach=62), CLASSIC.target) > 0.1
    icon = 20
    assert around(plain, "B4", reach=icon).tobytes() == around(marked, "B4", reach=icon).tobytes()


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("spot", ["D4", "B4", "D1"], ids=["free", "occupied", "crown"])
def test_targets_of_abilities_have_a_different_shape(spot: str, palette: str) -> None:
    plain = around(leaders(CROWDED, palette=palette, targets=(spot,)), spot, reach=66)
    special = around(leaders(CROWDED, palette=palette, targets=(spot,), special=(spot,)), spot, reach=66)
    colour = THEMES[palette].target
    assert shape(special.reduce(5)) != shape(plain.reduce(5))
    assert share(plain, colour) > 0.05
    assert share(special, colour) > 0.05
    icon = (46, 46, 86, 86)
    assert special.crop(icon).tobytes() == plain.crop(icon).tobytes(), "the marked space stays visible"


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(
    ("about", "spot", "other"),
    [
        (("brewmaster", "treat", "leader"), "D2", "D6"),
        (("bruiser", "push", "leader"), "D6", "D2"),
        (("manipulator", "nudge", "assassin"), "B4", "D2"),
    ],
    ids=lambda one: one[1] if isinstance(one, tuple) else "",
)
def test_the_character_moved_by_an_ability_is_marked(
    about: tuple[str, ...], spot: str, other: str, palette: str
) -> None:
    theme = THEMES[palette]
    plain = leaders(CROWDED, palette=palette)
    marked = leaders(CROWDED, palette=palette, question=Question("leaders.where-to", about))
    assert share(around(marked, spot, reach=66), theme.chosen) > 0.08
    assert around(marked, other, reach=45).tobytes() == around(plain, other, reach=45).tobytes()
    chosen = leaders(CROWDED, palette=palette, chosen=(spot,))
    assert around(marked, spot, reach=66).tobytes() != around(chosen, spot, reach=66).tobytes(), (
        "it is not marked as the acting one"
    )


def test_the_character_of_a_question_is_marked() -> None:
    picture = leaders(CROWDED, question=Question("leaders.where", ("rider", "ride")))
    assert picture == leaders(CROWDED, chosen=("C4",))
    view = scene("S leader D3, S nemesis C4, N leader D6 acted", turn=1, to_move=(0,))
    assert leaders(view, question=Question("leaders.nemesis", ("nemesis",))) == leaders(view, chosen=("C4",))


def test_danger_signs_are_not_covered_by_figures() -> None:
    alone = scene("S leader C1, N leader D6", in_danger=(0,))
    beside = scene("S leader C1, S rider D2, N leader D6", in_danger=(0,))
    x, y = place("C1", 0)
    sign = (round(x) + 18, round(y) - 60, round(x) + 62, round(y) - 20)
    colour = spots.alarm_colour(CLASSIC)
    assert share(pixels(leaders(beside)).crop(sign), colour) == share(pixels(leaders(alone)).crop(sign), colour) > 0.1


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(("side", "spot", "other"), [(0, "D2", "D6"), (1, "D6", "D2")])
def test_a_leader_in_danger_is_marked_on_the_board_and_in_its_list(
    side: int, spot: str, other: str, palette: str
) -> None:
    plain = leaders(CROWDED, palette=palette)
    marked = leaders(msgspec.structs.replace(CROWDED, in_danger=(side,)), palette=palette)
    colour = spots.alarm_colour(THEMES[palette])
    assert share(around(marked, spot, reach=66), colour) > share(around(plain, spot, reach=66), colour) + 0.02
    assert around(marked, other, reach=66).tobytes() == around(plain, other, reach=66).tobytes()
    chips = [(764, 204, 976, 252), (764, 830, 976, 878)]
    changed = [pixels(marked).crop(chip).tobytes() != pixels(plain).crop(chip).tobytes() for chip in chips]
    assert changed == [side == 1, side == 0]


@pytest.mark.parametrize("spot", ["C4", "D4"])
def test_chosen_spaces_get_a_bright_outline(spot: str) -> None:
    assert share(around(leaders(CROWDED, chosen=(spot,)), spot, reach=62), CLASSIC.chosen) > 0.1
    assert share(around(leaders(CROWDED), spot, reach=62), CLASSIC.chosen) < 0.05


def test_a_trail_shows_start_stops_and_end_of_a_figures_move() -> None:
    plain, marked = leaders(CROWDED), leaders(CROWDED, trail=(("C3", "C5", "E4"),))
    for spot in ("C3", "C5", "E4"):
        before, after = around(plain, spot, reach=62), around(marked, spot, reach=62)
        assert share(after, CLASSIC.trail) > share(before, CLASSIC.trail)
    assert around(plain, "F1").tobytes() == around(marked, "F1").tobytes()


def test_a_trail_does_not_cover_coordinates_of_free_spaces() -> None:
    plain, marked = leaders(), leaders(trail=(("A2", "G2"),))
    for spot in SPACES:
        assert around(plain, spot, reach=14).tobytes() == around(marked, spot, reach=14).tobytes()


STEPS = [
    (start, end, bottom)
    for bottom in (0, 1)
    for start, end in product(("D4", "D7", "D1", "B2", "F4"), SPACES)
    if start != end and dist(place(start, bottom), place(end, bottom)) < SPACING + 1
]


def _coordinate(picture: Drawn, spot: str, bottom: int, foot: int) -> bytes:
    x, y = place(spot, bottom)
    middle = y + (foot or label_drop(spot))
    return pixels(picture).crop((round(x) - 18, round(middle) - 11, round(x) + 18, round(middle) + 11)).tobytes()


@each(("start", "end", "bottom"), STEPS)
def test_a_moves_arrow_covers_no_coordinate(start: str, end: str, bottom: int) -> None:
    for followed, character in product((False, True), ("leader", "rider")):
        other = f", S jailer {start}" if followed else ""
        view = scene(f"N {character} {end}, S archer G1{other}")
        plain, marked = leaders(view, bottom=bottom), leaders(view, bottom=bottom, trail=((start, end),))
        at = figures.radius(character) - 6
        assert _coordinate(marked, end, bottom, at) == _coordinate(plain, end, bottom, at), character
        at = figures.radius("jailer") - 6 if followed else 0
        assert _coordinate(marked, start, bottom, at) == _coordinate(plain, start, bottom, at), followed


@pytest.mark.parametrize(("start", "end"), [("D7", "D6"), ("D6", "D7"), ("C3", "D4"), ("D4", "C3")])
def test_the_direction_of_a_move_is_visible_between_two_figures(start: str, end: str) -> None:
    view = scene(f"N leader {end}, N rider {start}")
    there, back = leaders(view, trail=((start, end),)), leaders(view, trail=((end, start),))
    arrow = leaders(view, trail=((start,), (start, end))), leaders(view, trail=((start,), (end,)))
    box = changed(*arrow)
    assert box
    assert share(pixels(arrow[0]).crop(box), CLASSIC.trail) > 0.1
    assert pixels(there).crop(box).tobytes() != pixels(back).crop(box).tobytes()


def test_an_arrow_does_not_cover_the_danger_sign() -> None:
    view = scene("N leader D6, N protector D7, S leader D1", in_danger=(1,))
    plain, marked = leaders(view), leaders(view, trail=(("D7", "D6"),))
    x, y = place("D6", 0)
    sign = (round(x) + 26, round(y) - 56, round(x) + 58, round(y) - 26)
    colour = spots.alarm_colour(CLASSIC)
    assert share(pixels(marked).crop(sign), colour) == share(pixels(plain).crop(sign), colour) > 0.2


def test_an_entered_figure_is_marked_differently_from_a_moved_one() -> None:
    entered, moved = leaders(CROWDED, trail=(("F3",),)), leaders(CROWDED, trail=(("F2", "F3"),))
    assert share(around(entered, "F3", reach=62), CLASSIC.trail) > 0.08
    assert around(entered, "F3").tobytes() != around(moved, "F3").tobytes()


@pytest.mark.parametrize("palette", PALETTES)
def test_a_figure_that_has_acted_is_dimmed_and_ticked(palette: str) -> None:
    fresh, spent = scene("S leader D1, S rider C4, N leader D7"), scene("S leader D1, S rider C4 acted, N leader D7")
    fill = THEMES[palette].teams[0].fill
    before, after = leaders(fresh, palette=palette), leaders(spent, palette=palette)
    assert share(around(before, "C4"), fill) > 0.3
    assert share(around(after, "C4"), fill) < 0.02
    tick = slice(0, 40)
    assert around(before, "C4").crop((tick.start, 0, tick.stop, 40)) != around(after, "C4").crop((0, 0, 40, 40))


def test_only_figures_of_the_side_on_turn_are_shown_as_acted() -> None:
    ready = scene("S leader D1, N rider C4, N leader D7", acted=())
    stale = scene("S leader D1, N rider C4 acted, N leader D7", acted=())
    assert leaders(ready) == leaders(stale)


def test_a_card_is_ticked_when_all_its_figures_have_acted() -> None:
    figures = "S leader D1, S hermit B2, S cub C2, N leader D7"
    none, one, both = (scene(figures, acted=acted) for acted in ((), ("hermit",), ("hermit", "cub")))
    assert leaders(none) == leaders(one)
    assert leaders(one) != leaders(both)


def test_the_rotated_board_moves_figures_and_keeps_coordinates() -> None:
    x, y = place("A1", 0)
    assert place("A1", 1) == pytest.approx((1000 - x, 2 * place("D4", 0)[1] - y))
    assert x < 500 < place("A1", 1)[0]
    ours, theirs = leaders(CROWDED), leaders(CROWDED, bottom=1)
    for spot in SPACES:
        assert around(ours, spot, reach=40).tobytes() == around(theirs, spot, 1, reach=40).tobytes(), spot


def test_the_rotated_board_exchanges_the_teams() -> None:
    ours, theirs = pixels(leaders(CROWDED)), pixels(leaders(CROWDED, bottom=1))
    high, low = (24, 96, 330, 144), (24, 938, 330, 986)
    assert ours.crop(high).tobytes() == theirs.crop(low).tobytes()
    assert ours.crop(low).tobytes() == theirs.crop(high).tobytes()


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(
    ("view", "side"),
    [
        (scene("S leader D1, N leader D7", turn=0), 0),
        (scene("S leader D1, N leader D7", turn=1), 1),
        (scene("S leader D3, S nemesis C4, N leader D6 acted", turn=1, to_move=(0,)), 0),
        (scene("S leader D3, N leader D6", phase="over", to_move=(), winners=(1,), reason="resigned"), 1),
        (scene("S leader D3, N leader D6", phase="over", to_move=(), reason="agreed"), None),
    ],
    ids=["gold", "violet", "nemesis answers", "won", "drawn"],
)
def test_the_banner_has_the_color_of_the_side_to_move_or_the_winner(
    view: LeadersView, side: int | None, palette: str
) -> None:
    theme = THEMES[palette]
    banner = pixels(leaders(view, palette=palette)).crop((30, 20, 970, 82))
    fill = theme.muted if side is None else theme.teams[side].fill
    assert share(banner, fill) > 0.6


def test_a_lost_leader_is_marked() -> None:
    standing = scene("S leader D3, S archer D4, N leader D6", phase="over", winners=(0,), reason="resigned")
    fallen = msgspec.structs.replace(standing, reason="captured")
    assert around(leaders(standing), "D6").tobytes() != around(leaders(fallen), "D6").tobytes()
    assert around(leaders(standing), "D3").tobytes() == around(leaders(fallen), "D3").tobytes()


def test_the_turn_is_shown() -> None:
    assert leaders(msgspec.structs.replace(START, turn_number=12)) != leaders(START)


@pytest.mark.usefixtures("afresh")
def test_pictures_do_not_depend_on_earlier_drawings() -> None:
    first = leaders(CROWDED, targets=("D4",), trail=(("C3", "C5"),))
    for palette in PALETTES:
        leaders(ADVANCED, palette=palette, targets=("D4",))
    copy = msgspec.json.decode(msgspec.json.encode(CROWDED), type=LeadersView)
    assert leaders(copy, targets=("D4",), trail=(("C3", "C5"),)) == first
    _forget()
    assert leaders(copy, targets=("D4",), trail=(("C3", "C5"),)) == first


def _forget() -> None:
    canvas.forget()
    for kept in (figures.token, panels._card):
        kept.cache_clear()


@pytest.mark.usefixtures("afresh")
def test_drawing_in_two_threads_gives_the_same_pictures() -> None:
    jobs = [
        (view, palette, bottom, marks)
        for view in (START, CROWDED, ADVANCED)
        for palette in PALETTES
        for bottom in (0, 1)
        for marks in (Marks(), Marks(targets=("D4", "C5"), chosen=("D1",), trail=(("A1", "D3"), ("B1",))))
    ]

    def make(job: tuple[LeadersView, str, int, Marks]) -> bytes:
        view, palette, bottom, marks = job
        return drawn("leaders", view, palette=palette, bottom=bottom, marks=marks).data

    alone = [make(job) for job in jobs]
    _forget()
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(make, jobs + jobs[::-1]))
    assert together == alone + alone[::-1]


def test_every_text_in_the_picture_can_be_translated() -> None:
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    bare = draw("leaders", CROWDED, say=say)
    assert bare != draw("leaders", CROWDED)
    assert {"Gold to move", "Turn {number}", "actions", "Gold", "Violet"} <= texts
    assert {"Royal Guard", "Hermit & Cub"} <= texts


def test_invalid_views_are_refused_with_a_reason() -> None:
    with pytest.raises(KeyError, match="chess"):
        draw("chess", START)
    with pytest.raises(KeyError, match="sepia"):
        draw("leaders", START, palette="sepia")
    with pytest.raises(TypeError, match="str"):
        draw("leaders", "a view")
    with pytest.raises(ValueError, match="H9"):
        leaders(targets=("H9",))
    with pytest.raises(ValueError, match="2"):
        leaders(bottom=2)
