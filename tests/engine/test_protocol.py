"""The protocol: every request gets one answer, and the session continues."""

from __future__ import annotations

import itertools
import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import answered
from engine.computers.protocol import Computers
from engine.core.position import Position
from engine.learning.puzzles import puzzles
from engine.protocol import Session
from engine.registry import GAMES
from tests.support.each import each
from tests.support.engine.toy import TOY
from tests.support.puzzles.sample import sample_puzzles, wrong_try

BOARD = {"pieces": "S leader D1, S acrobat C3; N leader D7, N rider C4"}


class Talk:
    """A session in lines of JSON, with a stub clock and a stub renderer."""

    def __init__(self) -> None:
        ticks = itertools.count(10)
        self.drawn: list[tuple[int | None, str]] = []
        self.session = Session({**GAMES, "toy": TOY}, self.draw, lambda: float(next(ticks)), Computers())

    def draw(self, _position: Position, seat: int | None, file: str) -> dict[str, Any]:
        if file == "full":
            raise OSError("no space left")
        self.drawn.append((seat, file))
        return {"width": 3, "height": 2, "bytes": 1, "alt": "a board"}

    def line(self, line: str | bytes) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.session.line(line))
        assert answer["ok"] in (True, False)
        assert answer["ok"] or {"code", "text"} <= set(answer["error"]) <= {"code", "text", "rule"}
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        return self.line(json.dumps(request))

    def ok(self, **request: Any) -> dict[str, Any]:
        answer = self.ask(**request)
        assert answer["ok"], answer
        return answer

    def error(self, **request: Any) -> dict[str, str]:
        answer = self.ask(**request)
        assert not answer["ok"], answer
        error: dict[str, str] = answer["error"]
        assert error["text"]
        return error


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def table() -> Talk:
    return at_the_table()


def at_the_table() -> Talk:
    talk = Talk()
    talk.ok(do="set", game="leaders", position=BOARD)
    return talk


def test_games_lists_keys_seats_options_and_versions(talk: Talk) -> None:
    listed = {one["game"]: one for one in talk.ok(do="games")["games"]}
    assert listed["leaders"] == {
        "game": "leaders",
        "name": "Leaders",
        "seats": [2],
        "rules_version": 1,
        "options": [
            {"key": "mode", "values": ["basic", "advanced"], "default": "basic"},
            {"key": "crown_is_recruit_space", "values": [True, False], "default": True},
        ],
    }
    assert listed["toy"]["seats"] == [2, 3, 4]


def test_new_begins_a_match(talk: Talk) -> None:
    answer = talk.ok(do="new", game="leaders", options={"mode": "advanced"}, seats=2, seed="x")
    (ask,) = answer["asks"]
    assert ask["prompt"] == "leaders.banish"
    assert len(ask["options"]) == 16


def test_new_needs_only_the_game(talk: Talk) -> None:
    assert talk.ok(do="new", game="leaders")["asks"]
    assert talk.ok(do="position")["position"]["seed"] == ""


def test_new_with_the_same_seed_is_the_same_match(talk: Talk) -> None:
    def dealt(seed: str) -> Any:
        talk.ok(do="new", game="leaders", seed=seed)
        return talk.ok(do="position")["position"]

    assert dealt("one") == dealt("one")
    assert dealt("one")["deck"] != dealt("two")["deck"]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({}, "unknown-game"),
        ({"game": "chess"}, "unknown-game"),
        ({"game": 5}, "unknown-game"),
        ({"game": None}, "unknown-game"),
        ({"game": ["leaders"]}, "unknown-game"),
        ({"game": "leaders", "seats": 3}, "impossible"),
        ({"game": "leaders", "seats": "2"}, "malformed"),
        ({"game": "leaders", "seats": True}, "malformed"),
        ({"game": "leaders", "seats": 2.0}, "malformed"),
        ({"game": "leaders", "seed": 5}, "malformed"),
        ({"game": "leaders", "seed": None}, "malformed"),
        ({"game": "leaders", "options": []}, "malformed"),
        ({"game": "leaders", "options": {"mode": "blitz"}}, "impossible"),
        ({"game": "leaders", "options": {"mode": ["basic"]}}, "impossible"),
        ({"game": "leaders", "options": {"mode": None}}, "impossible"),
        ({"game": "leaders", "options": {"crown_is_recruit_space": 1}}, "impossible"),
        ({"game": "leaders", "options": {"speed": 1}}, "impossible"),
    ],
)
def test_a_match_that_cannot_begin_is_refused(talk: Talk, request_: dict[str, Any], code: str) -> None:
    assert talk.error(do="new", **request_)["code"] == code


def test_a_refused_match_keeps_the_present_one(table: Talk) -> None:
    before = table.ok(do="position")
    table.error(do="new", game="leaders", seats=9)
    assert table.ok(do="position") == before


