"""New Game, as the core knows it."""

from __future__ import annotations

from engine.core.game import Game, MatchOption
from engine.core.text import Text
from engine.newgame import notation, text, turn
from engine.newgame.computer.evaluation import worth
from engine.newgame.data.content import COMPONENTS
from engine.newgame.refusals import PROMPT_RULES, RULES, why
from engine.newgame.state import State
from engine.newgame.view import NewGameView, view

GAME: Game[State, NewGameView] = Game(
    key="newgame",
    name=Text("New Game"),
    seat_counts=(2,),
    rules_version=1,
    match_options=(
        MatchOption("last", Text("Who takes the last stone"), ("wins", "loses"), "wins", (Text("wins"), Text("loses"))),
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
    components=COMPONENTS,
    worth=worth,
)
