"""Blocking: who is asked, damage and effect, the cards that count, automatic replies."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.ui.voice import voice
from engine.knockdown.blocking import cuts
from engine.knockdown.data.content import ATTACKS, CARDS
from engine.knockdown.options import NOTHING, block
from locales import LANGUAGES
from table.picks.parse_typed import Meanings
from table.picks.spell import spelled_options
from tests.support.each import each
from tests.support.engine.knockdown.table import put

FOUR = "ash_knuckle cairn_hook witch_light moor_stomp"
"""Cards without a block symbol."""


def struck(card: str, hand: str, at: str = "f4 f5", **fields: Any) -> Any:
    """A has attacked B, who has these cards, with the card."""
    return put(at, card, b=hand, **fields).play(card.replace("_", "-"))


# ------------------------------------------------------------------ who is asked


def test_the_defender_is_asked_about_a_block_on_the_attackers_turn() -> None:
    table = struck("parry_cut", f"thrown_hatchet {FOUR}")
    assert table.question == "B block"
    assert table.offer == {"damage", "none"}
    table.play("none")
    assert table.damage(1) == (1, 0)
    assert table.question == "A action"
    assert len(table.hand(1)) == 5


@each(
    ("card", "hand", "at", "why"),
    [
        ("parry_cut", FOUR, "f4 f5", "no block symbol"),
        ("parry_cut", "", "f4 f5", "no cards"),
        ("parry_cut", "thrown_hatchet", "f4 f5", "no card is left to count"),
        ("parry_cut", "thrown_hatchet ash_knuckle", "f4 f5", "one card does not stop a heavy"),
        ("witch_light", f"thrown_hatchet {FOUR.replace('witch_light', '')}", "f4 f8", "an Ability"),
        ("thorn_answer", f"thrown_hatchet {FOUR}", "f4 f5", "a Reaction"),
        ("parry_cut", f"thrown_hatchet {FOUR}", "f4 f6", "a miss"),
        ("hunting_bolt", "thrown_hatchet", "f4 f8", "neither damage to cut nor an effect"),
    ],
)
def test_without_a_useful_block_the_defender_is_not_asked(card: str, hand: str, at: str, why: str) -> None:
    assert struck(card, hand, at).question == "A action", why


def test_against_an_attack_without_damage_only_its_effect_can_be_blocked() -> None:
    table = struck("mist_step", f"thrown_hatchet {FOUR}", "f4 f6", skills=("", "ward_sense"))
    assert table.question == "B block"
    assert table.offer == {"effect", "none"}


def test_only_the_target_can_block() -> None:
    """With Ward Sense an Ability can be blocked, but not one that does nothing to its opponent (knockdown.target)."""
    ward: dict[str, Any] = {"hand": f"thrown_hatchet {FOUR}", "skills": ("", "ward_sense")}
    assert struck("blood_tithe", **ward).offer == {"damage", "effect", "none"}
    assert struck("stone_breath", **ward).question == "A action"
    assert struck("stone_breath", **ward, rules=1).question == "B block"


def test_the_attacker_is_not_asked_to_block() -> None:
    """Reckless Knee hurts its own fighter, which is not an attack."""
    table = put("f4 f5", "reckless_knee", a=f"thrown_hatchet {FOUR}").play("reckless-knee")
    assert table.question == "A action"
    assert table.damage(0) == (0, 1)


# ------------------------------------------------------------------ reducing damage


@each(
    ("others", "cut"),
    [
        ("", {}),
        ("witch_light", {"h0-l1"}),
        ("witch_light moor_stomp", {"h1-l0", "h0-l1"}),
        ("witch_light moor_stomp ash_knuckle", {"h1-l1"}),
        ("witch_light moor_stomp ash_knuckle chain_lash", {"h1-l1"}),
    ],
)
def test_two_cards_ignore_a_heavy_and_one_a_light(others: str, cut: set[str]) -> None:
    """Cairn Hook deals one of each; ways that leave more damage than necessary are not offered."""
    table = struck("cairn_hook", f"parry_cut {others}")
    if not cut:
        assert table.question == "A action"
        assert table.damage(1) == (1, 1)
        return
    table.play("damage parry-cut")
    if len(cut) > 1:
        assert table.question == "B cut"
        assert table.offer == cut
        table.play("h1-l0")
        assert table.damage(1) == (0, 1)
    else:
        heavy, light = (int(part[1:]) for part in next(iter(cut)).split("-"))
        assert table.damage(1) == (1 - heavy, 1 - light)


def test_the_rules_example_with_five_cards_stops_everything() -> None:
    """One heavy and two light damage against five cards: the same as Boil Over with one elixir; here with Bile."""
    table = put(
        "f4 f6",
        "sickle_sweep",
        fighters="brother_alembic mistling",
        elixirs={"A": ["bile"]},
        b="parry_cut ash_knuckle cairn_hook witch_light moor_stomp",
    ).play("bile sickle-sweep damage")
    assert table.damage(1) == (0, 0)
    assert len(table.hand(1)) == 4


def test_the_rules_example_with_three_cards_stops_the_heavy_or_both_light() -> None:
    table = put(
        "f4 f6",
        "sickle_sweep",
        fighters="brother_alembic mistling",
        elixirs={"A": ["bile"]},
        b="parry_cut ash_knuckle cairn_hook",
    ).play("bile sickle-sweep damage")
    assert table.offer == {"h1-l0", "h0-l2"}


def test_cards_counted_for_a_block_stay_in_hand_and_the_block_card_is_discarded() -> None:
    table = struck("ash_knuckle", "parry_cut witch_light moor_stomp").play("damage")
    assert table.damage(1) == (0, 0)
    assert table.hand(1) == {"witch_light", "moor_stomp"}
    assert "parry_cut" in table.discards


def test_the_defender_chooses_which_block_card_is_discarded() -> None:
    table = struck("ash_knuckle", "parry_cut oak_heel moor_stomp").play("damage")
    assert table.question == "B block-card"
    assert table.offer == {"parry-cut", "oak-heel"}
    table.play("oak-heel")
    assert table.hand(1) == {"parry_cut", "moor_stomp"}
    assert table.damage(1) == (0, 0)


def test_a_second_block_card_counts_like_any_card() -> None:
    table = struck("moor_stomp", "parry_cut thrown_hatchet oak_heel").play("damage parry-cut")
    assert table.damage(1) == (1, 0)


# ------------------------------------------------------------------ canceling the effect


def test_blocking_the_effect_leaves_the_damage() -> None:
    table = struck("oak_heel", "parry_cut witch_light")
    assert table.offer == {"damage", "effect", "none"}
    table.play("effect")
    assert table.damage(1) == (0, 1)
    assert table.at == "f4 f5"
    assert table.hand(1) == {"witch_light"}


def test_blocking_the_damage_leaves_the_effect() -> None:
    table = struck("oak_heel", "parry_cut witch_light").play("damage")
    assert table.damage(1) == (0, 0)
    assert table.at == "f4 f7"


def test_blocking_both_discards_two_cards_that_do_not_count() -> None:
    hand = "parry_cut thrown_hatchet witch_light"
    table = struck("oak_heel", hand)
    assert table.offer == {"damage", "effect", "both", "none"}
    table.play("both parry-cut")
    assert table.damage(1) == (0, 0)
    assert table.at == "f4 f5"
    assert table.hand(1) == {"witch_light"}
    assert {"parry_cut", "thrown_hatchet"} <= table.discards


def test_blocking_both_needs_a_third_card_that_counts() -> None:
    """With two block cards and no other card, one of them can reduce the damage, but not together with blocking the
    effect.
    """
    assert struck("oak_heel", "parry_cut thrown_hatchet").offer == {"damage", "effect", "none"}


def test_blocking_both_needs_two_block_cards() -> None:
    assert struck("oak_heel", f"parry_cut {FOUR}").offer == {"damage", "effect", "none"}


def test_a_single_block_card_can_cancel_the_effect() -> None:
    table = struck("oak_heel", "parry_cut")
    assert table.offer == {"effect", "none"}
    table.play("effect")
    assert table.at == "f4 f5"


def test_canceling_the_effect_cancels_its_damage() -> None:
    table = struck("sling_stone", "parry_cut", "f1 f6").play("effect")
    assert table.damage(1) == (0, 1)


def test_damage_of_the_effect_cannot_be_reduced() -> None:
    table = struck("sling_stone", f"parry_cut {FOUR}", "f1 f6").play("damage")
    assert table.damage(1) == (0, 1)


def test_canceling_the_effect_cancels_self_damage() -> None:
    assert struck("reckless_knee", "parry_cut").play("effect").cubes == ((0, 0), (0, 3))


def test_canceling_the_effect_cancels_the_attackers_movement() -> None:
    assert struck("wolf_shoulder", "parry_cut", "f4 f6").play("effect").at == "f4 f6"


def test_canceling_the_effect_saves_the_defenders_cards() -> None:
    table = struck("shin_reaper", "parry_cut witch_light ash_knuckle").play("effect")
    assert table.question == "A action"
    assert table.hand(1) == {"witch_light", "ash_knuckle"}


def test_a_special_attack_is_blocked_like_a_card() -> None:
    table = put(
        "f4 f5", fighters="barrow_warden mistling", a="reckless_knee shin_reaper", b="parry_cut ash_knuckle witch_light"
    ).play("combo slab-drop")
    assert table.question == "B block"
    table.play("effect")
    assert table.at == "f4 f5"
    assert table.damage(1) == (1, 1)


def test_blocking_doom_keeps_the_curse() -> None:
    table = put("f4 f5", a="cairn_hook shin_reaper peat_elbow bell_ringer", b="parry_cut", curse={"B": 1}).play(
        "combo doom effect no"
    )
    assert table.state.seats[1].curse == 1
    assert table.damage(1) == (1, 0)


# ------------------------------------------------------------------ labels of the answers


def labels(table: Any, language: str = "en") -> dict[str, str]:
    """The labels of the open question's options, by code."""
    say = voice(language)
    return {option.code: say(option.label) for option in table.position.asks[0].options}