def test_set_replaces_the_position(talk: Talk) -> None:
    answer = talk.ok(do="set", game="leaders", options={}, position=BOARD)
    assert [option["code"] for option in answer["asks"][0]["options"]] == ["leader", "acrobat", "end"]


@pytest.mark.parametrize("position", [None, [], "S leader D1; N leader D7", 5])
def test_set_accepts_a_position_as_an_object(talk: Talk, position: Any) -> None:
    assert talk.error(do="set", game="leaders", position=position)["code"] == "malformed"
    assert talk.error(do="set", game="leaders")["code"] == "malformed"


def test_asks_have_seat_prompt_codes_labels_and_spots(table: Talk) -> None:
    assert table.ok(do="asks") == {
        "ok": True,
        "asks": [
            {
                "seat": 0,
                "prompt": "leaders.who-acts",
                "options": [
                    {"code": "leader", "label": "Leader on d1", "at": ["D1"]},
                    {"code": "acrobat", "label": "Acrobat on c3", "at": ["C3"]},
                    {"code": "end", "label": "End actions", "at": []},
                ],
            }
        ],
    }


def test_a_pick_returns_events_and_the_next_asks(table: Talk) -> None:
    assert table.ok(do="pick", seat=0, code="acrobat")["events"] == []
    answer = table.ok(do="pick", seat=0, code="jump")
    assert answer["events"] == [
        {"kind": "moved", "side": 0, "who": "acrobat", "way": "jump", "path": ["C3", "C5"], "over": ["rider"]}
    ]
    assert answer["asks"][0]["prompt"] == "leaders.who-acts"


def test_a_refused_pick_names_the_rule_and_changes_nothing(table: Talk) -> None:
    table.ok(do="pick", seat=0, code="leader")
    before = [table.ok(do=what) for what in ("position", "asks", "view", "outcome")]
    assert table.error(do="pick", seat=0, code="d4")["rule"] == "leaders.step"
    assert table.error(do="pick", seat=1, code="d2")["code"] == "not-your-turn"
    assert [table.ok(do=what) for what in ("position", "asks", "view", "outcome")] == before


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"seat": 0},
        {"code": "leader"},
        {"seat": "0", "code": "leader"},
        {"seat": 0, "code": 5},
        {"seat": None, "code": "leader"},
        {"seat": True, "code": "leader"},
        {"seat": 0.0, "code": "leader"},
        {"seat": 0, "code": None},
        {"seat": 0, "code": ["leader"]},
    ],
)
def test_a_pick_is_a_seat_and_a_code(table: Talk, fields: dict[str, Any]) -> None:
    assert table.error(do="pick", **fields)["code"] == "malformed"


@pytest.mark.parametrize("seat", [-1, 2, 99, 10**30])
def test_an_unknown_seat_has_nothing_to_decide(table: Talk, seat: int) -> None:
    assert table.error(do="pick", seat=seat, code="leader")["code"] == "not-your-turn"


@pytest.mark.parametrize(
    "what", ["asks", "pick", "mark", "position", "view", "outcome", "render", "playout", "resign", "draw"]
)
def test_without_a_position_requests_are_refused(talk: Talk, what: str) -> None:
    assert talk.error(do=what, seat=0, code="x", file="x.png", n=1)["code"] == "no-position"


def test_marks_restore_positions_in_any_order(table: Talk) -> None:
    asks: list[tuple[Any, Any]] = []
    for code in ("", "acrobat", "jump", "leader", "d2"):
        if code:
            table.ok(do="pick", seat=0, code=code)
        number = table.ok(do="mark")["mark"]
        assert number == len(asks)
        asks.append((table.ok(do="asks"), table.ok(do="position")))
    for number in (3, 0, 4, 4, 1, 2, 0):
        assert table.ok(do="goto", mark=number) == asks[number][0]
        assert table.ok(do="position") == asks[number][1]


def test_marks_stay_valid_after_a_new_position(table: Talk) -> None:
    mark = table.ok(do="mark")["mark"]
    before = table.ok(do="position")
    table.ok(do="new", game="toy", seats=3)
    table.ok(do="goto", mark=mark)
    assert table.ok(do="position") == before


@pytest.mark.parametrize(
    ("mark", "code"), [(0, "no-mark"), (-1, "no-mark"), (99, "no-mark"), ("0", "malformed"), (None, "malformed")]
)
def test_an_unknown_mark_is_refused(table: Talk, mark: Any, code: str) -> None:
    assert table.error(do="goto", mark=mark)["code"] == code


