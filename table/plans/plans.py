"""Plans and their reaction to new entries: lines of “if they …, then I …”, and standing answers.

The state of a line is stored in its steps: alternating conditions and answers as typed. The first condition loses the
words that were matched. Only public picks are matched: secret and simultaneous answers are skipped, and the other
options of a question are never compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Plan
from engine.core.ask import Option, Refused
from engine.core.position import Position
from engine.core.record import Entry
from table.matches.draft import drafted
from table.picks.parse_typed import continued, words_naming, words_naming_any

LINE, ALWAYS, SKETCH = "line", "always", "sketch"
"""The kinds of plans. A sketch is an unfinished line; a seat has at most one."""
ANYTHING = "*"
"""Matches any picks of the others, alone or at the end of a condition."""
MATCHED_OPEN = "**"
"""A condition ending in `*` whose fixed part was matched."""
OPTIONAL = "?"
"""Prefix for a word of a condition that is optional by now."""
MAX_STANDING_ANSWERS = 12


class PlayedEntry(Struct, frozen=True):
    """A confirmed entry and the position before it."""

    entry: Entry
    before: Position


class Reaction(Struct, frozen=True):
    """The prepared entry for the position, if any, and the plans that were changed or dropped."""

    entry: Entry | None = None
    changed: tuple[Plan, ...] = ()
    dropped: tuple[int, ...] = ()


class Pick(Struct, frozen=True):
    """One pick of an entry."""

    option: Option
    blind: bool
    """Whether the pick is hidden from the others."""
    forced: tuple[Option, ...]
    """The automatic picks just before it."""


class PlayedPicks(Struct, frozen=True):
    """An entry, pick by pick."""

    game: str
    seat: int
    picks: tuple[Pick, ...]
    forced: tuple[Option, ...]
    """The automatic picks after the last pick."""
    turned: bool
    """Whether the entry started a new turn."""


def react(plans: Sequence[Plan], position: Position, recent: Sequence[PlayedEntry]) -> Reaction:
    """Update all plans with the newest entry and find the entry prepared for the position after it.

    The caller carries that entry out and calls `react` again with it at the end of `recent`.
    """
    newest = recent[-1]
    lines = [plan for plan in plans if plan.kind == LINE]
    if newest.entry.kind != "play":
        # A player who undoes a move does not want a plan to repeat it.
        return Reaction(dropped=tuple(line.id for line in lines) if newest.entry.kind == "undo" else ())
    played = _picks_of(newest) if lines else None
    updated: dict[int, Plan] = {}
    for line in lines:
        assert played is not None
        if line.seat == played.seat:
            standing = newest.entry.codes == standing_answer(plans, newest.before, line.seat)
            then = _after_mine(line, played, by_standing_answer=standing)
        else:
            then = _after_theirs(line, played, asked=position.ask_of(line.seat) is not None)
        if then is not None:
            updated[line.id] = then
    entry = _prepared(plans, updated, position)
    changed = tuple(updated[line.id] for line in lines if line.id in updated and updated[line.id] != line)
    return Reaction(entry, changed, tuple(line.id for line in lines if line.id not in updated))


def _picks_of(newest: PlayedEntry) -> PlayedPicks:
    """The entry's picks, with what the others could see of each."""
    entry, fork = newest.entry, newest.before.fork()
    picks: list[Pick] = []
    turned = False
    for code in entry.codes:
        ask = fork.ask_of(entry.seat)
        assert ask is not None, f"{code} answers nothing"
        option = next(one for one in ask.options if one.code == code)
        picks.append(Pick(option, fork.together or ask.secret, tuple(fork.forced)))
        turned |= any(event.kind == "turn" for event in fork.pick(entry.seat, code))
    return PlayedPicks(fork.game.key, entry.seat, tuple(picks), tuple(fork.forced), turned)


