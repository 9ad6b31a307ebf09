"""Computer players of Monolith Arena: forecasts, hidden knowledge, decisions, and words for a gain."""

from __future__ import annotations

import random

import pytest

from engine.computers.determinize import world
from engine.computers.level import Level, Plan
from engine.computers.think import decide, levels
from engine.core.ask import Later
from engine.core.game import Outcome
from engine.core.position import Position
from engine.learning.puzzles import puzzles
from engine.monolith.battle import battle
from engine.monolith.board import ADJACENT
from engine.monolith.computer.aims import FALLEN
from engine.monolith.computer.battle_forecast import clash
from engine.monolith.computer.candidates import considered
from engine.monolith.computer.evaluation import NAMES, WEIGHTS, features, worth
from engine.monolith.computer.merit import merit
from engine.monolith.data.content import IS_ORDER, KIND_OF
from engine.monolith.game import GAME
from engine.monolith.influence import sides_of
from engine.monolith.state import State, by_id
from tests.support.engine.harness import session
from tests.support.engine.matches import along, begin, copied
from tests.support.engine.monolith import table
from tests.support.engine.monolith.battle_scripts import Fought, put, run
from tests.support.engine.monolith.laws import DRAWN, SUBJECT

QUICK = Level(Plan(effort=150, width=1, candidates=2, horizon=2, worlds=2, breadth=6, answer_breadth=3))


def test_a_battle_without_choices_is_forecast_exactly() -> None:
    compared = 0
    for kind in ("two", "three", "four", "monoliths"):
        for position in along(SUBJECT, kind, f"foreseen {kind}", 0.15):
            s: State = position.state
            found = run(s, (), battle)
            if s.phase not in ("discard", "play") or not isinstance(found, Fought):
                continue
            after = clash(s.tokens, sides_of(s))
            standing = {token.id for token in found.state.tokens}
            lost = tuple(was - now for was, now in zip(s.hit_points, found.state.hit_points, strict=True))
            if 0 not in found.state.hit_points:
                assert after.losses == lost
                assert {token.id for token in after.fallen} == {token.id for token in s.tokens} - standing
                compared += any(lost) or bool(after.fallen)
    assert compared > 10


@pytest.mark.parametrize(
    ("line", "lost", "gone"),
    [
        ("A herne c3 >e; B spike c4 >e", (0, 0), {"c4"}),
        ("A knight c3 >e; B mygalomorph c4 >w", (0, 0), {"c4"}),
        ("A crossbowman c1 >e; B abyss.banner c5 r0", (0, 2), set()),
        ("A crossbowman c1 >e; B golem c3 r0; B abyss.banner c5 r0", (0, 0), set()),
        ("A assassin a1; B mygalomorph e1 r0; B abyss.banner e3 r0", (0, 0), {"e1"}),
        ("A morlock c3 >e; B wyvern c4 r0", (0, 0), {"c3", "c4"}),
        ("A pikeman c3 >e net; B spike c4 >w", (0, 0), {"c3"}),
        ("A pikeman c3 >e; A dragon.rune-regeneration d3 >nw; B wraith c4 >w", (0, 0), {"d3", "c4"}),
        ("A dragon.banner c3 r0 poison=2; B spike e1 r0", (2, 0), set()),
        ("A swordsman c3 >e; B pikeman c4 r0; B dragon.rune-minor-acceleration c5 r0", (0, 0), {"c3", "c4"}),
    ],
)
def test_a_forecast_gives_the_state_after_a_battle(line: str, lost: tuple[int, int], gone: set[str]) -> None:
    s = put(line)
    after = clash(s.tokens, sides_of(s))
    by_field = {token.at: token for token in after.fallen}
    assert after.losses == lost
    assert {table.LABELS[field].lower() for field in by_field} == gone


def test_the_chance_to_win_is_even_at_the_start_and_sums_to_one() -> None:
    assert len(NAMES) == len(WEIGHTS)
    for kind in SUBJECT.kinds:
        start = begin(SUBJECT, SUBJECT.kinds[kind], "even")
        assert worth(start.state, 0) == pytest.approx(0.5, abs=0.02)
        for position in along(SUBJECT, kind, f"sum {kind}", 0.05):
            s: State = position.state
            first, second = (team[0] for team in s.teams)
            assert worth(s, first) + worth(s, second) == pytest.approx(1)
            assert features(s, first) == [-one for one in features(s, second)]


