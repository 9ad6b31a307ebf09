"""Leaders, as the core knows it."""

from __future__ import annotations

from engine.core.game import Game, MatchOption
from engine.core.text import Text
from engine.leaders import text, turn
from engine.leaders.computer.aims import AIMS
from engine.leaders.computer.defense import defenses
from engine.leaders.computer.evaluation import worth
from engine.leaders.computer.merit import merit
from engine.leaders.computer.planning_view import FORESIGHT
from engine.leaders.computer.redeal import redeal
from engine.leaders.computer.winning_turns import decisive
from engine.leaders.data.blurbs import BLURBS
from engine.leaders.data.components import COMPONENTS
from engine.leaders.notation import positions
from engine.leaders.refusals import why
from engine.leaders.rules import PROMPT_RULES, RULES
from engine.leaders.state import State
from engine.leaders.view import LeadersView, characters, view

GAME: Game[State, LeadersView] = Game(
    key="leaders",
    name=Text("Leaders"),
    seat_counts=(2,),
    rules_version=1,
    match_options=(
        MatchOption("mode", Text("Mode"), ("basic", "advanced"), "basic", (Text("basic"), Text("advanced"))),
        MatchOption(
            "crown_is_recruit_space", Text("Recruit on the crown space"), (True, False), True, (Text("yes"), Text("no"))
        ),
    ),
    state_type=State,
    start=turn.start,
    step=turn.step,
    write=positions.write,
    read=positions.read,
    view=view,
    why=why,
    teams=lambda _: ((0,), (1,)),
    prompt=text.prompt,
    prompt_rules=PROMPT_RULES,
    narrate=text.narrate,
    trail=text.trail,
    describe=text.describe,
    side_names=text.SIDE_NAMES,
    reasons=text.REASONS,
    rules=RULES,
    explain=text.explain,
    characters=characters,
    blurbs={one.replace("_", "-"): blurb for one, blurb in BLURBS.items()},
    components=COMPONENTS,
    foresight=FORESIGHT,
    worth=worth,
    decisive=decisive,
    defenses=defenses,
    redeal=redeal,
    merit=merit,
    aims=AIMS,
)
