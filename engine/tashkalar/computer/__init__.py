"""The computer players of Tash-Kalar."""
