"""The rules that refusals name, each in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

from __future__ import annotations

from engine.core.text import Text

RULES: dict[str, Text] = {
    "knockdown.fighters": Text("There are four fighters, and each can be played by only one player."),
    "knockdown.skills": Text("You choose among the skills you were dealt or passed."),
    "knockdown.opening-pick": Text("In the opening pick you take one card from the Attack Row."),
    "knockdown.actions": Text(
        "A turn has exactly two actions: Move, Attack with a card from the Attack Row, or Combo."
    ),
    "knockdown.move": Text("You move to an adjacent free space, not through the opponent."),
    "knockdown.attack": Text("You attack with a card from the Attack Row, never with one from your hand."),
    "knockdown.combo": Text(
        "A Combo needs a Dash, or a special attack that you can pay for and that reaches the opponent."
    ),
    "knockdown.special": Text(
        "Each special attack can be used once per Combo, and a Reaction only when its trigger occurs."
    ),
    "knockdown.range": Text("The opponent is not in range."),
    "knockdown.paying": Text(
        "These cards do not pay the cost: every symbol must be covered, and every card must be needed."
    ),
    "knockdown.dash": Text("A Dash costs a card with the Dash symbol and takes you one step to a free space."),
    "knockdown.block": Text("You block a Strike with Block cards, one for the damage and one for the effect."),
    "knockdown.block-arithmetic": Text(
        "Two cards left in your hand stop 1 heavy damage, one card stops 1 light damage."
    ),
    "knockdown.reaction": Text(
        "You may react once to each attack on you, when the trigger occurs, in range and for its cost."
    ),
    "knockdown.test": Text("The attacker decides whether there is a Knockdown Test."),
    "knockdown.relief": Text("After a passed test you discard half of the damage, rounded down."),
    "knockdown.hand-limit": Text("You discard one of the cards in your hand."),
    "knockdown.elixirs": Text("You drink elixirs that you hold, on your own turn; each exists only once."),
    "knockdown.standing": Text("Automatic replies say when to ask you about blocks and Reactions."),
    "knockdown.leap": Text("A Leap ends on a free space within its number of steps."),
    "knockdown.push": Text("In the same column, you choose left or right."),
    "knockdown.place": Text("The opponent goes to a free space adjacent to you."),
    "knockdown.crows-eye": Text("Crow's Eye replaces one card in the Attack Row."),
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
