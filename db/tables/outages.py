"""Heartbeats and outages per shard: only matches of a shard that was away get time back."""

from math import lcm

from db.rows import ClockStop
from db.sql import Tx
from db.tables.shards import Shards

SAME_SHARD = "coalesce((SELECT guild >> 22 FROM matches WHERE id = :match), 0) % shards = shard"
"""SQL condition for an outage or heartbeat of the shard to which a match belongs."""

CURRENT_OUTAGE = f"""SELECT at AS starts, :now AS ends FROM (SELECT max(at) AS at FROM alive WHERE {SAME_SHARD}) AS seen
    WHERE at < :now - :silent"""
"""The outage in progress of a match's shard, which has been silent for too long. It is stored when the shard is back.
"""


def heartbeat(tx: Tx, shards: Shards, most: int | None = None) -> None:
    """Store that these shards are running. A gap of more than `most` seconds is an outage: the machine was asleep."""
    for shard in shards.ids:
        one = Shards((shard,), shards.count)
        if most is not None:
            seen = tx.value(
                "SELECT at FROM alive WHERE shard = :shard AND shards = :shards", shard=shard, shards=shards.count
            )
            if seen is not None and tx.now - seen > most:
                outage(tx, seen, one)
        tx.run(
            """INSERT INTO alive (shards, shard, at) VALUES (:shards, :shard, :now)
            ON CONFLICT (shards, shard) DO UPDATE SET at = excluded.at""",
            shards=shards.count,
            shard=shard,
            now=tx.now,
        )


def outage(tx: Tx, starts: int, shards: Shards) -> None:
    """Store that these shards were away from `starts` until now."""
    for shard in shards.ids:
        tx.run(
            "INSERT INTO outages (starts, ends, shards, shard) VALUES (:starts, :ends, :shards, :shard)",
            starts=starts,
            ends=max(starts, tx.now),
            shards=shards.count,
            shard=shard,
        )


def record_downtime(tx: Tx, shards: Shards) -> ClockStop | None:
    """Store the time without the bot for each shard's servers, and the first heartbeat. Returns the longest outage."""
    starts: list[int] = []
    for shard in shards.ids:
        for seen, part in last_seen(tx, shard, shards.count):
            if seen < tx.now:
                outage(tx, seen, part)
                starts.append(seen)
    heartbeat(tx, shards)
    _forget_other_counts(tx, shards.count)
    return ClockStop(min(starts), tx.now) if starts else None


def last_seen(tx: Tx, shard: int, count: int) -> list[tuple[int, Shards]]:
    """The times at which the servers of a shard were last served, under any number of shards.

    Servers with the same remainders by both shard counts were served together, so they are distinguished by their
    remainders by the least common multiple. Servers that have never been served are left out.
    """
    known = _heartbeats(tx)
    modulus = lcm(count, *known)
    seen = {
        rest: max(times)
        for rest in range(shard, modulus, count)
        if (times := [known[other][rest % other] for other in known if rest % other in known[other]])
    }
    if len(seen) == modulus // count and len({*seen.values()}) == 1:
        return [(seen[shard], Shards((shard,), count))]
    return [(at, Shards((rest,), modulus)) for rest, at in seen.items()]


def _forget_other_counts(tx: Tx, count: int) -> None:
    """Delete heartbeats under other shard counts once all their servers have been served later under this one."""
    known = _heartbeats(tx)
    here = known[count]
    for other in known.keys() - {count}:
        for shard, at in known[other].items():
            served = [here.get(rest % count, -1) for rest in range(shard, lcm(count, other), other)]
            if min(served) >= at:
                tx.run("DELETE FROM alive WHERE shards = :other AND shard = :shard", other=other, shard=shard)


def _heartbeats(tx: Tx) -> dict[int, dict[int, int]]:
    """The last heartbeats: by number of shards, then by shard."""
    found: dict[int, dict[int, int]] = {}
    for shards, shard, at in tx.run("SELECT shards, shard, at FROM alive"):
        found.setdefault(shards, {})[shard] = at
    return found
