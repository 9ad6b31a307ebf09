"""The Rune of Regeneration: which wounds it absorbs, from which source, and which rune is used up.

`abyss.rune- regeneration` serves the one neighbor it points at; `dragon.rune-regeneration` that one and the next
clockwise.
"""

from __future__ import annotations

import pytest

from engine.monolith import regeneration
from engine.monolith.battle import battle
from engine.monolith.wounds import Hit, resolve
from tests.support.engine.monolith.battle_scripts import branches, ends, fight, put, run, sets

_RUNE, _TWO = "A abyss.rune-regeneration", "A dragon.rune-regeneration"


def test_a_rune_regenerates_automatically() -> None:
    """RG1"""
    fought = fight(f"A rune-charge c3; {_RUNE} c2 >e; B pupil c4 >w")
    assert (fought.questions, fought.dead) == ([], {"c2": 3})
    assert fought.events_of("killed", "cause") == ["regeneration"]


def test_a_rune_saves_a_tough_tile_even_if_it_would_survive() -> None:
    """RG1: it is mandatory."""
    fought = fight(f"A golem c3; {_RUNE} c2 >e; B pupil c4 >w")
    assert (fought.dead, fought.wounds("c3")) == ({"c2": 3}, 0)


def test_a_rune_is_used_before_the_entrenchment_marker() -> None:
    """RG1, T2"""
    fought = fight(f"A rune-charge c3 trench; {_RUNE} c2 >e; B pupil c4 >w")
    assert (fought.dead, fought.on("c3").trench) == ({"c2": 3}, True)


def test_a_rune_absorbs_all_wounds_of_one_source() -> None:
    """RG2"""
    assert fight(f"A golem c3; {_RUNE} c2 >e; B dragon-rider c4 >w").wounds("c3") == 0


def test_a_used_rune_is_gone_in_the_next_segment() -> None:
    """RG2"""
    assert fight(f"A rune-charge c3; {_RUNE} c2 >e; B pupil c4 >w; B pupil d3 >nw").gone == {"c2", "c3"}
    assert fight(f"A rune-charge c3; {_RUNE} c2 >e; B axeman c4 >w").dead == {"c2": 2, "c3": 1}


def test_a_rune_helps_only_connected_friendly_tiles() -> None:
    """RG1"""
    assert fight(f"A rune-charge c3; {_RUNE} c2 >w; B pupil c4 >w").gone == {"c3"}
    assert fight("A rune-charge c3; B abyss.rune-regeneration c2 >e; B pupil c4 >w").gone == {"c3"}


def test_a_hit_stopped_by_armor_uses_up_no_rune() -> None:
    """RG2"""
    assert fight(f"A knight c3 >e; {_RUNE} c2 >e; B arquebusier c5 >w").gone == set()


def test_the_owner_chooses_which_source_is_absorbed() -> None:
    """RG3"""
    found = branches(f"A golem c3; {_RUNE} c2 >e; B pupil c4 >w; B mygalomorph d3 r0; B dragon.rune-strength c5 >w")
    assert [(one.prompts, one.questions[0].seat, one.picks, one.wounds("c3")) for one in found] == [
        (["regeneration-source"], 0, ("c4",), 1),
        (["regeneration-source"], 0, ("d3",), 2),
    ]


def test_equal_sources_need_no_choice() -> None:
    """RG3"""
    fought = fight(f"A golem c3; {_RUNE} c2 >e; B pupil c4 >w; B pupil d3 >nw")
    assert (fought.questions, fought.wounds("c3")) == ([], 1)


def test_a_venomous_and_a_plain_hit_need_a_choice() -> None:
    """RG3, RG11"""
    found = branches(f"A golem c3; {_RUNE} c2 >e; B spike c4 >w; B knight d3 >nw")
    assert {(one.picks, one.wounds("c3"), one.poison("c3")) for one in found} == {(("c4",), 2, 0), (("d3",), 1, 1)}


