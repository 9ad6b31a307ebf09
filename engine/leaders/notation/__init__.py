"""Positions of Leaders in writing."""
