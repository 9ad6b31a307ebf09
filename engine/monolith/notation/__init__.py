"""Positions of Monolith Arena in writing."""
