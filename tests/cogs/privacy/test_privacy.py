"""/privacy: the data export of a person, and the deletion of a person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.cogs import tashkalar
from tests.support.cogs.play import JOIN, PLAY, begin, can, log_of, polish, quick, rows, take_turn, to_move
from tests.support.db.places import places
from tests.support.world import Answer, Person, World

FORGET = "press:forget:"
_SEND = ("POST", "/channels/*/messages")
_DONE = "Done: I no longer know anything about you."


async def export(person: Person) -> dict[str, Any]:
    """The contents of the person's data file."""
    answer = await person.slash("privacy export")
    assert answer.ephemeral
    (data,) = answer.files.values()
    found: dict[str, Any] = msgspec.json.decode(data)
    return found


async def deleted(person: Person) -> Answer:
    """Let the person confirm the deletion; return the answer."""
    return await person.click(FORGET, on=await person.slash("privacy delete"))


# The file


async def test_the_data_file_of_an_unknown_person_is_empty(world: World) -> None:
    found = await export(world["Celina"])
    assert found["user"] == world["Celina"].id
    assert set(found["settings"].values()) == {""}
    assert [found[key] for key in ("vacations", "ratings", "bans", "private messages", "matches")] == [[]] * 5


async def test_the_data_file_has_the_persons_own_choices_and_actions_only(world: World, database: Path) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    await ada.slash("me language", language="pl")
    await ada.slash("me vacation", days=3, starts_in=5)
    await begin(world, rated=True)
    await take_turn(ada, quick)
    await bartek.slash("play", move="end")
    await bartek.click("press:resign:", on=await bartek.slash("match resign"))
    await bartek.slash("match new", within=world.channel("second-table"), game="leaders", opponent=ada)
    found = await export(ada)
    assert found["settings"]["language"] == "pl"
    assert len(found["vacations"]) == 1
    assert {(one["game"], one["server"]) for one in found["ratings"]} == {
        ("leaders", "all"),
        ("leaders", world.env.guild.id),
    }
    first, second = found["matches"]
    assert (first["match"], first["game"], first["status"], first["seat"]) == (1, "leaders", "over", 0)
    assert (first["server"], first["opened by you"]) == (world.env.guild.id, True)
    assert first["result"]["won"] and first["result"]["counted"] == [{"seat": 0, "place": 1, "tied": False}]
    ((codes,),) = rows(database, "SELECT codes FROM moves WHERE seat = 0")
    assert [move["codes"] for move in first["moves"]] == [msgspec.json.decode(str(codes))]
    assert (second["status"], second["invited"], second["seat"], second["moves"]) == ("open", True, None, [])
    theirs = await export(bartek)
    assert [move["kind"] for move in theirs["matches"][0]["moves"]] == ["resign"]
    assert not theirs["matches"][0]["result"]["won"]
    for mine, other in ((found, bartek), (theirs, ada)):
        assert str(other.id) not in msgspec.json.encode(mine).decode()


async def test_a_drafted_move_is_only_in_its_owners_data_file(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="leader d2")
    assert (await export(world["Ada"]))["matches"][0]["draft"] == ["leader", "d2"]
    assert (await export(world["Bartek"]))["matches"][0]["draft"] == []


# Deletion


