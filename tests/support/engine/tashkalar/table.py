"""Positions of Tash-Kalar from a line of text, played by codes and read back.

Pieces are written `A e4 d5h; B f6l`: color A has a common on e4 and a heroic on d5, color B a legendary on f6.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.core.position import Position
from engine.tashkalar.data.content import CARDS, CONTENT, FLARES
from engine.tashkalar.game import GAME
from tests.support.engine import harness
from tests.support.engine.harness import LETTERS

Board = dict[str, str]
"""Pieces by square: `{"e4": "A", "d5": "Ah", "f6": "Bl"}`."""
RANKS = {"": "common", "h": "heroic", "l": "legendary"}
IDS = {card.id.partition(".")[2]: card.id for card in CARDS}
DECK_OF_CARDS = {
    "imperial": "northern_imperial",
    "highland": "highland",
    "sylvan": "sylvan",
}
SPARES = {
    "imperial": ("imperial.hypnotist", "imperial.bomb"),
    "highland": ("highland.eagle_lord", "highland.warlord"),
    "sylvan": ("sylvan.sylvan_queen", "sylvan.sylvan_princess"),
    "legends": ("imperial.hypnotist",),
}
"""Extra cards for the hand that keep the next question open."""
SQUARES = tuple(
    f"{'abcdefghi'[x]}{y + 1}" for y, row in enumerate(CONTENT.arena) for x, sign in enumerate(row) if sign != "#"
)


def pieces(text: str) -> Board:
    """The pieces in a line of text."""
    found: Board = {}
    for side in filter(None, (part.strip() for part in text.split(";"))):
        letter, *squares = side.split()
        for one in squares:
            match = re.fullmatch(r"([a-i][1-9])([hl]?)", one)
            assert letter in LETTERS, side
            assert match is not None, one
            assert match[1] in SQUARES, one
            assert match[1] not in found, one
            found[match[1]] = letter + match[2]
    return found


def pair(square: str) -> list[int]:
    """Column and row, from the top left."""
    return ["abcdefghi".index(square[0]) + 1, int(square[1])]


def written(board: Board) -> list[dict[str, Any]]:
    """Pieces in the protocol's form."""
    return [{"owner": who[0], "rank": RANKS[who[1:]], "at": pair(at)} for at, who in board.items()]


def card(name: str) -> str:
    """The id of a card by its name alone."""
    return name if "." in name else IDS[name]


def cards(names: str) -> list[str]:
    return [card(name) for name in names.split()]


def decks(seats: int, hands: Mapping[str, list[str]]) -> dict[str, str]:
    """A deck for each seat that contains its hand."""
    free = ["sylvan", "highland", "northern_imperial", "southern_imperial"]
    found: dict[str, str] = {}
    for letter in LETTERS[:seats]:
        own = [one.partition(".")[0] for one in hands.get(letter, []) if not one.startswith("legends.")]
        if own:
            found[letter] = next(deck for deck in (DECK_OF_CARDS[own[0]], "southern_imperial") if deck in free)
            free.remove(found[letter])
    for letter in LETTERS[:seats]:
        if letter not in found:
            found[letter] = free.pop(0)
    return {letter: found[letter] for letter in LETTERS[:seats]}


class Table(harness.Table):
    """A position of Tash-Kalar to play on."""

    def same(self, offered: str, typed: str) -> bool:
        """Whether codes match; an image is given by the squares of its pieces, in any order."""
        if "+" in typed:
            return "+" in offered and set(typed.split("+")) <= set(offered.split("+"))
        return offered == typed

    @property
    def board(self) -> Board:
        """The current pieces."""
        view = GAME.view(self.state, None, self.position.asks)
        return {one.at: LETTERS[one.colour] + {"common": ""}.get(one.rank, one.rank[0]) for one in view.pieces}

    def summons(self, name: str) -> set[str]:
        """The squares where a card in the asked seat's hand can be summoned now."""
        view = GAME.view(self.state, self.seat, self.position.asks)
        return {square for one in view.summons if one.card == card(name) for square in one.squares}

    @property
    def actions(self) -> int:
        return int(self.state.actions)

    @property
    def destroyed(self) -> str:
        """Pieces destroyed this turn: `B 2 0 1`, common, heroic and legendary."""
        return "; ".join(
            f"{LETTERS[colour]} {' '.join(map(str, counts))}"
            for colour, counts in enumerate(self.state.destroyed)
            if any(counts)
        )

    @property
    def points(self) -> list[int]:
        """Points by color: in a duel all of them, in the High Form those of tasks."""
        return [score.points for score in self.state.scores]

    @property
    def by_colour(self) -> list[list[int]]:
        """Melee: points by color, and by the enemy's color."""
        return [list(score.by_colour) for score in self.state.scores]

    def hand(self, seat: int) -> list[str]:
        """The names of beings, legends and flares in a hand."""
        s = self.state
        found = [CARDS[one].id for one in (*s.hands[seat], *s.legends[seat])]
        return [*found, *(FLARES[one].id for one in s.flares[seat])]


def put(
    board: str = "",
    hand: str = "",
    *,
    form: str = "duel",
    seats: int = 0,
    hands: Mapping[str, str] | None = None,
    flare: str = "",
    actions: int = 2,
    **fields: Any,
) -> Table:
    """A position with A on turn and this hand."""
    seats = seats or {"duel": 2, "high": 2, "melee": 3}[form]
    dealt = {letter: cards(names) for letter, names in (hands or {}).items()}
    if hand:
        dealt["A"] = cards(hand)
    position = {
        "form": form,
        "pieces": written(pieces(board)),
        "hands": dealt,
        "flares": {"A": flare} if flare else {},
        "decks": decks(seats, dealt),
        "turn": "A",
        "actions": actions,
        **fields,
    }
    return Table(Position.read(GAME, {"form": form}, position))


class Case(NamedTuple):
    """A being, and the arena after it is summoned."""

    card: str
    what: str
    before: str
    picks: str
    """The summoning square, then the answers to its questions."""
    after: str = "same"
    """The pieces after its effect; empty if only the offer matters."""
    destroyed: str = ""
    actions: int = 1
    """Actions left of two."""
    offer: str = ""
    """The options while the effect is not over; `done?` may be there or not."""
    form: str = "duel"
    seats: int = 0

    @property
    def name(self) -> str:
        return f"{self.card.partition('.')[2]}: {self.what}"


def summon(case: Case) -> Table:
    """The arena after the being of a case was summoned and its questions answered."""
    deck, _, name = case.card.partition(".")
    spare = next(one for one in SPARES[deck] if one != case.card)
    table = put(case.before, f"{case.card} {spare}", form=case.form, seats=case.seats)
    return table.play(f"{name.replace('_', '-')} {case.picks}")


def check(case: Case) -> None:
    """Assert that the case has the expected result."""
    table = summon(case)
    if case.offer:
        assert table.prompt != "action"
        wanted = set(case.offer.split())
        offer = table.offer
        if "done?" in wanted:
            wanted.remove("done?")
            offer.discard("done")
        assert offer == wanted
        assert table.codes[-1] == "done" or "done" not in table.codes
    else:
        assert table.prompt == "action", f"the effect goes on: {table.prompt} {table.codes}"
        assert table.seat == 0
        assert table.actions == case.actions
        assert table.destroyed == case.destroyed
    if case.after != "same":
        assert table.board == pieces(case.after)
    else:
        assert case.offer
