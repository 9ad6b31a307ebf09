"""Controls that the bot has never created: the person gets an answer, and there is no internal error."""

from __future__ import annotations

import asyncio
from copy import copy
from itertools import product
from typing import Any

import pytest

from cogs.client.control_actions import ACTIONS
from tests.sockets.kills import errors
from tests.sockets.people import Person, Seen, Unanswered
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

ADDRESSES = ("0:0:0", "1:999:7")
EXTRAS = ("", "x", "a.b", "9" * 30)
OTHERS = (
    "ap:rule:nothing.here",
    "ap:rule:...",
    "ap:show:leaders.nobody",
    "ap:rules:leaders:99",
    "ap:rules:nobody:0",
    "ap:choose:1:0:0:0",
    "ap:choose:0:0:0:99:nobody",
    "ap:press:nobody:1:0:0",
)
MEANINGLESS = (
    f"ap:press:play:{'9' * 25}:0:0",
    f"ap:press:play:1:{'9' * 25}:0",
    f"ap:choose:1:0:0:{'9' * 30}",
    "ap:press:play:1:0",
    "ap:",
    "hello",
)
"""Ids that no control has ever had; they are not answered."""
SELECTS = ("ap:choose:", "ap:rules:")
X = {"label": "x", "value": "x"}


async def test_forged_controls_are_answered_without_internal_errors(running: Scene) -> None:
    table = await running.table(seed=3)
    await table.begin()
    board = table.newest()
    before = len(errors(running.bot))
    ids = [
        f"ap:press:{action}:{where}" + (f":{extra}" if extra else "")
        for action, where, extra in product(sorted(ACTIONS), ADDRESSES, EXTRAS)
    ]
    people = list(table.people.values())
    forged = [one for one in (*ids, *OTHERS, *MEANINGLESS) if len(one) <= 100]
    for start in range(0, len(forged), 20):
        await asyncio.gather(
            *(forge(people[n % len(people)], one, board) for n, one in enumerate(forged[start : start + 20]))
        )
    found = errors(running.bot)[before:]
    assert found == [], "\n".join(found[:20])
    assert running.bot.poll() is None


async def forge(person: Person, custom_id: str, on: Seen) -> None:
    """Press a button, or use a select, that was added to a message of the bot by somebody else."""
    try:
        if custom_id.startswith(SELECTS):
            await person.choose("x", with_control(on, {"type": 3, "custom_id": custom_id, "options": [X]}))
        else:
            button = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
            await person.click(custom_id, with_control(on, button))
    except Unanswered as error:
        assert custom_id in MEANINGLESS, error


def with_control(seen: Seen, control: dict[str, Any]) -> Seen:
    message = copy(seen.message)
    message.components = [{"type": 1, "components": [control]}]
    return Seen(message)
