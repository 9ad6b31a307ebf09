"""Tash-Kalar through the engine protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.computers.protocol import Computers
from engine.protocol import Session
from engine.tashkalar.game import GAME

SWORDMASTER = {
    "form": "duel",
    "pieces": [
        {"owner": "A", "rank": "common", "at": [5, 4]},
        {"owner": "A", "rank": "common", "at": [5, 6]},
        {"owner": "B", "rank": "common", "at": [4, 4]},
        {"owner": "B", "rank": "heroic", "at": [6, 6]},
    ],
    "hands": {"A": ["imperial.swordmaster", "imperial.bomb"]},
    "flares": {"A": "flare_01"},
    "decks": {"A": "imperial", "B": "sylvan"},
    "turn": "A",
    "actions": 2,
}


class Talk:
    """A session, line by line."""

    def __init__(self) -> None:
        self.session = Session({GAME.key: GAME}, lambda *_: {}, lambda: 0.0, Computers())

    def __call__(self, ok: bool = True, **request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.session.line(json.dumps(request)))
        assert answer["ok"] is ok, answer
        return answer


@pytest.fixture
def talk() -> Talk:
    return Talk()


def codes(answer: dict[str, Any]) -> list[str]:
    return [option["code"] for option in answer["asks"][0]["options"]]


def test_a_summon_through_the_protocol(talk: Talk) -> None:
    reply = talk(do="set", game="tashkalar", options={}, position=SWORDMASTER)
    assert (reply["asks"][0]["seat"], reply["asks"][0]["prompt"]) == (0, "tashkalar.action")
    assert {"swordmaster", "place", "discard"} <= set(codes(reply))
    answer = talk(do="pick", seat=0, code="swordmaster")
    assert answer["asks"][0]["prompt"] == "tashkalar.destroy"
    assert codes(answer) == ["d4", "done"]
    assert answer["asks"][0]["options"][0]["at"] == ["d4"]
    answer = talk(do="pick", seat=0, code="d4")
    assert {"destroyed", "raised"} <= {event["kind"] for event in answer["events"]}
    pieces = talk(do="view", seat=None)["view"]["pieces"]
    assert {"colour": 0, "rank": "heroic", "at": "e5"} in pieces
    assert len(pieces) == 4


def test_a_refused_code_names_its_rule_and_keeps_the_position(talk: Talk) -> None:
    talk(do="set", game="tashkalar", position=SWORDMASTER)
    before = talk(do="position")
    error = talk(ok=False, do="pick", seat=0, code="bomb")["error"]
    assert (error["code"], error["rule"]) == ("illegal", "tashkalar.pattern")
    assert talk(ok=False, do="pick", seat=1, code="place")["error"]["code"] == "not-your-turn"
    assert talk(ok=False, do="pick", seat=0, code="xyzzy")["error"]["code"] == "unknown"
    assert talk(do="position") == before


def test_a_position_within_an_effect_can_be_set_again(talk: Talk) -> None:
    talk(do="set", game="tashkalar", position=SWORDMASTER)
    asks = talk(do="pick", seat=0, code="swordmaster")["asks"]
    position = talk(do="position")["position"]
    assert position["picks"] == ["swordmaster"]
    other = Talk()
    assert other(do="set", game="tashkalar", position=position)["asks"] == asks
    assert other(do="position")["position"] == position


def test_marks_restore_positions(talk: Talk) -> None:
    asks = talk(do="set", game="tashkalar", position=SWORDMASTER)["asks"]
    mark = talk(do="mark")["mark"]
    talk(do="pick", seat=0, code="place")
    talk(do="pick", seat=0, code="i5")
    assert talk(do="goto", mark=mark)["asks"] == asks


def test_the_game_lists_its_options(talk: Talk) -> None:
    (games,) = talk(do="games")["games"]
    assert (games["game"], games["seats"]) == ("tashkalar", [2, 3, 4])
    assert {one["key"]: one["values"] for one in games["options"]} == {
        "form": ["auto", "duel", "high", "melee"],
        "decks": ["choose", "random"],
    }


def test_resigning_from_a_melee_is_refused(talk: Talk) -> None:
    talk(do="new", game="tashkalar", seats=3, seed="x")
    assert talk(ok=False, do="resign", seat=0)["error"]["rule"] == "tashkalar.concession"
    assert talk(do="outcome")["over"] is False
    talk(do="new", game="tashkalar", seats=2, seed="x")
    assert talk(do="resign", seat=0)["winners"] == [1]


def test_playouts_work_from_a_position(talk: Talk) -> None:
    talk(do="set", game="tashkalar", position=SWORDMASTER)
    played = talk(do="playout", seed="x", n=3)
    assert played["games"] == 3
    assert sum(played["results"].values()) == 3


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ({"form": "melee", "seats": 2}, "melee"),
        ({"hands": {"A": ["imperial.nobody"]}}, "imperial.nobody"),
        ({"pieces": [{"owner": "A", "rank": "common", "at": [1, 1]}]}, "1"),
        ({"flares": {"A": "flare_99"}}, "flare_99"),
        ({"tasks": ["nothing"], "form": "high"}, "nothing"),
        ({"outcome": {"winners": [0], "reason": "resigned", "scores": [1 << 70]}}, "end"),
        ({"outcome": {"winners": [0], "reason": "resigned", "scores": [-1, 0]}}, "end"),
        ({"outcome": {"winners": [1 << 70], "reason": "resigned"}}, "end"),
        ({"actions": 1 << 70}, "actions"),
        ({"seats": 4, "form": "duel", "phase": "turn", "turn": "A", "control": "C", "actions": 0}, "phase"),
        ({"actions": 100}, "actions"),
        ({"number": 1 << 70}, "number"),
        ({"more_legends": -1}, "more_legends"),
        ({"closing": 1 << 70}, "closing"),
        ({"destroyed": {"A": [0, 0, 1 << 70]}}, "destroyed"),
        ({"scores": {"A": {"points": 1 << 70}}}, "points"),
        ({"summoned": [["imperial.bomb", [5, 1 << 70]]]}, "summoned"),
        ({"pieces": [{"owner": "A", "rank": "common", "at": [1 << 70, 1]}]}, "at"),
    ],
)
def test_an_impossible_position_is_refused_with_its_reason(talk: Talk, position: dict[str, Any], named: str) -> None:
    error = talk(ok=False, do="set", game="tashkalar", position={**SWORDMASTER, **position})["error"]
    assert error["code"] == "impossible"
    assert named in error["text"].lower()
