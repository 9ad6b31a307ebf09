"""Fixtures for tests of pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from render.image import fonts
from tests.support.render import drawing


@pytest.fixture
def afresh() -> None:
    """Draw everything in this test again, without pictures of other tests."""


@pytest.fixture(autouse=True)
def shared(request: pytest.FixtureRequest) -> None:
    """Share drawn pictures with other tests, except those that patch the drawing."""
    drawing.share(not {"afresh", "monkeypatch"} & {*request.fixturenames})


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A list of every string that is drawn."""
    found: list[str] = []
    lettering = fonts.lettering

    def listen(string: str, weight: fonts.Weight, size: int) -> Image.Image:
        found.append(string)
        return lettering(string, weight, size)

    monkeypatch.setattr(fonts, "lettering", listen)
    yield found
