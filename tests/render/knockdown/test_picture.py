"""The whole picture of Knockdown: its size, secrets and texts."""

from __future__ import annotations

import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

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
    PRINTED_SKILLS,
)
from render import PALETTES, Marks, Question, draw
from render.film.film import Frame, film
from render.image import canvas
from render.knockdown import _ground, layout
from render.palette import THEMES
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
    parts,
    replace,
    row,
    seat,
    share,
)
from tests.support.render.leaders_positions import pixels, within

CLASSIC = THEMES["classic"]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_is_a_small_palette_png_1000_pixels_wide(name: str, palette: str) -> None:
    view = VIEWS[name]
    picture = knockdown(view, palette=palette, targets=("f5", "b4", "wolf-shoulder"), trail=(("f2", "f4"),))
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height) == (1000, 1000)
    assert picture.data[25] == 3, "a PNG with a palette"
    assert len(picture.data) < 130 * 1024


def test_the_palettes_differ() -> None:
    one, other = (pixels(knockdown(palette=palette)) for palette in PALETTES[:2])
    assert one.getpixel((2, 2)) != other.getpixel((2, 2))


def test_the_public_picture_keeps_its_size_during_a_match() -> None:
    public = [msgspec.structs.replace(view, seat=None) for view in VIEWS.values()]
    assert {(knockdown(view).width, knockdown(view).height) for view in public} == {(1000, 1000)}


@pytest.mark.parametrize("palette", PALETTES)
def test_the_player_to_move_is_highlighted(palette: str) -> None:
    theme = THEMES[palette]
    top = layout.BANNER
    for turn in (0, 1):
        picture = knockdown(duel(turn=turn, to_move=(turn,)), palette=palette)
        assert share(within(picture, top), theme.teams[turn].fill) > 0.5
        panel = layout.UPPER if turn else layout.LOWER
        other = layout.LOWER if turn else layout.UPPER
        fill = theme.teams[turn].fill
        assert share(within(picture, panel), fill) > 0.08 > share(within(picture, other), fill)


def test_a_reacting_player_is_shown_differently_from_the_player_on_turn() -> None:
    assert len({knockdown(duel(turn=turn, to_move=(mover,))).data for turn in (0, 1) for mover in (0, 1)}) == 4


def test_the_winner_is_shown() -> None:
    ends = [duel(phase="over", winners=who, reason="agreed", to_move=()) for who in ((0,), (1,), (0, 1), ())]
    assert len({knockdown(view).data for view in (*ends[:3], OPEN)}) == 4
    assert knockdown(OVER) != knockdown(msgspec.structs.replace(OVER, reason="cards"))


def test_the_viewers_side_is_at_the_bottom() -> None:
    assert within(knockdown(bottom=0), layout.LOWER).tobytes() == within(knockdown(bottom=1), layout.UPPER).tobytes()


def test_open_hands_are_shown_and_hidden_ones_show_only_their_number() -> None:
    other = ("thunder_palm", "blood_tithe", "iron_vow", "mist_step")
    assert knockdown(OPEN) != knockdown(replace(OPEN, 0, hand=other))
    assert knockdown(HIDDEN) == knockdown(replace(HIDDEN, 0, hand=other)) == knockdown(replace(HIDDEN, 0, hand=()))
    assert knockdown(HIDDEN) != knockdown(replace(HIDDEN, 0, cards=5))
    own = msgspec.structs.replace(HIDDEN, seat=0)
    assert knockdown(own) != knockdown(replace(own, 0, hand=other))
    assert knockdown(own) == knockdown(replace(own, 1, hand=("thunder_palm", "blood_tithe")))


def test_secrets_are_shown_to_their_owner_only() -> None:
    for looking in (None, 1):
        view = msgspec.structs.replace(MINE, seat=looking)
        assert knockdown(view) == knockdown(replace(view, 0, secret=()))
        assert parts(view) == parts(replace(view, 0, secret=()))
        drafting = msgspec.structs.replace(DRAFT, seat=looking)
        assert knockdown(drafting) == knockdown(replace(drafting, 0, secret=(), draft=()))
        assert parts(drafting) == parts(replace(drafting, 0, secret=(), draft=()))
    assert knockdown(MINE) != knockdown(replace(MINE, 0, secret=()))
    assert parts(DRAFT) != parts(replace(DRAFT, 0, draft=("merciless", "crow_eye")))


def test_a_hidden_hand_does_not_show_what_it_can_pay() -> None:
    hidden = msgspec.structs.replace(MINE, open_hands=False, seat=None)
    assert knockdown(hidden) == knockdown(replace(hidden, 0, payable=(), ready=()))
    rival = msgspec.structs.replace(hidden, seat=1)
    assert knockdown(rival) == knockdown(replace(rival, 0, payable=(), ready=()))
    assert parts(rival) == parts(replace(rival, 0, payable=(), ready=()))
    assert knockdown(MINE) != knockdown(replace(MINE, 1, payable=()))
    assert parts(MINE) != parts(replace(MINE, 1, payable=()))


