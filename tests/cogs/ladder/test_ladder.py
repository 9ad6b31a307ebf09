"""The ladder: which matches count for whom, announced changes, /ladder and /me stats."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.rows import NewMessage
from table.ratings.results import Results
from tests.support.cogs.ladder import arena, ended, look
from tests.support.cogs.play import RESIGN, begin, english, rows
from tests.support.world import Answer, Person, World

WON, AGREED, TIMEOUT = "leaders-basic-resigned", "leaders-basic-agreed", "leaders-basic-timeout"


def numbers(database: Path, game: str = "leaders", guild: int = 0) -> dict[int, tuple[float, int]]:
    """Everybody's mu and the number of their rated matches."""
    found = rows(database, f"SELECT person, mu, matches FROM ratings WHERE game = '{game}' AND guild = {guild}")
    return {int(str(user)): (round(float(str(mu)), 6), int(str(matches))) for user, mu, matches in found}


def results(database: Path, match: int = 1) -> list[tuple[object, ...]]:
    return rows(database, f"SELECT person, place, tied FROM results WHERE match = {match} ORDER BY seat")


def put_rating(
    database: Path, user: int, mu: float, sigma: float, matches: int, *, guild: int, game: str = "leaders"
) -> None:
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, 1)", (game, guild, user, mu, sigma, matches))


def people(world: World) -> tuple[Person, Person, Person]:
    return world["Ada"], world["Bartek"], world["Celina"]


# Which matches count


async def test_a_rated_match_counts_in_its_server_and_everywhere(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek])
    assert results(database) == []
    await look(world)
    assert results(database) == [(ada.id, 1, 0), (bartek.id, 2, 0)]
    everywhere = numbers(database)
    assert everywhere[ada.id][0] > 25 > everywhere[bartek.id][0]
    assert everywhere[ada.id][0] + everywhere[bartek.id][0] == pytest.approx(50)
    assert numbers(database, guild=world.env.guild.id) == everywhere


async def test_every_ladder_continues_from_its_own_ratings(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    put_rating(database, ada.id, 30, 4, 20, guild=0)
    await ended(world, WON, [ada, bartek])
    await look(world)
    everywhere, here = numbers(database), numbers(database, guild=world.env.guild.id)
    assert everywhere[ada.id][0] > 30 and everywhere[ada.id][1] == 21
    assert 25 < here[ada.id][0] < 30 and here[ada.id][1] == 1
    assert everywhere[bartek.id][0] > here[bartek.id][0], "losing against a strong player costs less"


async def test_rating_changes_are_posted_without_a_ping(world: World) -> None:
    ada, bartek, _ = people(world)
    before = len(world.pings)
    await ended(world, WON, [bartek, ada])
    await look(world)
    text = world.newest().text
    assert "The ladder of Leaders" in text
    assert re.search(
        rf"{bartek.mention} 1500 → \*\*15\d\d\?\*\* \(\+\d+\)\n{ada.mention} 1500 → \*\*14\d\d\?\*\* \(−\d+\)", text
    )
    assert "fewer than 10 rated matches" in text
    assert all(not ping.people and not ping.crowd for ping in world.pings[before:])


async def test_rating_changes_are_posted_in_the_language_of_the_match(world: World) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek], language="pl")
    await look(world)
    assert "Lista rankingowa: Starcie Wodzów" in world.newest().text


async def test_a_match_that_is_not_rated_is_only_counted(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek], rated=False)
    await look(world)
    assert results(database) == [(ada.id, 1, 0), (bartek.id, 2, 0)]
    assert numbers(database) == {}
    assert world.messages() == []


async def test_a_draw_of_newcomers_leaves_both_where_they_were(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, AGREED, [ada, bartek])
    await look(world)
    assert results(database) == [(ada.id, 1, 1), (bartek.id, 1, 1)]
    assert numbers(database) == {ada.id: (25, 1), bartek.id: (25, 1)}
    assert "1500 → **1500?** (±0)" in world.newest().text


