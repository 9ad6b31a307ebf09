"""Computer players at the table: their decisions, hints, and decisions shown in words."""
