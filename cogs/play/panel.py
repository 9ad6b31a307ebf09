"""The panel: a player's private view of the open question, edited in place step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import discord

from cogs.play.hand_panel import hand_label, offered_components, on_offer
from cogs.rules.section_panel import PanelAt, section_button, show_section
from cogs.ui.controls import ActionButton, Address, OptionSelect
from cogs.ui.emojis import EMOJIS
from cogs.ui.heights import item_height, line_height, line_starts, room_for_pictures
from cogs.ui.interactions import bot_of, person_of, reply
from cogs.ui.layouts import SIDE_COLORS, Row, attachments, galleries, layout
from cogs.ui.limits import MAX_OPTIONS
from cogs.ui.voice import Voice, voice
from engine.core.ask import Ask, Event, seen_by
from engine.core.game import AnyGame
from engine.core.text import Text, joined, text
from render import Marks, Question
from search.books import section
from table.computers.hints import hints_allowed
from table.matches.draft import Drafted, labels
from table.matches.live import Live, Loaded
from table.matches.moves import CANCELLED
from table.matches.turns import recent_events
from table.outbox.outgoing import clip
from table.picks.choices import Choice, choices
from table.picks.spell import spelled
from workers.draw_jobs import Form

BUTTONS_PER_ROW = 5
MAX_BUTTONS = 2 * BUTTONS_PER_ROW
"""The maximum number of choices of a kind shown as buttons; more are in selects."""
PLAIN_WAYS = frozenset({"step", "place", "move"})
"""Actions whose targets are marked plainly; targets of other actions are marked as special."""
MAX_BUTTON_LINES = 4
"""The maximum number of lines of choice buttons; more are in selects."""
MAX_CONTROLS_HEIGHT = 205
"""The target height in pixels of choices and controls together."""
FEW_CONTROLS_HEIGHT = 130
"""That height beside a long text, or while the game is set up: there is more to draw."""
SHORT_TEXT_HEIGHT = 64
"""The height in pixels of a text that leaves room for all controls."""
PICK = "pick"
"""The action of the choices of a move."""
MAX_WORDS_LENGTH = 2000
"""The maximum number of characters of a panel's text."""
MAX_BLURBS = 5
"""The maximum number of choices described beside the question; a button describes more of them."""
MAX_BLURBS_HEIGHT = 180
"""The maximum height in pixels of these descriptions."""
MAX_STORY_LENGTH = 90
"""The number of characters of past events beside the question; the board shows the rest."""
MAX_TYPED_LENGTH = 40
_EMOJI = re.compile(r"<a?:\w+:\d+>")
EVENT_SEPARATOR = " · "
MAX_WHY_NOT_BUTTONS = 2
"""The maximum number of buttons that explain missing options."""
CODE_SEPARATOR = "."
"""Separates two codes that one click picks."""
CONFIRM = text("Confirm your move?")


async def show_panel(
    interaction: discord.Interaction, live: Live, now: Drafted | None, *, note: Text | None = None, rule: str = ""
) -> None:
    """Show the panel in place of the message with the pressed control, or as a new private answer."""
    bot = bot_of(interaction)
    seat = live.seat_of(interaction.user.id)
    known = live.rows.people.get(interaction.user.id) if isinstance(live, Loaded) else None
    person = known or await person_of(interaction)
    speak = voice(person.language or bot.language_of(interaction.locale))
    if now is None and seat is not None and live.position.ask_of(seat) is not None:
        now = bot.table.moves.draft(live, seat)
    events = [] if now is not None and now.codes else await recent(interaction, live, seat)
    position = now.position if now else live.position
    shown = view = live.game.view(position.state, seat, position.asks)
    offered = choices(now) if now else []
    form: Form = "panel"
    if now is not None and position.held:  # the board alone, in the color of the seat that has to confirm
        shown = live.game.view(position.state, seat, (Ask(now.seat, "confirm", ()),))
        form = "bare"
    under = below(live, now, offered, seat, view, speak, note, rule)
    board = await bot.pictures.board(
        live.game,
        shown,
        language=speak.language,
        palette=person.palette,
        marks=marks_for(live.game, now, offered, events),
        bottom=seat or 0,
        form=form,
        room=room_for_pictures(under),
        described=view,
    )
    colour = SIDE_COLORS[seat] if seat is not None else None
    await reply(interaction, layout(*galleries(board), *under, colour=colour), attachments(board))
    bot.live_panels.show(interaction, live.match.id)


