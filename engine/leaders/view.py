"""The view of Leaders for pictures and text, without hidden things (the deck's order)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.core.ask import Ask
from engine.leaders.board import LABELS
from engine.leaders.data.content import FIGURES
from engine.leaders.state import State, cards
from engine.leaders.threat import in_danger


class Figure(Struct, frozen=True):
    """A character on the board. `side` 0 is South (Gold, starts at D1), 1 is North (Violet, starts at D7)."""

    id: str
    side: int
    at: str
    acted: bool = False


class LeadersView(Struct, frozen=True):
    """The public position. Spaces are labels A1..G4; cards are ids of `content.toml` (`hermit_and_cub` is one card)."""

    mode: str
    """`basic` (a market of three, a deck) or `advanced` (all cards open, banishments)."""
    turn: int
    """The side whose turn it is."""
    turn_number: int
    phase: str
    """`banish`, `action`, `recruit` or `over`."""
    to_move: tuple[int, ...]
    """The seats that have a decision to make now (for example the Nemesis' owner on the other side's turn)."""
    figures: tuple[Figure, ...]
    market: tuple[str, ...]
    """The cards that can be recruited: three, or in the advanced mode all that are left."""
    deck: int
    """Number of face-down cards."""
    banished: tuple[str, ...]
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    """Each side's cards in the order they came, the Leader first."""
    acted: tuple[str, ...]
    """Characters of the side on turn that have acted in this turn."""
    recruits_left: int
    """Number of recruitments that the side on turn still has to make this turn."""
    crown_is_recruit_space: bool
    winners: tuple[int, ...]
    reason: str
    """Empty while the match runs, else one of the game's reasons: `captured`, `resigned` …"""
    seat: int | None = None
    """The seat that this view is for; None for the public view."""
    in_danger: tuple[int, ...] = ()
    """Sides whose Leader the enemy could capture or surround with two actions on the current board."""


def view(s: State, seat: int | None, asks: Sequence[Ask]) -> LeadersView:
    """The position as the seat may see it; in Leaders everything but the order of the deck is public."""
    figures = tuple(
        Figure(FIGURES[figure], side, LABELS[s.at[figure]], side == s.turn and bool(s.acted >> figure & 1))
        for side in (0, 1)
        for figure in s.squads[side]
    )
    outcome = s.outcome
    return LeadersView(
        mode=s.mode,
        turn=s.turn,
        turn_number=s.number,
        phase="over" if outcome else s.phase,
        to_move=tuple(ask.seat for ask in asks),
        figures=figures,
        market=tuple(s.market),
        deck=len(s.deck),
        banished=tuple(s.banished),
        teams=(("leader", *cards(s, 0)), ("leader", *cards(s, 1))),
        acted=tuple(FIGURES[figure] for figure in s.squads[s.turn] if s.acted >> figure & 1),
        recruits_left=s.recruits,
        crown_is_recruit_space=s.crown,
        winners=outcome.winners if outcome else (),
        reason=outcome.reason if outcome else "",
        seat=seat,
        in_danger=tuple(side for side in (0, 1) if in_danger(s, side)),
    )


def characters(view: LeadersView, seat: int) -> tuple[str, ...]:
    """The characters of a side, the Leader first."""
    return view.teams[seat]
