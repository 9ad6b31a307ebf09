"""The interface between a game and the core: state, scripts, texts. The registry lists one `Game` per game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from engine.core.aims import Aim
from engine.core.ask import Ask, Event, Option, Refused, Script
from engine.core.dice import Dice
from engine.core.text import Text, joined, text

MatchOptions = Mapping[str, str | int | bool]


class Outcome(Struct, frozen=True):
    """How a match ended. No winners means a draw."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()


class State(Protocol):
    """Plain data, comparable and serializable; scripts mutate a draft of it."""

    outcome: Outcome | None
    rules: int
    """The rules version with which the match began."""


S = TypeVar("S", bound=State)
V = TypeVar("V")


class MatchOption(Struct, frozen=True):
    """An option of a match, set when it is opened."""

    key: str
    name: Text
    values: tuple[str | int | bool, ...]
    default: str | int | bool
    value_names: tuple[Text, ...] = ()


class Component(Struct, frozen=True):
    """A tile, card or character: its name, its group, and its description."""

    name: Text
    group: Text
    text: Text = joined(())
    """Its effect."""
    facts: tuple[Text, ...] = ()
    """Other printed facts: kind, rank and pattern, sides, initiative, points."""
    count: int = 0
    """Number of copies; 0 if not counted."""


def nothing_hidden(_rest: object, _now: object, _seat: int, _dice: Dice) -> None:
    """The `redeal` of a game without hidden information: nothing."""


def never(_state: object) -> bool:
    """The `midway` of a game that rests only between actions: always false."""
    return False


def as_picked(_rest: object, picks: tuple[str, ...], _seat: int, _dice: Dice) -> tuple[str, ...]:
    """The `repick` of a game without secret answers: the picks as they are."""
    return picks


def no_hand(_view: object, _seat: int) -> tuple[str, ...]:
    """The hand in a game without hands: empty."""
    return ()


class Foresight(Struct, Generic[S], frozen=True):
    """The view of the future for a seat that plans its answers."""

    is_open: Callable[[S, Ask], bool]
    """Whether the options of a question depend only on public information."""
    on_turn: Callable[[S, int], S | None]
    """The same board with that seat to move, before any draw; None if that turn cannot be predicted."""
    is_certain: Callable[[S, int, int], bool] = lambda _s, _seat, _mover: True
    """Whether the seat (second argument) can know what follows a move of the mover (third): no secret setting decides
    it.
    """


class Decisive(Struct, frozen=True):
    """The result of a search for a win within the turn, and its cost."""

    answers: tuple[tuple[str, Any], ...] | None
    """Questions and their answers in order; single-option questions may be missing because they answer themselves."""
    tried: int


class Defenses(Struct, frozen=True):
    """Turns after which no other seat can win at once, and the cost of the search."""

    turns: tuple[tuple[tuple[str, Any], ...], ...]
    """Per turn, questions and their answers as in `Decisive`."""
    tried: int
    is_complete: bool
    """Whether these are all; also true if as many as wanted were found."""


