"""Tash-Kalar: Arena of Legends."""
