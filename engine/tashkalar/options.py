"""The options of questions, built once: squares, pieces, cards, directions, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine.core.ask import Option
from engine.core.masks import by_mask, mask, spaces_of
from engine.core.text import Text, joined, text
from engine.core.words import Words
from engine.tashkalar.board import LABEL, NAMES, SIDE, SQUARES, WIDTH
from engine.tashkalar.data.content import (
    CARD_NAME,
    CARDS,
    CONTENT,
    DECK_NAME,
    FLARE_NAME,
    FLARES,
    HUE_NAME,
    RANKS,
    TASK_NAME,
    TASKS,
)
from engine.tashkalar.pieces import occupied
from engine.tashkalar.state import State, colour_at, colours, hue_of, rank_at

DONE_HERE = -1
"""The value of `done`: no further square."""

WORDS = Words()
PLACE = WORDS.option("place", Text("Place a piece"), ("place", 0))
DISCARD = replace(WORDS.option("discard", Text("Discard a being"), ("discard", 0)), rank=1)
"""Rarely of use: it comes last."""
PASS = WORDS.option("pass", Text("Pass control to your partner"), ("pass", 0))
END = WORDS.option("end", Text("End the turn"), ("end", 0))
DONE = WORDS.option("done", Text("Done"), DONE_HERE)
NO = WORDS.option("done", Text("Skip"), DONE_HERE)
NO_SUMMONS = WORDS.option("done", Text("Choose another action"), DONE_HERE)
NO_TASK = WORDS.option("none", Text("No task"), DONE_HERE)
GAIN = WORDS.option("action", Text("Gain an action"), "action")
LOWER = WORDS.option("lower", text("Downgrade it and place a common piece", typed=Text("downgrade")), "lower")
NEAR = WORDS.option("near", Text("Non-legendary enemies next to it"), "near")
FAR = WORDS.option("far", Text("Enemy commons up to two squares away"), "far")
EITHER: dict[str, Option] = {
    one.code: one
    for one in (
        WORDS.option("place", Text("Place a common piece"), "place"),
        WORDS.option("raise", Text("Upgrade a common piece"), "raise"),
        WORDS.option("move", Text("Move a common piece"), "move"),
        WORDS.option("convert", text("Convert an enemy common piece", typed=Text("convert")), "convert"),
    )
}

RANK_NAME: dict[str, Text] = {
    "common": Text("common piece"),
    "heroic": Text("heroic piece"),
    "legendary": Text("legendary piece"),
}
WAY_NAME = (Text("N"), Text("NE"), Text("E"), Text("SE"), Text("S"), Text("SW"), Text("W"), Text("NW"))

SQUARE: dict[int, Option] = {
    square: Option(LABEL[square], Text(LABEL[square]), (LABEL[square],), square) for square in SQUARES
}
_PIECE: dict[tuple[str, int], dict[int, Option]] = {
    (hue, rank): {
        square: Option(
            LABEL[square],
            text("{at}: {rank}, {side}", at=LABEL[square], rank=RANK_NAME[RANKS[rank]], side=HUE_NAME[hue]),
            (LABEL[square],),
            square,
        )
        for square in SQUARES
    }
    for hue in HUE_NAME
    for rank in range(3)
}
_TAKING: dict[tuple[str, int], dict[int, Option]] = {
    (hue, rank): {
        square: Option(
            LABEL[square],
            text(
                "{at}: destroys the {rank:acc} ({side})",
                at=LABEL[square],
                rank=RANK_NAME[RANKS[rank]],
                side=HUE_NAME[hue],
            ),
            (LABEL[square],),
            square,
        )
        for square in SQUARES
    }
    for hue in HUE_NAME
    for rank in range(3)
}
"""By piece: options for a square that a piece goes to, with the piece that it destroys there."""
PLACING: dict[int, Option] = {
    square: Option(LABEL[square], text("{at}: place a common piece", at=LABEL[square]), (LABEL[square],), square)
    for square in SQUARES
}
UPGRADING: dict[int, Option] = {
    square: Option(LABEL[square], text("{at}: upgrade your common piece", at=LABEL[square]), (LABEL[square],), square)
    for square in SQUARES
}
DECK: dict[str, Option] = {one.id: Option(one.code, DECK_NAME[one.id], (), one.id) for one in CONTENT.deck}
CARD: tuple[Option, ...] = tuple(Option(card.code, CARD_NAME[n], (card.id,), n) for n, card in enumerate(CARDS))
SUMMON: tuple[Option, ...] = tuple(
    Option(card.code, text("Summon: {card}", card=CARD_NAME[n]), (card.id,), ("summon", n))
    for n, card in enumerate(CARDS)
)
FLARE: tuple[Option, ...] = tuple(
    Option(flare.code, FLARE_NAME[n], (flare.id,), -n - 2) for n, flare in enumerate(FLARES)
)
"""Options for flares among cards: their values are below those of cards and of `done`."""
INVOKE: tuple[Option, ...] = tuple(
    Option(flare.code, text("Invoke: {card}", card=FLARE_NAME[n]), (flare.id,), ("flare", n))
    for n, flare in enumerate(FLARES)
)
TASK: tuple[Option, ...] = tuple(
    Option(
        task.code,
        text("{task} ({n} point)", "{task} ({n} points)", task=TASK_NAME[n], n=task.points),
        (task.id,),
        n,
    )
    for n, task in enumerate(TASKS)
)
STORM_MOVES = (5, 3, 1)
"""By rank: the most combat moves of the Storm Elemental's piece."""
OF_RANK: tuple[Option, ...] = tuple(
    Option(
        rank,
        text("{rank}, up to {n} combat move", "{rank}, up to {n} combat moves", rank=RANK_NAME[rank], n=STORM_MOVES[n]),
        (),
        n,
    )
    for n, rank in enumerate(RANKS)
)
LETTERS = "abcd"

