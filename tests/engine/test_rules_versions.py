"""A match is played by the rules it began with, whatever the rules are by now."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.ask import Refused
from engine.core.game import AnyGame, Impossible
from engine.core.position import Position
from engine.core.record import Record, check, replay, written
from engine.registry import EARLIER, GAMES, UnknownRules, game_for, known_versions
from tests.engine.test_records import RECORDS
from tests.support.engine.readings import CHANGES, change_reading


def _end(game: AnyGame, record: Record) -> str:
    """What the log comes to by these rules, as a position or as a refusal."""
    try:
        return written(replay(game, record.options, record.seats, record.seed, record.entries))
    except (Refused, Impossible) as fault:
        return repr(fault)


def test_there_is_a_changed_reading_of_every_game() -> None:
    assert set(CHANGES) == set(GAMES)


@pytest.mark.parametrize("key", GAMES)
def test_records_of_the_version_before_replay_by_its_rules_and_not_by_the_new_ones(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [record for record in RECORDS.values() if record.game == key]
    unchanged = [_end(game_for(key, record.rules_version), record) for record in records]
    before, after = change_reading(monkeypatch, key)
    for record, end in zip(records, unchanged, strict=True):
        game = game_for(key, record.rules_version)
        assert game.rules_version == record.rules_version <= before.rules_version
        assert written(check(record, game)) == end
    assert any(_end(after, record) != end for record, end in zip(records, unchanged, strict=True))


@pytest.mark.parametrize("key", GAMES)
def test_a_position_goes_on_by_its_rules_when_it_is_forked_marked_or_read_again(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = change_reading(monkeypatch, key)
    for game in games:
        position = Position.new(game, {}, 2, "versions")
        mark = position.mark()
        others = (position.fork(), position.at_mark(mark), Position.read(game, {}, position.write()))
        assert {one.state.rules for one in (position, *others)} == {game.rules_version}
        assert {one.game.rules_version for one in others} == {game.rules_version}


@pytest.mark.parametrize("key", GAMES)
def test_a_written_position_does_not_speak_of_versions(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = change_reading(monkeypatch, key)
    position = Position.new(before, {}, 2, "versions")
    assert "rules" not in position.write()
    assert Position.read(after, {}, position.write()).state.rules == after.rules_version


@pytest.mark.parametrize("key", GAMES)
def test_a_state_packed_without_a_version_is_of_the_first(key: str) -> None:
    """A position of an earlier build."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(GAMES[key].state_type)}
    assert defaults["rules"] == 1


def test_rules_nobody_knows_are_refused_in_words() -> None:
    for key, version, named in (("leaders", 99, "version 99 of Leaders"), ("chess", 1, "version 1 of chess")):
        with pytest.raises(UnknownRules, match=named):
            game_for(key, version)


@pytest.mark.parametrize("key", GAMES)
def test_a_new_match_is_of_the_latest_version(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = change_reading(monkeypatch, key)
    assert known_versions(key)[-2:] == [before.rules_version, after.rules_version]
    assert Position.new(GAMES[key], {}, 2, "versions").state.rules == after.rules_version


def test_earlier_versions_are_of_games_there_are() -> None:
    for (key, version), game in EARLIER.items():
        assert (game.key, game.rules_version) == (key, version)
        assert version < GAMES[key].rules_version


def test_every_record_is_of_a_version_that_can_be_played() -> None:
    for record in RECORDS.values():
        assert record.rules_version in known_versions(record.game)