async def test_time_that_ran_out_counts_like_a_defeat(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, TIMEOUT, [ada, bartek])
    await look(world)
    assert results(database) == [(ada.id, 2, 0), (bartek.id, 1, 0)]


async def test_four_players_of_a_melee_are_ranked_by_their_scores(world: World, database: Path) -> None:
    four = [*people(world), await world.welcome("Dorota")]
    await ended(world, "tashkalar-melee-four-goal", four)
    await look(world)
    placed = results(database)
    assert [user for user, *_ in placed] == [one.id for one in four]
    assert placed[0] == (four[0].id, 1, 0)
    strong = numbers(database, "tashkalar")
    by_place = sorted(placed, key=lambda row: int(str(row[1])))
    found = [strong[int(str(user))][0] for user, *_ in by_place]
    assert found == sorted(found, reverse=True) and found[0] > 25 > found[-1]
    assert len(re.findall(r"→", world.newest().text)) == 4


async def test_teammates_share_the_place_and_the_rating_change(world: World, database: Path) -> None:
    four = [*people(world), await world.welcome("Dorota")]
    await ended(world, "monolith-four-points", four)
    await look(world)
    assert [(place, tied) for _, place, tied in results(database)] == [(1, 0), (2, 0), (1, 0), (2, 0)]
    strong = [numbers(database, "monolith")[one.id][0] for one in four]
    assert strong[0] == strong[2] > 25 > strong[1] == strong[3]


async def test_a_single_player_can_win_against_two(world: World, database: Path) -> None:
    three = people(world)
    await ended(world, "monolith-three-banner", three)
    await look(world)
    assert [place for _, place, _ in results(database)] == [2, 1, 2]
    strong = [numbers(database, "monolith")[one.id][0] for one in three]
    assert strong[1] > 25 > strong[0] == strong[2]


# The player who gets the result


async def test_a_match_counts_for_the_player_who_made_most_moves(world: World, database: Path) -> None:
    ada, bartek, celina = people(world)
    await ended(world, WON, [ada, bartek], handed={24: (1, celina)})
    await look(world)
    assert results(database) == [(ada.id, 1, 0), (bartek.id, 2, 0)]
    assert celina.id not in numbers(database)


async def test_a_substitute_who_played_most_has_the_result(world: World, database: Path) -> None:
    ada, bartek, celina = people(world)
    await ended(world, WON, [ada, bartek], handed={4: (0, celina)})
    await look(world)
    assert results(database) == [(celina.id, 1, 0), (bartek.id, 2, 0)]
    assert set(numbers(database)) == {celina.id, bartek.id}
    assert celina.mention in world.newest().text and ada.mention not in world.newest().text


async def test_a_player_of_both_sides_is_not_rated_against_themselves(world: World, database: Path) -> None:
    """She handed over her seat and took one on the other side, where nobody made many moves."""
    ada, bartek, celina = people(world)
    dorota, ewa = await world.welcome("Dorota"), await world.welcome("Ewa")
    handed = {6: (1, dorota), 12: (1, ewa), 17: (0, celina), 18: (1, ada)}
    await ended(world, WON, [ada, bartek], handed=handed)
    await look(world)
    assert results(database) == [(ada.id, 1, 0), (ada.id, 2, 0)]
    assert numbers(database) == {} and world.messages() == []


async def test_a_deleted_opponent_counts_as_an_unnamed_newcomer(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek])
    await forget(world, bartek)
    await look(world)
    assert results(database) == [(ada.id, 1, 0), (None, 2, 0)]
    assert set(numbers(database)) == {ada.id} and numbers(database)[ada.id][0] > 25
    assert len(re.findall(r"→", world.newest().text)) == 1


