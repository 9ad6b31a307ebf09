"""A network between a store and its PostgreSQL that can be cut at a chosen moment."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Literal

Cut = Literal["before", "after"]
_KEY = b"K\0\0\0\x0c"
"""Start of the message that tells a new connection its process number."""


class _Link:
    """A client's connection and the one to the server behind it."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client, self.server = client, server
        self.lost = threading.Event()
        self.process: int | None = None


class CuttingProxy:
    """Forwards all bytes; once armed, cuts the connection of the next COMMIT.

    `before`: the server never gets the COMMIT. `after`: the server has done it, and its answer is lost. `only` limits
    this to the connection of one server process.
    """

    def __init__(self, folder: Path, server: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self._server = folder, server
        self.cut: Cut | None = None
        self.only: int | None = None
        self.cuts = 0
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return  # closed
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(str(self._server / ".s.PGSQL.5432"))
            except OSError:  # the server is being started
                _close(client, server)
                continue
            link = _Link(client, server)
            threading.Thread(target=self._forward, args=(link,), daemon=True).start()
            threading.Thread(target=self._return, args=(link,), daemon=True).start()

    def _forward(self, link: _Link) -> None:
        while sent := _received(link.client):
            if self.cut is not None and self.only in (None, link.process) and b"COMMIT\0" in sent:
                how, self.cut = self.cut, None
                self.cuts += 1
                if how == "before":
                    break
                link.lost.set()  # from now on no answer gets through
            try:
                link.server.sendall(sent)
            except OSError:
                break  # the server has ended
        _close(link.client, link.server)

    def _return(self, link: _Link) -> None:
        while answer := _received(link.server):
            if link.lost.is_set():
                break
            if link.process is None and (key := answer.find(_KEY)) >= 0:
                link.process = int.from_bytes(answer[key + len(_KEY) :][:4], "big")
            try:
                link.client.sendall(answer)
            except OSError:
                break
        _close(link.client, link.server)


def _received(end: socket.socket) -> bytes:
    """The received bytes; empty when the other side has closed."""
    try:
        return end.recv(65536)
    except OSError:
        return b""


def _close(*ends: socket.socket) -> None:
    for end in ends:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            continue  # the other side was faster
        finally:
            end.close()
