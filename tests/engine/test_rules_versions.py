"""Every game stores the rules version of a match; tests in tests/engine/core show that changed rules depend on it."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.position import Position
from engine.registry import EARLIER, GAMES, UnknownRules, game_for, known_versions
from tests.engine.test_records import RECORDS
from tests.support.engine.rules_versions import release_next_version


@pytest.mark.parametrize("key", GAMES)
def test_a_position_keeps_its_rules_when_it_is_forked_marked_or_read_again(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = release_next_version(monkeypatch, key)
    for game in games:
        position = Position.new(game, {}, 2, "versions")
        mark = position.mark()
        others = (position.fork(), position.at_mark(mark), Position.read(game, {}, position.write()))
        assert {one.state.rules for one in (position, *others)} == {game.rules_version}
        assert {one.game.rules_version for one in others} == {game.rules_version}


@pytest.mark.parametrize("key", GAMES)
def test_a_written_position_does_not_contain_its_rules_version(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = release_next_version(monkeypatch, key)
    position = Position.new(before, {}, 2, "versions")
    assert "rules" not in position.write()
    assert Position.read(after, {}, position.write()).state.rules == after.rules_version


@pytest.mark.parametrize("key", GAMES)
def test_a_state_stored_without_a_version_has_the_first(key: str) -> None:
    """Such a position comes from an earlier build."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(GAMES[key].state_type)}
    assert defaults["rules"] == 1


def test_an_unknown_rules_version_is_refused_with_an_explanation() -> None:
    for key, version, named in (("leaders", 99, "version 99 of Leaders"), ("chess", 1, "version 1 of chess")):
        with pytest.raises(UnknownRules, match=named):
            game_for(key, version)


@pytest.mark.parametrize("key", GAMES)
def test_a_new_match_uses_the_latest_rules_version(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = release_next_version(monkeypatch, key)
    assert known_versions(key)[-2:] == [before.rules_version, after.rules_version]
    assert Position.new(GAMES[key], {}, 2, "versions").state.rules == after.rules_version


def test_earlier_versions_belong_to_known_games() -> None:
    for (key, version), game in EARLIER.items():
        assert (game.key, game.rules_version) == (key, version)
        assert version < GAMES[key].rules_version


def test_every_record_has_a_playable_version() -> None:
    for record in RECORDS.values():
        assert record.rules_version in known_versions(record.game)