def test_the_owner_chooses_one_of_several_wounded_tiles() -> None:
    """RG4: one attacker hits two protected tiles."""
    found = branches(f"A rune-charge c3; A rune-charge d2; {_TWO} c2 >e; B wyvern d3")
    assert [(one.prompts, one.picks, one.gone) for one in found] == [
        (["regeneration"], ("c3",), {"c2", "d2"}),
        (["regeneration"], ("d2",), {"c2", "c3"}),
    ]


def test_owner_chooses_between_tiles_hit_by_different_sources() -> None:
    """RG4"""
    board = f"A rune-charge c3; A rune-charge d2; {_TWO} c2 >e; B pupil c4 >w; B pupil e1 >ne"
    assert ends(board) == sets("c2 d2", "c2 c3")


def test_the_owner_chooses_the_tile_and_then_the_source() -> None:
    """RG3, RG4"""
    board = (
        f"A golem c3; A golem d2; {_TWO} c2 >e; B pupil c4 >w; B mygalomorph d3 r0; B dragon.rune-strength c5 >w; "
        "B pupil e1 >ne"
    )
    found = branches(board)
    assert {one.picks: one.gone for one in found} == {("c3", "c4"): {"c2"}, ("c3", "d3"): {"c2"}, ("d2",): {"c2", "c3"}}
    assert [one.wounds("c3") for one in found if one.picks[0] == "c3"] == [1, 2]


def test_a_wounded_rune_is_destroyed_and_saves_no_tile() -> None:
    """RG5"""
    fought = fight(f"A rune-charge c3; {_RUNE} c2 >e; B pupil c4 >w; B pupil c1 >e")
    assert fought.dead == {"c2": 3, "c3": 3}
    assert fought.events_of("killed", "cause") == ["wounds", "wounds"]


def test_a_wounded_tough_rune_saves_no_tile_in_that_segment() -> None:
    """RG5: made tough by the Guardians' Banner, it saves one segment later."""
    board = f"A rune-charge c3; {_RUNE} c2 >e; A guardians.banner b1; B pupil c1 >e"
    fought = fight(f"{board}; B pupil c4 >w")
    assert (fought.dead, fought.wounds("c2")) == ({"c3": 3, "c1": 0}, 1)
    assert fight(f"{board}; B arquebusier c5 >w").dead == {"c2": 2, "c1": 0}


def test_an_entrenched_rune_that_is_hit_saves_no_tile() -> None:
    """RG5, T2"""
    fought = fight(f"A rune-charge c3; {_RUNE} c2 >e trench; B pupil c4 >w; B pupil c1 >e")
    assert (fought.dead, fought.on("c2").trench) == ({"c3": 3}, False)


def test_the_owner_chooses_which_of_two_runes_is_used_up() -> None:
    """RG6"""
    board = f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} b2 >se; B pupil c4 >w"
    assert [one.prompts for one in branches(board)] == [["regeneration-rune"]] * 2
    assert ends(board) == sets("c2", "b2")


def test_two_sources_use_both_runes() -> None:
    """RG6"""
    fought = fight(f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} b2 >se; B pupil c4 >w; B pupil d3 >nw")
    assert (fought.questions, fought.gone) == ([], {"c2", "b2"})


def test_the_last_rune_of_a_chain_is_used_up() -> None:
    """RG7"""
    fought = fight(f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} c1 >e; B pupil c4 >w")
    assert (fought.questions, fought.dead) == ([], {"c1": 3})


def test_a_chain_of_three_runes_uses_up_the_last() -> None:
    """RG7"""
    assert fight(f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} c1 >e; {_RUNE} d1 >nw; B pupil c4 >w").dead == {"d1": 3}


