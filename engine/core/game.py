"""What a game hands to the core: its state, its scripts, its texts. One value per game, listed in the registry."""

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
    """Plain data, comparable and serialisable; scripts mutate a draft of it."""

    outcome: Outcome | None
    rules: int
    """The rules version that the match began with."""


S = TypeVar("S", bound=State)
V = TypeVar("V")


class MatchOption(Struct, frozen=True):
    """A setting that a match is started with."""

    key: str
    name: Text
    values: tuple[str | int | bool, ...]
    default: str | int | bool
    value_names: tuple[Text, ...] = ()


class Component(Struct, frozen=True):
    """A token, card or character: its name, what it belongs to, and what there is to know of it in words."""

    name: Text
    group: Text
    text: Text = joined(())
    """What it does."""
    facts: tuple[Text, ...] = ()
    """What is printed on it besides: kind, rank and pattern, sides, initiative, points …"""
    count: int = 0
    """How many of it there are; 0 where nobody counts."""


def nothing_hidden(_rest: object, _now: object, _seat: int, _dice: Dice) -> None:
    """What is dealt anew in a game without secrets."""


def never(_state: object) -> bool:
    """What never happens in a game that only rests between actions."""
    return False


def as_picked(_rest: object, picks: tuple[str, ...], _seat: int, _dice: Dice) -> tuple[str, ...]:
    """What is picked anew in a game whose answers come to light when all have given theirs."""
    return picks


def no_hand(_view: object, _seat: int) -> tuple[str, ...]:
    """What a seat has in hand in a game without hands."""
    return ()


class Foresight(Struct, Generic[S], frozen=True):
    """What may be shown of the moves to come to a seat that plans its answers."""

    is_open: Callable[[S, Ask], bool]
    """Whether everybody can see what the options of a question come from."""
    on_turn: Callable[[S, int], S | None]
    """The same board with that seat on turn, before anything is drawn; None where nothing can be told of that turn."""
    is_certain: Callable[[S, int, int], bool] = lambda _s, _seat, _mover: True
    """Whether a seat knows what follows a move of the third argument's seat: no secret setting of others decides it."""


class Decisive(Struct, frozen=True):
    """What was found when a way to win before the turn is over was looked for, and how much was tried for it."""

    answers: tuple[tuple[str, Any], ...] | None
    """Questions and the values that answer them, in order; a question with one option may answer itself meanwhile."""
    tried: int


class Defenses(Struct, frozen=True):
    """Turns after which no other seat wins at once, and how much was tried to find them."""

    turns: tuple[tuple[tuple[str, Any], ...], ...]
    """Questions and the values that answer them, as in `Decisive`."""
    tried: int
    is_complete: bool
    """Whether there are no others, except where as many were found as were wanted."""


