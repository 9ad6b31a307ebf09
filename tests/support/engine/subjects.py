"""The games as the laws see them; a new game adds one line here."""

from __future__ import annotations

from tests.support.engine.knockdown.laws import SUBJECT as KNOCKDOWN
from tests.support.engine.leaders.laws import SUBJECT as LEADERS
from tests.support.engine.matches import Subject
from tests.support.engine.monolith.laws import SUBJECT as MONOLITH
from tests.support.engine.tashkalar.laws import SUBJECT as TASHKALAR

SUBJECTS: dict[str, Subject] = {one.game.key: one for one in (LEADERS, MONOLITH, TASHKALAR, KNOCKDOWN)}


def is_space(game: str, code: str) -> bool:
    """Whether a code is the name of a space of the board, which is the same in all languages."""
    return code.lower() in {spot.lower() for spot in SUBJECTS[game].spots}