def _after_theirs(line: Plan, played: PlayedPicks, *, asked: bool) -> Plan | None:
    """The line after an entry of another seat; None if the entry does not match the condition."""
    condition, *rest = line.steps
    if condition == MATCHED_OPEN:
        return line
    left = _left(condition.split(), played, mine=False)
    needed = _without_optional(left or [])
    if needed == [ANYTHING]:
        left = [MATCHED_OPEN]
    elif not needed and asked:
        left = None if left is None else []
    if left is None or (left not in ([], [MATCHED_OPEN]) and played.turned and asked):
        return None  # they played something else, or less: their turn is over
    return replace(line, steps=(" ".join(left), *rest))


def _after_mine(line: Plan, played: PlayedPicks, *, by_standing_answer: bool) -> Plan | None:
    """The line after an entry of its own seat, which a standing answer may have made."""
    condition, answer, *rest = line.steps
    if condition not in ("", MATCHED_OPEN):
        return line  # it waits for the others' next entries
    left = _left(answer.split(), played, mine=True)
    if left is None:
        return line if by_standing_answer and condition == MATCHED_OPEN else None
    if left:
        return replace(line, steps=("", " ".join(left), *rest))
    return replace(line, steps=tuple(rest)) if rest else None


def _left(words: Sequence[str], played: PlayedPicks, *, mine: bool) -> list[str] | None:
    """The remaining words after an entry that matches them; None if it does not match."""
    left = list(words)
    for pick in played.picks:
        if pick.blind and not mine:
            continue
        while not (count := words_naming(played.game, pick.option, _plain(left))):
            skipped = 1 if left[:1] != _plain(left[:1]) else words_naming_any(played.game, pick.forced, left)
            if left == [ANYTHING]:
                return left
            if not skipped:
                return None
            left = left[skipped:]
        again = words_naming(played.game, pick.option, left[count:]) if left[0] != _plain(left)[0] else 0
        left = _optional(left[count:], again)
    done = 0
    while forced := words_naming_any(played.game, played.forced, left[done:]):
        done += forced
    return left[done:] if mine else _optional(left, done)


def _optional(words: Sequence[str], count: int) -> list[str]:
    """The words with the first `count` marked optional: the rules have picked them already, but another player may pick
    them.
    """
    return [f"{OPTIONAL}{word}" for word in _plain(words[:count])] + list(words[count:])


def _plain(words: Sequence[str]) -> list[str]:
    return [word.removeprefix(OPTIONAL) for word in words]


def _without_optional(words: Sequence[str]) -> list[str]:
    return [word for word in words if not word.startswith(OPTIONAL)]


def _prepared(plans: Sequence[Plan], lines: dict[int, Plan], position: Position) -> Entry | None:
    """The first entry that a seat to move has prepared. Lines whose answer does not fit are removed from `lines`."""
    for ask in position.asks:
        always = standing_answer(plans, position, ask.seat)
        for line in [one for one in lines.values() if one.seat == ask.seat and one.steps[0] in ("", MATCHED_OPEN)]:
            codes = _whole_move(position, ask.seat, line.steps[1].split())
            if codes:
                return Entry(ask.seat, "play", codes)
            if not always or line.steps[0] != MATCHED_OPEN:
                del lines[line.id]
        if always:
            return Entry(ask.seat, "play", always)
    return None


def _whole_move(position: Position, seat: int, words: Sequence[str]) -> tuple[str, ...]:
    """The codes of the first complete move that the words name; empty if they do not complete one."""
    now = drafted(position, seat, ())
    try:
        while words and not now.complete:
            now, count = continued(position, now, words)
            words = words[count:]
    except Refused:
        return ()
    return now.codes if now.complete else ()


def standing_answer(plans: Sequence[Plan], position: Position, seat: int) -> tuple[str, ...]:
    """The codes of the seat's standing answers to the open question; empty if they do not complete a move."""
    always = [plan.steps for plan in plans if plan.kind == ALWAYS and plan.seat == seat]
    if not always or position.ask_of(seat) is None:
        return ()
    now = drafted(position, seat, ())
    while not now.complete and now.ask is not None and len(now.codes) < MAX_STANDING_ANSWERS:
        offered = {option.code for option in now.ask.options}
        code = next((code for prompt, code in always if prompt == now.ask.prompt and code in offered), None)
        if code is None:
            return ()
        now = drafted(position, seat, (*now.codes, code))
    return now.codes if now.complete else ()
