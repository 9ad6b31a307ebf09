"""A seat's view of a game becomes a picture. Knows Pillow and views, nothing else."""

from render.palette import PALETTES
from render.picture import Marks, Picture, Question
from render.registry import card, draw, emblem, panel, teams, thumbnail, whole

__all__ = ["PALETTES", "Marks", "Picture", "Question", "card", "draw", "emblem", "panel", "teams", "thumbnail", "whole"]
