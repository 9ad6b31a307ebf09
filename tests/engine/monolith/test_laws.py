"""Laws of battles, and laws that hold at every point of every match."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter

import msgspec
import pytest
from hypothesis import assume, given, settings

from engine.core.ask import Refused
from engine.core.record import Entry, replay, written
from engine.core.text import say
from tests.engine.monolith.matches import (
    CAREFUL,
    GAME,
    KINDS,
    Match,
    begin,
    go,
    kinds,
    matches,
    on_the_wire,
    reread,
    seeds,
)
from tests.support.engine.monolith import oracle
from tests.support.engine.monolith.probe import fought, read
from tests.support.engine.monolith.random_boards import boards

LABELS = [
    f"{row}{number}" for row, length in zip("ABCDE", (3, 4, 5, 4, 3), strict=True) for number in range(1, length + 1)
]
NONSENSE = ["", " ", "x", "0", "-", "end end", "a9", "f1", "0:end", "'", "\\", "\x00", "ł", "🐻", "{who}", "%s", "r6"]
VOCABULARY = [
    *(label.lower() for label in LABELS),
    *(name.partition(".")[2].replace("_", "-") for name in oracle.DATA),
    *(f"r{rot}" for rot in range(6)),
    *("end", "keep", "redraw", "discard", "stay", "unfold", "charge", "battle", "a1+a2+b2"),
    *NONSENSE,
]
SYMBOLS = ("melee", "ranged", "armor", "net", "lightning", "links")
Tokens = list[oracle.Token]


def results(tokens: Tokens) -> set[oracle.Result]:
    """What the engine makes of a battle on this board."""
    try:
        return fought(read(tokens, phase="battle", seats=2), most=60)
    except oracle.TooMany:
        assume(False)
        raise


def turned(token: oracle.Token) -> oracle.Token:
    """The token after the board is turned by 60° clockwise."""
    q, r = token.at
    return token._replace(at=(-r, q + r), rot=(token.rot + 1) % 6)


def mirrored(token: oracle.Token) -> oracle.Token | None:
    """The token in a mirror that swaps east and west; nothing for one that is not its own mirror image."""
    q, r = token.at
    for rot in range(6):
        other = token._replace(at=(-q - r, r), rot=rot)
        if all(other.side(symbol, 5 - way) == token.side(symbol, way) for symbol in SYMBOLS for way in range(6)):
            return other
    return None


def seen(found: set[oracle.Result]) -> set[tuple[object, ...]]:
    """Results with rotations as they look: a token that is the same all around has none."""

    def look(token: oracle.Token) -> tuple[object, ...]:
        sides = tuple(token.side(symbol, way) for symbol in SYMBOLS for way in range(6))
        return (*token._replace(rot=0), sides)

    return {(frozenset(look(token) for token in one.tokens), one.points) for one in found}


@settings(CAREFUL, max_examples=100)
@given(boards(oracle.TWO))
def test_a_battle_creates_moves_and_heals_nobody(tokens: Tokens) -> None:
    before = {token.at: token for token in tokens}
    for result in results(tokens):
        assert len({token.at for token in result.tokens}) == len(result.tokens)
        assert sum(token.poison for token in result.tokens) <= oracle.MARKERS
        for token in result.tokens:
            was = before[token.at]
            assert (token.owner, token.token, token.rot) == (was.owner, was.token, was.rot)
            assert token.wounds >= was.wounds
            assert token.poison >= was.poison


@settings(CAREFUL, max_examples=100)
@given(boards(oracle.TWO), seeds)
def test_the_order_of_tokens_never_changes_a_battle(tokens: Tokens, seed: str) -> None:
    assert results(random.Random(seed).sample(tokens, len(tokens))) == results(tokens)


@settings(CAREFUL, max_examples=40)
@given(boards(oracle.TWO))
def test_turning_the_board_turns_the_result(tokens: Tokens) -> None:
    expected = results(tokens)
    for _ in range(5):
        tokens = [turned(token) for token in tokens]
        expected = {oracle.Result(frozenset(map(turned, one.tokens)), one.points) for one in expected}
        assert results(tokens) == expected


@settings(CAREFUL, max_examples=100)
@given(boards(oracle.TWO))
def test_mirroring_the_board_mirrors_the_result(tokens: Tokens) -> None:
    """Of boards without the three tokens that differ from their mirror images."""
    pairs = [(token, other) for token in tokens if (other := mirrored(token)) is not None]
    assert {token.token.partition(".")[2] for token in set(tokens) - {one for one, _ in pairs}} <= {
        "landsknecht",
        "chaos",
    }
    table = oracle.Table([token for token, _ in pairs], oracle.TWO)
    pairs = [
        (token._replace(wounds=wounds), other._replace(wounds=wounds))
        for token, other in pairs
        for wounds in [0 if token.banner else min(token.wounds, table.toughness(token.at))]
    ]
    back = [[mirrored(token) for token in one.tokens] for one in results([token for token, _ in pairs])]
    points = [one.points for one in results([token for token, _ in pairs])]
    expected = {
        oracle.Result(frozenset(token for token in some if token is not None), score)
        for some, score in zip(back, points, strict=True)
    }
    assert seen(results([other for _, other in pairs])) == seen(expected)


@CAREFUL
@given(matches)
def test_a_position_written_and_read_stands_where_it_stood(match: Match) -> None:
    again = reread(match.position)
    assert again.asks == match.position.asks
    assert on_the_wire(again) == on_the_wire(match.position)
    assert again.outcome == match.position.outcome


@CAREFUL
@given(matches, seeds)
def test_a_position_written_and_read_goes_on_in_the_same_way(match: Match, seed: str) -> None:
    again = reread(match.position)
    one, other = random.Random(seed), random.Random(seed)
    for _ in range(40):
        if not match.position.asks:
            break
        assert go(match.position, one) == go(again, other)
    assert written(again) == written(match.position)


@CAREFUL
@given(matches)
def test_replaying_the_log_gives_the_same_position(match: Match) -> None:
    entries = [Entry(seat, codes=(code,)) for seat, code in match.log]
    again = replay(GAME, match.kind.options, match.kind.seats, match.seed, entries)
    assert written(again) == written(match.position)
    assert again.asks == match.position.asks
    assert again.state == match.position.state


@CAREFUL
@given(matches, seeds)
def test_marks_bring_back_what_was_there_in_any_order(match: Match, seed: str) -> None:
    chance, position = random.Random(seed), match.position
    marks = []
    for _ in range(12):
        marks.append((position.mark(), written(position), position.asks))
        if position.asks:
            go(position, chance)
    chance.shuffle(marks)
    for mark, was, asks in marks:
        there = position.at_mark(mark)
        assert (written(there), there.asks) == (was, asks)
        if there.asks:
            go(there, chance)


@settings(CAREFUL, max_examples=25)
@given(matches, seeds)
def test_a_fork_played_to_its_end_does_not_disturb_where_it_came_from(match: Match, seed: str) -> None:
    position, chance = match.position, random.Random(seed)
    before, state = written(position), msgspec.to_builtins(position.state)
    for fork in (position.fork(), position.fork(forkable=False, seed="other chance")):
        while fork.asks:
            ask = fork.asks[0]
            fork.answer(ask, chance.choice(ask.options))
    assert (written(position), msgspec.to_builtins(position.state)) == (before, state)


@CAREFUL
@given(matches)
def test_every_option_is_accepted(match: Match) -> None:
    for ask in match.position.asks:
        for option in ask.options:
            fork = match.position.fork()
            fork.pick(ask.seat, option.code)
            assert written(fork) != written(match.position)


@CAREFUL
@given(matches)
def test_every_other_code_is_refused_with_a_text_and_a_known_rule_and_changes_nothing(match: Match) -> None:
    position = match.position
    before, asks = written(position), position.asks
    for seat in range(match.kind.seats):
        offered = {option.code for ask in asks if ask.seat == seat for option in ask.options}
        for code in VOCABULARY:
            if code in offered:
                continue
            with pytest.raises(Refused) as refusal:
                position.pick(seat, code)
            assert say(refusal.value.text)
            assert not refusal.value.rule or refusal.value.rule in GAME.rules
    assert (written(position), position.asks) == (before, asks)


@CAREFUL
@given(matches)
def test_codes_are_plain_words_and_no_two_in_a_question_are_alike(match: Match) -> None:
    for ask in match.position.asks:
        codes = [option.code for option in ask.options]
        assert len(codes) == len(set(codes)) > 1
        assert all(re.fullmatch(r"[a-z0-9+-]+", code) for code in codes)


@CAREFUL
@given(matches)
def test_every_question_and_option_has_words_and_points_at_the_board(match: Match) -> None:
    for ask in match.position.asks:
        assert say(GAME.prompt(ask)).endswith("?")
        labels = [say(option.label) for option in ask.options]
        assert all(labels)
        assert len(labels) == len(set(labels))
        assert {spot for option in ask.options for spot in option.at} <= set(LABELS)


def whole(faction: str) -> Counter[str]:
    """The thirty-five tokens of a faction."""
    return Counter({name: data["count"] for name, data in oracle.DATA.items() if name.startswith(f"{faction}.")})


@settings(CAREFUL, max_examples=24)
@given(seeds, kinds)
def test_tokens_are_never_lost_nor_doubled_and_markers_never_exceed_their_pool(seed: str, kind: str) -> None:
    """Board, monolith, hand, pile, discards and a Banner that waits: always the thirty-five of each faction."""
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    while position.asks:
        go(position, chance)
        at_rest = position.write()
        tokens = at_rest["tokens"]
        assert sum(one["poison"] for one in tokens) <= 5
        assert sum(one["net"] for one in tokens) <= 1
        assert sum(one["trench"] for one in tokens) <= 1
        fields = [one["at"] for one in tokens if one["at"] is not None]
        assert len(fields) == len(set(map(tuple, fields)))
        if at_rest["phase"] in ("setup", "factions", "monoliths"):
            continue
        for owner, faction in at_rest["factions"].items():
            lying = [one["token"] for one in tokens if one["owner"] == owner]
            lying += at_rest["hands"][owner] + at_rest["piles"][owner] + at_rest["discards"][owner]
            if at_rest["phase"] == "banners" and f"{faction}.banner" not in lying:
                lying.append(f"{faction}.banner")
            assert Counter(lying) == whole(faction)


@settings(CAREFUL, max_examples=12)
@given(seeds, kinds)
def test_whatever_happens_can_be_told_and_described(seed: str, kind: str) -> None:
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    while position.asks:
        events = go(position, chance)[2]
        lines = [*GAME.narrate(events), *GAME.describe(GAME.view(position.state, None, position.asks))]
        assert all(say(line) and "{" not in say(line) for line in lines)
        assert {label for path in GAME.trail(events) for label in path} <= set(LABELS)
    assert position.outcome is not None
    assert position.outcome.reason in GAME.reasons


@settings(CAREFUL, max_examples=24)
@given(seeds, kinds)
def test_an_undo_is_free_within_a_step_and_not_beyond_a_boundary(seed: str, kind: str) -> None:
    """Another seat is asked, several are, a token is drawn, or the match ends: that is a boundary."""
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    while position.asks:
        seat, _, events = go(position, chance)
        if [ask.seat for ask in position.asks] != [seat] or any(event.kind == "drew" for event in events):
            assert position.boundary


def digest(kind: str) -> str:
    """A whole match in one number; its choices come from a hash, which is the same everywhere."""
    position = begin("the same on every machine", KINDS[kind])
    log: list[str] = []
    while position.asks:
        ask = position.asks[0]
        number = int.from_bytes(hashlib.sha256(f"{kind} {len(log)}".encode()).digest()[:4], "big")
        log.append(ask.options[number % len(ask.options)].code)
        position.pick(ask.seat, log[-1])
    return hashlib.sha256(f"{' '.join(log)} {written(position)}".encode()).hexdigest()[:16]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_match(kind: str) -> None:
    assert digest(kind) == digest(kind)


def test_another_seed_gives_another_match() -> None:
    one, other = (begin(seed, KINDS["everything"]) for seed in ("one", "other"))
    assert one.write() != other.write()


@pytest.mark.parametrize("seats", [1, 5])
def test_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(Exception, match="seats"):
        begin("x", KINDS["two"]._replace(seats=seats))
