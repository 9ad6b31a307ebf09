"""Simultaneous choices of several owners: their questions are asked together, one per seat and round."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from engine.core.ask import Ask, Script, Together

Choosing: TypeAlias = Generator[Ask, Any, None]
"""A script that only asks questions and keeps the answers itself."""


def side_by_side(scripts: Sequence[Choosing]) -> Script[None]:
    """Run all scripts to their ends. A seat with several questions gets them one after the other."""
    waiting: list[tuple[Choosing, Ask]] = []
    for script in scripts:
        if (ask := next(script, None)) is not None:
            waiting.append((script, ask))
    while waiting:
        now: dict[int, tuple[Choosing, Ask]] = {}
        for script, ask in waiting:
            now.setdefault(ask.seat, (script, ask))
        asks = tuple(ask for _, ask in now.values())
        answers = (yield Together(asks)) if len(asks) > 1 else ((yield asks[0]),)
        by_script = {id(script): answer for (script, _), answer in zip(now.values(), answers, strict=True)}
        waiting = [pair for one in waiting if (pair := _advance(one, by_script)) is not None]


def _advance(one: tuple[Choosing, Ask], answers: dict[int, Any]) -> tuple[Choosing, Ask] | None:
    script, _ = one
    if id(script) not in answers:
        return one
    try:
        return script, script.send(answers[id(script)])
    except StopIteration:
        return None
