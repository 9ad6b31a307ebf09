from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.core.ask import Ask
from engine.core.playout import choices
from engine.core.position import Position
from engine.core.text import Text
from engine.core.text import say as spoken
from engine.tashkalar.board import CENTRAL, GREEN, LABEL, RED, SQUARES
from engine.tashkalar.content import DECK
from engine.tashkalar.game import GAME
from engine.tashkalar.view import (
    PRINTED_CARDS,
    PRINTED_FLARES,
    ColourView,
    PieceView,
    SeatView,
    SummonView,
    TashkalarView,
)
from render import PALETTES, Marks, Picture, canvas, draw, fonts
from render.box import Box
from render.film import Frame, film
from render.palette import THEMES, Colour
from render.tashkalar import banner, board, hands, hues, layout, panels, tasks
from render.tashkalar.pieces import RANKS, outline, piece
from tests.render.test_palettes import EYES, contrast, difference
from tests.support.render.scenes import changed, inside, pixels, shape, share, within

CLASSIC = THEMES["classic"]
SIGNS = {"c": "common", "h": "heroic", "l": "legendary"}
HAND = ("imperial.summoner", "imperial.cannon", "imperial.high_priestess", "legends.titan", "legends.leviathan")


def _labels(mask: int) -> tuple[str, ...]:
    return tuple(LABEL[square] for square in SQUARES if mask >> square & 1)


def arena(
    pieces: str,
    *,
    form: str = "duel",
    seats: int = 2,
    teams: bool = False,
    decks: str = "northern_imperial sylvan southern_imperial highland",
    hand: tuple[str, ...] = (),
    flare: tuple[str, ...] = (),
    seat: int | None = None,
    **more: object,
) -> TashkalarView:
    """A view; pieces as `Ac d4` for a common piece of the first colour, a hand for the seat that looks."""
    words = pieces.split()
    count = 2 if teams else seats
    taken = decks.split() if decks else [""] * seats
    shown = tuple(
        ColourView(
            colour=colour,
            hue=DECK[taken[colour]].hue if taken[colour] else "",
            seats=(colour, colour + 2) if teams else (colour,),
            points=5 + colour,
            by_colour=tuple(0 if o == colour else 3 + o for o in range(count)) if form == "melee" else (),
            tasks=("destruction", "red_conquest") if form == "high" and colour else (),
            improvised=(),
            doubles=9 - colour,
            doubles_of=16,
            legendaries=2,
            legendaries_of=3,
        )
        for colour in range(count)
    )
    places = tuple(
        SeatView(
            seat=one,
            colour=one % count,
            deck=taken[one],
            beings=3,
            legends=2,
            flares=1,
            pile=12 - one,
            discards=(),
            hand=hand if one == seat else (),
            flare=flare if one == seat else (),
        )
        for one in range(seats)
    )
    high = form == "high"
    rest: dict[str, object] = {
        "phase": "turn",
        "turn": 0,
        "control": 0,
        "number": 9,
        "actions": 2,
        "to_move": (0,),
        "tasks": ("red_legends", "destruction", "side_chain") if high else (),
        "next_task": "imprisonment" if high else "",
        "task_pile": 11 if high else 0,
        "legend_pile": 7,
        "legend_discards": (),
        "flare_pile": 9,
        "flare_discards": (),
        "destroyed": ((0, 0, 0),) * count,
        "goal": {"duel": 18, "high": 9, "melee": 12}[form],
        "closing": -1,
        "extra": False,
        "winners": (),
        "reason": "",
    }
    return TashkalarView(
        form=form,
        teams=teams,
        colours=shown,
        seats=places,
        pieces=tuple(
            PieceView("ABCD".index(who[0]), SIGNS[who[1]], at) for who, at in zip(words[::2], words[1::2], strict=True)
        ),
        red=_labels(RED),
        green=_labels(GREEN),
        central=_labels(CENTRAL) if high else (),
        seat=seat,
        **(rest | more),  # type: ignore[arg-type]
    )


