"""The panel of a plan: the others' moves and the answers to them are clicked on the resulting positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from msgspec.structs import replace

from cogs.play.panel import CODE_SEPARATOR, choice_rows, marks_for, small_line
from cogs.ui.controls import ActionButton, Address
from cogs.ui.heights import item_height, room_for_pictures
from cogs.ui.interactions import bot_of, person_of, reply
from cogs.ui.layouts import SIDE_COLORS, Row, attachments, galleries, layout
from cogs.ui.voice import Voice, voice
from db.rows import Plan
from engine.core.ask import Ask, seen_by
from engine.core.text import Text, text
from table.matches.draft import drafted
from table.matches.live import Live
from table.outbox.outgoing import clip
from table.picks.choices import Choice, choices
from table.plans.plan_explorer import PlanExplorer, explore_plan
from table.plans.plan_lines import line_text, steps_text
from table.plans.plans import ANYTHING, LINE
from table.plans.stored_plans import Sketch

_AS_KNOWN = text("This is the board as you know it: what is played and drawn will change it.")
MAX_BELOW_PICTURE_HEIGHT = 226
"""The target height in pixels of texts and controls together."""
MIN_CONTROLS_HEIGHT = 100
"""The height in pixels of a select and a line of buttons."""
_GREEN = discord.ButtonStyle.success


async def show_plan_panel(interaction: discord.Interaction, sketch: Sketch) -> None:
    """Show the panel in place of the message with the pressed control, or as a new private answer."""
    bot = bot_of(interaction)
    person = await person_of(interaction)
    speak = voice(person.language or bot.language_of(interaction.locale))
    live, ahead = sketch.live, sketch.ahead
    now, shown = ahead.now, ahead.shown
    parts = below(sketch, speak)
    board = await bot.pictures.board(
        live.game,
        live.game.view(shown.state, ahead.seat, shown.asks),
        language=speak.language,
        palette=person.palette,
        marks=marks_for(live.game, now, choices(now) if now else (), seen_by(ahead.recent_events, ahead.seat)),
        bottom=ahead.seat,
        form="panel",
        room=room_for_pictures(parts),
    )
    panel = layout(*galleries(board), *parts, colour=SIDE_COLORS[ahead.seat])
    await reply(interaction, panel, attachments(board))
    bot.live_panels.release(interaction, live.match.id)  # a plan in progress must not disappear


def below(sketch: Sketch, speak: Voice) -> list[discord.ui.Item[Any]]:
    """The items below the pictures: text and controls."""
    address = Address(sketch.live.match.id, sketch.live.match.version, sketch.revision)
    lines = _words(sketch, speak)
    if sketch.stale:
        note = text("The match or your plan has moved on in the meantime. This is how it stands now.")
        lines.insert(0, f"-# {speak(note)}")
    words = discord.ui.TextDisplay[Any](clip("\n".join(lines), 3000))
    height = max(MIN_CONTROLS_HEIGHT, MAX_BELOW_PICTURE_HEIGHT - item_height(words))
    return [words, *_controls(sketch, address, speak, height)]


def _words(sketch: Sketch, speak: Voice) -> list[str]:
    live, ahead, now = sketch.live, sketch.ahead, sketch.ahead.now
    lines = [f"**{speak(_heading(ahead))}**"]
    if now is not None and now.ask is not None:
        lines.append(speak(_question(live, ahead.seat, now.seat, now.ask)))
    elif not ahead.over and not ahead.complete:
        lines.append(speak(_closed(ahead, speak.language)))
    if now is not None and not ahead.exact and ahead.mine:
        lines.append("-# " + speak(_AS_KNOWN))
    events = now.events if now is not None and now.codes else ahead.recent_events
    if live.position.ask_of(ahead.seat) is not None and not any(sketch.steps):
        lines.append("-# " + speak(_assumption(sketch)))
    done = [live.in_person(line) for line in live.game.narrate(seen_by(events, ahead.seat))]
    steps = speak(steps_text(_begun(ahead.words(speak.language)))) if any(sketch.steps) else ""
    if done or steps:
        lines.insert(0, small_line(live.game.key, done, speak, steps))
    return lines


def _question(live: Live, planner: int, asked: int, ask: Ask) -> Text:
    """The question; if it is not the planner's own, it names who is asked."""
    question = live.in_person(live.game.prompt(ask))
    if asked == planner:
        return question
    return text("{who}: {question}", who=live.name_of(asked), question=question)


def _assumption(sketch: Sketch) -> Text:
    """The board on which a plan starts that is made on the player's own turn."""
    if not sketch.begun:
        return text(
            "The plan begins after the move that you make now. You have picked nothing of it yet, so this is the board "
            "before it."
        )
    if not drafted(sketch.live.position, sketch.ahead.seat, sketch.begun.split()).complete:
        return text(
            "The plan begins after the move that you make now. This is the board after what you have picked of it."
        )
    return text("The plan begins after the move that you make now, which this board shows.")


