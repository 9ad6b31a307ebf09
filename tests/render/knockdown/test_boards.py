"""The pictures around the arena of Knockdown: row, hands, boards, special attacks, dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise, product
from typing import Any

import msgspec
import pytest

from engine.core.text import Text
from engine.knockdown import options
from engine.knockdown.data.content import CARD_OF
from engine.knockdown.view import (
    PRINTED_ATTACKS,
    PRINTED_ELIXIRS,
    PRINTED_FIGHTERS,
    PRINTED_SKILLS,
    KnockdownView,
    RollView,
)
from render import PALETTES, Question, draw
from render.image.box import Box
from render.image.sprites import Group
from render.knockdown import colors, layout, listing, middle_strip, signs, words
from render.palette import THEMES
from render.registry import scene
from tests.support.each import each
from tests.support.render.colour_distance import EYES, difference
from tests.support.render.drawing import Drawn
from tests.support.render.knockdown import (
    ALEMBIC,
    ANSWER,
    ATTACK,
    CHOICE,
    DRAFT,
    HIDDEN,
    MINE,
    OPEN,
    OVER,
    PAYING,
    PICK,
    REACTION,
    duel,
    knockdown,
    line_box,
    parts,
    replace,
    row,
    seat,
    share,
    sign,
)
from tests.support.render.leaders_positions import changed, inside, pixels, within

CLASSIC = THEMES["classic"]


ROW = tuple(str(PRINTED_ATTACKS[one.id].text) for one in OPEN.row)


def _lies(view: KnockdownView, where: str) -> tuple[Callable[..., Drawn], Box]:
    """How to draw a component, and its place: `lower` or `upper` board, or a line of a part by its number."""
    boards = {"lower": layout.LOWER, "upper": layout.UPPER}
    if where in boards:
        return partial(knockdown, view), boards[where]
    title, _, number = where.rpartition(" ")
    texts = {
        "Attack Row": ROW,
        "Special attacks of Mistling": tuple(str(one.text) for one in PRINTED_FIGHTERS["mistling"].specials),
        "Skills": tuple(str(PRINTED_SKILLS[one].text) for one in view.seats[0].draft),
    }[title]
    return lambda **marks: parts(view, **marks)[title], line_box(texts, int(number))


@pytest.mark.parametrize("spot", ["snuffed_wick", "snuffed-wick"])
def test_a_highlighted_card_of_the_row_is_marked_in_its_place(spot: str) -> None:
    shown, box = _lies(OPEN, "Attack Row 2")
    assert inside(changed(shown(), shown(targets=(spot,))), box)
    assert share(within(shown(targets=(spot,)), box), CLASSIC.target) > 0.01
    assert shown(targets=(spot,)) != shown(chosen=(spot,))


@each(
    ("view", "spot", "where"),
    [
        (MINE, "chain-lash", "lower"),
        (MINE, "gravel_uppercut", "upper"),
        (MINE, "thick-hide", "lower"),
        (MINE, "crow_eye", "lower"),
        (MINE, "shared-burden", "lower"),
        (ALEMBIC, "bile", "upper"),
        (MINE, "shared-burden", "Special attacks of Mistling 3"),
        (DRAFT, "crow-eye", "Skills 1"),
    ],
)
def test_highlighted_cards_skills_and_elixirs_are_marked_in_their_places(
    view: KnockdownView, spot: str, where: str
) -> None:
    draw_it, box = _lies(view, where)
    shown = draw_it(targets=(spot,))
    assert inside(changed(draw_it(), shown), box)
    assert share(within(shown, box), CLASSIC.target) > 0
    assert shown != draw_it(chosen=(spot,))


@each(("number", "fighter"), [*enumerate(PRINTED_FIGHTERS)])
def test_an_offered_fighter_is_marked_on_the_board(number: int, fighter: str) -> None:
    shown = knockdown(CHOICE, targets=(fighter.replace("_", "-"),))
    assert inside(changed(knockdown(CHOICE), shown), layout.FIGHTERS[number])
    assert share(within(shown, layout.FIGHTERS[number]), CLASSIC.target) > 0.01


def _board_texts(view: KnockdownView) -> set[str]:
    """The texts on the board of a view."""
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(str(sentence))
        return str(sentence)

    scene("knockdown", view, say=say)
    return texts


def test_a_taken_fighter_is_faint() -> None:
    left = tuple(fighter.replace("_", "-") for fighter in PRINTED_FIGHTERS if fighter != "mistling")
    everybody, fewer = (
        knockdown(CHOICE, question=Question("knockdown.fighter", codes=codes)) for codes in (("mistling", *left), left)
    )
    assert everybody == knockdown(CHOICE)
    assert inside(changed(everybody, fewer), layout.FIGHTERS[0])
    faint, bright = (share(within(shown, layout.FIGHTERS[0]), CLASSIC.text) for shown in (fewer, everybody))
    assert faint < bright / 4


def test_choosing_a_fighter_shows_all_special_attacks() -> None:
    assert {str(special.name) for one in PRINTED_FIGHTERS.values() for special in one.specials} <= _board_texts(CHOICE)
    below = parts(msgspec.structs.replace(CHOICE, seat=0))
    assert [*below] == [f"Special attacks of {one.name}" for one in PRINTED_FIGHTERS.values()]


def test_a_highlighted_card_is_marked_in_the_hand_below_the_board() -> None:
    plain, shown = (parts(MINE, targets=marked)["Hand of Mistling"] for marked in ((), ("chain-lash",)))
    found = changed(plain, shown)
    assert inside(found, Box(layout.EDGE + 2 * 238, 0, 250, plain.height))
    assert share(shown.rgb, CLASSIC.target) > share(plain.rgb, CLASSIC.target)


def test_elixirs_are_listed_below_the_hand() -> None:
    fewer = replace(ALEMBIC, 1, elixirs=("bile", "sap"))
    one, other = (parts(view)["Hand of Brother Alembic"] for view in (ALEMBIC, fewer))
    assert inside(changed(one, other), Box(layout.EDGE + 2 * 238, one.height - 60, 250, 60))


def test_highlighting_the_attack_curse_does_not_mark_the_token() -> None:
    view = replace(MINE, 1, curse=1)
    assert inside(changed(knockdown(view), knockdown(view, targets=("curse",))), layout.LOWER)
    shown, box = _lies(view, "Special attacks of Mistling 0")
    assert inside(changed(shown(), shown(targets=("curse",))), box)


def test_unknown_spots_are_ignored() -> None:
    nowhere = ("combo", "move", "f10", "c3", "none", "h1-l0", "ash-knuckle+oak-heel", "bury", "", "left")
    assert knockdown(targets=nowhere, chosen=nowhere, trail=(("f0",), ())) == knockdown()
    assert parts(targets=nowhere, chosen=nowhere) == parts()


@pytest.mark.parametrize("palette", PALETTES)
def test_cards_in_range_are_framed_and_others_are_faint(palette: str) -> None:
    theme, cards = THEMES[palette], ("peat_elbow", "oak_heel")
    box = line_box(tuple(str(PRINTED_ATTACKS[one].text) for one in cards), 0)
    for turn in (0, 1):
        for reaches in ((False, False), (True, False), (False, True)):
            view = duel(row=row(*cards, reaches=reaches), turn=turn, to_move=(turn,))
            line = within(parts(view, palette=palette)["Attack Row"], box)
            assert (share(line, colors.SYMBOLS["fist"]) > 0.003) == reaches[turn], (turn, reaches)
            framed = share(line.crop((100, 0, 800, 4)), colors.in_range(theme))
            assert (framed > 0.5) == reaches[turn], (turn, reaches)
    asleep = parts(duel(row=row(*cards), phase="pick"), palette=palette)["Attack Row"]
    assert share(within(asleep, box), colors.SYMBOLS["fist"]) > 0.003


@each(("eye", "palette"), list(product(EYES, PALETTES)))
def test_range_target_and_choice_can_be_distinguished_by_every_eye(palette: str, eye: str) -> None:
    theme = THEMES[palette]
    for one, other in combinations((colors.in_range(theme), theme.target, theme.chosen, theme.groove), 2):
        assert difference(one, other, EYES[eye]) >= 20, (one, other)
    assert difference(colors.in_range(theme), theme.target, EYES[eye]) >= 30


def test_a_target_out_of_range_stays_faint_with_a_thin_frame() -> None:
    near, far = (
        parts(duel(row=row("peat_elbow", reaches=(hit, hit))), targets=("peat_elbow",))["Attack Row"]
        for hit in (True, False)
    )
    assert 0 < share(far.rgb, CLASSIC.target) < share(near.rgb, CLASSIC.target)
    assert share(far.rgb, CLASSIC.text) < share(near.rgb, CLASSIC.text)


def test_gaps_in_the_row_are_shown() -> None:
    short = duel(row=OPEN.row[:3])
    texts = (*ROW[:3], "")
    gap = within(parts(short)["Attack Row"], line_box(texts, 3))
    assert share(gap, CLASSIC.background) > 0.9
    assert len(gap.getcolors() or ()) > 1


@each("card", PRINTED_ATTACKS)
def test_every_attack_card_looks_different(card: str) -> None:
    other = "ash_knuckle" if card != "ash_knuckle" else "cairn_hook"
    one, two = (parts(duel(row=row(which)))["Attack Row"] for which in (card, other))
    assert one != two
    one, two = (parts(duel(seat(0, hand=(which,)), seat=0))["Hand of Mistling"] for which in (card, other))
    assert one != two


@each(
    ("question", "below"),
    [
        (
            "",
            [
                "Attack Row",
                "Hand of Mistling",
                "Special attacks of Mistling",
                "Special attacks of Adder-Daughter",
                "Skills",
            ],
        ),
        ("action", ["Attack Row"]),
        ("pay", ["Hand of Mistling"]),
        ("react", []),
        ("test", []),
    ],
)
def test_a_question_shows_its_subject(question: str, below: list[str]) -> None:
    assert [*parts(MINE, asked=question)] == below
    assert [*parts(msgspec.structs.replace(MINE, seat=None))] == ["Attack Row"]


def test_rows_and_hands_have_the_order_of_questions() -> None:
    mixed = ("snuffed_wick", "peat_elbow", "last_word", "wolf_shoulder")
    held = ("slip_aside", "chain_lash", "ash_knuckle", "oak_heel")
    view = duel(seat(0, hand=held), row=row(*mixed), seat=0)
    assert parts(view, asked="action") == parts(duel(seat=0), asked="action")
    assert knockdown(view) == knockdown(duel(seat=0))
    assert [*words.in_order(mixed)] == [option.at[0] for option in options.cards(CARD_OF[one] for one in mixed)]


def test_elixirs_are_chosen_from_a_list_with_their_effects() -> None:
    offered = ("bile", "quicksilver")
    (title, shown), *more = parts(ALEMBIC, asked="brew", targets=offered).items()
    texts = tuple(str(PRINTED_ELIXIRS[one].text) for one in offered)
    assert (title, more) == ("Elixirs", [])
    assert shown.flat.size[1] == line_box(texts, 1, titled=False).bottom + listing.PAD


@pytest.mark.parametrize(("question", "bright"), [("action", False), ("take", True), ("crow-eye", True)])
def test_range_is_shown_only_when_a_card_is_used_to_hit(question: str, bright: bool) -> None:
    view = duel(row=row("peat_elbow"), seat=0)
    box = line_box((str(PRINTED_ATTACKS["peat_elbow"].text),), 0, titled=False)
    assert (share(within(parts(view, asked=question)["Attack Row"], box), colors.SYMBOLS["fist"]) > 0.003) == bright


@pytest.mark.parametrize("palette", PALETTES)
def test_card_backs_have_no_symbol(palette: str) -> None:
    shown = knockdown(HIDDEN, palette=palette)
    hand = Box(layout.LOWER.x + 150, layout.LOWER.y + 148, layout.LOWER.width - 160, 66)
    seen = within(shown, hand)
    assert [symbol for symbol, colour in colors.SYMBOLS.items() if share(seen, colour) > 0.0005] == []
    open_hand = within(knockdown(OPEN, palette=palette), hand)
    assert share(open_hand, colors.SYMBOLS["fist"]) > 0.0005


@each(
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
def test_everything_on_a_board_is_shown(change: dict[str, object]) -> None:
    found = changed(knockdown(bottom=1), knockdown(replace(OPEN, 0, **change), bottom=1))
    legend = Box(layout.UPPER.x, layout.UPPER.y, layout.ROOM, layout.BAND.bottom - layout.UPPER.y)
    tokens = {"curse", "poison", "elixirs"} & {*change}
    assert inside(found, legend if tokens else layout.UPPER)


@pytest.mark.parametrize(("heavy", "light"), [(0, 9), (3, 6), (19, 12)])
def test_damage_is_shown_by_kind_and_in_total(heavy: int, light: int, written: list[str]) -> None:
    draw("knockdown", duel(seat(0, heavy=heavy, light=light, chance=7)))
    assert {str(heavy), str(light), f"= {heavy + light}", "Passes a test: 7%"} <= {*written}


def test_the_legend_explains_signs_in_words() -> None:
    text = _board_texts(duel(seat(0, curse=1), seat(1, poison=2, elixirs=("sap",))))
    assert {"Deck", "Discarded", "Distance", "Candles", "heavy", "light", "Curse", "Poison", "Sap", "Hand"} <= text
    assert "Victory token" in text
    assert not {"Poison", "Sap", "Victory token"} & _board_texts(replace(OPEN, 1, victories=0))


def test_the_legend_explains_frames_and_hatching() -> None:
    assert {"start space", "dark column"} <= _board_texts(OPEN)
    assert "dark column" not in _board_texts(duel(candles=0))


@each(("palette", "view"), list(product(PALETTES, [OPEN, MINE, ALEMBIC, PICK, OVER])))
def test_the_legend_has_the_signs_of_the_arena(palette: str, view: KnockdownView) -> None:
    theme = THEMES[palette]
    groups = [put.sprite for put in scene("knockdown", view, palette=palette)._puts if isinstance(put.sprite, Group)]
    shown = {part for group in groups for part, _, _ in group.parts}
    assert middle_strip._sign("start", theme) in shown
    assert (middle_strip._sign("dark", theme) in shown) == bool(view.dark)
    assert share(within(knockdown(view, palette=palette), layout.BAND), colors.start(theme)) > 0.001


@pytest.mark.parametrize("view", [OPEN, MINE, ALEMBIC, DRAFT, PICK, OVER], ids=lambda view: view.phase)
def test_lines_of_the_middle_strip_do_not_overlap(view: KnockdownView) -> None:
    canvas = scene("knockdown", view)
    found = [put for put in canvas._puts if layout.BAND.y - 8 <= put.top < layout.BAND.bottom]
    middles = [(put.top + put.bottom) / 2 for put in found]
    assert len(found) >= 2
    assert all(below - above >= 40 for above, below in pairwise(middles))
    assert layout.BAND.y + 18 <= middles[0] < middles[-1] <= layout.BAND.bottom - 18


def test_a_legend_that_is_too_long_drops_its_last_signs() -> None:
    named = [(f"s{n}", "word " * 5) for n in range(9)]
    lines = middle_strip._legend_lines(tuple(named))
    assert [one for line in lines for one in line] == named[: sum(map(len, lines))]
    assert len(lines) == 2


def test_bile_waiting_for_the_next_attack_is_shown() -> None:
    assert inside(changed(knockdown(), knockdown(duel(bile=1))), layout.LOWER)


def test_dice_are_shown_with_bonus_total_and_result() -> None:
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
        assert inside(changed(pictures[0], picture), layout.BAND)
    assert len({sign(lambda s, v=value: signs.put_die(s, v, 30, 30, 20, CLASSIC)) for value in range(1, 7)}) == 6


@pytest.mark.parametrize(
    ("roll", "strings"),
    [
        (RollView(0, (6, 6, 5), 1, 17, True), ["+1", "18", "≥ 17"]),
        (RollView(1, (6, 6, 4), -1, 16, False), ["−1", "15", "< 16"]),
    ],
)
def test_a_test_is_shown_in_numbers(roll: RollView, strings: list[str], written: list[str]) -> None:
    knockdown(duel(roll=roll))
    assert [string for string in written if string in strings] == strings


def test_the_attack_being_answered_is_shown_in_the_middle() -> None:
    plain = msgspec.structs.replace(ANSWER, attacks=())
    for looking in (None, 0, 1):
        with_it, without = (msgspec.structs.replace(one, seat=looking) for one in (ANSWER, plain))
        assert inside(changed(knockdown(without), knockdown(with_it)), layout.BAND)
        assert {"Cairn Hook", "Strike", "deals", "From the Attack Row"} <= _board_texts(with_it)


@each(
    "change",
    [{"heavy": 0}, {"light": 0}, {"heavy": 0, "light": 0}, {"dealt": True}, {"seat": 1}, {"paid": ("iron_vow",)}],
    ids=str,
)
def test_the_current_attack_shows_damage_left_owner_and_payment(change: dict[str, Any]) -> None:
    other = duel(to_move=(1,), seat=1, attacks=(msgspec.structs.replace(ATTACK, **change),))
    assert inside(changed(knockdown(ANSWER), knockdown(other)), layout.BAND)


def test_the_current_attack_shows_its_knockout_mark_and_payment() -> None:
    marked = duel(attacks=(msgspec.structs.replace(ATTACK, attack="gravel_uppercut"),))
    assert share(within(knockdown(marked), layout.BAND), colors.KO) > 0.01
    assert share(within(knockdown(ANSWER), layout.BAND), colors.KO) < 0.001
    assert "To be paid" in _board_texts(PAYING)
    assert "Paid with Iron Vow, in answer to Last Bite" in _board_texts(REACTION)


def test_the_current_attack_shows_its_dice() -> None:
    tested = msgspec.structs.replace(ANSWER, roll=RollView(1, (1, 2, 6), 0, 8, True))
    assert inside(changed(knockdown(ANSWER), knockdown(tested)), layout.BAND)
    assert "Test" in _board_texts(tested)


def test_for_a_reacting_player_only_reactions_in_range_are_bright() -> None:
    both = row("parry_cut", "thorn_answer", reaches=(True, True))
    texts = tuple(str(PRINTED_ATTACKS[one.id].text) for one in both)
    shown = parts(msgspec.structs.replace(ANSWER, row=both))["Attack Row"]
    bright = [share(within(shown, line_box(texts, n)), colors.SYMBOLS["block"]) > 0.003 for n in (0, 1)]
    assert bright == [False, True]


@each("change", [{"deck": 3}, {"discards": ("iron_vow",)}, {"round": 1}, {"number": 8}, {"actions": 1}], ids=str)
def test_piles_round_turn_and_actions_are_shown(change: dict[str, Any]) -> None:
    assert knockdown(duel(**change)) != knockdown()


def test_special_attacks_show_whether_they_are_affordable_and_usable() -> None:
    shown, chips = [], []
    box = line_box(tuple(str(one.text) for one in PRINTED_FIGHTERS["mistling"].specials), 1)
    for payable, ready in (((), ()), (("doom",), ()), (("doom",), ("doom",))):
        view = replace(MINE, 0, payable=payable, ready=ready)
        shown.append(within(parts(view)["Special attacks of Mistling"], box).tobytes())
        chips.append(within(knockdown(view), layout.LOWER).tobytes())
    assert len(set(shown)) == len(set(chips)) == 3


@pytest.mark.parametrize("looking", [None, 0, 1])
def test_an_open_hand_shows_what_it_can_pay_for(looking: int | None) -> None:
    view = msgspec.structs.replace(MINE, seat=looking)
    for number, box in ((0, layout.LOWER), (1, layout.UPPER)):
        assert inside(changed(knockdown(view), knockdown(replace(view, number, payable=(), ready=()))), box)


@each("fighter", PRINTED_FIGHTERS)
def test_every_fighter_shows_its_special_attacks(fighter: str) -> None:
    other = "mistling" if fighter != "mistling" else "barrow_warden"
    view = duel(seat(0, fighter=fighter), seat(1, fighter=other))
    assert {str(one.name) for who in (fighter, other) for one in PRINTED_FIGHTERS[who].specials} <= _board_texts(view)


@each("count", [0, 1, 6, 7, 9])
def test_a_hand_of_any_length_fits(count: int) -> None:
    hand = tuple(PRINTED_ATTACKS)[:count]
    view = duel(seat(0, hand=hand, limit=8 if count > 7 else 6), seat=0)
    shown = pixels(knockdown(view))
    for left, right in ((0, layout.EDGE), (layout.EDGE + layout.ROOM, 1000)):
        beside = shown.crop((left, layout.LOWER.y, right, layout.HEIGHT))
        assert beside.getcolors() == [(beside.width * beside.height, CLASSIC.background)]
    for card in hand:
        fewer = duel(seat(0, hand=tuple(c for c in hand if c != card), cards=count), seat=0)
        assert parts(fewer, asked="pay") != parts(view, asked="pay")
