"""Docstrings, comments and pages of the docs use plain American English: they match none of the patterns below."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.support.each import each

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile("`[^`]*`")
ROOMS = (
    *("bot.py", "bench", "cogs", "db", "docs", "engine", "examples", "locales", "render", "search", "table", "tests"),
    "workers",
)

PATTERNS = {
    r"^(Who|Whom|Whose|What|Of|From)\b": "What waits now.",
    r"(?i)\bwho(m|se)?(so)?ever\b": "Whoever asks waits for the same one.",
    r"(?i)\btold\b": "The log is told once.",
    r"(?i)\bso (much|many|long|often)\b": "The seconds that a write may take so long.",
    r"(?i)\bin vain\b": "Somebody has waited in vain.",
    r"(?i)\bfor ever\b": "Nobody waits for ever.",
    r"(?i)\b(anew|once more)\b": "The palette is computed anew.",
    r"(?i)\bany ?more\b": "The message is not edited any more.",
    r"(?i)\bno more(?=$|[.,:;])": "Its daily puzzle is posted no more.",
    r"(?i)\blately\b": "The events that happened lately.",
    r"(?i)\ball the same\b": "The work is done all the same.",
    r"(?i)\bnearer\b": "The nearer of two sections.",
    r"(?i)\bput off\b": "The row is put off.",
    r"(?i)\b(is|are|was|were) (waited|asked|looked) (for|at)\b": "Writes of a cancelled caller are waited for.",
    r"(?i)\bha(s|ve) gone on\b": "Raised when the match has gone on.",
    r"(?i)\btrouble that may pass\b": "Trouble that may pass is retried.",
    r"(?i)\bfor it (has|is)\b": "The rest may be a hole, for it is not read.",
    r"(?i)\bthe own\b": "The own side of the board.",
    r"(?i)\bfull stop\b": "The error's text without a full stop.",
    r"(?i)(colour|neighbour|catalogue|recognis|favour|labelled|behaviour|acknowledgement)": "The seat's colour.",
    r"(?i)(armour|cancelled|defence|fulfil\b|towards\b|afterwards\b|\bgrey\b)": "The read was cancelled.",
}
"""Regular expressions for phrases that an engineer has to read twice, and British spellings; each with an example."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the text of every docstring and comment of a module, or of every line of a page, without `code`."""
    source = path.read_text("utf-8")
    if path.suffix == ".md":
        yield from ((number, CODE.sub("", line)) for number, line in enumerate(source.splitlines(), 1))
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, CODE.sub("", " ".join(node.value.value.split()))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], CODE.sub("", token.string.lstrip("# "))


def modules(room: str) -> list[Path]:
    place = ROOT / room
    if place.is_file():
        return [place]
    return sorted([*place.rglob("*.py"), *(page for page in place.glob("*.md") if page.name != "voice.md")])


@each("room", ROOMS)
def test_docstrings_comments_and_pages_use_plain_words(room: str) -> None:
    found = [
        f"{module.relative_to(ROOT)}:{line}: {pattern} in {text!r}"
        for module in modules(room)
        for line, text in texts(module)
        for pattern in PATTERNS
        if re.search(pattern, text)
    ]
    advice = "Begin a docstring with a noun or a verb, and say it in the plain words of CONTRIBUTING.md, “Words”."
    assert not found, "\n".join((*found, advice))


@each(("pattern", "example"), PATTERNS.items())
def test_every_pattern_finds_its_example(pattern: str, example: str) -> None:
    assert re.search(pattern, example)
