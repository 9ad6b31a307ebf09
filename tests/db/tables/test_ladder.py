"""Results and ratings are stored once, together, and only for the players."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from db import Due, Match, NewDue, NewMessage, Store
from db.rows import Rating, SeatResult, Status
from db.tables.ladder import LadderPage, LevelTally, RatingsChanged, Tally
from tests.support.db.sample_matches import ANN, BOB, CID, GUILD, NEW, step

GAME = "leaders"


async def ended(
    store: Store, *, rated: bool = True, players: Sequence[int] = (ANN, BOB), status: Status = "over"
) -> Due:
    """A match that ended with its first move; returns its due row."""
    match = await store.matches.open(replace(NEW, rated=rated, creator=players[0]), [players[0], None])
    match = await store.matches.start(match.id, position="{}", to_move=[0], players=players)
    due = [NewDue(at=0, kind="result")]
    await store.matches.commit(replace(step(match), status=status, result="{}", to_move=(), due=due))
    return (await store.due.of_match(match.id))[0]


def won(match: int, players: Sequence[int | None] = (ANN, BOB)) -> list[SeatResult]:
    return [
        SeatResult(match=match, seat=seat, person=user, place=seat + 1, tied=False) for seat, user in enumerate(players)
    ]


def drawn(match: int) -> list[SeatResult]:
    return [SeatResult(match=match, seat=seat, person=user, place=1, tied=True) for seat, user in enumerate((ANN, BOB))]


def rating(user: int, mu: float = 25, sigma: float = 8, matches: int = 1, guild: int = 0, game: str = GAME) -> Rating:
    return Rating(game=game, guild=guild, person=user, mu=mu, sigma=sigma, matches=matches, at=7)


async def settle(store: Store, due: Due, *ratings: Rating) -> bool:
    return await store.ladder.store_results(due, won(due.of_match), ratings, [NewMessage(kind="rated")])


async def fill(store: Store, *ratings: Rating) -> None:
    """Fill a ladder as many matches would."""
    for one in ratings:
        for matches in range(1, one.matches + 1):
            due = await ended(store, players=(one.person, one.person + 1000))
            standings = won(due.of_match, (one.person, one.person + 1000))
            assert await store.ladder.store_results(due, standings, [replace(one, matches=matches)])


async def page_of(
    store: Store, user: int, *, ranked_from: int = 2, most: int = 20, newcomers: int = 5, guild: int = 0
) -> LadderPage:
    return await store.ladder.page(GAME, guild, user, doubt=2, ranked_from=ranked_from, most=most, newcomers=newcomers)


async def test_a_result_is_stored_together_with_its_ratings_and_messages(store: Store) -> None:
    due = await ended(store)
    assert await store.ladder.results(due.of_match) == []
    assert await settle(store, due, rating(ANN, 27), rating(BOB, 23))
    assert await store.ladder.results(due.of_match) == won(due.of_match)
    assert await store.ladder.ratings(GAME, 0, [ANN, BOB, CID]) == [rating(ANN, 27), rating(BOB, 23)]
    assert [message.kind for message in await store.outbox.of_match(due.of_match)] == ["rated"]
    assert await store.due.of_match(due.of_match) == []


async def test_a_result_is_rated_once(store: Store) -> None:
    due = await ended(store)
    assert await settle(store, due, rating(ANN, 27))
    assert not await settle(store, due, rating(ANN, 29, matches=2))
    assert await store.ladder.ratings(GAME, 0, [ANN]) == [rating(ANN, 27)]
    assert len(await store.outbox.of_match(due.of_match)) == 1


async def test_a_rating_computed_from_an_outdated_one_is_refused(store: Store) -> None:
    first, second = await ended(store), await ended(store)
    await settle(store, first, rating(ANN, 27))
    with pytest.raises(RatingsChanged):
        await settle(store, second, rating(BOB, 23), rating(ANN, 26, matches=1))
    assert await store.ladder.results(second.of_match) == []
    assert await store.ladder.ratings(GAME, 0, [ANN, BOB]) == [rating(ANN, 27)]
    assert await store.due.of_match(second.of_match) == [second], "the row is still due"
    assert await settle(store, second, rating(BOB, 23), rating(ANN, 28, matches=2))


async def test_people_who_never_played_a_seat_get_no_rating(store: Store) -> None:
    due = await ended(store)
    with pytest.raises(RatingsChanged):
        await store.ladder.store_results(due, won(due.of_match, (ANN, CID)), [rating(CID)])
    assert await store.ladder.ratings(GAME, 0, [CID]) == []


async def test_a_person_deleted_before_the_rating_gets_none(store: Store) -> None:
    due = await ended(store)
    assert await store.privacy.forget(BOB, NewMessage(kind="invitation"))
    with pytest.raises(RatingsChanged):
        await settle(store, due, rating(ANN), rating(BOB))
    assert await store.ladder.store_results(due, won(due.of_match, (ANN, None)), [rating(ANN)])
    assert await store.ladder.ratings(GAME, 0, [ANN, BOB]) == [rating(ANN)]


async def _taken_up(store: Store, match: int) -> Match:
    row = await store.matches.get(match)
    return (await store.matches.commit(replace(step(row), status="live"))).match


async def test_a_match_reopened_before_its_rating_is_not_rated(store: Store) -> None:
    due = await ended(store)
    await _taken_up(store, due.of_match)
    assert not await settle(store, due, rating(ANN))
    assert await store.ladder.results(due.of_match) == [] and await store.ladder.ratings(GAME, 0, [ANN]) == []
    assert await store.due.of_match(due.of_match) == []


async def test_a_match_that_ends_again_has_a_new_result_but_no_second_rating(store: Store) -> None:
    due = await ended(store)
    await settle(store, due, rating(ANN, 27), rating(BOB, 23))
    live = await _taken_up(store, due.of_match)
    assert await store.ladder.tallies(ANN) == [], "it is not finished now"
    again = [NewDue(at=0, kind="result")]
    await store.matches.commit(replace(step(live), status="over", result="{}", to_move=(), due=again))
    (due,) = await store.due.of_match(due.of_match)
    assert await store.ladder.store_results(
        due, drawn(due.of_match), [rating(ANN, 26, matches=2)], [NewMessage(kind="rated")]
    )
    assert await store.ladder.results(due.of_match) == drawn(due.of_match)
    assert await store.ladder.ratings(GAME, 0, [ANN]) == [rating(ANN, 27)]
    assert len(await store.outbox.of_match(due.of_match)) == 1


async def test_ladder_places_use_the_lower_bound_of_the_rating(store: Store) -> None:
    lucky, steady, modest = rating(ANN, 30, 8, 2), rating(BOB, 28, 3, 2), rating(CID, 21, 3, 2)
    await fill(store, lucky, steady, modest)
    found = await page_of(store, CID)
    assert found.top == (steady, modest, lucky)
    assert (found.ranked, found.place, found.mine) == (3, 2, modest)


async def test_newcomers_are_listed_separately_without_a_place(store: Store) -> None:
    await fill(store, rating(ANN, 20, matches=2), rating(BOB, 40, matches=1))
    found = await page_of(store, BOB)
    assert found.top == (rating(ANN, 20, matches=2),)
    assert found.newcomers == (rating(BOB, 40, matches=1),)
    assert (found.ranked, found.place, found.mine) == (1, None, rating(BOB, 40, matches=1))


async def test_equal_players_share_a_place(store: Store) -> None:
    await fill(store, rating(ANN, matches=2), rating(BOB, matches=2), rating(CID, 20, matches=2))
    assert [(await page_of(store, user)).place for user in (ANN, BOB, CID)] == [1, 1, 3]


async def test_a_persons_place_is_known_even_below_the_listed_ones(store: Store) -> None:
    await fill(store, *(rating(user, 30 - user, matches=2) for user in range(1, 7)))
    found = await page_of(store, 6, most=4)
    assert [one.person for one in found.top] == [1, 2, 3, 4]
    assert (found.place, found.ranked) == (6, 6)


async def test_every_server_and_game_has_a_separate_ladder(store: Store) -> None:
    await fill(store, rating(ANN, 27, matches=2, guild=GUILD), rating(BOB, 23, matches=2))
    assert [one.person for one in (await page_of(store, ANN, guild=GUILD)).top] == [ANN]
    assert [one.person for one in (await page_of(store, ANN)).top] == [BOB]
    assert (await page_of(store, ANN)).mine is None
    assert (await page_of(store, ANN, guild=GUILD + 1)).top == ()
    empty = await store.ladder.page("knockdown", 0, ANN, doubt=2, ranked_from=2, most=20, newcomers=5)
    assert empty == LadderPage(top=(), newcomers=(), ranked=0, mine=None, place=None)
    assert await store.ladder.ratings_of(ANN, GUILD) == [rating(ANN, 27, matches=2, guild=GUILD)]


async def test_results_are_counted_by_game_rated_and_unrated(store: Store) -> None:
    for rated in (True, True, False):
        due = await ended(store, rated=rated)
        await store.ladder.store_results(due, won(due.of_match), [])
    due = await ended(store)
    await store.ladder.store_results(due, drawn(due.of_match), [])
    assert await store.ladder.tallies(ANN) == [
        Tally(game=GAME, rated=True, played=3, won=2, drawn=1),
        Tally(game=GAME, rated=False, played=1, won=1, drawn=0),
    ]
    assert [(tally.won, tally.drawn, tally.lost) for tally in await store.ladder.tallies(BOB)] == [(0, 1, 2), (0, 0, 1)]
    assert await store.ladder.tallies(CID) == []


async def test_matches_with_computers_are_counted_separately_by_the_strongest_level(store: Store) -> None:
    for computer in (-12, -15, -25):
        due = await ended(store, rated=False, players=(ANN, computer))
        await store.ladder.store_results(due, won(due.of_match, (ANN, computer)), [])
    match = await store.matches.begin(replace(NEW, creator=BOB), [BOB, -11, -23], position="{}", to_move=[0])
    await store.matches.commit(
        replace(step(match), status="over", result="{}", to_move=(), due=[NewDue(at=0, kind="result")])
    )
    (due,) = await store.due.of_match(match.id)
    await store.ladder.store_results(due, won(match.id, (BOB, -11, -23)), [])
    assert await store.ladder.tallies(ANN) == [] == await store.ladder.tallies(BOB)
    assert await store.ladder.tallies_by_level(ANN) == [
        LevelTally(game=GAME, level=2, played=1, won=1, drawn=0),
        LevelTally(game=GAME, level=5, played=2, won=2, drawn=0),
    ]
    assert [(one.level, one.won, one.lost) for one in await store.ladder.tallies_by_level(BOB)] == [(3, 1, 0)]


async def of_three(store: Store, *places: tuple[int, bool], ratings: Sequence[Rating] = ()) -> None:
    """Ann, Bob and Cid have played a match with these places."""
    match = await store.matches.open(NEW, [ANN, None, None])
    match = await store.matches.start(match.id, position="{}", to_move=[0], players=[ANN, BOB, CID])
    due = [NewDue(at=0, kind="result")]
    await store.matches.commit(replace(step(match), status="over", result="{}", to_move=(), due=due))
    standings = [
        SeatResult(match=match.id, seat=seat, person=user, place=place, tied=tied)
        for seat, (user, (place, tied)) in enumerate(zip((ANN, BOB, CID), places, strict=True))
    ]
    assert await store.ladder.store_results((await store.due.of_match(match.id))[0], standings, ratings)


async def test_sharing_first_place_counts_as_a_draw(store: Store) -> None:
    await of_three(store, (1, True), (1, True), (3, False))
    await of_three(store, (1, True), (1, True), (1, True))
    found = [(await store.ladder.tallies(user))[0] for user in (ANN, BOB, CID)]
    assert [(tally.won, tally.drawn, tally.lost) for tally in found] == [(0, 2, 0), (0, 2, 0), (0, 1, 1)]


async def test_beating_only_the_last_place_is_not_a_win(store: Store) -> None:
    await of_three(store, (1, False), (2, False), (3, False), ratings=[rating(BOB, 24), rating(CID, 23)])
    assert [await store.ladder.best_win(user, GAME, doubt=2) for user in (ANN, BOB, CID)] == [
        rating(BOB, 24),
        None,
        None,
    ]


async def test_a_canceled_match_counts_for_nobody(store: Store) -> None:
    due = await ended(store, status="cancelled")
    assert not await settle(store, due, rating(ANN))
    assert await store.ladder.tallies(ANN) == [] and await store.ladder.ratings(GAME, 0, [ANN]) == []


async def test_the_best_win_is_against_the_strongest_opponent(store: Store) -> None:
    for other in (BOB, CID):
        due = await ended(store, players=(ANN, other))
        await store.ladder.store_results(due, won(due.of_match, (ANN, other)), [rating(other, 20 + other)])
    assert await store.ladder.best_win(ANN, GAME, doubt=2) == rating(CID, 23)
    assert await store.ladder.best_win(CID, GAME, doubt=2) is None
    assert await store.ladder.best_win(ANN, "knockdown", doubt=2) is None


async def test_running_matches_are_counted_by_game(store: Store) -> None:
    await ended(store)
    assert await store.ladder.running(ANN) == {}
    match = await store.matches.open(replace(NEW, channel=11), [ANN, None])
    assert await store.ladder.running(ANN) == {}, "it has not begun"
    await store.matches.start(match.id, position="{}", to_move=[0], players=[ANN, BOB])
    assert await store.ladder.running(ANN) == {GAME: 1} == await store.ladder.running(BOB)
