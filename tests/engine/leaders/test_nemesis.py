"""The Nemesis: she has no actions, but reacts to every move of the opposing Leader."""

from __future__ import annotations

from tests.support.each import each
from tests.support.engine.leaders import oracle
from tests.support.engine.leaders.table import put

HUNTED = "S leader D1, S rider A1; N leader D7, N nemesis D4"


def test_the_nemesis_does_not_act() -> None:
    """NEM-01"""
    table = put("S leader D1, S nemesis D4; N leader D7")
    assert table.actors == {"leader"}
    assert table.refused("nemesis").rule == "leaders.nemesis"


def test_the_nemesis_reacts_when_the_opposing_leader_has_moved_and_then_the_turn_continues() -> None:
    """NEM-02, NEM-09"""
    table = put(HUNTED).play("leader c1")
    assert (table.prompt, table.seat) == ("nemesis", 1)
    table.play("d6")
    assert (table.prompt, table.seat, table.actors) == ("who-acts", 0, {"rider"})


def test_the_owner_of_the_nemesis_chooses_even_on_the_others_turn() -> None:
    """NEM-03"""
    table = put(HUNTED).play("leader c1")
    assert table.refused("d6", seat=0).code == "not-your-turn"
    assert table.play("d6").board["N nemesis"] == "D6"


def test_the_reaction_of_the_nemesis_comes_before_anything_else() -> None:
    """NEM-09"""
    table = put(HUNTED).play("leader c1")
    assert [ask["seat"] for ask in table.asks] == [1]
    assert table.refused("rider", seat=0).code == "not-your-turn"


def test_on_open_ground_the_nemesis_reaches_everything_within_two_steps_but_her_own_space() -> None:
    """NEM-04"""
    within = {two for one in oracle.around("D4") for two in oracle.around(one)} - {"D4"}
    assert len(within) == 18
    table = put("S leader A1; N leader D7, N nemesis D4").play("leader b1")
    assert {code.upper() for code in table.codes} == within


def test_the_nemesis_does_not_pass_through_characters() -> None:
    """NEM-04: G1 can be left through G2 only, and both spaces behind G2 are occupied."""
    board = "S leader A1, S rider F1, S vizier F2; N leader A4, N nemesis G1"
    assert put(board).actions("leader")[0].reactions == frozenset({"G3", "F3"})


def test_the_nemesis_must_take_two_steps_if_possible() -> None:
    """NEM-04: G2 is one step away, and no second step ends there."""
    board = "S leader A1, S rider F1, S vizier F2; N leader A4, N nemesis G1"
    assert put(board).play("leader b1").refused("g2").rule == "leaders.reaction"


def test_the_nemesis_may_end_next_to_her_start_by_a_detour() -> None:
    """NEM-04"""
    assert "d5" in put("S leader A1; N leader D7, N nemesis D4").play("leader b1").codes


def test_a_blocked_nemesis_stays_and_nobody_is_asked() -> None:
    """NEM-06"""
    board = "S leader D1, S rider A2, S vizier B1, S archer B2; N leader D7, N nemesis A1"
    table = put(board).play("leader e1")
    assert (table.prompt, table.seat, table.board["N nemesis"]) == ("who-acts", 0, "A1")


def test_the_nemesis_moves_once_however_far_the_leader_went() -> None:
    """NEM-07, VIZ-01"""
    table = put("S leader D1, S vizier A1; N leader D7, N nemesis D5").play("leader c2 e6")
    assert (table.prompt, table.seat) == ("who-acts", 0)
    assert table.board["N nemesis"] == "E6"


def test_the_nemesis_moves_after_every_action_that_moves_the_leader() -> None:
    """NEM-08"""
    table = put("S leader C1, S illusionist D5; N leader A4, N nemesis G4").play("leader d1 g2")
    assert table.board["N nemesis"] == "G2"
    assert table.play("illusionist swap d1").prompt == "nemesis"
    assert table.play("g4").board["N nemesis"] == "G4"


def test_an_action_that_ends_the_match_allows_no_reaction() -> None:
    """NEM-10"""
    table = put("S leader D3, S rider D6; N leader D5, N nemesis A1").play("leader d4")
    assert (table.verdict, table.board["N nemesis"]) == ("N captured", "A1")


def test_the_nemesis_can_capture_on_the_others_turn() -> None:
    """NEM-11, FAQ-03"""
    table = put("S leader D1, S archer G1; N leader D7, N rider D3, N nemesis B3").play("leader d2 c2")
    assert (table.verdict, table.asks) == ("S captured", [])


def test_the_nemesis_can_surround_a_leader() -> None:
    """NEM-11: she takes the space that the Leader has left, the last free one beside it."""
    table = put("S leader D2, S rider C1, S archer E1; N leader D7, N nemesis D4").play("leader d1 d2")
    assert table.verdict == "S surrounded"


def test_the_leader_may_walk_into_the_reach_of_the_nemesis() -> None:
    """FAQ-03: the only danger to which a player may expose their own Leader."""
    assert "D2" in put("S leader D1; N leader D7, N rider D3, N nemesis B3").ends("leader", "move")


