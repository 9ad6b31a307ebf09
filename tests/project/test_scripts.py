"""The two commands of the README, without a network: a stub Python records what it was asked to do."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import bot
from cogs.client.settings import TOKEN as TOKEN_NAME
from cogs.client.settings import settings
from tests.support.each import each

ROOT = Path(__file__).parents[2]
SCRIPTS = ("run", "test", "deploy/venv.sh", ".ci/run")
REQUIREMENTS = ("requirements.txt", "requirements-local.txt", "requirements-postgres.txt", "requirements-dev.txt")
TOOLS = ("sh", "cat", "dirname", "basename", "ls", "rm", "mkdir", "cp", "mktemp", "tee", "tail", "touch", "grep", "cut")
TOKEN = f"{'A' * 24}.{'B' * 6}.{'C' * 30}"

# Stands in for Python, venv, pip and uv; only settings.py is really run. Its arguments go to $LOG; OLD, NO_VENV,
# NO_NET and NO_UV name faults of the machine.
PYTHON = """#!/bin/sh
echo "$(basename "$0") $*" >>"$LOG"
case "$1 $2" in
    "-V ") echo "Python ${VERSION-3.11.2}" ;;
    "-c import sys"*)
        if [ "${OLD-}" ]; then exit 1; elif [ "${NO_VENV-}" ]; then exit 3; fi
        tail -n 1 "$0" | cut -c 2- ;;
    "-m venv")
        rm -rf "$4" && mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
    "-m uv") [ -z "${NO_UV-}" ] ;;
    "-m pip") if [ "${NO_NET-}" ]; then echo "no route to host"; exit 1; fi ;;
    "-m pytest") if [ "${BROKEN-}" ]; then echo "1 failed, 2 passed in 0.1s"; exit 1; fi; echo "3 passed in 0.1s" ;;
    "-m mypy") [ -z "${UNTYPED-}" ] ;;
    "-m tests.support.cpu_seconds") echo "CPU: $(tail -n 1)" ;;
    *settings.py*) exec "$REAL" "$@" ;;
    *bot.py*) echo "bot.py in $(pwd) with $2" ;;
