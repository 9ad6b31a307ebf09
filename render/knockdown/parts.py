"""Pictures under the board: the attack row, the viewer's hand, special attacks, skills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say, Text
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_ELIXIRS, PRINTED_FIGHTERS, KnockdownView, SeatView
from render import card_rows
from render.image.canvas import Canvas, Ground
from render.image.sprites import Sprite
from render.knockdown import attacks, board, choices, hand, layout, listing, pointed, words
from render.knockdown.fixed_palette import palette
from render.palette import Theme
from render.picture import Marks
from render.renderer import Part

_ROW: Final = 4
_FREE: Final = ("crow-eye", "pick", "take")
"""Questions for which the range of a card in the row does not matter."""


class _Looking:
    """The view with the viewer's theme and translation."""

    def __init__(self, view: KnockdownView, theme: Theme, marks: Marks, say: Say) -> None:
        self.view, self.theme, self.marks, self.say = view, theme, marks, say
        self.own = view.seats[view.seat] if view.seat is not None else None
        self.rival = view.seats[1 - view.seat] if view.seat is not None else None
        self.asked = marks.question.prompt.removeprefix("knockdown.") if marks.question else ""

    def row(self) -> list[Part]:
        """The attack row with its gaps, in the order of questions; for a player who reacts, only Reactions are in
        range."""
        found = self._row()
        return self._list(words.ROW, found + [_gap(self.theme)] * (_ROW - len(found))) if found else []

    def row_in_panel(self) -> list[Part]:
        """The attack row without gaps and title."""
        found = self._row()
        return self._list(words.ROW, found, titled=False) if found else []

    def offered(self) -> list[Part]:
        """The special attacks and the cards of the row that may be chosen now."""
        if (own := self.own) is None:
            return []
        ids = {*(one.id for one in PRINTED_FIGHTERS[own.fighter].specials), *(one.id for one in self.view.row)}
        shown = [one for one in attacks.PRINTED.values() if one.id in ids and self._state(one.id) == "target"]
        places = attacks.columns(shown, self.say, ticks=False)
        made = [attacks.card(one, "target", self.theme, self.say, places, reaches=None) for one in shown]
        return self._list(words.specials_of(own.fighter), made, titled=False) if made else []

    def _state(self, which: str) -> pointed.State:
        return pointed.state(which, self.marks)

    def _row(self) -> list[Sprite]:
        view = self.view
        hits = view.phase == "turn" and self.asked not in _FREE
        if view.phase not in ("pick", "turn"):
            return []
        acting = words.acting(view)[0]
        answers = acting != view.turn
        reach = {
            one.id: one.reaches[acting] and (not answers or PRINTED_ATTACKS[one.id].type == "reaction")
            for one in view.row
        }
        shown = [PRINTED_ATTACKS[one] for one in words.in_order(reach)]
        places = attacks.columns(shown, self.say, ticks=False)
        return [
            attacks.card(
                one, self._state(one.id), self.theme, self.say, places, reaches=reach[one.id] if hits else None
            )
            for one in shown
        ]

    def hand(self, *, titled: bool = True) -> list[Part]:
        """The viewer's cards and elixirs, if there are any."""
        own = self.own
        if own is None or not own.hand + own.elixirs or self.view.phase not in ("pick", "turn"):
            return []
        marks, theme, say = self.marks, self.theme, self.say
        made = [hand.card(one, pointed.state(one, marks), theme, say) for one in words.in_order(own.hand)]
        brews = [hand.elixir(one, pointed.state(one, marks), theme, say) for one in own.elixirs]
        width, high = hand.CARD
        rows = -(-len(made) // hand.COLUMNS)
        top = listing.PAD + (listing.TITLE if titled else 0)
        below = top + rows * (high + 6)
        canvas = Canvas(_ground(theme, below + (hand.ELIXIR + 6 if brews else 0) + listing.PAD - 6))
        if titled:
            canvas.put(listing.title(say(words.hand_of(own.fighter)), own.seat, theme), layout.EDGE, listing.PAD - 2)
        for n, one in enumerate(made):
            x, y = n % hand.COLUMNS, n // hand.COLUMNS
            canvas.put(one, layout.EDGE + x * (width + 6), top + y * (high + 6))
        for n, one in enumerate(brews):
            canvas.put(one, layout.EDGE + n * (width + 6), below)
        return [Part(words.hand_of(own.fighter), canvas)]

    def hand_in_panel(self) -> list[Part]:
        """The same without a title."""
        return self.hand(titled=False)

    def specials(self) -> list[Part]:
        return self._specials(self.own)

    def rival_specials(self) -> list[Part]:
        return self._specials(self.rival)

    def _specials(self, seat: SeatView | None) -> list[Part]:
        """A fighter's special attacks; if the hand is visible, with whether it can pay for them."""
        if seat is None or not seat.fighter:
            return []
        view, shown = self.view, PRINTED_FIGHTERS[seat.fighter].specials
        seen = (view.open_hands or seat is self.own) and view.phase == "turn"
        places = attacks.columns(shown, self.say, ticks=seen)
        made = [
            attacks.card(
                one,
                pointed.state(one.id, self.marks) if seat is self.own else "ready",
                self.theme,
                self.say,
                places,
                reaches=one.id in seat.ready if seen else None,
                paid=one.id in seat.payable if seen else None,
            )
            for one in shown
        ]
        return self._list(words.specials_of(seat.fighter), made, seat.seat)

    def fighters(self) -> list[Part]:
        """The special attacks of all fighters that may be chosen."""
        if self.view.phase != "fighters" or self.own is None:
            return []
        found = []
        for fighter, printed in PRINTED_FIGHTERS.items():
            places = attacks.columns(printed.specials, self.say, ticks=False)
            made = [attacks.card(one, "ready", self.theme, self.say, places, reaches=None) for one in printed.specials]
            found += self._list(words.specials_of(fighter), made)
        return found

    def skills(self) -> list[Part]:
        """The skills to choose from and those already kept; later the visible skills of both fighters."""
        own, rival = self.own, self.rival
        if own is None or rival is None or not own.fighter:
            return []
        made = [self._skill(one, "up", None) for one in own.draft]
        made += [self._skill(one, "up", own.seat) for one in own.skills]
        made += [self._skill(one, "down", own.seat) for one in own.secret]
        made += [self._skill(one, "up", rival.seat) for one in rival.skills]
        return self._list(words.SKILLS, made) if made else []

    def elixirs(self) -> list[Part]:
        """The elixirs to choose from."""
        offered = [one for one in PRINTED_ELIXIRS if one in self.marks.targets]
        made = [choices.elixir(one, pointed.state(one, self.marks), self.theme, self.say) for one in offered]
        return self._list(words.ELIXIRS, made, titled=False) if made else []

    def _skill(self, skill: str, how: choices.How, owner: int | None) -> Sprite:
        return choices.skill(skill, how, pointed.state(skill, self.marks), self.theme, self.say, owner)

    def _list(self, title: Text, made: Sequence[Sprite], seat: int | None = None, *, titled: bool = True) -> list[Part]:
        y = listing.PAD + (listing.TITLE if titled else 0)
        high = y + sum(one.height for one in made) + (len(made) - 1) * listing.GAP + listing.PAD
        canvas = Canvas(_ground(self.theme, high))
        if titled:
            canvas.put(listing.title(self.say(title), seat, self.theme), layout.EDGE, listing.PAD - 2)
        for one in made:
            canvas.put(one, layout.EDGE, y)
            y += one.height + listing.GAP
        return [Part(title, canvas)]


@lru_cache(128)
def _ground(theme: Theme, height: int) -> Ground:
    return Ground(Image.new("RGB", (board.WIDTH, height), theme.background), palette(theme))


@lru_cache(4)
def _gap(theme: Theme) -> Sprite:
    """An empty place in the row."""
    return card_rows.dotted(layout.ROOM, listing.height(""), theme.groove)


_Shown = Callable[[_Looking], list[Part]]
_HAND: Final[tuple[_Shown, ...]] = (_Looking.hand_in_panel,)
_ALL: Final[tuple[_Shown, ...]] = (
    _Looking.fighters,
    _Looking.row,
    _Looking.hand,
    _Looking.specials,
    _Looking.rival_specials,
    _Looking.skills,
)
_ROW_ONLY: Final[tuple[_Shown, ...]] = (_Looking.row_in_panel,)
_OFFERED: Final[tuple[_Shown, ...]] = (_Looking.offered,)
_PANEL: Final[dict[str, tuple[_Shown, ...]]] = {
    "pick": _ROW_ONLY,
    "action": _ROW_ONLY,
    "crow-eye": _ROW_ONLY,
    "take": _ROW_ONLY,
    "long-reach": _ROW_ONLY,
    "combo": _OFFERED,
    "react": _OFFERED,
    "pay": _HAND,
    "block": _HAND,
    "block-card": _HAND,
    "cut": _HAND,
    "discard": _HAND,
    "hand-limit": _HAND,
    "dash-card": _HAND,
    "brew": (_Looking.elixirs,),
}
"""The parts that each question needs besides board and text; other questions need none."""


def paint_parts(view: KnockdownView, theme: Theme, marks: Marks, say: Say, _bottom: int) -> Sequence[Part]:
    looking = _Looking(view, theme, marks, say)
    return [part for shown in _ALL for part in shown(looking)]


def paint_panel(view: KnockdownView, theme: Theme, marks: Marks, say: Say, _bottom: int) -> Sequence[Part]:
    """The parts for the open question; the hand is part of the board."""
    looking = _Looking(view, theme, marks, say)
    return [part for shown in _PANEL.get(looking.asked, ()) for part in shown(looking)]
