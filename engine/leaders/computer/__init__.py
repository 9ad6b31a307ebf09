"""The computer players of Leaders."""
