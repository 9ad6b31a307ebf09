"""Tash-Kalar, as the core knows it."""

from __future__ import annotations

from engine.core.game import Game, MatchOption
from engine.core.text import Text
from engine.tashkalar import prompts, setup, text, turn
from engine.tashkalar.computer.aims import AIMS
from engine.tashkalar.computer.candidates import considered
from engine.tashkalar.computer.evaluation import worth
from engine.tashkalar.computer.merit import merit
from engine.tashkalar.computer.planning_view import FORESIGHT
from engine.tashkalar.computer.redeal import redeal
from engine.tashkalar.data.blurbs import BLURBS
from engine.tashkalar.data.components import COMPONENTS
from engine.tashkalar.data.content import FORM_NAMES, HUE_NAME
from engine.tashkalar.discards import discards
from engine.tashkalar.notation import positions
from engine.tashkalar.refusals import why
from engine.tashkalar.rules import PROMPT_RULES, RULES
from engine.tashkalar.state import State, colours, hue_of, seats
from engine.tashkalar.state import teams as partners
from engine.tashkalar.view import TashkalarView, in_hand, view


def teams(s: State) -> tuple[tuple[int, ...], ...]:
    """The seats of each team."""
    return tuple(tuple(seat for seat in range(seats(s)) if s.colours[seat] == colour) for colour in colours(s))


def concession(s: State) -> str:
    """The id of the rule that forbids resigning; empty if none does."""
    return "tashkalar.concession" if s.form == "melee" else ""


def side(s: State, seat: int) -> Text:
    """The seat's name: the color of its pieces, once its deck is chosen; partners share one."""
    hue = hue_of(s, s.colours[seat])
    if not hue:
        return text.SIDE_NAMES[seat]
    name = HUE_NAME[hue]
    return Text("{side} ({seat})", {"side": name, "seat": text.SIDE_NAMES[seat]}) if partners(s) else name


def end_details(s: State) -> dict[str, list[str]]:
    """Details of the result: the winning colors."""
    winners = s.outcome.winners if s.outcome else ()
    won = dict.fromkeys(s.colours[seat] for seat in winners)
    hues = [hue_of(s, colour) for colour in won]
    return {"hues": hues if all(hues) else []}


GAME: Game[State, TashkalarView] = Game(
    key="tashkalar",
    name=Text("Tash-Kalar"),
    seat_counts=(2, 3, 4),
    rules_version=2,
    match_options=(
        MatchOption(
            "form",
            Text("Form"),
            ("auto", "duel", "high", "melee"),
            "auto",
            (Text("by the number of players: duel or melee"), *FORM_NAMES.values()),
        ),
        MatchOption("decks", Text("Decks"), ("choose", "random"), "choose", (Text("chosen"), Text("at random"))),
    ),
    state_type=State,
    start=setup.start,
    step=turn.step,
    write=positions.write,
    read=positions.read,
    view=view,
    held=in_hand,
    why=why,
    teams=teams,
    prompt=prompts.prompt,
    prompt_rules=PROMPT_RULES,
    setup_prompts=frozenset({"tashkalar.deck", "tashkalar.mark"}),
    explain=prompts.explain,
    blurbs=BLURBS,
    narrate=text.narrate,
    trail=text.trail,
    describe=text.describe,
    side_names=text.SIDE_NAMES,
    reasons=text.REASONS,
    rules=RULES,
    side=side,
    end_details=end_details,
    concession=concession,
    components=COMPONENTS,
    reports={"discards": discards},
    foresight=FORESIGHT,
    worth=worth,
    considered=considered,
    redeal=redeal,
    merit=merit,
    aims=AIMS,
)
