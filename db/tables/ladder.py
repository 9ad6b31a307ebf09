"""The ladder: results of finished matches and the resulting ratings."""

from collections.abc import Sequence

from msgspec import Struct

from db.errors import Refusal
from db.rows import Due, NewMessage, Rating, SeatResult
from db.sql import SqlTable, Tx, in_list
from db.tables import deadlines, matches
from db.transactions import Transactions, enqueue

_RATINGS = SqlTable("ratings", Rating, key=("game", "guild", "person"))
_RESULTS = SqlTable("results", SeatResult, key=("match", "seat"))


class RatingsChanged(Refusal):
    """The ratings or players that a result was computed from have changed: compute it again."""

    def __init__(self, match: int) -> None:
        super().__init__(f"The result of match {match} has to be computed again.")


class LadderPage(Struct, frozen=True, kw_only=True):
    """The top of a ladder and one person's place on it."""

    top: tuple[Rating, ...]
    newcomers: tuple[Rating, ...]
    """The best of those with too few matches for a place."""
    ranked: int
    """The number of people with a place."""
    mine: Rating | None
    place: int | None
    """The person's own place; None if they have none."""


class _Score(Struct, frozen=True, kw_only=True):
    game: str
    played: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn


class Tally(_Score, frozen=True, kw_only=True):
    """The results of a person's finished matches of a game."""

    rated: bool


class LevelTally(_Score, frozen=True, kw_only=True):
    """The results of a person's finished matches of a game against computers of a level."""

    level: int


class Ladder(Transactions):
    """Results and ratings. Ratings are compared by `mu - doubt * sigma`."""

    async def results(self, match: int) -> list[SeatResult]:
        """The result of every seat of a finished match; empty until `store_results` has stored them."""
        return await self._read(lambda tx: results(tx, match))

    async def ratings(self, game: str, guild: int, people: Sequence[int]) -> list[Rating]:
        """The ratings of these people in one server or (0) everywhere; people without a rating are left out."""
        return await self._read(lambda tx: ratings(tx, game, guild, people))

    async def store_results(
        self, due: Due, results: Sequence[SeatResult], ratings: Sequence[Rating], outbox: Sequence[NewMessage] = ()
    ) -> bool:
        """Store the results and new ratings of a match. Returns False if the due row is gone or the match is no longer
        over.

        Raises RatingsChanged unless each rating has exactly one match more than the stored one. A match that was
        reopened after it was rated does not change ratings a second time.
        """
        return await self._write(lambda tx: store_results(tx, due, results, ratings, outbox), match=due.of_match)

    async def page(
        self, game: str, guild: int, person: int, *, doubt: float, ranked_from: int, most: int, newcomers: int
    ) -> LadderPage:
        """The best people with at least `ranked_from` matches, some of the others, and this person's place."""
        return await self._read(lambda tx: ladder_page(tx, game, guild, person, doubt, ranked_from, most, newcomers))

    async def ratings_of(self, person: int, guild: int) -> list[Rating]:
        """The person's ratings in all games, in this server and everywhere."""
        return await self._read(lambda tx: ratings_of(tx, person, guild))

    async def tallies(self, person: int) -> list[Tally]:
        """The person's finished matches against people, by game, with rated and unrated ones apart."""
        return await self._read(lambda tx: tallies(tx, person))

    async def tallies_by_level(self, person: int) -> list[LevelTally]:
        """The person's finished matches with computers, by game and by the level of the strongest computer."""
        return await self._read(lambda tx: tallies_by_level(tx, person))

    async def best_win(self, person: int, game: str, *, doubt: float) -> Rating | None:
        """The current rating of the strongest player whom the person has beaten."""
        return await self._read(lambda tx: best_win(tx, person, game, doubt))

    async def running(self, person: int) -> dict[str, int]:
        """The number of matches of each game that the person is playing."""
        return await self._read(lambda tx: running(tx, person))


def results(tx: Tx, match: int) -> list[SeatResult]:
    return _RESULTS.all(tx, "WHERE match = :match ORDER BY seat", match=match)


def ratings(tx: Tx, game: str, guild: int, people: Sequence[int]) -> list[Rating]:
    marks, named = in_list("person", people)
    where = f"WHERE game = :game AND guild = :guild AND person IN ({marks}) ORDER BY person"
    return _RATINGS.all(tx, where, game=game, guild=guild, **named)


def ratings_of(tx: Tx, person: int, guild: int) -> list[Rating]:
    where = "WHERE person = :person AND guild IN (0, :guild) ORDER BY game, guild"
    return _RATINGS.all(tx, where, person=person, guild=guild)