async def recent(interaction: discord.Interaction, live: Live, seat: int | None) -> list[Event]:
    """The events since the seat's last move, as far as it may see them."""
    return recent_events(await bot_of(interaction).store.matches.moves(live.match.id), seat)


def marks_for(game: AnyGame, now: Drafted | None, offered: Sequence[Choice], events: Sequence[Event]) -> Marks:
    """Highlights for the board: next options, picks so far, recent events."""
    if now is None:
        return Marks(trail=game.trail(events))
    trail = game.trail(now.events if now.codes else events)
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
    """The items below the pictures: the latest change, the question and the controls."""
    address = Address(live.match.id, live.match.version, now.revision if now else 0)
    words = _words(live, now, seat, speak)
    if small := _small_notes(live, now, note, speak):
        words = f"-# {small}\n{words}"
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(words)]
    more = _hand_button(live, seat, view, address, speak) if seat is not None else None
    if now is not None:
        height = max(FEW_CONTROLS_HEIGHT, MAX_CONTROLS_HEIGHT - max(0, item_height(parts[0]) - SHORT_TEXT_HEIGHT))
        if now.ask is not None and now.ask.prompt in live.game.setup_prompts:
            height = FEW_CONTROLS_HEIGHT
        parts += _controls(live, now, offered, more, address, speak, rule, height)
    elif seat is not None and live.position.outcome is None and live.match.status != "cancelled":
        plan = ActionButton("plan", address, speak(text("Plan ahead")))
        parts.append(Row(plan, *([more] if more is not None else [])))
    return parts


def _small_notes(live: Live, now: Drafted | None, note: Text | None, speak: Voice) -> str:
    """The latest change; before the first pick also where to see what the panel leaves out, if that fits the line."""
    change = speak(note) if note is not None else ""
    what = live.game.beside_board
    if now is None or now.ask is None or now.codes or what is None or now.ask.prompt in live.game.setup_prompts:
        return change
    both = EVENT_SEPARATOR.join([*([change] if change else []), speak(text("/board shows {what}.", what=what))])
    return both if line_height(f"-# {both}") == line_height("-# ") else change


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
        return clip("\n".join(lines), MAX_WORDS_LENGTH)
    story = [live.in_person(line) for line in game.narrate(seen_by(now.events, seat))]
    if now.complete and not story:
        story = labels(live.position, now.seat, now.codes)
    typed = speak(text("`/play {codes}`", codes=spelled(live.position, now.seat, now.codes, speak.language)))
    if now.ask is not None and len(typed) > MAX_TYPED_LENGTH:
        typed = ""  # the complete line is shown when the move is to be confirmed
    done = [small_line(game.key, story, speak, typed)] if story or typed else []
    return clip("\n".join([*done, *lines]), MAX_WORDS_LENGTH)


def small_line(game: str, story: Sequence[Text], speak: Voice, last: str = "") -> str:
    """The latest events in one or two small lines, which save height compared to a line each; then `last`."""
    done = EMOJIS.lines(game, story, speak, MAX_WORDS_LENGTH)
    shown: list[str] = []
    for line in reversed(done):
        if shown and len(EVENT_SEPARATOR.join([_EMOJI.sub("", one) for one in (line, *shown)])) > MAX_STORY_LENGTH:
            shown.insert(0, "…")
            break
        shown.insert(0, line)
    return "-# " + EVENT_SEPARATOR.join([*shown, *([last] if last else [])])


def small_lines(game: str, story: Sequence[Text], speak: Voice, room: int) -> list[str]:
    """The events as small lines, with emojis if they fit into `room` characters."""
    return [f"-# {line}" for line in EMOJIS.lines(game, story, speak, room - len(story) * len("-# ") - 1)]


