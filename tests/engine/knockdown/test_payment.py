"""Paying for special attacks: cards with two symbols, `any`, Loose Form, no extra cards, once per Combo, Dashes."""

from __future__ import annotations

from itertools import chain, combinations, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.knockdown.data.content import CARDS, SPECIALS
from engine.knockdown.payment import can_pay, payments
from engine.knockdown.state import Seat, State
from tests.support.engine.knockdown.table import NAMES, Table, put
from tests.support.profile import examples

SYMBOLS = {card.id: card.symbols for card in CARDS}
COSTS = sorted({one.cost for one in SPECIALS.values()})
LOOSE_FORM = 3


def pays(symbols: tuple[str, ...], cost: tuple[str, ...], wild: bool) -> bool:
    """Whether the symbols pay the cost, by trying every assignment; with Loose Form one Dash counts as any symbol."""
    if len(symbols) < len(cost):
        return False
    for laid in set(permutations(symbols, len(cost))):
        wrong = [had for had, wanted in zip(laid, cost, strict=True) if wanted not in ("any", had)]
        if not wrong or (wild and wrong == ["dash"]):
            return True
    return False


def all_payments(hand: tuple[str, ...], cost: tuple[str, ...], wild: bool) -> set[frozenset[str]]:
    """Every set of cards that pays, and no longer pays without any one of them."""
    found = set()
    for cards in chain.from_iterable(combinations(hand, n) for n in range(1, len(cost) + 2)):
        held = tuple(chain.from_iterable(SYMBOLS[card] for card in cards))
        if pays(held, cost, wild):
            fewer = (tuple(chain.from_iterable(SYMBOLS[card] for card in cards if card != left)) for left in cards)
            if not any(pays(less, cost, wild) for less in fewer):
                found.add(frozenset(cards))
    return found


@settings(max_examples=examples(150))
@given(
    st.lists(st.sampled_from(NAMES), unique=True, max_size=6),
    st.sampled_from(COSTS),
    st.booleans(),
)
def test_the_payments_equal_those_of_a_brute_force_search(hand: list[str], cost: tuple[str, ...], wild: bool) -> None:
    s = State()
    s.seats[0] = Seat(hand=[NAMES.index(card) for card in hand], skills=[LOOSE_FORM] if wild else [])
    found = payments(s, 0, cost)  # type: ignore[arg-type]
    named = {frozenset(NAMES[card] for card in cards) for cards in found}
    assert len(named) == len(found)
    assert named == all_payments(tuple(hand), cost, wild)
    assert can_pay(s, 0, cost) == bool(named)  # type: ignore[arg-type]


def paying(hand: str, special: str, fighter: str = "mistling", skill: str = "", at: str = "f4 f5") -> set[str]:
    """The ways to pay that are offered; a single way answers itself, so it is read from the discards."""
    other = "brother_alembic" if fighter == "mistling" else "mistling"
    table = put(at, fighters=f"{fighter} {other}", a=hand, skills=(skill, ""))
    if special not in table.view(0).payable:
        return set()
    table.play(f"combo {special.replace('_', '-')}")
    if table.prompt == "pay":
        return table.offer
    return {"+".join(one.replace("_", "-") for one in event["cards"]) for event in table.events_of("discarded")}


def test_a_card_with_two_symbols_pays_with_both() -> None:
    """Breath of the Stone shows block and rune: alone it pays for Shared Burden."""
    assert paying("stone_breath", "shared_burden") == {"stone-breath"}


def test_a_second_symbol_of_a_card_can_pay_for_any() -> None:
    assert paying("bog_grasp", "curse") == {"bog-grasp"}


def test_two_cards_with_two_symbols_pay_for_four() -> None:
    assert paying("gravel_uppercut thunder_palm", "doom") == {"gravel-uppercut+thunder-palm"}


def test_two_symbols_of_one_card_do_not_pay_for_two_attacks() -> None:
    """Thunder Palm pays for Curse with rune and fist; then the card is gone and cannot pay for another attack."""
    table = put("f4 f5", a="thunder_palm").play("combo curse")
    assert table.question == "A action"
    assert table.hand(0) == set()


def test_an_unused_symbol_of_a_payment_is_lost() -> None:
    table = put("f4 f6", a="slip_aside").play("combo dash slip-aside f5")
    assert table.question == "A action"
    assert table.hand(0) == set()
    assert "slip_aside" in table.discards


def test_payments_with_superfluous_cards_are_not_offered() -> None:
    """Bog Grasp pays alone, so it is not offered with another card; the two others pay together."""
    assert paying("bog_grasp witch_light ash_knuckle", "curse") == {"bog-grasp", "ash-knuckle+witch-light"}


