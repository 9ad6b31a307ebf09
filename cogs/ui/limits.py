"""Discord's limits in one place: the library does not check most of them, and Discord answers with an error."""

from __future__ import annotations

import discord

MAX_LABEL_LENGTH, MAX_OPTION_LABEL_LENGTH, MAX_OPTIONS, MAX_CUSTOM_ID_LENGTH, MAX_COMPONENTS, MAX_TEXT_LENGTH = (
    80,
    100,
    25,
    100,
    40,
    4000,
)
MAX_CHOICES, MAX_CHOICE_LENGTH = 25, 100


def check_limits(view: discord.ui.LayoutView) -> discord.ui.LayoutView:
    """The layout, if it is within Discord's limits. Raises ValueError otherwise."""
    items = list(view.walk_children())
    if len(items) > MAX_COMPONENTS:
        raise ValueError(f"{len(items)} components in one message, {MAX_COMPONENTS} are allowed")
    words = sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay))
    if words > MAX_TEXT_LENGTH:
        raise ValueError(f"{words} characters in one message, {MAX_TEXT_LENGTH} are allowed")
    ids = [
        item.custom_id for item in items if isinstance(item, discord.ui.Button | discord.ui.Select) and item.custom_id
    ]
    if len(set(ids)) != len(ids) or any(len(one) > MAX_CUSTOM_ID_LENGTH for one in ids):
        raise ValueError(f"custom ids must be unique and at most {MAX_CUSTOM_ID_LENGTH} characters: {ids}")
    return view
