"""Positions of Knockdown in writing."""
