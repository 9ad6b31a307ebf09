"""The computer players of Monolith Arena."""
