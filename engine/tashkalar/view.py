"""The view of Tash-Kalar for pictures and text, without others' hands and piles."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.core.ask import Ask
from engine.core.masks import spaces_of
from engine.core.text import Text
from engine.tashkalar.board import CENTRAL, GREEN, LABEL, RED, SQUARES
from engine.tashkalar.data.content import CARD_NAME, CARDS, CONTENT, DOES, FLARE_NAME, FLARES, RANKS, TASK_NAME, TASKS
from engine.tashkalar.scoring import goal, total
from engine.tashkalar.state import (
    EMPTY,
    State,
    colour_at,
    colours,
    double_stock,
    free_doubles,
    free_legendaries,
    hue_of,
    rank_at,
    seats,
    teams,
)
from engine.tashkalar.summoning import matches, places, summonable


class CardView(Struct, frozen=True):
    """A being or legend as it is printed."""

    id: str
    name: Text
    rank: str
    deck: str
    """`imperial`, `highland`, `sylvan` or `legends`."""
    pattern: tuple[str, ...]
    """Rows of signs: c h l for a piece of at least that rank, @ for the summoning square, C H for one that must hold a
    piece."""
    marks: tuple[str, ...]
    """Rows of signs, as large as the pattern: 1 2 for colored squares; or empty."""
    arrows: tuple[str, ...]
    """Directions from the summoning square: `n`, `ne` …"""
    text: Text


class FlareView(Struct, frozen=True):
    """A flare as it is printed: how many pieces the opponent must be ahead by, and the effect."""

    id: str
    name: Text
    upper_needs: int
    """How many more upgraded pieces the opponent must have."""
    upper: Text
    lower_needs: int
    """How many more pieces in all the opponent must have."""
    lower: Text


class TaskCardView(Struct, frozen=True):
    id: str
    name: Text
    type: str
    """`destruction`, `coloured_squares`, `summoning`, `board_pattern` or `enemy_position`."""
    points: int
    advanced: bool
    text: Text


PRINTED_CARDS: dict[str, CardView] = {
    card.id: CardView(
        card.id, CARD_NAME[n], card.rank, card.deck, card.pattern, card.marks, card.arrows, Text(card.text)
    )
    for n, card in enumerate(CARDS)
}
PRINTED_FLARES: dict[str, FlareView] = {
    flare.id: FlareView(
        flare.id, FLARE_NAME[n], flare.upper.needs, DOES[flare.upper.does], flare.lower.needs, DOES[flare.lower.does]
    )
    for n, flare in enumerate(FLARES)
}
PRINTED_TASKS: dict[str, TaskCardView] = {
    task.id: TaskCardView(task.id, TASK_NAME[n], task.type, task.points, task.advanced, Text(task.text))
    for n, task in enumerate(TASKS)
}


class PieceView(Struct, frozen=True):
    colour: int
    rank: str
    """`common`, `heroic` or `legendary`."""
    at: str
    """The square as typed: `e5`, column and row from the top left."""


class ColourView(Struct, frozen=True):
    """A color: a player's or a team's pieces and score."""

    colour: int
    hue: str
    """`blue`, `red`, `yellow` or `green`; empty until the deck is chosen."""
    seats: tuple[int, ...]
    points: int
    """Duel: points. High Form: tasks and legendary pieces in the arena. Melee: the lowest of the points by color."""
    by_colour: tuple[int, ...]
    """Melee: points by color of the enemy (0 for its own place); empty in the other forms."""
    tasks: tuple[str, ...]
    """High Form: the ids of the tasks claimed."""
    improvised: tuple[int, ...]
    """Melee: the colors against which improvised summoning is used up."""
    doubles: int
    """Double-sided pieces (common and heroic) not in the arena."""
    doubles_of: int
    """All double-sided pieces of the color."""
    legendaries: int
    """Legendary pieces not in the arena."""
    legendaries_of: int


class SummonView(Struct, frozen=True):
    """The squares where a card in hand can be summoned now."""

    card: str
    squares: tuple[str, ...]
    uses: tuple[tuple[str, ...], ...] = ()
    """For each square: the pieces that the patterns there use, by their squares."""


class SeatView(Struct, frozen=True):
    seat: int
    colour: int
    deck: str
    """Empty until it is chosen, else `northern_imperial`, `southern_imperial`, `highland` or `sylvan`."""
    beings: int
    """Number of beings in hand."""
    legends: int
    flares: int
    pile: int
    discards: tuple[str, ...]
    """Card ids, the latest last."""
    hand: tuple[str, ...]
    """The viewer's own beings and legends; empty for other seats."""
    flare: tuple[str, ...]
    """The viewer's own flares."""


class TashkalarView(Struct, frozen=True):
    form: str
    """`duel`, `high` or `melee`."""
    teams: bool
    phase: str
    """`decks`, `marks`, `turn` or `over`."""
    turn: int
    """The seat whose turn it is."""
    control: int
    """The seat that decides: the one on turn, or its partner."""
    number: int
    """Turns begun so far."""
    actions: int
    """Actions left in this turn."""
    to_move: tuple[int, ...]
    colours: tuple[ColourView, ...]
    seats: tuple[SeatView, ...]
    pieces: tuple[PieceView, ...]
    red: tuple[str, ...]
    green: tuple[str, ...]
    central: tuple[str, ...]
    """The darker squares in the middle, in High Form only."""
    tasks: tuple[str, ...]
    """High Form: the ids of the three current tasks."""
    next_task: str
    """Empty if there is no next task."""
    task_pile: int
    legend_pile: int
    legend_discards: tuple[str, ...]
    flare_pile: int
    flare_discards: tuple[str, ...]
    destroyed: tuple[tuple[int, int, int], ...]
    """By color: its common, heroic and legendary pieces destroyed this turn by the player on turn."""
    goal: int
    """The points that start the end: 9, 18, 12 or 10."""
    closing: int
    """Turns left once the end has begun, −1 before that."""
    extra: bool
    """Whether this is another turn by the Time Elemental."""
    winners: tuple[int, ...]
    reason: str
    """Empty while the match runs."""
    summons: tuple[SummonView, ...] = ()
    """The squares where each card of the viewer's hand could be summoned now."""
    being: str = ""
    """The square where the being came whose effect asks now; empty without one."""
    pattern: tuple[str, ...] = ()
    """The squares of the pieces that it was summoned with, as long as they are certain."""
    seat: int | None = None


