"""The rules that refusals name, each in one sentence; the id is that of its section in rules.en.md and rules.pl.md."""

from __future__ import annotations

from engine.core.text import Text

RULES: dict[str, Text] = {
    "tashkalar.decks": Text("Each deck is played once: this one is taken."),
    "tashkalar.opening-marks": Text("The first pieces stand on the marked squares, one of each colour."),
    "tashkalar.actions": Text("All actions of the turn must be used; none is left over and none is missing."),
    "tashkalar.place": Text("A piece is placed on an empty square."),
    "tashkalar.shortage": Text("Under shortage you pick up an own piece of the needed type that the pattern spares."),
    "tashkalar.summoning": Text("You summon a being or legend from your hand."),
    "tashkalar.pattern": Text("The pattern needs your own pieces, each of at least the rank shown."),
    "tashkalar.images": Text("The pattern may be turned and mirrored, but its pieces must lie there."),
    "tashkalar.summoning-square": Text("A piece of higher rank stands on the summoning square."),
    "tashkalar.improvised": Text("Against each colour you improvise once in a match, with one piece of that colour."),
    "tashkalar.discard": Text("Once a turn you may discard one being of your own deck."),
    "tashkalar.flare": Text("None of the flare's conditions holds: the opponent must be ahead by so many pieces."),
    "tashkalar.flare-timing": Text("A flare is invoked between actions, by the player on turn, from the own hand."),
    "tashkalar.passing-control": Text("Only in a match of teams control is passed to the partner, once in a turn."),
    "tashkalar.optional": Text("This part of the effect is compulsory as far as it is possible."),
    "tashkalar.moves": Text("A move goes to a neighbouring square that is empty or holds a piece of low enough rank."),
    "tashkalar.leap": Text("A leap goes to a square that is empty or holds a piece of low enough rank."),
    "tashkalar.destroy": Text("The effect cannot destroy that piece."),
    "tashkalar.raise": Text("The effect cannot raise that piece."),
    "tashkalar.convert": Text("The effect cannot convert that piece."),
    "tashkalar.place-effect": Text("The effect places a piece on another square."),
    "tashkalar.direction": Text("The effect does not work in that direction, or would do nothing there."),
    "tashkalar.group": Text("The group is connected and of one sort: upgraded pieces or commons."),
    "tashkalar.effects": Text("The effect of the card does not allow that."),
    "tashkalar.tasks": Text("You claim one current task that you fulfil at the end of your turn."),
    "tashkalar.scoring-melee": Text("The point is scored in one of the enemy colours."),
    "tashkalar.concession": Text("In a melee nobody can resign."),
}