# The options of a mask, row by row: the options of every set of squares in a row are built in advance.
_ROW_BITS = (1 << SIDE) - 1
_ROWS: tuple[tuple[tuple[Option, ...], ...], ...] = tuple(
    by_mask((SQUARE[square],) if square in SQUARE else () for square in range(y * WIDTH, y * WIDTH + SIDE))
    for y in range(SIDE)
)


def _by_rows(found: int) -> Iterator[Option]:
    for row in _ROWS:
        yield from row[found & _ROW_BITS]
        found >>= WIDTH


def squares(found: int) -> list[Option]:
    """Options for the squares of a mask."""
    return list(_by_rows(found))


def pieces(s: State, found: int) -> list[Option]:
    """Options for the pieces on a mask's squares, labeled with rank and color."""
    hues = [hue_of(s, colour) for colour in colours(s)]
    return [_PIECE[hues[colour_at(s, square)], rank_at(s, square)][square] for square in spaces_of(found)]


def ends(s: State, found: int) -> list[Option]:
    """Options for squares that a piece may go to, each with the piece that it destroys there."""
    taken = occupied(s)
    if not found & taken:
        return squares(found)
    hues = [hue_of(s, colour) for colour in colours(s)]
    return [
        _TAKING[hues[colour_at(s, square)], rank_at(s, square)][square] if taken >> square & 1 else SQUARE[square]
        for square in spaces_of(found)
    ]


def treated(s: State, found: int, commons: int) -> list[Option]:
    """Options next to the Eldest Tree: upgrade an own common, destroy an enemy, or place a common."""
    taken = occupied(s)
    return [
        UPGRADING[square]
        if commons >> square & 1
        else PLACING[square]
        if not taken >> square & 1
        else _TAKING[hue_of(s, colour_at(s, square)), rank_at(s, square)][square]
        for square in spaces_of(found)
    ]


MOST_NAMED = 2
"""Most pieces to name with rank and color; with more, only the squares are named."""


