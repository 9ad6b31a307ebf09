"""A tile's picture shows its kind, its owner and its abilities."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from engine.monolith.data.content import FACTIONS, KINDS
from engine.monolith.view import TokenView, unplaced
from render.image.sprites import Sketch
from render.monolith import drawings, words
from render.monolith.pen import EMBLEMS, Pen
from render.monolith.sides import Side
from render.monolith.tokens import RADIUS, faded, sprite
from render.palette import PALETTES, THEMES, Colour, Theme
from tests.support.each import each
from tests.support.render.colour_distance import EYES, contrast, difference
from tests.support.render.monolith_positions import standing

CLASSIC = THEMES["classic"]
SIZE = 220
ON_BOARD = [token for token in KINDS if token.kind != "order"]


def shown(token: TokenView, theme: Theme = CLASSIC, points: int = 20) -> Image.Image:
    """A tile without its name."""
    image = Image.new("RGB", (SIZE, SIZE), theme.space)
    sprite(token, points, theme).paste_middle(image, SIZE / 2, SIZE / 2)
    return image


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two gray images, as small as on a phone."""
    small, also = (image.convert("L").reduce(3) for image in (one, other))
    return ImageStat.Stat(ImageChops.difference(small, also)).mean[0]


def on_side(image: Image.Image, way: int, out: float, along: float) -> Colour:
    """The color at a place of a side: distance outward from the center, and distance clockwise along the side."""
    side = Side(Pen(Sketch(1, 1), SIZE / 2, SIZE / 2, RADIUS, CLASSIC.teams[0], CLASSIC), way)
    x, y = side.pen.at(*side.at(out, along))
    found = image.getpixel((round(x), round(y)))
    assert isinstance(found, tuple)
    red, green, blue = found
    return int(red), int(green), int(blue)


def near(one: Colour, other: Colour) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) < 60


def test_runes_are_named_without_the_word_rune_on_the_board() -> None:
    for token in KINDS:
        short = words.short_name(token.id).msgid
        assert "Rune" not in short
        assert short.split()[-1] == words.name(token.id).msgid.split()[-1]


def test_every_tile_feature_and_effect_has_an_icon() -> None:
    for token in KINDS:
        assert token.short_id in drawings.TOKENS or token.effect in drawings.EFFECTS, token.id
        assert set(token.traits) <= drawings.TRAITS.keys()
    champions = [drawings.TOKENS[token.short_id] for token in KINDS if token.kind == "champion"]
    assert len(set(champions)) == len(champions)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("faction", FACTIONS)
def test_tiles_of_a_faction_can_be_distinguished_without_color(faction: str, palette: str) -> None:
    own = [token.id for token in ON_BOARD if token.faction == faction]
    images = {token: shown(unplaced(token, 0), THEMES[palette]) for token in own}
    for (one, first), (other, second) in combinations(images.items(), 2):
        assert unlike(first, second) > 2, (one, other)


@each("way", range(6))
def test_blades_are_on_the_attacking_sides_only(way: int) -> None:
    image = shown(standing(f"A dragon.swordsman C3 r{way}"))
    team = CLASSIC.teams[0]
    striking = {way % 6, (way + 4) % 6}
    for side in range(6):
        aside = (6, 0, -6, 6, 0, -6)[side]
        assert near(on_side(image, side, 65, aside), team.ink if side in striking else team.fill), side


@pytest.mark.parametrize("way", range(6))
@pytest.mark.parametrize(
    ("token", "first", "out", "along", "colour"),
    [
        ("dragon.knight", 5, 78, 0, CLASSIC.on_badge),
        ("forest.morlock", 5, 68, 0, CLASSIC.on_badge),
        ("abyss.rune_teleportation", 2, 72, 8, CLASSIC.teams[0].ink),
        ("abyss.rune_teleportation", 2, 72, 0, CLASSIC.teams[0].tint),
    ],
    ids=["plate", "lightning", "link", "eye of a link"],
)
def test_plates_lightning_and_connections_rotate_with_the_tile(
    way: int, token: str, first: int, out: float, along: float, colour: Colour
) -> None:
    image = shown(standing(f"A {token} C3 r{way}"))
    assert near(on_side(image, (first + way) % 6, out, along), colour)
    blank = (first + way + 3) % 6
    assert near(on_side(image, blank, out, along), CLASSIC.teams[0].fill)


@each("entry", ["abyss.nightmare", "abyss.horror", "realm.combat_platform", "abyss.chaos"])
def test_every_rotation_of_a_tile_is_visible(entry: str) -> None:
    images = [shown(standing(f"A {entry} C3 r{rot}")) for rot in range(6)]
    assert all(unlike(one, other) > 1 for one, other in combinations(images, 2))


