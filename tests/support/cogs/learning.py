"""Clicking through lessons and puzzles."""

from __future__ import annotations

from tests.support.world import Answer, Person


async def solve(person: Person, panel: Answer, codes: list[str]) -> Answer:
    """Click the choices with these codes; one click may pick two of them."""
    while codes:
        for count in (2, 1):
            wanted = ".".join(codes[:count])
            picks = [one for one in panel.buttons.values() if ":learn-pick:" in one or ":puzzle-pick:" in one]
            found = [one for one in picks if one.endswith(f":{wanted}")]
            if found:
                panel = await person.click(found[0], on=panel)
                codes = codes[count:]
                break
            if wanted in panel.options.values() or wanted in panel.options:
                panel = await person.choose(wanted, on=panel)
                codes = codes[count:]
                break
        else:
            raise AssertionError(f"{codes} is not offered: {panel.buttons} {panel.options}")
    return panel
