"""The start of a battle: Morlocks and poison at the same time; then venom in the segments."""

from __future__ import annotations

import pytest

from engine.monolith.state import OFF
from engine.monolith.wounds import poison_left
from tests.support.engine.monolith.battle_scripts import branches, fight, put, summary

_START = "start"


def test_lightning_kills_whatever_the_toughness_and_removes_the_morlock() -> None:
    """M1"""
    assert fight("A morlock c3 >e; B golem c4 trench").dead == {"c3": _START, "c4": _START}


def test_lightning_kills_despite_the_guardians_banner() -> None:
    """M1, BN4"""
    assert fight("A morlock c3 >e; B golem c4; B guardians.banner c5").dead == {"c3": _START, "c4": _START}


def test_lightning_does_not_harm_a_banner_but_removes_the_morlock() -> None:
    """M2: no rune is used up either."""
    fought = fight("A morlock c3 >e; B dragon.banner c4; B abyss.rune-regeneration b4 >sw")
    assert (fought.dead, fought.lost) == ({"c3": _START}, (0, 0))


def test_a_morlock_without_a_target_stays() -> None:
    """M3: the side points at an empty space, a friendly tile, or off the board."""
    assert fight("A morlock c3 >e; A golem c4; B golem c2").gone == set()
    assert fight("A morlock c5 >e; B golem c2").gone == set()


@pytest.mark.parametrize("holder", ["B nightmare d3 >nw", "B rune-disarmament b2 >se"])
def test_a_netted_or_disarmed_morlock_does_nothing(holder: str) -> None:
    """M4"""
    assert fight(f"A morlock c3 >e; B rune-charge c4; {holder}").gone == set()


def test_a_morlock_freed_during_the_battle_does_nothing() -> None:
    """M4"""
    fought = fight("A morlock c3 >e; B rune-charge c4; B nightmare d3 >nw; A pupil e3 >nw")
    assert fought.dead == {"d3": 3}


def test_lightning_on_a_netter_frees_its_targets_only_for_the_segments() -> None:
    """M5, B5: the second Morlock is netted by the victim of the first."""
    fought = fight("A morlock c3 >e; A morlock b4 >w; B nightmare c4 >ne; B rune-charge b3")
    assert fought.dead == {"c3": _START, "c4": _START}


def test_two_morlocks_kill_each_other() -> None:
    """M5"""
    assert fight("A morlock c3 >e; B morlock c4 >w").dead == {"c3": _START, "c4": _START}


def test_a_rune_killed_by_lightning_cannot_save_another_target() -> None:
    """M5, RG5"""
    board = "A morlock c1 >e; A morlock c5 >w; B abyss.rune-regeneration c2 >e; B rune-charge c3; B rune-charge c4"
    assert fight(board).dead == {"c1": _START, "c2": _START, "c4": _START, "c5": _START}


def test_a_rune_saves_the_target_and_the_morlock_leaves_anyway() -> None:
    """M6, RG10"""
    fought = fight("A morlock c3 >e; B rune-charge c4; B abyss.rune-regeneration b4 >sw")
    assert fought.dead == {"c3": _START, "b4": _START}


def test_a_rune_does_not_save_the_morlock_itself() -> None:
    """RG10: the rune is not even used up."""
    fought = fight("A morlock c3 >e; A abyss.rune-regeneration c2 >e; B rune-charge c4")
    assert fought.dead == {"c3": _START, "c4": _START}


def test_acceleration_does_not_affect_a_morlock() -> None:
    """M7"""
    board = "A morlock c3 >e; A dragon.rune-minor-acceleration c2; B pupil c4 >w"
    assert fight(board).dead == {"c3": _START, "c4": _START}


def test_poison_deals_one_wound_per_marker() -> None:
    """V2: the markers stay."""
    fought = fight("A golem c3 poison=2; B rune-charge e1")
    assert (fought.wounds("c3"), fought.poison("c3")) == (2, 2)
    assert fight("A golem c3 poison=3; B rune-charge e1").dead == {"c3": _START}


def test_poison_can_wound_a_banner() -> None:
    """V2, V3"""
    fought = fight("A dragon.banner c3 poison=2; B rune-charge e1")
    assert (fought.lost, fought.poison("c3")) == ((2, 0), 2)


def test_tiles_killed_by_poison_do_not_attack() -> None:
    """V2: the start precedes every segment."""
    assert fight("A pupil c3 >e poison=1; B rune-charge c4").dead == {"c3": _START}


def test_a_rune_absorbs_all_poison_wounds_of_a_tile_and_the_markers_stay() -> None:
    """V5, RG2"""
    fought = fight("A golem c3 poison=3; A abyss.rune-regeneration c2 >e; B rune-charge e1")
    assert fought.dead == {"c2": _START}
    assert (fought.wounds("c3"), fought.poison("c3")) == (0, 3)


def test_a_poisoned_rune_saves_no_tile_from_poison() -> None:
    """V5, RG5"""
    board = "A rune-charge c3 poison=1; A abyss.rune-regeneration c2 >e poison=1; B rune-charge e1"
    assert fight(board).dead == {"c2": _START, "c3": _START}


