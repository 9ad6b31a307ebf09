"""Interactions of several rules: nets with runes, poison with Morlocks, and lost bonuses."""

from __future__ import annotations

from engine.monolith.influence import Influence
from engine.monolith.moves import sources
from engine.monolith.wounds import Hit, collapse, resolve
from tests.support.engine.monolith.battle_scripts import branches, ends, fight, put, sets

_RUNE = "A abyss.rune-regeneration"


def test_a_rune_freed_from_its_net_regenerates_from_the_next_segment_on() -> None:
    """N5 × RG1: the netter dies in 3; the protected tile dies if it is hit in 3 and is saved if it is hit in 2."""
    board = f"A rune-charge c3; {_RUNE} c2 >e; A pupil d1 >nw; B nightmare c1 >e"
    assert fight(f"{board}; B pupil c4 >w").dead == {"c1": 3, "c3": 3}
    assert fight(f"{board}; B arquebusier c5 >w").dead == {"c1": 3, "c2": 2}


def test_a_netter_saved_by_a_rune_keeps_netting() -> None:
    """N2 × RG1"""
    board = "A pikeman c3 r0; A pupil b4 >sw; B nightmare c4 >w; B abyss.rune-regeneration d4 >nw; B rune-charge c2"
    fought = fight(board)
    assert fought.dead == {"d4": 3}
    assert fought.events_of("freed") == []


def test_a_chain_of_runes_ends_before_a_netted_rune() -> None:
    """RG7 × N2"""
    assert fight(f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} c1 >e net; B pupil c4 >w").dead == {"c2": 3}


def test_with_lightning_and_poison_the_owner_chooses_what_the_rune_absorbs() -> None:
    """M6 × V5 × RG3: the Golem survives only if the Morlock's strike is absorbed."""
    found = branches("A golem c3 poison=2; A abyss.rune-regeneration c2 >e; B morlock c4 >w")
    assert {(one.picks, frozenset(one.gone)) for one in found} == {
        (("c4",), frozenset({"c2", "c4"})),
        (("poison",), frozenset({"c2", "c3", "c4"})),
    }
    assert next(one for one in found if one.picks == ("c4",)).wounds("c3") == 2


def test_with_lightning_and_deadly_poison_there_is_no_choice() -> None:
    """M6 × V5: either of the two kills it."""
    fought = fight(f"A rune-charge c3 poison=1; {_RUNE} c2 >e; B morlock c4 >w")
    assert (fought.questions, fought.gone) == ([], {"c2", "c3", "c4"})


def test_a_rune_struck_by_lightning_does_not_absorb_poison() -> None:
    """M5 × V5"""
    fought = fight(f"A golem c3 poison=2; {_RUNE} c2 >e; B morlock c1 >e")
    assert (fought.dead, fought.wounds("c3")) == ({"c1": "start", "c2": "start"}, 2)


def test_a_poisoned_morlock_still_casts_lightning() -> None:
    """M5 × V2: all effects at the start happen at the same time."""
    assert fight("A morlock c3 >e poison=1; B golem c4").gone == {"c3", "c4"}


def test_a_rune_is_used_up_for_a_morlock_that_leaves_anyway() -> None:
    """RG1 × RG10"""
    fought = fight(f"A morlock c3 >e poison=1; {_RUNE} c2 >e; B golem c4")
    assert fought.gone == {"c2", "c3", "c4"}


def test_lightning_on_a_netter_frees_tiles_for_the_first_segment() -> None:
    """M1 × N5"""
    fought = fight("A pupil c3 >e; A morlock e3 >nw; B nightmare d3 >nw; B rune-charge c4")
    assert fought.dead == {"d3": "start", "e3": "start", "c4": 3}


def test_double_attack_continues_if_its_rune_was_regenerated() -> None:
    """DA1 × RG1: the rune of the double attack is hit and saved, so the extra attack is made."""
    board = f"A pupil c3 >e; A forest.rune-double-attack c2; {_RUNE} d1 >ne; B pupil c1 >e; B golem c4"
    fought = fight(board)
    assert fought.dead == {"d1": 3}
    assert fought.hits(to="C4") == [("c3", "c4", 1)] * 2