BOARD = "Ac d4 Ah d5 Al e4 Ac h5 Ac a7 Ah b3 Ac d8 Bc e5 Bh f5 Bl f6 Bc g7 Bc h6 Bc a5 Bc c8 Bh g2"
MORE = " Cc b7 Ch a4 Cl h3 Cc c5"
MOST = MORE + " Dc d2 Dh i5 Dl f8"
DUEL = arena(BOARD)
HIGH = arena(BOARD, form="high", turn=1, control=1, to_move=(1,))
TEAMS = arena(BOARD, seats=4, teams=True, control=2, to_move=(2,))
THREE = arena(BOARD + MORE, form="melee", seats=3, turn=2, control=2, to_move=(2,))
FOUR = arena(BOARD + MOST, form="melee", seats=4, turn=3, control=3, to_move=(3,))
MINE = arena(
    BOARD,
    seat=0,
    hand=HAND,
    flare=("flare_03",),
    summons=(SummonView("imperial.summoner", ("d4", "c6")), SummonView("legends.titan", ("d4",))),
)
VIEWS = {"duel": DUEL, "high": HIGH, "teams": TEAMS, "three": THREE, "four": FOUR, "mine": MINE}


def tashkalar(view: TashkalarView = DUEL, *, palette: str = "classic", bottom: int = 0, **marks: Any) -> Picture:
    return draw("tashkalar", view, palette=palette, bottom=bottom, marks=Marks(**marks))


def plan(view: TashkalarView = DUEL, bottom: int = 0) -> layout.Plan:
    above, below = layout.sides(view, bottom)
    return layout.plan(len(above), len(below), tasks=view.form == "high", rows=hands.rows(view))


def place(square: str, view: TashkalarView = DUEL) -> tuple[int, int]:
    x, y = board.places(plan(view).arena)[square]
    return round(x), round(y)


def around(picture: Picture, square: str, reach: int = 46, view: TashkalarView = DUEL) -> Image.Image:
    """What is to be seen on a square."""
    x, y = place(square, view)
    return pixels(picture).crop((x - reach, y - reach, x + reach, y + reach))


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_is_a_palette_png_of_a_thousand_pixels_under_120_kib(name: str, palette: str) -> None:
    picture = tashkalar(VIEWS[name], palette=palette, targets=("e7", "g7"), trail=(("a3", "b3"), ("c8",)))
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height) == (1000, plan(VIEWS[name]).height)
    assert len(picture.data) < 120 * 1024


def test_the_palettes_differ() -> None:
    one, other = (pixels(tashkalar(palette=palette)) for palette in PALETTES[:2])
    assert one.getpixel((2, 2)) != other.getpixel((2, 2))


def test_the_squares_are_those_of_the_engine_in_rows_from_the_top() -> None:
    assert set(board.SQUARES) == set(LABEL.values())
    assert place("a3")[0] == place("a7")[0] < place("c1")[0] == place("c9")[0] < place("e5")[0] == 500
    assert place("c1")[1] < place("e5")[1] < place("c9")[1]


@pytest.mark.parametrize("palette", PALETTES)
def test_coloured_and_central_squares_have_grounds_of_their_own(palette: str) -> None:
    theme = THEMES[palette]
    picture = tashkalar(arena("", form="high"), palette=palette)

    def ground(square: str) -> bytes:
        return around(picture, square, 40, HIGH).tobytes()

    assert ground("c8") == ground("d2") == ground("h6")
    assert ground("c3") == ground("g3") == ground("i4") == ground("a5") == ground("f8")
    assert ground("d4") == ground("f6")
    assert len({ground(square) for square in ("d2", "c3", "d4", "e1")}) == 4
    assert (
        around(picture, "d4", 40, HIGH).tobytes() != around(tashkalar(arena(""), palette=palette), "d4", 40).tobytes()
    )
    for colour, square in (("red", "d2"), ("green", "c3")):
        for tone in hues.tile(colour, theme):
            assert share(around(picture, square, 40, HIGH), tone) > 0.1


@pytest.mark.parametrize("palette", PALETTES)
def test_coloured_squares_are_told_apart_without_colour(palette: str) -> None:
    """Both have a pattern, and the patterns differ in grey as well."""
    picture = tashkalar(arena(""), palette=palette)
    red, green, plain = (around(picture, square, 40).convert("L") for square in ("d2", "c3", "e1"))
    assert (plain.getextrema(), len(plain.getcolors() or [])) == ((plain.getpixel((0, 0)),) * 2, 1)
    for tile in (red, green):
        low, high = tile.getextrema()
        assert isinstance(low, int | float)
        assert isinstance(high, int | float)
        assert high - low > 20
    assert shape(red) != shape(green)