def view(s: State, seat: int | None, asks: Sequence[Ask]) -> TashkalarView:
    """The view of a seat: everything except others' hands and the order of piles."""
    outcome, being = s.outcome, _being(s, asks)
    return TashkalarView(
        form=s.form,
        teams=teams(s),
        phase="over" if outcome else _PHASES.get(s.phase, s.phase),
        turn=s.turn,
        control=s.control,
        number=s.number,
        actions=s.actions,
        to_move=tuple(ask.seat for ask in asks),
        colours=tuple(_colour_view(s, colour) for colour in colours(s)),
        seats=tuple(_seat_view(s, one, one == seat) for one in range(seats(s))),
        pieces=tuple(
            PieceView(colour_at(s, square), RANKS[rank_at(s, square)], LABEL[square])
            for square in SQUARES
            if s.board[square] != EMPTY
        ),
        red=_RED,
        green=_GREEN,
        central=_CENTRAL if s.form == "high" else (),
        tasks=tuple(TASKS[task].id for task in s.tasks),
        next_task=TASKS[s.task_pile[0]].id if s.task_pile else "",
        task_pile=len(s.task_pile),
        legend_pile=len(s.legend_pile),
        legend_discards=_ids(s.legend_discards),
        flare_pile=len(s.flare_pile),
        flare_discards=tuple(FLARES[flare].id for flare in s.flare_discards),
        destroyed=tuple((common, heroic, legendary) for common, heroic, legendary in s.destroyed),
        goal=goal(s),
        closing=s.closing,
        extra=s.extra,
        winners=outcome.winners if outcome else (),
        reason=outcome.reason if outcome else "",
        summons=_summons(s, seat) if seat is not None and s.phase == "turn" and not outcome else (),
        being=LABEL[being[1]] if being else "",
        pattern=_pattern(s, *being) if being else (),
        seat=seat,
    )


_PHASES = {"setup": "decks", "deal": "decks", "ending": "turn"}


def in_hand(view: TashkalarView, seat: int) -> tuple[str, ...]:
    """The beings, legends and flares in a seat's hand."""
    return (*view.seats[seat].hand, *view.seats[seat].flare)


def _labels(found: int) -> tuple[str, ...]:
    return tuple(LABEL[square] for square in spaces_of(found))


_RED, _GREEN, _CENTRAL = _labels(RED), _labels(GREEN), _labels(CENTRAL)


def _ids(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(CARDS[card].id for card in cards)


def _colour_view(s: State, colour: int) -> ColourView:
    score = s.scores[colour]
    return ColourView(
        colour=colour,
        hue=hue_of(s, colour),
        seats=tuple(seat for seat in range(seats(s)) if s.colours[seat] == colour),
        points=total(s, colour),
        by_colour=tuple(score.by_colour),
        tasks=tuple(TASKS[task].id for task in score.tasks),
        improvised=tuple(other for other, used in enumerate(s.improvised[colour]) if used) if s.improvised else (),
        doubles=free_doubles(s, colour),
        doubles_of=double_stock(s),
        legendaries=free_legendaries(s, colour),
        legendaries_of=CONTENT.legendary,
    )


def _seat_view(s: State, one: int, own: bool) -> SeatView:
    return SeatView(
        seat=one,
        colour=s.colours[one],
        deck=s.decks[one],
        beings=len(s.hands[one]),
        legends=len(s.legends[one]),
        flares=len(s.flares[one]),
        pile=len(s.piles[one]),
        discards=_ids(s.discards[one]),
        hand=_ids([*s.hands[one], *s.legends[one]]) if own else (),
        flare=tuple(FLARES[flare].id for flare in s.flares[one]) if own else (),
    )


def _summons(s: State, seat: int) -> tuple[SummonView, ...]:
    colour = s.colours[seat]
    found = [(card, places(s, colour, card)) for card in summonable(s, colour, [*s.hands[seat], *s.legends[seat]])]
    return tuple(
        SummonView(CARDS[card].id, _labels(squares), tuple(_used(s, seat, card, at) for at in spaces_of(squares)))
        for card, squares in found
    )


def _being(s: State, asks: Sequence[Ask]) -> tuple[int, int] | None:
    """The card and the square of the being whose effect asks; None without one."""
    if not s.summoned:
        return None
    card, at = s.summoned[-1]
    return (card, at) if any(ask.about[:1] == (CARDS[card].id,) for ask in asks) else None


def _pattern(s: State, card: int, at: int) -> tuple[str, ...]:
    """The squares of the being's pattern; empty if several could have been used, or pieces of it have left."""
    ways = {frozenset(match.used) for match in matches(s, s.colours[s.turn], card, at)}
    return tuple(LABEL[square] for used in ways for square in sorted(used)) if len(ways) == 1 else ()


def _used(s: State, seat: int, card: int, at: int) -> tuple[str, ...]:
    used = {square for match in matches(s, s.colours[seat], card, at) for square in match.used}
    return tuple(LABEL[square] for square in sorted(used))
