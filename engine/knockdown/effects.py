"""The operations of card effects, by name. Cards are data and use only these."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.ask import Ask, Event, Script
from engine.knockdown import options
from engine.knockdown.arena import (
    DISTANCE,
    EDGES,
    LABEL,
    SPACES,
    away,
    column,
    dark,
    direction,
    leaps,
    towards,
)
from engine.knockdown.cards import discard_choice, discard_random, fighter_event, gain, heal, hurt, leave_row
from engine.knockdown.data.content import ATTACKS, ELIXIRS, TOKENS, Attack, Damage, Step
from engine.knockdown.movement import go
from engine.knockdown.state import State, Underway, other, passive

FAR = 4


class Blow:
    """An attack being resolved: attacker, attack, damage and results so far."""

    __slots__ = ("answered", "answers", "attack", "extra", "out", "passed", "removed", "s", "seat", "seen", "target")

    def __init__(
        self, s: State, seat: int, attack: Attack, answers: Blow | None = None, paid: Sequence[int] = ()
    ) -> None:
        self.s, self.seat, self.target, self.attack = s, seat, other(seat), attack
        self.seen = Underway(seat, attack.id, attack.pool.heavy, attack.pool.light, list(paid), answers is not None)
        """The public part of the attack: its damage and its payment."""
        self.extra: list[tuple[str, int, int]] = []
        """Heavy and light damage added to its pool, and the source."""
        self.answers = answers
        """The attack that this one is a reaction to."""
        self.answered = False
        """Whether the opponent has reacted to it."""
        self.removed = 0
        """Tokens taken off by the last step that takes tokens."""
        self.passed = False
        """Whether the opponent has passed a Knockdown Test in it."""
        self.out = False
        """Whether the opponent is knocked out."""

    def lose(self, heavy: int, light: int) -> None:
        """Reduce the damage pool."""
        self.seen.heavy -= heavy
        self.seen.light -= light

    @property
    def heavy(self) -> int:
        return self.seen.heavy

    @property
    def light(self) -> int:
        return self.seen.light

    @property
    def targets(self) -> bool:
        """Whether the opponent is the target, who may block and react (in rules version 1: always)."""
        return self.s.rules < 2 or self.attack.id not in HELPS_ONESELF


def resolve(blow: Blow) -> Script[None]:
    """The steps of the effect in order; a step whose condition does not hold is skipped."""
    for step in blow.attack.effect:
        times = blow.removed if step.per == "removed" else 1
        if not step.when or CONDITIONS[step.when](blow):
            for _ in range(times):
                yield from OPERATIONS[step.op](blow, step)


def _here(blow: Blow) -> tuple[int, int]:
    seats = blow.s.seats
    return seats[blow.seat].at, seats[blow.target].at


CONDITIONS: dict[str, Callable[[Blow], bool]] = {
    "target_at_edge": lambda blow: column(_here(blow)[1]) in EDGES,
    "target_in_dark": lambda blow: dark(_here(blow)[1], blow.s.candles),
    "adjacent": lambda blow: DISTANCE[_here(blow)[0]][_here(blow)[1]] == 1,
    "far": lambda blow: DISTANCE[_here(blow)[0]][_here(blow)[1]] >= FAR,
    "removed": lambda blow: blow.removed > 0,
    "target_cursed": lambda blow: blow.s.seats[blow.target].curse > 0,
    "as_reaction": lambda blow: blow.answers is not None,
}


def damage(blow: Blow, step: Step) -> Script[None]:
    """Extra damage, from a condition or for tokens that the attack has removed."""
    removed = "removed" in (step.when, step.per)
    why = next(one.token for one in blow.attack.effect if one.token) if removed else step.when
    yield from hurt(blow.s, blow.target, Damage(step.heavy, step.light), blow.attack.type, why)


def self_damage(blow: Blow, step: Step) -> Script[None]:
    yield from hurt(blow.s, blow.seat, Damage(step.heavy, step.light), "own")


def healing(blow: Blow, step: Step) -> Script[None]:
    yield from heal(blow.s, blow.seat, step.heavy, step.light)


def _by(blow: Blow) -> dict[str, str]:
    """Event argument for narration: the fighter whose attack moves the target."""
    return {"by": blow.s.seats[blow.seat].fighter}


def _rooted(blow: Blow, held: bool) -> dict[str, str]:
    """Event argument for narration: the fighter whose ability stops the movement, if `held`."""
    return {"rooted": blow.s.seats[blow.target].fighter} if held else {}


def _stays(blow: Blow) -> Event:
    """Event: the target's own ability keeps it where it is."""
    at = LABEL[blow.s.seats[blow.target].at]
    return fighter_event(blow.s, "stayed", blow.target, at=at, **_rooted(blow, True))