def test_several_sources_use_up_a_chain_from_its_end() -> None:
    """RG7, RG6"""
    chain = f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} c1 >e; B pupil c4 >w; B pupil d3 >nw"
    fought = fight(chain)
    assert (fought.questions, fought.gone) == ([], {"c1", "c2"})
    assert fight(f"{chain}; B pupil b3 >sw").gone == {"c1", "c2", "c3"}


def test_a_branching_chain_lets_the_owner_choose_an_end() -> None:
    """RG6, RG7"""
    board = f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} c1 >e; {_RUNE} d1 >ne; B pupil c4 >w"
    assert ends(board) == sets("c1", "d1")


def test_a_chain_ends_before_a_wounded_rune() -> None:
    """RG5, RG7: the end of the chain is hit, so the rune before it is used up."""
    fought = fight(f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} c1 >e; B pupil c4 >w; B pupil d1 >nw")
    assert fought.dead == {"c1": 3, "c2": 3}


def test_a_rune_that_is_hit_saves_no_tile_even_if_another_rune_saves_it() -> None:
    """RG5, RG7: the second rune absorbs the hit on the first; the protected tile dies."""
    fought = fight(f"A rune-charge c3; {_RUNE} c2 >e; {_RUNE} c1 >e; B pupil c4 >w; B pupil d2 >nw")
    assert (fought.questions, fought.gone) == ([], {"c1", "c3"})


def test_in_a_circle_of_runes_the_owner_chooses_which_is_used_up() -> None:
    """RG8"""
    board = f"A rune-charge c3; {_TWO} c2 >ne; {_RUNE} b2 >sw; B pupil c4 >w"
    assert ends(board) == sets("c2", "b2")


def test_a_circle_of_runes_passes_wounds_to_a_rune_behind_it() -> None:
    """RG7, RG8"""
    board = f"A rune-charge c3; {_TWO} c2 >ne; {_RUNE} b2 >sw; {_RUNE} a1 >se; B pupil c4 >w"
    assert ends(board) == sets("a1")


def test_two_wounded_runes_of_a_circle_save_no_tile() -> None:
    """RG5, RG8"""
    board = f"A rune-charge d3; {_RUNE} c2 >ne; {_RUNE} b2 >sw; B pupil c1 >e; B pupil a1 >se"
    assert fight(board).dead == {"c2": 3, "b2": 3}


def test_two_chains_with_one_end_let_the_owner_choose_whose_wounds_it_absorbs() -> None:
    """RG4, RG7: both protected tiles survive; the end is used up, and one of the two runes before it."""
    board = (
        f"A rune-charge b3; {_RUNE} b2 >e; A rune-charge d2; {_RUNE} c2 >se; {_TWO} b1 >e; "
        "B pupil b4 >w; B pupil e1 >ne"
    )
    assert ends(board) == sets("b1 b2", "b1 c2")


def test_a_rune_absorbs_wounds_of_a_banner() -> None:
    """RG9"""
    fought = fight(f"A dragon.banner c3; {_RUNE} c2 >e; B dragon-rider c4 >w")
    assert (fought.lost, fought.dead) == ((0, 0), {"c2": 2, "c4": 0})


def test_the_banners_owner_chooses_the_source() -> None:
    """RG3, RG9"""
    found = branches(f"A forest.banner c3; {_RUNE} c2 >e; B herne c4 >w; B arquebusier e3 >nw")
    assert {(one.picks, one.lost) for one in found} == {(("c4",), (1, 0)), (("e3",), (2, 0))}


def test_a_rune_absorbs_wounds_of_orders() -> None:
    """RG10: an order is a separate source for each tile it hits, and one rune saves one of them."""
    s = put(f"A rune-charge c3; A rune-charge d2; {_TWO} c2 >e; B golem e3")
    hits = [Hit("order-fire-concoction", number, 1) for number in (1, 2)]
    found = branches(s, script=lambda state: resolve(state, hits))
    assert {(one.picks, frozenset(one.gone)) for one in found} == {
        (("c3",), frozenset({"c2", "d2"})),
        (("d2",), frozenset({"c2", "c3"})),
    }


