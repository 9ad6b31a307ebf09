"""Knockdown, the arena of Tainted Grail: two fighters, a row of attacks, combos, blocks, Knockdown Tests."""