def test_hit_points_and_a_threatened_banner_change_the_chance() -> None:
    even = put("A dragon.banner a1 r0; B abyss.banner e3 r0")
    even.factions, even.hands, even.piles = ["dragon_empire", "lords_of_the_abyss"], [[], []], [[], []]
    even.phase, even.number, even.discards = "draw", 7, [[], []]
    ahead, threat = copied(even), put("A dragon.banner a1 r0; B abyss.banner e3 r0; A pikeman d4 >sw")
    ahead.hit_points = [20, 16]
    threat.factions, threat.hands, threat.piles = even.factions, even.hands, even.piles
    threat.phase, threat.number = even.phase, even.number
    assert worth(ahead, 0) > worth(even, 0) + 0.1
    assert worth(threat, 0) > worth(even, 0)


def test_equal_positions_are_evaluated_once() -> None:
    unlisted = 0
    for position in along(SUBJECT, "two", "later", 0.2):
        ask = position.asks[0]
        now, later = position.fork(), position.fork()
        now.answer(ask, ask.options[0], hold=True)
        later.answer(ask, ask.options[0], hold=True, listed=False)
        unlisted += any(isinstance(one.options, Later) for one in later.asks)
        assert [(one.prompt, *one.options) for one in now.asks] == [(one.prompt, *one.options) for one in later.asks]
    assert unlisted


def disguised(position: Position, seat: int, chance: random.Random) -> Position:
    """A position that looks the same to the seat, with other piles, hidden tiles and secret choices of others."""
    written = position.write()
    position_of = {letter: owner for owner, letter in enumerate("ABCD")}
    kinds = {one["id"]: one for one in written["tokens"]}
    for letter, pile in written["piles"].items():
        monolith = (written["monoliths"] or {}).get(letter)
        if monolith and not monolith["seen"] and position_of[letter] != seat:
            for number in filter(None, monolith["hidden"]):
                places = [place for place, kind in enumerate(pile) if not IS_ORDER[KIND_OF[kind]]][DRAWN:]
                if places:
                    place = chance.choice(places)
                    kinds[number]["token"], pile[place] = pile[place], kinds[number]["token"]
        stays = DRAWN if written["phase"] == "draw" else 0
        pile[stays:] = chance.sample(pile[stays:], len(pile[stays:]))
    if written["phase"] == "monoliths":
        board = [option.code for ask in position.asks for option in ask.options if ask.seat != seat]
        written["picks"] = [
            one if one.startswith(f"{seat}:") or not board else f"{one[:2]}{chance.choice(board)}"
            for one in written["picks"]
        ]
    written["seed"] = str(chance.random())
    return Position.read(GAME, {}, written)


@pytest.mark.parametrize("kind", ["two", "monoliths", "four with everything"])
def test_equal_views_lead_to_equal_decisions(kind: str) -> None:
    chance, looked = random.Random(kind), 0
    for position in along(SUBJECT, kind, f"secrets {kind}", 0.05):
        seat = position.asks[0].seat
        other = disguised(position, seat, chance)
        views = [GAME.view(one.state, seat, [one.ask_of(seat) or one.asks[0]]) for one in (position, other)]
        assert views[0] == views[1]
        assert decide(position, seat, QUICK, "s") == decide(other, seat, QUICK, "s")
        looked += 1
    assert looked > 3


def test_computers_do_not_know_piles_and_hidden_tiles() -> None:
    position = next(one for one in along(SUBJECT, "monoliths", "protocol", 1) if one.state.number == 6)
    seat = position.asks[0].seat
    thoughts = []
    for number in range(2):
        other = disguised(position, seat, random.Random(number))
        talk = session()
        talk.answer({"do": "set", "game": "monolith", "options": {}, "position": other.write()})
        thoughts.append(talk.answer({"do": "think", "seat": seat, "level": 1, "seed": "s"}))
    assert thoughts[0]["ok"]
    assert thoughts[0] == thoughts[1]


