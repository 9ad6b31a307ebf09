"""A whole duel of Tash-Kalar by clicks, from the invitation to the seed."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from engine.core.record import check
from engine.registry import GAMES
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.monolith import names_to_move
from tests.support.cogs.play import CONFIRM, PLAY, can, faults, log_of, offered, open_panel, pick, victors
from tests.support.cogs.tashkalar import Hands, begin, by_chance, exported
from tests.support.world import World

_SHORT = 1402
"""A match of 22 turns with flares and a legend."""
_MOST_CONFIRMED = 90


async def test_two_people_play_a_duel_to_its_end_by_clicking(world: World, watch: MessageWatch, database: Path) -> None:
    start = await begin(world)
    proof = await world["Celina"].click("press:rules:", on=start)
    published = re.search(r"SHA-256[^`]*`([0-9a-f]+)`", proof.text)
    hands = Hands(world, watch, database, ("Ada", "Bartek"))
    policy, confirmed = by_chance(_SHORT), 0
    while names := names_to_move(world):
        (name,) = names
        panel = await open_panel(world[name])
        while can(panel, CONFIRM) or offered(panel):
            if not can(panel, CONFIRM):
                panel = await pick(world[name], panel, policy(panel))
                continue
            hands.look()
            known = len(world.pings)
            panel = await world[name].click(CONFIRM, on=panel)
            for ping in world.pings[known:] if names_to_move(world) else ():
                assert ping.people == {world[one].id for one in names_to_move(world)}, "only the next player is pinged"
                last = world.board().text.splitlines()[-1]
                assert re.search(r"^\*\*(Next: <@!?\d+>|((Green|Yellow), )?<@!?\d+>: your move\.)\*\*$", last)
            hands.look()
            confirmed += 1
            assert confirmed == len(log_of(database)) < _MOST_CONFIRMED, "the match does not end"
    assert hands.named > confirmed, "panels show the cards in hand"

    *boards, end = world.messages()[1:]
    pinged = {ping.message_id: ping.people for ping in world.pings}
    assert len(pinged[end.id]) == 1, "only the player who did not cause the end is pinged"
    text = "\n".join(board.text for board in (*boards, end))
    assert " summons " in text and " discards " in text and " invokes Flare " in text
    assert re.search(r"(Blue|Red|Yellow|Green) wins: |Draw: ", end.text)
    assert not can(end, PLAY)
    seed = re.search(r"seed was `([^`]+)`", end.text)
    assert published and seed and hashlib.sha256(seed[1].encode()).hexdigest() == published[1]

    assert faults(database) == []
    record = await exported(world["Celina"])
    assert len(record.entries) == confirmed
    outcome = check(record, GAMES["tashkalar"]).outcome
    assert outcome is not None
    assert victors(end) == [world[("Ada", "Bartek")[seat]].id for seat in outcome.winners]
