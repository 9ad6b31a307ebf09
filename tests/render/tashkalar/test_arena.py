"""The arena of Tash-Kalar: squares, pieces, highlights."""

from __future__ import annotations

from itertools import combinations, product

import msgspec
import pytest
from PIL import Image, ImageChops

import locales
from engine.core.text import say
from engine.tashkalar import options
from engine.tashkalar.board import DIAMONDS, LABEL
from render import PALETTES, Marks, Question
from render.image import fonts
from render.image.box import Box
from render.palette import THEMES, Colour
from render.tashkalar import banner, board, colors, layout, scene, words
from render.tashkalar.pieces import RANKS, piece
from tests.support.each import each
from tests.support.render.colour_distance import EYES, contrast, difference
from tests.support.render.drawing import Drawn, picture
from tests.support.render.leaders_positions import changed, inside, shape, share, within
from tests.support.render.tashkalar import (
    BOARD,
    DUEL,
    MINE,
    arena,
    around,
    panel,
    place,
    tashkalar,
)

CLASSIC = THEMES["classic"]


def test_squares_match_the_engine_in_rows_from_the_top() -> None:
    assert set(board.SQUARES) == set(LABEL.values())
    assert place("a3")[0] == place("a7")[0] < place("c1")[0] == place("c9")[0] < place("e5")[0]
    assert place("c1")[1] < place("e5")[1] < place("c9")[1]


def _opening(*codes: str) -> Question:
    return Question("tashkalar.mark", (), codes)


def _targets(*codes: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(code[2:] for code in codes))


def test_opening_squares_match_the_engine() -> None:
    assert tuple(LABEL[square] for square in DIAMONDS) == scene._OPENINGS
    assert scene._LETTERS == options.LETTERS


@pytest.mark.parametrize("palette", PALETTES)
def test_both_opening_squares_show_their_possible_colors(palette: str) -> None:
    theme, empty = THEMES[palette], arena("")
    plain = tashkalar(empty, palette=palette)
    drawing = tashkalar(empty, palette=palette, targets=("c5",), question=_opening("a-c5", "b-c5"))
    fills = [colors.team(colour.hue, theme).fill for colour in empty.colours]
    for square, (left, right) in (("c5", fills), ("g5", fills[::-1])):
        shown = around(drawing, square)
        middle = shown.width // 2
        assert share(shown.crop((0, 0, middle, shown.height)), left) > 0.05, square
        assert share(shown.crop((middle, 0, *shown.size)), right) > 0.05, square
        assert share(shown.crop((0, 0, middle, shown.height)), right) < 0.01, square
    assert share(around(drawing, "c5"), colors.target(theme)) > share(around(drawing, "g5"), colors.target(theme)) == 0
    assert around(drawing, "e4").tobytes() == around(plain, "e4").tobytes()


def test_in_a_melee_every_square_shows_its_possible_opening_colors() -> None:
    empty = arena("", form="melee", seats=4)
    codes = ("b-b7", "b-c7", "d-b7", "d-c7")
    drawing = tashkalar(empty, targets=_targets(*codes), question=_opening(*codes))
    for square, colour in product(("b7", "c7"), empty.colours):
        seen = share(around(drawing, square), colors.team(colour.hue, CLASSIC).fill) > 0.02
        assert seen == (colour.colour in (1, 3)), (square, colour.hue)
    assert around(drawing, "g5").tobytes() == around(tashkalar(empty), "g5").tobytes()