def _blurbs(live: Live, ask: Ask, speak: Voice) -> list[str]:
    """A description of each faction, deck, fighter or character on offer; none if they are too many or too long."""
    described = [(option, live.game.blurbs[option.code]) for option in on_offer(live.game, ask)]
    if len(described) > MAX_BLURBS:
        return []
    lines = [f"-# **{speak(option.label)}**: {speak(blurb)}" for option, blurb in described]
    return lines if sum(map(line_height, lines)) <= MAX_BLURBS_HEIGHT else []


def _waiting(live: Live, speak: Voice) -> str:
    if live.position.outcome is not None:
        return "\n".join(f"**{speak(line)}**" for line in live.game.describe(live.view())[:1])
    if live.match.status == "cancelled":
        return speak(CANCELLED)
    names = speak.names(live.person_at(ask.seat) for ask in live.position.asks)
    if live.waits_for_computers:
        return speak(text("{who} is thinking…", who=names))
    return speak(text("Waiting for {names}.", names=names))


def _controls(
    live: Live,
    now: Drafted,
    offered: Sequence[Choice],
    more: ActionButton | None,
    address: Address,
    speak: Voice,
    refused: str,
    height: int,
) -> list[Row]:
    full, brief = (_control_buttons(live, now, more, address, speak, refused, brief=one) for one in (False, True))
    return choice_rows(offered, address, speak, live.game.key, controls=full, brief=brief, height=height)


def _control_buttons(
    live: Live, now: Drafted, more: ActionButton | None, address: Address, speak: Voice, refused: str, *, brief: bool
) -> list[discord.ui.Item[Any]]:
    """The buttons beside the choices. If `brief`, a single rule is not named."""
    last: list[discord.ui.Item[Any]] = []
    if now.complete:
        last.append(ActionButton("confirm", address, speak(text("Confirm")), style=discord.ButtonStyle.success))
    if now.codes:
        last.append(ActionButton("back", address, speak(text("Back"))))
        last.append(ActionButton("restart", address, speak(text("Start over"))))
    asked = live.game.prompt_rules.get(now.ask.prompt, "") if now.ask else ""
    missing = _missing(live, now)
    rules = [section(rule, speak.language) for rule in dict.fromkeys((refused, asked)) if rule not in missing]
    shown = [found for found in rules if found is not None]
    for found in shown:
        label = rule_label(found.title, speak, brief=brief and len(shown) == 1)
        last.append(section_button(found.id, label, PanelAt(address)))
    if now.ask is not None and offered_components(live.game, now.ask):
        last.append(ActionButton("offer", address, speak(text("What they do"))))
    if more is not None:
        last.append(more)
    if now.ask is not None and hints_allowed(live, now.seat):
        last.append(ActionButton("hint", address, speak(text("Hint"))))
    for rule, names in list(missing.items())[:MAX_WHY_NOT_BUTTONS]:
        last.append(section_button(rule, speak(text("Why not {what}?", what=joined(names))), PanelAt(address)))
    return last


def rule_label(title: str, speak: Voice, *, brief: bool) -> str:
    """The label of a button that shows a section of the rules."""
    return speak(text("Rule") if brief else text("Rule: {title}", title=title))


def in_rows(controls: Sequence[discord.ui.Item[Any]]) -> list[Row]:
    """The controls in rows; a row is one line unless its labels are too long."""
    return [
        Row(*controls[start:end]) for start, end in pairwise([*line_starts(controls, BUTTONS_PER_ROW), len(controls)])
    ]


def _missing(live: Live, now: Drafted) -> dict[str, list[Text]]:
    """Options that people may miss, by the rule that explains why they are missing."""
    found: dict[str, list[Text]] = {}
    for name, rule in live.game.missing(now.position.state, now.ask) if now.ask else ():
        found.setdefault(rule, []).append(name)
    return found


