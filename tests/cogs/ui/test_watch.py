"""The watch on sent messages: it detects the faults that it is made for."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.support.cogs.message_watch import MessageWatch, Sent, too_much
from tests.support.cogs.play import begin
from tests.support.world import World


async def post(world: World, words: str, **more: Any) -> None:
    channel = world.bot.get_channel(world.channel().id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(words, **more)
    await world.env.settle()


async def test_the_watch_notices_pings_of_people_who_are_not_asked(world: World, watch: MessageWatch) -> None:
    await begin(world)
    await post(world, world["Bartek"].mention, allowed_mentions=discord.AllowedMentions.all())
    assert len(watch.wrong_pings) == 1
    watch.wrong_pings.clear()


async def test_the_watch_notices_pings_of_everyone(world: World, watch: MessageWatch) -> None:
    await post(world, "@everyone", allowed_mentions=discord.AllowedMentions.all())
    assert len(watch.wrong_pings) == 1
    watch.wrong_pings.clear()


async def test_the_watch_ignores_mentions_that_do_not_ping(world: World, watch: MessageWatch) -> None:
    await post(world, f"@everyone {world['Bartek'].mention}")
    assert watch.wrong_pings == []


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2001},
        {"components": [{"type": 10, "content": "x" * 2500}, {"type": 10, "content": "x" * 2500}]},
        {"components": [{"type": 2, "label": "x", "custom_id": f"id{n}"} for n in range(41)]},
        {"components": [{"type": 2, "label": "x", "custom_id": "same"}] * 2},
        {"components": [{"type": 2, "label": "x", "custom_id": "x" * 101}]},
        {"components": [{"type": 2, "label": "x" * 81, "custom_id": "x"}]},
        {"components": [{"type": 2, "label": "", "custom_id": "x"}]},
        {"components": [{"type": 3, "custom_id": "x", "options": []}]},
        {"components": [{"type": 3, "custom_id": "x", "options": [{"label": "x" * 101, "value": "x"}]}]},
        {"components": [{"type": 3, "custom_id": "x", "options": [{"label": "x", "value": "x"}] * 2}]},
        {"components": [{"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}]},
        {"components": [{"type": 12, "items": [{"description": "x" * 1025}]}]},
        {"attachments": [{"filename": "board.png"}]},
        {"choices": [{"name": "x", "value": "x"}] * 26},
        {"choices": [{"name": "x", "value": "x" * 101}]},
    ],
)
def test_the_watch_notices_messages_that_discord_would_refuse(body: dict[str, Any]) -> None:
    assert list(too_much(Sent(None, body)))


async def test_the_watch_reads_everything_that_is_sent(world: World, watch: MessageWatch) -> None:
    await begin(world)
    await world["Ada"].slash("play")
    await world["Ada"].suggest("play", "move", "")
    words = [words for one in watch.sent() for words in one.words]
    assert any("would like to play" in one for one in words)
    assert "Which character acts?" in "\n".join(words)
    assert "leader · Leader on d1" in words
    assert all(one.to == world["Ada"].id for one in watch.sent(world["Ada"]))
