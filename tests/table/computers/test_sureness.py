"""The certainty of a turning point, in words."""

from __future__ import annotations

from cogs.ui.voice import voice
from engine.computers.judging import Decision
from table.computers.shown_decision import meaning_of_sureness, sureness


def judged(loss: float, error: float, *, is_forced: bool = False) -> Decision:
    """A decision with this loss, which was better in ten of twelve deals."""
    return Decision(1, 0, ("a",), ("b",), 0.6, 0.6 - loss, error, 12, 10, is_forced)


def test_a_larger_error_lowers_the_certainty() -> None:
    speak = voice("en")
    assert speak(sureness(judged(0.3, 0.05))) == "Sure: better in 10 of 12 tries, ± 5%."
    assert speak(sureness(judged(0.3, 0.15))) == "Likely: better in 10 of 12 tries, ± 15%."
    assert speak(sureness(judged(0.3, 0.15, is_forced=True))) == "Certain: a forced line."


def test_certainty_is_described_in_polish_too() -> None:
    speak = voice("pl")
    assert speak(sureness(judged(0.3, 0.05))) == "Prawie na pewno: lepiej w 10 z 12 prób, ± 5%."
    assert speak(sureness(judged(0.3, 0.15))) == "Prawdopodobnie: lepiej w 10 z 12 prób, ± 15%."
    assert speak(sureness(judged(0.3, 0.15, is_forced=True))) == "Na pewno: wymuszony wariant."
    assert "12 razy" in speak(meaning_of_sureness())
