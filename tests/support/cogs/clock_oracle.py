"""An oracle for clocks: counts every match's time independently of the bot and compares it with the database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core.position import Position
from engine.core.record import effective, from_row, replay
from engine.registry import GAMES
from tests.support.world import Person, World

MINUTE, HOUR, DAY = 60, 3600, 86400
BEAT = 2 * HOUR
"""Longest time between two heartbeats of the bot; a crash gives players at most this much time."""


@dataclass
class Entry:
    """A stored line of a match's log."""

    seat: int | None
    kind: str
    codes: str
    note: str
    at: int


@dataclass
class Clocks:
    """The oracle's clocks of one running match."""

    match: int
    seed: str
    clock: dict[str, int]
    players: list[int | None]
    position: Position = field(repr=False)
    left: list[int]
    """Time left by seat; negative while a player is out of time and nobody has claimed it."""
    at: int
    """The time up to which clocks are counted."""
    entries: list[Entry] = field(default_factory=list, repr=False)
    gift: int = 0
    """Extra time that may be left, because a crashed bot does not know exactly when it crashed."""

    @property
    def running(self) -> list[int]:
        return [ask.seat for ask in self.position.asks]


class ClockOracle:
    """Knows only the interruptions of clocks (a test reports each) and the logs of the matches."""

    def __init__(self, world: World, database: Path) -> None:
        self.world, self.database = world, database
        self._conn = sqlite3.connect(database)
        self.tables: dict[int, Clocks] = {}
        self.vacations: dict[int, list[tuple[int, int]]] = {}
        self.paused: set[int] = set()
        self.compared = 0

    @property
    def now(self) -> int:
        return int(self.world.env.now().timestamp())

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return list(self._conn.execute(query, values))

    def close(self) -> None:
        self._conn.close()

    # Events

    def left_for(self, person: Person, days: int, starts_in: int) -> None:
        """Record that a person was granted a vacation."""
        starts = self.now + starts_in * DAY
        self.vacations.setdefault(person.id, []).append((starts, starts + days * DAY))

    def came_back(self, person: Person) -> None:
        kept = [
            (starts, min(ends, self.now)) for starts, ends in self.vacations.get(person.id, ()) if starts < self.now
        ]
        self.vacations[person.id] = kept

    def stood_still(self) -> None:
        """Record that the bot has not been running since the last check."""
        for table in self.tables.values():
            table.at = self.now

    def crashed(self) -> None:
        """Record that the bot has crashed without storing the time."""
        seen = self.rows("SELECT at FROM alive")[0][0]
        for table in self.tables.values():
            table.gift += self.now - seen

    # Checks

    def look(self) -> None:
        """Check after a step that the stored clocks and deadlines are those of the oracle."""
        live = self.rows("SELECT id, game, options, seats, seed, clock FROM matches WHERE status = 'live'")
        changed: set[int] = set()
        for row in live:
            if row[0] not in self.tables:
                self.tables[row[0]] = self._begun(*row)
                changed.add(row[0])
            table = self.tables[row[0]]
            new = self._play(table)
            self._pass(table, self.now)
            if self._sit(table) or new:
                changed.add(row[0])
        for match in self.tables.keys() - {row[0] for row in live}:
            self._play(self.tables.pop(match))
        self.paused = {row[0] for row in self.rows("SELECT match FROM pauses WHERE ends IS NULL")}
        for match, table in self.tables.items():
            if table.clock:
                self._compare(table, match in changed)

    def _begun(self, match: int, game: str, options: str, seats: int, seed: str, clock: str) -> Clocks:
        kept = json.loads(clock) if clock else {}
        position = Position.new(GAMES[game], json.loads(options), seats, seed)
        full = kept.get("move") or kept.get("bank", 0)
        return Clocks(match, seed, kept, self._players(match), position, [full] * seats, self.now)

    def _players(self, match: int) -> list[int | None]:
        return [row[0] for row in self.rows("SELECT person FROM seats WHERE match = ? ORDER BY seat", match)]

    def _play(self, table: Clocks) -> bool:
        """Replay the moves of the log, counting time up to each of them; return whether there were any."""
        query = "SELECT seat, kind, codes, note, at FROM moves WHERE match = ? AND kind != 'cancel' ORDER BY seq"
        new = [Entry(*row) for row in self.rows(query, table.match)][len(table.entries) :]
        for entry in new:
            self._pass(table, entry.at)
            table.entries.append(entry)
            if entry.kind == "timeout":
                over = [entry.seat or 0, *(int(code) for code in json.loads(entry.codes))]
                assert all(table.left[seat] <= 0 for seat in over), f"too early: {table}"
            self._stop_and_start(table, entry)
        return bool(new)

    def _stop_and_start(self, table: Clocks, entry: Entry) -> None:
        before, clock, old = table.running, table.clock, table.position
        log = [from_row(one) for one in table.entries]
        table.position = replay(old.game, old.options, old.seats, table.seed, log)
        answered = entry.seat if entry.kind == "play" else None
        for seat in range(len(table.left)):
            table.left[seat] = max(0, table.left[seat])
            if clock.get("move") and seat in table.running and (seat == answered or seat not in before):
                table.left[seat] = clock["move"]
            elif clock.get("bank") and seat == answered:
                table.left[seat] = min(table.left[seat] + clock.get("increment", 0), clock["cap"])
        if entry.kind == "undo" and clock:
            self._take_back(table, entry)

    def _take_back(self, table: Clocks, entry: Entry) -> None:
        """Undo moves: this gives no time back, but players keep a minimum, and those who were not at fault get enough
        time."""
        log = [from_row(one) for one in table.entries]
        undone = [one.seat for one in effective(log[:-1])[len(effective(log)) :] if one.kind == "play"]
        for seat, left in enumerate(table.left):
            new_time = undone.count(seat) * table.clock.get("increment", 0)
            table.left[seat] = max(left - new_time, min(left, _enough(table.clock)))
        for seat in table.running if entry.seat is None or entry.seat < 0 else ():
            table.left[seat] = max(table.left[seat], _enough(table.clock))

    def _sit(self, table: Clocks) -> bool:
        """Seat a new player: they get the time of a whole move, or a fifth of the bank."""
        players = self._players(table.match)
        new = [seat for seat, (one, other) in enumerate(zip(table.players, players, strict=True)) if one != other]
        table.players = players
        for seat in new if table.clock else ():
            table.left = [max(0, left) for left in table.left]
            table.left[seat] = max(table.left[seat], _enough(table.clock))
        return bool(new)

    def _pass(self, table: Clocks, until: int) -> None:
        """Count time until `until` for the players who are asked, unless somebody is away."""
        spent = sum(ends - starts for starts, ends in self._free(table, table.at, until))
        table.at = max(table.at, until)
        for seat in table.running:
            table.left[seat] -= spent

    def _free(self, table: Clocks, since: int, until: int) -> Iterator[tuple[int, int]]:
        """Yield the intervals of this time in which the match's clocks run."""
        if table.match in self.paused:
            return
        stops = sorted(stop for player in table.players for stop in self.vacations.get(player or 0, ()))
        for starts, ends in stops:
            if since < min(starts, until):
                yield since, min(starts, until)
            since = max(since, ends)
        if since < until:
            yield since, until

    def end(self, table: Clocks, seat: int) -> int | None:
        """The time at which this seat's clock will run out in the current position; None if it does not run."""
        left = table.left[seat]
        if left <= 0:
            return self.now
        for starts, ends in self._free(table, self.now, self.now + 2000 * DAY):
            if left <= ends - starts:
                return starts + left
            left -= ends - starts
        return None

    # Comparisons

    def _compare(self, table: Clocks, changed: bool) -> None:
        (kept,) = self.rows("SELECT timing, to_move FROM matches WHERE id = ?", table.match)
        timing, to_move = json.loads(kept[0]), json.loads(kept[1])
        assert timing["running"] == to_move == table.running, (timing, to_move, table)
        if changed:
            for seat, (mine, theirs) in enumerate(zip(table.left, timing["left"], strict=True)):
                assert max(0, mine) <= theirs <= max(0, mine) + table.gift, (seat, timing, table)
            assert timing["since"] == self.now, (timing, table)
            table.left, table.gift = list(timing["left"]), 0
            self.compared += 1
        flags = self.rows("SELECT at, payload FROM due WHERE match = ? AND kind = 'flag'", table.match)
        assert len(flags) == 1, (flags, table)
        announced = json.loads(flags[0][1]).get("told", [])
        for seat in table.running:
            if seat in announced:
                assert table.left[seat] <= 0, f"seat {seat} is told late too early: {table}"
                continue
            assert table.left[seat] + table.gift > -2 * MINUTE, f"seat {seat} is late and nobody is told: {table}"
            end = self.end(table, seat)
            if end is not None:
                assert flags[0][0] <= end + table.gift, f"the flag falls too late: {flags}, {end}, {table}"


