"""Every example in the typing sections of the rules can be typed, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import pytest

from engine.core.position import Position
from engine.leaders.game import GAME as LEADERS
from engine.learning.rulebook import rulebook
from engine.monolith.game import GAME as MONOLITH
from locales import LANGUAGES
from table.matches.draft import drafted
from table.picks.parse_typed import CONFIRM_WORDS, follow, split
from tests.engine.monolith.test_turn_monoliths import FOLDED, WITH
from tests.support.engine.knockdown.table import put as knockdown
from tests.support.engine.matches import play
from tests.support.engine.monolith.table import BANNERS, position
from tests.support.engine.subjects import SUBJECTS
from tests.support.engine.tashkalar.table import put as tashkalar

SEEDS = range(6)
"""Random matches that are searched for a question with a certain option."""
BATTLE_OR_CHARGE = "dragon.order-battle-or-charge pikeman"
CAVALRY = "A dragon-rider b2 r0; A knight d1 r0; B golem c4 r0; B golem c2 r0; B spike b3 r0"
POISONED = "B golem c3 r0 poison=2; B dragon.rune-regeneration c2 r5; A morlock c4 r5"
FULL = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1 c3"
"""Sixteen squares for all pieces of a duel."""


def leaders(pieces: str) -> Position:
    return Position.read(LEADERS, {}, {"pieces": f"{pieces}; N leader D7", "market": ["archer", "vizier", "jailer"]})


def monolith(
    line: str, hand: str = "pikeman", picks: str = "", banners: str = f"{BANNERS}; ", **fields: object
) -> Position:
    """A position of Monolith Arena after these picks, with two distant Banners unless `banners` is empty."""
    options = WITH if line == FOLDED else {}
    here = Position.read(MONOLITH, options, position(f"{banners}{line}", hand, **fields))
    for code in picks.split():
        here.pick(here.asks[0].seat, code)
    return here


SCENES: Mapping[str, tuple[Callable[[], Position], ...]] = {
    "knockdown.typing": (
        lambda: knockdown("f4 f6").position,
        lambda: knockdown("f3 b9", a="slip_aside fishhook_line witch_light wolf_shoulder").position,
    ),
    "knockdown.typing-answers": (lambda: knockdown("f4 f6").play("guard two").position,),
    "leaders.typing": (
        lambda: leaders("S leader D2, S acrobat E2; N rider E3"),
        lambda: leaders("S leader D1"),
    ),
    "monolith.typing": (lambda: monolith("", "order-net knight pikeman", phase="discard"),),
    "monolith.typing-tokens": (
        lambda: monolith("", "pikeman swordsman"),
        lambda: monolith("A herne c3 r0"),
        lambda: monolith("A herne c3 r0; A dragon.rune-agility b2 r0", picks="c3"),
        lambda: monolith("A guardians.rune-agility c3 r0; A dragon.rune-agility b2 r0", picks="c3"),
        lambda: monolith(FOLDED, banners=""),
        lambda: monolith("", "dragon.order-move pikeman"),
    ),
    "monolith.typing-orders": (
        lambda: monolith(CAVALRY, BATTLE_OR_CHARGE, "order-battle-or-charge"),
        lambda: monolith("A pikeman c3 r0", "dragon.order-move pikeman"),
        lambda: monolith("B spike c3 r0", "guardians.order-false-order pikeman"),
        lambda: monolith("A pikeman c3 r0; A pikeman c1 r0", "guardians.order-rotation pikeman"),
        lambda: monolith("A pikeman b2 r0; B spike c3 r0; A swordsman c2 r0; B spike a2 r0", "guardians.order-push"),
        lambda: monolith("A pikeman c3 r0", "guardians.order-fire-concoction pikeman"),
        lambda: monolith(POISONED, "", banners="A abyss.banner a1 r0; B dragon.banner e3 r0; ", phase="battle"),
    ),
    "tashkalar.typing": (lambda: tashkalar("A e6; B f4", "swordmaster hypnotist").position,),
    "tashkalar.typing-summon": (
        lambda: tashkalar("A a5", "bomb knight").position,
        lambda: tashkalar(f"A {FULL}", "bomb knight").position,
        lambda: tashkalar("A e4 d5 f5 e6; B i5", "time_mage bomb").position,
        lambda: tashkalar("A e5 d5 c6 e6 f7; B b5 e8", "cannon hypnotist").play("cannon e5").position,
        lambda: tashkalar("A a5", "herald knight bomb", flare="flare_03").position,
    ),
    "tashkalar.typing-effects": (
        lambda: tashkalar("A c7 d7 f7 g7 e4", "infantry_captain").play("infantry-captain e6").position,
        lambda: tashkalar("A e5 d3h d4h f4h; B h7l h4", "legends.storm_elemental").play("storm-elemental e5").position,
        lambda: tashkalar("A d6h f6 c7h e7 g7; B e4h d4", "legends.fire_elemental").play("fire-elemental e5").position,
    ),
}
"""For each typing section: positions in which its longer examples can be typed."""
LISTS = ("a b c d", "n ne e se s sw w nw", "płn płn-wsch wsch płd-wsch płd płd-zach zach płn-zach")
"""Examples that list single words."""


def examples(section: str, language: str) -> list[str]:
    """The texts in `code`, without the command and the confirming word."""
    quotes = re.findall(r"`([^`]+)`", rulebook(section.partition(".")[0], language)[section].body)
    moves = [re.sub(r"^/(play|graj) ?", "", one) for one in quotes]
    return [one for one in moves if one not in ("", "+", *CONFIRM_WORDS, "potwierdź")]


@cache
def questions(section: str) -> list[Position]:
    """Positions of random matches, with a question for each option that the English section names."""
    game = section.partition(".")[0]
    missing = {word for one in examples(section, "en") for word in one.split()}
    found = []
    for seed in SEEDS:
        for name in SUBJECTS[game].kinds:
            match = play(SUBJECTS[game], name, f"typed {seed}")
            for number, moment in enumerate(match.moments):
                new = {option.code for ask in moment.asks for option in ask.options} & missing
                if new:
                    missing -= new
                    found.append(match.position(number))
    return found


def is_read(here: Position, words: list[str]) -> bool:
    """Whether a player who is asked can type these words in this position."""
    return any(follow(here, drafted(here, ask.seat, (), 0), words) is not None for ask in here.asks)


def unread(section: str, language: str) -> Iterator[str]:
    """The examples, or the words of a list of words, that no position accepts."""
    here = [*(scene() for scene in SCENES[section]), *questions(section)]
    for example in examples(section, language):
        for one in example.split() if example in LISTS else [example]:
            if not any(is_read(there, split(one)[0]) for there in here):
                yield one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", SCENES)
def test_every_example_of_the_typing_rules_can_be_typed(section: str, language: str) -> None:
    assert list(unread(section, language)) == []


def test_every_typing_section_is_tested() -> None:
    assert {id_ for game in SUBJECTS for id_ in rulebook(game, "en") if ".typing" in id_} == set(SCENES)
