"""/board: the board now and earlier, and what a battle would do."""