def _enough(clock: dict[str, int]) -> int:
    return clock.get("move") or clock["bank"] // 5


def disorder(oracle: ClockOracle) -> Iterator[str]:
    """Yield everything that must never be in the database of a running bot that has finished its work."""
    for name, query in _NEVER.items():
        found = oracle.rows(query.replace(":now", str(oracle.now)))
        if found:
            yield f"{name}: {found[:5]}"


_NEVER = {
    "an ended match has something ahead": """
        SELECT match, kind, at FROM due JOIN matches ON matches.id = match
        WHERE status IN ('over', 'cancelled') AND NOT (status = 'over' AND (kind = 'result' OR kind LIKE 'ended:%'))""",
    "a running match counts already, or an open one waits for a move": """
        SELECT match, kind, at FROM due JOIN matches ON matches.id = match
        WHERE (status = 'live' AND kind = 'result') OR (status = 'open' AND kind NOT LIKE 'invit%')""",
    "an open match never expires": """
        SELECT id FROM matches WHERE status = 'open'
        AND id NOT IN (SELECT match FROM due WHERE kind = 'invitation')""",
    "something is due and not done": "SELECT match, kind, at, :now FROM due WHERE at < :now - 60",
    "a message is not sent and nobody knows why": """
        SELECT match, kind, not_before, :now FROM outbox AS one WHERE sent_at IS NULL AND failed IS NULL
        AND NOT EXISTS (SELECT 1 FROM outbox AS other WHERE other.channel = one.channel AND other.id <= one.id
                        AND other.sent_at IS NULL AND other.failed IS NULL AND other.trouble IS NOT NULL)""",
    "a message waits although it may be tried again": """
        SELECT match, kind, not_before, :now FROM outbox AS one WHERE sent_at IS NULL AND failed IS NULL
        AND not_before < :now - 60
        AND NOT EXISTS (SELECT 1 FROM outbox AS other WHERE other.channel = one.channel AND other.id < one.id
                        AND other.sent_at IS NULL AND other.failed IS NULL)""",
    "somebody sits where they have not sat down": """
        SELECT seats.match, seats.seat, seats.person FROM seats JOIN matches ON matches.id = seats.match
        WHERE status IN ('live', 'over') AND seats.person IS NOT (
            SELECT person FROM sittings WHERE sittings.match = seats.match AND sittings.seat = seats.seat
            ORDER BY since DESC LIMIT 1)""",
    "two matches in one channel": """
        SELECT channel FROM matches WHERE status IN ('open', 'live') GROUP BY channel HAVING count(*) > 1""",
    "somebody sits twice": """
        SELECT match, person FROM seats WHERE person IS NOT NULL GROUP BY match, person HAVING count(*) > 1""",
    "a running match has an empty seat": """
        SELECT id FROM matches JOIN seats ON match = id WHERE status = 'live' AND person IS NULL""",
    "a running match waits for nobody, or an ended one for somebody": """
        SELECT id, status, to_move FROM matches WHERE (status = 'live') = (to_move = '[]')""",
    "clocks of a match without one": "SELECT id FROM matches WHERE clock = '' AND timing != ''",
    "an offer, a plan or a draft of an ended match": """
        SELECT match, kind FROM (
            SELECT match, kind FROM offers UNION ALL SELECT match, steps FROM plans
            UNION ALL SELECT match, codes FROM drafts
        ) JOIN matches ON matches.id = match WHERE status IN ('over', 'cancelled')""",
    "a draft of somebody who is not asked": """
        SELECT id, seat, codes, to_move FROM matches JOIN drafts ON match = id
        WHERE status = 'live' AND codes != '[]' AND drafts.version = matches.version
        AND seat NOT IN (SELECT value FROM json_each(to_move))""",
    "results of a match that is not over": """
        SELECT id, status FROM matches JOIN results ON match = id WHERE status != 'over'""",
    "a match that is over and counts for nobody": """
        SELECT id FROM matches WHERE status = 'over' AND id NOT IN (SELECT match FROM results)
        AND id NOT IN (SELECT match FROM due WHERE kind = 'result')
        AND id IN (SELECT match FROM sittings WHERE person IS NOT NULL)""",
    "a rating that does not come from rated matches": """
        SELECT ratings.game, ratings.guild, ratings.person, matches FROM ratings WHERE matches != (
            SELECT count(*) FROM matches JOIN results ON match = id
            WHERE rated AND status = 'over' AND results.person = ratings.person AND matches.game = ratings.game
            AND ratings.guild IN (0, matches.guild)
            AND 1 = (
                SELECT count(*) FROM results AS all_of WHERE all_of.match = id AND all_of.person = ratings.person))""",
    "the bot does not note that it is running": "SELECT at, :now FROM alive WHERE at < :now - 7260",
    "a pause that ends before it begins, or of an ended match": """
        SELECT match, starts, ends FROM pauses JOIN matches ON id = match
        WHERE ends IS NULL AND status NOT IN ('live', 'over', 'cancelled')""",
}
