"""Discord's limits in one place: the library does not check most of them, and Discord answers with an error."""

from __future__ import annotations

MAX_LABEL_LENGTH, MAX_OPTION_LABEL_LENGTH, MAX_OPTIONS, MAX_CUSTOM_ID_LENGTH, MAX_COMPONENTS, MAX_TEXT_LENGTH = (
    80,
    100,
    25,
    100,
    40,
    4000,
)
MAX_CHOICES, MAX_CHOICE_LENGTH = 25, 100
