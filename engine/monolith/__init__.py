"""Monolith Arena (Portal Games): nineteen fields, tokens with six sides, battles in segments of initiative."""
