"""The ladder: whom finished matches count for, and how strong that makes people."""

from collections.abc import Sequence

from msgspec import Struct

from . import deadlines, matches
from .door import Door, promise
from .errors import Refusal
from .rows import Due, NewMessage, Rating, Standing
from .table import Table, Tx

_RATINGS = Table("ratings", Rating)
_RESULTS = Table("results", Standing)


class Outrun(Refusal):
    """What a result was worked out from has changed: another match was settled, or somebody is to be forgotten."""

    def __init__(self, match: int) -> None:
        super().__init__(f"The result of match {match} is to be worked out anew.")


class Rungs(Struct, frozen=True, kw_only=True):
    """A ladder as one person sees it."""

    top: tuple[Rating, ...]
    newcomers: tuple[Rating, ...]
    """Those with too few matches to have a place, as far as shown."""
    ranked: int
    """How many have a place."""
    mine: Rating | None
    place: int | None
    """The person's own, if they have one."""


class Tally(Struct, frozen=True, kw_only=True):
    """How somebody's finished matches of a game went."""

    game: str
    rated: bool
    played: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn


class Ladder(Door):
    """What concerns results and ratings. `doubt` says how many `sigma` count against a rating."""

    async def results(self, match: int) -> list[Standing]:
        """What a finished match was for every seat; empty until it is settled."""
        return await self._read(lambda tx: results(tx, match))

    async def ratings(self, game: str, guild: int, users: Sequence[int]) -> list[Rating]:
        """Those that these people have, in one server or (0) everywhere."""
        return await self._read(lambda tx: ratings(tx, game, guild, users))

    async def settle_result(
        self, due: Due, results: Sequence[Standing], ratings: Sequence[Rating], outbox: Sequence[NewMessage] = ()
    ) -> bool:
        """The match that is due counts. False when it was settled or taken up again meanwhile; nothing is done then.

        Each rating follows on the stored one, with one match more; else it raises Outrun. A match that was taken up
        again after it had counted does not change ratings a second time.
        """
        return await self._write(lambda tx: settle(tx, due, results, ratings, outbox))

    async def rungs(
        self, game: str, guild: int, user: int, *, doubt: float, settled: int, most: int, newcomers: int
    ) -> Rungs:
        """The best of those with `settled` matches, some of the others, and where this person is."""
        return await self._read(lambda tx: rungs(tx, game, guild, user, doubt, settled, most, newcomers))

    async def ratings_of(self, user: int, guild: int) -> list[Rating]:
        """The person's, in all games, in this server and everywhere."""
        return await self._read(
            lambda tx: _RATINGS.all(tx, "WHERE user = ? AND guild IN (0, ?) ORDER BY game, guild", user, guild)
        )

    async def tallies(self, user: int) -> list[Tally]:
        """The person's finished matches, by game, rated ones and others apart."""
        return await self._read(lambda tx: tallies(tx, user))

    async def best_win(self, user: int, game: str, *, doubt: float) -> Rating | None:
        """The strongest, by what is known today, of those whom the person has won against."""
        return await self._read(lambda tx: best_win(tx, user, game, doubt))

    async def running(self, user: int) -> dict[str, int]:
        """How many matches of each game the person is playing."""
        return await self._read(lambda tx: running(tx, user))


def results(tx: Tx, match: int) -> list[Standing]:
    return _RESULTS.all(tx, "WHERE match = ? ORDER BY seat", match)


def ratings(tx: Tx, game: str, guild: int, users: Sequence[int]) -> list[Rating]:
    marks = ", ".join("?" * len(users))
    return _RATINGS.all(tx, f"WHERE game = ? AND guild = ? AND user IN ({marks}) ORDER BY user", game, guild, *users)


