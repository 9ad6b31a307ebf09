"""Players that think: from what a seat sees of a position, a level and a seed to the codes of its next decision."""
