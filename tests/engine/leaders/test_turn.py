"""The turn: actions in any order, at most one per character, then the recruitment."""

from __future__ import annotations

from tests.support.each import each
from tests.support.engine.leaders.table import new, put

PAIR = "S leader D1, S rider C3; N leader D7"
MARKET = ["archer", "jailer", "vizier"]


def test_a_player_may_end_the_phase_without_having_acted() -> None:
    """FAQ-01"""
    assert put(PAIR, market=MARKET).play("end").prompt == "recruit"


@each("acts", ["leader d2", "rider step c4", "rider ride c5", "leader d2 rider step c4"])
def test_a_player_may_act_with_some_or_all_characters(acts: str) -> None:
    """FAQ-01"""
    table = put(PAIR, market=MARKET).play(acts)
    if table.prompt == "who-acts":
        table.play("end")
    assert table.prompt == "recruit"


def test_ending_the_actions_is_always_offered() -> None:
    """END-12"""
    assert "end" in put("S leader D4, S rider D5; N leader A4, N bruiser A3").codes


def test_a_side_without_options_passes_automatically() -> None:
    """END-12: the Nemesis never acts, and the Leader has acted."""
    table = put("S leader D1, S nemesis D4; N leader D7", acted=["leader"], market=MARKET)
    assert (table.prompt, table.seat) == ("recruit", 0)


def test_recruitment_follows_the_actions_and_then_the_other_side_begins() -> None:
    """TRN-01"""
    table = put(PAIR, market=MARKET)
    assert (table.prompt, table.seat) == ("who-acts", 0)
    assert (table.play("end").prompt, table.seat) == ("recruit", 0)
    assert (table.play("archer b1").prompt, table.seat) == ("who-acts", 1)


def test_when_all_characters_have_acted_the_phase_ends() -> None:
    """TRN-01"""
    assert put(PAIR, market=MARKET).play("leader d2 rider ride c5").prompt == "recruit"


def test_a_character_that_has_used_its_ability_acts_no_more() -> None:
    """TRN-02"""
    table = put(PAIR).play("rider ride c5")
    assert table.actors == {"leader"}
    assert table.refused("rider").rule == "leaders.one-action"


def test_a_character_that_has_made_a_basic_move_acts_no_more() -> None:
    """TRN-02"""
    assert put(PAIR).play("rider step c4").actors == {"leader"}


def test_all_characters_can_act_again_in_the_next_turn() -> None:
    """TRN-02"""
    table = put(PAIR, market=["archer"]).play("rider step c4 end b1 end")
    while table.seat == 1:
        table.pick(table.codes[0])
    assert table.actors == {"leader", "rider", "archer"}


def test_characters_act_in_any_order() -> None:
    """TRN-04"""
    one = put(PAIR).play("leader d2 rider step c4")
    other = put(PAIR).play("rider step c4 leader d2")
    assert one.board == other.board


def test_the_order_of_actions_can_matter() -> None:
    """TRN-04: the Rider goes to the space that the Leader has just left."""
    table = put("S leader D2, S rider C1; N leader D7")
    assert "d2" not in table.play("rider step").codes
    table = put("S leader D2, S rider C1; N leader D7").play("leader d3 rider step d2")
    assert table.board["S rider"] == "D2"


def test_a_recruit_acts_from_its_owners_next_turn() -> None:
    """TRN-05"""
    table = put("S leader D1; N leader D7", market=["rider"], deck=["archer", "jailer"])
    table.play("end b1")
    assert table.seat == 1
    table.play("end archer f5")
    assert (table.seat, table.actors) == (0, {"leader", "rider"})


def test_a_passive_ability_works_as_soon_as_its_owner_is_on_the_board() -> None:
    """TRN-05: the Jailer has just entered beside the Rider."""
    table = put("S leader D1; N leader D7, N rider C2", market=["jailer"])
    assert put("S leader D1; N leader D7, N rider C2", turn="N").outcomes("rider", "ability")
    table.play("end c1")
    assert table.seat == 1
    assert not table.outcomes("rider", "ability")
    assert table.outcomes("rider", "move")


def test_the_first_player_is_chosen_at_random() -> None:
    """TRN-14"""
    assert {new(str(seed)).seat for seed in range(20)} == {0, 1}


def test_leaders_begin_on_their_crown_spaces() -> None:
    """TRN-14"""
    assert new("x").board == {"S leader": "D1", "N leader": "D7"}
