"""What the computer players know about Knockdown."""
