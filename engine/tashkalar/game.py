"""Tash-Kalar, as the core knows it."""

from __future__ import annotations

from engine.core.game import Component, Game, MatchOption
from engine.core.text import Text, joined
from engine.tashkalar import notation, setup, text, turn
from engine.tashkalar.board import NAMES, STEPS
from engine.tashkalar.content import (
    CARD_NAME,
    CARDS,
    CONTENT,
    DOES,
    FLARE_NAME,
    FLARES,
    FORM_NAMES,
    LEGENDS,
    TASK_NAME,
    TASKS,
    Card,
    Flare,
    Task,
)
from engine.tashkalar.discards import discards
from engine.tashkalar.options import HUE_NAME, RANK_NAME
from engine.tashkalar.rules import PROMPT_RULES, RULES
from engine.tashkalar.state import State, colours, hue_of, seats
from engine.tashkalar.state import teams as partners
from engine.tashkalar.view import view
from engine.tashkalar.why import why


def teams(s: State) -> tuple[tuple[int, ...], ...]:
    """The seats that win and lose together."""
    return tuple(tuple(seat for seat in range(seats(s)) if s.colours[seat] == colour) for colour in colours(s))


def concession(s: State) -> str:
    """The rule that forbids to resign, if one does."""
    return "tashkalar.concession" if s.form == "melee" else ""


def side(s: State, seat: int) -> Text:
    """A seat by the colour of its pieces, once its deck is chosen; partners share one."""
    hue = hue_of(s, s.colours[seat])
    if not hue:
        return text.SIDE_NAMES[seat]
    name = HUE_NAME[hue]
    return Text("{side} ({seat})", {"side": name, "seat": text.SIDE_NAMES[seat]}) if partners(s) else name


def end_details(s: State) -> dict[str, list[str]]:
    """The colours that have won."""
    winners = s.outcome.winners if s.outcome else ()
    won = dict.fromkeys(s.colours[seat] for seat in winners)
    hues = [hue_of(s, colour) for colour in won]
    return {"hues": hues if all(hues) else []}


DECK_GROUPS: dict[str, Text] = {
    "imperial": Text("Imperial"),
    "highland": Text("Highland"),
    "sylvan": Text("Sylvan"),
    "legends": Text("Legends"),
}

RANKS: dict[str, Text] = {
    "common": Text("Common being"),
    "heroic": Text("Heroic being"),
    "legendary": Text("Legend"),
}
TASK_TYPES: dict[str, Text] = {
    "destruction": Text("Destruction"),
    "coloured_squares": Text("Coloured squares"),
    "summoning": Text("Summoning"),
    "board_pattern": Text("Pattern in the arena"),
    "enemy_position": Text("Enemy pieces"),
}
SIGNS = {"common": "cC", "heroic": "hH", "legendary": "l"}


def printed(card: Card) -> tuple[Text, ...]:
    """The rank of a card, and in words what is drawn on it, seen from the summoning square."""
    pieces = [
        joined((RANK_NAME[rank], joined(_where(card, card.pattern, signs))), " ")
        for rank, signs in SIGNS.items()
        if _where(card, card.pattern, signs)
    ]
    found = [RANKS[card.rank], Text("Pattern, from the summoning square: {pieces}", {"pieces": joined(pieces, "; ")})]
    if card.bound and card.marks:
        found.append(Text("Marked squares: {squares}", {"squares": joined(_where(card, card.marks, "12"))}))
    if card.arrows:
        found.append(Text("Arrows: {ways}", {"ways": joined([Text(way) for way in card.arrows])}))
    return tuple(found)


def _where(card: Card, rows: tuple[str, ...], signs: str) -> list[Text]:
    """Where these signs stand."""
    squares = {(x, y): sign for y, row in enumerate(card.pattern) for x, sign in enumerate(row)}
    x0, y0 = next(square for square, sign in squares.items() if sign in "@CH")
    return [_way(x - x0, y - y0) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in signs]


def _way(dx: int, dy: int) -> Text:
    """How one gets there: `n`, `2 ne`, `2 n + e`."""
    if not (dx or dy):
        return Text("on that square")
    far = max(abs(dx), abs(dy))
    if dx and dy and abs(dx) != abs(dy):
        return joined((_way(0, dy), _way(dx, 0)), " + ")
    name = Text(NAMES[STEPS.index((dx // far, dy // far))])
    return joined((Text(str(far)), name), " ") if far > 1 else name


def halves(flare: Flare) -> Text:
    """What a flare does, and when."""
    upper, lower = flare.upper, flare.lower
    sentences = (
        Text(
            "An opponent has at least {n} more upgraded piece",
            {"n": upper.needs},
            "An opponent has at least {n} more upgraded pieces",
        ),
        DOES[upper.does],
        Text(
            "An opponent has at least {n} more piece in all",
            {"n": lower.needs},
            "An opponent has at least {n} more pieces in all",
        ),
        DOES[lower.does],
    )
    return joined((joined(sentences[:2], ": "), joined(sentences[2:], ": ")), "\n")


def claimed(task: Task) -> tuple[Text, ...]:
    """What a task is and what it brings."""
    kind = Text("Advanced task") if task.advanced else Text("Task")
    return kind, TASK_TYPES[task.type], Text("{n} point", {"n": task.points}, "{n} points")


def copies(card: Card) -> int:
    """Both Imperial decks have the same cards."""
    return 1 if card.deck == LEGENDS else sum(deck.cards == card.deck for deck in CONTENT.deck)


GAME = Game(
    key="tashkalar",
    name=Text("Tash-Kalar"),
    seat_counts=(2, 3, 4),
    rules_version=1,
    match_options=(
        MatchOption(
            "form",
            Text("Form"),
            ("auto", "duel", "high", "melee"),
            "auto",
            (Text("by the number of players: duel or melee"), *FORM_NAMES.values()),
        ),
        MatchOption("decks", Text("Decks"), ("choose", "random"), "choose", (Text("chosen"), Text("by lot"))),
    ),
    state_type=State,
    start=setup.start,
    step=turn.step,
    write=notation.write,
    read=notation.read,
    view=view,
    why=why,
    teams=teams,
    prompt=text.prompt,
    prompt_rules=PROMPT_RULES,
    explain=text.explain,
    narrate=text.narrate,
    trail=text.trail,
    describe=text.describe,
    side_names=text.SIDE_NAMES,
    reasons=text.REASONS,
    rules=RULES,
    side=side,
    end_details=end_details,
    concession=concession,
    components={
        **{
            card.id: Component(CARD_NAME[n], DECK_GROUPS[card.deck], Text(card.text), printed(card), copies(card))
            for n, card in enumerate(CARDS)
        },
        **{
            flare.id: Component(FLARE_NAME[n], Text("Flares"), halves(flare), (Text("Flare"),), 1)
            for n, flare in enumerate(FLARES)
        },
        **{
            task.id: Component(TASK_NAME[n], Text("Tasks"), Text(task.text), claimed(task), 1)
            for n, task in enumerate(TASKS)
        },
    },
    reports={"discards": discards},
)
