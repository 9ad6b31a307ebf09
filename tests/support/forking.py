"""`--processes 4`: tests are collected once, then run by processes forked from the collecting one.

Each process begins with a share of neighboring tests, so that few fixtures are made twice; a process without tests
takes half of the busiest process's. Workers send test reports to the first process, which reports them as its own. If a
worker dies, the test it was running fails, and a new worker replaces it.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import pickle
import signal
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, chain, pairwise
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

EARLY = ("tests/browser/", "tests/sockets/", "tests/project/test_scaffold.py")
"""Tests that wait for other processes more than they compute; started late, they would delay the end."""
RUN = os.getpid()
"""The id of the process that collects the tests, equal in all processes forked from it."""
_NUMBER: list[int] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", type=int, default=1, metavar="N", help="run the tests in N processes")


def pytest_configure(config: pytest.Config) -> None:
    """Use a single process for interactive runs."""
    if config.option.processes > 1 and not config.option.usepdb and config.option.capture != "no":
        config.pluginmanager.register(Forking(config.option.processes))


def is_forked() -> bool:
    """Whether other processes run tests beside this one."""
    return bool(_NUMBER)


def shares(names: Sequence[str], processes: int) -> list[list[int]]:
    """The first tests of each process: some of the early ones, then its part of the others, all in order."""
    early = [[test for test, name in enumerate(names) if name.startswith(prefix)] for prefix in EARLY]
    others = [test for test, name in enumerate(names) if not name.startswith(EARLY)]
    bounds = [len(others) * process // processes for process in range(processes + 1)]
    parts = [others[begin:end] for begin, end in pairwise(bounds)]
    return [[*chain(*early[process::processes]), *part] for process, part in enumerate(parts)]


class Work:
    """The tests that each process still has to run, in memory shared by all of them.

    A process's next test cannot be taken from it, because pytest names it while the previous one runs.
    """

    def __init__(self, tests: Sequence[int]) -> None:
        """`tests` has the number of tests of each process; they are numbered consecutively."""
        self._lock = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as this)
        self._processes = len(tests)
        self._stopped, self._running, self._next, self._end = range(4)
        self._table = memoryview(mmap.mmap(-1, 4 * 4 * len(tests))).cast("i")
        for process, (begin, end) in enumerate(pairwise(accumulate(tests, initial=0))):
            self._set(process, self._running, -1)
            self._set(process, self._next, begin)
            self._set(process, self._end, end)

    def take(self, process: int) -> int | None:
        """The next test of this process, marked as running; None if none is left."""
        with self._locked():
            test = self._found(process)
            self._set(process, self._running, -1 if test is None else test)
            if test is not None:
                self._set(process, self._next, test + 1)
            return test

    def peek(self, process: int) -> int | None:
        """The test that this process will run next."""
        with self._locked():
            return self._found(process)

    def left(self, process: int) -> bool:
        """Whether this process has tests that have not begun."""
        with self._locked():
            return self._get(process, self._stopped) == 0 and self._get(process, self._next) < self._get(
                process, self._end
            )

    def running(self, process: int) -> int:
        """The test that this process is running, −1 for none."""
        return self._get(process, self._running)

    def stop(self) -> None:
        """Start no further tests."""
        with self._locked():
            for process in range(self._processes):
                self._set(process, self._stopped, 1)

    def _found(self, process: int) -> int | None:
        if self._get(process, self._stopped):
            return None
        if self._get(process, self._next) == self._get(process, self._end):
            self._steal(process)
        test = self._get(process, self._next)
        return test if test < self._get(process, self._end) else None

    def _steal(self, process: int) -> None:
        """Take half of what the busiest process has after its next test."""

        def spare(other: int) -> int:
            return self._get(other, self._end) - self._get(other, self._next) - 1

        busiest = max(range(self._processes), key=spare)
        if spare(busiest) > 0:
            end = self._get(busiest, self._end)
            middle = end - (spare(busiest) + 1) // 2
            self._set(busiest, self._end, middle)
            self._set(process, self._next, middle)
            self._set(process, self._end, end)

    def _get(self, process: int, column: int) -> int:
        return self._table[4 * process + column]

    def _set(self, process: int, column: int, value: int) -> None:
        self._table[4 * process + column] = value

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock of a file, which the system releases when the process dies."""
        fcntl.lockf(self._lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._lock, fcntl.LOCK_UN)


