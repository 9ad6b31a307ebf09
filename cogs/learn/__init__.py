"""/learn: lessons, and the panel that lessons and puzzles share."""
