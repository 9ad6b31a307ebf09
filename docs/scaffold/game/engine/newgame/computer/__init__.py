"""What the computer players know of New Game."""