def push(blow: Blow, step: Step) -> Script[None]:
    """Push the target straight away along the row; in the same column the attacker picks the side."""
    mine, theirs = _here(blow)
    n = step.n - passive(blow.s, blow.target, "anchor")
    if n <= 0:
        yield _stays(blow)
        return
    way = direction(mine, theirs)
    if not way:
        way = yield Ask(blow.seat, "knockdown.side", (options.LEFT, options.RIGHT), (blow.attack.id,))
    if (to := away(theirs, n, way)) != theirs:
        yield go(blow.s, blow.target, to, "back", **_by(blow), **_rooted(blow, away(theirs, step.n, way) != to))


def pull(blow: Blow, step: Step) -> Script[None]:
    """Pull the target straight toward the attacker along the row, until adjacent."""
    mine, theirs = _here(blow)
    n = step.n - passive(blow.s, blow.target, "anchor")
    full = towards(theirs, mine, step.n)
    if (to := towards(theirs, mine, n)) != theirs:
        yield go(blow.s, blow.target, to, "pull", **_by(blow), **_rooted(blow, full != to))
    elif full != theirs:
        yield _stays(blow)


def advance(blow: Blow, step: Step) -> Script[None]:
    """Move the attacker straight toward the opponent along the row, until adjacent."""
    mine, theirs = _here(blow)
    if (to := towards(mine, theirs, step.n)) != mine:
        yield go(blow.s, blow.seat, to, "forward")


def leap(blow: Blow, step: Step) -> Script[None]:
    """Move the attacker up to `step.n` steps, through the opponent if needed; staying is allowed."""
    mine, theirs = _here(blow)
    to: int = yield Ask(blow.seat, "knockdown.leap-to", options.spaces(leaps(mine, theirs, step.n)), (blow.attack.id,))
    if to != mine:
        yield go(blow.s, blow.seat, to, "leap")


def place_near(blow: Blow, step: Step) -> Script[None]:
    """Move the opponent's figure to a free space near the attacker."""
    mine, theirs = _here(blow)
    free = [space for space in SPACES if 1 <= DISTANCE[mine][space] <= step.n and space != theirs]
    if free:
        to: int = yield Ask(blow.seat, "knockdown.put-on", options.spaces(free), (blow.attack.id,))
        yield go(blow.s, blow.target, to, "leap", **_by(blow))


def discard_cards(blow: Blow, step: Step) -> Script[None]:
    seat = blow.target if step.who == "opponent" else blow.seat
    for _ in range(min(step.n, len(blow.s.seats[seat].hand))):
        if step.how == "random":
            yield from discard_random(blow.s, seat)
        else:
            yield from discard_choice(blow.s, seat, "knockdown.discard")


def take(blow: Blow, step: Step) -> Script[None]:
    """Take more cards from the row into the hand, without resolving them."""
    for _ in range(min(step.n, len(blow.s.row))):
        card: int = yield Ask(blow.seat, "knockdown.take", options.cards(blow.s.row), (blow.attack.id,))
        leave_row(blow.s, card)
        yield from gain(blow.s, blow.seat, card)


