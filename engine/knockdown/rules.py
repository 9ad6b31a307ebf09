"""The rules that refusals name, each in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

from __future__ import annotations

from engine.core.text import Text

RULES: dict[str, Text] = {
    "knockdown.fighters": Text("Each fighter is played once, and it is one of the four."),
    "knockdown.skills": Text("You choose among the skills that you have been dealt or passed."),
    "knockdown.opening-pick": Text("The opening pick is one card of the row."),
    "knockdown.actions": Text("A turn has exactly two actions: move, attack with a card of the row, or combo."),
    "knockdown.move": Text("You move to a free space next to you, not through the opponent."),
    "knockdown.attack": Text("You attack with a card of the Attack Row, never with one from your hand."),
    "knockdown.combo": Text("A combo needs a special attack that you can pay and that reaches, or a dash."),
    "knockdown.special": Text(
        "Each special attack is used once per combo, and a reaction only when its trigger comes."
    ),
    "knockdown.range": Text("The opponent is not in range."),
    "knockdown.paying": Text("The cards do not pay the cost exactly: every symbol, and no card too many."),
    "knockdown.dash": Text("A dash costs a card with the dash symbol and is a step to a free space."),
    "knockdown.block": Text("A Strike is blocked with cards that show the block symbol, one for each purpose."),
    "knockdown.block-arithmetic": Text("Two cards left in hand ignore a heavy damage, one a light damage."),
    "knockdown.reaction": Text("You react to an attack once, when the trigger comes, in range and paid."),
    "knockdown.test": Text("The attacker decides whether there is a knock-down test."),
    "knockdown.relief": Text("A passed test discards half of the damage, rounded down."),
    "knockdown.hand-limit": Text("You discard one of the cards in your hand."),
    "knockdown.elixirs": Text("You drink elixirs that you hold, in your own turn; each is there once."),
    "knockdown.standing": Text("Standing answers say when you want to be asked about blocks and reactions."),
    "knockdown.leap": Text("A leap ends on a free space within its number of steps."),
    "knockdown.push": Text("In the same column you choose left or right."),
    "knockdown.place": Text("The opponent is put on a free space next to you."),
    "knockdown.crows-eye": Text("Crow's Eye replaces one card of the row."),
    "knockdown.effects": Text("The effect does not allow that."),
}

PROMPT_RULES: dict[str, str] = {
    "knockdown.action": "knockdown.actions",
    "knockdown.combo": "knockdown.combo",
    "knockdown.fighter": "knockdown.fighters",
    "knockdown.skill": "knockdown.skills",
    "knockdown.face-up": "knockdown.skills",
    "knockdown.pick": "knockdown.opening-pick",
    "knockdown.crow-eye": "knockdown.crows-eye",
    "knockdown.move-to": "knockdown.move",
    "knockdown.long-reach": "knockdown.range",
    "knockdown.react": "knockdown.reaction",
    "knockdown.pay": "knockdown.paying",
    "knockdown.block": "knockdown.block",
    "knockdown.block-card": "knockdown.block",
    "knockdown.cut": "knockdown.block-arithmetic",
    "knockdown.side": "knockdown.push",
    "knockdown.leap-to": "knockdown.leap",
    "knockdown.put-on": "knockdown.place",
    "knockdown.discard": "knockdown.effects",
    "knockdown.hand-limit": "knockdown.hand-limit",
    "knockdown.take": "knockdown.effects",
    "knockdown.transfer": "knockdown.effects",
    "knockdown.brew": "knockdown.elixirs",
    "knockdown.test": "knockdown.test",
    "knockdown.relief": "knockdown.relief",
    "knockdown.dash-card": "knockdown.dash",
    "knockdown.follow-through": "knockdown.effects",
    "knockdown.least-cut": "knockdown.standing",
    "knockdown.reacting": "knockdown.standing",
}
"""The rule that each question comes from."""
