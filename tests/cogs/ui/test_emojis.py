"""Emojis of pieces: uploaded once, then shown beside lines and options about the piece."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

import render
from cogs.client.emoji_upload import emblems, upload_emojis
from cogs.ui.emojis import EMOJIS, MAX_NAME_LENGTH, component_names, stem
from cogs.ui.layouts import MAX_STORY_LENGTH, markdown
from cogs.ui.voice import voice
from engine.core.text import Text, text
from engine.registry import GAMES
from table.outbox.outgoing import Line
from tests.support.cogs.play import CONFIRM, begin, offered, open_panel, pick
from tests.support.world import STUB, Seen, World

LEADER = re.compile(r"<:leaders_leader_[0-9a-f]{6}:\d+> ")


@pytest.fixture(autouse=True)
def stubs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw stubs, and begin without emojis from other tests."""
    monkeypatch.setattr(render, "emblem", lambda game, component: STUB)
    yield
    EMOJIS.learn(())


def emojis_of(panel: Seen) -> list[str]:
    """The names of the emojis on the panel's buttons and in its selects, in reading order."""
    controls = [part for part in panel.components if part.get("custom_id")]
    found = [one.get("emoji") for part in controls for one in part.get("options", [part])]
    return [emoji["name"][:-7] if emoji else "" for emoji in found]


async def uploaded(world: World) -> None:
    await upload_emojis(world.bot)
    await world.restart()


async def test_only_missing_emojis_are_uploaded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(emblems())
    assert count > 200
    assert (await upload_emojis(world.bot)).startswith(f"{count} emojis, {count} of them new.")
    assert (await upload_emojis(world.bot)).startswith(f"{count} emojis, 0 of them new.")
    data = STUB + b"changed"
    monkeypatch.setattr(render, "emblem", lambda game, component: data if component == "archer" else STUB)
    assert (await upload_emojis(world.bot)).startswith(f"{count} emojis, 1 of them new.")


async def test_uploading_emojis_waits_for_rate_limits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.client.emoji_upload.GAMES", {"leaders": GAMES["leaders"]})
    monkeypatch.setattr("cogs.ui.emojis.growing_pauses", lambda: iter((0, 0)))
    world.refuse("POST", "/applications/*/emojis", status=429)
    assert (await upload_emojis(world.bot)).startswith("19 emojis, 19 of them new.")


async def test_emojis_stand_before_events_and_options(world: World) -> None:
    await uploaded(world)
    await begin(world)
    panel = await open_panel(world["Ada"])
    assert emojis_of(panel)[0] == "leaders_leader" and not LEADER.search(panel.text)
    panel = await pick(world["Ada"], panel, "leader")
    assert set(emojis_of(panel)) == {""}
    panel = await pick(world["Ada"], panel, "e1")
    assert LEADER.search(panel.text)
    recruits = [*emojis_of(panel)[:3]]
    assert recruits == [f"leaders_{code.replace('-', '_')}" for code in offered(panel)[:3]]
    while not any(CONFIRM in one for one in panel.buttons.values()):
        panel = await pick(world["Ada"], panel, offered(panel)[0])
    await world["Ada"].click(CONFIRM, on=panel)
    story = world.board().text.splitlines()
    assert any(re.fullmatch(r"<:leaders_leader_\w{6}:\d+> Gold: Leader d1 → e1", line) for line in story)


async def test_without_emojis_everything_works_as_before(world: World) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    assert set(emojis_of(panel)) == {""}


async def test_a_deleted_emoji_does_not_stop_a_match(world: World) -> None:
    await uploaded(world)
    await begin(world)
    world.refuse("PATCH", "/webhooks/*/*/messages/@original", status=400, code=50035, text="Invalid emoji")
    with world.forgiving():
        panel = await open_panel(world["Ada"])
    assert "Leader on d1" in panel.buttons and set(emojis_of(panel)) == {""}


@pytest.mark.parametrize("game", GAMES)
def test_emoji_names_within_a_game_differ(game: str) -> None:
    stems = {stem(game, name) for name in component_names(game)}
    assert len(stems) == len(component_names(game))


def test_emoji_names_fit_discord() -> None:
    assert all(re.fullmatch(r"[a-z0-9_]{2,32}", name) and len(name) <= MAX_NAME_LENGTH for name in emblems())


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (text("{side}: {by} moves the {who:acc}", side=Text("Gold"), by=Text("Archer"), who=Text("Leader")), "archer"),
        (text("{line} ({why})", why="x", line=text("{who} on {at}", who=Text("Cub"), at="d1")), "cub"),
        (text("{side} wins", side=Text("Leader")), None),
        (text("{way}: {what}", way=Text("Move"), what=Text("Leader")), None),
    ],
)
def test_a_lines_emoji_is_that_of_the_first_thing_it_names(words: Text, name: str | None) -> None:
    EMOJIS.learn([(f"leaders_{one}_123abc", number) for number, one in enumerate(("archer", "cub", "leader"), 1)])
    found = EMOJIS.of("leaders", words)
    assert (found.name if found else None) == (f"leaders_{name}_123abc" if name else None)


def test_a_text_too_long_with_emojis_has_none() -> None:
    EMOJIS.learn([("leaders_archer_123abc", 1), ("leaders_archer_000000", 7)])
    line = Line(text("{who} goes a long way", who=Text("Archer")), "story")
    speak = voice("en")
    assert markdown([line], speak, "leaders") == "<:leaders_archer_000000:7> Archer goes a long way"
    many = markdown(islice(iter(lambda: line, None), 100), speak, "leaders")
    assert len(many) <= MAX_STORY_LENGTH and "<" not in many
