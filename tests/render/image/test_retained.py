"""Pictures assembled from cached parts are equal to newly drawn ones, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PIL import Image

from engine.core.position import Position
from engine.registry import GAMES
from render import Marks, Question, card_rows
from render.image import canvas, png
from render.image.canvas import Canvas, Ground
from render.image.sprites import Group, Sketch, Solid, Sprite
from render.palette import THEMES
from render.registry import RENDERERS
from tests.support.engine.complete import COMPLETE

RED, GREEN, WHITE = (200, 30, 30), (20, 160, 60), (255, 255, 255)
PICKS = 40
WIDTH = 60
Job = tuple[object, Marks, int]


def looks(game: str, seed: str) -> Iterator[Job]:
    """The views of the asked seats in a random match: one now and then, followed by three picks in a row."""
    chance, position = random.Random(seed), Position.new(GAMES[game], {}, 2, seed)
    for number in range(PICKS + 1):
        if position.outcome is not None:
            return
        ask = position.asks[0]
        if number % 10 == 9 or number >= PICKS - 2:
            spots = tuple(dict.fromkeys(spot for option in ask.options for spot in option.at))
            question = Question(ask.prompt, ask.about, tuple(one.code for one in ask.options))
            yield GAMES[game].view(position.state, ask.seat, position.asks), Marks(spots, question=question), ask.seat
        position.pick(ask.seat, chance.choice(ask.options).code)


def canvases(game: str, job: Job) -> list[Canvas]:
    """The board and its parts."""
    view, marks, seat = job
    renderer, theme = RENDERERS[game], THEMES["classic"]
    parts = renderer.paint_parts(view, theme, marks, str, seat)
    return [renderer.scene(view, theme, marks, str, seat), *(part.canvas for part in parts)]


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("game", GAMES)
def test_cached_pictures_of_a_match_equal_single_drawings(game: str) -> None:
    jobs = list(looks(game, "retained"))
    assert len(jobs) >= (6 if game in COMPLETE else 2)
    drawn = [[one.picture().data for one in canvases(game, job)] for job in jobs]
    for job, data in zip(jobs[-2:], drawn[-2:], strict=True):
        canvas.forget()
        assert [png.encode(one.flat()) for one in canvases(game, job)] == data


def blot(size: int, colour: tuple[int, int, int]) -> Sprite:
    sketch = Sketch(size, size)
    sketch.disc(size / 2, size / 2, size / 2, colour)
    return sketch.sprite()


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list of the heights of all compressed strips."""
    made: list[int] = []

    def counted(rows: memoryview) -> png.Strip:
        made.append(len(rows) // (WIDTH + 1))
        return strip(rows)

    strip = png.strip
    monkeypatch.setattr(png, "strip", counted)
    return made


def test_only_changed_strips_are_compressed_again(compressed: list[int]) -> None:
    ground = Ground(
        Image.new("RGB", (WIDTH, 4 * png.STRIP + 5), WHITE), RENDERERS["leaders"].palette(THEMES["classic"])
    )
    red, green = blot(10, RED), blot(10, GREEN)

    def drawn(*more: int) -> bytes:
        made = Canvas(ground)
        made.put(red, 5, 2 * png.STRIP + 1)
        for y in more:
            made.put(green, -4, y)
        return made.picture().data

    first = drawn()
    assert compressed == [png.STRIP] * 4 + [5]
    second = drawn(png.STRIP - 5, -20)
    assert compressed[5:] == [png.STRIP] * 2
    assert drawn() == first
    assert drawn(png.STRIP - 5, -20) == second != first
    assert len(compressed) == 7


def plain_ground(size: tuple[int, int]) -> Ground:
    return Ground(Image.new("RGB", size, WHITE), RENDERERS["leaders"].palette(THEMES["classic"]))


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("under", ["nothing", "a blot that a solid sprite hides"])
def test_equal_patches_at_other_places_are_drawn_once(under: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pasted: list[int] = []
    flatten = png.flatten

    def counted(image: Image.Image, palette: Image.Image) -> Image.Image:
        pasted.append(image.width)
        return flatten(image, palette)

    monkeypatch.setattr(png, "flatten", counted)
    sprite = blot(20, RED) if under == "nothing" else Solid(20, 20, RED, (blot(10, GREEN), 5, 5))
    grounds = [plain_ground((60, 50)), plain_ground((90, 120))]
    pasted.clear()
    for ground, place in ((grounds[0], 7), (grounds[0], 23), (grounds[1], 70)):
        made = Canvas(ground)
        if under != "nothing":
            made.put(blot(8, GREEN), place, place)
        made.put(sprite, place, place)
        alone = Image.new("RGB", made.size, WHITE)
        sprite.paste(alone, place, place)
        assert made.flat().convert("RGB").tobytes() == flatten(alone, ground.palette).convert("RGB").tobytes()
    assert pasted.count(sprite.width) == 1


@pytest.mark.usefixtures("afresh")
def test_overlapping_sprites_are_drawn_together_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    ground, flattened = plain_ground((200, 150)), []
    flatten = png.flatten

    def counted(image: Image.Image, palette: Image.Image) -> Image.Image:
        flattened.append(image.size)
        return flatten(image, palette)

    monkeypatch.setattr(png, "flatten", counted)
    puts = [
        (blot(60, RED), 20, 20),
        (blot(40, GREEN), 90, 30),
        (blot(52, GREEN), 24, 24),
        (blot(40, RED), 60, 40),  # lies on both, and extends far beyond each
        (blot(30, RED), 35, 60),
    ]
    made, alone = Canvas(ground), Image.new("RGB", (200, 150), WHITE)
    for sprite, x, y in puts:
        made.put(sprite, x, y)
        sprite.paste(alone, x, y)
    assert made.flat().convert("RGB").tobytes() == flatten(alone, ground.palette).convert("RGB").tobytes()
    assert sorted(flattened) == [(40, 40), (40, 40), (60, 70)]


@pytest.mark.usefixtures("afresh")
def test_clipped_sprites_are_not_confused_with_complete_ones() -> None:
    ground, sprite = plain_ground((60, 50)), blot(21, RED)
    over, within = Canvas(ground), Canvas(ground)
    over.put(sprite, -10, 5)
    over.picture()
    within.put(sprite, 5, 5)
    data = within.picture().data
    canvas.forget()
    assert png.encode(within.flat()) == data


def test_a_card_in_several_sprites_looks_like_one() -> None:
    frames = []
    for edge in (RED, GREEN):
        sketch = Sketch(80, 4 * png.STRIP)
        card_rows.frame(sketch, WHITE, edge, line=6)
        frames.append(sketch.sprite())
    face = Group(80, 4 * png.STRIP, ((blot(30, GREEN), 20, 40),))
    for frame in frames:
        made, plain = Canvas(plain_ground((100, 150))), Canvas(plain_ground((100, 150)))
        made.put(card_rows.mosaic(frame, WHITE, face, across=card_rows.CORNER, down=6), 10, 10)
        plain.put(frame, 10, 10)
        plain.put(face, 10, 10)
        assert png.encode(made.flat()) == png.encode(plain.flat())
