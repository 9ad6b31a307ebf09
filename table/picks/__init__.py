"""Picks: what a click picks, and moves that people type."""