def test_a_restored_position_gives_the_same_asks(table: Talk) -> None:
    for code in ("acrobat", "step"):
        table.ok(do="pick", seat=0, code=code)
    asks, position = table.ok(do="asks"), table.ok(do="position")["position"]
    assert position["picks"] == ["acrobat", "step"]
    assert table.ok(do="set", game="leaders", position=position) == asks
    assert table.ok(do="position")["position"] == position


def test_a_view_is_for_a_seat_or_for_the_public(table: Talk) -> None:
    views = [table.ok(do="view", seat=seat)["view"] for seat in (None, 0, 1)]
    assert [view.pop("seat") for view in views] == [None, 0, 1]
    assert views[0] == views[1] == views[2]
    assert table.ok(do="view")["view"]["seat"] is None


@pytest.mark.parametrize("seat", [-1, 2, "0", True, 0.5, []])
def test_a_view_for_an_unknown_seat_is_refused(table: Talk, seat: Any) -> None:
    assert table.error(do="view", seat=seat)["code"] == "no-seat"


def test_the_outcome_is_given_before_and_after_the_end(table: Talk) -> None:
    assert table.ok(do="outcome") == {
        "ok": True, "over": False, "winners": [], "draw": False, "reason": "", "scores": [],
    }  # fmt: skip
    table.ok(do="resign", seat=0)
    assert table.ok(do="outcome") == {
        "ok": True, "over": True, "winners": [1], "draw": False, "reason": "resigned", "scores": [],
    }  # fmt: skip
    assert table.ok(do="asks")["asks"] == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [({}, "malformed"), ({"seat": 5}, "no-seat"), ({"seat": -1}, "no-seat"), ({"seat": "0"}, "malformed")],
)
def test_only_a_seat_can_resign(table: Talk, fields: dict[str, Any], code: str) -> None:
    assert table.error(do="resign", **fields)["code"] == code


def test_render_passes_the_position_to_the_renderer(table: Talk) -> None:
    assert table.ok(do="render", seat=None, file="a.png") == {
        "ok": True,
        "width": 3,
        "height": 2,
        "bytes": 1,
        "alt": "a board",
    }
    table.ok(do="render", seat=1, file="b.png")
    assert table.drawn == [(None, "a.png"), (1, "b.png")]


def test_a_picture_that_cannot_be_written_is_only_an_error(table: Talk) -> None:
    assert table.error(do="render", seat=None, file="full")["code"] == "file"
    assert table.error(do="render", seat=None)["code"] == "malformed"
    assert table.error(do="render", seat=9, file="a.png")["code"] == "no-seat"


def test_a_playout_does_not_change_the_position(table: Talk) -> None:
    before = table.ok(do="position")
    answer = table.ok(do="playout", seed="x", n=20)
    assert answer["games"] == 20
    assert answer["seconds"] == 1.0
    assert sum(answer["results"].values()) == 20
    assert answer["picks"] > 20
    assert table.ok(do="position") == before
    assert table.ok(do="playout", seed="x", n=20)["results"] == answer["results"]


def test_a_playout_of_a_finished_match_makes_no_picks(table: Talk) -> None:
    table.ok(do="draw")
    answer = table.ok(do="playout", n=3)
    assert (answer["picks"], answer["results"]) == (0, {"draw agreed": 3})


@pytest.mark.parametrize(
    ("n", "code"),
    [(0, "number"), (-5, "number"), (10**9, "number"), ("5", "malformed"), (None, "malformed"), (1.5, "malformed")],
)
def test_a_playout_accepts_a_limited_number(table: Talk, n: Any, code: str) -> None:
    assert table.error(do="playout", n=n)["code"] == code


MALFORMED: list[bytes] = [
    b"",
    b"\n",
    b"   ",
    b"{",
    b"}",
    b"nonsense",
    b"null",
    b"true",
    b"5",
    b"[]",
    b'"do"',
    b"{}",
    b'{"do":5}',
    b'{"do":null}',
    b'{"do":["games"]}',
    b'{"do":"games"',
    b'{"do":"games"}}',
    b'{do:"games"}',
    b"{'do':'games'}",
    b'{"do":"dance"}',
    b'{"do":""}',
    b'{"DO":"games"}',
    b'{"do":"Games"}',
    b'{"do":"__init__"}',
    b'{"do":"_games"}',
    b"\xff\xfe\x00",
    b'{"do":"\xc3\x28"}',
    '{"do":"zażółć"}'.encode(),
    '{"do":"🐻"}'.encode(),
    b'{"do":"\\ud800"}',
    b"\x00" * 10,
    b"[" * 100_000,
    b'{"do":' * 100_000,
    b'{"do":"' + b"x" * 1_000_000 + b'"}',
    b'{"do":"set","game":"leaders","position":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    b"NaN",
    b'{"do":Infinity}',
    b'{"do":"pick","seat":1e400,"code":"end"}',
]


