"""Processes on one machine know when another has ended; they know nothing about those of other machines."""

from __future__ import annotations

import os
import subprocess
import sys

from table.process_name import has_ended, own_name

NAME = "from table.process_name import own_name; print(own_name(), flush=True); input()"


def test_a_process_is_reported_as_ended_only_when_it_is_gone() -> None:
    with subprocess.Popen(
        [sys.executable, "-S", "-c", NAME], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        name = other.stdout.readline().rstrip("\n")
        assert not has_ended(name)
        other.kill()
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
        assert has_ended(name), "a zombie process counts as ended"
    assert has_ended(name)


def test_process_names_differ_and_the_asking_process_is_alive() -> None:
    first, second = own_name(), own_name()
    assert first != second and not has_ended(first)


def test_a_process_with_a_reused_id_is_not_confused_with_the_old_one() -> None:
    *rest, began = own_name().split(" ")
    assert has_ended(" ".join([*rest, str(int(began) - 1)]))


def test_processes_of_other_machines_are_unknown() -> None:
    host, chance, boot, space, pid, _ = own_name().split(" ")
    assert not has_ended(" ".join([host, chance, "another-boot", space, pid, "1"]))
    assert not has_ended(" ".join([host, chance, boot, "pid:[1]", pid, "1"]))
    assert not has_ended("one")
