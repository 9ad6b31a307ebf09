"""Matches in tests of the bot, played only with what people see on their screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import simcord

from cogs.ui.command_mentions import COMMAND_MENTIONS
from db.__main__ import replay
from db.admin.check import check_snapshot
from locales import catalogue
from tests.support.db.kept import snapshot_at
from tests.support.db.look import look
from tests.support.world import Answer, Person, Seen, World

PLAY, CONFIRM, BACK, OVER, JOIN = "press:play:", "press:confirm:", "press:back:", "press:restart:", "press:join:"
CANCEL, ACCEPT, DECLINE, RESIGN, HERE = (
    "press:cancel:",
    "press:accept:",
    "press:decline:",
    "press:resign:",
    "press:here:",
)
_PICK, _FINISH = "ap:press:pick:", "ap:press:finish:"

Policy = Callable[[Seen], str]
"""A function from a panel to the player's choice."""


async def begin(
    world: World, *, by: str = "Ada", other: str = "Bartek", within: simcord.ChannelHandle | None = None, **more: object
) -> Seen:
    """Let one person invite another, who joins; return the first public board."""
    place = within or world.channel()
    await world[by].slash("match new", within=place, game="leaders", opponent=world[other], **more)
    await world[other].click(JOIN, on=world.newest(place))
    return world.newest(place)


def polish(msgid: str) -> str:
    """The text in Polish, Bartek's language."""
    return COMMAND_MENTIONS(catalogue("pl").gettext(msgid))


def english(msgid: str) -> str:
    """The text in English, Ada's language."""
    return COMMAND_MENTIONS(msgid)


def offered(panel: Seen) -> list[str]:
    """The codes offered on the panel, in reading order; an action shown with its targets is one code."""
    way = panel.way if isinstance(panel, Answer) else ""
    if isinstance(panel, Answer) and panel.finish:
        return []
    if way:
        return [code.partition(".")[2] for code in together(panel) if code.startswith(f"{way}.")]
    return list(dict.fromkeys(code.partition(".")[0] for code in together(panel)))


def together(panel: Seen) -> list[str]:
    """The picks of each click, in reading order: a code, or two codes with a dot between."""
    picks = [button.rsplit(":", 1)[1] for button in panel.buttons.values() if button.startswith((_PICK, _FINISH))]
    return [*picks, *panel.options]


def can(panel: Seen, name: str) -> bool:
    """Whether the panel has such a button."""
    if name == CONFIRM and isinstance(panel, Answer) and panel.finish:
        return True
    return any(name in button for button in panel.buttons.values())


async def pick(person: Person, panel: Answer, code: str) -> Answer:
    """Choose one of the offered codes, with its button or in its select.

    An action that is only offered together with its targets changes nothing yet, because the next pick is its target.
    Neither does a last choice whose button also confirms: it is pressed at Confirm.
    """
    codes = together(panel)
    if code not in codes and any(one.startswith(f"{code}.") for one in codes):
        panel.way = code
        return panel
    code = f"{panel.way}.{code}" if panel.way else code
    for label, button in panel.buttons.items():
        if button.startswith((_PICK, _FINISH)) and button.endswith(f":{code}"):
            if button.startswith(_FINISH):
                panel.finish = label
                return panel
            return await person.click(label, on=panel)
    return await person.choose(code, on=panel)


def to_move(world: World, within: simcord.ChannelHandle | None = None) -> Person | None:
    """The person whom the newest board pings to move, or None."""
    return person_to_move(world, world.newest(within))


def person_to_move(world: World, board: Seen) -> Person | None:
    """The person whom this public message asks to act, or None."""
    if not can(board, PLAY):
        return None
    last = board.text.splitlines()[-1]
    return next(person for person in world.people.values() if person.mention in last)


async def open_panel(person: Person, within: simcord.ChannelHandle | None = None) -> Answer:
    """Press *Play* under the newest board."""
    return await person.click(PLAY, on=person.world.newest(within))


