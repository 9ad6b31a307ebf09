"""Any input to the protocol gets one answer, and the session continues."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_protocol import BOARD, STRANGE, Talk
from tests.support.profile import examples

CAREFUL = settings(max_examples=examples(150))
POSITION = [
    "pieces", "turn", "phase", "acted", "market", "mode", "first", "number", "recruits", "deck", "banished",
    "banishing", "second_banishment", "seen", "outcome", "picks", "seed", "rolls",
]  # fmt: skip
FIELDS = ["game", "options", "seats", "seed", "seat", "code", "mark", "n"]
DOES = [
    "new", "set", "asks", "pick", "mark", "goto", "position", "view", "outcome", "render", "resign", "draw", "games",
]  # fmt: skip
WORDS = ["S", "N", "", "leader", "acrobat", "end", "basic", "advanced", "setup", "banish", "recruit", "rider", "archer"]

simple = st.sampled_from([*STRANGE, *WORDS, 1, 2, 150, "0:end", "S leader D1; N leader D7"]) | st.text(max_size=8)
anything = simple | st.lists(simple, max_size=3) | st.dictionaries(st.sampled_from(WORDS), simple, max_size=2)
requests = st.tuples(st.sampled_from(DOES), st.dictionaries(st.sampled_from(FIELDS), anything, max_size=4))


@CAREFUL
@given(st.binary(max_size=60))
def test_any_bytes_are_answered(line: bytes) -> None:
    assert not Talk().line(line)["ok"]


@CAREFUL
@given(st.lists(requests, max_size=6))
def test_any_requests_are_answered(several: list[tuple[str, dict[str, Any]]]) -> None:
    talk = Talk()
    talk.ok(do="set", game="leaders", position=BOARD)
    for what, fields in several:
        talk.ask(**{**fields, "do": what})
    talk.ok(do="games")


@CAREFUL
@given(st.dictionaries(st.sampled_from(POSITION), anything, max_size=4))
def test_any_position_is_answered_and_accepted_ones_can_be_written(position: dict[str, Any]) -> None:
    talk = Talk()
    answer = talk.ask(do="set", game="leaders", position={**BOARD, **position})
    if answer["ok"]:
        written = talk.ok(do="position")["position"]
        assert talk.ok(do="set", game="leaders", position=written)["asks"] == answer["asks"]
        assert talk.ok(do="position")["position"] == written
    else:
        assert answer["error"]["code"] in ("impossible", "illegal", "unknown", "not-your-turn", "over")
