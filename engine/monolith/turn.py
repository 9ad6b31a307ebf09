"""The course of a match: turns of drawing, discarding and playing, and the battles between them."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.ask import SHOW, Ask, Event, Option, Script, later
from engine.monolith import options
from engine.monolith.battle import fight
from engine.monolith.board import FULL, LABELS
from engine.monolith.charge import can_charge, charge, rune_allows
from engine.monolith.data.content import CONTENT, IS_BANNER, IS_ORDER, KINDS
from engine.monolith.ending import begin_closing, check, judge
from engine.monolith.influence import Influence
from engine.monolith.monoliths import can_unfold, empty_segments, fold_all, unfold
from engine.monolith.moves import act, actors
from engine.monolith.orders import DOES as ORDERS
from engine.monolith.orders import playable
from engine.monolith.setup import choose_faction, place, place_banner, prepare, set_up
from engine.monolith.state import State, friends, occupied, seat_on_turn, token_on
from engine.monolith.wounds import collapse, remove

TACTICAL_PLAYS = 2
TRANSFORMS: tuple[bool, ...] = tuple("transformation" in kind.traits for kind in KINDS)


def step(s: State) -> Script[None]:
    """Play until the next rest: a set-up choice, a draw, a discard, one thing to do, a battle or part of it."""
    yield from PHASES[s.phase](s)
    if s.phase == "begin":
        yield from begin_turn(s, 0)
    elif s.phase == "ended":
        yield from end_turn(s)


def begin_turn(s: State, place_in_order: int) -> Script[None]:
    """Begin the turn of the next seat in the order."""
    s.turn, s.number = place_in_order, s.number + 1
    s.used, s.played, s.unfolded = [], 0, False
    s.phase = "draw"
    seat = seat_on_turn(s)
    yield Event("turn", {"seat": seat, "faction": s.factions[seat], "number": s.number})


def end_turn(s: State) -> Script[None]:
    """End the turn and begin the next one, or the Last Battle when the last turns are played (E1)."""
    if s.closing == 1:
        s.closing, s.phase = 0, "last-battle"
        return
    s.closing = max(0, s.closing - 1)
    yield from begin_turn(s, (s.turn + 1) % len(s.order))


def hand_limit(s: State) -> int:
    """The number of tiles that a hand is filled up to: 1, 2, then 3; six in the tactical variant (TU1, TU8)."""
    return CONTENT.tactical_hand if s.tactical else min(s.number, CONTENT.hand)


def full_hand(s: State) -> int:
    """The number of tiles in hand from which one must be discarded (TU2, TU8)."""
    return CONTENT.tactical_hand if s.tactical else CONTENT.hand


def draw(s: State) -> Script[None]:
    """Draw up to the limit; a hand of orders only may be discarded and redrawn any number of times (TU1, TU3, TU4)."""
    seat = seat_on_turn(s)
    hand, pile = s.hands[seat], s.piles[seat]
    count = min(hand_limit(s) - len(hand), len(pile))
    if count > 0:
        yield SHOW
        drawn = pile[:count]
        hand += drawn
        del pile[:count]
        yield _battle_event(s, "drew", tokens=[KINDS[kind].id for kind in drawn])
    if not pile and not s.closing:
        yield from begin_closing(s)
    if hand and pile and all(IS_ORDER[kind] for kind in hand):
        about = tuple(KINDS[kind].id for kind in hand)
        if (yield Ask(seat, "monolith.unlucky", (options.REDRAW, options.KEEP), about)):
            s.discards[seat] += hand
            s.hands[seat] = []
            yield _battle_event(s, "redrew", tokens=list(about))
            return
    s.phase = "discard" if len(hand) >= full_hand(s) else "play"


def must_discard(s: State) -> Script[None]:
    """Discard one tile of a full hand before anything is played (TU2)."""
    yield from _discard(s, "monolith.must-discard")
    s.phase = "play"


def discard(s: State, _: int = 0) -> Script[None]:
    """Discard any further tile."""
    yield from _discard(s, "monolith.discard")
    s.played += 1


def _discard(s: State, prompt: str) -> Script[None]:
    seat = seat_on_turn(s)
    kind: int = yield Ask(seat, prompt, options.hand(s.hands[seat]))
    s.hands[seat].remove(kind)
    s.discards[seat].append(kind)
    yield _battle_event(s, "discarded", token=KINDS[kind].id)


def plays_left(s: State) -> bool:
    """Whether another tile may be played; the tactical variant allows two a turn, one in the very first (TU8)."""
    return not s.tactical or s.played < (1 if s.number == 1 else TACTICAL_PLAYS)


def rooms(s: State, taken: int) -> int:
    """Spaces where a board tile may be placed: any free space; after unfolding only the seat's empty segments (MO3)."""
    return empty_segments(s, seat_on_turn(s)) if s.unfolded else FULL & ~taken


def victims(s: State) -> int:
    """The spaces of enemy tiles that the Demon may replace (O4)."""
    if s.unfolded:
        return 0
    seat, found = seat_on_turn(s), 0
    for token in s.tokens:
        if token.at >= 0 and not IS_BANNER[token.kind] and not friends(s, seat, token.owner):
            found |= 1 << token.at
    return found