def test_redealing_can_put_every_unseen_tile_everywhere() -> None:
    position = next(one for one in along(SUBJECT, "monoliths", "anywhere", 1) if one.state.number == 4)
    s: State = position.state
    assert not s.monoliths[1].seen
    secret = [by_id(s, number).kind for number in s.monoliths[1].hidden]
    hidden, drawn, pool = set[int](), set[int](), set[int]()
    for number in range(150):
        dealt: State = world(position, 0, str(number)).state
        inside = [by_id(dealt, one).kind for one in dealt.monoliths[1].hidden]
        assert sorted([*inside, *dealt.piles[1]]) == sorted([*secret, *s.piles[1]])
        assert dealt.monoliths[0] == s.monoliths[0] and sorted(dealt.piles[0]) == sorted(s.piles[0])
        hidden.update(inside)
        drawn.add(dealt.piles[1][0])
        pool.update((*inside, *dealt.piles[1]))
    assert hidden == {kind for kind in pool if not IS_ORDER[kind]}
    assert drawn == pool


def test_equal_tiles_hidden_by_several_players_do_not_confuse_redealing() -> None:
    position = Position.new(GAME, {"monoliths": True, "factions": "random"}, 2, "twins")
    twin = next(one.code for one in position.asks[1].options if one.code in ("knight", "spike", "axeman", "spark"))
    position.pick(0, position.asks[0].options[0].code)
    position.pick(1, twin)
    position.pick(1, twin)
    there = world(position, 0, "s")
    assert [ask.seat for ask in there.asks] == [0, 1]
    assert decide(position, 0, QUICK, "s").codes


def test_the_set_up_is_sensible_and_varied() -> None:
    """Banners are in corners, apart from each other; factions vary."""
    factions, fields = set[str](), set[int]()
    for seed in range(6):
        position = Position.new(GAME, {}, 2, "set-up")
        while position.state.phase in ("factions", "banners"):
            seat = position.asks[0].seat
            for code in decide(position, seat, levels(GAME)[3], str(seed)).codes:
                position.pick(seat, code)
        s: State = position.state
        factions.update(s.factions)
        fields.update(token.at for token in s.tokens)
        assert all(ADJACENT[token.at].bit_count() == 3 for token in s.tokens)
    assert len(factions) > 2 and len(fields) > 3


WINS = [
    ("A dragon.banner a1 r0; A pikeman d4 r3; B abyss.banner e3 r0", "order-battle-or-charge knight", 1),
    ("A forest.banner a1 r0; B abyss.banner e3 r0; B spike e1 r0", "herne forest.order-battle", 2),
    ("A forest.banner a1 r0; A wyrm b2 r0; B abyss.banner e3 r0; B golem c3 r0", "sorcerer forest.order-battle", 2),
    ("A dragon.banner a1 r0; A dragon-rider c3 r0; B abyss.banner e3 r0", "order-battle-or-charge swordsman", 3),
]


@pytest.mark.parametrize(("line", "hand", "points"), WINS)
def test_computers_find_a_winning_battle(line: str, hand: str, points: int) -> None:
    """The three upper levels find it; the lower ones may overlook it."""
    for level in (3, 4, 5):
        here = Position.read(GAME, {}, table.position(line, hand, banner_hp={"A": 20, "B": points}))
        thought = decide(here, 0, levels(GAME)[level - 1], "s")
        for code in thought.codes:
            here.pick(0, code)
        assert here.outcome is not None and here.outcome.winners == (0,)
        assert thought.value == 1.0


def test_the_strongest_level_finds_a_win_that_needs_a_move_and_a_rune() -> None:
    """The Herne moves beside the Banner, a Rune of Accuracy strengthens the Spark, then the battle begins."""
    line = (
        "A forest.banner a3 r0; B dragon.banner c1 r0; A spark a1 r3; B pikeman c4 r1; A spark e1 r5; B knight b1 r1; "
        "A forest.rune-greater-acceleration b2 r1; A herne c3 r3; B knight b3 r1; A morlock d1 r1; "
        "B dragon.rune-strength c5 r3; A forest.rune-regeneration b4 r3; B dragon-rider a2 r2; "
        "B dragon.rune-strength d2 r2"
    )
    hand = "forest.order-battle rune-accuracy forest.rune-minor-acceleration"
    here = Position.read(GAME, {}, table.position(line, hand, banner_hp={"A": 20, "B": 4}))
    strongest = levels(GAME)[4]
    for code in decide(here, 0, strongest, "s").codes:
        here.pick(0, code)
    assert here.outcome is not None and here.outcome.winners == (0,)


