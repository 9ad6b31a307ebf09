"""The rules of the games: pure, no I/O, no clock, no Discord, no Pillow, no database."""

__version__ = "0.9.0"
"""The version of Arena Post, said here and nowhere else: packaging, `/help`, exports and the log read it."""
