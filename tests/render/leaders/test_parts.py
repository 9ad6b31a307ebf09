"""The pictures below the board of Leaders, and whether they are legible in Discord's box."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import locales
import render
from engine.core.text import Text, say
from engine.leaders.data.blurbs import BLURBS
from engine.leaders.game import GAME
from engine.leaders.view import LeadersView
from render import Marks
from render.palette import THEMES
from render.picture import Picture, Question
from render.renderer import Part
from tests.support.render.drawing import Drawn
from tests.support.render.leaders_positions import ADVANCED, CARDS, CROWDED, scene
from tests.support.render.legible import letters, too_small

CLASSIC = THEMES["classic"]
SOME = scene("S leader D2, S acrobat E4 acted, S claw_launcher C4, N leader D6, N hermit C6, N cub E6")
RECRUITING = replace(SOME, phase="recruit", recruits_left=1)


def parts(view: LeadersView, question: Question | None = None, **marks: object) -> list[Part]:
    made = Marks(question=question, **marks)  # type: ignore[arg-type]
    return [*render.registry.RENDERERS["leaders"].paint_parts(view, CLASSIC, made, str, 0)]


def titles(view: LeadersView, question: Question | None = None) -> list[str]:
    return [str(part.title) for part in parts(view, question)]


def test_everybody_sees_the_market_and_players_also_the_characters_texts() -> None:
    assert titles(SOME) == ["Market"]
    assert titles(replace(SOME, seat=1)) == ["Market", "Characters of Violet", "Characters of Gold"]


def test_no_market_is_shown_after_the_last_recruitment() -> None:
    assert titles(CROWDED) == []
    assert titles(replace(CROWDED, seat=0)) == ["Characters of Gold", "Characters of Violet"]
    assert titles(replace(SOME, phase="over", winners=(0,), reason="resigned", seat=0)) == []


def test_the_legend_explains_the_marks_of_moves_and_abilities() -> None:
    question = Question("leaders.how", ("acrobat",), ("step", "jump"))
    for special, shown in (((), []), (("D4",), ["Basic move, Ability"])):
        marks = Marks(question=question, special=special)
        made = render.registry.RENDERERS["leaders"].paint_panel(SOME, CLASSIC, marks, str, 0)
        assert [str(part.title) for part in made] == shown


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize(
    ("view", "question", "names"),
    [
        (SOME, None, SOME.market),
        (replace(CROWDED, seat=0), None, CROWDED.teams[0][1:] + CROWDED.teams[1][1:]),
    ],
    ids=["market", "on the board"],
)
def test_a_characters_text_is_beside_its_name(
    view: LeadersView, question: Question | None, names: tuple[str, ...]
) -> None:
    texts = set()

    def listen(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return str(sentence)

    render.draw("leaders", view, marks=Marks(question=question), say=listen, parts=True)
    assert {BLURBS[card].msgid for card in names} <= texts
    assert {BLURBS[card].msgid for card in CARDS if card not in names}.isdisjoint(texts)


def test_with_all_cards_face_up_banished_ones_look_different() -> None:
    again = replace(ADVANCED, market=ADVANCED.market + ADVANCED.banished, banished=())
    assert Drawn(parts(ADVANCED)[0].canvas) != Drawn(parts(again)[0].canvas)


def test_the_number_of_cards_in_the_deck_is_shown() -> None:
    assert Drawn(parts(SOME)[0].canvas) != Drawn(parts(replace(SOME, deck=3))[0].canvas)


@pytest.mark.parametrize("language", locales.LANGUAGES)
def test_each_character_on_offer_has_a_blurb_of_two_short_lines(language: str) -> None:
    assert {code.replace("-", "_") for code in GAME.blurbs} == set(GAME.components)
    for code, blurb in GAME.blurbs.items():
        assert len(say(blurb, locales.catalogue(language))) <= 95, code


LEGIBLE: dict[str, tuple[LeadersView, Marks]] = {
    "some": (SOME, Marks(targets=("D4", "D1"), chosen=("C4",), trail=(("C3", "C5"), ("C6",)))),
    "full teams": (replace(CROWDED, in_danger=(0, 1)), Marks(targets=("B4",))),
    "a step or an ability": (
        SOME,
        Marks(targets=("D4", "C5"), special=("C5",), question=Question("leaders.how", ("acrobat",), ("step", "jump"))),
    ),
    "recruiting": (RECRUITING, Marks(question=Question("leaders.recruit", (), ("rider", "archer")))),
    "all cards open": (ADVANCED, Marks()),
    "banishing": (ADVANCED, Marks(question=Question("leaders.banish", (), ADVANCED.market))),
    "repeated": (replace(SOME, phase="over", turn_number=150, to_move=(), reason="repetition"), Marks()),
    "long names": (
        scene(
            "S leader D1, S claw_launcher A1 acted, S manipulator B1 acted, S hermit C1, S cub C2, S wanderer E1, "
            "N leader D7"
        ),
        Marks(),
    ),
}


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("language", locales.LANGUAGES)
def test_pictures_fit_discord_and_are_legible(language: str) -> None:
    drawn: list[Picture] = []

    def draw() -> Picture:
        """Draw all pictures once, so that shared parts are drawn only once."""
        for view, marks in LEGIBLE.values():
            for seat in (None, 0, 1):
                seen, bottom = replace(view, seat=seat), seat or 0
                drawn.append(render.draw("leaders", seen, marks=marks, say=spoken, bottom=bottom, parts=True))
        return drawn[0]

    def spoken(sentence: Text) -> str:
        return say(sentence, locales.catalogue(language))

    picture, sizes = letters("leaders", draw)
    assert {(one.width, one.height) for one in drawn} == {(1000, 1000)}
    shown = [part for one in drawn for part in one.parts]
    assert {part.width for part in shown} == {1000}
    assert max(part.height for part in shown) <= 500
    assert not too_small(picture, sizes)
    assert not [string for string in sizes if "…" in string], "no text is cut off"
