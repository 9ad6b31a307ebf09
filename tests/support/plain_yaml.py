"""Reads the small part of YAML in which the files of `deploy/` are written; everything else is an error.

Block mappings and sequences, indented by two spaces; scalars on one line: plain, in quotes, or a JSON list or `{}`.
"""

from __future__ import annotations

import json
import re
from typing import Any

KEY = re.compile(r"([\w./-]+):(?: +(.*))?")


class Unreadable(Exception):
    """The line is beyond this part of YAML."""


def load(text: str) -> Any:
    """The document."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip()]
    rows = [(len(line) - len(line.lstrip(" ")), line.strip(), number) for number, line in lines]
    found, rest = _block(rows, 0)
    if rest:
        raise Unreadable(rest[0])
    return found


Row = tuple[int, str, int]


def _block(rows: list[Row], indent: int) -> tuple[Any, list[Row]]:
    """The mapping or sequence that begins here, and the rows after it."""
    found: Any = [] if rows[0][1].startswith("- ") else {}
    while rows and rows[0][0] == indent:
        (_, line, number), rows = rows[0], rows[1:]
        if isinstance(found, list) and line.startswith("- "):
            inside = line[2:].lstrip()
            if KEY.fullmatch(inside):  # a mapping that begins beside the dash
                item, rows = _block([(indent + 2, inside, number), *rows], indent + 2)
            else:
                item = _scalar(inside, number)
            found.append(item)
            continue
        key = KEY.fullmatch(line)
        if isinstance(found, list) or key is None or key[1] in found:
            raise Unreadable(number, line)
        if key[2]:
            found[key[1]] = _scalar(key[2], number)
        elif rows and rows[0][0] == indent + 2:
            found[key[1]], rows = _block(rows, indent + 2)
        else:
            raise Unreadable(number, line)
    if rows and rows[0][0] > indent:
        raise Unreadable(rows[0])
    return found, rows


def _scalar(written: str, number: int) -> Any:
    if written == "{}" or written[0] in '["':
        return json.loads(written)
    if written[0] == "'":
        if not re.fullmatch(r"'[^']*'", written):
            raise Unreadable(number, written)
        return written[1:-1]
    if written[0] in "&*!|>%@`{}],?-" or " #" in written or ": " in written or written.endswith(":"):
        raise Unreadable(number, written)
    if written in ("true", "false"):
        return written == "true"
    return int(written) if written.isdecimal() else written
