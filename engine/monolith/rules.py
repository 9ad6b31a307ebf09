"""The rules that refusals name, each in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

from __future__ import annotations

from engine.core.text import Text

RULES: dict[str, Text] = {
    "monolith.factions": Text("Each faction is played once: this one is taken."),
    "monolith.monolith-set-up": Text("You hide two champions or runes of your own faction in your monolith."),
    "monolith.unlucky-draw": Text(
        "Only directly after drawing, with nothing but orders in hand, you may discard them all and draw anew."
    ),
    "monolith.discard": Text("With a full hand you must first discard one token."),
    "monolith.playing": Text("You play and discard the tokens in your hand."),
    "monolith.keep": Text("There is no token in your hand to discard."),
    "monolith.tactical": Text("In the tactical variant you play or discard at most two tokens in a turn."),
    "monolith.tactical-opening": Text("In the very first turn of the tactical variant only one token is played."),
    "monolith.free-field": Text("A token goes to a free field only."),
    "monolith.rotate": Text("This way of turning changes nothing; turns that look alike are named once."),
    "monolith.traits": Text("You use the traits of your own tokens on the board, and this one has none to use."),
    "monolith.once": Text("Each effect moves the same token once in a turn."),
    "monolith.move-and-turn": Text("A move goes to a free neighbouring field."),
    "monolith.netted": Text("The token is netted: it can neither be moved nor used."),
    "monolith.allied-tokens": Text("Of your partner's tokens you may use only Maneuver."),
    "monolith.rotation": Text("The Rotation trait turns the token on its field."),
    "monolith.rotation-order": Text("The Rotation order turns one of your own tokens on its field."),
    "monolith.transformation": Text("The Demon takes a free field or the place of an enemy token that is no Banner."),
    "monolith.orders": Text("The order has no target now."),
    "monolith.battle-order": Text(
        "A battle is started by a Battle order, and by none once somebody has drawn a last token."
    ),
    "monolith.battle-or-charge": Text(
        "No Battle once somebody has drawn a last token, and no Charge without cavalry that reaches an enemy."
    ),
    "monolith.move": Text("The Move order is for own tokens that can move or turn."),
    "monolith.false-order": Text("The False Order is for enemy tokens that can move or turn."),
    "monolith.push": Text("A free token of yours pushes an enemy token next to it that can give way."),
    "monolith.push-field": Text("A pushed token goes one field, to a free one that does not touch the pusher."),
    "monolith.net-push": Text("A netted token is not pushed."),
    "monolith.net-order": Text("The one marker of the Net order goes onto an enemy token."),
    "monolith.entrenchment": Text("The one Entrenchment marker goes onto one of your own tokens."),
    "monolith.precise-shot": Text("The Precise Shot hits an enemy token that is no Banner."),
    "monolith.fire-concoction": Text("The Fire Concoction covers three fields that all touch one another."),
    "monolith.charge": Text(
        "In a Charge free cavalry moves one field and strikes one enemy that an attack then points at."
    ),
    "monolith.cavalry": Text("Only your own cavalry charges."),
    "monolith.rune-charge": Text("Without an order a Charge needs a Rune of Charge on the board."),
    "monolith.monoliths": Text("This match is played without monoliths."),
    "monolith.fold": Text("An unfolded monolith stays so until the next battle is over, and folds by itself."),
    "monolith.unfold-turn": Text(
        "In the turn of unfolding no token is placed but on an empty segment of the monolith just unfolded."
    ),
    "monolith.unfold-fields": Text(
        "The two lower segments need free fields without segments, each touching another one of the monolith."
    ),
    "monolith.connected": Text("The three segments of a monolith stay together."),
    "monolith.segments-move": Text("A token on a segment takes it along, and no segment lies on another."),
    "monolith.assassin": Text("The Assassin aims at one enemy token on the board."),
    "monolith.regeneration-choice": Text("The rune takes over the wounds of a linked token that is wounded now."),
    "monolith.regeneration-source": Text("The rune takes over the wounds of one source that wounds this token."),
    "monolith.regeneration-several": Text("One of the free runes that serve the token is spent."),
    "monolith.poison-markers": Text("The marker goes to a token that was poisoned in this moment."),
}

PROMPT_RULES: dict[str, str] = {
    "monolith.faction": "monolith.factions",
    "monolith.hide": "monolith.monolith-set-up",
    "monolith.banner": "monolith.banner-placing",
    "monolith.unlucky": "monolith.unlucky-draw",
    "monolith.must-discard": "monolith.discard",
    "monolith.discard": "monolith.keep",
    "monolith.play": "monolith.turn",
    "monolith.place": "monolith.placing",
    "monolith.turn": "monolith.rotate",
    "monolith.effect": "monolith.traits",
    "monolith.where": "monolith.move-and-turn",
    "monolith.move-whom": "monolith.move",
    "monolith.turn-whom": "monolith.rotation-order",
    "monolith.false-order-whom": "monolith.false-order",
    "monolith.net-whom": "monolith.net-order",
    "monolith.entrench-whom": "monolith.entrenchment",
    "monolith.shoot-whom": "monolith.precise-shot",
    "monolith.fire": "monolith.fire-concoction",
    "monolith.pusher": "monolith.push",
    "monolith.push-whom": "monolith.push",
    "monolith.push-where": "monolith.push-field",
    "monolith.battle-or-charge": "monolith.battle-or-charge",
    "monolith.charger": "monolith.charge",
    "monolith.charge-whom": "monolith.charge",
    "monolith.charge-where": "monolith.charge",
    "monolith.charge-turn": "monolith.charge-attack",
    "monolith.segment": "monolith.unfold-fields",
    "monolith.segment-turn": "monolith.unfold",
    "monolith.assassin": "monolith.assassin",
    "monolith.regeneration": "monolith.regeneration-choice",
    "monolith.regeneration-source": "monolith.regeneration-source",
    "monolith.regeneration-rune": "monolith.regeneration-several",
    "monolith.poison-marker": "monolith.poison-markers",
}
"""The rule that each question comes from."""
