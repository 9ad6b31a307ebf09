"""Learning a game: rules to read, lessons and puzzles."""
