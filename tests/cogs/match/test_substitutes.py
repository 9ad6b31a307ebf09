"""Substitutes: a player hands over a seat, or an absent player is replaced by agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.client.arena_bot import ArenaBot
from tests.support.cogs import tashkalar
from tests.support.cogs.clocks_and_notices import (
    CLAIM,
    DAY,
    HOUR,
    MINUTE,
    STAY,
    TAKE_OVER,
    due,
    now,
    pinged,
    private_messages,
    result,
    saying,
    stamps,
    timing,
    turn,
    write,
)
from tests.support.cogs.play import PLAY, begin, can, draft_of, log_of, offered, polish, rows, to_move
from tests.support.world import World

GONE = "This offer is no longer open."
NOT_ASKED = "This question is not for you."
PRESENT = "Only a player who has run out of time, or has been silent for a week, can be replaced."


def players(database: Path) -> list[object]:
    return [user for (user,) in rows(database, "SELECT person FROM seats ORDER BY seat")]


def sittings(database: Path, seat: int) -> list[tuple[object, ...]]:
    return rows(database, f"SELECT since, person FROM sittings WHERE seat = {seat} ORDER BY since")


async def thinking(world: World, seconds: int = 0) -> None:
    """Ada has played, and Bartek, who has two hours, thinks for this many seconds."""
    await begin(world, clock="2h")
    await turn(world, "Ada")
    await world.pass_time(seconds)


async def silent(world: World, database: Path, days: float) -> None:
    """A match without a clock in which nothing has happened for this many days."""
    await begin(world)
    await turn(world, "Ada")
    write(database, f"UPDATE matches SET updated_at = updated_at - {int(days * DAY)}")


async def replace(world: World, by: str, new: str, absent: str) -> str:
    return (await world[by].slash("match substitute", player=world[new], instead_of=world[absent])).all_text


# Handing over one's own seat


async def test_a_seat_goes_to_the_person_who_accepts(world: World, database: Path) -> None:
    bartek, celina = world["Bartek"], world["Celina"]
    await thinking(world, HOUR)
    await bartek.slash("play", move="end wanderer")
    before = len(pinged(world))
    answer = await bartek.slash("match substitute", player=celina)
    assert answer.ephemeral and answer.all_text == polish("I have asked them.")
    message = world.newest()
    assert f"{bartek.mention} would like to hand over Violet to {celina.mention}." in message.text
    assert pinged(world)[before:] == ["Celina"]
    await world.restart()
    await world.pass_time(30 * MINUTE)
    assert players(database)[1] == bartek.id

    taken = await celina.click(TAKE_OVER, on=message)
    assert taken.all_text == "Done."
    assert players(database) == [world["Ada"].id, celina.id]
    assert sittings(database, 1) == [(0, bartek.id), (1, celina.id)]
    notice, board = world.messages()[-2:]
    assert notice.text == f"{celina.mention} takes over from {bartek.mention}."
    assert pinged(world)[before:] == ["Celina", "Celina"], "pinged for the request, then to move"
    assert stamps(board) == [now(world) + 2 * HOUR], "the substitute gets the time of a whole move"
    assert timing(database).left == (2 * HOUR, 2 * HOUR)
    assert draft_of(database) == [], "Bartek's prepared moves are dropped"

    assert not offered(await bartek.click(PLAY, on=board))
    assert (await bartek.slash("play", move="end wanderer a4 confirm")).all_text == polish(
        "You are not playing in this match."
    )
    panel = await celina.click(PLAY, on=board)
    assert "end" in offered(panel)
    await turn(world, "Celina")
    assert pinged(world)[-1] == "Ada"
    await turn(world, "Ada")
    assert pinged(world)[-1] == "Celina"
    before = len(pinged(world))
    await world.pass_time(2 * HOUR - MINUTE)
    assert pinged(world)[before:] == ["Celina"], "reminded"


async def test_only_the_person_asked_can_take_the_seat(world: World, database: Path) -> None:
    dorota = await world.welcome("Dorota")
    await thinking(world)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    message = world.newest()
    for person in (dorota, world["Ada"]):
        for button in (TAKE_OVER, STAY):
            assert (await person.click(button, on=message)).all_text == NOT_ASKED
    assert (await world["Bartek"].click(TAKE_OVER, on=message)).all_text == polish("The others have to answer that.")
    assert players(database)[1] == world["Bartek"].id
    await world["Celina"].click(TAKE_OVER, on=message)
    assert players(database)[1] == world["Celina"].id


@pytest.mark.usefixtures("no_edits")
async def test_the_person_asked_may_decline_and_the_asker_may_withdraw(world: World, database: Path) -> None:
    await thinking(world)
    for decliner in ("Celina", "Bartek"):
        await world["Bartek"].slash("match substitute", player=world["Celina"])
        message = world.newest()
        await world[decliner].click(STAY, on=message)
        assert world.newest().text == f"{world[decliner].mention} declines: the seats stay as they are."
        assert (await world["Celina"].click(TAKE_OVER, on=message)).all_text == GONE
    assert players(database)[1] == world["Bartek"].id


async def test_handing_over_a_seat_off_turn_pings_nobody_to_move(world: World, database: Path) -> None:
    await thinking(world, HOUR)
    await world["Ada"].slash("match substitute", player=world["Celina"])
    before = len(pinged(world))
    await world["Celina"].click(TAKE_OVER)
    assert len(pinged(world)) == before
    assert stamps(world.newest()) == [now(world) + HOUR], "Bartek's clock is unchanged"
    assert due(database)["flag"] == now(world) + HOUR
    await turn(world, "Bartek")
    assert pinged(world)[-1] == "Celina"


async def test_the_remaining_player_is_still_reminded_after_the_other_seat_changes_hands(
    world: World, database: Path
) -> None:
    await begin(world)
    await world["Bartek"].slash("me remind", when="12h")
    await turn(world, "Ada")
    at = due(database)["remind:1"]
    assert at == now(world) + 12 * HOUR
    await world.pass_time(HOUR)
    await world["Ada"].slash("match substitute", player=world["Celina"])
    await world["Celina"].click(TAKE_OVER)
    assert due(database)["remind:1"] == at, "due now, because it is checked again"


async def test_an_offered_seat_stays_offered_after_its_owner_moves(world: World, database: Path) -> None:
    await thinking(world)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    message = world.newest()
    await turn(world, "Bartek")
    await turn(world, "Ada")
    await world["Celina"].click(TAKE_OVER, on=message)
    assert players(database)[1] == world["Celina"].id
    assert pinged(world)[-1] == "Celina"


@pytest.mark.usefixtures("no_edits")
async def test_another_person_may_be_asked_and_the_first_can_no_longer_accept(world: World, database: Path) -> None:
    dorota = await world.welcome("Dorota")
    await thinking(world)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    first = world.newest()
    await world["Bartek"].slash("match substitute", player=dorota)
    second = world.newest()
    assert (await world["Celina"].click(TAKE_OVER, on=first)).all_text == GONE
    assert (await world["Celina"].click(TAKE_OVER, on=second)).all_text == NOT_ASKED
    await dorota.click(TAKE_OVER, on=second)
    assert players(database)[1] == dorota.id


async def test_a_person_who_cannot_play_is_not_asked(world: World, database: Path) -> None:
    robot = await world.welcome("Robot", bot=True)
    await thinking(world)
    bartek = world["Bartek"]
    assert (await bartek.slash("match substitute", player=robot)).all_text == polish("Bots can't play here.")
    for seated in (world["Ada"], bartek):
        assert (await bartek.slash("match substitute", player=seated)).all_text == polish(
            "They are already playing in this match."
        )
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    await bot.store.guilds.ban(world.env.guild.id, world["Celina"].id)
    refused = await bartek.slash("match substitute", player=world["Celina"])
    assert world["Celina"].mention in refused.all_text
    assert saying(world, "would like to hand over") == []


async def test_a_person_banned_in_the_meantime_cannot_take_the_seat(world: World, database: Path) -> None:
    await thinking(world)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    await bot.store.guilds.ban(world.env.guild.id, world["Celina"].id)
    assert (await world["Celina"].click(TAKE_OVER)).all_text == "You are banned from playing on this server."
    assert players(database)[1] == world["Bartek"].id


async def test_spectators_cannot_hand_over_seats(world: World) -> None:
    celina = world["Celina"]
    assert "no match in this channel" in (await celina.slash("match substitute", player=world["Ada"])).all_text
    await thinking(world)
    dorota = await world.welcome("Dorota")
    assert (await celina.slash("match substitute", player=dorota)).all_text == "You are not playing in this match."
    assert await replace(world, "Celina", "Dorota", "Bartek") == "You are not playing in this match."


async def test_accepting_twice_takes_the_seat_once(world: World, database: Path) -> None:
    await thinking(world)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    message = world.newest()
    async with world.together():
        one = await world["Celina"].click(TAKE_OVER, on=message)
        other = await world["Celina"].click(TAKE_OVER, on=message)
    assert sorted((one.all_text, other.all_text)) == ["Done.", GONE]
    assert len(sittings(database, 1)) == 2
    assert len(saying(world, "takes over from")) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_hand_over_survives_a_crash_while_it_is_announced(world: World, database: Path, after: bool) -> None:
    await thinking(world)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    async with world.killed_at("POST", f"/channels/{world.channel().id}/messages", after=after):
        await world["Celina"].click(TAKE_OVER)
    assert players(database)[1] == world["Celina"].id
    assert len({one.text for one in saying(world, "takes over from")}) == 1
    assert len(sittings(database, 1)) == 2
    await turn(world, "Celina")
    assert pinged(world)[-1] == "Ada"


async def test_the_substitute_is_notified_as_they_chose(world: World) -> None:
    await world["Celina"].slash("me notices", where="dm")
    await thinking(world)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    before = len(pinged(world))
    await world["Celina"].click(TAKE_OVER)
    assert len(pinged(world)) == before
    await world.pass_time(MINUTE)
    assert len(private_messages(world, world["Celina"])) == 1
    assert private_messages(world, world["Bartek"]) == []


async def test_the_substitute_gets_the_hidden_hand_of_the_seat(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = {"A": "swordmaster knight titan", "B": "sapling naiad"}
    tashkalar.lay(monkeypatch, "A e4h e6 d5 f5; B d4 f4 a5", hands=hands)
    await tashkalar.begin(world)
    ada, celina = world["Ada"], world["Celina"]
    assert "Swordmaster" in (await ada.slash("board")).alt
    assert "Swordmaster" not in (await celina.slash("board")).alt
    await ada.slash("match substitute", player=celina)
    await celina.click(TAKE_OVER)
    assert "Swordmaster" in (await celina.slash("board")).alt
    assert "Swordmaster" not in (await ada.slash("board")).alt


async def test_plans_of_the_former_player_are_dropped(world: World, database: Path) -> None:
    await begin(world, clock="2h")
    await world["Bartek"].slash("plan add", line="end vizier a1 > end wanderer a4")
    assert len(rows(database, "SELECT * FROM plans")) == 1
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    await world["Celina"].click(TAKE_OVER)
    assert rows(database, "SELECT * FROM plans") == []
    await turn(world, "Ada")
    assert len(log_of(database)) == 1


@pytest.mark.usefixtures("no_edits")
async def test_a_hand_over_cancels_earlier_offers(world: World, database: Path) -> None:
    await thinking(world)
    await world["Ada"].slash("match draw")
    draw = world.newest()
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    await world["Celina"].click(TAKE_OVER)
    assert (await world["Celina"].click("press:accept:", on=draw)).all_text == GONE
    assert result(database)[0] == "live"


# Replacing an absent player


@pytest.mark.usefixtures("no_edits")
async def test_in_a_match_of_two_the_opponent_and_the_substitute_must_agree(world: World, database: Path) -> None:
    await thinking(world, 2 * HOUR)
    late = saying(world, "Out of time")[0]
    before = len(pinged(world))
    assert await replace(world, "Ada", "Celina", "Bartek") == "I have asked them."
    message = world.newest()
    proposed = (
        f"{world['Ada'].mention} proposes that {world['Celina'].mention} take over from {world['Bartek'].mention}"
    )
    assert proposed in message.text
    assert pinged(world)[before:] == ["Celina"]
    await world.restart()
    await world["Celina"].click(TAKE_OVER, on=message)
    assert players(database) == [world["Ada"].id, world["Celina"].id]
    assert sittings(database, 1) == [(0, world["Bartek"].id), (1, world["Celina"].id)]
    assert stamps(world.newest()) == [now(world) + 2 * HOUR]
    assert "None of your opponents has run out of time." in (await world["Ada"].click(CLAIM, on=late)).all_text
    await world.pass_time(2 * HOUR)
    assert len(saying(world, "Out of time")) == 2, "the substitute can run out of time, too"
    await world["Ada"].slash("match claim")
    assert result(database) == ("over", [0], "timeout")


async def test_an_active_player_cannot_be_replaced(world: World, database: Path) -> None:
    await thinking(world, HOUR)
    assert await replace(world, "Ada", "Celina", "Bartek") == PRESENT
    assert await replace(world, "Bartek", "Celina", "Ada") == polish(
        "It is not their turn: nobody is waiting for them."
    )
    await world.welcome("Dorota")
    nobody = "Only a player of this match can be replaced."
    assert await replace(world, "Ada", "Celina", "Dorota") == nobody
    assert rows(database, "SELECT * FROM offers") == []


@pytest.mark.usefixtures("no_edits")
async def test_an_absent_player_who_moves_keeps_the_seat(world: World, database: Path) -> None:
    await thinking(world, 2 * HOUR)
    await replace(world, "Ada", "Celina", "Bartek")
    message = world.newest()
    for button in (TAKE_OVER, STAY):
        assert (await world["Bartek"].click(button, on=message)).all_text == polish("The others have to answer that.")
    await turn(world, "Bartek")
    assert (await world["Celina"].click(TAKE_OVER, on=message)).all_text == GONE
    await turn(world, "Ada")
    await world.pass_time(2 * HOUR)
    assert len(saying(world, "Out of time")) == 2
    assert (await world["Celina"].click(TAKE_OVER, on=message)).all_text == GONE, "an old agreement has expired"
    assert players(database)[1] == world["Bartek"].id


async def test_of_a_move_and_a_take_over_at_the_same_instant_one_counts(world: World, database: Path) -> None:
    await thinking(world, 2 * HOUR)
    await replace(world, "Ada", "Celina", "Bartek")
    message = world.newest()
    await world["Bartek"].slash("play", move="end wanderer a4")
    async with world.together():
        await world["Bartek"].slash("play", move="confirm")
        await world["Celina"].click(TAKE_OVER, on=message)
    moved = len(log_of(database)) == 2
    assert (players(database)[1] == world["Bartek"].id) is moved
    done = f"{world['Celina'].mention} takes over from {world['Bartek'].mention}."
    assert [one.text for one in saying(world, done)] == ([] if moved else [done])


async def test_without_a_clock_a_week_without_a_move_counts_as_absence(world: World, database: Path) -> None:
    await silent(world, database, 6.9)
    assert await replace(world, "Ada", "Celina", "Bartek") == PRESENT
    write(database, f"UPDATE matches SET updated_at = updated_at - {int(0.1 * DAY) + 1}")
    await replace(world, "Ada", "Celina", "Bartek")
    await world["Celina"].click(TAKE_OVER)
    assert players(database)[1] == world["Celina"].id
    assert await replace(world, "Ada", "Bartek", "Celina") == PRESENT, "her week begins now"


async def test_a_vacation_does_not_count_as_absence(world: World, database: Path) -> None:
    await silent(world, database, 10)
    away = now(world) - 5 * DAY
    who = world["Bartek"].id
    write(database, f"INSERT INTO vacations (person, starts, ends) VALUES ({who}, {away}, {away + 4 * DAY})")
    assert await replace(world, "Ada", "Celina", "Bartek") == PRESENT, "six of the ten days count"
    write(database, f"UPDATE vacations SET ends = {away + 2 * DAY}")
    assert await replace(world, "Ada", "Celina", "Bartek") == "I have asked them."


async def test_in_a_match_of_four_all_others_have_to_agree(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = {"A": "swordmaster knight titan", "B": "sapling naiad", "C": "dire_wolf werewolf", "D": "messenger bomb"}
    tashkalar.lay(monkeypatch, "A e4h e6 d5 f5; B d4 f4 a5", seats=4, hands=hands)
    await world.welcome("Dorota")
    ewa = await world.welcome("Ewa")
    await tashkalar.begin(world, "Bartek", "Celina", "Dorota", options="form=duel", clock="1h")
    await world.pass_time(HOUR)
    assert pinged(world)[-1] == "Bartek+Dorota", "the rivals may claim"
    before = len(pinged(world))
    assert await replace(world, "Celina", "Ewa", "Ada") == "I have asked them."
    message = world.newest()
    assert pinged(world)[before:] == ["Bartek+Dorota+Ewa"]
    assert "already" in (await world["Dorota"].slash("match substitute", player=ewa, instead_of=world["Ada"])).all_text
    wait = "Accepted. The others still have to accept."
    assert (await ewa.click(TAKE_OVER, on=message)).all_text == wait
    await world.restart()
    assert (await world["Bartek"].click(TAKE_OVER, on=message)).all_text == polish(wait)
    assert (await world["Bartek"].click(TAKE_OVER, on=message)).all_text == polish(wait), "pressing twice counts once"
    assert players(database)[0] == world["Ada"].id
    assert (await world["Dorota"].click(TAKE_OVER, on=message)).all_text == "Done."
    assert players(database)[0] == ewa.id
    assert pinged(world)[before:] == ["Bartek+Dorota+Ewa", "Ewa"]
    assert can(world.newest(), PLAY) and stamps(world.newest()) == [now(world) + HOUR]


@pytest.mark.usefixtures("no_edits")
async def test_a_single_other_player_may_refuse_a_substitute(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world["Ada"].slash(
        "match new", game="monolith", opponent=world["Bartek"], second_opponent=world["Celina"], clock="1h"
    )
    for name in ("Bartek", "Celina"):
        await world[name].click("press:join:", on=saying(world, "would like to play")[0])
    dorota = await world.welcome("Dorota")
    await world.pass_time(HOUR)
    await replace(world, "Celina", "Dorota", "Ada")
    message = world.newest()
    await dorota.click(TAKE_OVER, on=message)
    await world["Bartek"].click(STAY, on=message)
    assert (await dorota.click(TAKE_OVER, on=message)).all_text == GONE
    assert players(database)[0] == world["Ada"].id


async def test_a_substitute_has_at_least_a_fifth_of_the_bank(world: World, database: Path) -> None:
    await begin(world, clock="5h+0h/5h")
    await world.pass_time(5 * HOUR)
    await replace(world, "Bartek", "Celina", "Ada")
    await world["Celina"].click(TAKE_OVER)
    assert timing(database).left == (HOUR, 5 * HOUR)
    assert due(database)["flag"] == now(world) + HOUR


async def test_a_vacation_does_not_stay_with_the_seat(world: World, database: Path) -> None:
    await thinking(world, HOUR)
    await world["Bartek"].slash("me vacation", days=5)
    await world.pass_time(HOUR)
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    await world["Celina"].click(TAKE_OVER)
    assert stamps(world.newest()) == [now(world) + 2 * HOUR]
    before = len(pinged(world))
    await world.pass_time(2 * HOUR)
    assert pinged(world)[before:] == ["Celina", "Ada"], "reminded and late, because no clock is stopped"


async def test_a_player_no_longer_waiting_for_a_vacation_is_reminded_in_time(world: World, database: Path) -> None:
    """Ada's vacation stops Bartek's clock; with Celina in her seat it runs again."""
    await thinking(world, HOUR)
    await world["Ada"].slash("me vacation", days=5)
    await world["Ada"].slash("match substitute", player=world["Celina"])
    await world["Celina"].click(TAKE_OVER)
    before = len(pinged(world))
    await world.pass_time(36 * MINUTE)
    assert pinged(world)[before:] == ["Bartek"]
    await world.pass_time(24 * MINUTE)
    assert pinged(world)[before:] == ["Bartek", "Celina"]


async def test_a_substitutes_vacation_stops_the_clock(world: World, database: Path) -> None:
    await thinking(world, HOUR)
    await world["Celina"].slash("me vacation", days=1)
    back = now(world) + DAY
    await world["Bartek"].slash("match substitute", player=world["Celina"])
    await world["Celina"].click(TAKE_OVER)
    assert stamps(world.newest()) == [back + 2 * HOUR]
    await world.pass_time(3 * HOUR)
    assert saying(world, "Out of time") == []
    assert due(database)["flag"] == back + 2 * HOUR


async def test_a_player_cannot_take_a_second_seat_of_the_match(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match substitute", player=world["Celina"])
    await world["Celina"].click(TAKE_OVER)
    refused = await world["Bartek"].slash("match substitute", player=world["Ada"])
    assert refused.all_text == polish("They have already played another seat here and have seen its hidden cards.")
    await world["Celina"].slash("match substitute", player=world["Ada"])
    await world["Ada"].click(TAKE_OVER)
    assert to_move(world) is world["Ada"], "the player is back in their own seat"


async def test_an_unanswered_hand_over_does_not_protect_an_absent_player(world: World) -> None:
    await begin(world, clock="1d")
    dora = await world.welcome("Dora")
    await world["Ada"].slash("match substitute", player=world["Celina"])
    await world.pass_time(DAY + HOUR)
    await world["Bartek"].slash("match substitute", player=dora, instead_of=world["Ada"])
    await dora.click(TAKE_OVER)
    assert to_move(world) is dora


async def test_a_substitute_who_never_had_to_move_is_not_rated(world: World, database: Path) -> None:
    await world["Celina"].promote("manage_guild")
    dora = await world.welcome("Dora")
    await begin(world, clock="1d", timeout="automatic", rated=True)
    await world["Celina"].slash("admin substitute", match_number=1, instead_of=world["Ada"], player=dora)
    await world.pass_time(2 * DAY)
    assert rows(database, "SELECT person, place FROM results ORDER BY seat") == [
        (world["Ada"].id, 2),
        (world["Bartek"].id, 1),
    ]
