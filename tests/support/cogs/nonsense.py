"""Meaningless input, and checks that an answer to it is friendly."""

from __future__ import annotations

from tests.support.world import Answer

NONSENSE = {
    "spaces": "   ",
    "long": "x" * 4000,
    "long words": "leader " * 570,
    "emoji": "🐉🏰👩‍👩‍👧‍👦 ⚔️",
    "right to left": "\u202eשלום عليكم\u202c \u200f",
    "everyone": "@everyone @here",
    "mentions": "<@1456074443980800007> <@&1456074443980800001> <#1456074443980800005> <@1456074443980800008>",
    "markdown": "# **x** ||y|| `z` ```\n> q\n[a](https://example.org) ~~s~~ ***",
    "sql": "'; DROP TABLE matches; --\" OR 1=1",
    "fields": "{word} {0} {reason!r:>999999} %s %(x)d {",
    "controls": "\x00\x07\r\n\t\u2028\ufeff\u0000",
    "zalgo": "l\u0338\u0321e\u0334a\u0336d\u0337e\u0335r\u0338" * 40,
    "commas": ",,,;;,=,=;",
    "numbers": "99999999999999999999999999 -1 0x10 ١٢٣",
    "hieroglyphs": "𓀀 𓂀 𓆣",
}


def friendly(answer: Answer, about: str = "") -> None:
    """Assert that the answer is private, has text, and is not an apology for an internal error."""
    assert answer.acknowledged and answer.ephemeral, about
    assert answer.all_text.strip(), about
    assert "Something went wrong" not in answer.all_text, about
