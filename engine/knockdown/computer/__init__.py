"""The computer players of Knockdown."""
