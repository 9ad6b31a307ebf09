"""Why the local table cannot open."""


class LocalTableError(Exception):
    """The local table cannot open; the text is one sentence for the person who started it."""
