"""Films of every game, and the drawing functions that they need."""

from __future__ import annotations

import io
import random
from itertools import pairwise

import msgspec
import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.core.ask import seen_by
from engine.core.position import Position
from engine.core.record import apply, effective
from engine.core.text import Text, text
from engine.registry import game_for
from render import PALETTES, Marks
from render.film.film import Film, Frame, Reel, film
from render.film.gif import Gif
from render.image.byte_lru import ByteLRU
from render.image.canvas import Canvas, Ground
from render.image.png import flatten
from render.image.sprites import LazySprite, Sketch, Sprite, group
from render.leaders.board import place
from render.palette import THEMES
from render.registry import RENDERERS, scene
from tests.support.render.leaders_positions import CROWDED, START
from tests.support.render.monolith_positions import FULL, MIDDLE
from tests.support.table.logs import recorded

RED, GREEN, WHITE = (200, 30, 30), (20, 160, 60), (255, 255, 255)


def battle(count: int) -> list[Frame]:
    """Frames in which tiles are poisoned and removed."""
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
def test_a_film_reproduces_every_frame_exactly(palette: str) -> None:
    frames = battle(12)
    made = film("monolith", frames, palette=palette)
    shown = seen(made)
    assert len(shown) == made.frames == len(frames)
    for frame, image in zip(frames, shown, strict=True):
        assert image.size == (made.width, made.height)
        drawn = scene("monolith", frame.view, palette=palette, marks=frame.marks).flat()
        expected = flatten(drawn.convert("RGB").reduce(2), drawn).convert("RGB")
        assert ImageChops.difference(image.crop((0, 0, *expected.size)), expected).getbbox() is None


@pytest.mark.parametrize(
    "name", ["leaders-basic-captured", "monolith-four-banner", "tashkalar-high-goal", "knockdown-open-knock-out"]
)
def test_frames_of_a_match_equal_single_drawings(name: str) -> None:
    """Only changes are drawn between frames, and none may be missing."""
    record = recorded(name)
    game = game_for(record.game, record.rules_version)
    position = Position.new(game, record.options, record.seats, record.seed)
    frames = []
    for number, entry in enumerate(effective(record.entries)[:20]):
        events = apply(position, entry)
        seat = None if number < 10 else 1
        view = game.view(position.state, seat, position.asks)
        frames.append(Frame(view, Marks(trail=game.trail(seen_by(events, seat)))))
    made = film(record.game, frames, bottom=1)
    for frame, image in zip(frames, seen(made), strict=True):
        drawn = scene(record.game, frame.view, marks=frame.marks, bottom=1).flat()
        expected = flatten(drawn.convert("RGB").reduce(2), drawn).convert("RGB")
        assert ImageChops.difference(image.crop((0, 0, *expected.size)), expected).getbbox() is None


def _blot(size: int, colour: tuple[int, int, int]) -> Sprite:
    sketch = Sketch(size, size)
    sketch.disc(size / 2, size / 2, size / 2, colour)
    return sketch.sprite()


def test_sixty_frames_stay_under_a_mebibyte() -> None:
    made = film("monolith", battle(60))
    assert made.frames == 60
    assert len(made.data) < 1024 * 1024


def test_equal_frames_become_one_longer_frame() -> None:
    marks = Marks(targets=("A1",))
    three = [Frame(MIDDLE, time=400), Frame(MIDDLE, marks, time=300), Frame(MIDDLE, marks, time=500)]
    made = film("monolith", three)
    assert made.frames == 3, "the progress bar distinguishes them"
    with Image.open(io.BytesIO(made.data)) as gif:
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(gif)] == [400, 300, 3000]
        assert gif.info["loop"] == 0


def test_captions_are_translated_and_shown_long_enough_to_read() -> None:
    short, long = text("Hit"), text("The Knight on c3 hits the Banner on b3 for two, and armour stops one of them")
    texts: list[str] = []

    def say(sentence: Text) -> str:
        texts.append(sentence.msgid)
        return str(sentence)

    made = film("monolith", [Frame(MIDDLE, caption=short), Frame(MIDDLE, caption=long), Frame(MIDDLE)], say=say)
    assert {short.msgid, long.msgid} <= set(texts)
    with Image.open(io.BytesIO(made.data)) as gif:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert times[0] < times[1]
    one, two, three = (image.crop((0, made.height - 82, 500, made.height - 8)) for image in seen(made))
    assert one.tobytes() != two.tobytes() != three.tobytes()


