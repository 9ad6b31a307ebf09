"""`python -m docs.scaffold KEY` writes a small playable game into every place where a game lives.

The template is `docs/scaffold/game`, where the game is called newgame; `docs/add-a-game.md` says how to continue.
"""

from __future__ import annotations

import argparse
import keyword
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from locales import mo_file, po_file

TEMPLATE = Path(__file__).parent / "game"
ROOT = Path(__file__).parents[2]
KEY = re.compile(r"[a-z][a-z0-9]{1,19}")
LONGEST_NAME = 40
FORBIDDEN = '"\\{}'
"""Characters that would end a text of the template or be replaced in it."""
ROOMS = ("engine", "render", "tests/engine", "tests/records", "tests/support/engine")

# File, pattern and replacement: the places that register a game. docs/add-a-game.md lists the others.
REGISTERED = (
    ("pyproject.toml", r"(?= \| computers\")", " | {key}"),
    ("engine/registry.py", r"(?=\nGAMES)", "from engine.{key}.game import GAME as {upper}\n"),
    ("engine/registry.py", r"(?<=KNOCKDOWN)(?=[,)])", ", {upper}"),
    ("render/registry.py", r"from render import \(?", r"\g<0>{key}, "),
    ("render/registry.py", r'(?<="knockdown": knockdown.RENDERER,\n)', '    "{key}": {key}.RENDERER,\n'),
    ("tests/records/make.py", r"from tests\.records import \(?", r"\g<0>{key}, "),
    ("tests/records/make.py", r"(?<=MODULES = \()", "{key}, "),
    (
        "tests/support/engine/subjects.py",
        r"(?=\nSUBJECTS)",
        "from tests.support.engine.{key}.laws import SUBJECT as {upper}\n",
    ),
    ("tests/support/engine/subjects.py", r"(?<=KNOCKDOWN)(?=[,)])", ", {upper}"),
    (
        "docs/voice.md",
        r"\Z",
        "\n### {name}\n\n| English | not | Polish | not |\n| --- | --- | --- | --- |\n| heap | pile | stos | kupka |\n",
    ),
)


class Files:
    """Writes files and can undo everything."""

    def __init__(self) -> None:
        self.written: list[Path] = []
        """Files that did not exist before."""
        self._before: dict[Path, bytes] = {}
        self._folders: list[Path] = []

    def write(self, file: Path, content: str | bytes) -> None:
        """Write a file, with the folders that it needs."""
        missing = [folder for folder in file.parents if not folder.exists()]
        self._folders += reversed(missing)
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists():
            self._before.setdefault(file, file.read_bytes())
        else:
            self.written.append(file)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def take_back(self) -> None:
        """Restore changed files; delete new files and new folders with their contents."""
        for file, content in self._before.items():
            file.write_bytes(content)
        for file in self.written:
            file.unlink(missing_ok=True)
        for folder in self._folders:
            if folder.exists():
                shutil.rmtree(folder)

    def python(self) -> list[str]:
        """The Python files that were written or changed."""
        return [str(file) for file in (*self.written, *self._before) if file.suffix == ".py"]


class Failed(Exception):
    """The reason why the game cannot be written."""


def renamed(words: str, key: str, name: str) -> str:
    """A text or path of the template with the new game's key and name."""
    title = "".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", key))
    return words.replace("newgame", key).replace("NewGame", title).replace("New Game", name)


def write_files(files: Files, key: str, name: str) -> None:
    """Copy the template into the rooms."""
    for file in sorted(TEMPLATE.rglob("*")):
        if file.suffix in (".py", ".toml", ".md"):
            target = ROOT / renamed(str(file.relative_to(TEMPLATE)), key, name)
            files.write(target, renamed(file.read_text("utf-8"), key, name))


def register(files: Files, key: str, game: str) -> None:
    """Enter the game in the registries."""
    for name, pattern, line in REGISTERED:
        file = ROOT / name
        edited, count = re.subn(pattern, line.format(key=key, upper=key.upper(), name=game), file.read_text("utf-8"))
        if count != 1:
            raise Failed(f"{name} has another shape than this program knows: {pattern} is there {count} times.")
        files.write(file, edited)


def translate(files: Files, key: str, name: str) -> None:
    """Add the template's Polish to the catalog, unless the catalog has its own."""
    from babel.messages.pofile import read_po  # which takes longer than refusing a key

    from locales.extract import read, to_mo, to_po, update

    catalog = read("pl")
    ours = renamed((TEMPLATE / "pl.po").read_text("utf-8"), key, name)
    for message in read_po(BytesIO(ours.encode()), locale="pl"):
        if message.id and catalog.get(message.id, message.context) is None:
            catalog.add(message.id, message.string, context=message.context)
    files.write(po_file("pl"), to_po(update(catalog)))
    files.write(mo_file("pl"), to_mo(read("pl")))


def tidy(files: Files) -> None:
    """Format and sort imports again, because names differ in length and order."""
    fold = ["format", "--quiet", "--no-cache"]
    for command in (fold, ["check", "--fix", "--quiet", "--no-cache"], fold):
        run("ruff", *command, *files.python())


def write_records(files: Files, key: str) -> None:
    """Play the game's recorded matches."""
    run("tests.records.make", key)
    files.written += sorted((ROOT / "tests" / "records").glob(f"{key}-*.json"))


def run(module: str, *arguments: str) -> None:
    """Run a Python module; its output becomes the reason if it fails."""
    asked = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{module} {arguments[0]} failed:\n{done.stdout}{done.stderr}")


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
    if not name.isprintable() or not 1 < len(name.strip()) <= LONGEST_NAME or set(name) & set(FORBIDDEN):
        parser.error(f"{name!r} cannot be a name: it has 2 to {LONGEST_NAME} characters, none of {FORBIDDEN}.")
    files = Files()
    try:
        write_files(files, key, name)
        register(files, key, name)
        tidy(files)
        translate(files, key, name)
        write_records(files, key)
    except BaseException as fault:
        files.take_back()
        if isinstance(fault, Failed):
            parser.exit(1, f"{fault}\nNothing was changed.\n")
        raise
    print(*(str(file.relative_to(ROOT)) for file in files.written), sep="\n")
    print("Edited:", *sorted({name for name, *_ in REGISTERED}), "locales/pl/LC_MESSAGES/arena.po", sep="\n")
    print(f"{name} can be played: ./run, then /match new game:{key}. Go on with docs/add-a-game.md.")


if __name__ == "__main__":
    main()