def test_a_block_option_names_what_it_stops_and_its_card() -> None:
    table = struck("oak_heel", "antler_butt witch_light")
    assert labels(table) == {
        "damage": "Reduce by 1 light (Antler Butt)",
        "effect": "Cancel the effect (Antler Butt)",
        "none": "No block",
    }
    assert labels(table, "pl") == {
        "damage": "Zmniejsz o 1 lekkie (Cios Porożem)",
        "effect": "Anuluj efekt (Cios Porożem)",
        "none": "Bez bloku",
    }


def test_a_block_option_names_no_card_if_several_can_be_discarded() -> None:
    table = struck("oak_heel", "parry_cut thrown_hatchet witch_light")
    assert labels(table) == {
        "damage": "Reduce by 1 light",
        "effect": "Cancel the effect",
        "both": "Reduce by 1 light and cancel the effect",
        "none": "No block",
    }
    assert labels(table, "pl")["both"] == "Zmniejsz o 1 lekkie i anuluj efekt"


def test_a_block_option_shows_the_range_of_later_choices() -> None:
    table = struck("cairn_hook", "parry_cut witch_light moor_stomp")
    assert labels(table)["damage"] == "Reduce by 1 heavy or 1 light (Parry and Cut)"
    assert labels(table, "pl")["damage"] == "Zmniejsz o 1 ciężkie albo 1 lekkie (Zastawa i Cięcie)"
    table.play("damage")
    assert table.offer == {"h1-l0", "h0-l1"}


