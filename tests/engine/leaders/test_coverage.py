"""Every ruling has a test: a position in `rulings.toml`, or a docstring with its id."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
CHAPTERS = {
    "FAQ": 7, "TRN": 15, "END": 14, "ACR": 7, "RID": 3, "BRU": 5, "RGD": 4, "ILL": 6, "CLW": 6, "MAN": 4, "WAN": 3,
    "BRW": 5, "ARC": 6, "ASN": 2, "HER": 7, "JAI": 6, "PRO": 8, "VIZ": 6, "NEM": 18, "ADV": 7,
}  # fmt: skip
"""The number of rulings in each chapter. Remarks are not counted, for example on gaps of the FAQ or unofficial
variants.
"""


def test_every_ruling_is_tested() -> None:
    rulings = {f"{chapter}-{number:02}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)}
    by_position = {one["id"] for one in tomllib.loads((HERE / "rulings.toml").read_text("utf-8"))["ruling"]}
    ids = {found for file in HERE.glob("test_*.py") for found in re.findall(r"[A-Z]{3}-\d\d", file.read_text("utf-8"))}
    assert len(by_position) == 45
    assert rulings - by_position - ids == set()
    assert (by_position | ids) - rulings == set()