async def test_a_player_deleted_before_the_changes_are_posted_is_left_out(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek])
    world.refuse("POST", "/channels/*/messages")
    await look(world)
    assert set(numbers(database)) == {ada.id, bartek.id} and world.messages() == []
    await forget(world, bartek)
    await look(world)
    assert ada.mention in world.newest().text and len(re.findall(r"→", world.newest().text)) == 1
    assert set(numbers(database)) == {ada.id}


async def forget(world: World, person: Person) -> None:
    with world.env.time_context():
        assert await arena(world).store.privacy.forget(person.id, NewMessage(kind="invitation"))


# Counting exactly once


async def test_a_match_counts_even_if_the_bot_restarts_right_after_its_end(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek])
    await world.restart()
    assert set(numbers(database)) == {ada.id, bartek.id}
    assert "The ladder of Leaders" in world.newest().text


async def test_a_crash_while_posting_changes_neither_counts_nor_posts_twice(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek])
    async with world.killed_at("POST", "/channels/*/messages"):
        await look(world)
    assert numbers(database)[ada.id][1] == 1
    assert len([one for one in world.messages() if "The ladder of Leaders" in one.text]) == 1


async def test_two_processes_that_rate_the_same_match_count_it_once(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    match = await ended(world, WON, [ada, bartek])
    bot = arena(world)
    (due,) = await bot.store.due.of_match(match.id)
    await look(world)
    once = numbers(database)
    with world.env.time_context():
        await Results(bot.table.moves).store(due)
    await look(world)
    assert numbers(database) == once
    assert len(world.messages()) == 1


async def test_a_rating_uses_the_result_of_a_match_rated_in_the_meantime(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two matches of the same people end at once: the second result is computed from ratings that change meanwhile."""
    ada, bartek, _ = people(world)
    matches = [await ended(world, WON, [ada, bartek]) for _ in range(2)]
    bot = arena(world)
    first, second = [(await bot.store.due.of_match(match.id))[0] for match in matches]
    store_it = bot.store.ladder.store_results

    async def slowly(*args: object, **more: object) -> bool:
        monkeypatch.undo()
        await Results(bot.table.moves).store(first)
        return await store_it(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(bot.store.ladder, "store_results", slowly)
    with world.env.time_context():
        await Results(bot.table.moves).store(second)
    assert {count for _, count in numbers(database).values()} == {2}
    assert len(results(database, first.of_match)) == len(results(database, second.of_match)) == 2
    assert await bot.store.due.overdue() == []


async def test_matches_rated_at_the_same_time_all_count(world: World, database: Path) -> None:
    ada, bartek, celina = people(world)
    matches = [await ended(world, WON, pair) for pair in ([ada, bartek], [bartek, celina], [ada, celina]) * 2]
    bot = arena(world)
    dues = [(await bot.store.due.of_match(match.id))[0] for match in matches]
    with world.env.time_context():
        await asyncio.gather(*(Results(bot.table.moves).store(due) for due in dues))
    assert {count for _, count in numbers(database).values()} == {4}
    assert rows(database, "SELECT count(*) FROM results") == [(12,)]


async def test_a_canceled_match_never_counts(world: World, database: Path) -> None:
    await begin(world, rated=True)
    await world["Ada"].slash("match cancel")
    await look(world)
    assert rows(database, "SELECT * FROM results") == [] and numbers(database) == {}


async def test_a_resigned_match_counts_at_once(world: World, database: Path) -> None:
    """The whole path: opened as rated, joined, resigned, announced."""
    ada, bartek, _ = people(world)
    await begin(world, rated=True)
    await bartek.click(RESIGN, on=await bartek.slash("match resign"))
    await world.pass_time(5)
    assert results(database) == [(ada.id, 1, 0), (bartek.id, 2, 0)]
    assert "The ladder of Leaders" in world.newest().text


# /ladder


async def test_an_empty_ladder_says_how_to_get_on_it(world: World) -> None:
    answer = await world["Ada"].slash("ladder", game="leaders")
    assert answer.ephemeral
    assert "The ladder of Leaders · this server" in answer.text
    assert "still empty" in answer.text and "/match new" in answer.text


async def test_the_ladder_lists_places_ratings_and_matches(world: World, database: Path) -> None:
    ada, bartek, celina = people(world)
    here = world.env.guild.id
    put_rating(database, ada.id, 28, 3, 12, guild=here)
    put_rating(database, bartek.id, 30, 6, 11, guild=here)
    put_rating(database, celina.id, 40, 8, 9, guild=here)
    before = len(world.pings)
    answer = await ada.slash("ladder", game="leaders")
    lines = answer.text.splitlines()
    assert lines[1] == f"` 1.` {ada.mention} 1590 ± 180 · 12 matches"
    assert lines[2] == f"` 2.` {bartek.mention} 1650 ± 360 · 11 matches"
    assert lines[3:5] == ["**Not ranked yet**", f"{celina.mention} 1950? ± 480 · 9 matches"]
    assert lines[-1] == "You: place 1 of 2, 1590 ± 180 · 12 matches."
    assert all(not ping.people for ping in world.pings[before:])


async def test_the_ladder_is_read_in_polish(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    here = world.env.guild.id
    put_rating(database, ada.id, 28, 3, 12, guild=here)
    put_rating(database, bartek.id, 30, 6, 9, guild=here)
    lines = (await bartek.slash("ladder", game="leaders")).text.splitlines()
    assert lines[0] == "### Lista rankingowa: Starcie Wodzów · ten serwer"
    assert lines[1] == f"` 1.` {ada.mention} 1590 ± 180 · 12 partii"
    assert "**Jeszcze bez miejsca na liście**" in lines
    assert lines[-1] == "Ty: 1650? ± 360 · 9 partii; do miejsca na liście brakuje 1 partii."


async def test_the_tenth_match_puts_a_player_on_the_ladder(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    for guild in (0, world.env.guild.id):
        put_rating(database, ada.id, 28, 3, 9, guild=guild)
        put_rating(database, bartek.id, 28, 3, 8, guild=guild)
    answer = await ada.slash("ladder", game="leaders")
    assert "You: 1590? ± 180 · 9 matches; 1 more match to be ranked." in answer.text
    await ended(world, WON, [ada, bartek])
    await look(world)
    assert re.search(rf"{ada.mention} 1590 → \*\*\d+\*\*", world.newest().text)
    assert re.search(rf"{bartek.mention} 1590 → \*\*\d+\?\*\*", world.newest().text)
    assert "You: place 1 of 1" in (await ada.slash("ladder", game="leaders")).text
    assert "9 matches; 1 more match" in (await _english(bartek)).text


async def _english(person: Person) -> Answer:
    await person.slash("me language", language="en")
    return await person.slash("ladder", game="leaders")


async def test_the_ladder_shows_the_readers_place_beyond_the_top(world: World, database: Path) -> None:
    ada, *_ = people(world)
    here = world.env.guild.id
    for number in range(30):
        put_rating(database, 10**18 + number, 60 - number / 2, 2, 1234, guild=here)
    for number in range(10):
        put_rating(database, 2 * 10**18 + number, 60, 8, 9, guild=here)
    put_rating(database, ada.id, 20, 2, 100, guild=here)
    answer = await ada.slash("ladder", game="leaders")
    assert len(re.findall(r"^`", answer.text, re.M)) == 20
    assert answer.text.splitlines()[-1] == "You: place 31 of 31, 1350 ± 120 · 100 matches."
    polish = await world["Bartek"].slash("ladder", game="leaders")
    assert len(answer.text) < 2000 and len(polish.text) < 2000


async def test_a_person_without_rated_matches_is_informed(world: World, database: Path) -> None:
    put_rating(database, world["Ada"].id, 28, 3, 12, guild=world.env.guild.id)
    answer = await world["Celina"].slash("ladder", game="leaders")
    assert "You have not played a rated match here yet." in answer.text


async def test_the_server_and_all_servers_have_separate_ladders(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    put_rating(database, ada.id, 28, 3, 12, guild=world.env.guild.id)
    put_rating(database, bartek.id, 28, 3, 12, guild=0)
    here = await ada.slash("ladder", game="leaders", scope="server")
    everywhere = await ada.slash("ladder", game="leaders", scope="everywhere")
    assert ada.mention in here.text and bartek.mention not in here.text
    assert bartek.mention in everywhere.text and ada.mention not in everywhere.text
    assert "· all servers" in everywhere.text


async def test_in_a_private_conversation_the_ladder_of_all_servers_is_shown(world: World, database: Path) -> None:
    ada, bartek, _ = people(world)
    put_rating(database, bartek.id, 28, 3, 12, guild=0)
    answer = Answer(world.env, await ada.actor.user.slash("ladder", game="leaders"))
    assert "· all servers" in answer.text and bartek.mention in answer.text
    refused = Answer(world.env, await ada.actor.user.slash("ladder", game="leaders", scope="server"))
    assert "This is not a server" in refused.all_text


async def test_games_are_suggested_and_nonsense_is_answered(world: World) -> None:
    ada = world["Ada"]
    assert await ada.suggest("ladder", "game", "know") == []
    assert await ada.suggest("ladder", "game", "knock") == ["knockdown"]
    assert await ada.suggest("me stats", "game", "TASH") == ["tashkalar"]
    assert "There is no such game" in (await ada.slash("ladder", game="chess")).all_text
    assert "There is no such game" in (await ada.slash("me stats", game="chess")).all_text


# /me stats


async def test_stats_without_matches_say_so(world: World) -> None:
    answer = await world["Ada"].slash("me stats")
    assert answer.ephemeral
    assert answer.text == english("No matches yet. Start one with /match new.")


async def test_stats_show_wins_losses_and_draws(world: World, database: Path) -> None:
    ada, bartek, celina = people(world)
    await ended(world, WON, [ada, bartek])
    await ended(world, AGREED, [ada, celina])
    await ended(world, WON, [celina, ada], rated=False)
    await look(world)
    await begin(world)
    before = len(world.pings)
    answer = await ada.slash("me stats")
    lines = answer.text.splitlines()
    assert lines[0] == "**Leaders**"
    assert re.fullmatch(r"Rating: 15\d\d\? ± \d+ on this server · 15\d\d\? ± \d+ on all servers", lines[1])
    assert lines[2:5] == [
        "2 rated matches: won 1, drawn 1, lost 0",
        "1 match not rated: won 0, drawn 0, lost 1",
        "In progress: 1 match",
    ]
    assert re.fullmatch(rf"Best win: against {bartek.mention}, now 14\d\d\? ± \d+", lines[5])
    assert lines[6] == "-# ? = provisional: fewer than 10 rated matches"
    assert all(not ping.people for ping in world.pings[before:])


async def test_in_a_private_conversation_stats_show_the_rating_on_all_servers(world: World) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [ada, bartek])
    await look(world)
    answer = Answer(world.env, await ada.actor.user.slash("me stats", game="leaders"))
    assert re.fullmatch(r"Rating: 15\d\d\? ± \d+ on all servers", answer.text.splitlines()[1])


async def test_stats_can_be_limited_to_one_game(world: World) -> None:
    three = people(world)
    await ended(world, "monolith-three-banner", three, rated=False)
    await ended(world, WON, three[:2], rated=False)
    await look(world)
    text = (await three[0].slash("me stats", game="monolith")).text
    assert text == "**Monolith Arena**\n1 match not rated: won 0, drawn 0, lost 1"
    assert "**Leaders**" in (await three[0].slash("me stats")).text


async def test_the_stats_are_read_in_polish(world: World) -> None:
    ada, bartek, _ = people(world)
    await ended(world, WON, [bartek, ada])
    await look(world)
    lines = (await bartek.slash("me stats")).text.splitlines()
    assert lines[2] == "1 partia rankingowa: wygrane 1, remisy 0, przegrane 0"
