from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from operator import sub
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.core.ask import Ask
from engine.core.playout import choices as numbers
from engine.core.position import Position
from engine.core.text import Text
from engine.core.text import say as spoken
from engine.knockdown.arena import LABEL, START, dark_columns
from engine.knockdown.game import GAME
from engine.knockdown.view import (
    PRINTED_ATTACKS,
    PRINTED_FIGHTERS,
    PRINTED_SKILLS,
    KnockdownView,
    RollView,
    RowView,
    SeatView,
)
from render import PALETTES, Marks, Picture, canvas, draw
from render.box import Box
from render.film import Frame, film
from render.knockdown import _ground, board, hues, layout, signs, specials
from render.knockdown.drawings import FIGHTERS
from render.knockdown.figures import figure
from render.palette import THEMES, Colour
from render.sprites import Sketch
from tests.render.test_palettes import contrast
from tests.render.test_tashkalar_picture import LONGER, written
from tests.support.render.scenes import changed, inside, pixels, shape, within

__all__ = ["written"]

CLASSIC = THEMES["classic"]
FIGHTER = "mistling", "adder_daughter"
HANDS = (("ash_knuckle", "oak_heel", "chain_lash", "slip_aside"), ("gravel_uppercut", "shield_rush"))
SKILL = (("thick_hide",), ("merciless", "last_stand"))


def seat(number: int, **more: object) -> SeatView:
    """A player in the middle of a match."""
    hand = more.get("hand", HANDS[number])
    assert isinstance(hand, tuple)
    rest: dict[str, object] = {
        "fighter": FIGHTER[number],
        "at": ("f4", "f6")[number],
        "heavy": 5 - number,
        "light": 4,
        "chance": 74,
        "cards": len(hand),
        "limit": 6,
        "hand": hand,
        "skills": SKILL[number],
        "down": 1 - number,
        "secret": (),
        "draft": (),
        "victories": number,
        "curse": 0,
        "poison": 0,
        "elixirs": (),
    }
    return SeatView(seat=number, **(rest | more))  # type: ignore[arg-type]


def row(*cards: str, reaches: tuple[bool, bool] = (False, False)) -> tuple[RowView, ...]:
    return tuple(RowView(card, reaches) for card in cards)


def duel(
    one: SeatView | None = None, two: SeatView | None = None, *, candles: int = 2, **more: object
) -> KnockdownView:
    """A view of a match in its second round."""
    rest: dict[str, object] = {
        "phase": "turn",
        "round": 2,
        "turn": 0,
        "number": 9,
        "actions": 2,
        "to_move": (0,),
        "row": row("peat_elbow", "wolf_shoulder", "snuffed_wick", "last_word"),
        "deck": 17,
        "discards": ("iron_vow", "mist_step"),
        "bile": 0,
        "roll": None,
        "open_hands": True,
        "winners": (),
        "reason": "",
    }
    return KnockdownView(
        seats=(one or seat(0), two or seat(1)),
        candles=candles,
        dark=tuple(dark_columns(candles)),
        **(rest | more),  # type: ignore[arg-type]
    )


def nobody(number: int, **more: object) -> SeatView:
    """A player before the first round."""
    rest: dict[str, object] = {"heavy": 0, "light": 0, "chance": 100, "hand": (), "skills": (), "down": 0}
    return seat(number, **(rest | {"victories": 0} | more))


BEFORE: dict[str, Any] = {"round": 1, "number": 0, "actions": 0, "to_move": (0, 1), "row": (), "deck": 0, "candles": 0}
OPEN = duel()
HIDDEN = duel(open_hands=False)
MINE = duel(
    seat(0, secret=("crow_eye",)),
    seat=0,
    payable=("curse", "shared_burden"),
    ready=("curse",),
)
ALEMBIC = duel(
    seat(0, fighter="barrow_warden", skills=(), down=2, hand=()),
    seat(1, fighter="brother_alembic", poison=2, elixirs=("bile", "sap", "quicksilver"), heavy=12, light=9, chance=0),
    seat=1,
    turn=1,
    to_move=(0,),
    candles=4,
    bile=1,
    payable=("distil",),
    roll=RollView(1, (1, 2, 6), -1, 14, False),
)
CHOICE = duel(nobody(0, fighter=""), nobody(1, fighter=""), phase="fighters", **BEFORE)
DRAFT = duel(
    nobody(0, down=1, secret=("wick_keeper",), draft=("long_reach", "crow_eye")),
    nobody(1, down=1),
    phase="skills",
    seat=0,
    **BEFORE,
)
PICK = duel(nobody(0), nobody(1), phase="pick", **(BEFORE | {"row": row("ash_knuckle", "oak_heel"), "to_move": (1,)}))
OVER = duel(phase="over", winners=(1,), reason="knock-out", to_move=(), roll=RollView(0, (1, 1, 2), 0, 9, False))
VIEWS = {
    "open": OPEN,
    "hidden": HIDDEN,
    "mine": MINE,
    "alembic": ALEMBIC,
    "choice": CHOICE,
    "draft": DRAFT,
    "pick": PICK,
    "over": OVER,
}