def test_texts_can_be_translated() -> None:
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    for view in (MINE, CHOICE, DRAFT, PICK, OVER, ALEMBIC, HIDDEN):
        assert draw("knockdown", view, say=say, parts=True) != draw("knockdown", view, parts=True)
    assert {"{faction} to move", "{faction} to answer", "{faction} wins", "Both to move"} <= texts
    assert {"Round {number}", "Turn {number}", "{n} action left", "Attack Row", "Skills", "Hand"} <= texts
    assert {"Deck", "Discarded", "Distance", "Candles", "Last test", "Passes a test: {n}%", "heavy", "light"} <= texts
    assert {"choice of fighters", "choice of skills", "opening pick", "Face down"} <= texts
    assert {"Strike", "Ability", "Reaction", "Mistling", "Peat Elbow", "Doom", "Thick Hide", "Shapeless"} <= texts
    assert {"Hand of {side:gen}", "Special attacks of {side:gen}"} <= texts
    assert PRINTED_ATTACKS["peat_elbow"].text.msgid in texts
    assert PRINTED_SKILLS["thick_hide"].text.msgid in texts


def test_a_text_of_200_characters_fits_a_line_of_a_list(written: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(f"abcd{n:02}" for n in range(29))
    assert len(text) > 200
    printed = msgspec.structs.replace(PRINTED_ATTACKS["iron_vow"], text=Text(text))
    monkeypatch.setitem(PRINTED_ATTACKS, "iron_vow", printed)
    monkeypatch.setitem(
        PRINTED_SKILLS, "crow_eye", msgspec.structs.replace(PRINTED_SKILLS["crow_eye"], text=Text(text))
    )
    draw("knockdown", duel(row=row("iron_vow")), parts=True)
    assert [word for line in written for word in line.split() if word in text.split()] == text.split()
    written.clear()
    draw("knockdown", duel(seat(0, skills=("crow_eye",)), seat=0), parts=True)
    assert [word for line in written for word in line.split() if word in text.split()] == text.split()


def test_pictures_of_a_match_have_one_size_for_films() -> None:
    frames = [Frame(msgspec.structs.replace(view, seat=None)) for view in (CHOICE, DRAFT, PICK, OPEN, OVER)]
    made = film("knockdown", frames)
    assert made.frames == len(frames)
    assert made.width == 500


@pytest.mark.usefixtures("afresh")
def test_pictures_do_not_depend_on_earlier_drawings() -> None:
    first = [knockdown(view, targets=("f5",)).data for view in VIEWS.values()]
    canvas.forget()
    _ground.cache_clear()
    assert [knockdown(view, targets=("f5",)).data for view in reversed(VIEWS.values())] == first[::-1]


@pytest.mark.usefixtures("afresh")
def test_threads_can_draw_at_the_same_time() -> None:
    views = [OPEN, MINE, DRAFT, OVER] * 2
    alone = [knockdown(view).data for view in views]
    canvas.forget()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda view: knockdown(view).data, views)) == alone


def _spots(asks: tuple[Ask, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spot for ask in asks for option in ask.options for spot in (*option.at, option.code)))


def _question(asks: Sequence[Ask], seat: int | None) -> Question | None:
    return next((Question(ask.prompt, ask.about) for ask in asks if ask.seat == seat), None)


@pytest.mark.parametrize(
    "options", [{}, {"hands": "hidden"}, {"fighters": "random", "later_pick": True}, {"relief": "all"}], ids=str
)
def test_positions_of_random_matches_can_be_drawn_for_everybody(options: dict[str, str | bool]) -> None:
    position = Position.new(GAME, options, 2, f"{options}")
    pick = numbers(f"{options}").__next__
    step = 0
    while position.asks and step < 1500:
        if step in (0, 2, 6) or step % 200 == 40:
            for looking in (None, 0, 1):
                view = GAME.view(position.state, looking, position.asks)
                marks = Marks(_spots(tuple(position.asks)), question=_question(position.asks, looking))
                picture = draw("knockdown", view, bottom=looking or 0, marks=marks, parts=True)
                assert picture.width >= picture.height
                assert len(picture.data) < 130 * 1024
                assert all(part.width >= 2 * part.height and len(part.data) < 80 * 1024 for part in picture.parts)
        ask = position.asks[0]
        position.answer(ask, ask.options[pick() % len(ask.options)])
        step += 1
    assert not position.asks


def test_invalid_views_are_refused_with_a_reason() -> None:
    with pytest.raises(TypeError, match="str"):
        draw("knockdown", "a view")
    with pytest.raises(ValueError, match="2"):
        knockdown(bottom=2)