def test_computers_aim_assassins_at_banners_and_tiles_they_kill() -> None:
    line = (
        "A forest.banner a3 r0; A assassin a1 r0; B dragon.banner e3 r0; B golem c3 r0; B knight c4 r0 wounds=1; "
        "B knight c5 r0; B pikeman d1 r0; B crossbowman d4 r0; B dragon.rune-strength e1 r0"
    )
    here = Position.read(GAME, {}, table.position(line, "forest.order-battle"))
    here.pick(0, "order-battle")
    assert len(here.asks[0].options) == 7
    assert {one.code for one in considered(here.state, here.asks[0])} == {"c4", "d1", "e1", "e3"}


BANNERS = "A dragon.banner a1 r0; B abyss.banner e3 r0"


@pytest.mark.parametrize(
    ("before", "after", "points", "words"),
    [
        ("A pikeman d4 >sw", "A pikeman d4 >sw", (20, 19), "takes 1 hit point from the enemy Banner"),
        ("A pikeman d4 >sw", "A pikeman d4 >sw", (20, 17), "takes 3 hit points from the enemy Banner"),
        ("A pikeman d4 >sw", "A pikeman d4 >sw", (17, 17), None),
        ("A swordsman a3 r0; B spike c4 >e", "A swordsman a3 r0", (20, 20), "eliminates the Spike"),
        ("A swordsman a3 r0; B spike c4 >e; B chaos c5 r0", "A swordsman a3 r0", (20, 20), "eliminates 2 enemy tiles"),
        ("B golem c3 r0; A pikeman c4 r0", "B golem c3 r0", (20, 20), None),
        ("A dragon-rider c4 >ne", "A dragon-rider d4 >sw", (20, 20), "threatens 3 hit points of the enemy Banner"),
        ("B demon b2 >nw", "B demon b2 >nw net", (20, 20), "saves your Banner 2 hit points"),
        ("B golem c3 r0", "B golem c3 r0 net", (20, 20), "immobilizes the Golem"),
        ("B spike c3 >e; A swordsman c5 r0", "B spike c3 >e; A swordsman c4 >w", (20, 20), "threatens the Spike"),
        ("B spike c3 >e; A golem c4 r0 wounds=2", "B spike c3 >e; A golem a3 r0", (20, 20), "saves your Golem"),
    ],
)  # fmt: skip
def test_a_decisions_gain_is_described_in_words(
    before: str, after: str, points: tuple[int, int], words: str | None
) -> None:
    found = merit(put(f"{BANNERS}; {before}"), put(f"{BANNERS}; {after}", points), 0)
    assert (found and str(found)) == words


def test_a_won_match_is_the_only_reason_named() -> None:
    won = put(BANNERS, (3, 0))
    won.outcome = Outcome((0,), "banner", (3, 0))
    assert str(merit(put(BANNERS, (3, 1)), won, 0)) == "wins the match"
    assert merit(put(BANNERS, (3, 3)), won, 1) is None


def test_the_strongest_level_destroys_a_banner_with_a_target_chosen_in_battle() -> None:
    """Stored puzzles in which the enemy Banner has as many hit points as the best battle takes."""
    chosen = [one for one in puzzles("monolith") if one.aim == "battle" and one.solution.split()[-2] == "order-battle"]
    assert len(chosen) > 5
    for puzzle in chosen:
        enemy = 1 - puzzle.seat
        begun, won = (Position.read(GAME, puzzle.options, puzzle.position) for _ in range(2))
        for code in puzzle.solution.split():
            won.pick(puzzle.seat, code)
        weak = begun.state.hit_points[enemy] - won.state.hit_points[enemy]
        left = {**puzzle.position["banner_hp"], "AB"[enemy]: weak, "AB"[puzzle.seat]: FALLEN}
        position = Position.read(GAME, puzzle.options, {**puzzle.position, "banner_hp": left})
        for code in decide(position, puzzle.seat, levels(GAME)[4], "s").codes:
            position.pick(puzzle.seat, code)
        assert position.outcome is not None, puzzle.id
        assert position.outcome.winners == (puzzle.seat,), puzzle.id
