"""The results of a finished match: the person credited with each seat, the places, and the new ratings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from db.rows import Due, Match, Move, NewMessage, Rating, SeatResult, Sitting
from db.tables.ladder import RatingsChanged
from engine.core.game import Outcome
from engine.core.record import effective_indexes, from_rows
from table.matches.moves import Moves
from table.ratings.ratings import Strength, rate

Teams = Sequence[Sequence[int]]
EVERYWHERE = 0
"""The ladder of all servers together."""


class Change(Struct, frozen=True):
    """One player's strength in a ladder before and after a match."""

    seat: int
    person: int
    before: Strength
    after: Strength


class Results:
    """Stores the results and ratings of finished matches."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store

    async def store(self, due: Due) -> None:
        """Store the results of a finished match once; the due row is finished in the same transaction."""
        match = await self._store.matches.get(due.of_match)
        if match.status != "over":
            await self._store.due.finish(due)
            return
        live = await self._moves.live(match.id)
        outcome = live.position.outcome
        assert outcome is not None, f"match {match.id} is over without an outcome"
        teams = live.game.teams(live.position.state)
        counts_for = credited_people(
            await self._store.matches.moves(match.id), await self._store.matches.sittings(match.id)
        )
        results = [
            SeatResult(match=match.id, seat=seat, person=counts_for[seat], place=place, tied=tied)
            for team, (place, tied) in zip(teams, places(outcome, teams), strict=True)
            for seat in team
        ]
        ratings: list[Rating] = []
        messages: list[NewMessage] = []
        for guild in ladders(match):
            changes = await self._changes(match, guild, teams, results)
            ratings += [_row(match.game, guild, change, self._moves.now) for change in changes]
            messages = rating_messages(changes)
        try:
            await self._store.ladder.store_results(due, results, ratings, messages)
        except RatingsChanged:
            await self.store(due)

    async def _changes(self, match: Match, guild: int, teams: Teams, results: Sequence[SeatResult]) -> list[Change]:
        """The changes in one ladder. A deleted player, or one credited with two seats, counts as a newcomer in it."""
        seats = Counter(one.person for one in results)
        players = {one.seat: one.person for one in results if one.person is not None and seats[one.person] == 1}
        rows = await self._store.ladder.ratings(match.game, guild, list(players.values()))
        known = {one.person: Strength.of(one) for one in rows}
        before = {one.seat: known.get(players.get(one.seat, 0), Strength()) for one in results}
        place = {one.seat: one.place for one in results}
        after = rate([[before[seat] for seat in team] for team in teams], [place[team[0]] for team in teams])
        return [
            Change(seat, players[seat], before[seat], strength)
            for team, strengths in zip(teams, after, strict=True)
            for seat, strength in zip(team, strengths, strict=True)
            if seat in players
        ]


def ladders(match: Match) -> list[int]:
    """The ladders in which a match counts. Its server's ladder, whose changes are announced, comes last."""
    if not match.rated:
        return []
    return [EVERYWHERE] if match.guild is None else [EVERYWHERE, match.guild]


def credited_people(moves: Sequence[Move], sittings: Sequence[Sitting]) -> dict[int, int | None]:
    """The person credited with each seat: the one with most of its moves that still count; if tied, the last to sit.

    Without moves it is the first person in the seat, who agreed to the match.
    """
    entries = from_rows(moves)
    plays = [(place + 1, entries[place].seat) for place in effective_indexes(entries) if entries[place].kind == "play"]
    found: dict[int, int | None] = {}
    for seat in {sitting.seat for sitting in sittings}:
        here = sorted((one for one in sittings if one.seat == seat), key=lambda one: one.since)
        made = Counter(_sitting_at(here, number).person for number, by in plays if by == seat)
        last = {one.person: number for number, one in enumerate(here)}
        found[seat] = max(made or [here[0].person], key=lambda person: (made[person], last[person]))
    return found


def _sitting_at(sittings: Sequence[Sitting], number: int) -> Sitting:
    """The sitting during which the entry with that number was made."""
    return [one for one in sittings if one.since < number][-1]


def places(outcome: Outcome, teams: Teams) -> list[tuple[int, bool]]:
    """Each team's place, and whether it is shared. Winners share first place; the others are ranked by their scores.

    Without winners, all share first place.
    """
    ranks = [_rank(outcome, team) for team in teams]
    return [(1 + sum(other > one for other in ranks), ranks.count(one) > 1) for one in ranks]


def _rank(outcome: Outcome, team: Sequence[int]) -> tuple[bool, int]:
    won = any(seat in outcome.winners for seat in team)
    compared = bool(outcome.winners and outcome.scores) and not won
    return won, outcome.scores[team[0]] if compared else 0


def _row(game: str, guild: int, change: Change, now: int) -> Rating:
    after = change.after
    return Rating(
        game=game, guild=guild, person=change.person, mu=after.mu, sigma=after.sigma, matches=after.matches, at=now
    )


def rating_messages(changes: Sequence[Change]) -> list[NewMessage]:
    """The message about the changes. It contains no ids of people, so that deleting them from the results is enough."""
    seats = [
        {"seat": one.seat, "before": one.before.number, "after": one.after.number, "provisional": one.after.provisional}
        for one in sorted(changes, key=lambda one: one.seat)
    ]
    return [NewMessage(kind="rated", payload=json.dumps({"seats": seats}))] if seats else []
