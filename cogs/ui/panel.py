"""The panel: a player's private view of the question that is open, edited in place step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import discord

from cogs.background.drawing import Form
from cogs.emojis import EMOJIS
from cogs.library.books import section
from cogs.ui.controls import ActionButton, Address, OptionSelect
from cogs.ui.hand import offered_components, on_offer
from cogs.ui.heights import item_height, line_starts, room_for_pictures
from cogs.ui.interactions import bot_of, reply
from cogs.ui.layouts import SIDE_COLOURS, Row, attachments, galleries, layout
from cogs.ui.limits import OPTIONS
from cogs.ui.rules import PanelAt, section_button, show_section
from cogs.voice import Voice, voice
from engine.core.ask import Ask, Event, seen_by
from engine.core.game import AnyGame, no_hand
from engine.core.text import Text, joined, text
from render import Marks, Question
from table.choices import Choice, choices
from table.drafting import Drafted
from table.hints import hints_allowed
from table.live import Live, Loaded
from table.moves import CANCELLED
from table.outgoing import clip
from table.spelling import spelled
from table.turns import recent_events

IN_A_ROW = 5
BUTTONS = 2 * IN_A_ROW
"""So many choices of a kind are buttons; more are in selects."""
PLAIN_WAYS = frozenset({"step", "place", "move"})
"""Ways to act whose targets are marked plainly; those of all others are marked as special."""
MOST_LINES = 4
"""So many lines of choices are buttons at most; more are in selects."""
MOST_HEIGHT = 215
"""So high are choices and controls together, if they can be."""
PICK = "pick"
"""What the choices of a move do."""
LONGEST = 2000
"""Characters of a panel's words."""
MOST_BLURBS = 5
"""So many things on offer are told of beside the question; of more of them, a button tells."""
LONG_STORY = 90
"""So many characters of what a draft has done are told beside its question; the board shows the rest."""
LONG_TYPED = 40
_EMOJI = re.compile(r"<a?:\w+:\d+>")
BETWEEN = " · "
"""Between two things that happened."""
MOST_MISSING = 2
"""So many rules have a button of their own that says why something is not on offer."""
JOIN = "."
"""Between two codes that one click picks."""
CONFIRM = text("Confirm your move?")


async def show_panel(
    interaction: discord.Interaction, live: Live, now: Drafted | None, *, note: Text | None = None, rule: str = ""
) -> None:
    """Show the panel: in place of the message with the pressed control, or as a new private answer."""
    bot = bot_of(interaction)
    seat = live.seat_of(interaction.user.id)
    known = live.rows.people.get(interaction.user.id) if isinstance(live, Loaded) else None
    person = known or await bot.store.person(interaction.user.id)
    speak = voice(person.language or bot.language_of(interaction.locale))
    if now is None and seat is not None and live.position.ask_of(seat) is not None:
        now = bot.table.moves.draft(live, seat)
    lately = [] if now is not None and now.codes else await recent(interaction, live, seat)
    position = now.position if now else live.position
    shown = view = live.game.view(position.state, seat, position.asks)
    offered = choices(now) if now else []
    form: Form = "panel"
    if now is not None and position.held:  # the board alone, in the colour of who is to confirm
        shown = live.game.view(position.state, seat, (Ask(now.seat, "confirm", ()),))
        form = "bare"
    under = below(live, now, offered, seat, view, speak, note, rule)
    board = await bot.pictures.board(
        live.game,
        shown,
        language=speak.language,
        palette=person.palette,
        marks=marks_for(live.game, now, offered, lately),
        bottom=seat or 0,
        form=form,
        room=room_for_pictures(under),
        described=view,
    )
    colour = SIDE_COLOURS[seat] if seat is not None else None
    await reply(interaction, layout(*galleries(board), *under, colour=colour), attachments(board))
    bot.live_panels.show(interaction, live.match.id)


def _holds(live: Live, seat: int, view: Any) -> bool:
    """Whether the seat holds something, in this view or before its draft."""
    game = live.game
    return game.held is not no_hand and bool(game.held(view, seat) or game.held(live.view(seat), seat))