@pytest.mark.parametrize("palette", PALETTES)
def test_rank_and_owner_are_told_by_form_alone(palette: str) -> None:
    theme = THEMES[palette]
    masks = {rank: piece(rank, "blue", 90, theme).mask.tobytes() for rank in RANKS}
    assert len(set(masks.values())) == 3
    covered = [sum(masks[rank]) for rank in RANKS]
    assert covered == sorted(covered)
    for rank in RANKS:
        seen = set()
        for hue in hues.HUES:
            ink = piece(rank, hue, 90, theme).ink
            assert isinstance(ink, Image.Image)
            inner = ink.crop((31, 31, 59, 59))
            seen.add(shape(inner))
        assert len(seen) == 4, rank


def test_every_eye_tells_the_hues_of_the_contrast_palette_apart() -> None:
    theme = THEMES["contrast"]
    for eye in EYES.values():
        for one, other in combinations(hues.HUES, 2):
            assert difference(hues.team(one, theme).fill, hues.team(other, theme).fill, eye) > 30, (one, other)


@pytest.mark.parametrize("palette", PALETTES)
def test_emblems_and_words_stand_out_from_their_hue(palette: str) -> None:
    for hue in (*hues.HUES, hues.NOBODY):
        team = hues.team(hue, THEMES[palette])
        assert contrast(team.ink, team.fill) >= 4.5, hue


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("square", ["c1", "a3", "e7", "i6", "g9", "d2"])
def test_a_free_target_is_a_disc_of_the_target_colour_on_its_square_only(square: str, palette: str) -> None:
    plain, marked = tashkalar(palette=palette), tashkalar(palette=palette, targets=(square,))
    assert share(around(marked, square, 28), THEMES[palette].target) > 0.5
    assert share(around(plain, square), THEMES[palette].target) == 0
    x, y = place(square)
    assert inside(changed(plain, marked), Box(x - 48, y - 48, 96, 96))


def test_a_square_may_be_named_in_capitals() -> None:
    assert tashkalar(targets=("E7",), trail=(("A3", "B3"),)) == tashkalar(targets=("e7",), trail=(("a3", "b3"),))


@pytest.mark.parametrize(
    ("marks", "colour"), [(Marks(targets=("h5",)), CLASSIC.target), (Marks(chosen=("h5",)), CLASSIC.chosen)]
)
def test_a_marked_piece_keeps_its_emblem_and_gets_an_outline(marks: Marks, colour: Colour) -> None:
    plain, marked = tashkalar(), draw("tashkalar", DUEL, marks=marks)
    assert share(around(marked, "h5"), colour) > share(around(plain, "h5"), colour) + 0.05
    assert around(plain, "h5", 18).tobytes() == around(marked, "h5", 18).tobytes()


def test_a_chosen_free_square_differs_from_one_that_can_be_chosen() -> None:
    pictures = tashkalar(), tashkalar(chosen=("e7",)), tashkalar(targets=("e7",))
    assert len({around(picture, "e7").tobytes() for picture in pictures}) == 3


def test_a_trail_marks_where_a_piece_left_and_where_it_arrived() -> None:
    plain, marked = tashkalar(), tashkalar(trail=(("b6", "b3"),))
    for square in ("b6", "b3"):
        before, after = around(plain, square), around(marked, square)
        assert share(after, CLASSIC.trail) > share(before, CLASSIC.trail) + 0.02
    assert share(around(marked, "b5"), CLASSIC.trail) > 0
    assert around(plain, "c6").tobytes() == around(marked, "c6").tobytes()


def test_a_piece_that_came_is_told_from_one_that_moved() -> None:
    came, moved = tashkalar(trail=(("b3",),)), tashkalar(trail=(("b4", "b3"),))
    assert around(came, "b3").tobytes() != around(moved, "b3").tobytes()


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


def test_a_number_stands_on_every_square_where_a_card_can_be_summoned() -> None:
    without = tashkalar(msgspec.structs.replace(MINE, summons=()))
    shown = tashkalar(MINE)
    for square in ("d4", "c6"):
        assert around(without, square, view=MINE).tobytes() != around(shown, square, view=MINE).tobytes()
    assert around(without, "e4", view=MINE).tobytes() == around(shown, "e4", view=MINE).tobytes()
    once = tashkalar(msgspec.structs.replace(MINE, summons=MINE.summons[:1]))
    assert around(once, "d4", view=MINE).tobytes() != around(shown, "d4", view=MINE).tobytes()
    assert around(once, "c6", view=MINE).tobytes() == around(shown, "c6", view=MINE).tobytes()


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


