"""Short descriptions of fighters and skills, shown when choosing one."""

from __future__ import annotations

from engine.core.text import Text
from engine.knockdown.data.content import FIGHTERS, SKILL_OF, SKILLS

_FIGHTERS: dict[str, Text] = {
    "mistling": Text("Slips around its opponent, lays a Curse and cashes it in with Doom."),
    "adder_daughter": Text("Poison that hurts turn after turn. Last Bite turns it into a knockout."),
    "brother_alembic": Text("Elixirs for speed, healing or a harder blow. Versatile, but needs cards."),
    "barrow_warden": Text("Hard to move and to hurt. Pulls you close, hits hard, best in the dark."),
}
_SKILLS: dict[str, Text] = {
    "long_reach": Text("Reach: one short Strike a turn hits from two spaces away."),
    "wick_keeper": Text("Safety: the dark never hurts you. Good in long rounds."),
    "deep_pockets": Text("More cards: a hand of eight, and one extra card each round."),
    "loose_form": Text("Easier special attacks: one Dash pays for any symbol."),
    "merciless": Text("Finishing: the opponent's Knockdown Tests are harder."),
    "follow_through": Text("Combos that heal you or move you on."),
    "light_feet": Text("Speed: the Move action takes you up to two spaces."),
    "crow_eye": Text("Choice: replace a card in the Attack Row every turn."),
    "thick_hide": Text("Defense: a little less damage from Abilities and Reactions."),
    "last_stand": Text("Resilience: your own Knockdown Tests are easier."),
    "running_start": Text("Offense: Strikes after a move do extra damage."),
    "ward_sense": Text("Defense: block Abilities, too, and more damage."),
}
BLURBS: dict[str, Text] = {FIGHTERS[one].code: blurb for one, blurb in _FIGHTERS.items()}
BLURBS |= {SKILLS[SKILL_OF[one]].code: blurb for one, blurb in _SKILLS.items()}
"""By the code of the option."""
assert len(BLURBS) == len(FIGHTERS) + len(SKILLS)
