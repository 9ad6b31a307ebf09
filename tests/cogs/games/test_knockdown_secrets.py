"""Secrets of Knockdown: simultaneous choices, face-down skills, hidden hands, automatic replies."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.text import say, text
from engine.knockdown.data.content import ATTACK_NAME, FIGHTER_NAME, FIGHTERS, SKILLS
from engine.knockdown.state import State
from locales import catalogue
from tests.support.cogs.knockdown import begin, drafted, exported, lay, looks, named, pinged, play
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import names_to_move, seats_to_move, shown, stored
from tests.support.cogs.play import CONFIRM, can, log_of, offered, open_panel, pick
from tests.support.cogs.tashkalar import body
from tests.support.world import Person, World

_TABLES = ("arena", "second-table")


async def _answer(person: Person, number: int, place: str) -> str:
    """Choose the option with this number and confirm; return its code."""
    within = person.world.channel(place)
    panel = await drafted(person, "", within=within)
    code = offered(panel)[number]
    await person.click(CONFIRM, on=await pick(person, panel, code))
    return code


# Set-up


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("before", [0, 1, 3], ids=["fighter", "skill", "face-up"])
async def test_a_secret_choice_stays_unknown_until_both_have_answered(
    world: World, database: Path, before: int
) -> None:
    """Compares two matches with the same seed in which Ada chooses differently."""
    found, own, chosen = [], [], []
    for number, place in enumerate(_TABLES):
        within = world.channel(place)
        await begin(world, within=within)
        for asking in range(before):
            await _answer(world["Ada"], 0, place)
            await _answer(world["Bartek"], 1, place)
            assert seats_to_move(database, number + 1) == [0, 1], asking
        board, pings = world.board(within).id, len(world.pings)
        chosen.append(await _answer(world["Ada"], number, place))
        assert (world.board(within).id, len(world.pings)) == (board, pings)
        assert f"Still thinking: {world['Bartek'].mention}" in world.board(within).text
        assert seats_to_move(database, number + 1) == [1]
        found.append([await looks(world, world[name], within) for name in ("Bartek", "Celina")])
        own.append((await exported(world["Ada"], number + 1)).entries[-1].codes)
        await _answer(world["Bartek"], -1, place)
        assert names_to_move(world, world.board(within)), "after both answers everybody is informed"
    assert own == [(code,) for code in chosen] and chosen[0] != chosen[1]
    assert found[0] == found[1]


async def test_the_choices_are_revealed_together(world: World, database: Path) -> None:
    await begin(world)
    await _answer(world["Ada"], 0, "arena")
    await _answer(world["Bartek"], 1, "arena")
    fighters = [one.name for one in FIGHTERS.values()][:2]
    message = world.board().text
    assert f"{world['Ada'].mention} plays {fighters[0]}" in message
    assert f"{world['Bartek'].mention} plays {fighters[1]}" in message
    for _ in range(2):
        await _answer(world["Ada"], 0, "arena")
        assert "turns up" not in world.board().text
        await _answer(world["Bartek"], 0, "arena")
    state: State = stored(database).state
    kept = [[SKILLS[one].name for one in seat.down] for seat in state.seats]
    assert [len(one) for one in kept] == [2, 2] and len({*kept[0], *kept[1]}) == 4
    assert not [name for name in (*kept[0], *kept[1]) if any(name in board.text for board in world.messages())]
    await _answer(world["Ada"], 0, "arena")
    await _answer(world["Bartek"], 0, "arena")
    state = stored(database).state
    up = [SKILLS[seat.skills[0]] for seat in state.seats]
    message = world.board().text
    assert all(f"{name} reveals the skill {one.name}" in message for name, one in zip(fighters, up, strict=True))
    first = max((0, 1), key=lambda seat: up[seat].initiative)
    assert f"Round 1: {fighters[first]} begins." in message and state.first == first
    assert names_to_move(world) == [("Ada", "Bartek")[first]], "the higher initiative picks first"


@pytest.mark.parametrize("last", ["Ada", "Bartek"])
async def test_on_a_clash_the_player_who_joined_later_chooses_again(world: World, database: Path, last: str) -> None:
    await begin(world)
    before = len(world.pings)
    other = "Bartek" if last == "Ada" else "Ada"
    await _answer(world[other], 2, "arena")
    await _answer(world[last], 2, "arena")
    assert seats_to_move(database) == [1], "Ada opened the match and keeps her fighter"
    assert f"Both players chose Brother Alembic: {world['Bartek'].mention} chooses again." in world.board().text
    assert pinged(world, before) == ([["Bartek"]] if last == "Ada" else []), (
        "a player who is asked again is not pinged again"
    )
    assert not offered(await open_panel(world["Ada"]))
    panel = await open_panel(world["Bartek"])
    taken = text("{fighter} is taken: which fighter do you play?", fighter=FIGHTER_NAME["brother_alembic"])
    assert say(taken, catalogue("pl")) in panel.text
    assert set(offered(panel)) == {one.code for one in FIGHTERS.values()} - {"brother-alembic"}
    await world["Bartek"].click(CONFIRM, on=await pick(world["Bartek"], panel, "mistling"))
    message = "\n".join(board.text for board in world.messages())
    assert f"{world['Ada'].mention} plays Brother Alembic" in message
    assert f"{world['Bartek'].mention} plays Mistling" in message
    assert [one.fighter for one in stored(database).state.seats] == ["brother_alembic", "mistling"]
    assert pinged(world, before)[-1] == ["Ada"], "both choose skills; Bartek's panel continues"


# Skills and hands

_HANDS = {
    "A": ("ash_knuckle witch_light", "cairn_hook grave_chill"),
    "B": ("parry_cut moor_stomp", "parry_cut shin_reaper"),
}
"""For each player, two hands that show the same symbols."""
_DECK = "sling_stone hunting_bolt antler_butt bell_ringer reckless_knee lunging_heel"


def _lay_two(monkeypatch: pytest.MonkeyPatch, seat: str, *, hand: bool) -> None:
    """Prepare two positions with different face-down skills of a player, and with `hand` different cards in hand."""
    down = {"A": ["light_feet"], "B": ["last_stand"]}
    other: dict[str, object] = {"skills_down": {**down, seat: ["crow_eye"]}}
    if hand:
        other[seat.lower()] = _HANDS[seat][1]
    lay(
        monkeypatch, "f4 f6", "wolf_shoulder sickle_sweep peat_elbow oak_heel", other, deck=_DECK, discards=[],
        fighters="brother_alembic mistling", skills=("thick_hide", "merciless"), skills_down=down,
        a=_HANDS["A"][0], b=_HANDS["B"][0],
    )  # fmt: skip


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("seat", ["A", "B"])
async def test_what_others_see_does_not_depend_on_hidden_cards(
    world: World, monkeypatch: pytest.MonkeyPatch, seat: str, hands: str
) -> None:
    """With open hands only the skill differs."""
    _lay_two(monkeypatch, seat, hand=hands == "hidden")
    owner, rival = ("Ada", "Bartek") if seat == "A" else ("Bartek", "Ada")
    found, own = [], []
    for place, later in zip(_TABLES, ("false", "true"), strict=True):
        within = world.channel(place)
        await begin(world, within=within, options=f"hands={hands}, later_pick={later}")
        await play(world["Ada"], "sickle-sweep", within=within)
        seen: list[object] = [await looks(world, world[name], within) for name in (rival, "Celina")]
        own.append(await world[owner].slash("board", within=within))
        panel = await drafted(world["Bartek"], "none", within=within)
        assert can(panel, CONFIRM)
        await world["Bartek"].click(CONFIRM, on=panel)
        await world["Ada"].slash("play", within=within, move="move f3 confirm")
        assert names_to_move(world, world.board(within)) == ["Bartek"]
        seen += [shown(message) for message in world.messages(within)[2:]]
        found.append([*seen, *[await looks(world, world[name], within) for name in (rival, "Celina")]])
    assert found[0] == found[1]
    assert own[0].png != own[1].png and own[0].alt != own[1].alt, "their owner sees them"


@pytest.mark.usefixtures("pictures")
async def test_hidden_cards_are_not_named_to_others_until_they_are_used(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay_two(monkeypatch, "A", hand=True)
    await begin(world, options="hands=hidden")
    await play(world["Ada"], "sickle-sweep")
    place = world.channel()
    for name in ("Ada", "Bartek", "Celina"):
        await looks(world, world[name], place)
    hands = {"Ada": _HANDS["A"][0], "Bartek": _HANDS["B"][0]}
    words = {
        name: [word.lower() for card in hand.split() for word in named(ATTACK_NAME[card])]
        for name, hand in hands.items()
    }
    for name, cards in words.items():
        letters = list(watch.sent())
        assert any(card in body(one) for one in letters if one.to == world[name].id for card in cards)
        for one in letters:
            assert one.to == world[name].id or not [card for card in cards if card in body(one)]
    public = await world["Ada"].slash("board", public=True)
    spectator = await world["Celina"].slash("board")
    assert (public.alt, public.png) == (spectator.alt, spectator.png), (
        "the owner's public board does not show it either"
    )
    await play(world["Bartek"], "damage")
    assert "Mistling discards Parry and Cut" in world.newest().text, "a used card becomes visible"


@pytest.mark.usefixtures("pictures")
async def test_trying_an_attack_does_not_reveal_whether_a_hidden_hand_can_block_it(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = {"b": "parry_cut moor_stomp"}, {"b": "witch_light moor_stomp"}
    lay(monkeypatch, "f4 f6", "sickle_sweep peat_elbow", hands[1], deck=_DECK, discards=[], a="ash_knuckle", **hands[0])
    found = []
    for place, later in zip(_TABLES, ("false", "true"), strict=True):
        within = world.channel(place)
        await begin(world, within=within, options=f"hands=hidden, later_pick={later}")
        panel = await drafted(world["Ada"], "sickle-sweep", within=within)
        found.append(shown(panel))
        await world["Ada"].click(CONFIRM, on=panel)
    assert found[0] == found[1]
    assert (seats_to_move(database, 1), seats_to_move(database, 2)) == ([1], [0]), "only the first hand can block"


# Automatic replies


@pytest.mark.usefixtures("pictures")
async def test_automatic_replies_are_private(world: World, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay_two(monkeypatch, "A", hand=False)
    found = []
    for number, (place, answers) in enumerate(zip(_TABLES, ("never never", "ask ask"), strict=True), 1):
        within = world.channel(place)
        await begin(world, within=within)
        await play(world["Ada"], f"guard {answers} move f3 move f4", within=within)
        standing = stored(database, number).state.seats[0].standing
        assert (standing.least_cut, standing.react) == ((99, False) if number == 1 else (0, True))
        seen: list[object] = [shown(message) for message in world.messages(within)[2:]]
        for name in ("Bartek", "Celina"):
            seen.append(await looks(world, world[name], within))
            assert [entry.codes for entry in (await exported(world[name], number)).entries] == [("secret",)]
        found.append(seen)
        (entry,) = (await exported(world["Ada"], number)).entries
        assert entry.codes == ("guard", *answers.split(), "move", "f3", "move", "f4")
    assert found[0] == found[1]
    assert len(log_of(database, 2)) == 1
