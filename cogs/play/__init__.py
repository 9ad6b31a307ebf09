"""/play: the panel for making a move, or a move typed in one line."""