def test_hidden_tiles_take_no_poison_wounds() -> None:
    """V6"""
    s = put("A golem c3 poison=3; B rune-charge e1")
    s.tokens[0].at = OFF
    fought = fight(s)
    assert fought.gone == set()
    assert fought.state.tokens[0].wounds == 0
    assert poison_left(s) == 2


def test_a_venomous_hit_leaves_one_marker_whatever_its_strength() -> None:
    """V1"""
    assert fight("A spike c3 >e; A dragon.rune-strength c2 >e; B golem c4").poison("c4") == 1


def test_two_venomous_hits_leave_two_markers() -> None:
    """V1, V2"""
    assert fight("A spike c3 >e; A spike c5 >w; B golem c4").poison("c4") == 2


def test_a_shot_stopped_by_armor_leaves_no_marker() -> None:
    """V1: the Abyss Banner makes shots venomous."""
    board = "A arquebusier c2 >e; A abyss.banner c1; B knight c4 >w"
    assert fight(board).poison("c4") == 0
    assert fight(board.replace("arquebusier", "sorcerer")).poison("c4") == 1


def test_a_hit_taken_by_the_entrenchment_marker_poisons() -> None:
    """V1, T2: the marker takes a real wound."""
    fought = fight("A spike c3 >e; B rune-charge c4 trench")
    assert (fought.gone, fought.poison("c4")) == (set(), 1)


def test_a_regenerated_hit_leaves_no_marker() -> None:
    """V1, RG11"""
    fought = fight("A spike c3 >e; B golem c4; B abyss.rune-regeneration b4 >sw")
    assert (fought.dead, fought.poison("c4"), fought.wounds("c4")) == ({"b4": 1}, 0, 0)


def test_a_banner_can_be_poisoned() -> None:
    """V3"""
    assert fight("A spike c3 >e; B dragon.banner c4; B golem c5").poison("c4") == 1


def test_the_abyss_banner_gives_venom_to_neighbors_and_not_to_itself() -> None:
    """BN3"""
    board = "A pupil c3 >e; A abyss.banner c2; B golem c4; B golem b2"
    fought = fight(board)
    assert (fought.poison("c4"), fought.poison("b2")) == (1, 0)


def test_two_sources_of_venom_count_once() -> None:
    """V1"""
    assert fight("A spike c3 >e; A abyss.banner c2; B golem c4").poison("c4") == 1


def test_with_an_empty_pool_no_poison_is_placed() -> None:
    """V3"""
    fought = fight("A spike c3 >e; B golem c4; B dragon.banner e1 poison=5")
    assert (fought.poison("c4"), fought.poison("e1"), poison_left(fought.state)) == (0, 5, 0)


def test_the_attackers_owner_chooses_when_markers_run_short() -> None:
    """V4"""
    board = "A spike c3 >e; A spike d2 >w; B golem c4; B golem d1; B dragon.banner a1 poison=4"
    found = branches(board)
    assert [(one.prompts, one.questions[0].seat, one.picks) for one in found] == [
        (["poison-marker"], 0, ("c4",)),
        (["poison-marker"], 0, ("d1",)),
    ]
    assert [(one.poison("c4"), one.poison("d1")) for one in found] == [(1, 0), (0, 1)]


def test_no_marker_choice_with_a_single_poisoned_target() -> None:
    """V4"""
    fought = fight("A spike c3 >e; A spike c5 >w; B golem c4; B dragon.banner a1 poison=4")
    assert (fought.questions, fought.poison("c4")) == ([], 1)


def test_dying_tiles_get_no_marker() -> None:
    """V4, V7"""
    fought = fight("A spike c3 >e; A spike d2 >w; B golem c4; B rune-charge d1; B dragon.banner a1 poison=4")
    assert (fought.questions, fought.dead, fought.poison("c4")) == ([], {"d1": 1}, 1)


def test_markers_of_eliminated_tiles_return_for_the_next_segment() -> None:
    """V3: the poisoned Golem dies in 3, so the Spike (1) finds a marker."""
    board = "A spike c3 >e; A pupil d2 >w; B golem c4; B golem d1 wounds=1 poison=1; B dragon.banner a1 poison=4"
    fought = fight(board)
    assert (fought.dead, fought.poison("c4")) == ({"d1": 3}, 1)


def test_markers_of_tiles_dying_in_the_same_segment_are_not_free_yet() -> None:
    """V3, B4: both hits happen in 1."""
    board = (
        "A spike c3 >e; A demon d2 r0; A nightmare c1 r1; "
        "B golem c4; B rune-charge d1 trench poison=1; B dragon.banner a1 poison=4"
    )
    fought = fight(board)
    assert fought.dead == {"d1": 1}
    assert fought.poison("c4") == 0


def test_choosing_markers_changes_only_their_places() -> None:
    """V4"""
    board = "A spike c3 >e; A spike d2 >w; B golem c4; B golem d1; B dragon.banner a1 poison=4"
    one, other = (summary(found.state) for found in branches(board))
    assert one[1:] == other[1:]
