"""A game's content file is read strictly."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from engine.core.content import Item, Named, checked, load
from tests.support.each import each


class Piece(Named, frozen=True):
    worth: int = 0


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    size: int
    piece: tuple[Piece, ...]
    rule: tuple[Item, ...] = ()


FOOT = {"id": "red.foot_soldier", "name": "Foot Soldier"}


def test_a_code_is_the_id_without_its_prefix() -> None:
    content = checked({"size": 3, "piece": [FOOT], "rule": [{"id": "first_rule"}]}, Content)
    assert [one.code for one in (*content.piece, *content.rule)] == ["foot-soldier", "first-rule"]
    assert content.piece[0] == Piece("red.foot_soldier", "Foot Soldier")


def test_two_components_may_have_the_same_name() -> None:
    both = checked({"size": 3, "piece": [FOOT, {**FOOT, "id": "blue.foot_soldier"}]}, Content).piece
    assert both[0].code == both[1].code


@each(
    ("raw", "fault"),
    [
        ({"size": 3, "piece": [FOOT, FOOT]}, "two of piece have the same id"),
        ({"size": 3, "piece": [FOOT, {**FOOT, "id": "red.foot-soldier"}]}, "two of piece have the same id"),
        ({"size": 3, "piece": [{**FOOT, "wroth": 1}]}, "wroth"),
        ({"size": 3, "piece": [{"id": "foot"}]}, "name"),
        ({"size": "3", "piece": []}, "size"),
        ({"size": 3, "piece": [], "colour": 1}, "colour"),
    ],
)
def test_a_content_error_names_its_place(raw: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        checked(raw, Content)


def test_content_files_are_found_in_their_package() -> None:
    with pytest.raises(ValueError, match="hand_limit"):
        load("engine.leaders.data", Content)