def test_a_block_does_what_its_option_says() -> None:
    for others in ("witch_light", "witch_light moor_stomp ash_knuckle"):
        table = struck("cairn_hook", f"parry_cut {others}")
        label = labels(table)["damage"]
        table.play("damage")
        (blocked,) = (event for event in table.events if event.kind == "blocked")
        parts = [f"{blocked.args[kind]} {kind}" for kind in ("heavy", "light") if blocked.args[kind]]
        assert label == f"Reduce by {' + '.join(parts)} (Parry and Cut)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_option_fits_on_a_button(language: str) -> None:
    """For any damage, with Bile and Running Start, eight cards in hand, and two more by a skill."""
    state, say = put().state, voice(language)
    pools = {
        (one.pool.heavy + bile, one.pool.light + run) for one in ATTACKS.values() for bile in (0, 1) for run in (0, 1)
    }
    spreads = {tuple(cuts(state, 1, left, *pool)) for left in range(10) for pool in pools}
    shields = [n for n, card in enumerate(CARDS) if "block" in card.symbols]
    found = [block(way, spread, one) for way in ("damage", "effect") for spread in spreads for one in shields]
    found += [block("both", spread, NOTHING) for spread in spreads]
    assert {text for option in found if len(text := say(option.label)) > 80} == set()


