"""The drawing functions that every game uses."""

from __future__ import annotations

import io
import random
import subprocess
import sys

import pytest
from PIL import Image, ImageDraw, ImageFont

from render.image import fonts
from render.image.canvas import Canvas, Ground
from render.image.icons import Line, icon
from render.image.mask_tiles import areas
from render.image.png import fixed_palette, flatten
from render.image.sprites import SCALE, Collage, Sketch, Sprite, see_through, words
from render.image.text_fitting import put_left
from render.palette import mix

RED, GREEN, BLUE, WHITE = (200, 30, 30), (20, 160, 60), (40, 60, 220), (255, 255, 255)


def blot(size: int, colour: tuple[int, int, int]) -> Sprite:
    sketch = Sketch(size, size)
    sketch.disc(size / 2, size / 2, size / 2, colour)
    return sketch.sprite()


@pytest.mark.parametrize("seed", range(8))
def test_a_canvas_equals_pasting_its_sprites_in_order(seed: int) -> None:
    chance = random.Random(seed)
    full = Image.new("RGB", (200, 150), WHITE)
    ImageDraw.Draw(full).rectangle((40, 30, 120, 90), fill=BLUE)
    sprites = [blot(40, RED), blot(25, GREEN), words("Gł", "Bold", 30, BLUE)]
    palette = fixed_palette([RED, GREEN, BLUE, WHITE], full)
    canvas, plain = Canvas(Ground(full, palette)), full.copy()
    for _ in range(12):
        sprite, x, y = chance.choice(sprites), chance.randrange(-20, 190), chance.randrange(-20, 140)
        canvas.put(sprite, x, y)
        sprite.paste(plain, x, y)
    drawn = Image.open(io.BytesIO(canvas.picture().data)).convert("RGB")
    assert drawn.tobytes() == flatten(plain, palette).convert("RGB").tobytes()
    assert full.getpixel((0, 0)) == WHITE


@pytest.mark.parametrize("places", [[(20, 20)], [(2, 20)], [(20, 20), (38, 3), (36, 5)], [(38, 3), (20, 20)]], ids=str)
def test_a_stamp_covers_opaque_and_transparent_areas(places: list[tuple[int, int]]) -> None:
    sketch, mask = Sketch(40, 40), fonts.lettering("Ąg", "Bold", 40)
    sheet = Image.new("RGBA", (40 * SCALE, 40 * SCALE))
    for colour, (x, y) in zip((BLUE, GREEN, WHITE), places, strict=False):
        sketch.box(6, 6, 28, 28, 4, RED)
        ImageDraw.Draw(sheet).rounded_rectangle((24, 24, 136, 136), 16, fill=RED)
        sketch.stamp(mask, x, y, colour)
        whole = Image.new("L", sheet.size)
        whole.paste(mask, (round(x * SCALE - mask.width / 2), round(y * SCALE - mask.height / 2)))
        solid = Image.new("RGBA", sheet.size, colour)
        solid.putalpha(whole)
        sheet.alpha_composite(solid)
    drawn, small = sketch.sprite(), sheet.reduce(SCALE)
    assert isinstance(drawn.ink, Image.Image)
    assert drawn.ink.tobytes() == small.convert("RGB").tobytes()
    assert drawn.mask.tobytes() == small.getchannel("A").tobytes()


def test_a_collage_equals_a_sketch_of_the_same_things() -> None:
    sketch, collage, mark = Sketch(120, 50), Collage(120, 50), Sketch(40, 40)
    sketch.disc(20, 25, 15, RED)
    mark.disc(20, 20, 15, RED)
    collage.put(mark.sprite(), 20, 25)
    for sheet in (sketch, collage):
        put_left(sheet, "Gł 12", "Bold", 30, 37.6, 24.5, BLUE)
    one, other = Image.new("RGB", (140, 70), WHITE), Image.new("RGB", (140, 70), WHITE)
    sketch.sprite().paste(one, 9, 11)
    collage.sprite().paste(other, 9, 11)
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("at", [(0, 0), (-30, -20), (60, 70), (20, 45), (-90, 20), (150, 150)], ids=str)
@pytest.mark.parametrize("corner", [0, 3, 14, 40])
def test_pasting_opaque_areas_quickly_equals_pasting_by_mask(at: tuple[int, int], corner: int) -> None:
    sketch = Sketch(110, 90)
    sketch.box(0, 0, 110, 90, corner, RED)
    sketch.box(10, 20, 60, 40, 9, GREEN)
    sprite = sketch.sprite()
    other = Image.new("RGB", (140, 120), WHITE)
    other.paste(sprite.ink, at, sprite.mask)
    for _ in range(2):
        one = Image.new("RGB", (140, 120), WHITE)
        sprite.paste(one, *at)
        assert one.tobytes() == other.tobytes()
    assert len(sprite._pieces) == len(areas(sprite.mask))


