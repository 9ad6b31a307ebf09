"""Picks: the choices of a click, and typed moves."""
