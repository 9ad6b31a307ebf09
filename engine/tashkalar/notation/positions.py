"""Write a state in the protocol's form and read it back; impossible positions are refused with the reason.

Seats and colors are the letters A to D, squares pairs of column and row from 1, cards their ids in content.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.core.game import Impossible, MatchOptions
from engine.core.position_checks import LETTERS, need_phase, shaped
from engine.core.text import text
from engine.tashkalar.board import SQUARES, XY
from engine.tashkalar.data.content import CARDS, DECK, DECKS, FLARES, IS_LEGEND, LEGEND_CARDS, RANKS, TASKS, cards_of
from engine.tashkalar.notation.faults import (
    being_named,
    card_named,
    check,
    colour_named,
    flare_named,
    legend_named,
    seat_named,
    square_at,
    task_named,
)
from engine.tashkalar.notation.position_schema import EARLY, PieceWritten, ScoreWritten, Written
from engine.tashkalar.setup import FORMS, blank, form_for
from engine.tashkalar.state import (
    EMPTY,
    State,
    colour_at,
    colours,
    free_doubles,
    free_legendaries,
    piece,
    rank_at,
    seats,
)
from engine.tashkalar.tasks import lay_out, turn_up
from engine.tashkalar.turn import ACTIONS, FIRST_ACTIONS, PHASES


def write(s: State) -> dict[str, Any]:
    """The state as a position, readable for people."""
    by_seat = LETTERS[: seats(s)]
    by_colour = LETTERS[: len(colours(s))]

    def ids(cards: Iterable[int]) -> list[str]:
        return [CARDS[card].id for card in cards]

    def flares(held: Iterable[int]) -> list[str]:
        return [FLARES[flare].id for flare in held]

    def tasks(held: Iterable[int]) -> list[str]:
        return [TASKS[task].id for task in held]

    written = Written(
        form=s.form,
        seats=seats(s),
        pieces=[
            PieceWritten(LETTERS[colour_at(s, square)], RANKS[rank_at(s, square)], XY[square])
            for square in SQUARES
            if s.board[square] != EMPTY
        ],
        hands={letter: ids([*s.hands[n], *s.legends[n]]) for n, letter in enumerate(by_seat)},
        flares={letter: flares(s.flares[n]) for n, letter in enumerate(by_seat)},
        decks={letter: s.decks[n] for n, letter in enumerate(by_seat) if s.decks[n]},
        random_decks=s.random_decks,
        phase=s.phase,
        first=LETTERS[s.first],
        turn=LETTERS[s.turn],
        control=LETTERS[s.control],
        number=s.number,
        actions=s.actions,
        piles={letter: ids(s.piles[n]) for n, letter in enumerate(by_seat)},
        discards={letter: ids(s.discards[n]) for n, letter in enumerate(by_seat)},
        legend_pile=ids(s.legend_pile),
        legend_discards=ids(s.legend_discards),
        flare_pile=flares(s.flare_pile),
        flare_discards=flares(s.flare_discards),
        tasks=tasks(s.tasks),
        task_pile=tasks(s.task_pile),
        scores={
            letter: ScoreWritten(
                score.points,
                {other: points for other, points in zip(by_colour, score.by_colour, strict=False) if points},
                tasks(score.tasks),
            )
            for letter, score in zip(by_colour, s.scores, strict=True)
        },
        improvised={
            letter: [LETTERS[other] for other, used in enumerate(row) if used]
            for letter, row in zip(by_colour, s.improvised, strict=False)
        },
        destroyed={letter: (a, b, c) for letter, (a, b, c) in zip(by_colour, s.destroyed, strict=True)},
        summoned=[(CARDS[card].id, XY[square]) for card, square in s.summoned],
        discarded=s.discarded,
        borrow=s.borrow,
        again=s.again,
        extra=s.extra,
        more_cards=s.more_cards,
        more_legends=s.more_legends,
        closing=s.closing,
        cause=s.cause,
        outcome=s.outcome,
    )
    plain: dict[str, Any] = msgspec.to_builtins(written)
    return plain


def read(options: MatchOptions, position: Mapping[str, Any], rules: int) -> State:
    """Read a state from its written form, under this rules version."""
    w = shaped(position, Written)
    need_phase(w.phase, PHASES)
    s = _blank(options, w)
    s.rules, s.phase, s.random_decks = rules, w.phase, w.random_decks
    _turn(s, w)
    _pieces(s, w)
    _hands(s, w)
    _decks(s, w)
    _piles(s, w)
    _tasks(s, w)
    _scores(s, w)
    s.outcome = w.outcome
    check(s)
    return s


def _blank(options: MatchOptions, w: Written) -> State:
    """A blank state with the form and number of players, which is set by the last letter named."""
    wanted = str(options["form"]) if w.form is None else w.form
    if wanted not in FORMS and wanted != "auto":
        raise Impossible(text("There is no form {form}: it is one of {known}.", form=wanted, known=", ".join(FORMS)))
    named: list[str] = [w.turn, w.first, *w.hands, *w.flares, *w.decks, *(w.piles or {}), *w.discards]
    named += [one.owner for one in w.pieces]
    count = w.seats
    if count is None:
        count = max((LETTERS.find(letter) + 1 for letter in named), default=2)
        least = FORMS.get(wanted, (2, 3, 4))
        count = next((one for one in least if one >= count), count)
    if count not in (2, 3, 4):
        raise Impossible(text("This game is for two, three or four players."))
    return blank(form_for(wanted, count), count)


def _turn(s: State, w: Written) -> None:
    """Read the current turn and its events so far."""
    s.first, s.turn = seat_named(s, w.first), seat_named(s, w.turn)
    s.control = s.turn if w.control is None else seat_named(s, w.control)
    if s.colours[s.control] != s.colours[s.turn]:
        raise Impossible(text("Only the partner of the player whose turn it is can have control."))
    s.number = 0 if s.phase in (*EARLY, "marks") and w.number == Written().number else w.number
    usual = FIRST_ACTIONS if s.number == 1 else ACTIONS
    s.actions = (usual if s.phase == "turn" else 0) if w.actions is None else w.actions
    s.discarded, s.borrow, s.again, s.extra = w.discarded, w.borrow, w.again, w.extra
    s.more_cards, s.more_legends = w.more_cards, w.more_legends
    s.closing, s.cause = w.closing, w.cause or ("goal" if w.closing >= 0 else "")
    if s.cause not in ("", "goal", "deck") or w.closing > seats(s):
        raise Impossible(text("The end cannot have begun like that."))
    s.summoned = [(card_named(card), square_at(at)) for card, at in w.summoned]
    for letter, counts in w.destroyed.items():
        s.destroyed[colour_named(s, letter)] = list(counts)


def _pieces(s: State, w: Written) -> None:
    """Read the pieces in the arena."""
    for one in w.pieces:
        if one.rank not in RANKS:
            raise Impossible(text("A piece is common, heroic or legendary, not {rank}.", rank=one.rank))
        square = square_at(one.at)
        if s.board[square] != EMPTY:
            raise Impossible(text("Two pieces stand on {at}.", at=str(list(one.at))))
        s.board[square] = piece(colour_named(s, one.owner), RANKS.index(one.rank))
    for colour in colours(s):
        if free_doubles(s, colour) < 0 or free_legendaries(s, colour) < 0:
            raise Impossible(text("Player {letter} has too many pieces in the arena.", letter=LETTERS[colour]))


def _hands(s: State, w: Written) -> None:
    for letter, ids in w.hands.items():
        seat, held = seat_named(s, letter), [card_named(one) for one in ids]
        s.hands[seat] = [card for card in held if not IS_LEGEND[card]]
        s.legends[seat] = [card for card in held if IS_LEGEND[card]]
    for letter, given in w.flares.items():
        flares = [given] if isinstance(given, str) else given
        s.flares[seat_named(s, letter)] = [flare_named(one) for one in flares if one]
    for letter, ids in w.discards.items():
        s.discards[seat_named(s, letter)] = [being_named(one) for one in ids]
    s.legend_discards = [legend_named(one) for one in w.legend_discards]
    s.flare_discards = [flare_named(one) for one in w.flare_discards]


def _decks(s: State, w: Written) -> None:
    """Read the decks: as named, else by the cards in hand, else free ones. `imperial` is the northern one first."""
    for letter, deck in w.decks.items():
        s.decks[seat_named(s, letter)] = _free_deck(s, deck, must=True)
    if s.phase in ("setup", "decks"):
        return
    for seat in range(seats(s)):
        held = [CARDS[card].deck for card in s.hands[seat]]
        if not s.decks[seat] and held:
            s.decks[seat] = _free_deck(s, held[0])
    for seat in range(seats(s)):
        s.decks[seat] = s.decks[seat] or next(deck for deck in DECKS if deck not in s.decks)


def _free_deck(s: State, named: str, *, must: bool = False) -> str:
    fitting = [deck for deck in DECKS if named in (deck, DECK[deck].cards)]
    if not fitting:
        raise Impossible(text("There is no deck {deck}.", deck=named))
    free = [deck for deck in fitting if deck not in s.decks]
    if must and not free:
        raise Impossible(text("Two players cannot have the deck {deck}.", deck=named))
    return free[0] if free else ""


def _piles(s: State, w: Written) -> None:
    """Read the piles; an unnamed pile holds the cards that are nowhere else."""
    if s.phase in EARLY:
        return
    for seat in range(seats(s)):
        if w.piles is None:
            away = {*s.hands[seat], *s.discards[seat]}
            s.piles[seat] = [card for card in cards_of(s.decks[seat]) if card not in away]
    for letter, ids in (w.piles or {}).items():
        s.piles[seat_named(s, letter)] = [being_named(one) for one in ids]
    if w.legend_pile is None:
        away = {card for held in s.legends for card in held} | set(s.legend_discards)
        s.legend_pile = [card for card in LEGEND_CARDS if card not in away]
    else:
        s.legend_pile = [legend_named(one) for one in w.legend_pile]
    if w.flare_pile is None:
        away = {flare for held in s.flares for flare in held} | set(s.flare_discards)
        s.flare_pile = [flare for flare in range(len(FLARES)) if flare not in away]
    else:
        s.flare_pile = [flare_named(one) for one in w.flare_pile]


def _tasks(s: State, w: Written) -> None:
    """Read the tasks of the High Form: as named, else the first of the file that are possible there."""
    if s.form != "high" or s.phase in EARLY:
        return
    claimed = {task_named(task) for score in w.scores.values() for task in score.tasks}
    named = [task_named(task) for task in w.tasks or []]
    away = claimed | set(named)
    if w.tasks is None:
        free = [task for task in range(len(TASKS)) if task not in away]
        named, _aside = lay_out(free)
        away |= set(named)
    s.tasks = named
    if w.task_pile is None:
        s.task_pile = [task for task in range(len(TASKS)) if task not in away]
        turn_up(s)
    else:
        s.task_pile = [task_named(task) for task in w.task_pile]


def _scores(s: State, w: Written) -> None:
    for letter, score in w.scores.items():
        colour = colour_named(s, letter)
        mine = s.scores[colour]
        mine.tasks = [task_named(task) for task in score.tasks]
        mine.points = score.points or sum(TASKS[task].points for task in mine.tasks)
        for other, points in score.by_colour.items():
            if s.form != "melee":
                raise Impossible(text("Points by color exist only in a melee."))
            mine.by_colour[colour_named(s, other)] = points
    for letter, used in w.improvised.items():
        if used and s.form != "melee":
            raise Impossible(text("Improvised summoning exists only in a melee."))
        for other in used:
            s.improvised[colour_named(s, letter)][colour_named(s, other)] = True
