"""Knockdown, as the core knows it."""

from __future__ import annotations

from engine.core.game import Game, MatchOption
from engine.core.text import Text
from engine.knockdown import narration, setup, text, turn
from engine.knockdown.computer.aims import AIMS, near_knockout
from engine.knockdown.computer.candidates import considered
from engine.knockdown.computer.evaluation import worth
from engine.knockdown.computer.merit import merit
from engine.knockdown.computer.planning_view import FORESIGHT
from engine.knockdown.computer.redeal import redeal
from engine.knockdown.data.blurbs import BLURBS
from engine.knockdown.data.components import COMPONENTS
from engine.knockdown.data.content import FIGHTER_NAME
from engine.knockdown.discards import discards
from engine.knockdown.notation import positions
from engine.knockdown.refusals import missing, why
from engine.knockdown.rules import PROMPT_RULES, RULES
from engine.knockdown.state import State
from engine.knockdown.view import KnockdownView, in_hand, view


def teams(_: State) -> tuple[tuple[int, ...], ...]:
    """The teams: each player alone."""
    return (0,), (1,)


def midway(s: State) -> bool:
    """Whether a Combo is in progress."""
    return s.combo is not None


def side(s: State, seat: int) -> Text:
    """The seat's name: its fighter, once that is revealed."""
    return FIGHTER_NAME.get(s.seats[seat].fighter, narration.SIDE_NAMES[seat])


def end_details(s: State) -> dict[str, str]:
    """Details of the result: the winning fighter."""
    return {"fighter": s.seats[s.outcome.winners[0]].fighter} if s.outcome and s.outcome.winners else {}


YES_NO = (Text("no"), Text("yes"))

GAME: Game[State, KnockdownView] = Game(
    key="knockdown",
    name=Text("Knockdown"),
    seat_counts=(2,),
    rules_version=3,
    match_options=(
        MatchOption("fighters", Text("Fighters"), ("choose", "random"), "choose", (Text("chosen"), Text("at random"))),
        MatchOption("hands", Text("Hands"), ("open", "hidden"), "open", (Text("open to both"), Text("hidden"))),
        MatchOption(
            "relief",
            Text("A passed test discards half of"),
            ("light", "heavy", "each", "all"),
            "light",
            (Text("the light damage"), Text("the heavy damage"), Text("each kind of damage"), Text("all damage")),
        ),
        MatchOption(
            "menhir",
            Text("Damage from the dark"),
            ("light", "heavy"),
            "light",
            (Text("1 light"), Text("1 heavy")),
        ),
        MatchOption(
            "block",
            Text("In a block, each card counts"),
            ("budget", "both"),
            "budget",
            (Text("once"), Text("for heavy and for light damage")),
        ),
        MatchOption("later_pick", Text("Opening pick in later rounds"), (False, True), False, YES_NO),
    ),
    state_type=State,
    start=setup.start,
    step=turn.step,
    write=positions.write,
    read=positions.read,
    view=view,
    held=in_hand,
    beside_board=Text("all special attacks and skills"),
    why=why,
    missing=missing,
    teams=teams,
    prompt=text.prompt,
    prompt_rules=PROMPT_RULES,
    setup_prompts=frozenset({"knockdown.fighter", "knockdown.skill", "knockdown.face-up", "knockdown.pick"}),
    explain=text.explain,
    blurbs=BLURBS,
    narrate=narration.narrate,
    trail=narration.trail,
    describe=text.describe,
    side_names=narration.SIDE_NAMES,
    reasons=narration.REASONS,
    rules=RULES,
    side=side,
    end_details=end_details,
    components=COMPONENTS,
    reports={"discards": discards},
    foresight=FORESIGHT,
    worth=worth,
    midway=midway,
    redeal=redeal,
    skipped=frozenset({"guard"}),
    considered=considered,
    aim=near_knockout,
    merit=merit,
    aims=AIMS,
)