def test_a_very_long_caption_stays_within_its_strip() -> None:
    long = text("word " * 120)
    first, second = seen(film("monolith", [Frame(MIDDLE), Frame(MIDDLE, caption=long)]))
    above = 0, 0, 500, first.height - 82
    assert first.crop(above).tobytes() == second.crop(above).tobytes()
    edge = second.crop((0, first.height - 82, 12, first.height - 8))
    assert len(edge.getcolors() or []) == 1


def test_caption_lines_stay_separate_while_there_is_room() -> None:
    def rows(words: str) -> int:
        """The number of text lines below the picture."""
        made = film("monolith", [Frame(MIDDLE, caption=Text(words))])
        strip = seen(made)[0].crop((0, made.height - 82, 500, made.height - 6)).convert("L")
        bare = [len(strip.crop((0, y, 500, y + 1)).getcolors() or []) == 1 for y in range(strip.height)]
        assert bare[0] and bare[-1], "no line touches the picture or the bar"
        return sum(1 for above, below in pairwise(bare) if above and not below)

    assert rows("A hits B") == 1
    assert rows("A hits B\nC hits D\nQuy jumps") == 3
    assert rows("A hits B\nC hits D\nE falls\nF falls") == 1, "more than three follow each other"


def test_a_caption_that_is_too_long_keeps_its_end() -> None:
    def strip(*lines: str) -> bytes:
        made = film("monolith", [Frame(MIDDLE, caption=Text("\n".join(lines)))])
        return seen(made)[0].crop((0, made.height - 82, 500, made.height - 8)).tobytes()

    many = [f"The knight on c{n} hits the Banner on b{n} for two" for n in range(9)]
    assert strip(*many, "Gold wins") != strip(*many, "Violet wins")
    assert strip(*many, "Gold wins") == strip(*many[:5], "something else", "Gold wins"), (
        "lines in the middle are left out"
    )


def test_matches_of_leaders_have_films_too() -> None:
    made = film("leaders", [Frame(START), Frame(CROWDED, Marks(trail=(("C3", "C4"),)), text("Gold moves"))])
    assert (made.width, made.frames) == (500, 2)
    first, second = seen(made)
    x, y = place("C4", 0)
    half = round(x / 2), round(y / 2)
    assert first.getpixel(half) != second.getpixel(half)


@pytest.mark.parametrize("bottom", [0, 1])
def test_a_film_can_be_drawn_from_a_seats_side(bottom: int) -> None:
    x, y = place("D1", bottom)
    shown = seen(film("leaders", [Frame(START)], bottom=bottom))[0]
    gold = THEMES["classic"].teams[0].fill
    around = shown.crop((round(x / 2) - 20, round(y / 2) - 20, round(x / 2) + 20, round(y / 2) + 20))
    assert gold in {colour for _, colour in around.getcolors(2000) or []}


def test_a_film_is_as_large_as_its_largest_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    grounds = {
        number: Ground(Image.new("RGB", (1000, 900 + number), GREEN), RENDERERS["leaders"].palette(THEMES["classic"]))
        for number in (0, 100)
    }
    monkeypatch.setattr("render.film.film.scene", lambda _, view, **__: Canvas(grounds[view.turn_number]))
    low, high = (Frame(msgspec.structs.replace(START, turn_number=number)) for number in grounds)
    assert film("leaders", [low]).height != film("leaders", [high]).height
    made = film("leaders", [low, high, low])
    larger = max(film("leaders", [one]).height for one in (low, high))
    assert (made.height, made.frames) == (larger, 3)
    smaller = min(film("leaders", [one]).height for one in (low, high))
    shown = seen(made)
    bare = shown[0].crop((0, smaller - 82, 500, larger - 82))
    assert bare.getcolors() == [(500 * (larger - smaller), THEMES["classic"].background)]
    strips = [image.crop((0, larger - 82, 500, larger - 8)).tobytes() for image in shown]
    assert len(set(strips)) == 1, "the caption keeps its place"


def test_a_film_that_is_too_big_gets_smaller_and_then_shorter() -> None:
    frames = battle(16)
    full = film("monolith", frames)
    less = Reel("monolith", frames, most=len(full.data)).film()
    assert (full.width, less.width, less.frames, less.left_out) == (500, 334, 16, 0)
    assert len(less.data) < len(full.data)
    least = Reel("monolith", frames, most=30_000).film()
    assert len(least.data) < 30_000
    assert least.width == 250
    assert least.frames == 16 - least.left_out < 16
    alone = Reel("monolith", frames[-1:], most=30_000).film()
    last = Reel("monolith", frames[-1:], most=len(alone.data)).film()
    assert (alone.width, last.width) == (334, 250)
    assert ImageChops.difference(seen(least)[-1], seen(last)[-1]).getbbox() is None
    with pytest.raises(ValueError, match="too few for a single picture"):
        Reel("monolith", frames, most=2000).film()