def _hand_button(live: Live, seat: int, view: Any, address: Address, speak: Voice) -> ActionButton | None:
    """A button that shows the seat's hand, in this view or before its draft, or its characters; None if it has
    neither.
    """
    label = hand_label(live.game, view, seat) or hand_label(live.game, live.view(seat), seat)
    return ActionButton("hand", address, speak(label)) if label is not None else None


def choice_rows(
    found: Sequence[Choice],
    address: Address,
    speak: Voice,
    game: str,
    action: str = PICK,
    controls: Sequence[discord.ui.Item[Any]] = (),
    brief: Sequence[discord.ui.Item[Any]] = (),
    height: int = MAX_CONTROLS_HEIGHT,
) -> list[Row]:
    """Rows of choices, then the controls: board spaces first, up to ten of a kind as buttons, more in selects by
    action.

    More buttons are moved to selects until the rows fit `height`. The `brief` controls replace the others where that
    saves a line.
    """
    made: list[list[Row]] = []
    for most in range(MAX_BUTTON_LINES, -1, -1):
        made.append(_arranged(found, address, speak, game, action, (controls, brief or controls), most))
        if sum(map(item_height, made[-1])) <= height:
            return made[-1]
    return min(made, key=lambda rows: sum(map(item_height, rows)))


def _arranged(
    found: Sequence[Choice],
    address: Address,
    speak: Voice,
    game: str,
    action: str,
    controls: tuple[Sequence[discord.ui.Item[Any]], Sequence[discord.ui.Item[Any]]],
    most: int,
) -> list[Row]:
    """Rows with at most `most` lines of choices as buttons; choices of little use are the first that become options
    of a select, at the end, and none of them is a button where others are not. Beside selects, buttons share their
    rows with the controls, which are given in full and brief.
    """
    selects: list[list[Choice]] = []
    few: list[list[Choice]] = []
    for group in ([one for one in found if _is_primary(one)], [one for one in found if not _is_primary(one)]):
        if len(group) <= MAX_BUTTONS:
            few += [group] if group else []
            continue
        for _, members in groupby(group, key=lambda one: one.way):
            (few if len(same_way := list(members)) <= BUTTONS_PER_ROW else selects).append(same_way)
    if most and len(line_starts(_buttons(few, address, speak, game, action), BUTTONS_PER_ROW)) > most:
        minor = [group for group in few if not _is_primary(group[0]) and sum(not one.closes for one in group) > 1]
        moved = minor[0] if minor and len(few) > 1 else max(few, key=len)
        few.remove(moved)
        little = [one for group in few for one in group if one.rank > 0] if moved not in minor else []
        few = [kept for group in few if (kept := [one for one in group if one not in little])]
        few += [closing] if (closing := [one for one in moved if one.closes]) else []
        selects.append([*(one for one in moved if not one.closes), *little])
    lines = len(line_starts(_buttons(few, address, speak, game, action), BUTTONS_PER_ROW))
    if not most or lines > max(1, most - len(selects)):
        rest = [one for group in few for one in group if not one.closes]
        few = [[one for group in few for one in group if one.closes]]
        selects.append(rest)
        selects.sort(key=lambda group: not any(_is_primary(one) for one in group))
        if not most and sum(map(len, selects)) <= MAX_OPTIONS:
            selects = [[one for group in selects for one in group]]
    buttons = _buttons(few, address, speak, game, action)
    minor_only = bool(few and few[0] and _is_primary(few[0][0])) and not any(_is_primary(one[0]) for one in selects)
    rows = []
    for part, chunk in enumerate(chunk for group in selects for chunk in _chunks(group)):
        shown = [(CODE_SEPARATOR.join(one.codes), speak(one.full_label), EMOJIS.of(game, one.label)) for one in chunk]
        if all(one.way == chunk[0].way for one in chunk):
            shown = [(code, speak(one.label), emoji) for (code, _, emoji), one in zip(shown, chunk, strict=True)]
        first, last = speak(chunk[0].full_label), shown[-1][1]
        placeholder = speak(text("Choose: {first} … {last}", first=first, last=last))
        rows.append(Row(OptionSelect(address, part, shown, placeholder, action=action)))
    if rows:
        beside = in_rows(_fewer_lines(*([*buttons, *some] for some in controls)))
        return [*beside, *rows] if minor_only else [*rows, *beside]
    return [*in_rows(buttons), *in_rows(_fewer_lines(*controls))]


