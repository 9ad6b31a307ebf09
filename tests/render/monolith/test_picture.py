from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from cogs.ui.voice import voice
from engine.core.ask import Ask
from engine.core.playout import choices
from engine.core.position import Position
from engine.core.text import Say, Text
from engine.monolith.board import LABELS
from engine.monolith.game import GAME
from engine.monolith.view import MonolithView
from render import PALETTES, Marks, draw
from render.image import canvas
from render.image.box import Box
from render.monolith import RENDERER, board, hands, layout
from render.palette import THEMES, Colour
from render.registry import scene
from tests.support.each import each
from tests.support.render.drawing import Drawn
from tests.support.render.drawing import picture as drawn
from tests.support.render.leaders_positions import pixels, share
from tests.support.render.legible import forget_sprites, letters, too_small, words_only
from tests.support.render.long_words import longer
from tests.support.render.monolith_positions import FOUR, FULL, MIDDLE, MONOLITHS, THREE, arena

CLASSIC = THEMES["classic"]
VIEWS = {"middle": MIDDLE, "full": FULL, "four": FOUR, "three": THREE, "monoliths": MONOLITHS}


def monolith(view: MonolithView = MIDDLE, *, palette: str = "classic", bottom: int = 0, **marks: Any) -> Drawn:
    return drawn("monolith", view, palette=palette, bottom=bottom, marks=Marks(**marks))


def place(field: str) -> tuple[int, int]:
    x, y = board.places(layout.MIDDLE)[field]
    return round(x), round(y)


def around(picture: Drawn, field: str, reach: int = 60) -> Image.Image:
    """The part of a picture around a space."""
    x, y = place(field)
    return pixels(picture).crop((x - reach, y - reach, x + reach, y + reach))


def changed(one: Drawn, other: Drawn) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(pixels(one), pixels(other)).getbbox()


def corner(picture: Drawn, box: Box) -> Image.Image:
    return pixels(picture).crop((box.x, box.y, box.right, box.bottom))


def parts(view: MonolithView = MIDDLE, *, bottom: int = 0, say: Say = str) -> dict[str, list[Image.Image]]:
    """The pictures below the board, by title."""
    found: dict[str, list[Image.Image]] = {}
    for part in RENDERER.paint_parts(view, CLASSIC, Marks(), say, bottom):
        found.setdefault(say(part.title), []).append(part.canvas.flat().convert("RGB"))
    return found


def in_panel(view: MonolithView = MIDDLE, *, bottom: int = 0, **marks: Any) -> dict[str, Image.Image]:
    """The pictures below the board in a panel, by title."""
    made = RENDERER.paint_panel(view, CLASSIC, Marks(**marks), str, bottom)
    return {str(part.title): part.canvas.flat().convert("RGB") for part in made}


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_is_a_palette_png_of_a_thousand_pixels_under_200_kib(name: str, palette: str) -> None:
    view = VIEWS[name]
    picture = monolith(view, palette=palette, targets=LABELS, trail=(("A1", "C3", "E3"), ("D2",)))
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height) == (1000, picture.height)
    assert picture.height <= 1000
    assert len(picture.data) < 200 * 1024


def test_spaces_match_the_engine_in_rows_from_the_top() -> None:
    assert board.FIELDS == LABELS
    rows = {row: {place(label)[1] for label in LABELS if label[0] == row} for row in "ABCDE"}
    assert all(len(heights) == 1 for heights in rows.values())
    assert [rows[row] for row in "ABCDE"] == sorted(rows.values(), key=min)
    assert place("C1")[0] < place("C2")[0] < place("C3")[0] == 500


@each(("palette", "field"), list(product(PALETTES, ["A1", "C1", "C5", "D4", "E1"])))
def test_a_free_target_is_outlined_on_its_space_only(field: str, palette: str) -> None:
    plain, marked = monolith(palette=palette), monolith(palette=palette, targets=(field,))
    assert share(around(marked, field, 30), THEMES[palette].target) > 0.4
    assert share(around(marked, field, 110), THEMES[palette].target) > 0.1
    assert share(around(plain, field, 60), THEMES[palette].target) == 0
    box = changed(plain, marked)
    x, y = place(field)
    assert box
    assert x - 95 < box[0] < x < box[2] < x + 95
    assert y - 109 < box[1] < y < box[3] < y + 109