def victims(s: State, found: int) -> Text:
    """The destroyed pieces in words."""
    fallen = list(spaces_of(found))
    if len(fallen) > MOST_NAMED:
        named = ", ".join(LABEL[square] for square in fallen)
        return text("{n} piece: {squares}", "{n} pieces: {squares}", n=len(fallen), squares=named)
    return joined([_piece_on(s, square) for square in fallen])


def _piece_on(s: State, square: int) -> Text:
    rank, side = RANK_NAME[RANKS[rank_at(s, square)]], HUE_NAME[hue_of(s, colour_at(s, square))]
    return text("the {rank:acc} on {at} ({side})", rank=rank, at=LABEL[square], side=side)


def runs(s: State, falls: Mapping[int, int]) -> list[Option]:
    """Options for squares to go to or to strike, each with the pieces that this destroys."""
    found = []
    for end, fallen in sorted(falls.items()):
        if fallen & ~(1 << end):
            found.append(Option(LABEL[end], _striking(s, Text(LABEL[end]), fallen), (LABEL[end],), end))
        else:
            found += ends(s, 1 << end)
    return found


def run_ends(s: State, paths: Mapping[int, Sequence[int]]) -> list[Option]:
    """Options for ends of runs, each with the pieces destroyed on the way."""
    taken = occupied(s)
    return runs(s, {end: mask(path) & taken for end, path in paths.items()})


def ways(s: State, hits: Mapping[int, int]) -> list[Option]:
    """Options for directions, each with the pieces destroyed there."""
    return [Option(NAMES[way], _striking(s, WAY_NAME[way], fallen), (), way) for way, fallen in hits.items()]


def striking(s: State, option: Option, fallen: int) -> Option:
    """The option with the pieces that it destroys added to its label."""
    return Option(option.code, _striking(s, option.label, fallen), option.at, option.value)


def _striking(s: State, where: Text, fallen: int) -> Text:
    if not fallen:
        return text("{where}: destroys nothing", where=where)
    return text("{where}: destroys {pieces}", where=where, pieces=victims(s, fallen))


def one_goal_each(s: State, goals: Mapping[int, int]) -> list[Option]:
    """Options for pieces that each have one goal square, labeled with what they destroy there."""
    found, taken = [], occupied(s)
    for start, end in sorted(goals.items()):
        walk = text("{at} → {to}", at=LABEL[start], to=LABEL[end])
        label = _striking(s, walk, 1 << end) if taken >> end & 1 else walk
        found.append(Option(LABEL[start], label, (LABEL[start],), start))
    return found


def sides(s: State, chosen: Iterable[int]) -> list[Option]:
    """Options for colors, by their letters."""
    return [Option(LETTERS[colour], HUE_NAME[hue_of(s, colour)], (), colour) for colour in chosen]


def spending(s: State, chosen: Iterable[int]) -> list[Option]:
    """Options for the color against which the improvised summoning is used up."""
    return [
        Option(LETTERS[one], text("Improvise against {side:acc}", side=HUE_NAME[hue_of(s, one)]), (), one)
        for one in chosen
    ]


def cards(held: Iterable[int], table: Sequence[Option] = CARD) -> list[Option]:
    """Options for cards, each different card once."""
    return [table[card] for card in sorted(set(held))]


def pattern(s: State, used: Sequence[int], borrowed: Sequence[int], value: object) -> Option:
    """Option for an image, by the squares of its pieces and the enemy pieces that it borrows."""
    names = [LABEL[square] for square in sorted(used)]
    label = text("with {squares}", squares=", ".join(names))
    if borrowed:
        lent = joined([_piece_on(s, square) for square in sorted(borrowed)])
        label = text("with {squares}, borrowing {pieces}", squares=", ".join(names), pieces=lent)
    return Option("+".join(names), label, tuple(names), value)


def mark(s: State, colour: int, square: int) -> Option:
    """Option for an opening piece of a color on a square."""
    at, side = LABEL[square], HUE_NAME[hue_of(s, colour)]
    return Option(f"{LETTERS[colour]}-{at}", text("{side} on {at}", side=side, at=at), (at,), (colour, square))
