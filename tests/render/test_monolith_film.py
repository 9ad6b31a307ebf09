"""Films of any game, and what of the drawing base they stand on."""

from __future__ import annotations

import io
import random

import msgspec
import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.core.text import Text, text
from render import PALETTES, Marks
from render.canvas import Canvas, Ground
from render.film import Film, Frame, film
from render.kept import Kept
from render.leaders.board import place
from render.monolith import scene
from render.palette import THEMES
from render.png import fixed_palette, flatten
from render.sprites import Group, Late, Sketch, Sprite, group
from tests.render.arenas import FULL, MIDDLE
from tests.render.scenes import CROWDED, START

RED, GREEN, WHITE = (200, 30, 30), (20, 160, 60), (255, 255, 255)


def battle(count: int) -> list[Frame]:
    """So many frames in which tokens are poisoned and leave."""
    chance, tokens, frames = random.Random(5), list(FULL.tokens), []
    for n in range(count):
        if n % 2 and len(tokens) > 4:
            tokens.pop(chance.randrange(len(tokens)))
        elif n:
            at = chance.randrange(len(tokens))
            tokens[at] = msgspec.structs.replace(tokens[at], poison=tokens[at].poison + 1)
        view = msgspec.structs.replace(FULL, tokens=tuple(tokens), phase="battle")
        marks = Marks(targets=(chance.choice(tokens).at,))
        frames.append(Frame(view, marks, text("Segment {n}", n=n)))
    return frames


def seen(made: Film) -> list[Image.Image]:
    with Image.open(io.BytesIO(made.data)) as gif:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(gif)]


@pytest.mark.parametrize("palette", PALETTES)
def test_a_film_gives_back_every_frame_pixel_for_pixel(palette: str) -> None:
    frames, theme = battle(12), THEMES[palette]
    made = film("monolith", frames, palette=palette)
    shown = seen(made)
    assert len(shown) == made.frames == len(frames)
    for frame, image in zip(frames, shown, strict=True):
        assert image.size == (made.width, made.height)
        expected = scene(frame.view, theme, frame.marks, str, 0).small(600).convert("RGB")
        assert ImageChops.difference(image.crop((0, 0, *expected.size)), expected).getbbox() is None


