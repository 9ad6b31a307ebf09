"""/play: the panel on which a move is made, or a move typed in one line."""
