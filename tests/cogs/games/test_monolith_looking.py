"""Reports on battles: the forecast, the result by segment, the film; and the discards."""

from __future__ import annotations

import pytest

from table.compose.turn import MAX_BATTLE_LINES
from tests.support.cogs.monolith import begin, by_chance, frames, lay
from tests.support.cogs.play import offered, open_panel, pick, polish, take_turn
from tests.support.world import World

_FILM = "press:film:"
_PLAIN = (
    "A dragon.banner a1 r0; A swordsman c2 r0; A pikeman b1 r0; A swordsman d2 r0;"
    "B abyss.banner e3 r0; B chaos c3 r0; B golem d3 r0"
)
_ASSASSINS = (
    "A dragon.banner a1 r0; A assassin c1 r0; A pikeman b1 r0; B abyss.banner e3 r0; B assassin c5 r0; B golem d4 r0"
)
_BATTLE = "forest.order-battle hunter"


def _head(msgid: str) -> str:
    """The Polish words before the first field of the message."""
    return polish(msgid).partition("{")[0]


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("name", ["Ada", "Celina"])
async def test_a_forecast_shows_the_battle_if_no_choices_are_needed(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    lay(monkeypatch, _PLAIN, _BATTLE)
    await begin(world)
    boards = len(world.messages())
    now = await world[name].slash("board")
    answer = await world[name].slash("board", show="battle")
    assert answer.ephemeral
    assert "If a battle started now" in answer.text
    assert "Initiative 3:" in answer.text and "is eliminated" in answer.text
    assert "It depends on choices" not in answer.text
    assert answer.picture.size == now.picture.size and answer.png != now.png, (
        "the picture shows the board after the battle"
    )
    assert answer.alt != now.alt
    assert (await world[name].slash("board")).png == now.png, "the match is unchanged"
    assert len(world.messages()) == boards


@pytest.mark.parametrize("name", ["Ada", "Celina"])
async def test_a_forecast_names_the_possible_outcomes_of_a_battle(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    lay(monkeypatch, _ASSASSINS, _BATTLE)
    await begin(world)
    text = (await world[name].slash("board", show="battle")).text
    assert "It depends on choices; the picture shows the first possibility." in text
    for number in range(1, 10):
        assert f"**{number}.** Assassin on c1: which tile does it attack?" in text
    assert "Assassin on c5: which tile does it attack?" in text
    assert "**10.**" not in text and "There are more possibilities." not in text


async def test_a_forecast_is_in_the_readers_language(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, _ASSASSINS, _BATTLE)
    await begin(world)
    text = (await world["Bartek"].slash("board", show="battle")).text
    assert polish("If a battle started now") in text
    assert polish("It depends on choices; the picture shows the first possibility.") in text
    assert "Skrytobójca na c1" in text
    assert "Assassin" not in text and "is eliminated" not in text


async def test_forecast_lists_at_most_a_few_outcomes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, f"{_ASSASSINS}; A assassin d1 r0; B assassin b4 r0", _BATTLE)
    await begin(world)
    text = (await world["Ada"].slash("board", show="battle")).text
    assert "There are more possibilities." in text


async def test_the_discards_are_open_to_everybody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    discards = {"B": ["lords_of_the_abyss.chaos", "lords_of_the_abyss.chaos", "lords_of_the_abyss.order_push"]}
    lay(monkeypatch, _PLAIN, _BATTLE, discards=discards)
    await begin(world)
    for name in ("Ada", "Celina"):
        text = (await world[name].slash("board", show="discards")).text
        assert "Dragon Empire: nothing discarded" in text
        assert "Lords of the Abyss, discarded: Chaos ×2, Push" in text
    assert "×2" in (text := (await world["Bartek"].slash("board", show="discards")).text)
    assert polish("Lords of the Abyss") in text
    assert set(await world["Celina"].suggest("board", "show", "")) == {"battle", "discards"}


async def test_a_battle_can_be_watched_as_a_film(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, _PLAIN, _BATTLE)
    await begin(world)
    await world["Ada"].slash("play", move="order-battle confirm")
    board = world.newest()
    *report, number, _asked = board.text.splitlines()
    assert "A battle begins." in report and "The battle is over." in report
    assert number == "-# Move 1"
    boards = len(world.messages())
    for name in ("Ada", "Celina"):
        film = await world[name].click(_FILM, on=board)
        assert film.ephemeral
        assert frames(film) > 2
        assert set(report) <= set(film.text.splitlines())
        assert film.alt
    await world.restart()
    film = await world["Bartek"].click(_FILM, on=board)
    assert frames(film) > 2
    assert _head("Initiative {value}:") in film.text and polish("The battle is over.") in film.text
    assert "Initiative" not in film.text
    assert len(world.messages()) == boards


async def test_a_long_battle_is_shortened_to_eight_lines_and_shown_whole_behind_a_button(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, f"{_PLAIN}; A swordsman b2 r0; B chaos b3 r0; B chaos b4 r0; A swordsman c4 r3", _BATTLE)
    await begin(world)
    await world["Ada"].slash("play", move="order-battle confirm")
    whole = (await world["Celina"].click(_FILM)).text.splitlines()
    assert len(whole) > MAX_BATTLE_LINES
    *lines, _number, _asked = world.newest().text.splitlines()
    begins = whole.index("A battle begins.") + 1
    left_out = len(whole) - begins - MAX_BATTLE_LINES + 1
    more = f"-# … {left_out} more lines under the *Battle* button"
    assert lines == [*whole[:begins], more, *whole[begins + left_out :]], "the moves before the battle are narrated"
    assert left_out > 1 and len(lines) == begins + MAX_BATTLE_LINES
    await take_turn(world["Bartek"], by_chance(1))
    old = next(message for message in world.messages() if "more lines under" in message.text)
    assert list(old.buttons) == ["Battle"], "under an outdated board, its battle can still be viewed"
    assert (await world["Celina"].click(_FILM, on=old)).text.splitlines() == whole


async def test_the_film_of_a_battle_shows_the_events_after_its_choices(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _ASSASSINS, _BATTLE)
    await begin(world)
    await world["Ada"].slash("play", move="order-battle confirm")
    await world["Bartek"].slash("play", move="b1 confirm")
    await world["Ada"].slash("play", move="d4 confirm")
    film = await world["Celina"].click(_FILM)
    assert frames(film) > 1
    assert "Assassin on c5 stabs the Pikeman on b1" in film.text


async def test_a_turn_without_a_battle_has_no_battle_film(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, _PLAIN, _BATTLE)
    board = await begin(world)
    assert not any(_FILM in button for button in board.buttons.values())
    await world["Ada"].slash("play", move="end confirm")
    assert not any(_FILM in button for button in world.newest().buttons.values())


async def test_own_view_works_before_anything_is_on_the_board(world: World) -> None:
    await begin(world)
    for name in ("Ada", "Celina"):
        assert "The battle is over." in (await world[name].slash("board", show="battle")).text
        lines = (await world[name].slash("board", show="discards")).text.splitlines()
        assert [line for line in lines if line.endswith(": nothing discarded")]
        assert not any(line.startswith(":") for line in lines), "it does not say whose discards they are"


@pytest.mark.usefixtures("pictures")
async def test_own_view_works_after_the_end_of_the_match(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, _PLAIN, _BATTLE)
    await begin(world)
    await world["Ada"].slash("play", move="order-battle confirm")
    sure = await world["Ada"].slash("match resign")
    await world["Ada"].click("press:resign:", on=sure)
    assert "Victory for " in world.newest().text and ": resignation." in world.newest().text
    for wish in ("battle", "discards"):
        assert (await world["Celina"].slash("board", show=wish)).png


@pytest.mark.parametrize(
    ("name", "words"), [("Ada", "shows all hands and tiles."), ("Bartek", "pokazuje wszystkie ręce i żetony.")]
)
async def test_the_panel_says_where_the_other_hands_and_tiles_are(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str, words: str
) -> None:
    lay(monkeypatch, _PLAIN, _BATTLE, turn="AB"[name == "Bartek"])
    await begin(world)
    panel = await open_panel(world[name])
    assert words in panel.text.splitlines()[0]
    assert words not in (await pick(world[name], panel, offered(panel)[0])).text
