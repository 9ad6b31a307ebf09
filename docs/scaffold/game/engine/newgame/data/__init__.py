"""The components of New Game and its rules."""