class Worker:
    """In a forked process: runs tests and sends their reports to the first process."""

    def __init__(self, session: pytest.Session, work: Work, number: int, tell: Connection) -> None:
        self._session, self._work, self._number, self._tell = session, work, number, tell
        self._config = session.config
        self._begun = False

    def run(self) -> None:
        """Run tests until none is left."""
        self._begin()
        items = self._session.items
        while (test := self._work.take(self._number)) is not None:
            following = self._work.peek(self._number)
            item, nextitem = items[test], None if following is None else items[following]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        self._session._setupstate.teardown_exact(None)  # tests are left only after `stop`
        self._say("done", None)

    def _begin(self) -> None:
        """Create what processes cannot share: the files that capture output, and the folder for test files."""
        _NUMBER.append(self._number)
        capturing = self._config.pluginmanager.getplugin("capturemanager")
        assert capturing is not None
        capturing.stop_global_capturing()
        capturing.start_global_capturing()
        capturing.suspend_global_capture()
        factory: Any = self._config._tmp_path_factory  # type: ignore[attr-defined]
        factory._basetemp = factory.getbasetemp() / f"process-{self._number}-{os.getpid()}"
        factory._basetemp.mkdir(mode=0o700)
        self._config.pluginmanager.register(self, "forked")
        self._begun = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        to_plain = self._config.hook.pytest_report_to_serializable
        self._say("reports", [to_plain(config=self._config, report=report) for report in reports])
        return True

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: tuple[str, int, str] | None
    ) -> None:
        if self._begun:  # every new plugin is given the warnings from before the fork
            said = warning_message
            plain = warnings.WarningMessage(str(said.message), said.category, said.filename, said.lineno)
            self._say("warning", {"warning_message": plain, "when": when, "nodeid": nodeid, "location": location})

    def _say(self, kind: str, data: object) -> None:
        self._tell.send_bytes(pickle.dumps((kind, data), pickle.HIGHEST_PROTOCOL))


class _Process(NamedTuple):
    number: int
    pid: int
    hear: Connection


class Forking:
    """In the first process: forks the workers and reports their results."""

    def __init__(self, processes: int) -> None:
        self._wanted = processes
        self._running: list[_Process] = []
        self._reported = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        options = session.config.option
        if session.testsfailed or options.collectonly or not session.items:
            return None
        processes = min(self._wanted, len(session.items))
        parts = shares([item.nodeid for item in session.items], processes)
        session.items = [session.items[test] for test in chain(*parts)]
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        work = Work([len(part) for part in parts])
        try:
            for number in range(processes):
                self._fork(session, work, number)
            while self._running:
                self._hear(session, work)
        finally:
            for process in self._running:
                os.kill(process.pid, signal.SIGTERM)
                os.waitpid(process.pid, 0)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        if self._reported != len(session.items):
            raise RuntimeError(f"{self._reported} of {len(session.items)} tests were reported")
        return True

    def _fork(self, session: pytest.Session, work: Work, number: int) -> None:
        assert threading.active_count() == 1, f"a thread would be lost: {threading.enumerate()}"
        hear, tell = Pipe(duplex=False)
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            for other in self._running:
                other.hear.close()
            hear.close()
            _run_and_exit(Worker(session, work, number, tell))
        tell.close()
        self._running.append(_Process(number, pid, hear))

    def _hear(self, session: pytest.Session, work: Work) -> None:
        """Handle the workers' messages and ends."""
        told = wait([process.hear for process in self._running], timeout=1)
        for process in [*self._running]:
            if process.hear in told:
                try:
                    kind, data = pickle.loads(process.hear.recv_bytes())
                except EOFError:
                    self._over(session, work, process, os.waitpid(process.pid, 0)[1])
                else:
                    self._report(session, kind, data)
            elif not told and (ended := os.waitpid(process.pid, os.WNOHANG))[0] and not process.hear.poll():
                self._over(session, work, process, ended[1])  # a process started by it holds its end of the pipe
        if session.shouldfail or session.shouldstop:
            work.stop()

    def _report(self, session: pytest.Session, kind: str, data: Any) -> None:
        hook = session.config.hook
        if kind == "warning":
            hook.pytest_warning_recorded.call_historic(kwargs=data)
        elif kind == "reports":
            self._reported += 1
            for plain in data:
                report = hook.pytest_report_from_serializable(config=session.config, data=plain)
                hook.pytest_runtest_logreport(report=report)

    def _over(self, session: pytest.Session, work: Work, process: _Process, status: int) -> None:
        """Fail the test during which a worker died, and let a new worker continue with its remaining tests."""
        self._running.remove(process)
        process.hear.close()
        test = work.running(process.number)
        if status == 0 and test < 0:
            return
        code = os.waitstatus_to_exitcode(status)
        how = f"by signal {-code} ({signal.strsignal(-code)})" if code < 0 else f"with exit status {code}"
        if test < 0:
            raise RuntimeError(f"a process that runs tests has ended {how} without running one")
        self._reported += 1
        item = session.items[test]
        said = f"the process that ran this test has ended {how}"
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call")
        session.config.hook.pytest_runtest_logreport(report=report)
        if work.left(process.number):
            self._fork(session, work, process.number)


def _run_and_exit(worker: Worker) -> None:
    """Run the worker and exit without the first process's cleanup."""
    status = 1
    try:
        worker.run()
        status = 0
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # the first process has ended or is about to
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