@each(
    ("board", "codes", "owner"),
    [
        ("S leader D2, S brewmaster D1, S rider G1; N leader A4, N nemesis G4", "brewmaster treat c1", 1),
        ("S leader D5, S illusionist D2; N leader A4, N nemesis G1", "illusionist swap", 1),
        ("S leader A2, S illusionist D2, S nemesis G4; N leader D6", "illusionist swap d6", 0),
        ("S leader D5, S claw_launcher D1; N leader A4, N nemesis G1", "claw-launcher drag d5", 1),
        ("S leader A2, S claw_launcher D1, S nemesis G4; N leader D5", "claw-launcher drag", 0),
        ("S leader A2, S manipulator D1, S nemesis G4; N leader D5", "manipulator nudge d6", 0),
        ("S leader A2, S bruiser D4, S nemesis G4; N leader D5", "bruiser push d6", 0),
    ],
)
def test_every_move_of_the_opposing_leader_triggers_the_nemesis(board: str, codes: str, owner: int) -> None:
    """NEM-12"""
    table = put(board).play(codes)
    assert (table.prompt, table.seat) == ("nemesis", owner)


@each(
    ("board", "codes"),
    [
        ("S leader D1, S rider A1, S nemesis D4; N leader D7", "leader d2"),
        ("S leader D5, S illusionist D2, S nemesis G1; N leader A4", "illusionist swap"),
        ("S leader D2, S brewmaster D1, S nemesis G4; N leader A4", "brewmaster treat c1"),
        ("S leader D1, S rider A1; N leader D7, N nemesis D4", "rider step a2"),
    ],
)
def test_only_moves_of_the_opposing_leader_trigger_the_nemesis(board: str, codes: str) -> None:
    """NEM-13"""
    assert put(board).play(codes).prompt == "who-acts"


def test_hooking_on_to_the_leader_does_not_trigger_the_nemesis() -> None:
    """NEM-12"""
    assert (
        put("S leader A2, S claw_launcher D1, S nemesis G4; N leader D5").play("claw-launcher hook").prompt
        == "who-acts"
    )


def test_the_nemesis_blocks_lines_and_can_be_swapped() -> None:
    """NEM-14"""
    assert put("S leader A2, S illusionist D1; N leader D6, N nemesis D4").outcomes("illusionist", "ability") == {
        "N nemesis D4>D1 + S illusionist D1>D4"
    }


def test_the_nemesis_can_be_pushed() -> None:
    """NEM-14"""
    assert len(put("S leader D1, S bruiser D4; N leader A1, N nemesis D5").outcomes("bruiser", "ability")) == 3


def test_being_moved_does_not_use_up_the_reaction_of_the_nemesis() -> None:
    """NEM-15"""
    table = put("S leader D1, S manipulator G1; N leader A4, N nemesis G3").play("manipulator nudge g3 g4 leader d2")
    assert (table.prompt, table.seat) == ("nemesis", 1)


def test_being_moved_does_not_trigger_the_nemesis() -> None:
    """NEM-15"""
    table = put("S leader D1, S manipulator G1; N leader A4, N nemesis G3").play("manipulator nudge g3 g4")
    assert (table.prompt, table.seat) == ("who-acts", 0)


def test_a_jailer_does_not_stop_the_nemesis() -> None:
    """NEM-16"""
    table = put("S leader D1, S jailer D5; N leader D7, N nemesis D4").play("leader c1")
    assert (table.prompt, table.seat) == ("nemesis", 1)


CORNERED = "S leader A1, S rider A2, S vizier B1, S nemesis B4{}; N leader {}"


def test_the_owner_of_the_nemesis_loses_by_surrounding_their_own_leader() -> None:
    """NEM-17, house ruling: she may go anywhere, and the loss counts."""
    table = put(CORNERED.format("", "G3"), turn="N").play("leader g2")
    assert (table.seat, "b2" in table.codes) == (0, True)
    assert table.play("b2").verdict == "S surrounded"


def test_on_their_own_turn_too_the_owner_loses_by_surrounding_their_own_leader() -> None:
    """NEM-17"""
    table = put(CORNERED.format(", S manipulator D1", "D5")).play("manipulator nudge d6 b2")
    assert table.verdict == "S surrounded"


def test_if_a_reaction_takes_both_leaders_the_owner_of_the_nemesis_wins() -> None:
    """END-14, house ruling: on B2 she completes the capture and takes the last space beside her own Leader."""
    table = put(CORNERED.format("", "D3"), turn="N").play("leader c2 b2")
    assert table.verdict == "N captured"


def test_on_their_own_turn_too_the_owner_wins_if_both_leaders_are_taken() -> None:
    """END-14"""
    table = put(CORNERED.format(", S manipulator D1", "D3")).play("manipulator nudge c2 b2")
    assert table.verdict == "N captured"


def test_a_forced_reaction_is_played_without_asking() -> None:
    """NEM-05: only one path exists; it may even lose the match."""
    board = "S leader G1, S rider A2, S vizier B1, S archer B3, S jailer C3, S hermit C2; N leader G4, N nemesis A1"
    table = put(board).play("leader g2")
    assert (table.board["N nemesis"], table.prompt, table.seat) == ("B2", "who-acts", 0)


def test_with_two_nemeses_each_reacts_to_its_opposing_leader() -> None:
    """NEM-13: an invented position with a Nemesis on each side."""
    board = "S leader D1, S manipulator G1, S nemesis A1; N leader G3, N nemesis A4"
    assert put(board).play("leader d2").seat == 1
    assert put(board).play("manipulator nudge g3 g4").seat == 0