def test_double_attack_without_its_strength_rune_is_weaker_the_second_time() -> None:
    """DA1 × B5: strength is lost in 3."""
    board = (
        "A pupil c3 >e; A forest.rune-double-attack d2; A abyss.rune-strength c2 >e wounds=1; B pupil c1 >e; B golem c4"
    )
    fought = fight(board)
    assert fought.hits(to="C4") == [("c3", "c4", 2), ("c3", "c4", 1)]
    assert fought.dead == {"c2": 3, "c4": 2}


def test_a_disarmed_first_attack_gives_no_extra_attack() -> None:
    """DI1 × DA5: the Rune of Disarmament dies in 3."""
    board = "A pupil c3 >e; A forest.rune-double-attack c2; A mygalomorph a1 r1; B golem c4; B rune-disarmament b2 >se"
    fought = fight(board)
    assert fought.dead == {"b2": 3}
    assert fought.hits(to="C4") == []


def test_penetration_wounds_tiles_behind_armor_and_venom_marks_wounded_tiles() -> None:
    """O5 × A3 × V1: the Abyss Banner beside it makes the shot venomous."""
    board = (
        "A crossbowman d1 >e; A rune-penetration e1 >nw; A abyss.banner c1; B knight d3 >w; B golem d4 r3; B wyrm a1"
    )
    fought = fight(board)
    assert fought.hits(way="ranged") == [("d1", "d3", 0), ("d1", "d4", 1)]
    assert (fought.poison("d3"), fought.poison("d4")) == (0, 1)


def test_a_boosted_penetrating_shot_passes_armor() -> None:
    """O5 × A3 × A4"""
    board = "A crossbowman d1 >e; A rune-penetration e1 >nw; A rune-accuracy c1; B knight d3 >w; B knight d4 >w"
    assert fight(board).hits(way="ranged") == [("d1", "d3", 1), ("d1", "d4", 1)]


def test_a_penetrating_shot_is_a_separate_source_for_each_tile() -> None:
    """O5 × RG4: a rune that serves two of them saves one."""
    board = (
        "A crossbowman c1 >e; A rune-penetration d1 >nw; "
        "B rune-charge c3; B rune-charge c4; B guardians.rune-regeneration d3 >nw"
    )
    assert ends(board) == sets("d3 c3", "d3 c4")


def test_a_strengthened_assassin_against_a_regenerated_target() -> None:
    """A5 × A4 × RG2: both wounds come from one source."""
    board = (
        "A assassin a1; A dragon.rune-strength b1 >ne; B golem c4 wounds=1; B abyss.rune-regeneration c5 >w; B golem e1"
    )
    assert fight(board, "c4").dead == {"c5": 3}
    assert fight(board.replace("c5 >w", "c5 >e"), "c4").dead == {"c4": 3}


def test_two_assassins_aim_at_a_rune_and_its_protected_tile() -> None:
    """A5 × RG5: the targets are chosen before regeneration."""
    board = "A assassin a1; A assassin a2; B rune-charge c4; B abyss.rune-regeneration c5 >w"
    results = {one.picks: one.gone for one in branches(board)}
    assert results == {
        ("c4", "c4"): {"c4", "c5"},
        ("c4", "c5"): {"c4", "c5"},
        ("c5", "c4"): {"c4", "c5"},
        ("c5", "c5"): {"c5"},
    }


def test_assassins_aim_before_regeneration_is_chosen() -> None:
    """A5 × RG6"""
    board = (
        "A assassin a1; B rune-charge c4; B abyss.rune-regeneration c5 >w; B abyss.rune-regeneration b4 >sw; "
        "B assassin e1; A golem a2"
    )
    fought = fight(board, "c4", "a2", "b4")
    assert [(question.prompt, question.seat) for question in fought.questions] == [
        ("monolith.assassin", 0),
        ("monolith.assassin", 1),
        ("monolith.regeneration-rune", 1),
    ]