@pytest.mark.parametrize("marks", [Marks(), Marks(targets=("A1", "B2"), trail=(("C1", "C2"), ("E2",)))])
def test_a_small_picture_is_the_large_one_made_smaller(marks: Marks) -> None:
    theme = THEMES["classic"]
    drawn = scene(FULL, theme, marks, str, 0)
    large = Image.open(io.BytesIO(drawn.picture().data)).convert("RGB")
    small = drawn.small(600).convert("RGB")
    expected = large.crop((0, 0, 1000, small.height * 5 // 3)).resize(small.size, Image.Resampling.HAMMING)
    rest = ImageChops.difference(small.crop((0, 0, 600, 800)), expected.crop((0, 0, 600, 800)))
    assert sum(rest.convert("L").histogram()[40:]) < 0.003 * 600 * 800


@pytest.mark.parametrize("width", [500, 600, 750])
def test_parts_made_smaller_fit_together_without_a_seam(width: int) -> None:
    chance = random.Random(width)
    full = Image.new("RGB", (1000, 432), WHITE)
    palette = fixed_palette([RED, GREEN, WHITE], _blot(60, RED).mask.convert("RGB"))
    drawn, plain = Canvas(Ground(full, palette)), full.copy()
    for _ in range(25):
        sprite, x, y = _blot(60, chance.choice((RED, GREEN))), chance.randrange(-20, 990), chance.randrange(-20, 370)
        drawn.put(sprite, x, y)
        sprite.paste(plain, x, y)
    small = drawn.small(width).convert("RGB")
    padded = Image.new("RGB", (1000, small.height * 1000 // width), WHITE)
    padded.paste(plain)
    expected = flatten(padded.resize(small.size, Image.Resampling.HAMMING), palette).convert("RGB")
    unlike = ImageChops.difference(small, expected).convert("L").histogram()
    assert sum(unlike[1:]) <= 3, "a rounding here and there"


def _blot(size: int, colour: tuple[int, int, int]) -> Sprite:
    sketch = Sketch(size, size)
    sketch.disc(size / 2, size / 2, size / 2, colour)
    return sketch.sprite()


def test_sixty_frames_stay_under_a_mebibyte() -> None:
    made = film("monolith", battle(60))
    assert made.frames == 60
    assert len(made.data) < 1024 * 1024


def test_frames_that_do_not_differ_become_one_that_is_shown_longer() -> None:
    marks = Marks(targets=("A1",))
    three = [Frame(MIDDLE, time=400), Frame(MIDDLE, marks, time=300), Frame(MIDDLE, marks, time=500)]
    made = film("monolith", three)
    assert made.frames == 3, "the bar below tells them apart"
    with Image.open(io.BytesIO(made.data)) as gif:
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(gif)] == [400, 300, 3000]
        assert gif.info["loop"] == 0


def test_a_caption_is_shown_translated_and_gives_time_to_read() -> None:
    short, long = text("Hit"), text("The Knight on c3 hits the Banner on b3 for two, and armour stops one of them")
    heard: list[str] = []

    def say(sentence: Text) -> str:
        heard.append(sentence.msgid)
        return str(sentence)

    made = film("monolith", [Frame(MIDDLE, caption=short), Frame(MIDDLE, caption=long), Frame(MIDDLE)], say=say)
    assert {short.msgid, long.msgid} <= set(heard)
    with Image.open(io.BytesIO(made.data)) as gif:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert times[0] < times[1]
    one, two, three = (image.crop((0, made.height - 82, 600, made.height - 8)) for image in seen(made))
    assert one.tobytes() != two.tobytes() != three.tobytes()


def test_a_very_long_caption_stays_in_its_strip() -> None:
    long = text("word " * 120)
    first, second = seen(film("monolith", [Frame(MIDDLE), Frame(MIDDLE, caption=long)]))
    above = 0, 0, 600, first.height - 82
    assert first.crop(above).tobytes() == second.crop(above).tobytes()
    edge = second.crop((0, first.height - 82, 12, first.height - 8))
    assert len(edge.getcolors() or []) == 1


def test_leaders_has_films_too() -> None:
    made = film("leaders", [Frame(START), Frame(CROWDED, Marks(trail=(("C3", "C4"),)), text("Gold moves"))], width=500)
    assert (made.width, made.frames) == (500, 2)
    first, second = seen(made)
    x, y = place("C4", 0)
    half = round(x / 2), round(y / 2)
    assert first.getpixel(half) != second.getpixel(half)


def test_what_is_no_film_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="at least one"):
        film("monolith", [])
    with pytest.raises(KeyError, match="sepia"):
        film("monolith", [Frame(MIDDLE)], palette="sepia")
    with pytest.raises(ValueError, match="one size"):
        film("leaders", [Frame(START), Frame(msgspec.structs.replace(START, mode="advanced"))])


def test_a_group_looks_like_its_parts_put_one_after_the_other() -> None:
    parts = (_blot(40, RED), 0, 0), (_blot(20, GREEN), -22, 9)
    together = Group(parts)
    one, other = Image.new("RGB", (120, 120), WHITE), Image.new("RGB", (120, 120), WHITE)
    together.paste_middle(one, 60, 60)
    for part, dx, dy in parts:
        part.paste_middle(other, 60 + dx, 60 + dy)
    assert one.tobytes() == other.tobytes()
    assert group(*parts) is group(*parts)


def test_a_late_sprite_is_drawn_only_when_it_is_pasted() -> None:
    drawn = []

    def draw() -> Sprite:
        drawn.append(1)
        return _blot(20, RED)

    late = Late(20, 20, draw)
    assert not drawn
    image = Image.new("RGB", (20, 20), WHITE)
    late.paste(image, 0, 0)
    assert image.getpixel((10, 10)) == RED


def test_what_is_kept_stays_within_its_budget_and_the_oldest_goes_first() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key * 10

    kept = Kept(make, len, 35)
    for key in ("a", "b", "a", "c", "d"):
        assert kept(key) == key * 10
    assert kept.spent <= 35
    assert made == ["a", "b", "c", "d"]
    kept("a")
    assert made == ["a", "b", "c", "d"], "asked for after b, so b went"
    kept("b")
    assert made[-1] == "b"
    kept.cache_clear()
    assert kept.spent == 0
