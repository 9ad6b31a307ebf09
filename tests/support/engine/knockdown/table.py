"""Positions of Knockdown in one line, played by codes and read back.

`at` has the spaces of A and B; hand, row and deck are card names with spaces between them. By default the Mistling
fights Brother Alembic: neither has Reactions, nor resists movement.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.core.position import Position
from engine.knockdown.arena import LABEL
from engine.knockdown.data.content import CARDS, CONTENT, SKILLS
from engine.knockdown.game import GAME
from engine.registry import game_for
from tests.support.engine import harness

LETTERS = harness.LETTERS[:2]
NONE: Mapping[str, Any] = MappingProxyType({})
Damage = tuple[int, int]
"""Heavy and light damage."""
NAMES = tuple(card.id for card in CARDS)
PLAIN = tuple(card.id for card in CARDS if card.type != "reaction" and not card.ko)
"""Cards for filling a row, without Reactions."""
FIGHTERS = ("mistling", "adder_daughter", "brother_alembic", "barrow_warden")


class Table(harness.Table):
    """A position of Knockdown to play on."""

    @property
    def at(self) -> str:
        """The spaces of both fighters: `f4 f6`."""
        return " ".join(LABEL[one.at] for one in self.state.seats)

    def damage(self, seat: int) -> Damage:
        one = self.state.seats[seat]
        return one.heavy, one.light

    @property
    def cubes(self) -> tuple[Damage, Damage]:
        """The damage of both."""
        return self.damage(0), self.damage(1)

    def hand(self, seat: int) -> set[str]:
        held = [NAMES[card] for card in self.state.seats[seat].hand]
        assert len(set(held)) == len(held)
        return set(held)

    def skills(self, seat: int) -> list[str]:
        """Face-up skills."""
        return [SKILLS[skill].id for skill in self.state.seats[seat].skills]

    @property
    def row(self) -> set[str]:
        return {NAMES[card] for card in self.state.row}

    @property
    def discards(self) -> set[str]:
        return {NAMES[card] for card in self.state.discards}

    @property
    def kinds(self) -> list[str]:
        """The kinds of all events since the last `play` began."""
        return [event.kind for event in self.events]

    def view(self, seat: int | None) -> Any:
        return GAME.view(self.state, seat, self.position.asks)


def put(
    at: str = "f4 f6",
    row: str = "",
    *,
    fighters: str = "mistling brother_alembic",
    a: str = "",
    b: str = "",
    cubes: tuple[Damage, Damage] = ((0, 0), (0, 0)),
    skills: tuple[str, str] = ("", ""),
    turn: str = "A",
    actions: int = 2,
    deck: str | None = None,
    fill: bool = True,
    options: Mapping[str, str | int | bool] | None = None,
    rules: int = GAME.rules_version,
    **fields: Any,
) -> Table:
    """A position with these hands for A and B; the row holds `row`, filled up with harmless cards."""
    wanted, hands = row.split(), {"A": a.split(), "B": b.split()}
    stacked = None if deck is None else deck.split()
    taken = {*wanted, *hands["A"], *hands["B"], *(stacked or ())}
    spare = [name for name in PLAIN if name not in taken]
    laid = wanted + spare[: max(0, CONTENT.row - len(wanted)) if fill else 0]
    position: dict[str, Any] = {
        "fighters": dict(zip(LETTERS, fighters.split(), strict=True)),
        "at": dict(zip(LETTERS, at.upper().split(), strict=True)),
        "hands": hands,
        "row": laid,
        "damage": {letter: list(cubes[seat]) for seat, letter in enumerate(LETTERS)},
        "skills": {letter: skills[seat].split() for seat, letter in enumerate(LETTERS)},
        "turn": turn,
        "actions": actions,
        **fields,
    }
    if stacked is not None:
        position["deck"] = stacked
        position.setdefault("discards", [name for name in NAMES if name not in {*taken, *laid}])
    return Table(Position.read(game_for(GAME.key, rules), options or {}, position))


def new(seed: str = "ring", **options: str | int | bool) -> Table:
    """A new match at its first question."""
    return Table(Position.new(GAME, options, 2, seed))
