"""Positions of Tash-Kalar in writing."""
