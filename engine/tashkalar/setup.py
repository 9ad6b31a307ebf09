"""Set-up before the first turn: starting player, decks, cards and tasks, the opening pieces of a deathmatch."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Roll, Script, Shuffle
from engine.core.game import Impossible, MatchOptions
from engine.core.text import text
from engine.tashkalar import options
from engine.tashkalar.board import DIAMONDS, SPLIT_DIAMONDS
from engine.tashkalar.data.content import COMMON, CONTENT, DECKS, FLARES, FORM_NAMES, LEGEND_CARDS, TASKS, cards_of
from engine.tashkalar.pieces import put
from engine.tashkalar.state import Score, State, colours, partner, seats, teams
from engine.tashkalar.tasks import lay_out, turn_up

FORMS: dict[str, tuple[int, ...]] = {"duel": (2, 4), "high": (2, 4), "melee": (3, 4)}
"""By form: the possible numbers of players; four in a form for two sides are two teams."""


def blank(form: str, count: int) -> State:
    """A new match of `count` seats before set-up."""
    sides = count if form == "melee" else 2
    return State(
        form=form,
        colours=[seat % sides for seat in range(count)],
        decks=[""] * count,
        hands=[[] for _ in range(count)],
        legends=[[] for _ in range(count)],
        flares=[[] for _ in range(count)],
        piles=[[] for _ in range(count)],
        discards=[[] for _ in range(count)],
        scores=[Score(by_colour=[0] * sides if form == "melee" else []) for _ in range(sides)],
        improvised=[[False] * sides for _ in range(sides)] if form == "melee" else [],
        destroyed=[[0, 0, 0] for _ in range(sides)],
    )


def form_for(wanted: str, count: int) -> str:
    """The form for this number of players; `auto` is the fitting deathmatch."""
    form = ("duel" if count == 2 else "melee") if wanted == "auto" else wanted
    if count not in FORMS[form]:
        counts = ", ".join(str(n) for n in FORMS[form])
        raise Impossible(text("{form} is for {counts} players.", form=FORM_NAMES[form], counts=counts))
    return form


def start(options: MatchOptions, count: int) -> State:
    """The state before set-up."""
    s = blank(form_for(str(options["form"]), count), count)
    s.random_decks = options["decks"] == "random"
    return s


def in_order(s: State) -> list[int]:
    """The seats in the order of their first turns."""
    return [(s.first + n) % seats(s) for n in range(seats(s))]


def set_up(s: State) -> Script[None]:
    """Choose the starting player at random."""
    s.first = yield Roll(seats(s))
    s.turn = s.control = s.first
    yield Event("started", {"form": s.form, "first": s.first})
    if s.random_decks:
        dealt = yield Shuffle(DECKS)
        for seat in in_order(s):
            s.decks[seat] = dealt[seat]
            yield Event("deck", {"seat": seat, "deck": dealt[seat]})
        s.phase = "deal"
    else:
        s.phase = "decks"


def choose_deck(s: State) -> Script[None]:
    """Choose decks in turn order, each once. Partners play with the pieces of their first seat's deck."""
    seat = next(seat for seat in in_order(s) if not s.decks[seat])
    choices = [options.DECK[deck] for deck in DECKS if deck not in s.decks]
    s.decks[seat] = yield Ask(seat, "tashkalar.deck", choices)
    yield Event("deck", {"seat": seat, "deck": s.decks[seat]})
    if all(s.decks):
        s.phase = "deal"


def deal(s: State) -> Script[None]:
    """Shuffle all decks; deal everyone three beings, two legends and a flare, and a team two legends."""
    s.legend_pile = yield Shuffle(LEGEND_CARDS)
    s.flare_pile = yield Shuffle(range(len(FLARES)))
    for seat in in_order(s):
        s.piles[seat] = yield Shuffle(cards_of(s.decks[seat]))
        s.hands[seat], s.piles[seat] = s.piles[seat][: CONTENT.hand], s.piles[seat][CONTENT.hand :]
        s.flares[seat] = [s.flare_pile.pop(0)]
        if not teams(s) or not s.legends[partner(s, seat)]:
            s.legends[seat] = [s.legend_pile.pop(0) for _ in range(CONTENT.legends_in_hand)]
    if s.form == "high":
        deck = yield Shuffle(range(len(TASKS)))
        s.tasks, aside = lay_out(deck)
        s.task_pile = yield Shuffle([*deck, *aside])
        turn_up(s)
        yield Event("tasks", {"tasks": [TASKS[task].id for task in s.tasks]})
    s.phase = "begin" if s.form == "high" else "marks"


def first_pieces(s: State) -> Script[None]:
    """Let the last player in turn order place the opening pieces on the marked squares of the deathmatch."""
    seat = in_order(s)[-1]
    if s.form == "duel":
        one, other = DIAMONDS
        colour, at = yield Ask(seat, "tashkalar.mark", [options.mark(s, colour, one) for colour in colours(s)])
        yield put(s, colour, COMMON, at)
        yield put(s, 1 - colour, COMMON, other)
    else:
        left = list(colours(s))
        if len(left) > len(SPLIT_DIAMONDS):
            left.remove(s.colours[in_order(s)[1]])
        for pair in SPLIT_DIAMONDS:
            choices = [options.mark(s, colour, square) for colour in left for square in pair]
            colour, at = yield Ask(seat, "tashkalar.mark", choices)
            left.remove(colour)
            yield put(s, colour, COMMON, at)
    s.phase = "begin"