def test_a_netted_rune_saves_nobody() -> None:
    """N2"""
    assert fight(f"A rune-charge c3; {_RUNE} c2 >e net; B pupil c4 >w").dead == {"c3": 3}


def test_a_rune_saves_a_netted_tile() -> None:
    """RG1"""
    assert fight(f"A rune-charge c3 net; {_RUNE} c2 >e; B pupil c4 >w").dead == {"c2": 3}


def test_both_owners_choose_regeneration_at_the_same_time() -> None:
    """Simultaneous choices are asked together."""
    board = (
        f"A rune-charge b2; {_RUNE} a1 >se; {_RUNE} b1 >e; B pupil b3 >w; "
        "B rune-charge d2; B abyss.rune-regeneration d1 >e; B abyss.rune-regeneration e1 >ne; A pupil d3 >w"
    )
    fought = fight(board, "a1", "e1")
    assert [(question.seat, question.together, question.codes) for question in fought.questions] == [
        (0, True, ("a1", "b1")),
        (1, True, ("d1", "e1")),
    ]
    assert fought.gone == {"a1", "e1"}


def test_independent_choices_of_one_owner_are_asked_one_after_the_other() -> None:
    """RG6"""
    board = (
        f"A rune-charge b2; {_RUNE} a1 >se; {_RUNE} b1 >e; B pupil b3 >w; "
        f"A rune-charge d2; {_RUNE} d1 >e; {_RUNE} e1 >ne; B pupil d3 >w"
    )
    found = branches(board)
    assert {one.picks for one in found} == {("a1", "d1"), ("a1", "e1"), ("b1", "d1"), ("b1", "e1")}
    assert not any(question.together for one in found for question in one.questions)


def test_more_runes_than_needed_may_be_used_for_a_shared_tile() -> None:
    """RG4, RG6: the rune between two tiles may save the one that the other rune could have saved."""
    board = f"A rune-charge c3; A rune-charge d2; {_TWO} c2 >e; {_RUNE} b2 >se; B pupil c4 >w; B pupil e1 >ne"
    assert ends(board) == sets("b2 c2", "c2 d2")


def test_without_looking_ahead_more_is_asked_with_equal_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then even equal ends are offered as a choice."""
    boards = (
        f"A rune-charge c3; A rune-charge d2; {_TWO} c2 >e; {_RUNE} b2 >se; B pupil c4 >w; B pupil e1 >ne",
        f"A rune-charge c3; {_TWO} c2 >ne; {_RUNE} b2 >sw; B pupil c4 >w; B pupil d3 >nw",
        f"A golem c3; {_RUNE} c2 >e; {_RUNE} b2 >se; B pupil c4 >w; B pupil d3 >nw; B pupil b3 >sw",
    )
    seen = [ends(board) for board in boards]
    assert len(branches(boards[2])) == 1
    monkeypatch.setattr(regeneration, "_MOST_NODES", 0)
    assert [ends(board) for board in boards] == seen
    assert len(branches(boards[2])) > 1


def test_the_most_complicated_group_of_runes_is_resolved() -> None:
    """RG1: six protected tiles around a Wyvern, and twelve runes around them."""
    wards = "; ".join(f"A rune-charge {field}" for field in ("b2", "b3", "c4", "d3", "d2", "c2"))
    runes = {
        "a1": "se", "a2": "se", "a3": "sw", "b4": "sw", "c5": "w", "d4": "w",
        "e3": "nw", "e2": "nw", "e1": "ne", "d1": "ne", "c1": "e", "b1": "e",
    }  # fmt: skip
    around = "; ".join(f"{_TWO} {field} >{way}" for field, way in runes.items())
    s, picks = put(f"B wyvern c3; {wards}; {around}"), list[str]()
    while isinstance(found := run(s, picks, battle), list):
        picks.append(found[0])
    assert len(found.gone) >= 6
