"""A code that is not offered is refused with the rule that forbids it, or with the possible codes."""

from __future__ import annotations

import random
import re

import pytest

from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.text import say
from engine.monolith.board import LABELS
from engine.monolith.data.content import KINDS
from engine.monolith.game import GAME
from engine.monolith.refusals import _QUESTION
from engine.monolith.text import _PROMPT
from tests.support.each import each
from tests.support.engine.monolith.table import BANNERS, pair, put

EVERYTHING = (
    *(label.lower() for label in LABELS), *{kind.code for kind in KINDS}, *(f"r{n}" for n in range(7)),
    "end", "stay", "keep", "redraw", "discard", "unfold", "fold", "charge", "battle", "maneuver", "teleport",
    "rotation", "rune-c3", "banner-c3", "b2+b3+c3", "a1+e1+c3", "dragon-empire", "elves", "", "²", "x" * 90, "c9",
)  # fmt: skip


@each(
    ("line", "hand", "codes", "code", "rule"),
    [
        (BANNERS, "pikeman", "", "knight", "playing"),
        (BANNERS, "pikeman", "", "battle", "battle-order"),
        (BANNERS, "pikeman", "", "redraw", "unlucky-draw"),
        (BANNERS, "pikeman", "", "unfold", "monoliths"),
        (BANNERS, "pikeman", "", "a1", "traits"),
        (f"{BANNERS}; A knight c3 r0", "", "", "discard", "keep"),
        (BANNERS, "pikeman", "pikeman", "e3", "free-field"),
        (BANNERS, "swordsman", "swordsman c3", "r6", ""),
        (BANNERS, "mygalomorph", "mygalomorph c3", "r3", "rotate"),
        (f"{BANNERS}; A knight c3 r2", "", "c3 stay", "r2", "rotate"),
        (f"{BANNERS}; A knight c3 r0", "", "c3", "e1", "move-and-turn"),
        (f"{BANNERS}; A knight c3 r0; B spike c4 r0", "", "c3", "c4", "free-field"),
        (f"{BANNERS}; A wyrm c3 r0", "", "c3", "stay", "rotate"),
        (f"{BANNERS}; A wraith c3 r0", "", "c3", "a1", "free-field"),
        (f"{BANNERS}; A dragon-rider c3 r0; A dragon.rune-agility c2 r0", "", "c3", "teleport", "traits"),
        (f"{BANNERS}; A knight c3 r0; A spike c1 r0", "dragon.order-move", "order-move", "e3", "move"),
        (f"{BANNERS}; A knight c3 r0; A spike c1 r0", "order-rotation", "order-rotation", "a1", "rotation-order"),
        (f"{BANNERS}; A knight c3 r0; B spike c1 r0", "order-false-order", "order-false-order", "c3", "false-order"),
        (f"{BANNERS}; A knight c3 r0; B spike c1 r0", "order-net", "order-net", "c3", "net-order"),
        (f"{BANNERS}; A knight c3 r0; B spike c1 r0", "order-entrenchment", "order-entrenchment", "c1", "entrenchment"),
        (f"{BANNERS}; B chaos c3 r0; B spike c1 r0", "order-precise-shot", "order-precise-shot", "e3", "precise-shot"),
        (BANNERS, "order-fire-concoction", "order-fire-concoction", "a1+a2+a3", "fire-concoction"),
        (BANNERS, "order-fire-concoction", "order-fire-concoction", "c3", "fire-concoction"),
        (f"{BANNERS}; A golem c3 r0; A golem b3 r0; B spike c4 r0", "abyss.order-push", "order-push", "a1", "push"),
        (
            f"{BANNERS}; A golem c3 r0; B spike c4 r0; B spike c2 r0; B nightmare b3 r0; A nightmare a3 r2",
            "abyss.order-push", "order-push", "b3", "net-push",
        ),
        (f"{BANNERS}; A golem c3 r0; B spike c4 r0; B spike c2 r0", "abyss.order-push", "order-push", "a1", "push"),
        (f"{BANNERS}; A golem c3 r0; B spike c4 r0", "abyss.order-push", "order-push", "b3", "push-field"),
        (f"{BANNERS}; A golem c3 r0; B spike c4 r0", "abyss.order-push", "order-push", "c3", "free-field"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_behind_it(line: str, hand: str, codes: str, code: str, rule: str) -> None:
    refusal = put(line, hand).play(codes).refused(code)
    assert refusal.rule == (f"monolith.{rule}" if rule else "")
    assert refusal.code == ("illegal" if rule else "unknown")


def test_refusals_of_a_charge_name_its_rules() -> None:
    line = f"{BANNERS}; A knight c1 r0; A knight b1 r0; B chaos c3 r0; B spike b3 r0"
    table = put(line, "dragon.order-battle-or-charge").play("order-battle-or-charge charge")
    assert table.rule("c3") == "cavalry"
    table.pick("b1")
    assert table.rule("e3") == "charge"
    table.pick("c3")
    assert table.rule("b3") == "free-field"
    assert table.rule("e1") == "charge"


def test_refusals_about_monoliths_name_their_rules() -> None:
    line = "A dragon.banner c3 r0; A knight b3 r0; A golem b2 r0; B abyss.banner e1 r0"
    monoliths = {"A": {"fields": [pair("b3"), pair("b2")], "hidden": []}, "B": {"hidden": [0, 0]}}
    table = put(line, "spike abyss.order-push", turn="B", monoliths=monoliths)
    assert table.rule("order-push") == "push"
    assert table.pick("unfold").rule("c4") == "unfold-fields"
    assert table.rule("c3") == "free-field"


def test_an_unknown_word_is_answered_with_the_possible_ones() -> None:
    refusal = put(BANNERS, "pikeman").refused("castle")
    assert refusal.code == "unknown"
    assert "pikeman, discard, end" in refusal.text


def test_a_player_who_is_not_asked_is_told_so() -> None:
    assert put(BANNERS, "pikeman").refused("end", seat=1).code == "not-your-turn"


def test_every_rule_has_a_sentence() -> None:
    for rule, sentence in GAME.rules.items():
        assert re.fullmatch(r"monolith\.[a-z-]+", rule)
        assert say(sentence).endswith(".")


def test_every_question_has_words_and_refusals() -> None:
    assert set(_PROMPT) <= set(_QUESTION)


@pytest.mark.parametrize(("seats", "options"), [(2, {"monoliths": True}), (3, {"tactical": True}), (4, {})])
def test_no_input_breaks_anything_at_any_point(seats: int, options: dict[str, bool]) -> None:
    """Every code is accepted or refused with a rule that exists; a refused one changes nothing."""
    position, chance = Position.new(GAME, options, seats, f"type {seats}"), random.Random(3)
    while position.asks:
        ask = chance.choice(position.asks)
        offered = {option.code for option in ask.options}
        before = position.asks
        for code in chance.sample(EVERYTHING, 12):
            if code not in offered:
                with pytest.raises(Refused) as refused:
                    position.pick(ask.seat, code)
                assert refused.value.rule in GAME.rules or refused.value.code == "unknown"
                assert say(refused.value.text)
        assert position.asks is before
        position.pick(ask.seat, chance.choice(ask.options).code)
