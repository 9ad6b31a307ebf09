"""A rectangle of a picture, in pixels."""

from __future__ import annotations

from msgspec import Struct


class Box(Struct, frozen=True):
    x: int
    y: int
    width: int
    height: int
