"""A command typed as one line at the local table runs in either language, or gets an error message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.local.typed import UnreadableLine, is_command, read_command
from tests.support.local.table import Page, local_table


def _option(name: str, kind: str = "string", label: str = "", **more: Any) -> dict[str, Any]:
    plain = {"name": name, "label": label or name, "type": kind, "required": False, "choices": []}
    return {**plain, **more}


LEVELS = [{"name": "Novice", "value": 1}, {"name": "Veteran", "value": 3}]
NEW = {
    "invocation": "partia nowa",
    "otherName": "match new",
    "options": [
        _option("game", label="gra", required=True),
        _option("opponent", "user", "przeciwnik"),
        _option("players", "integer", "gracze"),
        _option("rated", "boolean", "rankingowa"),
        _option("level", "integer", "poziom", choices=LEVELS),
    ],
}
RULES = {"invocation": "rules", "otherName": "zasady", "options": [_option("query"), _option("game")]}
SHOW = {"invocation": "match show", "options": [_option("words"), _option("number", "integer")]}
IMPORT = {"invocation": "match import", "options": [_option("file", "attachment", required=True)]}
HELP = {"invocation": "help", "options": []}
COMMANDS: list[dict[str, Any]] = [NEW, RULES, SHOW, IMPORT, HELP]
NAMED = {"bartek": "7", "arena post": "8"}


@pytest.mark.parametrize(
    ("line", "entry", "options"),
    [
        ("/rules How do I win?", RULES, {"query": "How do I win?"}),
        ("/Zasady  czy można: blokować? game:leaders", RULES, {"query": "czy można: blokować?", "game": "leaders"}),
        ("/rules", RULES, {}),
        ("/help ", HELP, {}),
        ("/match new game:leaders", NEW, {"game": "leaders"}),
        ("/match new leaders", NEW, {"game": "leaders"}),
        ("/match new game:leaders opponent:@Bartek", NEW, {"game": "leaders", "opponent": "7"}),
        (
            "/partia nowa gra:starcie wodzów przeciwnik:@Arena Post poziom:veteran rankingowa:nie gracze:2",
            NEW,
            {"game": "starcie wodzów", "opponent": "8", "level": "3", "rated": False, "players": "2"},
        ),
        ("/match show 12", SHOW, {"number": "12"}),
    ],
)
def test_a_typed_line_is_parsed_as_command_and_options(
    line: str, entry: dict[str, Any], options: dict[str, Any]
) -> None:
    assert is_command(line)
    assert read_command(line, COMMANDS, NAMED) == (entry, options)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("/ruls How?", "There is no command /ruls. Type / to see all of them."),
        ("/match", "/match needs one more word: import, new, show."),
        ("/match news", "/match needs one more word: import, new, show."),
        ("/match new", "/partia nowa needs more. Type /partia nowa gra:…"),
        ("/match new game:leaders opponent:@Nobody", "I can't read “@Nobody” as przeciwnik."),
        ("/match new game:leaders players:two", "I can't read “two” as gracze."),
        ("/match new game:leaders level:9", "poziom is one of: Novice, Veteran."),
        ("/help me", "/help is typed alone, without “me”."),
        ("/match import record.json", "I can't read “record.json” after /match import. It takes: file:…"),
        ("/match import", "A file can't be typed. Press Enter after /match import, then choose it."),
    ],
)
def test_an_unreadable_line_says_what_to_type(line: str, says: str) -> None:
    with pytest.raises(UnreadableLine) as error:
        read_command(line, COMMANDS, NAMED)
    assert str(error.value.text) == says


def test_text_that_is_not_a_command_is_posted() -> None:
    assert not any(is_command(line) for line in ("hello", "yes/no", "/", "/ ", "// so"))


async def _say(page: Page, line: str) -> None:
    await page.act("send_message", content=line)


async def test_typed_commands_are_answered_in_both_languages_and_never_become_messages(database: Path) -> None:
    async with local_table(database) as table:
        ada, bartek = await table.page(0), await table.page(1)
        await _say(ada, "/rules How do I win? game:leaders")
        await ada.see("Aim of the game")
        await _say(bartek, "/zasady Jak wygrać? gra:leaders")
        await bartek.see("Cel gry")
        await _say(ada, "/match new game:leaders opponent:@Bartek")
        await bartek.see("'label': 'Join'")
        await _say(ada, "good luck")
        await bartek.see("good luck")
        texts = [message["content"] for message in bartek.state["messages"].values() if message["content"]]
        assert texts == ["good luck"]

        refused = await bartek.try_to("send_message", content="/zasaddy Jak wygrać?")
        assert refused["rejected"]
        assert refused["localNote"] == "Nie ma polecenia /zasaddy. Wpisz /, aby zobaczyć wszystkie."
