"""The package described by pyproject matches the files."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import engine

ROOT = Path(__file__).parents[2]
ROOMS = ("cogs", "db", "engine", "locales", "render", "search", "table", "workers")


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(file: str) -> list[str]:
    """The requirements that a file adds to those of the files it includes."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r "))]


def test_every_data_file_is_in_the_package() -> None:
    patterns = pyproject()["tool"]["setuptools"]["package-data"]["*"]
    data = [
        file
        for room in ROOMS
        for file in (ROOT / room).rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc")
    ]
    assert {file.suffix for file in data} >= {".toml", ".md", ".po", ".sql", ".js", ".css"}
    assert [str(file) for file in data if not any(fnmatch(file.name, pattern) for pattern in patterns)] == []


def test_every_room_is_packaged_and_typed() -> None:
    found = pyproject()["tool"]["setuptools"]["packages"]["find"]["include"]
    assert sorted(found) == [f"{room}*" for room in ROOMS]
    assert sorted(pyproject()["tool"]["importlinter"]["root_packages"]) == list(ROOMS)
    assert [room for room in ROOMS if not (ROOT / room / "py.typed").is_file()] == []


def test_package_extras_match_the_requirement_files() -> None:
    extras = pyproject()["project"]["optional-dependencies"]
    assert extras["local"] == pins("requirements-local.txt")
    assert extras["postgres"] == pins("requirements-postgres.txt")
    assert extras["dev"] == ["arena-post[local,postgres]", *pins("requirements-dev.txt")]
    assert (ROOT / "requirements-local.txt").read_text().startswith("-r requirements.txt\n")
    assert (ROOT / "requirements-postgres.txt").read_text().startswith("-r requirements.txt\n")
    included = "-r requirements-local.txt\n-r requirements-postgres.txt\n"
    assert (ROOT / "requirements-dev.txt").read_text().startswith(included)


def test_the_version_is_defined_once() -> None:
    assert "version" in pyproject()["project"]["dynamic"]
    assert pyproject()["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "engine.__version__"}
    assert f"## [{engine.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_workflow_runs_the_tests_on_every_supported_python() -> None:
    workflow = (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8")
    oldest = pyproject()["project"]["requires-python"].removeprefix(">=")
    assert f'python: ["{oldest}", ' in workflow
    assert "./.ci/run" in workflow and "{{ secrets" not in workflow


def test_hooks_run_the_same_checks_as_the_test_command() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    for check in ("-m ruff check", "-m ruff format", "-m mypy", "importlinter.cli"):
        assert check in hooks and check in (ROOT / "test").read_text(encoding="utf-8")
