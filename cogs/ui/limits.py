"""Discord's limits in one place: the library does not check most of them, and Discord answers with an error."""

from __future__ import annotations

import discord

LABEL, OPTION_LABEL, OPTIONS, CUSTOM_ID, COMPONENTS, TEXT = 80, 100, 25, 100, 40, 4000
CHOICES, CHOICE = 25, 100


def check_limits(view: discord.ui.LayoutView) -> discord.ui.LayoutView:
    """The layout, if it is within Discord's limits. Raises ValueError otherwise."""
    items = list(view.walk_children())
    if len(items) > COMPONENTS:
        raise ValueError(f"{len(items)} components in one message, {COMPONENTS} are allowed")
    words = sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay))
    if words > TEXT:
        raise ValueError(f"{words} characters in one message, {TEXT} are allowed")
    ids = [
        item.custom_id for item in items if isinstance(item, discord.ui.Button | discord.ui.Select) and item.custom_id
    ]
    if len(set(ids)) != len(ids) or any(len(one) > CUSTOM_ID for one in ids):
        raise ValueError(f"custom ids must be unique and at most {CUSTOM_ID} characters: {ids}")
    return view
