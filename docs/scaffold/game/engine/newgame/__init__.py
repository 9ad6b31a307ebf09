"""The rules of New Game."""