def test_an_offered_free_segment_still_shows_its_stone() -> None:
    plain, marked = monolith(MONOLITHS), monolith(MONOLITHS, targets=("E1",))
    x, y = place("E1")
    stone = (x - 40, y - 60, x + 40, y + 12)
    assert pixels(plain).crop(stone).tobytes() == pixels(marked).crop(stone).tobytes()


def test_a_space_may_be_marked_by_its_typed_name() -> None:
    assert monolith(targets=("a1",), trail=(("c5", "c4"),)) == monolith(targets=("A1",), trail=(("C5", "C4"),))


@pytest.mark.parametrize(
    ("marks", "colour"), [(Marks(targets=("D1",)), CLASSIC.target), (Marks(chosen=("D1",)), CLASSIC.chosen)]
)
def test_a_highlighted_tile_keeps_its_look_and_gets_an_outline(marks: Marks, colour: Colour) -> None:
    plain, marked = monolith(), drawn("monolith", MIDDLE, marks=marks)
    assert share(around(marked, "D1", 108), colour) > share(around(plain, "D1", 108), colour) + 0.05
    assert around(plain, "D1", 62).tobytes() == around(marked, "D1", 62).tobytes()


def test_a_trail_shows_start_and_end_of_a_tiles_move() -> None:
    plain, marked = monolith(), monolith(trail=(("C5", "C4"),))
    for field in ("C5", "C4"):
        before, after = around(plain, field, 105), around(marked, field, 105)
        assert share(after, CLASSIC.trail) > share(before, CLASSIC.trail) + 0.01
    assert around(plain, "E1").tobytes() == around(marked, "E1").tobytes()


def test_an_entered_tile_is_marked_differently_from_a_moved_one() -> None:
    entered, moved = monolith(trail=(("E2",),)), monolith(trail=(("E1", "E2"),))
    assert around(entered, "E2", 100).tobytes() != around(moved, "E2", 100).tobytes()


def test_a_tile_in_hand_is_marked_by_its_id_whosever_it_is() -> None:
    hand = "Hand of the Lords of the Abyss"
    plain, marked = (in_panel(bottom=1, targets=ids)[hand] for ids in ((), ("lords_of_the_abyss.horror",)))
    assert share(marked, CLASSIC.target) > share(plain, CLASSIC.target) + 0.01


@pytest.mark.parametrize("code", ["knight", "dragon-empire-knight"])
def test_a_tile_in_hand_is_marked_by_what_is_typed_for_it_only_before_who_is_to_move(code: str) -> None:
    both = dict.fromkeys("AB", "dragon.knight dragon.order_move")
    view = arena("A dragon.banner D2, B abyss.banner B3", hands=both)
    ours, theirs = in_panel(view, targets=(code,)), in_panel(view, bottom=1, targets=(code,))
    assert share(ours["Hand of the Dragon Empire"], CLASSIC.target) > 0.01
    assert share(theirs["Hand of the Lords of the Abyss"], CLASSIC.target) == 0


def test_a_chosen_tile_in_hand_differs_from_one_that_can_be_chosen() -> None:
    looks = [in_panel(chosen=("knight",)), in_panel(targets=("knight",)), in_panel()]
    assert len({look["Hand of the Dragon Empire"].tobytes() for look in looks}) == 3


def test_unknown_spots_are_ignored() -> None:
    assert monolith(targets=("dragon_empire", "guardians_of_the_realm.golem")) == monolith()


def test_the_viewers_side_is_at_the_bottom_and_the_board_is_not_rotated() -> None:
    ours, theirs = monolith(), monolith(bottom=1)
    for field in LABELS:
        assert around(ours, field, 60).tobytes() == around(theirs, field, 60).tobytes()
    low, high = (Box(box.x, box.y, 176, 40) for box in (layout.LOWER[0], layout.UPPER[0]))
    assert corner(ours, low).tobytes() == corner(theirs, high).tobytes()
    assert corner(theirs, low).tobytes() == corner(ours, high).tobytes()
    assert corner(ours, low).tobytes() != corner(ours, high).tobytes()


