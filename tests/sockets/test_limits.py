"""The fake Discord refuses what Discord would refuse."""

from __future__ import annotations

import pytest

from tests.sockets.limits import V2, Refusal, check_choices, check_commands, check_message, check_modal
from tests.sockets.world import JSON

BUTTON: JSON = {"type": 2, "style": 1, "label": "Play", "custom_id": "a"}
TEXT: JSON = {"type": 10, "content": "words"}
PICTURE: JSON = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}


def row(*inside: JSON) -> JSON:
    return {"type": 1, "components": [*inside]}


def select(*values: str, **more: object) -> JSON:
    return {"type": 3, "custom_id": "s", "options": [{"label": one, "value": one} for one in values], **more}


def numbered(count: int) -> list[JSON]:
    return [{**BUTTON, "custom_id": f"b{number}"} for number in range(count)]


@pytest.mark.parametrize(
    "fine",
    [
        {"content": "x" * 2000},
        {"content": "words", "components": [row(*numbered(5)), row(select("a", "b"))]},
        {"flags": V2, "components": [{"type": 17, "components": [TEXT, PICTURE, row(BUTTON)]}]},
        {"flags": V2, "components": [{"type": 9, "components": [TEXT], "accessory": BUTTON}]},
        {"flags": V2, "components": [TEXT] * 40},
    ],
)
def test_the_test_server_accepts_a_message_within_the_limits(fine: JSON) -> None:
    check_message(fine, "fields", {"board.png": b""}, [], fine.get("flags", 0))


@pytest.mark.parametrize(
    "wrong",
    [
        {"content": "x" * 2001},
        {"contents": "x"},
        {"nonce": "x" * 26},
        {"flags": V2, "content": "words", "components": [TEXT]},
        {"flags": V2, "components": [TEXT] * 41},
        {"flags": V2, "components": [{"type": 10, "content": "x" * 4001}]},
        {"flags": V2, "components": [{"type": 10, "content": ""}]},
        {"flags": V2, "components": [{"type": 10, "content": "x", "colour": 1}]},
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [TEXT]}]}]},
        {"flags": V2, "components": [{"type": 17, "components": []}]},
        {"flags": V2, "components": [{"type": 9, "components": [TEXT]}]},
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://other.png"}}]}]},
        {"flags": V2, "components": [{"type": 12, "items": []}]},
        {"components": [TEXT]},
        {"components": [row(BUTTON)] * 2},
        {"components": [row(*numbered(6))]},
        {"components": [row(one) for one in numbered(6)]},
        {"components": [row(BUTTON, select("a"))]},
        {"components": [row()]},
        {"components": [row({**BUTTON, "label": "x" * 81})]},
        {"components": [row({**BUTTON, "label": ""})]},
        {"components": [row({**BUTTON, "custom_id": "x" * 101})]},
        {"components": [row({**BUTTON, "url": "https://discord.com"})]},
        {"components": [row({**BUTTON, "style": 5})]},
        {"components": [row(select())]},
        {"components": [row(select("a", "a"))]},
        {"components": [row(select(*map(str, range(26))))]},
        {"components": [row(select("x" * 101))]},
        {"components": [row(select("a", max_values=2))]},
        {"components": [row(select("a", placeholder="x" * 151))]},
        {"allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        {"embeds": [{"description": "x" * 4097}]},
    ],
)
def test_the_test_server_refuses_a_message_beyond_the_limits(wrong: JSON) -> None:
    with pytest.raises(Refusal) as refused:
        check_message(wrong, "fields", {"board.png": b""}, [], wrong.get("flags", 0))
    assert refused.value.status == 400


def test_the_test_server_limits_number_and_size_of_files() -> None:
    with pytest.raises(Refusal):
        check_message({}, "fields", {f"{number}.png": b"" for number in range(6)}, ["old.png"] * 5, 0)
    with pytest.raises(Refusal) as refused:
        check_message({}, "fields", {"film.gif": bytes(10 * 1024 * 1024 + 1)}, [], 0)
    assert refused.value.status == 413


LONG = [{"name": "x" * 100, "value": f"{number:0>100}"} for number in range(25)]


def command(**more: object) -> JSON:
    return {"name": "match", "description": "x", "type": 1, **more}


@pytest.mark.parametrize(
    "wrong",
    [
        [command(name="Match")],
        [command(name="new match")],
        [command(name="x" * 33)],
        [command(description="")],
        [command(description="x" * 101)],
        [command(description_localizations={"pl": "x" * 101})],
        [command(name_localizations={"xx": "mecz"})],
        [command(), command()],
        [command(options=[{"type": 3, "name": f"o{one}", "description": "x"} for one in range(26)])],
        [command(options=[{"type": 3, "name": "a", "description": "x"}] * 2)],
        [
            command(
                options=[
                    {"type": 3, "name": "a", "description": "x"},
                    {"type": 3, "name": "b", "description": "x", "required": True},
                ]
            )
        ],
        [command(options=[{"type": 3, "name": f"o{one}", "description": "x", "choices": LONG} for one in (1, 2)])],
    ],
)
def test_the_test_server_refuses_commands_beyond_the_limits(wrong: list[JSON]) -> None:
    with pytest.raises(Refusal):
        check_commands(wrong)


def test_the_test_server_refuses_suggestions_and_forms_beyond_the_limits() -> None:
    with pytest.raises(Refusal):
        check_choices([{"name": str(number), "value": "x"} for number in range(26)])
    with pytest.raises(Refusal):
        check_choices([{"name": "", "value": "x"}])
    field: JSON = {"type": 4, "custom_id": "a", "style": 1, "label": "Words"}
    check_modal({"custom_id": "a", "title": "t", "components": [row(field)]})
    for wrong in (
        {"custom_id": "a", "title": "x" * 46, "components": [row(field)]},
        {"custom_id": "a", "title": "t", "components": [row(field)] * 6},
        {"custom_id": "a", "title": "t", "components": [row({**field, "label": "x" * 46})]},
    ):
        with pytest.raises(Refusal):
            check_modal(wrong)