def test_a_banner_netted_during_the_battle_stops_boosting_its_neighbors() -> None:
    """N5 × BN3: the netter is freed in 3 and nets the Banner from 2 on."""
    board = "A dragon.banner c3; A pikeman b2 r0; B golem a1; B horror c2 >e; A nightmare d1 >ne; B pupil e1 >nw"
    fought = fight(board)
    assert fought.dead == {"d1": 3}
    assert fought.hits(to="A1") == [("b2", "a1", 1)]


def test_losing_the_guardians_banner_in_a_turn_kills_tiles_that_lived_by_it() -> None:
    """BN4 × MV: the wounded tile has been moved away."""
    s = put("A guardians.banner c3; A rune-charge e1 wounds=1; A rune-charge c4 wounds=1; B golem a1")
    assert fight(s, script=collapse).gone == {"e1"}


def test_one_tile_lost_with_the_banner_may_cost_others() -> None:
    """BN4: a netter that dies frees nothing; a netter freed by a death may net the Banner."""
    s = put("A guardians.banner c3; A rune-charge b3 wounds=1; A nightmare d1 >ne wounds=1; B horror c2 >e; B golem e3")
    assert fight(s, script=collapse).gone == {"d1", "b3"}


def test_an_entrenchment_marker_saves_a_tile_that_lost_its_banner() -> None:
    """BN4 × T2: the marker counts as toughness; the next wound removes the marker and the tile."""
    s = put("A rune-charge c4 wounds=1 trench; B pupil c5 >w; A golem a1")
    assert fight(s, script=collapse).gone == set()
    assert fight(s).gone == {"c4"}


def test_a_wounded_guardian_saved_by_a_rune_keeps_only_its_old_wounds() -> None:
    """BN4 × RG1"""
    board = f"A guardians.banner b3; A rune-charge c3 wounds=1; {_RUNE} c2 >e; B pupil c4 >w"
    fought = fight(board)
    assert (fought.gone, fought.wounds("c3")) == ({"c2", "c4"}, 1)


def test_an_absorbed_hit_leaves_no_poison_of_its_own() -> None:
    """RG3 × V1 × V4: with one marker left and another victim, the owner of the runes chooses first."""
    board = (
        "A spike c3 >e; A spike c5 >w; A spike d2 >w; B golem c4; B abyss.rune-regeneration b4 >sw; "
        "B golem d1; B dragon.banner a1 poison=4"
    )
    found = branches(board)
    assert {tuple(one.prompts) for one in found} == {("poison-marker",)}
    assert {(one.poison("c4"), one.poison("d1")) for one in found} == {(1, 0), (0, 1)}


def test_several_hits_of_one_source_are_absorbed_together() -> None:
    """RG2: as the slow resolver does it."""
    s = put(f"A golem c3; {_RUNE} c2 >e; B wyrm c4")
    hits = [Hit("c4", 1, 1), Hit("c4", 1, 2), Hit("c4", 1, 0)]
    fought = fight(s, script=lambda state: resolve(state, hits))
    assert (fought.gone, fought.wounds("c3")) == ({"c2"}, 0)


def test_influence_lists_features_and_their_givers() -> None:
    """MV2"""
    s = put(
        "A dragon-rider c3 >e; A dragon.rune-agility c2; A forest.banner b2; A rune-teleportation d2 >ne; B golem e3"
    )
    rider = s.tokens[0]
    assert sources(s, 0, rider, Influence(s)) == [
        ("maneuver", "maneuver"),
        ("maneuver", "banner:3"),
        ("maneuver", "rune:2"),
        ("teleport", "rune:4"),
    ]
    rider.net = True
    assert sources(s, 0, rider, Influence(s)) == []


def test_influence_shows_the_strengths_of_the_sides_in_battle() -> None:
    """A4, O5: for the view."""
    s = put("A crossbowman c3 >e; A rune-reinforcement c2 >e; A pikeman b2 r0; A dragon.banner b1; B golem e3")
    force = Influence(s)
    assert force.ranged(1) == (0, 3, 0, 0, 0, 0)
    assert force.melee(3) == (2, 2, 0, 0, 2, 2)
    s.tokens.append(put("A rune-penetration d3 >nw").tokens[0])
    s.tokens[-1].id = 9
    assert Influence(s).ranged(1) == (0, 2, 0, 0, 0, 0)