@each(
    ("view", "bottom", "expected"),
    [
        (MIDDLE, 1, ((0,), (1,))),
        (THREE, 1, ((0, 2), (1,))),
        (THREE, 2, ((1,), (2, 0))),
        (FOUR, 3, ((0, 2), (3, 1))),
    ],
)
def test_allies_are_side_by_side_and_enemies_across(
    view: MonolithView, bottom: int, expected: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    assert layout.sides(view, bottom) == expected


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(
    ("view", "seat"),
    [
        (MIDDLE, 0),
        (FULL, 1),
        (FOUR, 2),
        (msgspec.structs.replace(MIDDLE, to_move=(1,)), 1),
        (msgspec.structs.replace(MIDDLE, phase="over", to_move=(), winners=(1,), reason="points"), 1),
        (msgspec.structs.replace(MIDDLE, phase="over", to_move=(), reason="tied"), None),
        (msgspec.structs.replace(MIDDLE, phase="monoliths", to_move=(0, 1)), None),
        (msgspec.structs.replace(MIDDLE, phase="battle", to_move=()), None),
        (msgspec.structs.replace(MIDDLE, phase="battle", to_move=(1,)), 1),
    ],
    ids=["A", "B", "C of four", "B answers", "B has won", "drawn", "both", "battle", "B chooses in a battle"],
)
def test_the_banner_has_the_color_of_the_side_to_move_or_the_winner(
    view: MonolithView, seat: int | None, palette: str
) -> None:
    theme = THEMES[palette]
    strip = pixels(monolith(view, palette=palette)).crop((30, 22, 970, 88))
    assert share(strip, theme.muted if seat is None else theme.seats[seat].fill) > 0.6


@each(
    "change",
    [
        {"turn_number": 10},
        {"phase": "discard"},
        {"closing": 2},
        {"extra": True},
        {"hit_points": (16, 13)},
        {"hit_points": (17, 12)},
        {"tactical": True},
    ],
    ids=str,
)
def test_every_change_in_the_match_is_visible(change: dict[str, Any]) -> None:
    assert monolith(msgspec.structs.replace(MIDDLE, **change)) != monolith(MIDDLE)


@each("change", [{"pile": 3}, {"discards": ()}, {"hand": ()}, {"faction": ""}], ids=str)
def test_changes_of_a_seat_are_visible_in_its_corners_only(change: dict[str, Any]) -> None:
    view = msgspec.structs.replace(MIDDLE, turn=1, to_move=(1,))
    own = msgspec.structs.replace(view.seats[0], **change)
    box = changed(monolith(view), monolith(msgspec.structs.replace(view, seats=(own, view.seats[1]))))
    low = layout.LOWER[0]
    assert box
    assert low.y <= box[1] < box[3] <= low.bottom


def test_hidden_tiles_are_shown_to_those_who_know_them() -> None:
    assert "In the monolith" in parts(MONOLITHS)
    assert "In the monolith" not in parts(MIDDLE)


def test_a_hand_of_six_needs_two_pictures_of_three() -> None:
    shown = parts(MONOLITHS)["Hand of the Dragon Empire"]
    assert [picture.size for picture in shown] == [(1000, 500)] * 2


@pytest.mark.parametrize("name", VIEWS)
def test_every_picture_under_the_board_has_a_heading_that_nothing_covers(name: str) -> None:
    for part in RENDERER.paint_parts(VIEWS[name], CLASSIC, Marks(), str, 0):
        headings = [put for put in part.canvas._puts if (put.sprite.width, put.sprite.height) == hands.HEADING]
        assert headings[0] == part.canvas._puts[0]
        for one, other in product(headings, part.canvas._puts):
            apart = one.bottom <= other.top or other.bottom <= one.top
            assert one == other or apart, str(part.title)


def test_headings_name_the_owner_of_hands_and_monoliths(written: list[str]) -> None:
    forget_sprites()
    parts(MONOLITHS)
    assert "Tiles on the board" in written
    for heading in ("Hand of the Dragon Empire", "Hand of the Lords of the Abyss", "In the monolith"):
        assert heading in written


def test_several_other_hands_share_a_picture_with_headings(written: list[str]) -> None:
    forget_sprites()
    assert len(parts(FOUR)["Other hands"]) == 1
    for faction in ("Dragon Empire", "Lords of the Abyss", "Harbingers of the Forest"):
        assert f"Hand of the {faction}" in written


@pytest.mark.parametrize("palette", PALETTES)
def test_a_heading_has_its_seats_color_and_shape(palette: str) -> None:
    theme = THEMES[palette]
    made = [hands.heading("Abc", seat, theme) for seat in range(4)]
    assert len({one.mask.tobytes() for one in made}) == 4
    for seat, one in enumerate(made):
        assert isinstance(one.ink, Image.Image)
        assert share(one.ink.crop((0, 0, 40, 36)), theme.seats[seat].fill) > 0.2


def test_a_trail_does_not_cover_a_segments_coordinate() -> None:
    plain, marked = monolith(MONOLITHS), monolith(MONOLITHS, trail=(("E1", "E2"),))
    x, y = place("E1")
    label = (x - 22, y + board.LOW - 13, x + 22, y + board.LOW + 13)
    assert pixels(plain).crop(label).tobytes() == pixels(marked).crop(label).tobytes()


def test_the_viewers_hand_is_shown_with_texts_and_in_public_that_of_the_seat_to_move() -> None:
    assert "Hand of the Dragon Empire" in parts(msgspec.structs.replace(FULL, seat=0))
    assert "Hand of the Lords of the Abyss" in parts(FULL)


def test_all_tiles_on_the_board_are_listed_below_it(written: list[str]) -> None:
    forget_sprites()
    parts(FULL)
    for name in (
        "Arquebusier",
        "Landsknecht",
        "Mygalomorph",
        "Rune of Regeneration",
        "netted",
        "entrenched",
        "poison: 1",
    ):
        assert name in written


def test_allies_share_their_hit_points_and_both_banners_show_them() -> None:
    hurt = msgspec.structs.replace(FOUR, hit_points=(9, 13))
    before, after = monolith(FOUR), monolith(hurt)
    for field in ("E1", "E3"):
        assert around(before, field).tobytes() != around(after, field).tobytes()
    for field in ("A1", "A3", "D2"):
        assert around(before, field).tobytes() == around(after, field).tobytes()


@pytest.mark.parametrize("palette", PALETTES)
def test_a_free_segment_has_its_owners_color_and_its_coordinate(palette: str) -> None:
    theme = THEMES[palette]
    without = msgspec.structs.replace(MONOLITHS, seats=tuple(_no_stones(seat) for seat in MONOLITHS.seats))
    bare, stone = monolith(without, palette=palette), monolith(MONOLITHS, palette=palette)
    assert share(around(bare, "E1", 80), theme.teams[0].fill) == 0
    assert share(around(stone, "E1", 80), theme.teams[0].fill) > 0.03
    assert share(around(stone, "E1"), board.ground(theme.teams[0], theme)) > 0.3


def _no_stones(seat: Any) -> Any:
    return msgspec.structs.replace(seat, monolith="none", segments=())


def test_a_tile_on_a_segment_keeps_its_look_with_the_stone_around_it() -> None:
    without = msgspec.structs.replace(MONOLITHS, seats=tuple(_no_stones(seat) for seat in MONOLITHS.seats))
    bare, stone = monolith(without), monolith(MONOLITHS)
    assert around(bare, "E2", 62).tobytes() == around(stone, "E2", 62).tobytes()
    assert around(bare, "E2", 108).tobytes() != around(stone, "E2", 108).tobytes()


def test_folded_unfolded_and_missing_monoliths_look_different() -> None:
    seen = set()
    for how in ("none", "folded", "unfolded"):
        seat = msgspec.structs.replace(MIDDLE.seats[0], monolith=how)
        picture = monolith(msgspec.structs.replace(MIDDLE, seats=(seat, MIDDLE.seats[1]), with_monoliths=True))
        seen.add(around(picture, "D2", 112).tobytes())
    assert len(seen) == 3


@pytest.mark.usefixtures("afresh")
def test_pictures_do_not_depend_on_earlier_drawings() -> None:
    marks: dict[str, Any] = {"targets": ("A1", "B2"), "trail": (("C1", "C2"), ("E2",))}
    first = monolith(FULL, **marks)
    for palette in PALETTES:
        monolith(FOUR, palette=palette, **marks)
    copy = msgspec.json.decode(msgspec.json.encode(FULL), type=MonolithView)
    assert monolith(copy, **marks) == first
    _forget()
    assert monolith(copy, **marks) == first


def _forget() -> None:
    canvas.forget()
    forget_sprites()


@pytest.mark.usefixtures("afresh")
def test_drawing_in_two_threads_gives_the_same_pictures() -> None:
    jobs = [(view, palette, 1) for view in (MIDDLE, FOUR) for palette in PALETTES]

    def make(job: tuple[MonolithView, str, int]) -> bytes:
        view, palette, bottom = job
        return monolith(view, palette=palette, bottom=bottom, targets=("C3", "A2")).data

    alone = [make(job) for job in jobs]
    _forget()
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(make, jobs + jobs[::-1])) == alone + alone[::-1]


