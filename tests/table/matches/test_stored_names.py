"""Renamed fields are still stored under their old names, which databases of older versions have."""

from __future__ import annotations

import json

import msgspec
import pytest

from table.compose.payloads import Absence, Substitute
from table.matches.story import Note
from table.matches.substitute_request import Substitution
from table.notices.notices import FlagPayload


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (
            Note(undo_to=3, announced=True, secret=True, partial=True, revealed=True, prepared=True),
            {"keep": 3, "told": True, "secret": True, "partial": True, "shown": True, "prepared": True},
        ),
        (FlagPayload(announced=(0, 2)), {"told": [0, 2]}),
        (Substitute(by=0, seat=1, person=7, call=(1,)), {"by": 0, "seat": 1, "user": 7, "call": [1]}),
        (Absence(person=7, starts=1, ends=2, planned=True), {"user": 7, "starts": 1, "ends": 2, "planned": True}),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, msgspec.Struct) else "",
)
def test_stored_fields_keep_their_old_names(value: msgspec.Struct, stored: dict[str, object]) -> None:
    assert json.loads(msgspec.json.encode(value)) == stored
    assert msgspec.json.decode(json.dumps(stored), type=type(value)) == value


def test_stored_requests_for_a_substitute_keep_their_old_names() -> None:
    wanted = Substitution(seat=1, person=7, agreed=(0, 2), accepted=True)
    assert json.loads(wanted.dump()) == {"seat": 1, "user": 7, "yes": [0, 2], "willing": True}
    assert Substitution.load(wanted.dump()) == wanted
