"""What the computer players know about Monolith Arena."""