def test_strengths_from_one_to_five_look_different() -> None:
    base = standing("A dragon.dragon_rider C3")
    images = [shown(msgspec.structs.replace(base, melee=(0, 0, n, 0, 0, 0))) for n in range(1, 6)]
    assert all(unlike(one, other) > 0.15 for one, other in combinations(images, 2))
    shots = [shown(msgspec.structs.replace(base, melee=(0,) * 6, ranged=(0, 0, n, 0, 0, 0))) for n in range(1, 4)]
    assert all(unlike(one, other) > 0.15 for one, other in combinations([*images[:3], *shots], 2))


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(
    ("plain", "marked"),
    [
        ("A dragon.knight C3", "A dragon.knight C3 wounds1"),
        ("A dragon.knight C3", "A dragon.knight C3 tough+1"),
        ("A dragon.knight C3", "A dragon.knight C3 fast+1"),
        ("A dragon.knight C3", "A dragon.knight C3 melee+1"),
        ("A dragon.knight C3", "A dragon.knight C3 poison1"),
        ("A dragon.knight C3 poison1", "A dragon.knight C3 poison2"),
        ("A dragon.knight C3", "A dragon.knight C3 netted"),
        ("A dragon.knight C3 netted", "A dragon.knight C3 marker"),
        ("A dragon.knight C3", "A dragon.knight C3 disarmed"),
        ("A dragon.knight C3", "A dragon.knight C3 trench"),
        ("A dragon.knight C3", "A dragon.knight C3 venom"),
        ("A forest.hunter C3", "A forest.hunter C3 fast+1"),
    ],
)
def test_the_state_of_a_tile_is_visible_without_color(plain: str, marked: str, palette: str) -> None:
    theme = THEMES[palette]
    assert unlike(shown(standing(plain), theme), shown(standing(marked), theme)) > 0.2


def test_a_boosted_initiative_is_bright_and_a_printed_one_dark() -> None:
    same = msgspec.structs.replace(standing("A dragon.pikeman C3"), faster=True)
    before, after = shown(standing("A dragon.pikeman C3")), shown(same)
    ring = 110 + 27, 110 - 17
    assert near(_pixel(before, ring), CLASSIC.badge)
    assert near(_pixel(after, ring), CLASSIC.on_badge)


def _pixel(image: Image.Image, at: tuple[int, int]) -> Colour:
    found = image.getpixel(at)
    assert isinstance(found, tuple)
    red, green, blue = found
    return int(red), int(green), int(blue)


def test_a_disarmed_tile_has_hollow_blades() -> None:
    armed, disarmed = (shown(standing(f"A dragon.pikeman C3{how}")) for how in ("", " disarmed"))
    team = CLASSIC.teams[0]
    assert near(on_side(armed, 1, 65, 0), team.ink)
    assert near(on_side(disarmed, 1, 65, 0), team.fill)
    assert near(on_side(disarmed, 1, 58, 4), team.ink)


def test_a_banner_shows_its_hit_points() -> None:
    banner = unplaced("dragon_empire.banner", 0)
    assert unlike(shown(banner, points=20), shown(banner, points=7)) > 0.2


def test_a_tile_looks_the_same_on_any_space() -> None:
    here, there = standing("A dragon.banner C3"), standing("A dragon.banner E1")
    assert sprite(here, 20, CLASSIC) is sprite(there, 20, CLASSIC)


def test_each_seat_has_a_different_shape() -> None:
    assert len(set(EMBLEMS)) == 4
    masks = []
    for seat in range(4):
        sketch = Sketch(40, 40)
        Pen(sketch, 20, 20, 100, CLASSIC.seats[seat], CLASSIC).emblem(seat, 0, 0, 10, (255, 255, 255))
        masks.append(sketch.sprite().mask)
    for one, other in combinations(masks, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 5


@each("eye", EYES)
def test_four_owners_and_all_marks_of_the_contrast_palette_can_be_distinguished_by_every_eye(eye: str) -> None:
    theme = THEMES["contrast"]
    meanings = [*(team.fill for team in theme.seats), theme.target, theme.chosen, theme.trail, theme.space]
    for one, other in combinations(meanings, 2):
        assert difference(one, other, EYES[eye]) > 30, (one, other)


@each("eye", EYES)
def test_four_owners_and_targets_of_the_classic_palette_can_be_distinguished_by_every_eye(eye: str) -> None:
    theme = THEMES["classic"]
    for one, other in combinations([*(team.fill for team in theme.seats), theme.target], 2):
        assert difference(one, other, EYES[eye]) > 25, (one, other)


@pytest.mark.parametrize("palette", PALETTES)
def test_symbols_contrast_with_every_owners_color(palette: str) -> None:
    theme = THEMES[palette]
    for team in theme.seats:
        assert contrast(team.ink, team.fill) >= 4.5
        assert contrast(team.ink, faded(team, theme).fill) >= 3
    assert theme.guests
    assert not {team.fill for team in theme.guests} & set(theme.colours())


def test_a_shot_behind_armor_has_a_shaft_unlike_a_blade() -> None:
    shot = standing("A dragon.arquebusier C3 r2")
    blade = msgspec.structs.replace(shot, melee=shot.ranged, ranged=(0,) * 6)
    team = CLASSIC.teams[0]
    assert near(on_side(shown(shot), 1, 57, 0), team.ink)
    assert near(on_side(shown(shot), 1, 57, 7), team.fill)
    assert near(on_side(shown(blade), 1, 58, 7), team.ink)
