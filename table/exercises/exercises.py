"""Exercises: positions with a task that a person solves privately, at their own pace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from db.errors import Changed
from db.rows import Exercise
from db.store import Store
from engine.core.ask import Refused
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.text import Text
from engine.registry import GAMES
from table.matches.draft import Drafted, drafted
from table.picks.choices import MANY_TARGETS, Choice, choices, step_before
from table.picks.parse_typed import reach
from table.user_error import UserError


class Item(Protocol):
    """The content of an exercise: a lesson or a puzzle."""

    @property
    def id(self) -> str: ...
    @property
    def seat(self) -> int: ...


class Outcome(Protocol):
    """The state of a try after some picks."""

    @property
    def position(self) -> Position: ...
    @property
    def picks(self) -> tuple[str, ...]: ...
    @property
    def solved(self) -> bool: ...
    @property
    def failed(self) -> bool: ...


class Exercised(Struct, frozen=True):
    """The state of an exercise for a person."""

    game: AnyGame
    number: int
    """Its number among those of its game, from 1."""
    row: Exercise
    now: Drafted
    solved: bool = False
    failed: bool = False
    """Whether the last try went wrong."""
    refused: Refused | None = None
    """Why the rest of the typed words could not be played."""
    word: str = ""
    """The refused word."""
    stale: bool = False
    """Whether the control belonged to an earlier state."""

    @property
    def choices(self) -> list[Choice]:
        """The choices that one click can pick, without those that only save clicks later in a match; a long list of
        targets is a separate question.
        """
        return [one for one in choices(self.now, MANY_TARGETS) if one.codes[0] not in self.game.skipped]


ItemT = TypeVar("ItemT", bound=Item)
TryT = TypeVar("TryT", bound=Outcome)
SeenT = TypeVar("SeenT", bound=Exercised)


class Exercises(ABC, Generic[ItemT, TryT, SeenT]):
    """Exercises of one kind, with everybody's picks in them."""

    kind: ClassVar[str]
    """The kind under which they are stored."""
    gone: ClassVar[Text]
    """The message for an exercise that no longer exists."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @abstractmethod
    def items(self, game: str) -> Sequence[ItemT]:
        """All exercises of a game, in order."""

    @abstractmethod
    def _begin(self, game: AnyGame, item: ItemT) -> TryT:
        """The exercise before the first pick."""

    @abstractmethod
    def _after(self, game: AnyGame, item: ItemT, picks: Sequence[str]) -> TryT:
        """The exercise after some picks; raises `Refused` for an impossible code."""

    @abstractmethod
    def _seen(self, row: Exercise, item: ItemT, number: int, now: Drafted, tried: TryT) -> SeenT:
        """The exercise as the person sees it."""

    @abstractmethod
    def _item(self, seen: SeenT) -> ItemT:
        """The lesson or puzzle of the exercise."""

    async def _store_try(self, seen: SeenT, tried: TryT, interaction: int) -> Exercise:
        """Store the picks. A wrong try is counted, and the position is reset."""
        picks = () if tried.failed else tried.picks
        return await self._store.exercises.change(
            seen.row, picks, wrong=tried.failed, solved=tried.solved, interaction=interaction
        )

    async def again(self, exercise: int, person: int) -> SeenT:
        """The current state of the exercise."""
        return self._read(await self._own(exercise, person))

    async def pick(self, exercise: int, person: int, codes: Sequence[str], revision: int, interaction: int) -> SeenT:
        """Add picks to the exercise."""
        return await self._change(exercise, person, revision, interaction, lambda seen: (*seen.now.codes, *codes))

    async def back(self, exercise: int, person: int, revision: int, interaction: int) -> SeenT:
        """Undo the last click."""

        def before(seen: SeenT) -> tuple[str, ...]:
            return step_before(seen.now, self._begin(seen.game, self._item(seen)).position, MANY_TARGETS)

        return await self._change(exercise, person, revision, interaction, before)

    async def restart(self, exercise: int, person: int, revision: int, interaction: int) -> SeenT:
        """Undo all clicks; a solved exercise starts again."""
        return await self._change(exercise, person, revision, interaction, lambda _: (), once_more=True)

    async def type(self, seen: SeenT, words: Sequence[str], interaction: int) -> SeenT:
        """Play the typed words as far as they fit."""
        found = reach(self._begin(seen.game, self._item(seen)).position, seen.now, words)
        then = await self._changed(seen, found.now.codes, interaction)
        if found.fault is None or then.solved or then.failed:
            return then
        return replace(then, refused=found.fault, word=found.left[0])

    async def _open(self, person: int, game: str, item: ItemT, number: int) -> SeenT:
        """The person's exercise, created unless it exists; a solved one starts again."""
        row = await self._store.exercises.begin(person, self.kind, game, item.id)
        if self._read(row).solved:
            row = await self._store.exercises.change(row, ())
        return self._as_seen(row, item, number)

    async def _own(self, exercise: int, person: int) -> Exercise:
        row = await self._store.exercises.get(exercise)
        if row is None or row.person != person or row.kind != self.kind:
            raise UserError(self.gone)
        return row

    async def _change(
        self,
        exercise: int,
        person: int,
        revision: int,
        interaction: int,
        then: Callable[[SeenT], tuple[str, ...]],
        *,
        once_more: bool = False,
    ) -> SeenT:
        seen = self._read(await self._own(exercise, person))
        if seen.row.revision != revision or (seen.solved and not once_more):
            return replace(seen, stale=True)
        try:
            return await self._changed(seen, then(seen), interaction)
        except Changed:
            return replace(self._read(await self._own(exercise, person)), stale=True)

    async def _changed(self, seen: SeenT, codes: Sequence[str], interaction: int) -> SeenT:
        item = self._item(seen)
        tried = self._after(seen.game, item, codes)
        row = await self._store_try(seen, tried, interaction)
        return self._as_seen(row, item, seen.number, tried)

    def _read(self, row: Exercise) -> SeenT:
        """The stored exercise. An update may have removed it, or made its picks impossible."""
        found = {one.id: (place, one) for place, one in enumerate(self.items(row.game), 1)}
        if row.item not in found:
            raise UserError(self.gone)
        number, item = found[row.item]
        return self._as_seen(row, item, number)

    def _as_seen(self, row: Exercise, item: ItemT, number: int, tried: TryT | None = None) -> SeenT:
        game = GAMES[row.game]
        if tried is None:
            try:
                tried = self._after(game, item, row.picks)
            except Refused:  # the exercise was changed after these picks were made
                row = replace(row, picks=())
                tried = self._begin(game, item)
        now = drafted(self._begin(game, item).position, item.seat, row.picks, row.revision)
        return self._seen(row, item, number, now, tried)