def can_play(s: State, kind: int, held: frozenset[int], taken: int) -> bool:
    """Whether the tile can be played now."""
    if IS_ORDER[kind]:
        return playable(s, kind, seat_on_turn(s), held, taken)
    return bool(rooms(s, taken)) or (TRANSFORMS[kind] and bool(victims(s)))


def play_phase(s: State) -> Script[None]:
    """Do one thing: a tile of the hand, an effect of a tile on the board, the monolith, a discard, or the end (TU5)."""
    seat = seat_on_turn(s)
    several = bool(s.hands[seat]) and plays_left(s)  # to discard and to end the turn
    what, number = yield Ask(seat, "monolith.play", later(things_to_do, (s,), several))
    yield from DOES[what](s, number)


def things_to_do(s: State) -> list[Option]:
    """All options of the seat on turn."""
    seat, force, taken = seat_on_turn(s), Influence(s), occupied(s)
    hand, held = s.hands[seat], force.netted
    found: list[Option] = []
    if hand and plays_left(s):
        kinds = [kind for kind in dict.fromkeys(hand) if can_play(s, kind, held, taken)]
        found += options.hand(kinds, options.PLAY)
        found.append(options.DISCARD)
    found += [options.ACT[token.kind][token.at] for token in actors(s, seat, force, taken)]
    if s.with_monoliths and can_unfold(s, seat):
        found.append(options.UNFOLD)
    if rune_allows(s, seat, held) and can_charge(s, seat, held, taken):
        found.append(options.CHARGE)
    found.append(options.END)
    return found


def play(s: State, kind: int) -> Script[None]:
    """Play a tile of the hand: an order takes effect and is discarded, a board tile is placed."""
    seat = seat_on_turn(s)
    s.hands[seat].remove(kind)
    s.played += 1
    if IS_ORDER[kind]:
        s.discards[seat].append(kind)
        yield _battle_event(s, "played", token=KINDS[kind].id)
        yield from ORDERS[KINDS[kind].effect](s)
    else:
        yield from put(s, kind)


def put(s: State, kind: int) -> Script[None]:
    """Place a board tile on a free space in any rotation; the Demon may replace an enemy (O4)."""
    seat, about = seat_on_turn(s), (KINDS[kind].id,)
    found = rooms(s, occupied(s)) | (victims(s) if TRANSFORMS[kind] else 0)
    where: int = yield Ask(seat, "monolith.place", options.fields(found), about)
    victim = token_on(s, where)
    rot: int = yield Ask(seat, "monolith.turn", options.ROTATION[kind], (*about, "place", LABELS[where]))
    if victim is not None:
        remove(s, victim)
        yield _battle_event(s, "transformed", token=KINDS[victim.kind].id, owner=victim.owner, at=LABELS[where])
    s.used.append(("placed", s.next_id))
    yield place(s, seat, kind, where, rot)
    yield from collapse(s)
    battle_if_full(s)


def open_monolith(s: State, _: int = 0) -> Script[None]:
    """Unfold the monolith, which may fill the board (MO9)."""
    yield from unfold(s)
    yield from collapse(s)
    battle_if_full(s)


def battle_if_full(s: State) -> None:
    """Begin a battle once no space is free (B1)."""
    if occupied(s) == FULL:
        s.phase = "battle"


def end(s: State, _: int = 0) -> Script[None]:
    """End the turn at the player's wish."""
    s.phase = "ended"
    if not (s.played or s.used or s.unfolded):
        yield _battle_event(s, "passed")


def battle(s: State) -> Script[None]:
    """Fight a battle started by an order or a full board; it ends the turn (TU6)."""
    is_full = s.battle is None and occupied(s) == FULL  # reported only when it begins
    yield from fight(s, "full" if is_full else "order")
    if s.battle is None and not (yield from after_battle(s)):
        s.phase = "ended"


def last_battle(s: State) -> Script[None]:
    """Fight the Last Battle when the last turns are played, and again after the extra turns (E1, E4)."""
    yield from fight(s, "extra-last" if s.extra else "last")
    if s.battle is None and not (yield from after_battle(s)):
        yield from judge(s)
        if s.outcome is None:
            yield from begin_turn(s, (s.turn + 1) % len(s.order))


def after_battle(s: State) -> Script[bool]:
    """Remove Net markers, fold monoliths, then end the match if a Banner is destroyed (N7, MO4, MO5).

    A netter freed by this may cost tiles the Toughness of a Guardians' Banner (BN4).
    """
    for token in s.tokens:
        token.net = False
    yield from fold_all(s)
    yield from collapse(s)
    return (yield from check(s))


def _battle_event(s: State, kind: str, **args: object) -> Event:
    seat = seat_on_turn(s)
    return Event(kind, {"seat": seat, "faction": s.factions[seat], **args})


DOES: dict[str, Callable[[State, int], Script[None]]] = {
    "play": play,
    "act": act,
    "unfold": open_monolith,
    "charge": charge,
    "discard": discard,
    "end": end,
}

PHASES: dict[str, Callable[[State], Script[None]]] = {
    "setup": set_up,
    "factions": choose_faction,
    "monoliths": prepare,
    "banners": place_banner,
    "draw": draw,
    "discard": must_discard,
    "play": play_phase,
    "battle": battle,
    "last-battle": last_battle,
}