def test_below_lies_who_looks_and_the_arena_is_not_turned() -> None:
    ours, theirs = tashkalar(), tashkalar(bottom=1)
    for square in board.SQUARES:
        assert around(ours, square).tobytes() == around(theirs, square).tobytes()
    upper, lower = plan().upper[0], plan().lower[0]
    assert within(ours, upper).tobytes() == within(theirs, lower).tobytes()
    assert within(ours, lower).tobytes() == within(theirs, upper).tobytes()


@pytest.mark.parametrize(
    ("view", "bottom", "expected"),
    [
        (DUEL, 1, ((0,), (1,))),
        (TEAMS, 2, ((1,), (0,))),
        (TEAMS, 3, ((0,), (1,))),
        (THREE, 1, ((2, 0), (1,))),
        (FOUR, 2, ((0, 1), (2, 3))),
    ],
)
def test_the_own_colour_lies_below(
    view: TashkalarView, bottom: int, expected: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    assert layout.sides(view, bottom) == expected


def over(view: TashkalarView, *winners: int, reason: str = "goal") -> TashkalarView:
    return msgspec.structs.replace(view, phase="over", to_move=(), winners=winners, reason=reason)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(
    ("view", "hue"),
    [
        (DUEL, "blue"),
        (HIGH, "green"),
        (TEAMS, "blue"),
        (THREE, "red"),
        (FOUR, "yellow"),
        (over(DUEL, 1), "green"),
        (over(TEAMS, 0, 2), "blue"),
        (over(DUEL, reason="tied"), ""),
        (arena("", decks="", phase="decks", to_move=(0, 1)), ""),
    ],
    ids=["duel", "high", "teams", "three", "four", "won", "won by a team", "tied", "decks"],
)
def test_the_banner_has_the_colour_of_who_is_to_move_or_has_won(view: TashkalarView, hue: str, palette: str) -> None:
    strip = pixels(tashkalar(view, palette=palette)).crop((30, 22, 970, 88))
    assert share(strip, hues.team(hue, THEMES[palette]).fill) > 0.6


@pytest.mark.parametrize(
    "change",
    [
        {"number": 10},
        {"actions": 1},
        {"closing": 2},
        {"extra": True},
        {"phase": "marks"},
        {"legend_pile": 6},
        {"legend_discards": ("legends.titan",)},
        {"flare_pile": 8},
        {"flare_discards": ("flare_01",)},
        {"destroyed": ((0, 0, 0), (0, 1, 0))},
        {"goal": 17},
        {"task_pile": 10},
        {"tasks": ("red_legends", "destruction", "corner_chain")},
        {"tasks": ("red_legends", "destruction")},
        {"next_task": ""},
        {"next_task": "isolation"},
        {"pieces": HIGH.pieces[1:]},
    ],
    ids=str,
)
def test_whatever_changes_in_the_match_is_seen(change: dict[str, Any]) -> None:
    assert tashkalar(msgspec.structs.replace(HIGH, **change)) != tashkalar(HIGH)


def _with_colour(view: TashkalarView, colour: int, **change: Any) -> TashkalarView:
    colours = list(view.colours)
    colours[colour] = msgspec.structs.replace(colours[colour], **change)
    return msgspec.structs.replace(view, colours=tuple(colours))


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
    after = _with_colour(view, 0, **change)
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
    level = _with_colour(FOUR, 0, by_colour=(0, 4, 4, 4))
    one_low = _with_colour(FOUR, 0, by_colour=(0, 4, 1, 4))
    box = plan(FOUR).lower[0]
    gold = THEMES[palette].ring
    framed = [share(within(tashkalar(view, palette=palette), box), gold) for view in (level, one_low)]
    assert framed[0] > 2 * framed[1] > 0


def test_the_pictures_of_a_match_are_of_one_size_so_that_they_make_a_film() -> None:
    frames = [
        Frame(arena("", decks="", phase="decks", number=0), caption=Text("a")),
        Frame(DUEL, Marks(trail=(("b3",),)), Text("b")),
        Frame(over(DUEL, 1), caption=Text("c")),
    ]
    assert film("tashkalar", frames).frames == 3


def test_the_same_view_gives_the_same_picture_whatever_was_drawn_before() -> None:
    marks: dict[str, Any] = {"targets": ("e7", "g7"), "trail": (("a3", "b3"), ("c8",))}
    first = tashkalar(MINE, **marks)
    for palette in PALETTES:
        tashkalar(FOUR, palette=palette, **marks)
    copy = msgspec.json.decode(msgspec.json.encode(MINE), type=TashkalarView)
    _forget()
    assert tashkalar(copy, **marks) == first


def _forget() -> None:
    canvas._patch.cache_clear()
    kept = (piece, outline, hands._card, hands._drawn_card, hands._flare, panels._title, panels._counts, panels._points)
    for one in (*kept, tasks._task, tasks._drawn, banner._banner, banner._pile):
        one.cache_clear()


def test_two_threads_draw_what_one_draws() -> None:
    jobs = [(view, palette) for view in (MINE, HIGH, FOUR) for palette in PALETTES]

    def make(job: tuple[TashkalarView, str]) -> Picture:
        return tashkalar(job[0], palette=job[1], targets=("e7", "d8"))

    alone = [make(job) for job in jobs]
    _forget()
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(make, jobs + jobs[::-1])) == alone + alone[::-1]


