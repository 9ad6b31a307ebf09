"""Computer players: their decisions, hints, and decisions in words."""
