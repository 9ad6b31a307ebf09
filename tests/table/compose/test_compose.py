"""Messages of the outbox as data, without a platform: their exact lines, buttons and pings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db import Store
from db.rows import NewMessage, NewOffer
from engine.core.position import Position
from engine.core.record import Entry, written
from engine.registry import GAMES
from table.clocks import clocks
from table.clocks.clocks import Clock
from table.compose.composer import COMPOSERS
from table.matches.substitute_request import Substitution
from table.outbox.outgoing import Button, Line, Link, Outgoing
from tests.support.db.engines import sqlite_under
from tests.support.table.one_match import ADA, BARTEK, CELINA, CHANNEL, GUILD, LEADERS, NEW, NOW, OneMatch


@pytest.fixture
async def one_match(database: Path) -> AsyncIterator[OneMatch]:
    async with await Store.open(database, clock=lambda: float(NOW)) as store:
        yield OneMatch(store)


def lines(outgoing: Outgoing) -> list[tuple[str, str]]:
    """Each line's style with its English text."""
    return [(line.style, str(line.text)) for line in outgoing.lines]


def words(outgoing: Outgoing) -> list[str]:
    return [str(line.text) for line in outgoing.lines]


def buttons(outgoing: Outgoing) -> list[tuple[str, str, str]]:
    return [(one.action, one.extra, one.style) for one in outgoing.buttons if isinstance(one, Button)]


def test_every_kind_of_message_and_notice_has_a_function() -> None:
    assert set(COMPOSERS) == {
        *("turn", "invitation", "cancelled", "offer", "declined", "substitute", "substituted"),
        *("flag", "paused", "resumed", "away", "back", "rated", "prompt"),
        *("call", "remind", "ended", "claim", "answer", "invited"),
    }