def _begun(words: list[str]) -> list[str]:
    """The steps, without a condition that is still empty."""
    return words if words[-1] or not len(words) % 2 else words[:-1]


def _heading(ahead: PlanExplorer) -> Text:
    if ahead.over:
        return text("The match would be over.")
    if ahead.complete:
        return text("Save the plan?")
    return text("What do you answer?") if ahead.mine else text("What might they play?")


def _closed(ahead: PlanExplorer, language: str) -> Text:
    """Why nothing can be chosen."""
    if ahead.mine:
        typed = " > ".join([*ahead.words(language)[:-1], "…"])
        return text("What you can play then is not known yet. Type your answer: `/plan add line:{line}`", line=typed)
    return text("You can't know what they can play. You can prepare an answer to anything.")


def _controls(sketch: Sketch, address: Address, speak: Voice, height: int) -> list[Row]:
    ahead, now = sketch.ahead, sketch.ahead.now
    controls: list[discord.ui.Item[Any]] = []
    if ahead.complete:
        controls.append(ActionButton("plan-save", address, speak(text("Save the plan")), style=_GREEN))
        if now is not None and now.position.outcome is None:
            controls.append(ActionButton("plan-more", address, speak(text("Add an answer to that"))))
    elif not ahead.mine and not ahead.over:
        controls.append(ActionButton("plan-any", address, speak(text("Anything (*)"))))
    if any(sketch.steps):
        controls.append(ActionButton("plan-back", address, speak(text("Back"))))
        controls.append(ActionButton("plan-restart", address, speak(text("Start over"))))
    return choice_rows(offered(ahead), address, speak, sketch.live.game.key, "plan-pick", controls, height=height)


def offered(ahead: PlanExplorer) -> list[Choice]:
    """The choices that can be picked next; for other people, without those that only save them clicks."""
    if ahead.now is None:
        return []
    found, skipped = choices(ahead.now), ahead.now.position.game.skipped
    return found if ahead.mine else [one for one in found if one.codes[0] not in skipped]


async def begin(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Open the plan panel in place of the panel of a waiting player."""
    sketch = await bot_of(interaction).table.planning.sketch(address.match, interaction.user.id)
    await show_plan_panel(interaction, sketch)


async def _change(
    interaction: discord.Interaction, address: Address, then: Callable[[Sketch], tuple[str, ...]]
) -> None:
    planning = bot_of(interaction).table.planning
    sketch = await planning.change(address.match, interaction.user.id, address.seen, interaction.id, then)
    await show_plan_panel(interaction, sketch)


async def pick(interaction: discord.Interaction, address: Address, codes: str) -> None:
    """Pick one code, or two that belong together."""
    await _change(interaction, address, lambda sketch: _with(sketch, *codes.split(CODE_SEPARATOR)))


async def anything(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Let them play anything from here on."""
    await _change(interaction, address, lambda sketch: _with(sketch, ANYTHING))


def _with(sketch: Sketch, *codes: str) -> tuple[str, ...]:
    """The steps with these codes added to the unfinished one."""
    steps = list(sketch.steps)
    while len(steps) < len(sketch.ahead.parts):
        steps.append("")
    steps[-1] = " ".join([steps[-1], *codes]).strip()
    return tuple(steps)


async def more(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Continue the plan with their next move."""
    await _change(interaction, address, lambda sketch: (*sketch.steps, ""))


async def restart(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Restart the plan."""
    await _change(interaction, address, lambda _: ("",))


async def back(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Undo the last click."""
    await _change(interaction, address, _before)


def _before(sketch: Sketch) -> tuple[str, ...]:
    """The steps before the last click, which may have picked two codes."""
    steps = list(sketch.steps)
    if not steps[-1]:
        return tuple(steps[:-1]) or ("",)
    *words, last = steps[-1].split()
    if words:
        before = (*steps[:-1], " ".join(words[:-1]))
        now = explore_plan(sketch.live.position, sketch.ahead.seat, before, sketch.begun.split()).now
        if now is not None and any(one.codes == (words[-1], last) for one in choices(now)):
            return before if before[-1] or len(before) % 2 else before[:-1]
    steps[-1] = " ".join(words)
    return tuple(steps) if words or len(steps) % 2 else tuple(steps[:-1])


async def save(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Store the plan as if it had been typed."""
    bot = bot_of(interaction)
    person = await person_of(interaction)
    speak = voice(person.language or bot.language_of(interaction.locale))
    planning = bot.table.planning
    sketch = await planning.sketch(address.match, interaction.user.id)
    if (sketch.live.match.version, sketch.revision) != address.seen or not sketch.ahead.complete:
        await show_plan_panel(interaction, replace(sketch, stale=True))
        return
    steps = tuple(sketch.ahead.words(speak.language))
    saved: Plan = await planning.add(address.match, interaction.user.id, LINE, steps, interaction.id)
    await planning.forget(sketch)
    words = f"{speak(text('Saved; nobody else will see it.'))}\n{speak(line_text(saved))}"
    await reply(interaction, layout(discord.ui.TextDisplay(words)), [])
