"""The picture of Knockdown as a whole: its size, who sees what, its words."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import msgspec
import pytest
from PIL import Image

from engine.core.ask import Ask
from engine.core.playout import choices as numbers
from engine.core.position import Position
from engine.core.text import Text
from engine.knockdown.game import GAME
from engine.knockdown.view import (
    PRINTED_ATTACKS,
    PRINTED_FIGHTERS,
    PRINTED_SKILLS,
)
from render import PALETTES, canvas, draw
from render.film import Frame, film
from render.knockdown import _ground, layout, specials
from render.palette import THEMES
from render.registry import scene
from tests.support.render.knockdown import (
    ALEMBIC,
    CHOICE,
    DRAFT,
    HIDDEN,
    MINE,
    OPEN,
    OVER,
    PICK,
    VIEWS,
    duel,
    knockdown,
    nobody,
    plan,
    replace,
    row,
    seat,
    share,
)
from tests.support.render.leaders_positions import pixels, within
from tests.support.render.long_words import longer

CLASSIC = THEMES["classic"]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_is_a_palette_png_of_a_thousand_pixels_and_of_few_bytes(name: str, palette: str) -> None:
    view = VIEWS[name]
    picture = knockdown(view, palette=palette, targets=("f5", "b4", "wolf-shoulder"), trail=(("f2", "f4"),))
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height) == (1000, plan(view).height)
    assert picture.data[25] == 3, "a PNG with a palette"
    assert len(picture.data) < (190 if specials(view) else 130) * 1024


def test_the_palettes_differ() -> None:
    one, other = (pixels(knockdown(palette=palette)) for palette in PALETTES[:2])
    assert one.getpixel((2, 2)) != other.getpixel((2, 2))


def test_the_public_picture_has_one_size_from_the_first_choice_to_the_end() -> None:
    public = [msgspec.structs.replace(view, seat=None) for view in VIEWS.values()]
    assert len({knockdown(view).height for view in public}) == 1


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


def test_words_can_be_translated() -> None:
    heard: set[str] = set()

    def say(sentence: Text) -> str:
        heard.add(sentence.msgid)
        return "Ąć"

    for view in (MINE, CHOICE, DRAFT, PICK, OVER, ALEMBIC, HIDDEN):
        assert draw("knockdown", view, say=say) != draw("knockdown", view)
    assert {"{faction} to move", "{faction} to answer", "{faction} wins", "Both to move"} <= heard
    assert {"Round {number}", "Turn {number}", "{n} action left", "Attack Row", "Fighters", "Skills"} <= heard
    assert {"choice of fighters", "choice of skills", "opening pick", "Face down", "Player A"} <= heard
    assert {"Strike", "Ability", "Reaction", "Mistling", "Peat Elbow", "Doom", "Thick Hide", "Shapeless"} <= heard
    assert PRINTED_ATTACKS["peat_elbow"].text.msgid in heard
    assert PRINTED_SKILLS["thick_hide"].text.msgid in heard


def test_words_that_are_forty_percent_longer_are_not_cut(written: list[str]) -> None:
    for view in VIEWS.values():
        scene("knockdown", view, say=longer).flat()
    assert written
    assert [string for string in written if "…" in string] == []


def test_no_card_skill_or_special_attack_is_too_long(written: list[str]) -> None:
    cards, skills = tuple(PRINTED_ATTACKS), tuple(PRINTED_SKILLS)
    for n in range(0, len(cards), 4):
        hand = cards[n : n + 4] + cards[n - 4 : n]
        scene("knockdown", duel(seat(0, hand=hand, limit=8), row=row(*cards[n : n + 4])), say=longer).flat()
    for n in range(0, len(skills), 2):
        scene("knockdown", duel(nobody(0, skills=skills[n : n + 2])), say=longer).flat()
        scene("knockdown", replace(DRAFT, 0, draft=skills[n : n + 2]), say=longer).flat()
    for one, other in combinations(PRINTED_FIGHTERS, 2):
        scene("knockdown", duel(seat(0, fighter=one), seat(1, fighter=other), seat=0), say=longer).flat()
        scene("knockdown", duel(seat(0, fighter=one), seat(1, fighter=other), seat=1), say=longer).flat()
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


@pytest.mark.usefixtures("afresh")
def test_pictures_are_alike_whatever_was_drawn_before() -> None:
    first = [knockdown(view, targets=("f5",)).data for view in VIEWS.values()]
    canvas._patch.cache_clear()
    _ground.cache_clear()
    assert [knockdown(view, targets=("f5",)).data for view in reversed(VIEWS.values())] == first[::-1]


@pytest.mark.usefixtures("afresh")
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
