"""Clocks: the time that players have left, and the rows that fall due."""
