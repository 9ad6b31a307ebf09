"""Write a state, `S leader D1, S acrobat C3; N leader D7`, and read it back; impossible positions are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.game import Impossible, MatchOptions, Outcome
from engine.core.position_checks import need_ending, shaped
from engine.core.text import text
from engine.leaders.action import spend
from engine.leaders.board import LABELS, SIDES, SPACE
from engine.leaders.data.content import CARD_FIGURES, CARDS, CONTENT, CUB, FIGURE_OF, FIGURES, HERMIT
from engine.leaders.ending import REASONS, arrangement, lost
from engine.leaders.notation.position_schema import LATER, Written
from engine.leaders.recruiting import full
from engine.leaders.state import NOWHERE, State, cards

PHASES = ("setup", "banish", "action", "recruit")


def write(s: State) -> dict[str, Any]:
    """The state as a position, readable for people."""
    sides = (
        ", ".join(f"{SIDES[side]} {FIGURES[figure]} {LABELS[s.at[figure]]}" for figure in squad)
        for side, squad in enumerate(s.squads)
    )
    written = Written(
        pieces="; ".join(sides),
        turn=SIDES[s.turn],
        phase=s.phase,
        acted=_in_order(s),
        market=list(s.market),
        mode=s.mode,
        first=SIDES[s.first],
        number=s.number,
        recruits=s.recruits,
        deck=list(s.deck),
        banished=list(s.banished),
        banishing="".join(SIDES[side] for side in s.banishing),
        second_banishment=s.second_banishment,
        seen=dict(s.seen),
        outcome=s.outcome,
    )
    plain: dict[str, Any] = msgspec.to_builtins(written)
    return {"turn": SIDES[s.turn], "phase": s.phase, **plain}


def _in_order(s: State) -> list[str]:
    """The figures that have acted; a Hermit or Cub whose partner may still follow comes last (HER-03)."""
    acted = [figure for figure in s.squads[s.turn] if s.acted >> figure & 1]
    pair = [figure for figure in acted if figure & ~1 in (HERMIT, CUB)]
    if len(pair) == 1:
        acted.remove(pair[0])
        acted.append(pair[0])
    return [FIGURES[figure] for figure in acted]


def read(options: MatchOptions, position: Mapping[str, Any], rules: int) -> State:
    """Read a state from its written form, under this rules version."""
    w = shaped(position, Written)
    mode = w.mode or str(options["mode"])
    _one_of("mode", mode, ("basic", "advanced"))
    _one_of("phase", w.phase, PHASES)
    s = State(mode=mode, crown=bool(options["crown_is_recruit_space"]), phase=w.phase, turn=_side(w.turn))
    s.rules = rules
    _place(s, w.pieces)
    s.number = LATER if w.number is None else w.number
    if not 0 <= s.number <= CONTENT.turn_cap:
        raise Impossible(
            text("There is no turn {number}: turns run from 0 to {cap}.", number=s.number, cap=CONTENT.turn_cap)
        )
    s.first = _side(w.first) if w.first is not None else s.turn if s.number % 2 else 1 - s.turn
    for name in w.acted:
        spend(s, _actor(s, name))
    s.outcome = w.outcome
    natural = 0 if full(s, s.turn) else 2 if s.number == 2 else 1
    s.recruits = natural if w.recruits is None else w.recruits
    idle = s.outcome is None and s.phase == "recruit" and not s.recruits and not full(s, s.turn)
    if not 0 <= s.recruits <= 2 or idle:
        raise Impossible(text("A turn has one or two recruitments."))
    _lay_out(s, w)
    _banishments(s, w)
    _history(s, w)
    return s


def _banishments(s: State, w: Written) -> None:
    """Set who still has to banish; in the advanced mode a second banishment comes when both sides have three cards."""
    few = any(len(cards(s, side)) + 1 < 3 for side in (0, 1))
    s.second_banishment = (s.mode == "advanced" and few) if w.second_banishment is None else w.second_banishment
    order = "".join(SIDES[side] for side in (s.first, 1 - s.first))
    banishing = (order if s.phase == "banish" else "") if w.banishing is None else w.banishing
    s.banishing = [_side(letter) for letter in banishing]
    if banishing not in ("", order, order[1]) or bool(banishing) != (s.phase == "banish"):
        raise Impossible(text("In a banishment each side removes one card, the first player first."))
    if s.phase == "banish" and len(s.market) < len(s.banishing):
        raise Impossible(text("There are too few cards to banish."))


def _history(s: State, w: Written) -> None:
    """Set earlier arrangements, and whether the match is over: as the position says, or because a Leader is lost."""
    fresh = s.phase == "action" and not s.acted
    s.seen = ({arrangement(s): 1} if fresh else {}) if w.seen is None else dict(w.seen)
    if s.phase == "setup" and (len(s.squads[0]) > 1 or len(s.squads[1]) > 1 or w.market or w.deck):
        raise Impossible(text("Before the set-up only the two Leaders stand on the board."))
    if s.outcome is None:
        _judge(s)
    else:
        need_ending(s.outcome, REASONS, 2)


def _one_of(field: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise Impossible(
            text(
                "{field} {value} is unknown: it is one of {allowed}.",
                field=field,
                value=value,
                allowed=", ".join(allowed),
            )
        )


def _side(letter: str) -> int:
    if len(letter) != 1 or letter not in SIDES:
        raise Impossible(text("A side is S or N, not {letter}.", letter=letter))
    return SIDES.index(letter)


def _place(s: State, pieces: str) -> None:
    s.at, s.squads = [NOWHERE] * len(FIGURES), [[], []]
    for piece in pieces.replace(";", ",").split(","):
        words = piece.split()
        if not words:
            continue
        if len(words) != 3:
            raise Impossible(text("“{piece}” should be a side, a character and a space.", piece=piece.strip()))
        side, name, space = _side(words[0]), words[1].replace("-", "_").lower(), words[2].upper()
        if name not in FIGURE_OF:
            raise Impossible(text("There is no character {name}.", name=words[1]))
        if space not in SPACE:
            raise Impossible(text("There is no space {space}.", space=words[2]))
        figure = FIGURE_OF[name] | side
        if s.at[figure] != NOWHERE:
            raise Impossible(text("{name} stands on the board twice for one side.", name=name))
        if SPACE[space] in s.at:
            raise Impossible(text("Two characters stand on {space}.", space=space))
        s.at[figure] = SPACE[space]
        s.squads[side].append(figure)
    for side in (0, 1):
        if side not in s.squads[side]:
            raise Impossible(text("{side} has no Leader on the board.", side=SIDES[side]))
        s.squads[side].sort(key=lambda figure: figure > 1)


def _actor(s: State, name: str) -> int:
    key = name.replace("-", "_")
    figure = FIGURE_OF.get(key, NOWHERE) | s.turn
    if figure not in s.squads[s.turn]:
        raise Impossible(
            text("{name} cannot have acted: it is not a character of the side whose turn it is.", name=name)
        )
    return figure


def _lay_out(s: State, w: Written) -> None:
    """Set market, deck and banished cards; unnamed cards are face down in the basic mode, face up in the advanced."""
    away = list({card: None for side in (0, 1) for card in cards(s, side)})
    for card in [*(w.market or []), *(w.deck or []), *w.banished]:
        if card not in CARD_FIGURES:
            raise Impossible(text("There is no card {card}.", card=card))
        if card in away:
            raise Impossible(text("The card {card} is in two places.", card=card))
        away.append(card)
    rest = [card for card in CARDS if card not in away]
    s.banished = list(w.banished)
    if s.mode == "advanced":
        if w.deck:
            raise Impossible(text("The advanced mode has no deck."))
        s.market = list(rest if w.market is None else w.market)
        return
    s.market, s.deck = list(w.market or []), list(rest if w.deck is None else w.deck)
    if w.market is None:
        s.market, s.deck = s.deck[: CONTENT.market_size], s.deck[CONTENT.market_size :]
    if len(s.market) > CONTENT.market_size:
        raise Impossible(text("The market holds at most {size} cards.", size=CONTENT.market_size))


def _judge(s: State) -> None:
    """End a position in which a Leader is lost; the side on turn wins if it is the other's."""
    for side in (1 - s.turn, s.turn):
        if reason := lost(s, side):
            s.outcome = Outcome((1 - side,), reason)
            return
