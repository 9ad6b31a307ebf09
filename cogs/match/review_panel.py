"""/match review, in pages: a chart of all sides' chances, then each turning point."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord
from msgspec import Struct

import render
from cogs.match.film_panel import REPORT_SECONDS, palette_of
from cogs.play.panel import in_rows
from cogs.ui.access import need_match
from cogs.ui.controls import ActionButton, Address, number_of
from cogs.ui.fair_queue import release_current
from cogs.ui.heights import room_for_pictures
from cogs.ui.interactions import bot_of, reply, voice_for
from cogs.ui.layouts import Row, gallery, layout
from cogs.ui.voice import Voice, voice
from db.rows import Match
from engine.computers.judging import EXAMINER_LEVEL, TURNING_LOSS
from engine.computers.review import Review, accuracies, curves
from engine.computers.think import NAMES
from engine.core.text import Text, joined, text
from render import PALETTES, Marks, Picture
from render.review_chart import Curve, Mark, chart
from table.computers.shown_decision import Moment, ShownDecision, meaning_of_sureness, moments_of, sureness
from table.matches.live import Live
from table.outbox.outgoing import bold, clip, mention
from table.picks.spell import spelled
from table.user_error import UserError
from workers.job import Progress
from workers.picture_cache import ALT_LIMIT

CHART_FILE = "chart.png"
MAX_DECISION_LENGTH = 400
"""The maximum number of characters of a described decision."""


PLAYED, BETTER = "played", "better"


class Page(Struct, frozen=True):
    """A page: the overview, or a turning point's board after the played or the better decision."""

    moment: int = 0
    """0 for the overview."""
    better: bool = False

    @classmethod
    def read(cls, extra: str) -> Page:
        """The page that a control names."""
        moment, _, board = extra.partition(".")
        return cls(number_of(moment), board == BETTER)


OVERVIEW = Page()


async def show_review(interaction: discord.Interaction, match: Match, *, public: bool, page: Page = OVERVIEW) -> None:
    """Review the match, or show a page of its stored review."""
    if match.status != "over":
        raise UserError(text("A match can be reviewed when it is over."))
    bot = bot_of(interaction)
    speak = voice(match.language) if public else await voice_for(interaction)
    palette = (match.palette or PALETTES[0]) if public else await palette_of(interaction)
    moves = await bot.store.matches.moves(match.id)
    release_current()
    reported_at = bot.clock()

    async def report(so_far: Progress) -> None:
        nonlocal reported_at
        if so_far.all and bot.clock() - reported_at < REPORT_SECONDS:
            return
        reported_at = bot.clock()
        words = text("Reviewing the match: decision {n} of {all}", n=so_far.done, all=so_far.all)
        waiting = text("A few reviews are ahead of yours in the queue.")
        interaction.extras["progress"] = True
        await reply(interaction, layout(discord.ui.TextDisplay(speak(words if so_far.all else waiting))))

    found = await bot.reviews.review(bot.store, interaction.user.id, match, moves, report)
    live = Live(match, tuple(await bot.store.matches.seats(match.id)), bot.table.moves.position(match))
    turning = await bot.pictures.run(lambda: moments_of(match, moves, found))
    await _show(interaction, live, found, turning, page, speak, palette)


async def turn_page(interaction: discord.Interaction, address: Address, extra: str) -> None:
    """Show another page instead of this one."""
    message, match = interaction.message, await need_match(interaction, address.match)
    public = message is not None and not message.flags.ephemeral
    await show_review(interaction, match, public=public, page=Page.read(extra))