def knockdown(view: KnockdownView = OPEN, *, palette: str = "classic", bottom: int = 0, **marks: Any) -> Picture:
    return draw("knockdown", view, palette=palette, bottom=bottom, marks=Marks(**marks))


def share(image: Image.Image, colour: Colour) -> float:
    """How much of an image has a colour, give or take what a palette may shift it."""
    found = image.getcolors(1 << 16) or []
    near = (n for n, one in found if isinstance(one, tuple) and max(map(abs, map(sub, one, colour))) <= 6)
    return sum(near) / (image.width * image.height)


def plan(view: KnockdownView = OPEN) -> layout.Plan:
    return layout.plan(specials(view))


def place(space: str) -> tuple[int, int]:
    x, y = board.places(plan().arena)[space]
    return round(x), round(y)


def around(picture: Picture, space: str, reach: int = 50) -> Image.Image:
    """What is to be seen on a space."""
    x, y = place(space)
    return pixels(picture).crop((x - reach, y - reach, x + reach, y + reach))


def replace(view: KnockdownView, number: int, **more: object) -> KnockdownView:
    """The view with something about a seat changed."""
    seats = list(view.seats)
    seats[number] = msgspec.structs.replace(seats[number], **more)
    return msgspec.structs.replace(view, seats=tuple(seats))


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_is_a_palette_png_of_a_thousand_pixels_and_of_few_bytes(name: str, palette: str) -> None:
    view = VIEWS[name]
    picture = knockdown(view, palette=palette, targets=("f5", "b4", "wolf-shoulder"), trail=(("f2", "f4"),))
    image = pixels(picture)
    assert image.size == (picture.width, picture.height) == (1000, plan(view).height)
    assert picture.data[25] == 3, "a PNG with a palette"
    assert len(picture.data) < (190 if specials(view) else 130) * 1024


def test_the_palettes_differ() -> None:
    one, other = (pixels(knockdown(palette=palette)) for palette in PALETTES[:2])
    assert one.getpixel((2, 2)) != other.getpixel((2, 2))


def test_the_public_picture_has_one_size_from_the_first_choice_to_the_end() -> None:
    public = [msgspec.structs.replace(view, seat=None) for view in VIEWS.values()]
    assert len({knockdown(view).height for view in public}) == 1


def test_the_spaces_are_those_of_the_engine_the_back_row_above() -> None:
    assert set(board.SPACES) == set(LABEL)
    assert place("b1")[0] == place("f1")[0] < place("b9")[0] == place("f9")[0]
    assert place("b5")[1] < place("f5")[1]
    assert place("f5")[0] == 500


@pytest.mark.parametrize("palette", PALETTES)
def test_start_spaces_are_framed(palette: str) -> None:
    picture = knockdown(duel(candles=0), palette=palette)
    for space in LABEL:
        framed = share(around(picture, space), hues.start(THEMES[palette])) > 0.05
        assert framed == (space in {LABEL[one] for one in START}), space


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("candles", range(5))
def test_dark_columns_and_only_those_are_dark_and_hatched(candles: int, palette: str) -> None:
    ground, stroke = hues.night(THEMES[palette])
    picture = knockdown(duel(nobody(0, fighter=""), nobody(1, fighter=""), candles=candles), palette=palette)
    dark = {int(space[1]) for space in LABEL if share(around(picture, space), ground) > 0.2}
    hatched = {int(space[1]) for space in LABEL if share(around(picture, space), stroke) > 0.1}
    assert dark == hatched == set(dark_columns(candles))


@pytest.mark.parametrize("candles", range(1, 5))
def test_the_candles_stand_under_the_innermost_dark_columns(candles: int) -> None:
    box = changed(knockdown(duel(candles=candles)), knockdown(duel(candles=candles - 1)))
    assert box is not None
    without = pixels(knockdown(duel(candles=0)))
    shown = pixels(knockdown(duel(candles=candles)))
    for column in range(1, 10):
        x, y = (round(at) for at in board.candle_at(column, plan().arena))
        spot = (x - 20, y - 20, x + 20, y + 20)
        assert (without.crop(spot).tobytes() != shown.crop(spot).tobytes()) == (column in (candles, 10 - candles))