@pytest.mark.parametrize("palette", PALETTES)
def test_colored_and_central_squares_look_different(palette: str) -> None:
    theme = THEMES[palette]
    picture = tashkalar(arena("", form="high"), palette=palette)

    def ground(square: str) -> bytes:
        return around(picture, square, board.CELL // 2 - 7).tobytes()

    assert ground("c8") == ground("d2") == ground("h6")
    assert ground("c3") == ground("g3") == ground("i4") == ground("a5") == ground("f8")
    assert ground("d4") == ground("f6")
    assert len({ground(square) for square in ("d2", "c3", "d4", "e1")}) == 4
    assert around(picture, "d4", 32).tobytes() != around(tashkalar(arena(""), palette=palette), "d4", 32).tobytes()
    for colour, square in (("red", "d2"), ("green", "c3")):
        for tone in colors.tile(colour, theme):
            assert share(around(picture, square, board.CELL // 2 - 7), tone) > 0.1


@pytest.mark.parametrize("palette", PALETTES)
def test_colored_squares_can_be_distinguished_without_color(palette: str) -> None:
    """Both have a pattern, and the patterns differ in gray, too."""
    picture = tashkalar(arena(""), palette=palette)
    red, green, plain = (around(picture, square, board.CELL // 2 - 7).convert("L") for square in ("d2", "c3", "e1"))
    assert (plain.getextrema(), len(plain.getcolors() or [])) == ((plain.getpixel((0, 0)),) * 2, 1)
    for tile in (red, green):
        low, high = tile.getextrema()
        assert isinstance(low, int | float)
        assert isinstance(high, int | float)
        assert high - low > 20
    assert shape(red) != shape(green)


@pytest.mark.parametrize("palette", PALETTES)
def test_rank_and_owner_can_be_distinguished_without_color(palette: str) -> None:
    theme = THEMES[palette]
    masks = {rank: piece(rank, "blue", 90, theme).mask.tobytes() for rank in RANKS}
    assert len(set(masks.values())) == 3
    covered = [sum(masks[rank]) for rank in RANKS]
    assert covered == sorted(covered)
    for rank in RANKS:
        seen = set()
        for hue in colors.HUES:
            ink = piece(rank, hue, 90, theme).ink
            assert isinstance(ink, Image.Image)
            inner = ink.crop((31, 31, 59, 59))
            seen.add(shape(inner))
        assert len(seen) == 4, rank


def test_hues_of_the_contrast_palette_can_be_distinguished_by_every_eye() -> None:
    theme = THEMES["contrast"]
    for eye in EYES.values():
        for one, other in combinations(colors.HUES, 2):
            assert difference(colors.team(one, theme).fill, colors.team(other, theme).fill, eye) > 30, (one, other)


@pytest.mark.parametrize("palette", PALETTES)
def test_emblems_and_text_contrast_with_their_hue(palette: str) -> None:
    for hue in (*colors.HUES, colors.NOBODY):
        team = colors.team(hue, THEMES[palette])
        assert contrast(team.ink, team.fill) >= 4.5, hue


@each(("palette", "square"), list(product(PALETTES, ["c1", "a3", "e7", "i6", "g9", "d2"])))
def test_a_free_target_is_marked_in_the_corners_of_its_square_only(square: str, palette: str) -> None:
    orchid = colors.target(THEMES[palette])
    plain, marked = tashkalar(palette=palette), tashkalar(palette=palette, targets=(square,))
    assert share(around(marked, square), orchid) > 0.05
    assert share(around(plain, square), orchid) == 0
    x, y = place(square)
    assert inside(changed(plain, marked), Box(x - 39, y - 39, 78, 78))


@each(("palette", "square"), list(product(PALETTES, ["d2", "c3", "f6", "g2", "d4"])))
def test_a_target_mark_does_not_cover_ground_rank_and_hue(square: str, palette: str) -> None:
    """Most of a colored square stays visible under corners and coordinate, and all of a piece except its rim."""
    plain, marked = tashkalar(palette=palette), tashkalar(palette=palette, targets=(square,))
    kept = ImageChops.difference(around(plain, square), around(marked, square)).convert("L").histogram()[0]
    assert kept / (board.CELL - 2) ** 2 > 0.6
    if square in {piece.at for piece in DUEL.pieces}:
        assert kept / (board.CELL - 2) ** 2 > 0.72
        assert (
            around(plain, square, 4 * board.CELL // 13).tobytes()
            == around(marked, square, 4 * board.CELL // 13).tobytes()
        )


def test_many_free_targets_are_marked_faintly() -> None:
    taken = {piece.at for piece in DUEL.pieces}
    free = tuple(square for square in board.SQUARES if square not in taken)
    orchid = colors.target(CLASSIC)
    many, one = tashkalar(targets=free), tashkalar(targets=("e7",))
    assert 0.01 < share(around(many, "e7"), orchid) < share(around(one, "e7"), orchid)


@each(("palette", "eye"), list(product(PALETTES, ["all three cones", "deuteranopia", "protanopia"])))
def test_targets_can_be_distinguished_from_pieces_by_every_eye(eye: str, palette: str) -> None:
    theme = THEMES[palette]
    pieces = [colors.team(hue, theme).fill for hue in colors.HUES]
    grounds = [theme.space, board.deep(theme), *colors.tile("red", theme), *colors.tile("green", theme)]
    for other in (*pieces, *grounds, theme.chosen):
        assert difference(colors.target(theme), other, EYES[eye]) > 30, other


def test_the_piles_in_the_corners_cover_no_square_and_no_name_of_a_row() -> None:
    (width, height), used = banner.CORNER, 124
    reach = board.CELL // 2 + 6
    names = board.LEFT // 2 + 6 + 9
    for x, y in board.corners():
        left, top, right, bottom = x - width // 2, y - height // 2, x - width // 2 + used, y + height // 2
        covered = [
            square
            for square, (across, down) in board.PLACES.items()
            if left < across + reach and across - reach < right and top < down + reach and down - reach < bottom
        ]
        assert (covered, left > names) == ([], True), (x, y)


@pytest.mark.parametrize("language", locales.LANGUAGES)
def test_the_names_of_the_piles_fit_their_corners(language: str) -> None:
    catalogue = locales.catalogue(language)
    for name in (words.LEGENDS, words.FLARES, words.TASKS, words.GOAL):
        assert fonts.width(say(name, catalogue), "SemiBold", layout.LETTERS) <= 120


def test_a_square_may_be_named_in_capitals() -> None:
    assert tashkalar(targets=("E7",), trail=(("A3", "B3"),)) == tashkalar(targets=("e7",), trail=(("a3", "b3"),))


EMBLEM = 3 * board.CELL // 13
"""The radius of a piece's emblem."""


@pytest.mark.parametrize(
    ("marks", "colour"), [(Marks(targets=("h5",)), colors.target(CLASSIC)), (Marks(chosen=("h5",)), CLASSIC.chosen)]
)
def test_a_highlighted_piece_keeps_its_emblem_and_gets_an_outline(marks: Marks, colour: Colour) -> None:
    plain, marked = tashkalar(), picture("tashkalar", DUEL, marks=marks)
    assert share(around(marked, "h5"), colour) > share(around(plain, "h5"), colour) + 0.05
    assert around(plain, "h5", EMBLEM).tobytes() == around(marked, "h5", EMBLEM).tobytes()


def test_a_chosen_free_square_differs_from_an_option() -> None:
    pictures = tashkalar(), tashkalar(chosen=("e7",)), tashkalar(targets=("e7",))
    assert len({around(picture, "e7").tobytes() for picture in pictures}) == 3


def test_a_trail_shows_start_and_end_of_a_pieces_move() -> None:
    plain, marked = tashkalar(), tashkalar(trail=(("b6", "b3"),))
    for square in ("b6", "b3"):
        before, after = around(plain, square), around(marked, square)
        assert share(after, CLASSIC.trail) > share(before, CLASSIC.trail) + 0.02
    assert share(around(marked, "b5"), CLASSIC.trail) > 0
    assert around(plain, "c6").tobytes() == around(marked, "c6").tobytes()


def test_a_new_piece_is_marked_differently_from_a_moved_one() -> None:
    came, moved = tashkalar(trail=(("b3",),)), tashkalar(trail=(("b4", "b3"),))
    assert around(came, "b3").tobytes() != around(moved, "b3").tobytes()


def test_squares_where_cards_can_be_summoned_have_numbers() -> None:
    without = tashkalar(msgspec.structs.replace(MINE, summons=()))
    shown = tashkalar(MINE)
    for square in ("d4", "c6"):
        assert around(without, square).tobytes() != around(shown, square).tobytes()
    assert around(without, "e4").tobytes() == around(shown, "e4").tobytes()
    once = tashkalar(msgspec.structs.replace(MINE, summons=MINE.summons[:1]))
    assert around(once, "d4").tobytes() != around(shown, "d4").tobytes()
    assert around(once, "c6").tobytes() == around(shown, "c6").tobytes()


def _outlined(prompt: str, *about: str, codes: tuple[str, ...] = (), picked: tuple[str, ...] = ()) -> set[str]:
    """The squares that are outlined as parts of a pattern."""
    picture = tashkalar(MINE, targets=("d1",), question=Question(prompt, about, codes, picked))
    gold = CLASSIC.ring
    return {square for square in board.SQUARES if share(around(picture, square), gold) > 0.1}


def test_pieces_that_a_chosen_summons_may_use_are_outlined() -> None:
    card = "imperial.summoner"
    either = {"d5", "e4", "h5", "a7", "b3", "d8"}
    assert _outlined("tashkalar.summon-on", card, codes=("d4", "c6"), picked=("summoner",)) == either
    assert _outlined("tashkalar.improvise", card, "c6") == {"a7", "b3", "d8"}
    assert _outlined("tashkalar.place-on") == set()
    ways = ("d5+e4+h5", "d5+e4+d8")
    assert _outlined("tashkalar.image", card, "d4", codes=ways) >= {"d5", "e4", "h5", "d8"}


def test_the_chosen_pattern_stays_outlined_during_the_effect() -> None:
    picked = ("knight", "d3", "c4+c5", "summoner", "d4", "d5+e4+h5")
    assert _outlined("tashkalar.put", "imperial.summoner", "place", "2", picked=picked) == {"d5", "e4", "h5"}
    assert _outlined("tashkalar.move-to", "imperial.knight", picked=(*picked, "knight", "c3")) == set()


def test_a_pattern_without_a_choice_is_outlined_too() -> None:
    view = arena(BOARD, being="e7", pattern=("d8", "h5"))
    drawing = tashkalar(view, question=Question("tashkalar.move-to", ("imperial.knight", "combat", "3"), ("e6",)))
    outlined = {square for square in board.SQUARES if share(around(drawing, square), CLASSIC.ring) > 0.1}
    assert outlined == {"d8", "h5"}
    assert tashkalar(view) == tashkalar(), "only for the player who is asked"


@pytest.mark.parametrize("prompt", ["tashkalar.image", "tashkalar.improvise"])
def test_the_chosen_summoning_square_is_framed(prompt: str) -> None:
    drawing = tashkalar(MINE, question=Question(prompt, ("imperial.summoner", "c6"), ("a7+b3", "a7+d8")))
    assert share(around(drawing, "c6"), CLASSIC.chosen) > 0.1
    assert share(around(drawing, "d4"), CLASSIC.chosen) < 0.1


def test_ways_to_summon_are_numbered_on_differing_pieces() -> None:
    def shown(*codes: str) -> Drawn:
        return tashkalar(MINE, question=Question("tashkalar.image", ("imperial.summoner", "d4"), codes))

    one, two = shown("d5+e4+h5", "d5+e4+d8"), shown("d5+e4+d8", "d5+e4+h5")
    for square in ("h5", "d8"):
        assert around(one, square).tobytes() != around(two, square).tobytes()
    assert around(one, "d5").tobytes() == around(two, "d5").tobytes()


def test_a_question_about_a_card_hides_the_numbers_of_others() -> None:
    action, put = (
        Question(prompt, about)
        for prompt, about in (("tashkalar.action", ("2",)), ("tashkalar.put", ("imperial.knight", "place", "1")))
    )
    assert tashkalar(MINE, question=action) == tashkalar(MINE)
    assert tashkalar(MINE, question=put) == tashkalar(msgspec.structs.replace(MINE, summons=()))


@pytest.mark.parametrize(("code", "beside"), [("n", "h4"), ("se", "i6"), ("w", "g5")])
def test_directions_are_shown_around_the_asking_being(code: str, beside: str) -> None:
    view = arena(BOARD, being="h5")

    def asked(*codes: str) -> Drawn:
        return tashkalar(view, question=Question("tashkalar.direction", ("imperial.cannon", "shot", "1"), codes))

    plain, marked = tashkalar(view), asked(code, "done")
    (x, y), (u, v) = place("h5"), place(beside)
    box = Box(min(x, u) - 39, min(y, v) - 39, abs(x - u) + 78, abs(y - v) + 78)
    assert inside(changed(plain, marked), box)
    assert share(within(marked, box), colors.target(CLASSIC)) > 0.01
    assert around(plain, "h5", 24).tobytes() == around(marked, "h5", 24).tobytes()
    assert asked("n", "s") != asked("n")


def test_the_asking_being_is_framed() -> None:
    question = Question("tashkalar.move-whom", ("imperial.herald", "quiet", "2"))
    view = arena(BOARD, being="h5")
    assert tashkalar(view, question=question) == tashkalar(view, chosen=("h5",))
    assert tashkalar(view) == tashkalar(), "only for the player who is asked"
    moved = arena(BOARD, being="e7")
    assert tashkalar(moved, question=question) == tashkalar()


def test_the_viewers_color_is_at_the_bottom_and_the_arena_is_not_rotated() -> None:
    ours, theirs = tashkalar(), tashkalar(bottom=1)
    for square in board.SQUARES:
        assert around(ours, square).tobytes() == around(theirs, square).tobytes()
    for colour in (0, 1):
        mine, other = panel(DUEL, colour), panel(DUEL, colour, 1)
        assert mine.y != other.y
        assert within(ours, mine).tobytes() == within(theirs, other).tobytes()