async def recent(interaction: discord.Interaction, live: Live, seat: int | None) -> list[Event]:
    """The events that the seat may see since its last move."""
    return recent_events(await bot_of(interaction).store.moves(live.match.id), seat)


def marks_for(game: AnyGame, now: Drafted | None, offered: Sequence[Choice], lately: Sequence[Event]) -> Marks:
    """What is pointed out on the board: what is offered next, what is picked, what happened lately."""
    if now is None:
        return Marks(trail=game.trail(lately))
    trail = game.trail(now.events if now.codes else lately)
    special = _targets(choice for choice in offered if choice.way is not None and choice.codes[0] not in PLAIN_WAYS)
    return Marks(_targets(offered), now.spots if now.codes else (), trail, _question(now), special)


def _question(now: Drafted) -> Question | None:
    if now.ask is None:
        return None
    codes = tuple(option.code for option in now.ask.options)
    return Question(now.ask.prompt, now.ask.about, codes, now.codes)


def _targets(found: Iterable[Choice]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spot for choice in found for spot in choice.at))


def below(
    live: Live,
    now: Drafted | None,
    offered: Sequence[Choice],
    seat: int | None,
    view: Any,
    speak: Voice,
    note: Text | None,
    rule: str,
) -> list[discord.ui.Item[Any]]:
    """What stands under the pictures: what has just changed, the question, and the controls beside it."""
    address = Address(live.match.id, live.match.version, now.revision if now else 0)
    words = _words(live, now, seat, speak)
    if note is not None:
        words = f"-# {speak(note)}\n{words}"
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(words)]
    more = _hand_button(live, seat, view, address, speak) if seat is not None else None
    if now is not None:
        parts += _controls(live, now, offered, more, address, speak, rule)
    elif seat is not None and live.position.outcome is None and live.match.status != "cancelled":
        plan = ActionButton("plan", address, speak(text("Plan ahead")))
        parts.append(Row(plan, *([more] if more is not None else [])))
    return parts


def _words(live: Live, now: Drafted | None, seat: int | None, speak: Voice) -> str:
    game = live.game
    if now is None:
        return _waiting(live, speak)
    asked = game.prompt(now.ask) if now.ask else CONFIRM
    question = speak(asked)
    lines = [f"**{question}**"]
    if now.ask and (card := game.explain(now.ask)):
        lines.append(f"> {speak(card)}")
    if now.ask:
        lines += _blurbs(live, now.ask, speak)
    if not now.codes:
        return clip("\n".join(lines), LONGEST)
    told = [live.in_person(line) for line in game.narrate(seen_by(now.events, seat))]
    typed = speak(text("`/play {codes}`", codes=spelled(live.position, now.seat, now.codes, speak.language)))
    if now.ask is not None and len(typed) > LONG_TYPED:
        typed = ""  # the whole of it is told when the move is to be confirmed
    return clip("\n".join([small_line(game.key, told, speak, typed), *lines]), LONGEST)


def small_line(game: str, told: Sequence[Text], speak: Voice, last: str = "") -> str:
    """What happened lately in one small line or two, which take less height than a line for each; then `last`."""
    done = EMOJIS.lines(game, told, speak, LONGEST)
    shown: list[str] = []
    for line in reversed(done):
        if shown and len(BETWEEN.join([_EMOJI.sub("", one) for one in (line, *shown)])) > LONG_STORY:
            shown.insert(0, "…")
            break
        shown.insert(0, line)
    return "-# " + BETWEEN.join([*shown, *([last] if last else [])])


def small_lines(game: str, told: Sequence[Text], speak: Voice, room: int) -> list[str]:
    """What happened, in small lines; with emojis if there is so much room."""
    return [f"-# {line}" for line in EMOJIS.lines(game, told, speak, room - len(told) * len("-# ") - 1)]


def _blurbs(live: Live, ask: Ask, speak: Voice) -> list[str]:
    """What each faction, deck, fighter or character on offer is good at; who stands on the board has been chosen."""
    told = [(option, live.game.blurbs[option.code]) for option in on_offer(live.game, ask)]
    if len(told) > MOST_BLURBS:
        return []
    return [f"-# **{speak(option.label)}**: {speak(blurb)}" for option, blurb in told]


