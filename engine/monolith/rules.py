"""The rules that refusals name, each in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

from __future__ import annotations

from engine.core.text import Text

RULES: dict[str, Text] = {
    "monolith.factions": Text("No two players can have the same faction: this one is taken."),
    "monolith.monolith-set-up": Text("You hide two champions or runes of your faction in your monolith."),
    "monolith.unlucky-draw": Text(
        "You can discard your hand and draw new tiles only right after drawing, and only if it is nothing but orders."
    ),
    "monolith.discard": Text("With a full hand you must first discard one tile."),
    "monolith.playing": Text("You play and discard tiles from your hand."),
    "monolith.keep": Text("There is no tile in your hand to discard."),
    "monolith.tactical": Text("In the tactical variant you play or discard at most two tiles per turn."),
    "monolith.tactical-opening": Text("In the very first turn of the tactical variant only one tile can be played."),
    "monolith.free-field": Text("A tile can only go to a free space."),
    "monolith.rotate": Text("This rotation changes nothing; rotations that look the same share one code."),
    "monolith.traits": Text("You can use Features of your own tiles on the board, and this one has none to use."),
    "monolith.once": Text("Each effect can move or turn the same tile only once per turn."),
    "monolith.move-and-turn": Text("A move goes to a free adjacent space."),
    "monolith.netted": Text("The tile is netted: it cannot be moved or used."),
    "monolith.allied-tokens": Text("The only Feature of your ally's tiles that you can use is Maneuver."),
    "monolith.rotation": Text("The Rotation Feature turns the tile on its space."),
    "monolith.rotation-order": Text("The Rotation order turns one of your tiles, or an ally's, on its space."),
    "monolith.transformation": Text(
        "The Demon is placed on a free space or takes the place of an enemy tile other than a Banner."
    ),
    "monolith.orders": Text("The order has no target now."),
    "monolith.battle-order": Text(
        "A battle is started by a Battle order, which cannot be played once anyone has drawn their last tile."
    ),
    "monolith.battle-or-charge": Text(
        "Battle cannot be played once anyone has drawn their last tile, and Charge needs a tile with Cavalry "
        "that can reach an enemy."
    ),
    "monolith.move": Text("Move is played on one of your tiles that can move or turn, or on an ally's."),
    "monolith.false-order": Text("False Order is played on an enemy tile that can move or turn."),
    "monolith.push": Text(
        "Push: one of your tiles that is not netted pushes an adjacent enemy tile that has a space to go to."
    ),
    "monolith.push-field": Text("A pushed tile moves one space, to a free space that is not adjacent to the pusher."),
    "monolith.net-push": Text("A netted tile cannot be pushed."),
    "monolith.net-order": Text("The only marker of the Net order goes on an enemy tile."),
    "monolith.entrenchment": Text("The only Entrenchment marker goes on one of your tiles."),
    "monolith.precise-shot": Text("Precise Shot hits an enemy tile other than a Banner."),
    "monolith.fire-concoction": Text("Fire Concoction hits three spaces that all touch one another."),
    "monolith.charge": Text(
        "In a Charge, a tile with Cavalry that is not netted moves one space and attacks one enemy tile that one of "
        "its attacks then points at."
    ),
    "monolith.cavalry": Text("Only your own tiles with Cavalry can Charge."),
    "monolith.rune-charge": Text("Without an order a Charge needs a Rune of Charge on the board."),
    "monolith.monoliths": Text("This match is played without monoliths."),
    "monolith.fold": Text("A monolith stays unfolded until the next battle is over, then it folds by itself."),
    "monolith.unfold-turn": Text(
        "In the turn you unfold your monolith, tiles can be placed only on its empty segments."
    ),
    "monolith.unfold-fields": Text(
        "The two lower segments need free spaces without segments, each adjacent to another segment of the monolith."
    ),
    "monolith.connected": Text("The three segments of a monolith stay together."),
    "monolith.segments-move": Text("A tile on a segment takes it along, and no segment lies on another."),
    "monolith.assassin": Text("The Assassin attacks one enemy tile on the board."),
    "monolith.regeneration-choice": Text("The rune absorbs the wounds of a connected tile that is being wounded."),
    "monolith.regeneration-source": Text("The rune absorbs the wounds that this tile takes from one source."),
    "monolith.regeneration-several": Text("Choose one of the runes that are connected to the tile and not netted."),
    "monolith.poison-markers": Text("The marker goes to a tile that has just been poisoned."),
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
