"""Errors of the local table."""


class LocalTableError(Exception):
    """The local table cannot open; the text is one sentence for the person who started it."""