def test_every_word_in_the_picture_can_be_translated() -> None:
    heard: set[str] = set()

    def say(sentence: Text) -> str:
        heard.add(sentence.msgid)
        return "Ąć"

    view = arena(BOARD, form="high", seat=0, hand=HAND, flare=("flare_03",), destroyed=((0, 0, 0), (1, 0, 0)))
    assert draw("tashkalar", view, say=say) != draw("tashkalar", view)
    assert {"{faction} to move", "Turn {number}", "{n} action left", "Blue", "Green", "Legends", "Flares"} <= heard
    assert {"Tasks", "Destroyed", "Next task", "Side Chain", "Summoner", "Titan", "Flare {number}"} <= heard


class Longer:
    """A language whose every word is at least 40 % longer."""

    def gettext(self, message: str) -> str:
        return " ".join(word if "{" in word else word + "a" * -(-len(word) * 2 // 5) for word in message.split())

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


LONGER = Longer()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every string that is drawn."""
    found: list[str] = []
    lettering = fonts.lettering

    def listen(string: str, weight: fonts.Weight, size: int) -> Image.Image:
        found.append(string)
        return lettering(string, weight, size)

    monkeypatch.setattr(fonts, "lettering", listen)
    yield found


@pytest.mark.parametrize("name", VIEWS)
def test_words_that_are_forty_percent_longer_are_not_cut(name: str, written: list[str]) -> None:
    view = VIEWS[name]
    ends = over(view, *(seat.seat for seat in view.seats if seat.colour), reason="goal")
    for shown in (view, msgspec.structs.replace(view, closing=2, extra=True), ends):
        draw("tashkalar", shown, say=lambda sentence: spoken(sentence, LONGER))
    assert written
    assert [string for string in written if "…" in string] == []


def _spots(asks: tuple[Ask, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spot for ask in asks for option in ask.options for spot in option.at))


@pytest.mark.parametrize(("form", "seats"), [("duel", 2), ("high", 2), ("melee", 3), ("melee", 4), ("high", 4)])
def test_positions_of_real_play_are_drawn_for_every_seat(form: str, seats: int) -> None:
    position = Position.new(GAME, {"form": form}, seats, f"{form}{seats}")
    pick = choices(f"{form}{seats}").__next__
    size = tashkalar(GAME.view(position.state, None, position.asks)).height
    step = 0
    while position.asks and step < 900:
        if step % 45 == 0:
            seat = (None, *range(seats))[step // 45 % (seats + 1)]
            view = GAME.view(position.state, seat, position.asks)
            picture = tashkalar(view, bottom=seat or 0, targets=_spots(tuple(position.asks)))
            assert len(picture.data) < 160 * 1024
            assert (picture.height == size) == (hands.own(view) is None)
        ask = position.asks[0]
        position.answer(ask, ask.options[pick() % len(ask.options)])
        step += 1
    assert tashkalar(GAME.view(position.state, None, position.asks)).height == size


def test_what_cannot_be_drawn_is_refused_with_a_reason() -> None:
    with pytest.raises(TypeError, match="str"):
        draw("tashkalar", "a view")
    with pytest.raises(ValueError, match="a1"):
        tashkalar(targets=("a1",))
    with pytest.raises(ValueError, match="2"):
        tashkalar(bottom=2)