@pytest.mark.parametrize("hand", ["antler_butt witch_light", "parry_cut thrown_hatchet witch_light"])
def test_block_options_can_be_typed_by_their_codes(hand: str) -> None:
    (ask,) = struck("oak_heel", hand).position.asks
    meanings = Meanings(ask)
    typed = {"zmniejsz obrażenia": "damage", "reduce the damage": "damage", "anuluj efekt": "effect"}
    if hand.startswith("parry"):
        typed |= {"oba": "both", "both": "both"}
    assert {word: meanings.code(word) for word in typed} == typed
    assert set(spelled_options(ask, "pl")) == {"zmniejsz obrażenia", "anuluj efekt", "bez bloku"} | (
        {"oba"} if "oba" in typed else set()
    )


# ------------------------------------------------------------------ automatic replies


@each(
    ("least", "card", "hand", "is_asked"),
    [
        (0, "oak_heel", "parry_cut", True),
        (2, "oak_heel", "parry_cut witch_light", False),
        (2, "ash_knuckle", "parry_cut witch_light", False),
        (2, "ash_knuckle", "parry_cut witch_light moor_stomp", True),
        (2, "cairn_hook", "parry_cut witch_light moor_stomp", False),
        (2, "cairn_hook", "parry_cut witch_light moor_stomp ash_knuckle", True),
        (3, "ash_knuckle", "parry_cut witch_light moor_stomp", False),
        (3, "reckless_knee", "parry_cut witch_light moor_stomp ash_knuckle", True),
        (99, "reckless_knee", "parry_cut witch_light moor_stomp ash_knuckle", False),
    ],
)
def test_an_automatic_reply_answers_questions_about_blocks(least: int, card: str, hand: str, is_asked: bool) -> None:
    """If less can be reduced than the player wants to be asked about, nobody is asked and nothing is blocked."""
    table = struck(card, hand, standing={"B": {"least_cut": least, "react": True}})
    assert (table.question == "B block") == is_asked
    if not is_asked:
        assert table.question == "A action"
        assert len(table.hand(1)) == len(hand.split())


@each(("word", "least"), [("ask", 0), ("two", 2), ("three", 3), ("never", 99)])
def test_automatic_replies_are_set_with_guard(word: str, least: int) -> None:
    table = put("f4 f6").play("guard")
    assert table.question == "A least-cut"
    assert table.offer == {"ask", "two", "three", "never"}
    table.play(word)
    assert table.question == "A reacting"
    assert table.offer == {"ask", "never"}
    table.play("never")
    assert table.state.seats[0].standing.least_cut == least
    assert table.state.seats[0].standing.react is False
    assert table.state.seats[1].standing.least_cut == 0
    assert table.question == "A action"
    assert table.state.actions == 2
    table.play("guard ask ask")
    assert (table.state.seats[0].standing.least_cut, table.state.seats[0].standing.react) == (0, True)


def test_an_automatic_reply_applies_on_the_opponents_turn() -> None:
    table = put("f4 f5", "ash_knuckle shin_reaper", a="parry_cut witch_light moor_stomp", actions=1)
    table.play("guard never never")
    table.play("move f3 move f4 ash-knuckle")
    assert table.damage(0) == (0, 2)
    assert table.question == "A action"


def test_never_react_skips_reaction_cards_in_the_row() -> None:
    table = put("f4 f5", "ash_knuckle slip_aside", standing={"B": {"least_cut": 0, "react": False}})
    table.play("ash-knuckle")
    assert table.question == "A action"
    assert "slip_aside" in table.row


def test_an_automatic_reply_for_blocks_does_not_cover_reactions() -> None:
    table = put(
        "f4 f5",
        "ash_knuckle slip_aside",
        b="parry_cut witch_light moor_stomp",
        standing={"B": {"least_cut": 99, "react": True}},
    ).play("ash-knuckle")
    assert table.question == "B react"


def test_an_automatic_reply_does_not_choose_a_discard() -> None:
    """Only blocks and reactions are declined automatically; mandatory choices are asked."""
    table = struck("shin_reaper", "parry_cut witch_light", standing={"B": {"least_cut": 99, "react": False}})
    assert table.question == "B discard"