async def draft(person: Person, policy: Policy, *, within: simcord.ChannelHandle | None = None) -> Answer:
    """Choose step by step until the panel asks for confirmation."""
    panel = await open_panel(person, within)
    while not can(panel, CONFIRM):
        panel = await pick(person, panel, policy(panel))
    return panel


async def take_turn(person: Person, policy: Policy, *, within: simcord.ChannelHandle | None = None) -> Answer:
    """Play a whole turn by clicks, from *Play* on."""
    return await finish_panel(person, await open_panel(person, within), policy)


async def finish_panel(person: Person, panel: Answer, policy: Policy) -> Answer:
    """Choose and confirm until the panel has nothing left to choose."""
    while can(panel, CONFIRM) or offered(panel):
        panel = (
            await person.click(CONFIRM, on=panel) if can(panel, CONFIRM) else await pick(person, panel, policy(panel))
        )
    return panel


def first(panel: Seen) -> str:
    """A policy: the first option."""
    return offered(panel)[0]


def quick(panel: Seen) -> str:
    """A policy: end the actions at once and take the first recruit."""
    codes = offered(panel)
    return "end" if "end" in codes else codes[0]


def hunt(panel: Seen) -> str:
    """A policy: all characters but the Leader approach the enemy Leader."""
    return _steered(panel, [code for code in offered(panel) if code != "leader"], near=True)


def flee_forward(panel: Seen) -> str:
    """A policy: the Leader goes into danger; the others stay at home."""
    return _steered(panel, [code for code in offered(panel) if code in ("leader", "end")], near=False)


def _steered(panel: Seen, actors: list[str], *, near: bool) -> str:
    codes = offered(panel)
    if "end" in codes:
        return actors[0]
    if all(re.fullmatch(r"(?:[a-z-]+\.)?[a-g][1-7]", code) for code in codes):
        gold, violet = leaders(panel.alt)
        moves_leader = not near and panel.text.lower().startswith(("**leader", "**wódz"))
        goal = violet if near else gold
        order = sorted(codes, key=lambda code: distance(code[-2:], goal))
        return order[0] if near or moves_leader else order[-1]
    return "step" if "step" in codes else codes[0]


def leaders(alt: str) -> tuple[str, str]:
    """The spaces of Gold's and Violet's Leaders, from the picture's alt text."""
    found = re.findall(r"(?:Leader|Wódz) ([a-g][1-7])", alt)
    return found[0], found[1]


def distance(one: str, other: str) -> float:
    """Steps between two spaces of the board."""
    (x, y), (u, v) = (_place(space) for space in (one, other))
    across = abs(x - u)
    return across + max(0.0, abs(y - v) - across / 2)


def _place(space: str) -> tuple[int, float]:
    column = "abcdefg".index(space[0]) - 3
    return column, int(space[1]) + abs(column) / 2


async def hunted_down(world: World, *, within: simcord.ChannelHandle | None = None) -> int:
    """Play the channel's match by clicks until Gold has won; return the number of turns."""
    turns = 0
    while (person := to_move(world, within)) is not None:
        policy = hunt if person is world["Ada"] else flee_forward
        await take_turn(person, policy, within=within)
        turns += 1
        assert turns < 80, "the match does not end"
    return turns


def victors(end: Seen) -> list[int]:
    """The people whom the last board names as winners."""
    text = " ".join(line for line in end.text.splitlines() if "Victory" in line)
    return [int(user) for user in re.findall(r"<@!?(\d+)>", text)]


def faults(database: Path) -> list[str]:
    """The problems that `python -m db check` finds."""
    with snapshot_at(database) as found:
        return [f"{one.subject}: {one.fault}" for one in check_snapshot(found, replay) if one.fault]


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    """The result of a query on the database file."""
    return look(database, query)


def log_of(database: Path, match: int = 1) -> list[tuple[object, ...]]:
    """Seat, kind and codes of a match's entries."""
    return rows(database, f"SELECT seat, kind, codes FROM moves WHERE match = {match} ORDER BY seq")


def draft_of(database: Path, match: int = 1) -> list[object]:
    """The stored drafts' codes."""
    return [row[0] for row in rows(database, f"SELECT codes FROM drafts WHERE match = {match} AND codes != '[]'")]