async def test_the_messages_of_a_game_without_options_have_no_empty_line(
    one_match: OneMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.compose.words.game_of", lambda match: replace(GAMES[match.game], match_options=()))
    await one_match.open()
    outgoing = await one_match.posted("invitation", {"call": [1]})
    assert "" not in words(outgoing) and lines(outgoing)[1] == ("small", "Time: no clock")


async def test_an_unknown_kind_of_message_raises_an_error(one_match: OneMatch) -> None:
    await one_match.open()
    with pytest.raises(ValueError, match="unknown message kind greeting"):
        await one_match.post("greeting", {})


async def test_an_invitation_names_the_players_and_asks_the_guest(one_match: OneMatch) -> None:
    await one_match.open(replace(NEW, rated=True, clock=clocks.dump_clock(Clock(move=3 * clocks.DAY))))
    outgoing = await one_match.posted("invitation", {"call": [1]})
    assert lines(outgoing) == [
        ("heading", f"@{ADA} would like to play Leaders."),
        ("small", "Mode: basic · Recruit on the crown space: yes"),
        ("small", "Time: 3 days per move"),
        ("plain", "**Rated: by joining you agree that the result counts for the ladder.**"),
        ("plain", f"Players so far: @{ADA}. 1 more is needed."),
        ("plain", f"@{BARTEK}, do you accept?"),
    ]
    others = [(action, "", "secondary") for action in ("cancel", "rules", "learn")]
    assert buttons(outgoing) == [("join", "", "success"), *others]
    assert (outgoing.pings, outgoing.match, outgoing.version) == ((BARTEK,), 1, 0)
    assert (outgoing.language, outgoing.board, outgoing.seat) == ("pl", None, None)


async def test_an_unrated_invitation_can_be_filled_with_computers(one_match: OneMatch) -> None:
    await one_match.open()
    assert buttons(await one_match.posted("invitation", {}))[-1] == ("fill", "", "secondary")


async def test_an_invitation_posted_again_pings_nobody_and_an_outdated_one_is_skipped(one_match: OneMatch) -> None:
    match = await one_match.open(invited=(ADA, None))
    outgoing = await one_match.posted("invitation", {"call": []})
    assert words(outgoing)[-1] == "1 open seat: who wants to join?" and outgoing.pings == ()
    position = written(Position.new(LEADERS, {"mode": "basic"}, 2, NEW.seed))
    await one_match.store.matches.start(match.id, position=position, to_move=[1], players=[ADA, BARTEK])
    assert await one_match.post("invitation", {"call": []}) is None


async def test_the_first_board_shows_terms_players_and_who_begins(one_match: OneMatch) -> None:
    await one_match.begin()
    outgoing = await one_match.posted("turn", {"version": 0, "call": [1]})
    assert lines(outgoing) == [
        ("heading", "Leaders"),
        ("plain", f"**Gold** @{ADA} · **Violet** @{BARTEK}"),
        ("small", "Mode: basic · Recruit on the crown space: yes"),
        ("small", "Time: no clock"),
        *(("story", str(line)) for line in LEADERS.narrate(Position.new(LEADERS, {}, 2, NEW.seed).events)),
        ("plain", f"**Violet, @{BARTEK}: your move.**"),
    ]
    assert [one[0] for one in buttons(outgoing)] == ["play", "side", "since", "rules"]
    assert outgoing.pings == (BARTEK,) and outgoing.seat == 1
    assert outgoing.board is not None and (outgoing.board.game, outgoing.board.palette) == ("leaders", "classic")


async def test_the_time_left_is_beside_the_name_and_the_bank_in_small_print(one_match: OneMatch) -> None:
    bank = Clock(bank=5 * clocks.DAY, increment=clocks.HOUR, cap=5 * clocks.DAY)
    await one_match.begin(replace(NEW, clock=clocks.dump_clock(bank)))
    outgoing = await one_match.posted("turn", {"version": 0, "call": []})
    end = NOW + 5 * clocks.DAY
    assert lines(outgoing)[-2:] == [
        ("small", "Time left: Gold 5 days"),
        ("plain", f"**Violet, @{BARTEK}: your move. · {end}**"),
    ]
    assert outgoing.pings == ()


async def test_a_turn_is_composed_with_two_reads_and_the_cached_position(
    one_match: OneMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_match.begin()
    await one_match.enter(Entry(1, "play", ("end",)))
    await one_match.store.outbox.post(1, [NewMessage(kind="turn", payload='{"version": 1}')])
    (message,) = await one_match.store.outbox.of_match(1)
    reads: list[object] = []
    reader = sqlite_under(one_match.store).reader
    read = reader.run

    async def counted(work: Any) -> Any:
        reads.append(work)
        return await read(work)

    monkeypatch.setattr(reader, "run", counted)
    outgoing = await one_match.compose(message)
    assert outgoing is not None and outgoing.pings == (BARTEK,), outgoing
    assert (len(reads), one_match.laid) == (2, 1)


async def test_a_late_board_does_not_ping_players_who_have_moved(one_match: OneMatch) -> None:
    await one_match.begin()
    await one_match.enter(Entry(1, "play", ("end",)))
    outgoing = await one_match.posted("turn", {"version": 0, "call": [1]})
    assert outgoing.pings == () and outgoing.version == 0
    assert "your move" not in "".join(words(outgoing)), "Bartek has answered that question"


async def test_the_end_names_the_winner_and_shows_the_seed(one_match: OneMatch) -> None:
    await one_match.begin()
    await one_match.enter(Entry(0, "resign"))
    outgoing = await one_match.posted("turn", {"version": 1, "call": [1]})
    assert lines(outgoing)[-3:] == [
        ("plain", f"**Victory: @{BARTEK}**"),
        ("plain", f"**Gold** @{ADA} · **Violet** @{BARTEK}"),
        ("small", "The seed was `a seed`; its SHA-256 was published at the start."),
    ]
    assert buttons(outgoing)[0] == ("rematch", "", "primary") and outgoing.pings == (BARTEK,)
    assert outgoing.seat is None, "nobody is to move"


async def test_an_answered_offer_is_not_posted(one_match: OneMatch) -> None:
    match = await one_match.begin()
    await one_match.store.offers.set(1, match.version, NewOffer(kind="draw", by_seat=0))
    outgoing = await one_match.posted("offer", {"kind": "draw", "by": 0, "version": 0, "call": [1]})
    assert words(outgoing) == [f"@{ADA} offers a draw.", f"@{BARTEK}"]
    assert buttons(outgoing) == [("accept", "draw", "success"), ("decline", "draw", "secondary")]
    assert outgoing.pings == (BARTEK,)
    await one_match.store.offers.clear(1, "draw")
    assert await one_match.post("offer", {"kind": "draw", "by": 0, "version": 0, "call": [1]}) is None


async def test_a_request_to_take_over_names_those_who_must_agree(one_match: OneMatch) -> None:
    match = await one_match.begin(replace(NEW, rated=True))
    request = Substitution(1, CELINA, (0,)).dump()
    await one_match.store.offers.set(1, match.version, NewOffer(kind="substitute", by_seat=0, detail=request))
    payload = {"by": 0, "seat": 1, "user": CELINA, "call": [1]}
    outgoing = await one_match.posted("substitute", payload)
    assert words(outgoing) == [
        f"@{ADA} proposes that @{CELINA} take over from @{BARTEK} (Violet). "
        "The match is rated: it counts for whoever plays most of the moves.",
        f"@{CELINA}, do you accept?",
    ]
    assert buttons(outgoing) == [("takeover", str(CELINA), "success"), ("stay", str(CELINA), "secondary")]
    assert outgoing.pings == (CELINA,)
    assert await one_match.post("substitute", {"by": 0, "seat": 1, "user": 0, "call": [1]}) is None, (
        "forgotten meanwhile"
    )
    await one_match.store.offers.clear(1, "substitute")
    assert await one_match.post("substitute", payload) is None, "withdrawn before it was sent"


async def test_a_notice_has_a_button_in_the_channel_and_a_link_in_private(one_match: OneMatch) -> None:
    await one_match.begin()
    one_match.concerned = {1: BARTEK}
    payload = {"seat": 1, "version": 0, "pinged": False, "kind": ""}
    there = await one_match.posted("call", payload)
    assert words(there) == [f"Leaders (Violet): @{BARTEK}, it is your move."]
    assert buttons(there) == [("play", "", "primary")] and there.language == "pl"
    await one_match.store.people.update(BARTEK, language="en")
    dm = await one_match.posted("call", payload, BARTEK)
    (link,) = dm.buttons
    assert isinstance(link, Link) and (link.guild, link.channel, link.message) == (GUILD, CHANNEL, None)
    assert dm.language == "en" and dm.pings == (BARTEK,)


async def test_a_link_leads_to_the_newest_board(one_match: OneMatch) -> None:
    await one_match.begin()
    await one_match.posted("turn", {"version": 0})
    await one_match.store.outbox.mark_sent((await one_match.store.outbox.of_match(1))[-1], 777)
    one_match.concerned = {1: BARTEK}
    (link,) = (await one_match.posted("call", {"seat": 1, "version": 0}, BARTEK)).buttons
    assert isinstance(link, Link) and (link.channel, link.message) == (CHANNEL, 777)


@pytest.mark.parametrize("user", [None, BARTEK])
async def test_an_outdated_notice_is_not_posted(one_match: OneMatch, user: int | None) -> None:
    await one_match.begin()
    payload = {"seat": 1, "version": 0}
    one_match.concerned = {}
    assert await one_match.post("remind", payload, user) is None, "the player no longer plays"
    one_match.concerned = {1: CELINA}
    if user is not None:
        assert await one_match.post("remind", payload, user) is None, "somebody else plays the seat"
    one_match.concerned = {1: BARTEK}
    assert await one_match.post("remind", payload, user) is not None
    await one_match.enter(Entry(1, "play", ("end",)))
    assert await one_match.post("remind", payload, user) is None, "they have moved"


async def test_others_may_claim_a_win_on_time(one_match: OneMatch) -> None:
    await one_match.begin(replace(NEW, clock=clocks.dump_clock(Clock(move=clocks.DAY))))
    payload = {"seats": [1], "version": 0, "call": [0]}
    assert await one_match.post("flag", payload) is None, "there is time left"
    one_match.now += clocks.DAY
    outgoing = await one_match.posted("flag", payload)
    assert words(outgoing) == [f"Out of time: @{BARTEK}.", f"@{ADA}: you may claim the win, or wait."]
    assert buttons(outgoing) == [("claim", "", "secondary")] and outgoing.pings == (ADA,)
    one_match.concerned = {0: ADA}
    dm = await one_match.posted("claim", {"seat": 0, "version": 0}, ADA)
    assert words(dm) == words(outgoing)


async def test_a_pause_is_shown_instead_of_the_time_and_resuming_pings_the_other(one_match: OneMatch) -> None:
    match = await one_match.begin(replace(NEW, clock=clocks.dump_clock(Clock(move=clocks.DAY))))
    await one_match.store.clock_stops.pause(1, match.version)
    board = await one_match.posted("turn", {"version": 0})
    assert words(board)[-1] == f"**Violet, @{BARTEK}: your move. · paused**"
    await one_match.store.clock_stops.resume(1)
    outgoing = await one_match.posted("resumed", {"by": 0, "version": 0, "call": [1]})
    assert words(outgoing) == [
        f"@{ADA} resumes the match: the clocks run again.",
        f"**Violet, @{BARTEK}: your move.** {NOW + clocks.DAY}",
    ]
    assert outgoing.pings == (BARTEK,) and buttons(outgoing) == [("play", "", "primary")]


async def test_absent_players_are_named_under_the_board(one_match: OneMatch) -> None:
    await one_match.begin()
    await one_match.store.clock_stops.start_vacation(ADA, NOW, NOW + clocks.DAY, NewMessage(kind="away", payload="{}"))
    outgoing = await one_match.posted("turn", {"version": 0})
    assert ("small", f"@{ADA} is away until {NOW + clocks.DAY}; the clocks are stopped.") in lines(outgoing)


@pytest.mark.parametrize(
    ("kind", "payload", "line"),
    [
        ("declined", {"kind": "draw", "by": 1}, f"@{BARTEK} declines the draw."),
        ("declined", {"kind": "substitute", "who": CELINA}, f"@{CELINA} declines: the seats stay as they are."),
        ("cancelled", {"by": ADA}, f"@{ADA} has canceled the match."),
        ("cancelled", {"by": None}, "The match was closed without a result: I was no longer on its server."),
        ("substituted", {"seat": 1, "old": 0, "new": CELINA}, f"@{CELINA} takes over from —."),
        ("back", {"user": ADA, "planned": True}, f"@{ADA} is not going on vacation after all."),
        ("away", {"user": ADA, "starts": 7, "ends": 9}, f"@{ADA} is on vacation until 9; the clocks are stopped."),
    ],
)
async def test_short_messages_are_one_line_without_buttons_or_pings(
    one_match: OneMatch, kind: str, payload: Mapping[str, Any], line: str
) -> None:
    await one_match.begin()
    outgoing = await one_match.posted(kind, payload)
    assert outgoing.lines == (Line(outgoing.lines[0].text),) and words(outgoing) == [line]
    assert (outgoing.buttons, outgoing.pings) == ((), ())
