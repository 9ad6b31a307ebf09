"""Monolith Arena (Portal Games): nineteen spaces, tiles with six sides, battles in segments of initiative."""
