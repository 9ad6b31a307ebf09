"""Battles of teams: allies do not hurt each other, Banners share hit points, and owners choose for their runes."""

from __future__ import annotations

from engine.monolith.ending import verdict
from engine.monolith.state import State
from tests.support.engine.monolith.battle_scripts import branches, fight, put

_FOUR = ((0, 2), (1, 3))


def four(board: str, hit_points: tuple[int, int] = (20, 20)) -> State:
    """A and C against B and D."""
    return put(board, hit_points, _FOUR)


def test_allies_do_not_hurt_each_other_and_shots_pass_them() -> None:
    """A2"""
    fought = fight(four("A arquebusier c1 >e; C rune-charge c2; C wyrm b1; B rune-charge c4; D rune-charge c5"))
    assert fought.dead == {"c4": 2}


def test_all_seats_of_the_other_team_are_enemies() -> None:
    """A1"""
    assert fight(four("C pikeman c3 r0; B rune-charge c4; D rune-charge c2")).gone == {"c2", "c4"}


def test_in_a_match_of_three_a_single_player_fights_a_team() -> None:
    """E5"""
    fought = fight(put("B pikeman c3 r0; A rune-charge c4; C rune-charge c2", teams=((0, 2), (1,))))
    assert fought.gone == {"c2", "c4"}


def test_runes_and_banners_help_the_ally() -> None:
    """BN3"""
    board = "A pupil c3 >e; C dragon.banner c2; C forest.rune-minor-acceleration b2; B golem c4"
    fought = fight(four(board))
    assert (fought.hits(to="C4"), fought.events[1].args["value"]) == ([("c3", "c4", 2)], 4)


def test_a_banner_is_boosted_by_the_allied_banner() -> None:
    """BN3"""
    assert fight(four("A forest.banner c3; C dragon.banner c2; B golem c4")).hits(to="C4") == [("c3", "c4", 2)]


def test_an_allied_abyss_banner_makes_the_assassin_venomous() -> None:
    """A5"""
    assert fight(four("A assassin c3; C abyss.banner c2; B golem e3")).poison("e3") == 1


def test_wounds_of_both_banners_reduce_the_shared_hit_points() -> None:
    """E5"""
    fought = fight(four("A dragon.banner c3; C abyss.banner e1; B pupil c4 >w; D herne d1 >se"))
    assert fought.state.hit_points == [17, 20]


def test_at_zero_hit_points_all_banners_of_the_team_leave() -> None:
    """B7, MO10"""
    fought = fight(four("A dragon.banner c3; C abyss.banner e1; B pupil c4 >w; D golem a1", (1, 20)))
    assert fought.dead == {"c3": 3, "e1": 3}
    assert [len(pile) for pile in fought.state.discards] == [1, 0, 1, 0]


def test_both_teams_at_zero_after_a_battle_is_a_draw_in_whatever_segments() -> None:
    """B7, E5, house ruling"""
    board = "A dragon.banner c3; C forest.banner a1; B abyss.banner e1; B pupil c4 >w; C herne d1 >se"
    fought = fight(four(board, (1, 1)))
    assert {field: fought.dead[field] for field in ("a1", "c3", "e1")} == {"a1": 3, "c3": 3, "e1": 2}
    assert verdict(fought.state) == ((), "both-banners")


def test_regeneration_works_for_each_banner_separately() -> None:
    """RG9"""
    board = "A dragon.banner c3; C abyss.banner e1; C abyss.rune-regeneration d1 >se; B pupil c4 >w; D herne e2 >w"
    assert fight(four(board)).state.hit_points == [19, 20]


def test_the_runes_owner_chooses_for_allied_tiles() -> None:
    """RG4"""
    board = "A rune-charge c3; A rune-charge d2; C dragon.rune-regeneration c2 >e; B wyvern d3"
    assert {question.seat for one in branches(four(board)) for question in one.questions} == {2}


def test_where_runes_of_allies_meet_the_wounded_tiles_owner_chooses() -> None:
    """RG6"""
    board = "C golem c3; C abyss.rune-regeneration c2 >e; A abyss.rune-regeneration b2 >se; B pupil c4 >w"
    found = branches(four(board))
    assert {one.picks for one in found} == {("b2",), ("c2",)}
    assert {question.seat for one in found for question in one.questions} == {2}


def test_all_four_players_aim_at_the_same_time() -> None:
    """A5"""
    board = "A assassin a1; C assassin a2; B assassin e3; D assassin e2"
    fought = fight(four(board), "e3", "e3", "a1", "a1")
    assert [question.seat for question in fought.questions] == [0, 2, 3, 1]
    assert all(question.together for question in fought.questions)
    assert fought.gone == {"a1", "e3"}


def test_allies_short_of_markers_place_them_by_turns() -> None:
    """V4: one marker is left, and each ally has a venomous tile."""
    board = "A spike c3 >e; C spike d2 >w; B golem c4; D golem d1; B dragon.banner a1 poison=4"
    fought = fight(four(board))
    assert (fought.questions, fought.poison("c4"), fought.poison("d1")) == ([], 1, 0)