def token_add(blow: Blow, step: Step) -> Script[None]:
    """Add tokens, as far as the supply lasts."""
    board = blow.s.seats[blow.target if step.who == "opponent" else blow.seat]
    have = getattr(board, step.token)
    n = min(step.n, TOKENS[step.token].count - have)
    if n > 0:
        setattr(board, step.token, have + n)
        yield fighter_event(blow.s, "token", blow.target, token=step.token, n=n)


def token_remove(blow: Blow, step: Step) -> Script[None]:
    board = blow.s.seats[blow.target if step.who == "opponent" else blow.seat]
    blow.removed = getattr(board, step.token)
    if blow.removed:
        setattr(board, step.token, 0)
        yield fighter_event(blow.s, "token", blow.target, token=step.token, n=-blow.removed)


def token_spend(blow: Blow, _step: Step) -> Script[None]:
    """Return all of the attacker's elixirs to the supply."""
    mine = blow.s.seats[blow.seat]
    blow.removed = len(mine.elixirs)
    if blow.removed:
        yield fighter_event(blow.s, "spent", blow.seat, elixirs=list(mine.elixirs))
        mine.elixirs = []


def transfer(blow: Blow, step: Step) -> Script[None]:
    """Move damage from the attacker's own board to the opponent's; optional."""
    mine, theirs = blow.s.seats[blow.seat], blow.s.seats[blow.target]
    if getattr(mine, step.kind) < step.n:
        return
    if (yield Ask(blow.seat, "knockdown.transfer", (options.YES, options.NO), (blow.attack.id,))):
        setattr(mine, step.kind, getattr(mine, step.kind) - step.n)
        setattr(theirs, step.kind, getattr(theirs, step.kind) + step.n)
        yield fighter_event(blow.s, "transferred", blow.seat, damage=step.kind, n=step.n)


def brew(blow: Blow, step: Step) -> Script[None]:
    """Take elixirs of the player's choice from the supply."""
    mine = blow.s.seats[blow.seat]
    for _ in range(step.n):
        free = [options.ELIXIR[elixir] for elixir in ELIXIRS if elixir not in mine.elixirs]
        if not free:
            return
        elixir: str = yield Ask(blow.seat, "knockdown.brew", free, (blow.attack.id,))
        mine.elixirs.append(elixir)
        yield fighter_event(blow.s, "brewed", blow.seat, elixir=elixir)


def reduce(blow: Blow, step: Step) -> Script[None]:
    """Reduce the damage pool of the attack being answered; does nothing without one."""
    if (first := blow.answers) is not None:
        heavy, light = min(step.heavy, first.heavy), min(step.light, first.light)
        first.lose(heavy, light)
        yield fighter_event(blow.s, "reduced", blow.seat, heavy=heavy, light=light)


OPERATIONS: dict[str, Callable[[Blow, Step], Script[None]]] = {
    "damage": damage,
    "self_damage": self_damage,
    "heal": healing,
    "push": push,
    "pull": pull,
    "advance": advance,
    "leap": leap,
    "place_near": place_near,
    "discard": discard_cards,
    "take": take,
    "token_add": token_add,
    "token_remove": token_remove,
    "token_spend": token_spend,
    "transfer": transfer,
    "brew": brew,
    "reduce": reduce,
}
_ON_ONESELF = {"self_damage", "heal", "advance", "leap", "take", "token_spend", "brew", "reduce"}
"""Operations that affect only the attacker; others may say so by their `who`."""


def _helps_oneself(attack: Attack) -> bool:
    """Whether an attack never affects the opponent: no damage, movement, taking or test."""
    harmless = all(step.op in _ON_ONESELF or step.who == "self" for step in attack.effect)
    return harmless and not attack.pool and not attack.ko


HELPS_ONESELF = frozenset(one.id for one in ATTACKS.values() if _helps_oneself(one))
"""Attacks without a target (knockdown.target)."""
assert {step.op for attack in ATTACKS.values() for step in attack.effect} <= set(OPERATIONS)
assert {step.when for attack in ATTACKS.values() for step in attack.effect} <= {"", *CONDITIONS}
