"""Ratings: laws of the model and of the displayed numbers; places, and the players for whom a match counts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.rows import Move, Sitting
from engine.core.game import Outcome
from engine.core.position import Position
from engine.core.record import Record, check
from engine.registry import game_for
from table.ratings.ratings import MODEL, RANKED_FROM_MATCHES, Strength, rate
from table.ratings.results import credited_people, places

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.json"))
FREE_FOR_ALL = ((0,), (1,), (2,), (3,))
ANN, BOB, CID = 1, 2, 3

STRENGTHS = st.builds(Strength, st.floats(0, 50), st.floats(1, 9), st.integers(0, 200))


def close(one: float, other: float) -> bool:
    return one == pytest.approx(other, abs=1e-6)


# The model


def test_two_newcomers_change_by_the_same_amount() -> None:
    (winner,), (loser,) = rate([[Strength()], [Strength()]], [1, 2])
    assert winner.number > 1500 > loser.number
    assert winner.number + loser.number == 3000
    assert winner.doubt == loser.doubt < Strength().doubt
    assert (winner.matches, loser.matches) == (1, 1)


def test_a_draw_between_equals_changes_no_rating() -> None:
    (one,), (other,) = rate([[Strength()], [Strength()]], [1, 1])
    assert one == other
    assert one.number == 1500 and one.doubt < Strength().doubt


def test_a_draw_brings_different_ratings_closer() -> None:
    (strong,), (weak,) = rate([[Strength(30, 4)], [Strength(25, 4)]], [1, 1])
    assert 25 < weak.mu < strong.mu < 30


def test_beating_a_stronger_player_gains_more() -> None:
    gains = [rate([[Strength()], [Strength(mu, 4)]], [1, 2])[0][0].mu for mu in (15, 25, 35)]
    assert gains == sorted(gains) and len(set(gains)) == 3


def test_four_newcomers_are_ordered_by_their_places() -> None:
    after = [team[0].number for team in rate([[Strength()]] * 4, [3, 1, 4, 2])]
    assert sorted(range(4), key=lambda seat: -after[seat]) == [1, 3, 0, 2]
    assert sum(after) == pytest.approx(4 * 1500, abs=2)


def test_players_who_share_a_place_share_the_change() -> None:
    after = rate([[Strength()]] * 4, [1, 1, 1, 4])
    assert after[0] == after[1] == after[2]
    assert after[0][0].number > 1500 > after[3][0].number


def test_teammates_gain_and_lose_together() -> None:
    (a, b), (c, d) = rate([[Strength()] * 2] * 2, [2, 1])
    assert a == b and c == d
    assert a.number + c.number == 3000 and c.number > 1500


def test_two_beating_one_is_the_expected_result() -> None:
    (two, _), (one,) = rate([[Strength()] * 2, [Strength()]], [1, 2])
    (_, _), (won,) = rate([[Strength()] * 2, [Strength()]], [2, 1])
    assert won.mu - MODEL.mu > MODEL.mu - one.mu > 0 < two.mu - MODEL.mu


@given(STRENGTHS, STRENGTHS, st.sampled_from([(1, 2), (2, 1), (1, 1)]))
def test_the_order_of_players_does_not_matter(one: Strength, other: Strength, how: tuple[int, int]) -> None:
    (first,), (second,) = rate([[one], [other]], how)
    (swapped,), (back,) = rate([[other], [one]], how[::-1])
    assert close(first.mu, back.mu) and close(second.mu, swapped.mu)
    assert close(first.sigma, back.sigma) and close(second.sigma, swapped.sigma)


@given(STRENGTHS, STRENGTHS)
def test_winners_never_lose_and_losers_never_gain_rating(one: Strength, other: Strength) -> None:
    (winner,), (loser,) = rate([[one], [other]], [1, 2])
    assert winner.mu >= one.mu and loser.mu <= other.mu


@given(st.lists(st.floats(10, 40), min_size=2, max_size=4), st.floats(1, 9), st.data())
def test_between_equally_certain_players_points_only_change_hands(
    mus: list[float], sigma: float, data: st.DataObject
) -> None:
    how = data.draw(st.lists(st.integers(1, 4), min_size=len(mus), max_size=len(mus)))
    after = rate([[Strength(mu, sigma)] for mu in mus], how)
    assert close(sum(team[0].mu for team in after), sum(mus))


@given(st.lists(STRENGTHS, min_size=2, max_size=4), st.data())
def test_every_match_counts_the_same(strengths: list[Strength], data: st.DataObject) -> None:
    how = data.draw(st.lists(st.integers(1, 4), min_size=len(strengths), max_size=len(strengths)))
    after = rate([[one] for one in strengths], how)
    assert [team[0].matches for team in after] == [one.matches + 1 for one in strengths]


# The numbers


def test_a_newcomer_has_a_provisional_1500() -> None:
    assert (Strength().number, Strength().doubt, str(Strength())) == (1500, 500, "1500? ± 500")


def test_a_rating_is_no_longer_provisional_after_ten_matches() -> None:
    assert Strength(matches=RANKED_FROM_MATCHES - 1).provisional and str(Strength(matches=9)).startswith("1500?")
    assert not Strength(matches=RANKED_FROM_MATCHES).provisional and str(Strength(matches=10)) == "1500 ± 500"


def test_a_lead_of_200_points_means_three_wins_in_four() -> None:
    """At this difference, gains and losses balance if the weaker player wins a quarter of the matches."""
    strong, weak = Strength(25 + 200 / 30, 0.01), Strength(25, 0.01)
    up = rate([[strong], [weak]], [1, 2])[0][0].mu - strong.mu
    down = strong.mu - rate([[strong], [weak]], [2, 1])[0][0].mu
    assert down / (up + down) == pytest.approx(0.75, abs=0.02)


# Places


def test_the_winner_is_ranked_first_and_the_other_second() -> None:
    assert places(Outcome((1,), "captured"), ((0,), (1,))) == [(2, False), (1, False)]


def test_a_draw_ranks_all_players_first() -> None:
    assert places(Outcome((), "agreed"), ((0,), (1,))) == [(1, True)] * 2
    assert places(Outcome((), "tied", (4, 4, 4, 4)), FREE_FOR_ALL) == [(1, True)] * 4
    assert places(Outcome((), "both-banners", (0, 0, 0)), ((0, 2), (1,))) == [(1, True)] * 2


def test_a_winning_team_shares_first_place() -> None:
    assert places(Outcome((0, 2), "banner", (7, 0, 7, 0)), ((0, 2), (1, 3))) == [(1, False), (2, False)]


def test_places_behind_the_winner_follow_the_scores() -> None:
    outcome = Outcome((2,), "goal", (3, 5, 9, 3))
    assert places(outcome, FREE_FOR_ALL) == [(3, True), (2, False), (1, False), (3, True)]


def test_a_win_by_tiebreak_ranks_above_an_equal_score() -> None:
    assert places(Outcome((0,), "tie-break", (5, 5, 2)), ((0,), (1,), (2,))) == [(1, False), (2, False), (3, False)]


def test_all_winners_are_ranked_first_whatever_their_scores() -> None:
    assert places(Outcome((0, 1), "goal", (5, 7, 2)), ((0,), (1,), (2,))) == [(1, True), (1, True), (3, False)]


def test_when_a_player_resigns_the_others_share_first_place() -> None:
    assert places(Outcome((0, 1, 3), "resigned"), FREE_FOR_ALL) == [(1, True), (1, True), (4, False), (1, True)]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_places_of_recorded_matches_agree_with_their_results(file: Path) -> None:
    """Also after the match was stored and read again, as after a restart."""
    record = msgspec.json.decode(file.read_bytes(), type=Record)
    played = check(record, game_for(record.game, record.rules_version))
    read = Position.read(
        game_for(record.game, record.rules_version), record.options, json.loads(json.dumps(played.write()))
    )
    assert read.outcome == played.outcome and read.outcome is not None and record.result is not None
    teams = read.game.teams(read.state)
    assert sorted(seat for team in teams for seat in team) == list(range(record.seats))
    found = {seat: place for team, place in zip(teams, places(read.outcome, teams), strict=True) for seat in team}
    first = {seat for seat, (place, _) in found.items() if place == 1}
    assert first == set(record.result.winners or range(record.seats))
    if not record.result.winners:
        assert set(found.values()) == {(1, True)}


# Players for whom a match counts


def log(*seats: int | str) -> list[Move]:
    """Moves of these seats; `undo3` undoes all after the third entry, `resign0` is a resignation of seat 0."""
    found = []
    for number, what in enumerate(seats, 1):
        kind = "play" if isinstance(what, int) else what[:-1]
        seat = what if isinstance(what, int) else 0
        keep = int(str(what)[-1]) if kind == "undo" else 0
        note = json.dumps({"keep": keep})
        found.append(Move(match=1, seq=number, seat=seat, kind=kind, codes="[]", note=note, at=number))
    return found


def table(*changes: tuple[int, int, int | None]) -> list[Sitting]:
    """Ann and Bob begin; hand-overs are (seat, version, user)."""
    begun = [(0, 0, ANN), (1, 0, BOB)]
    return [Sitting(match=1, seat=seat, since=since, person=user) for seat, since, user in (*begun, *changes)]


def counts_for(moves: Sequence[Move], sittings: Sequence[Sitting]) -> list[int | None]:
    found = credited_people(moves, sittings)
    return [found[seat] for seat in sorted(found)]


def test_a_match_counts_for_its_players() -> None:
    assert counts_for(log(0, 1, 0, 1), table()) == [ANN, BOB]


def test_a_match_counts_for_the_player_who_made_most_moves_of_a_seat() -> None:
    assert counts_for(log(0, 1, 0, 1, 0), table((0, 4, CID))) == [ANN, BOB]
    assert counts_for(log(0, 1, 0, 1, 0), table((0, 2, CID))) == [CID, BOB]


def test_the_move_before_a_hand_over_belongs_to_the_old_player() -> None:
    assert counts_for(log(0, 0, 0), table((0, 2, CID))) == [ANN, BOB]
    assert counts_for(log(0, 0, 0), table((0, 1, CID))) == [CID, BOB]


def test_with_equal_moves_the_last_player_counts() -> None:
    assert counts_for(log(0, 1, 0, 1), table((0, 2, CID))) == [CID, BOB]


def test_a_player_without_moves_does_not_count() -> None:
    assert counts_for(log(0, 0, 1), table((0, 1, CID), (0, 3, 4))) == [CID, BOB]


def test_a_seat_without_moves_counts_for_the_player_who_agreed_to_the_match() -> None:
    assert counts_for(log("resign0"), table((1, 1, CID))) == [ANN, BOB]
    assert counts_for(log(1), table((0, 1, CID))) == [ANN, BOB]


def test_undone_moves_do_not_count() -> None:
    moves = log(0, 0, 0, "undo1", 0, 0)
    assert counts_for(moves, table((0, 4, CID))) == [CID, BOB]
    assert counts_for(log(0, 0, 0, 0, 0), table((0, 3, CID))) == [ANN, BOB]


def test_a_resignation_does_not_count_as_a_move() -> None:
    assert counts_for(log(0, 1, "resign0"), table((0, 2, CID))) == [ANN, BOB]


def test_a_returning_player_keeps_earlier_moves() -> None:
    moves = log(0, 0, 0, 0, 0)
    assert counts_for(moves, table((0, 1, CID), (0, 3, ANN))) == [ANN, BOB]


def test_a_deleted_player_stays_anonymous() -> None:
    assert counts_for(log(0, 0, 0), table((0, 1, None))) == [None, BOB]


@given(st.lists(st.integers(0, 1), max_size=12), st.lists(st.tuples(st.integers(1, 12), st.integers(3, 6)), max_size=4))
def test_a_match_counts_only_for_people_who_had_the_seat(seats: list[int], changes: list[tuple[int, int]]) -> None:
    sittings = table(*((0, since, user) for since, user in dict(changes).items()))
    found = credited_people(log(*seats), sittings)
    assert found[0] in {one.person for one in sittings if one.seat == 0} and found[1] == BOB
