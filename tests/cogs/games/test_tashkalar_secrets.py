"""Secrets of Tash-Kalar: cards that a player holds, draws and buries."""

from __future__ import annotations

import pytest
import simcord

from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import names_to_move, shown
from tests.support.cogs.play import PLAY, can, offered, open_panel
from tests.support.cogs.tashkalar import begin, body, exported, lay
from tests.support.world import Person, Seen, World

_BOARD = "A e4 e6 c2 g2 c8; B d4 f4h f6 b5 b6"
_ADA = "swordmaster knight messenger titan hell_bull"
_BARTEK = "naiad dryad unicorn leviathan bone_catapult"
_BURIED = ("dryad", "bone-catapult", "flare-05")


def _lay(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = {"A": _ADA, "B": _BARTEK}
    lay(monkeypatch, _BOARD, hands=hands, flares={"A": "flare_01", "B": "flare_05"})


async def _looks(world: World, person: Person, place: simcord.ChannelHandle | None = None) -> list[object]:
    """Everything that this person can find out about the channel's match, and show to everybody."""
    wishes: list[dict[str, object]] = [{}, {"show": "discards"}, {"move": 0}, {"public": True}]
    seen: list[object] = [shown(await person.slash("board", within=place, **wish)) for wish in wishes]
    board = _board(world, place)
    seen += [shown(await person.click(button, on=board)) for button in ("press:side:", "press:since:")]
    texts, *rest = shown(await person.slash("match show", within=place))
    return [*seen, texts.partition("\n")[2], rest]


def _board(world: World, place: simcord.ChannelHandle | None = None) -> Seen:
    return [message for message in world.messages(place) if can(message, PLAY)][-1]


@pytest.mark.usefixtures("pictures")
async def test_what_others_see_does_not_depend_on_hidden_hands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compares two matches with the same seed in which Bartek keeps and draws other cards."""
    _lay(monkeypatch)
    found, own = [], []
    for channel, buried in (("arena", "dryad leviathan"), ("second-table", "unicorn bone-catapult")):
        place = world.channel(channel)
        await begin(world, within=place)
        await world["Ada"].slash("play", within=place, move="place a5 place a6 confirm")
        await world["Bartek"].slash("play", within=place, move=f"discard naiad {buried} done place i5 confirm")
        seen: list[object] = [shown(message) for message in world.messages(place)[1:]]
        seen.append(shown(await world["Ada"].click(PLAY, on=_board(world, place))))
        for name in ("Ada", "Celina"):
            seen += await _looks(world, world[name], place)
        found.append(seen)
        own.append(await world["Bartek"].slash("board", within=place))
    assert found[0] == found[1]
    assert own[0].alt != own[1].alt and own[0].files != own[1].files, "Bartek sees his own cards"


@pytest.mark.usefixtures("pictures")
async def test_buried_cards_stay_secret_until_the_match_is_over(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    await world["Ada"].slash("play", move="place a5 place a6 confirm")
    bartek = world["Bartek"]
    done = await bartek.slash("play", move=f"discard naiad {' '.join(_BURIED)} done place i5 confirm")
    assert not offered(done)
    assert names_to_move(world) == ["Ada"]
    text = world.newest().text
    assert "discards Naiad" in text and "puts 3 cards under their decks" in text
    for name in ("Ada", "Celina"):
        await _looks(world, world[name])
        codes = [code for entry in (await exported(world[name])).entries for code in entry.codes]
        assert "a5" in codes and not set(codes) & set(_BURIED)
    sent = [body(one) for one in watch.sent() if one.to != bartek.id]
    assert len(sent) > 12
    for one in sent:
        assert not [word for word in (*_BURIED, "dryad", "driad", "catapult", "katapult", "flare 5") if word in one]

    own = [code for entry in (await exported(bartek)).entries for code in entry.codes]
    assert set(_BURIED) <= set(own)
    sure = await world["Ada"].slash("match resign")
    await world["Ada"].click("press:resign:", on=sure)
    ended = [code for entry in (await exported(world["Celina"])).entries for code in entry.codes]
    assert set(_BURIED) <= set(ended), "after the end everybody can check the match"


@pytest.mark.usefixtures("pictures")
async def test_a_drafted_summoning_is_private(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    await world["Ada"].slash("play", move="swordmaster d4")
    await open_panel(world["Bartek"])
    for name in ("Bartek", "Celina"):
        await _looks(world, world[name])
    for one in watch.sent():
        assert one.to == world["Ada"].id or "swordmaster" not in body(one)


async def test_suggestions_with_hidden_cards_go_to_their_owner_only(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    assert "swordmaster" in await world["Ada"].suggest("play", "move", "sw")
    for name in ("Bartek", "Celina"):
        assert await world[name].suggest("play", "move", "") == []
        assert not offered(await world[name].click(PLAY))
        assert not offered(await world[name].slash("play", move="place a5"))
        for one in watch.sent(world[name]):
            assert "swordmaster" not in body(one) and "messenger" not in body(one)
