"""The vocabulary of effects: the summoned being (or the invoked flare) and its actions.

Actions return events to be yielded: `yield x.destroy(square)`. They keep the squares of the being and of the pieces
used up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.ask import Event, Option, Script, later
from engine.core.masks import mask, spaces_of
from engine.tashkalar import options, pieces
from engine.tashkalar.arena import GONE, Arena
from engine.tashkalar.asking import choose
from engine.tashkalar.board import LABEL, NEXT, RAY, touching
from engine.tashkalar.data.content import COMMON, LEGENDARY, RANKS
from engine.tashkalar.state import (
    EMPTY,
    State,
    colour_at,
    free_doubles,
    free_legendaries,
    hue_of,
    piece,
    rank_at,
)

STANDARD, COMBAT, QUIET = "standard", "combat", "quiet"
"""Kinds of moves, by what they may land on: onto empty squares and lower ranks; also onto equal ranks; onto empty
squares only."""
Left = tuple[str, str] | tuple[()]
"""The remaining effect, as shown in a question: a kind of moves (see `prompts`) and their number."""

Found = int | Mapping[int, Any]
"""The candidates of a question: a mask of squares, or details for each square or direction."""
ToOptions = Callable[[State, Any], list[Option]]


def _listed(to_options: ToOptions, s: State, found: Found, no: tuple[Option, ...]) -> list[Option]:
    return [*to_options(s, found), *no]


def left(kind: str, count: int) -> Left:
    return kind, str(count)


class Being(Arena):
    """One card's effect in progress."""

    __slots__ = ("about", "acts", "arrows", "counts", "marked", "summoned_on", "used")

    def __init__(
        self, s: State, about: str, me: int = GONE, used: Sequence[int] = (), marked: Sequence[int] = (),
        arrows: Sequence[int] = (),
    ) -> None:  # fmt: skip
        super().__init__(s, me)
        self.about, self.summoned_on = about, me
        self.used, self.marked, self.arrows = list(used), tuple(marked), tuple(arrows)
        self.acts = 0
        """Number of changes to pieces so far."""
        self.counts = True
        """Whether enemy pieces destroyed now count for the player."""

    # Questions

    def ask(self, prompt: str, choices: Sequence[Option], left: Left = ()) -> Script[Any]:
        return (yield from choose(self.s, f"tashkalar.{prompt}", choices, (self.about, *left)))

    def no(self) -> Option:
        """The option to decline: `no` before anything was done, `done` after that."""
        return options.DONE if self.acts else options.NO

    def may_pick(self, prompt: str, to_options: ToOptions, found: Found, left: Left = ()) -> Script[int]:
        """Ask for one of the options; returns `GONE` if the player declines or there is none."""
        return (yield from self._one_of(to_options, prompt, found, left, self.no()))

    def must_pick(self, prompt: str, to_options: ToOptions, found: Found, left: Left = ()) -> Script[int]:
        """Ask for one of the options; returns `GONE` if there is none."""
        return (yield from self._one_of(to_options, prompt, found, left))

    def may(self, prompt: str, found: int, left: Left = ()) -> Script[int]:
        """Ask for one of these pieces; returns `GONE` if the player declines or there is none."""
        return (yield from self._one_of(options.pieces, prompt, found, left, self.no()))

    def must(self, prompt: str, found: int, left: Left = ()) -> Script[int]:
        """Ask for one of these pieces; returns `GONE` if there is none."""
        return (yield from self._one_of(options.pieces, prompt, found, left))

    def may_go(self, prompt: str, found: int, left: Left = ()) -> Script[int]:
        """Like `may`, for squares; the options name what is destroyed there."""
        return (yield from self._one_of(options.ends, prompt, found, left, self.no()))

    def must_go(self, prompt: str, found: int, left: Left = ()) -> Script[int]:
        """Like `must`, for squares; the options name what is destroyed there."""
        return (yield from self._one_of(options.ends, prompt, found, left))

    def _one_of(self, to_options: ToOptions, prompt: str, found: Found, left: Left, *no: Option) -> Script[int]:
        """Ask for one of these. The options are built only when they are needed: a replayed fork does not need them."""
        if not found:
            return GONE
        choices = later(_listed, (to_options, self.s, found, no), bool(no))
        return (yield from self.ask(prompt, choices, left))  # type: ignore[no-any-return]

    # Changes to pieces

    def destroy(self, square: int) -> Event:
        self.acts += 1
        event = pieces.piece_event(self.s, "destroyed", square)
        pieces.take(self.s, square, self.colour, counts=self.counts)
        self._leaves(square)
        return event

    def destroy_all(self, found: int) -> Script[int]:
        """Destroy every piece on these squares; return their number."""
        victims = list(spaces_of(found & self.occupied()))
        for square in victims:
            yield self.destroy(square)
        return len(victims)

    def raise_(self, square: int) -> Event:
        self.acts += 1
        return pieces.promote(self.s, square)

    def lower(self, square: int) -> Event:
        self.acts += 1
        return pieces.demote(self.s, square)

    def can_raise(self, found: int) -> int:
        """The pieces among these that can be upgraded."""
        return mask([square for square in spaces_of(found) if pieces.can_raise(self.s, square)])

    def place(self, square: int, rank: int = COMMON, colour: int | None = None) -> Event:
        self.acts += 1
        return pieces.put(self.s, self.colour if colour is None else colour, rank, square)

    def supply(self, rank: int = COMMON, colour: int | None = None) -> int:
        """How many pieces of this rank the supply has."""
        free = free_legendaries if rank == LEGENDARY else free_doubles
        return free(self.s, self.colour if colour is None else colour)

    def convert(self, square: int, rank: int) -> Event:
        """Destroy an enemy piece and put one of the player's in its place."""
        self.acts += 1
        event = pieces.piece_event(self.s, "converted", square, to=RANKS[rank], by=hue_of(self.s, self.colour))
        pieces.take(self.s, square, self.colour, counts=self.counts)
        self._leaves(square)
        self.s.board[square] = piece(self.colour, rank)
        return event

    def gain_action(self) -> Event:
        self.s.actions += 1
        return Event("gained", {"hue": hue_of(self.s, self.colour), "card": self.about})

    def move(self, start: int, end: int, *, leap: bool = False) -> Event:
        """Move a piece; a piece on its end square is destroyed."""
        self.acts += 1
        s, path = self.s, [LABEL[start], LABEL[end]]
        args: dict[str, object] = {"path": path, "leap": leap}
        if s.board[end] != EMPTY:
            args["victim"] = {"hue": hue_of(s, colour_at(s, end)), "rank": RANKS[rank_at(s, end)]}
        event = pieces.piece_event(s, "moved", start, **args)
        if s.board[end] != EMPTY:
            pieces.take(s, end, self.colour, counts=self.counts)
            self._leaves(end)
        s.board[end], s.board[start] = s.board[start], EMPTY
        if self.me == start:
            self.me = end
        self.used = [end if square == start else square for square in self.used]
        return event

    def run(self, start: int, path: Sequence[int]) -> Script[None]:
        """Move a piece several steps, one after the other."""
        for end in path:
            yield self.move(start, end)
            start = end

    def _leaves(self, square: int) -> None:
        if self.me == square:
            self.me = GONE
        self.used = [one for one in self.used if one != square]

    # Moves

    def reach(self, square: int, kind: str) -> int:
        """The squares a piece may go to by a move or leap of this kind, at any distance."""
        return self._open_to(rank_at(self.s, square), kind) & ~(1 << square)

    def _open_to(self, rank: int, kind: str) -> int:
        """The squares where a piece of this rank may land by a move or leap of this kind."""
        if kind == QUIET:
            return self.empty()
        return pieces.up_to(self.s, rank) if kind == COMBAT else pieces.below(self.s, rank)

    def steps(self, square: int, kind: str) -> int:
        """The neighboring squares a piece may move to."""
        return self.reach(square, kind) & NEXT[square]

    def movers(self, found: int, kind: str) -> int:
        """The pieces among these that can move."""
        movers = 0
        for rank in range(len(RANKS)):
            if mine := found & pieces.of_rank(self.s, rank):
                movers |= mine & touching(self._open_to(rank, kind))
        return movers

    def step_self(self, kind: str, within: int | None = None, *, most: int = 1) -> Script[int]:
        """The being may move, up to `most` more times in all; return its new square, or GONE."""
        if not self.here:
            return GONE
        found = self.steps(self.me, kind)
        end = yield from self.may_go("move-to", found if within is None else found & within, left(kind, most))
        if end != GONE:
            yield self.move(self.me, end)
        return end

    def steps_self(self, most: int, kind: str) -> Script[None]:
        """The being may make up to `most` moves."""
        for more in range(most, 0, -1):
            if (yield from self.step_self(kind, most=more)) == GONE:
                return

    def leap_self(self, kind: str, within: int | None = None, *, most: int = 1) -> Script[int]:
        """The being may leap, up to `most` more times in all; return its new square, or GONE."""
        if not self.here:
            return GONE
        found = self.reach(self.me, kind)
        found = found if within is None else found & within
        end = yield from self.may_go("leap-to", found, left(f"{kind}-leap", most))
        if end != GONE:
            yield self.move(self.me, end, leap=True)
        return end

    def step_of(
        self, found: int, kind: str, *, most: int = 1, shown_as: str = "", optional: bool = True
    ) -> Script[tuple[int, int]]:
        """One of these pieces may move, up to `most` more times in all; return start and end, or GONE twice."""
        movers, more = self.movers(found, kind), left(shown_as or kind, most)
        start = yield from (self.may if optional else self.must)("move-whom", movers, more)
        if start == GONE:
            return GONE, GONE
        end = yield from self.must_go("move-to", self.steps(start, kind), more)
        yield self.move(start, end)
        return start, end

    def may_place(self, found: int, *, most: int = 1) -> Script[int]:
        """A common may be placed on one of these squares if empty, up to `most` more times in all; return the square,
        or GONE."""
        if not self.supply():
            return GONE
        square = yield from self.may_go("put", found & self.empty(), left("place", most))
        if square != GONE:
            yield self.place(square)
        return square

    def must_place(self, found: int, *, rank: int = COMMON, most: int = 1) -> Script[int]:
        """A piece from the supply must be placed on one of these squares if possible; return the square, or GONE."""
        if not self.supply(rank):
            return GONE
        square = yield from self.must_go("put", found & self.empty(), left("place", most))
        if square != GONE:
            yield self.place(square, rank)
        return square

    # Lines

    def line(self, way: int) -> tuple[int, ...]:
        """The squares from the being to the edge in a direction."""
        return RAY[self.me][way]

    def first_met(self, way: int) -> int:
        """The first piece in a direction from the being, or GONE."""
        return next((square for square in self.line(way) if self.s.board[square] != EMPTY), GONE)

    def runs(self, start: int, kind: str, *, most: int = 8, until: int = 0) -> dict[int, tuple[int, ...]]:
        """The ends of moves of this kind in one direction, each with the path; a piece stops on `until`."""
        allowed, found = self.reach(start, kind), {}
        for ray in RAY[start]:
            for count, square in enumerate(ray[:most], 1):
                if not allowed >> square & 1:
                    break
                found[square] = ray[:count]
                if until >> square & 1:
                    break
        return found
