"""The state of a match of Knockdown: plain data. Cards, skills (see `content`) and spaces (see `arena`) are numbers.

It is packed as arrays without field names because every fork unpacks it.
"""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.game import Outcome
from engine.knockdown.arena import START
from engine.knockdown.data.content import CONTENT, FIGHTERS, SKILLS


class Standing(Struct, array_like=True):
    """A player's automatic replies, so that play does not stop at every attack."""

    least_cut: int = 0
    """Least damage that a block must be able to stop before the player is asked; 0: always ask; 99: never."""
    react: bool = True
    """Whether to ask about reactions."""


class Roll(Struct, array_like=True):
    """The last Knockdown Test."""

    seat: int
    """The seat whose fighter was tested."""
    dice: list[int]
    bonus: int
    total: int
    """The damage that had to be reached."""
    passed: bool


class Underway(Struct, array_like=True):
    """The current attack, as everyone sees it."""

    seat: int
    """The attacking seat."""
    attack: str
    heavy: int
    light: int
    """The light damage left in its pool."""
    paid: list[int] = []
    """The cards that paid for a special attack."""
    reaction: bool = False
    dealt: bool = False
    """Whether the damage has been dealt."""
    tested: bool = False
    """Whether its Knockdown Test has been taken."""
    spared: bool = False
    """Whether the attacker decided against its test."""


class Seat(Struct, array_like=True):
    """A player: the fighter, the board with its cubes and tokens, the cards."""

    fighter: str = ""
    at: int = 0
    heavy: int = 0
    light: int = 0
    hand: list[int] = []
    skills: list[int] = []
    """Active (face-up) skills."""
    down: list[int] = []
    """Face-down skills; during the draft, the skills kept so far."""
    draft: list[int] = []
    """During the draft, the skills to choose from."""
    victories: int = 0
    curse: int = 0
    poison: int = 0
    """Poison tokens of the opponent on this board."""
    elixirs: list[str] = []
    standing: Standing = field(default_factory=Standing)


class State(Struct, array_like=True):
    seats: list[Seat] = field(default_factory=lambda: [Seat(at=START[0]), Seat(at=START[1])])
    open_hands: bool = True
    relief: str = "light"
    """Which damage a passed test halves: `light`, `heavy`, `each` or `all`."""
    menhir: str = "light"
    """The kind of damage that the dark deals."""
    block: str = "budget"
    """`budget`: each card left counts once; `both`: for heavy and for light damage alike."""
    later_pick: bool = False
    """Whether rounds after the first begin with an opening pick, too."""
    random_fighters: bool = False
    phase: str = "fighters"
    """`fighters`, `draft`, `second-draft`, `face-up`, `round`, `pick`, `begin`, `refill`, `turn`, `ended`."""
    round: int = 1
    first: int = 0
    """The first player of the round."""
    turn: int = 0
    number: int = 0
    """Turns begun in this match."""
    actions: int = 0
    row: list[int] = []
    deck: list[int] = []
    """The deck, next card first; a candle is the number after the attack cards."""
    discards: list[int] = []
    candles: int = 0
    """Candles drawn in this round."""
    moved: bool = False
    """Whether the player on turn has changed space in this turn."""
    bile: int = 0
    """Extra heavy damage of the next attack this turn."""
    combo: list[str] | None = None
    """During a Combo: the special attacks used in it."""
    used: list[str] = []
    """Skills of either player that are used up for this turn, as `seat:skill`."""
    idle: int = 0
    """Consecutive turns without a card leaving the row."""
    left: bool = False
    """Whether a card has left the row in this turn."""
    last_roll: Roll | None = None
    underway: list[Underway] = []
    """The current attack and the Reaction to it; empty between actions."""
    outcome: Outcome | None = None
    rules: int = 1
    """The rules version that the match began with; a changed reading asks `if s.rules >= 2`."""


def other(seat: int) -> int:
    return 1 - seat


def total(one: Seat) -> int:
    """All damage of a fighter."""
    return one.heavy + one.light


_OPS: tuple[dict[str, dict[str, str | int | list[str]]], ...] = tuple(
    {str(effect["op"]): effect for effect in reversed(skill.effect)} for skill in SKILLS
)
"""The operations of each skill by name, the first of each kind."""


def skill_op(s: State, seat: int, op: str) -> dict[str, str | int | list[str]] | None:
    """The seat's active skill operation of this name, or None."""
    for skill in s.seats[seat].skills:
        if op in _OPS[skill]:
            return _OPS[skill][op]
    return None


def skill_with(s: State, seat: int, op: str) -> str:
    """The id of the seat's active skill with this operation, or an empty string."""
    return next(SKILLS[n].id for n in s.seats[seat].skills if any(one["op"] == op for one in SKILLS[n].effect))


def works_on(s: State, seat: int, op: str, kind: str) -> bool:
    """Whether the seat's skill with this operation applies to attacks of type `kind`."""
    found = skill_op(s, seat, op)
    by = found["by"] if found else []
    return kind in ([by] if isinstance(by, str) else by if isinstance(by, list) else [])


def skill_value(s: State, seat: int, op: str) -> int:
    """The number of the seat's skill with this operation, 0 without one."""
    found = skill_op(s, seat, op)
    return int(str(found["n"])) if found else 0


def passive(s: State, seat: int, op: str) -> int:
    """The number of the fighter's own ability with this operation, 0 without one."""
    found = FIGHTERS[s.seats[seat].fighter].passive
    return int(found.get("n", 1)) if found["op"] == op else 0


def hand_limit(s: State, seat: int) -> int:
    return skill_value(s, seat, "hand_limit") or CONTENT.hand_limit


def use_once(s: State, seat: int, op: str) -> bool:
    """Use a skill's operation: return whether it is available, and mark it as used this turn."""
    key = f"{seat}:{op}"
    if skill_op(s, seat, op) is None or key in s.used:
        return False
    s.used.append(key)
    return True


def can_use(s: State, seat: int, op: str) -> bool:
    return skill_op(s, seat, op) is not None and f"{seat}:{op}" not in s.used