@pytest.mark.parametrize("palette", PALETTES)
def test_fighters_and_seats_are_told_by_form_alone(palette: str) -> None:
    theme = THEMES[palette]
    assert set(FIGHTERS) == set(PRINTED_FIGHTERS)
    assert figure("mistling", 0, theme).mask.tobytes() != figure("mistling", 1, theme).mask.tobytes()
    for number in (0, 1):
        inks = [figure(one, number, theme).ink for one in FIGHTERS]
        assert len({shape(ink) for ink in inks if isinstance(ink, Image.Image)}) == len(FIGHTERS)


def _sign(draw_it: Any) -> bytes:
    sketch = Sketch(200, 60)
    draw_it(sketch)
    return sketch.sheet.convert("L").tobytes()


@pytest.mark.parametrize("palette", PALETTES)
def test_symbols_cubes_and_ranges_are_told_without_colour(palette: str) -> None:
    theme = THEMES[palette]
    inks = []
    for symbol in hues.SYMBOLS:
        sketch = Sketch(60, 60)
        signs.put_symbol(sketch, symbol, 30, 30, 30)
        inks.append(shape(sketch.sheet.convert("RGB")))
    assert len(set(inks)) == 6
    heavy, light = (_sign(lambda s, k=kind: signs.put_cube(s, k, 30, 30, 20, theme)) for kind in ("heavy", "light"))
    assert heavy != light
    printed = [
        PRINTED_ATTACKS[one] for one in ("ash_knuckle", "wolf_shoulder", "sickle_sweep", "hunting_bolt", "iron_vow")
    ]
    ranges = {
        _sign(lambda s, a=attack, r=reaches: signs.put_range(s, a, 5, 30, 40, r, theme))
        for attack in printed
        for reaches in (False, True)
    }
    assert len(ranges) == 10


def test_white_stands_out_from_every_symbol() -> None:
    for colour in (*hues.SYMBOLS.values(), hues.KO):
        assert contrast(hues.ON_SYMBOL, colour) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("space", ["b1", "f1", "b5", "f5", "b9", "f8"])
def test_a_free_target_is_a_disc_of_the_target_colour_on_its_space_only(space: str, palette: str) -> None:
    plain, marked = knockdown(palette=palette), knockdown(palette=palette, targets=(space,))
    assert share(around(marked, space, 26), THEMES[palette].target) > 0.5
    assert share(around(plain, space), THEMES[palette].target) == 0
    x, y = place(space)
    assert inside(changed(plain, marked), Box(x - 50, y - 50, 100, 100))


@pytest.mark.parametrize(
    ("marks", "colour"), [(Marks(targets=("F4",)), CLASSIC.target), (Marks(chosen=("f4",)), CLASSIC.chosen)]
)
def test_a_marked_fighter_keeps_its_emblem_and_gets_an_outline(marks: Marks, colour: Colour) -> None:
    plain, marked = knockdown(), draw("knockdown", OPEN, marks=marks)
    assert share(around(marked, "f4"), colour) > share(around(plain, "f4"), colour) + 0.05
    assert around(plain, "f4", 22).tobytes() == around(marked, "f4", 22).tobytes()


def test_a_chosen_free_space_differs_from_one_that_can_be_chosen() -> None:
    pictures = knockdown(), knockdown(chosen=("f5",)), knockdown(targets=("f5",))
    assert len({around(picture, "f5").tobytes() for picture in pictures}) == 3


def test_a_trail_marks_where_a_fighter_left_and_where_it_arrived() -> None:
    plain, marked = knockdown(), knockdown(trail=(("f1", "f4"),))
    for space in ("f1", "f4"):
        assert share(around(marked, space), CLASSIC.trail) > share(around(plain, space), CLASSIC.trail) + 0.02
    assert around(plain, "b6").tobytes() == around(marked, "b6").tobytes()


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


def test_a_fighter_is_seen_on_its_board_and_in_the_arena() -> None:
    one, other = knockdown(), knockdown(replace(OPEN, 0, fighter="barrow_warden"))
    assert within(one, plan().lower).tobytes() != within(other, plan().lower).tobytes()
    assert around(one, "f4").tobytes() != around(other, "f4").tobytes()
    assert around(one, "f6").tobytes() == around(other, "f6").tobytes()


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
    assert len({_sign(lambda s, v=value: signs.put_die(s, v, 30, 30, 20, CLASSIC)) for value in range(1, 7)}) == 6


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