class Impossible(Exception):
    """An impossible position or option; `text` names the fault."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Game(Struct, Generic[S, V], frozen=True):
    """A game as the core sees it, with states S and views V."""

    key: str
    name: Text
    seat_counts: tuple[int, ...]
    rules_version: int
    """Increases when a ruling changes; earlier versions stay in the registry for their matches."""
    match_options: tuple[MatchOption, ...]
    state_type: type[S]
    start: Callable[[MatchOptions, int], S]
    """Options and number of seats → the state before set-up."""
    step: Callable[[S], Script[None]]
    """The script from one rest to the next; a rest is the point where it returns."""
    write: Callable[[S], dict[str, Any]]
    """Write a state as the `position` of the protocol."""
    read: Callable[[MatchOptions, Mapping[str, Any], int], S]
    """Read it back under a rules version; raises `Impossible` if it cannot occur."""
    view: Callable[[S, int | None, Sequence[Ask]], V]
    """The view of a seat (None: the public)."""
    why: Callable[[S, Ask, str], str | Refused]
    """Why a code is not offered: the id of a rule, a refusal with its own text, or an empty string."""
    teams: Callable[[S], tuple[tuple[int, ...], ...]]
    """Groups of seats that win and lose together."""
    prompt: Callable[[Ask], Text]
    narrate: Callable[[Sequence[Event]], list[Text]]
    trail: Callable[[Sequence[Event]], tuple[tuple[str, ...], ...]]
    """Paths of moved pieces, for marking the last move."""
    describe: Callable[[V], list[Text]]
    """A view in words, for the alt text of its picture."""
    side_names: tuple[Text, ...]
    reasons: Mapping[str, Text]
    """The text for each reason that a match can end for."""
    rules: Mapping[str, Text]
    """Rule id → the rule in one sentence, for refusals."""
    prompt_rules: Mapping[str, str] = {}
    """The id of each question → the rule that it comes from."""
    missing: Callable[[S, Ask], Sequence[tuple[Text, str]]] = lambda _s, _ask: ()
    """Options that people might expect but cannot choose: name and rule id."""
    explain: Callable[[Ask], Text | None] = lambda _: None
    """The text of the card that causes a question."""
    held: Callable[[V, int], tuple[str, ...]] = no_hand
    """The visible hand of a seat: component ids, one per card."""
    characters: Callable[[V, int], tuple[str, ...]] = no_hand
    """The characters of a seat, in a game without hands: component ids."""
    blurbs: Mapping[str, Text] = {}
    """By option code: two short lines on the strengths of a faction, deck, fighter or character."""
    beside_board: Text | None = None
    """The components beside the board that panels leave out, in words: `all hands and tiles`."""
    side: Callable[[S, int], Text] | None = None
    """The name of a seat in this state (color, faction); None if the game does not name seats."""
    end_details: Callable[[S], Mapping[str, Any]] = lambda _: {}
    """Extra fields for the text of an end that no script caused."""
    concession: Callable[[S], str] = lambda _: ""
    """The id of the rule that forbids resigning now, or an empty string."""
    components: Mapping[str, Component] = {}
    """Components with their own card, by id."""
    forecast: Callable[[S], Script[None]] | None = None
    """A script without chance that predicts, for example, a battle on the current board."""
    reports: Mapping[str, Callable[[V], list[Text]]] = {}
    """Extra reports by name (`discards`): view → lines."""
    foresight: Foresight[S] | None = None
    """Support for planning; None if only one's own moves can be shown."""
    film_events: frozenset[str] = frozenset()
    """Kinds of events that get their own picture in the film of a move."""
    setup_prompts: frozenset[str] = frozenset()
    """Questions before the first turn of a match or round; their answers get no separate messages."""
    worth: Callable[[S, int], float] | None = None
    """The evaluation for computer players: a seat's chance to win, 0 to 1, in an unfinished match."""
    skipped: frozenset[str] = frozenset()
    """Codes of options that computer players never take because they only save a person clicks."""
    considered: Callable[[S, Ask], Sequence[Option]] | None = None
    """The options of a question that a computer player considers; None for all."""
    decisive: Callable[[S, int, int], Decisive] | None = None
    """Search for a certain win within the seat's turn. Arguments: state at a rest, seat, most tries."""
    defenses: Callable[[S, int, int, int], Defenses] | None = None
    """Search for turns after which no other seat wins at once. Arguments: state at a rest, seat, most tries, how many.

    For games with `decisive`."""
    aim: Callable[[S, int], float] | None = None
    """How close a seat is to winning the match or a round this turn, from 0 (out of reach) to 1 (a round is won).

    For games without `decisive`."""
    redeal: Callable[[S, S, int, Dice], None] = nothing_hidden
    """Redeal in the rest state what the seat cannot know. Arguments: state at the rest, state now, seat, dice."""
    midway: Callable[[S], bool] = never
    """Whether a state at a rest is in the middle of an action, which computer players treat as one."""
    alike: Callable[[S], Any] | None = None
    """A key that is equal for states with the same future, whatever order of picks led there."""
    repick: Callable[[S, tuple[str, ...], int, Dice], tuple[str, ...]] = as_picked
    """Replace the secret picks of others. Arguments: state at the rest, picks since, seat, dice."""
    merit: Callable[[S, S, int], Text | None] = lambda _before, _after, _seat: None
    """The gain of a decision for a seat in a few words. Arguments: state before, state after, seat."""
    aims: Mapping[str, Aim] = {}
    """The aims of puzzles by name: `win`, `battle`."""

    def name_of(self, state: S, seat: int) -> Text:
        """The name of a seat."""
        return self.side(state, seat) if self.side else self.side_names[seat]

    def refusal(self, state: S, ask: Ask, code: str) -> Refused:
        """Why a code cannot be picked; an unknown code is answered with the possible ones."""
        found = self.why(state, ask, code)
        if isinstance(found, Refused):
            return found
        if found:
            return Refused("illegal", self.rules[found], found)
        named = ", ".join(option.code for option in ask.options[:12])
        return Refused("unknown", text("“{code}” means nothing here. Possible: {codes}.", code=code[:40], codes=named))

    def settle(self, options: MatchOptions) -> dict[str, str | int | bool]:
        """All options with defaults filled in; raises `Impossible` for an unknown key or value."""
        known = {option.key: option for option in self.match_options}
        for key, value in options.items():
            if key not in known:
                raise Impossible(Text("There is no option {key} in this game.", {"key": key}))
            allowed = known[key].values
            if not any(type(value) is type(one) and value == one for one in allowed):
                named = ", ".join(str(one).lower() for one in allowed)
                raise Impossible(Text("Option {key} takes one of: {values}.", {"key": key, "values": named}))
        return {option.key: options.get(option.key, option.default) for option in self.match_options}


AnyGame: TypeAlias = Game[Any, Any]
"""Any game, with unknown types of states and views."""
