"""The command line of `python -m bench`: groups are selected by name, and nothing is measured by mistake."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bench import __main__ as bench
from bench.rows import Row

MEASURED = Row("a figure", "1 ms", "2 ms", 0.5, "≤ 1", met=True)
MISSED = Row("another", "3 ms", "2 ms", 1.5, "≤ 1", met=False)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the measured groups; `memory` fails its bar."""
    found: list[str] = []

    def measure(groups: Sequence[str]) -> list[Row]:
        found.extend(groups)
        return [MISSED if name == "memory" else MEASURED for name in groups]

    monkeypatch.setattr(bench, "measure", measure)
    return found


def test_help_lists_the_groups_and_measures_nothing(measured: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(["--help"])
    shown = capsys.readouterr().out
    assert ended.value.code == 0 and not measured
    assert all(f"\n  {name} " in shown for name in (*bench.GROUPS, *bench.COMMANDS))


@pytest.mark.parametrize("words", [["forkz"], ["forks", "forkz"], ["--forks"], ["forks", "strength"]])
def test_an_unknown_group_is_an_error(
    words: list[str], measured: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(words)
    assert ended.value.code == 2 and not measured and words[-1] in capsys.readouterr().err


def test_named_groups_are_measured_and_without_a_name_all_of_them(measured: list[str]) -> None:
    assert bench.main(["forks", "play"]) == 0 and measured == ["forks", "play"]
    measured.clear()
    assert bench.main([]) == 1 and measured == [*bench.GROUPS]


def test_every_group_and_command_can_be_imported() -> None:
    for place, _ in (*bench.GROUPS.values(), *bench.COMMANDS.values()):
        assert callable(bench._named(place))


def test_a_group_defined_as_a_coroutine_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    async def rows() -> list[Row]:
        return [MEASURED]

    monkeypatch.setattr(bench, "_named", lambda place: rows if place.startswith("due") else lambda: [MISSED])
    assert bench.measure(["due", "forks"]) == [MISSED, MEASURED]
