"""A board in one line, a battle on it, and all its results. Tiles are named by their space.

`A pikeman c3 r1; B spike d2 >ne wounds=1 poison=2 net trench` — the owner, the tile (`abyss.rune-strength` where the
name alone is ambiguous), the space, the rotation and the markers. A rotation is a number of turns by 60° clockwise, or
the direction of the first printed attack, net, lightning or connection; none for tiles that are the same all around.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from engine.core.ask import Ask, Event, Script, Together
from engine.monolith.battle import battle
from engine.monolith.board import FIELD, LABELS, NAMES
from engine.monolith.data.content import KINDS
from engine.monolith.state import OFF, State, Token
from tests.support.engine.matches import copied

OWNERS = "ABCD"
_MARKERS = ("wounds", "poison", "net", "trench")
_WORD = {
    "dragon": "dragon_empire",
    "abyss": "lords_of_the_abyss",
    "guardians": "guardians_of_the_realm",
    "forest": "harbingers_of_the_forest",
}


def kind_named(name: str) -> int:
    """The number of a kind, by its code or by a word of its faction and its code."""
    word, dot, code = name.rpartition(".")
    found = [n for n, kind in enumerate(KINDS) if kind.code == code and (not dot or kind.faction == _WORD[word])]
    assert len(found) == 1, f"{name} names {len(found)} kinds"
    return found[0]


def _rotation(kind: int, word: str) -> int:
    if word[0] == "r":
        return int(word[1:])
    assert word[0] == ">", word
    printed = KINDS[kind]
    sides = (printed.melee, printed.ranged, printed.net, printed.lightning, printed.links)
    first = next(side for side in sides if any(side))
    return (NAMES.index(word[1:]) - next(way for way, strength in enumerate(first) if strength)) % len(NAMES)


def put(line: str, hit_points: tuple[int, int] = (20, 20), teams: Sequence[Sequence[int]] = ((0,), (1,))) -> State:
    """The board that the line describes."""
    tokens = []
    for number, words in enumerate(line.split(";"), start=1):
        owner, name, field, *rest = words.split()
        token = Token(number, OWNERS.index(owner), kind_named(name), FIELD[field.upper()])
        for word in rest:
            key, _, value = word.partition("=")
            if key in _MARKERS:
                setattr(token, key, int(value) if value else True)
            else:
                token.rot = _rotation(token.kind, word)
        tokens.append(token)
    seats = sum(len(team) for team in teams)
    return State(
        teams=[list(team) for team in teams],
        order=list(range(seats)),
        tokens=tokens,
        next_id=len(tokens) + 1,
        hands=[[] for _ in range(seats)],
        piles=[[] for _ in range(seats)],
        discards=[[] for _ in range(seats)],
        hit_points=list(hit_points),
    )


class Question(NamedTuple):
    prompt: str
    seat: int
    codes: tuple[str, ...]
    together: bool


class Fought(NamedTuple):
    """The result of a battle (or of any other script that deals wounds)."""

    state: State
    events: list[Event]
    questions: list[Question]
    picks: tuple[str, ...]

    @property
    def dead(self) -> dict[str, int | str]:
        """The spaces of eliminated tiles, with the segment of each."""
        found: dict[str, int | str] = {}
        segment: int | str = ""
        for event in self.events:
            if event.kind == "segment":
                segment = event.args["value"]
            elif event.kind == "killed":
                found[event.args["at"].lower()] = segment
        return found

    @property
    def gone(self) -> set[str]:
        return set(self.dead)

    @property
    def lost(self) -> tuple[int, ...]:
        """The hit points that each team has lost from 20."""
        return tuple(20 - left for left in self.state.hit_points)

    @property
    def prompts(self) -> list[str]:
        return [one.prompt.removeprefix("monolith.") for one in self.questions]

    def wounds(self, field: str) -> int:
        return self.on(field).wounds

    def poison(self, field: str) -> int:
        return self.on(field).poison

    def on(self, field: str) -> Token:
        return next(token for token in self.state.tokens if token.at == FIELD[field.upper()])

    def hits(self, **args: object) -> list[tuple[str, str, int]]:
        """Attacker, target and wounds of the attacks with these arguments."""
        return [
            (event.args["from"].lower(), event.args["to"].lower(), event.args["wounds"])
            for event in self.events
            if event.kind == "hit" and all(event.args[key] == value for key, value in args.items())
        ]

    def events_of(self, kind: str, key: str = "at") -> list[Any]:
        """One argument of every event of a kind."""
        return [event.args[key] for event in self.events if event.kind == kind]


def run(s: State, picks: Sequence[str], script: Callable[[State], Script[Any]]) -> Fought | list[str]:
    """Run the script with these picks; if they are too few, return the codes of the next question."""
    s = copied(s)
    going, left, events, questions = script(s), list(picks), list[Event](), list[Question]()
    value: Any = None
    while True:
        try:
            request = going.send(value)
        except StopIteration:
            assert not left, f"nobody asked for {left}"
            return Fought(s, events, questions, tuple(picks))
        value = None
        if isinstance(request, Event):
            events.append(request)
            continue
        asks = request.asks if isinstance(request, Together) else (request,)
        answers = []
        for ask in asks:
            assert isinstance(ask, Ask)
            codes = [option.code for option in ask.options]
            assert len(codes) == len(set(codes)) > 1, "a question needs a choice"
            if not left:
                return codes
            code = left.pop(0)
            assert code in codes, f"{code} is not among {codes}"
            answers.append(ask.options[codes.index(code)].value)
            questions.append(Question(ask.prompt, ask.seat, tuple(codes), len(asks) > 1))
        value = tuple(answers) if isinstance(request, Together) else answers[0]


def fight(where: str | State, *picks: str, script: Callable[[State], Script[Any]] = battle) -> Fought:
    """Fight a battle with exactly these answers (to simultaneous questions, in their order)."""
    found = run(put(where) if isinstance(where, str) else where, picks, script)
    assert isinstance(found, Fought), f"asked for one of {found}"
    return found


def branches(where: str | State, script: Callable[[State], Script[Any]] = battle) -> list[Fought]:
    """Every course of the battle that the choices allow."""
    s = put(where) if isinstance(where, str) else where
    ends, ahead = [], [tuple[str, ...]()]
    while ahead:
        picks = ahead.pop()
        found = run(s, picks, script)
        if isinstance(found, Fought):
            ends.append(found)
        else:
            ahead += [(*picks, code) for code in reversed(found)]
    return ends


def ends(where: str | State, script: Callable[[State], Script[Any]] = battle) -> set[frozenset[str]]:
    """The possible sets of eliminated tiles."""
    return {frozenset(found.gone) for found in branches(where, script)}


def sets(*lines: str) -> set[frozenset[str]]:
    """`sets("a1 b1", "")` for comparison with `ends`."""
    return {frozenset(line.split()) for line in lines}


def summary(s: State) -> tuple[Any, ...]:
    """Everything that a battle can change, independent of the order and ids of the tiles."""
    tokens = sorted(
        (t.at, t.owner, t.kind, t.rot, t.wounds, t.poison, t.net, t.trench) for t in s.tokens if t.at != OFF
    )
    return tokens, tuple(s.hit_points), tuple(tuple(sorted(pile)) for pile in s.discards)


def labels(fields: Iterable[int]) -> list[str]:
    return [LABELS[field].lower() for field in fields]
