"""Set-up before the first turn: first player, factions, secret monoliths, piles, Banners."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Roll, Script, Shuffle, Together
from engine.core.game import MatchOptions
from engine.monolith import options
from engine.monolith.board import FULL, LABELS
from engine.monolith.data.content import FACTIONS, KINDS, pile_of
from engine.monolith.ending import seats
from engine.monolith.monoliths import LOWER
from engine.monolith.state import OFF, Monolith, State, Token, banner_kind, banner_of, occupied

TEAMS: dict[int, list[list[int]]] = {2: [[0], [1]], 3: [[0, 2], [1]], 4: [[0, 2], [1, 3]]}
ORDER: dict[int, list[int]] = {2: [0, 1], 3: [0, 1, 2, 1], 4: [0, 1, 2, 3]}


def blank(count: int, *, tactical: bool, monoliths: bool) -> State:
    """A new match of `count` seats before set-up."""
    return State(
        teams=[list(team) for team in TEAMS[count]],
        order=list(ORDER[count]),
        tactical=tactical,
        with_monoliths=monoliths,
        factions=[""] * count,
        hands=[[] for _ in range(count)],
        piles=[[] for _ in range(count)],
        discards=[[] for _ in range(count)],
        monoliths=[Monolith([0] * LOWER, []) for _ in range(count)] if monoliths else [],
    )


def start(options: MatchOptions, count: int) -> State:
    """The state before set-up."""
    s = blank(count, tactical=bool(options["tactical"]), monoliths=bool(options["monoliths"]))
    s.random_factions = options["factions"] == "random"
    return s


def set_up(s: State) -> Script[None]:
    """Choose the first player at random; with three players the team's first player begins (E5)."""
    if seats(s) != 3:
        first: int = yield Roll(len(s.order))
        s.order = s.order[first:] + s.order[:first]
    yield Event("started", {"order": list(s.order), "teams": [list(team) for team in s.teams]})
    if s.random_factions:
        dealt = yield Shuffle(FACTIONS)
        s.factions = dealt[: seats(s)]
        for seat in players(s):
            yield Event("faction", {"seat": seat, "faction": s.factions[seat]})
        s.phase = "monoliths"
    else:
        s.phase = "factions"


def players(s: State) -> list[int]:
    """The seats in the order of their first turns."""
    return list(dict.fromkeys(s.order))


def choose_faction(s: State) -> Script[None]:
    """Choose factions in turn order, each once (E6)."""
    seat = next(seat for seat in players(s) if not s.factions[seat])
    choices = [options.FACTION[faction] for faction in FACTIONS if faction not in s.factions]
    s.factions[seat] = yield Ask(seat, "monolith.faction", choices)
    yield Event("faction", {"seat": seat, "faction": s.factions[seat]})
    if all(s.factions):
        s.phase = "monoliths"


def prepare(s: State) -> Script[None]:
    """Let all players hide two board tiles at once, with monoliths (MO1); shuffle the rest into the piles."""
    piles = [pile_of(faction) for faction in s.factions]
    if s.with_monoliths:
        first: tuple[int, ...] = yield Together(tuple(_hide(s, seat, piles[seat]) for seat in range(seats(s))))
        for seat, kind in enumerate(first):
            piles[seat].remove(kind)
        asks = tuple(_hide(s, seat, piles[seat], first[seat]) for seat in range(seats(s)))
        second: tuple[int, ...] = yield Together(asks)
        for seat, kinds in enumerate(zip(first, second, strict=True)):
            piles[seat].remove(kinds[1])
            yield from hide(s, seat, sorted(kinds))
        yield Event("prepared", {})
    for seat, pile in enumerate(piles):
        s.piles[seat] = yield Shuffle(pile)
    s.phase = "banners"


def _hide(s: State, seat: int, pile: list[int], first: int | None = None) -> Ask:
    kinds = [kind for kind in options.BOARD_KINDS[s.factions[seat]] if kind in pile]
    return Ask(seat, "monolith.hide", options.hand(kinds), () if first is None else (KINDS[first].id,))


def hide(s: State, seat: int, kinds: list[int]) -> Script[None]:
    """Put two tiles on the lower segments; only their owner knows them."""
    for place, kind in enumerate(kinds):
        s.tokens.append(Token(s.next_id, seat, kind, OFF))
        s.monoliths[seat].hidden[place] = s.next_id
        s.next_id += 1
    yield Event("hidden", {"seat": seat, "tokens": [KINDS[kind].id for kind in kinds]}, (seat,))


def place_banner(s: State) -> Script[None]:
    """Place the Banners in turn order, each on any free space."""
    seat = next(seat for seat in players(s) if banner_of(s, seat) is None)
    where: int = yield Ask(
        seat, "monolith.banner", options.fields(FULL & ~occupied(s)), (KINDS[banner_kind(s, seat)].id,)
    )
    yield place(s, seat, banner_kind(s, seat), where, 0)
    if all(banner_of(s, one) is not None for one in range(seats(s))):
        s.phase = "begin"


def place(s: State, seat: int, kind: int, where: int, rot: int) -> Event:
    """Put a tile onto the board; return the event."""
    s.tokens.append(Token(s.next_id, seat, kind, where, rot))
    s.next_id += 1
    return Event(
        "placed",
        {"seat": seat, "faction": s.factions[seat], "token": KINDS[kind].id, "at": LABELS[where], "rot": rot},
    )
