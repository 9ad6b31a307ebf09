"""Plans at the table: prepared in private, played with the move they answer, narrated in one message."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.core.game import MatchOptions
from engine.registry import GAMES
from table.plans.plan_lines import MAX_PLANS
from tests.support.cogs.knockdown import pinged
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import ACCEPT, JOIN, begin, log_of, polish, rows
from tests.support.world import Person, World

_FULL = (
    "S leader D1, S jailer B1, S archer C1, S vizier A1, S assassin F1; "
    "N leader D7, N nemesis D4, N protector B5, N acrobat F5, N illusionist A4"
)
"""Two full squads, so that nobody recruits and a turn may be one step. Violet's Nemesis reacts when Gold's Leader
moves.
"""
_LOST = (
    "S leader D1, S jailer A1, S archer A2, S vizier A3, S assassin B1; "
    "N leader D7, N protector D2, N brewmaster C2, N illusionist A4, N acrobat G4"
)
"""Gold's Leader is captured if the Brewmaster also comes to c1."""


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, _FULL)


def _lay(monkeypatch: pytest.MonkeyPatch, pieces: str) -> None:
    """Let matches of Leaders begin in this position, for replays and `db check`, too."""
    game = GAMES["leaders"]

    def start(options: MatchOptions, _: int) -> object:
        return game.read(game.settle(options), {"pieces": pieces, "turn": "S"}, game.rules_version)

    monkeypatch.setitem(GAMES, "leaders", replace(game, start=start))