def _waiting(live: Live, speak: Voice) -> str:
    if live.position.outcome is not None:
        return "\n".join(f"**{speak(line)}**" for line in live.game.describe(live.view())[:1])
    if live.match.status == "cancelled":
        return speak(CANCELLED)
    names = speak.names(live.person_at(ask.seat) for ask in live.position.asks)
    if live.waits_for_computers:
        return speak(text("{who} is thinking …", who=names))
    return speak(text("Waiting for {names}.", names=names))


def _controls(
    live: Live,
    now: Drafted,
    offered: Sequence[Choice],
    more: ActionButton | None,
    address: Address,
    speak: Voice,
    refused: str,
) -> list[Row]:
    last: list[discord.ui.Item[Any]] = []
    if now.complete:
        last.append(ActionButton("confirm", address, speak(text("Confirm")), style=discord.ButtonStyle.success))
    if now.codes:
        last.append(ActionButton("back", address, speak(text("Back"))))
        last.append(ActionButton("restart", address, speak(text("Start over"))))
    asked = live.game.prompt_rules.get(now.ask.prompt, "") if now.ask else ""
    missing = _missing(live, now)
    for rule in dict.fromkeys(rule for rule in (refused, asked) if rule not in missing):
        if (found := section(rule, speak.language)) is not None:
            last.append(section_button(found.id, speak(text("Rule: {title}", title=found.title)), PanelAt(address)))
    if now.ask is not None and offered_components(live.game, now.ask):
        last.append(ActionButton("offer", address, speak(text("What they do"))))
    if more is not None:
        last.append(more)
    if now.ask is not None and hints_allowed(live, now.seat):
        last.append(ActionButton("hint", address, speak(text("Hint"))))
    for rule, names in list(missing.items())[:MOST_MISSING]:
        last.append(section_button(rule, speak(text("Why not {what}?", what=joined(names))), PanelAt(address)))
    return choice_rows(offered, address, speak, live.game.key, controls=last)


def in_rows(controls: Sequence[discord.ui.Item[Any]]) -> list[Row]:
    """Controls in rows, of which each is one line where its labels are not too long for that."""
    return [Row(*controls[start:end]) for start, end in pairwise([*line_starts(controls, IN_A_ROW), len(controls)])]


def _missing(live: Live, now: Drafted) -> dict[str, list[Text]]:
    """What people look for in vain among the options, by the rule that says why."""
    found: dict[str, list[Text]] = {}
    for name, rule in live.game.missing(now.position.state, now.ask) if now.ask else ():
        found.setdefault(rule, []).append(name)
    return found


def _hand_button(live: Live, seat: int, view: Any, address: Address, speak: Voice) -> ActionButton | None:
    """Shows what the seat holds, or its characters, with all that is printed there; None where there is nothing."""
    if _holds(live, seat, view):
        return ActionButton("hand", address, speak(text("My hand")))
    if live.game.characters(view, seat):
        return ActionButton("hand", address, speak(text("My characters")))
    return None


def choice_rows(
    found: Sequence[Choice],
    address: Address,
    speak: Voice,
    game: str,
    action: str = PICK,
    controls: Sequence[discord.ui.Item[Any]] = (),
    most: int = 0,
) -> list[Row]:
    """Rows of choices, then the controls: board spaces first, up to ten of a kind as buttons, more in selects by way.

    Buttons that would take more than `most` lines are in selects, too; the less room is left for pictures, the fewer
    lines there are. Beside selects, buttons share their rows with the controls.
    """
    if not most:
        for most in range(MOST_LINES, 0, -1):
            rows = choice_rows(found, address, speak, game, action, controls, most)
            if sum(map(item_height, rows)) <= MOST_HEIGHT:
                break
        return rows
    selects: list[list[Choice]] = []
    few: list[list[Choice]] = []
    for group in ([one for one in found if one.at], [one for one in found if not one.at]):
        if len(group) <= BUTTONS:
            few.append(group)
            continue
        for _, members in groupby(group, key=lambda one: one.way):
            (few if len(same_way := list(members)) <= IN_A_ROW else selects).append(same_way)
    if len(line_starts(_buttons(few, address, speak, game, action), IN_A_ROW)) > most:
        longest = max(few, key=len)
        few.remove(longest)
        selects.append(longest)
    if len(line_starts(_buttons(few, address, speak, game, action), IN_A_ROW)) > max(1, most - len(selects)):
        rest = [one for group in few for one in group if not one.closes]
        few = [[one for group in few for one in group if one.closes]]
        selects.append(rest)
    buttons = _buttons(few, address, speak, game, action)
    rows = []
    for part, chunk in enumerate(chunk for group in selects for chunk in _chunks(group)):
        shown = [(JOIN.join(one.codes), speak(one.full_label), EMOJIS.of(game, one.label)) for one in chunk]
        if all(one.way == chunk[0].way for one in chunk):
            shown = [(code, speak(one.label), emoji) for (code, _, emoji), one in zip(shown, chunk, strict=True)]
        first, last = speak(chunk[0].full_label), shown[-1][1]
        placeholder = speak(text("Choose: {first} … {last}", first=first, last=last))
        rows.append(Row(OptionSelect(address, part, shown, placeholder, action=action)))
    if rows:
        return [*rows, *in_rows([*buttons, *controls])]
    return [*in_rows(buttons), *in_rows(controls)]


