"""/match review: the review of a finished match is made once and stored."""

from __future__ import annotations

import io
from collections.abc import Generator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest
from PIL import Image

from cogs.client.arena_bot import ArenaBot
from cogs.ui.interactions import reply
from engine.computers.review import Progress, Review, review
from engine.core.position import Position
from engine.core.record import Entry
from tests.support.cogs.inline_worker import InlineWorker
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import RESIGN, begin, polish, quick, take_turn
from tests.support.cogs.reviewing import quick_review
from tests.support.world import Answer, World
from workers.job import Job
from workers.job_queue import ProcessLost

RECORDS = Path(__file__).parents[2] / "records"
IMPORTED = (
    "leaders-advanced-repetition", "monolith-four-resigned", "tashkalar-melee-three-agreed", "knockdown-hidden-agreed",
)  # fmt: skip


@pytest.fixture(autouse=True)
def reviewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reviews at once, without a worker process."""
    monkeypatch.setattr("workers.review_jobs.review", quick_review)


def no_more_jobs(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every further background job fail."""
    monkeypatch.setattr(cast(ArenaBot, world.bot).reviewing, "run", None)


async def finished(world: World, *names: str) -> None:
    """A match in which these people have moved, before Bartek resigned."""
    await begin(world)
    for name in names:
        await take_turn(world[name], quick)
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))


def _leading_to(page: int, shown: Answer) -> str:
    """The button that leads to a page, in any language."""
    return next(one for one in shown.buttons.values() if one.endswith(f":{page}"))


async def test_a_review_shows_the_chart_and_the_turning_points(world: World) -> None:
    await finished(world, "Ada", "Bartek", "Ada", "Bartek")
    before = len(world.messages())
    answer = await world["Ada"].slash("match review")
    assert answer.ephemeral and len(world.messages()) == before
    assert answer.text.startswith("### Match 1, Leaders: a review")
    assert f"**Gold** {world['Ada'].mention}: accuracy" in answer.text
    assert answer.file_names == ["chart.png"]
    assert "Chances of Gold: " in answer.alt
    for n in (1, 2, 3):
        answer = await world["Ada"].click(f"Turning point {n}", on=answer)
        head = answer.text.splitlines()[0]
        assert head.startswith(f"**{n}. Move ") and "→" in head
        assert answer.text.count("Played: ") == answer.text.count("Better: ") == 1
        assert "Sure: better in 11 of 12 tries, ± 4%." in answer.text
        assert answer.file_names == [f"moment-{n}-played.png"]
        assert head.endswith("60% → 10%**") == (n == 1)
    await world.restart()
    answer = await world["Ada"].click("Show what was better", on=answer)
    assert answer.file_names == ["moment-3-better.png"] and answer.text.splitlines()[0] == head
    answer = await world["Ada"].click("Overview", on=answer)
    assert answer.file_names == ["chart.png"] and len(world.messages()) == before


async def test_a_public_review_can_be_paged_in_the_language_of_the_match(world: World) -> None:
    await finished(world, "Ada", "Bartek")
    shown = await world["Celina"].slash("match review", public=True)
    turned = await world["Bartek"].click("Turning point 1", on=shown)
    assert turned.id == shown.id and not turned.ephemeral and "Played: " in turned.text


async def test_a_private_review_is_in_the_readers_language(world: World) -> None:
    await finished(world, "Ada", "Bartek")
    his = await world["Bartek"].slash("match review")
    assert "Mistrz" in his.text and "accuracy" not in his.text and polish("Leaders") in his.text
    turned = await world["Bartek"].click(_leading_to(1, his), on=his)
    assert polish("Played: {what}").partition("{")[0] in turned.text
    assert "lepiej w 11 z 12 prób, ± 4%" in turned.text


async def test_a_review_is_stored_and_shown_at_once_the_second_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(world, "Ada", "Bartek")
    first = await world["Ada"].slash("match review")
    await world.restart()
    no_more_jobs(world, monkeypatch)
    assert (await world["Ada"].slash("match review")).text == first.text
    pressed = await world["Ada"].click("press:review:", on=world.board())
    assert pressed.ephemeral and pressed.text == first.text
    shown = await world["Celina"].slash("match review", public=True)
    assert not shown.ephemeral and shown.text == first.text


async def test_the_answer_shows_the_progress_while_the_review_is_made(
    world: World, watch: MessageWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(world, "Ada", "Bartek")
    shown = Event()

    async def show(*what: Any) -> None:
        await reply(*what)
        shown.set()

    def slow_review(start: Position, entries: Sequence[Entry]) -> Generator[Progress, None, Review]:
        """Waits in the middle, until the test has seen the progress."""
        yield 1, 3
        assert shown.wait(20)
        return (yield from quick_review(start, entries))

    monkeypatch.setattr("workers.review_jobs.review", slow_review)
    monkeypatch.setattr("cogs.match.review_panel.reply", show)
    monkeypatch.setattr(world.bot, "clock", count(1000.0).__next__)
    answer = await world["Celina"].slash("match review")
    texts = [words for one in watch.sent(world["Celina"]) for words in one.words if words.startswith("Reviewing")]
    assert texts[0] == "Reviewing the match: decision 1 of 3"
    assert "Looking" not in answer.text


async def test_a_running_match_is_not_reviewed_but_the_previous_one_is(world: World) -> None:
    await begin(world)
    assert (await world["Ada"].slash("match review")).all_text == "A match can be reviewed when it is over."
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))
    await begin(world)
    answer = await world["Ada"].slash("match review")
    assert "Match 1, Leaders: a review" in answer.text
    assert "No decision lowered anyone's winning chances by more than 5%" in answer.text and answer.file_names == [
        "chart.png"
    ]
    assert "over" in (await world["Ada"].slash("match review", match_number=2)).all_text


async def test_a_review_can_be_requested_again_after_its_process_died(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(world, "Ada", "Bartek")

    def lost(_: InlineWorker, job: Job) -> None:
        raise ProcessLost("killed")

    with monkeypatch.context() as patch:
        patch.setattr(InlineWorker, "give", lost)
        assert "accuracy" not in (await world["Ada"].slash("match review")).text
    assert "ProcessLost: killed" in world.complaints.pop()
    assert "accuracy" in (await world["Ada"].slash("match review")).text


@pytest.mark.parametrize(
    "name",
    [
        "leaders-advanced-repetition",
        "monolith-four-resigned",
        "tashkalar-melee-three-agreed",
        "knockdown-hidden-agreed",
    ],
)
async def test_imported_matches_of_every_game_can_be_reviewed(world: World, name: str) -> None:
    data = (RECORDS / f"{name}.json").read_bytes()
    await world["Celina"].slash("match import", file=("match.json", data))
    for person in ("Celina", "Bartek"):
        answer = await world[person].slash("match review", match_number=1)
        for n in (1, 2, 3):
            answer = await world[person].click(_leading_to(n, answer), on=answer)
            assert answer.file_names == [f"moment-{n}-played.png"] and answer.text.count("60% →") == 1


async def test_a_complete_review_draws_real_pictures(
    world: World, pictures: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.review_jobs.review", partial(review, budget=0))
    await finished(world, "Ada")
    answer = await world["Ada"].slash("match review")
    with Image.open(io.BytesIO(answer.files["chart.png"])) as chart:
        assert chart.width == 1000
    assert "accuracy" in answer.text
    await world["Ada"].slash("me palette", palette="contrast")
    other = await world["Ada"].slash("match review")
    assert other.text == answer.text and other.files["chart.png"] != answer.files["chart.png"]
