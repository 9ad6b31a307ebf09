"""`python -m docs.scaffold KEY` writes a small playable game into every place where a game lives.

The game is taken from `docs/scaffold/game`, where it is called newgame; `docs/add-a-game.md` tells how to go on.
"""

from __future__ import annotations

import argparse
import keyword
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from locales import mo_file, po_file

TEMPLATE = Path(__file__).parent / "game"
ROOT = Path(__file__).parents[2]
KEY = re.compile(r"[a-z][a-z0-9]{1,19}")
ROOMS = ("engine", "render", "tests/engine", "tests/records", "tests/support/engine")

# File, pattern and what takes its place: here a game is registered. docs/add-a-game.md lists where else one is named.
REGISTERED = (
    ("engine/registry.py", r"(?=\nGAMES)", "from engine.{key}.game import GAME as {upper}\n"),
    ("engine/registry.py", r"(?<=KNOCKDOWN)(?=[,)])", ", {upper}"),
    ("render/registry.py", r"(?<=from render import )", "{key}, "),
    ("render/registry.py", r'(?<="knockdown": knockdown.RENDERER,\n)', '    "{key}": {key}.RENDERER,\n'),
    ("tests/records/make.py", r"(?<=from tests.records import )", "{key}, "),
    ("tests/records/make.py", r"(?<=for game in \()", "{key}, "),
    (
        "tests/support/engine/subjects.py",
        r"(?=\nSUBJECTS)",
        "from tests.support.engine.{key}.laws import SUBJECT as {upper}\n",
    ),
    (
        "tests/support/engine/readings.py",
        r"(?<=from engine.registry import EARLIER, GAMES\n)",
        "from tests.support.engine.{key}.readings import CHANGE as {upper}\n",
    ),
    ("tests/support/engine/readings.py", r"(?<=_one_action_less\),\n)", '    "{key}": {upper},\n'),
    ("tests/support/engine/subjects.py", r"(?<=KNOCKDOWN)(?=[,)])", ", {upper}"),
    (
        "docs/voice.md",
        r"\Z",
        "\n### {name}\n\n| English | not | Polish | not |\n| --- | --- | --- | --- |\n| heap | pile | stos | kupka |\n",
    ),
)

WRITE_RECORDS = """
from tests.records import {key}, make
for name, record in {key}.everything().items():
    (make.HERE / f"{{name}}.json").write_text(make.in_lines(record), encoding="utf-8")
"""


def renamed(words: str, key: str, name: str) -> str:
    """A text or path of the template with the game's own names in it."""
    title = "".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", key))
    return words.replace("newgame", key).replace("NewGame", title).replace("New Game", name)


def write_files(key: str, name: str) -> list[Path]:
    """Copy the template into the rooms; the files that were written."""
    written = []
    for file in sorted(TEMPLATE.rglob("*")):
        if file.suffix not in (".py", ".toml", ".md"):
            continue
        target = ROOT / renamed(str(file.relative_to(TEMPLATE)), key, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(file.read_text("utf-8"), key, name), "utf-8")
        written.append(target)
    return written


def register(key: str, game: str) -> list[Path]:
    """Name the game in the registries; the files that were changed."""
    for name, pattern, line in REGISTERED:
        file = ROOT / name
        edited, count = re.subn(pattern, line.format(key=key, upper=key.upper(), name=game), file.read_text("utf-8"))
        if count != 1:
            raise SystemExit(f"{name} has another shape than this program knows: {pattern} is there {count} times.")
        file.write_text(edited, "utf-8")
    return sorted({ROOT / name for name, _, _ in REGISTERED})


def translate(key: str, name: str) -> None:
    """Add the template's Polish to the catalogue, where the catalogue has none of its own."""
    from babel.messages.pofile import read_po  # which takes longer than to refuse a key

    from locales.extract import read, to_mo, to_po, update

    catalog = read("pl")
    ours = renamed((TEMPLATE / "pl.po").read_text("utf-8"), key, name)
    for message in read_po(BytesIO(ours.encode()), locale="pl"):
        if message.id and catalog.get(message.id, message.context) is None:
            catalog.add(message.id, message.string, context=message.context)
    po_file("pl").write_text(to_po(update(catalog)), "utf-8")
    mo_file("pl").write_bytes(to_mo(read("pl")))


def tidy(files: list[Path]) -> None:
    """Sort imports and fold lines again, for names differ in length and order."""
    python = [str(file) for file in files if file.suffix == ".py"]
    for command in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *python], cwd=ROOT, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.scaffold", description="Write a small playable game.")
    parser.add_argument("key", help="the game's key in code, commands and rule ids: lower-case letters and digits")
    parser.add_argument("--name", help="the game's name as people see it (default: the key with a capital letter)")
    given = parser.parse_args()
    key, name = given.key, given.name or given.key.capitalize()
    if not KEY.fullmatch(key) or keyword.iskeyword(key) or "newgame" in key:
        parser.error(f"{key} cannot be a key: it has two to twenty lower-case letters and digits, a letter first.")
    if any((ROOT / room / name).exists() for room in ROOMS for name in (key, f"{key}.py")):
        parser.error(f"{key} is there already.")
    files = write_files(key, name)
    tidy([*files, *register(key, name)])
    translate(key, name)
    subprocess.run([sys.executable, "-c", WRITE_RECORDS.format(key=key)], cwd=ROOT, check=True)
    print(*(str(file.relative_to(ROOT)) for file in files), sep="\n")
    print(f"{name} can be played: ./run, then /match new game:{key}. Go on with docs/add-a-game.md.")


if __name__ == "__main__":
    main()
