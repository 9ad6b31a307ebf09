"""The example moves in the rules of Monolith Arena can be typed as written, in every language."""

from __future__ import annotations

import re

import pytest

from engine.core.position import Position
from engine.learning.rulebook import rulebook
from engine.monolith.game import GAME
from locales import LANGUAGES
from table.matches.draft import drafted
from table.picks.parse_typed import follow, split
from table.picks.spell import spelled
from tests.support.engine.monolith.table import position

BANNERS = "A dragon.banner a1 r0; B abyss.banner e3 r0"


def typed(line: str, hand: str, move: str, **fields: object) -> tuple[str, ...]:
    """The codes of a typed move for A, who is on turn."""
    here = Position.read(GAME, {}, position(line, hand, **fields))
    draft = follow(here, drafted(here, 0, (), 0), split(move)[0])
    assert draft is not None, move
    return draft.codes


def examples(section: str, language: str) -> list[str]:
    """The texts in `code`, without the command."""
    quotes = re.findall(r"`([^`]+)`", rulebook("monolith", language)[section].body)
    return [one.removeprefix("/play ").removeprefix("/graj ") for one in quotes]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_example_of_a_whole_turn_can_be_typed(language: str) -> None:
    move = max(examples("monolith.typing", language), key=len)
    codes = typed(BANNERS, "order-net knight pikeman", move, phase="discard")
    assert codes == ("order-net", "knight", "c3", "r2", "c3", "c4", "r1", "end")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_examples_of_placing_features_and_a_discard_can_be_typed(language: str) -> None:
    moves = examples("monolith.typing-tokens", language)
    place, maneuver, stay, discard = (next(one for one in moves if re.search(end, one)) for end in (
        r"^\w+ c3 r1$", r"^c3 .* c4 r1$", r"^c3 .*r4$", r"^(discard|odrzuć)",
    ))  # fmt: skip
    assert typed(BANNERS, "pikeman swordsman", place) == ("pikeman", "c3", "r1")
    herne = f"{BANNERS}; A herne c3 r0"
    assert typed(herne, "pikeman", maneuver)[-3:] == ("c3", "c4", "r1")
    assert typed(herne, "pikeman", stay)[-3:] == ("c3", "stay", "r4")
    assert typed(BANNERS, "dragon.order-move pikeman", discard) == ("discard", "order-move")


@pytest.mark.parametrize("name", ["Maneuver", "manewr"])
def test_a_feature_typed_by_name_is_the_tiles_own_even_if_a_rune_gives_another(name: str) -> None:
    beside = f"{BANNERS}; A herne c3 r0; A dragon.rune-agility c2 r0"
    assert typed(beside, "pikeman", f"c3 {name} c4 r1") == ("c3", "maneuver", "c4", "r1")
    assert typed(beside, "pikeman", "c3 runa zwinności c4 r1") == ("c3", "rune-c2", "c4", "r1")
    here = Position.read(GAME, {}, position(beside, "pikeman"))
    assert spelled(here, 0, ("c3", "maneuver", "c4", "r1"), "pl") == "c3 manewr c4 r1"


ORDERS = {
    "order-move": ("A pikeman c3 r0", "c3 c4 r1"),
    "order-false-order": ("B spike c3 r0", "c3 stay r2"),
    "order-rotation": ("A pikeman c3 r0; A pikeman c1 r0", "c3 r5"),
    "order-push": ("A pikeman b2 r0; B spike c3 r0; A swordsman c2 r0; B spike a2 r0", "b2 c3"),
    "order-fire-concoction": ("A pikeman c3 r0", "b2+b3+c3"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", ORDERS)
def test_the_rules_examples_of_orders_can_be_typed(order: str, language: str) -> None:
    line, rest = ORDERS[order]
    english = examples("monolith.typing-orders", "en")
    moves = examples("monolith.typing-orders", language)
    move = moves[english.index(f"{order} {rest}")]
    faction = {"order-move": "dragon."}.get(order, "guardians.")
    codes = typed(f"{BANNERS}; {line}", f"{faction}{order} pikeman", move)
    assert codes[: len(rest.split()) + 1] == (order, *rest.split())
