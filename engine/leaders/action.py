"""The action phase: each character acts at most once, by a step or by its active ability; then the Nemesis reacts."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Option, Script, later
from engine.leaders import options
from engine.leaders.abilities import Outcome, outcomes, silenced, targets, usable
from engine.leaders.board import LABELS
from engine.leaders.data.content import CHARACTER, CUB, FIGURES, HERMIT, NEMESIS
from engine.leaders.ending import check
from engine.leaders.movement import WAYS, destinations, jumps, path
from engine.leaders.nemesis import react
from engine.leaders.state import NOWHERE, State, figure_on, occupied, side_of


def ways(s: State, figure: int) -> list[str]:
    """The ways in which the figure may act now."""
    taken = occupied(s)
    found = ["step"] if destinations(s, figure, "step", taken) else []
    if CHARACTER[figure].ability and not silenced(s, figure):
        found += [way for way in CHARACTER[figure].ability if _works(s, figure, way, taken)]
    return found


def _works(s: State, figure: int, way: str, taken: int) -> bool:
    return bool(destinations(s, figure, way, taken)) if way in WAYS else usable(s, figure, way)


def ready(s: State) -> list[int]:
    """The characters of the side on turn that have not acted and can; the Nemesis never does (NEM-01)."""
    taken = occupied(s)
    return [
        figure
        for figure in s.squads[s.turn]
        if not s.acted >> figure & 1
        and figure != NEMESIS | s.turn
        and (destinations(s, figure, "step", taken) or (CHARACTER[figure].ability and ways(s, figure)))
    ]


def _actors(s: State) -> list[Option]:
    found = options.figures(s, ready(s))
    found.append(options.END)
    return found


def action_phase(s: State) -> Script[None]:
    """One action, or the end of the phase; nothing is mandatory (FAQ-01)."""
    who: int | None = yield Ask(s.turn, "leaders.who-acts", later(_actors, (s,)))
    if who is None:
        s.phase = "recruit"
        if not s.acted and not s.recruits:
            yield Event("passed", {"side": s.turn})
        return
    leaders = s.at[:2]
    yield from act(s, who)
    spend(s, who)
    if (yield from check(s, s.turn)):
        return
    for side in (0, 1):
        if s.at[side] != leaders[side] and s.at[NEMESIS | 1 - side] != NOWHERE and s.outcome is None:
            yield from react(s, 1 - side)


def spend(s: State, who: int) -> None:
    """Mark the character as having acted; Hermit and Cub may both act, one directly after the other (HER-03)."""
    pair = 1 << (HERMIT | s.turn) | 1 << (CUB | s.turn)
    if not pair >> who & 1 and s.acted & pair:
        s.acted |= pair
    s.acted |= 1 << who


def _ways(s: State, who: int) -> list[Option]:
    return [options.WAY[one] for one in ways(s, who)]


def act(s: State, who: int) -> Script[None]:
    """Let the character take a basic move or use its active ability."""
    way: str = yield Ask(s.turn, "leaders.how", later(_ways, (s, who)), (FIGURES[who],))
    if way in WAYS:
        yield from move(s, who, way)
    else:
        yield from use(s, who, way)


def _ends(s: State, who: int, way: str) -> list[Option]:
    found = destinations(s, who, way)
    return options.landings(s, who, found) if way == "jump" else options.spaces(found)


def move(s: State, who: int, way: str) -> Script[None]:
    """Move the character itself in this way; the player chooses where to."""
    end: int = yield Ask(s.turn, "leaders.where", later(_ends, (s, who, way)), (FIGURES[who], way))
    walked = path(s, who, way, end)
    leapt = [FIGURES[figure_on(s, space)] for space in jumps(walked)] if way == "jump" else []
    s.at[who] = end
    yield moved(who, way, walked, over=leapt)


def use(s: State, who: int, way: str) -> Script[None]:
    """Use an ability that moves another character, or the user toward one."""
    target: int = yield Ask(s.turn, "leaders.target", later(_aims, (s, who, way)), (FIGURES[who], way))
    about = (FIGURES[who], way, FIGURES[target])
    end: Outcome = yield Ask(s.turn, "leaders.where-to", later(_outcomes, (s, who, way, target)), about)
    before = {figure: s.at[figure] for figure, _ in end}
    for figure, space in end:
        s.at[figure] = space
    for figure, space in end:
        yield moved(figure, way, (before[figure], space), by=who, target=target)


def _aims(s: State, who: int, way: str) -> list[Option]:
    return options.targets(s, targets(s, who, way))


def _outcomes(s: State, who: int, way: str, target: int) -> list[Option]:
    ends = outcomes(s, who, way, target)
    spots = [options.SPACE[end[0][1]] for end in ends]
    return [Option(spot.code, spot.label, spot.at, end) for spot, end in zip(spots, ends, strict=True)]


def moved(
    figure: int,
    way: str,
    walked: tuple[int, ...],
    *,
    over: list[str] | None = None,
    by: int | None = None,
    target: int | None = None,
) -> Event:
    """The event of a character's changed space."""
    args: dict[str, object] = {
        "side": side_of(figure),
        "who": FIGURES[figure],
        "way": way,
        "path": [LABELS[space] for space in walked],
    }
    if over:
        args["over"] = over
    if by is not None and target is not None:
        args |= {"by": FIGURES[by], "target": FIGURES[target], "by_side": side_of(by), "target_side": side_of(target)}
    return Event("moved", args)