def store_results(
    tx: Tx, due: Due, found: Sequence[SeatResult], following: Sequence[Rating], outbox: Sequence[NewMessage]
) -> bool:
    if not deadlines.finish(tx, due.id):
        return False
    match = matches.match(tx, due.of_match)
    if match.status != "over":
        return False
    tx.lock("ratings")
    counted = bool(results(tx, match.id))
    for result in found:
        _need_player(tx, result)
        _RESULTS.put(tx, result)
    if not counted:
        for rating in following:
            _need_next(tx, match.id, rating)
            _RATINGS.put(tx, rating)
        enqueue(tx, match, outbox)
    return True


def _need_player(tx: Tx, result: SeatResult) -> None:
    """Raise RatingsChanged unless the person has played this seat and still exists."""
    sat = {(one.seat, one.person) for one in matches.sittings(tx, result.match)}
    if (result.seat, result.person) not in sat:
        raise RatingsChanged(result.match)


def _need_next(tx: Tx, match: int, rating: Rating) -> None:
    """Raise RatingsChanged unless the rating has one match more than the stored one."""
    before = ratings(tx, rating.game, rating.guild, [rating.person])
    if rating.matches != 1 + sum(one.matches for one in before):
        raise RatingsChanged(match)


def ladder_page(
    tx: Tx, game: str, guild: int, person: int, doubt: float, ranked_from: int, most: int, newcomers: int
) -> LadderPage:
    here: dict[str, object] = {"game": game, "guild": guild}
    ranked = "WHERE game = :game AND guild = :guild AND matches >= :ranked_from"
    others = "WHERE game = :game AND guild = :guild AND matches < :ranked_from"
    best = "ORDER BY mu - :doubt * sigma DESC, person LIMIT :most"
    mine = _RATINGS.one(tx, "WHERE game = :game AND guild = :guild AND person = :person", person=person, **here)
    place: int | None = None
    if mine is not None and mine.matches >= ranked_from:
        place = 1 + tx.value(
            f"SELECT count(*) FROM ratings {ranked} AND mu - :doubt * sigma > :mu - :doubt * :sigma",
            ranked_from=ranked_from,
            doubt=doubt,
            mu=mine.mu,
            sigma=mine.sigma,
            **here,
        )
    return LadderPage(
        top=tuple(_RATINGS.all(tx, f"{ranked} {best}", ranked_from=ranked_from, doubt=doubt, most=most, **here)),
        newcomers=tuple(
            _RATINGS.all(tx, f"{others} {best}", ranked_from=ranked_from, doubt=doubt, most=newcomers, **here)
        ),
        ranked=tx.value(f"SELECT count(*) FROM ratings {ranked}", ranked_from=ranked_from, **here),
        mine=mine,
        place=place,
    )


def tallies(tx: Tx, person: int) -> list[Tally]:
    """The person's results by game. A first place shared with another side is a draw."""
    found = tx.run(
        """SELECT game, rated, count(*),
            count(*) FILTER (WHERE place = 1 AND tied = 0), count(*) FILTER (WHERE place = 1 AND tied = 1)
        FROM results AS mine JOIN matches ON id = match WHERE person = :person AND status = 'over'
            AND NOT EXISTS (SELECT 1 FROM results WHERE results.match = mine.match AND results.person < 0)
        GROUP BY game, rated ORDER BY game, rated DESC""",
        person=person,
    )
    return [
        Tally(game=game, rated=bool(rated), played=played, won=won, drawn=drawn)
        for game, rated, played, won, drawn in found
    ]


def tallies_by_level(tx: Tx, person: int) -> list[LevelTally]:
    """The person's results by game and level; the level is the last digit of a computer's id."""
    found = tx.run(
        """SELECT game, level, count(*),
            count(*) FILTER (WHERE place = 1 AND tied = 0), count(*) FILTER (WHERE place = 1 AND tied = 1)
        FROM results AS mine JOIN matches ON id = match JOIN (
            SELECT match AS played, max((-person) % 10) AS level FROM results WHERE person < 0 GROUP BY match
        ) AS computers ON played = match WHERE person = :person AND status = 'over'
        GROUP BY game, level ORDER BY game, level""",
        person=person,
    )
    return [
        LevelTally(game=game, level=level, played=played, won=won, drawn=drawn)
        for game, level, played, won, drawn in found
    ]


def best_win(tx: Tx, person: int, game: str, doubt: float) -> Rating | None:
    return _RATINGS.one(
        tx,
        """WHERE game = :game AND guild = 0 AND person IN (
            SELECT beaten.person FROM results AS mine JOIN results AS beaten USING (match) JOIN matches ON id = match
            WHERE mine.person = :person AND game = :game AND status = 'over'
            AND mine.place = 1 AND beaten.place > 1 AND beaten.person <> :person
        ) ORDER BY mu - :doubt * sigma DESC, person LIMIT 1""",
        person=person,
        game=game,
        doubt=doubt,
    )


def running(tx: Tx, person: int) -> dict[str, int]:
    return dict(
        tx.run(
            """SELECT game, count(*) FROM seats JOIN matches ON id = match
            WHERE person = :person AND status = 'live' GROUP BY game ORDER BY game""",
            person=person,
        ).fetchall()
    )
