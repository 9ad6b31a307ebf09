"""Computes and stores the palettes of all games: `python -m render.write_palettes`."""

from __future__ import annotations

from inspect import unwrap

from render.palette import THEMES, Theme
from render.registry import RENDERERS
from render.stored_palettes import FILE

_HEADING = "# Written by `python -m render.write_palettes`: the colours of each game's pictures, in each theme.\n"
_IN_A_LINE = 16


def computed(game: str, theme: Theme) -> bytes:
    """The freshly computed color channels of a game's palette."""
    return bytes(unwrap(RENDERERS[game].palette)(theme).getpalette() or ())


def written() -> str:
    """The contents of the palette file."""
    lines = [_HEADING]
    for game in RENDERERS:
        lines.append(f"\n[{game}]\n")
        for name, theme in THEMES.items():
            channels = computed(game, theme)
            codes = [channels[at : at + 3].hex() for at in range(0, len(channels), 3)]
            lines = [" ".join(codes[at : at + _IN_A_LINE]) for at in range(0, len(codes), _IN_A_LINE)]
            lines.append("\n".join([f'{name} = """', *lines, '"""', ""]))
    return "".join(lines)


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
