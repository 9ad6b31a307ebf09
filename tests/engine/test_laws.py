"""Laws that hold at every point of every match of every game.

The random matches of one kind are played once and checked by all laws (`matches`). A game's `Subject` in
`tests/support/engine/subjects.py` holds what the laws need to know about it; a new game needs only a line there.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import msgspec
import pytest

from engine.core.ask import Ask, Event, Option, Refused, seen_by
from engine.core.game import Impossible
from engine.core.playout import playout
from engine.core.position import Position
from engine.core.record import Entry, apply, replay, written
from engine.core.text import Text, say
from engine.registry import GAMES
from tests.support import profile
from tests.support.engine.matches import (
    Kind,
    Match,
    Subject,
    alike,
    at_rest,
    begin,
    go,
    on_the_wire,
    play,
    reread,
    seen,
    standing,
)
from tests.support.engine.subjects import SUBJECTS

KINDS = [(key, name) for key, subject in SUBJECTS.items() for name in subject.kinds]
FAMILIES: dict[tuple[str, str], list[Kind]] = {}
for key, name in KINDS:
    FAMILIES.setdefault((key, SUBJECTS[key].kinds[name].family or name), []).append(SUBJECTS[key].kinds[name])
PLAYERS_END_IT = {"agreed", "resigned", "timeout"}
NONSENSE = [
    "", " ", "x", "0", "-", "end end", "a9", "d8", "e0", "f1", "h1", "j1", "r6", "e5+", "leader d2", "0:end", "'", "\\",
    "\x00", "ł", "🐻", "{who}", "%s", "@everyone",
]  # fmt: skip


@pytest.fixture(
    scope="module",
    params=[(*kind, batch) for kind in KINDS for batch in range(profile.TIMES)],
    ids=lambda one: f"{one[0]}-{one[1]}" + (f"-{one[2]}" if one[2] else ""),
)
def matches(request: pytest.FixtureRequest) -> list[Match]:
    """Random matches of one kind; read-only."""
    key, name, batch = request.param
    first = profile.FIRST + batch * SUBJECTS[key].matches
    return [play(SUBJECTS[key], name, str(first + number)) for number in range(SUBJECTS[key].matches)]


def points(matches: list[Match], count: int = 0) -> Iterator[tuple[Match, int, Position]]:
    """Up to `count` positions of each match, also within a step, and its end."""
    for match in matches:
        for number in match.points(count or match.subject.points):
            with match.at(number):
                yield match, number, match.position(number)


def looks(matches: list[Match]) -> Iterator[tuple[Match, int, Position]]:
    """The points at which the laws of secrecy are checked."""
    return points(matches, matches[0].kind.looks)


def test_every_game_is_covered_by_the_laws() -> None:
    assert {key: subject.game for key, subject in SUBJECTS.items()} == GAMES


def test_a_written_and_read_position_is_equal(matches: list[Match]) -> None:
    for match, number, position in points(matches):
        again = reread(position)
        assert again.asks == position.asks == match.moments[number].asks
        assert on_the_wire(again) == on_the_wire(position)
        assert again.outcome == position.outcome
        assert again.state == position.state == match.moments[number].state


def test_written_and_forked_positions_continue_in_the_same_way(matches: list[Match]) -> None:
    for match, number, position in points(matches):
        others = [reread(position), position.fork()]
        chances = [match.chance(f"on {number}") for _ in range(3)]
        for _ in range(40):
            if not position.asks:
                break
            went = go(match.subject, position, chances[0])
            for other, chance in zip(others, chances[1:], strict=True):
                assert go(match.subject, other, chance) == went
        for other in others:
            assert written(other) == written(position)
            assert other.state == position.state


def test_replaying_the_log_gives_the_same_position(matches: list[Match]) -> None:
    """The log is replayed entry by entry, and at once."""
    for match in matches:
        game, kind, last = match.subject.game, match.kind, len(match.moments) - 1
        again = begin(match.subject, kind, match.seed)
        for number, entry in enumerate(match.entries(last), 1):
            with match.at(number):
                apply(again, entry)
                assert again.asks == match.moments[number].asks
                assert again.state == match.moments[number].state
        for number in (match.chance("replay").randrange(last), last):
            at_once = replay(game, kind.options, kind.seats, match.seed, match.entries(number))
            assert written(at_once) == written(match.position(number))
            assert at_once.asks == match.moments[number].asks


def test_an_undo_restores_the_earlier_position(matches: list[Match]) -> None:
    """It works a second time, too, after other entries in between."""
    for match, number, position in points(matches):
        entries = match.entries(number)
        keep = match.chance(f"undo {number}").randint(0, number)
        before = match.position(keep)
        undone = [*entries, Entry(0, "undo", undo_to=keep)]
        if before.asks:
            played_again = [*undone, Entry(before.asks[0].seat, codes=(before.asks[0].options[-1].code,))]
            undone = [*played_again, Entry(1, "undo", undo_to=len(undone))]
        there = replay(position.game, match.kind.options, match.kind.seats, match.seed, undone)
        assert (written(there), there.asks) == (written(before), before.asks)


def test_marks_restore_positions_in_any_order(matches: list[Match]) -> None:
    for match, number, position in points(matches):
        chance = match.chance(f"marks {number}")
        marks = []
        for _ in range(12):
            marks.append((position.mark(), written(position), position.asks))
            if position.asks:
                go(match.subject, position, chance)
        chance.shuffle(marks)
        for mark, was, asks in marks:
            there = position.at_mark(mark)
            assert (written(there), there.asks) == (was, asks)
            if there.asks:
                go(match.subject, there, chance)


def test_a_fork_played_to_its_end_does_not_change_its_origin(matches: list[Match]) -> None:
    """Nothing is lost or duplicated in the fork, whatever is picked."""
    for match, number, position in points(matches, matches[0].subject.forks):
        chance = match.chance(f"fork {number}")
        before, state = written(position), msgspec.to_builtins(position.state)
        kept = position.fork()
        for fork in (kept, position.fork(forkable=False, seed="other chance")):
            while fork.asks:
                ask = chance.choice(fork.asks)
                fork.answer(ask, chance.choice(ask.options))
                match.subject.conserved(match.kind, fork.state, at_rest(fork) if fork is kept else None)
        assert (written(position), msgspec.to_builtins(position.state)) == (before, state)


def test_every_option_is_accepted_and_trying_it_predicts_its_effect(matches: list[Match]) -> None:
    """It is tried up to the boundary; a step without one is simply played. After a tried move nothing can be played."""
    for match, _, position in points(matches):
        before = written(position)
        for ask in position.asks:
            for option in ask.options:
                tried, real = position.fork(), position.fork()
                tried.pick(ask.seat, option.code, hold=True)
                real.pick(ask.seat, option.code)
                assert written(real) != before
                assert tried.boundary == real.boundary
                assert tried.events == real.events[: len(tried.events)]
                if not real.boundary:
                    assert (tried.held, tried.asks, tried.state) == (False, real.asks, real.state)
                elif real.outcome is None:
                    assert (tried.held, tried.asks) == (True, ())
                if tried.held:
                    for seat in range(match.kind.seats):
                        assert refused(tried, seat, option.code).code == "confirm-first"


def refused(position: Position, seat: int, code: str) -> Refused:
    """The refusal of a code that must be refused; without `pytest.raises`, which is slow for thousands of codes."""
    try:
        position.pick(seat, code)
    except Refused as refusal:
        return refusal
    raise AssertionError(f"{seat}:{code} was accepted")


def vocabulary(match: Match) -> list[str]:
    """Every word of a game, some options of this match, and nonsense."""
    subject = match.subject
    names = [name.rpartition(".")[2] for name in subject.game.components]
    offered = sorted({option.code for one in match.moments for ask in one.asks for option in ask.options})
    some = match.chance("words").sample(offered, min(30, len(offered)))
    spots = [spot.lower() for spot in subject.spots]
    words = [*subject.words.split(), *names, *(name.replace("_", "-") for name in names), *spots, *some, *NONSENSE]
    return sorted({*words})


def test_every_other_code_is_refused_with_a_text_and_a_rule_and_changes_nothing(matches: list[Match]) -> None:
    words = {match.seed: vocabulary(match) for match in matches}
    for match, _, position in points(matches):
        before, asks = written(position), position.asks
        for seat in range(match.kind.seats):
            offered = {option.code for ask in asks if ask.seat == seat for option in ask.options}
            for code in words[match.seed]:
                if code in offered:
                    continue
                refusal = refused(position, seat, code)
                text = say(refusal.text)
                assert text
                assert "{" not in text.replace(code, "")
                assert refusal.rule in position.game.rules or (not refusal.rule and refusal.code != "illegal")
        assert (written(position), position.asks) == (before, asks)


def test_codes_are_plain_words_and_no_two_in_a_question_are_alike(matches: list[Match]) -> None:
    for match in matches:
        for _, after in match.walk():
            for ask in after.asks:
                codes = [option.code for option in ask.options]
                assert len(codes) == len(set(codes)) > 1
                assert all(re.fullmatch(r"[a-z0-9+-]+", code) for code in codes)


def test_every_question_option_and_view_has_texts_and_valid_spots(matches: list[Match]) -> None:
    for match, _, position in points(matches):
        game, subject = position.game, match.subject
        for ask in position.asks:
            assert re.fullmatch(rf"[^{{]+(\?|: choose a target\.){subject.remark}", say(game.prompt(ask)))
            labels = [say(option.label) for option in ask.options]
            assert all(label and "{" not in label for label in labels)
            assert len(labels) == len(set(labels))
            assert {spot for option in ask.options for spot in option.at} <= subject.spots | subject.cards
        for seat in range(match.kind.seats):
            lines = [say(line) for line in game.describe(game.view(position.state, seat, position.asks))]
            assert all(line and "{" not in line for line in lines)


def test_components_are_never_lost_or_duplicated(matches: list[Match]) -> None:
    for match in matches:
        for _, after in match.walk():
            match.subject.conserved(match.kind, after.state, after.rest)


def test_every_event_can_be_narrated_drawn_and_described(matches: list[Match]) -> None:
    for match in matches:
        game = match.subject.game
        before_it: list[Text] = []
        for _, after in match.walk():
            view = game.view(after.state, None, after.asks)
            visible: list[Sequence[Event]] = [seen_by(after.events, seat) for seat in (None, *range(match.kind.seats))]
            visible = [after.events, *(some for some in visible if len(some) < len(after.events))]
            lines = [say(line) for some in visible for line in game.narrate(some)]
            described = game.describe(view)
            lines += [say(line) for line in described if line not in before_it]
            before_it = described
            assert all(line and "{" not in line for line in lines)
            assert {spot for path in game.trail(after.events) for spot in path} <= match.subject.spots
        outcome = match.moments[-1].state.outcome
        assert outcome.reason in game.reasons.keys() - PLAYERS_END_IT


def test_events_are_plain_data(matches: list[Match]) -> None:
    """They are sent over the protocol and read by programs."""
    for match in matches:
        for _, after in match.walk():
            for event in after.events:
                assert not event.args.keys() & {"kind", "only"}
                assert json.loads(json.dumps(event.args)) == msgspec.json.decode(msgspec.json.encode(event.args))
                assert event.only is None or set(event.only) <= set(range(match.kind.seats))


def test_an_undo_is_free_within_a_step_and_not_beyond_a_boundary(matches: list[Match]) -> None:
    """Boundaries: another seat is asked, or several are; chance is used; something is revealed; the match ends."""
    for match in matches:
        for before, after in match.walk():
            others = [ask.seat for ask in after.asks] != [after.seat] or before.together or after.together
            if others or match.subject.uncovers(before, after):
                assert after.boundary
            if after.boundary:
                assert others or after.revealed


def test_the_games_own_laws_hold(matches: list[Match]) -> None:
    for match in matches:
        for law in match.subject.own_laws:
            law(match)


def knowing(seat: int | None) -> list[int]:
    """The seats whose knowledge a view shows; none for the public view."""
    return [] if seat is None else [seat]


def test_views_do_not_depend_on_hidden_things(matches: list[Match]) -> None:
    for match, number, position in looks(matches):
        game, chance = position.game, match.chance(f"look {number}")
        for seat in (None, *range(match.kind.seats)):
            view = game.view(position.state, seat, position.asks)
            there = game.view(match.subject.disguised(position.state, knowing(seat), chance, None), seat, position.asks)
            assert there == view
            assert game.describe(there) == game.describe(view)


def test_views_do_not_name_hidden_things(matches: list[Match]) -> None:
    game = matches[0].subject.game
    named = {key: say(one.name) for key, one in game.components.items()}
    for match, _, position in looks(matches):
        for seat in (None, *range(match.kind.seats)):
            # A seat may see what its question is about: a tile on its way from an open hand to the board.
            subjects = {one for ask in position.asks if ask.seat == seat for one in ask.about}
            hidden = match.subject.hidden(position.state, seat) - subjects
            view = game.view(position.state, seat, position.asks)
            assert not hidden & set(re.findall(r'"([^"]*)"', msgspec.json.encode(view).decode()))
            covered = {key for key in named if {key, key.rpartition(".")[2]} & hidden}
            open_names = {named[key] for key in named.keys() - covered}
            names = {named[key] for key in covered} - open_names
            words = " ".join(say(line) for line in game.describe(view))
            for longer in (one for one in open_names if any(name in one for name in names)):
                words = words.replace(longer, "")
            assert not [name for name in names if re.search(rf"\b{name}\b", words)]


def test_a_tried_move_reveals_nothing_beyond_its_boundary(matches: list[Match]) -> None:
    """Neither to the seat that tries it, nor to anybody else."""
    everybody, private = range(matches[0].kind.seats), matches[0].subject.private
    for match, number, position in points(matches, min(matches[0].kind.looks, 7)):
        chance, here = match.chance(f"try {number}"), cache(partial(standing, position))
        for ask in position.asks:
            some = chance.sample(list(ask.options), min(1 if private else len(ask.options), len(ask.options)))
            tried(match, position, here, ask, chance, everybody, [None, *everybody], some)
            if private:
                some = chance.sample(list(ask.options), min(6, len(ask.options)))
                tried(match, position, here, ask, chance, [ask.seat], [ask.seat], some)


def test_a_move_that_reveals_something_does_not_reveal_it_while_tried(matches: list[Match]) -> None:
    """For moves in these matches that revealed something: one for each set of revealing events."""
    everybody = range(matches[0].kind.seats)
    for match in matches:
        for number in came_to_light(match):
            with match.at(number):
                moment, position = match.moments[number], match.position(number - 1)
                ask = next(one for one in position.asks if one.seat == moment.seat)
                made = [option for option in ask.options if option.code == moment.code]
                chance, here = match.chance(f"light {number}"), cache(partial(standing, position))
                tried(match, position, here, ask, chance, everybody, [None, *everybody], made)
                if match.subject.private:
                    tried(match, position, here, ask, chance, [ask.seat], [ask.seat], made)


def came_to_light(match: Match) -> list[int]:
    """The picks that revealed something hidden to their seat, one for each set of kinds of events."""
    found: dict[frozenset[str], int] = {}
    for number, (before, after) in enumerate(match.walk(), 1):
        hidden = match.subject.hidden
        if hidden(before.state, after.seat) - hidden(after.state, after.seat):
            found.setdefault(frozenset(event.kind for event in after.events), number)
    return list(found.values())


def tried(
    match: Match,
    position: Position,
    here: Callable[[int | None], list[object]],
    ask: Ask,
    chance: random.Random,
    knowers: Sequence[int],
    watchers: Sequence[int | None],
    options: Sequence[Option],
) -> None:
    """Check the law for these options: the watchers see the same if the knowers know the same."""
    there = alike(match.subject, position, knowers, chance)
    assert [standing(there, seat) for seat in watchers] == [here(seat) for seat in watchers]
    for option in options:
        one, two = position.fork(), there.fork()
        one.pick(ask.seat, option.code, hold=True)
        two.pick(ask.seat, option.code, hold=True)
        assert [seen(one, seat) for seat in watchers] == [seen(two, seat) for seat in watchers]


def digest(subject: Subject, name: str, kind: Kind) -> str:
    """A checksum of a whole match whose choices come from a hash that is the same on every machine."""
    position = begin(subject, kind, "the same on every machine")
    log: list[str] = []
    while position.asks:
        ask = position.asks[0]
        number = int.from_bytes(hashlib.sha256(f"{name} {len(log)}".encode()).digest()[:4], "big")
        log.append(ask.options[number % len(ask.options)].code)
        position.pick(ask.seat, log[-1])
    return hashlib.sha256(f"{' '.join(log)} {written(position)}".encode()).hexdigest()[:16]


@pytest.mark.parametrize(("key", "name"), KINDS)
def test_the_same_seed_gives_the_same_match_on_every_machine(key: str, name: str) -> None:
    kind = SUBJECTS[key].kinds[name]
    assert digest(SUBJECTS[key], name, kind) == kind.digest


def test_another_seed_gives_another_match(matches: list[Match]) -> None:
    one, other, *_ = matches
    assert play(one.subject, one.name, one.seed).moments == one.moments
    assert one.moments[-1].state != other.moments[-1].state


@pytest.mark.parametrize("key", SUBJECTS)
def test_other_numbers_of_players_are_refused(key: str) -> None:
    counts = GAMES[key].seat_counts
    for seats in {0, 1, *range(max(counts) + 2)} - {*counts}:
        with pytest.raises(Impossible, match=" players"):
            Position.new(GAMES[key], {}, seats, "x")


@pytest.mark.parametrize(("key", "family"), FAMILIES)
def test_random_matches_reach_all_ends_that_chance_can_reach(key: str, family: str) -> None:
    """Every 25 matches begin from another start."""
    subject = SUBJECTS[key]
    kinds = FAMILIES[key, family]
    wanted = profile.examples(subject.searched or subject.playouts) if profile.SEARCH else subject.playouts
    first = profile.FIRST if profile.SEARCH else subject.first
    ended: Counter[str] = Counter()
    batches = [(kind, min(25, wanted - played)) for played in range(0, wanted, 25) for kind in kinds]
    for start, (kind, count) in enumerate(batches, first):
        done = playout(begin(subject, kind, f"start {start}"), f"match {start}", count)
        assert done.picks > 20 * done.games
        for result, times in done.results.items():
            ended[result.split()[1]] += times
    assert sum(ended.values()) == wanted * len(kinds)
    assert subject.certain <= set(ended) <= subject.game.reasons.keys() - PLAYERS_END_IT