@each("line", MALFORMED)
def test_a_malformed_line_is_answered_and_the_session_continues(line: bytes) -> None:
    table = at_the_table()
    before = table.ok(do="position")
    assert not table.line(line)["ok"]
    assert table.ok(do="position") == before


def test_an_unknown_request_is_answered_with_the_known_ones(talk: Talk) -> None:
    error = talk.error(do="dance")
    for known in (
        "games",
        "new",
        "set",
        "asks",
        "pick",
        "mark",
        "goto",
        "position",
        "view",
        "outcome",
        "render",
        "playout",
    ):
        assert known in error["text"]


STRANGE: list[Any] = [
    None, 0, -1, 10**30, 1.5, "", "x" * 5000, "🐻", "\x00", "\u202e@everyone", [], {}, [[]], {"a": {}}, True,
]  # fmt: skip


@each(
    ("name", "value"),
    list(product(["game", "seat", "code", "mark", "file", "seed", "n", "options", "position", "seats"], STRANGE)),
)
def test_no_field_value_stops_the_session(name: str, value: Any) -> None:
    table = at_the_table()
    for what in ("new", "set", "pick", "goto", "view", "render", "playout", "resign"):
        fields = {"game": "leaders", "seat": 0, "code": "leader", "mark": 0, "file": "f", "n": 1, "position": BOARD}
        table.ask(**{**fields, "do": what, name: value})
    assert table.ok(do="games")["games"]


def test_a_game_of_many_seats_works_over_the_protocol(talk: Talk) -> None:
    talk.ok(do="new", game="toy", options={"teams": True}, seats=4, seed="s")
    for seat in range(4):
        for code in ("spell", "2", "2", "2", "no"):
            talk.ok(do="pick", seat=seat, code=code)
    asks = talk.ok(do="pick", seat=0, code="auction")["asks"]
    assert [ask["seat"] for ask in asks] == [0, 1, 2, 3]
    talk.ok(do="pick", seat=3, code="1")
    assert talk.ok(do="position")["position"]["picks"] == ["auction", "3:1"]
    assert [ask["seat"] for ask in talk.ok(do="asks")["asks"]] == [0, 1, 2]
    assert talk.ok(do="resign", seat=1)["winners"] == [0, 2]


def test_private_events_name_their_seat(talk: Talk) -> None:
    talk.ok(do="new", game="toy", seed="s")
    (drew,) = talk.ok(do="pick", seat=0, code="draw")["events"]
    assert (drew["kind"], drew["only"]) == ("drew", [0])


def test_a_puzzle_is_set_up_and_measured(talk: Talk, tmp_path: Path) -> None:
    with sample_puzzles(tmp_path):
        listed = talk.ok(do="puzzles", game="leaders")["puzzles"]
        assert [one["number"] for one in listed] == [1, 2, 3, 4] and listed[0]["ways"] == 2
        assert talk.ok(do="puzzles", game="monolith")["puzzles"] == []
        answer = talk.ok(do="puzzle", game="leaders", number=1)
        assert {**listed[0], "task": "Win in this turn.", "seat": 0}.items() <= answer["puzzle"].items()
        assert answer["asks"] == talk.ok(do="set", game="leaders", **{
            key: answer["puzzle"][key] for key in ("options", "position")
        })["asks"]  # fmt: skip
        assert talk.error(do="measure")["code"] == "no-puzzle"
        talk.ok(do="puzzle", game="leaders", number=1)
        assert talk.ok(do="measure") == {"ok": True, "value": None, "solved": False, "over": False}
        begun = talk.ok(do="mark")["mark"]
        for code in ["acrobat", "d3", "claw-launcher", "drag"]:
            talk.ok(do="pick", seat=0, code=code)
        assert talk.ok(do="measure") == {"ok": True, "value": 1, "solved": True, "over": True}
        talk.ok(do="goto", mark=begun)
        for code in wrong_try("leaders", puzzles("leaders")[0]):
            talk.ok(do="pick", seat=0, code=code)
        assert talk.ok(do="measure") == {"ok": True, "value": 0, "solved": False, "over": True}
        for number in (0, 5):
            assert talk.error(do="puzzle", game="leaders", number=number)["code"] == "no-puzzle"


def test_an_internal_error_is_answered_and_written_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    def draw(*_: object) -> dict[str, Any]:
        raise ZeroDivisionError("a drawing that fails")

    session = Session(GAMES, draw, lambda: 0.0, Computers())
    session.line('{"do":"new","game":"leaders"}')
    answer = json.loads(answered(session, b'{"do":"render","file":"f"}'))
    assert not answer["ok"] and answer["error"]["code"] == "internal"
    assert "ZeroDivisionError: a drawing that fails" in capsys.readouterr().err
    assert json.loads(answered(session, b'{"do":"asks"}'))["ok"]
