"""“Since your last turn”: the events in words, with a picture of each turn or a film of many."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.support.cogs import tashkalar
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import frames
from tests.support.cogs.play import ACCEPT, begin, polish, quick, take_turn
from tests.support.world import Seen, World

_SINCE = "press:since:"
_GALLERY = 12
_HANDS = {"A": "swordmaster knight titan", "B": "sapling naiad", "C": "dire_wolf werewolf"}


def pictures(answer: Seen) -> list[tuple[str, str]]:
    """The name and alt text of each picture, in order."""
    items = [item for part in answer.components if part["type"] == _GALLERY for item in part["items"]]
    return [(item["media"]["url"].partition("?")[0].rpartition("/")[2], item["description"]) for item in items]


@pytest.mark.usefixtures("pictures")
async def test_a_single_turn_is_shown_in_words_and_as_a_picture(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    before = len(world.messages())
    answer = await world["Ada"].click(_SINCE)
    assert answer.ephemeral
    [(name, alt)] = pictures(answer)
    assert name in answer.files and alt.startswith("After move 3: Leaders, turn 3, Gold to move.")
    assert "Violet recruits" in answer.text and "Gold recruits" not in answer.text
    assert len(world.messages()) == before


@pytest.mark.usefixtures("pictures")
async def test_up_to_four_turns_have_a_picture_each(world: World) -> None:
    await begin(world)
    for name in ("Ada", "Bartek") * 3:
        await take_turn(world[name], quick)
    answer = await world["Celina"].click(_SINCE)
    shown = pictures(answer)
    assert len(shown) == len({name for name, _ in shown}) == len({alt for _, alt in shown}) == 4
    assert set(answer.files) == {name for name, _ in shown}
    for name, alt in shown:
        number = int(alt.removeprefix("After move ").partition(":")[0])
        board = await world["Celina"].slash("board", move=number)
        assert answer.files[name] == board.png
        assert alt == f"After move {number}: {board.alt}"
    lines = [line for line in answer.text.splitlines() if "recruits" in line]
    assert len(lines) == 4, "spectators see the latest turns"


async def test_more_turns_make_a_film(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.board.own_view.MAX_PICTURES", 1)
    tashkalar.lay(monkeypatch, "A e4; B e6; C d6", seats=3, form="melee", hands=_HANDS)
    await tashkalar.begin(world, "Bartek", "Celina")
    for name in ("Ada", "Bartek", "Celina"):
        await take_turn(world[name], tashkalar.by_chance(2))
    hers = await world["Ada"].click(_SINCE)
    assert frames(hers) == 2, "the turns of the two others"
    assert "Yellow" in hers.text or "Blue" in hers.text
    assert hers.alt == (await world["Ada"].slash("board")).alt
    assert list(hers.files) == ["since-1.gif"]
    his = await world["Celina"].click(_SINCE)
    assert "Nothing has happened since your last move." in his.text


@pytest.mark.usefixtures("pictures")
async def test_since_my_turn_uses_each_players_side_palette_and_language(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    his = await world["Bartek"].click(_SINCE)
    assert polish("Gold") in his.text and "Gold" not in his.text
    assert his.png == (await world["Bartek"].slash("board")).png
    public = (await world["Celina"].click(_SINCE)).png
    assert his.png != public
    await world["Bartek"].slash("me palette", palette="contrast")
    other = (await world["Bartek"].click(_SINCE)).png
    assert other != his.png and other == (await world["Bartek"].slash("board")).png


@pytest.mark.usefixtures("pictures")
async def test_a_move_taken_back_is_described_as_taken_back(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    start = await world["Celina"].slash("board", move=0)
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    answer = await world["Celina"].click(_SINCE)
    lines = answer.text.splitlines()
    assert [line.count("~~") for line in lines] == [2] * (len(lines) - 1) + [0]
    assert all(line.endswith("~~ (taken back)") for line in lines[:-1])
    assert lines[-1].endswith("Gold took back a move and all that came after it.")
    [(name, _)] = pictures(answer)
    assert Image.open(io.BytesIO(answer.files[name])).size == start.picture.size
    assert answer.alt.partition(": ")[2] == start.alt, "the board is unchanged"
    his = await world["Bartek"].click(_SINCE)
    assert "~~" not in his.text, "his own move came before"
    assert polish("{side} took back a move and all that came after it.").partition("}")[2] in his.text


async def test_a_move_taken_back_and_made_again_is_shown_once(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    answer = await world["Celina"].click(_SINCE)
    [(_, alt)] = pictures(answer)
    assert "Wanderer b1" in alt
    assert answer.text.count("~~") == 2


async def test_looking_back_shows_no_hidden_hands_of_others(
    world: World, watch: MessageWatch, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tashkalar.lay(monkeypatch, "A e4 e5; B e6 b8h", hands={seat: _HANDS[seat] for seat in "AB"})
    await tashkalar.begin(world)
    hands = tashkalar.Hands(world, watch, database, ("Ada", "Bartek"))
    for number, name in enumerate(("Ada", "Bartek", "Ada"), 1):
        await take_turn(world[name], tashkalar.by_chance(7))
        for person in world.people.values():
            await person.click(_SINCE)
            await person.slash("match history", move=number - 1)
        hands.look()
    await world["Ada"].slash("match film")
    hands.look()
    assert hands.named > 6, "each player was shown their own"
    mine = await world["Ada"].slash("match history", move=1)
    yours = await world["Bartek"].slash("match history", move=1)
    anybodys = await world["Celina"].slash("match history", move=1)
    assert len({mine.alt, yours.alt, anybodys.alt}) == 3
