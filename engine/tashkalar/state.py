"""The state of a match of Tash-Kalar: plain data. Cards and squares are numbers (see `content` and `board`)."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.game import Outcome
from engine.tashkalar.board import CELLS
from engine.tashkalar.data.content import CONTENT, DECK

EMPTY = 0
"""On the board: no piece. A piece is 1 + 3 × color + rank (see `piece`)."""


class Score(Struct):
    """The score of a color."""

    points: int = 0
    """Duel: points. High Form: points of claimed tasks."""
    by_colour: list[int] = []
    """Melee: points by color of the enemy."""
    tasks: list[int] = []
    """High Form: the tasks claimed."""


class State(Struct):
    form: str
    """`duel`, `high` or `melee`."""
    colours: list[int]
    """By seat: the color of its pieces. Partners share one: [0, 1, 0, 1]."""
    board: bytearray = field(default_factory=lambda: bytearray(CELLS))
    decks: list[str] = []
    """By seat; empty until it is chosen."""
    random_decks: bool = False
    phase: str = "setup"
    """`setup`, `decks`, `deal`, `marks`, `turn`, `ending`."""
    first: int = 0
    """The seat that begins the match."""
    turn: int = 0
    """The seat whose turn it is."""
    control: int = 0
    """The seat that decides: the one on turn, or the partner with control."""
    number: int = 0
    """Turns begun so far."""
    actions: int = 0
    """Actions left in this turn."""
    hands: list[list[int]] = []
    """By seat: beings of its own deck in hand."""
    legends: list[list[int]] = []
    """By seat: legends in hand. One of two partners holds the team's."""
    flares: list[list[int]] = []
    """By seat: flares in hand."""
    piles: list[list[int]] = []
    """By seat, the next card first."""
    discards: list[list[int]] = []
    """By seat, the latest last; public."""
    legend_pile: list[int] = []
    legend_discards: list[int] = []
    flare_pile: list[int] = []
    flare_discards: list[int] = []
    tasks: list[int] = []
    """The current tasks."""
    task_pile: list[int] = []
    """The task pile, the next task (face up) first."""
    scores: list[Score] = []
    """By color."""
    improvised: list[list[bool]] = []
    """In a melee, by color: the colors against which it has used its improvised summoning."""
    destroyed: list[list[int]] = []
    """Enemy pieces destroyed this turn, by color and rank."""
    summoned: list[tuple[int, int]] = []
    """Beings summoned this turn and their summoning squares."""
    discarded: bool = False
    """Whether the discard action has been used in this turn."""
    borrow: bool = False
    """Whether the War Summoner lets the next being of this turn use an enemy piece."""
    again: bool = False
    """Whether another turn of the same player follows (Time Elemental)."""
    extra: bool = False
    """Whether this is the additional turn."""
    more_cards: int = 0
    """Extra cards to draw from the player's deck at the end of this turn."""
    more_legends: int = 0
    """Extra legends to draw at the end of this turn."""
    closing: int = -1
    """Turns left once the end has begun; −1 before that."""
    cause: str = ""
    """The cause of the end: `goal` or `deck`."""
    outcome: Outcome | None = None
    rules: int = 1
    """The rules version that the match began with; a changed reading asks `if s.rules >= 2`."""


def piece(colour: int, rank: int) -> int:
    """The number that stands for a piece on the board."""
    return 1 + 3 * colour + rank


def colour_at(s: State, square: int) -> int:
    """The color of the piece there, −1 for an empty square."""
    return (s.board[square] + 2) // 3 - 1


def rank_at(s: State, square: int) -> int:
    """The rank of the piece there, −1 for an empty square."""
    found = s.board[square]
    return (found - 1) % 3 if found else -1


def seats(s: State) -> int:
    return len(s.colours)


def colours(s: State) -> range:
    """All colors in play."""
    return range(len(s.scores))


def enemies(s: State, colour: int) -> list[int]:
    """The other colors."""
    return [other for other in colours(s) if other != colour]


def teams(s: State) -> bool:
    """Whether two teams of two play."""
    return seats(s) > len(colours(s))


def partner(s: State, seat: int) -> int:
    """In a match of teams: the other seat of the same color."""
    return (seat + 2) % 4


def hue_of(s: State, colour: int) -> str:
    """The name of the pieces' color, from the deck of its first seat; empty until that is chosen."""
    deck = s.decks[s.colours.index(colour)]
    return DECK[deck].hue if deck else ""


_MARKERS = {"high": 0, "duel": 1}
"""Number of pieces of a color that mark scores, by form; in a melee it is one for each other color."""


def double_stock(s: State) -> int:
    """Number of double-sided pieces of each color without the score markers."""
    lent = len(colours(s)) - 1 if s.form == "melee" else _MARKERS[s.form]
    return CONTENT.double_sided - lent


def free_doubles(s: State, colour: int) -> int:
    """Double-sided pieces left in the supply; common and heroic pieces are their two sides."""
    first = piece(colour, 0)
    return double_stock(s) - s.board.count(first) - s.board.count(first + 1)


def free_legendaries(s: State, colour: int) -> int:
    return CONTENT.legendary - s.board.count(piece(colour, 2))


def pieces(s: State, colour: int) -> int:
    """Number of pieces of a color in the arena."""
    first, count = 1 + 3 * colour, s.board.count
    return count(first) + count(first + 1) + count(first + 2)


def upgraded(s: State, colour: int) -> int:
    """Number of heroic and legendary pieces of a color in the arena."""
    first, count = 1 + 3 * colour, s.board.count
    return count(first + 1) + count(first + 2)
