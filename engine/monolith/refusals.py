"""Refusals: the rule that forbids a code that is not offered."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.core.ask import Ask
from engine.monolith import options
from engine.monolith.board import ADJACENT, FIELD
from engine.monolith.charge import ALLOWS_CHARGE, CAVALRY
from engine.monolith.data.content import IS_ORDER, KIND_OF, KINDS
from engine.monolith.ending import seats
from engine.monolith.influence import Influence, netted
from engine.monolith.monoliths import placed_already, segments
from engine.monolith.moves import sources
from engine.monolith.state import State, Token, friends, occupied, token_on
from engine.monolith.turn import plays_left

Why = Callable[[State, Ask, str], str]
"""State, question and code to the id of the rule, or an empty string."""

_FACES = re.compile(r"r[0-5]")
_TURN_WORDS = {*options.WORDS, "fold"}
KINDS_BY_CODE: dict[str, list[int]] = {}
for _number, _kind in enumerate(KINDS):
    KINDS_BY_CODE.setdefault(_kind.code, []).append(_number)
    KINDS_BY_CODE[options.FULL_CODE[_number]] = [_number]


def why(s: State, ask: Ask, code: str) -> str:
    """The id of the rule that forbids the code; empty for an unknown code."""
    return _QUESTION[ask.prompt](s, ask, code)


def _one_rule(rule: str, known: Callable[[str], bool]) -> Why:
    """The same rule for every code that `known` accepts."""
    return lambda s, ask, code: rule if known(code) else ""


def _is_field(code: str) -> bool:
    return code.upper() in FIELD


def _is_token(code: str) -> bool:
    return code in KINDS_BY_CODE


def _faces(code: str) -> bool:
    return _FACES.fullmatch(code) is not None


def _there(s: State, code: str) -> Token | None:
    return token_on(s, FIELD[code.upper()]) if _is_field(code) else None


def _must_discard(_s: State, _ask: Ask, code: str) -> str:
    if _is_token(code):
        return "monolith.playing"
    return "monolith.discard" if code in _TURN_WORDS or _is_field(code) else ""


def _play(s: State, ask: Ask, code: str) -> str:
    """The rule against something to do in the turn."""
    if _is_token(code):
        return _from_hand(s, ask.seat, KINDS_BY_CODE[code])
    if _is_field(code):
        return _act(s, ask.seat, code)
    return _WORDS[code](s, ask.seat) if code in _WORDS else ""


def _limit(s: State) -> str:
    return "monolith.tactical-opening" if s.number == 1 else "monolith.tactical"


def _from_hand(s: State, seat: int, kinds: list[int]) -> str:
    held = [kind for kind in kinds if kind in s.hands[seat]]
    if not held:
        return "monolith.playing"
    if not plays_left(s):
        return _limit(s)
    effect = KINDS[held[0]].effect
    if IS_ORDER[held[0]]:
        return _NO_TARGET.get(effect, "monolith.orders")
    return "monolith.unfold-turn" if s.unfolded else "monolith.free-field"


_NO_TARGET = {
    "battle": "monolith.battle-order",
    "battle_or_charge": "monolith.battle-or-charge",
    "push": "monolith.push",
    "net_any_enemy": "monolith.net-order",
    "entrench": "monolith.entrenchment",
    "wound_any_enemy": "monolith.precise-shot",
    "move_enemy": "monolith.false-order",
}


def _act(s: State, seat: int, code: str) -> str:
    token = _there(s, code)
    if token is None or not friends(s, seat, token.owner):
        return "monolith.traits"
    force = Influence(s)
    if token.id in force.netted:
        return "monolith.netted"
    found = sources(s, seat, token, force)
    if found:
        return "monolith.once" if any((key, token.id) in s.used for _, key in found) else "monolith.move-and-turn"
    own = sources(s, token.owner, token, force)
    return "monolith.allied-tokens" if own else "monolith.traits"


def _unfold(s: State, seat: int) -> str:
    if not s.with_monoliths:
        return "monolith.monoliths"
    if s.monoliths[seat].fields:
        return "monolith.fold"
    return "monolith.unfold-turn" if placed_already(s) else "monolith.unfold-fields"


def _charge(s: State, seat: int) -> str:
    runes = [one for one in s.tokens if one.at >= 0 and ALLOWS_CHARGE[one.kind] and friends(s, seat, one.owner)]
    if not runes:
        return "monolith.rune-charge"
    return "monolith.netted" if all(rune.id in netted(s) for rune in runes) else "monolith.charge"


_WORDS: dict[str, Callable[[State, int], str]] = {
    "unfold": _unfold,
    "charge": _charge,
    "discard": lambda s, seat: _limit(s) if s.hands[seat] else "monolith.keep",
    "battle": lambda s, _: "monolith.battle-order",
    "redraw": lambda s, _: "monolith.unlucky-draw",
    "fold": lambda s, _: "monolith.fold",
}


def _place(s: State, ask: Ask, code: str) -> str:
    if not _is_field(code):
        return ""
    if "transformation" in KINDS[KIND_OF[ask.about[0]]].traits and _there(s, code):
        return "monolith.transformation"
    return "monolith.unfold-turn" if s.unfolded else "monolith.free-field"


def _effect(s: State, _ask: Ask, code: str) -> str:
    used = code in options.EFFECT_NAME and any(key == code for key, _ in s.used)
    given = code.startswith(("rune-", "banner-"))
    return "monolith.once" if used or given else "monolith.traits" if code in options.EFFECT_NAME else ""


def _where(s: State, ask: Ask, code: str) -> str:
    """The rule against a space, or staying, for a moved tile."""
    way = ask.about[1]
    if code == "stay":
        return "monolith.rotate"
    if not _is_field(code):
        return ""
    if way in ("rotation", "rotation-order"):
        return f"monolith.{way}"
    field = FIELD[code.upper()]
    if occupied(s) >> field & 1:
        return "monolith.free-field"
    if way != "teleport" and not ADJACENT[FIELD[ask.about[2]]] >> field & 1:
        return "monolith.move-and-turn"
    return "monolith.segments-move" if segments(s) >> field & 1 else "monolith.connected"


def _tile_refused(rule: str, *, free: bool = True) -> Why:
    """The rule against a tile that an order cannot be played on; most orders need one that is not netted."""

    def why(s: State, ask: Ask, code: str) -> str:
        if not _is_field(code):
            return ""
        token = _there(s, code)
        if free and token is not None and token.id in netted(s):
            return "monolith.netted"
        return rule

    return why


def _push_whom(s: State, ask: Ask, code: str) -> str:
    if not _is_field(code):
        return ""
    token = _there(s, code)
    if token is not None and token.id in netted(s):
        return "monolith.net-push"
    near = token is not None and ADJACENT[FIELD[ask.about[1]]] >> token.at & 1
    return "monolith.push-field" if near and token and not friends(s, ask.seat, token.owner) else "monolith.push"


def _space_refused(rule: str) -> Why:
    """The rule against a space that something cannot go to."""

    def why(s: State, _ask: Ask, code: str) -> str:
        if not _is_field(code):
            return ""
        return "monolith.free-field" if occupied(s) >> FIELD[code.upper()] & 1 else rule

    return why


def _push_where(s: State, ask: Ask, code: str) -> str:
    rule = _space_refused("monolith.push-field")(s, ask, code)
    if rule != "monolith.push-field" or not s.with_monoliths:
        return rule
    field, pusher, start = FIELD[code.upper()], FIELD[ask.about[1]], FIELD[ask.about[3]]
    behind = ADJACENT[start] & ~ADJACENT[pusher]
    return "monolith.connected" if behind >> field & 1 else rule


def _battle_or_charge(_s: State, _ask: Ask, code: str) -> str:
    return {"battle": "monolith.battle-order", "charge": "monolith.charge"}.get(code, "")


def _charger(s: State, ask: Ask, code: str) -> str:
    if not _is_field(code):
        return ""
    token = _there(s, code)
    if token is None or token.owner != ask.seat or not CAVALRY[token.kind]:
        return "monolith.cavalry"
    return "monolith.netted" if token.id in netted(s) else "monolith.charge"


def _fire(_s: State, _ask: Ask, code: str) -> str:
    parts = code.split("+")
    return "monolith.fire-concoction" if all(_is_field(part) for part in parts) else ""


def _faction(s: State, _ask: Ask, code: str) -> str:
    taken = [s.factions[seat].replace("_", "-") for seat in range(seats(s))]
    return "monolith.factions" if code in taken else ""


_TURNING = _one_rule("monolith.rotate", _faces)

_QUESTION: dict[str, Why] = {
    "monolith.faction": _faction,
    "monolith.hide": _one_rule("monolith.monolith-set-up", _is_token),
    "monolith.banner": _one_rule("monolith.free-field", _is_field),
    "monolith.unlucky": _one_rule("monolith.unlucky-draw", lambda code: code in _TURN_WORDS or _is_token(code)),
    "monolith.must-discard": _must_discard,
    "monolith.discard": _one_rule("monolith.playing", _is_token),
    "monolith.play": _play,
    "monolith.place": _place,
    "monolith.turn": _TURNING,
    "monolith.effect": _effect,
    "monolith.where": _where,
    "monolith.move-whom": _tile_refused("monolith.move"),
    "monolith.turn-whom": _tile_refused("monolith.rotation-order"),
    "monolith.false-order-whom": _tile_refused("monolith.false-order"),
    "monolith.net-whom": _tile_refused("monolith.net-order", free=False),
    "monolith.entrench-whom": _tile_refused("monolith.entrenchment", free=False),
    "monolith.shoot-whom": _tile_refused("monolith.precise-shot", free=False),
    "monolith.fire": _fire,
    "monolith.pusher": _tile_refused("monolith.push"),
    "monolith.push-whom": _push_whom,
    "monolith.push-where": _push_where,
    "monolith.battle-or-charge": _battle_or_charge,
    "monolith.charger": _charger,
    "monolith.charge-whom": _one_rule("monolith.charge", _is_field),
    "monolith.charge-where": _space_refused("monolith.charge"),
    "monolith.charge-turn": _one_rule("monolith.charge", _faces),
    "monolith.segment": _space_refused("monolith.unfold-fields"),
    "monolith.segment-turn": _TURNING,
    "monolith.assassin": _one_rule("monolith.assassin", _is_field),
    "monolith.regeneration": _one_rule("monolith.regeneration-choice", _is_field),
    "monolith.regeneration-source": _one_rule("monolith.regeneration-source", _is_field),
    "monolith.regeneration-rune": _one_rule("monolith.regeneration-several", _is_field),
    "monolith.poison-marker": _one_rule("monolith.poison-markers", _is_field),
}
