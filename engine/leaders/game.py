"""Leaders, as the core knows it."""

from __future__ import annotations

from engine.core.game import Game, MatchOption
from engine.core.text import Text
from engine.leaders import notation, text, turn
from engine.leaders.aims import AIMS
from engine.leaders.components import COMPONENTS
from engine.leaders.decisive import decisive
from engine.leaders.defense import defenses
from engine.leaders.foresight import FORESIGHT
from engine.leaders.merit import merit
from engine.leaders.redeal import redeal
from engine.leaders.rules import PROMPT_RULES, RULES
from engine.leaders.state import State
from engine.leaders.view import BLURBS, LeadersView, characters, view
from engine.leaders.why import why
from engine.leaders.worth import worth

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
    write=notation.write,
    read=notation.read,
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
