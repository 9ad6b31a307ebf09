"""Commands in texts become clickable mentions; their options stay text."""

from __future__ import annotations

from cogs.ui.command_mentions import COMMAND_MENTIONS, CommandMentions
from tests.support.world import World

WORDS = (
    ("Use `/match new`.", "Use </match new:{match}>."),
    ("Start one with /match new.", "Start one with </match new:{match}>."),
    ("Zacznij przez /partia nowa.", "Zacznij przez </match new:{match}>."),
    ("`/prywatność eksport` da ci kopię", "</privacy export:{privacy}> da ci kopię"),
    ("(`/admin channels add`)", "(</admin channels add:{admin}>)"),
    ("/help, /board and /rules", "</help:{help}>, </board:{board}> and </rules:{rules}>"),
    ("Type `/play leader d2`.", "Type `/play leader d2`."),
    ("`/match new clock:3d` gives three days", "`/match new clock:3d` gives three days"),
    ("Start ./run, https://example.org/help and and/or", "Start ./run, https://example.org/help and and/or"),
    ("/match newer, /matches, /match", "/match newer, /matches, /match"),
)


async def test_commands_become_mentions(world: World) -> None:
    ids = {command["name"]: command["id"] for command in world.env.backend.commands[None].values()}
    for words, mentions in WORDS:
        assert COMMAND_MENTIONS(words) == mentions.format_map(ids)


def test_before_discord_has_named_them_commands_stay_words() -> None:
    assert CommandMentions()("Use `/match new`.") == "Use `/match new`."


async def test_the_rules_about_the_bot_can_be_clicked(world: World) -> None:
    ada = world["Ada"]
    answer = await ada.slash("rules", query="how do I take a vacation")
    assert "</me vacation:" in answer.text and "`/me vacation`" not in answer.text
