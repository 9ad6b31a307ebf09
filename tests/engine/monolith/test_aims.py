"""Puzzles of Monolith Arena: the best battle, and the turn that saves the Banner."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.core.position import Position
from engine.core.text import say
from engine.learning.making.grading import is_trivial
from engine.learning.making.proof import prove
from engine.learning.puzzles import Attempt, Puzzle, after
from engine.monolith.computer.aims import AIMS, FALLEN
from engine.monolith.computer.evaluation import alike
from engine.monolith.game import GAME
from engine.monolith.state import State
from tests.support.engine.monolith.table import BANNERS, LABELS, position

BATTLE = "dragon.order-battle-or-charge"
FULL_HAND = f"{BATTLE} swordsman pikeman"
STRIKER = "A landsknecht d4 r3"
"""Beside the enemy Banner, with strength 2 toward it."""
STRUCK = "B wraith b1 r1"
"""Beside the first Banner, with strength 1 toward it."""


def tried(codes: str, line: str, hand: str = BATTLE, aim: str = "battle", **fields: Any) -> Attempt:
    """A try at a puzzle that no result solves."""
    puzzle = Puzzle("", aim, position(line, hand, **fields), FALLEN + 1, 0, 0, 1, 0, "")
    return after(GAME, puzzle, codes.split())


def state(line: str, hand: str = "", **fields: Any) -> State:
    found: State = Position.read(GAME, {}, position(line, hand, **fields)).state
    return found


def rival(line: str) -> str:
    """A board with enough tiles for a puzzle, and no question to the other player."""
    return f"{BANNERS}; A pikeman b2 r0; A pikeman b3 r0; B chaos d3 r0; {line}"


def test_a_battle_is_measured_by_the_enemy_banners_losses() -> None:
    assert tried("order-battle-or-charge", f"{BANNERS}; {STRIKER}").value == 2


def test_losses_of_the_players_own_banner_are_subtracted() -> None:
    assert tried("order-battle-or-charge", f"{BANNERS}; {STRIKER}; {STRUCK}").value == 1
    assert tried("order-battle-or-charge", f"{BANNERS}; {STRUCK}").value == -1


def test_before_the_battle_there_is_no_measure() -> None:
    line = f"{BANNERS}; {STRIKER}"
    assert tried("swordsman", line, f"{BATTLE} swordsman").value is None
    assert tried("swordsman c3 r0", line, f"{BATTLE} swordsman").value is None
    assert tried("swordsman c3 r0 order-battle-or-charge", line, f"{BATTLE} swordsman").value == 2


def test_a_turn_without_a_battle_measures_nothing() -> None:
    found = tried("end", f"{BANNERS}; {STRIKER}")
    assert (found.value, found.failed) == (0, True)


def test_a_charge_is_measured_too() -> None:
    found = tried("order-battle-or-charge charge d4", f"{BANNERS}; A knight d3 r0")
    assert found.value == 2


def test_a_destroyed_enemy_banner_beats_every_margin() -> None:
    points = {"A": 20, "B": 1}
    assert tried("order-battle-or-charge", f"{BANNERS}; {STRIKER}; {STRUCK}", banner_hp=points).value == FALLEN


def test_two_destroyed_banners_count_as_no_battle() -> None:
    points = {"A": 1, "B": 2}
    assert tried("order-battle-or-charge", f"{BANNERS}; {STRIKER}; {STRUCK}", banner_hp=points).value == 0


def test_losing_the_players_own_banner_is_the_worst_result() -> None:
    points = {"A": 1, "B": 20}
    assert tried("order-battle-or-charge", f"{BANNERS}; {STRIKER}; {STRUCK}", banner_hp=points).value == -FALLEN


def test_a_battle_waiting_for_the_other_player_is_not_measured() -> None:
    line = f"A dragon.banner a1 r0; B forest.banner e3 r0; {STRIKER}; A pikeman c3 r0; B assassin c5 r0"
    found = tried("order-battle-or-charge", line)
    assert (found.value, found.failed) == (None, True)


def test_the_last_battle_aim_requires_a_win() -> None:
    line, hand = f"{BANNERS}; {STRUCK}; A pikeman c3 r0", "landsknecht"
    points = {"A": 3, "B": 3}
    fields: dict[str, Any] = {"closing": 1, "banner_hp": points, "aim": "save"}
    assert tried("landsknecht d4", line, hand, **fields).value is None
    assert tried("landsknecht d4 r3", line, hand, **fields).value == 1, "two points against one"
    assert tried("end", line, hand, **fields).value == 0
    assert tried("landsknecht d4 r0", line, hand, **fields).value == 0, "in this rotation it hits nobody"


def test_a_tied_last_battle_does_not_save_the_banner() -> None:
    found = tried("end", BANNERS, "landsknecht", aim="save", closing=1, banner_hp={"A": 3, "B": 3})
    assert (found.value, found.failed) == (0, True)


def test_puzzle_positions_are_starts_of_turns_with_a_battle_order() -> None:
    suits = AIMS["battle"].suits
    assert suits(state(rival("A pikeman c2 r0"), FULL_HAND, phase="discard"), 0) is not None
    assert suits(state(rival("A pikeman c2 r0"), "swordsman pikeman knight", phase="discard"), 0) is None
    assert suits(state(rival("A pikeman c2 r0"), FULL_HAND, phase="discard"), 1) is None
    assert suits(state(rival("A pikeman c2 r0"), FULL_HAND, phase="discard", closing=2), 0) is None
    assert suits(state(BANNERS, FULL_HAND, phase="discard"), 0) is None, "too few tiles"


def test_puzzle_positions_ask_no_other_player() -> None:
    suits = AIMS["battle"].suits
    for theirs in ("B forest.rune-regeneration c4 r0", "B assassin c4 r0", "B spike c4 r0 poison=1"):
        assert suits(state(rival(f"{theirs}; A pikeman c2 r0"), FULL_HAND, phase="discard"), 0) is None
    hand = "abyss.order-battle abyss.order-push spike"
    line = "A abyss.banner a1 r0; B dragon.banner e3 r0; A spike b2 r0; A spike b3 r0; B pikeman d3 r0; B pikeman d2 r0"
    assert suits(state(line, hand, phase="discard"), 0) is None


def test_a_puzzle_shows_the_position_of_the_match() -> None:
    before = state(rival("A pikeman c2 r0 wounds=0; B spike d2 r3"), FULL_HAND, phase="discard", number=9)
    written = AIMS["battle"].suits(before, 0)
    assert written is not None
    shown: State = Position.read(GAME, {}, written).state
    assert alike(shown) == alike(before)
    assert [sorted(pile) for pile in shown.piles] == [sorted(pile) for pile in before.piles]


def test_a_last_battle_puzzle_is_won_only_by_a_good_turn() -> None:
    line = f"{BANNERS}; B chaos b1 r2; B wraith a2 r0; A pikeman c5 r0; B spike e1 r4"
    before = state(line, "dragon.order-net pikeman pikeman", phase="discard", number=20)
    written = AIMS["save"].suits(before, 0)
    assert written is not None
    start = Position.read(GAME, {}, written)
    assert (start.state.closing, start.state.piles[1]) == (1, [])
    assert len(written["hands"]["A"]) == 2
    assert Counter(start.state.piles[0] + start.state.hands[0]) == Counter(before.piles[0] + before.hands[0])
    idle, proof = start.fork(), prove(start, 0, AIMS["save"], 20_000)
    idle.pick(0, "end")
    assert idle.outcome is not None
    assert (idle.outcome.winners, idle.outcome.reason) == ((1,), "banner"), "without a tile placed the Banner falls"
    assert proof is not None
    assert proof.best == 1


def test_a_position_without_a_threat_gives_no_last_battle_puzzle() -> None:
    line = f"{BANNERS}; B chaos b2 r4; B wraith a3 r0; A pikeman c5 r0; B spike e1 r4"
    before = state(line, "dragon.order-net pikeman pikeman", phase="discard", number=20)
    assert AIMS["save"].suits(before, 0) is None


def test_a_turn_without_the_order_is_skipped_as_hopeless() -> None:
    hopeless = AIMS["battle"].hopeless
    assert not hopeless(state(f"{BANNERS}; {STRIKER}", f"{BATTLE} pikeman"), 0)
    assert hopeless(state(f"{BANNERS}; {STRIKER}", "pikeman swordsman"), 0)
    assert not hopeless(state(f"{BANNERS}; A knight c3 r0; A rune-charge c4 r0", "pikeman"), 0), "it can charge"


def test_a_turn_that_fills_the_board_is_not_skipped() -> None:
    fields = [label.lower() for label in LABELS if label not in ("A1", "E2", "E3")]
    line = "; ".join([BANNERS, *(f"A golem {field} r0" for field in fields)])
    hopeless = AIMS["battle"].hopeless
    assert not hopeless(state(line, "pikeman"), 0)
    assert hopeless(state(line, "dragon.order-net"), 0)


def test_a_proof_agrees_with_trying_every_order() -> None:
    line = f"{BANNERS}; A knight c5 r0; B chaos c4 r3; B wraith d3 r0; A pikeman b4 r0"
    walls = "; ".join(
        f"B golem {field} r0" for field in ("a2", "a3", "b1", "b2", "b3", "c1", "c2", "d1", "d2", "e1", "e2")
    )
    start = Position.read(GAME, {}, position(f"{line}; {walls}", f"{BATTLE} swordsman"))
    aim = AIMS["battle"]
    proof = prove(start, 0, aim, 50_000)
    assert proof is not None
    before, found = start.fork().state, dict[tuple[str, ...], int]()
    todo: list[tuple[tuple[str, ...], Position]] = [((), start)]
    while todo:
        codes, here = todo.pop()
        ask = here.ask_of(0)
        assert ask is not None
        for option in ask.options:
            there = here.fork()
            there.answer(ask, option, hold=True)
            if there.boundary:
                value = aim.measure(before, there.state, 0)
                assert value is not None
                line_sorted = tuple(sorted((*codes, option.code)))
                found[line_sorted] = max(value, found.get(line_sorted, value))
            else:
                todo.append(((*codes, option.code), there))
    best = max(found.values())
    fewest = min(len(codes) for codes, value in found.items() if value == best)
    ways = {codes for codes, value in found.items() if value == best and len(codes) == fewest}
    assert (proof.best, proof.picks) == (best, fewest)
    assert {tuple(sorted(way)) for way in proof.ways} == ways


def test_turns_with_different_effects_left_are_not_equal() -> None:
    def played(codes: str) -> State:
        here = Position.read(GAME, {}, position(BANNERS, "knight dragon-rider"))
        for code in codes.split():
            here.pick(0, code)
        found: State = here.state
        return found

    one = played("knight c2 r0 dragon-rider c4 r0 c2 c3 r0")
    other = played("dragon-rider c5 r0 knight c3 r0 c5 c4 r0")
    assert alike(one) != alike(other), "in the one the Knight has maneuvered, in the other the Dragon Rider"
    assert alike(one) == alike(played("dragon-rider c4 r0 knight c2 r0 c2 c3 r0"))


def test_the_task_text_names_the_number() -> None:
    battle, save = AIMS["battle"], AIMS["save"]
    assert say(battle.task(1)) == "Make the enemy Banner lose 1 hit point more than yours this turn."
    assert say(battle.task(3)) == "Make the enemy Banner lose 3 hit points more than yours this turn."
    assert "down" in say(battle.task(FALLEN))
    texts = [say(battle.short(value)) for value in (-FALLEN, -1, 0, 2)]
    assert texts[0] == "Your Banner falls."
    assert texts[1] == "Your Banner loses 1 hit point more than the enemy's."
    assert texts[2] == "Neither Banner loses more than the other."
    assert texts[3].startswith("The enemy Banner loses 2 hit points more than yours.")
    assert say(save.task(1)) != say(save.short(0))


def test_only_a_solution_without_a_tile_is_trivial() -> None:
    def puzzle(line: str) -> Puzzle:
        return Puzzle("", "battle", position(line, f"{BATTLE} landsknecht"), 2, 1, 1, 1, 0, "")

    assert is_trivial(GAME, puzzle(f"{BANNERS}; {STRIKER}")), "an immediate battle is best"
    assert not is_trivial(GAME, puzzle(BANNERS)), "a tile must be placed first, which only the evaluation foresees"
