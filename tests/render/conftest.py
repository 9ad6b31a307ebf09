"""What all tests of pictures look with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from render.image import fonts
from tests.support.render import drawing


@pytest.fixture
def afresh() -> None:
    """Whatever this test draws is drawn by itself, not taken from another test."""


@pytest.fixture(autouse=True)
def shared(request: pytest.FixtureRequest) -> None:
    """Pictures are shared with other tests, but not by one that patches what is drawn."""
    drawing.share(not {"afresh", "monkeypatch"} & {*request.fixturenames})


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every string that is drawn."""
    found: list[str] = []
    lettering = fonts.lettering

    def listen(string: str, weight: fonts.Weight, size: int) -> Image.Image:
        found.append(string)
        return lettering(string, weight, size)

    monkeypatch.setattr(fonts, "lettering", listen)
    yield found