async def test_deleting_explains_the_consequences_and_asks_first(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("privacy delete")
    assert answer.ephemeral
    assert "You resign 1 running match." in answer.all_text
    assert "This can't be undone." in answer.all_text
    assert rows(database, "SELECT status FROM matches") == [("live",)]
    text = (await world["Bartek"].slash("privacy delete")).all_text
    assert polish("This can't be undone. `/privacy export` gives you a copy first.") in text
    assert "running" not in (await world["Celina"].slash("privacy delete")).all_text


async def test_after_deleting_the_name_is_gone_and_other_players_are_informed(world: World, database: Path) -> None:
    ada, bartek, second = world["Ada"], world["Bartek"], world.channel("second-table")
    await ada.slash("me notices", where="both")
    await begin(world, rated=True)
    await bartek.click("press:resign:", on=await bartek.slash("match resign"))
    await begin(world)
    await take_turn(ada, quick)
    await take_turn(bartek, quick)
    await ada.slash("me vacation", days=3, starts_in=5)
    await ada.slash("match new", within=second, game="leaders", opponent=bartek)
    await ada.slash("me language", language="pl")
    await world.pass_time(3600)
    before = set(places(database, ada.id))
    assert {"people.person", "vacations.person", "ratings.person", "results.person", "sittings.person"} <= before
    assert {"seats.person", "seats.invited", "matches.creator", "outbox.person", "outbox.payload"} <= before
    done = await deleted(ada)
    assert done.ephemeral
    assert done.all_text == polish(_DONE), "she is notified by her chosen way"
    await world.pass_time(3600)
    assert list(places(database, ada.id)) == []
    assert rows(database, "SELECT status FROM matches ORDER BY id") == [("over",), ("over",), ("cancelled",)]
    assert "Violet wins: resignation." in world.newest().text
    assert f"{ada.mention} has canceled the match." in world.newest(second).text
    assert len(rows(database, f"SELECT 1 FROM ratings WHERE person = {bartek.id}")) == 2


@pytest.mark.usefixtures("pictures")
async def test_a_deleted_persons_finished_matches_can_still_be_viewed(world: World, database: Path) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    await begin(world)
    await take_turn(ada, quick)
    await bartek.click("press:resign:", on=await bartek.slash("match resign"))
    end = world.newest()
    await deleted(ada)
    assert (await bartek.slash("board")).png
    shown = await bartek.slash("match show", number=1)
    assert shown.png and str(ada.id) not in shown.text
    assert (await bartek.slash("match export", number=1)).files
    assert (await bartek.slash("match show", number=1)).png
    for button in ("press:side:", "press:since:"):
        assert (await ada.click(button, on=end)).png, "a spectator may look, too"
    await world.restart()
    assert (await ada.slash("match list")).all_text == (await world["Celina"].slash("match list")).all_text


async def test_an_end_is_announced_even_if_the_winner_was_deleted(world: World) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    await begin(world)
    await world.revoke("send_messages")
    await bartek.click("press:resign:", on=await bartek.slash("match resign"))
    await deleted(ada)
    before = len(world.messages())
    await world.restore()
    await world.pass_time(86400)
    assert "Gold wins: resignation." in world.messages()[before].text
    assert str(ada.id) not in world.messages()[before].text


async def test_seats_in_others_open_matches_become_free(world: World) -> None:
    ada, bartek, celina = world["Ada"], world["Bartek"], world["Celina"]
    await bartek.slash("match new", game="monolith", players=3)
    await ada.click(JOIN)
    second = world.channel("second-table")
    await bartek.slash("match new", within=second, game="leaders", opponent=ada)
    pinged = world.pinged()
    await deleted(ada)
    assert world.pinged() == pinged
    assert ada.mention not in world.newest().text and ada.mention not in world.newest(second).text
    await celina.click(JOIN, on=world.newest(second))
    assert can(world.newest(second), PLAY)
    await ada.click(JOIN)  # a returning person is treated like a new one


async def test_deleting_ends_a_match_in_which_nobody_can_resign(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tashkalar.lay(monkeypatch, "A e4; B e6; C d6", seats=3, form="melee", hands={"A": "knight", "B": "naiad"})
    await tashkalar.begin(world, "Bartek", "Celina")
    await deleted(world["Bartek"])
    assert rows(database, "SELECT status FROM matches") == [("cancelled",)]
    assert "has canceled the match" in world.newest().text
    assert list(places(database, world["Bartek"].id)) == []


async def test_deleting_twice_works_and_a_returning_person_starts_fresh(world: World, database: Path) -> None:
    ada = world["Ada"]
    await begin(world, rated=True)
    await ada.slash("me palette", palette="contrast")
    sure, twice = await ada.slash("privacy delete"), await ada.slash("privacy delete")
    assert (await ada.click(FORGET, on=sure)).all_text == (await ada.click(FORGET, on=twice)).all_text == _DONE
    assert not sure.buttons and not twice.buttons
    assert list(places(database, ada.id)) == []
    await begin(world)
    assert to_move(world) is ada
    found = await export(ada)
    assert [match["match"] for match in found["matches"]] == [2]
    assert (found["settings"]["palette"], found["ratings"]) == ("", [])


async def test_the_button_works_after_a_restart(world: World, database: Path) -> None:
    await begin(world)
    sure = await world["Ada"].slash("privacy delete")
    await world.restart()
    assert (await world["Ada"].click(FORGET, on=sure)).all_text == _DONE
    assert list(places(database, world["Ada"].id)) == []


async def test_a_deletion_interrupted_by_a_kill_is_completed_by_pressing_again(world: World, database: Path) -> None:
    ada, second = world["Ada"], world.channel("second-table")
    await begin(world)
    await begin(world, within=second)
    sure = await ada.slash("privacy delete")
    async with world.killed_at(*_SEND):
        await ada.click(FORGET, on=sure)
    assert sorted(rows(database, "SELECT status FROM matches")) == [("live",), ("over",)]
    assert "seats.person" in set(places(database, ada.id)), "she still plays in the other match"
    assert (await ada.click(FORGET, on=sure)).all_text == _DONE
    assert [row[1] for number in (1, 2) for row in log_of(database, number)] == ["resign", "resign"]
    assert list(places(database, ada.id)) == []
    for place in (None, second):
        assert "Violet wins: resignation." in world.newest(place).text


async def test_a_deletion_killed_before_its_answer_is_complete(world: World, database: Path) -> None:
    await begin(world)
    sure = await world["Ada"].slash("privacy delete")
    async with world.killed_at("PATCH", "/webhooks/*"):
        await world["Ada"].click(FORGET, on=sure)
    assert list(places(database, world["Ada"].id)) == []
    assert (await world["Ada"].click(FORGET, on=sure)).all_text == _DONE


async def test_a_deletion_delivered_twice_is_done_once(world: World, database: Path) -> None:
    await begin(world)
    done = await deleted(world["Ada"])
    before = len(world.messages())
    await world.deliver_again(done, unheard=True)
    assert len(world.messages()) == before
    assert len(log_of(database)) == 1