def plans(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT seat, steps FROM plans ORDER BY id")


def codes(database: Path) -> list[str]:
    """The entries of the log, such as `0 archer c2 end`."""
    return [f"{seat} {' '.join(json.loads(str(entry_codes)))}" for seat, _, entry_codes in log_of(database)]


async def play(person: Person, move: str) -> None:
    await person.slash("play", move=f"{move} confirm")


# Lines


async def test_a_line_of_three_moves_is_played_across_restarts(
    world: World, database: Path, laid: None, watch: MessageWatch
) -> None:
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    line = "jailer b2 end > leader d6 end > archer c2 end > leader c6 end > * > leader d6 end"
    kept = await bartek.slash("plan add", line=line)
    assert kept.ephemeral and "`leader d6 end`" in kept.text
    boards, before = len(world.messages()), len(world.pings)
    for number, move in enumerate(("jailer b2 end", "archer c2 end", "assassin f2 end"), 1):
        await world.restart()
        await play(ada, move)
        assert len(world.messages()) == boards + number, "one message narrates both moves"
        assert pinged(world, before)[-1] == ["Ada"]
    assert len(world.pings) == before + 3
    text = world.newest().text
    assert "Gold: Assassin f1 → f2" in text and "Violet: Leader c6 → d6" in text, text
    assert codes(database)[1::2] == ["1 leader d6 end", "1 leader c6 end", "1 leader d6 end"]
    assert plans(database) == []


async def test_three_automatic_moves_share_one_message_and_one_ping(world: World, database: Path, laid: None) -> None:
    await begin(world)
    await world["Bartek"].slash("plan add", line="jailer b2 end > leader d6 end > archer c2 end > leader c6 end")
    await world["Ada"].slash("plan add", line="leader d6 end > archer c2 end")
    boards, before = len(world.messages()), len(world.pings)
    await play(world["Ada"], "jailer b2 end")
    assert codes(database) == ["0 jailer b2 end", "1 leader d6 end", "0 archer c2 end", "1 leader c6 end"]
    assert len(world.messages()) == boards + 1
    text = world.newest().text
    for line in ("Jailer b1 → b2", "Leader d7 → d6", "Archer c1 → c2", "Leader d6 → c6"):
        assert line in text, text
    assert pinged(world, before) == [["Ada"]]


async def test_a_line_that_no_longer_fits_is_dropped_silently(world: World, database: Path, laid: None) -> None:
    await begin(world)
    bartek = world["Bartek"]
    await bartek.slash("plan add", line="jailer b2 end > leader d6 end")
    boards, before = len(world.messages()), len(world.pings)
    await play(world["Ada"], "assassin f2 end")
    assert codes(database) == ["0 assassin f2 end"] and plans(database) == []
    assert len(world.messages()) == boards + 1 and pinged(world, before) == [["Bartek"]]
    assert (
        polish("You have no plans in this match. Only you can see your plans.")
        in (await bartek.slash("plan list")).text
    )


async def test_plans_are_private(world: World, database: Path, laid: None, watch: MessageWatch) -> None:
    await begin(world)
    bartek = world["Bartek"]
    await bartek.slash("plan add", line="archer c2 * > protector a4 nonsense > * > leader d6 end")
    await bartek.slash("plan list")
    boards, before = len(world.messages()), len(world.pings)
    for person in (world["Ada"], world["Celina"]):
        for command in ("board", "match show", "match list"):
            await person.slash(command)
    assert "You have no plans in this match." in (await world["Ada"].slash("plan list")).text
    assert (len(world.messages()), len(world.pings)) == (boards, before)
    others = [one for name in ("Ada", "Celina") for one in watch.sent(world[name])]
    words = [word for one in (*others, *watch.sent(public=True)) for word in one.words]
    assert words and not any("nonsense" in word for word in words)
    assert any("nonsense" in word for one in watch.sent(bartek) for word in one.words)


async def test_a_plan_is_played_once_even_if_the_bot_dies_before_announcing_it(
    world: World, database: Path, laid: None
) -> None:
    await begin(world)
    await world["Bartek"].slash("plan add", line="jailer b2 end > leader d6 end > * > leader c6 end")
    before = len(world.pings)
    async with world.killed_at("POST", "/channels/*/messages"):
        await world["Ada"].slash("play", move="jailer b2 end confirm")
    assert codes(database) == ["0 jailer b2 end", "1 leader d6 end"]
    assert pinged(world, before) == [["Ada"]]
    assert plans(database) == [(1, '["*","leader c6 end"]')]
    await play(world["Ada"], "archer c2 end")
    assert codes(database)[3:] == ["1 leader c6 end"]


async def test_undoing_a_move_drops_prepared_lines(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    await bartek.slash("plan add", line="jailer b2 end > leader d6 end > * > leader c6 end")
    await ada.slash("plan add", line="leader c7 * > archer c2 end")
    await play(ada, "jailer b2 end")
    await bartek.slash("match undo")
    await ada.click(ACCEPT)
    assert [kind for _, kind, _ in log_of(database)] == ["play", "play", "undo"]
    assert plans(database) == [] and rows(database, "SELECT to_move FROM matches") == [("[1]",)]


async def test_a_line_may_be_prepared_on_the_players_own_turn(world: World, database: Path, laid: None) -> None:
    await begin(world)
    await world["Ada"].slash("plan add", line="* > archer c2 end")
    await play(world["Ada"], "jailer b2 end")
    await play(world["Bartek"], "leader d6 end")
    assert codes(database)[2:] == ["0 archer c2 end"]


async def test_a_prepared_move_may_end_the_match(world: World, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, _LOST)
    await begin(world)
    await world["Bartek"].slash("plan add", line="* > brewmaster step c1 > * > end")
    await world["Ada"].slash("plan add", line="* > end")
    boards = len(world.messages())
    await play(world["Ada"], "end")
    assert codes(database) == ["0 end", "1 brewmaster step c1"]
    assert rows(database, "SELECT status FROM matches") == [("over",)] and plans(database) == []
    assert "Victory" in world.messages()[boards].text
    assert "There is no match in this channel" in (await world["Ada"].slash("plan add", line="* > end")).text


# Automatic replies


async def test_an_automatic_reply_answers_a_question_always_the_same_way(
    world: World, database: Path, laid: None
) -> None:
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    assert await bartek.suggest("plan always", "question", "") == [], "he was not asked"
    await play(ada, "leader d2")
    assert await bartek.suggest("plan always", "question", "") == ["leaders.nemesis"]
    assert await bartek.suggest("plan always", "question", "NEMEZ") == ["leaders.nemesis"]
    spaces = await bartek.suggest("plan always", "answer", "d", question="leaders.nemesis")
    assert spaces == ["d3", "d5", "d6"]
    kept = await bartek.slash("plan always", question="leaders.nemesis", answer="D5")
    assert kept.ephemeral and "`d5`" in kept.text
    await play(bartek, "d3")
    await play(ada, "end")
    await play(bartek, "end")
    before = len(world.messages())
    await play(ada, "leader d1")
    assert codes(database)[-2:] == ["0 leader d1", "1 d5"]
    assert len(world.messages()) == before + 1 and rows(database, "SELECT to_move FROM matches") == [("[0]",)]
    assert plans(database) == [(1, '["leaders.nemesis","d5"]')], "it stays"
    listed = await bartek.slash("plan list")
    assert "`d5`" in listed.text and "leaders.nemesis" not in listed.text, "the question is shown in words"


async def test_a_question_never_asked_before_has_no_automatic_reply(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada = world["Ada"]
    for question in ("leaders.nemesis", "whatever", " ", "x" * 500):
        answer = await ada.slash("plan always", question=question, answer="d5")
        assert "not been asked that" in answer.text and answer.ephemeral
    answer = await ada.slash("plan always", question="leaders.who-acts", answer="<@1>")
    assert "I can't read" in answer.text
    assert plans(database) == []
    assert await ada.suggest("plan always", "answer", "", question="nonsense") == []


async def test_automatic_replies_are_suggested_in_the_readers_language(world: World, laid: None) -> None:
    await begin(world)
    ada = world["Ada"]
    await ada.slash("me language", language="pl")
    arguments = {"question": "leaders.who-acts"}
    [shown] = await ada.actor.autocomplete(world.channel(), "plan always", "answer", "zak", **arguments)
    assert (shown["name"], shown["value"]) == ("Zakończ akcje", "end")
    shown = (await ada.actor.autocomplete(world.channel(), "plan always", "answer", "wódz", **arguments))[0]
    assert shown["name"].startswith("wódz · Wódz") and shown["value"] == "leader"
    saved = await ada.slash("plan always", question="leaders.who-acts", answer="koniec")
    assert "`zakończ akcje`" in saved.text and "`end`" not in saved.text
    assert "`zakończ akcje`" in (await ada.slash("plan list")).text


# The list


async def test_plans_are_listed_by_number_and_can_be_removed(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada = world["Ada"]
    await ada.slash("plan add", line="* > archer c2 end")
    await ada.slash("plan always", question="Which character acts?", answer="Zakończ akcje")
    await ada.slash("plan add", line="leader d6 end > archer b2 end")
    listed = (await ada.slash("plan list")).text.splitlines()
    assert listed[1:] == [
        "1. whatever they play, then `archer c2 end`",
        "2. always: Which character acts? `end`",
        "3. if `leader d6 end`, then `archer b2 end`",
    ]
    assert await ada.suggest("plan remove", "number", "") == ["1", "2", "3"]
    gone = await ada.slash("plan remove", number=2)
    assert "2. always: Which character acts? `end`" in gone.text
    assert [seat for seat, _ in plans(database)] == [0, 0]
    assert "no plan 3" in (await ada.slash("plan remove", number=3)).text
    assert (await ada.slash("plan clear")).text == "2 plans removed."
    assert plans(database) == []


async def test_only_the_owner_can_remove_plans(world: World, database: Path, laid: None) -> None:
    await begin(world)
    await world["Bartek"].slash("plan add", line="* > leader d6 end")
    assert "no plan 1" in (await world["Ada"].slash("plan remove", number=1)).text
    assert (await world["Ada"].slash("plan clear")).text == "0 plans removed."
    assert len(plans(database)) == 1


async def test_a_player_without_plans_is_shown_an_example(world: World, laid: None) -> None:
    await begin(world)
    words = (await world["Ada"].slash("plan list")).text
    assert "</plan add:" in words and "</plan always:" in words and " > " in words


async def test_more_than_ten_lines_are_refused(world: World, database: Path, laid: None) -> None:
    await begin(world)
    ada = world["Ada"]
    moves = [f"leader d2 end archer b{number}" for number in range(MAX_PLANS + 1)]
    for move in moves:
        answer = await ada.slash("plan add", line=" > ".join([f"{move} *", move] * 10))
    assert "of each kind" in answer.text and len(plans(database)) == MAX_PLANS
    listed = await ada.slash("plan list")
    assert all(f"{number}. " in listed.all_text for number in range(1, MAX_PLANS + 1))
    assert "exactly this plan" in (await ada.slash("plan add", line=" > ".join([f"{moves[0]} *", moves[0]] * 10))).text


@pytest.mark.parametrize("line", ["leader", "* >", "> end", "* > end > *", "* > `end`", "* > *", "e * nd > end"])
async def test_an_invalid_line_is_refused_politely(world: World, database: Path, line: str) -> None:
    await begin(world)
    answer = await world["Ada"].slash("plan add", line=line)
    assert answer.ephemeral and len(answer.text) > 20 and plans(database) == []


async def test_spectators_cannot_plan(world: World, database: Path) -> None:
    assert "no match" in (await world["Ada"].slash("plan list")).text
    await begin(world)
    celina = world["Celina"]
    for command, options in (
        ("plan add", {"line": "* > end"}),
        ("plan always", {"question": "x", "answer": "y"}),
        ("plan list", {}),
        ("plan remove", {"number": 1}),
        ("plan clear", {}),
    ):
        answer = await celina.slash(command, **options)
        assert answer.text == "You are not playing in this match." and answer.ephemeral
    assert await celina.suggest("plan always", "question", "") == []
    assert await celina.suggest("plan remove", "number", "") == []


async def test_a_match_that_has_not_begun_has_no_plans(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    answer = await world["Ada"].slash("plan add", line="* > end")
    assert "has not begun" in answer.text
    await world["Bartek"].click(JOIN)


async def test_a_plan_delivered_twice_is_stored_once(world: World, database: Path, laid: None) -> None:
    await begin(world)
    answer = await world["Ada"].slash("plan add", line="* > archer c2 end")
    await world.deliver_again(answer, unheard=True)
    assert len(plans(database)) == 1


@pytest.mark.parametrize("game", ["monolith", "tashkalar", "knockdown"])
async def test_plans_in_every_game_survive_random_play(world: World, database: Path, game: str) -> None:
    """Both players play at random with plans for any move and automatic replies; the log must replay."""
    place = world.channel()
    await world["Ada"].slash("match new", game=game, opponent=world["Bartek"])
    await world["Bartek"].click(JOIN, on=world.newest(place))
    chance = random.Random(game)
    for _ in range(4):
        for person in (world["Ada"], world["Bartek"]):
            suggested = await person.suggest("plan always", "question", "")
            if suggested and chance.random() < 0.3:
                question = chance.choice(suggested)
                answers = await person.suggest("plan always", "answer", "", question=question)
                await person.slash("plan always", question=question, answer=chance.choice(answers))
            move = ""
            while found := await person.suggest("play", "move", f"{move} "):
                move = chance.choice(found)
                if move.endswith(("confirm", "potwierdź")):
                    await person.slash("plan add", line=f"* > {move.rpartition(' ')[0]}")
                    await person.slash("play", move=move)
                    break
    assert len(log_of(database)) > 3
