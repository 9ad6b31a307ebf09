"""What seats have prepared, and what comes of it when somebody has moved: lines of “if they …, then I …”, and answers
that are always given.

All that is known of a line stands in its steps: a condition, an answer, a condition, an answer … as they were typed.
The first condition loses the words that have come true. Only what everybody may know is compared with it: answers to
several at once and secret ones are passed over, and what else the others could have played is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Plan
from engine.core.ask import Option, Refused
from engine.core.position import Position
from engine.core.record import Entry
from table.drafting import drafted
from table.typed import LONGEST_NAME, components, continued, fold, naming

LINE, ALWAYS = "line", "always"
"""The kinds of plans."""
ANYTHING = "*"
"""Stands for whatever the others play, alone or at the end of a condition."""
MATCHED_OPEN = "**"
"""A condition ending in `*` whose fixed part has been matched."""
MOST_STANDING = 12
"""How many questions in a row are answered by standing answers."""


class Played(Struct, frozen=True):
    """One confirmed entry and the position that it was made in."""

    entry: Entry
    before: Position


class Reaction(Struct, frozen=True):
    """What somebody has prepared for this moment, and what has become of the plans."""

    entry: Entry | None = None
    changed: tuple[Plan, ...] = ()
    dropped: tuple[int, ...] = ()


class Said(Struct, frozen=True):
    """One pick of an entry."""

    option: Option
    blind: bool
    """Whether the others do not know it."""
    forced: tuple[str, ...]
    """What answered itself just before it."""


class Heard(Struct, frozen=True):
    """An entry, pick by pick."""

    game: str
    seat: int
    picks: tuple[Said, ...]
    forced: tuple[str, ...]
    """What answered itself after the last pick."""
    turned: bool
    """Whether a new turn has begun with it."""


def react(plans: Sequence[Plan], position: Position, lately: Sequence[Played]) -> Reaction:
    """Bring all plans up to date with the newest entry and find what is prepared for the position after it.

    The entry that comes of it is to be carried out like any other and to be told here again, at the end of `lately`.
    """
    played = lately[-1]
    lines = [plan for plan in plans if plan.kind == LINE]
    if played.entry.kind != "play":
        # Who takes a move back does not want to see it come again by itself.
        return Reaction(dropped=tuple(line.id for line in lines) if played.entry.kind == "undo" else ())
    heard = _heard(played) if lines else None
    kept: dict[int, Plan] = {}
    for line in lines:
        assert heard is not None
        if line.seat == heard.seat:
            answered = played.entry.codes == standing_answer(plans, played.before, line.seat)
            then = _after_mine(line, heard, by_standing_answer=answered)
        else:
            then = _after_theirs(line, heard, asked=position.ask_of(line.seat) is not None)
        if then is not None:
            kept[line.id] = then
    entry = _prepared(plans, kept, position)
    changed = tuple(kept[line.id] for line in lines if line.id in kept and kept[line.id] != line)
    return Reaction(entry, changed, tuple(line.id for line in lines if line.id not in kept))


def _heard(played: Played) -> Heard:
    entry, fork = played.entry, played.before.fork()
    picks: list[Said] = []
    turned = False
    for code in entry.codes:
        ask = fork.ask_of(entry.seat)
        assert ask is not None, f"{code} answers nothing"
        option = next(one for one in ask.options if one.code == code)
        picks.append(Said(option, fork.together or ask.secret, tuple(fork.forced)))
        turned |= any(event.kind == "turn" for event in fork.pick(entry.seat, code))
    return Heard(fork.game.key, entry.seat, tuple(picks), tuple(fork.forced), turned)


def _after_theirs(line: Plan, heard: Heard, *, asked: bool) -> Plan | None:
    """The line after an entry of another seat; None when that was not expected."""
    condition, *rest = line.steps
    if condition == MATCHED_OPEN:
        return line
    left = _left(condition.split(), heard, mine=False)
    if left == [ANYTHING]:
        left = [MATCHED_OPEN]
    if left is None or (left not in ([], [MATCHED_OPEN]) and heard.turned and asked):
        return None  # they have played something else, or less: their turn is over
    return replace(line, steps=(" ".join(left), *rest))


def _after_mine(line: Plan, heard: Heard, *, by_standing_answer: bool) -> Plan | None:
    """The line after an entry of its own seat, which a standing answer may have made."""
    condition, answer, *rest = line.steps
    if condition not in ("", MATCHED_OPEN):
        return line  # it waits for what the others do after this
    left = _left(answer.split(), heard, mine=True)
    if left is None:
        return line if by_standing_answer and condition == MATCHED_OPEN else None
    if left:
        return replace(line, steps=("", " ".join(left), *rest))
    return replace(line, steps=tuple(rest)) if rest else None


def _left(words: Sequence[str], heard: Heard, *, mine: bool) -> list[str] | None:
    """What is left of the words after an entry that fits them; None when it does not."""
    left = list(words)
    for said in heard.picks:
        if left == [ANYTHING]:
            return left
        if said.blind and not mine:
            continue
        while not (count := naming(heard.game, said.option, left)):
            forced = _naming_forced(heard.game, said.forced, left)
            if not forced:
                return None
            left = left[forced:]
        left = left[count:]
    while forced := _naming_forced(heard.game, heard.forced, left):
        left = left[forced:]
    return left


def _naming_forced(game: str, forced: Sequence[str], words: Sequence[str]) -> int:
    """How many of the first words name something that the rules have answered."""
    for count in range(min(LONGEST_NAME, len(words)), 0, -1):
        meant = fold("-".join(words[:count]))
        if meant in forced or components(game).get(meant) in forced:
            return count
    return 0


def _prepared(plans: Sequence[Plan], lines: dict[int, Plan], position: Position) -> Entry | None:
    """What one of the seats that are asked has prepared. Lines that have no answer here are taken out."""
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
    """The codes that the words mean, as far as a move goes at a time; none when they are not a whole move."""
    now = drafted(position, seat, ())
    try:
        while words and not now.complete:
            now, count = continued(position, now, words)
            words = words[count:]
    except Refused:
        return ()
    return now.codes if now.complete else ()


def standing_answer(plans: Sequence[Plan], position: Position, seat: int) -> tuple[str, ...]:
    """The codes of the seat's standing answers to the open question; empty when they do not complete a move."""
    always = [plan.steps for plan in plans if plan.kind == ALWAYS and plan.seat == seat]
    if not always or position.ask_of(seat) is None:
        return ()
    now = drafted(position, seat, ())
    while not now.complete and now.ask is not None and len(now.codes) < MOST_STANDING:
        offered = {option.code for option in now.ask.options}
        code = next((code for prompt, code in always if prompt == now.ask.prompt and code in offered), None)
        if code is None:
            return ()
        now = drafted(position, seat, (*now.codes, code))
    return now.codes if now.complete else ()
