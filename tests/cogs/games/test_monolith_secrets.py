"""The secret preparation of the monoliths: both players choose at once, and nobody else learns the choices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import simcord

from tests.support.cogs.fixed_seed import FixedSeed
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import begin, exported, names_to_move, seats_to_move, shown, stored
from tests.support.cogs.play import offered, open_panel, polish
from tests.support.world import Person, World

_FACTION = {"Ada": "dragon-empire", "Bartek": "lords-of-the-abyss"}
_BANNER = {"Ada": "a1", "Bartek": "e3"}
_ADA_BEGINS = "three"


async def _choose_factions(world: World, place: simcord.ChannelHandle) -> None:
    await begin(world, within=place, options="monoliths=true")
    for _ in _FACTION:
        name = names_to_move(world, world.board(place))[0]
        await world[name].slash("play", within=place, move=f"{_FACTION[name]} confirm")


async def _prepare(world: World, place: simcord.ChannelHandle, ada: str, bartek: str) -> None:
    """Let Bartek answer first in both rounds, then place the Banners."""
    for one, other in zip(ada.split(), bartek.split(), strict=True):
        await world["Bartek"].slash("play", within=place, move=f"{other} confirm")
        await world["Ada"].slash("play", within=place, move=f"{one} confirm")
    for _ in _BANNER:
        name = names_to_move(world, world.newest(place))[0]
        await world[name].slash("play", within=place, move=f"{_BANNER[name]} confirm")


async def _looks(world: World, person: Person, place: simcord.ChannelHandle, match: int) -> list[object]:
    """Everything that this person can find out about the match."""
    seen: list[object] = []
    wishes: list[dict[str, object]] = [{}, {"show": "battle"}, {"show": "discards"}]
    wishes += [{"move": number} for number in range(len((await exported(person, match)).entries) + 1)]
    for wish in wishes:
        seen.append(shown(await person.slash("board", within=place, **wish)))
    for button in ("press:side:", "press:since:"):
        board = world.board(place)
        seen.append(shown(await person.click(button, on=board)))
    texts, *rest = shown(await person.slash("match show", within=place))
    seen += [texts.replace(f"`{match}` · ", "` ` · ", 1), rest]
    return seen


async def test_both_players_choose_hidden_tiles_together_in_two_rounds(world: World, database: Path) -> None:
    await _choose_factions(world, world.channel())
    assert seats_to_move(database) == [0, 1]
    assert sorted(names_to_move(world)) == ["Ada", "Bartek"]
    board, pings = world.board().id, len(world.pings)
    panel = await open_panel(world["Ada"])
    assert "Which tile do you hide in your monolith?" in panel.text
    assert "pikeman" in offered(panel) and "mygalomorph" not in offered(panel)
    await world["Bartek"].slash("play", move="mygalomorph confirm")
    assert (seats_to_move(database), world.board().id, len(world.pings)) == ([0], board, pings)
    assert world.board().text.endswith(
        f"-# Ready: {world['Bartek'].mention}\n**Still thinking: {world['Ada'].mention}**"
    )
    await world["Ada"].slash("play", move="pikeman confirm")
    assert seats_to_move(database) == [0, 1]
    panel = await open_panel(world["Ada"])
    assert "Which tile do you hide with the Pikeman?" in panel.text
    await world["Ada"].slash("play", move="knight confirm")
    assert seats_to_move(database) == [1]
    await world["Bartek"].slash("play", move="nightmare confirm")
    assert "The monoliths are prepared." in (await world["Celina"].slash("board")).text
    assert stored(database).state.phase == "banners"


async def test_players_are_shown_the_tiles_they_have_hidden(world: World) -> None:
    await _choose_factions(world, world.channel())
    await _prepare(world, world.channel(), "pikeman knight", "mygalomorph nightmare")
    assert "Hidden in your monolith: Pikeman, Knight" in (await world["Ada"].slash("match show")).text
    own = (await world["Bartek"].slash("match show")).text
    assert polish("Hidden in your monolith: {tokens}").partition("{")[0] in own


@pytest.mark.usefixtures("pictures")
async def test_messages_to_others_never_name_a_hidden_tile(world: World, watch: MessageWatch, deal: FixedSeed) -> None:
    """Bartek has drawn nothing yet, so messages to others must not name any tile of his faction."""
    deal.seed = _ADA_BEGINS
    await _choose_factions(world, world.channel())
    await open_panel(world["Ada"])
    await _prepare(world, world.channel(), "knight landsknecht", "mygalomorph nightmare")
    for name in ("Ada", "Celina"):
        await _looks(world, world[name], world.channel(), 1)
    await open_panel(world["Ada"])
    messages = [one for one in watch.sent() if one.to != world["Bartek"].id]
    assert len(messages) > 20
    for one in messages:
        words = (json.dumps(one.body) + " ".join(one.words)).lower()
        assert "mygalomorph" not in words and "nightmare" not in words
        assert "landsknecht" not in words or one.to == world["Ada"].id


@pytest.mark.usefixtures("pictures")
async def test_what_others_see_does_not_depend_on_hidden_tiles(world: World, database: Path, deal: FixedSeed) -> None:
    """Compares two matches with the same seed in which only Bartek's choice differs."""
    deal.seed = _ADA_BEGINS
    found = []
    for match, (channel, hidden) in enumerate(
        (("arena", "mygalomorph nightmare"), ("second-table", "spike rune-strength")), start=1
    ):
        place = world.channel(channel)
        await _choose_factions(world, place)
        await _prepare(world, place, "pikeman knight", hidden)
        assert seats_to_move(database, match) == [0], "Ada begins, and her pile is the same in both matches"
        seen: list[object] = [shown(message) for message in world.messages(place)[1:]]
        seen += await _looks(world, world["Ada"], place, match)
        seen += await _looks(world, world["Celina"], place, match)
        seen.append(shown(await open_panel(world["Ada"], place)))
        seen.append(shown(await world["Bartek"].slash("board", within=place, public=True)))
        found.append(seen)
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["Ada", "Celina"])
async def test_the_export_of_a_live_match_keeps_the_secret(world: World, name: str) -> None:
    await _choose_factions(world, world.channel())
    await _prepare(world, world.channel(), "pikeman knight", "mygalomorph nightmare")
    record = await exported(world[name])
    codes = {code for entry in record.entries if entry.seat == 1 for code in entry.codes}
    assert not codes & {"mygalomorph", "nightmare"}


@pytest.mark.usefixtures("pictures")
async def test_a_drafted_choice_is_as_secret_as_a_confirmed_one(world: World, watch: MessageWatch) -> None:
    await _choose_factions(world, world.channel())
    await world["Bartek"].slash("play", move="mygalomorph")
    await open_panel(world["Ada"])
    await _looks(world, world["Ada"], world.channel(), 1)
    for one in watch.sent(world["Ada"]):
        assert "mygalomorph" not in json.dumps(one.body).lower()


async def test_hidden_choices_survive_a_restart_between_the_two_answers(world: World, database: Path) -> None:
    await _choose_factions(world, world.channel())
    await world["Bartek"].slash("play", move="mygalomorph confirm")
    await world.restart()
    await world["Ada"].slash("play", move="pikeman confirm")
    await world.restart()
    await world["Ada"].slash("play", move="knight confirm")
    await world["Bartek"].slash("play", move="nightmare confirm")
    state = stored(database).state
    assert [sum(token.owner == seat for token in state.tokens) for seat in (0, 1)] == [2, 2]
