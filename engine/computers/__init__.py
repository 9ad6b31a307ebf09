"""Computer players: from a seat's view of a position, a level and a seed to the codes of its next decision."""