def test_a_film_of_too_many_frames_drops_some_but_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.film.film.MOST_FRAMES", 5)
    frames = battle(11)
    reel = Reel("monolith", frames)
    assert reel.all == 3
    made = reel.film()
    assert (made.frames, made.left_out) == (3, 8)
    last = scene("monolith", frames[-1].view, marks=frames[-1].marks).flat()
    expected = flatten(last.convert("RGB").reduce(2), last).convert("RGB")
    assert ImageChops.difference(seen(made)[-1].crop((0, 0, *expected.size)), expected).getbbox() is None


def test_a_film_can_be_drawn_in_steps() -> None:
    frames = battle(7)
    reel = Reel("monolith", frames)
    steps = []
    while reel.done < reel.all:
        reel.draw(3)
        steps.append((reel.done, reel.all))
    assert steps == [(3, 7), (6, 7), (7, 7)]
    assert reel.film().data == film("monolith", frames).data


def test_a_long_film_shortens_its_times_to_a_minimum() -> None:
    frames = [Frame(MIDDLE, Marks(targets=(("A1", "A2")[n % 2],)), time=4000 + n) for n in range(50)]
    with Image.open(io.BytesIO(film("monolith", frames).data)) as gif:
        times = [int(frame.info["duration"]) for frame in ImageSequence.Iterator(gif)]
    assert sum(times[:-1]) <= 150_000
    assert min(times) >= 700
    assert len(times) == 50


def test_invalid_films_are_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="at least one"):
        film("monolith", [])
    with pytest.raises(KeyError, match="sepia"):
        film("monolith", [Frame(MIDDLE)], palette="sepia")


def test_a_gif_has_images_of_one_size_and_merges_equal_ones() -> None:
    image = Image.new("P", (20, 10))
    image.putpalette([0, 0, 0, 255, 255, 255])
    other = image.copy()
    other.paste(1, (3, 4, 5, 6))
    gif = Gif()
    for one, time in ((image, 100), (image, 50), (other, 200), (image, 300)):
        gif.add(one, time)
    assert gif.times == [150, 200, 300]
    assert len(gif.data()) <= gif.size
    with Image.open(io.BytesIO(gif.data())) as made:
        shown = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(made)]
    assert shown == [one.convert("RGB").tobytes() for one in (image, other, image)]
    with pytest.raises(ValueError, match="one size"):
        gif.add(image.resize((10, 10)), 100)


def test_a_gif_with_a_full_palette_is_exact() -> None:
    image = Image.frombytes("P", (16, 16), bytes(range(256)))
    image.putpalette([channel for n in range(256) for channel in (n, 255 - n, n)])
    other = image.transpose(Image.Transpose.ROTATE_90)
    gif = Gif()
    gif.add(image, 100)
    gif.add(other, 100)
    with Image.open(io.BytesIO(gif.data())) as made:
        shown = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(made)]
    assert shown == [image.convert("RGB").tobytes(), other.convert("RGB").tobytes()]


def test_a_group_of_sprites_equals_its_parts_in_order() -> None:
    parts = (_blot(40, RED), 0, 0), (_blot(20, GREEN), -22, 9)
    together = group(*parts)
    one, other = Image.new("RGB", (120, 120), WHITE), Image.new("RGB", (120, 120), WHITE)
    together.paste_middle(one, 60, 60)
    for part, dx, dy in parts:
        part.paste_middle(other, 60 + dx, 60 + dy)
    assert one.tobytes() == other.tobytes()
    assert group(*parts) is group(*parts)


def test_a_lazy_sprite_is_drawn_when_pasted() -> None:
    drawn = []

    def draw() -> Sprite:
        drawn.append(1)
        return _blot(20, RED)

    lazy = LazySprite(20, 20, draw)
    assert not drawn
    image = Image.new("RGB", (20, 20), WHITE)
    lazy.paste(image, 0, 0)
    assert image.getpixel((10, 10)) == RED


def test_the_cache_stays_within_its_budget_and_drops_the_oldest() -> None:
    made: list[str] = []

    def get(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key * 10

        return cache.get(key, make)

    cache = ByteLRU[str](len, 35)
    for key in ("a", "b", "a", "c", "d"):
        assert get(key) == key * 10
    assert cache.spent <= 35
    assert made == ["a", "b", "c", "d"]
    get("a")
    assert made == ["a", "b", "c", "d"], "a was used after b, so b was dropped"
    get("b")
    assert made[-1] == "b"
    cache.cache_clear()
    assert cache.spent == 0
