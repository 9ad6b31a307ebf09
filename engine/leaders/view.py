"""What leaves the engine of Leaders towards pictures and words; hidden things (the deck's order) are not in it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.core.ask import Ask
from engine.core.text import Text
from engine.leaders.board import LABELS
from engine.leaders.content import FIGURES
from engine.leaders.state import State, cards
from engine.leaders.threat import in_danger

BLURBS: dict[str, Text] = {
    "leader": Text("Moves one space per action. Captured or surrounded, it loses you the match."),
    "acrobat": Text("Jumps over an adjacent character, then perhaps over another one: reaches far in a crowd."),
    "rider": Text("Rides exactly two empty spaces in a straight line: fast on an open board."),
    "bruiser": Text("Pushes an adjacent enemy one space away and takes its place: opens lines, moves Leaders."),
    "royal_guard": Text("Goes from anywhere next to your Leader, then one more step: guards it, follows its attack."),
    "illusionist": Text("Swaps places with a character seen in a straight line, not adjacent: friend or enemy."),
    "claw_launcher": Text("Flies to a character seen in a straight line, or drags it here. Not if it is adjacent."),
    "manipulator": Text("Moves an enemy seen in a straight line, not adjacent, one space: even the Leader."),
    "wanderer": Text("Goes to any empty space that is not next to an enemy: there wherever you need her."),
    "brewmaster": Text("Moves an adjacent ally one space: gives the others an extra step, the Leader too."),
    "archer": Text("Helps to capture from exactly two spaces away in a straight line. Adjacent, she doesn't count."),
    "assassin": Text("Next to the enemy Leader it captures alone: no second character is needed."),
    "hermit": Text("On one card with the Cub. If both move, one does so directly after the other."),
    "cub": Text("On one card with the Hermit. Blocks and surrounds, but never counts toward a capture."),
    "hermit_and_cub": Text("Two characters on one card: good for surrounding. The Cub never counts toward a capture."),
    "jailer": Text("Enemies next to the Jailer cannot use their active ability: keep him close to them."),
    "protector": Text("Enemy abilities cannot move him or any ally next to him: a safe place for your Leader."),
    "vizier": Text("Wherever the Vizier stands, your Leader may go one extra space: it escapes and attacks faster."),
    "nemesis": Text("Takes no actions, but moves two steps whenever the enemy Leader has moved: follows it."),
}
"""What a character does and is good at, in two short lines, by its id or that of its card."""


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
    """The seats that have something to decide now (the Nemesis' owner, say, in the other's turn)."""
    figures: tuple[Figure, ...]
    market: tuple[str, ...]
    """The cards that can be recruited: three, or in the advanced mode all that are left."""
    deck: int
    """How many cards lie face down."""
    banished: tuple[str, ...]
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    """Each side's cards in the order they came, the Leader first."""
    acted: tuple[str, ...]
    """Characters of the side on turn that have acted in this turn."""
    recruits_left: int
    """How many recruitments the side on turn has still to make in this turn."""
    crown_is_recruit_space: bool
    winners: tuple[int, ...]
    reason: str
    """Empty while the match runs, else one of the game's reasons: `captured`, `resigned` …"""
    seat: int | None = None
    """Whose view this is; nobody's for the public one."""
    in_danger: tuple[int, ...] = ()
    """The sides whose Leader the enemy could capture or surround with two actions, as things stand."""


def view(s: State, seat: int | None, asks: Sequence[Ask]) -> LeadersView:
    """What that seat may see; in Leaders everything but the order of the deck is public."""
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
