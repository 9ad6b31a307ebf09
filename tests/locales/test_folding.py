"""Names are found by people without Polish letters on their keyboard."""

from __future__ import annotations

import pytest

from locales.folding import fold_accents


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Łucznik Żółw", "lucznik zolw"),
        ("ĄĆĘŁŃÓŚŹŻ", "acelnoszz"),
        ("ąćęłńóśźż", "acelnoszz"),
        ("Zo\u0301\u0142w", "zolw"),
        ("Tash-Kalar 2", "tash-kalar 2"),
    ],
)
def test_folding_gives_lower_case_letters_without_accents(written: str, folded: str) -> None:
    assert fold_accents(written) == folded
