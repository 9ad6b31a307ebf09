"""Secrets of Knockdown: face-down skills, simultaneous choices, hidden hands, automatic replies, the deck."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ask import seen_by
from tests.engine.knockdown.test_rounds import drafted
from tests.support.engine.knockdown.table import new, put
from tests.support.engine.matches import on_the_wire, reread, seen


def test_trying_the_last_opening_pick_does_not_reveal_the_new_row() -> None:
    """Four new cards are laid when the row is empty; a player who tries the pick does not see them yet."""
    for number in range(3):
        position = drafted(number).position
        position.pick(position.asks[0].seat, position.asks[0].options[0].code)
        position.pick(position.asks[0].seat, position.asks[0].options[0].code)
        ask = position.asks[0]
        deck = on_the_wire(position)["deck"]
        there = reread(position, deck=[*reversed(deck)])
        for one in (position, there):
            one.pick(ask.seat, ask.options[0].code, hold=True)
        assert seen(position, ask.seat) == seen(there, ask.seat)


def test_trying_an_attack_does_not_reveal_whether_it_will_be_blocked() -> None:
    """With hidden hands, the position looks the same whether the opponent has a block or not, and with any automatic
    reply.
    """
    row = "ash_knuckle reckless_knee sickle_sweep hunting_bolt"
    looks = []
    for hand, least in (
        ("parry_cut witch_light moor_stomp", 0),
        ("oak_heel witch_light moor_stomp", 99),
        ("cairn_hook witch_light moor_stomp", 0),
    ):
        table = put(
            "f4 f5",
            row,
            b=hand,
            options={"hands": "hidden"},
            standing={"B": {"least_cut": least, "react": True}},
        )
        table.position.pick(0, "ash-knuckle", hold=True)
        looks.append(seen(table.position, 0))
    assert looks[0] == looks[1] == looks[2]


def test_trying_an_attack_does_not_reveal_an_automatic_reply() -> None:
    looks = []
    for least, react in ((0, True), (99, False)):
        table = put(
            "f4 f5",
            "ash_knuckle slip_aside",
            b="parry_cut witch_light moor_stomp",
            standing={"B": {"least_cut": least, "react": react}},
        )
        table.position.pick(0, "ash-knuckle", hold=True)
        looks.append(seen(table.position, 0))
    assert looks[0] == looks[1]


@pytest.mark.parametrize(
    ("picks", "how", "fields"),
    [
        ("parry-cut", "cards", {"deck": ""}),
        ("move f4", "stalled", {"idle": 5}),
        ("bell-ringer test", "", {"cubes": ((1, 0), (9, 9))}),
    ],
)
def test_trying_a_move_that_ends_a_round_does_not_reveal_the_losers_second_skill(
    picks: str, how: str, fields: dict[str, Any]
) -> None:
    """By the last card, by stalling or by the dice: B's skill stays face down until the move is confirmed."""
    looks = []
    for skill in ("merciless", "light_feet"):
        laid = {"cubes": ((1, 0), (2, 0)), "skills": ("", "last_stand"), "skills_down": {"B": [skill]}, **fields}
        position = put("f5 f6", "parry_cut bell_ringer", actions=1, **laid).position
        for code in picks.split():
            position.pick(0, code, hold=True)
        assert position.held
        assert [event.args["how"] for event in position.events if event.kind == "round-won"] == ([how] if how else [])
        looks.append([seen(position, seat) for seat in (0, None)])
    assert looks[0] == looks[1]


def test_the_losers_second_skill_stays_face_down_when_the_match_ends() -> None:
    fields: dict[str, Any] = {"skills": ("", "last_stand"), "skills_down": {"B": ["merciless"]}}
    table = put("f5 f6", actions=1, idle=5, cubes=((1, 0), (2, 0)), victories={"A": 1}, **fields).play("move f4")
    assert table.position.outcome is not None
    assert "merciless" not in str([seen(table.position, seat) for seat in (0, None)])


def test_a_simultaneous_choice_is_hidden_until_both_have_made_it() -> None:
    """Fighters, both drafts, and the choice of the face-up skill."""
    for first in (0, 1):
        table = new(f"blind {first}")
        second = 1 - first
        for _ in range(4):
            assert table.position.together
            ask = table.position.ask_of(first)
            assert ask is not None
            views = []
            for option in ask.options[:2]:
                there = table.position.fork()
                events = there.pick(first, option.code)
                assert not seen_by(events, second)
                assert not seen_by(events, None)
                views.append([seen(there, second), seen(there, None)])
            assert views[0] == views[1]
            table.position.pick(first, ask.options[0].code)
            answer = table.position.ask_of(second)
            assert answer is not None
            table.position.pick(second, answer.options[-1].code)
        assert table.prompt == "pick"


def test_the_card_of_deep_pockets_is_shown_to_its_owner_only() -> None:
    """With hidden hands it comes from the deck, unseen; with open hands everybody may see it."""
    for hands, visible in (("hidden", [False, True, False]), ("open", [True, True, True])):
        table = (
            put(
                "f4 f5",
                "bell_ringer",
                cubes=((0, 0), (9, 9)),
                skills=("", "last_stand"),
                skills_down={"B": ["deep_pockets"]},
                options={"hands": hands},
            )
            .load(1, 1, 1)
            .play("bell-ringer test")
        )
        card = next(iter(table.hand(1)))
        assert [card in str([event.args for event in seen_by(table.events, seat)]) for seat in (0, 1, None)] == visible


def test_automatic_replies_are_private() -> None:
    views = []
    for answers in ("ask ask", "never never"):
        table = put("f4 f6").play("guard")
        assert table.position.asks[0].secret
        table.play(answers)
        views.append([seen(table.position, 1), seen(table.position, None)])
    assert views[0] == views[1]


def test_a_view_does_not_contain_another_seats_question() -> None:
    """With hidden hands, the question shows which cards B may block with."""
    table = put("f4 f5", "oak_heel", b="parry_cut witch_light", options={"hands": "hidden"}).play("oak-heel")
    assert table.question == "B block"
    assert "parry_cut" not in str(seen(table.position, 0))
    assert "parry_cut" not in str(seen(table.position, None))
    assert "parry_cut" in str(seen(table.position, 1))
