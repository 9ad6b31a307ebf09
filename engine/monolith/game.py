"""Monolith Arena, as the core knows it."""

from __future__ import annotations

from engine.core.game import Game, MatchOption
from engine.core.text import Text
from engine.monolith import setup, text, turn
from engine.monolith.battle import battle
from engine.monolith.computer.aims import AIMS
from engine.monolith.computer.candidates import considered
from engine.monolith.computer.evaluation import aim, alike, worth
from engine.monolith.computer.merit import merit
from engine.monolith.computer.planning_view import FORESIGHT
from engine.monolith.computer.redeal import redeal, repick
from engine.monolith.data.blurbs import BLURBS
from engine.monolith.data.components import COMPONENTS
from engine.monolith.data.content import FACTION_NAME
from engine.monolith.discards import discards
from engine.monolith.notation import positions
from engine.monolith.refusals import why
from engine.monolith.rules import PROMPT_RULES, RULES
from engine.monolith.state import State
from engine.monolith.view import MonolithView, in_hand, view


def teams(s: State) -> tuple[tuple[int, ...], ...]:
    """The seats of each team."""
    return tuple(tuple(team) for team in s.teams)


def midway(s: State) -> bool:
    """Whether a battle is in progress."""
    return s.battle is not None


def side(s: State, seat: int) -> Text:
    """The seat's name: its faction, once that is chosen."""
    return FACTION_NAME.get(s.factions[seat], text.SIDE_NAMES[seat])


def end_details(s: State) -> dict[str, list[str]]:
    """Details of the result: the winning factions."""
    return {"factions": [s.factions[seat] for seat in s.outcome.winners] if s.outcome else []}


YES_NO = (Text("no"), Text("yes"))

GAME: Game[State, MonolithView] = Game(
    key="monolith",
    name=Text("Monolith Arena"),
    seat_counts=(2, 3, 4),
    rules_version=2,
    match_options=(
        MatchOption("factions", Text("Factions"), ("choose", "random"), "choose", (Text("chosen"), Text("at random"))),
        MatchOption("monoliths", Text("Monoliths"), (False, True), False, YES_NO),
        MatchOption("tactical", Text("Tactical variant"), (False, True), False, YES_NO),
    ),
    state_type=State,
    start=setup.start,
    step=turn.step,
    write=positions.write,
    read=positions.read,
    view=view,
    held=in_hand,
    beside_board=Text("all hands and tiles"),
    why=why,
    teams=teams,
    prompt=text.prompt,
    prompt_rules=PROMPT_RULES,
    blurbs=BLURBS,
    narrate=text.narrate,
    trail=text.trail,
    describe=text.describe,
    side_names=text.SIDE_NAMES,
    reasons=text.REASONS,
    rules=RULES,
    side=side,
    end_details=end_details,
    components=COMPONENTS,
    forecast=battle,
    reports={"discards": discards},
    film_events=frozenset({"segment", "battle-ends"}),
    setup_prompts=frozenset({"monolith.faction", "monolith.hide", "monolith.banner"}),
    foresight=FORESIGHT,
    worth=worth,
    alike=alike,
    considered=considered,
    aim=aim,
    midway=midway,
    redeal=redeal,
    repick=repick,
    merit=merit,
    aims=AIMS,
)
