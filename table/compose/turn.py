"""The board after a turn: the events, and the next players or the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from db.rows import Hint, Match, Move
from engine.core.ask import Event, seen_by
from engine.core.text import joined, text
from table.clocks.time_left import Times
from table.compose import payloads
from table.compose.context import Context
from table.compose.words import clock, names, option_lines, players, with_time_left, your_move
from table.matches.live import Live, position_after
from table.matches.story import Chapter, has_scenes, last_announced, last_edited, note, opening, story
from table.matches.turns import undone
from table.outbox.outgoing import BoardView, Button, Line, Outgoing, bold, mention

MAX_STORY_LINES = 24
"""The maximum number of story lines in a message; the newest are kept."""
MAX_BATTLE_LINES = 8
"""The maximum number of lines about a battle; the button under the board shows all of them."""


async def turn(context: Context) -> Outgoing:
    """The board after `version` entries, the events since the last such message, and the seats to move."""
    match, payload = context.match, context.payload(payloads.Turn)
    log = await context.moves()
    version = last_edited(log, payload.version)
    ready = _ready(match, log[version:])
    if (version == match.version or ready) and match.status in ("live", "over"):
        live = context.live
    else:
        live = Live(match, context.seats, position_after(match, log, version))
    chapters = story(log[:version], max(last_announced(log, payload.version), min(payload.since, version)))
    first: list[Event] = [] if payload.version else seen_by(opening(match), None)
    public = [*first, *seen_by([event for chapter in chapters for event in chapter.events], None)]
    gone = undone(log[:version])
    standing = [*first, *seen_by([event for one in chapters if one.number not in gone for event in one.events], None)]
    story_block = [*([] if payload.version else _beginning(live)), *_story_block(live, first, chapters)]
    lines = [*story_block, *([Line(text("Move {n}", n=version), "small")] if version else [])]
    pinged: Sequence[int] = ()
    prompted = False
    if live.position.outcome is not None:
        pinged = payload.call or ()
        hints = _hints(live, await context.store.reviews.hints(match.id))
        lines += [*_result(live), Line(players(live)), *hints, _seed(live)]
    elif asked := await _still_asked(context, live, version):
        pinged = [seat for seat in asked if payload.call is None or seat in payload.call]
        lines += _next(live, asked, await context.times(), ready, edited=version > payload.version)
        prompted = version > payload.version and not {*asked}.isdisjoint(note(log[version - 1]).prompted)
    elif payload.version < version < match.version and match.status == "live" and not ready:
        # The seat asked below the board has answered and is asked again: show the button to play here.
        lines += _next(context.live, list(match.to_move), await context.times(), ready, edited=True)
    board = BoardView(match.game, match.rules_version, live.view(), live.game.trail(standing), match.palette)
    outgoing = context.outgoing(
        lines,
        _buttons(live, film=has_scenes(match, public), prompted=prompted),
        [live.person_at(seat) for seat in pinged],
        version=version,
        # A secret answer changes nothing on the board.
        board=context.before.board if ready and context.before else board,
        seat=live.position.asks[0].seat if live.position.asks else None,
    )
    return outgoing.spent() if match.status == "cancelled" else outgoing


def _story_block(live: Live, first: Sequence[Event], chapters: Sequence[Chapter]) -> list[Line]:
    """The events as lines, the newest ones only; of a long battle, its end."""
    found = [Line(live.in_person(line), "story") for line in live.game.narrate(first)]
    for one in chapters:
        before, battle = one.before_and_in_battle(live.game)
        found += [Line(live.in_person(line), "story") for line in before]
        if (left_out := len(battle) - MAX_BATTLE_LINES + 1) > 1:
            more = text(
                "… {n} more line under the *Battle* button", "… {n} more lines under the *Battle* button", n=left_out
            )
            found.append(Line(more, "small"))
            battle = battle[left_out:]
        found += [Line(live.in_person(line), "story") for line in battle]
    return found[-MAX_STORY_LINES:]


async def prompt(context: Context) -> Outgoing | None:
    """A ping below the edited board for the seats to move; None, which deletes it, if they have moved."""
    payload, live = context.payload(payloads.Turn), context.live
    asked = [seat for seat in await _still_asked(context, live, payload.version) if seat in (payload.call or ())]
    if not asked:
        return None
    lines = [Line(with_time_left(your_move(live, seat), await context.times(), seat)) for seat in asked]
    pings = [live.person_at(seat) for seat in asked]
    return context.outgoing(lines, [Button("play", text("Play"), style="primary")], pings, version=payload.version)


def _ready(match: Match, since: Sequence[Move]) -> list[int]:
    """The seats that have answered a simultaneous question while others are still thinking."""
    partial = match.status == "live" and all(note(move).partial for move in since)
    return [move.seat for move in since if move.seat is not None] if partial else []


async def _still_asked(context: Context, live: Live, version: int) -> list[int]:
    """The seats asked by the position that have not answered since, so that a late message pings nobody else."""
    if live.match.status != "live":
        return []
    seats = [ask.seat for ask in live.position.asks if ask.seat in live.match.to_move]
    return [seat for seat in seats if await context.still_asked(seat, version)]


def _beginning(live: Live) -> list[Line]:
    """The game, the players and the terms."""
    match = live.match
    more = [*([text("rated")] if match.rated else []), *([text("with hints")] if match.hints else [])]
    terms = joined([clock(match), *more], " · ")
    head = [Line(live.game.name, "heading"), Line(players(live))]
    return [*head, *option_lines(match), Line(terms, "small")]


def _next(live: Live, asked: Sequence[int], times: Times, ready: Sequence[int], *, edited: bool) -> list[Line]:
    """The seats to move, their deadlines, and absent players; for a simultaneous question, the seats that have
    answered.

    On an edited board, the prompt below it addresses the players.
    """
    aside = [*times.in_banks(live), *times.absences()]
    if ready:
        aside.append(text("Ready: {names}", names=names(live.person_at(seat) for seat in ready)))
    if ready or edited:
        thinking = joined([with_time_left(mention(live.person_at(seat)), times, seat) for seat in asked])
        words = text("Still thinking: {names}", names=thinking) if ready else text("Next: {names}", names=thinking)
    else:
        words = joined([with_time_left(your_move(live, seat), times, seat) for seat in asked], " ")
    return [*(Line(one, "small", passing=True) for one in aside), Line(bold(words), passing=True)]


def _result(live: Live) -> list[Line]:
    """The winners, or the players in shared first place, and everybody's score."""
    outcome = live.position.outcome
    assert outcome is not None
    lines = []
    if outcome.winners:
        first = names(live.person_at(seat) for seat in outcome.winners)
        tied = outcome.reason == "tied"
        result = text("Undecided: {names}", names=first) if tied else text("Victory: {names}", names=first)
        lines.append(Line(bold(result)))
    if outcome.scores:
        scores = [
            text("{side} {points}", side=live.name_of(seat), points=points)
            for seat, points in enumerate(outcome.scores)
        ]
        lines.append(Line(text("Result: {scores}", scores=joined(scores))))
    return lines


def _hints(live: Live, given: Sequence[Hint]) -> list[Line]:
    """The number of hints that each side was given, if any."""
    counts = Counter(one.seat for one in given)
    sides = [text("{side} {points}", side=live.name_of(seat), points=counts[seat]) for seat in sorted(counts)]
    return [Line(text("Hints used: {sides}", sides=joined(sides)), "small")] if sides else []


def _seed(live: Live) -> Line:
    """The seed, whose hash was published at the start."""
    seed = f"`{live.match.seed}`"
    return Line(text("The seed was {seed}; its SHA-256 was published at the start.", seed=seed), "small")


def _buttons(live: Live, *, film: bool, prompted: bool) -> list[Button]:
    """The buttons under a board. If a message below it asks the next player, only that one has the button to play."""
    over = live.position.outcome is not None
    first = [Button("rematch", text("Rematch"))] if over else [] if prompted else [Button("play", text("Play"))]
    return [
        *(Button(one.action, one.label, style="primary") for one in first),
        *([Button("review", text("Review"))] if over else []),
        Button("side", text("From my side")),
        *([Button("since", text("Since my turn"))] if not (over and film) else []),  # a row has room for five
        Button("rules", text("Rules")),
        *([Button("film", text("Battle"))] if film else []),
    ]