async def begin(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Review the match above the button."""
    await show_review(interaction, await need_match(interaction, address.match), public=False)


async def _show(
    interaction: discord.Interaction,
    live: Live,
    found: Review,
    turning: Sequence[Moment],
    page: Page,
    speak: Voice,
    palette: str,
) -> None:
    buttons = _page_rows(live, turning, page, speak)
    if not 0 < page.moment <= len(turning):
        drawn = await bot_of(interaction).pictures.run(lambda: _chart(live, found, turning, speak, palette))
        words = _chart_words(live, found, speak)
        head = text("Match {match}, {game}: a review", match=live.match.id, game=live.game.name)
        last = "\n".join(f"-# {speak(line)}" for line in _last_lines(turning))
        parts: list[discord.ui.Item[Any]] = [
            discord.ui.TextDisplay("\n".join([f"### {speak(head)}", *_accuracy_lines(live, found, speak)])),
            gallery(CHART_FILE, words),
            discord.ui.TextDisplay(last),
            *buttons,
        ]
        await reply(interaction, layout(*parts), [discord.File(io.BytesIO(drawn.data), CHART_FILE, description=words)])
        return
    moment = turning[page.moment - 1]
    words = "\n".join([_played_words(live, page.moment, moment, speak), _better_words(moment, speak)])
    under = [discord.ui.TextDisplay[Any](words), *buttons]
    one = moment.better if page.better else moment.played
    name = f"moment-{page.moment}-{'better' if page.better else 'played'}.png"
    board = await _board(interaction, live, moment, one, name, room_for_pictures(under), speak, palette)
    await reply(interaction, layout(gallery(board.filename, board.description or ""), *under), [board])


def _page_rows(live: Live, turning: Sequence[Moment], page: Page, speak: Voice) -> list[Row]:
    """Buttons for the pages and, on a turning point, for its two boards; the current one is disabled."""
    address = Address(live.match.id, live.match.version)

    def button(label: Text, leads: str, *, here: bool) -> ActionButton:
        made = ActionButton("review-page", address, speak(label), extra=leads)
        made.item.disabled = here
        return made

    if not turning:
        return []
    pages: list[discord.ui.Item[Any]] = [button(text("Overview"), "0", here=page.moment == 0)]
    for n in range(1, len(turning) + 1):
        pages.append(button(text("Turning point {n}", n=n), str(n), here=page.moment == n))
    rows = in_rows(pages)
    if page.moment:
        played = button(text("Show what was played"), f"{page.moment}.{PLAYED}", here=not page.better)
        better = button(text("Show what was better"), f"{page.moment}.{BETTER}", here=page.better)
        rows.append(Row(played, better))
    return rows


def _percent(chance: float) -> str:
    return f"{round(100 * chance)}%"


def _side(live: Live, side: Sequence[int]) -> Text:
    """The names of a side's seats."""
    return joined([live.game.name_of(live.position.state, seat) for seat in side], " + ")


def _accuracies(found: Review) -> list[str]:
    """The accuracy of each side; a dash if it made no decisions."""
    return ["–" if one is None else f"{round(one)}%" for one in accuracies(found)]


def _accuracy_lines(live: Live, found: Review, speak: Voice) -> list[str]:
    lines = []
    for side, accuracy in zip(found.sides, _accuracies(found), strict=True):
        people = [mention(live.person_at(seat)) for seat in side if live.person_at(seat) is not None]
        who = joined([bold(_side(live, side)), *([joined(people)] if people else [])], " ")
        lines.append(speak(text("{side}: accuracy {n}", side=who, n=accuracy)))
    return lines


def _last_lines(turning: Sequence[Moment]) -> list[Text]:
    """The explanation of the figures."""
    none = text("No decision lowered anyone's winning chances by more than {n}.", n=_percent(TURNING_LOSS))
    means = text(
        "Winning chances as judged by a computer player ({level}), from what each side knew at the time. What "
        "chance brought afterward does not count.",
        level=NAMES[EXAMINER_LEVEL - 1],
    )
    return [means, meaning_of_sureness()] if turning else [none, means]


def _chart(live: Live, found: Review, turning: Sequence[Moment], speak: Voice, palette: str) -> Picture:
    drawn = [
        Curve(side[0], speak(_side(live, side)), accuracy, tuple((point.at, point.chance) for point in points))
        for side, accuracy, points in zip(found.sides, _accuracies(found), curves(found), strict=True)
    ]
    marks = [
        Mark(str(number), moment.decision.number, moment.decision.after) for number, moment in enumerate(turning, 1)
    ]
    teams = render.teams(live.game.key, live.view(), palette=palette)
    return chart(drawn, marks, found.entries, teams, palette)


def _chart_words(live: Live, found: Review, speak: Voice) -> str:
    """The chart in words: a few of each side's chances."""
    lines = []
    for side, points in zip(found.sides, curves(found), strict=True):
        some = points[:: max(1, len(points) // 8)]
        chances = ", ".join(_percent(point.chance) for point in some)
        lines.append(speak(text("Chances of {side}: {chances}.", side=_side(live, side), chances=chances)))
    return clip(" ".join(lines), ALT_LIMIT)


def _played_words(live: Live, number: int, moment: Moment, speak: Voice) -> str:
    """The decision at a turning point, and its cost."""
    one = moment.decision
    head = text(
        "{n}. Move {move}, {side}: {before} → {after}",
        n=number,
        move=one.number,
        side=live.game.name_of(moment.before.state, one.seat),
        before=_percent(one.before),
        after=_percent(one.after),
    )
    played = text("Played: {what}", what=_what(moment, one.played, moment.played, speak))
    return f"**{speak(head)}**\n{speak(played)}\n-# {speak(sureness(one))}"


def _better_words(moment: Moment, speak: Voice) -> str:
    """The better decision."""
    return speak(text("Better: {what}", what=_what(moment, moment.decision.better, moment.better, speak)))


def _what(moment: Moment, codes: Sequence[str], shown: ShownDecision, speak: Voice) -> str:
    """A decision in words with its gain; without narration, as the typed codes."""
    typed = spelled(moment.before, moment.decision.seat, codes, speak.language)
    words = " · ".join(speak(line) for line in shown.lines) or f"`{typed}`"
    gain = f" ({speak(shown.gain)})" if shown.gain is not None and shown is moment.better else ""
    return clip(words, MAX_DECISION_LENGTH) + gain


async def _board(
    interaction: discord.Interaction,
    live: Live,
    moment: Moment,
    shown: ShownDecision,
    name: str,
    room: int,
    speak: Voice,
    palette: str,
) -> discord.File:
    """The board after a decision, as its seat sees it, with the decision marked."""
    board = await bot_of(interaction).pictures.board(
        live.game,
        shown.view,
        language=speak.language,
        palette=palette,
        marks=Marks(chosen=shown.spots, trail=shown.trail),
        bottom=moment.decision.seat,
        form="bare",
        room=room,
    )
    return discord.File(io.BytesIO(board.picture.data), name, description=board.alt)
