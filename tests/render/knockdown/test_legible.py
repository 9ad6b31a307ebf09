"""All text in the pictures of Knockdown is complete and legible on a phone, in both languages."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from cogs.ui.voice import voice
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_FIGHTERS, PRINTED_SKILLS, KnockdownView
from render import Picture
from render.image.canvas import Canvas
from render.knockdown import RENDERER
from render.palette import THEMES
from render.picture import NO_MARKS
from tests.support.render.knockdown import ALEMBIC, VIEWS, duel, row, seat
from tests.support.render.legible import letters, too_small

CLASSIC = THEMES["classic"]
SKILLS = tuple(PRINTED_SKILLS)
CARDS = tuple(PRINTED_ATTACKS)


def _telling() -> list[KnockdownView]:
    """Every phase for the public and for a player; every fighter, card and skill; long hands and large numbers."""
    views = [*VIEWS.values(), *(msgspec.structs.replace(VIEWS[name], seat=0) for name in ("choice", "over", "pick"))]
    views += [msgspec.structs.replace(ALEMBIC, phase="over", reason=reason, winners=(0,)) for reason in REASONS]
    for n, (one, other) in enumerate(zip(PRINTED_FIGHTERS, reversed(PRINTED_FIGHTERS), strict=True)):
        cards, first = CARDS[n * 9 : n * 9 + 9], n * 3
        skills = {"skills": SKILLS[first : first + 2], "down": 0}
        mine = seat(0, fighter=one, hand=cards, limit=8, heavy=15, light=16, **skills)
        theirs = seat(1, fighter=other, skills=(SKILLS[first + 1],), down=1, secret=(SKILLS[first + 2],), curse=1)
        views += [duel(mine, theirs, seat=0, row=row(*cards[:4])), duel(mine, theirs, row=row(*cards[5:]), number=28)]
    return [*views, duel(row=row(CARDS[4], CARDS[13], CARDS[22], CARDS[31]), turn=1)]


REASONS = ("knock-out", "cards", "stalled", "agreed", "resigned", "timeout")


@pytest.mark.usefixtures("afresh")
def test_every_text_is_legible_and_complete_in_both_languages() -> None:
    boards: list[Canvas] = []
    below: list[Canvas] = []

    def all_of_them() -> Picture:
        for view, language in product(_telling(), ("en", "pl")):
            seen = view, CLASSIC, NO_MARKS, voice(language), view.seat or 0
            boards.append(RENDERER.scene(*seen))
            below.extend(part.canvas for part in RENDERER.paint_parts(*seen))
        for canvas in (*boards, *below):
            canvas.flat()
        return Picture(b"", 1000, 1000)

    picture, sizes = letters("knockdown", all_of_them)
    assert {"Mistling", "Mgielec", "Deck", "Talia", "Strażnik Kurhanu", "Ślubowanie"} <= {*sizes}
    assert too_small(picture, sizes) == {}
    assert [string for string in sizes if "…" in string and not string.startswith("… ")] == []
    assert {board.size for board in boards} == {(picture.width, picture.height)}
    assert all(part.size[0] >= 2 * part.size[1] for part in below)
