"""The questions of Tash-Kalar in words: what is asked, how much is left to do, the card's text."""

from __future__ import annotations

from engine.core.ask import Ask
from engine.core.text import Text, joined, text
from engine.tashkalar.data.content import CARD_OF, CARDS
from engine.tashkalar.text import card_name

_PROMPT: dict[str, Text] = {
    "tashkalar.deck": Text("Which deck do you play?"),
    "tashkalar.mark": Text("Which opening piece goes where?"),
    "tashkalar.action": Text("Invoke a flare, or end the turn?"),
    "tashkalar.place-on": Text("Place a common piece on which square?"),
    "tashkalar.pick-up": Text("You have no pieces left: which one do you pick up?"),
    "tashkalar.summon-on": Text("{card}: on which square?"),
    "tashkalar.image": Text("{card} on {at}: with which pieces?"),
    "tashkalar.improvise": Text(
        "{card} on {at} borrows an enemy piece. That spends your only improvised summoning against its color. Go ahead?"
    ),
    "tashkalar.discard": Text("Which being do you discard?"),
    "tashkalar.bury": Text("Which card do you put under its deck?"),
    "tashkalar.compare": Text("{card}: which opponent do you compare yourself with?"),
    "tashkalar.claim": Text("Which task do you claim?"),
    "tashkalar.odd-common": Text("Odd commons of several colors are left over: in which color do you take the point?"),
    "tashkalar.legend-point": Text("For the legend: in which color do you take the point?"),
    "tashkalar.move-whom": Text("{card}: which piece moves?"),
    "tashkalar.move-to": Text("{card}: move to which square?"),
    "tashkalar.leap-to": Text("{card}: leap to which square?"),
    "tashkalar.destroy": Text("{card}: which piece is destroyed?"),
    "tashkalar.raise": Text("{card}: which piece is upgraded?"),
    "tashkalar.convert": Text("{card}: which piece is converted?"),
    "tashkalar.put": Text("{card}: place a piece on which square?"),
    "tashkalar.which-rank": Text("{card}: which piece do you place?"),
    "tashkalar.which-colour": Text("{card}: of which color?"),
    "tashkalar.direction": Text("{card}: in which direction?"),
    "tashkalar.either": Text("{card}: which one?"),
    "tashkalar.take-card": Text("{card}: which card goes on top of your deck?"),
    "tashkalar.group": Text("{card}: which piece belongs to the group?"),
    "tashkalar.treat": Text("{card}: which square?"),
    "tashkalar.tend": Text("{card}: which of your pieces?"),
}

_LEFT: dict[str, Text] = {
    "standard": Text("{n} standard move left.", {"n": 1}, "{n} standard moves left."),
    "combat": Text("{n} combat move left.", {"n": 1}, "{n} combat moves left."),
    "quiet": Text("{n} move onto an empty square left.", {"n": 1}, "{n} moves onto empty squares left."),
    "one-combat": Text(
        "{n} move left, standard or combat.", {"n": 1}, "{n} moves left, one of them may be a combat move."
    ),
    "own-standard": Text(
        "{n} move left: standard by the being itself, combat by the others.",
        {"n": 1},
        "{n} moves left: standard by the being itself, combat by the others.",
    ),
    "combat-or-two": Text("One combat move or up to two standard moves."),
    "hypnosis": Text("One combat move each with up to three commons or up to two heroics of one color."),
    "standard-run": Text("Any number of standard moves in one direction."),
    "combat-run": Text("Any number of combat moves in one direction."),
    "so-many-run": Text(
        "Up to {n} combat move in one direction.", {"n": 1}, "Up to {n} combat moves in one direction."
    ),
    "combat-leap": Text("{n} combat leap left.", {"n": 1}, "{n} combat leaps left."),
    "quiet-leap": Text("A standard leap onto an empty square."),
    "shot": Text("{n} shot left.", {"n": 1}, "{n} shots left."),
    "place": Text("{n} piece left to place.", {"n": 1}, "{n} pieces left to place."),
    "square": Text("{n} square left.", {"n": 1}, "{n} squares left."),
}
"""Texts for the rest of an effect, by the kind that its question names (see `being.left`)."""


def prompt(ask: Ask) -> Text:
    """The question in words."""
    pattern, about = _PROMPT[ask.prompt], ask.about
    if ask.prompt == "tashkalar.action" and about[0] != "0":
        return text("What do you do? {n} action left.", "What do you do? {n} actions left.", n=int(about[0]))
    if "{card}" not in pattern.msgid or not about:
        return pattern
    args: dict[str, Text | str | int] = {"card": card_name(about[0])}
    if len(about) > 1:
        args["at"] = about[1]
    question = Text(pattern.msgid, args)
    if len(about) > 1 and about[1] in _LEFT:
        left = _LEFT[about[1]]
        return joined((question, Text(left.msgid, {"n": int(about[2])}, left.plural)), " ")
    return question


def explain(ask: Ask) -> Text | None:
    """The text of the card that the question comes from."""
    if not ask.about or ask.about[0] not in CARD_OF:
        return None
    card = CARDS[CARD_OF[ask.about[0]]]
    return Text(card.text) if card.text else None
