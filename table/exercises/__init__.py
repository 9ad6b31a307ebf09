"""Exercises: lessons and puzzles, solved by playing."""