def test_every_text_in_the_picture_can_be_translated() -> None:
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    assert draw("monolith", MIDDLE, say=say) != draw("monolith", MIDDLE)
    assert {"{faction} to move", "Turn {number}", "playing tiles", "Dragon Empire", "Lords of the Abyss"} <= texts
    draw("monolith", MIDDLE, say=say, parts=True)
    assert {
        "Knight",
        "Rune of Disarmament",
        "Acceleration",
        "Push",
        "Pile {count}",
        "Melee, strength {strength}",
    } <= texts


@each("name", VIEWS)
def test_texts_that_are_40_percent_longer_are_not_cut(name: str) -> None:
    view = VIEWS[name]
    ends = {"phase": "over", "to_move": (), "winners": tuple(s.seat for s in view.seats if s.team), "reason": "banner"}
    with words_only("monolith") as written:
        for shown in (view, msgspec.structs.replace(view, closing=2), msgspec.structs.replace(view, **ends)):
            scene("monolith", shown, say=longer).flat()
            parts(shown, say=longer)
    assert written
    assert [string for string, _ in written if "…" in string] == []


def _spots(asks: tuple[Ask, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spot for ask in asks for option in ask.options for spot in option.at))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("monoliths", [False, True])
def test_positions_of_random_matches_can_be_drawn_for_every_seat(seats: int, monoliths: bool) -> None:
    position = Position.new(GAME, {"monoliths": monoliths, "tactical": seats == 3}, seats, f"{seats}")
    pick = choices(f"{seats}").__next__
    step = 0
    while position.asks:
        if step % 30 == 0:
            seat = (None, *range(seats))[step // 30 % (seats + 1)]
            view = GAME.view(position.state, seat, position.asks)
            picture = monolith(view, bottom=seat or 0, targets=_spots(tuple(position.asks)))
            assert len(picture.data) < 200 * 1024
        ask = position.asks[0]
        position.answer(ask, ask.options[pick() % len(ask.options)])
        step += 1
    assert monolith(GAME.view(position.state, None, ())).data


def test_invalid_views_are_refused_with_a_reason() -> None:
    with pytest.raises(TypeError, match="str"):
        draw("monolith", "a view")
    with pytest.raises(ValueError, match="F1"):
        monolith(targets=("F1",))
    with pytest.raises(ValueError, match="2"):
        monolith(bottom=2)
    with pytest.raises(ValueError, match=r"dragon_empire\.cook"):
        parts(
            msgspec.structs.replace(
                MIDDLE,
                seats=(msgspec.structs.replace(MIDDLE.seats[0], hand=("dragon_empire.cook",)), MIDDLE.seats[1]),
            )
        )


LEGIBLE = {
    "middle": (MIDDLE, None),
    "full": (FULL, 1),
    "four": (FOUR, 2),
    "three": (THREE, 1),
    "monoliths": (MONOLITHS, 0),
    "over": (msgspec.structs.replace(FOUR, phase="over", to_move=(), winners=(1, 3), reason="banner"), None),
    "closing": (msgspec.structs.replace(FOUR, closing=2), 0),
}


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", LEGIBLE)
def test_everything_is_legible_on_a_phone_and_fits_discord(name: str, language: str) -> None:
    view, seat = LEGIBLE[name]
    shown = msgspec.structs.replace(view, seat=seat)
    speak, bottom = voice(language), seat or 0
    picture, sizes = letters("monolith", lambda: draw("monolith", shown, say=speak, bottom=bottom, parts=True))
    assert picture.height <= picture.width
    assert all(part.width >= 2 * part.height for part in picture.parts)
    assert too_small(picture, sizes) == {}
