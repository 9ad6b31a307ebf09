"""The attack sequence: declaration, block, damage, effect, Knockdown Test, Reaction."""

from __future__ import annotations

from engine.core.ask import SHOW, Script
from engine.knockdown.blocking import block
from engine.knockdown.cards import fighter_event, hurt
from engine.knockdown.data.content import CARDS, Damage
from engine.knockdown.effects import Blow, resolve
from engine.knockdown.ko import may_test
from engine.knockdown.reactions import react, settle
from engine.knockdown.state import skill_value, skill_with, use_once, works_on


def strike(blow: Blow) -> Script[None]:
    """Resolve an attack from the declaration to the end; `blow.out` says whether the opponent is knocked out."""
    s, attack = blow.s, blow.attack
    _strengthen(blow)
    s.underway.append(blow.seen)
    yield fighter_event(
        s,
        "attacked",
        blow.seat,
        attack=attack.id,
        reaction=blow.answers is not None,
        paid=[CARDS[card].id for card in blow.seen.paid],
        extra=blow.extra,
    )
    if blow.targets and not s.open_hands and s.seats[blow.target].hand:
        yield SHOW  # later steps may reveal what the target holds
    yield from _reaction(blow, ("before_damage",))
    cancelled = yield from block(blow)
    if blow.heavy or blow.light:
        yield from hurt(s, blow.target, Damage(blow.heavy, blow.light), attack.type)
    blow.seen.dealt = True
    if not cancelled:
        yield from resolve(blow)
    if attack.ko:
        yield from may_test(blow)
    if not blow.out:
        yield from _reaction(blow, ("after_ko_pass", "after_attack") if blow.passed else ("after_attack",))
    s.underway.pop()


def _strengthen(blow: Blow) -> None:
    """On the attacker's own turn, Bile adds damage to the next attack, and a skill to an attack of its kind after
    moving."""
    s = blow.s
    if blow.seat != s.turn or not blow.attack.pool:
        return
    if s.bile:
        blow.extra.append(("bile", s.bile, 0))
        s.bile = 0
    op = "bonus_light_after_move"
    if s.moved and works_on(s, blow.seat, op, blow.attack.type) and use_once(s, blow.seat, op):
        blow.extra.append((skill_with(s, blow.seat, op), 0, skill_value(s, blow.seat, op)))
    for _, heavy, light in blow.extra:
        blow.lose(-heavy, -light)


def _reaction(blow: Blow, windows: tuple[str, ...]) -> Script[None]:
    reaction = yield from react(blow, windows)
    if reaction is not None:
        yield from strike(reaction)
        yield from settle(reaction)