def _buttons(
    groups: Sequence[Sequence[Choice]], address: Address, speak: Voice, game: str, action: str
) -> list[discord.ui.Item[Any]]:
    return [_button(one, address, speak, game, action) for group in groups for one in group]


def _chunks(group: Sequence[Choice]) -> list[Sequence[Choice]]:
    """As few chunks of at most 25 options as there can be, cut at the end of board rows if that takes no more."""
    by_rows = [*_chunks_by_rows(group)]
    plain = [group[start : start + OPTIONS] for start in range(0, len(group), OPTIONS)]
    return by_rows if len(by_rows) <= len(plain) else plain


def _chunks_by_rows(group: Sequence[Choice]) -> Iterator[Sequence[Choice]]:
    """Chunks of at most 25 options, cut at the end of a board row where possible."""
    start = 0
    while start < len(group):
        end = most = min(start + OPTIONS, len(group))
        while most < len(group) and end > start and _row(group[end - 1]) == _row(group[end]):
            end -= 1
        end = most if end == start else end
        yield group[start:end]
        start = end


def _row(choice: Choice) -> str:
    """The board row of a choice: the `5` of `e5`."""
    return choice.at[0][-1] if choice.at else choice.codes[-1]


def _button(choice: Choice, address: Address, speak: Voice, game: str, action: str) -> ActionButton:
    codes = JOIN.join(choice.codes)
    if choice.closes and action == PICK:
        label = speak(text("{choice} and confirm", choice=choice.label))
        return ActionButton("finish", address, label, extra=codes, style=discord.ButtonStyle.success)
    style = discord.ButtonStyle.primary if choice.at and choice.rank <= 0 else discord.ButtonStyle.secondary
    emoji = EMOJIS.of(game, choice.full_label)
    return ActionButton(action, address, speak(choice.full_label), extra=codes, style=style, emoji=emoji)


async def open_rule(interaction: discord.Interaction, address: Address, rule: str) -> None:
    """Show a section of the rules in the place of the panel."""
    await show_section(interaction, rule, panel=PanelAt(address))


async def return_to_panel(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show the panel again, in the place of a section of the rules."""
    await show_panel(interaction, await bot_of(interaction).table.moves.live(address.match), None)


async def pick(interaction: discord.Interaction, address: Address, codes: str) -> None:
    """One step of the draft."""
    moves = bot_of(interaction).table.moves
    live, now = await moves.pick(address.match, interaction.user.id, codes.split(JOIN), address.seen, interaction.id)
    await show_panel(interaction, live, now)


async def back(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Take back the last step of the draft."""
    live, now = await bot_of(interaction).table.moves.back(
        address.match, interaction.user.id, address.seen, interaction.id
    )
    await show_panel(interaction, live, now)


async def restart(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Take back the whole draft."""
    moves = bot_of(interaction).table.moves
    live, now = await moves.back(address.match, interaction.user.id, address.seen, interaction.id, all_the_way=True)
    await show_panel(interaction, live, now)
