"""Clocks: the time that players have left, and the timer for due rows."""
