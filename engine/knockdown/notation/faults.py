"""Checks of written positions: cards in two places, tokens without their fighter, impossible rounds."""

from __future__ import annotations

from engine.core.game import Impossible, Outcome
from engine.core.position_checks import need_ending, once
from engine.core.text import text
from engine.knockdown.arena import LABEL
from engine.knockdown.combo import can_continue
from engine.knockdown.data.content import CANDLE, CONTENT, FIGHTERS
from engine.knockdown.narration import REASONS
from engine.knockdown.state import State, hand_limit, other

_BY_ROUNDS = ("knock-out", "cards", "stalled")
"""Ends of a match that are decided by rounds won."""
_DRAFTING = {"fighters": (0, 0), "draft": (3, 0), "second-draft": (2, 1), "face-up": (0, 2)}
"""By phase of the draft: how many skills each player chooses from, and how many are kept so far."""
_MOST_SKILLS = 2


def check(s: State) -> None:
    """Raise ValueError if the position is impossible."""
    _check_cards(s)
    _check_skills(s)
    _check_fighters(s)
    _check_tokens(s)
    _check_turn(s)
    _check_combo(s)
    _check_rounds(s)


def won_by_rounds(outcome: Outcome | None) -> bool:
    """Whether the match was decided by the last round, not by resignation, agreement or time."""
    return outcome is not None and outcome.reason in _BY_ROUNDS


def _check_cards(s: State) -> None:
    attacks = [*s.row, *s.discards, *(card for one in s.seats for card in one.hand)]
    once([*attacks, *(card for card in s.deck if card != CANDLE)])
    if len(s.row) > CONTENT.row:
        raise Impossible(text("The row has at most four cards."))
    for seat, one in enumerate(s.seats):
        if len(one.hand) > hand_limit(s, seat):
            raise Impossible(text("A hand holds at most {most} cards.", most=hand_limit(s, seat)))
    if s.deck.count(CANDLE) + s.candles > CONTENT.candles:
        raise Impossible(text("There are only four candles."))
    if s.phase in ("pick", "begin") and not _is_laid_out(s):
        raise Impossible(text("The phase {phase} does not fit the position.", phase=s.phase))


def _is_laid_out(s: State) -> bool:
    """Whether the cards allow a round to begin: no candles, cards for the row and one more to draw."""
    if s.candles or CANDLE in s.deck:
        return False
    if s.phase == "begin":
        return bool(s.deck)
    return len(s.row) == CONTENT.row < len(s.deck) and not any(one.hand for one in s.seats)


def _check_skills(s: State) -> None:
    """Check the number of face-up skills: two from round 2 on; a position without a round may be in any."""
    once([skill for one in s.seats for skill in (*one.skills, *one.down, *one.draft)])
    if any(len(one.skills) + len(one.down) > _MOST_SKILLS for one in s.seats):
        raise Impossible(text("A player has at most two skills."))
    drafting = _DRAFTING.get(s.phase)
    if drafting and any((len(one.draft), len(one.down)) != drafting or one.skills for one in s.seats):
        raise Impossible(text("The phase {phase} does not fit the position.", phase=s.phase))


def _check_fighters(s: State) -> None:
    fighters = [one.fighter for one in s.seats if one.fighter]
    if len(set(fighters)) != len(fighters):
        raise Impossible(text("Two players cannot have the same fighter."))
    if s.phase == "fighters" and fighters:
        raise Impossible(text("The phase {phase} does not fit the position.", phase=s.phase))
    if s.seats[0].at == s.seats[1].at:
        raise Impossible(text("Two fighters stand on {at}.", at=LABEL[s.seats[0].at]))


def _check_tokens(s: State) -> None:
    """Check that tokens belong to fighters: Curse to the Mistling, Poison to the Adder-Daughter, elixirs to Brother
    Alembic."""
    for seat, one in enumerate(s.seats):
        rival = s.seats[other(seat)].fighter
        if one.curse and rival != "mistling":
            raise Impossible(text("Only the opponent of the Mistling can have the Curse."))
        if one.poison and rival != "adder_daughter":
            raise Impossible(text("Only the opponent of the Adder-Daughter can have Poison."))
        if one.elixirs and one.fighter != "brother_alembic":
            raise Impossible(text("Only Brother Alembic has elixirs."))
        if len(set(one.elixirs)) != len(one.elixirs):
            raise Impossible(text("Each elixir exists only once."))
    if s.bile > _most_bile(s):
        raise Impossible(text("So much Bile cannot have been drunk this turn."))


def _most_bile(s: State) -> int:
    """The most Bile possible: one elixir from before the turn, and one more for every Combo."""
    mine = s.seats[s.turn]
    if mine.fighter != "brother_alembic" or s.phase == "refill":
        return 0
    return 1 + CONTENT.actions - s.actions - mine.elixirs.count("bile")


def _check_turn(s: State) -> None:
    """Check the actions left and the turns without a card (six end the round)."""
    if s.phase == "refill" and s.actions != CONTENT.actions:
        raise Impossible(text("Before the Attack Row is refilled, both actions of the turn are still left."))
    acts = s.actions > 0 or s.combo is not None
    if s.actions > CONTENT.actions or (s.phase == "turn" and not acts and s.outcome is None):
        raise Impossible(text("A turn has one or two actions left."))
    if s.idle >= CONTENT.stall_turns and s.phase != "round" and s.outcome is None:
        raise Impossible(text("A round is over after six turns without a card leaving the Attack Row."))


def _check_combo(s: State) -> None:
    """Check that a Combo in progress has cost an action and uses special attacks of the player on turn once each."""
    if s.combo is None:
        return
    if s.phase != "turn" or s.actions >= CONTENT.actions:
        raise Impossible(text("The phase {phase} does not fit the position.", phase=s.phase))
    own = {one.id for one in FIGHTERS[s.seats[s.turn].fighter].special if one.type != "reaction"}
    if len(set(s.combo)) != len(s.combo) or not own.issuperset(s.combo):
        raise Impossible(text("The special attacks of a combo are the fighter's own, each once."))
    if not can_continue(s, s.turn, s.combo):
        raise Impossible(text("The combo cannot go on."))


def _check_rounds(s: State) -> None:
    """Check that every finished round has a victory; two victories end the match."""
    won = tuple(one.victories for one in s.seats)
    decided = won_by_rounds(s.outcome)
    if s.outcome is not None:
        scores = won if decided else ()
        need_ending(s.outcome, REASONS, 2, scores)
        winners = tuple(seat for seat in (0, 1) if won[seat] == CONTENT.rounds_to_win)
        if s.outcome.scores != scores or (decided and s.outcome.winners != winners):
            raise Impossible(text("A match cannot end like that."))
    if sum(won) != s.round - (not decided) or (max(won) == CONTENT.rounds_to_win) != decided:
        raise Impossible(text("The victory tokens do not fit round {round}.", round=s.round))
