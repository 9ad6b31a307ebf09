"""Leaders' `Subject`: facts that the laws of all games need, and laws of Leaders only."""

from __future__ import annotations

import random
import re
from collections.abc import Collection

from engine.leaders.game import GAME
from engine.leaders.state import State
from tests.support.engine.leaders.oracle import FIGURES, SPACES
from tests.support.engine.matches import Kind, Match, Moment, Subject, copied

CROWN: dict[str, str | int | bool] = {"crown_is_recruit_space": True}
ALL_FIGURES = sorted(["leader", "leader", *FIGURES])


def pair(card: str) -> list[str]:
    """The figures of a card."""
    return ["hermit", "cub"] if card == "hermit_and_cub" else [card]


def disguised(state: State, _: Collection[int], chance: random.Random, begun: bool | None) -> State:
    """The state with another order of the deck; during the set-up, while it is dealt, it stays."""
    found: State = copied(state)
    if begun is None or state.phase != "setup":
        chance.shuffle(found.deck)
    return found


def hidden(state: State, _: int | None) -> set[str]:
    return {figure for card in state.deck for figure in (card, *pair(card))}


def conserved(_: Kind, __: State, rest: State | None) -> None:
    """Assert that all characters are on the board or with their cards in market, deck or banishment."""
    if rest is None:
        return
    at_rest = GAME.write(rest)
    written = [piece.split() for piece in re.split("[,;]", at_rest["pieces"])]
    pieces, spaces = [piece[1] for piece in written], [piece[2] for piece in written]
    cards = [*at_rest["market"], *at_rest["deck"], *at_rest.get("banished", [])]
    lying = [figure for card in cards for figure in pair(card)]
    assert sorted([*pieces, *lying]) == ALL_FIGURES
    assert len(spaces) == len(set(spaces))


def events_tell_exactly_what_changed_on_the_board(match: Match) -> None:
    def board(moment: Moment) -> dict[tuple[int, str], str]:
        return {(one.side, one.id): one.at for one in GAME.view(moment.state, None, ()).figures}

    known = board(match.moments[0])
    for _, after in match.walk():
        for event in after.events:
            if event.kind == "moved":
                who = event.args["side"], event.args["who"]
                assert known.pop(who) == event.args["path"][0]
                known[who] = event.args["path"][-1]
            elif event.kind == "recruited":
                figures = pair(event.args["card"])
                known |= {(event.args["side"], who): at for who, at in zip(figures, event.args["at"], strict=True)}
        if after.asks and after.asks[0].prompt != "leaders.place":
            assert known == board(after)


def boundaries_are_other_seats_questions_new_cards_and_the_end(match: Match) -> None:
    for before, after in match.walk():
        other = not after.asks or after.asks[0].seat != after.seat
        assert after.boundary == (other or uncovers(before, after))


def uncovers(_: Moment, after: Moment) -> bool:
    return any(event.kind == "revealed" for event in after.events)


SUBJECT = Subject(
    game=GAME,
    kinds={
        "basic with the crown": Kind(2, CROWN | {"mode": "basic"}, "d74dcad4eca1b6ed", family="basic"),
        "advanced with the crown": Kind(2, CROWN | {"mode": "advanced"}, "3061adbfb5d08f76", family="advanced"),
        "basic": Kind(2, {"mode": "basic"}, "da7b08d56f3e6599", family="basic"),
        "advanced": Kind(2, {"mode": "advanced"}, "d08a150accfd41e0", family="advanced"),
    },
    matches=8,
    points=5,
    forks=5,
    playouts=150,
    searched=500,
    first=38,
    certain=frozenset({"captured", "surrounded", "repetition", "cap"}),
    spots=frozenset(SPACES),
    words="step jump ride rally roam push swap hook drag nudge treat end leader",
    disguised=disguised,
    hidden=hidden,
    uncovers=uncovers,
    conserved=conserved,
    private=False,
    own_laws=(
        events_tell_exactly_what_changed_on_the_board,
        boundaries_are_other_seats_questions_new_cards_and_the_end,
    ),
)