def settle(
    tx: Tx, due: Due, standings: Sequence[Standing], following: Sequence[Rating], outbox: Sequence[NewMessage]
) -> bool:
    if not deadlines.finish(tx, due.id):
        return False
    match = matches.match(tx, due.match)
    if match.status != "over":
        return False
    counted = bool(results(tx, match.id))
    for standing in standings:
        _need_player(tx, standing)
        _RESULTS.put(tx, standing)
    if not counted:
        for rating in following:
            _need_next(tx, match.id, rating)
            _RATINGS.put(tx, rating)
        promise(tx, match, outbox)
    return True


def _need_player(tx: Tx, standing: Standing) -> None:
    """Whom a result counts for must have sat there, and not have asked to be forgotten since."""
    sat = tx.value(
        "SELECT 1 FROM sittings WHERE match = ? AND seat = ? AND user IS ?",
        standing.match,
        standing.seat,
        standing.user,
    )
    if sat is None:
        raise Outrun(standing.match)


def _need_next(tx: Tx, match: int, rating: Rating) -> None:
    before = ratings(tx, rating.game, rating.guild, [rating.user])
    if rating.matches != 1 + sum(one.matches for one in before):
        raise Outrun(match)


def rungs(tx: Tx, game: str, guild: int, user: int, doubt: float, settled: int, most: int, newcomers: int) -> Rungs:
    here = "WHERE game = ?1 AND guild = ?2 AND matches"
    best = "ORDER BY mu - ?4 * sigma DESC, user LIMIT ?5"
    mine = _RATINGS.one(tx, "WHERE game = ? AND guild = ? AND user = ?", game, guild, user)
    place: int | None = None
    if mine is not None and mine.matches >= settled:
        place = 1 + tx.value(
            f"SELECT count(*) FROM ratings {here} >= ?3 AND mu - ?4 * sigma > ?5 - ?4 * ?6",
            game,
            guild,
            settled,
            doubt,
            mine.mu,
            mine.sigma,
        )
    return Rungs(
        top=tuple(_RATINGS.all(tx, f"{here} >= ?3 {best}", game, guild, settled, doubt, most)),
        newcomers=tuple(_RATINGS.all(tx, f"{here} < ?3 {best}", game, guild, settled, doubt, newcomers)),
        ranked=tx.value(f"SELECT count(*) FROM ratings {here} >= ?3", game, guild, settled),
        mine=mine,
        place=place,
    )


def tallies(tx: Tx, user: int) -> list[Tally]:
    """In a draw nobody has a place behind the first."""
    found = tx.run(
        """SELECT game, rated, count(*), sum(first AND NOT level), sum(level) FROM (
            SELECT game, rated, place = 1 AS first, NOT EXISTS (
                SELECT 1 FROM results AS other WHERE other.match = mine.match AND other.place > 1
            ) AS level
            FROM results AS mine JOIN matches ON id = match WHERE mine.user = ? AND status = 'over'
        ) GROUP BY game, rated ORDER BY game, rated DESC""",
        user,
    )
    return [
        Tally(game=game, rated=bool(rated), played=played, won=won, drawn=drawn)
        for game, rated, played, won, drawn in found
    ]


def best_win(tx: Tx, user: int, game: str, doubt: float) -> Rating | None:
    return _RATINGS.one(
        tx,
        """WHERE game = ?2 AND guild = 0 AND user IN (
            SELECT beaten.user FROM results AS mine JOIN results AS beaten USING (match) JOIN matches ON id = match
            WHERE mine.user = ?1 AND game = ?2 AND status = 'over'
            AND mine.place = 1 AND beaten.place > 1 AND beaten.user <> ?1
        ) ORDER BY mu - ?3 * sigma DESC, user LIMIT 1""",
        user,
        game,
        doubt,
    )


def running(tx: Tx, user: int) -> dict[str, int]:
    return dict(
        tx.run(
            """SELECT game, count(*) FROM seats JOIN matches ON id = match
            WHERE user = ? AND status = 'live' GROUP BY game ORDER BY game""",
            user,
        ).fetchall()
    )