def test_the_distance_of_the_fighters_is_seen() -> None:
    near, far = duel(seat(0, at="b5")), duel(seat(0, at="b4"))
    strips = [within(knockdown(view), plan().strip).tobytes() for view in (OPEN, near, far)]
    assert strips[0] == strips[1] != strips[2]


@pytest.mark.parametrize("palette", PALETTES)
def test_who_is_to_move_is_seen_at_a_glance(palette: str) -> None:
    theme = THEMES[palette]
    top = layout.BANNER
    for turn in (0, 1):
        picture = knockdown(duel(turn=turn, to_move=(turn,)), palette=palette)
        assert share(within(picture, top), theme.teams[turn].fill) > 0.5
        panel = plan().upper if turn else plan().lower
        other = plan().lower if turn else plan().upper
        fill = theme.teams[turn].fill
        assert share(within(picture, panel), fill) > 0.08 > share(within(picture, other), fill)


def test_who_answers_differs_from_who_is_on_turn() -> None:
    assert len({knockdown(duel(turn=turn, to_move=(mover,))).data for turn in (0, 1) for mover in (0, 1)}) == 4


def test_the_winner_is_seen() -> None:
    ends = [duel(phase="over", winners=who, reason="agreed", to_move=()) for who in ((0,), (1,), (0, 1), ())]
    assert len({knockdown(view).data for view in (*ends[:3], OPEN)}) == 4
    assert knockdown(OVER) != knockdown(msgspec.structs.replace(OVER, reason="cards"))


def test_the_own_side_lies_below() -> None:
    assert within(knockdown(bottom=0), plan().lower).tobytes() == within(knockdown(bottom=1), plan().upper).tobytes()


def test_open_hands_are_open_and_hidden_ones_show_only_their_number() -> None:
    other = ("thunder_palm", "blood_tithe", "iron_vow", "mist_step")
    assert knockdown(OPEN) != knockdown(replace(OPEN, 0, hand=other))
    assert knockdown(HIDDEN) == knockdown(replace(HIDDEN, 0, hand=other)) == knockdown(replace(HIDDEN, 0, hand=()))
    assert knockdown(HIDDEN) != knockdown(replace(HIDDEN, 0, cards=5))
    own = msgspec.structs.replace(HIDDEN, seat=0)
    assert knockdown(own) != knockdown(replace(own, 0, hand=other))
    assert knockdown(own) == knockdown(replace(own, 1, hand=("thunder_palm", "blood_tithe")))


def test_what_is_secret_is_seen_by_its_owner_only() -> None:
    for looking in (None, 1):
        view = msgspec.structs.replace(MINE, seat=looking)
        assert knockdown(view) == knockdown(replace(view, 0, secret=()))
        drafting = msgspec.structs.replace(DRAFT, seat=looking)
        assert knockdown(drafting) == knockdown(replace(drafting, 0, secret=(), draft=()))
    assert knockdown(MINE) != knockdown(replace(MINE, 0, secret=()))
    assert knockdown(DRAFT) != knockdown(replace(DRAFT, 0, draft=("merciless", "crow_eye")))


def test_the_public_sees_nothing_of_what_a_hand_can_pay() -> None:
    public = msgspec.structs.replace(MINE, seat=None)
    assert knockdown(public) == knockdown(msgspec.structs.replace(public, payable=(), ready=()))
    assert knockdown(public).height < knockdown(MINE).height


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


def test_words_can_be_translated() -> None:
    heard: set[str] = set()

    def say(sentence: Text) -> str:
        heard.add(sentence.msgid)
        return "Ąć"

    for view in (MINE, CHOICE, DRAFT, PICK, OVER, ALEMBIC, HIDDEN):
        assert draw("knockdown", view, say=say) != draw("knockdown", view)
    assert {"{faction} to move", "{faction} to answer", "{faction} wins", "Both to move"} <= heard
    assert {"Round {number}", "Turn {number}", "{n} action left", "Attack row", "Fighters", "Skills"} <= heard
    assert {"choice of fighters", "choice of skills", "opening pick", "Face down", "Player A"} <= heard
    assert {"Strike", "Ability", "Reaction", "Mistling", "Peat Elbow", "Doom", "Thick Hide", "Shapeless"} <= heard
    assert PRINTED_ATTACKS["peat_elbow"].text.msgid in heard
    assert PRINTED_SKILLS["thick_hide"].text.msgid in heard