def _fewer_lines(
    full: Sequence[discord.ui.Item[Any]], brief: Sequence[discord.ui.Item[Any]]
) -> Sequence[discord.ui.Item[Any]]:
    """The brief buttons if they take fewer lines than the full ones."""
    saved = len(line_starts(brief, BUTTONS_PER_ROW)) < len(line_starts(full, BUTTONS_PER_ROW))
    return brief if saved else full


def _buttons(
    groups: Sequence[Sequence[Choice]], address: Address, speak: Voice, game: str, action: str
) -> list[discord.ui.Item[Any]]:
    return [_button(one, address, speak, game, action) for group in groups for one in group]


def _chunks(group: Sequence[Choice]) -> list[Sequence[Choice]]:
    """As few chunks of at most 25 options as possible, cut at the end of board rows if that needs no more chunks."""
    by_rows = [*_chunks_by_rows(group)]
    plain = [group[start : start + MAX_OPTIONS] for start in range(0, len(group), MAX_OPTIONS)]
    return by_rows if len(by_rows) <= len(plain) else plain


def _chunks_by_rows(group: Sequence[Choice]) -> Iterator[Sequence[Choice]]:
    """Chunks of at most 25 options, cut at the end of a board row if possible."""
    start = 0
    while start < len(group):
        end = most = min(start + MAX_OPTIONS, len(group))
        while most < len(group) and end > start and _row(group[end - 1]) == _row(group[end]):
            end -= 1
        end = most if end == start else end
        yield group[start:end]
        start = end


def _row(choice: Choice) -> str:
    """The board row of a choice: the `5` of `e5`."""
    return choice.at[0][-1] if choice.at else choice.codes[-1]


def _is_primary(choice: Choice) -> bool:
    """Whether a choice points at the picture and is of use: such choices come first, as blue buttons."""
    return bool(choice.at) and choice.rank <= 0


def _button(choice: Choice, address: Address, speak: Voice, game: str, action: str) -> ActionButton:
    codes = CODE_SEPARATOR.join(choice.codes)
    if choice.closes and action == PICK:
        label = speak(text("{choice} and confirm", choice=choice.label))
        return ActionButton("finish", address, label, extra=codes, style=discord.ButtonStyle.success)
    style = discord.ButtonStyle.primary if _is_primary(choice) else discord.ButtonStyle.secondary
    emoji = EMOJIS.of(game, choice.full_label)
    return ActionButton(action, address, speak(choice.full_label), extra=codes, style=style, emoji=emoji)


async def open_rule(interaction: discord.Interaction, address: Address, rule: str) -> None:
    """Show a section of the rules instead of the panel."""
    await show_section(interaction, rule, panel=PanelAt(address))


async def return_to_panel(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Return from a section of the rules to the panel."""
    await show_panel(interaction, await bot_of(interaction).table.moves.live(address.match), None)


async def pick(interaction: discord.Interaction, address: Address, codes: str) -> None:
    """Add a step to the draft."""
    moves = bot_of(interaction).table.moves
    live, now = await moves.pick(
        address.match, interaction.user.id, codes.split(CODE_SEPARATOR), address.seen, interaction.id
    )
    await show_panel(interaction, live, now)


async def back(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Undo the last step of the draft."""
    live, now = await bot_of(interaction).table.moves.back(
        address.match, interaction.user.id, address.seen, interaction.id
    )
    await show_panel(interaction, live, now)


async def restart(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Undo the whole draft."""
    moves = bot_of(interaction).table.moves
    live, now = await moves.back(address.match, interaction.user.id, address.seen, interaction.id, all_the_way=True)
    await show_panel(interaction, live, now)
