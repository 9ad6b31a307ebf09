"""The requests that a script yields to the driver: questions, random draws, disclosures of hidden things, events.

A script is a generator that reads like the rulebook; `x = yield Ask(…)` goes on with the value of the option picked.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct

from engine.core.text import Text

T = TypeVar("T")

_SHOWN = 8
"""Number of codes in the `repr` of a question."""


class Option(Struct, frozen=True):
    """One option of a question: its code (typed and logged), its name, and the spots it points at."""

    code: str
    label: Text
    at: tuple[str, ...] = ()
    value: Any = None
    rank: int = 0
    """Display order: lower ranks come first. Options above 0 are rarely useful and are shown less prominently."""

    def __repr__(self) -> str:
        return f"Option({self.code!r})"


class Later(Struct):
    """Options that are computed on first access, which must happen before the state changes.

    The driver computes them at once, except when it reruns a script with known answers for a fork, or when the caller
    says that they may never be needed.
    """

    list_options: Callable[..., Sequence[Option]]
    args: tuple[Any, ...]
    several: bool = False
    """Whether there are at least two options for certain, so that the question is never answered automatically."""
    found: Sequence[Option] | None = None

    def listed(self) -> Sequence[Option]:
        """All options."""
        if self.found is None:
            self.found = self.list_options(*self.args)
        return self.found

    def __len__(self) -> int:
        return len(self.listed())

    def __iter__(self) -> Iterator[Option]:
        return iter(self.listed())

    def __getitem__(self, index: int) -> Option:
        return self.listed()[index]


class _ToLater(Protocol):
    def __call__(
        self, list_options: Callable[..., Sequence[Option]], args: tuple[Any, ...], several: bool = ..., /
    ) -> Sequence[Option]: ...


later = cast(_ToLater, Later)
"""`later(list_options, (s,))` stands for `list_options(s)`. The cast satisfies the type checker."""


class Ask(Struct, frozen=True):
    """A question to one seat. Every legal option is listed, and only legal ones."""

    seat: int
    prompt: str
    """The id of the question, such as `leaders.who-acts`; the game's `text` turns it into words."""
    options: Sequence[Option]
    about: tuple[str, ...] = ()
    """The subject of the question, for its text: the acting character, the ability, the target."""
    secret: bool = False
    """Whether the answer stays hidden from the other seats, such as a card discarded face down."""

    def __repr__(self) -> str:
        codes = [option.code for option in self.options]
        more = f" … {len(codes)} in all" if len(codes) > _SHOWN else ""
        return f"<Ask seat {self.seat}, {self.prompt}: {' '.join(codes[:_SHOWN])}{more}>"


class Together(Struct, frozen=True):
    """Questions to several seats at once, each blind to the others' answers; the script gets the values in order."""

    asks: tuple[Ask, ...]


class Roll(Struct, frozen=True):
    """A die with `sides` sides; the script gets 0 to sides − 1."""

    sides: int


class Shuffle(Struct, frozen=True):
    """The script gets the items in random order."""

    items: Sequence[Any]


class Show(Struct, frozen=True):
    """Hidden information is about to be shown: earlier picks can no longer be taken back freely."""


SHOW = Show()


class Event(Struct, frozen=True):
    """Something that happened; the source of narration, highlights and films."""

    kind: str
    args: Mapping[str, Any] = {}
    only: tuple[int, ...] | None = None
    """The seats that may know of it; None for everyone."""


def seen_by(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events that a seat (None: the public) may know of."""
    return [event for event in events if event.only is None or seat in event.only]


Request: TypeAlias = Ask | Together | Roll | Shuffle | Show | Event
Script: TypeAlias = Generator[Request, Any, T]


class Refused(Exception):
    """A pick that is not offered, with the rule that forbids it. The position is unchanged."""

    def __init__(self, code: str, text: Text, rule: str = "") -> None:
        super().__init__(str(text))
        self.code, self.text, self.rule = code, text, rule