@pytest.mark.parametrize("seed", range(6))
def test_pasting_empty_and_opaque_areas_quickly_equals_pasting_by_mask(seed: int) -> None:
    chance = random.Random(seed)
    mask = Image.new("L", (chance.randrange(90, 400), chance.randrange(70, 200)))
    for _ in range(chance.randrange(7)):
        x, y, wide, high = (chance.randrange(180) for _ in range(4))
        mask.paste(chance.choice((0, 1, 128, 254, 255)), (x, y, x + wide, y + high))
    for _ in range(chance.randrange(30)):
        mask.putpixel((chance.randrange(mask.width), chance.randrange(mask.height)), chance.choice((0, 1, 254, 255)))
    ink = Image.effect_noise(mask.size, 90).convert("RGB")
    sprite, other = Sprite(ink, mask), Image.new("RGB", mask.size, WHITE)
    other.paste(ink, (7, -5), mask)
    for _ in range(2):
        one = Image.new("RGB", mask.size, WHITE)
        sprite.paste(one, 7, -5)
        assert one.tobytes() == other.tobytes()
    assert [(piece.left, piece.top) for piece in sprite._pieces] == [area[:2] for area in areas(mask)]


def test_areas_of_a_frame_are_its_edges_and_its_inside() -> None:
    sketch = Sketch(320, 160)
    sketch.box(0, 0, 320, 160, 12, RED)
    sketch.box(8, 8, 304, 144, 8, None)
    found = areas(sketch.sprite().mask)
    assert found
    assert not any(area.left < 160 < area.right and area.top < 80 < area.bottom for area in found), (
        "the middle is empty"
    )
    sketch.box(8, 8, 304, 144, 8, GREEN)
    assert any(area.opaque and area.left < 160 < area.right for area in areas(sketch.sprite().mask))


def test_faded_colors_show_the_background() -> None:
    ground = Image.new("RGB", (40, 40), WHITE)
    see_through(blot(40, RED), 0.45).paste(ground, 0, 0)
    assert ground.getpixel((0, 0)) == WHITE
    assert ground.getpixel((20, 20)) == pytest.approx(mix(RED, WHITE, 0.45), abs=1)


def test_every_used_letter_and_sign_has_a_glyph() -> None:
    for weight in ("Medium", "SemiBold", "Bold"):
        font = ImageFont.truetype(fonts._TYPE / f"HankenGrotesk-{weight}.otf", 40)
        missing = bytes(font.getmask("\U0010ffff"))
        for letter in "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ·×…&:0123456789":
            assert bytes(font.getmask(letter)) != missing, (weight, letter)


@pytest.mark.parametrize("string", ["Cub", "Miotacz szponów", "Najprzewielebniejszy Konstantynopolitańczyk"])
@pytest.mark.parametrize("room", [60, 100, 140])
def test_text_never_exceeds_its_room(string: str, room: int) -> None:
    line, size = fonts.fit(string, "SemiBold", 26, room, 13)
    assert 13 <= size <= 26
    assert fonts.width(line, "SemiBold", size) <= room
    lines, size = fonts.wrap(string, "SemiBold", 20, room, 13)
    assert len(lines) <= 2
    assert all(fonts.width(each, "SemiBold", size) <= room for each in lines)


def test_text_that_fits_stays_whole_and_long_text_breaks_at_spaces() -> None:
    assert fonts.wrap("Cub", "SemiBold", 20, 104, 13) == (("Cub",), 20)
    assert fonts.wrap("Miotacz szponów", "SemiBold", 20, 104, 13)[0] == ("Miotacz", "szponów")


def test_an_icon_has_lines_and_enclosed_areas() -> None:
    box = icon((Line("M 4 4 L 20 4 L 20 20 L 4 20 Z"),), 24)
    cup = icon((Line("M 4 4 L 4 20 L 20 20 L 20 4"),), 24)
    middle = 12 * SCALE, 12 * SCALE
    assert box.lines.getpixel(middle) == 0
    assert box.inside.getpixel(middle) == 255
    assert cup.inside.getbbox() is None


def test_an_unknown_icon_is_refused() -> None:
    with pytest.raises(KeyError, match="no-such-icon"):
        fonts.lucide("no-such-icon", 24)


def test_fonts_are_loaded_without_running_code_of_their_packages() -> None:
    code = "import sys, render; print(sorted({'iconipy', 'font_hanken_grotesk'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