def test_any_can_be_paid_with_every_symbol() -> None:
    for card in ("ash_knuckle", "moor_stomp", "grave_chill", "parry_cut", "wolf_shoulder"):
        assert len(paying(f"witch_light {card}", "curse")) == 1


def test_any_does_not_replace_a_named_symbol() -> None:
    assert paying("ash_knuckle moor_stomp", "curse") == set()


def test_the_named_symbol_may_come_from_either_card() -> None:
    assert paying("witch_light grave_chill blood_tithe", "curse") == {
        "grave-chill+witch-light", "grave-chill+blood-tithe", "witch-light+blood-tithe",
    }  # fmt: skip


def test_loose_form_replaces_one_symbol() -> None:
    assert paying("wolf_shoulder ash_knuckle", "curse") == set()
    assert paying("wolf_shoulder ash_knuckle", "curse", skill="loose_form") == {"ash-knuckle+wolf-shoulder"}
    assert paying("wolf_shoulder fishhook_line", "shared_burden", skill="loose_form") == set()
    assert paying("lunging_heel", "copper_fist", "brother_alembic", "loose_form") == set()
    assert paying("lunging_heel", "curse", skill="loose_form") == {"lunging-heel"}


# ------------------------------------------------------------------ the Combo


def test_a_combo_needs_something_to_pay_with() -> None:
    assert "combo" not in put("f4 f5").offer
    assert "combo" not in put("f4 f5", a="ash_knuckle parry_cut").offer
    assert "combo" in put("f4 f5", a="wolf_shoulder").offer


def test_a_special_attack_is_used_once_in_a_combo() -> None:
    hand = "witch_light grave_chill ash_knuckle cairn_hook"
    table = put("f4 f9", a=hand).play("combo curse ash-knuckle+witch-light")
    assert table.question == "A action"
    assert table.damage(1) == (0, 1)


def test_a_special_attack_is_used_again_in_a_second_combo() -> None:
    hand = "witch_light grave_chill ash_knuckle cairn_hook"
    table = put("f4 f9", a=hand).play("combo curse ash-knuckle+witch-light combo curse")
    assert table.damage(1) == (0, 2)
    assert table.question == "B action"


def test_a_combo_can_continue_with_another_attack() -> None:
    """Coil pulls the opponent next to the Adder-Daughter, within range of her bite."""
    table = put(
        "f4 f6", fighters="adder_daughter mistling", a="moor_stomp wolf_shoulder ash_knuckle fishhook_line"
    ).play("combo coil")
    assert table.question == "A pay"
    table.play("moor-stomp+wolf-shoulder")
    assert table.question == "A combo"
    assert table.offer == {"venom-fang", "dash", "stop"}
    table.play("venom-fang")
    assert table.damage(1) == (1, 2)


def test_a_combo_may_be_stopped_after_its_first_link_only() -> None:
    table = put("f4 f6", a="wolf_shoulder fishhook_line").play("combo")
    assert "stop" not in table.offer
    table.play("dash wolf-shoulder f5")
    assert table.offer >= {"dash", "stop"}
    table.play("stop")
    assert table.question == "A action"
    assert table.hand(0) == {"fishhook_line"}
    assert table.state.actions == 1


def test_dashes_are_not_limited() -> None:
    table = put("f4 f9", a="wolf_shoulder fishhook_line sling_stone")
    table.play("combo dash wolf-shoulder f5 dash fishhook-line f6 dash f7")
    assert table.at == "f7 f9"
    assert table.hand(0) == set()
    assert table.state.actions == 1


def test_a_dash_is_a_step_under_the_move_rules() -> None:
    table = put("f4 f5", fighters="barrow_warden mistling", a="wolf_shoulder").play("combo dash")
    assert table.offer == {"f3", "b4"}


def test_the_player_chooses_the_card_for_a_dash() -> None:
    table = put("f4 f7", a="wolf_shoulder slip_aside ash_knuckle").play("combo dash")
    assert table.question == "A dash-card"
    assert table.offer == {"wolf-shoulder", "slip-aside"}


def test_a_dash_can_bring_a_special_attack_into_range() -> None:
    table: Table = put("f4 f6", fighters="barrow_warden mistling", a="wolf_shoulder moor_stomp parry_cut")
    table.play("combo")
    assert table.at == "f4 f6"
    table.play("dash wolf-shoulder f5 slab-drop")
    assert table.damage(1) == (1, 1)


def test_a_knockout_ends_the_combo() -> None:
    table = put(
        "f4 f5", a="gravel_uppercut thunder_palm witch_light ash_knuckle wolf_shoulder", cubes=((0, 0), (9, 9))
    ).load(1, 1, 1)
    table.play("combo doom gravel-uppercut+thunder-palm test")
    assert table.state.round == 2