def _longer(sentence: Text) -> str:
    return spoken(sentence, LONGER)


def test_words_that_are_forty_percent_longer_are_not_cut(written: list[str]) -> None:
    for view in VIEWS.values():
        draw("knockdown", view, say=_longer)
    assert written
    assert [string for string in written if "…" in string] == []


def test_no_card_skill_or_special_attack_is_too_long(written: list[str]) -> None:
    cards, skills = tuple(PRINTED_ATTACKS), tuple(PRINTED_SKILLS)
    for n in range(0, len(cards), 4):
        hand = cards[n : n + 4] + cards[n - 4 : n]
        draw("knockdown", duel(seat(0, hand=hand, limit=8), row=row(*cards[n : n + 4])), say=_longer)
    for n in range(0, len(skills), 2):
        draw("knockdown", duel(nobody(0, skills=skills[n : n + 2])), say=_longer)
        draw("knockdown", replace(DRAFT, 0, draft=skills[n : n + 2]), say=_longer)
    for one, other in combinations(PRINTED_FIGHTERS, 2):
        draw("knockdown", duel(seat(0, fighter=one), seat(1, fighter=other), seat=0), say=_longer)
        draw("knockdown", duel(seat(0, fighter=one), seat(1, fighter=other), seat=1), say=_longer)
    assert written
    assert [string for string in written if "…" in string] == []


def test_a_text_of_two_hundred_characters_stands_whole_on_a_card(
    written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = " ".join(f"abcd{n:02}" for n in range(29))
    assert len(told) > 200
    printed = msgspec.structs.replace(PRINTED_ATTACKS["iron_vow"], text=Text(told))
    monkeypatch.setitem(PRINTED_ATTACKS, "iron_vow", printed)
    monkeypatch.setitem(
        PRINTED_SKILLS, "crow_eye", msgspec.structs.replace(PRINTED_SKILLS["crow_eye"], text=Text(told))
    )
    knockdown(duel(row=row("iron_vow")))
    assert [word for line in written for word in line.split() if word in told.split()] == told.split()
    written.clear()
    knockdown(duel(seat(0, skills=("crow_eye",))))
    assert [word for line in written for word in line.split() if word in told.split()] == told.split()


def test_a_film_is_made_of_pictures_of_one_size() -> None:
    frames = [Frame(msgspec.structs.replace(view, seat=None)) for view in (CHOICE, DRAFT, PICK, OPEN, OVER)]
    made = film("knockdown", frames)
    assert made.frames == len(frames)
    assert made.width == 500


def test_pictures_are_alike_whatever_was_drawn_before() -> None:
    first = [knockdown(view, targets=("f5",)).data for view in VIEWS.values()]
    canvas._patch.cache_clear()
    _ground.cache_clear()
    assert [knockdown(view, targets=("f5",)).data for view in reversed(VIEWS.values())] == first[::-1]


def test_threads_may_draw_at_once() -> None:
    views = [OPEN, MINE, DRAFT, OVER] * 2
    alone = [knockdown(view).data for view in views]
    canvas._patch.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda view: knockdown(view).data, views)) == alone


def _spots(asks: tuple[Ask, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spot for ask in asks for option in ask.options for spot in (*option.at, option.code)))


@pytest.mark.parametrize(
    "options", [{}, {"hands": "hidden"}, {"fighters": "random", "later_pick": True}, {"relief": "all"}], ids=str
)
def test_positions_of_real_play_are_drawn_for_everybody(options: dict[str, str | bool]) -> None:
    position = Position.new(GAME, options, 2, f"{options}")
    pick = numbers(f"{options}").__next__
    size = knockdown(GAME.view(position.state, None, position.asks)).height
    step = 0
    while position.asks and step < 1500:
        if step < 8 or step % 60 == 0:
            for looking in (None, 0, 1):
                view = GAME.view(position.state, looking, position.asks)
                picture = knockdown(view, bottom=looking or 0, targets=_spots(tuple(position.asks)))
                assert len(picture.data) < (140 if looking is None else 200) * 1024
                assert (picture.height == size) == (not specials(view))
        ask = position.asks[0]
        position.answer(ask, ask.options[pick() % len(ask.options)])
        step += 1
    assert not position.asks
    assert knockdown(GAME.view(position.state, None, position.asks)).height == size


def test_what_cannot_be_drawn_is_refused_with_a_reason() -> None:
    with pytest.raises(TypeError, match="str"):
        draw("knockdown", "a view")
    with pytest.raises(ValueError, match="2"):
        knockdown(bottom=2)
