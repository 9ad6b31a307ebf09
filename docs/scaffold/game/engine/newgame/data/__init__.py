"""What is in the box of New Game, and the rules to read."""