esac
"""


class Machine:
    """A copy of the scripts in a folder with a space in its name, and a PATH with only the stub Python."""

    def __init__(self, home: Path) -> None:
        self.home, self.log = home / "arena post", home / "log"
        self.user: int | None = None
        for folder in ("deploy", "cogs/client"):
            (self.home / folder).mkdir(parents=True)
        for name in ("run", "test", "deploy/venv.sh", "cogs/client/settings.py"):
            shutil.copy(ROOT / name, self.home / name)
        for name in REQUIREMENTS:
            (self.home / name).write_text("discord.py==1\nuv==1\n")
        self.path = home / "bin"
        self.path.mkdir()
        self.places = [self.path]
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.path / tool).symlink_to(found)
        self.give_python("python3.11")

    def give_python(self, name: str, folder: Path | None = None, microseconds: int = 200) -> Path:
        """Install a stub Python that takes this long in the speed test."""
        python = (folder or self.path) / name
        python.write_text(f"{PYTHON}#{microseconds}\n")
        python.chmod(0o755)
        return python

    def start(self, script: str, *args: str, **broken: str) -> subprocess.CompletedProcess[str]:
        self.log.write_text("")
        path = os.pathsep.join(map(str, self.places))
        env = {"PATH": path, "LOG": str(self.log), "REAL": sys.executable, "TMPDIR": str(self.log.parent), **broken}
        return subprocess.run(
            [self.home / script, *args],
            env=env,
            cwd=self.path,
            user=self.user,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    def did(self, what: str) -> bool:
        return what in self.log.read_text()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_first_start_installs_and_runs_the_bot(machine: Machine) -> None:
    done = machine.start("run", "--help me")
    assert done.returncode == 0
    assert done.stderr == "Installing (once)…\n"
    assert machine.did("-m venv") and machine.did("-m pip install")
    assert done.stdout == f"bot.py in {machine.path} with --help me\n"


def test_a_second_start_installs_nothing(machine: Machine) -> None:
    machine.start("run")
    done = machine.start("run", "--local")
    assert (done.returncode, done.stderr) == (0, "")
    assert not machine.did("-m pip") and not machine.did("-m venv")


def test_changed_requirements_are_installed_into_the_environment(machine: Machine) -> None:
    machine.start("run")
    (machine.home / "requirements.txt").write_text("discord.py==2\n")
    machine.start("run")
    assert machine.did("-m pip install") and not machine.did("-m venv")


def test_another_python_version_installs_again(machine: Machine) -> None:
    machine.start("run")
    machine.start("run", VERSION="3.12.1")
    assert machine.did("-m pip install")


def test_a_failed_installation_shows_pips_output_and_is_repeated(machine: Machine) -> None:
    failed = machine.start("run", NO_NET="1")
    assert failed.returncode != 0
    assert "no route to host" in failed.stderr and "pip could not install requirements-local.txt" in failed.stderr
    assert not machine.did("bot.py")
    machine.start("run")
    assert machine.did("-m venv --clear") and machine.did("-m pip install") and machine.did("bot.py")


def test_a_failed_change_of_requirements_is_repeated(machine: Machine) -> None:
    machine.start("run")
    (machine.home / "requirements.txt").write_text("discord.py==2\n")
    machine.start("run", NO_NET="1")
    machine.start("run")
    assert machine.did("-m pip install")


def test_a_missing_python_is_reported_in_one_sentence(machine: Machine) -> None:
    (machine.path / "python3.11").unlink()
    done = machine.start("run")
    assert done.returncode != 0 and "needs Python 3.11 or newer" in done.stderr


def test_an_old_python_is_reported_in_one_sentence(machine: Machine) -> None:
    done = machine.start("run", OLD="1")
    assert done.returncode != 0 and "needs Python 3.11 or newer" in done.stderr


def test_a_missing_venv_module_is_reported_in_one_sentence(machine: Machine) -> None:
    done = machine.start("run", NO_VENV="1")
    assert done.returncode != 0 and "python3.11 lacks its venv module" in done.stderr


def test_a_newer_python_is_accepted(machine: Machine) -> None:
    (machine.path / "python3.11").unlink()
    machine.give_python("python3")
    assert machine.start("run").returncode == 0


def test_a_named_python_is_preferred(machine: Machine) -> None:
    machine.give_python("python3.13")
    machine.start("run", PYTHON="python3.13")
    assert machine.did("python3.13 -m venv") and not machine.did("python3.11 -m venv")


@pytest.mark.parametrize("times", [(300, 200), (200, 300)])
def test_the_faster_of_two_equal_pythons_is_used(machine: Machine, times: tuple[int, int]) -> None:
    pythons = []
    for number, microseconds in enumerate(times):
        folder = machine.path.parent / f"place {number}"
        folder.mkdir()
        pythons.append(machine.give_python("python3.11", folder, microseconds))
        machine.places.insert(number, folder)
    (machine.path / "python3.11").unlink()
    assert machine.start("run").returncode == 0
    taken = pythons[times.index(min(times))].read_text()
    assert (machine.home / ".venv/bin/python").read_text() == taken


def test_a_python_without_venv_is_not_used_however_fast(machine: Machine) -> None:
    lame = machine.path.parent / "lame"
    lame.mkdir()
    shim = machine.give_python("python3.11", lame, 1)
    shim.write_text(shim.read_text().replace("#!/bin/sh\n", "#!/bin/sh\nNO_VENV=1\n"))
    machine.places.insert(0, lame)
    assert machine.start("run").returncode == 0
    assert (machine.home / ".venv/bin/python").read_text() == (machine.path / "python3.11").read_text()


def test_tests_are_installed_by_uv_and_the_bot_by_pip(machine: Machine) -> None:
    machine.start("test")
    assert machine.did("-m pip install --quiet --no-input --disable-pip-version-check uv==1\n")
    assert machine.did("-m uv pip install") and not machine.did("--disable-pip-version-check -r")
    machine = Machine(machine.home.parent / "another")
    machine.start("run")
    assert machine.did("-m pip install") and not machine.did("-m uv")


def test_pip_is_used_if_uv_fails(machine: Machine) -> None:
    assert machine.start("test", NO_UV="1").returncode == 0
    assert machine.did("-m uv pip install") and machine.did("--disable-pip-version-check -r")


def test_the_test_command_ends_with_pytests_last_line(machine: Machine) -> None:
    done = machine.start("test", "tests/engine", "-k", "nemesis")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "3 passed in 0.1s"
    assert re.fullmatch(r"CPU: \d+m[\d.]+s \d+m[\d.]+s", done.stdout.splitlines()[-2])
    assert machine.did("tests/engine -k nemesis")
    for part in ("-m ruff check", "-m ruff format --check", "-m mypy", "importlinter", "requirements-dev.txt"):
        assert machine.did(part)


def test_a_failing_test_fails_the_command(machine: Machine) -> None:
    done = machine.start("test", BROKEN="1")
    assert done.returncode != 0
    assert done.stdout.splitlines()[-1] == "1 failed, 2 passed in 0.1s"


def test_a_failing_check_fails_the_command_after_all_checks_have_run(machine: Machine) -> None:
    done = machine.start("test", UNTYPED="1")
    assert done.returncode != 0 and machine.did("-m pytest")
    assert re.search(r"^mypy +FAILED$", done.stdout, re.MULTILINE)
    assert done.stdout.splitlines()[-1] == "3 passed in 0.1s"


def test_the_tests_installation_serves_the_bot(machine: Machine) -> None:
    machine.start("test")
    machine.start("run")
    assert not machine.did("-m pip")


@pytest.mark.parametrize("argv", [(), ("--port", "8743"), ("--local",)])
def test_the_local_table_installs_the_simulated_discord(machine: Machine, argv: tuple[str, ...]) -> None:
    machine.start("run", *argv)
    assert machine.did("requirements-local.txt")


def test_a_bot_with_a_token_does_not_install_the_simulated_discord(machine: Machine) -> None:
    done = machine.start("run", "--verbose", DISCORD_TOKEN=TOKEN)
    assert done.returncode == 0 and machine.did("bot.py")
    assert machine.did("requirements.txt") and not machine.did("requirements-local.txt")


@pytest.mark.parametrize("argv", [("--help",), ("-h",), ("--local", "--help")])
def test_help_installs_the_requirements_of_the_bot(machine: Machine, argv: tuple[str, ...]) -> None:
    machine.start("run", *argv)
    assert machine.did("requirements.txt") and not machine.did("requirements-local.txt")
    machine.start("run", DISCORD_TOKEN=TOKEN)
    assert not machine.did("-m pip")


def test_the_local_table_is_installed_on_first_use(machine: Machine) -> None:
    machine.start("run", DISCORD_TOKEN=TOKEN)
    machine.start("run", "--local", DISCORD_TOKEN=TOKEN)
    assert machine.did("requirements-local.txt") and not machine.did("-m venv")
    for argv in ((), ("--local",)):
        machine.start("run", *argv, DISCORD_TOKEN=TOKEN)
        assert not machine.did("-m pip")


@pytest.mark.parametrize(
    ("argv", "environment", "file", "installs"),
    [
        ((), "", "", False),
        ((), "postgresql://host/arena", "", True),
        ((), "", "ARENA_DB=postgres://host/arena\n", True),
        ((), "", "export ARENA_DB = 'postgresql://host/arena'\r\n", True),
        ((), "arena.sqlite3", "ARENA_DB=postgresql://host/arena\n", False),
        (("--db", "postgresql://host/arena"), "", "", True),
        (("--db=postgresql://host/arena",), "arena.sqlite3", "", True),
        (("--db", "arena.sqlite3"), "postgresql://host/arena", "", False),
        ((), "sqlite:postgresql", "", False),
    ],
)
def test_the_postgresql_driver_is_installed_if_the_database_needs_it(
    machine: Machine, argv: tuple[str, ...], environment: str, file: str, installs: bool
) -> None:
    (machine.home / ".env").write_bytes(file.encode())
    done = machine.start("run", *argv, DISCORD_TOKEN=TOKEN, ARENA_DB=environment)
    assert done.returncode == 0 and machine.did("bot.py")
    assert machine.did("requirements-postgres.txt") is installs
    machine.start("run", *argv, DISCORD_TOKEN=TOKEN, ARENA_DB=environment)
    assert not machine.did("-m pip")


def test_the_local_table_and_postgresql_can_be_installed_together(machine: Machine) -> None:
    machine.start("run", "--local", ARENA_DB="postgresql://host/arena")
    assert machine.did("requirements-local.txt") and machine.did("requirements-postgres.txt")


def test_an_interrupted_installation_is_repeated(machine: Machine) -> None:
    machine.start("run", DISCORD_TOKEN=TOKEN)
    assert machine.start("run", NO_NET="1").returncode != 0
    machine.start("run", DISCORD_TOKEN=TOKEN)
    assert machine.did("-m venv --clear") and machine.did("-m pip install") and machine.did("bot.py")


def test_an_environment_of_the_old_layout_is_brought_up_to_date(machine: Machine) -> None:
    """Its requirements were all in one file, with the simulated Discord; its stamp is outdated."""
    machine.start("run")
    (machine.home / ".venv/installed-requirements-local.txt").unlink()
    (machine.home / ".venv/installed-requirements.txt").write_text("Python 3.11.2\ndiscord.py==1\nsimcord==1\n")
    machine.start("run", DISCORD_TOKEN=TOKEN)
    assert machine.did("requirements.txt") and not machine.did("-m venv")
    machine.start("run")
    assert machine.did("requirements-local.txt") and not machine.did("-m venv")


@pytest.mark.parametrize(
    "file",
    [
        "",
        "DISCORD_TOKEN=",
        "DISCORD_TOKEN=''\n",
        f"DISCORD_TOKEN={TOKEN}",
        f"# ours\r\nDISCORD_TOKEN={TOKEN}\r\n",
        "DISCORD_TOKEN=\r\n",
        f'  export DISCORD_TOKEN = "{TOKEN}"  \n',
        f"# DISCORD_TOKEN={TOKEN}\n",
        f"MY_DISCORD_TOKEN={TOKEN}\nDISCORD_TOKENS={TOKEN}\n",
        f"DISCORD_TOKEN={TOKEN}\nDISCORD_TOKEN=\n",
        f"DISCORD_TOKEN=\nARENA_DB=x\nDISCORD_TOKEN={TOKEN}\n",
    ],
)
def test_run_and_the_bot_read_the_same_token(machine: Machine, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    monkeypatch.delenv(TOKEN_NAME, raising=False)
    (machine.home / ".env").write_bytes(file.encode())
    found = settings(machine.home / ".env").get(TOKEN_NAME, "")
    machine.start("run")
    assert machine.did("requirements-local.txt") is (not found)


def test_a_user_without_write_access_gets_an_explanation() -> None:
    """A service user without a token: a new attempt would not help, and the installation stays unchanged."""
    with tempfile.TemporaryDirectory() as folder:  # not tmp_path, which other users cannot read
        Path(folder).chmod(0o755)
        machine = Machine(Path(folder))
        machine.start("run", "--help")
        machine.log.chmod(0o666)
        (machine.home / ".venv").chmod(0o555)
        machine.user = 65534 if os.geteuid() == 0 else None  # root may write everywhere
        refused = machine.start("run")
        assert refused.returncode == bot.MISCONFIGURED
        assert "requirements-local.txt has to be installed" in refused.stderr
        assert machine.start("run", DISCORD_TOKEN=TOKEN).returncode == 0
        assert not machine.did("-m pip")
        (machine.home / ".venv").chmod(0o755)


@each("script", SCRIPTS)
def test_scripts_pass_the_shell_linter(script: str) -> None:
    shell = "bash" if script == ".ci/run" else "sh"
    assert subprocess.run([shell, "-n", ROOT / script], check=False).returncode == 0


@pytest.mark.parametrize("script", ["run", "test", ".ci/run"])
def test_scripts_are_executable(script: str) -> None:
    assert (ROOT / script).stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize("file", REQUIREMENTS)
def test_every_requirement_is_pinned(file: str) -> None:
    lines = [line for line in (ROOT / file).read_text().splitlines() if line and not line.startswith(("#", "-r "))]
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+(\[\w+\])?==[\w.]+", line)] == []


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_contains_a_registry_or_a_machine_name() -> None:
    """The names are written in pieces, so that this file does not contain them either."""
    pattern = re.compile(
        r"/(?<![\w.]/)(root|work|home/\w+|Users/\w+|tmp/lab)\b/|py"
        r"pi\.|python"
        r"hosted|-index"
        r"-url|find"
        r"-links",
        re.IGNORECASE,
    )
    found = []
    for file in tracked():
        try:
            words = file.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{file.relative_to(ROOT)}: {match[0]}" for match in pattern.finditer(words)]
    assert found == []


def test_no_secret_is_tracked() -> None:
    assert [file.name for file in tracked() if file.name == ".env" or file.suffix in (".db", ".sqlite3")] == []
