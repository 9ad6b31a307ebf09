"""`python -m engine`: the protocol on standard input and output, a JSON line each. A door: it reaches the renderer."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from engine.core.position import Position
from engine.core.protocol import Session
from engine.core.text import say
from engine.registry import GAMES


def draw(position: Position, seat: int | None, file: str) -> dict[str, Any]:
    """Write the picture that the seat (or the public) sees."""
    import render  # the renderer loads fonts: only who asks for a picture pays for them

    game = position.game
    view = game.view(position.state, seat, position.asks)
    picture = render.draw(game.key, view, bottom=seat or 0)
    Path(file).write_bytes(picture.data)
    alt = " ".join(say(line) for line in game.describe(view))
    return {"width": picture.width, "height": picture.height, "bytes": len(picture.data), "alt": alt}


def main() -> None:
    session = Session(GAMES, draw, time.perf_counter)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(session.line(line).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