class Impossible(Exception):
    """A position or an option that cannot be; `text` names the fault."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Game(Struct, Generic[S, V], frozen=True):
    """A game as the core sees it, with states S and views V."""

    key: str
    name: Text
    seat_counts: tuple[int, ...]
    rules_version: int
    """Counts up when a reading of the rules changes; earlier versions stay in the registry for their matches."""
    match_options: tuple[MatchOption, ...]
    state_type: type[S]
    start: Callable[[MatchOptions, int], S]
    """Options and number of seats → the state before set-up."""
    step: Callable[[S], Script[None]]
    """The script from one rest to the next. A rest is where it has returned."""
    write: Callable[[S], dict[str, Any]]
    """A state as the `position` of the protocol …"""
    read: Callable[[MatchOptions, Mapping[str, Any], int], S]
    """… and back, under a rules version; an impossible one raises `Impossible`."""
    view: Callable[[S, int | None, Sequence[Ask]], V]
    """What a seat (or nobody: the public) may see."""
    why: Callable[[S, Ask, str], str | Refused]
    """The id of the rule that forbids a code which is not on offer, a refusal in its own words, or nothing."""
    teams: Callable[[S], tuple[tuple[int, ...], ...]]
    """The seats that win and lose together."""
    prompt: Callable[[Ask], Text]
    narrate: Callable[[Sequence[Event]], list[Text]]
    trail: Callable[[Sequence[Event]], tuple[tuple[str, ...], ...]]
    """The paths of what moved, for marking the last move."""
    describe: Callable[[V], list[Text]]
    """A view in words: the alt text of its picture."""
    side_names: tuple[Text, ...]
    reasons: Mapping[str, Text]
    """The words for each way a match can end."""
    rules: Mapping[str, Text]
    """Rule id → the rule in one sentence, for refusals."""
    prompt_rules: Mapping[str, str] = {}
    """The id of each question → the rule that it comes from."""
    missing: Callable[[S, Ask], Sequence[tuple[Text, str]]] = lambda _s, _ask: ()
    """What people look for in vain among the options of a question: its name, and the id of the rule that says why."""
    explain: Callable[[Ask], Text | None] = lambda _: None
    """The words of the card that a question comes from."""
    held: Callable[[V, int], tuple[str, ...]] = no_hand
    """What a seat has in hand, as far as it is in the view: ids of components, one for each card."""
    characters: Callable[[V, int], tuple[str, ...]] = no_hand
    """The characters that a seat plays with, in a game that has them in place of hands: ids of components."""
    blurbs: Mapping[str, Text] = {}
    """What a faction, deck, fighter or character on offer is good at, in two short lines, by the option's code."""
    side: Callable[[S, int], Text] | None = None
    """What a seat is called in this state, where that comes from the state: its colour, its faction."""
    end_details: Callable[[S], Mapping[str, Any]] = lambda _: {}
    """What the words for the end need besides winners and reason, when no script has ended the match."""
    concession: Callable[[S], str] = lambda _: ""
    """The id of the rule that forbids to resign now, if one does."""
    components: Mapping[str, Component] = {}
    """What has a card of its own, by id."""
    forecast: Callable[[S], Script[None]] | None = None
    """What players like to look ahead at (a battle on the present board), as a script without chance."""
    reports: Mapping[str, Callable[[V], list[Text]]] = {}
    """What can be asked for besides the board, by a word (`discards`): a view → its lines."""
    foresight: Foresight[S] | None = None
    """What can be planned on; without it nobody's moves but one's own are shown."""
    film_events: frozenset[str] = frozenset()
    """The kinds of events after which a film of a move shows a new picture."""
    setup_prompts: frozenset[str] = frozenset()
    """The questions before the first turn (of a match or a round), whose answers need no message each."""
    worth: Callable[[S, int], float] | None = None
    """The judge of the computer players: a seat's chance to win, 0 to 1, in a match that is not over."""
    skipped: frozenset[str] = frozenset()
    """Options that a computer player never takes, by their codes: what only spares a person clicks."""
    considered: Callable[[S, Ask], Sequence[Option]] | None = None
    """Of what a question offers, what a computer player looks at; without it, all."""
    decisive: Callable[[S, int, int], Decisive] | None = None
    """A state at a rest, a seat, how much may be tried: a way in which the seat surely wins before its turn is over."""
    defenses: Callable[[S, int, int, int], Defenses] | None = None
    """A state at a rest, a seat, how much may be tried, how many are wanted: turns of the seat after which nobody else
    wins at once; for games with `decisive`."""
    aim: Callable[[S, int], float] | None = None
    """How near a seat is to winning the match or a round in this turn, where `decisive` is not known: 0 (out of reach)
    to 1 (a round surely won, though the match goes on)."""
    redeal: Callable[[S, S, int, Dice], None] = nothing_hidden
    """The state at a rest, the state now, a seat, chance: what the seat cannot know is dealt anew in the first."""
    midway: Callable[[S], bool] = never
    """Whether a state at a rest is in the middle of an action, which computer players look at as a whole."""
    alike: Callable[[S], Any] | None = None
    """Equal for states that come to the same for who plays on, whatever the order in which they were reached."""
    repick: Callable[[S, tuple[str, ...], int, Dice], tuple[str, ...]] = as_picked
    """The state at a rest, the picks since, a seat, chance: what others have picked in secret is picked anew."""
    merit: Callable[[S, S, int], Text | None] = lambda _before, _after, _seat: None
    """What a decision gains for a seat, in a few words: the state before it and after it."""
    aims: Mapping[str, Aim] = {}
    """What puzzles ask for, by a word: `win`, `battle`."""

    def name_of(self, state: S, seat: int) -> Text:
        """What a seat is called."""
        return self.side(state, seat) if self.side else self.side_names[seat]

    def refusal(self, state: S, ask: Ask, code: str) -> Refused:
        """Why a code cannot be picked; one that means nothing gets what can be picked instead."""
        found = self.why(state, ask, code)
        if isinstance(found, Refused):
            return found
        if found:
            return Refused("illegal", self.rules[found], found)
        named = ", ".join(option.code for option in ask.options[:12])
        return Refused("unknown", text("“{code}” means nothing here. Possible: {codes}.", code=code[:40], codes=named))

    def settle(self, options: MatchOptions) -> dict[str, str | int | bool]:
        """The options in full, defaults filled in; an unknown key or value is `Impossible`."""
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
"""Some game: what is not a game itself knows neither its states nor its views."""
