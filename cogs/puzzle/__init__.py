"""/puzzle: positions with a proven best turn."""
