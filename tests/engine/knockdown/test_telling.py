"""Narration: one verb for each thing, with reasons and totals; and the attack in progress."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.ui.voice import voice
from engine.core.ask import Ask, Event
from engine.core.position import Position
from engine.core.text import Text
from engine.knockdown.data.blurbs import BLURBS
from engine.knockdown.game import GAME
from engine.knockdown.text import describe
from table.picks.parse_typed import names
from tests.support.engine.knockdown.table import Table, put


def narration(table: Table) -> list[str]:
    """The narration since the last `play` began."""
    return [str(line) for line in GAME.narrate(table.events)]


def test_a_combo_names_the_special_attack_and_the_cards_that_pay() -> None:
    table = put("f4 f6", fighters="barrow_warden mistling", a="cairn_hook iron_vow").play("combo grave-grip")
    assert narration(table)[0] == "Barrow Warden attacks with a Combo: Grave Grip (Cairn Hook, Iron Vow)"
    assert not any("discards" in line for line in narration(table))


def test_a_dash_names_the_card_that_pays() -> None:
    assert narration(put("f4 f6", a="fishhook_line").play("combo f3")) == ["Mistling dashes f4 → f3 (Fishhook Line)"]


def test_a_reaction_names_the_cards_that_pay() -> None:
    table = put("f4 f5", "moor_stomp", fighters="mistling barrow_warden", b="parry_cut").play("moor-stomp")
    table.play("stone-skin")
    assert "Barrow Warden reacts: Stone Skin (Parry and Cut)" in narration(table)


def test_damage_in_several_steps_is_one_line_with_reason_and_total() -> None:
    table = put("f4 f9", "snuffed_wick", cubes=((0, 0), (2, 3)), candles=2).play("snuffed-wick")
    assert "Brother Alembic suffers 1 light + 1 heavy in the dark, 7 in all" in narration(table)


@pytest.mark.parametrize(
    ("played", "line"),
    [
        (("f1 f6", "sling_stone"), "Brother Alembic suffers 1 light + 1 light from afar, 2 in all"),
        (("f7 f8", "peat_elbow"), "Brother Alembic suffers 1 light at the edge, 2 in all"),
        (("f4 f5", "reckless_knee"), "Mistling suffers 1 light, 1 in all"),
    ],
)
def test_damage_lines_give_the_reason_for_extra_damage(played: tuple[str, str], line: str) -> None:
    assert line in narration(put(*played).play(played[1].replace("_", "-")))


def test_tokens_that_increase_the_damage_are_named() -> None:
    hand = "ash_knuckle shin_reaper witch_light grave_chill"
    table = put("f4 f6", a=hand, curse={"B": 1}).play("combo doom no")
    assert "Brother Alembic suffers 1 heavy + 1 light (Curse), 3 in all" in narration(table)


def test_bonuses_are_named_with_the_attack() -> None:
    table = put("f4 f5", "moor_stomp", fighters="brother_alembic mistling", elixirs={"A": ["bile"]})
    assert "Brother Alembic attacks: Moor Stomp: 2 heavy + 1 heavy (Bile)" in narration(table.play("bile moor-stomp"))
    table = put("f3 f5", "moor_stomp", skills=("running_start", "")).play("move f4 moor-stomp")
    assert "Mistling attacks: Moor Stomp: 2 heavy + 1 light (Running Start)" in narration(table)


def test_lost_bile_is_reported() -> None:
    table = put("f1 f9", fighters="brother_alembic mistling", actions=1, elixirs={"A": ["bile"]}).play("bile move f2")
    assert "Brother Alembic did not use Bile" in narration(table)


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("oak_heel", "Mistling pushes Barrow Warden back f5 → f6 (Rooted)"),
        ("antler_butt", "Barrow Warden stays on f5 (Rooted)"),
    ],
)
def test_rooted_is_named_as_the_reason_for_less_movement(card: str, line: str) -> None:
    table = put("f4 f5", card, fighters="mistling barrow_warden").play(card.replace("_", "-"))
    assert line in narration(table)


def test_without_its_effect_rooted_is_not_named() -> None:
    pulled = put("f4 f6", "bog_grasp", fighters="mistling barrow_warden").play("bog-grasp")
    assert "Mistling pulls Barrow Warden f6 → f5" in narration(pulled)


@pytest.mark.parametrize(
    ("cubes", "line"),
    [
        (
            ((1, 2), (2, 0)),
            "The cards have run out: Mistling wins round 1: less heavy damage (1 heavy + 2 light against 2 heavy)",
        ),
        (
            ((0, 0), (0, 1)),
            "The cards have run out: Mistling wins round 1: "
            "as much heavy and less light damage (no damage against 1 light)",
        ),
        (
            ((2, 2), (2, 2)),
            "The cards have run out: Brother Alembic wins round 1: damage is tied, "
            "and it was about to be Brother Alembic's turn",
        ),
    ],
)
def test_a_round_decided_by_cards_names_the_damage(cubes: Any, line: str) -> None:
    assert line in narration(put("f5 b9", "parry_cut", cubes=cubes, actions=1, deck="").play("parry-cut"))


def test_taking_a_card_and_losing_damage_have_their_own_verbs() -> None:
    lines = narration(put("f4 f5", "moor_stomp iron_vow").play("moor-stomp iron-vow"))
    assert "Brother Alembic takes Iron Vow" in lines
    assert "Brother Alembic reduces the attack by 1 heavy" in lines
    assert "Brother Alembic suffers 1 heavy, 1 in all" in lines
    assert "Mistling takes Moor Stomp" in lines


def in_polish(table: Table) -> list[str]:
    say = voice("pl")
    return [say(line) for line in GAME.narrate(table.events)]


def test_moving_the_opponent_names_the_mover() -> None:
    fighters, hand = "mistling adder_daughter", "fishhook_line witch_light slip_aside wolf_shoulder"
    table = put("f1 b9", fighters=fighters, a=hand).play("combo drawn-in")
    table.play(next(iter(table.offer)))
    table.play("b1")
    assert "Mistling moves Adder-Daughter b9 → b1" in narration(table)
    assert "Mgielec przestawia Żmijową Córę: b9 → b1" in in_polish(table)
    pushed = put("f4 f5", "oak_heel", fighters=fighters).play("oak-heel")
    assert "Mistling pushes Adder-Daughter back f5 → f7" in narration(pushed)
    assert "Mgielec odpycha Żmijową Córę: f5 → f7" in in_polish(pushed)
    pulled = put("f4 f6", "bog_grasp", fighters=fighters).play("bog-grasp")
    assert "Mgielec przyciąga Żmijową Córę: f6 → f5" in in_polish(pulled)


def test_a_players_own_leap_is_called_a_leap() -> None:
    table = put("f4 f5", "moor_stomp slip_aside").play("moor-stomp slip-aside f6")
    assert "Brother Alembic leaps f5 → f6" in narration(table)


def test_events_of_earlier_versions_are_narrated_without_missing_parts() -> None:
    seat = {"seat": 0, "fighter": "mistling"}
    events = [
        Event("discarded", {**seat, "cards": ["ash_knuckle"]}),
        Event("attacked", {**seat, "attack": "curse", "reaction": False}),
        Event("hurt", {**seat, "heavy": 1, "light": 0, "by": "strike"}),
        Event("healed", {**seat, "heavy": 0, "light": 1}),
        Event("moved", {**seat, "path": ["f1", "f2"], "how": "back"}),
        Event("moved", {**seat, "path": ["f2", "f4"], "how": "leap"}),
        Event("round-won", {**seat, "how": "cards", "round": 1, "victories": 1}),
    ]
    assert [str(line) for line in GAME.narrate(events)] == [
        "Mistling discards Ash Knuckle",
        "Mistling attacks: Curse",
        "Mistling suffers 1 heavy",
        "Mistling discards 1 light",
        "Mistling is pushed back f1 → f2",
        "Mistling leaps f2 → f4",
        "The cards have run out: Mistling wins round 1",
    ]


# ------------------------------------------------------------------ the attack in progress


@pytest.mark.parametrize("looking", [None, 0, 1])
def test_the_view_shows_the_attack_being_answered(looking: int | None) -> None:
    table = put("f4 f5", "cairn_hook iron_vow slip_aside").play("cairn-hook")
    (attack,) = table.view(looking).attacks
    assert (attack.seat, attack.attack, attack.heavy, attack.light) == (0, "cairn_hook", 1, 1)
    assert not attack.reaction and not attack.dealt and attack.paid == ()
    text = "Cairn Hook of Mistling is on its way: 1 heavy and 1 light damage."
    assert text in [str(line) for line in describe(table.view(looking))]


def test_the_view_shows_the_remaining_damage_and_marks_dealt_damage() -> None:
    table = put("f4 f5", "moor_stomp iron_vow", b="parry_cut ash_knuckle shin_reaper").play("moor-stomp iron-vow")
    assert table.question == "B block"
    (attack,) = table.view(None).attacks
    assert (attack.heavy, attack.light) == (1, 0)
    after = put("f4 f5", "moor_stomp slip_aside").play("moor-stomp")
    assert after.question == "B react" and after.view(None).attacks[0].dealt
    after.play("slip-aside")
    first, reaction = after.view(None).attacks
    assert (first.attack, reaction.attack, reaction.seat, reaction.reaction) == ("moor_stomp", "slip_aside", 1, True)
    after.play("f5")
    assert after.view(None).attacks == () and after.state.underway == []


def test_the_view_shows_the_payment_of_a_special_attack() -> None:
    hand = "ash_knuckle shin_reaper witch_light grave_chill fishhook_line"
    table = put("f4 f6", fighters="adder_daughter mistling", a=hand).play("combo coil")
    assert table.question == "A pay"
    (attack,) = table.view(0).attacks
    assert (attack.attack, attack.paid, attack.seat) == ("coil", (), 0)
    table = put("f4 f5", fighters="barrow_warden mistling", a="cairn_hook shin_reaper thunder_palm oak_heel")
    table.play("combo bury")
    table.play(next(code for code in table.offer))
    assert table.question == "A test"
    (attack,) = table.view(1).attacks
    assert attack.attack == "bury" and len(attack.paid) >= 2


def test_a_new_test_hides_the_previous_dice() -> None:
    old = {"seat": 0, "dice": [1, 2, 3], "bonus": 0, "total": 4, "passed": True}
    table = put("f4 f5", "gravel_uppercut last_word", cubes=((0, 0), (0, 2)), last_roll=old)
    assert table.view(None).roll is not None
    table.play("gravel-uppercut")
    assert table.question == "A test" and table.view(None).roll is None
    table.play("test")
    assert table.question == "B react" and table.view(None).roll.seat == 1


def test_the_end_of_the_match_clears_the_current_attack() -> None:
    position = put("f4 f5", "cairn_hook iron_vow").play("cairn-hook").position
    position.resign(1)
    assert GAME.view(position.state, None, position.asks).attacks == ()


# ------------------------------------------------------------------ questions


def explanations(table: Table) -> list[str]:
    """The explanation of the open question in both languages."""
    (ask,) = table.position.asks
    explained = GAME.explain(ask)
    return [voice(language)(explained) for language in ("en", "pl")] if explained else []


HELD = "parry_cut oak_heel witch_light"


def test_the_defender_sees_whose_attack_text_it_is() -> None:
    table = put("f4 f5", "reckless_knee", b=HELD).play("reckless-knee")
    quoted = [
        "Attack by Mistling (“you” means Mistling): You take 1 light damage.",
        "Atak Mgielca („ty” to Mgielec): Otrzymujesz 1 obrażenie lekkie.",
    ]
    assert table.question == "B block" and explanations(table) == quoted
    table.play("damage")
    assert table.question == "B block-card" and explanations(table) == quoted


def test_the_reacting_player_sees_whose_attack_text_it_is() -> None:
    table = put("f4 f5", "reckless_knee slip_aside").play("reckless-knee")
    assert table.question == "B react"
    assert explanations(table)[0] == "Attack by Mistling (“you” means Mistling): You take 1 light damage."
    silent = put("f4 f5", "moor_stomp slip_aside").play("moor-stomp")
    assert silent.question == "B react" and explanations(silent) == []


def test_the_attacker_sees_the_text_as_printed() -> None:
    table = put("f4 f5", "mist_step").play("mist-step")
    assert table.question == "A leap-to"
    assert explanations(table)[0] == "Leap 3. If you are then adjacent to the opponent: 1 light damage."


def test_a_test_option_names_the_fighter_of_the_chance() -> None:
    table = put("f4 f5", "gravel_uppercut", cubes=((0, 0), (5, 4))).play("gravel-uppercut")
    assert table.question == "A test"
    chance = table.view(0).seats[1].chance
    option = table.position.asks[0].options[0]
    assert str(option.label) == f"Knockdown Test (Brother Alembic: {chance}% to pass)"
    assert voice("pl")(option.label) == f"Test Knockdownu (Brat Alembik: {chance}% szans na zdanie)"
    assert names(option).isdisjoint({"brother-alembic", "brat-alembik"})


def test_polish_questions_have_the_right_word_order() -> None:
    table, say = put("f4 f6").play("guard"), voice("pl")
    assert say(GAME.prompt(table.position.asks[0])) == "Kiedy mam cię pytać o bloki w turach przeciwnika?"
    table.play("ask")
    assert say(GAME.prompt(table.position.asks[0])) == "Czy mam cię pytać o Reakcje?"


def test_polish_narration_has_no_capital_after_a_colon() -> None:
    fighters = [one for key, one in GAME.components.items() if key.startswith("fighter.")]
    assert len(fighters) == 4
    assert [words for one in fighters if ": " in (words := voice("pl")(one.text)).partition(".")[0]] == []


# ------------------------------------------------------------------ blurbs


def test_fighters_and_skills_on_offer_have_a_blurb_of_two_short_lines() -> None:
    position = Position.new(GAME, {}, 2, "blurbs")
    for _ in range(2):
        codes = {option.code for ask in position.asks for option in ask.options}
        assert codes <= {*BLURBS}
        for ask in position.asks:
            position.answer(ask, ask.options[ask.seat])
    says = [voice(language) for language in ("en", "pl")]
    assert {(say(one), len(say(one))) for one in GAME.blurbs.values() for say in says if len(say(one)) > 95} == set()
    assert all(isinstance(one, Text) and say(one) for one in BLURBS.values() for say in says)


def test_the_meaning_of_you_is_explained_only_if_the_text_uses_it() -> None:
    table = put("f5 f6", fighters="adder_daughter mistling", a="parry_cut cairn_hook", b="thrown_hatchet witch_light")
    assert explanations(table.play("combo venom-fang"))[:2] == [
        "Attack of Adder-Daughter: Put 1 Poison on the opponent's board.",
        "Atak Żmijowej Córy: Połóż 1 Truciznę na planszy przeciwnika.",
    ]


def test_a_block_against_an_attack_without_damage_asks_about_its_effect() -> None:
    ask = Ask(1, "knockdown.block", (), ("oak_heel", "0", "0", "mistling"))
    assert str(GAME.prompt(ask)) == "Oaken Heel deals no damage, but a block can cancel its effect: do you block?"
    ask = Ask(1, "knockdown.block", (), ("oak_heel", "0", "2", "mistling"))
    assert str(GAME.prompt(ask)) == "Oaken Heel deals 2 light damage: do you block?"


def test_a_strike_without_remaining_damage_can_be_blocked_for_its_effect() -> None:
    table = put("f5 f6", "antler_butt iron_vow", b="thrown_hatchet witch_light").play("antler-butt iron-vow")
    assert str(GAME.prompt(table.position.asks[0])).startswith("Antler Butt deals no damage")
    assert table.codes == ["effect", "none"]


def test_the_second_players_two_opening_picks_are_numbered() -> None:
    position = Position.new(GAME, {"fighters": "random"}, 2, "ring")
    prompts: list[tuple[int, str]] = []
    while position.state.phase != "turn":
        ask = position.asks[0]
        if ask.prompt == "knockdown.pick":
            prompts.append((ask.seat, str(GAME.prompt(ask))))
        position.pick(ask.seat, ask.options[0].code)
    first, second = prompts[0][0], 1 - prompts[0][0]
    assert prompts == [
        (first, "Opening pick: which card do you take?"),  # the other card is the one that is left
        (second, "Opening pick 1 of 2: which card do you take?"),
        (second, "Opening pick 2 of 2: which card do you take?"),
    ]


def test_a_reaction_that_is_not_offered_names_its_rule() -> None:
    def missing(table: Table) -> list[tuple[str, str]]:
        ask = table.position.asks[0]
        return [(str(name), rule) for name, rule in GAME.missing(table.state, ask)]

    table = put("f5 f6", "moor_stomp slip_aside", a="iron_vow", b="last_word thrown_hatchet witch_light")
    assert missing(table) == [("Iron Vow", "knockdown.reaction-cards")]
    table = put("f5 f6", "moor_stomp iron_vow", fighters="mistling barrow_warden", b="last_word").play("moor-stomp")
    assert table.codes == ["iron-vow", "none"]
    assert missing(table) == [("Last Word", "knockdown.reaction-cards"), ("Stone Skin", "knockdown.paying")]
