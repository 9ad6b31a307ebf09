"""A network between a store and its PostgreSQL that can be cut at a chosen moment."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Literal

Cut = Literal["before", "after"]


class CuttingProxy:
    """Forwards all bytes; the next COMMIT, once told so, costs its connection.

    `before`: the server never gets it. `after`: the server has done it, and its answer is lost.
    """

    def __init__(self, folder: Path, server: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self._server = folder, server
        self.cut: Cut | None = None
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
            server.connect(str(self._server / ".s.PGSQL.5432"))
            lost = threading.Event()
            threading.Thread(target=self._forward, args=(client, server, lost), daemon=True).start()
            threading.Thread(target=self._return, args=(server, client, lost), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket, lost: threading.Event) -> None:
        while sent := _received(client):
            if self.cut is not None and b"COMMIT\0" in sent:
                how, self.cut = self.cut, None
                self.cuts += 1
                if how == "before":
                    break
                lost.set()  # from now on no answer gets through
            server.sendall(sent)
        _close(client, server)

    def _return(self, server: socket.socket, client: socket.socket, lost: threading.Event) -> None:
        while answer := _received(server):
            if lost.is_set():
                break
            try:
                client.sendall(answer)
            except OSError:
                break
        _close(client, server)


def _received(end: socket.socket) -> bytes:
    """What has come, nothing when the other side is gone."""
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
